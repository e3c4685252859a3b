//! The manual: a page for every verb, from the definitions that parse the command line.

mod program;

use program::{Folder, error, text, yomikiri};

/// The verbs that `help` lists under a command.
fn verbs(command: &[&str]) -> Vec<String> {
    let output = yomikiri(&[command, &["--help"]].concat());
    let help = text(&output.stdout);
    let Some((_, list)) = help.split_once("\nCommands:\n") else {
        return Vec::new();
    };
    // Verbs are indented by two, the rest of their descriptions by more.
    let lines = list.lines().take_while(|line| !line.is_empty());
    let named = lines.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    let names = named.filter_map(|line| line.split_whitespace().next().map(str::to_owned));
    names.filter(|name| name != "help").collect()
}

/// The least that troff needs of a page: its title first, then sections.
fn is_page(page: &str, name: &str) -> bool {
    let title = page.lines().find(|line| line.starts_with(".TH")).unwrap_or_default();
    let version = concat!("\"yomikiri ", env!("CARGO_PKG_VERSION"), "\"");
    title.starts_with(&format!(".TH {name} 1"))
        && title.contains(version)
        && [".SH NAME", ".SH SYNOPSIS", ".SH OPTIONS"].iter().all(|section| page.contains(section))
}

#[test]
fn every_verb_has_a_page() {
    let folder = Folder::new("manual");
    let output = yomikiri(&["man", "--out", folder.0.to_str().expect("a plain name")]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut expected = vec!["yomikiri".to_owned()];
    for verb in verbs(&[]) {
        let name = format!("yomikiri-{verb}");
        expected.extend(verbs(&[&verb]).iter().map(|inner| format!("{name}-{inner}")));
        expected.push(name);
    }
    assert!(expected.len() > 25, "{expected:?}");
    for name in &expected {
        let page = std::fs::read_to_string(folder.file(&format!("{name}.1"))).expect(name);
        assert!(is_page(&page, name), "{name}:\n{page}");
    }
    let pages = std::fs::read_dir(&folder.0).expect("the folder").count();
    assert_eq!(pages, expected.len());
}

#[test]
fn a_page_is_printed() {
    let print = |verbs: &[&str]| {
        let output = yomikiri(&[&["man"], verbs].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    assert!(is_page(&print(&[]), "yomikiri"));
    let solve = print(&["solve"]);
    assert!(is_page(&solve, "yomikiri-solve"), "{solve}");
    for option in ["checkpoint\\-every", "can\\-win", "json"] {
        assert!(solve.contains(option), "{option} is not explained");
    }
    assert!(is_page(&print(&["puzzle", "make"]), "yomikiri-puzzle-make"));
}

#[test]
fn a_verb_must_exist() {
    assert!(
        error(&["man", "slove"]).contains("yomikiri has no command `slove`; its commands: solve, check,")
    );
    assert!(error(&["man", "puzzle", "bake"]).contains("has no command `bake`"));
    assert!(error(&["man", "solve", "--out", "nowhere"]).contains("cannot be used with"));
}
