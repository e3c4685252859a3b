//! `reproduce 004`: generalised tic-tac-toe by search and by formulas, our figures beside the paper's.

use super::compare::{described, shown};
use crate::Ending;
use crate::arguments::{Display, Reproduce};
use crate::json;
use crate::running::shown as with_task;
use std::io::Write;
use std::time::Duration;
use yomikiri::formulas::{Approach, Cell, Comparison, Solver, agreed};
use yomikiri::text::{Table, seconds};
use yomikiri::{Disk, Game, GameName, view};
use yomikiri_search::{Method, Verdict};

const FIGURES: &str = include_str!("../../../../../suites/papers/gttt-004.tsv");

/// One row of the paper's tables.
struct Figure {
    game: Game,
    turns: u32,
    value: &'static str,
    /// Depth-first search, proof-number search, preprocessing, DepQBF, RAReQS.
    seconds: [f64; 5],
}

fn figures() -> Vec<Figure> {
    let rows = FIGURES.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| parse(row).expect("the data file is tested")).collect()
}

fn parse(row: &'static str) -> Option<Figure> {
    let fields: Vec<_> = row.split('\t').collect();
    let [game, turns, value, times @ ..] = &fields[..] else {
        return None;
    };
    let times: Option<Vec<_>> = times.iter().map(|time| time.parse().ok()).collect();
    Some(Figure {
        game: game.parse::<GameName>().ok()?.load(&Disk).ok()?,
        turns: turns.parse().ok()?,
        value,
        seconds: times?.try_into().ok()?,
    })
}

/// The methods that the paper's are compared with.
const SEARCHES: [Method; 3] = [Method::Dfs, Method::Pns, Method::Dfpn];

pub(crate) const TITLE: &str = "Diptarama et al.: Solving generalized tic-tac-toe by using QBF solver (2015)";
pub(crate) const REMARK: &str = "Seconds. Ours: one thread, searches with forced blocks and lost causes seen at a glance; the corrective\n\
     encoding; solvers without the time of encoding. Paper: encode is Toss and bloqqer.";

/// Every game of the paper by every method. If it was stopped, the last games are not there.
pub(crate) struct Formulas {
    solvers: Vec<Solver>,
    rows: Vec<Decided>,
}

/// A game of the paper by every method.
pub(crate) struct Decided {
    figure: Figure,
    pub(crate) cells: Vec<Cell>,
}

/// Seconds of the two ways: by search, by formula (with encoding).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Against {
    pub(crate) search: f64,
    pub(crate) formula: f64,
}

impl Decided {
    /// What df-pn and the embedded solver took, if both have the answer.
    pub(crate) fn ours(&self) -> Option<Against> {
        let of =
            |by: Approach| self.cells.iter().find(|cell| cell.by == by && cell.verdict != Verdict::Unknown);
        let search = of(Approach::Search(Method::Dfpn))?.seconds;
        Some(Against { search, formula: of(Approach::Formula(Solver::Embedded))?.seconds })
    }

    /// How it stands with the paper's value.
    fn ending(&self) -> Ending {
        let value = agreed(&self.cells);
        if value != Some(Verdict::Unknown) && described(value) != self.figure.value {
            Ending::Faulty
        } else if self.cells.iter().all(|cell| cell.verdict != Verdict::Unknown) {
            Ending::Done
        } else {
            Ending::Undecided
        }
    }
}

impl Formulas {
    /// Decides every game, giving up after a time per cell; `seen` is told of each.
    pub(crate) fn decide(
        time: Duration,
        external: bool,
        display: Display,
        mut seen: impl FnMut(&Decided) -> anyhow::Result<()>,
    ) -> anyhow::Result<Self> {
        let solvers = if external { Solver::present() } else { vec![Solver::Embedded] };
        let searches = SEARCHES.into_iter().map(Approach::Search);
        let approaches: Vec<_> = searches.chain(solvers.iter().cloned().map(Approach::Formula)).collect();
        let mut rows = Vec::new();
        for figure in figures() {
            let comparison = Comparison { turns: figure.turns, encoding: None, time };
            let cells = with_task(display, None, |task| comparison.run(&figure.game, &approaches, task))?;
            let decided = Decided { figure, cells };
            seen(&decided)?;
            rows.push(decided);
            if display.is_over() {
                break;
            }
        }
        Ok(Self { solvers, rows })
    }

    pub(crate) fn rows(&self) -> &[Decided] {
        &self.rows
    }

    /// Whether everything is decided as in the paper.
    pub(crate) fn ending(&self) -> Ending {
        let is = |ending: Ending| self.rows.iter().any(|row| row.ending() == ending);
        if is(Ending::Faulty) {
            Ending::Faulty
        } else if is(Ending::Undecided) || self.rows.len() < figures().len() {
            Ending::Undecided
        } else {
            Ending::Done
        }
    }

