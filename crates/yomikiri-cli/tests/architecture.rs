//! The invariants of `ARCHITECTURE.md` that a manifest can show.

use std::collections::BTreeMap;
use std::path::Path;

/// The crates of ours that each crate depends on, tests aside.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(crates).expect("the folder of crates") {
        let folder = entry.expect("a folder").path();
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let name = folder.canonicalize().expect("exists");
        let name = name.file_name().expect("named").to_string_lossy().into_owned();
        assert!(manifest.contains(&format!("name = \"{name}\"")), "folder and crate {name} differ");
        let section = manifest.split("[dependencies]").nth(1).unwrap_or_default();
        let section = section.split("\n[").next().unwrap_or_default();
        let ours = section.lines().filter(|line| line.starts_with("yomikiri"));
        let ours = ours.filter_map(|line| line.split(['.', ' ', '=']).next());
        found.insert(name, ours.map(str::to_owned).collect());
    }
    found
}

#[test]
fn games_and_methods_do_not_know_each_other() {
    let dependencies = dependencies();
    for (name, on) in &dependencies {
        match name.as_str() {
            "yomikiri" | "yomikiri-cli" | "yomikiri-papers" => {}
            "yomikiri-check" | "yomikiri-game" => {
                assert!(on.is_empty(), "{name} depends on {on:?}");
            }
            _ => assert_eq!(*on, ["yomikiri-game"], "{name}"),
        }
    }
    assert!(dependencies.len() >= 5);
}

#[test]
fn every_crate_is_on_the_map() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let map = std::fs::read_to_string(root.join("ARCHITECTURE.md")).expect("the map");
    for name in dependencies().keys() {
        assert!(map.contains(&format!("crates/{name}")), "{name} is not on the map");
    }
}
