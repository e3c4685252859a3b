//! Every line of JSON that a verb prints keeps to the schema that `yomikiri schema` prints, and every shape of the
//! schema is explained on `docs/json.md`.

mod program;

use program::{Folder, text};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use yomikiri::view;

/// Cheap commands, with their exit codes: at least one of every verb that prints JSON, and one of every shape. They run in order in
/// one folder, which has the repository's `suites/` in it; every one gets `--json`.
const COMMANDS: &[(&str, i32)] = &[
    ("solve trax:3x3", 0),
    ("solve trax:4x4 --moves '@0/ @1/' --nodes 10", 1),
    (r"solve trax --moves '@0/ B1\ A2\'", 0),
    ("solve gttt:3x3,animal=el --all-moves", 0),
    ("solve trax:3x3 --proof 3x3.proof --can-win first", 0),
    ("solve trax:4x4 --endings 0 --checkpoint checkpoint --metrics metrics", 0),
    ("solve trax:4x4 --resume missing", 2),
    ("check 3x3.proof --after '@0/'", 0),
    ("check 3x3.proof 3x3.proof", 0),
    ("solve trax:3x3 --book 3x3.proof", 0),
    ("check suites/trax/bench.txt", 2),
    ("perft trax:3x3 --depth 3", 0),
    ("show trax:3x3 --moves '@0/'", 0),
    (r"show trax --moves '@0/ B1\ A2\'", 0),
    (r"show trax --threats --moves '@0/ B1+ C1\'", 0),
    (r"show trax --threats --moves '@0/ A2+ @2/ @2/'", 0),
    (r"puzzle solve trax --moves '@0/ B1\ C1\ @1/ B2/' --all", 0),
    ("puzzle solve trax:4x4 --moves '@0+' --max-plies 3", 0),
    (r"puzzle solve trax --moves '@0/ B1\ C1\ @1/ B2/' --nodes 10", 1),
    ("puzzle make --plies 3 --count 2 --game trax:8x8", 0),
    ("puzzle make --plies 3-9 --count 1 --from suites/trax/games-unlimited.trx", 0),
    ("puzzle daily suites/trax/mates-8x8.tsv --date 2026-11-16", 0),
    ("puzzle check problems.tsv --confirm 9", 2),
    ("replay games.trx", 2),
    ("replay suites/trax/games-unlimited.trx", 0),
    ("annotate games.trx --time 50ms --jobs 1", 2),
    ("annotate suites/trax/games-unlimited.trx --game 2 --time 50ms --confirm 1", 0),
    ("bench", 0),
    ("reproduce 001 --max-size 3", 0),
    ("reproduce 002 --accuracy 1 --speed 0 --puzzles 1 --lengths 0 --per-problem 1s", 0),
    ("reproduce 000 --only 000-solve-3", 0),
    ("reproduce all --budget 0s", 0),
    ("count trax:3x3", 0),
    ("count trax:3x3 --method 2-exact", 0),
    ("count trax:3x3 --method importance --samples 1000", 0),
    ("count gttt:3x3,animal=tic --method reachable", 0),
    ("table harary --time 10ms", 0),
    ("value '{1|-1}'", 0),
    ("value '{1|-1}' --outcome", 0),
    ("value 'a = {1|*}; a + a >= 1; a > 0; incentives(a); outcome(a) == N'", 2),
    ("value clobber xo/ox", 0),
    ("value amazons 'x..o|..#.'", 0),
    ("db build amazons --box 3x2 --out 3x2.ydb", 0),
    ("db query 3x2.ydb x.o", 0),
    ("db verify 3x2.ydb --sample 5", 0),
    ("db stats 3x2.ydb", 0),
    ("db exceptions 3x2.ydb --max-empty 3", 0),
    ("db build nogo --box 2x2 --out 2x2.ydb", 0),
    ("db query 2x2.ydb x./..", 0),
    ("db verify 2x2.ydb --sample 5", 0),
    ("db stats 2x2.ydb", 0),
    ("value nogo x./.. --db 2x2.ydb", 0),
    ("value nogo 2x2 --outcome", 0),
    ("play amazons:4x4 --time 10ms", 0),
    ("qbf encode gttt:3x3,animal=tippy --turns 5", 0),
    ("qbf encode gttt:3x3,animal=el --turns 5 --out el.qdimacs --map el.map", 0),
    ("qbf solve el.qdimacs --certificate el.aig", 10),
    ("qbf check el.qdimacs el.aig", 10),
    ("qbf strategy gttt:3x3,animal=el --turns 5 --from el.aig", 0),
    ("qbf solve suites/qbf/test_unsat.qdimacs", 20),
    ("qbf decide gttt:3x3,animal=tippy --turns 7", 0),
    ("qbf compare gttt:3x3,animal=tippy --turns 3", 0),
    ("toss solve suites/toss/tic-tac-toe.toss", 0),
    ("reproduce 003 --repeats 1", 0),
    ("coordinate trax:3x3 --workers 1 --store 3x3.store --proof cluster.proof", 0),
    ("cluster status --store 3x3.store", 0),
    ("cluster simulate trax:3x3 --workers 1,2 --grain 10", 0),
    // No command at all.
    ("", 0),
];

