//! Every crate can be published: it describes itself, carries its licences, and is built from its own files.
//! The Python package is a wheel, not a crate of the workspace; it has the same version and licences.

use std::path::{Path, PathBuf};

fn crates() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let entries = std::fs::read_dir(folder).expect("the folder of crates");
    let folders = entries.map(|entry| entry.expect("a folder").path());
    folders.filter(|folder| !folder.ends_with("yomikiri-python")).collect()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_crate_describes_itself() {
    for folder in crates() {
        let manifest = read(&folder.join("Cargo.toml"));
        for line in [
            "version.workspace = true",
            "edition.workspace = true",
            "rust-version.workspace = true",
            "license.workspace = true",
            "readme = \"README.md\"",
            "keywords.workspace = true",
            "categories.workspace = true",
            "include.workspace = true",
        ] {
            assert!(manifest.contains(line), "{}: Cargo.toml lacks {line}", folder.display());
        }
        assert!(manifest.contains("\ndescription = \""), "{}: no description", folder.display());
        let name = folder.canonicalize().expect("exists");
        let name = name.file_name().expect("named").to_string_lossy().into_owned();
        assert!(read(&folder.join("README.md")).starts_with(&format!("# {name}: ")), "README of {name}");
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            assert_eq!(read(&folder.join(licence)), read(&folder.join("../..").join(licence)), "{name}");
        }
    }
}

/// The value of `key = "value"` in a section of a manifest.
fn setting<'a>(manifest: &'a str, section: &str, key: &str) -> Option<&'a str> {
    let mut lines = manifest
        .lines()
        .skip_while(|line| *line != section)
        .skip(1)
        .take_while(|line| !line.starts_with('['));
    lines.find_map(|line| {
        line.strip_prefix(key)?.trim_start().strip_prefix('=')?.trim().strip_prefix('"')?.strip_suffix('"')
    })
}

#[test]
fn the_python_package_has_the_version_and_the_licences_of_the_workspace() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let package = root.join("crates/yomikiri-python");
    let (workspace, python) = (read(&root.join("Cargo.toml")), read(&package.join("Cargo.toml")));
    for key in ["version", "edition", "rust-version", "license"] {
        let expected = setting(&workspace, "[workspace.package]", key);
        assert!(expected.is_some(), "the workspace has no {key}");
        assert_eq!(setting(&python, "[package]", key), expected, "{key}");
    }
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        assert_eq!(read(&package.join(licence)), read(&root.join(licence)), "{licence}");
    }
}

/// The Rust files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_crate_is_built_from_its_own_files() {
    let mut includes = 0;
    for folder in crates() {
        let mut files = Vec::new();
        sources(&folder.join("src"), &mut files);
        for file in files {
            let text = read(&file);
            // Tests and doctests stay in the repository.
            let program = text.split("#[cfg(test)]").next().unwrap_or_default();
            let program = program.split("#[cfg(doctest)]").next().unwrap_or_default();
            for included in program.split("include_str!(\"").skip(1) {
                includes += 1;
                let name = included.split('"').next().unwrap_or_default();
                let path = file.parent().expect("a folder").join(name);
                let path =
                    path.canonicalize().unwrap_or_else(|_| panic!("{} includes {name}", file.display()));
                let inside = path.starts_with(folder.canonicalize().expect("exists"));
                assert!(inside, "{} includes {name}, which is not published with it", file.display());
            }
        }
    }
    assert!(includes >= 10, "only {includes} included files were found");
}

#[test]
fn the_data_file_is_that_of_the_suite() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [copy, suite] = ["../yomikiri/data/harary.tsv", "../../suites/polyomino/harary.tsv"]
        .map(|file| read(&here.join(file)));
    assert!(copy == suite, "suites/polyomino/harary.tsv has changed: copy it to crates/yomikiri/data");
}
