//! A board of any game: what somebody follows move by move, and asks questions about.
//!
//! [`Board`] is one object-safe trait with one implementation, [`Position`], for every type that is
//! [`Playable`]. Nothing hot goes through it: a search runs on the type behind it, and is only
//! started here. A board may be kept for as long as one likes.
//!
//! Rejected: visitors with a generic method, which every caller would have to write anew and which cannot be called
//! for a type from another crate.

use crate::game::Game;
use crate::job::Job;
use crate::pieces::Pieces;
use crate::playable::Playable;
use crate::scene::{Choice, Refused, Scene};
use crate::solution::Solution;
use crate::solving::{self, SolveError};
use crate::task::Task;
use std::any::Any;
use std::sync::OnceLock;
use yomikiri_game::{
    Key, LineError, Picture, Played, Player, PositionError, Reachable, Sketch, Status, Stop, legal_moves,
    perft, play_text, reachable, status,
};

/// A position of some game, how it came about, and whether the game is over there.
pub trait Board: Send + Sync {
    /// Whose move it is (or would be).
    fn to_move(&self) -> Player;

    /// Whether the game is over.
    fn status(&self) -> Status;

    /// One word for what ended the game; `None` while it goes on.
    fn ending(&self) -> Option<&'static str>;

    /// The legal moves.
    fn moves(&self) -> Vec<String>;

    /// The moves played since the starting position.
    fn history(&self) -> &[String];

    /// Plays a move; gives its usual form.
    ///
    /// # Errors
    /// If the text is no legal move here, or the game is over. The board is as before.
    fn play(&mut self, text: &str) -> Result<String, LineError>;

    /// Plays moves one after the other, as a game is written.
    ///
    /// # Errors
    /// At the first that cannot be played. Those before it are on the board.
    fn play_all(&mut self, moves: &str) -> Result<(), LineError>;

    /// Takes back the last move; gives it.
    fn undo(&mut self) -> Option<String>;

    /// The position as a picture made of characters, and a smaller one for narrow terminals.
    fn pictures(&self) -> [Picture; 2];

    /// The position drawn with lines, if the game can be.
    fn sketch(&self) -> Option<Sketch>;

    /// The position as pieces on squares with every move, if the game can be shown so.
    fn scene(&self) -> Option<Scene>;

    /// The position in one line of text, if the game has such a notation.
    fn position_text(&self) -> Option<String>;

    /// A board of the same game with the position that a text describes; `None` if the game has no such notation.
    ///
    /// # Errors
    /// If the text is no position of the game.
    fn at(&self, text: &str) -> Option<Result<Box<dyn Board>, PositionError>>;

    /// A key that is the same for positions that symmetry makes equal.
    fn key(&self) -> Key;

    /// Whether a theorem says that a player cannot force a win.
    fn cannot_win(&self, player: Player) -> bool;

    /// Whether the game can end without a winner.
    fn can_be_drawn(&self) -> bool;

    /// Whether proofs about the game can be written.
    fn is_provable(&self) -> bool;

    /// The name of the game with every rule spelt out, and the text that describes it if the name does not: what a
    /// referee of the checker starts from. `None` if there is no referee.
    fn spelt_out(&self) -> Option<(String, Option<String>)>;

    /// Finds out who wins from here; [`Game::solve`] calls it.
    ///
    /// # Errors
    /// If the job does not fit the game, its memory cannot be had, or a file that it names cannot be used.
    fn solve(&self, game: &Game, job: &Job, task: &Task) -> Result<Solution, SolveError>;

    /// Pieces of a search from here.
    fn pieces(&self) -> &dyn Pieces;

    /// The number of move sequences of a length from here; `None` if it was stopped.
    fn perft(&self, depth: u32, stop: &Stop) -> Option<u64>;

    /// The positions that can be reached from here in at most so many moves; `None` if `go_on`, asked now and then
    /// with the number of positions so far, says no.
    fn reachable(&self, plies: Option<u32>, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Reachable>;

    /// A copy.
    fn boxed(&self) -> Box<dyn Board>;

    /// What is behind it, for callers that know its type.
    fn as_any(&self) -> &dyn Any;
}

impl dyn Board + '_ {
    /// The position as its own type, if it is this one.
    #[must_use]
    pub fn position<G: Playable>(&self) -> Option<&G> {
        self.as_any().downcast_ref::<Position<G>>().map(|position| &position.game)
    }
}

impl Clone for Box<dyn Board> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// A position of a game of one type.
pub(crate) struct Position<G: Playable> {
    pub(crate) game: G,
    /// Found out when somebody asks: to see that a player is not stuck, moves have to be tried, and whoever plays a whole
    /// game move by move asks only at its end.
    status: OnceLock<Status>,
    moves: Vec<String>,
    undo: Vec<G::Undo>,
    /// Where the moves begin.
    start: G,
}

impl<G: Playable> Position<G> {
    /// The board at a position that no move has ended.
    pub(crate) fn new(game: G) -> Self {
        Self { start: game.clone(), game, status: OnceLock::new(), moves: Vec::new(), undo: Vec::new() }
    }

    /// Where the moves begin.
    pub(crate) fn start(&self) -> &G {
        &self.start
    }

    pub(crate) fn moves_played(&self) -> &[String] {
        &self.moves
    }

    fn try_play(&mut self, text: &str) -> Result<String, LineError> {
        // A player who is stuck is refused every move.
        let is_over = self.status.get().is_some_and(|&status| status != Status::Open);
        let played = play_text(&mut self.game, text, is_over);
        let (usual, outcome, token) =
            played.map_err(|reason| LineError::new(self.moves.len() + 1, text, reason))?;
        self.undo.push(token);
        self.moves.push(usual.clone());
        self.status = outcome.map_or_else(OnceLock::new, |outcome| OnceLock::from(Status::Over(outcome)));
        Ok(usual)
    }
}

