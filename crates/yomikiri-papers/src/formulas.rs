//! Paper 004: generalised tic-tac-toe by search and by formulas, our figures beside the paper's.

use crate::data::rows;
use crate::{Error, MISSING};
use std::time::Duration;
use yomikiri::formulas::{Approach, Cell, Comparison, FormulaSize, Solver, agreed};
use yomikiri::text::{Table, grouped};
use yomikiri::{Disk, GameName, Task};
use yomikiri_game::Player;
use yomikiri_search::{Method, Verdict};

/// What to say below the tables.
pub const REMARK: &str = "Milliseconds, one thread. As in the paper: depth-first and proof-number search of the plain game; the direct encoding,\n\
     which unfolds the rules turn by turn as Toss does. Our way: searches that see forced blocks and lost causes at a\n\
     glance; the corrective encoding. Solvers without the time of encoding. Paper: encoding is Toss and bloqqer.";

/// The ways of our own.
const SEARCHES: [Method; 3] = [Method::Dfs, Method::Pns, Method::Dfpn];
/// The paper's ways to search.
const PAPER_SEARCHES: [Method; 2] = [Method::Dfs, Method::Pns];

/// How the games are decided. The command and the run are made from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// When to give up on a game, by one method.
    pub seconds: u64,
    /// Whether external solvers are run too, those that are installed.
    pub external: bool,
    /// Whose ways.
    pub ways: Ways,
}

/// Whose ways the games are decided in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ways {
    /// Ours.
    Ours,
    /// The paper's: the plain game, and the direct encoding.
    Paper,
}

