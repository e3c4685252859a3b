//! Boards of the rulesets of combinatorial game theory.

use super::{Endgame, Numbered, Table};
use crate::databases::BoxScope;
use yomikiri_draw::piece::Piece;
use yomikiri_game::Player;
use yomikiri_rulesets::{Board, Boards, Rules};

impl<R: Rules> Endgame for Board<R> {
    const GAME: &'static str = R::WORD;
    const PLAYERS: [&'static str; 2] = ["Left", "Right"];
    const LAYERS: &'static str = R::HEIGHT;
    const MOST_POSITIONS: usize = 2_000_000;
    const MOST_FORMS: u32 = 2_000_000;
    type Scope = BoxScope;
    type Catalogue = Boards<R>;

    fn regions(&self) -> Vec<Self> {
        self.regions()
    }

    fn named_options(&self, player: Player) -> Vec<(String, Self)> {
        self.moves(player)
    }

    fn trimmed(&self) -> Self {
        self.trimmed()
    }

    fn measure(&self) -> String {
        format!("{}x{}", self.grid().columns(), self.grid().rows())
    }

    /// Boards fall apart soon, and few of all boards of a size follow one: to number all does not pay.
    fn followers(&self) -> Option<Boards<R>> {
        None
    }

    fn drawing(&self) -> Option<Piece> {
        None
    }
}

impl<R: Rules> Numbered<Board<R>> for Boards<R> {
    fn table(&self) -> Table {
        let (columns, rows) = self.dimensions();
        Table::Size(columns, rows)
    }

    fn board(&self, number: usize) -> Board<R> {
        self.board(number)
    }

    fn class_of(&self, region: &Board<R>) -> Option<(usize, bool)> {
        self.class_of(region)
    }

    fn places(&self) -> usize {
        self.places()
    }

    fn place(&self, representative: usize) -> usize {
        self.place(representative)
    }
}
