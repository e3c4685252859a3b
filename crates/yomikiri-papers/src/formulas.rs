//! Paper 004: generalised tic-tac-toe by search and by formulas, our figures beside the paper's.

use crate::data::rows;
use crate::{Error, MISSING};
use std::time::Duration;
use yomikiri::formulas::{Approach, Cell, Comparison, Solver, agreed};
use yomikiri::text::{Table, seconds};
use yomikiri::{Disk, GameName, Task};
use yomikiri_game::Player;
use yomikiri_search::{Method, Verdict};

/// What to say below the table.
pub const REMARK: &str = "Seconds. Ours: one thread, searches with forced blocks and lost causes seen at a glance; the corrective\n\
     encoding; solvers without the time of encoding. Paper: encode is Toss and bloqqer.";

/// The methods of search that the paper's are compared with.
const SEARCHES: [Method; 3] = [Method::Dfs, Method::Pns, Method::Dfpn];

/// How the games are decided. The command and the run are made from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// When to give up on a game, by one method.
    pub seconds: u64,
    /// Whether external solvers are run too, those that are installed.
    pub external: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { seconds: 60, external: false }
    }
}

/// One row of the paper's tables.
#[derive(Clone, Debug)]
struct Figure {
    game: &'static str,
    turns: u32,
    value: Verdict,
    /// Depth-first search, proof-number search, preprocessing, DepQBF, RAReQS.
    seconds: [f64; 5],
}

fn figures() -> Vec<Figure> {
    const DATA: &str = include_str!("../data/gttt-004.tsv");
    rows(DATA, |[game, turns, value, times @ ..]: [&str; 8]| {
        let times: Option<Vec<f64>> = times.iter().map(|time| time.parse().ok()).collect();
        Some(Figure {
            game,
            turns: turns.parse().ok()?,
            value: match value {
                "first" => Verdict::Wins(Player::First),
                "second" => Verdict::Wins(Player::Second),
                "draw" => Verdict::Draw,
                _ => return None,
            },
            seconds: times?.try_into().ok()?,
        })
    })
}

/// How a result stands with the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// All ways have the paper's value.
    Full,
    /// Some way has no answer within the limits, and none another value.
    Partial,
    /// Some way has another value.
    Contradicted,
}

/// Every game of the paper by every method. If it was stopped, the last games are not there.
#[derive(Debug)]
pub struct Formulas {
    solvers: Vec<Solver>,
    rows: Vec<Decided>,
}

/// A game of the paper by every method.
#[derive(Debug)]
pub struct Decided {
    figure: Figure,
    /// What each way came to: searches first, then solvers.
    pub cells: Vec<Cell>,
}

/// Seconds of the two ways: by search, by formula (with encoding).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Against {
    pub(crate) search: f64,
    pub(crate) formula: f64,
}

fn is_decided(cell: &Cell) -> bool {
    cell.verdict != Verdict::Unknown
}

impl Decided {
    /// What df-pn and the embedded solver took, if both have the answer.
    pub(crate) fn ours(&self) -> Option<Against> {
        let of = |by: &Approach| self.cells.iter().find(|cell| cell.by == *by && is_decided(cell));
        Some(Against {
            search: of(&Approach::Search(Method::Dfpn))?.seconds,
            formula: of(&Approach::Formula(Solver::Embedded))?.seconds,
        })
    }

    /// How it stands with the paper's value.
    fn agreement(&self) -> Agreement {
        let mut decided = self.cells.iter().filter(|cell| is_decided(cell));
        if decided.any(|cell| cell.verdict != self.figure.value) {
            Agreement::Contradicted
        } else if self.cells.iter().all(is_decided) {
            Agreement::Full
        } else {
            Agreement::Partial
        }
    }
}

impl Settings {
    /// The command that runs it.
    #[must_use]
    pub fn command(&self) -> String {
        let mut command = "yomikiri reproduce 004".to_owned();
        let Self { seconds, external } = *self;
        if seconds != Self::default().seconds {
            command += &format!(" --max-seconds {seconds}");
        }
        if external {
            command += " --external";
        }
        command
    }

    /// Decides every game; `seen` is told of each.
    ///
    /// # Errors
    /// If memory cannot be had, an external solver fails, or `seen` does.
    pub fn decide<E: From<Error>>(
        &self,
        task: &Task,
        mut seen: impl FnMut(&Decided) -> Result<(), E>,
    ) -> Result<Formulas, E> {
        let solvers = if self.external { Solver::present() } else { vec![Solver::Embedded] };
        let mut approaches: Vec<_> = SEARCHES.into_iter().map(Approach::Search).collect();
        approaches.extend(solvers.iter().cloned().map(Approach::Formula));
        let mut rows = Vec::new();
        for figure in figures() {
            let cells = self.cells(&figure, &approaches, task)?;
            let decided = Decided { figure, cells };
            seen(&decided)?;
            rows.push(decided);
            if task.is_stopped() {
                break;
            }
        }
        Ok(Formulas { solvers, rows })
    }

    /// A game in every way.
    fn cells(&self, figure: &Figure, approaches: &[Approach], task: &Task) -> Result<Vec<Cell>, Error> {
        let game = figure.game.parse::<GameName>()?.load(&Disk)?;
        let comparison =
            Comparison { turns: figure.turns, encoding: None, time: Duration::from_secs(self.seconds) };
        Ok(comparison.run(&game, approaches, task)?)
    }
}

impl Formulas {
    /// The games that were reached.
    #[must_use]
    pub fn rows(&self) -> &[Decided] {
        &self.rows
    }

    /// How the whole stands with the paper.
    #[must_use]
    pub fn agreement(&self) -> Agreement {
        let is = |agreement: Agreement| self.rows.iter().any(|row| row.agreement() == agreement);
        if is(Agreement::Contradicted) {
            Agreement::Contradicted
        } else if is(Agreement::Partial) || self.rows.len() < figures().len() {
            Agreement::Partial
        } else {
            Agreement::Full
        }
    }

    /// The table of the paper; games that were not reached have the paper's figures only.
    #[must_use]
    pub fn table(&self) -> Table {
        table(&self.solvers, &self.rows)
    }

    /// How many games agree, in a sentence.
    #[must_use]
    pub fn summary(&self) -> String {
        let right = self.rows.iter().filter(|row| row.agreement() == Agreement::Full).count();
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
    let [dfs, pns, preprocessing, depqbf, rareqs] = figure.seconds;
    let ours = |at: usize, show: &dyn Fn(&Cell) -> String| {
        cells.and_then(|cells| cells.get(at)).map_or(MISSING.to_owned(), show)
    };
    let value = match cells {
        None => figure.value.to_string(),
        Some(cells) => agreed(cells).map_or("DISAGREEMENT".to_owned(), |value| value.to_string()),
    };
    let encoding = |cell: &Cell| seconds(cell.encoding_seconds.unwrap_or(0.0));
    let shown = |cell: &Cell| if is_decided(cell) { seconds(cell.seconds) } else { MISSING.to_owned() };
    let mut row = vec![
        figure.game.to_owned(),
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
            if is_decided(cell) { seconds(own) } else { MISSING.to_owned() }
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
        for figure in figures() {
            let game = figure.game.parse::<GameName>().expect("a game");
            assert_eq!(game.as_str(), figure.game, "the usual form");
        }
    }
}
