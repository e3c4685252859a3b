//! The answer to every question but `analyse`.

use super::progress::{Progress, watched};
use super::question::{Action, Place, Question, Solve};
use super::{Event, QueryError, shelf};
use crate::board::Board;
use crate::books::Books;
use crate::endgames::{analyse, parse_boards};
use crate::files::{Files, Given};
use crate::formulas::{Approach, Comparison, Encoding, GameFormula, Solver};
use crate::game::{Game, PlaceError};
use crate::job::{BestMoves, Job, ProofPlan};
use crate::play::{Style, opponent};
use crate::puzzles::{self, DistinctProblems, Recipe, threats_then_all};
use crate::records::ReplayedGame;
use crate::registry::Registry;
use crate::task::Task;
use crate::text::counted;
use crate::threats::Threats;
use crate::view;
use crate::{annotation, values};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use yomikiri_check::proof;
use yomikiri_game::{Duration, Instant, Player, Status, Stop};
use yomikiri_player::Budget as Reading;
use yomikiri_qbf::Budget;
use yomikiri_search::{Asked, Detector, Limits, MateOptions, Method, Options};
use yomikiri_trax::record::read_records;
use yomikiri_trax::{Position, Rules};

/// How many plays the checker may be asked to search by itself at the end of a branch of a proof.
const SEARCHED_PLAYS: u32 = 2000;
/// The most time for a position of a game that is annotated.
const ANNOTATED_POSITION: Duration = Duration::from_secs(1);
/// The most different games in an expression: what takes a second or two, since nothing stops it.
const MOST_FORMS: u32 = 100_000;
/// What a puzzle solver may spend on moves that do not threaten.
const FULL_NODES: u64 = 200_000;

/// A question, and what may be used to answer it. The task has a deadline.
pub(super) struct Desk<'a> {
    pub(super) question: &'a Question,
    pub(super) registry: &'a Registry,
    pub(super) files: &'a dyn Files,
    pub(super) books: Arc<Books>,
    pub(super) memory: u64,
    pub(super) task: &'a Task,
    pub(super) tell: &'a (dyn Fn(Event) + Sync),
}

