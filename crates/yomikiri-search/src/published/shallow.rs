//! The shallow search of df-pn as in the papers: what it says of the moves of a node, and the keys of the positions after them.
//!
//! It goes before everything else at every visit, asks no table, and overlooks the endings that the position as it sees it (`eye`)
//! has not. What it has seen of a position with depth 2 is kept (`glances.rs`). With depth 0 or 1 looking again takes no longer than
//! remembering; this was tried on 6×6 Trax.

use super::glances::{Glance, Glances};
use crate::question::Question;
use crate::solve::Shallow;
use crate::watch::{Patience, StopReason, Watch};
use yomikiri_game::{Canonical, Foreseen, Game, Key, Status, Tactics, try_move};

/// A move that may become a child.
struct Candidate<M> {
    m: M,
    foreseen: Option<Foreseen>,
    glance: Option<Glance>,
}

/// A move that the shallow search leaves open.
pub(super) struct Left<M> {
    pub(super) m: M,
    pub(super) key: Key,
    /// The answer, if the game is over after it.
    pub(super) ended: Option<bool>,
}

/// What came of looking at the moves of a node.
pub(super) struct Looked {
    /// The answer, if the shallow search has it.
    pub(super) answer: Option<bool>,
    /// How many moves it has looked at.
    pub(super) looks: u32,
}

pub(super) struct ShallowSearch<'a, G: Game> {
    question: Question,
    depth: Shallow,
    glances: Option<&'a Glances>,
    /// The moves of the node, with what is known of them without playing them.
    candidates: Vec<Candidate<G::Move>>,
    /// Room for moves.
    moves: Vec<G::Move>,
}

impl<'a, G: Canonical + Tactics> ShallowSearch<'a, G> {
    pub(super) fn new(question: Question, depth: Shallow, glances: Option<&'a Glances>) -> Self {
        Self { question, depth, glances, candidates: Vec::new(), moves: Vec::new() }
    }

    /// Looks at the moves of a node, and gives those that are left open to `leave`. `eye` is the position as the shallow search sees
    /// it, if that is another one.
    pub(super) fn look(
        &mut self,
        game: &mut G,
        eye: &mut Option<G>,
        watch: &mut Watch<'_>,
        mut leave: impl FnMut(Left<G::Move>),
    ) -> Result<Looked, StopReason> {
        let (question, depth) = (self.question, self.depth);
        let wanted = question.answer_in_favour_of(game.to_move());
        let mut candidates = std::mem::take(&mut self.candidates);
        self.find_candidates(game, &mut candidates);
        let (mut stuck, mut none_left, mut looks, mut hint) = (true, true, 0, None);
        let mut answer = None;
        for candidate in &candidates {
            let Some((glance, ended)) = self.glance(game, eye, candidate, &mut hint) else {
                continue;
            };
            stuck = false;
            if depth > Shallow::Off {
                looks += 1;
                watch.child(if depth == Shallow::Two { Patience::Some } else { Patience::Much })?;
            }
            match glance.known {
                None => {
                    none_left = false;
                    leave(Left { m: candidate.m, key: glance.key, ended });
                }
                Some(seen) if seen == wanted => {
                    answer = Some(wanted);
                    break;
                }
                Some(_) => {}
            }
        }
        self.candidates = candidates;
        let answer = match answer {
            None if stuck => Some(question.answered_by(game.outcome_when_stuck())),
            None => none_left.then_some(!wanted),
            answer => answer,
        };
        Ok(Looked { answer, looks })
    }

    /// The moves of a node, with what is known of them without playing them.
    fn find_candidates(&mut self, game: &mut G, candidates: &mut Vec<Candidate<G::Move>>) {
        candidates.clear();
        self.moves.clear();
        game.all_moves(&mut self.moves);
        candidates.extend(self.moves.iter().map(|&m| Candidate { m, foreseen: None, glance: None }));
        if let Some(glances) = self.glances {
            for candidate in candidates.iter_mut() {
                candidate.foreseen = Some(game.foresee(candidate.m));
            }
            // In a loop of its own: a processor that need not wait for one fetches several from memory at once.
            for candidate in candidates {
                if let Some(Foreseen::Open { quick_key, .. }) = candidate.foreseen {
                    candidate.glance = glances.get(quick_key);
                }
            }
        }
    }

    /// What the shallow search says of a move, with the key of the position after it (if it does not have the answer), and the
    /// answer if the game is over there. `None` if the move is illegal. `hint` is a reply that ended the game after another move.
    fn glance(
        &mut self,
        game: &mut G,
        eye: &mut Option<G>,
        candidate: &Candidate<G::Move>,
        hint: &mut Option<G::Move>,
    ) -> Option<(Glance, Option<bool>)> {
        if let Some(glance) = candidate.glance {
            return Some((glance, None));
        }
        if let Some(Foreseen::Illegal) = candidate.foreseen {
            return None;
        }
        let seen = self.play_and_look(game, eye, candidate.m, hint);
        if let (Some(glances), Some(Foreseen::Open { quick_key, .. }), Some((glance, _))) =
            (self.glances, candidate.foreseen, seen)
        {
            glances.put(quick_key, glance);
        }
        seen
    }

    /// The same by playing the move.
    fn play_and_look(
        &mut self,
        game: &mut G,
        eye: &mut Option<G>,
        m: G::Move,
        hint: &mut Option<G::Move>,
    ) -> Option<(Glance, Option<bool>)> {
        let (question, depth, moves) = (self.question, self.depth, &mut self.moves);
        try_move(game, m, |game, status| {
            let ended = match status {
                Status::Over(outcome) => Some(question.answered_by(outcome)),
                Status::Open => None,
            };
            let mut look = |game: &mut G, status| match status {
                _ if depth == Shallow::Off => None,
                Status::Over(outcome) => Some(question.answered_by(outcome)),
                Status::Open if depth == Shallow::Two => answer_of_next_move(game, question, hint, moves),
                Status::Open => None,
            };
            let known = match eye {
                None => look(game, status),
                // What overlooks some ends of the game takes others for draws, so it is believed only if it is right.
                Some(eye) => {
                    try_move(eye, m, &mut look).flatten().filter(|&seen| look(game, status) == Some(seen))
                }
            };
            let key = if known.is_none() { game.key() } else { Key(0) };
            (Glance { key, known }, ended)
        })
    }
}

/// The answer, if one more move of whoever is to move here gives it: he ends the game as he likes, or every move of his ends
/// it as he does not. `hint` is a move to try first; a move that ends the game takes its place.
fn answer_of_next_move<G: Canonical + Tactics>(
    game: &mut G,
    question: Question,
    hint: &mut Option<G::Move>,
    moves: &mut Vec<G::Move>,
) -> Option<bool> {
    let mover = game.to_move();
    let wanted = question.answer_in_favour_of(mover);
    if let Some(finish) = game.finishing_move(question.aim(mover), *hint) {
        *hint = Some(finish);
        return Some(wanted);
    }
    moves.clear();
    game.moves(moves);
    let mut stuck = true;
    for &m in moves.iter() {
        match game.foresee(m) {
            Foreseen::Illegal => {}
            Foreseen::Open { .. } => return None,
            Foreseen::Over(_) => stuck = false,
        }
    }
    Some(if stuck { question.answered_by(game.outcome_when_stuck()) } else { !wanted })
}
