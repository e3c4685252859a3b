//! The rules of a real game, for a coordinator that looks at positions itself.

use crate::campaign::{Look, Looked};
use crate::tree::NewChild;
use yomikiri::Board;
use yomikiri_search::{Company, Knowledge, Monitor, Numbers, Options, Question, SetupError, Thresholds};

/// The rules of a game, for one question.
pub struct Rules<'a> {
    board: &'a dyn Board,
    question: Question,
    /// What looks have shown, and nothing else.
    seen: Knowledge,
    company: Company,
}

impl<'a> Rules<'a> {
    /// The rules, from a position on.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn new(board: &'a dyn Board, question: Question) -> Result<Self, SetupError> {
        const MEMORY: u64 = 1 << 22;
        Ok(Self { board, question, seen: Knowledge::new(MEMORY)?, company: Company::new(1) })
    }
}

impl Look for Rules<'_> {
    fn look(&mut self, moves: &[String]) -> Looked {
        const ONCE: Thresholds = Thresholds(Numbers { proof: 1, disproof: 1 });
        let mut board = self.board.boxed();
        if moves.iter().any(|m| board.play(m).is_err()) {
            return Looked::Nothing;
        }
        let explored = board.pieces().explore(
            self.question,
            &self.seen,
            &self.company,
            ONCE,
            &Options::default(),
            &Monitor::default(),
        );
        if let Some(answer) = explored.numbers.and_then(Numbers::answer) {
            return Looked::Decided(answer);
        }
        let can_win = self.question.can_win;
        let children: Vec<NewChild> = explored
            .children
            .into_iter()
            .map(|child| NewChild {
                m: child.m,
                key: child.key,
                attacks: child.to_move == can_win,
                numbers: child.numbers,
            })
            .collect();
        if children.is_empty() { Looked::Nothing } else { Looked::Open(children) }
    }
}
