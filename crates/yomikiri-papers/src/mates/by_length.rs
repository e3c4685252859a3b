//! What every method makes of problems of each length: measured now, or stored in `suites/trax/mates-by-length.tsv`.

use super::trials::Trial;
use crate::data::rows;
use crate::{MISSING, machine};
use yomikiri::text::{Table, grouped, seconds};
use yomikiri::view::papers::{LengthTotals, StoredMates};

/// The stored figures.
pub(crate) fn stored() -> Vec<StoredMates> {
    const DATA: &str = include_str!("../../data/mates-by-length.tsv");
    rows(DATA, |[method, plies, problems, solved, nodes, seconds, slowest, date, machine, command]| {
        Some(StoredMates {
            method,
            plies: plies.parse().ok()?,
            problems: problems.parse().ok()?,
            solved: solved.parse().ok()?,
            nodes: nodes.parse().ok()?,
            seconds: seconds.parse().ok()?,
            slowest_seconds: slowest.parse().ok()?,
            date,
            machine,
            command,
        })
    })
}

/// What methods made of problems of each length.
#[derive(Clone, Debug, PartialEq)]
pub struct ByLength {
    /// Each method with its figures, the shortest problems first. All have the same lengths.
    pub methods: Vec<(String, Vec<LengthTotals>)>,
}

impl From<&Trial> for ByLength {
    fn from(trial: &Trial) -> Self {
        let of = |(at, method): (usize, &String)| (method.clone(), trial.by_length(at));
        Self { methods: trial.methods.iter().enumerate().map(of).collect() }
    }
}

impl ByLength {
    /// What was stored.
    #[must_use]
    pub fn stored() -> Self {
        let mut methods: Vec<(String, Vec<LengthTotals>)> = Vec::new();
        for row in stored() {
            let StoredMates { method, plies, problems, solved, nodes, seconds, slowest_seconds, .. } = row;
            let totals = LengthTotals { plies, problems, solved, nodes, seconds, slowest_seconds };
            match methods.last_mut().filter(|(known, _)| known == method) {
                Some((_, lengths)) => lengths.push(totals),
                None => methods.push((method.to_owned(), vec![totals])),
            }
        }
        Self { methods }
    }

    /// The lengths, and how many problems there are of each.
    fn lengths(&self) -> Vec<(u32, usize)> {
        let first = self.methods.first().map(|(_, lengths)| lengths.as_slice()).unwrap_or_default();
        first.iter().map(|totals| (totals.plies, totals.problems)).collect()
    }

    /// The mix of lengths, in words.
    #[must_use]
    pub fn mix(&self) -> String {
        let of = |(plies, problems): (u32, usize)| format!("{problems} of {plies} plies");
        self.lengths().into_iter().map(of).collect::<Vec<_>>().join(", ")
    }

    /// The longest that any problem has taken with any method.
    #[must_use]
    pub fn slowest(&self) -> f64 {
        let all = self.methods.iter().flat_map(|(_, lengths)| lengths);
        all.map(|totals| totals.slowest_seconds).fold(0.0, f64::max)
    }

    /// Problems solved, nodes and seconds: a table each, methods by lengths.
    #[must_use]
    pub fn tables(&self) -> [Table; 3] {
        let solved = self.table(
            |totals| totals.solved.to_string(),
            |lengths| lengths.iter().map(|totals| totals.solved).sum::<usize>().to_string(),
        );
        let nodes = self.table(
            |totals| grouped(totals.nodes),
            |lengths| grouped(lengths.iter().map(|totals| totals.nodes).sum()),
        );
        let time = self.table(
            |totals| format!("{} ({})", seconds(totals.seconds), seconds(totals.slowest_seconds)),
            |lengths| {
                let slowest = lengths.iter().map(|totals| totals.slowest_seconds).fold(0.0, f64::max);
                let all = lengths.iter().map(|totals| totals.seconds).sum();
                format!("{} ({})", seconds(all), seconds(slowest))
            },
        );
        [solved, nodes, time]
    }

    fn table(
        &self,
        cell: impl Fn(&LengthTotals) -> String,
        all: impl Fn(&[LengthTotals]) -> String,
    ) -> Table {
        let lengths = self.lengths();
        let header = ["method".to_owned()]
            .into_iter()
            .chain(lengths.iter().map(|(plies, problems)| format!("{plies} plies ({problems})")))
            .chain(["all".to_owned()]);
        let mut table = Table::with_header(header.collect());
        for (method, totals) in &self.methods {
            let mut cells = vec![method.clone()];
            cells.extend(totals.iter().map(&cell));
            cells.resize(lengths.len() + 1, MISSING.to_owned());
            cells.push(all(totals));
            table.row_of(cells);
        }
        table
    }

    /// The file of stored figures, if these were measured here and now by a command.
    #[must_use]
    pub fn tsv(&self, command: &str) -> String {
        let (now, machine) = (machine::now(), machine::described(&machine::here()));
        let date = now.get(..10).unwrap_or(&now);
        let mut file = "# method\tplies\tproblems\tsolved\tnodes\tseconds\tslowest problem, seconds\tdate\tmachine\tcommand\n".to_owned();
        for (method, lengths) in &self.methods {
            for LengthTotals { plies, problems, solved, nodes, seconds, slowest_seconds } in lengths {
                file.push_str(&format!(
                    "{method}\t{plies}\t{problems}\t{solved}\t{nodes}\t{seconds:.3}\t{slowest_seconds:.3}\t{date}\t{machine}\t{command}\n"
                ));
            }
        }
        file
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stored_figures_are_complete() {
        let stored = ByLength::stored();
        let lengths = stored.lengths();
        assert_eq!(lengths.iter().map(|(plies, _)| *plies).collect::<Vec<_>>(), [3, 5, 7, 9, 11]);
        assert_eq!(stored.methods.len(), 10);
        for (method, totals) in &stored.methods {
            assert_eq!(
                totals.iter().map(|one| (one.plies, one.problems)).collect::<Vec<_>>(),
                lengths,
                "{method}"
            );
            assert!(totals.iter().all(|one| one.solved <= one.problems), "{method}");
            if method == "exact" || method == "2" {
                assert!(totals.iter().all(|one| one.solved == one.problems), "{method} overlooks nothing");
            }
        }
    }
}
