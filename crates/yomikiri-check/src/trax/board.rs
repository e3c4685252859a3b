//! The game: the tiles in play, whose turn it is, and how the game stands.

use super::ending::{self, Status};
use super::layout::Layout;
use super::notation::Move;
use super::placement;
use super::rejected::Rejected;
use super::rules::Rules;
use super::side::Side;

/// A game of Trax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rules: Rules,
    layout: Layout,
    to_move: Side,
    status: Status,
}

impl Board {
    /// An empty board; White is to move.
    #[must_use]
    pub fn new(rules: Rules) -> Board {
        Board { rules, layout: Layout::default(), to_move: Side::White, status: Status::Open }
    }

    /// The rules of this game.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The side whose turn it is (or would be, when the game is over).
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// How the game stands.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status
    }

    /// How many tiles are in play.
    #[must_use]
    pub fn tile_count(&self) -> usize {
        self.layout.tile_count()
    }

    /// The tiles row by row: the row and the column, both counted from 1 at the
    /// top left of the box, and the edges which the white line joins, as a mask
    /// with N = 1, E = 2, S = 4, W = 8.
    pub fn cells(&self) -> impl Iterator<Item = ((u32, u32), u8)> {
        let extent = self.layout.extent();
        self.layout.tiles().filter_map(move |(cell, tile)| {
            let place = extent?.place_of(cell)?;
            Some(((place.row, place.column), tile.white_mask()))
        })
    }

    /// Every legal move, in notation and in the order of the strings. There is
    /// none when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        if self.status != Status::Open {
            return Vec::new();
        }
        let mut moves: Vec<String> = placement::candidates(&self.layout)
            .into_iter()
            .filter(|&candidate| placement::turn(&self.layout, &self.rules, candidate).is_ok())
            .map(|candidate| candidate.to_string())
            .collect();
        moves.sort();
        moves.dedup();
        moves
    }

    /// Plays a move written in notation. On an error the board is as before.
    pub fn play(&mut self, text: &str) -> Result<(), Rejected> {
        let played = Move::parse(text).ok_or(Rejected::Malformed)?;
        if self.status != Status::Open {
            return Err(Rejected::GameOver);
        }
        let mover = self.to_move;
        self.layout = placement::turn(&self.layout, &self.rules, played)?;
        self.to_move = mover.opponent();
        self.status = ending::after_turn(&self.layout, &self.rules, mover);
        Ok(())
    }
}
