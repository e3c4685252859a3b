//! `table`: known results, found again.

use crate::Ending;
use crate::arguments::{Display, KnownTable, TableName};
use crate::json;
use crate::quantity::Span;
use crate::running::{interrupted, with_progress};
use serde::Serialize;
use std::io::Write;
use std::time::{Duration, Instant};
use yomikiri::text::{Table, seconds};
use yomikiri_game::Player;
use yomikiri_polyomino::{Arena, Position, Rules};
use yomikiri_search::{Limits, Options, Question, ask};

/// Board and move numbers: animal, least board on which the first player wins, least number of moves that he
/// needs on a board of any size. A copy of suites/polyomino/harary.tsv.
const HARARY: &str = include_str!("../../data/harary.tsv");

/// The largest board that is tried.
const LARGEST: u32 = 8;

/// One animal of `table harary`.
#[derive(Debug, Serialize)]
struct HararyLine {
    animal: &'static str,
    /// The least n such that the first player wins on n×n; null if it was not found.
    board: Option<u32>,
    /// The moves that he needs there.
    moves: Option<u32>,
    /// On boards up to this one the first player does not win.
    no_win_up_to: u32,
    known_board: &'static str,
    known_moves: &'static str,
    seconds: f64,
}

pub(crate) fn run(arguments: &KnownTable, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let TableName::Harary = arguments.table;
    let Span(time) = arguments.time;
    let mut table = Table::new(["animal", "board", "known", "moves there", "known", "seconds"]);
    for row in HARARY.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = row.split('\t').collect();
        let [animal, known_board, known_moves] = fields[..] else {
            anyhow::bail!("the data file has a row `{row}`");
        };
        let line = harary(animal, known_board, known_moves, time, display)?;
        if display.json {
            json::print(out, &line)?;
        } else {
            let board = match line.board {
                Some(board) => board.to_string(),
                None => format!("over {}", line.no_win_up_to),
            };
            let moves = line.moves.map_or("–".to_owned(), |moves| moves.to_string());
            table.row([
                animal.to_owned(),
                board,
                known_board.to_owned(),
                moves,
                known_moves.to_owned(),
                seconds(line.seconds),
            ]);
        }
        if interrupted() {
            break;
        }
    }
    if !display.json {
        write!(out, "{}", table)?;
        writeln!(
            out,
            "\nboard: the least n such that the first player wins on n×n; \"over n\": he does not up to n×n, and on the\n\
             next board the question was not decided in {} s. moves there: how many he needs on that board; the known\n\
             number is for boards of any size, where fewer may do.",
            seconds(time.as_secs_f64()),
        )?;
    }
    Ok(if interrupted() { Ending::Undecided } else { Ending::Done })
}

fn harary(
    animal: &'static str,
    known_board: &'static str,
    known_moves: &'static str,
    time: Duration,
    display: Display,
) -> anyhow::Result<HararyLine> {
    let started = Instant::now();
    let mut line = HararyLine {
        animal,
        board: None,
        moves: None,
        no_win_up_to: 0,
        known_board,
        known_moves,
        seconds: 0.0,
    };
    for size in 1..=LARGEST {
        match first_wins(animal, size, None, time, display)? {
            Some(false) => line.no_win_up_to = size,
            None => break,
            Some(true) => {
                line.board = Some(size);
                line.moves = fewest_moves(animal, size, time, display)?;
                break;
            }
        }
    }
    line.seconds = started.elapsed().as_secs_f64();
    Ok(line)
}

/// The least number of moves with which the first player wins; `None` if that is not decided in time.
fn fewest_moves(animal: &str, size: u32, time: Duration, display: Display) -> anyhow::Result<Option<u32>> {
    for moves in 1..=size * size / 2 + 1 {
        match first_wins(animal, size, Some(2 * moves - 1), time, display)? {
            Some(true) => return Ok(Some(moves)),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    Ok(None)
}

fn first_wins(
    animal: &str,
    size: u32,
    turns: Option<u32>,
    time: Duration,
    display: Display,
) -> anyhow::Result<Option<bool>> {
    let turns = turns.map(|turns| format!(",turns={turns}")).unwrap_or_default();
    let name = format!("gttt:{size}x{size},animal={animal}{turns}");
    let rules: Rules = name.parse()?;
    let start = Position::<1>::new(Arena::of_rules(&rules));
    let options = Options { limits: Limits { time: Some(time), nodes: None }, ..Options::default() };
    let question = Question { can_win: Player::First };
    let report = with_progress(display, &name, |monitor| ask(&start, question, &options, monitor))?;
    Ok(report.answer.known())
}
