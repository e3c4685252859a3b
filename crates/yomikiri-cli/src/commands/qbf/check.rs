//! `qbf check`: a certificate or a trace of a formula, checked by code that shares nothing with the solver.

use super::arguments::Check;
use crate::Ending;
use crate::arguments::Display;
use crate::json;
use crate::running::shown;
use anyhow::Context;
use std::io::Write;
use yomikiri::formulas::{Evidence, FormulaError, check_certificate};
use yomikiri::text::counted;
use yomikiri::view;

pub(super) fn run(arguments: &Check, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let read = |path| crate::commands::read(path).with_context(|| format!("cannot read {}", path.display()));
    let formula = String::from_utf8_lossy(&read(&arguments.formula)?).into_owned();
    let certificate = read(&arguments.certificate)?;
    let found = shown(display, None, |task| check_certificate(&formula, &certificate, task));
    let [file, name] = [&arguments.formula, &arguments.certificate].map(|path| path.display().to_string());
    if let Err(FormulaError::Stopped) = found {
        return Ok(Ending::Undecided);
    }
    if display.json {
        let found = found.as_ref().map(|checked| *checked).map_err(ToString::to_string);
        json::line(out, view::FormulaCheck::of(&file, &name, found))?;
    }
    let checked = match found {
        Ok(checked) => checked,
        // The line of JSON has said why.
        Err(_) if display.json => return Ok(Ending::Faulty),
        Err(error) => {
            return Err(anyhow::Error::from(error).context(format!("{name} does not certify {file}")));
        }
    };
    if !display.json {
        let word = if checked.is_true { "true" } else { "false" };
        let by = match (checked.evidence, checked.is_true) {
            (Evidence::Functions, true) => "the Skolem functions are right".to_owned(),
            (Evidence::Functions, false) => "the Herbrand functions are right".to_owned(),
            (Evidence::Trace(steps), _) => {
                format!("{} of the trace are right", counted(steps as u64, "step"))
            }
        };
        writeln!(out, "{file}: {word}; {by}")?;
    }
    Ok(Ending::Formula(checked.is_true))
}
