//! How to play: moves that keep the value of a position, and a line of play.
//!
//! A search says who wins and not how; but what it knows makes it cheap to find out. A move keeps the value if the
//! position after it has the same answer to the question that matters: for a player who wins, "can he win?" is still
//! answered by yes; for one who holds a draw, "can his opponent win?" is still answered by no. The table of a search
//! has most of these answers, and a small search finds the others.
//!
//! The table of the first question is gone when the second is searched, since each may fill the memory. So the moves
//! that a question's own table knows are found as soon as the question is answered.
//!
//! A book has one such move wherever the player to move has something to keep, and is asked first.
//!
//! What a question leaves of its limits is all that may be spent on moves. Where nothing is left, the table alone speaks.

use crate::board::{Board, Position};
use crate::books::Page;
use crate::game::Game;
use crate::job::{BestMoves, Job};
use crate::pieces::{Pieces, Subject};
use crate::playable::Playable;
use crate::solving::SolveError;
use crate::task::Task;
use yomikiri_game::{Instant, Played, Player, Stop};
use yomikiri_search::{
    Answers, Knowledge, Limits, MINIMUM_MEMORY, Monitor, Options, Question, Report, Statistics, ask_knowing,
};

/// A position's line of play is followed for so many moves at most.
const LONGEST_LINE: usize = 100;
/// What a line may cost altogether, and what one of several moves may cost where no table knows it.
const LINE_NODES: u64 = 20_000;
const MOVE_NODES: u64 = 200_000;
/// A table for what no search has left one for.
const SMALL_TABLE: u64 = 32 << 20;

/// What a player to move wants to keep: that this question has this answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Goal {
    question: Question,
    answer: bool,
}

impl Goal {
    /// What a player who is to move has to keep, by the answers: his win, or else that his opponent does not win.
    fn of<C>(player: Player, answers: &Answers<C>) -> Option<Self> {
        let known = |can_win: Player| {
            let about = answers.answers.iter().find(|answered| answered.question.can_win == can_win);
            about.and_then(|answered| answered.answer.known())
        };
        let goal = |can_win, answer| Self { question: Question { can_win }, answer };
        if known(player) == Some(true) {
            Some(goal(player, true))
        } else {
            (known(!player) == Some(false)).then(|| goal(!player, false))
        }
    }
}

pub(super) struct Guide<'a, G: Playable> {
    start: &'a G,
    game: &'a Game,
    /// What proofs of this game are about, if there are books, and the moves to the position.
    subject: Option<Subject>,
    history: &'a [String],
    wanted: BestMoves,
    options: Options,
    task: &'a Task,
    started: Instant,
    /// The questions that were searched so far; each has a limit on time of its own.
    searched: u32,
    /// Moves that were found from the table of a question.
    found: Vec<(Goal, Vec<G::Move>)>,
    /// What is known about each question.
    tables: [Option<Knowledge>; 2],
}

impl<'a, G: Playable> Guide<'a, G> {
    pub(super) fn new(
        board: &'a Position<G>,
        game: &'a Game,
        job: &Job,
        options: Options,
        task: &'a Task,
    ) -> Self {
        Self {
            start: &board.game,
            game,
            subject: if game.books().is_empty() { None } else { board.subject() },
            history: board.history(),
            wanted: job.best_moves,
            options,
            task,
            started: Instant::now(),
            searched: 0,
            found: Vec::new(),
            tables: [None, None],
        }
    }

    /// The answer about a player that a book has.
    pub(super) fn read(&self, player: Player) -> Result<Option<bool>, SolveError> {
        Ok(self.page(player, &[])?.map(|page| page.answer))
    }

    /// What a book says about a player after some moves from the position.
    fn page(&self, player: Player, line: &[String]) -> Result<Option<Page>, SolveError> {
        let Some(subject) = &self.subject else {
            return Ok(None);
        };
        let moves: Vec<String> = self.history.iter().chain(line).cloned().collect();
        Ok(self.game.books().about(subject, &moves, player, self.task.stop())?)
    }

    /// The move of a book that keeps the goal after some moves from the position.
    fn by_the_book(&self, game: &G, goal: Goal, line: &[String]) -> Result<Option<G::Move>, SolveError> {
        let page = self.page(goal.question.can_win, line)?;
        let text = page.filter(|page| page.answer == goal.answer).and_then(|page| page.best_move);
        Ok(text.and_then(|text| game.parse_move(&text).ok()))
    }

