//! The searches of the papers to the letter, so that node counts can be compared.
//!
//! Our own methods differ from the papers' in more than speed: they guess at a position before they visit it, stay a
//! little longer with a move than they must (1 + ε), read endings out beside the count, take moves to the same position for
//! one, and do not count what a look from the parent decides. Each of that changes the number of nodes. Here is none of it:
//!
//! - [`dfpn`] is the pseudo-code of paper 000, section 4.5, by one thread or several;
//! - [`deepening`] is iterative deepening as in section 3.2 of paper 001, with and without a table.
//!
//! They are modules of their own, and not settings of ours, because a search that is measured in nanoseconds a node should
//! not ask at every node whose rules it follows; and because they are short enough to be compared with the papers line
//! by line. What is counted, what the texts say and what had to be guessed is in `docs/as-in-the-papers.md`.
//!
//! # References
//! - K. Kuwabara and K. Hoki, *An attempt to find the game value of Limited TRAX*, 2017 (paper 000).
//! - K. Kuwabara et al., *Analysis of 6×6 TRAX by using df-pn search*, 2016 (paper 001).

pub(crate) mod deepening;
pub(crate) mod dfpn;
mod glances;
mod shallow;

/// What may be chosen about a search as the papers did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published {
    /// Where df-pn has the numbers of a node's children from.
    pub children: ChildNumbers,
    /// Whether df-pn's shallow search sees every end of the game, or overlooks those that a game can do without
    /// ([lines of Trax](yomikiri_game::Tactics::overlooking)), which are then found when their positions are visited. Paper
    /// 000 does not say, but its counts do: `docs/as-in-the-papers.md`.
    pub sharp: bool,
    /// Whether a thread in a node makes it look worse to the others, by one for each thread.
    pub virtual_numbers: bool,
    /// Whether a thread leaves a node that another one has decided. Paper 000 tried it and saw no gain.
    pub tells: bool,
    /// Whether the threads take turns, one node each, as equally fast cores would. Then the count does not depend on
    /// the machine, and can be repeated.
    pub in_turn: bool,
}

/// Where df-pn has the numbers of the children of a node on its path from, each time it looks at them again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildNumbers {
    /// From the table, by keys that are kept: what paper 000 says, and what the counts of paper 001 agree with best.
    Keys,
    /// From an array beside the table, which paper 001 speaks of: what a search has found of a position is not seen at
    /// another move to the same position before the node is entered again.
    Array,
    /// From the table, by keys that are computed again: what paper 001 compares its array with.
    Moves,
}

impl Published {
    /// As in papers 000 and 001.
    pub const USUAL: Self = Self {
        children: ChildNumbers::Keys,
        sharp: false,
        virtual_numbers: true,
        tells: false,
        in_turn: false,
    };
}
