//! How much memory a build takes, and how what is allowed is shared out.
//!
//! Most of it is known before anything is computed: the numbering of the boards, a form for each board, a table for the
//! file, and lists of the boards of a layer. What is left is for the games that are found, whose number is not known, and
//! for what threads remember of comparisons, which only makes them faster. The games get three fifths of what there is for
//! them: the rest is for writing them down, and for lists that have to be copied when they grow.

use super::BuildError;
use crate::endgames::{Endgame, Numbered, Subject};
use crate::quantity::PROGRAM_MEMORY;
use std::num::NonZeroUsize;
use yomikiri_cgt::tabulate::Values;
use yomikiri_game::Catalogue;

/// The least that is of any use for the games that are found.
const LEAST_FOR_GAMES: u64 = 2 << 20;

/// What the parts of a build may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// What a thread remembers of comparisons.
    pub(super) memo: usize,
    /// The games, while values are found.
    pub(super) games: usize,
    /// The games, thermographs, and the file before it is written.
    pub(super) file: u64,
}

/// What there is to be computed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    /// The classes of boards.
    pub(super) classes: u64,
    /// Those of the largest layer.
    largest_layer: usize,
    /// The boards of the largest catalogue.
    boards: usize,
    /// The places of all tables.
    places: usize,
}

/// Makes the catalogues of boards, unless the memory is too small for the build.
pub(super) fn plan<B: Endgame>(
    scope: &B::Scope,
    threads: NonZeroUsize,
    memory: u64,
) -> Result<(Vec<B::Catalogue>, Extent, Budget), BuildError> {
    let within = |needed: u64| {
        if needed > memory { Err(BuildError::Memory { needed, allowed: memory }) } else { Ok(needed) }
    };
    let beside = within(PROGRAM_MEMORY + scope.memory()?)?;
    let catalogues = scope.catalogues()?;
    // To list the classes takes less than a form for every board.
    let boards = catalogues.iter().map(Catalogue::size).max().unwrap_or(0);
    within(beside + 4 * boards as u64)?;
    let extent = Extent::of::<B>(&catalogues);
    let values = |memo| Values::memory(extent.boards, extent.largest_layer, threads, memo);
    let beside = beside + 4 * extent.places as u64;
    let least = within(beside + values(0) + LEAST_FOR_GAMES)?;
    // A quarter of the rest for the memos, unless they have no use for so much.
    let memo = ((memory - least) / 4 / threads.get() as u64).try_into().unwrap_or(usize::MAX);
    let rest = memory - beside - values(memo).min(memory - beside - LEAST_FOR_GAMES);
    let budget =
        Budget { memo, games: (rest / 5 * 3).try_into().unwrap_or(usize::MAX), file: memory - beside };
    Ok((catalogues, extent, budget))
}

impl Extent {
    fn of<B: Endgame>(catalogues: &[B::Catalogue]) -> Self {
        let mut extent = Self::default();
        for catalogue in catalogues {
            extent.boards = extent.boards.max(catalogue.size());
            extent.places += catalogue.places();
            for layer in 0..catalogue.layers() {
                let classes = catalogue.representatives(layer).len();
                extent.classes += classes as u64;
                extent.largest_layer = extent.largest_layer.max(classes);
            }
        }
        extent
    }
}
