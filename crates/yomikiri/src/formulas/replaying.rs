//! From a certificate back to the board: the winner's move after every line of play, as the functions or the trace say.
//!
//! The certificate is checked against the formula first, and the strategy that comes of it is replayed by the rules of the
//! checker, which know nothing of formulas.
//!
//! If the opponent begins, the formula tries only some of his first moves. Any other is turned into one of those by a
//! symmetry of the board (`symmetry`), and the moves that follow are turned back.
//!
//! A stone of the opponent on a cell that the formula does not know (it is in no winning set) is one that chose nothing
//! for it: a number without a cell, or a cell that is taken. If there is neither, any cell will do, since it only makes
//! the opponent stronger.

use super::certifying::Witness;
use super::strategy::{
    MOST_LINES, after, chosen_cells, empty_cells, filled, owns_a_set, possible_turns, text, winning_cells,
};
use super::symmetry::{Symmetry, inverse, symmetries};
use super::{FormulaError, Reply, Strategy};
use crate::game::Game;
use crate::task::Task;
use std::collections::BTreeSet;
use yomikiri_check::formula::Formula;
use yomikiri_check::positional::Stones;
use yomikiri_check::referee::{self, Referee};
use yomikiri_game::{Player, PositionalGame, Turn};
use yomikiri_qbf::corrective::{self, Choice, Encoded};
use yomikiri_qbf::{Budget, Literal, qdimacs};

impl Strategy {
    /// The strategy that a certificate has, AIGER or QRP, of the formula "this player wins within so many turns" in the
    /// corrective encoding.
    ///
    /// # Errors
    /// If the game is not given by winning sets, the certificate is wrong or of a false formula, or the strategy is too
    /// long.
    pub fn from_certificate(
        game: &Game,
        turns: Option<u32>,
        winner: Player,
        certificate: &[u8],
        task: &Task,
    ) -> Result<Self, FormulaError> {
        let positional = game.positional().ok_or_else(|| FormulaError::NoStrategy(game.to_string()))?;
        let positional = positional.within(turns.map_or(usize::MAX, |turns| turns as usize));
        let budget = Budget { stop: task.stop().clone(), memory: None };
        let encoded = corrective::encode(&positional, winner, &budget)?;
        let formula = Formula::read(&qdimacs::write(&encoded.formula, &[]))?;
        let witness = Witness::checked(&formula, certificate, task)?;
        if !witness.is_true() {
            return Err(FormulaError::FalseFormula(winner));
        }
        let values = vec![false; formula.variables()];
        let mut walk = Walk {
            encoded: &encoded,
            formula: &formula,
            witness,
            winner,
            values,
            symmetries: symmetries(&positional),
            back: (0..positional.cells.len() as u16).collect(),
            moves: Vec::new(),
            replies: Vec::new(),
        };
        walk.from(&positional, 0)?;
        Ok(Self { game: game.to_string(), winner, replies: walk.replies })
    }

    /// Replays the strategy by the rules of the checker, against all play of the opponent; says how many games it won.
    ///
    /// # Errors
    /// If it does not win all of them, or the checker does not know the game.
    pub fn check(&self, game: &Game) -> Result<u64, FormulaError> {
        let unknown = || FormulaError::NoReferee(game.to_string());
        let (name, definition) = game.board().spelt_out().ok_or_else(unknown)?;
        let start = Stones::start(&name, definition.as_deref()).map_err(|_| unknown())?;
        let winner = match self.winner {
            Player::First => referee::Player::First,
            Player::Second => referee::Player::Second,
        };
        Ok(yomikiri_check::strategy::check(&start, winner, &self.to_string())?)
    }
}

struct Walk<'a> {
    encoded: &'a Encoded,
    formula: &'a Formula,
    witness: Witness,
    winner: Player,
    /// The values of the formula's variables: the opponent's as he played.
    values: Vec<bool>,
    symmetries: Vec<Symmetry>,
    /// From the cells of the formula to those of the board.
    back: Symmetry,
    moves: Vec<String>,
    replies: Vec<Reply>,
}

