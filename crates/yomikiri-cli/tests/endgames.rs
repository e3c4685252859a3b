//! `value`, `db` and `play` as their users call them.

mod program;

use program::{Folder, error, json, text, yomikiri};

#[test]
fn value_in_its_fixed_form() {
    let [value] = &json(&["value", "{{3|0},1|-3}", "--json"])[..] else {
        panic!("one line expected");
    };
    for (field, expected) in [
        ("canonical", "{1,{3|0}|-3}"),
        ("mean", "-3/4"),
        ("temperature", "9/4"),
        ("left_stop", "1"),
        ("right_stop", "-3"),
        ("outcome", "N"),
    ] {
        assert_eq!(value[field], expected, "{field}");
    }
    assert_eq!(value["thermograph"]["right"], serde_json::json!([["-1", "-4"], ["9/4", "-3/4"]]));
    assert_eq!(json(&["value", "-1 + {3|0} - {3|0}", "--json"])[0]["canonical"], "-1");
}

#[test]
fn value_of_a_position_and_of_a_sum() {
    let [value] = &json(&["value", "amazons", "x..o|..#.", "--json"])[..] else {
        panic!("one line expected");
    };
    assert_eq!((&value["canonical"], &value["mean"]), (&"{4|-2,{-1|-3}}".into(), &"1".into()));
    assert_eq!(value["subgames"][0]["board"], "x..o|..#.");
    let moves = value["left_moves"].as_array().expect("moves");
    assert!(
        moves.iter().any(|m| m["move"] == "a2-c2-d1" && m["undominated"] == true && m["hotstrat"] == true)
    );
    let parts = &json(&["value", "amazons", "x.#.o|..#..", "--json"])[0];
    assert_eq!(parts["subgames"].as_array().map(Vec::len), Some(2));
    let outcome = &json(&["value", "amazons", "x..|o.. + x.o|...", "--outcome", "--json"])[0];
    assert_eq!((&outcome["left_first"], &outcome["right_first"]), (&"loss".into(), &"loss".into()));
    let outcome = &json(&["value", "amazons", "x..o", "--outcome", "--json"])[0];
    assert_eq!((&outcome["left_first"], &outcome["right_first"]), (&"win".into(), &"win".into()));
    assert_eq!((&outcome["type"], &outcome["version"]), (&"outcome".into(), &1.into()));
}

#[test]
fn drawings_are_written() {
    let folder = Folder::new("drawings");
    let (svg, tikz) = (folder.file("a.svg"), folder.file("a.tex"));
    let output = yomikiri(&["value", "amazons", "x..o|..#.", "--svg", &svg, "--tikz", &tikz]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("Moves of Left"));
    assert!(std::fs::read_to_string(&svg).expect("written").contains("<polyline"));
    assert!(std::fs::read_to_string(&tikz).expect("written").contains("\\begin{tikzpicture}"));
}

