//! An analysis drawn: the boards, the regions apart, the thermograph.

use super::{Analysis, Region};
use std::fmt;
use yomikiri_draw::piece::Piece;

/// The longest value that is written below a region.
const LONGEST_CAPTION: usize = 40;

impl Analysis {
    /// The boards and, if there are several, the regions drawn apart, as far as there are drawings of such boards; and the
    /// thermograph.
    #[must_use]
    pub fn drawing(&self) -> Piece {
        let boards: Vec<Piece> = self.boards.iter().filter_map(|board| board.drawing.clone()).collect();
        let mut pieces = Vec::new();
        if !boards.is_empty() {
            pieces.push(Piece::row(&boards));
        }
        let region = |region: &Region| {
            let caption = region.value.text_within(LONGEST_CAPTION).unwrap_or_default();
            Some(Piece::column(&[region.trimmed.drawing.clone()?, Piece::caption(caption)]))
        };
        let regions: Vec<Piece> = self.regions.iter().filter_map(region).collect();
        if regions.len() > 1 {
            pieces.push(Piece::row(&regions));
        }
        pieces.push(self.value.plot().svg());
        Piece::column(&pieces)
    }
}

/// A board of Amazons as rows of characters.
#[must_use]
pub fn rows(board: &impl fmt::Display) -> Vec<Vec<char>> {
    board.to_string().split('|').map(|row| row.chars().collect()).collect()
}
