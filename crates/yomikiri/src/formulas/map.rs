//! What the variables of an encoded game mean: which player's choice, in which turn, for which stone.
//!
//! The other variables say what follows from the choices. As text, a line for each choice:
//!
//! ```text
//! turn 1, first, stone 1: variables 1 2 3 4 are the number of one of a1 b1 c1 …
//! ```

use super::GameFormula;
use crate::game::Game;
use yomikiri_game::{Player, PositionalGame, TransitionSystem};
use yomikiri_qbf::corrective::Encoded;
use yomikiri_qbf::{Variable, direct};

/// The choices of a game in its formula, turn by turn.
#[derive(Clone, Debug, Default)]
pub struct Map {
    /// The choices.
    pub choices: Vec<ChoiceMap>,
}

/// A choice of a player.
#[derive(Clone, Debug)]
pub struct ChoiceMap {
    /// The turn, counted from 1.
    pub turn: usize,
    /// Whose choice it is.
    pub player: Player,
    /// The stone of the turn, counted from 1.
    pub stone: usize,
    /// The variables that are the digits of the number chosen, lowest first.
    pub variables: Vec<Variable>,
    /// What the numbers from 0 on stand for: cells or moves.
    pub options: Vec<String>,
}

impl Map {
    /// The map of a formula about a game.
    #[must_use]
    pub fn new(formula: &GameFormula, game: &Game, turns: Option<u32>) -> Self {
        match formula {
            GameFormula::Circuit(_, map) => map.clone(),
            GameFormula::Clauses(encoded) => game
                .positional()
                .map(|positional| {
                    let turns = turns.map_or(usize::MAX, |turns| turns as usize);
                    Self::of_cells(&positional.within(turns), encoded)
                })
                .unwrap_or_default(),
        }
    }

    fn of_cells(game: &PositionalGame, encoded: &Encoded) -> Self {
        let mut choices = Vec::new();
        for (at, (turn, stones)) in game.turns.iter().zip(&encoded.choices).enumerate() {
            for (stone, choice) in stones.iter().enumerate() {
                choices.push(ChoiceMap {
                    turn: at + 1,
                    player: turn.player,
                    stone: stone + 1,
                    variables: choice.digits.iter().map(|digit| digit.variable()).collect(),
                    options: choice.cells.iter().map(|&cell| game.cells[usize::from(cell)].clone()).collect(),
                });
            }
        }
        Self { choices }
    }

    pub(super) fn of_actions(system: &TransitionSystem, choices: &[direct::Choice]) -> Self {
        let name =
            |&(location, action): &(usize, usize)| system.locations[location].actions[action].name.clone();
        let choice = |(at, choice): (usize, &direct::Choice)| ChoiceMap {
            turn: at + 1,
            player: choice.player,
            stone: 1,
            variables: choice.digits.iter().map(|digit| digit.variable()).collect(),
            options: choice.actions.iter().map(name).collect(),
        };
        Self { choices: choices.iter().enumerate().map(choice).collect() }
    }

    /// A line for each choice.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let line = |choice: &ChoiceMap| {
            let ChoiceMap { turn, player, stone, variables, options } = choice;
            let variables: Vec<_> = variables.iter().map(ToString::to_string).collect();
            let (variables, options) = (variables.join(" "), options.join(" "));
            format!(
                "turn {turn}, {player}, stone {stone}: variables {variables} are the number of one of {options}"
            )
        };
        self.choices.iter().map(line).collect()
    }
}