#[test]
fn wrong_input_is_named() {
    for (arguments, part) in [
        (&["value", "{1|"][..], "at character 4"),
        (&["value", "1/3"], "power of two"),
        (&["value", "amazons", "x..|.."], "row 2 has 2 squares"),
        (&["value", "amazons", "x.. + x?o"], "board 2: row 1, column 2"),
        (&["value", "amazons", "xxxxxxxxxx"], "10 amazons of x"),
        (&["value", "amazons"], "a board is missing"),
        (&["value", "chess", "x.o"], "no ruleset is called `chess`"),
        (&["db", "build", "amazons", "--box", "9x9", "--out", "unwritten"], "a box of 9x9"),
        (&["db", "build", "amazons", "--box", "2x2", "--left", "4", "--out", "unwritten"], "4 and 1 amazons"),
        (&["db", "build", "toads", "--box", "3x3", "--out", "unwritten"], "one row"),
        (&["db", "build", "clobber", "--box", "9x9", "--out", "unwritten"], "9x9"),
        (&["db", "build", "nogo", "--box", "2x2", "--left", "2", "--out", "unwritten"], "for amazons"),
        (&["value", "clobber", "xo + x?"], "board 2: `?` is no cell"),
        (&["db", "query", "/nonexistent/file", "x.o"], "cannot use"),
        // It chose the same moves as `exact`.
        (&["play", "amazons:4x4", "--player", "paper"], "invalid value 'paper'"),
        (
            &["db", "build", "amazons", "--box", "4x4", "--memory", "20M", "--out", "unwritten"],
            "needs at least",
        ),
        (
            &["db", "build", "amazons", "--box", "5x5", "--memory", "64M", "--out", "unwritten"],
            "needs at least",
        ),
        (&["db", "stats", "/dev/zero"], "not a regular file"),
    ] {
        let error = error(arguments);
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
}

#[test]
fn a_database_is_built_asked_and_checked() {
    let folder = Folder::new("db");
    let file = folder.file("3x3.ydb");
    let built = &json(&["db", "build", "amazons", "--box", "3x3", "--out", &file, "--json"])[0];
    assert!(built["classes"].as_u64() > Some(500));
    for board in ["x..|...|..o", "x.o|.#.|#..", ".o.|x#.|...", "x.#|.##|o..", "..x|..o|..."] {
        let (asked, computed) = (
            &json(&["db", "query", &file, board, "--json"])[0],
            &json(&["value", "amazons", board, "--json"])[0],
        );
        for field in ["canonical", "mean", "temperature", "outcome", "thermograph"] {
            assert_eq!(asked[field], computed[field], "{board}");
        }
    }
    let verified = &json(&["db", "verify", &file, "--sample", "50", "--json"])[0];
    assert_eq!((&verified["checked"], &verified["wrong"]), (&50.into(), &serde_json::json!([])));
    let stats = &json(&["db", "stats", &file, "--json"])[0];
    assert_eq!(stats["boards"], 9 * 8 * (1 << 7));
    assert_eq!(stats["forms"], built["forms"]);
    let exceptions = &json(&["db", "exceptions", &file, "--max-empty", "3", "--json"])[0];
    let sampled = &json(&["db", "exceptions", &file, "--max-empty", "3", "--sample", "300", "--json"])[0];
    assert!(exceptions["sums"].as_u64() > Some(1000) && sampled["sums"] == 300);
    assert!(error(&["db", "query", &file, "x..o"]).contains("is not in the database"));
    let bytes = std::fs::read(&file).expect("built");
    let damaged = folder.file("damaged");
    std::fs::write(&damaged, &bytes[..bytes.len() - 100]).expect("room");
    assert!(error(&["db", "stats", &damaged]).contains("damaged"));
    std::fs::write(&damaged, b"a file of somebody else, of some length").expect("room");
    assert!(error(&["db", "verify", &damaged]).contains("not a file of Yomikiri"));
}

#[test]
fn every_ruleset_has_databases() {
    let folder = Folder::new("rulesets");
    for (game, size, board) in [
        ("domineering", "3x3", "..#/.../#.."),
        ("clobber", "3x2", "xox/o.x"),
        ("nogo", "3x2", "x../..o"),
        ("toads", "6x1", "TT_FF"),
        ("hackenbush", "5x1", "LG.RR"),
    ] {
        let file = folder.file(game);
        json(&["db", "build", game, "--box", size, "--out", &file, "--json"]);
        let asked = &json(&["db", "query", &file, board, "--json"])[0];
        let computed = &json(&["value", game, board, "--json"])[0];
        let looked_up = &json(&["value", game, board, "--db", &file, "--json"])[0];
        assert_eq!(computed, looked_up, "{game}");
        for field in ["canonical", "mean", "temperature", "outcome", "thermograph"] {
            assert_eq!(asked[field], computed[field], "{game} {board}");
        }
        let output = yomikiri(&["db", "query", &file, board]);
        let shown = text(&output.stdout);
        assert!(shown.contains("Moves of Left; w wins") && shown.contains("looked up in"), "{shown}");
        let stats = &json(&["db", "stats", &file, "--json"])[0];
        assert_eq!(stats["game"], game);
        assert!(text(&yomikiri(&["db", "stats", &file]).stdout).contains("hottest"));
        let verified = &json(&["db", "verify", &file, "--sample", "30", "--json"])[0];
        assert_eq!(verified["wrong"], serde_json::json!([]), "{game}");
        let other = if game == "clobber" { ("nogo", "..") } else { ("clobber", "xo") };
        // The calculator takes boards from the database, and those of other games beside them.
        let sum = format!("{game}(\"{board}\") - {game}(\"{board}\") + {}(\"{}\")", other.0, other.1);
        let same = format!("{}(\"{}\")", other.0, other.1);
        let computed = &json(&["value", &same, "--json"])[0];
        assert_eq!(&json(&["value", &sum, "--db", &file, "--json"])[0], computed, "{game}");
        let compared = &json(&["value", &format!("{sum} == {same}"), "--db", &file, "--json"])[0];
        assert_eq!(compared["holds"], true, "{game}");
        let missing = folder.file("nothing");
        assert!(error(&["value", &sum, "--db", &missing]).contains("nothing"), "{game}");
        assert!(error(&["value", "1 == 1", "--db", &missing]).contains("nothing"), "{game}");
        let refused = error(&["value", other.0, other.1, "--db", &file]);
        assert!(refused.contains(&format!("a database of {game}, not of {}", other.0)), "{refused}");
        assert!(error(&["play", "amazons:4x4", "--db", &file]).contains("not of amazons"));
    }
}

/// Boards of Amazons, and boards with covered squares, are games of the calculator; `#` is no comment in quotes.
#[test]
fn boards_in_sums() {
    let output = yomikiri(&[
        "value",
        "amazons(\"x.#o\") # one move\n domineering(\"#./..\"); amazons(\"x.o|...\") == 0",
    ]);
    assert_eq!(text(&output.stdout), "1\n*\nfalse: {1,{2|0}|-1,{0|-2}} <> 0\n");
    let alone = &json(&["value", "amazons", "x.o|...", "--json"])[0];
    let in_sum = &json(&["value", "amazons(\"x.o|...\") + 1 - 1", "--json"])[0];
    assert_eq!(alone["canonical"], in_sum["canonical"]);
    for (statement, part) in [
        ("amazons(\"x.?\") + 1", "`x.?`"),
        ("chess(\"x\") + 1", "nothing is called `chess`"),
        ("amazons(\"x.o) + 1", "nothing is called `amazons`"),
    ] {
        let error = error(&["value", statement]);
        assert!(error.contains(part), "{statement}: {error}");
    }
}

/// The program plays itself; every move is legal, and an endgame that is called won is won.
#[test]
fn a_whole_game() {
    for player in ["exact", "thermostrat", "hotstrat"] {
        let lines = json(&["play", "amazons:4x4", "--time", "20ms", "--player", player, "--json"]);
        let (last, moves) = lines.split_last().expect("lines");
        assert_eq!(last["over"], true);
        let text: Vec<_> = moves.iter().filter_map(|line| line["move"].as_str()).collect();
        let shown = &json(&["show", "amazons:4x4", "--moves", &text.join(" "), "--json"])[0];
        assert_eq!(shown["winner"], last["winner"]);
        if player == "exact" {
            let won =
                moves.iter().find(|line| line["why"].as_str().is_some_and(|why| why.contains("exact: wins")));
            assert!(won.is_none_or(|line| line["player"] == last["winner"]), "{moves:?}");
        }
    }
}

/// Each thread has tables of its own, which count, too.
#[cfg(target_os = "linux")]
#[test]
fn a_build_keeps_to_its_memory() {
    let folder = Folder::new("memory");
    let file = folder.file("3x5.ydb");
    let arguments =
        ["db", "build", "amazons", "--box", "3x5", "--threads", "8", "--out", &file, "--memory", "64M"];
    let (exit, peak) = program::peak_memory(&arguments);
    assert_eq!(exit, Some(0));
    assert!(peak > 10 << 20, "the memory was not measured");
    assert!(peak <= 64 << 20, "{peak} bytes");
}
