//! The invariants of `ARCHITECTURE.md` that manifests and sources can show.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The dependencies of each crate, tests aside, on whatever system.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(crates()).expect("the folder of crates") {
        let folder = entry.expect("a folder").path();
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let name = folder.canonicalize().expect("exists");
        let name = name.file_name().expect("named").to_string_lossy().into_owned();
        assert!(manifest.contains(&format!("name = \"{name}\"")), "folder and crate {name} differ");
        let mut section = "";
        let mut on = Vec::new();
        for line in manifest.lines() {
            if line.starts_with('[') {
                section = line;
            } else if section.ends_with("dependencies]") && !section.contains("dev-") && line.contains('=') {
                on.extend(line.split(['.', ' ', '=']).next().map(str::to_owned));
            }
        }
        found.insert(name, on);
    }
    found
}

fn is_ours(name: &str) -> bool {
    name.starts_with("yomikiri")
}

/// Every source file of a crate, tests aside, as path and text.
fn sources(name: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![crates().join(name).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("text");
                found.push((path, text));
            }
        }
    }
    found
}

/// The lines of a source before its tests.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text)
}

const GAMES: [&str; 4] = ["yomikiri-trax", "yomikiri-amazons", "yomikiri-polyomino", "yomikiri-toss"];
const METHODS: [&str; 3] = ["yomikiri-search", "yomikiri-cgt", "yomikiri-qbf"];

/// The layers: vocabulary, then games, methods, storage, drawing; then the library; then the front ends.
#[test]
fn arrows_point_downwards() {
    let dependencies = dependencies();
    for (name, on) in &dependencies {
        let ours: Vec<&str> = on.iter().map(String::as_str).filter(|name| is_ours(name)).collect();
        let below_the_library = |name: &str| name != "yomikiri" && !FRONT_ENDS.contains(&name);
        match name.as_str() {
            "yomikiri-check" | "yomikiri-game" => assert!(ours.is_empty(), "{name} depends on {ours:?}"),
            "yomikiri" => assert!(ours.iter().all(|on| below_the_library(on)), "{name} depends on {ours:?}"),
            // A player is what a game and the methods make together.
            "yomikiri-player" => {
                assert_eq!(ours, ["yomikiri-game", "yomikiri-search", "yomikiri-trax"], "{name}");
            }
            front if FRONT_ENDS.contains(&front) => {}
            _ => assert_eq!(ours, ["yomikiri-game"], "{name}"),
        }
    }
    for name in GAMES.iter().chain(&METHODS) {
        assert!(dependencies.contains_key(*name), "{name} is gone");
    }
}

const FRONT_ENDS: [&str; 6] = [
    "yomikiri-cli",
    "yomikiri-cluster",
    "yomikiri-papers",
    "yomikiri-python",
    "yomikiri-wasm",
    "yomikiri-web",
];

#[test]
fn only_the_command_line_knows_a_terminal() {
    let terminal =
        ["clap", "clap_complete", "clap_mangen", "console", "ctrlc", "indicatif", "anyhow", "signal-hook"];
    for (name, on) in dependencies() {
        if name != "yomikiri-cli" {
            let known: Vec<_> = on.iter().filter(|on| terminal.contains(&on.as_str())).collect();
            assert!(known.is_empty(), "{name} depends on {known:?}");
        }
    }
}

#[test]
fn only_the_command_line_prints() {
    let printing = ["println!", "eprintln!", "print!(", "io::stdout", "io::stderr", "dbg!("];
    for name in dependencies().keys().filter(|name| *name != "yomikiri-cli") {
        for (path, text) in sources(name) {
            for (number, line) in without_tests(&text).lines().enumerate() {
                let code = line.split("//").next().unwrap_or(line);
                let prints = printing.iter().find(|printing| code.contains(*printing));
                assert!(prints.is_none(), "{}:{}: {line}", path.display(), number + 1);
            }
        }
    }
}

/// Verbs that were added after the limit was set. Each brings lines of its own.
const LATER_VERBS: [&str; 14] = [
    "annotate",
    "analyse",
    "play",
    "ugi",
    "serve",
    "qbf check",
    "qbf strategy",
    "value as a calculator",
    "coordinate",
    "work",
    "cluster status",
    "cluster export",
    "cluster merge",
    "cluster simulate",
];

/// What the command line holds beyond parsing and showing belongs into the library.
#[test]
fn the_command_line_is_small() {
    const MOST: usize = 4000 + 150 * LATER_VERBS.len();
    let lines: usize =
        sources("yomikiri-cli").iter().map(|(_, text)| without_tests(text).lines().count()).sum();
    assert!(lines < MOST, "{lines} lines");
}

#[test]
fn the_core_derives_no_serialization() {
    for (name, on) in dependencies() {
        let is_edge = ["yomikiri", "yomikiri-cli", "yomikiri-cluster", "yomikiri-papers", "yomikiri-web"]
            .contains(&name.as_str());
        assert!(is_edge || !on.iter().any(|on| on.starts_with("serde")), "{name} serializes");
    }
    for (path, text) in sources("yomikiri") {
        let in_view = path.components().any(|part| part.as_os_str() == "view");
        assert!(in_view || !text.contains("derive(Serialize"), "{}: shapes live in view", path.display());
    }
}

#[test]
fn ci_builds_everything_that_must_run_in_a_browser() {
    let script = fs::read_to_string(crates().join("../.ci/run")).expect("the script");
    assert!(script.contains("wasm32-unknown-unknown"));
    let below = dependencies().into_keys().filter(|name| !FRONT_ENDS.contains(&name.as_str()));
    for name in below {
        let is_built = script
            .split_whitespace()
            .zip(script.split_whitespace().skip(1))
            .any(|pair| pair == ("-p", &name));
        assert!(is_built, "{name} is not built for wasm32 by CI");
    }
}

#[test]
fn every_crate_is_on_the_map() {
    let map = fs::read_to_string(crates().join("../ARCHITECTURE.md")).expect("the map");
    for name in dependencies().keys() {
        assert!(map.contains(&format!("crates/{name}")), "{name} is not on the map");
    }
}