impl Ways {
    fn approaches(self, solvers: &[Solver]) -> Vec<Approach> {
        let solvers = solvers.iter().cloned();
        match self {
            Self::Ours => {
                SEARCHES.into_iter().map(Approach::Search).chain(solvers.map(Approach::Formula)).collect()
            }
            Self::Paper => PAPER_SEARCHES
                .into_iter()
                .map(Approach::PlainSearch)
                .chain(solvers.map(Approach::DirectFormula))
                .collect(),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self { seconds: 60, external: false, ways: Ways::Ours }
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
#[derive(Clone, Debug)]
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
        let Self { seconds, external, ways } = *self;
        let mut command = match ways {
            Ways::Ours => "yomikiri reproduce 004".to_owned(),
            Ways::Paper => "yomikiri reproduce 004 --only 004-as-in".to_owned(),
        };
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
        let approaches = self.ways.approaches(&solvers);
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

/// The tables of the paper with what was found: searches, formulas, and the sizes of formulas. Games that were not reached have
/// the paper's figures only.
#[must_use]
pub fn tables(ours: Option<&Formulas>, as_in: Option<&Formulas>) -> [Table; 3] {
    let mut solvers: Vec<Solver> =
        [ours, as_in].into_iter().flatten().flat_map(|found| found.solvers.clone()).collect();
    solvers.dedup();
    if solvers.is_empty() {
        solvers.push(Solver::Embedded);
    }
    let mut searches = Table::new([
        "game",
        "turns",
        "value",
        "paper’s dfs",
        "dfs as in the paper",
        "dfs our way",
        "paper’s pns",
        "pns as in the paper",
        "pns our way",
        "our df-pn",
    ]);
    let mut header: Vec<String> = [
        "game",
        "turns",
        "paper’s encoding",
        "encoding, direct",
        "encoding, corrective",
        "paper’s DepQBF",
        "paper’s RAReQS",
    ]
    .map(str::to_owned)
    .to_vec();
    for solver in &solvers {
        header.extend([format!("{solver}, direct"), format!("{solver}, corrective")]);
    }
    let mut formulas = Table::with_header(header);
    let mut sizes = Table::new([
        "game",
        "turns",
        "variables, direct",
        "variables, corrective",
        "clauses, direct",
        "clauses, corrective",
        "direct to corrective",
    ]);
    for (number, figure) in figures().iter().enumerate() {
        let row = |found: Option<&'_ Formulas>| found.and_then(|found| found.rows.get(number).cloned());
        let rows = [row(ours), row(as_in)];
        let cell = |by: &Approach| -> Option<Cell> {
            rows.iter().flatten().flat_map(|row| &row.cells).find(|cell| cell.by == *by).cloned()
        };
        searches.row(search_row(figure, &rows, &cell));
        formulas.row_of(formula_row(figure, &solvers, &cell));
        let size = |by: &Approach| cell(by).and_then(|cell| cell.size);
        let direct = size(&Approach::DirectFormula(Solver::Embedded));
        let corrective = size(&Approach::Formula(Solver::Embedded));
        let shown = |size: Option<FormulaSize>, of: fn(FormulaSize) -> usize| {
            size.map_or(MISSING.to_owned(), |size| grouped(of(size) as u64))
        };
        sizes.row([
            figure.game.to_owned(),
            figure.turns.to_string(),
            shown(direct, |size| size.variables),
            shown(corrective, |size| size.variables),
            shown(direct, |size| size.clauses),
            shown(corrective, |size| size.clauses),
            direct.zip(corrective).map_or(MISSING.to_owned(), |(direct, corrective)| {
                format!("{:.1}", direct.clauses as f64 / corrective.clauses.max(1) as f64)
            }),
        ]);
    }
    [searches, formulas, sizes]
}

fn search_row(
    figure: &Figure,
    rows: &[Option<Decided>; 2],
    cell: &dyn Fn(&Approach) -> Option<Cell>,
) -> [String; 10] {
    let [dfs, pns, ..] = figure.seconds;
    let cells: Vec<Cell> = rows.iter().flatten().flat_map(|row| row.cells.clone()).collect();
    let value = match agreed(&cells) {
        Some(Verdict::Unknown) => figure.value.to_string(),
        Some(value) => value.to_string(),
        None => "DISAGREEMENT".to_owned(),
    };
    let time = |by: Approach| milliseconds(cell(&by).filter(is_decided).map(|cell| cell.seconds));
    [
        figure.game.to_owned(),
        figure.turns.to_string(),
        value,
        milliseconds(Some(dfs)),
        time(Approach::PlainSearch(Method::Dfs)),
        time(Approach::Search(Method::Dfs)),
        milliseconds(Some(pns)),
        time(Approach::PlainSearch(Method::Pns)),
        time(Approach::Search(Method::Pns)),
        time(Approach::Search(Method::Dfpn)),
    ]
}

fn formula_row(figure: &Figure, solvers: &[Solver], cell: &dyn Fn(&Approach) -> Option<Cell>) -> Vec<String> {
    let [_, _, preprocessing, depqbf, rareqs] = figure.seconds;
    let encoding = |by: Approach| milliseconds(cell(&by).and_then(|cell| cell.encoding_seconds));
    let mut row = vec![
        figure.game.to_owned(),
        figure.turns.to_string(),
        milliseconds(Some(preprocessing)),
        encoding(Approach::DirectFormula(Solver::Embedded)),
        encoding(Approach::Formula(Solver::Embedded)),
        milliseconds(Some(depqbf)),
        milliseconds(Some(rareqs)),
    ];
    let solving = |by: Approach| {
        let own = |cell: Cell| cell.seconds - cell.encoding_seconds.unwrap_or(0.0);
        milliseconds(cell(&by).filter(is_decided).map(own))
    };
    for solver in solvers {
        row.push(solving(Approach::DirectFormula(solver.clone())));
        row.push(solving(Approach::Formula(solver.clone())));
    }
    row
}

/// Seconds as milliseconds, to the microsecond where they are few.
fn milliseconds(seconds: Option<f64>) -> String {
    seconds.map_or(MISSING.to_owned(), |seconds| match 1000.0 * seconds {
        few if few < 10.0 => format!("{few:.3}"),
        some if some < 1000.0 => format!("{some:.1}"),
        many => grouped(many.round() as u64),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_times_are_shown_to_the_microsecond() {
        for (seconds, text) in [(0.000_001_793, "0.002"), (0.0123, "12.3"), (4.853, "4,853")] {
            assert_eq!(milliseconds(Some(seconds)), text);
        }
    }

    #[test]
    fn the_data_file_is_well_formed() {
        assert_eq!(figures().len(), 45);
        for figure in figures() {
            let game = figure.game.parse::<GameName>().expect("a game");
            assert_eq!(game.as_str(), figure.game, "the usual form");
        }
    }
}
