//! A sheet of problems with diagrams, the solutions at the end: as one picture, or as a page for the browser or the
//! printer.

use crate::puzzles::solve::find_mate_text;
use crate::puzzles::{PuzzleError, TableFor, position_of};
use crate::task::Task;
use std::fmt::Write as _;
use yomikiri_draw::{board, board_sheet, escape};
use yomikiri_game::{Game, Player, Sketch, Stopped};
use yomikiri_search::{Effort, MateOptions, MateTable, Monitor};
use yomikiri_trax::puzzle::{Claim, Puzzle};
use yomikiri_trax::tile::Colour;
use yomikiri_trax::{Position, Rules};

/// Problems, ready to be printed.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The problems, in order.
    pub problems: Vec<Printed>,
}

/// A problem as it is printed.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The diagram.
    pub sketch: Sketch,
    /// Who is to move and wins.
    pub to_move: Player,
    /// In how many plies.
    pub plies: u8,
    /// How hard it is, from 1 to 9, if the file says so.
    pub grade: Option<u8>,
    /// First moves that win.
    pub first_moves: Vec<String>,
    /// A line of play to the end. It is empty if threats alone do not win.
    pub line: Vec<String>,
}

/// Why there is no sheet.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// A problem has no position.
    #[error("line {line}: {error}")]
    Puzzle {
        /// Its line, counted from 1.
        line: usize,
        /// Why.
        error: PuzzleError,
    },
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Sheet {
    /// A sheet of these problems, each with the number of its line. A file has only the first moves of a solution: the
    /// line of play is found again.
    ///
    /// # Errors
    /// If a problem has no position, the memory for a table cannot be had, or the work was stopped.
    pub fn new(
        title: &str,
        puzzles: &[(usize, Puzzle)],
        default_rules: Rules,
        memory: u64,
        task: &Task,
    ) -> Result<Self, SheetError> {
        task.steps(title, "problems", |progress| {
            progress.expect(puzzles.len() as u64);
            let monitor = Monitor::new(progress.stop().clone());
            let mut tables = TableFor::new(memory);
            let mut problems = Vec::new();
            for &(line, ref puzzle) in puzzles {
                let wrong = |error| SheetError::Puzzle { line, error };
                let position = position_of(puzzle, default_rules).map_err(wrong)?;
                let table = tables.rules(*position.rules()).map_err(|error| wrong(error.into()))?;
                problems.push(Printed::new(puzzle, position, table, &monitor));
                progress.advance(1)?;
            }
            Ok(Self { problems })
        })
    }

    /// The sheet as one picture (SVG), with so many problems in a row.
    #[must_use]
    pub fn svg(&self, columns: usize) -> String {
        let numbered = || (1..).zip(&self.problems);
        let boards: Vec<_> = numbered()
            .map(|(number, problem)| (problem.sketch.clone(), vec![format!("{number}. {}", problem.task())]))
            .collect();
        let mut notes = vec![String::new(), "Solutions".to_owned()];
        notes.extend(numbered().map(|(number, problem)| format!("{number}. {}", problem.solution())));
        board_sheet(&boards, columns, &notes)
    }

    /// The sheet as a page (HTML), with so many problems in a row.
    #[must_use]
    pub fn html(&self, title: &str, columns: usize) -> String {
        let title = escape(title);
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\n\
             body{{font-family:sans-serif;color:#26323a;margin:2em}}\n\
             .sheet{{display:grid;grid-template-columns:repeat({columns},1fr);gap:1.5em}}\n\
             figure{{margin:0;break-inside:avoid}}\nfigure svg{{max-width:100%;height:auto}}\n\
             ol.solutions{{columns:2;font-family:monospace}}\nli{{break-inside:avoid}}\n\
             @media print{{section.solutions{{break-before:page}}}}\n</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
             <p>White's lines are light, red's are red. A move is a column, a row and a tile; forced tiles follow by \
             themselves. Lengths count the moves of both sides.</p>\n<div class=\"sheet\">\n"
        );
        for (number, problem) in (1..).zip(&self.problems) {
            let (task, picture) = (escape(&problem.task()), board(&problem.sketch, &[]));
            let _infallible =
                writeln!(page, "<figure>\n<figcaption>{number}. {task}</figcaption>\n{picture}</figure>");
        }
        page += "</div>\n<section class=\"solutions\">\n<h2>Solutions</h2>\n<ol class=\"solutions\">\n";
        for problem in &self.problems {
            let _infallible = writeln!(page, "<li>{}</li>", escape(&problem.solution()));
        }
        page + "</ol>\n</section>\n</body>\n</html>\n"
    }
}

impl Printed {
    fn new(puzzle: &Puzzle, mut position: Position, table: &MateTable, monitor: &Monitor) -> Self {
        let (plies, first_moves, grade) = match &puzzle.claim {
            Claim::Wins { first_move, plies } => (*plies, vec![first_move.clone()], None),
            Claim::Solved(solved) => (solved.plies, solved.first_moves.clone(), Some(solved.grade)),
        };
        let options =
            MateOptions { max_plies: plies.into(), effort: Effort::Threats, ..MateOptions::default() };
        let report = find_mate_text(&mut position, &options, table, monitor);
        let line = report.mate().map_or(Vec::new(), |mate| mate.line.clone());
        Self { sketch: position.sketch(), to_move: position.to_move(), plies, grade, first_moves, line }
    }

    /// Who is to move, and what is to be done.
    fn task(&self) -> String {
        let mut task = format!("{} to move wins in {}", Colour::of(self.to_move), self.plies);
        if let Some(grade) = self.grade {
            let _infallible = write!(task, " · grade {grade}");
        }
        task
    }

    fn solution(&self) -> String {
        let first = self.first_moves.join(" or ");
        if self.line.is_empty() { first } else { format!("{first}: {}", self.line.join(" ")) }
    }
}
