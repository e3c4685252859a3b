//! Expanding a node: its moves, tried by a shallow search before they become children.
//!
//! With depth 0 every legal move becomes a child. With depth 1, moves that end the game are judged at once:
//! one that gives the player to move what he is after decides the node, others are dropped. With depth 2, a
//! move is also dropped if the opponent can end the game in his own favour with the next one. Positions seen
//! by the shallow search do not enter the table.
//!
//! At depth 2 a game may say about some moves only what it sees at a glance ([`Tactics::sift`]). What it
//! overlooks is found when the child's turn comes: the look one move ahead at the child belongs to the
//! shallow search of its parent, and if it ends the matter, the child does not count as a node.
//!
//! # References
//! - T. Kaneko et al., *df-pn with fixed-depth search at frontier nodes*, Game Programming Workshop 2005.
//! - K. Kuwabara and K. Hoki, 2017, section 4.4 (at every visit).

use crate::question::Question;
use crate::solve::Shallow;
use std::ops::ControlFlow;
use yomikiri_game::{Game, Outlook, Played, Player, Prospect, Tactics};

/// What came of expanding a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expanded {
    /// The player to move ends the game at once as he likes, which answers the question.
    Finished(bool),
    /// No move is left that could give the player to move what he is after.
    Refuted(bool),
    /// It did not: the children are left to search.
    Open,
}

impl Expanded {
    /// Whether this was a look ahead that the shallow search of the parent had left to do.
    pub(crate) fn belongs_to_parent(self, shallow: Shallow) -> bool {
        shallow == Shallow::Two && matches!(self, Self::Finished(_))
    }
}

/// A move that may become a child.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) m: M,
    /// The answer, if the move ends the game (at shallow depth 0 only: otherwise it was judged already).
    pub(crate) ended: Option<bool>,
    /// What is seen of the position after it (at shallow depth 2 only).
    pub(crate) outlook: Outlook,
}

/// Expands nodes, with buffers that are used again and again.
pub(crate) struct Expander<M> {
    question: Question,
    moves: Vec<M>,
    /// Positions at which the shallow search looked for an immediate end.
    pub(crate) looks: u64,
}

impl<M: Copy + Eq> Expander<M> {
    pub(crate) fn new(question: Question) -> Self {
        Self { question, moves: Vec::new(), looks: 0 }
    }

    /// Tries the moves of `game` and calls `child` with each one that remains, while it is on the board.
    pub(crate) fn expand<G: Tactics + Game<Move = M>>(
        &mut self,
        game: &mut G,
        shallow: Shallow,
        mut child: impl FnMut(&mut G, Candidate<M>),
    ) -> Expanded {
        let question = self.question;
        let wanted = question.answer_in_favour_of(game.to_move());
        let (mut stuck, mut none_left, mut decided) = (true, true, false);
        // What becomes of one legal move, given the answer it leads to if that is known.
        let mut judge = |game: &mut G, candidate: Candidate<M>, answer: Option<bool>| {
            stuck = false;
            if answer.is_none() {
                none_left = false;
                child(game, candidate);
            }
            decided = answer == Some(wanted);
            if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match shallow {
            Shallow::Two => {
                let looks = &mut self.looks;
                *looks += 1;
                game.sift(Player::BOTH.map(|p| question.aim(p)), |game, m, prospect| {
                    *looks += 1;
                    let (answer, outlook) = match prospect {
                        Prospect::Over(outcome) => (Some(question.answered_by(outcome)), Outlook::UNKNOWN),
                        Prospect::Settled(player) => {
                            (Some(question.answer_in_favour_of(player)), Outlook::UNKNOWN)
                        }
                        Prospect::Open(outlook) => (None, outlook),
                    };
                    judge(game, Candidate { m, ended: None, outlook }, answer)
                });
            }
            Shallow::Off | Shallow::One => {
                self.looks += u64::from(shallow == Shallow::One);
                self.moves.clear();
                game.moves(&mut self.moves);
                for &m in &self.moves {
                    let (ended, token) = match game.play(m) {
                        Played::Illegal => continue,
                        Played::Open(token) => (None, token),
                        Played::Over(outcome, token) => (Some(question.answered_by(outcome)), token),
                    };
                    let candidate = |ended| Candidate { m, ended, outlook: Outlook::UNKNOWN };
                    let flow = if shallow == Shallow::Off {
                        judge(game, candidate(ended), None)
                    } else {
                        judge(game, candidate(None), ended)
                    };
                    game.undo(token);
                    if flow.is_break() {
                        break;
                    }
                }
            }
        }
        if decided {
            Expanded::Finished(wanted)
        } else if stuck {
            Expanded::Refuted(question.answered_by(game.outcome_when_stuck()))
        } else if none_left {
            Expanded::Refuted(!wanted)
        } else {
            Expanded::Open
        }
    }
}
