//! Depth-first search: the plainest way to an answer, and the yardstick for the others.
//!
//! Each node is left as soon as one child decides it. Nothing is remembered, so positions that several
//! move orders reach are searched several times.

use crate::question::Question;
use crate::watch::{StopReason, Watch};
use std::ops::ControlFlow;
use yomikiri_game::{Game, Status, try_moves};

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
    let mut stuck = true;
    let decided = try_moves(game, |game, _, status| {
        stuck = false;
        let answer = match status {
            Status::Over(outcome) => Ok(question.answered_by(outcome)),
            Status::Open => visit(game, question, watch, depth + 1),
        };
        if answer == Ok(!wanted) { ControlFlow::Continue(()) } else { ControlFlow::Break(answer) }
    });
    match decided {
        ControlFlow::Break(answer) => answer,
        ControlFlow::Continue(()) if stuck => Ok(question.answered_by(game.outcome_when_stuck())),
        ControlFlow::Continue(()) => Ok(!wanted),
    }
}
