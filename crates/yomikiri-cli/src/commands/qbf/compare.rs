//! `qbf compare`: every method and every solver that is present, in one table.

use super::arguments::Compare;
use crate::Ending;
use crate::arguments::Display;
use crate::json;
use crate::running::{interrupted, shown as with_task};
use std::io::Write;
use yomikiri::formulas::{Approach, Cell, Comparison, agreed};
use yomikiri::quantity::Span;
use yomikiri::text::{Table, seconds};
use yomikiri::{Disk, view};
use yomikiri_search::Verdict;

pub(super) fn run(arguments: &Compare, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let Compare { game, encoding, time: Span(time), .. } = arguments;
    let game = with_task(display, None, |task| game.load_until(&Disk, task.within(*time).stop()))?;
    let approaches = Approach::present();
    let mut header = vec!["turns".to_owned(), "value".to_owned()];
    header.extend(approaches.iter().map(ToString::to_string));
    let mut table = Table::with_header(header);
    let mut ending = Ending::Done;
    for turns in arguments.turns.clone() {
        let comparison = Comparison { turns, encoding: encoding.map(Into::into), time: *time };
        let cells = with_task(display, None, |task| comparison.run(&game, &approaches, task))?;
        let value = agreed(&cells);
        if value.is_none() {
            ending = Ending::Faulty;
        }
        if display.json {
            cells.iter().try_for_each(|cell| json::line(out, view::Comparison::from(cell)))?;
        } else {
            let mut row = vec![turns.to_string(), described(value)];
            row.extend(cells.iter().map(shown));
            table.row_of(row);
        }
        if interrupted() {
            ending = Ending::Undecided;
            break;
        }
    }
    if !display.json {
        write!(out, "{table}")?;
        writeln!(out, "\nSeconds for all questions that were asked; for QBF solvers with encoding.")?;
    }
    Ok(ending)
}

/// The seconds of a cell.
pub(super) fn shown(cell: &Cell) -> String {
    if cell.verdict == Verdict::Unknown { "–".to_owned() } else { seconds(cell.seconds) }
}

/// What the cells of a row agree on.
pub(super) fn described(agreed: Option<Verdict>) -> String {
    agreed.map_or("DISAGREEMENT".to_owned(), |verdict| verdict.to_string())
}
