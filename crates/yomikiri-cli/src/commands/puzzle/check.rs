//! `puzzle check`: a file of problems, solved again.

use crate::Ending;
use crate::arguments::{Display, PuzzleCheck, both};
use crate::commands::puzzle::{TableFor, side_name};
use crate::commands::replay::read;
use crate::json::{self, CheckSummary, CheckedPuzzle};
use crate::running::{interrupted, with_progress};
use anyhow::Context;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use yomikiri::text::{Table, grouped, seconds};
use yomikiri_game::{Game, Notation, SplitMix64, Status, play_line};
use yomikiri_search::{
    Answer, Effort, MateAnswer, MateOptions, MateTable, Monitor, Options, Question, ask, find_mate,
};
use yomikiri_trax::puzzle::{Among, Claim, Puzzle, Solved, parse_puzzles};
use yomikiri_trax::{Position, Rules, Turn};

pub(crate) fn run(arguments: &PuzzleCheck, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let path = arguments.file.display().to_string();
    let bytes = read(&arguments.file).with_context(|| format!("cannot read {path}"))?;
    let puzzles = parse_puzzles(&bytes).with_context(|| path.clone())?;
    let default_rules = crate::arguments::trax_rules(&arguments.game, "puzzle check")?;
    let confirmed = sample(puzzles.len(), arguments.confirm, arguments.seed);
    let mut summary = CheckSummary { file: path.clone(), puzzles: puzzles.len(), ..CheckSummary::default() };
    let (done, wrong) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let mut times = Vec::new();
    with_progress(display, &path, |monitor| {
        let mut tables = TableFor::new(arguments.memory.0);
        for (number, (line, puzzle)) in puzzles.iter().enumerate() {
            let table = tables.rules(puzzle.rules.unwrap_or(default_rules))?;
            let mut checked = check(puzzle, default_rules, arguments, table, monitor);
            checked.line = *line;
            if interrupted() {
                break;
            }
            if checked.error.is_none() && confirmed.contains(&number) {
                checked.confirmed = confirm(puzzle, default_rules, arguments, monitor)?;
                summary.asked += 1;
                match checked.confirmed {
                    Some(true) => summary.confirmed += 1,
                    Some(false) => checked.error = Some("the unrestricted solver finds no win".to_owned()),
                    None => {}
                }
            }
            done.fetch_add(1, Relaxed);
            summary.checked += 1;
            summary.nodes += checked.nodes;
            times.push(checked.seconds);
            if let Some(error) = &checked.error {
                wrong.fetch_add(1, Relaxed);
                summary.wrong += 1;
                summary.first_error.get_or_insert_with(|| format!("line {line}: {error}"));
            }
            if display.json {
                json::print(out, &checked)?;
            } else if let Some(error) = &checked.error {
                writeln!(out, "line {line}: {error}")?;
            }
        }
        anyhow::Ok(())
    })?;
    summary.seconds = times.iter().sum();
    times.sort_by(f64::total_cmp);
    summary.median_seconds = times.get(times.len() / 2).copied().unwrap_or(0.0);
    summary.slowest_seconds = times.last().copied().unwrap_or(0.0);
    if display.json {
        json::print(out, &summary)?;
    } else {
        print(&summary, out)?;
    }
    Ok(if summary.wrong > 0 {
        Ending::Faulty
    } else if summary.checked < summary.puzzles || summary.confirmed < summary.asked {
        Ending::Undecided
    } else {
        Ending::Done
    })
}

/// Which of `total` problems to ask the unrestricted solver about, in order.
fn sample(total: usize, wanted: usize, seed: u64) -> Vec<usize> {
    let mut random = SplitMix64::new(seed);
    let mut left: Vec<usize> = (0..total).collect();
    let mut chosen: Vec<usize> =
        (0..wanted.min(total)).map(|_| left.swap_remove(random.below(left.len()))).collect();
    chosen.sort_unstable();
    chosen
}

/// The position of a problem.
///
/// # Errors
/// In words, if there is no such position.
pub(crate) fn position_of(puzzle: &Puzzle, default_rules: Rules) -> Result<Position, String> {
    let rules = puzzle.rules.unwrap_or(default_rules);
    let line = play_line(Position::new(rules), &puzzle.moves.join(" ")).map_err(|error| error.to_string())?;
    if line.status != Status::Open {
        return Err("the game is over there".to_owned());
    }
    Ok(match &puzzle.claim {
        Claim::Solved(solved) if solved.side != line.position.to_move() => {
            line.position.with_to_move(solved.side)
        }
        _ => line.position,
    })
}

