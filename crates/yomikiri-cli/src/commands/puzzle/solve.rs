//! `puzzle solve`: the shortest forced win of the side to move.

use crate::Ending;
use crate::arguments::{Display, PuzzleSolve};
use crate::json::{self, LongerWinLine, PuzzleLine};
use crate::running::with_progress;
use std::io::Write;
use yomikiri::text::{grouped, seconds};
use yomikiri_game::{Game, Notation, Played, Player, Status, play_line};
use yomikiri_search::{MateAnswer, MateOptions, MateReport, MateTable, Scope, find_mate};
use yomikiri_trax::{Position, Turn};

pub(crate) fn run(arguments: &PuzzleSolve, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let rules = crate::arguments::trax_rules(&arguments.place.game, "puzzle solve")?;
    let line = play_line(Position::new(rules), &arguments.place.moves)?;
    anyhow::ensure!(line.status == Status::Open, "the game is over there: nobody is to move");
    let mut position = line.position;
    if let Some(side) = arguments.side.map(Player::from).filter(|&side| side != position.to_move()) {
        position = position.with_to_move(side);
    }
    let options = MateOptions { all: arguments.all, ..arguments.search.options() };
    let table = MateTable::new(arguments.search.memory.0)?;
    let title = format!("{}: mate in {}?", arguments.place.game, options.max_plies);
    let report =
        with_progress(display, &title, |monitor| find_mate(&mut position, &options, &table, monitor));
    let object = as_json(arguments, line.moves.join(" "), &mut position, &report);
    if display.json {
        json::print(out, &object)?;
    } else {
        print(&object, out)?;
    }
    Ok(if matches!(report.answer, MateAnswer::Unknown(_)) { Ending::Undecided } else { Ending::Done })
}

/// White or red.
pub(crate) fn side_name(player: Player) -> &'static str {
    match player {
        Player::First => "white",
        Player::Second => "red",
    }
}

/// Moves one after the other, as text: what a move is called depends on those before it.
pub(crate) fn line_text(start: &Position, line: &[Turn]) -> Vec<String> {
    let mut position = start.clone();
    line.iter()
        .map(|&turn| {
            let text = position.move_text(turn);
            let played = position.play(turn);
            debug_assert!(!matches!(played, Played::Illegal));
            text
        })
        .collect()
}

fn as_json(
    arguments: &PuzzleSolve,
    moves: String,
    position: &mut Position,
    report: &MateReport<Turn>,
) -> PuzzleLine {
    let mate = report.mate();
    let texts = |turns: &[Turn]| turns.iter().map(|&turn| position.move_text(turn)).collect::<Vec<_>>();
    PuzzleLine {
        game: arguments.place.game.to_string(),
        moves,
        side: side_name(position.to_move()),
        result: match report.answer {
            MateAnswer::Mate(_) => "mate",
            MateAnswer::NoMate => "no-mate",
            MateAnswer::Unknown(_) => "unknown",
        },
        plies: mate.map(|mate| mate.plies),
        by: mate.map(|mate| match mate.by {
            Scope::Threats => "threats",
            Scope::Full => "full",
        }),
        shortest: mate.map(|mate| mate.is_shortest),
        first_moves: mate.map_or(Vec::new(), |mate| texts(&mate.first_moves)),
        longer_wins: mate.filter(|_| arguments.all).map(|mate| {
            let line = |win: &yomikiri_search::LongerWin<Turn>| LongerWinLine {
                first_move: position.move_text(win.m),
                plies: win.plies,
            };
            mate.longer_wins.iter().map(line).collect()
        }),
        undecided: mate.filter(|_| arguments.all).map(|mate| texts(&mate.undecided)),
        line: mate.map_or(Vec::new(), |mate| line_text(position, &mate.line)),
        max_plies: arguments.search.max_plies,
        stopped: match report.answer {
            MateAnswer::Unknown(reason) => Some(reason.to_string()),
            MateAnswer::Mate(_) | MateAnswer::NoMate => None,
        },
        nodes: report.statistics.nodes,
        seconds: report.statistics.seconds,
    }
}

fn print(object: &PuzzleLine, out: &mut impl Write) -> anyhow::Result<()> {
    let PuzzleLine { game, side, max_plies, .. } = object;
    match object.plies {
        Some(plies) => {
            let by = if object.by == Some("threats") { "by threats alone" } else { "with a quiet move" };
            writeln!(out, "{game}: {side} wins in {plies} {}, {by}", plural(plies, "ply", "plies"))?;
            if object.shortest == Some(false) {
                writeln!(out, "  whether a quiet move wins sooner was not settled within the limits")?;
            }
            writeln!(
                out,
                "  first {}: {}",
                plural(object.first_moves.len() as u32, "move", "moves"),
                object.first_moves.join(" ")
            )?;
            for LongerWinLine { first_move, plies } in object.longer_wins.iter().flatten() {
                writeln!(out, "  {first_move} wins in {plies}")?;
            }
            if let Some(undecided) = object.undecided.as_ref().filter(|undecided| !undecided.is_empty()) {
                writeln!(out, "  not settled: {}", undecided.join(" "))?;
            }
            writeln!(out, "  line: {}", object.line.join(" "))?;
        }
        None => match &object.stopped {
            Some(reason) => {
                writeln!(out, "{game}: it is not known whether {side} has a mate in {max_plies} ({reason})")?;
            }
            None => writeln!(out, "{game}: {side} has no mate in {max_plies}")?,
        },
    }
    writeln!(out, "  {} nodes, {} s", grouped(object.nodes), seconds(object.seconds))?;
    Ok(())
}

fn plural(number: u32, one: &'static str, many: &'static str) -> &'static str {
    if number == 1 { one } else { many }
}
