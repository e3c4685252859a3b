//! `puzzle make`: new problems from random games.

use crate::Ending;
use crate::arguments::{Display, PuzzleMake, trax_rules};
use crate::json;
use crate::running::shown;
use std::io::{self, Write};
use std::ops::ControlFlow;
use yomikiri::puzzles::{Recipe, make};
use yomikiri::view;
use yomikiri_trax::Rules;
use yomikiri_trax::puzzle::{HEADER, Puzzle};

pub(crate) fn run(arguments: &PuzzleMake, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let recipe = Recipe {
        rules: trax_rules(&arguments.game, "puzzle make")?,
        least_plies: arguments.plies.least,
        greatest_plies: arguments.plies.greatest,
        count: arguments.count,
        seed: arguments.seed,
        detector: arguments.reach.0,
        several: arguments.several,
        shorter_nodes: arguments.shorter_nodes,
        nodes: arguments.nodes,
        games: arguments.games,
        memory: arguments.memory.0,
    };
    if !display.json {
        writeln!(out, "{HEADER}")?;
    }
    let mut written = Ok(());
    let made = shown(display, None, |task| {
        make(&recipe, task, |puzzle| {
            written = print(&puzzle, recipe.rules, display, out);
            if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    })?;
    written?;
    Ok(if made >= arguments.count { Ending::Done } else { Ending::Undecided })
}

fn print(puzzle: &Puzzle, rules: Rules, display: Display, out: &mut impl Write) -> io::Result<()> {
    if display.json {
        json::line(out, view::Puzzle::of(puzzle, rules))?;
    } else {
        writeln!(out, "{puzzle}")?;
    }
    out.flush()
}
