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
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
             <style>\n{STYLE}.sheet{{grid-template-columns:repeat({columns},1fr)}}\n</style>\n</head>\n<body>\n\
             <header>\n<h1>{title}</h1>\n<p>{LEGEND}</p>\n</header>\n<div class=\"sheet\">\n"
        );
        for (number, problem) in (1..).zip(&self.problems) {
            let side = Colour::of(problem.to_move);
            let grade = problem.grade.map_or(String::new(), |grade| {
                format!("<span class=\"grade\" title=\"grade {grade} of 9\">{}</span>", stars(grade))
            });
            let _infallible = writeln!(
                page,
                "<figure>\n<figcaption><span class=\"number\">{number}</span><span class=\"task\"><i class=\"dot {side}\"></i>{}</span>{grade}</figcaption>\n{}</figure>",
                escape(&problem.task()),
                board(&problem.sketch, &[]),
            );
        }
        page += "</div>\n<section class=\"solutions\">\n<h2>Solutions</h2>\n<ol>\n";
        for problem in &self.problems {
            let _infallible = writeln!(page, "<li>{}</li>", problem.solution_markup());
        }
        page + "</ol>\n</section>\n</body>\n</html>\n"
    }
}

/// What the reader of a page must know.
const LEGEND: &str = "White’s lines are light, red’s are red. A move names a column, a row and a tile; forced tiles follow by themselves. \
                      Lengths count the moves of both sides.";

const STYLE: &str = include_str!("sheet.css");

/// A grade from 1 to 9 as five stars, in halves.
fn stars(grade: u8) -> String {
    let halves = usize::from(grade.min(9)).div_ceil(2);
    "★".repeat(halves) + &"☆".repeat(5 - halves)
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
        let side = match Colour::of(self.to_move) {
            Colour::White => "White",
            Colour::Red => "Red",
        };
        format!("{side} to move wins in {}", self.plies)
    }

    /// The line of play, which begins with a first move; other first moves follow.
    fn solution(&self) -> String {
        let (first, others) =
            self.first_moves.split_first().map_or(("", &[][..]), |(first, others)| (first.as_str(), others));
        let line = if self.line.is_empty() { first.to_owned() } else { self.line.join(" ") };
        let begins = self.line.first().map_or(first, String::as_str);
        let others: Vec<&str> = [first]
            .into_iter()
            .chain(others.iter().map(String::as_str))
            .filter(|text| *text != begins)
            .collect();
        if others.is_empty() { line } else { format!("{line}  (or {})", others.join(", ")) }
    }

    /// The same for a page, the first move in bold.
    fn solution_markup(&self) -> String {
        let solution = self.solution();
        let (first, rest) = solution.split_once(' ').unwrap_or((&solution, ""));
        format!("<b>{}</b> {}", escape(first), escape(rest))
    }
}
