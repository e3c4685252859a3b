//! kill -9 at random moments of everything that writes a file.
//!
//! After each kill, what lies at the path is the old file or the new one, complete; a run that goes on finds the right
//! answer; and beside the path lies nothing but what is documented: the lock, one temporary file for each kill
//! (`.NAME.RANDOM.partial`), and the unfinished build of a database (`NAME.partial`).

use crate::case::{Case, Finding};
use crate::demand;
use crate::program::{self, Bounds};
use std::path::Path;
use std::time::Duration;

/// Kills of one case.
const KILLS: u32 = 5;

pub fn run(case: &mut Case<'_>) -> Result<(), Finding> {
    match case.below(6) {
        0..=2 => checkpoint(case),
        3 => replaced(case, "solve GAME --proof FILE -q", |file| {
            let ended = program::run(&["check", file]);
            ended.code == Some(0)
        }),
        4 => {
            let builds = [
                "db build amazons --box 4x3 --out FILE -q",
                "db build clobber --box 4x3 --out FILE -q",
                "db build nogo --box 4x3 --out FILE -q",
            ];
            let build = case.pick(&builds);
            replaced(case, build, |file| {
                let ended = program::run(&["db", "verify", file, "--sample", "20"]);
                ended.code == Some(0)
            })
        }
        _ => outputs(case),
    }
}

fn words(line: &str, game: &str, file: &str) -> Vec<String> {
    line.split(' ').map(|word| word.replace("GAME", game).replace("FILE", file)).collect()
}

/// The names beside a file that are not documented, or too many.
fn demand_tidy(folder: &Path, name: &str, kills: u32) -> Result<(), Finding> {
    let mut temporary = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let found = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        let is_temporary = found.starts_with(&format!(".{name}.")) && found.ends_with(".partial");
        temporary += u32::from(is_temporary);
        let own =
            [name, &format!("{name}.lock"), &format!("{name}.partial"), &format!("{name}.partial.lock")]
                .contains(&found.as_str());
        // Other files of the case.
        let is_known = own || is_temporary || ["metrics", "made"].contains(&found.as_str());
        demand!(is_known, "{found} was left beside {name}");
    }
    demand!(temporary <= kills, "{temporary} temporary files after {kills} kills");
    Ok(())
}

/// A moment of a run that takes so long.
fn moment(case: &mut Case<'_>, whole: Duration) -> Duration {
    whole.mul_f64((case.below(1100) as f64 + 1.0) / 1000.0)
}

/// A search that is killed again and again, and goes on from its checkpoint.
fn checkpoint(case: &mut Case<'_>) -> Result<(), Finding> {
    let (game, verdict) = case.pick(&[
        ("trax:5x5", "draw"),
        ("amazons:4x4", "first"),
        ("trax:4x4,line=3", ""),
        ("gttt:4x4,animal=elly,p=2,q=1", ""),
    ]);
    let mut plain = words("solve GAME --json -q --memory 32M --endings 0", game, "");
    let whole = program::run(&plain);
    whole.demand_order(game)?;
    let found = whole.verdict().unwrap_or_default();
    demand!(verdict.is_empty() || found == verdict, "{game}: {found}, not {verdict}");
    let (file, metrics) = (case.file("checkpoint"), case.file("metrics"));
    let every = case.pick(&["1ms", "5ms", "50ms"]);
    plain.extend(words(&format!("--continue FILE --checkpoint-every {every}"), game, &file));
    plain.extend(["--metrics".to_owned(), metrics.clone()]);
    for kill in 1..=KILLS {
        let mut line = plain.clone();
        line.extend(["--threads".to_owned(), case.pick(&["1", "2"]).to_owned()]);
        let ended = program::watch(
            &mut program::command(&line, Bounds::default()),
            Some(moment(case, whole.elapsed)),
        );
        if ended.signal.is_none() {
            // It was faster than the kill.
            demand!(
                ended.verdict().as_deref() == Some(&found),
                "{line:?}: {:?}\n{}",
                ended.code,
                ended.stderr
            );
        } else {
            case.count("kills of searches");
        }
        demand_tidy(case.folder(), "checkpoint", kill)?;
    }
    let last = program::run(&plain);
    last.demand_order(game)?;
    demand!(
        last.verdict().as_deref() == Some(&found),
        "{plain:?}: {:?}, not {found}\n{}",
        last.verdict(),
        last.stderr
    );
    demand!(last.code == Some(0), "exit code {:?}: {plain:?}\n{}", last.code, last.stderr);
    demand!(!case.path("checkpoint.lock").exists(), "the lock is still there");
    for text in std::fs::read_to_string(&metrics).unwrap_or_default().lines() {
        let line: Result<serde_json::Value, _> = serde_json::from_str(text);
        demand!(line.is_ok(), "a line of metrics is torn: {text}");
        case.count("lines of metrics read");
    }
    Ok(())
}

