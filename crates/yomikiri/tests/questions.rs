//! Every question of the analysis protocol has an answer of its type, and names what is wrong.

use serde_json::Value;
use std::sync::Mutex;
use std::time::Duration;
use yomikiri::analysis::{Examiner, Request, read};
use yomikiri::{NoFiles, Registry, Task, view};
use yomikiri_game::Stop;

fn ask(text: &str) -> Vec<Value> {
    let Ok(Request::Ask(question)) = read(text) else { panic!("{text}") };
    let told = Mutex::new(Vec::new());
    let minute = Duration::from_secs(60);
    let task = Task::new(Stop::new().within(question.time(minute, minute)));
    Examiner::new(64 << 20).examine(&question, Registry::shared(), &NoFiles, &task, &|event| {
        let line = view::event_line(&event);
        told.lock().expect("no panic").push(serde_json::from_str::<Value>(&line).expect("JSON"));
    });
    let told = told.into_inner().expect("no panic");
    let finals = told.iter().filter(|object| object["final"] == true).count();
    assert_eq!(finals, 1, "{told:?}");
    assert!(
        told.iter().all(|object| object["id"] == 1 && object["type"].is_string() && object["version"] == 1)
    );
    told
}

fn last(text: &str) -> Value {
    ask(text).pop().expect("an answer")
}

