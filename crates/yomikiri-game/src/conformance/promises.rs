//! Tests of what [`Game::moves`] and [`Tactics`] promise to a search: moves are appended, what is left is a bound, and
//! neither a narrowed position nor a theorem changes an answer. Answers are compared with those of a search that
//! knows nothing but the rules.

use super::{LONGEST_GAME, every_position};
use crate::{
    Canonical, Game, Outcome, Played, Player, SplitMix64, Status, Tactics, legal_moves, playout, try_moves,
};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The number of plays that a plain search may make at a position on the way.
const FEW_PLAYS: u32 = 300;
/// The number that it may make where a theorem claims something, which it does of whole games.
const MANY_PLAYS: u32 = 2_000_000;

/// Moves are appended: what the caller has in his buffer already stays as it is, and what is added does not depend on it.
/// Each move is there once. The same holds of narrowed positions, whose moves are legal ones.
pub fn moves_are_appended<G: Tactics>(start: &G, games: u64) {
    every_position(start, games, |game| {
        let legal = legal_moves(game);
        for position in [game.clone(), game.narrowed(Player::First), game.narrowed(Player::Second)] {
            let mut added = Vec::new();
            position.moves(&mut added);
            for (at, m) in added.iter().enumerate() {
                assert!(!added[..at].contains(m), "{m:?} came twice");
            }
            let held: Vec<_> = legal.iter().chain(legal.first()).copied().collect();
            let mut both = held.clone();
            position.moves(&mut both);
            assert_eq!(both[..held.len()], held, "moves of the caller");
            assert_eq!(both[held.len()..], added, "moves added to those of the caller");
            for m in legal_moves(&mut position.clone()) {
                assert!(legal.contains(&m), "{m:?} is illegal");
            }
        }
    });
}

/// From no position does a game grow by more than what [`Tactics::left`] says.
pub fn what_is_left_is_a_bound<G: Tactics>(start: &G, games: u64) {
    for seed in 0..games {
        let mut game = start.clone();
        let mut bounds = vec![game.left().map(|left| game.progress() + left)];
        for m in playout(start, &mut SplitMix64::new(seed), LONGEST_GAME).moves {
            let played = game.play(m);
            let progress = game.progress();
            let exceeded = bounds.iter().flatten().find(|&&bound| progress > bound);
            assert_eq!(exceeded, None, "after {m:?} the progress is {progress}");
            if let Played::Open(_) = played {
                bounds.push(game.left().map(|left| progress + left));
            }
        }
    }
}

/// A narrowed position has the same answer, and narrowed positions with the same key have the same answer.
pub fn narrowing_keeps_answers<G: Canonical + Tactics>(start: &G, games: u64) {
    let mut known = HashMap::new();
    every_position(start, games, |game| {
        for player in Player::BOTH {
            let Some(answer) = can_force_win(game, player, &mut FEW_PLAYS.clone()) else {
                continue;
            };
            let mut narrowed = game.narrowed(player);
            let found = can_force_win(&mut narrowed, player, &mut MANY_PLAYS.clone());
            assert_eq!(found, Some(answer), "whether {player} can win");
            let of_key = *known.entry((narrowed.key(), player)).or_insert(answer);
            assert_eq!(of_key, answer, "two positions have the same key");
        }
    });
}

/// Nobody can win of whom a theorem, or a look at the position, says that he cannot.
pub fn theorems_hold<G: Tactics>(start: &G, games: u64) {
    let mut plays = MANY_PLAYS;
    every_position(start, games, |game| {
        for player in Player::BOTH {
            if game.cannot_win(player) || game.is_hopeless_for(player) {
                assert_ne!(can_force_win(game, player, &mut plays), Some(true), "{player} can win");
            }
        }
    });
}

/// Whether a player can force a win, by trying everything; `None` if that takes too many plays.
fn can_force_win<G: Game>(game: &mut G, player: Player, plays: &mut u32) -> Option<bool> {
    let attacks = game.to_move() == player;
    let mut stuck = true;
    let decided = try_moves(game, |game, _, status| {
        stuck = false;
        let wins = match (plays.checked_sub(1), status) {
            (None, _) => None,
            (Some(_), Status::Over(outcome)) => Some(outcome == Outcome::Win(player)),
            (Some(left), Status::Open) => {
                *plays = left;
                can_force_win(game, player, plays)
            }
        };
        if wins == Some(!attacks) { ControlFlow::Continue(()) } else { ControlFlow::Break(wins) }
    });
    match decided {
        ControlFlow::Break(wins) => wins,
        ControlFlow::Continue(()) if stuck => Some(game.outcome_when_stuck() == Outcome::Win(player)),
        ControlFlow::Continue(()) => Some(!attacks),
    }
}
