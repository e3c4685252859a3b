//! One query, answered.

use super::answers::Desk;
use super::progress::{interval, watched};
use super::{Action, Analysis, Event, Known, MoveStatus, Query, QueryError, Question};
use crate::board::Board;
use crate::books::Books;
use crate::files::Files;
use crate::game::Game;
use crate::job::{BestMoves, Job};
use crate::puzzles::line_text;
use crate::registry::Registry;
use crate::task::{Figures, Task};
use std::sync::Arc;
use yomikiri_game::{Game as _, Instant, Notation, Outcome, Player, Status, Stop, legal_moves, try_move};
use yomikiri_player::{Budget, Found, Reader, Reading, look_ahead};
use yomikiri_search::{Effort, Limits, Options, Verdict};
use yomikiri_trax::{Position, Rules, Turn};

/// The least memory that a search is given.
const LEAST_MEMORY: u64 = 4 << 20;

/// Answers queries one after the other. It remembers what it has seen of a game of Trax.
pub struct Examiner {
    memory: u64,
    books: Arc<Books>,
    reader: Option<(Rules, Reader)>,
}

impl Examiner {
    /// One that may use so many bytes.
    #[must_use]
    pub fn new(memory: u64) -> Self {
        Self { memory: memory.max(2 * LEAST_MEMORY), books: Arc::default(), reader: None }
    }

    /// The same with proofs that are consulted before anything is searched.
    #[must_use]
    pub fn with_books(self, books: Arc<Books>) -> Self {
        Self { books, ..self }
    }

    /// Answers a question: gives events to `tell` while the search goes on, the last one final. The time is that of the
    /// task.
    pub fn examine(
        &mut self,
        question: &Question,
        registry: &Registry,
        files: &dyn Files,
        task: &Task,
        tell: &(dyn Fn(Event) + Sync),
    ) {
        let desk =
            Desk { question, registry, files, books: self.books.clone(), memory: self.memory, task, tell };
        let answered = match &question.action {
            Action::Analyse(query) => self.analyse(query, &desk),
            _ => desk.answer(),
        };
        if let Err(error) = answered {
            tell(Event::Error(error));
        }
    }

    fn analyse(&mut self, query: &Query, desk: &Desk<'_>) -> Result<(), QueryError> {
        let (game, board) = desk.board(&query.place)?;
        let started = Instant::now();
        let answer = Analysis::new(desk.question, &game, &*board);
        if board.status() != Status::Open {
            (desk.tell)(answer.finished(started, None));
            return Ok(());
        }
        match board.position::<Position>() {
            Some(position) => self.trax(query, desk, position, answer, started),
            None => self.solve(query, desk, &game, &*board, answer, started),
        }
    }

