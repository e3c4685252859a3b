//! Who has won, after a turn.

use super::layout::Layout;
use super::lines;
use super::placement;
use super::rules::{Full, Rules, Stuck};
use super::side::Side;

/// What ended the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// A loop of the winner's colour.
    Loop,
    /// A victory line of the winner's colour, and no loop.
    Line,
    /// The board is full.
    Full,
    /// There is no legal move.
    Stuck,
}

/// How the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The game goes on.
    Open,
    /// The game is won.
    Won {
        /// The winner.
        by: Side,
        /// What ended the game.
        how: How,
    },
    /// The game is drawn.
    Draw {
        /// What ended the game.
        how: How,
    },
}

/// How the game stands after a turn of `mover`: first a win is looked for, then
/// a full board, then a lack of legal moves.
pub fn after_turn(layout: &Layout, rules: &Rules, mover: Side) -> Status {
    // The mover's colour first: if both have won, the player who moved wins.
    for side in [mover, mover.opponent()] {
        if let Some(how) = colour_wins(layout, rules, side) {
            return Status::Won { by: side, how };
        }
    }
    if is_full(layout, rules) {
        return match rules.full {
            Full::Draw => Status::Draw { how: How::Full },
            Full::LastMoverLoses => Status::Won { by: mover.opponent(), how: How::Full },
        };
    }
    if is_stuck(layout, rules) {
        return match rules.stuck {
            Stuck::Loss => Status::Won { by: mover, how: How::Stuck },
            Stuck::Draw => Status::Draw { how: How::Stuck },
            Stuck::LastMoverLoses => Status::Won { by: mover.opponent(), how: How::Stuck },
        };
    }
    Status::Open
}

/// Whether the lines of `colour` win, and by what.
fn colour_wins(layout: &Layout, rules: &Rules, colour: Side) -> Option<How> {
    if lines::has_loop(layout, colour) {
        return Some(How::Loop);
    }
    let least_span = rules.line?;
    lines::has_victory_line(layout, colour, least_span).then_some(How::Line)
}

fn is_full(layout: &Layout, rules: &Rules) -> bool {
    let span = usize::from(rules.greatest_span());
    layout.tile_count() == span * span
}

fn is_stuck(layout: &Layout, rules: &Rules) -> bool {
    !placement::candidates(layout)
        .into_iter()
        .any(|candidate| placement::turn(layout, rules, candidate).is_ok())
}

#[cfg(test)]
mod tests {
    use super::super::tile::Tile;
    use super::*;

    fn lines_of(least_span: u32) -> Rules {
        Rules { line: Some(least_span), ..Rules::unlimited() }
    }

    #[test]
    fn a_loop_is_reported_before_a_line() {
        // A white line from top to bottom, two rows high.
        let mut layout = Layout::default();
        layout.put((0, 2), Tile::WhiteNorthSouth);
        layout.put((1, 2), Tile::WhiteNorthSouth);
        let found = |layout: &Layout| colour_wins(layout, &lines_of(2), Side::White);
        assert_eq!(found(&layout), Some(How::Line));
        // The same with a white loop at its side.
        layout.put((0, 0), Tile::WhiteSouthEast);
        layout.put((0, 1), Tile::WhiteSouthWest);
        layout.put((1, 0), Tile::WhiteNorthEast);
        layout.put((1, 1), Tile::WhiteNorthWest);
        assert_eq!(found(&layout), Some(How::Loop));
    }

    #[test]
    fn if_both_colours_have_won_the_mover_wins() {
        // If one row or column were enough, a straight tile would be a victory
        // line of either colour.
        let mut layout = Layout::default();
        layout.put((0, 0), Tile::WhiteNorthSouth);
        for mover in Side::BOTH {
            let expected = Status::Won { by: mover, how: How::Line };
            assert_eq!(after_turn(&layout, &lines_of(1), mover), expected);
        }
    }
}
