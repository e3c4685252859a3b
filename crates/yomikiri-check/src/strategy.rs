//! Strategies: what the winner plays after every line of play that he can meet, replayed against all play of the opponent.
//!
//! ```text
//! # gttt:4x4,animal=tippy,p=2,q=1: first wins
//! →b2,c2
//! b2,c2 b3→c3,d3
//! ```
//!
//! A line has the moves so far, a tab (drawn as → here), and the winner's move. Lines that are never met do no harm.

use crate::referee::{Outcome, Played, Player, Referee};
use std::collections::HashMap;

/// Why a strategy does not win.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// A line cannot be read.
    #[error("line {0}: expected moves, a tab, a move")]
    Malformed(usize),
    /// Nothing is said about a line of play.
    #[error("nothing is said about `{0}`")]
    Missing(String),
    /// The winner's move is none, or not legal.
    #[error("after `{moves}`: `{reply}` cannot be played")]
    Illegal {
        /// The moves before.
        moves: String,
        /// The move.
        reply: String,
    },
    /// The game ends without a win.
    #[error("`{0}` ends without a win")]
    NotWon(String),
    /// There are too many lines of play.
    #[error("more than {MOST_GAMES} games")]
    TooMany,
}

/// The most games that are replayed.
const MOST_GAMES: u64 = 100_000_000;

/// Replays a strategy from the start of a game, with all that the opponent can play. Says how many games it won.
///
/// # Errors
/// If the strategy does not win all of them.
pub fn check<R: Referee>(start: &R, winner: Player, text: &str) -> Result<u64, Failure> {
    let mut replies = HashMap::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty())
    {
        let (moves, reply) = line.split_once('\t').ok_or(Failure::Malformed(at + 1))?;
        replies.insert(moves.trim(), reply.trim());
    }
    let mut replay = Replay { game: start.clone(), winner, replies, moves: Vec::new(), won: 0 };
    replay.replay()?;
    Ok(replay.won)
}

struct Replay<'a, R> {
    game: R,
    winner: Player,
    replies: HashMap<&'a str, &'a str>,
    moves: Vec<String>,
    won: u64,
}

impl<R: Referee> Replay<'_, R> {
    fn replay(&mut self) -> Result<(), Failure> {
        let moves = self.moves.join(" ");
        if self.game.to_move() == self.winner {
            let Some(&reply) = self.replies.get(moves.as_str()) else {
                return Err(Failure::Missing(moves));
            };
            let illegal = || Failure::Illegal { moves: moves.clone(), reply: reply.to_owned() };
            let code = self.game.parse_move(reply).map_err(|_| illegal())?;
            let legal = self.play(code)?;
            return if legal { Ok(()) } else { Err(illegal()) };
        }
        let mut codes = Vec::new();
        self.game.candidates(&mut codes);
        let mut any = false;
        for code in codes {
            any |= self.play(code)?;
        }
        match (any, self.game.stuck()) {
            (false, Outcome::Win(player)) if player == self.winner => self.count(),
            (false, _) => Err(Failure::NotWon(moves)),
            (true, _) => Ok(()),
        }
    }

    /// Plays a move and what follows; `false` if it is illegal.
    fn play(&mut self, code: u32) -> Result<bool, Failure> {
        let text = self.game.move_text(code);
        let played = self.game.play(code);
        if played == Played::Illegal {
            return Ok(false);
        }
        self.moves.push(text);
        match played {
            Played::Over(Outcome::Win(player)) if player == self.winner => self.count()?,
            Played::Over(_) => return Err(Failure::NotWon(self.moves.join(" "))),
            Played::Open | Played::Illegal => self.replay()?,
        }
        self.moves.pop();
        self.game.undo();
        Ok(true)
    }

    fn count(&mut self) -> Result<(), Failure> {
        self.won += 1;
        if self.won > MOST_GAMES { Err(Failure::TooMany) } else { Ok(()) }
    }
}