/// Verbs that print no result as JSON.
const NO_JSON: &[&str] = &["analyse", "completions", "help", "man", "schema", "serve", "ugi", "work"];

/// Queries of `analyse`, which is asked through standard input.
const QUERIES: &str = r#"{"id":1,"game":"trax","moves":"@0/ B1+ C1\\","all_moves":true,"every":0.01}
{"id":"two","game":"gomoku:3x3,k=3","all_moves":true,"every":0.02}
{"id":3,"game":"trax","moves":["@0/","@1/"],"seconds":0.1,"every":0.05}
{"id":4,"game":"trax:2x2","moves":"@0/ B1\\ A2\\"}
{"id":5,"action":"ready"}
{"id":6,"game":"chess"}
{"id":7,"action":"games"}
{"id":8,"action":"show","game":"trax:3x3","moves":"@0/ A0+ A0+"}
{"id":9,"action":"show","game":"amazons:4x4"}
{"id":10,"action":"show","game":"torus:3x3,animal=tippy","moves":"a1"}
{"id":11,"action":"solve","game":"trax:3x3","proof":true,"all_moves":true}
{"id":12,"action":"solve","game":"trax:8x8","moves":"@0/","seconds":0.3,"every":0.05}
{"id":13,"action":"formulas","game":"gttt:3x3,animal=tippy","turns":3}
{"id":14,"action":"formulas","game":"trax:3x3","turns":3}
{"id":15,"action":"record","game":"trax","text":"@0/ B1\\ A2\\"}
{"id":16,"action":"annotate","game":"trax","text":"@0/ B1\\ A2\\","number":1}
{"id":17,"action":"threats","game":"trax","moves":"@0/ B1+ C1\\"}
{"id":18,"action":"mate","game":"trax","moves":"@0/ A2+ @2/ @2/","plies":3}
{"id":19,"action":"problem","game":"trax:8x8","plies":3}
{"id":20,"action":"value","expression":"{1|-1}"}
{"id":21,"action":"endgame","board":"x.o"}
{"id":22,"action":"move","game":"gttt:3x3,animal=tic","seconds":1}
{"id":23,"action":"check","proof":"AAAA"}
nonsense
"#;

const PROBLEMS: &str = "trax\tred\t5\tA0\\ D0/\tall\t3\t4\t@0/ B1\\ C1\\ @1/ B2/\n\
                        @0/ B1\\ C1\\ @1/ B2/\tA0\\\t5\n\
                        trax\tred\t7\tA0\\\tthreats\t3\t4\t@0/ B1\\ C1\\ @1/ B2/\n\
                        trax\tred\t3\tA0\\\tall\t3\t4\t@0/ Z9\\\n";

const GAMES: &str = "red\t@0/ B1\\ A2\\\nwhite\t@0/ @1/\nnone\t@0+ RESIGN\n@0/ DRAW\n@0/ Z9/\n";

/// The schema of each shape, by its type. What it does not mention is refused, so that no field is left undescribed.
fn shapes() -> BTreeMap<String, Value> {
    let schema = view::schema();
    let of = |shape: &Value| {
        let mut shape = shape.clone();
        shape["$defs"] = schema["$defs"].clone();
        shape["unevaluatedProperties"] = false.into();
        (shape["properties"]["type"]["const"].as_str().expect("a type").to_owned(), shape)
    };
    schema["oneOf"].as_array().expect("shapes").iter().map(of).collect()
}