/// A file that is replaced, with an older one of the same kind at its path half of the time.
fn replaced(case: &mut Case<'_>, line: &str, is_sound: fn(&str) -> bool) -> Result<(), Finding> {
    let game = case.pick(&["trax:4x4", "gttt:4x4,animal=elly,p=2,q=1", "amazons:4x4"]);
    let made = case.file("made");
    let whole = program::run(&words(line, game, &made));
    whole.demand_order(line)?;
    demand!(whole.code == Some(0) && is_sound(&made), "{line}: {:?}\n{}", whole.code, whole.stderr);
    let file = case.file("target");
    let has_old = case.one_in(2);
    let old: &[u8] = if has_old && line.starts_with("solve") { b"something else" } else { b"" };
    if !old.is_empty() {
        std::fs::write(&file, old).expect("a temporary file");
    }
    for kill in 1..=KILLS {
        let mut command = program::command(&words(line, game, &file), Bounds::default());
        let ended = program::watch(&mut command, Some(moment(case, whole.elapsed)));
        case.count_many("kills of proofs and databases", u64::from(ended.signal.is_some()));
        demand!(
            ended.signal.is_some() || ended.code == Some(0),
            "{line}: {:?}\n{}",
            ended.code,
            ended.stderr
        );
        let is_old = match std::fs::read(&file) {
            Ok(bytes) => !old.is_empty() && bytes == old,
            Err(_) => old.is_empty(),
        };
        demand!(is_old || is_sound(&file), "{line}, killed: the file is neither the old one nor a new one");
        demand_tidy(case.folder(), "target", kill)?;
        if !is_old && case.one_in(2) {
            std::fs::remove_file(&file).expect("it is there");
            if !old.is_empty() {
                std::fs::write(&file, old).expect("a temporary file");
            }
        }
    }
    let _absent = std::fs::remove_file(&file);
    let last = program::run(&words(line, game, &file));
    demand!(last.code == Some(0) && is_sound(&file), "{line}, after kills: {:?}\n{}", last.code, last.stderr);
    Ok(())
}

/// Outputs that are the same every time.
fn outputs(case: &mut Case<'_>) -> Result<(), Finding> {
    let line = case.pick(&[
        "qbf encode gttt:4x4,animal=elly --turns 7 --out FILE -q",
        "toss make gttt:6x6,animal=snaky --out FILE -q",
        "value ^*2+1/2 --svg FILE -q",
        "value amazons ..x|.o. --tikz FILE -q",
    ]);
    let (made, file) = (case.file("made"), case.file("target"));
    let whole = program::run(&words(line, "", &made));
    demand!(whole.code == Some(0), "{line}: {:?}\n{}", whole.code, whole.stderr);
    let new = std::fs::read(&made).expect("it was made");
    std::fs::write(&file, "something else").expect("a temporary file");
    for kill in 1..=KILLS {
        let mut command = program::command(&words(line, "", &file), Bounds::default());
        let ended = program::watch(&mut command, Some(moment(case, whole.elapsed)));
        case.count_many("kills of other outputs", u64::from(ended.signal.is_some()));
        let found = std::fs::read(&file).expect("one or the other");
        demand!(
            found == new || found == b"something else",
            "{line}, killed: {} of {} bytes",
            found.len(),
            new.len()
        );
        demand_tidy(case.folder(), "target", kill)?;
    }
    Ok(())
}
