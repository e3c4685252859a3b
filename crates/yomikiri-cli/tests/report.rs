//! `reproduce` with a budget: the report, and the stored reference run.

mod program;

use program::{Folder, error, text, yomikiri};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Runs a report that must succeed; gives what it printed and report.json.
fn report(folder: &Folder, arguments: &[&str]) -> (String, Value) {
    let path = folder.file("report");
    let all: Vec<&str> = ["reproduce"].iter().chain(arguments).copied().chain(["--out", &path]).collect();
    let output = yomikiri(&all);
    assert_eq!(output.status.code(), Some(0), "{all:?}: {}", text(&output.stderr));
    let json = std::fs::read(format!("{path}/report.json")).expect("report.json");
    (text(&output.stdout).to_owned(), serde_json::from_slice(&json).expect("JSON"))
}

/// The keys that docs/report.md names.
const KEYS: [&str; 16] = [
    "format",
    "version",
    "program",
    "machine",
    "started",
    "seconds",
    "budget_seconds",
    "memory",
    "experiments",
    "searches",
    "stored",
    "counts",
    "mates",
    "sums",
    "formulas",
    "positions",
];

const TITLES: [&str; 10] = [
    "Tables 1 and 2: configurations of tiles",
    "Table 3: positions of other games",
    "Tables 4 and 5: searches of n×n Trax",
    "Figure 7: the positions of 8×8 Trax after one and two moves",
    "Tables 1 to 8: searches of n×n Trax without lines",
    "Table 1: problems solved, by method",
    "Table 1: correct first moves",
    "Table 2: correct first moves in decisive sums",
    "Tables 1 and 2: values and seconds",
    "What was left out",
];

#[test]
fn without_time_there_is_a_report_all_the_same() {
    let folder = Folder::new("report-none");
    let (printed, json) = report(&folder, &["all", "--budget", "0s"]);
    let documentation =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/report.md")).expect("docs");
    let object = json.as_object().expect("an object");
    assert_eq!(object.len(), KEYS.len());
    for key in KEYS {
        assert!(object.contains_key(key), "{key}");
        assert!(documentation.contains(&format!("`{key}`")), "docs/report.md does not explain {key}");
    }
    let experiments = json["experiments"].as_array().expect("a list");
    assert!(experiments.len() > 30);
    for experiment in experiments {
        assert_eq!(experiment["status"], "skipped");
        let command = experiment["command"].as_str().expect("a command");
        assert!(printed.contains(command), "{command}");
    }
    assert!(json["searches"].as_array().is_some_and(Vec::is_empty));
    let html = std::fs::read_to_string(folder.file("report/report.html")).expect("report.html");
    for title in TITLES {
        assert!(html.contains(title), "{title}");
    }
    for tag in ["table", "section", "figure", "tr", "div", "svg", "code"] {
        let (opened, closed) =
            (html.matches(&format!("<{tag}")).count(), html.matches(&format!("</{tag}>")).count());
        // `<tr` begins `<track` and the like, which are not used.
        assert_eq!(opened, closed, "<{tag}>");
    }
    // Everything is in the page: nothing is fetched.
    for outside in ["src=", "<script", "<link", "@import", "url(http"] {
        assert!(!html.contains(outside), "{outside}");
    }
    for name in ["000-figure-6", "000-nodes", "000-figure-7", "002-table-1", "003-table-1", "004-formulas"] {
        let svg = std::fs::read_to_string(folder.file(&format!("report/{name}.svg"))).expect(name);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{name}");
    }
    // Paper 000's figures for 7×7, and ours that are stored.
    for number in ["7,678,241,792", "23,396,564 †"] {
        assert!(html.contains(number) && printed.contains(number), "{number}");
    }
}

/// What identifies a search, and what must repeat.
fn searches(json: &Value) -> Vec<(String, Value)> {
    let searches = json["searches"].as_array().expect("a list").iter();
    searches
        .map(|search| {
            let name = format!("{} {} {}", search["game"], search["method"], search["can_win"]);
            (name, serde_json::json!([search["answer"], search["nodes"]]))
        })
        .collect()
}

