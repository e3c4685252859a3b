//! `puzzle make`: new problems from random games.

use crate::Ending;
use crate::arguments::{Display, PuzzleMake, trax_rules};
use crate::commands::puzzle::read_puzzles;
use crate::commands::read;
use crate::json;
use crate::running::{interrupted, shown};
use anyhow::Context;
use std::io::{self, Write};
use std::ops::ControlFlow;
use yomikiri::puzzles::{DistinctProblems, Recipe, make, make_from_games};
use yomikiri::view;
use yomikiri_trax::Rules;
use yomikiri_trax::puzzle::{HEADER, Puzzle};
use yomikiri_trax::record::read_records;

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
    let known = match &arguments.unlike {
        Some(file) => {
            let (path, puzzles) = read_puzzles(file)?;
            let known = DistinctProblems::of_file(&puzzles, recipe.rules);
            known.map_err(|(line, error)| anyhow::anyhow!("{path}, line {line}: {error}"))?
        }
        None => DistinctProblems::default(),
    };
    let mut written = Ok(());
    let records = arguments.from.as_ref().map(|file| {
        let bytes = read(file).with_context(|| format!("cannot read {}", file.display()))?;
        Ok::<_, anyhow::Error>(read_records(&bytes).records)
    });
    let records = records.transpose()?;
    if !display.json {
        writeln!(out, "{HEADER}")?;
    }
    let made = shown(display, None, |task| {
        let take = |puzzle: Puzzle| {
            written = print(&puzzle, recipe.rules, display, out);
            if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match &records {
            None => make(&recipe, known, task, take),
            Some(records) => make_from_games(&recipe, records, task, take),
        }
    })?;
    written?;
    // A file of games has as many problems as it has.
    let is_enough = made >= arguments.count || records.is_some() && made > 0 && !interrupted();
    Ok(if is_enough { Ending::Done } else { Ending::Undecided })
}

fn print(puzzle: &Puzzle, rules: Rules, display: Display, out: &mut impl Write) -> io::Result<()> {
    if display.json {
        json::line(out, view::Puzzle::of(puzzle, rules))?;
    } else {
        writeln!(out, "{puzzle}")?;
    }
    out.flush()
}