impl<G: Playable> Clone for Position<G> {
    /// Moves are played again: what it takes to undo one belongs to one board.
    fn clone(&self) -> Self {
        let mut copy = Self::new(self.start.clone());
        for text in &self.moves {
            let played = copy.try_play(text);
            debug_assert!(played.is_ok(), "a legal move is legal again");
        }
        copy
    }
}

impl<G: Playable> Board for Position<G> {
    fn to_move(&self) -> Player {
        self.game.to_move()
    }

    fn status(&self) -> Status {
        *self.status.get_or_init(|| status(&mut self.game.clone()))
    }

    fn ending(&self) -> Option<&'static str> {
        (self.status() != Status::Open).then(|| self.game.clone().ending())
    }

    fn moves(&self) -> Vec<String> {
        if self.status() != Status::Open {
            return Vec::new();
        }
        let mut game = self.game.clone();
        legal_moves(&mut game).into_iter().map(|m| game.move_text(m)).collect()
    }

    fn history(&self) -> &[String] {
        &self.moves
    }

    fn play(&mut self, text: &str) -> Result<String, LineError> {
        self.try_play(text)
    }

    fn play_all(&mut self, moves: &str) -> Result<(), LineError> {
        G::split_moves(moves).into_iter().try_for_each(|text| self.try_play(text).map(drop))
    }

    fn undo(&mut self) -> Option<String> {
        let token = self.undo.pop()?;
        self.game.undo(token);
        self.status = OnceLock::from(Status::Open);
        self.moves.pop()
    }

    fn pictures(&self) -> [Picture; 2] {
        [self.game.picture(), self.game.small_picture()]
    }

    fn sketch(&self) -> Option<Sketch> {
        self.game.sketched()
    }

    fn scene(&self) -> Option<Scene> {
        let show = self.game.layouts()?;
        let layout = (show.layout)(&self.game);
        let mut scene = Scene {
            choices: Vec::new(),
            refused: Vec::new(),
            left_out: 0,
            winning: if self.status() == Status::Open { Vec::new() } else { (show.winning)(&self.game) },
            layout,
        };
        if self.status() != Status::Open {
            return Some(scene);
        }
        let (mut game, mut moves) = (self.game.clone(), Vec::new());
        game.moves(&mut moves);
        scene.left_out = moves.len().saturating_sub(Scene::MOST_CHOICES);
        for m in moves.into_iter().take(Scene::MOST_CHOICES) {
            let (text, squares) = (game.move_text(m), (show.squares)(&game, m));
            let (outcome, token) = match game.play(m) {
                Played::Illegal => {
                    scene.refused.push(Refused { why: game.why_illegal(m), text, squares });
                    continue;
                }
                Played::Open(token) => (None, token),
                Played::Over(outcome, token) => (Some(outcome), token),
            };
            let (added, removed) = scene.layout.difference(&(show.layout)(&game));
            game.undo(token);
            scene.choices.push(Choice { text, squares, added, removed, outcome });
        }
        Some(scene)
    }

    fn position_text(&self) -> Option<String> {
        self.game.texts().map(|texts| (texts.write)(&self.game))
    }

    fn at(&self, text: &str) -> Option<Result<Box<dyn Board>, PositionError>> {
        let read = self.game.texts()?.read;
        Some(read(&self.start, text).map(|position| Box::new(Self::new(position)) as Box<dyn Board>))
    }

    fn key(&self) -> Key {
        self.game.clone().key()
    }

    fn cannot_win(&self, player: Player) -> bool {
        self.game.cannot_win(player)
    }

    fn can_be_drawn(&self) -> bool {
        self.game.can_be_drawn()
    }

    fn spelt_out(&self) -> Option<(String, Option<String>)> {
        let provable = self.game.provable()?;
        Some(((provable.spelt_out)(&self.start), (provable.definition)(&self.start)))
    }

    fn is_provable(&self) -> bool {
        self.game.provable().is_some()
    }

    fn solve(&self, game: &Game, job: &Job, task: &Task) -> Result<Solution, SolveError> {
        solving::solve(self, game, job, task)
    }

    fn pieces(&self) -> &dyn Pieces {
        self
    }

    fn perft(&self, depth: u32, stop: &Stop) -> Option<u64> {
        if self.status() != Status::Open {
            // A finished game has one sequence of no moves and no longer ones.
            return Some(u64::from(depth == 0));
        }
        perft_within(&mut self.game.clone(), depth, stop)
    }

    fn reachable(&self, plies: Option<u32>, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Reachable> {
        reachable(&mut self.game.clone(), plies, go_on)
    }

    fn boxed(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// [`perft`] that looks at a switch: often enough, but not in the last moves, which take most of the time.
pub(crate) fn perft_within<G: Playable>(game: &mut G, depth: u32, stop: &Stop) -> Option<u64> {
    const NOT_LOOKED_AT: u32 = 2;
    if stop.is_requested() {
        return None;
    }
    if depth <= NOT_LOOKED_AT {
        return Some(perft(game, depth));
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut leaves = 0;
    for m in moves {
        match game.play(m) {
            Played::Illegal => {}
            Played::Over(_, token) => game.undo(token),
            Played::Open(token) => {
                let below = perft_within(game, depth - 1, stop);
                game.undo(token);
                leaves += below?;
            }
        }
    }
    Some(leaves)
}
