//! Numbers in README and in the pages under `docs/` are those of stored results.
//!
//! - Tables that are made from stored results are made again and compared, below the mark that names the file.
//! - Every other number is listed in `suites/quoted.tsv`, with its page, how often it stands there, and whether it is in a stored
//!   result: in the reference run (`docs/results/report.json`), in a file of `suites/`, or a sum of the two questions about a board.
//!   So a number cannot change on its page alone, and a page cannot go on quoting a result that has changed.
//!
//! On the pages that report results, that is every number with thousands separators, a decimal point or a unit, and every number in
//! a table; on the other pages those with thousands separators. `YOMIKIRI_PAGES=rewrite` makes the tables and
//! `suites/quoted.tsv` again: look at the difference.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use yomikiri::Task;
use yomikiri::text::{Table, grouped, seconds};
use yomikiri_papers::mates::ByLength;
use yomikiri_papers::searches::Search;
use yomikiri_papers::{LIMITED_TRAX, SIX_BY_SIX, stored};

const QUOTED: &str = "suites/quoted.tsv";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rewrites() -> bool {
    std::env::var_os("YOMIKIRI_PAGES").is_some_and(|wish| wish == "rewrite")
}

fn reference_run() -> Value {
    let report = fs::read_to_string(root().join("docs/results/report.json")).expect("the reference run");
    serde_json::from_str(&report).expect("JSON")
}

/// README and all pages under `docs/`, with their names.
fn pages() -> Vec<(String, String)> {
    let mut names = vec!["README.md".to_owned()];
    for entry in fs::read_dir(root().join("docs")).expect("the folder of pages") {
        let name = entry.expect("an entry").file_name().into_string().expect("a plain name");
        if name.ends_with(".md") {
            names.push(format!("docs/{name}"));
        }
    }
    names.sort();
    let read = |name: String| {
        let text = fs::read_to_string(root().join(&name)).expect("a page");
        (name, text)
    };
    names.into_iter().map(read).collect()
}

/// The pages that report results: every figure on them counts.
const RESULT_PAGES: [&str; 11] = [
    "README.md",
    "docs/amazons.md",
    "docs/as-in-the-papers.md",
    "docs/counting.md",
    "docs/from-a-game-to-a-formula-and-back.md",
    "docs/report.md",
    "docs/trax-8x8.md",
    "docs/trax-performance.md",
    "docs/trax-player.md",
    "docs/trax-problems.md",
    "docs/values.md",
];

/// What makes a number a measurement, if it follows.
const UNITS: [&str; 20] = [
    "%", "B", "GB", "GiB", "KB", "MB", "MiB", "billion", "bytes", "days", "hours", "million", "minutes",
    "ms", "nodes", "problems", "s", "seconds", "threads", "times",
];

/// The numbers of a text as written, each with whether a unit follows.
fn tokens(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let belongs = |c: char| c.is_ascii_digit() || c == ',' || c == '.';
    let ends = move |from: usize| text[from..].find(|c| !belongs(c)).map_or(text.len(), |end| from + end);
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(|c: char| c.is_ascii_digit())?;
        at = ends(start);
        let rest = text[at..].trim_start_matches([' ', '\u{a0}']);
        let unit = rest.find(|c: char| !c.is_alphabetic() && c != '%').map_or(rest, |end| &rest[..end]);
        Some((text[start..at].trim_end_matches([',', '.']), UNITS.contains(&unit)))
    })
}

/// A number with thousands separators.
fn grouped_number(token: &str) -> Option<u64> {
    let mut groups = token.split(',');
    let first = groups.next().unwrap_or_default();
    let rest: Vec<&str> = groups.collect();
    let is_grouped = (1..=3).contains(&first.len())
        && !rest.is_empty()
        && rest.iter().all(|group| group.len() == 3)
        && !token.contains('.');
    is_grouped.then(|| token.replace(',', "").parse().ok()).flatten()
}