    /// A position of Trax: an estimate at once, then mates with ever more effort, then a deeper estimate.
    fn trax(
        &mut self,
        query: &Query,
        desk: &Desk<'_>,
        position: &Position,
        mut answer: Analysis,
        started: Instant,
    ) -> Result<(), QueryError> {
        let (stop, tell) = (desk.task.stop(), desk.tell);
        let failed = |error: yomikiri_search::SetupError| desk.failed(error);
        let rules = *position.rules();
        self.reader.take_if(|(known, _)| *known != rules);
        let (_, reader) = match &mut self.reader {
            Some(kept) => kept,
            none => none.insert((rules, Reader::new(self.memory / 2).map_err(failed)?)),
        };
        let mut position = position.clone();
        let moves = legal_moves(&mut position);
        let mut scene = Scene { position, moves, statuses: Vec::new() };
        let every = interval(desk.question);
        let mut last_told = Instant::now();
        let mut tell_some = |answer: &mut Analysis, statuses: &[MoveStatus], is_early: bool| {
            if every.is_some_and(|every| is_early || last_told.elapsed() >= every) {
                last_told = Instant::now();
                answer.seconds = started.elapsed().as_secs_f64();
                answer.statuses = query.all_moves.then(|| statuses.to_vec());
                tell(Event::Analysis(Box::new(answer.clone())));
            }
        };
        scene.estimate(&mut answer, 1, stop);
        tell_some(&mut answer, &scene.statuses, true);
        let mut budget = Budget::default();
        let most = query.nodes.unwrap_or(u64::MAX);
        // The estimate gets half of the time if nothing certain comes of the other half.
        let half = stop.time_left().map_or_else(|| stop.child(), |left| stop.within(left / 2));
        while !half.is_requested() && answer.nodes < most && scene.position.tile_count() > 0 {
            let reading = reader.read(&mut scene.position, &budget, &half);
            answer.nodes += reading.nodes;
            let is_found = reading.found != Found::Open;
            scene.learn(&mut answer, reading);
            tell_some(&mut answer, &scene.statuses, is_found);
            let is_enough = budget.threats > 1 << 24;
            if is_found || is_enough {
                break;
            }
            budget.threats *= 4;
            budget.full *= 4;
            budget.reply *= 4;
            budget.solve *= 4;
            budget.spaces += 2;
            budget.max_plies = (budget.max_plies + 4).min(45);
        }
        if query.all_moves {
            scene.judge_moves(&mut answer, reader, stop, most, &mut |answer, statuses| {
                tell_some(answer, statuses, false);
            });
        }
        if answer.verdict == Verdict::Unknown {
            for depth in 2..=30 {
                if stop.is_requested() || answer.nodes >= most || !scene.estimate(&mut answer, depth, stop) {
                    break;
                }
                tell_some(&mut answer, &scene.statuses, false);
            }
        }
        answer.statuses = query.all_moves.then(|| scene.statuses.clone());
        tell(answer.finished(started, stopped(stop, answer_is_certain(&scene, query))));
        Ok(())
    }

    /// A position of any other game: df-pn.
    fn solve(
        &self,
        query: &Query,
        desk: &Desk<'_>,
        game: &Game,
        board: &dyn Board,
        mut answer: Analysis,
        started: Instant,
    ) -> Result<(), QueryError> {
        let tell = desk.tell;
        let best_moves = if query.all_moves { BestMoves::All } else { BestMoves::One };
        let limits = Limits { nodes: query.nodes, time: None };
        let options = Options { memory: self.memory / 2, limits, ..Options::default() };
        let job = Job { best_moves, options, ..Job::default() };
        let mut running = answer.clone();
        let solution = watched(
            desk.question,
            desk.task,
            |task| game.solve(board, &job, task),
            |task| {
                if let Some(Figures::Search { snapshot, .. }) = task.report().map(|report| report.figures) {
                    (running.nodes, running.seconds) = (snapshot.nodes, started.elapsed().as_secs_f64());
                    tell(Event::Analysis(Box::new(running.clone())));
                }
            },
        );
        let solution = solution.map_err(|error| desk.failed(error))?;
        answer.verdict = solution.verdict();
        answer.nodes = solution.cost().nodes;
        answer.line = solution.line.clone();
        answer.best_moves = solution.best_moves.clone();
        if query.all_moves {
            let known = match answer.verdict {
                Verdict::Wins(player) if player == answer.to_move => Some(Known::Wins),
                Verdict::Draw => Some(Known::Draws),
                Verdict::Wins(_) | Verdict::Unknown => None,
            };
            let is_lost = answer.verdict == Verdict::Wins(!answer.to_move);
            let status = |text: String| MoveStatus {
                known: if is_lost {
                    Some(Known::Loses)
                } else {
                    known.filter(|_| solution.best_moves.contains(&text))
                },
                text,
                plies: None,
            };
            let mut statuses: Vec<MoveStatus> = board.moves().into_iter().map(status).collect();
            statuses.sort_by_key(|status| status.known.is_none());
            answer.statuses = Some(statuses);
        }
        let reasons = solution.answers.answers.iter().find_map(|answered| match answered.answer {
            yomikiri_search::Answer::Unknown(reason) => Some(reason.to_string()),
            yomikiri_search::Answer::Yes | yomikiri_search::Answer::No => None,
        });
        tell(answer.finished(started, reasons.filter(|_| answer.verdict == Verdict::Unknown)));
        Ok(())
    }
}

