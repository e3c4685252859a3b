//! Positions and moves written down exactly, for proofs.

use crate::Canonical;

/// The capability of being the subject of a proof that somebody else checks: positions as bytes and moves as
/// numbers, as `docs/proof-format.md` defines them for each game.
///
/// A checker has its own idea of the same bytes and numbers. The conformance kit cannot compare with it; the
/// tests of proofs do.
pub trait Exact: Canonical {
    /// The name of the game with every rule spelt out, so that a reader needs to know no default.
    fn spelt_out(&self) -> String;

    /// Appends the position as it lies, player to move included.
    fn write_cells(&self, into: &mut Vec<u8>);

    /// The number of a move as the position lies. Numbers order the moves.
    fn code(&self, m: Self::Move) -> u32;

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
