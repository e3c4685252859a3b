//! The opponent for any game: df-pn within the time.
//!
//! Half of the time is for the position; if that decides it, a move that keeps the value is played. Otherwise the moves
//! are looked at in random order, and the first is played after which the other player is not seen to win.

use super::{Choice, Opponent, PlayError, Reason, Style};
use crate::game::Game;
use crate::job::{BestMoves, Job};
use crate::task::Task;
use yomikiri_game::{Player as Side, SplitMix64, Status};
use yomikiri_search::{Asked, Limits, Options, Verdict};

/// The memory for a table.
const MEMORY: u64 = 64 << 20;
/// What a look at the position after one move may cost.
const LOOK: u64 = 2_000;

/// The opponent.
pub(super) struct Player {
    game: Game,
    style: Style,
    random: SplitMix64,
}

impl Player {
    pub(super) fn new(game: Game, style: Style) -> Self {
        Self { game, style, random: SplitMix64::new(style.seed) }
    }

    fn job(&self, asked: Asked, best_moves: BestMoves, nodes: Option<u64>) -> Job {
        // A question may take a quarter, for there may be two of them, and the moves take some.
        let limits = Limits { nodes, time: Some(self.style.time / 4) };
        Job {
            asked,
            best_moves,
            options: Options { memory: MEMORY, limits, ..Options::default() },
            ..Job::default()
        }
    }
}

impl Opponent for Player {
    fn choose(&mut self, board: &dyn crate::Board, task: &Task) -> Result<Choice, PlayError> {
        let moves = board.moves();
        if board.status() != Status::Open || moves.is_empty() {
            return Err(PlayError::NoMove);
        }
        let task = task.within(self.style.time);
        // A weak player does not think about every move.
        let nodes = (self.style.level < 9).then(|| 1 << (2 * u32::from(self.style.level)));
        let solution = self.game.solve(board, &self.job(Asked::Both, BestMoves::One, nodes), &task)?;
        let verdict = solution.verdict();
        if let Some(text) = solution.best_moves.first() {
            return Ok(Choice {
                text: text.clone(),
                reason: Reason::Solver { verdict },
                line: solution.line,
            });
        }
        let mut left = moves;
        let mut last = None;
        while !left.is_empty() {
            let text = left.swap_remove(self.random.below(left.len()));
            let mut after = board.boxed();
            if after.play(&text).is_err() {
                continue;
            }
            let mover = board.to_move();
            if !task.is_stopped() && self.loses(&*after, mover, &task)? {
                last = last.or(Some(text));
                continue;
            }
            last = Some(text);
            break;
        }
        let text = last.ok_or(PlayError::NoMove)?;
        Ok(Choice { text, reason: Reason::Solver { verdict }, line: Vec::new() })
    }

    fn set_style(&mut self, style: Style) {
        self.style = style;
    }
}

impl Player {
    /// Whether the opponent of the mover is seen to win after a move.
    fn loses(&self, after: &dyn crate::Board, mover: Side, task: &Task) -> Result<bool, PlayError> {
        if let Status::Over(outcome) = after.status() {
            return Ok(outcome.winner() == Some(!mover));
        }
        let job = self.job(Asked::About(!mover), BestMoves::None, Some(LOOK));
        Ok(self.game.solve(after, &job, task)?.verdict() == Verdict::Wins(!mover))
    }
}
