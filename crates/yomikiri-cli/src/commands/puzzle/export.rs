//! `puzzle export`: a sheet of problems, with diagrams, solutions at the end.

use crate::Ending;
use crate::arguments::{Display, PuzzleExport};
use crate::commands::puzzle::check::position_of;
use crate::commands::puzzle::solve::line_text;
use crate::commands::puzzle::{TableFor, side_name};
use crate::commands::replay::read;
use crate::running::{interrupted, with_progress};
use anyhow::{Context, bail};
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use yomikiri_draw::{board, board_sheet, escape};
use yomikiri_game::{Game, Sketch, Sketched};
use yomikiri_search::{Effort, MateOptions, MateTable, Monitor, find_mate};
use yomikiri_trax::Position;
use yomikiri_trax::puzzle::{Claim, Puzzle, parse_puzzles};

pub(crate) fn run(
    arguments: &PuzzleExport,
    display: Display,
    out: &mut impl Write,
) -> anyhow::Result<Ending> {
    let path = arguments.file.display().to_string();
    let bytes = read(&arguments.file).with_context(|| format!("cannot read {path}"))?;
    let puzzles = parse_puzzles(&bytes).with_context(|| path.clone())?;
    let rules = crate::arguments::trax_rules(&arguments.game, "puzzle export")?;
    let done = AtomicUsize::new(0);
    let printed = with_progress(display, &path, |monitor| {
        let mut tables = TableFor::new(arguments.memory.0);
        let mut printed = Vec::new();
        for (number, (line, puzzle)) in (1..).zip(&puzzles) {
            let position = position_of(puzzle, rules).map_err(anyhow::Error::msg);
            let position = position.with_context(|| format!("{path}: line {line}"))?;
            let table = tables.rules(*position.rules())?;
            printed.push(Printed::new(number, puzzle, position, table, monitor));
            if interrupted() {
                bail!("interrupted");
            }
            done.fetch_add(1, Relaxed);
        }
        Ok(printed)
    })?;
    if arguments.html {
        write_page(arguments, &printed, out)?;
    } else {
        let boards: Vec<_> = printed
            .iter()
            .map(|problem| (problem.sketch.clone(), vec![format!("{}. {}", problem.number, problem.task)]))
            .collect();
        let mut notes = vec![String::new(), "Solutions".to_owned()];
        notes.extend(printed.iter().map(|problem| format!("{}. {}", problem.number, problem.solution)));
        write!(out, "{}", board_sheet(&boards, arguments.columns.into(), &notes))?;
    }
    Ok(Ending::Done)
}

/// A problem as it is printed.
struct Printed {
    number: usize,
    sketch: Sketch,
    /// Who is to move, and what he is to do.
    task: String,
    solution: String,
}

impl Printed {
    fn new(
        number: usize,
        puzzle: &Puzzle,
        mut position: Position,
        table: &MateTable,
        monitor: &Monitor,
    ) -> Self {
        let (plies, key, grade) = match &puzzle.claim {
            Claim::Wins { first_move, plies } => (*plies, first_move.clone(), None),
            Claim::Solved(solved) => (solved.plies, solved.first_moves.join(" or "), Some(solved.grade)),
        };
        let side = side_name(position.to_move());
        let mut task = format!("{side} to move wins in {plies}");
        if let Some(grade) = grade {
            task.push_str(&format!(" · grade {grade}"));
        }
        // The file has the first move; the rest of the line is found again.
        let options =
            MateOptions { max_plies: plies.into(), effort: Effort::Threats, ..MateOptions::default() };
        let report = find_mate(&mut position, &options, table, monitor);
        let line = report.mate().map(|mate| line_text(&position, &mate.line).join(" "));
        let solution = match line {
            Some(line) => format!("{key}: {line}"),
            None => key,
        };
        Self { number, sketch: position.sketch(), task, solution }
    }
}

fn write_page(arguments: &PuzzleExport, printed: &[Printed], out: &mut impl Write) -> anyhow::Result<()> {
    let title = escape(&arguments.title);
    let columns = arguments.columns;
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\n\
         body{{font-family:sans-serif;color:#26323a;margin:2em}}\n\
         .sheet{{display:grid;grid-template-columns:repeat({columns},1fr);gap:1.5em}}\n\
         figure{{margin:0;break-inside:avoid}}\nfigure svg{{max-width:100%;height:auto}}\n\
         ol.solutions{{columns:2;font-family:monospace}}\nli{{break-inside:avoid}}\n\
         @media print{{section.solutions{{break-before:page}}}}\n</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <p>White's lines are light, red's are red. A move is a column, a row and a tile; forced tiles follow by \
         themselves. Lengths count the moves of both sides.</p>\n<div class=\"sheet\">"
    )?;
    for problem in printed {
        let Printed { number, task, sketch, .. } = problem;
        let task = escape(task);
        writeln!(
            out,
            "<figure>\n<figcaption>{number}. {task}</figcaption>\n{}</figure>",
            board(sketch, &[])
        )?;
    }
    writeln!(out, "</div>\n<section class=\"solutions\">\n<h2>Solutions</h2>\n<ol class=\"solutions\">")?;
    for problem in printed {
        writeln!(out, "<li>{}</li>", escape(&problem.solution))?;
    }
    writeln!(out, "</ol>\n</section>\n</body>\n</html>")?;
    Ok(())
}
