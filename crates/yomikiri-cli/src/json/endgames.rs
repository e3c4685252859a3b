//! `reproduce 003`.

use serde::Serialize;

/// One row of `reproduce 003`. Shares are mean and standard deviation over the repeats.
#[derive(Debug, Serialize)]
pub(crate) struct ReproducedSums {
    pub(crate) paper: &'static str,
    pub(crate) subgames: usize,
    pub(crate) empty_squares: f64,
    pub(crate) sums: u64,
    pub(crate) repeats: usize,
    pub(crate) thermostrat: [f64; 2],
    pub(crate) hotstrat: [f64; 2],
    pub(crate) sentestrat: [f64; 2],
    pub(crate) exact: [f64; 2],
    pub(crate) decisive: f64,
    /// Shares of won games that could be won, against a perfect opponent.
    pub(crate) games_thermostrat: f64,
    pub(crate) games_hotstrat: f64,
    pub(crate) games_sentestrat: f64,
    pub(crate) paper_empty_squares: String,
    pub(crate) paper_thermostrat: Option<u64>,
    pub(crate) paper_hotstrat: Option<u64>,
    pub(crate) paper_decisive: Option<u64>,
}
