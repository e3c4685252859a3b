//! How many positions there are: counting the ways tiles can lie on an n×n board.
//!
//! # What is counted
//! A *configuration* gives each cell of a board of `rows` × `columns` one of seven states: empty, or one of the six
//! tiles. It counts if
//!
//! 1. its tiles form one island: there are some, and any two are joined by steps across sides from tile to tile;
//! 2. the island touches the top row and the left column;
//! 3. no empty cell is entered by two or more lines of one colour (it would have been filled at once);
//! 4. where two tiles lie side by side, their colours agree.
//!
//! Every position of the game that is not over satisfies this, and most finished ones; but not every configuration
//! can be reached by moves, and rotations and reflections count as different. The paper divides by 8 for them and
//! multiplies by 2 for the player to move.
//!
//! # Ways to count
//! | module | how |
//! |---|---|
//! | [`configuration`] | cells in a grid, the four conditions as they are written: the reference, and all that plain sampling needs |
//! | `frontier` | the boundary between cells that are decided and cells that are not, and how it moves by one cell |
//! | [`exact`] | all frontiers with the number of ways to each, cell by cell: exact counts |
//! | [`sampling`] | estimates: the paper's two methods, and walkers guided along frontiers |
//! | [`estimate`] | means and intervals |
//!
//! # References
//! - K. Kuwabara and K. Hoki, *An attempt to find the game value of Limited TRAX*, 2017, section 3 (the conditions,
//!   the two methods of sampling).
//! - I. Jensen, *Enumerations of lattice animals and trees*, Journal of Statistical Physics 102, 2001 (the transfer
//!   matrix with connectivity along a broken boundary).

pub mod configuration;
pub mod estimate;
pub mod exact;
mod frontier;
pub mod sampling;

/// Far enough for every board whose frontiers fit a word.
pub const LARGEST: u32 = frontier::WIDEST;

/// How colours have to agree where two tiles lie side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// They are equal, as in the game.
    Matching,
    /// They may be anything, but each such pair of tiles halves the weight of a configuration: what the paper's
    /// second method estimates instead.
    Halving,
}
