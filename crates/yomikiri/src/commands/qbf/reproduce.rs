//! `reproduce 004`: generalised tic-tac-toe by search and by formulas, our figures beside the paper's.

use super::arguments::{Preprocessor, SolverName, Solving};
use super::compare::{METHODS, agreed, by_formula, by_search, shown};
use super::decide::Plan;
use crate::Ending;
use crate::arguments::{Display, Reproduce};
use crate::games::GameName;
use crate::json;
use crate::painting::{Table, seconds};
use crate::quantity::Span;
use crate::running::interrupted;
use std::io::Write;
use std::time::Duration;
use yomikiri_qbf::external::{self, External};

const FIGURES: &str = include_str!("../../../../../suites/papers/gttt-004.tsv");

/// One row of the paper's tables.
struct Figure {
    game: GameName,
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
        game: game.parse().ok()?,
        turns: turns.parse().ok()?,
        value,
        seconds: times?.try_into().ok()?,
    })
}

/// The methods that the paper's are compared with.
const SEARCHES: [&str; 3] = ["dfs", "pns", "dfpn"];

pub(crate) fn run(arguments: &Reproduce, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let time = Duration::from_secs(arguments.max_seconds);
    let mut solvers = vec![SolverName::Embedded];
    if arguments.external {
        let known = External::known().filter(|solver| external::find(solver).is_ok());
        solvers.extend(known.map(SolverName::External));
    }
    let mut header = ["game", "turns", "value", "dfs", "paper", "pns", "paper", "dfpn", "encode", "paper"]
        .map(str::to_owned)
        .to_vec();
    for solver in &solvers {
        header.push(solver.to_string());
        header.extend(paper_column(solver).map(|_| "paper".to_owned()));
    }
    header.push("paper’s best".to_owned());
    let mut table = Table::with_header(header);
    let (mut rows, mut right) = (0, 0);
    let mut ending = Ending::Done;
    for figure in figures() {
        let mut cells = Vec::new();
        for (name, method) in METHODS.into_iter().filter(|(name, _)| SEARCHES.contains(name)) {
            cells.push(by_search(&figure.game, figure.turns, name, method, time, display)?);
        }
        for solver in &solvers {
            let solver = solver.clone();
            let solving =
                Solving { solver, preprocessor: Preprocessor::Auto, time: Some(Span(time)), memory: None };
            let plan = Plan {
                game: &figure.game,
                turns: Some(figure.turns),
                encoding: None,
                theorems: true,
                solving: &solving,
            };
            cells.push(by_formula(&plan, figure.turns, display)?);
        }
        rows += 1;
        let value = agreed(&cells);
        let all_known = cells.iter().all(|cell| cell.value != "unknown");
        if value != Some(figure.value) && value != Some("unknown") {
            ending = Ending::Faulty;
        } else if all_known {
            right += 1;
        } else if ending == Ending::Done {
            ending = Ending::Undecided;
        }
        if display.json {
            cells.iter().try_for_each(|cell| json::print(out, cell))?;
        } else {
            table.row_of(row(&figure, &cells, &solvers, value));
        }
        if interrupted() {
            ending = Ending::Undecided;
            break;
        }
    }
    if !display.json {
        writeln!(
            out,
            "Diptarama et al.: Solving generalized tic-tac-toe by using QBF solver (2015), tables 1 and 2\n"
        )?;
        table.print(out)?;
        writeln!(
            out,
            "\n{right} of {rows} rows: all ways agree with each other and with the paper.\n\
             Seconds. Ours: one thread, searches with forced blocks and lost causes seen at a glance; the corrective\n\
             encoding; solvers without the time of encoding. Paper: encode is Toss and bloqqer.",
        )?;
    }
    Ok(ending)
}

/// Where the paper has figures for a solver.
fn paper_column(solver: &SolverName) -> Option<usize> {
    match solver.to_string().as_str() {
        "depqbf" => Some(3),
        "rareqs" => Some(4),
        _ => None,
    }
}

fn row(
    figure: &Figure,
    cells: &[super::compare::Cell],
    solvers: &[SolverName],
    value: Option<&str>,
) -> Vec<String> {
    let [dfs, pns, preprocessing, depqbf, rareqs] = figure.seconds;
    let (searches, formulas) = cells.split_at(SEARCHES.len());
    let encoding = formulas.first().and_then(|cell| cell.encoding_seconds).unwrap_or(0.0);
    let mut row = vec![
        figure.game.to_string(),
        figure.turns.to_string(),
        value.unwrap_or("DISAGREEMENT").to_owned(),
        shown(&searches[0]),
        seconds(dfs),
        shown(&searches[1]),
        seconds(pns),
        shown(&searches[2]),
        seconds(encoding),
        seconds(preprocessing),
    ];
    for (solver, cell) in solvers.iter().zip(formulas) {
        let own = cell.seconds - cell.encoding_seconds.unwrap_or(0.0);
        row.push(if cell.value == "unknown" { "–".to_owned() } else { seconds(own) });
        row.extend(paper_column(solver).map(|column| seconds(figure.seconds[column])));
    }
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
