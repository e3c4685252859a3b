//! The kit of tests that every game must pass.
//!
//! A game gets all of it with one call of [`conformance!`](crate::conformance!), in a test module or in
//! `tests/`:
//!
//! ```text
//! yomikiri_game::conformance! {
//!     tic_tac_toe: Mnk = Mnk::new(3, 3, 3), games 200;
//!     trax_5x5: Position = Position::new(rules), games 50, reference Adapter::new(rules);
//! }
//! ```
//!
//! Each line becomes a module of tests over that many random games. With `reference`, every position of
//! the games is compared with an independent implementation of the rules, behind [`Reference`].

mod promises;

pub use promises::{moves_are_appended, narrowing_keeps_answers, theorems_hold, what_is_left_is_a_bound};

use crate::{
    Aim, Canonical, Exact, Foreseen, Game, Notation, Outlook, Played, Player, PositionText, Prospect,
    SplitMix64, Status, Tactics, legal_moves, playout, status, try_move,
};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// An independent implementation of the same rules, speaking notation only.
///
/// `yomikiri-check` must not depend on this crate, so each game's tests adapt its reference rules to this
/// trait.
pub trait Reference<G>: Clone {
    /// Whose move it is.
    fn to_move(&self) -> Player;
    /// The legal moves, in any order; none once the game is over.
    fn legal_moves(&self) -> Vec<String>;
    /// Plays a legal move.
    fn play(&mut self, text: &str);
    /// Whether the game is over.
    fn status(&self) -> Status;
    /// One word for what ended the game.
    fn ending(&self) -> String;
    /// Fails if the exact position differs.
    fn compare(&self, position: &G);
}

/// Long enough for every game on a small board, short enough for a game that never fills its board.
const LONGEST_GAME: usize = 150;

/// Calls `visit` at every unfinished position of some random games, the start included.
fn every_position<G: Game>(start: &G, games: u64, mut visit: impl FnMut(&mut G)) {
    for seed in 0..games {
        let mut game = start.clone();
        visit(&mut game);
        for m in playout(start, &mut SplitMix64::new(seed), LONGEST_GAME).moves {
            if let Played::Open(_) = game.play(m) {
                visit(&mut game);
            }
        }
    }
}

/// Every move can be taken back without a trace, and every move makes progress.
pub fn undo_restores_everything<G: Game + PartialEq + std::fmt::Debug>(start: &G, games: u64) {
    every_position(start, games, |game| {
        let before = game.clone();
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for m in moves {
            try_move(game, m, |game, _| assert!(game.progress() > before.progress(), "no progress by {m:?}"));
            assert_eq!(*game, before, "after {m:?} and back");
        }
    });
}

/// A whole game can be taken back to the start.
pub fn games_unwind_to_the_start<G: Game + PartialEq + std::fmt::Debug>(start: &G, games: u64) {
    for seed in 0..games {
        let mut game = start.clone();
        let mut tokens = Vec::new();
        for m in playout(start, &mut SplitMix64::new(seed), LONGEST_GAME).moves {
            match game.play(m) {
                Played::Illegal => panic!("a playout played the illegal {m:?}"),
                Played::Open(token) | Played::Over(_, token) => tokens.push(token),
            }
        }
        while let Some(token) = tokens.pop() {
            game.undo(token);
        }
        assert_eq!(game, *start);
    }
}

/// All symmetric images have one key, the same as recomputed from scratch, and equally many legal moves;
/// asking for keys on the way or not makes no difference.
pub fn keys_are_canonical<G: Canonical>(start: &G, games: u64) {
    every_position(start, games, |game| {
        let mut untouched = game.clone();
        let key = game.key();
        assert_eq!(untouched.key(), key);
        let moves = legal_moves(game).len();
        for mut image in game.images() {
            assert_eq!(image.key(), key);
            assert_eq!(legal_moves(&mut image).len(), moves);
            assert_eq!(image.to_move(), game.to_move());
        }
        for m in legal_moves(game) {
            try_move(game, m, |game, _| assert_ne!(game.key(), key, "progress must show in the key"));
        }
        assert_eq!(game.key(), key, "after looking at the children");
    });
}

/// Every legal move reads back as itself, and no two are written alike.
pub fn notation_round_trips<G: Notation>(start: &G, games: u64) {
    every_position(start, games, |game| {
        let moves = legal_moves(game);
        let mut texts: Vec<_> = moves.iter().map(|&m| game.move_text(m)).collect();
        for (m, text) in moves.iter().zip(&texts) {
            match game.parse_move(text) {
                Ok(read) => assert_eq!(read, *m, "{text}"),
                Err(error) => panic!("{text} does not read back: {error}"),
            }
        }
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), moves.len(), "two moves share a text");
    });
}

