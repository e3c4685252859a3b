//! The same game with 3, 5, 7, … turns, by one solver that keeps what it has learnt.
//!
//! The last turns of a longer game are those of a shorter one on another board. So the formula is that of the longest
//! game, in the corrective encoding. A shorter game is asked about by starting at the level of an inner turn, as if nobody
//! had placed a stone before it: no cell is owned, the game goes on, and no stone of the opponent is demanded. What was
//! learnt about the last turns holds on every board, so it is kept when the next question starts two turns further
//! outside.
//!
//! The formula is not preprocessed, since that is right for the whole formula only, and symmetry restricts the first
//! stone of the longest game alone. That costs about as much as keeping gains (`docs/from-a-game-to-a-formula-and-back.md`).
//!
//! The answers of several numbers of turns agree with those of one formula each:
//!
//! ```
//! use yomikiri_game::{Player, PositionalGame, Turn, FirstStone};
//! use yomikiri_qbf::deepening::Deepening;
//! use yomikiri_qbf::solver::{Limits, Progress};
//! use yomikiri_qbf::{Budget, corrective};
//!
//! // Two neighbours of three cells in a row.
//! let sets = vec![vec![0, 1], vec![1, 2]];
//! let turn = |player| Turn { player, stones: 1 };
//! let game = PositionalGame {
//!     cells: ["a", "b", "c"].map(str::to_owned).to_vec(),
//!     owned: Default::default(),
//!     winning_sets: [sets.clone(), sets],
//!     turns: vec![turn(Player::First), turn(Player::Second), turn(Player::First)],
//!     first_stone: FirstStone::Anywhere,
//! };
//! let encoded = corrective::encode(&game, Player::First, &Budget::default())?;
//! let progress = Progress::default();
//! let mut deepening = Deepening::new(&game, &encoded, Limits::default(), &progress).expect("it fits");
//! assert_eq!(deepening.ask(1).and_then(|answer| answer.known()), Some(false));
//! assert_eq!(deepening.ask(3).and_then(|answer| answer.known()), Some(true));
//! # Ok::<(), yomikiri_qbf::Exceeded>(())
//! ```

use crate::corrective::Encoded;
use crate::formula::{Literal, Quantifier, Variable};
use crate::solver::{Answer, Levels, Limits, Progress};
use std::collections::HashSet;
use yomikiri_game::{PositionalGame, Turn};

/// A game that is asked about with different numbers of turns.
pub struct Deepening<'a> {
    levels: Levels<'a>,
    turns: &'a [Turn],
    /// By turn: the level of its choices.
    level_of_turn: Vec<usize>,
    /// The variables that say that the game goes on.
    goes_on: HashSet<Variable>,
    universal: HashSet<Variable>,
}

impl<'a> Deepening<'a> {
    /// A solver for the formula of a game, which has the most turns that will be asked about. `None` if the rules say where
    /// the first stone goes, which would hold for an inner turn as well; if a turn has no choice; or at a limit.
    #[must_use]
    pub fn new(
        game: &'a PositionalGame,
        encoded: &'a Encoded,
        limits: Limits,
        progress: &'a Progress,
    ) -> Option<Self> {
        if game.first_stone.demanded().is_some() {
            return None;
        }
        let blocks = encoded.formula.prefix().blocks();
        let level = |variable: Variable| blocks.iter().position(|block| block.variables.contains(&variable));
        let level_of_turn = encoded.choices.iter().map(|choices| {
            let digit = choices.first()?.digits.first()?;
            level(digit.variable())
        });
        let level_of_turn: Vec<usize> = level_of_turn.collect::<Option<_>>()?;
        // Each turn is a level of its own.
        if level_of_turn.windows(2).any(|pair| pair[0] >= pair[1]) {
            return None;
        }
        let universal = blocks.iter().filter(|block| block.quantifier == Quantifier::Forall);
        Some(Self {
            levels: Levels::new(&encoded.formula, limits, progress)?,
            turns: &game.turns,
            level_of_turn,
            goes_on: encoded.goes_on.iter().map(|literal| literal.variable()).collect(),
            universal: universal.flat_map(|block| block.variables.iter().copied()).collect(),
        })
    }

    /// Whether the last so many turns are like the first, and so a game of their own.
    #[must_use]
    pub fn knows(&self, turns: usize) -> bool {
        let all = self.turns;
        (1..=all.len()).contains(&turns) && all[all.len() - turns..] == all[..turns]
    }

    /// Whether the winner wins within so many turns; with values of the choices of the turn `all - turns`, if he
    /// begins. `None` if this is no game of its own.
    pub fn ask(&mut self, turns: usize) -> Option<Answer> {
        if !self.knows(turns) {
            return None;
        }
        let level = self.level_of_turn[self.turns.len() - turns];
        let Self { levels, goes_on, universal, .. } = self;
        Some(levels.ask(level, |literal: Literal| {
            let variable = literal.variable();
            // Nobody owns a cell, the game goes on, and the opponent has chosen no cell at all.
            universal.contains(&variable) || goes_on.contains(&variable) == literal.is_positive()
        }))
    }
}
