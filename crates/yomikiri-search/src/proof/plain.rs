//! The search that a checker is asked to do by itself, move by move as the format says, to know what it costs.

use super::{Statement, moves_by_code};
use yomikiri_game::{Exact, Played};

/// Whether the statement holds at a position; `None` if finding out takes more than `plays` plays.
pub(super) fn holds<G: Exact>(game: &mut G, statement: Statement, plays: u32) -> Option<bool> {
    let mut left = plays;
    search(game, statement, &mut left)
}

fn search<G: Exact>(game: &mut G, statement: Statement, left: &mut u32) -> Option<bool> {
    let moves = moves_by_code(game);
    if moves.is_empty() {
        return Some(statement.is_good(game.outcome_when_stuck()));
    }
    let mut spend = || {
        *left = left.checked_sub(1)?;
        Some(())
    };
    if statement.is_provers_turn(game) {
        for (.., over) in &moves {
            spend()?;
            if over.is_some_and(|outcome| statement.is_good(outcome)) {
                return Some(true);
            }
        }
        for (_, m, over) in moves {
            if over.is_none() {
                *left = left.checked_sub(1)?;
                if after(game, m, statement, left)? {
                    return Some(true);
                }
            }
        }
        Some(false)
    } else {
        for (_, m, over) in moves {
            *left = left.checked_sub(1)?;
            let good = match over {
                Some(outcome) => statement.is_good(outcome),
                None => after(game, m, statement, left)?,
            };
            if !good {
                return Some(false);
            }
        }
        Some(true)
    }
}

fn after<G: Exact>(game: &mut G, m: G::Move, statement: Statement, left: &mut u32) -> Option<bool> {
    let Played::Open(token) = game.play(m) else {
        unreachable!("the game went on here a moment ago");
    };
    let answer = search(game, statement, left);
    game.undo(token);
    answer
}
