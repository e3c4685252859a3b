//! Disks that are full, read-only or slow, and limits on the size of files: the verdict is right, a warning appears, the
//! exit code tells the truth, and nothing is left half written.
//!
//! A full or read-only disk is a small one in memory, mounted where nobody else sees it (`unshare`). Where that is not
//! allowed, only the limits of `ulimit -f`, `/dev/full` and slow readers are tried; the table at the end shows it.

use crate::case::{Case, Finding};
use crate::demand;
use crate::program::{self, Bounds, Ended};
use std::io::Write;
use std::process::Command;
use std::time::Duration;

pub fn run(case: &mut Case<'_>) -> Result<(), Finding> {
    match case.below(5) {
        0 => small_files(case),
        1 | 2 => mounted(case),
        3 => no_output(case),
        _ => pipes(case),
    }
}

/// A search whose checkpoints fill what room there is.
const SEARCH: &str = "solve trax:5x5 --json -q --endings 0 --memory 32M";

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}

/// What holds for a search that could not keep its checkpoints or its metrics.
fn demand_verdict_and_warning(ended: &Ended, what: &str) -> Result<(), Finding> {
    ended.demand_order(what)?;
    demand!(
        ended.verdict().as_deref() == Some("draw") && ended.code == Some(0),
        "{what}: {:?}, exit code {:?}\n{}",
        ended.verdict(),
        ended.code,
        ended.stderr
    );
    demand!(ended.stderr.contains("warning"), "{what}: no warning\n{}", ended.stderr);
    Ok(())
}

/// `ulimit -f`: files of a few kilobytes.
fn small_files(case: &mut Case<'_>) -> Result<(), Finding> {
    let blocks = case.pick(&[0, 1, 8]);
    let bounds = Bounds { file_blocks: Some(blocks) };
    if case.one_in(2) {
        let mut line = words(SEARCH);
        line.extend(words(&format!("--checkpoint {} --checkpoint-every 5ms", case.file("checkpoint"))));
        let ended = program::watch(&mut program::command(&line, bounds), None);
        // A checkpoint may be small enough at the end; with no room at all it never is.
        if blocks == 0 {
            // The lock cannot be written either: then it says so and does not begin.
            ended.demand_order("a checkpoint without room")?;
            demand!(ended.code == Some(2) || ended.code == Some(0), "exit code {:?}", ended.code);
        } else {
            demand_verdict_and_warning(&ended, "checkpoints under ulimit -f")?;
        }
    } else {
        let file = case.file("proof");
        let line = words(&format!("solve trax:4x4 -q --proof {file}"));
        let bounds = Bounds { file_blocks: Some(0) };
        let ended = program::watch(&mut program::command(&line, bounds), None);
        ended.demand_order("a proof under ulimit -f")?;
        demand!(ended.code == Some(2), "a proof without room: exit code {:?}\n{}", ended.code, ended.stderr);
        demand!(!case.path("proof").exists(), "half a proof was left behind");
    }
    demand_no_temporary_files(case)?;
    case.count("limits on the size of files");
    Ok(())
}

fn demand_no_temporary_files(case: &Case<'_>) -> Result<(), Finding> {
    for entry in std::fs::read_dir(case.folder()).expect("a folder") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        demand!(!name.ends_with(".partial") && !name.ends_with(".lock"), "{name} was left behind");
    }
    Ok(())
}

/// The program in a world of its own, in which the folder of the case is a small disk.
fn on_disk(case: &Case<'_>, options: &str, line: &[String]) -> Command {
    let folder = case.folder().to_string_lossy().into_owned();
    let mut command = Command::new("unshare");
    let script = "mount -t tmpfs -o \"$1\" hostile \"$2\" || exit 77; shift 2; \"$@\"; code=$?; echo LEFT: >&2; ls -A \"$0\" >&2; exit $code";
    command.args(["-m", "/bin/sh", "-c", script, &folder, options, &folder]);
    program::as_program(&mut command, line);
    command
}