fn grouped_numbers(text: &str) -> BTreeSet<u64> {
    tokens(text).filter_map(|(token, _)| grouped_number(token)).collect()
}

/// The figures of a page that have to be those of stored results, with how often each stands there.
fn figures(page: &str, text: &str) -> BTreeMap<String, u32> {
    let reports = RESULT_PAGES.contains(&page);
    let mut found = BTreeMap::new();
    for line in text.lines() {
        let is_row = line.starts_with('|');
        for (token, has_unit) in tokens(line) {
            let number = grouped_number(token).map(|number| number.to_string());
            let is_decimal = token.split_once('.').is_some_and(|(_, digits)| !digits.contains(['.', ',']));
            let other = (reports && (is_decimal || has_unit || is_row)).then(|| token.to_owned());
            if let Some(figure) = number.or(other) {
                *found.entry(figure).or_default() += 1;
            }
        }
    }
    found
}

/// Every whole number of a text, grouped or not.
fn all_numbers(text: &str) -> BTreeSet<u64> {
    let plain = text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok());
    plain.chain(grouped_numbers(text)).collect()
}

fn numbers_in_json(value: &Value, into: &mut BTreeSet<u64>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| numbers_in_json(value, into)),
        Value::Object(fields) => fields.values().for_each(|value| numbers_in_json(value, into)),
        Value::Number(number) => into.extend(number.as_f64().map(|number| number.round() as u64)),
        Value::String(text) => into.extend(all_numbers(text)),
        Value::Null | Value::Bool(_) => {}
    }
}

fn files_below(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files_below(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "tsv" || extension == "txt") {
            into.push(path);
        }
    }
}

/// What the stored results say.
fn stored_numbers() -> BTreeSet<u64> {
    let mut numbers = BTreeSet::new();
    let report = reference_run();
    numbers_in_json(&report, &mut numbers);
    // Boards are often quoted with both questions together.
    let mut both: BTreeMap<String, u64> = BTreeMap::new();
    for search in report["searches"].as_array().expect("a list") {
        let name = format!("{} {} {}", search["paper"], search["game"], search["method"]);
        *both.entry(name).or_default() += search["nodes"].as_u64().unwrap_or(0);
    }
    for paper in [&LIMITED_TRAX, &SIX_BY_SIX] {
        for figure in paper.figures() {
            *both.entry(format!("{:?} {} {}", paper.paper, figure.size, figure.label)).or_default() +=
                figure.nodes;
        }
    }
    numbers.extend(both.into_values());
    let mut files = Vec::new();
    files_below(&root().join("suites"), &mut files);
    for file in files.iter().filter(|file| !file.ends_with("quoted.tsv")) {
        numbers.extend(all_numbers(&fs::read_to_string(file).expect("a suite")));
    }
    numbers
}

/// `suites/quoted.tsv` has just the figures of the pages: one that is missing there has changed or is new, and one that is on no page
/// any more would let it come back unseen.
#[test]
fn quoted_numbers_are_stored_results() {
    let quoted = fs::read_to_string(root().join(QUOTED)).expect("the file");
    let (head, lines): (Vec<&str>, Vec<&str>) = quoted.lines().partition(|line| line.starts_with('#'));
    let lines: BTreeSet<String> = lines.into_iter().map(str::to_owned).collect();
    let stored = stored_numbers();
    let mut wanted = BTreeSet::new();
    for (page, text) in pages() {
        for (figure, times) in figures(&page, &text) {
            // Small and broken numbers are in some stored result by chance.
            let is_stored =
                figure.parse().is_ok_and(|number: u64| number >= 1000 && stored.contains(&number));
            let source = if is_stored { "stored" } else { "page" };
            wanted.insert(format!("{page}\t{figure}\t{times}\t{source}"));
        }
    }
    if rewrites() {
        let text: Vec<String> = head.into_iter().map(str::to_owned).chain(wanted).collect();
        fs::write(root().join(QUOTED), text.join("\n") + "\n").expect("it can be written");
        return;
    }
    let shown = |lines: Vec<&String>| lines.into_iter().map(|line| format!("{line}\n")).collect::<String>();
    let (unknown, stale) =
        (shown(wanted.difference(&lines).collect()), shown(lines.difference(&wanted).collect()));
    assert!(
        unknown.is_empty() && stale.is_empty(),
        "A page or a stored result has changed. If both are right, YOMIKIRI_PAGES=rewrite lists them again.\n\
         On the pages, but not in {QUOTED}:\n{unknown}In {QUOTED}, but not so on the pages:\n{stale}"
    );
}