/// Checks one line; gives its type.
fn validate(shapes: &BTreeMap<String, Value>, line: &str) -> Result<String, String> {
    let object: Value = serde_json::from_str(line).map_err(|error| format!("{error}: {line}"))?;
    let kind = object["type"].as_str().ok_or_else(|| format!("no type: {line}"))?;
    let shape = shapes.get(kind).ok_or_else(|| format!("unknown type {kind}: {line}"))?;
    let validator = jsonschema::validator_for(shape).expect("a schema");
    let errors: Vec<_> = validator.iter_errors(&object).map(|error| error.to_string()).collect();
    if errors.is_empty() { Ok(kind.to_owned()) } else { Err(format!("{}: {line}", errors.join("; "))) }
}

/// The words of a command, with spaces between single quotes.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut quoted, mut inside) = (Vec::new(), false, false);
    for c in command.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => inside = false,
            _ => {
                if !inside {
                    words.push(String::new());
                    inside = true;
                }
                words.last_mut().expect("pushed").push(c);
            }
        }
    }
    words
}

fn run(folder: &Folder, command: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    program.args(words(command)).args(["--json", "--quiet"]).current_dir(&folder.0);
    program.output().expect("the program runs")
}

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
#[cfg(unix)]
fn every_line_keeps_to_the_schema() {
    let folder = Folder::new("schema");
    std::os::unix::fs::symlink(root().join("suites"), folder.0.join("suites")).expect("a link");
    std::fs::write(folder.file("problems.tsv"), PROBLEMS).expect("room on the disk");
    std::fs::write(folder.file("games.trx"), GAMES).expect("room on the disk");
    let shapes = shapes();
    let (mut seen, mut failures) = (BTreeSet::new(), Vec::new());
    for &(command, exit) in COMMANDS {
        let output = run(&folder, command);
        if output.status.code() != Some(exit) {
            failures.push(format!("`{command}` ended with {}: {}", output.status, text(&output.stderr)));
        }
        let printed = text(&output.stdout);
        if printed.is_empty() {
            failures.push(format!("`{command}` prints nothing"));
        }
        for line in printed.lines() {
            match validate(&shapes, line) {
                Ok(kind) => {
                    seen.insert(kind);
                }
                Err(failure) => failures.push(format!("`{command}`: {failure}")),
            }
        }
    }
    let analysed = analysed();
    assert!(analysed.lines().count() >= 8, "{analysed}");
    for line in analysed.lines() {
        match validate(&shapes, line) {
            Ok(kind) => {
                seen.insert(kind);
            }
            Err(failure) => failures.push(format!("analyse: {failure}")),
        }
    }
    let written = ["metrics", "el.map"].map(|file| std::fs::read_to_string(folder.file(file)).expect(file));
    for line in written.iter().flat_map(|text| text.lines()).chain(rare().iter().map(String::as_str)) {
        match validate(&shapes, line) {
            Ok(kind) => {
                seen.insert(kind);
            }
            Err(failure) => failures.push(format!("files: {failure}")),
        }
    }
    let unseen = shapes.keys().filter(|kind| !seen.contains(*kind));
    failures.extend(unseen.map(|kind| format!("no command prints the type {kind}: add one to the table")));
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// What `analyse` answers.
fn analysed() -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    program.arg("analyse").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = program.spawn().expect("the program runs");
    child.stdin.take().expect("piped").write_all(QUERIES.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    text(&output.stdout).to_owned()
}

/// Lines that a short run does not write.
fn rare() -> Vec<String> {
    let moment = || view::Moment { time: 1.5e9, game: "trax".to_owned(), moves: vec!["@0/".to_owned()] };
    let player = view::Player::First;
    let failed = view::CheckpointFailed { moment: moment(), player, error: "disk full".to_owned() };
    let progress = view::Progress {
        moment: moment(),
        player,
        seconds: 10.0,
        nodes: 1,
        shallow_nodes: 2,
        ending_plays: 3,
        nodes_per_second: 4,
        table_entries: 5,
        table_capacity: 6,
        collections: 7,
        depth: 8,
        proof: 9,
        disproof: 10,
        line: vec!["@0/".to_owned()],
    };
    // Evaluating all 4×4 boards takes half a minute.
    let sums = view::papers::PaperSums {
        paper: "003",
        subgames: 4,
        empty_squares: 4.6,
        sums: 4845,
        repeats: 1,
        thermostrat: [0.9868, 0.0],
        hotstrat: [0.9849, 0.0],
        sentestrat: [0.9849, 0.0],
        exact: [1.0, 0.0],
        decisive: 1769.0,
        games_thermostrat: 0.9526,
        games_hotstrat: 0.9499,
        games_sentestrat: 0.9499,
        paper_empty_squares: "6.85",
        paper_thermostrat: None,
        paper_hotstrat: Some(4816),
        paper_decisive: Some(2160),
    };
    // Only a server has others who come first.
    let waiting = view::Waiting {};
    // What was exported before: the tests of `yomikiri-cluster` do that.
    let merge = view::ClusterMerge { file: "3x3.txt".to_owned(), taken: 1, known: 0, refused: 0 };
    let objects = [view::object(failed), view::object(progress), view::object(sums), view::object(waiting)];
    let lines = objects.into_iter().chain([view::object(merge)]);
    lines.map(|line| line.to_string()).collect()
}

/// If the schema let everything through, nothing would fail.
#[test]
fn what_is_wrong_is_refused() {
    let shapes = shapes();
    let perft = json!({ "type": "perft", "version": 1, "game": "trax", "moves": [], "depth": 1, "leaves": 3,
                        "seconds": 0.5 });
    assert_eq!(validate(&shapes, &perft.to_string()).as_deref(), Ok("perft"));
    for (field, value) in [
        ("type", json!("count")),
        ("type", json!("solution")),
        ("version", json!(2)),
        ("moves", json!("@0/")),
        ("leaves", json!("3")),
        ("leaves", Value::Null),
        ("undescribed", json!(1)),
    ] {
        let mut wrong = perft.clone();
        wrong[field] = value.clone();
        assert!(validate(&shapes, &wrong.to_string()).is_err(), "{field}: {value}");
    }
    let without = json!({ "type": "perft", "version": 1, "game": "trax", "moves": [], "depth": 1 });
    assert!(validate(&shapes, &without.to_string()).is_err());
}

#[test]
fn every_verb_is_in_the_table() {
    let help = program::yomikiri(&["--help"]);
    let listed = text(&help.stdout).lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let verbs =
        listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).filter(|verb| !verb.is_empty());
    let known: BTreeSet<&str> = COMMANDS
        .iter()
        .filter_map(|(command, _)| command.split(' ').next())
        .chain(NO_JSON.iter().copied())
        .collect();
    let verbs: Vec<&str> = verbs.collect();
    assert!(verbs.len() >= 15, "{verbs:?}");
    for verb in verbs {
        assert!(known.contains(verb), "no command of the verb {verb} is in the table");
    }
}