fn mounted(case: &mut Case<'_>) -> Result<(), Finding> {
    let (options, what) =
        case.pick(&[("size=4k", "a full disk"), ("size=16k", "a full disk"), ("ro", "a read-only disk")]);
    let file = case.file("file");
    let kind = case.below(5);
    let line = match kind {
        0 => format!("{SEARCH} --checkpoint {file} --checkpoint-every 5ms"),
        1 => format!("{SEARCH} --metrics {file} --checkpoint-every 1ms"),
        2 => format!("solve trax:5x5 -q --proof {file}"),
        3 => format!("qbf encode gttt:6x6,animal=elly --turns 11 --out {file} -q"),
        _ => format!("db build amazons --box 4x3 --left 2 --right 2 --out {file} -q"),
    };
    let ended = program::watch(&mut on_disk(case, options, &words(&line)), None);
    if ended.code == Some(77) || ended.code == Some(1) && ended.stderr.contains("unshare") {
        case.count("disks that could not be mounted here");
        return Ok(());
    }
    let described = format!("{what} ({options}): {line}");
    ended.demand_order(&described)?;
    let left = ended.stderr.rsplit("LEFT:").next().unwrap_or_default().split_whitespace();
    // An unfinished build may be gone on with.
    let strange = left.clone().find(|&name| name != "file" && !(kind == 4 && name == "file.partial"));
    demand!(strange.is_none(), "{strange:?} was left behind: {described}\n{}", ended.stderr);
    match (kind, options) {
        // What cannot be begun is refused.
        (_, "ro") | (2..=4, _) => {
            let half = kind == 3 && left.clone().any(|name| name == "file");
            demand!(!half, "half a file was left behind: {described}");
            demand!(ended.code == Some(2), "{:?}: {described}\n{}", ended.code, ended.stderr);
            demand!(ended.stderr.contains("error"), "no error: {described}\n{}", ended.stderr);
        }
        (0, _) => demand_verdict_and_warning(&ended, &described)?,
        _ => demand!(ended.code == Some(0), "{:?}: {described}\n{}", ended.code, ended.stderr),
    }
    case.count(if options == "ro" { "read-only disks" } else { "full disks" });
    Ok(())
}

/// Standard output on a device that is always full: whatever was found, it could not be said. And a reader who leaves: that
/// is his right, but what fails still fails.
fn no_output(case: &mut Case<'_>) -> Result<(), Finding> {
    let line =
        case.pick(&["solve trax:3x3", "solve trax:3x3 --json", "show trax:4x4", "perft trax:3x3 --depth 2"]);
    if let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") {
        let mut command = program::command(&words(line), Bounds::default());
        let ended = program::watch(command.stdout(full), None);
        ended.demand_order(line)?;
        demand!(ended.code == Some(2), "{line} > /dev/full: exit code {:?}\n{}", ended.code, ended.stderr);
        case.count("outputs to a full device");
    }
    let file = case.file("no-proof");
    std::fs::write(&file, "yomikiri-proof 2\n").expect("a temporary file");
    // Whoever stops early because nobody reads any more says so by 1.
    for (line, allowed) in [(line.to_owned(), [0, 1]), (format!("check {file} --json"), [2, 2])] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = program::command(&words(&line), Bounds::default());
        let ended = program::watch(command.stdout(writer), None);
        ended.demand_order(&line)?;
        let is_true = ended.code.is_some_and(|code| allowed.contains(&code));
        demand!(is_true, "{line} | true: {:?}\n{}", ended.code, ended.stderr);
        case.count("outputs without a reader");
    }
    Ok(())
}

/// Pipes: none can be written as a file, and to wait for a reader would be to hang; but files are read from them, however
/// slowly they come.
fn pipes(case: &mut Case<'_>) -> Result<(), Finding> {
    let (pipe, file) = (case.file("pipe"), case.file("proof"));
    let made = Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    for option in ["--proof", "--checkpoint", "--metrics", "--resume"] {
        let ended = program::run(&["solve", "trax:3x3", "-q", option, &pipe]);
        ended.demand_order(&format!("{option} with a pipe"))?;
        demand!(ended.code == Some(2), "{option} with a pipe: exit code {:?}", ended.code);
    }
    case.count("pipes refused");
    program::run(&["solve", "trax:4x4", "-q", "--proof", &file]).demand_order("a proof")?;
    let proof = std::fs::read(&file).expect("a proof");
    let pause = Duration::from_millis(case.pick(&[1, 10]));
    let is_whole = case.one_in(2);
    let sent = if is_whole { proof.len() } else { case.below(proof.len()) };
    let into = pipe.clone();
    let writer = std::thread::spawn(move || {
        let mut pipe = std::fs::File::options().write(true).open(into)?;
        for piece in proof[..sent].chunks(200) {
            pipe.write_all(piece)?;
            std::thread::sleep(pause);
        }
        Ok::<_, std::io::Error>(())
    });
    let ended = program::run(&["check", &pipe]);
    // A reader that has seen enough may be gone.
    let _gone = writer.join();
    ended.demand_order("a proof from a slow pipe")?;
    let expected = if is_whole { 0 } else { 2 };
    demand!(
        ended.code == Some(expected),
        "{sent} bytes from a slow pipe: {:?}\n{}",
        ended.code,
        ended.stderr
    );
    case.count("slow pipes read");
    Ok(())
}