/// Replaces or compares the table below a mark on a page.
fn check_table(page: &str, source: &str, expected: &str) {
    let mark = format!("<!-- made from {source} by tests/quotes.rs of yomikiri-papers -->\n");
    let path = root().join(page);
    let text = fs::read_to_string(&path).expect("the page");
    let (before, after) = text.split_once(&mark).expect("the mark of the table");
    let end = after.find("\n\n").map_or(after.len(), |end| end + 1);
    if rewrites() {
        fs::write(&path, format!("{before}{mark}{expected}{}", &after[end..])).expect("it can be written");
    } else {
        assert_eq!(&after[..end], expected, "{page}, made from {source}");
    }
}

/// The table of `docs/as-in-the-papers.md`, from what was measured.
fn as_in_table() -> String {
    let mut table = "| paper | board | method | can win? | paper | as in the paper | ratio |\n|---|---|---|---|---:|---:|---:|\n".to_owned();
    for paper in [&SIX_BY_SIX, &LIMITED_TRAX] {
        for figure in paper.figures() {
            let command = Search::of_figure(paper, &figure, 1 << 30).command();
            let found = stored::by_command(&command).and_then(|stored| stored.nodes);
            let (nodes, ratio) = found.map_or(("–".to_owned(), "–".to_owned()), |nodes| {
                (grouped(nodes), format!("{:.2}", nodes as f64 / figure.nodes as f64))
            });
            table += &format!(
                "| {} | {1}×{1} | {2} | {3} | {4} | {nodes} | {ratio} |\n",
                paper.paper.number(),
                figure.size,
                figure.label,
                figure.can_win,
                grouped(figure.nodes)
            );
        }
    }
    table
}

/// The table of README: both questions together, our way.
fn board_table() -> String {
    const ROWS: [(&str, &str, &str, &str); 3] = [
        ("3×3,line=8", "001", "trax:3x3,line=8", "dfpn d=0"),
        ("4×4", "000", "trax:4x4", "dfpn d=2"),
        ("5×5", "000", "trax:5x5", "dfpn d=2"),
    ];
    let report = reference_run();
    let searches = report["searches"].as_array().expect("a list");
    let mut table = Table::new(["board", "value", "nodes", "in the paper", "seconds", "in the paper"]);
    for (board, paper, game, method) in ROWS {
        let sum = |method: &str, field: &str| -> f64 {
            let asked: Vec<&Value> = searches
                .iter()
                .filter(|search| {
                    search["paper"] == paper && search["game"] == game && search["method"] == method
                })
                .collect();
            assert_eq!(asked.len(), 2, "{game} {method}");
            assert!(asked.iter().all(|search| search["can_win"] == false), "{game} is a draw");
            asked.iter().map(|search| search[field].as_f64().expect("a number")).sum()
        };
        table.row([
            board.to_owned(),
            "draw".to_owned(),
            grouped(sum("default", "nodes") as u64),
            grouped(sum(method, "paper_nodes") as u64),
            seconds(sum("default", "seconds")),
            seconds(sum(method, "paper_seconds")),
        ]);
    }
    format!("```text\n{table}```\n")
}

