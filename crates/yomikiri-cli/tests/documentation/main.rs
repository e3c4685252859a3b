//! The documentation does not rot: every command that README, the guide and the other pages show is run, and what they
//! show as its output is what it prints.
//!
//! A page's commands run in order in a folder of their own that has the repository's `suites/` and `proofs/` in it, as a reader
//! would type them in one session. What would take too long is run in a shortened form, by a rule in `rules.rs`
//! that anybody can read; a command that fails and has no rule fails the test, and so does a rule without a command.
//!
//! After a change that alters outputs for a good reason, `YOMIKIRI_PAGES=rewrite cargo test -p yomikiri-cli --test
//! documentation` puts the new outputs into the pages. Seconds stay open as `[..]`, except in tables: look at the difference.

#![cfg(unix)]

mod markdown;
#[path = "../program/mod.rs"]
mod program;
mod rules;
mod session;

use markdown::Page;
use rules::RULES;
use session::Session;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// README and all pages under `docs/`.
fn pages() -> Vec<Page> {
    let mut files = vec![PathBuf::from("README.md")];
    let folder = std::fs::read_dir(root().join("docs")).expect("the folder of pages");
    let names = folder.map(|entry| PathBuf::from("docs").join(entry.expect("an entry").file_name()));
    files.extend(names.filter(|name| name.extension().is_some_and(|extension| extension == "md")));
    files.sort();
    files.iter().map(|file| Page::read(&root(), file)).collect()
}

#[test]
fn every_command_shown_works_as_shown() {
    let rewrite = std::env::var_os("YOMIKIRI_PAGES").is_some_and(|wish| wish == "rewrite");
    let pages = pages();
    let run = |page: &Page| {
        let session = Session::new(&page.name, &root());
        let (mut used, mut failures, mut outputs) = (BTreeSet::new(), Vec::new(), Vec::new());
        for command in &page.commands {
            let rule = RULES.iter().position(|rule| command.text.starts_with(rule.shown));
            used.extend(rule);
            match session.run(command, rule.map(|rule| &RULES[rule])) {
                Ok(Some(output)) if rewrite => outputs.push((command, output)),
                Ok(Some(output)) => failures.extend(markdown::difference(&page.name, command, &output)),
                Ok(None) => {}
                Err(failure) => failures.push(format!("{}:{}: {failure}", page.name, command.line)),
            }
        }
        if rewrite {
            page.rewrite(&root(), &outputs);
        }
        (used, failures)
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let pages: Vec<_> = pages.iter().map(|page| scope.spawn(move || run(page))).collect();
        pages.into_iter().map(|page| page.join().expect("a page's session")).collect()
    });
    let mut failures: Vec<String> = Vec::new();
    let mut used = BTreeSet::new();
    for (rules, failed) in results {
        used.extend(rules);
        failures.extend(failed);
    }
    let unused = (0..RULES.len()).filter(|rule| !used.contains(rule));
    failures.extend(unused.map(|rule| format!("no page shows `{}`: drop its rule", RULES[rule].shown)));
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// If the extraction went wrong and found nothing, nothing would fail.
#[test]
fn commands_are_found() {
    let pages = pages();
    let page = |name: &str| pages.iter().find(|page| page.name == name).expect(name);
    assert!(page("README.md").commands.len() >= 25);
    assert!(page("docs/values.md").commands.len() >= 3);
    let guide = page("docs/guide.md");
    assert!(guide.commands.iter().filter(|command| command.output.is_some()).count() >= 10);
    let steps = guide.text.lines().filter(|line| line.starts_with("## ") && line.contains(". "));
    assert_eq!(steps.count(), 10, "the guide has ten steps");
    for page in &pages {
        assert_eq!(
            page.unlabelled, [0usize; 0],
            "{}: a block with commands is not called console",
            page.name
        );
    }
}

/// Blocks of Rust are compiled: as a doctest of the crate that includes the page, or as part of an example.
#[test]
fn rust_on_the_pages_is_compiled() {
    let crates = std::fs::read_dir(root().join("crates")).expect("the crates");
    let (mut sources, mut examples) = (String::new(), String::new());
    for entry in crates {
        let folder = entry.expect("an entry").path();
        sources += &std::fs::read_to_string(folder.join("src/lib.rs")).unwrap_or_default();
        for example in std::fs::read_dir(folder.join("examples")).into_iter().flatten() {
            examples += &std::fs::read_to_string(example.expect("an entry").path()).expect("an example");
        }
    }
    // A crate outside the workspace, which CI builds.
    examples += &std::fs::read_to_string(root().join("examples/coins/src/main.rs")).expect("the example");
    let mut blocks = 0;
    for page in pages() {
        let is_doctest = sources.contains(&format!("include_str!(\"../../../{}\")", page.name));
        for (line, block) in &page.rust {
            blocks += 1;
            let compiled = is_doctest || examples.contains(block.as_str());
            assert!(compiled, "{}:{line}: nothing compiles this:\n{block}", page.name);
        }
    }
    assert!(blocks >= 10, "only {blocks} blocks found");
}
