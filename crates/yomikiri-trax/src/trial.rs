//! What a placement would do, found out as cheaply as possible.
//!
//! Most placements need not be played to see what comes of them:
//!
//! - **No chain.** A tile that starts no chain changes two lines. It cannot close one (both ends would enter
//!   its space, which would have been filled long ago), so it wins only if one of the two then spans the board,
//!   which the table of ends tells.
//! - **A pair.** Most chains are one forced tile long. Then two tiles lie side by side, and what becomes of
//!   their lines follows from the ends beyond them.
//! - Anything longer is played and taken back.
//!
//! A placement wins or does not win whoever makes it. What it does depends on few spaces, which a [`Trial`]
//! notes: it does the same after another placement, unless the two meet.

use crate::grid::Cell;
use crate::hash::{quick_player, quick_term};
use crate::lines::End;
use crate::position::{Placed, Position, Turn, Won};
use crate::tile::{Colour, Demand, Rim, Side, Tile};
use yomikiri_game::{Foreseen, Game, Outcome, Player};

/// A set of spaces as a mask by row and column modulo 8. On boards larger than that different spaces may
/// share a bit, which only means that a placement is looked at once more than needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spaces(u64);

impl Spaces {
    fn meet(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    fn contain(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The ends of a line that a placement changes.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    /// The spaces at its two ends.
    both: Spaces,
    /// Those among them where it would have to go on to win: not the ones that lie outside the box, if
    /// lines across the box win.
    needed: Spaces,
}

/// How many changed lines a trial tells apart. Longer chains change more, but are few.
const LINES: usize = 4;

/// What a placement does, tried at a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trial {
    pub(crate) turn: Turn,
    /// Whether it is legal. What an illegal one does is noted up to where it goes wrong.
    pub(crate) legal: bool,
    /// The colours that close a loop by it.
    pub(crate) loops: u8,
    /// The colours that complete a line across the board by it.
    pub(crate) lines: u8,
    /// The number of tiles it places.
    tiles: u16,
    /// The spaces it fills.
    fills: Spaces,
    /// The spaces that it brings a line of each colour to.
    enters: [Spaces; 2],
    /// The lines that it changes, as far as there is room.
    changes: [Ends; LINES],
    /// The ends of the lines for which there was none.
    changes_more: Spaces,
}

impl Trial {
    pub(crate) fn wins_for(&self, player: Player) -> bool {
        self.legal && (self.loops | self.lines) & Colour::of(player).bit() != 0
    }

    /// Whether this placement may do something else once another one has been made. (It may anyway if that
    /// makes the box larger: a line across the box falls short then.)
    ///
    /// It lays the same tiles unless the other one has filled one of its spaces, has brought a line into one of
    /// them, or has brought a line of the same colour as it does itself into some space, which then is filled
    /// too. (A space entered by one line of each colour forces nothing, and illegal is only what was forced
    /// first.) If it does lay the same tiles, it can complete nothing that it did not complete before but a line
    /// that the other one changed, and for that it must lay a tile at both ends of it; at one, if the other
    /// lies outside the box already.
    #[inline]
    pub(crate) fn meets(&self, other: &Self) -> bool {
        let [white, red] = other.enters;
        self.fills.meet(other.fills.and(white).and(red))
            || self.enters[0].meet(white)
            || self.enters[1].meet(red)
            || self.fills.meet(other.changes_more)
            || other.changes.iter().any(|ends| self.fills.meet(ends.both) && self.fills.contain(ends.needed))
    }
}

/// The tile that a placement forces, if it forces just one.
struct Forced {
    space: Cell,
    /// The side of the placed tile that it is at.
    side: Side,
}

/// What is known of the chain that a placement starts without playing it.
enum Chain {
    /// It forces nothing.
    None { winners: u8 },
    /// It forces one tile, which forces nothing.
    Pair { winners: u8, space: Cell, tile: Tile },
    /// It is illegal.
    Illegal,
    /// It may force more.
    Longer,
}

impl Position {
    fn as_set(&self, cell: Cell) -> Spaces {
        Spaces(1 << (self.grid.row(cell) % 8 * 8 + self.grid.column(cell) % 8))
    }

