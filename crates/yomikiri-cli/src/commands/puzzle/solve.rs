//! `puzzle solve`: the shortest forced win of the side to move.

use crate::Ending;
use crate::arguments::{Display, PuzzleSolve};
use crate::json;
use crate::running::shown;
use std::io::Write;
use yomikiri::puzzles::{MateSolution, solve};
use yomikiri::text::{counted, seconds};
use yomikiri::view;
use yomikiri_search::{FoundMate, MateAnswer, MateOptions, Scope};
use yomikiri_trax::tile::Colour;

pub(crate) fn run(arguments: &PuzzleSolve, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let (game, board) = arguments.place.board()?;
    let side = arguments.side.map(Into::into);
    let options = MateOptions { all: arguments.all, ..arguments.search.options() };
    let memory = arguments.search.memory.0;
    let solution = shown(display, None, |task| solve(&game, &*board, side, &options, memory, task))?;
    if display.json {
        json::line(out, view::PuzzleSolution::from(&solution))?;
    } else {
        print(&solution, out)?;
    }
    let is_unknown = matches!(solution.report.answer, MateAnswer::Unknown(_));
    Ok(if is_unknown { Ending::Undecided } else { Ending::Done })
}

fn print(solution: &MateSolution, out: &mut impl Write) -> anyhow::Result<()> {
    let MateSolution { game, max_plies, report, .. } = solution;
    let side = Colour::of(solution.to_move);
    match &report.answer {
        MateAnswer::Mate(mate) => print_mate(&format!("{game}: {side}"), mate, out)?,
        MateAnswer::NoMate => writeln!(out, "{game}: {side} has no mate in {max_plies}")?,
        MateAnswer::Unknown(reason) => {
            writeln!(out, "{game}: it is not known whether {side} has a mate in {max_plies} ({reason})")?;
        }
    }
    let (nodes, time) = (report.statistics.nodes, report.statistics.seconds);
    writeln!(out, "  {}, {} s", counted(nodes, "node"), seconds(time))?;
    Ok(())
}

fn print_mate(who: &str, mate: &FoundMate<String>, out: &mut impl Write) -> anyhow::Result<()> {
    let by = match mate.by {
        Scope::Threats => "by threats alone",
        Scope::Full => "with a quiet move",
    };
    writeln!(out, "{who} wins in {}, {by}", counted(mate.plies.into(), "ply"))?;
    if !mate.is_shortest {
        writeln!(out, "  whether a quiet move wins sooner was not settled within the limits")?;
    }
    let moves = if mate.first_moves.len() == 1 { "move" } else { "moves" };
    writeln!(out, "  first {moves}: {}", mate.first_moves.join(" "))?;
    for win in &mate.longer_wins {
        writeln!(out, "  {} wins in {}", win.m, win.plies)?;
    }
    if !mate.undecided.is_empty() {
        writeln!(out, "  not settled: {}", mate.undecided.join(" "))?;
    }
    writeln!(out, "  line: {}", mate.line.join(" "))?;
    Ok(())
}
