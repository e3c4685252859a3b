//! `qbf solve`: whether a formula is true.

use super::arguments::Solve;
use crate::Ending;
use crate::arguments::Display;
use crate::json;
use crate::running::shown;
use std::io::Write;
use yomikiri::formulas::{self, Solving};
use yomikiri::text::seconds;
use yomikiri::view;
use yomikiri_search::Answer;

pub(super) fn run(arguments: &Solve, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let name = arguments.file.display().to_string();
    let solving = Solving::from(&arguments.solving);
    let decision = shown(display, None, |task| {
        let bytes = crate::commands::read_within(&arguments.file, solving.longest_text())?;
        Ok(solving.solve(&formulas::read(&bytes, &solving.budget(task))?, &name, task)?)
    });
    let decision = decision.map_err(|error: anyhow::Error| error.context(name.clone()))?;
    if display.json {
        json::line(out, view::Formula::of(&name, &solving.solver, &decision))?;
    } else {
        writeln!(out, "{name}: {}, {} s", word(decision.answer), seconds(decision.seconds))?;
    }
    Ok(decision.answer.known().map_or(Ending::Undecided, Ending::Formula))
}

/// What solvers of formulas say.
pub(super) fn word(answer: Answer) -> String {
    match answer {
        Answer::Yes => "sat".to_owned(),
        Answer::No => "unsat".to_owned(),
        Answer::Unknown(reason) => format!("unknown ({reason})"),
    }
}