/// Solves a problem again and compares.
fn check(
    puzzle: &Puzzle,
    default_rules: Rules,
    arguments: &PuzzleCheck,
    table: &MateTable,
    monitor: &Monitor,
) -> CheckedPuzzle {
    let mut checked = CheckedPuzzle::default();
    let mut position = match position_of(puzzle, default_rules) {
        Ok(position) => position,
        Err(error) => {
            checked.error = Some(error);
            return checked;
        }
    };
    checked.side = side_name(position.to_move());
    let nodes = Some(arguments.full_nodes);
    let (plies, effort) = match &puzzle.claim {
        Claim::Solved(Solved { plies, among: Among::Threats, .. }) => (*plies, Effort::Threats),
        // That there is no shorter mate was settled once, with a table that may have known more.
        Claim::Solved(Solved { plies, among: Among::All, .. }) => {
            (*plies, Effort::Both { shorter_nodes: nodes, full_nodes: nodes })
        }
        Claim::Wins { plies, .. } => (*plies, both(arguments.full_nodes)),
    };
    let mut options = MateOptions {
        max_plies: plies.into(),
        detector: arguments.reach.0,
        effort,
        ..MateOptions::default()
    };
    checked.claimed = plies.into();
    let mut report = find_mate(&mut position, &options, table, monitor);
    if let (Claim::Wins { first_move, .. }, Some(mate)) = (&puzzle.claim, report.mate()) {
        // Another move may win sooner or by threats alone, and the one named all the same.
        let is_named = |turn: &Turn| position.move_text(*turn) == *first_move;
        if !mate.first_moves.iter().any(is_named) {
            options.all = true;
            let seconds = report.statistics.seconds;
            report = find_mate(&mut position, &options, table, monitor);
            report.statistics.seconds += seconds;
        }
    }
    checked.nodes = report.statistics.nodes;
    checked.seconds = report.statistics.seconds;
    let texts = |turns: &[Turn]| turns.iter().map(|&turn| position.move_text(turn)).collect::<Vec<_>>();
    match &report.answer {
        MateAnswer::Unknown(reason) => checked.error = Some(format!("not solved: {reason}")),
        MateAnswer::NoMate => checked.error = Some(format!("no mate within {plies} plies")),
        MateAnswer::Mate(mate) => {
            checked.plies = Some(mate.plies);
            checked.first_moves = texts(&mate.first_moves);
            checked.shortest = Some(mate.is_shortest);
            checked.error = match &puzzle.claim {
                Claim::Wins { first_move, .. } => {
                    let longer = mate.longer_wins.iter().map(|win| position.move_text(win.m));
                    let wins =
                        checked.first_moves.iter().cloned().chain(longer).any(|text| text == *first_move);
                    (!wins)
                        .then(|| format!("{first_move} does not win, but {}", checked.first_moves.join(" ")))
                }
                Claim::Solved(solved) => {
                    disagreement(solved, mate.plies, mate.is_shortest, &checked.first_moves)
                }
            };
        }
    }
    checked
}

/// What is not as the file says.
fn disagreement(solved: &Solved, plies: u32, is_shortest: bool, first_moves: &[String]) -> Option<String> {
    let sorted = |moves: &[String]| {
        let mut moves = moves.to_vec();
        moves.sort_unstable();
        moves
    };
    if plies != u32::from(solved.plies) {
        Some(format!("mate in {plies}, not in {}", solved.plies))
    } else if !is_shortest {
        Some("it was not settled within the limits whether there is a shorter mate".to_owned())
    } else if sorted(first_moves) != sorted(&solved.first_moves) {
        Some(format!("{} win, not {}", first_moves.join(" "), solved.first_moves.join(" ")))
    } else {
        None
    }
}

/// Whether df-pn, which knows nothing of threats or lengths, agrees that the side to move wins; `None` if it
/// could not find out.
fn confirm(
    puzzle: &Puzzle,
    default_rules: Rules,
    arguments: &PuzzleCheck,
    monitor: &Monitor,
) -> anyhow::Result<Option<bool>> {
    let position = position_of(puzzle, default_rules).map_err(anyhow::Error::msg)?;
    let options = Options {
        memory: arguments.memory.0,
        limits: yomikiri_search::Limits { nodes: Some(CONFIRMING_NODES), time: None },
        ..Options::default()
    };
    let report = ask(&position, Question { can_win: position.to_move() }, &options, monitor)?;
    Ok(match report.answer {
        Answer::Yes => Some(true),
        Answer::No => Some(false),
        Answer::Unknown(_) => None,
    })
}

/// More than df-pn has needed for any problem that was made so far.
const CONFIRMING_NODES: u64 = 5_000_000;

fn print(summary: &CheckSummary, out: &mut impl Write) -> anyhow::Result<()> {
    let mut table = Table::new([summary.file.as_str(), ""]);
    for (what, count) in
        [("problems", summary.puzzles), ("solved again", summary.checked), ("wrong", summary.wrong)]
    {
        table.row([what.to_owned(), grouped(count as u64)]);
    }
    if summary.asked > 0 {
        let confirmed = format!("{} of {}", grouped(summary.confirmed as u64), grouped(summary.asked as u64));
        table.row(["confirmed by df-pn".to_owned(), confirmed]);
    }
    table.row(["nodes".to_owned(), grouped(summary.nodes)]);
    table.row(["seconds".to_owned(), seconds(summary.seconds)]);
    table.row(["median milliseconds".to_owned(), format!("{:.2}", 1e3 * summary.median_seconds)]);
    table.row(["slowest, seconds".to_owned(), seconds(summary.slowest_seconds)]);
    write!(out, "{}", table)?;
    Ok(())
}