impl Desk<'_> {
    pub(super) fn wrong(&self, field: &'static str, error: impl Display) -> QueryError {
        QueryError::new(Some(self.question.id.clone()), Some(field), error.to_string())
    }

    pub(super) fn failed(&self, error: impl Display) -> QueryError {
        QueryError::new(Some(self.question.id.clone()), None, error.to_string())
    }

    fn say(&self, line: impl Into<view::Line>, is_final: bool) {
        let id = self.question.id.clone();
        (self.tell)(Event::Answer { id, is_final, line: Box::new(line.into()) });
    }

    /// The last answer.
    fn end(&self, line: impl Into<view::Line>) -> Result<(), QueryError> {
        self.say(line, true);
        Ok(())
    }

    fn game(&self, name: &str) -> Result<Game, QueryError> {
        let name = self.registry.name(name).map_err(|error| self.wrong("game", error))?;
        let given = self.question.definition.as_deref().map(Given);
        let files = given.as_ref().map_or(self.files, |given| given as &dyn Files);
        let game = name.load_until(files, self.task.stop()).map_err(|error| self.wrong("game", error))?;
        Ok(game.with_books(self.books.clone()))
    }

    pub(super) fn board(&self, place: &Place) -> Result<(Game, Box<dyn Board>), QueryError> {
        let game = self.game(&place.game)?;
        let board = match &place.position {
            None => game.board_after(&place.moves).map_err(|error| self.wrong("moves", error))?,
            Some(text) => game.board_at(text, &place.moves).map_err(|error| match error {
                PlaceError::Moves(error) => self.wrong("moves", error),
                error => self.wrong("position", error),
            })?,
        };
        Ok((game, board))
    }

    fn trax<'b>(&self, game: &Game, board: &'b dyn Board) -> Result<&'b Position, QueryError> {
        board.position().ok_or_else(|| self.wrong("game", format!("{game} is not Trax")))
    }

    fn rules(&self, game: &str) -> Result<Rules, QueryError> {
        let game = self.game(game)?;
        let board = game.board();
        self.trax(&game, &*board).map(|position| *position.rules())
    }

    pub(super) fn answer(&self) -> Result<(), QueryError> {
        match &self.question.action {
            // The examiner has a table of its own for that.
            Action::Analyse(_) => Ok(()),
            Action::Games => self.end(shelf::games(self.registry)),
            Action::Show(place) => {
                let (game, board) = self.board(place)?;
                self.end(view::Scene::of(&game, &*board))
            }
            Action::Solve(solve) => self.solve(solve),
            Action::Threats(place) => {
                let (game, board) = self.board(place)?;
                let position = self.trax(&game, &*board)?;
                let is_open = board.status() == Status::Open;
                let seen = if is_open { Threats::of(position) } else { Threats::none(position) };
                self.end(view::Threats::of(&game, &*board, &seen))
            }
            Action::Mate { place, plies } => self.mate(place, *plies),
            Action::Problem { game, plies, seed } => self.problem(game, *plies, *seed),
            Action::Value { expression } => {
                let valued = values::value_within(expression, MOST_FORMS)
                    .map_err(|error| self.wrong("expression", error))?;
                self.end(view::Value::from(&valued))
            }
            Action::Endgame { board } => {
                let boards = parse_boards::<yomikiri_amazons::Board>(board)
                    .map_err(|error| self.wrong("board", error))?;
                let analysis =
                    analyse(&boards, None, self.task).map_err(|error| self.wrong("board", error))?;
                self.end(view::Endgame::from(&analysis))
            }
            Action::Formulas { game, turns } => self.formulas(game, *turns),
            Action::Move { place, level } => self.choose(place, *level),
            Action::Record { text, game } => self.record(text, game),
            Action::Annotate { text, game, number } => self.annotate(text, game, *number),
            Action::Check { proof } => self.check(proof),
            Action::Walk { proof, claim, moves } => self.walk(proof, *claim, moves),
        }
    }

    fn solve(&self, solve: &Solve) -> Result<(), QueryError> {
        let (game, board) = self.board(&solve.place)?;
        let limits = Limits { nodes: solve.nodes, time: None };
        let job = Job {
            asked: solve.player.map_or(Asked::Both, Asked::About),
            options: Options { method: solve.method, limits, memory: self.memory, ..Options::default() },
            best_moves: if solve.all_moves { BestMoves::All } else { BestMoves::One },
            proof: solve.proof.then_some(ProofPlan { file: None, search: SEARCHED_PLAYS }),
            ..Job::default()
        };
        let mut progress = Progress::new(self.question);
        let solution = watched(
            self.question,
            self.task,
            |task| game.solve(&*board, &job, task),
            |task| {
                if let Some(event) = progress.look(task) {
                    (self.tell)(event);
                }
            },
        );
        self.end(view::Solution::from(&solution.map_err(|error| self.failed(error))?))
    }

    fn mate(&self, place: &Place, plies: u32) -> Result<(), QueryError> {
        let (game, board) = self.board(place)?;
        self.trax(&game, &*board)?;
        let effort = threats_then_all(FULL_NODES);
        let options = MateOptions { max_plies: plies, effort, ..MateOptions::default() };
        let found = puzzles::solve(&game, &*board, None, &options, self.memory / 4, self.task)
            .map_err(|error| self.failed(error))?;
        self.end(view::PuzzleSolution::from(&found))
    }

    fn problem(&self, game: &str, plies: u32, seed: u64) -> Result<(), QueryError> {
        let rules = self.rules(game)?;
        let recipe = Recipe {
            rules,
            least_plies: plies,
            greatest_plies: plies,
            count: 1,
            seed,
            detector: Detector::Exact,
            several: false,
            shorter_nodes: 20_000,
            nodes: 10_000,
            games: 1_000_000,
            memory: self.memory / 4,
        };
        let mut found = None;
        puzzles::make(&recipe, DistinctProblems::default(), self.task, |puzzle| {
            found = Some(puzzle);
            ControlFlow::Break(())
        })
        .map_err(|error| self.failed(error))?;
        let puzzle = found.ok_or_else(|| self.failed("no problem was found within the time"))?;
        self.end(view::Puzzle::of(&puzzle, rules))
    }

    /// The size of the formula in each encoding, then who wins by several methods and the embedded solver.
    fn formulas(&self, game: &str, turns: u32) -> Result<(), QueryError> {
        let game = self.game(game)?;
        let budget = Budget { stop: self.task.stop().clone(), memory: Some(self.memory) };
        for (name, encoding) in [("corrective", Encoding::Corrective), ("direct", Encoding::Direct)] {
            let started = Instant::now();
            let formula = GameFormula::new(&game, Some(turns), Player::First, Some(encoding), &budget);
            match formula.and_then(|formula| Ok(formula.clauses(&budget)?.statistics())) {
                Ok(size) => {
                    let seconds = started.elapsed().as_secs_f64();
                    let (name, game) = (Some(name.to_owned()), game.to_string());
                    let sized = view::Encoding::of(game, Player::First, Some(turns), size, seconds, None);
                    self.say(view::Encoding { encoding: name, ..sized }, false);
                }
                Err(error) => {
                    let (encoding, why) = (name.to_owned(), error.to_string());
                    self.say(view::NoEncoding { game: game.to_string(), encoding, why }, false);
                }
            }
        }
        // A program of this machine is never started for a query.
        let approaches = [
            Approach::Search(Method::Dfpn),
            Approach::Search(Method::Pns),
            Approach::Search(Method::IdTable),
            Approach::Formula(Solver::Embedded),
        ];
        let left = self.task.stop().time_left().unwrap_or(Duration::MAX);
        let comparison = Comparison { turns, encoding: None, time: left / 2 / approaches.len() as u32 };
        for (at, approach) in (1..).zip(&approaches) {
            let cell =
                comparison.cell(&game, approach, self.task).map_err(|error| self.wrong("game", error))?;
            self.say(view::Comparison::from(&cell), at == approaches.len());
        }
        Ok(())
    }

    fn choose(&self, place: &Place, level: u8) -> Result<(), QueryError> {
        let (game, board) = self.board(place)?;
        if board.status() != Status::Open {
            return Err(self.wrong("moves", "the game is over"));
        }
        let time = self.task.stop().time_left().unwrap_or(Style::default().time);
        let mut opponent = opponent(&game, Style { time, level, ..Style::default() }, None)
            .map_err(|error| self.failed(error))?;
        let choice = opponent.choose(&*board, self.task).map_err(|error| self.failed(error))?;
        self.end(view::Move::chosen(board.to_move(), &choice))
    }

    fn record(&self, text: &str, game: &str) -> Result<(), QueryError> {
        let rules = self.rules(game)?;
        let records = read_records(text.as_bytes()).records;
        let Some((last, others)) = records.split_last() else {
            return Err(self.wrong("text", "there is no game in it"));
        };
        for (record, is_last) in others.iter().map(|record| (record, false)).chain([(last, true)]) {
            let replayed = ReplayedGame::new(record, rules);
            let mut shape = view::ReplayedGame::from(&replayed);
            shape.moves = Some(record.moves.iter().take(replayed.plies).cloned().collect());
            shape.players = record.players.clone().map(|(first, second)| [first, second]);
            // What is wrong with a long file is found in a moment, but nobody has to wait for all of it.
            let is_last = is_last || self.task.is_stopped();
            self.say(shape, is_last);
            if is_last {
                break;
            }
        }
        Ok(())
    }

    fn annotate(&self, text: &str, game: &str, number: Option<usize>) -> Result<(), QueryError> {
        let records = read_records(text.as_bytes());
        let plan = annotation::Plan {
            default_rules: self.rules(game)?,
            budget: Reading::default(),
            time: ANNOTATED_POSITION,
            memory: self.memory / 4,
            ..annotation::Plan::default()
        };
        if number.is_some_and(|number| number == 0 || number > records.records.len()) {
            return Err(self.wrong("number", format!("the file has {} games", records.records.len())));
        }
        let summary = annotation::annotate("annotate", &records, number, &plan, self.task, |game| {
            self.say(view::AnnotatedGame::from(game), false);
            ControlFlow::Continue(())
        })
        .map_err(|error| self.failed(error))?;
        self.end(view::Annotation::of("", &summary, None))
    }

    fn check(&self, proof: &str) -> Result<(), QueryError> {
        let bytes = STANDARD.decode(proof).map_err(|error| self.wrong("proof", error))?;
        let started = Instant::now();
        let checked = self.task.stage("check", self.proof_monitor(), |monitor| {
            self.registry.referees().check(&bytes[..], NonZeroUsize::MIN, monitor)
        });
        self.end(view::Check::of(&checked, started.elapsed().as_secs_f64()))
    }

    fn walk(&self, proof: &str, claim: usize, moves: &str) -> Result<(), QueryError> {
        let bytes = STANDARD.decode(proof).map_err(|error| self.wrong("proof", error))?;
        let monitor = self.proof_monitor();
        let book = self.registry.referees().open(&bytes[..], &monitor);
        let book = book.map_err(|error| self.wrong("proof", error))?;
        let claim = claim.checked_sub(1).filter(|&claim| claim < book.claims().len());
        let claims = || format!("the proof has {}", counted(book.claims().len() as u64, "claim"));
        let claim = claim.ok_or_else(|| self.wrong("claim", claims()))?;
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let entry = book.after(claim, &moves, &monitor).map_err(|error| self.wrong("moves", error))?;
        self.end(view::ProofEntry::of(&book, claim, &moves, &entry))
    }

    fn proof_monitor(&self) -> proof::Monitor {
        let stop: Stop = self.task.stop().clone();
        proof::Monitor::until(move || stop.is_requested()).with_memory(self.memory)
    }
}
