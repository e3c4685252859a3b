//! The short run, campaign by campaign. A failure prints the command that repeats the case.

use std::process::Command;

fn run(campaign: &str) {
    let output = Command::new(env!("CARGO_BIN_EXE_yomikiri-hostile")).args(["--only", campaign]).output();
    let output = output.expect("the tester runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (printed, errors) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{printed}{errors}");
    print!("{printed}");
}

#[test]
fn verdicts() {
    run("verdicts");
}

#[test]
fn forgery() {
    run("forgery");
}

#[test]
fn killing() {
    run("killing");
}

#[test]
fn disk() {
    run("disk");
}

#[test]
fn limits() {
    run("limits");
}

#[test]
fn damage() {
    run("damage");
}
