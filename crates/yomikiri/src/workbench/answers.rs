//! The answer to each kind of request.

use super::request::{Action, Place, Request, RequestError};
use super::shelf;
use crate::board::Board;
use crate::endgames::{analyse, parse_boards};
use crate::files::NoFiles;
use crate::formulas::{Approach, Comparison, Encoding, GameFormula, Solver};
use crate::game::Game;
use crate::job::{BestMoves, Job, ProofPlan};
use crate::play::{EndgameStyle, Style, opponent};
use crate::puzzles::{self, Recipe, threats_then_all};
use crate::registry::Registry;
use crate::task::Task;
use crate::threats::Threats;
use crate::values;
use crate::view;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use yomikiri_check::proof;
use yomikiri_game::{Duration, Instant, Player, Status, Stop};
use yomikiri_qbf::Budget;
use yomikiri_search::{Asked, Detector, Limits, MateOptions, Method, Options};
use yomikiri_trax::{Position, Rules};

/// What one request may use.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Memory.
    pub memory: u64,
    /// The time of a request that names none.
    pub usual_time: Duration,
    /// The most time.
    pub most_time: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { memory: 256 << 20, usual_time: Duration::from_secs(30), most_time: Duration::from_secs(3600) }
    }
}

/// The largest proof that a search writes into memory.
const SEARCHED_PLAYS: u32 = 2000;

/// Answers a request: gives objects to `tell`, the last one with `"final":true`. The task ends it.
pub fn answer(request: &Request, bounds: &Bounds, task: &Task, tell: &mut dyn FnMut(Value)) {
    let asked = request.seconds.map(|seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    let time = asked.unwrap_or(bounds.usual_time).min(bounds.most_time);
    let desk = Desk { request, bounds, task: &task.within(time) };
    let mut tell = |mut object: Value, is_final: bool| {
        object["id"] = request.id.clone();
        object["final"] = is_final.into();
        object["version"] = view::VERSION.into();
        tell(object);
    };
    if let Err(error) = desk.answer(&mut tell) {
        tell(error.object(), true);
    }
}

/// How far the search of a request is, as a JSON object; `None` between two searches.
#[must_use]
pub fn progress(request: &Request, task: &Task, nodes_per_second: f64) -> Option<Value> {
    let report = task.report()?;
    let (game, moves) = match &request.action {
        Action::Solve { place, .. } => (place.game.clone(), vec![place.moves.clone()]),
        _ => return None,
    };
    let moment = view::Moment { time: 0.0, game, moves };
    let mut object = view::object(view::Progress::of(moment, &report, nodes_per_second)?);
    object["id"] = request.id.clone();
    object["final"] = false.into();
    Some(object)
}

type Told<'a> = &'a mut dyn FnMut(Value, bool);

struct Desk<'a> {
    request: &'a Request,
    bounds: &'a Bounds,
    task: &'a Task,
}

