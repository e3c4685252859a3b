//! The five papers.

/// A paper whose experiments are repeated here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Paper {
    /// n×n Trax by parallel df-pn.
    LimitedTrax,
    /// n×n Trax without lines, method by method.
    SixBySix,
    /// Mate problems in Trax.
    Mates,
    /// Sums of Amazons endgames.
    AmazonsEndgames,
    /// Generalised tic-tac-toe by formulas.
    GeneralisedTicTacToe,
}

impl Paper {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::LimitedTrax, Self::SixBySix, Self::Mates, Self::AmazonsEndgames, Self::GeneralisedTicTacToe];

    /// Its number in the list of papers (`docs/references.md`).
    #[must_use]
    pub fn number(self) -> &'static str {
        match self {
            Self::LimitedTrax => "000",
            Self::SixBySix => "001",
            Self::Mates => "002",
            Self::AmazonsEndgames => "003",
            Self::GeneralisedTicTacToe => "004",
        }
    }

    /// Its authors and its title.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::LimitedTrax => "Kuwabara, Hoki: An attempt to find the game value of Limited TRAX (2017)",
            Self::SixBySix => "Kuwabara et al.: Analysis of 6×6 TRAX by using df-pn search",
            Self::Mates => {
                "Fujimoto, Kuroda: Development and evaluation of a solver for mate problems in Trax"
            }
            Self::AmazonsEndgames => "Soeda, Tanaka: Use of a database for evaluating Amazons endgames",
            Self::GeneralisedTicTacToe => {
                "Diptarama et al.: Solving generalized tic-tac-toe by using QBF solver (2015)"
            }
        }
    }

    /// The paper with this number.
    #[must_use]
    pub fn numbered(number: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|paper| paper.number() == number)
    }
}
