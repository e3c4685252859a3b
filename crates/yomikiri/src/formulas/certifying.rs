//! Certificates of formulas: written by the embedded solver, checked by `yomikiri-check`.

use super::solving::Source;
use super::{Decision, FormulaError, FormulaFile, Preprocessor, Solver, Solving};
use crate::task::Task;
use yomikiri_check::formula::{self, Aiger, Formula, Functions, Trace, table};
use yomikiri_qbf::certificate::Certificate;
use yomikiri_qbf::{Literal, Variable};

/// What became of a formula, with its certificate if it was decided.
#[derive(Clone, Debug)]
pub struct Certified {
    /// The answer.
    pub decision: Decision,
    certificate: Option<(Certificate, Option<Vec<String>>)>,
    /// Values of the winner's outermost variables.
    pub outermost: Vec<Literal>,
}

/// How a certificate is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertificateFormat {
    /// AIGER in text.
    Text,
    /// AIGER in binary.
    Binary,
    /// A strategy table.
    Table,
}

impl CertificateFormat {
    /// The format that the name of a file asks for: binary AIGER for `.aig`, a table for `.tsv`, else AIGER in text.
    #[must_use]
    pub fn of_name(name: &str) -> Self {
        match name.rsplit_once('.') {
            Some((_, "aig")) => Self::Binary,
            Some((_, "tsv")) => Self::Table,
            _ => Self::Text,
        }
    }
}

impl Certified {
    /// The number of gates of the certificate.
    #[must_use]
    pub fn gates(&self) -> Option<usize> {
        self.certificate.as_ref().map(|(certificate, _)| certificate.gates())
    }

    /// The certificate as a file, with comments; `None` if the formula was not decided.
    ///
    /// # Errors
    /// If a table is too long.
    pub fn file(
        &self,
        format: CertificateFormat,
        comments: &[String],
    ) -> Result<Option<Vec<u8>>, FormulaError> {
        let Some((certificate, names)) = &self.certificate else {
            return Ok(None);
        };
        let name = |variable: Variable| match names {
            Some(names) => names[variable as usize - 1].clone(),
            None => variable.to_string(),
        };
        Ok(Some(match format {
            CertificateFormat::Text => certificate.aiger(name, comments).into_bytes(),
            CertificateFormat::Binary => certificate.aiger_binary(name, comments),
            CertificateFormat::Table => certificate.table(name, comments)?.into_bytes(),
        }))
    }
}

impl Solving {
    /// Decides a formula by the embedded solver, with a certificate.
    ///
    /// # Errors
    /// If another solver or preprocessor is asked for, or the formula has quantifiers inside.
    pub fn certify(&self, file: &FormulaFile, title: &str, task: &Task) -> Result<Certified, FormulaError> {
        if self.solver != Solver::Embedded || self.preprocessor == Preprocessor::Bloqqer {
            return Err(FormulaError::NoCertificate);
        }
        if file.circuit.as_ref().is_some_and(|reading| !reading.was_prenex) {
            return Err(FormulaError::NotPrenex);
        }
        let within = self.time.map(|time| task.within(time));
        let mut notes = yomikiri_qbf::solver::Notes::default();
        let source = Source::Noted(&file.formula, &mut notes);
        let decision = self.solve_prepared(source, title, within.as_ref().unwrap_or(task))?;
        let certificate = decision.answer.known().map(|is_true| match &file.circuit {
            None => (Certificate::new(&file.formula, is_true, &notes), None),
            Some(reading) => {
                let certificate = Certificate::of_circuit(&reading.circuit, &file.formula, is_true, &notes);
                (certificate, Some(reading.names.clone()))
            }
        });
        let outermost = certificate.as_ref().map(|(certificate, _)| certificate.outermost(&file.formula));
        Ok(Certified { decision, certificate, outermost: outermost.unwrap_or_default() })
    }
}

/// What was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Skolem or Herbrand functions.
    Functions,
    /// A trace of so many steps.
    Trace(usize),
}

/// A formula whose answer was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Whether the formula is true.
    pub is_true: bool,
    /// How that is known.
    pub evidence: Evidence,
}

/// Functions or a trace that were checked against a formula.
pub(super) enum Witness {
    Functions(Functions),
    Trace(Trace),
}

impl Witness {
    /// Reads and checks a certificate (AIGER or a strategy table) or a trace (QRP).
    pub(super) fn checked(formula: &Formula, bytes: &[u8], task: &Task) -> Result<Self, FormulaError> {
        let stop = || task.is_stopped();
        let witness = if Trace::looks_like(bytes) {
            Trace::check(formula, &String::from_utf8_lossy(bytes), &stop).map(Self::Trace)
        } else {
            let circuit = if table::looks_like(bytes) { table::read(bytes) } else { Aiger::read(bytes) };
            circuit.and_then(|circuit| Functions::new(formula, circuit)).and_then(|functions| {
                formula::check(formula, &functions, &stop)?;
                Ok(Self::Functions(functions))
            })
        };
        witness.map_err(|failure| match failure {
            formula::Failure::Stopped => FormulaError::Stopped,
            failure => failure.into(),
        })
    }

    pub(super) fn is_true(&self) -> bool {
        match self {
            Self::Functions(functions) => functions.is_true(),
            Self::Trace(trace) => trace.is_true(),
        }
    }

    /// Fills in the winner's values, given the opponent's.
    pub(super) fn fill(&self, values: &mut [bool]) {
        match self {
            Self::Functions(functions) => functions.fill(values),
            Self::Trace(trace) => trace.fill(values),
        }
    }
}

/// Checks a certificate (AIGER or a strategy table) or a trace (QRP) of the formula in a text.
///
/// # Errors
/// If one of both cannot be read, or the certificate is wrong; or if it was stopped.
pub fn check_certificate(text: &str, certificate: &[u8], task: &Task) -> Result<Checked, FormulaError> {
    let formula = Formula::read(text)?;
    let witness = Witness::checked(&formula, certificate, task)?;
    let evidence = match &witness {
        Witness::Functions(_) => Evidence::Functions,
        Witness::Trace(trace) => Evidence::Trace(trace.steps()),
    };
    Ok(Checked { is_true: witness.is_true(), evidence })
}