impl Desk<'_> {
    fn wrong(&self, field: &'static str, error: impl Display) -> RequestError {
        RequestError::new(Some(self.request.id.clone()), Some(field), error.to_string())
    }

    fn failed(&self, error: impl Display) -> RequestError {
        RequestError::new(Some(self.request.id.clone()), None, error.to_string())
    }

    fn game(&self, name: &str) -> Result<Game, RequestError> {
        let name = Registry::shared().name(name).map_err(|error| self.wrong("game", error))?;
        // Whatever a request names, no file of this machine is read for it.
        name.load_until(&NoFiles, self.task.stop()).map_err(|error| self.wrong("game", error))
    }

    fn board(&self, place: &Place) -> Result<(Game, Box<dyn Board>), RequestError> {
        let game = self.game(&place.game)?;
        let board = match &place.position {
            None => game.board_after(&place.moves).map_err(|error| self.wrong("moves", error))?,
            Some(text) => game.board_at(text, &place.moves).map_err(|error| match error {
                crate::PlaceError::Moves(error) => self.wrong("moves", error),
                error => self.wrong("position", error),
            })?,
        };
        Ok((game, board))
    }

    fn trax<'b>(&self, game: &Game, board: &'b dyn Board) -> Result<&'b Position, RequestError> {
        board.position().ok_or_else(|| self.wrong("game", format!("{game} is not Trax")))
    }

    fn answer(&self, tell: Told<'_>) -> Result<(), RequestError> {
        match &self.request.action {
            Action::Games => tell(shelf::games(Registry::shared()), true),
            Action::Show(place) => {
                let (game, board) = self.board(place)?;
                tell(view::object(view::Scene::of(&game, &*board)), true);
            }
            Action::Solve { place, player, method, nodes, all, proof } => {
                let job = self.job(*player, *method, *nodes, *all, *proof);
                self.solve(place, &job, tell)?;
            }
            Action::Threats(place) => {
                let (game, board) = self.board(place)?;
                let position = self.trax(&game, &*board)?;
                let is_open = board.status() == Status::Open;
                let seen = if is_open { Threats::of(position) } else { Threats::none(position) };
                tell(view::object(view::Threats::of(&game, &*board, &seen)), true);
            }
            Action::Mate { place, plies } => {
                let (game, board) = self.board(place)?;
                let options = MateOptions {
                    max_plies: *plies,
                    effort: threats_then_all(200_000),
                    ..MateOptions::default()
                };
                let memory = self.bounds.memory / 4;
                let found = puzzles::solve(&game, &*board, None, &options, memory, self.task)
                    .map_err(|error| self.failed(error))?;
                tell(view::object(view::PuzzleSolution::from(&found)), true);
            }
            Action::Problem { game, plies, seed } => self.problem(game, *plies, *seed, tell)?,
            Action::Value { expression } => {
                let valued = values::value(expression).map_err(|error| self.wrong("expression", error))?;
                tell(view::object(view::Value::from(&valued)), true);
            }
            Action::Endgame { board } => {
                let boards = parse_boards(board).map_err(|error| self.wrong("board", error))?;
                let analysis = analyse(&boards, self.task).map_err(|error| self.wrong("board", error))?;
                tell(view::object(view::Endgame::from(&analysis)), true);
            }
            Action::Formulas { game, turns } => self.formulas(game, *turns, tell)?,
            Action::Move(place) => self.choose(place, tell)?,
            Action::Check { proof } => self.check(proof, tell)?,
        }
        Ok(())
    }

    fn job(&self, player: Option<Player>, method: Method, nodes: Option<u64>, all: bool, proof: bool) -> Job {
        let limits = Limits { nodes, time: None };
        Job {
            asked: player.map_or(Asked::Both, Asked::About),
            options: Options { method, limits, memory: self.bounds.memory, ..Options::default() },
            best_moves: if all { BestMoves::All } else { BestMoves::One },
            proof: proof.then_some(ProofPlan { file: None, search: SEARCHED_PLAYS }),
            ..Job::default()
        }
    }

    fn solve(&self, place: &Place, job: &Job, tell: Told<'_>) -> Result<(), RequestError> {
        let (game, board) = self.board(place)?;
        let solution = game.solve(&*board, job, self.task).map_err(|error| self.failed(error))?;
        let mut object = view::object(view::Solution::from(&solution));
        if let Some(content) = solution.proof.as_ref().and_then(|proof| proof.content.as_ref()) {
            object["proof"]["content"] = STANDARD.encode(content).into();
        }
        object["no_proof"] = solution.no_proof.into();
        tell(object, true);
        Ok(())
    }

    fn problem(&self, game: &str, plies: u32, seed: u64, tell: Told<'_>) -> Result<(), RequestError> {
        let game = self.game(game)?;
        let board = game.board();
        let rules: Rules = *self.trax(&game, &*board)?.rules();
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
            memory: self.bounds.memory / 4,
        };
        let mut found = None;
        puzzles::make(&recipe, self.task, |puzzle| {
            found = Some(puzzle);
            ControlFlow::Break(())
        })
        .map_err(|error| self.failed(error))?;
        let puzzle = found.ok_or_else(|| self.failed("no problem was found within the time"))?;
        tell(view::object(view::Puzzle::of(&puzzle, rules)), true);
        Ok(())
    }

    /// The size of the formula in each encoding, then who wins by every method and the embedded solver.
    fn formulas(&self, game: &str, turns: u32, tell: Told<'_>) -> Result<(), RequestError> {
        let game = self.game(game)?;
        let budget = Budget { stop: self.task.stop().clone(), memory: Some(self.bounds.memory) };
        for (name, encoding) in [("corrective", Encoding::Corrective), ("direct", Encoding::Direct)] {
            let started = Instant::now();
            let formula = GameFormula::new(&game, Some(turns), Player::First, Some(encoding), &budget);
            let size = formula.and_then(|formula| Ok(formula.clauses(&budget)?.statistics()));
            match size {
                Ok(size) => {
                    let seconds = started.elapsed().as_secs_f64();
                    let shape =
                        view::Encoding::of(game.to_string(), Player::First, Some(turns), size, seconds, None);
                    let mut object = view::object(shape);
                    object["encoding"] = name.into();
                    tell(object, false);
                }
                Err(error) => {
                    tell(json!({ "type": "no_encoding", "encoding": name, "why": error.to_string() }), false)
                }
            }
        }
        let left = self.task.stop().time_left().unwrap_or(self.bounds.usual_time);
        let comparison = Comparison { turns, encoding: None, time: left / 4 };
        // A program of this machine is never started for a request.
        let approaches = [
            Approach::Search(Method::Dfpn),
            Approach::Search(Method::Pns),
            Approach::Search(Method::IdTable),
            Approach::Formula(Solver::Embedded),
        ];
        for (at, approach) in approaches.iter().enumerate() {
            let cell =
                comparison.cell(&game, approach, self.task).map_err(|error| self.wrong("game", error))?;
            tell(view::object(view::Comparison::from(&cell)), at + 1 == approaches.len());
        }
        Ok(())
    }

    /// A move of the program: of its opponent for the game, or of a search, or any.
    fn choose(&self, place: &Place, tell: Told<'_>) -> Result<(), RequestError> {
        let (game, board) = self.board(place)?;
        let moves = board.moves();
        if moves.is_empty() {
            return Err(self.wrong("moves", "the game is over"));
        }
        let time = self.task.stop().time_left().unwrap_or(self.bounds.usual_time);
        let style = Style { endgame: EndgameStyle::Exact, time };
        if let Ok(mut opponent) = opponent(&game, style, None) {
            let choice = opponent.choose(&*board, self.task).map_err(|error| self.failed(error))?;
            tell(view::object(view::Move::chosen(board.to_move(), &choice)), true);
            return Ok(());
        }
        let job = self.job(None, Method::Dfpn, None, false, false);
        let solution = game.solve(&*board, &job, self.task).map_err(|error| self.failed(error))?;
        let (text, why) = match solution.best_moves.first() {
            Some(best) => (best.clone(), format!("df-pn: {}", crate::text::verdict(solution.verdict()))),
            // The key of the position makes the choice vary from position to position, but not from day to day.
            None => {
                let at = (board.key().0 % moves.len() as u128) as usize;
                (moves[at].clone(), "not decided in the time: any move".to_owned())
            }
        };
        let player: view::Player = board.to_move().into();
        tell(json!({ "type": "move", "player": player, "move": text, "why": why }), true);
        Ok(())
    }

    fn check(&self, proof: &str, tell: Told<'_>) -> Result<(), RequestError> {
        let bytes = STANDARD.decode(proof).map_err(|error| self.wrong("proof", error))?;
        let started = Instant::now();
        let stop: Stop = self.task.stop().clone();
        let monitor = proof::Monitor::until(move || stop.is_requested()).with_memory(self.bounds.memory);
        let checked = self.task.stage("check", monitor, |monitor| {
            Registry::shared().referees().check(&bytes[..], NonZeroUsize::MIN, monitor)
        });
        tell(view::object(view::Check::of(&checked, started.elapsed().as_secs_f64())), true);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    fn ask(text: &str) -> Vec<Value> {
        let mut told = Vec::new();
        let request = read(text).expect(text);
        answer(&request, &Bounds::default(), &Task::default(), &mut |object| told.push(object));
        let finals = told.iter().filter(|object| object["final"] == true).count();
        assert_eq!(finals, 1, "{told:?}");
        assert!(told.iter().all(|object| object["id"] == request.id && object["type"].is_string()));
        told
    }

    fn last(text: &str) -> Value {
        ask(text).pop().expect("an answer")
    }

    #[test]
    fn a_scene_has_the_forced_tiles_of_every_move() {
        let scene = last(r#"{"id":1,"action":"show","game":"trax","moves":"@0/ B1\\"}"#);
        assert_eq!((&scene["type"], &scene["to_move"]), (&"scene".into(), &"first".into()));
        let choices = scene["choices"].as_array().expect("moves");
        assert_eq!(choices.len(), scene["legal_moves"].as_array().expect("moves").len());
        let closing = choices.iter().find(|choice| choice["move"] == r"A2\").expect("legal");
        assert_eq!(
            (closing["added"].as_array().map(Vec::len), &closing["ends"]),
            (Some(2), &"second".into())
        );
    }

    #[test]
    fn no_file_of_the_machine_is_read() {
        for game in ["toss:/etc/passwd", "pg:/etc/passwd", "toss:/dev/zero"] {
            let answer = last(&format!(r#"{{"id":1,"action":"show","game":"{game}"}}"#));
            assert_eq!((&answer["type"], &answer["field"]), (&"request_error".into(), &"game".into()));
            assert!(!answer["message"].to_string().contains("root:"));
        }
    }

    #[test]
    fn a_proof_goes_round() {
        let solution = last(r#"{"id":1,"action":"solve","game":"trax:3x3","proof":true,"all":true}"#);
        assert_eq!(solution["verdict"], "draw");
        let proof = solution["proof"]["content"].as_str().expect("a proof");
        let check = last(&format!(r#"{{"id":2,"action":"check","proof":"{proof}"}}"#));
        assert_eq!(check["proof"], "holds");
        assert_eq!(last(r#"{"id":3,"action":"check","proof":"AAAA"}"#)["proof"], "fails");
        assert_eq!(last(r#"{"id":4,"action":"check","proof":"?"}"#)["field"], "proof");
    }

    #[test]
    fn every_other_request_has_an_answer() {
        for (text, kind) in [
            (r#"{"id":1,"action":"games"}"#, "games"),
            (r#"{"id":1,"action":"threats","game":"trax","moves":"@0/ B1+ C1\\"}"#, "threats"),
            (r#"{"id":1,"action":"threats","game":"amazons:4x4"}"#, "request_error"),
            (
                r#"{"id":1,"action":"mate","game":"trax","moves":"@0/ A2+ @2/ @2/","plies":3}"#,
                "puzzle_solution",
            ),
            (r#"{"id":1,"action":"problem","game":"trax:8x8","plies":3}"#, "puzzle"),
            (r#"{"id":1,"action":"value","expression":"{1|-1}"}"#, "value"),
            (r#"{"id":1,"action":"value","expression":"{1|"}"#, "request_error"),
            (r#"{"id":1,"action":"endgame","board":"xo."}"#, "endgame"),
            (r#"{"id":1,"action":"formulas","game":"gttt:3x3,animal=tippy","turns":5}"#, "comparison"),
            (r#"{"id":1,"action":"move","game":"gttt:3x3,animal=tic","seconds":1}"#, "move"),
            (r#"{"id":1,"action":"move","game":"amazons:4x4","seconds":0.1}"#, "move"),
        ] {
            let answer = last(text);
            assert_eq!(answer["type"], kind, "{text}: {answer}");
        }
    }
}
