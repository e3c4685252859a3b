//! A question about a game as a formula, and formulas as text.

use super::FormulaError;
use crate::game::Game;
use yomikiri_game::{Player, Stop};
use yomikiri_qbf::corrective::{self, Encoded};
use yomikiri_qbf::{Circuit, Formula, ReadError, direct, qcir, qdimacs};

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
    /// As a circuit.
    Circuit(Circuit),
}

impl GameFormula {
    /// Encodes the question; the corrective encoding is chosen where it is possible and nothing else is asked for.
    ///
    /// # Errors
    /// If the game cannot be encoded so, or it was stopped.
    pub fn new(
        game: &Game,
        turns: Option<u32>,
        player: Player,
        encoding: Option<Encoding>,
        stop: &Stop,
    ) -> Result<Self, FormulaError> {
        if encoding != Some(Encoding::Direct)
            && let Some(positional) = game.positional()
        {
            let turns = turns.map_or(usize::MAX, |turns| turns as usize);
            return Ok(Self::Clauses(corrective::encode(&positional.within(turns), player)));
        }
        if encoding == Some(Encoding::Corrective) {
            return Err(FormulaError::NoWinningSets(game.to_string()));
        }
        let system = game.transitions(stop)?.ok_or_else(|| FormulaError::NoFormula(game.to_string()))?;
        let turns = turns.unwrap_or(u32::MAX);
        Ok(Self::Circuit(direct::encode(&system, turns, player)?))
    }

    /// The formula in clauses.
    #[must_use]
    pub fn clauses(&self) -> Formula {
        match self {
            Self::Clauses(encoded) => encoded.formula.clone(),
            Self::Circuit(circuit) => circuit.clauses(),
        }
    }

    /// The formula as a file, with comments at its head.
    #[must_use]
    pub fn text(&self, format: Format, comments: &[String]) -> String {
        match (self, format) {
            (_, Format::Qdimacs) => qdimacs::write(&self.clauses(), comments),
            (Self::Clauses(encoded), Format::Qcir) => qcir::write(&Circuit::from(&encoded.formula), comments),
            (Self::Circuit(circuit), Format::Qcir) => qcir::write(circuit, comments),
        }
    }
}

/// Reads a formula in either format.
///
/// # Errors
/// If it is neither; the error says where. Bytes that are not text are wrong where they stand.
pub fn read(bytes: &[u8]) -> Result<Formula, ReadError> {
    let text = String::from_utf8_lossy(bytes);
    if text.trim_start().starts_with("#QCIR") {
        qcir::read(&text).map(|circuit| circuit.clauses())
    } else {
        qdimacs::read(&text)
    }
}