    /// Whether the goal is kept after a move from the position, by the books.
    fn is_kept_by_the_book(&self, m: G::Move, goal: Goal) -> Result<Option<bool>, SolveError> {
        let page = self.page(goal.question.can_win, &[self.start.move_text(m)])?;
        Ok(page.map(|page| page.answer == goal.answer))
    }

    /// The switch for what is done here: the time that the questions have left.
    fn stop(&self) -> Stop {
        match self.options.limits.time {
            None => self.task.stop().clone(),
            Some(limit) => {
                let allowed = limit.saturating_mul(self.searched.max(1));
                self.task.stop().within(allowed.saturating_sub(self.started.elapsed()))
            }
        }
    }

    /// So many nodes, but no more than a question may cost.
    fn allowance(&self, nodes: u64) -> u64 {
        self.options.limits.nodes.map_or(nodes, |limit| nodes.min(limit))
    }

    /// A question was answered; this is what the search knows. What was known about the other one is dropped.
    pub(super) fn learn(&mut self, report: &Report, knowledge: Option<Knowledge>) -> Result<(), SolveError> {
        self.tables = [None, None];
        self.searched += 1;
        let Some(answer) = report.answer.known() else {
            return Ok(());
        };
        self.tables[report.question.can_win as usize] = knowledge;
        let goal = Goal { question: report.question, answer };
        let is_provers_turn = report.question.answer_in_favour_of(self.start.to_move()) == answer;
        if is_provers_turn && self.wanted != BestMoves::None {
            let stop = self.stop();
            let (mut game, mut nodes) = (self.start.clone(), u64::MAX);
            let moves = self.keeping(&mut game, goal, self.wanted, &mut nodes, &stop)?;
            self.found.push((goal, moves));
        }
        Ok(())
    }

    /// The moves that keep the value of the position, and a line of play.
    pub(super) fn finish<C>(
        mut self,
        answers: &Answers<C>,
    ) -> Result<(Vec<String>, Vec<String>), SolveError> {
        if self.wanted == BestMoves::None || self.task.is_stopped() {
            return Ok((Vec::new(), Vec::new()));
        }
        let stop = self.stop();
        let mut nodes = self.allowance(MOVE_NODES);
        let mut game = self.start.clone();
        let best = match Goal::of(game.to_move(), answers) {
            None => Vec::new(),
            Some(goal) => match self.found.iter().position(|&(found, _)| found == goal) {
                Some(at) => self.found.swap_remove(at).1,
                None if self.wanted == BestMoves::One
                    && let Some(m) = self.by_the_book(&game, goal, &[])? =>
                {
                    vec![m]
                }
                None => self.keeping(&mut game, goal, self.wanted, &mut nodes, &stop)?,
            },
        };
        let texts = best.iter().map(|&m| game.move_text(m)).collect();
        let line = self.line(&mut game, best.first().copied(), answers, &stop)?;
        Ok((texts, line))
    }

    /// A line of play from the position, beginning with a move if one is given.
    fn line<C>(
        &mut self,
        game: &mut G,
        first: Option<G::Move>,
        answers: &Answers<C>,
        stop: &Stop,
    ) -> Result<Vec<String>, SolveError> {
        let mut line = Vec::new();
        let mut left = self.allowance(LINE_NODES);
        let mut next = first;
        // Who has nothing to keep is not said to play well; without a goal of either side there is no line.
        if Player::BOTH.iter().all(|&player| Goal::of(player, answers).is_none()) {
            return Ok(line);
        }
        while line.len() < LONGEST_LINE && !stop.is_requested() {
            let chosen = match (next.take(), Goal::of(game.to_move(), answers)) {
                (Some(m), _) => Some(m),
                (None, Some(goal)) => match self.by_the_book(game, goal, &line)? {
                    Some(m) => Some(m),
                    None => self.keeping(game, goal, BestMoves::One, &mut left, stop)?.first().copied(),
                },
                (None, None) => self.resisting(game),
            };
            let Some(m) = chosen else {
                break;
            };
            let text = game.move_text(m);
            match game.play(m) {
                Played::Illegal => break,
                Played::Over(..) => {
                    line.push(text);
                    break;
                }
                Played::Open(_) => line.push(text),
            }
        }
        Ok(line)
    }