/// A position reads back from its text and from its exact bytes as the same position, from any position of the
/// game; and no two positions of a game are written alike.
pub fn positions_read_back<G: Exact + PositionText + Notation>(start: &G, games: u64) {
    every_position(start, games, |game| {
        let (text, cells) = (game.position_text(), game.cells());
        assert!(!text.contains(char::is_control), "{text:?} is more than a line");
        for rules in [start, &game.clone()] {
            let mut from_text = rules.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_same(game, &mut from_text, &text);
            let mut from_cells = rules.read_cells(&cells).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_same(game, &mut from_cells, &text);
        }
        for m in legal_moves(game) {
            if let Played::Open(token) | Played::Over(_, token) = game.play(m) {
                assert_ne!(game.position_text(), text, "progress must show in the text");
                assert_ne!(game.cells(), cells, "progress must show in the bytes");
                game.undo(token);
            }
        }
        // An image may be a position of another game: a board that is not square, turned.
        for image in game.images().into_iter().filter(|image| image.spelt_out() == game.spelt_out()) {
            assert_eq!(image.canonical_image().cells(), game.canonical_image().cells(), "{text}");
        }
    });
}

/// What the search of a proof's checker goes by is foreseen as playing it shows: the order of the moves, how they end the game, how
/// much is on the board after them, and that positions which do not lie the same are not taken for one.
pub fn foresight_is_as_it_lies<G: Exact>(start: &G, games: u64) {
    every_position(start, games, |game| {
        let mut by_hash = BTreeMap::new();
        let mut compare = |game: &mut G| {
            let legal = legal_moves(game);
            let mut by_code: Vec<_> = game.codes(&legal).into_iter().zip(legal).collect();
            by_code.sort_unstable_by_key(|&(code, _)| code);
            let mut listed = Vec::new();
            game.moves(&mut listed);
            game.sort_by_code(&mut listed);
            listed.retain(|&m| game.foresee_as_it_lies(m) != Foreseen::Illegal);
            assert!(listed.iter().eq(by_code.iter().map(|(_, m)| m)), "{listed:?} instead of {by_code:?}");
            for m in listed {
                match (game.foresee_as_it_lies(m), game.play(m)) {
                    (Foreseen::Over(foreseen), Played::Over(outcome, token)) => {
                        game.undo(token);
                        assert_eq!(foreseen, outcome, "{m:?}");
                    }
                    (Foreseen::Open { progress, quick_key }, Played::Open(token)) => {
                        let (fill, cells) = (game.fill(), game.cells());
                        game.undo(token);
                        assert_eq!(progress, fill, "{m:?}");
                        assert_eq!(*by_hash.entry(quick_key).or_insert(cells.clone()), cells, "{m:?}");
                    }
                    (foreseen, _) => panic!("{m:?} was foreseen as {foreseen:?}"),
                }
            }
        };
        compare(game);
        for m in legal_moves(game) {
            match game.play(m) {
                Played::Open(token) => {
                    compare(game);
                    game.undo(token);
                }
                Played::Over(_, token) => game.undo(token),
                Played::Illegal => unreachable!("{m:?} is legal"),
            }
        }
    });
}

/// Fails unless two positions are the same as far as anybody can see. (A game may count positions as different that
/// lie at another place in memory.)
fn assert_same<G: Exact + PositionText + Notation>(a: &mut G, b: &mut G, text: &str) {
    assert_eq!(b.position_text(), text);
    assert_eq!(a.cells(), b.cells(), "{text}");
    assert_eq!(a.to_move(), b.to_move(), "{text}");
    assert_eq!(a.progress(), b.progress(), "{text}");
    assert_eq!(a.key(), b.key(), "{text}");
    assert_eq!(status(a), status(b), "{text}");
    let ways_on = |game: &mut G| {
        let moves = legal_moves(game);
        let mut codes: Vec<_> =
            game.codes(&moves).into_iter().zip(moves).map(|(code, m)| (code, game.move_text(m))).collect();
        codes.sort();
        codes
    };
    let moves = ways_on(a);
    assert_eq!(moves, ways_on(b), "{text}");
    assert!(moves.windows(2).all(|pair| pair[0].0 != pair[1].0), "{text}: two moves share a code");
}