#[test]
fn the_schema_can_be_printed() {
    let output = program::yomikiri(&["schema"]);
    assert_eq!(serde_json::from_slice::<Value>(&output.stdout).expect("JSON"), view::schema());
    jsonschema::meta::validate(&view::schema()).expect("a JSON Schema");
}

#[test]
fn every_shape_is_explained() {
    let page = std::fs::read_to_string(root().join("docs/json.md")).expect("the page");
    let headings: BTreeSet<&str> =
        page.lines().filter_map(|line| line.strip_prefix("### `")?.strip_suffix('`')).collect();
    for kind in shapes().keys() {
        assert!(headings.contains(kind.as_str()), "docs/json.md has no section ### `{kind}`");
    }
    // Numbers that are not always the same are left open there.
    let lines = page.lines().filter(|line| line.starts_with('{')).map(|line| line.replace("[..]", "1"));
    let examples: Result<BTreeSet<_>, _> = lines.map(|line| validate(&shapes(), &line)).collect();
    let examples = examples.expect("examples that keep to the schema");
    for kind in shapes().keys() {
        assert!(examples.contains(kind), "docs/json.md shows no line of type {kind}");
    }
    for heading in headings {
        assert!(shapes().contains_key(heading), "docs/json.md explains {heading}, which is no type");
    }
}
