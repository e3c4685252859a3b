//! A question about a game as a formula, and formulas as text.

use super::{FormulaError, Map};
use crate::game::Game;
use std::borrow::Cow;
use yomikiri_game::Player;
use yomikiri_qbf::corrective::{self, Encoded};
use yomikiri_qbf::{Budget, Circuit, Exceeded, Formula, Warning, direct, qcir, qdimacs};

/// How a game is written as a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Games given by winning sets: a move that the opponent cannot play is corrected.
    Corrective,
    /// Any described game: the rules are unfolded turn by turn.
    Direct,
}

/// A file format for formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Clauses.
    Qdimacs,
    /// A circuit.
    Qcir,
}

/// "This player wins within so many turns", as a formula.
pub enum GameFormula {
    /// In clauses, with the variables that say what is played.
    Clauses(Encoded),
    /// As a circuit, with what its variables mean.
    Circuit(Circuit, Map),
}

impl GameFormula {
    /// Encodes the question; the corrective encoding is chosen where it is possible and nothing else is asked for.
    ///
    /// # Errors
    /// If the game cannot be encoded so, or that takes more than the budget.
    pub fn new(
        game: &Game,
        turns: Option<u32>,
        player: Player,
        encoding: Option<Encoding>,
        budget: &Budget,
    ) -> Result<Self, FormulaError> {
        if encoding != Some(Encoding::Direct)
            && let Some(positional) = game.positional()
        {
            let turns = turns.map_or(usize::MAX, |turns| turns as usize);
            return Ok(Self::Clauses(corrective::encode(&positional.within(turns), player, budget)?));
        }
        if encoding == Some(Encoding::Corrective) {
            return Err(FormulaError::NoWinningSets(game.to_string()));
        }
        let system =
            game.transitions(&budget.stop)?.ok_or_else(|| FormulaError::NoFormula(game.to_string()))?;
        let turns = turns.unwrap_or(u32::MAX);
        let encoded = direct::encode_with_choices(&system, turns, player, budget)?;
        let map = Map::of_actions(&system, &encoded.choices);
        Ok(Self::Circuit(encoded.circuit, map))
    }

    /// The formula in clauses.
    ///
    /// # Errors
    /// If it takes more than the budget.
    pub fn clauses(&self, budget: &Budget) -> Result<Cow<'_, Formula>, Exceeded> {
        Ok(match self {
            Self::Clauses(encoded) => Cow::Borrowed(&encoded.formula),
            Self::Circuit(circuit, _) => Cow::Owned(circuit.clauses(budget)?),
        })
    }

    /// The formula as a file, with comments at its head.
    ///
    /// # Errors
    /// If it takes more than the budget.
    pub fn text(&self, format: Format, comments: &[String], budget: &Budget) -> Result<String, Exceeded> {
        Ok(match (self, format) {
            (_, Format::Qdimacs) => qdimacs::write(&*self.clauses(budget)?, comments),
            (Self::Clauses(encoded), Format::Qcir) => qcir::write(&Circuit::from(&encoded.formula), comments),
            (Self::Circuit(circuit, _), Format::Qcir) => qcir::write(circuit, comments),
        })
    }
}

/// A formula that was read from a file.
pub struct FormulaFile {
    /// The formula in clauses.
    pub formula: Formula,
    /// The number of clauses in the file; of a circuit, those that it becomes.
    pub clauses: usize,
    /// The circuit that the file has, if it is one, with the names of its variables.
    pub circuit: Option<qcir::Reading>,
    /// What is unusual about the file.
    pub warnings: Vec<Warning>,
}

impl FormulaFile {
    /// Reads a formula in either format.
    ///
    /// # Errors
    /// If it is neither; the error says where. Bytes that are not text are wrong where they stand. A circuit may be too large
    /// for the budget.
    pub fn read(bytes: &[u8], budget: &Budget) -> Result<Self, FormulaError> {
        let text = String::from_utf8_lossy(bytes);
        if qcir::looks_like(&text) {
            let mut reading = qcir::read_named(&text)?;
            let warnings = std::mem::take(&mut reading.warnings);
            let formula = reading.circuit.clauses(budget)?;
            Ok(Self { clauses: formula.clauses().len(), formula, circuit: Some(reading), warnings })
        } else {
            let qdimacs::Reading { formula, clauses, warnings } = qdimacs::read_warned(&text)?;
            Ok(Self { formula, clauses, circuit: None, warnings })
        }
    }
}
