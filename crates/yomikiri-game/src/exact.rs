//! Positions and moves written down exactly, for proofs.

use crate::{Canonical, Foreseen, Key, Player, PositionError, Status, try_move};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The capability of being the subject of a proof that somebody else checks: positions as bytes and moves as
/// numbers, as `docs/proof-format.md` defines them for each game.
///
/// A checker has its own idea of the same bytes and numbers. The conformance kit cannot compare with it; the
/// tests of proofs do.
pub trait Exact: Canonical {
    /// The name of the game with every rule spelt out, so that a reader needs to know no default.
    fn spelt_out(&self) -> String;

    /// The text that describes the game, if its rules are not in its name: a proof must contain all that it
    /// depends on.
    fn definition(&self) -> Option<String> {
        None
    }

    /// Appends the position as it lies, player to move included.
    fn write_cells(&self, into: &mut Vec<u8>);

    /// Reads back what [`Exact::write_cells`] wrote, as a position of the same game as this one. As with
    /// [`PositionText`](crate::PositionText), the game is not over there, but need not be able to come there.
    ///
    /// # Errors
    /// If the bytes are no position of the game.
    fn read_cells(&self, cells: &[u8]) -> Result<Self, PositionError>;

    /// The number of a legal move as the position lies. Numbers order the moves.
    fn code(&self, m: Self::Move) -> u32;

    /// The numbers of all legal moves, which are given in the order of [`Game::moves`](crate::Game::moves). A game
    /// in which one move's number depends on the others overrides it.
    fn codes(&self, legal: &[Self::Move]) -> Vec<u32> {
        legal.iter().map(|&m| self.code(m)).collect()
    }

    /// Sorts moves, as [`Game::moves`](crate::Game::moves) lists them, by their numbers. Illegal ones may be among them. A game in which
    /// one move's number depends on the others overrides it.
    fn sort_by_code(&self, moves: &mut [Self::Move]) {
        moves.sort_by_cached_key(|&m| self.code(m));
    }

    /// What a pseudo-legal move leads to: [`Exact::fill`] as the progress, and a hash of the cells as they lie as the quick key. (A quick
    /// key of [`Tactics::foresee`](crate::Tactics::foresee) may be that of images, too.) The same cells at another place in memory may have
    /// another hash.
    fn foresee_as_it_lies(&mut self, m: Self::Move) -> Foreseen {
        let foreseen = try_move(self, m, |game, status| match status {
            Status::Over(outcome) => Foreseen::Over(outcome),
            Status::Open => {
                let mut hasher = DefaultHasher::new();
                game.cells().hash(&mut hasher);
                Foreseen::Open { progress: game.fill(), quick_key: hasher.finish() }
            }
        });
        foreseen.unwrap_or(Foreseen::Illegal)
    }

    /// The key under which a search that asks only whether `can_win` can win knows this position: that of the
    /// [narrowed](crate::Tactics::narrowed) position.
    fn key_when_asked(&mut self, _can_win: Player) -> Key {
        self.key()
    }

    /// Whether a theorem that the checker knows too says that the player cannot force a win from here.
    fn is_theorem(&self, _cannot_win: Player) -> bool {
        false
    }

    /// How much is on the board: the search that a checker does by itself follows the moves first that lead to more. 0 where the
    /// format defines nothing.
    fn fill(&self) -> u32 {
        0
    }

    /// The position as it lies.
    fn cells(&self) -> Vec<u8> {
        let mut cells = Vec::new();
        self.write_cells(&mut cells);
        cells
    }

    /// The image whose cells are least.
    fn canonical_image(&self) -> Self {
        self.images().into_iter().min_by_key(Self::cells).unwrap_or_else(|| self.clone())
    }
}

/// Reads a position that is written as the player to move (0 or 1), and one byte for each of `count` cells. `cell` says
/// what a byte stands for, and `expected` what it could have stood for.
///
/// # Errors
/// If there are more or fewer bytes, or one of them stands for nothing.
pub fn player_and_cells<C>(
    bytes: &[u8],
    count: usize,
    cell: impl Fn(u8) -> Option<C>,
    expected: &str,
) -> Result<(Player, Vec<C>), PositionError> {
    let length = 1 + count;
    if bytes.len() != length {
        return Err(PositionError::whole(format!("{} bytes instead of {length}", bytes.len())));
    }
    let to_move = match bytes[0] {
        0 => Player::First,
        1 => Player::Second,
        _ => return Err(PositionError::byte(bytes, 0, "expected a player, 0 or 1")),
    };
    let read = |(at, &byte)| cell(byte).ok_or_else(|| PositionError::byte(bytes, at, expected));
    let cells = bytes.iter().enumerate().skip(1).map(read).collect::<Result<_, _>>()?;
    Ok((to_move, cells))
}
