//! What a table of positions knows, apart from any table: the search makes records, checkpoints keep them.

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Record {
    /// The fingerprint of the position, as long as the table or the checkpoint says.
    pub fingerprint: u128,
    /// What is known of the position and what it cost to find out. Never 0.
    pub data: u64,
}
