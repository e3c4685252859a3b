//! The targets, and what several of them need.

pub mod mutation;
pub mod targets;

use yomikiri_check::trax as reference;
use yomikiri_game::{Outcome, Player, Status};
use yomikiri_trax::rules::{Full, Stuck};
use yomikiri_trax::{Position, Rules};

/// What libFuzzer wants to be told of an input.
#[cfg(feature = "libfuzzer")]
pub fn judge(is_of_use: bool) -> libfuzzer_sys::Corpus {
    if is_of_use { libfuzzer_sys::Corpus::Keep } else { libfuzzer_sys::Corpus::Reject }
}

/// The item that a byte chooses from a list. More than 256 items could not all be chosen.
pub fn choose<T>(from: &[T], byte: u8) -> &T {
    &from[usize::from(byte) % from.len()]
}

/// An empty board of the reference rules, for the same rule set.
pub fn reference_board(rules: &Rules) -> reference::Board {
    reference::Board::new(reference::Rules {
        limit: rules.limit().map(|n| u8::try_from(n).expect("at most 16")),
        line: rules.line().map(u32::from),
        stuck: match rules.stuck() {
            Stuck::Loss => reference::Stuck::Loss,
            Stuck::Draw => reference::Stuck::Draw,
            Stuck::LastMoverLoses => reference::Stuck::LastMoverLoses,
        },
        full: match rules.full() {
            Full::Draw => reference::Full::Draw,
            Full::LastMoverLoses => reference::Full::LastMoverLoses,
        },
    })
}

/// How the game stands by the reference rules, and the word for what ended it.
pub fn reference_status(board: &reference::Board) -> (Status, Option<String>) {
    let word = |how: reference::How| Some(format!("{how:?}").to_lowercase());
    match board.status() {
        reference::Status::Open => (Status::Open, None),
        reference::Status::Draw { how } => (Status::Over(Outcome::Draw), word(how)),
        reference::Status::Won { by, how } => {
            let winner = match by {
                reference::Side::White => Player::First,
                reference::Side::Red => Player::Second,
            };
            (Status::Over(Outcome::Win(winner)), word(how))
        }
    }
}

/// The cells of a position as the reference rules give them: row and column from 1, white sides.
pub fn cells(position: &Position) -> Vec<((u32, u32), u8)> {
    let diagram = position.diagram();
    diagram
        .tiles()
        .map(|((row, column), tile)| ((u32::from(row) + 1, u32::from(column) + 1), tile.white()))
        .collect()
}
