//! What a search has cost. Methods count it, checkpoints keep it, and front ends show it.

/// What a search has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Calls that expanded a position in the main search, revisits included.
    pub nodes: u64,
    /// Positions at which a shallow search looked for an immediate end.
    pub shallow_nodes: u64,
    /// Plays made to read out endings.
    pub ending_plays: u64,
    /// Positions in the table at the end (in the tree, for a method that keeps one).
    pub table_entries: u64,
    /// How often the table was cleared of small subtrees.
    pub collections: u64,
    /// The depth of the last iteration, or of the deepest position expanded.
    pub depth: u32,
    /// Wall-clock time.
    pub seconds: f64,
}

impl Statistics {
    /// What two searches have cost together; of what is a state and not a sum, the greater.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            shallow_nodes: self.shallow_nodes + other.shallow_nodes,
            ending_plays: self.ending_plays + other.ending_plays,
            table_entries: self.table_entries.max(other.table_entries),
            collections: self.collections + other.collections,
            depth: self.depth.max(other.depth),
            seconds: self.seconds + other.seconds,
        }
    }
}