/// The table of problems by length in `docs/trax-problems.md`.
fn mates_table() -> String {
    let stored = ByLength::stored();
    let lengths: Vec<String> = stored.methods[0]
        .1
        .iter()
        .map(|totals| format!("{} plies ({})", totals.plies, grouped(totals.problems as u64)))
        .collect();
    let mut table = format!("| method | {} | all | nodes | seconds |\n", lengths.join(" | "))
        + "|---|"
        + &"---:|".repeat(lengths.len() + 3)
        + "\n";
    for (method, totals) in &stored.methods {
        let cells: Vec<String> = totals.iter().map(|totals| totals.solved.to_string()).collect();
        table += &format!(
            "| {method} | {} | {} | {} | {:.1} |\n",
            cells.join(" | "),
            totals.iter().map(|totals| totals.solved).sum::<usize>(),
            grouped(totals.iter().map(|totals| totals.nodes).sum()),
            totals.iter().map(|totals| totals.seconds).sum::<f64>(),
        );
    }
    table
}

#[test]
fn the_tables_are_what_was_measured() {
    check_table("docs/as-in-the-papers.md", "suites/trax/measured.tsv", &as_in_table());
    check_table("docs/trax-problems.md", "suites/trax/mates-by-length.tsv", &mates_table());
    check_table("README.md", "docs/results/report.json", &board_table());
}

/// What was measured once and what the reference run has measured again are the same.
#[test]
fn the_reference_run_has_the_stored_counts() {
    let report = reference_run();
    let searches = report["searches"].as_array().expect("a list");
    let mut compared = 0;
    for paper in [&SIX_BY_SIX, &LIMITED_TRAX] {
        for figure in paper.figures() {
            let search = Search::of_figure(paper, &figure, 1 << 30);
            let Some(stored) = stored::by_command(&search.command()) else {
                continue;
            };
            let again = searches.iter().find(|again| {
                again["paper"] == paper.paper.number()
                    && again["game"] == stored.game
                    && again["method"] == figure.label
                    && again["player"] == figure.can_win.to_string()
            });
            if let Some(again) = again {
                let fields = ["nodes", "depth", "collections"].map(|field| again[field].as_u64());
                let expected = [stored.nodes, stored.depth.map(u64::from), Some(stored.collections)];
                assert_eq!(fields, expected, "{}", search.command());
                compared += 1;
            }
        }
    }
    assert!(compared >= 20, "only {compared} rows were measured again");
}

/// Small searches as in the papers have the nodes that are stored. (That those are near the papers' is a test beside `Search`.)
#[test]
fn counts_as_in_the_papers_repeat() {
    const AT_ONCE: u64 = 100_000;
    let mut repeated = 0;
    for paper in [&SIX_BY_SIX, &LIMITED_TRAX] {
        for figure in paper.figures() {
            let search = Search::of_figure(paper, &figure, 64 << 20);
            let command = search.command();
            let Some(nodes) = stored::by_command(&command).and_then(|stored| stored.nodes) else {
                continue;
            };
            if nodes <= AT_ONCE {
                let found = search.run(&Task::default()).expect("memory");
                let counted: u64 = found.iter().map(|answered| answered.cost.nodes).sum();
                assert_eq!(counted, nodes, "{command}");
                repeated += 1;
            }
        }
    }
    assert!(repeated >= 8, "only {repeated} were repeated");
}

#[test]
fn numbers_are_recognised() {
    let text = "1,234 and 12,345,678; not 12,34 or 3.141,592 or 1234; ends with 5,000. And (6,001), 7,002,";
    assert_eq!(grouped_numbers(text), BTreeSet::from([1234, 12_345_678, 5000, 6001, 7002]));
    let text = "2.5 of 7, 12 s, 13 stones, 30 % and 40\u{a0}%, 1.2.3.\n| 8 | 2.5 |\n9,001\n";
    let of = |figures: &[(&str, u32)]| {
        figures.iter().map(|(figure, times)| ((*figure).to_owned(), *times)).collect()
    };
    assert_eq!(
        figures("README.md", text),
        of(&[("12", 1), ("2.5", 2), ("30", 1), ("40", 1), ("8", 1), ("9001", 1)])
    );
    assert_eq!(figures("docs/json.md", text), of(&[("9001", 1)]));
}