#[test]
fn the_reference_run_repeats() {
    let reference = include_str!("../../../docs/results/report.json");
    let reference: Value = serde_json::from_str(reference).expect("JSON");
    let known = searches(&reference);
    assert!(known.len() >= 40, "the reference run has {} searches", known.len());
    assert!(known.iter().all(|(_, result)| result[0] == false), "every board is a draw");
    let folder = Folder::new("report-reference");
    let (_, json) = report(&folder, &["000", "--budget", "9s"]);
    let again = searches(&json);
    // Boards up to 4×4 take a moment on any machine.
    assert!(again.len() >= 6, "{again:?}");
    for (name, result) in again.iter().filter(|(_, result)| !result[0].is_null()) {
        let before = known.iter().find(|(known, _)| known == name);
        assert_eq!(before.map(|(_, result)| result), Some(result), "{name}");
    }
    let counts = |json: &Value| -> Vec<(Value, Value)> {
        let counts = json["counts"].as_array().expect("a list").iter();
        counts.map(|count| (count["game"].clone(), count["configurations"].clone())).collect()
    };
    let known = counts(&reference);
    assert!(known.contains(&("trax:8x8".into(), "262145574057383975162596".into())), "{known:?}");
    for count in counts(&json) {
        assert!(known.contains(&count), "{count:?}");
    }
}

#[test]
fn the_formulas_have_the_values_of_the_reference_run() {
    let reference = include_str!("../../../docs/results/report.json");
    let reference: Value = serde_json::from_str(reference).expect("JSON");
    let folder = Folder::new("report-formulas");
    let (_, json) = report(&folder, &["004", "--budget", "1m"]);
    let values = |json: &Value| -> Vec<Value> {
        let cells = json["formulas"].as_array().expect("a list").iter();
        cells
            .map(|cell| serde_json::json!([cell["game"], cell["turns"], cell["method"], cell["verdict"]]))
            .collect()
    };
    let again = values(&json);
    assert_eq!(again.len(), 180);
    assert_eq!(again, values(&reference));
}

#[test]
fn budgets_are_times() {
    for budget in ["soon", "10y", "-1m", ""] {
        let error = error(&["reproduce", "all", &format!("--budget={budget}")]);
        assert!(error.contains("--budget"), "{error}");
    }
    let error = error(&["reproduce", "all", "--budget", "0s", "--out", "/dev/null/report"]);
    assert!(error.contains("cannot make /dev/null/report"), "{error}");
}

#[test]
fn one_paper_has_its_own_report() {
    let folder = Folder::new("report-one");
    let (printed, json) = report(&folder, &["001", "--budget", "0s"]);
    assert!(printed.contains("Tables 1 to 8") && !printed.contains("Tables 4 and 5"), "{printed}");
    let papers =
        json["experiments"].as_array().expect("a list").iter().map(|experiment| &experiment["paper"]);
    // Its figure 7 is made with the problems of paper 002.
    assert!(papers.into_iter().all(|paper| paper == "001" || paper == "002"));
    let output = yomikiri(&["reproduce", "000", "--max-size", "4"]);
    assert!(text(&output.stdout).contains("yomikiri solve trax:7x7 --threads 2 --memory 12G"));
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_reports_what_was_done() {
    let folder = Folder::new("report-interrupted");
    let path = folder.file("report");
    let child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(["reproduce", "001", "--budget", "10m", "--out", &path])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // The first experiments take a moment, the last of those that fit a minute.
    std::thread::sleep(Duration::from_secs(3));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let json = std::fs::read(format!("{path}/report.json")).expect("report.json");
    let json: Value = serde_json::from_slice(&json).expect("JSON");
    let count = |status: &str| {
        let experiments = json["experiments"].as_array().expect("a list").iter();
        experiments.filter(|experiment| experiment["status"] == status).count()
    };
    assert!(count("done") > 0 && count("skipped") > 0, "{json}");
    let html = std::fs::read_to_string(format!("{path}/report.html")).expect("report.html");
    assert!(html.contains("What was left out"));
}
