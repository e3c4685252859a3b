//! `table`: known results, found again.

use crate::Ending;
use crate::arguments::{Display, KnownTable, TableName};
use crate::json;
use crate::running::{interrupted, shown};
use std::io::Write;
use yomikiri::quantity::Span;
use yomikiri::text::{Table, seconds};
use yomikiri::{harary, view};

pub(crate) fn run(arguments: &KnownTable, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let TableName::Harary = arguments.table;
    let Span(time) = arguments.time;
    let mut table = Table::new(["animal", "board", "known", "moves there", "known", "seconds"]);
    for animal in harary::animals() {
        let found = shown(display, None, |task| animal.find(time, task))?;
        if display.json {
            json::line(out, view::Harary::from(&found))?;
        } else {
            let over = || format!("over {}", found.no_win_up_to);
            table.row([
                animal.name.to_owned(),
                found.board.map_or_else(over, |board| board.to_string()),
                animal.board.to_owned(),
                found.moves.map_or("–".to_owned(), |moves| moves.to_string()),
                animal.moves.to_owned(),
                seconds(found.seconds),
            ]);
        }
        if interrupted() {
            break;
        }
    }
    if !display.json {
        write!(out, "{table}")?;
        writeln!(
            out,
            "\nboard: the least n such that the first player wins on n×n. \"over n\": the first player does not win up to\n\
             n×n, and the next board was not decided in {} s. moves there: the moves that the win takes on that board. The\n\
             known number is for boards of any size, where fewer may do.",
            seconds(time.as_secs_f64()),
        )?;
    }
    Ok(if interrupted() { Ending::Undecided } else { Ending::Done })
}
