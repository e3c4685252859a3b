//! `qbf solve`: whether a formula is true.

use super::arguments::Solve;
use crate::Ending;
use crate::arguments::Display;
use crate::commands::save;
use crate::json;
use crate::running::shown;
use std::io::Write;
use yomikiri::formulas::{CertificateFormat, Certified, FormulaFile, Solving};
use yomikiri::text::seconds;
use yomikiri::view;
use yomikiri_search::Answer;

pub(super) fn run(arguments: &Solve, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let name = arguments.file.display().to_string();
    let solving = Solving::from(&arguments.solving);
    // Only our own solver says more than yes or no.
    let certify = arguments.certificate.is_some()
        || arguments.qdo && solving.solver == yomikiri::formulas::Solver::Embedded;
    let solved = shown(display, None, |task| {
        let bytes = crate::commands::read_within(&arguments.file, solving.longest_text())?;
        let file = FormulaFile::read(&bytes, &solving.budget(task))?;
        let (decision, certified) = if certify {
            let certified = solving.certify(&file, &name, task)?;
            (certified.decision.clone(), Some(certified))
        } else {
            (solving.solve_file(&file, &name, task)?, None)
        };
        Ok((file, decision, certified))
    });
    let (file, decision, certified) = solved.map_err(|error: anyhow::Error| error.context(name.clone()))?;
    let mut shape = view::Formula::of(&name, &solving.solver, &decision);
    for warning in &file.warnings {
        let _unheard = writeln!(std::io::stderr(), "warning: {name}: {warning}");
        shape.warnings.push(warning.to_string());
    }
    if let (Some(path), Some(certified)) = (&arguments.certificate, &certified) {
        let format = CertificateFormat::of_name(&path.to_string_lossy());
        let comment = format!("{name}: {}", word(decision.answer));
        if let Some(content) = certified.file(format, &[comment])? {
            save(path, content)?;
            shape.certificate = Some(path.display().to_string());
            shape.gates = certified.gates();
        }
    }
    if display.json {
        json::line(out, shape)?;
    } else if arguments.qdo {
        standard(&file, &decision.answer, certified.as_ref(), out)?;
    } else {
        writeln!(out, "{name}: {}, {} s", word(decision.answer), seconds(decision.seconds))?;
        if let (Some(path), Some(gates)) = (shape.certificate, shape.gates) {
            writeln!(out, "{path}: {}", yomikiri::text::counted(gates as u64, "gate"))?;
        }
    }
    Ok(decision.answer.known().map_or(Ending::Undecided, Ending::Formula))
}

/// The answer as the QDIMACS standard has it.
fn standard(
    file: &FormulaFile,
    answer: &Answer,
    certified: Option<&Certified>,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let result = match answer {
        Answer::Yes => 1,
        Answer::No => 0,
        Answer::Unknown(_) => -1,
    };
    writeln!(out, "s cnf {result} {} {}", file.formula.variables(), file.clauses)?;
    for literal in certified.iter().flat_map(|certified| &certified.outermost) {
        match &file.circuit {
            None => writeln!(out, "V {literal} 0")?,
            Some(reading) => {
                let sign = if literal.is_positive() { "" } else { "-" };
                writeln!(out, "V {sign}{} 0", reading.names[literal.variable() as usize - 1])?;
            }
        }
    }
    Ok(())
}

/// What solvers of formulas say.
pub(super) fn word(answer: Answer) -> String {
    match answer {
        Answer::Yes => "sat".to_owned(),
        Answer::No => "unsat".to_owned(),
        Answer::Unknown(reason) => format!("unknown ({reason})"),
    }
}
