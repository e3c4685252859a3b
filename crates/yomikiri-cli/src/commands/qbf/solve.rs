//! `qbf solve`: whether a formula is true.

use super::arguments::Solve;
use crate::Ending;
use crate::arguments::Display;
use crate::json;
use crate::running::shown;
use std::io::{Read, Write};
use std::path::Path;
use yomikiri::formulas::{self, Solving};
use yomikiri::text::seconds;
use yomikiri::view;
use yomikiri_qbf::Formula;
use yomikiri_search::Answer;

pub(super) fn run(arguments: &Solve, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let name = arguments.file.display().to_string();
    let formula = read(&arguments.file)?;
    let solving = Solving::from(&arguments.solving);
    let decision = shown(display, None, |task| solving.solve(&formula, &name, task))?;
    if display.json {
        json::line(out, view::Formula::of(&name, &solving.solver, &decision))?;
    } else {
        writeln!(out, "{name}: {}, {} s", word(decision.answer), seconds(decision.seconds))?;
    }
    Ok(decision.answer.known().map_or(Ending::Undecided, Ending::Formula))
}

/// What solvers of formulas say.
pub(super) fn word(answer: Answer) -> &'static str {
    match answer {
        Answer::Yes => "sat",
        Answer::No => "unsat",
        Answer::Unknown(_) => "unknown",
    }
}

/// Reads a formula from a file or from standard input.
fn read(file: &Path) -> anyhow::Result<Formula> {
    let name = file.display();
    let mut bytes = Vec::new();
    let result = if file.as_os_str() == "-" {
        std::io::stdin().lock().read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    result.map_err(|error| anyhow::anyhow!("{name}: {error}"))?;
    formulas::read(&bytes).map_err(|error| anyhow::anyhow!("{name}: {error}"))
}
