//! Depth-first search: the plainest way to an answer, and the yardstick for the others.
//!
//! Each node is left as soon as one child decides it. Nothing is remembered, so positions that several
//! move orders reach are searched several times.

use crate::question::Question;
use crate::watch::{StopReason, Watch};
use yomikiri_game::{Game, Played};

/// Answers the question about `game`.
pub(crate) fn search<G: Game>(
    game: &mut G,
    question: Question,
    watch: &mut Watch<'_>,
) -> Result<bool, StopReason> {
    visit(game, question, watch, 0)
}

fn visit<G: Game>(
    game: &mut G,
    question: Question,
    watch: &mut Watch<'_>,
    depth: u32,
) -> Result<bool, StopReason> {
    watch.node()?;
    watch.reached(depth)?;
    let wanted = question.answer_in_favour_of(game.to_move());
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut stuck = true;
    for m in moves {
        let (answer, token) = match game.play(m) {
            Played::Illegal => continue,
            Played::Over(outcome, token) => (question.answered_by(outcome), token),
            Played::Open(token) => (visit(game, question, watch, depth + 1)?, token),
        };
        game.undo(token);
        stuck = false;
        if answer == wanted {
            return Ok(wanted);
        }
    }
    Ok(if stuck { question.answered_by(game.outcome_when_stuck()) } else { !wanted })
}
