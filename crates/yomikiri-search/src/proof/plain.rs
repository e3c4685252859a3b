//! The search that a checker is asked to do by itself, move by move as the format says, to know what it costs.

use super::{Statement, moves_by_code};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use yomikiri_game::{Exact, Played};

/// Whether the statement holds at a position; `None` if finding out takes more than `plays` plays.
pub(super) fn holds<G: Exact>(game: &G, statement: Statement, plays: u32) -> Option<bool> {
    let mut search = PlainSearch { statement, left: plays, known: FxHashMap::default() };
    search.holds(&mut game.canonical_image())
}

struct PlainSearch {
    statement: Statement,
    /// The plays that are left.
    left: u32,
    /// What was found out, by the cells as they lie.
    known: FxHashMap<Vec<u8>, bool>,
}

impl PlainSearch {
    fn pay(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    /// The answer. The prover, if he is to move, wants it to be yes, and his opponent no.
    fn holds<G: Exact>(&mut self, game: &mut G) -> Option<bool> {
        let moves = moves_by_code(game);
        if moves.is_empty() {
            return Some(self.statement.is_good(game.outcome_when_stuck()));
        }
        let wanted = self.statement.is_provers_turn(game);
        let mut open = Vec::new();
        for (code, m, over) in moves {
            self.pay()?;
            let known = match over {
                Some(outcome) => Some(self.statement.is_good(outcome)),
                None => after(game, m, |game| {
                    let known = self.known.get(&game.cells()).copied();
                    if known.is_none() {
                        open.push((Reverse(game.fill()), code, m));
                    }
                    known
                }),
            };
            if known == Some(wanted) {
                return known;
            }
        }
        open.sort_unstable_by_key(|&(fill, code, _)| (fill, code));
        for (.., m) in open {
            self.pay()?;
            let answer = after(game, m, |game| {
                let cells = game.cells();
                let known = self.known.get(&cells).copied();
                known.or_else(|| {
                    let answer = self.holds(game)?;
                    self.known.insert(cells, answer);
                    Some(answer)
                })
            })?;
            if answer == wanted {
                return Some(answer);
            }
        }
        Some(!wanted)
    }
}

/// Looks at the position after a move.
fn after<G: Exact, T>(game: &mut G, m: G::Move, look: impl FnOnce(&mut G) -> T) -> T {
    let Played::Open(token) = game.play(m) else {
        unreachable!("the game went on here a moment ago");
    };
    let seen = look(game);
    game.undo(token);
    seen
}
