//! An analysis drawn: the boards, the regions apart, the thermograph.

use super::{Analysis, Region};
use yomikiri_amazons::Board;
use yomikiri_draw::piece::Piece;
use yomikiri_draw::squares;

/// The longest value that is written below a region.
const LONGEST_CAPTION: usize = 40;

impl Analysis {
    /// The boards, the regions drawn apart if there are several, and the thermograph.
    #[must_use]
    pub fn drawing(&self) -> Piece {
        let boards: Vec<_> = self.boards.iter().map(|board| squares::board(&rows(board))).collect();
        let mut pieces = vec![Piece::row(&boards)];
        if self.regions.len() > 1 {
            let region = |region: &Region| {
                let caption = region.value.text_within(LONGEST_CAPTION).unwrap_or_default();
                Piece::column(&[squares::board(&rows(&region.board.trimmed())), Piece::caption(caption)])
            };
            pieces.push(Piece::row(&self.regions.iter().map(region).collect::<Vec<_>>()));
        }
        pieces.push(self.value.plot().svg());
        Piece::column(&pieces)
    }
}

/// A board as rows of characters.
#[must_use]
pub fn rows(board: &Board) -> Vec<Vec<char>> {
    board.to_string().split('|').map(|row| row.chars().collect()).collect()
}
