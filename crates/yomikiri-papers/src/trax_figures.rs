//! The figures of the two papers on n×n Trax.

use crate::Paper;
use crate::data::{optional, rows};
use std::num::NonZeroU16;
use yomikiri::AsIn;
use yomikiri_game::Player;
use yomikiri_search::{Method, Shallow};

/// The figures of one paper on n×n Trax.
#[derive(Debug)]
pub struct TraxPaper {
    /// Which paper.
    pub paper: Paper,
    /// What its figures were measured on, and by which rules.
    pub remark: &'static str,
    /// How it searched.
    pub as_in: AsIn,
    /// By how many threads.
    pub threads: NonZeroU16,
    /// The options of the rules that it uses, after the size.
    rules: &'static str,
    data: &'static str,
}

/// Paper 000.
pub static LIMITED_TRAX: TraxPaper = TraxPaper {
    paper: Paper::LimitedTrax,
    remark: "Paper: parallel df-pn on 12 cores (two Xeon X5690), table of 700 million entries (20 GB).\n\
             A line wins with n rows or columns on n×n (paper 001: with 8, so never on these boards).",
    as_in: AsIn::LIMITED_TRAX,
    threads: NonZeroU16::new(12).expect("not zero"),
    rules: "",
    data: include_str!("../data/trax-000.tsv"),
};

/// Paper 001.
pub static SIX_BY_SIX: TraxPaper = TraxPaper {
    paper: Paper::SixBySix,
    remark: "Paper: one core of a Xeon E3-1220 v3, table of 120 million entries (3.4 GB).\n\
             A line needs 8 rows or columns, so lines do not win on these boards (paper 000: n on n×n).",
    as_in: AsIn::SIX_BY_SIX,
    threads: NonZeroU16::MIN,
    rules: ",line=8",
    data: include_str!("../data/trax-001.tsv"),
};

/// One search that a paper reports.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The size of the board.
    pub size: u16,
    /// The method.
    pub method: Method,
    /// The depth of its shallow search.
    pub shallow: Shallow,
    /// How the paper calls the method.
    pub label: &'static str,
    /// Whose win the search was about. "Does White win or draw?" is "can Red win?" the other way round.
    pub can_win: Player,
    /// What it cost.
    pub nodes: u64,
    /// The time it took.
    pub seconds: f64,
    /// The depth of the last iteration (iterative deepening).
    pub depth: Option<u32>,
    /// How often the table was cleared of small entries (df-pn).
    pub collections: Option<u64>,
}

impl TraxPaper {
    /// All searches, in the order of the paper.
    #[must_use]
    pub fn figures(&self) -> Vec<Figure> {
        rows(self.data, |[size, label, search, nodes, seconds, depth, collections]| {
            let (method, shallow) = match label {
                "id" => (Method::Id, Shallow::Off),
                "id-table" => (Method::IdTable, Shallow::Off),
                "dfpn d=0" => (Method::Dfpn, Shallow::Off),
                "dfpn d=1" => (Method::Dfpn, Shallow::One),
                "dfpn d=2" => (Method::Dfpn, Shallow::Two),
                _ => return None,
            };
            Some(Figure {
                size: size.parse().ok()?,
                method,
                shallow,
                label,
                can_win: match search {
                    "1" => Player::Second,
                    "2" => Player::First,
                    _ => return None,
                },
                nodes: nodes.parse().ok()?,
                seconds: seconds.parse().ok()?,
                depth: optional(depth)?,
                collections: optional(collections)?,
            })
        })
    }

    /// The name of the game on a board of some size.
    #[must_use]
    pub fn game(&self, size: u16) -> String {
        format!("trax:{size}x{size}{}", self.rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_files_are_well_formed() {
        assert_eq!(LIMITED_TRAX.figures().len(), 8);
        assert_eq!(SIX_BY_SIX.figures().len(), 22);
    }
}
