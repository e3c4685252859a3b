//! `qbf compare`: every method and every solver that is present, in one table.

use super::arguments::{Compare, Preprocessor, SolverName, Solving};
use super::decide::{Plan, decide};
use crate::Ending;
use crate::arguments::Display;
use crate::json;
use crate::quantity::Span;
use crate::running::{interrupted, shown as with_task};
use serde::Serialize;
use std::io::Write;
use std::time::Duration;
use yomikiri::text::{Table, seconds};
use yomikiri::{BestMoves, Disk, Game, Job};
use yomikiri_qbf::external::{self, External};
use yomikiri_search::{Limits, Method, Options};

/// The methods of search, by the names of the command line.
pub(super) const METHODS: [(&str, Method); 5] = [
    ("dfs", Method::Dfs),
    ("id", Method::Id),
    ("id-table", Method::IdTable),
    ("pns", Method::Pns),
    ("dfpn", Method::Dfpn),
];

/// One cell of a table: who wins, by one way of finding out.
#[derive(Debug, Serialize)]
pub(crate) struct Cell {
    pub(crate) game: String,
    pub(crate) turns: u32,
    pub(crate) by: String,
    pub(crate) value: String,
    pub(crate) seconds: f64,
    /// The time that encoding took of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) encoding_seconds: Option<f64>,
}

pub(super) fn run(arguments: &Compare, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let Span(time) = arguments.time;
    let game = arguments.game.load(&Disk)?;
    let mut solvers = vec![SolverName::Embedded];
    solvers
        .extend(External::known().filter(|solver| external::find(solver).is_ok()).map(SolverName::External));
    let mut header = vec!["turns".to_owned(), "value".to_owned()];
    header.extend(METHODS.iter().map(|(name, _)| (*name).to_owned()));
    header.extend(solvers.iter().map(ToString::to_string));
    let mut table = Table::with_header(header);
    let mut ending = Ending::Done;
    for turns in arguments.turns.clone() {
        let mut cells = Vec::new();
        for (name, method) in METHODS {
            cells.push(by_search(&game, turns, name, method, time, display)?);
        }
        for solver in &solvers {
            let solving = Solving {
                solver: solver.clone(),
                preprocessor: Preprocessor::Auto,
                time: Some(Span(time)),
                memory: None,
            };
            let plan = Plan {
                game: &game,
                turns: Some(turns),
                encoding: arguments.encoding,
                theorems: true,
                solving: &solving,
            };
            cells.push(by_formula(&plan, turns, display)?);
        }
        let value = agreed(&cells);
        if value.is_none() {
            ending = Ending::Faulty;
        }
        if display.json {
            cells.iter().try_for_each(|cell| json::print(out, cell))?;
        } else {
            let mut row = vec![turns.to_string(), value.unwrap_or("DISAGREEMENT").to_owned()];
            row.extend(cells.iter().map(shown));
            table.row_of(row);
        }
        if interrupted() {
            ending = Ending::Undecided;
            break;
        }
    }
    if !display.json {
        write!(out, "{}", table)?;
        writeln!(out, "\nSeconds, both views as needed; solvers with encoding.")?;
    }
    Ok(ending)
}

/// The seconds of a cell.
pub(super) fn shown(cell: &Cell) -> String {
    if cell.value == "unknown" { "–".to_owned() } else { seconds(cell.seconds) }
}

/// The value that all cells have which have one; `None` if they differ.
pub(super) fn agreed(cells: &[Cell]) -> Option<&str> {
    let mut known = cells.iter().map(|cell| cell.value.as_str()).filter(|value| *value != "unknown");
    let first = known.next().unwrap_or("unknown");
    known.all(|value| value == first).then_some(first)
}

/// The value by a formula.
pub(super) fn by_formula(plan: &Plan<'_>, turns: u32, display: Display) -> anyhow::Result<Cell> {
    let (value, views) = decide(plan, display)?;
    Ok(Cell {
        game: plan.game.to_string(),
        turns,
        by: plan.solving.solver.to_string(),
        value: value.to_string(),
        seconds: views.iter().map(|view| view.seconds).sum(),
        encoding_seconds: Some(views.iter().map(|view| view.encoding_seconds).sum()),
    })
}

/// The value by a search.
pub(super) fn by_search(
    game: &Game,
    turns: u32,
    name: &str,
    method: Method,
    time: Duration,
    display: Display,
) -> anyhow::Result<Cell> {
    let cut = game.within(turns).ok_or_else(|| anyhow::anyhow!("{game} has no limit on turns"))?;
    let limits = Limits { time: Some(time), nodes: None };
    let job = Job {
        options: Options { method, limits, memory: 256 << 20, ..Options::default() },
        best_moves: BestMoves::None,
        ..Job::default()
    };
    let solution = with_task(display, None, |task| cut.solve(&*cut.board(), &job, task))?;
    let (game, by, value) = (game.to_string(), name.to_owned(), solution.verdict().to_string());
    Ok(Cell { game, turns, by, value, seconds: solution.cost().seconds, encoding_seconds: None })
}
