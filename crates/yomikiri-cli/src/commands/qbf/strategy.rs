//! What a true formula says about playing: the winner's first move, and by asking again after every reply of
//! the opponent, his whole strategy.

use super::arguments::{Preprocessor, SolverName, Solving};
use super::encode::Question;
use super::{save, solve};
use crate::arguments::Display;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use yomikiri::Game;
use yomikiri_game::{FirstStone, Player, PositionalGame, Turn};
use yomikiri_qbf::Literal;
use yomikiri_qbf::corrective::{self, Choice, Encoded};

/// The first turn that the values of a true formula choose; `None` if it is not the winner's turn.
pub(super) fn first_move(question: &Question, game: &Game, values: &[Literal]) -> Option<String> {
    let Question::Clauses(encoded) = question else {
        return None;
    };
    let positional = game.positional()?;
    let cells = first_cells(encoded, &positional, values)?;
    Some(text(&positional, &cells))
}

/// The cells of the first turn. A stone without a choice, or on a cell taken twice, goes to any empty cell that the rules
/// allow: more stones do no harm.
fn first_cells(encoded: &Encoded, game: &PositionalGame, values: &[Literal]) -> Option<BTreeSet<u16>> {
    if values.is_empty() {
        return None;
    }
    let turn = game.turns.first()?;
    let number = |choice: &Choice| {
        let digits = choice.digits.iter().enumerate();
        digits.fold(0, |number, (place, digit)| number | usize::from(values.contains(digit)) << place)
    };
    let chosen =
        encoded.choices.first()?.iter().filter_map(|choice| choice.cells.get(number(choice)).copied());
    Some(filled(game, *turn, chosen.collect()))
}

/// The cells filled up to a whole turn that the rules allow: first with a cell that they demand, if there is none of
/// those, then with any.
fn filled(game: &PositionalGame, turn: Turn, mut cells: BTreeSet<u16>) -> BTreeSet<u16> {
    let demanded = if is_allowed(game, &cells) { None } else { game.first_stone.demanded() };
    let more = demanded.into_iter().flat_map(|demanded| demanded.first().copied());
    for cell in more.chain(empty_cells(game)) {
        if cells.len() < usize::from(turn.stones) {
            cells.insert(cell);
        }
    }
    cells
}

/// Whether a turn has a cell of those that the rules demand.
fn is_allowed(game: &PositionalGame, cells: &BTreeSet<u16>) -> bool {
    game.first_stone.demanded().is_none_or(|demanded| demanded.iter().any(|cell| cells.contains(cell)))
}

fn text(game: &PositionalGame, cells: &BTreeSet<u16>) -> String {
    let names: Vec<_> = cells.iter().map(|&cell| game.cells[usize::from(cell)].as_str()).collect();
    names.join(",")
}

/// Writes the winner's strategy: for each line of play that he can meet, a line with the moves so far, a tab,
/// and his move.
pub(super) fn write(
    game: &Game,
    turns: Option<u32>,
    winner: Player,
    file: &Path,
    display: Display,
) -> anyhow::Result<()> {
    let positional = game.positional().ok_or_else(|| {
        anyhow::anyhow!("strategies can be written for games given by winning sets, not for {game}")
    })?;
    let positional = positional.within(turns.map_or(usize::MAX, |turns| turns as usize));
    let mut writer = Writer { winner, display, text: String::new(), most: 200_000 };
    let _infallible = writeln!(writer.text, "# {game}: {winner} wins");
    writer.from(&positional, &mut Vec::new())?;
    save(file, &writer.text)
}

struct Writer {
    winner: Player,
    display: Display,
    text: String,
    /// Lines that may still be written.
    most: u32,
}

impl Writer {
    fn from(&mut self, game: &PositionalGame, moves: &mut Vec<String>) -> anyhow::Result<()> {
        let Some(&turn) = game.turns.first() else {
            anyhow::bail!("the strategy does not win after {}", moves.join(" "));
        };
        if turn.player != self.winner {
            let empty = empty_cells(game);
            return self.replies(game, turn, &empty, BTreeSet::new(), moves);
        }
        self.most =
            self.most.checked_sub(1).ok_or_else(|| anyhow::anyhow!("the strategy has too many lines"))?;
        // A turn that wins at once needs no solver.
        let cells = match winning_cells(game, turn) {
            Some(cells) => cells,
            None => {
                let encoded = corrective::encode(game, self.winner);
                let solving = Solving {
                    solver: SolverName::Embedded,
                    preprocessor: Preprocessor::Auto,
                    time: None,
                    memory: None,
                };
                let verdict = solve::decide(&encoded.formula, &solving, self.display, &moves.join(" "))?;
                let found = first_cells(&encoded, game, &verdict.values);
                found.ok_or_else(|| anyhow::anyhow!("no winning move was found after {}", moves.join(" ")))?
            }
        };
        let _infallible = writeln!(self.text, "{}\t{}", moves.join(" "), text(game, &cells));
        moves.push(text(game, &cells));
        let after = after(game, turn, &cells);
        if !owns_a_set(&after, self.winner) {
            self.from(&after, moves)?;
        }
        moves.pop();
        Ok(())
    }

    /// Every way in which the opponent can play.
    fn replies(
        &mut self,
        game: &PositionalGame,
        turn: Turn,
        empty: &[u16],
        cells: BTreeSet<u16>,
        moves: &mut Vec<String>,
    ) -> anyhow::Result<()> {
        if cells.len() == usize::from(turn.stones) {
            if !is_allowed(game, &cells) {
                return Ok(());
            }
            let after = after(game, turn, &cells);
            anyhow::ensure!(!owns_a_set(&after, turn.player), "the opponent wins after {}", moves.join(" "));
            moves.push(text(game, &cells));
            self.from(&after, moves)?;
            moves.pop();
            return Ok(());
        }
        for (at, &cell) in empty.iter().enumerate() {
            let mut cells = cells.clone();
            cells.insert(cell);
            self.replies(game, turn, &empty[at + 1..], cells, moves)?;
        }
        Ok(())
    }
}

fn empty_cells(game: &PositionalGame) -> Vec<u16> {
    (0..game.cells.len() as u16).filter(|cell| !game.owned.iter().any(|owned| owned.contains(cell))).collect()
}

fn after(game: &PositionalGame, turn: Turn, cells: &BTreeSet<u16>) -> PositionalGame {
    let mut game = game.clone();
    game.turns.remove(0);
    game.owned[turn.player as usize].extend(cells);
    // The first turn is over, and symmetry is broken.
    game.first_stone = FirstStone::Anywhere;
    game
}

fn owns_a_set(game: &PositionalGame, player: Player) -> bool {
    let own = &game.owned[player as usize];
    game.winning_sets[player as usize].iter().any(|set| set.iter().all(|cell| own.contains(cell)))
}

/// The cells of a turn that completes a set, filled up to a whole turn.
fn winning_cells(game: &PositionalGame, turn: Turn) -> Option<BTreeSet<u16>> {
    let empty = empty_cells(game);
    let own = &game.owned[turn.player as usize];
    game.winning_sets[turn.player as usize].iter().find_map(|set| {
        let lacking: BTreeSet<_> = set.iter().copied().filter(|cell| !own.contains(cell)).collect();
        let free = lacking.iter().all(|cell| empty.contains(cell));
        let cells =
            (free && lacking.len() <= usize::from(turn.stones)).then(|| filled(game, turn, lacking))?;
        is_allowed(game, &cells).then_some(cells)
    })
}