    /// Adds to a trial what a tile, placed or about to be, depends on and changes.
    fn note(&self, trial: &mut Trial, lines: &mut usize, Placed { cell, tile, rim }: Placed) {
        trial.fills.add(self.as_set(cell));
        for side in Side::ALL {
            if rim.sides() & side.bit() == 0 {
                trial.enters[tile.colour_at(side) as usize].add(self.as_set(self.grid.across(cell, side)));
            }
        }
        let extent = self.extent_with(cell);
        for joined in self.joined(cell, tile, rim) {
            // If a later tile of the chain has changed the line again, one of these ends is filled, where no other
            // placement can be, and the later tile notes it as it is.
            if !joined.is_loop {
                let (a, b) = joined.ends;
                let both = self.as_set(a.space()).and(self.as_set(b.space()));
                let mut needed = Spaces::default();
                for space in [a.space(), b.space()] {
                    if !self.may_be_wide_enough_next(extent) || self.is_within(extent, space) {
                        needed.add(self.as_set(space));
                    }
                }
                match trial.changes.get_mut(*lines) {
                    Some(ends) => *ends = Ends { both, needed },
                    None => trial.changes_more.add(both),
                }
                *lines += 1;
            }
        }
    }

    /// Tries a pseudo-legal placement, noting what it depends on and changes.
    pub(crate) fn try_placement(&mut self, turn: Turn) -> Trial {
        let mut trial = Trial {
            turn,
            legal: true,
            loops: 0,
            lines: 0,
            tiles: 1,
            fills: Spaces::default(),
            enters: [Spaces::default(); 2],
            changes: [Ends::default(); LINES],
            changes_more: Spaces::default(),
        };
        let mut lines = 0;
        let (cell, tile) = (turn.cell(), turn.tile());
        let rim = self.rim(cell);
        if self.forced_by(cell, rim, tile).0 == 0 {
            trial.lines = self.completed_lines(cell, rim, tile);
            self.note(&mut trial, &mut lines, Placed { cell, tile, rim });
            return trial;
        }
        let (before, extent) = (self.journal.len(), self.extent);
        match self.lay_chain(turn) {
            Ok(Won { loops, lines }) => (trial.loops, trial.lines) = (loops, lines),
            Err(_) => trial.legal = false,
        }
        trial.tiles = (self.journal.len() - before) as u16;
        for &placed in &self.journal[before..] {
            self.note(&mut trial, &mut lines, placed);
        }
        self.unplace_down_to(before);
        self.extent = extent;
        trial
    }

    /// The outcome of a legal placement that `mover` makes, if it ends the game.
    pub(crate) fn outcome_of(&self, trial: &Trial, mover: Player) -> Option<Outcome> {
        let winners = if trial.legal { trial.loops | trial.lines } else { 0 };
        self.outcome_by(winners, self.progress() + u32::from(trial.tiles), mover)
    }

    /// The colours that win by a pseudo-legal placement; none if it is illegal.
    #[inline]
    pub(crate) fn winners_by(&mut self, turn: Turn) -> u8 {
        match self.chain_of(turn) {
            Chain::None { winners } | Chain::Pair { winners, .. } => winners,
            Chain::Illegal => 0,
            Chain::Longer => self.tried_out(turn, |_, won| won.colours()).unwrap_or(0),
        }
    }

    /// Lays a placement and what it forces, looks at it, and takes it back. `None` if it is illegal.
    fn tried_out<T>(&mut self, turn: Turn, look: impl FnOnce(&Self, Won) -> T) -> Option<T> {
        let (before, extent) = (self.journal.len(), self.extent);
        let won = self.place_with_chain(turn).ok()?;
        let seen = look(self, won);
        self.unplace_down_to(before);
        self.extent = extent;
        Some(seen)
    }

    /// What a pseudo-legal turn leads to, played only if its chain is long.
    #[inline]
    pub(crate) fn foreseen(&mut self, turn: Turn) -> Foreseen {
        let (sum, own) = (self.quick_sum, quick_term(turn.cell(), turn.tile()));
        let (winners, tiles, sum) = match self.chain_of(turn) {
            Chain::None { winners } => (winners, 1, sum ^ own),
            Chain::Pair { winners, space, tile } => (winners, 2, sum ^ own ^ quick_term(space, tile)),
            Chain::Illegal => return Foreseen::Illegal,
            Chain::Longer => {
                let before = self.journal.len();
                let look =
                    |after: &Self, won: Won| (won.colours(), after.journal.len() - before, after.quick_sum);
                match self.tried_out(turn, look) {
                    None => return Foreseen::Illegal,
                    Some(seen) => seen,
                }
            }
        };
        let (mover, progress) = (self.to_move(), self.progress() + tiles as u32);
        match self.outcome_by(winners, progress, mover) {
            Some(outcome) => Foreseen::Over(outcome),
            None => Foreseen::Open { progress, quick_key: sum ^ quick_player(!mover) },
        }
    }