    /// A move of a player with nothing left to keep: one after which the game goes on, and of those the one that took
    /// most work to refute.
    fn resisting(&self, game: &mut G) -> Option<G::Move> {
        let table =
            self.tables.iter().zip(Player::BOTH).find_map(|(table, player)| Some((table.as_ref()?, player)));
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mut best: Option<((bool, u64), G::Move)> = None;
        for m in moves {
            let worth = match game.play(m) {
                Played::Illegal => continue,
                Played::Over(_, token) => {
                    game.undo(token);
                    (false, 0)
                }
                Played::Open(token) => {
                    let known = table.and_then(|(table, player)| table.about(game.narrowed(player).key()));
                    game.undo(token);
                    (true, known.map_or(0, |(_, work)| work))
                }
            };
            if best.is_none_or(|(so_far, _)| worth > so_far) {
                best = Some((worth, m));
            }
        }
        best.map(|(_, m)| m)
    }

    /// Moves after which the goal is kept: one, or all at the position itself. Searches may cost so many nodes, which are counted off.
    fn keeping(
        &mut self,
        game: &mut G,
        goal: Goal,
        wanted: BestMoves,
        nodes: &mut u64,
        stop: &Stop,
    ) -> Result<Vec<G::Move>, SolveError> {
        let mut kept = Vec::new();
        let mut open = Vec::new();
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for m in moves {
            if stop.is_requested() {
                break;
            }
            match game.play(m) {
                Played::Illegal => {}
                Played::Over(outcome, token) => {
                    game.undo(token);
                    if goal.question.answered_by(outcome) == goal.answer {
                        kept.push(m);
                    }
                }
                Played::Open(token) => {
                    let key = game.narrowed(goal.question.can_win).key();
                    game.undo(token);
                    let table = self.tables[goal.question.can_win as usize].as_ref();
                    let (known, order) = match table.and_then(|table| table.about(key)) {
                        Some((None, work)) => (None, u64::MAX - work),
                        Some((Some(answer), _)) => (Some(answer == goal.answer), 0),
                        None => (None, 0),
                    };
                    let known = match known {
                        // One move would have been found in the book before.
                        None if wanted == BestMoves::All => self.is_kept_by_the_book(m, goal)?,
                        known => known,
                    };
                    match known {
                        Some(true) => kept.push(m),
                        Some(false) => {}
                        None => open.push((order, m)),
                    }
                }
            }
        }
        if wanted != BestMoves::All && !kept.is_empty() {
            kept.truncate(1);
            return Ok(kept);
        }
        // What the table has not seen at all may be an ending, which is read out at once.
        open.sort_by_key(|&(order, _)| order);
        let mut undecided: Vec<G::Move> = open.into_iter().map(|(_, m)| m).collect();
        let mut allowance = 1000;
        while !undecided.is_empty() && *nodes > 0 && !stop.is_requested() {
            let mut still = Vec::new();
            for m in undecided {
                let allowed = allowance.min(*nodes);
                if allowed == 0 || stop.is_requested() {
                    break;
                }
                match self.is_kept_after(game, m, goal, allowed, nodes, stop)? {
                    Some(true) if wanted != BestMoves::All => return Ok(vec![m]),
                    Some(true) => kept.push(m),
                    Some(false) => {}
                    None => still.push(m),
                }
            }
            undecided = still;
            allowance = allowance.saturating_mul(8);
        }
        Ok(kept)
    }

    fn is_kept_after(
        &mut self,
        game: &mut G,
        m: G::Move,
        goal: Goal,
        allowed: u64,
        nodes: &mut u64,
        stop: &Stop,
    ) -> Result<Option<bool>, SolveError> {
        let table = &mut self.tables[goal.question.can_win as usize];
        let table = match table {
            Some(table) => table,
            none => none.insert(Knowledge::new(SMALL_TABLE.min(self.options.memory).max(MINIMUM_MEMORY))?),
        };
        let limits = Limits { nodes: Some(allowed), time: None };
        let options = Options { limits, threads: std::num::NonZeroU16::MIN, ..self.options };
        let Played::Open(token) = game.play(m) else {
            return Ok(None);
        };
        let monitor = Monitor::new(stop.clone());
        let report = ask_knowing(game, goal.question, table, Statistics::default(), &options, &monitor);
        game.undo(token);
        *nodes = nodes.saturating_sub(report.statistics.nodes.max(1));
        Ok(report.answer.known().map(|answer| answer == goal.answer))
    }
}
