//! `reproduce` with a budget, and single experiments.

mod program;

use program::{Folder, error, json, text, yomikiri};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

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
const KEYS: [&str; 17] = [
    "type",
    "version",
    "program",
    "machine",
    "started",
    "seconds",
    "budget_seconds",
    "memory_bytes",
    "experiments",
    "searches",
    "stored",
    "counts",
    "mates",
    "stored_mates",
    "sums",
    "formulas",
    "positions",
];

const TITLES: [&str; 12] = [
    "Tables 1 and 2: configurations of tiles",
    "Table 3: positions of other games",
    "Tables 4 and 5: searches of n×n Trax",
    "Figure 7: the positions of 8×8 Trax after one and two moves",
    "Tables 1 to 8: searches of n×n Trax without lines",
    "Table 1: problems solved, by method",
    "Table 1: correct first moves",
    "Table 2: correct first moves in decisive sums",
    "Tables 1 and 2, by search",
    "Tables 1 and 2, by formulas",
    "QBF solvers on both encodings",
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
    for number in ["7,678,241,792", "11,623,095 †"] {
        assert!(html.contains(number) && printed.contains(number), "{number}");
    }
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
fn one_experiment_runs_alone() {
    let lines = json(&["reproduce", "000", "--only", "000-solve-4", "--json"]);
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["budget_seconds"], Value::Null);
    let experiments = lines[0]["experiments"].as_array().expect("a list");
    assert_eq!((experiments.len(), &experiments[0]["status"]), (1, &"done".into()));
    assert_eq!(lines[0]["searches"].as_array().map(Vec::len), Some(2));
    let error = error(&["reproduce", "001", "--only", "000-solve-4"]);
    assert!(error.contains("no experiment 000-solve-4") && error.contains("001-solve-4"), "{error}");
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_reports_what_was_done() {
    let folder = Folder::new("report-interrupted");
    let path = folder.file("report");
    let mut child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args(["reproduce", "001", "--budget", "10m", "--out", &path])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // Each experiment that is begun is a line on standard error. The last ones take a minute.
    let mut said = BufReader::new(child.stderr.take().expect("piped")).lines();
    let third = said.find(|line| line.as_ref().is_ok_and(|line| line.starts_with("3/")));
    assert!(third.is_some(), "it ended before the third experiment");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let rest: Vec<_> = said.collect();
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1), "{rest:?}");
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
