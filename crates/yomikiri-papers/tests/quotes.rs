//! Numbers in README and in the pages under `docs/` are those of stored results.
//!
//! Every number with thousands separators has to be in the reference run (`docs/results/report.json`), in a file of `suites/`, or a
//! sum of the two questions about a board. A number that was measured once and is kept nowhere else stands in
//! `suites/quoted.tsv`, with its page. So a page that quotes a result cannot go on quoting it when the result has
//! changed. `YOMIKIRI_PAGES=rewrite` makes the tables again that are made from results, and `suites/quoted.tsv`: look at the
//! difference.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use yomikiri::Task;
use yomikiri::text::grouped;
use yomikiri_papers::searches::Search;
use yomikiri_papers::{LIMITED_TRAX, SIX_BY_SIX, stored};

const QUOTED: &str = "suites/quoted.tsv";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rewrites() -> bool {
    std::env::var_os("YOMIKIRI_PAGES").is_some_and(|wish| wish == "rewrite")
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

/// The numbers with thousands separators in a text.
fn grouped_numbers(text: &str) -> BTreeSet<u64> {
    let belongs = |c: char| c.is_ascii_digit() || c == ',' || c == '.';
    let mut numbers = BTreeSet::new();
    for token in text.split(|c: char| !belongs(c)) {
        let token = token.trim_matches([',', '.']);
        let mut groups = token.split(',');
        let first = groups.next().unwrap_or_default();
        let rest: Vec<&str> = groups.collect();
        let is_grouped = (1..=3).contains(&first.len())
            && !rest.is_empty()
            && rest.iter().all(|group| group.len() == 3)
            && token.chars().all(|c| c != '.');
        if is_grouped {
            numbers.extend(token.replace(',', "").parse::<u64>());
        }
    }
    numbers
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
    let report = fs::read_to_string(root().join("docs/results/report.json")).expect("the reference run");
    let report: Value = serde_json::from_str(&report).expect("JSON");
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

/// `suites/quoted.tsv` has just the numbers that are in no stored result: one that is missing there has changed or is new, and
/// one that is on no page any more would let it come back unseen.
#[test]
fn quoted_numbers_are_stored_results() {
    let quoted = fs::read_to_string(root().join(QUOTED)).expect("the file");
    let (head, lines): (Vec<&str>, Vec<&str>) = quoted.lines().partition(|line| line.starts_with('#'));
    let lines: BTreeSet<String> = lines.into_iter().map(str::to_owned).collect();
    let stored = stored_numbers();
    let mut wanted = BTreeSet::new();
    for (page, text) in pages() {
        wanted.extend(grouped_numbers(&text).difference(&stored).map(|number| format!("{page}\t{number}")));
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
        unknown.is_empty(),
        "these numbers are in no stored result (a result has changed, or {QUOTED} lacks them):\n{unknown}"
    );
    assert!(stale.is_empty(), "{QUOTED} has numbers that are on no page, or in a stored result:\n{stale}");
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

#[test]
fn the_table_of_counts_is_what_was_measured() {
    const MARK: &str = "<!-- made from suites/trax/measured.tsv by tests/quotes.rs of yomikiri-papers -->\n";
    let path = root().join("docs/as-in-the-papers.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (before, after) = page.split_once(MARK).expect("the mark of the table");
    let end = after.find("\n\n").map_or(after.len(), |end| end + 1);
    let expected = as_in_table();
    if rewrites() {
        fs::write(&path, format!("{before}{MARK}{expected}{}", &after[end..])).expect("it can be written");
    } else {
        assert_eq!(&after[..end], expected);
    }
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
}