#[test]
fn a_scene_has_the_forced_tiles_of_every_move() {
    let scene = last(r#"{"id":1,"action":"show","game":"trax","moves":"@0/ B1\\"}"#);
    assert_eq!((&scene["type"], &scene["to_move"]), (&"scene".into(), &"first".into()));
    let choices = scene["choices"].as_array().expect("moves");
    assert_eq!(choices.len(), scene["legal_moves"].as_array().expect("moves").len());
    let closing = choices.iter().find(|choice| choice["move"] == r"A2\").expect("legal");
    assert_eq!((closing["added"].as_array().map(Vec::len), &closing["ends"]), (Some(2), &"second".into()));
    let over = last(r#"{"id":1,"action":"show","game":"trax","moves":"@0/ B1\\ A2\\"}"#);
    assert_eq!(over["layout"]["winning"].as_array().map(Vec::len), Some(4));
    assert_eq!(over["choices"].as_array().map(Vec::len), Some(0));
}

#[test]
fn an_illegal_move_says_why() {
    // Three lines of one colour would meet at the space.
    let scene = last(r#"{"id":1,"action":"show","game":"trax:3x3","moves":"@0/ A0+ A0+"}"#);
    let refused = scene["refused"].as_array().expect("a list");
    assert!(refused.iter().all(|one| one["why"].as_str().is_some_and(|why| !why.is_empty())), "{refused:?}");
}

#[test]
fn no_file_of_the_machine_is_read() {
    for game in ["toss:/etc/passwd", "pg:/etc/passwd", "toss:/dev/zero"] {
        for action in ["show", "solve", "move", "analyse"] {
            let answer = last(&format!(r#"{{"id":1,"action":"{action}","game":"{game}"}}"#));
            assert_eq!((&answer["type"], &answer["field"]), (&"analysis_error".into(), &"game".into()));
            assert!(!answer["message"].to_string().contains("root:"));
        }
    }
}

#[test]
fn a_description_comes_with_the_question() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/toss/tic-tac-toe.toss");
    let text = std::fs::read_to_string(path).expect("a description");
    let with = |action: &str, definition: &str| {
        let question = serde_json::json!({ "id": 1, "action": action, "game": "toss:mine.toss", "definition": definition });
        last(&question.to_string())
    };
    let scene = with("show", &text);
    assert_eq!((&scene["type"], &scene["layout"]), (&"scene".into(), &Value::Null));
    assert_eq!(scene["legal_moves"].as_array().map(Vec::len), Some(9));
    assert_eq!(with("solve", &text)["verdict"], "draw");
    assert_eq!(with("show", "nonsense")["field"], "game");
    // It is the only file there is: a name cannot lead to another.
    let other =
        serde_json::json!({ "id": 1, "action": "show", "game": "toss:/etc/passwd", "definition": text });
    assert_eq!(last(&other.to_string())["legal_moves"], scene["legal_moves"]);
}

#[test]
fn a_proof_goes_round() {
    let solution = last(r#"{"id":1,"action":"solve","game":"trax:3x3","proof":true,"all_moves":true}"#);
    assert_eq!(solution["verdict"], "draw");
    let proof = solution["proof"]["content"].as_str().expect("a proof");
    let check = last(&format!(r#"{{"id":1,"action":"check","proof":"{proof}"}}"#));
    assert_eq!(check["proof"], "holds");
    assert_eq!(last(r#"{"id":1,"action":"check","proof":"AAAA"}"#)["proof"], "fails");
    assert_eq!(last(r#"{"id":1,"action":"check","proof":"?"}"#)["field"], "proof");
    // The same proof as a book: both claims are of the kind "cannot win", so the opponent's replies come first or second.
    let walk = |claim: u32, moves: &str| {
        last(&format!(r#"{{"id":1,"action":"walk","proof":"{proof}","claim":{claim},"moves":"{moves}"}}"#))
    };
    for claim in [1, 2] {
        let entry = walk(claim, "");
        assert_eq!((&entry["type"], &entry["can_win"]), (&"proof_entry".into(), &false.into()));
        let branches = entry["branches"].as_array().expect("moves");
        let all = entry["to_move"] == entry["player"];
        assert_eq!(branches.len(), if all { 2 } else { 1 }, "{entry}");
        let next = walk(claim, branches[0]["move"].as_str().expect("a move"));
        assert_eq!((&next["player"], &next["to_move"]), (&entry["player"], &"second".into()));
    }
    assert_eq!(walk(3, "")["field"], "claim");
    assert_eq!(walk(1, "Z9/")["field"], "moves");
    assert_eq!(last(r#"{"id":1,"action":"walk","proof":"AAAA"}"#)["field"], "proof");
}

#[test]
fn progress_is_told_while_a_search_goes_on() {
    let told = ask(r#"{"id":1,"action":"solve","game":"trax:8x8","moves":"@0/","seconds":1,"every":0.1}"#);
    let (last, progress) = told.split_last().expect("answers");
    assert_eq!(last["type"], "solution");
    assert!(progress.len() >= 3 && progress.iter().all(|one| one["type"] == "progress"), "{progress:?}");
    let nodes: Vec<u64> = progress.iter().filter_map(|one| one["nodes"].as_u64()).collect();
    assert!(nodes.is_sorted() && nodes.last() > nodes.first(), "{nodes:?}");
}

#[test]
fn the_status_of_moves_is_told_while_a_search_goes_on() {
    let told =
        ask(r#"{"id":1,"game":"trax","moves":"@0/ B1+ C1\\ A2+","seconds":3,"every":0.05,"all_moves":true}"#);
    let early = told.iter().filter(|one| one["final"] == false && one["statuses"].is_array()).count();
    assert!(early >= 1, "{told:?}");
}

#[test]
fn files_of_games_are_read_and_annotated() {
    let text = r#""text":"@0/ B1\\ A2\\\n@0/ Z9/\n","game":"trax""#;
    let games = ask(&format!(r#"{{"id":1,"action":"record",{text}}}"#));
    assert_eq!(games.len(), 2);
    assert_eq!(
        (&games[0]["moves"], &games[0]["winner"]),
        (&serde_json::json!(["@0/", "B1\\", "A2\\"]), &"second".into())
    );
    assert!(games[1]["error"].is_string() && games[1]["moves"].as_array().map(Vec::len) == Some(1));
    assert_eq!(last(r#"{"id":1,"action":"record","text":"","game":"trax"}"#)["field"], "text");
    let notes = ask(&format!(r#"{{"id":1,"action":"annotate","number":1,{text}}}"#));
    assert_eq!((&notes[0]["type"], &notes[0]["turning_point"]), (&"annotated_game".into(), &3.into()));
    assert_eq!(notes.last().map(|last| &last["type"]), Some(&"annotation".into()));
    assert_eq!(last(&format!(r#"{{"id":1,"action":"annotate","number":9,{text}}}"#))["field"], "number");
}

#[test]
fn every_other_question_has_an_answer() {
    for (text, kind) in [
        (r#"{"id":1,"action":"games"}"#, "games"),
        (r#"{"id":1,"action":"threats","game":"trax","moves":"@0/ B1+ C1\\"}"#, "threats"),
        (r#"{"id":1,"action":"threats","game":"amazons:4x4"}"#, "analysis_error"),
        (r#"{"id":1,"action":"mate","game":"trax","moves":"@0/ A2+ @2/ @2/","plies":3}"#, "puzzle_solution"),
        (r#"{"id":1,"action":"mate","game":"amazons:4x4"}"#, "analysis_error"),
        (r#"{"id":1,"action":"problem","game":"trax:8x8","plies":3}"#, "puzzle"),
        (r#"{"id":1,"action":"problem","game":"amazons:4x4","plies":3}"#, "analysis_error"),
        (r#"{"id":1,"action":"value","expression":"{1|-1}"}"#, "value"),
        (r#"{"id":1,"action":"value","expression":"{1|"}"#, "analysis_error"),
        (r#"{"id":1,"action":"endgame","board":"xo."}"#, "endgame"),
        (r#"{"id":1,"action":"endgame","board":"xq."}"#, "analysis_error"),
        (r#"{"id":1,"action":"formulas","game":"gttt:3x3,animal=tippy","turns":5}"#, "comparison"),
        (r#"{"id":1,"action":"move","game":"gttt:3x3,animal=tic","seconds":1}"#, "move"),
        (r#"{"id":1,"action":"move","game":"amazons:4x4","seconds":0.1}"#, "move"),
        (r#"{"id":1,"action":"move","game":"trax","seconds":0.1,"level":1}"#, "move"),
        (r#"{"id":1,"action":"move","game":"trax","moves":"@0/ B1\\ A2\\"}"#, "analysis_error"),
    ] {
        let answer = last(text);
        assert_eq!(answer["type"], kind, "{text}: {answer}");
    }
}

#[test]
fn answers_conform_to_the_schema_but_for_the_address() {
    let schema = view::schema();
    let types: Vec<&Value> = schema["oneOf"]
        .as_array()
        .expect("shapes")
        .iter()
        .map(|shape| &shape["properties"]["type"]["const"])
        .collect();
    for kind in ["scene", "games", "waiting", "no_encoding", "progress", "analysis_error"] {
        assert!(types.contains(&&Value::from(kind)), "{kind}");
    }
}