/// Reading what is no position gives an error, whatever it is: texts and bytes of random positions, with a few
/// pieces changed, removed or put in. What is read nevertheless is written as another text or the same.
pub fn damaged_positions_are_survived<G: Exact + PositionText>(start: &G, games: u64) {
    let mut random = SplitMix64::new(games);
    every_position(start, games, |game| {
        let text: Vec<char> = game.position_text().chars().collect();
        for _ in 0..4 {
            let mut damaged = text.clone();
            for _ in 0..=random.below(3) {
                let symbols = ['x', 'o', '.', '|', '/', ' ', '#', '*', ',', '0', '9', 'J', 'v', '\u{0}', 'é'];
                damage(&mut damaged, &mut random, |random| symbols[random.below(symbols.len())]);
            }
            let damaged: String = damaged.into_iter().collect();
            if let Ok(mut read) = start.parse_position(&damaged) {
                let again = start.parse_position(&read.position_text()).map(|read| read.position_text());
                assert_eq!(again, Ok(read.position_text()), "{damaged:?}");
                let _any = status(&mut read);
            }
            let mut cells = game.cells();
            for _ in 0..=random.below(3) {
                damage(&mut cells, &mut random, |random| random.below(13) as u8);
            }
            if let Ok(mut read) = start.read_cells(&cells) {
                assert_eq!(read.cells(), cells);
                let _any = status(&mut read);
            }
        }
    });
}

fn damage<T>(pieces: &mut Vec<T>, random: &mut SplitMix64, mut any: impl FnMut(&mut SplitMix64) -> T) {
    let at = random.below(pieces.len() + 1);
    match random.below(3) {
        0 if at < pieces.len() => pieces[at] = any(random),
        1 if at < pieces.len() => drop(pieces.remove(at)),
        _ => pieces.insert(at, any(random)),
    }
}

/// What the game claims to see at a glance is what trying every move finds.
pub fn tactics_are_exact<G: Tactics>(start: &G, games: u64) {
    let mut random = SplitMix64::new(games);
    every_position(start, games, |game| {
        let moves = legal_moves(game);
        for aim in [Aim::Win, Aim::Hold] {
            let possible = moves.iter().any(|&m| game.finishes(m, aim));
            let hint = (!moves.is_empty()).then(|| moves[random.below(moves.len())]);
            for first in [None, hint] {
                let seen = game.finishing_move(aim, first);
                assert_eq!(seen.is_some(), possible, "{aim:?}, hint {first:?}");
                if let Some(m) = seen {
                    assert!(moves.contains(&m) && game.finishes(m, aim), "{m:?}");
                }
            }
        }
    });
}

/// What a move leads to is foreseen as playing it shows.
pub fn foresight_is_exact<G: Canonical + Tactics>(start: &G, games: u64) {
    every_position(start, games, |game| {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for m in moves {
            let foreseen = game.foresee(m);
            let played = match game.play(m) {
                Played::Illegal => Foreseen::Illegal,
                Played::Over(outcome, token) => {
                    game.undo(token);
                    Foreseen::Over(outcome)
                }
                Played::Open(token) => {
                    let (progress, quick_key) = (game.progress(), game.quick_key());
                    game.undo(token);
                    Foreseen::Open { progress, quick_key }
                }
            };
            assert_eq!(foreseen, played, "{m:?}");
        }
    });
}

/// What the game claims to see two moves ahead is true: every ending, and of the moves after which the
/// game can be ended next, no wrong one.
pub fn sifting_is_sound<G: Tactics + PartialEq + std::fmt::Debug>(start: &G, games: u64) {
    every_position(start, games, |game| {
        for aims in [[Aim::Win, Aim::Hold], [Aim::Hold, Aim::Win]] {
            let before = game.clone();
            let mut seen = Vec::new();
            game.sift(aims, &mut |game: &mut G, m: G::Move, prospect: Prospect| {
                if let Prospect::Open(_) = prospect {
                    assert!(game.progress() > before.progress(), "{m:?} is not on the board");
                }
                seen.push((m, prospect));
                ControlFlow::Continue(())
            });
            assert_eq!(*game, before);
            let mut legal = legal_moves(game);
            for (m, prospect) in seen {
                let at = legal.iter().position(|&other| other == m);
                legal.remove(at.unwrap_or_else(|| panic!("{m:?} is illegal or came twice")));
                let truth = plain_prospect(game, m, aims);
                let holds = match (prospect, truth) {
                    (Prospect::Open(_), Prospect::Open(_) | Prospect::Settled(_)) => true,
                    _ => prospect == truth,
                };
                assert!(holds, "{m:?}: {prospect:?}, but {truth:?}");
            }
            assert!(legal.is_empty(), "{legal:?} did not come");
        }
    });
}