impl Walk<'_> {
    fn variable(&self, literal: Literal) -> Option<usize> {
        self.formula.variable(&literal.variable().to_string())
    }

    fn from(&mut self, game: &PositionalGame, at: usize) -> Result<(), FormulaError> {
        let Some(&turn) = game.turns.first() else {
            return Err(FormulaError::NoWinningMove(self.moves.join(" ")));
        };
        if turn.player != self.winner {
            return self.after_replies(game, at, turn);
        }
        if self.replies.len() == MOST_LINES {
            return Err(FormulaError::StrategyTooLong);
        }
        // A turn that wins at once needs no certificate.
        let cells = winning_cells(game, turn).unwrap_or_else(|| self.told(game, at, turn));
        let reply = self.text(game, &cells);
        self.replies.push(Reply { moves: self.moves.clone(), reply: reply.clone() });
        self.moves.push(reply);
        let after = after(game, turn, &cells);
        if !owns_a_set(&after, self.winner) {
            self.from(&after, at + 1)?;
        }
        self.moves.pop();
        Ok(())
    }

    /// The cells that the certificate tells to take. A stone on a taken cell goes elsewhere: more stones do no harm.
    fn told(&mut self, game: &PositionalGame, at: usize, turn: Turn) -> BTreeSet<u16> {
        let mut values = std::mem::take(&mut self.values);
        self.witness.fill(&mut values);
        let holds = |digit: Literal| self.variable(digit).is_some_and(|variable| values[variable]);
        let mut cells = chosen_cells(&self.encoded.choices[at], holds);
        self.values = values;
        let empty = empty_cells(game);
        cells.retain(|cell| empty.contains(cell));
        filled(game, turn, cells)
    }

    /// Goes on after every turn that the opponent can play.
    fn after_replies(&mut self, game: &PositionalGame, at: usize, turn: Turn) -> Result<(), FormulaError> {
        for cells in possible_turns(game, turn) {
            self.moves.push(self.text(game, &cells));
            let cells = self.turned(game, at, cells)?;
            let next = after(game, turn, &cells.iter().copied().collect());
            if owns_a_set(&next, turn.player) {
                return Err(FormulaError::NoWinningMove(self.moves.join(" ")));
            }
            let encoded = self.encoded;
            for (choice, &cell) in encoded.choices[at].iter().zip(&cells) {
                self.choose(choice, number_of(choice, cell, game));
            }
            self.from(&next, at + 1)?;
            self.moves.pop();
            if at == 0 {
                self.back = (0..self.back.len() as u16).collect();
            }
        }
        Ok(())
    }

    /// The cells of a turn as they are called on the board.
    fn text(&self, game: &PositionalGame, cells: &BTreeSet<u16>) -> String {
        text(game, &cells.iter().map(|&cell| self.back[usize::from(cell)]).collect())
    }

    /// The cells of the opponent's turn in the order of the choices. In the first turn the formula may know only some cells
    /// for the first stone; then the board is seen so that one of them is taken.
    fn turned(
        &mut self,
        game: &PositionalGame,
        at: usize,
        cells: BTreeSet<u16>,
    ) -> Result<Vec<u16>, FormulaError> {
        let first = game.first_stone.worth_trying().filter(|_| at == 0);
        let Some(first) = first else {
            return Ok(cells.into_iter().collect());
        };
        for symmetry in &self.symmetries {
            let mut seen: Vec<u16> = cells.iter().map(|&cell| symmetry[usize::from(cell)]).collect();
            if let Some(known) = seen.iter().position(|cell| first.contains(cell)) {
                seen.swap(0, known);
                self.back = inverse(symmetry);
                return Ok(seen);
            }
        }
        Err(FormulaError::OpponentFirst)
    }

    /// Sets the digits of a choice.
    fn choose(&mut self, choice: &Choice, number: usize) {
        for (place, &digit) in choice.digits.iter().enumerate() {
            if let Some(variable) = self.variable(digit) {
                self.values[variable] = (number >> place & 1 == 1) == digit.is_positive();
            }
        }
    }
}

/// The number that stands for a stone of the opponent on a cell.
fn number_of(choice: &Choice, cell: u16, game: &PositionalGame) -> usize {
    let known = choice.cells.iter().position(|&other| other == cell);
    let no_cell = Some(choice.cells.len()).filter(|&number| number < 1 << choice.digits.len());
    let is_taken = |cell: &u16| game.owned.iter().any(|owned| owned.contains(cell));
    known.or(no_cell).or_else(|| choice.cells.iter().position(is_taken)).unwrap_or(0)
}