    /// How long a chain a pseudo-legal placement starts, seen without playing it.
    #[inline]
    fn chain_of(&self, turn: Turn) -> Chain {
        let (cell, tile) = (turn.cell(), turn.tile());
        let rim = self.rim(cell);
        match self.forced_by(cell, rim, tile) {
            (0, _) => Chain::None { winners: self.completed_lines(cell, rim, tile) },
            (1, Some(forced)) => self.pair(cell, rim, tile, &forced),
            _ => Chain::Longer,
        }
    }

    /// How many spaces a placement forces at once, and the last of them.
    #[inline]
    fn forced_by(&self, cell: Cell, rim: Rim, tile: Tile) -> (u32, Option<Forced>) {
        let (mut count, mut last) = (0, None);
        for side in Side::ALL {
            if rim.sides() & side.bit() == 0 {
                let space = self.grid.across(cell, side);
                if self.rim(space).of(tile.colour_at(side)) != 0 {
                    count += 1;
                    last = Some(Forced { space, side });
                }
            }
        }
        (count, last)
    }

    /// Whether a tile would bring a second line of one colour into a neighbouring space.
    #[inline]
    pub(crate) fn starts_chain(&self, cell: Cell, rim: Rim, tile: Tile) -> bool {
        self.forced_by(cell, rim, tile).0 > 0
    }

    /// The colours that would complete a line across the board by a tile that starts no chain.
    #[inline]
    pub(crate) fn completed_lines(&self, cell: Cell, rim: Rim, tile: Tile) -> u8 {
        let reach = self.reach(self.extent_with(cell));
        if !reach.is_possible() {
            return 0;
        }
        let [white, red] = self.joined(cell, tile, rim).map(|joined| self.spans(reach, joined.ends));
        (u8::from(white) << Colour::White as u8) | (u8::from(red) << Colour::Red as u8)
    }

    /// What comes of a placement that forces one space at once.
    ///
    /// Call the placed tile c and the forced one u. The spaces around u are an even number of steps away
    /// from c, and those around c an even number from u, so no space but each other's is entered from both: the
    /// chain goes on exactly if u brings a second line of one colour into one of its own neighbours.
    fn pair(&self, cell: Cell, rim: Rim, tile: Tile, forced: &Forced) -> Chain {
        let Forced { space, side } = *forced;
        let joining = tile.colour_at(side);
        let before = self.rim(space);
        let after = Rim(before.0 | Rim::one(joining, side.opposite()).0);
        let forced_tile = match after.demand() {
            Demand::Forced(forced_tile) => forced_tile,
            Demand::Impossible(_) | Demand::Nothing => return Chain::Illegal,
        };
        for side in Side::ALL {
            if after.sides() & side.bit() == 0 {
                let beyond = self.rim(self.grid.across(space, side));
                if beyond.of(forced_tile.colour_at(side)) != 0 {
                    return Chain::Longer;
                }
            }
        }

        let reach = self.reach(self.extent_with(cell));
        let beyond_c = self.lines.ends_beyond(cell, rim);
        let beyond_u = self.lines.ends_beyond(space, before);
        let mut winners = 0;

        // The line that runs through both tiles.
        let c_side = other_side(tile.sides(joining), side);
        let u_side = other_side(forced_tile.sides(joining), side.opposite());
        let (c_end, u_end) = (beyond_c[c_side as usize], beyond_u[u_side as usize]);
        if c_end == End::new(space, u_side) || self.spans(reach, (c_end, u_end)) {
            winners |= joining.bit();
        }

        // The two lines of the other colour, which may be one line, met at a far end.
        let other = if joining == Colour::White { Colour::Red } else { Colour::White };
        let ((x, y), (f, g)) = (tile.ends(other), forced_tile.ends(other));
        let (to_f, to_g) = (End::new(space, f), End::new(space, g));
        let (f_end, g_end) = (beyond_u[f as usize], beyond_u[g as usize]);
        let through_u = |end: End| {
            if end == to_f {
                g_end
            } else if end == to_g {
                f_end
            } else {
                end
            }
        };
        let (x_end, y_end) = (beyond_c[x as usize], beyond_c[y as usize]);
        let (x_far, y_far) = (through_u(x_end), through_u(y_end));
        let met = x_far != x_end || y_far != y_end;
        let closed = met && x_far == End::new(cell, y);
        if closed || self.spans(reach, (x_far, y_far)) || !met && self.spans(reach, (f_end, g_end)) {
            winners |= other.bit();
        }
        Chain::Pair { winners, space, tile: forced_tile }
    }
}

/// The other side of a set of two.
#[inline]
fn other_side(sides: u8, one: Side) -> Side {
    Side::ALL[(sides & !one.bit()).trailing_zeros() as usize % 4]
}
