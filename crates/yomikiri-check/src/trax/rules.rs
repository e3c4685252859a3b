//! The options of a game of Trax.

/// What happens when the side to move has no legal move while spaces remain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stuck {
    /// The side to move, which cannot, loses.
    Loss,
    /// The game is drawn.
    Draw,
    /// The side that moved last loses.
    LastMoverLoses,
}

/// What happens when the board is full and nobody has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Full {
    /// The game is drawn.
    Draw,
    /// The side that moved last loses.
    LastMoverLoses,
}

/// The rules of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The greatest width and height of the box, `None` for unlimited Trax.
    /// The rules know square boards from 2 to 16; the checker does not
    /// refuse other sizes, and applies the same rules to them.
    pub limit: Option<u8>,
    /// How many rows or columns the box must span for a victory line to win.
    /// `None`: lines never win.
    pub line: Option<u32>,
    /// What happens when there is no legal move.
    pub stuck: Stuck,
    /// What happens when the board is full.
    pub full: Full,
}

/// Even unlimited Trax may not span more than this.
const UNLIMITED_SPAN: u8 = 255;

/// A victory line spans eight rows or columns, except on smaller boards.
const USUAL_LINE: u32 = 8;

impl Rules {
    /// Unlimited Trax: lines of eight.
    #[must_use]
    pub fn unlimited() -> Rules {
        Rules { limit: None, line: Some(USUAL_LINE), stuck: Stuck::Loss, full: Full::Draw }
    }

    /// Trax in a floating box of at most `n` × `n`: lines of eight, or of `n`
    /// where eight do not fit.
    #[must_use]
    pub fn square(n: u8) -> Rules {
        Rules { limit: Some(n), line: Some(USUAL_LINE.min(u32::from(n))), ..Rules::unlimited() }
    }

    /// The greatest width and height which the box may have.
    pub(crate) fn greatest_span(&self) -> u8 {
        self.limit.unwrap_or(UNLIMITED_SPAN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_the_board_up_to_eight() {
        assert_eq!(Rules::unlimited().line, Some(8));
        assert_eq!(Rules::square(2).line, Some(2));
        assert_eq!(Rules::square(7).line, Some(7));
        assert_eq!(Rules::square(8).line, Some(8));
        assert_eq!(Rules::square(16).line, Some(8));
    }
}
