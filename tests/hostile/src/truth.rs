//! What is true, found by trying everything.
//!
//! Two brute forces, which share nothing with the searches: one over the rules of the checker's referees, which share
//! nothing with the solver either, and one over the solver's own rules as a board shows them to a user, by the texts of
//! moves and positions. Both remember positions in a map under their full description, and know nothing of symmetry, bounds
//! or transposition tables. The only shortcut is that a won position needs no second winning move.

use crate::case::Finding;
use crate::demand;
use std::collections::HashMap;
use std::marker::PhantomData;
use yomikiri::{Board, Playable};
use yomikiri_check::amazons::Amazons;
use yomikiri_check::positional::Stones;
use yomikiri_check::referee::{self, Referee};
use yomikiri_check::toss::Toss;
use yomikiri_check::trax::Trax;
use yomikiri_game::{Exact, Outcome, Player, Status};

/// What a position is worth to the first player: 1 a win, 0 a draw, -1 a loss.
pub type Value = i8;

/// What an outcome is worth.
pub fn of_outcome(outcome: Outcome) -> Value {
    match outcome {
        Outcome::Win(Player::First) => 1,
        Outcome::Win(Player::Second) => -1,
        Outcome::Draw => 0,
    }
}

/// What the best result of a player is worth.
pub fn win_of(player: Player) -> Value {
    of_outcome(Outcome::Win(player))
}

/// A brute force over the rules of a referee.
pub trait Truth {
    /// The value of a position of the game; `None` if too many positions would have to be looked at.
    fn value(&mut self, board: &dyn Board) -> Option<Value>;
}

/// The brute force for the game of a board, over so many positions at most.
pub fn of(board: &dyn Board, effort: u64) -> Result<Box<dyn Truth>, Finding> {
    if let Some(game) = board.position::<yomikiri_trax::Position>() {
        return Plain::<_, Trax>::boxed(game, effort);
    }
    if let Some(game) = board.position::<yomikiri_polyomino::Position<1>>() {
        return Plain::<_, Stones>::boxed(game, effort);
    }
    if let Some(game) = board.position::<yomikiri_toss::Position>() {
        return Plain::<_, Toss>::boxed(game, effort);
    }
    if let Some(game) = board.position::<yomikiri_amazons::Position>() {
        return Plain::<_, Amazons>::boxed(game, effort);
    }
    Err(Finding("no referee is known for the game".to_owned()))
}

struct Plain<G, R> {
    referee: R,
    known: HashMap<Vec<u8>, Value>,
    effort: u64,
    game: PhantomData<G>,
}

impl<G: Playable + Exact, R: Referee + 'static> Plain<G, R> {
    fn boxed(game: &G, effort: u64) -> Result<Box<dyn Truth>, Finding> {
        let (name, definition) = (game.spelt_out(), game.definition());
        let referee = R::start(&name, definition.as_deref())
            .map_err(|why| Finding(format!("the referee refuses {name}: {why}")))?;
        Ok(Box::new(Self { referee, known: HashMap::new(), effort, game: PhantomData::<G> }))
    }

    fn search(&mut self) -> Option<Value> {
        let mut position = Vec::new();
        self.referee.position(&mut position);
        if let Some(&value) = self.known.get(&position) {
            return Some(value);
        }
        self.effort = self.effort.checked_sub(1)?;
        let won = if self.referee.to_move() == referee::Player::First { 1 } else { -1 };
        let mut codes = Vec::new();
        self.referee.candidates(&mut codes);
        let mut best: Option<Value> = None;
        for code in codes {
            let value = match self.referee.play(code) {
                referee::Played::Illegal => continue,
                referee::Played::Over(outcome) => Some(worth(outcome)),
                referee::Played::Open => self.search(),
            };
            self.referee.undo();
            let value = value?;
            if best.is_none_or(|best| won * value > won * best) {
                best = Some(value);
            }
            if value == won {
                break;
            }
        }
        let value = best.unwrap_or_else(|| worth(self.referee.stuck()));
        self.known.insert(position, value);
        Some(value)
    }
}

fn worth(outcome: referee::Outcome) -> Value {
    match outcome {
        referee::Outcome::Win(referee::Player::First) => 1,
        referee::Outcome::Win(referee::Player::Second) => -1,
        referee::Outcome::Draw => 0,
    }
}

impl<G: Playable + Exact, R: Referee + 'static> Truth for Plain<G, R> {
    fn value(&mut self, board: &dyn Board) -> Option<Value> {
        if let Status::Over(outcome) = board.status() {
            return Some(of_outcome(outcome));
        }
        let game = board.position::<G>().expect("a board of the same game");
        self.referee.set_position(&game.cells()).expect("a position of the same game that goes on");
        self.search()
    }
}

/// The brute force over a board: the value, or `None` if it would take too long.
pub fn by_board(board: &dyn Board, effort: u64) -> Result<Option<Value>, Finding> {
    let mut known = HashMap::new();
    let mut effort = effort;
    value_of(&mut *board.boxed(), &mut known, &mut effort)
}

fn value_of(
    board: &mut dyn Board,
    known: &mut HashMap<(String, Player), Value>,
    effort: &mut u64,
) -> Result<Option<Value>, Finding> {
    if let Status::Over(outcome) = board.status() {
        return Ok(Some(of_outcome(outcome)));
    }
    let Some(text) = board.position_text() else {
        return Err(Finding("a position without a text".to_owned()));
    };
    let place = (text, board.to_move());
    if let Some(&value) = known.get(&place) {
        return Ok(Some(value));
    }
    let Some(left) = effort.checked_sub(1) else {
        return Ok(None);
    };
    *effort = left;
    let won = win_of(board.to_move());
    let mut best: Option<Value> = None;
    for text in board.moves() {
        let played = board.play(&text);
        demand!(played.is_ok(), "the move {text} is listed and refused at {}: {played:?}", place.0);
        let value = value_of(board, known, effort)?;
        board.undo();
        let Some(value) = value else {
            return Ok(None);
        };
        if best.is_none_or(|best| won * value > won * best) {
            best = Some(value);
        }
        if value == won {
            break;
        }
    }
    let Some(value) = best else {
        return Err(Finding(format!("no move and no end at {}", place.0)));
    };
    known.insert(place, value);
    Ok(Some(value))
}