/// The prospect of a legal move, by trying every reply.
fn plain_prospect<G: Tactics>(game: &mut G, m: G::Move, aims: [Aim; 2]) -> Prospect {
    let prospect = try_move(game, m, |game, status| match status {
        Status::Over(outcome) => Prospect::Over(outcome),
        Status::Open => {
            let next = game.to_move();
            let settled =
                legal_moves(game).into_iter().any(|reply| game.finishes(reply, aims[next as usize]));
            if settled { Prospect::Settled(next) } else { Prospect::Open(Outlook::UNKNOWN) }
        }
    });
    prospect.unwrap_or_else(|| unreachable!("the move is legal"))
}

/// At every position the independent rules allow the same moves and see the same end of the game.
pub fn agrees_with_reference<G: Notation, R: Reference<G>>(start: &G, reference: &R, games: u64) {
    for seed in 0..games {
        let (mut game, mut rules) = (start.clone(), reference.clone());
        let game_moves = playout(start, &mut SplitMix64::new(seed), LONGEST_GAME).moves;
        let mut over = None;
        for m in game_moves {
            let mut ours: Vec<_> = legal_moves(&mut game).into_iter().map(|m| game.move_text(m)).collect();
            let mut theirs = rules.legal_moves();
            ours.sort();
            theirs.sort();
            assert_eq!(ours, theirs, "legal moves, game {seed}");
            assert_eq!(game.to_move(), rules.to_move());
            rules.play(&game.move_text(m));
            over = match game.play(m) {
                Played::Over(outcome, _) => Some(outcome),
                _ => None,
            };
            rules.compare(&game);
        }
        let ours = over.map_or_else(|| status(&mut game), Status::Over);
        assert_eq!(ours, rules.status(), "the end of game {seed}");
        if ours != Status::Open {
            assert_eq!(game.ending(), rules.ending(), "the end of game {seed}");
        }
    }
}

/// Declares the tests of the kit for one or more starting positions. See [`conformance`](mod@crate::conformance).
#[macro_export]
macro_rules! conformance {
    ($($name:ident: $game:ty = $start:expr, games $games:literal $(, reference $reference:expr)?;)+) => {$(
        #[cfg(test)]
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            use $crate::conformance as kit;

            fn start() -> $game {
                $start
            }

            #[test]
            fn undo_restores_everything() {
                kit::undo_restores_everything(&start(), $games);
            }

            #[test]
            fn games_unwind_to_the_start() {
                kit::games_unwind_to_the_start(&start(), $games);
            }

            #[test]
            fn keys_are_canonical() {
                kit::keys_are_canonical(&start(), $games);
            }

            #[test]
            fn notation_round_trips() {
                kit::notation_round_trips(&start(), $games);
            }

            #[test]
            fn tactics_are_exact() {
                kit::tactics_are_exact(&start(), $games);
            }

            #[test]
            fn foresight_is_exact() {
                kit::foresight_is_exact(&start(), $games);
            }

            #[test]
            fn sifting_is_sound() {
                kit::sifting_is_sound(&start(), $games);
            }

            #[test]
            fn moves_are_appended() {
                kit::moves_are_appended(&start(), $games);
            }

            #[test]
            fn what_is_left_is_a_bound() {
                kit::what_is_left_is_a_bound(&start(), $games);
            }

            #[test]
            fn narrowing_keeps_answers() {
                kit::narrowing_keeps_answers(&start(), $games);
            }

            #[test]
            fn theorems_hold() {
                kit::theorems_hold(&start(), $games);
            }

            $(
                #[test]
                fn agrees_with_reference() {
                    kit::agrees_with_reference(&start(), &$reference, $games);
                }
            )?
        }
    )+};
}

/// Declares the tests of the kit for games whose positions can be written down, as text and exactly. See
/// [`conformance`](mod@crate::conformance).
#[macro_export]
macro_rules! position_conformance {
    ($($name:ident: $game:ty = $start:expr, games $games:literal;)+) => {$(
        #[cfg(test)]
        mod $name {
            #[allow(unused_imports)]
            use super::*;
            use $crate::conformance as kit;

            fn start() -> $game {
                $start
            }

            #[test]
            fn positions_read_back() {
                kit::positions_read_back(&start(), $games);
            }

            #[test]
            fn foresight_is_as_it_lies() {
                kit::foresight_is_as_it_lies(&start(), $games);
            }

            #[test]
            fn damaged_positions_are_survived() {
                kit::damaged_positions_are_survived(&start(), $games);
            }
        }
    )+};
}