    /// The table of the paper; games that were not reached have the paper's figures only.
    pub(crate) fn table(&self) -> Table {
        table(&self.solvers, &self.rows)
    }

    /// How many games agree, in a sentence.
    pub(crate) fn summary(&self) -> String {
        let right = self.rows.iter().filter(|row| row.ending() == Ending::Done).count();
        format!("{right} of {} rows: all ways agree with each other and with the paper.", self.rows.len())
    }
}

/// The best of each way in the paper, game by game.
pub(crate) fn paper_seconds() -> Vec<Against> {
    let against = |figure: Figure| {
        let [dfs, pns, preprocessing, depqbf, rareqs] = figure.seconds;
        Against { search: dfs.min(pns), formula: preprocessing + depqbf.min(rareqs) }
    };
    figures().into_iter().map(against).collect()
}

/// The table before anything is decided.
pub(crate) fn paper_table() -> Table {
    table(&[Solver::Embedded], &[])
}

fn table(solvers: &[Solver], rows: &[Decided]) -> Table {
    let mut header = ["game", "turns", "value", "dfs", "paper", "pns", "paper", "dfpn", "encode", "paper"]
        .map(str::to_owned)
        .to_vec();
    for solver in solvers {
        header.push(solver.to_string());
        header.extend(paper_column(solver).map(|_| "paper".to_owned()));
    }
    header.extend(unmatched(solvers).map(|(name, _)| format!("paper’s {name}")));
    header.push("paper’s best".to_owned());
    let mut table = Table::with_header(header);
    for decided in rows {
        table.row_of(row(&decided.figure, Some(&decided.cells), solvers));
    }
    for figure in figures().iter().skip(rows.len()) {
        table.row_of(row(figure, None, solvers));
    }
    table
}

pub(crate) fn run(arguments: &Reproduce, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let time = Duration::from_secs(arguments.max_seconds);
    let formulas = Formulas::decide(time, arguments.external, display, |decided| {
        if display.json {
            decided.cells.iter().try_for_each(|cell| json::line(out, view::Comparison::from(cell)))?;
        }
        Ok(())
    })?;
    if !display.json {
        writeln!(out, "{TITLE}, tables 1 and 2\n")?;
        write!(out, "{}", formulas.table())?;
        writeln!(out, "\n{}\n{REMARK}", formulas.summary())?;
    }
    Ok(formulas.ending())
}

/// Where the paper has figures for a solver.
fn paper_column(solver: &Solver) -> Option<usize> {
    match solver.to_string().as_str() {
        "depqbf" => Some(3),
        "rareqs" => Some(4),
        _ => None,
    }
}

/// The paper's solvers that are not among ours, and where it has their figures.
fn unmatched(solvers: &[Solver]) -> impl Iterator<Item = (&'static str, usize)> + '_ {
    let ours = |column: usize| solvers.iter().any(|solver| paper_column(solver) == Some(column));
    [("DepQBF", 3), ("RAReQS", 4)].into_iter().filter(move |&(_, column)| !ours(column))
}

/// A row of the table. Without cells, our columns are empty.
fn row(figure: &Figure, cells: Option<&[Cell]>, solvers: &[Solver]) -> Vec<String> {
    const MISSING: &str = "–";
    let [dfs, pns, preprocessing, depqbf, rareqs] = figure.seconds;
    let ours = |at: usize, show: &dyn Fn(&Cell) -> String| {
        cells.and_then(|cells| cells.get(at)).map_or(MISSING.to_owned(), show)
    };
    let value = cells.map_or_else(|| figure.value.to_owned(), |cells| described(agreed(cells)));
    let encoding = |cell: &Cell| seconds(cell.encoding_seconds.unwrap_or(0.0));
    let mut row = vec![
        figure.game.to_string(),
        figure.turns.to_string(),
        value,
        ours(0, &shown),
        seconds(dfs),
        ours(1, &shown),
        seconds(pns),
        ours(2, &shown),
        ours(SEARCHES.len(), &encoding),
        seconds(preprocessing),
    ];
    for (number, solver) in solvers.iter().enumerate() {
        row.push(ours(SEARCHES.len() + number, &|cell| {
            let own = cell.seconds - cell.encoding_seconds.unwrap_or(0.0);
            if cell.verdict == Verdict::Unknown { MISSING.to_owned() } else { seconds(own) }
        }));
        row.extend(paper_column(solver).map(|column| seconds(figure.seconds[column])));
    }
    row.extend(unmatched(solvers).map(|(_, column)| seconds(figure.seconds[column])));
    let best =
        [dfs, pns, preprocessing + depqbf, preprocessing + rareqs].into_iter().fold(f64::INFINITY, f64::min);
    row.push(seconds(best));
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_file_is_well_formed() {
        assert_eq!(figures().len(), 45);
    }
}
