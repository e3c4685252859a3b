//! The papers' figures, from the data files under `suites/papers`.

use yomikiri_game::Player;
use yomikiri_search::{Method, Shallow};

/// The figures of one paper on n×n Trax.
#[derive(Debug)]
pub(crate) struct Paper {
    /// Its number in the list of papers.
    pub(crate) number: &'static str,
    /// What to say above a table of it.
    pub(crate) title: &'static str,
    /// What to say below.
    pub(crate) remark: &'static str,
    /// The options of the rules that it uses, after the size.
    pub(crate) rules: &'static str,
    data: &'static str,
}

pub(crate) const LIMITED_TRAX: Paper = Paper {
    number: "000",
    title: "Kuwabara, Hoki: An attempt to find the game value of Limited TRAX (2017)",
    remark: "Paper: parallel df-pn on 12 cores (two Xeon X5690), table of 700 million entries (20 GB).\n\
             A line wins with n rows or columns on n×n (paper 001: with 8, so never on these boards).",
    rules: "",
    data: include_str!("../../../suites/papers/trax-000.tsv"),
};

pub(crate) const SIX_BY_SIX: Paper = Paper {
    number: "001",
    title: "Kuwabara et al.: Analysis of 6×6 TRAX by using df-pn search",
    remark: "Paper: one core of a Xeon E3-1220 v3, table of 120 million entries (3.4 GB).\n\
             A line needs 8 rows or columns, so lines do not win on these boards (paper 000: n on n×n).",
    rules: ",line=8",
    data: include_str!("../../../suites/papers/trax-001.tsv"),
};

/// One search that a paper reports.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    pub(crate) size: u16,
    pub(crate) method: Method,
    pub(crate) shallow: Shallow,
    /// How the paper calls the method.
    pub(crate) label: String,
    /// Whose win the search was about. "Does White win or draw?" is "can Red win?" the other way round.
    pub(crate) can_win: Player,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
}

impl Paper {
    /// All searches, in the order of the paper.
    pub(crate) fn figures(&self) -> Vec<Figure> {
        let rows = self.data.lines().filter(|line| !line.starts_with('#'));
        rows.map(|row| parse(row).expect("the data files are tested")).collect()
    }
}

fn parse(row: &str) -> Option<Figure> {
    let fields: Vec<&str> = row.split('\t').collect();
    let [size, label, search, nodes, seconds, _depth, _collections] = fields[..] else {
        return None;
    };
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
        label: label.to_owned(),
        can_win: match search {
            "1" => Player::Second,
            "2" => Player::First,
            _ => return None,
        },
        nodes: nodes.parse().ok()?,
        seconds: seconds.parse().ok()?,
    })
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