/// Whether everything that was asked is certain.
fn answer_is_certain(scene: &Scene, query: &Query) -> bool {
    !query.all_moves || scene.statuses.iter().all(|status| status.known.is_some())
}

fn stopped(stop: &Stop, is_certain: bool) -> Option<String> {
    use yomikiri_game::StopCause;
    let cause = stop.cause().filter(|_| !is_certain || stop.is_requested());
    cause.map(|cause| match cause {
        StopCause::Request => "the search was interrupted".to_owned(),
        StopCause::Deadline => "the limit on time was reached".to_owned(),
    })
}

/// A position of Trax and its moves.
struct Scene {
    position: Position,
    moves: Vec<Turn>,
    statuses: Vec<MoveStatus>,
}

impl Scene {
    fn text(&self, turn: Turn) -> String {
        self.position.move_text(turn)
    }

    /// Looks so many moves ahead; gives whether that was finished.
    fn estimate(&mut self, answer: &mut Analysis, depth: u32, stop: &Stop) -> bool {
        let lost: Vec<&str> = self
            .statuses
            .iter()
            .filter(|status| status.known == Some(Known::Loses))
            .map(|status| status.text.as_str())
            .collect();
        let mut moves = self.moves.clone();
        moves.retain(|&turn| !lost.contains(&self.position.move_text(turn).as_str()));
        let Some(estimate) = look_ahead(&self.position, &moves, depth, stop) else {
            return false;
        };
        answer.nodes += estimate.nodes;
        if estimate.depth < depth {
            return false;
        }
        (answer.score, answer.depth) = (Some(estimate.score), Some(estimate.depth));
        answer.best_moves = estimate.ranked.first().map(|&turn| self.text(turn)).into_iter().collect();
        answer.line = line_text(&self.position, &estimate.line);
        let rank: Vec<String> = estimate.ranked.iter().map(|&turn| self.text(turn)).collect();
        if self.statuses.is_empty() {
            self.statuses =
                rank.iter().map(|text| MoveStatus { text: text.clone(), known: None, plies: None }).collect();
        } else {
            self.sort(&rank);
        }
        true
    }

    /// Takes what a reading says.
    fn learn(&mut self, answer: &mut Analysis, reading: Reading) {
        for &(turn, plies) in &reading.losing {
            self.set(turn, Known::Loses, Some(plies));
        }
        let to_move = answer.to_move;
        let (winner, plies, moves, line) = match reading.found {
            Found::Open => return,
            Found::Win(win) => (Some(to_move), win.plies, win.moves, win.line),
            Found::Loss(loss) => (Some(!to_move), loss.plies, loss.moves, loss.line),
            Found::Draw(moves) => (None, None, moves, Vec::new()),
        };
        answer.verdict = winner.map_or(Verdict::Draw, Verdict::Wins);
        answer.plies = plies;
        (answer.score, answer.depth) = (None, None);
        answer.best_moves = moves.iter().map(|&turn| self.text(turn)).collect();
        answer.line = line_text(&self.position, &line);
        for turn in moves {
            match answer.verdict {
                Verdict::Wins(player) if player == to_move => self.set(turn, Known::Wins, plies),
                Verdict::Draw => self.set(turn, Known::Draws, None),
                Verdict::Wins(_) | Verdict::Unknown => {}
            }
        }
        self.sort(&[]);
    }

    fn set(&mut self, turn: Turn, known: Known, plies: Option<u32>) {
        let text = self.text(turn);
        match self.statuses.iter_mut().find(|status| status.text == text) {
            Some(status) => (status.known, status.plies) = (Some(known), plies),
            None => self.statuses.push(MoveStatus { text, known: Some(known), plies }),
        }
    }

