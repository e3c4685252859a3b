//! Boards of Amazons.

use super::{Endgame, Numbered, Table, rows};
use crate::databases::Scope;
use yomikiri_amazons::{Board, Endgames};
use yomikiri_draw::piece::Piece;
use yomikiri_draw::squares;
use yomikiri_game::{Catalogue, Player};

/// As many boards as are numbered to evaluate one of them: five bytes each.
const MOST_NUMBERED: usize = 16 << 20;

impl Endgame for Board {
    const GAME: &'static str = "amazons";
    const PLAYERS: [&'static str; 2] = ["Left (x)", "Right (o)"];
    const LAYERS: &'static str = "empty squares";
    /// The open 4×4 board needs a quarter of both.
    const MOST_POSITIONS: usize = 400_000;
    const MOST_FORMS: u32 = 1_000_000;
    type Scope = Scope;
    type Catalogue = Endgames;

    fn regions(&self) -> Vec<Self> {
        self.regions()
    }

    fn named_options(&self, player: Player) -> Vec<(String, Self)> {
        self.continuations(player).map(|(m, after)| (self.move_text(m), after)).collect()
    }

    fn trimmed(&self) -> Self {
        self.trimmed()
    }

    fn measure(&self) -> String {
        let [left, right] = Player::BOTH.map(|player| self.amazon_count(player));
        let (width, height, empty) = (self.width(), self.height(), self.empty_squares());
        format!("{width} x {height} squares, {left} + {right} amazons, {empty} empty")
    }

    fn followers(&self) -> Option<Endgames> {
        let (trimmed, amazons) = (self.trimmed(), Player::BOTH.map(|player| self.amazon_count(player)));
        let (width, height) = (trimmed.width().into(), trimmed.height().into());
        let catalogue = Endgames::new(width, height, amazons, Some(self.empty_squares())).ok()?;
        (catalogue.size() <= MOST_NUMBERED).then_some(catalogue)
    }

    fn drawing(&self) -> Option<Piece> {
        Some(squares::board(&rows(self)))
    }
}

impl Numbered<Board> for Endgames {
    fn table(&self) -> Table {
        Table::Amazons(self.amazons())
    }

    fn board(&self, number: usize) -> Board {
        self.board(number)
    }

    fn class_of(&self, region: &Board) -> Option<(usize, bool)> {
        self.class_of(region)
    }

    fn places(&self) -> usize {
        self.places()
    }

    fn place(&self, representative: usize) -> usize {
        self.place(representative)
    }
}