    /// Wins first, the shortest before; then what is not known, by rank; then draws; then losses, the longest before.
    fn sort(&mut self, rank: &[String]) {
        self.statuses.sort_by_key(|status| {
            let plies = status.plies.unwrap_or(u32::MAX);
            match status.known {
                Some(Known::Wins) => (0, plies, 0),
                None => (1, 0, rank.iter().position(|text| *text == status.text).unwrap_or(usize::MAX)),
                Some(Known::Draws) => (2, 0, 0),
                Some(Known::Loses) => (3, u32::MAX - plies, 0),
            }
        });
    }

    /// Finds out about the moves of which nothing is certain, as far as the limits allow.
    fn judge_moves(
        &mut self,
        answer: &mut Analysis,
        reader: &Reader,
        stop: &Stop,
        most: u64,
        told: &mut dyn FnMut(&mut Analysis, &[MoveStatus]),
    ) {
        // What is cheap to see is seen of every move before anything else is looked for.
        for within in [(1, 100), (5, 2_000), (25, 20_000)] {
            self.judge_within(answer, reader, within, stop, most, told);
        }
        let rank: Vec<String> = self.statuses.iter().map(|status| status.text.clone()).collect();
        self.sort(&rank);
    }

    /// The same for wins of the opponent of at most so many plies, with so many nodes for each.
    fn judge_within(
        &mut self,
        answer: &mut Analysis,
        reader: &Reader,
        (max_plies, most_nodes): (u32, u64),
        stop: &Stop,
        most: u64,
        told: &mut dyn FnMut(&mut Analysis, &[MoveStatus]),
    ) {
        let mover = self.position.to_move();
        for turn in self.moves.clone() {
            if stop.is_requested() || answer.nodes >= most {
                break;
            }
            let text = self.text(turn);
            if self.statuses.iter().any(|status| status.text == text && status.known.is_some()) {
                continue;
            }
            let mut nodes = 0;
            let seen = try_move(&mut self.position, turn, |after, status| match status {
                Status::Over(Outcome::Draw) => Some((Known::Draws, None)),
                Status::Over(Outcome::Win(winner)) => {
                    Some((if winner == mover { Known::Wins } else { Known::Loses }, Some(1)))
                }
                Status::Open => {
                    let (mate, cost) = reader.mate(after, max_plies, Effort::Threats, most_nodes, stop);
                    nodes += cost;
                    mate.map(|mate| (Known::Loses, Some(mate.plies + 1)))
                }
            });
            answer.nodes += nodes;
            if let Some(Some((known, plies))) = seen {
                self.set(turn, known, plies);
                told(answer, &self.statuses);
            }
        }
    }
}

impl Analysis {
    fn new(question: &Question, game: &Game, board: &dyn Board) -> Self {
        let status = board.status();
        Self {
            id: question.id.clone(),
            game: game.to_string(),
            moves: board.history().to_vec(),
            to_move: board.to_move(),
            status,
            ending: board.ending(),
            is_final: false,
            verdict: match status {
                Status::Open => Verdict::Unknown,
                Status::Over(outcome) => outcome.winner().map_or(Verdict::Draw, Verdict::Wins),
            },
            plies: None,
            score: None,
            depth: None,
            best_moves: Vec::new(),
            line: Vec::new(),
            statuses: None,
            nodes: 0,
            seconds: 0.0,
            stopped: None,
        }
    }

    /// The last event of a query.
    fn finished(&self, started: Instant, stopped: Option<String>) -> Event {
        let mut answer = self.clone();
        answer.is_final = true;
        answer.seconds = started.elapsed().as_secs_f64();
        answer.stopped = stopped;
        Event::Analysis(Box::new(answer))
    }

    /// Who wins, for whoever wants one word.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        match self.verdict {
            Verdict::Wins(player) => Some(player),
            Verdict::Draw | Verdict::Unknown => None,
        }
    }
}
