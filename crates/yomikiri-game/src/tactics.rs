//! Shallow knowledge: what a game can see without a search, faster than a search would.

use crate::{Aim, Canonical, Game, Outcome, Player, Status, try_move};
use std::ops::ControlFlow;

/// What a look ahead says about a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// The move ends the game.
    Over(Outcome),
    /// It does not, but this player, whose turn is next, can then end the game as he likes.
    Settled(Player),
    /// Neither was seen.
    Open(Outlook),
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreseen {
    /// Nothing: it is illegal.
    Illegal,
    /// The end of the game.
    Over(Outcome),
    /// A position with this [`Game::progress`] and [`Canonical::quick_key`].
    Open {
        /// How far the game is.
        progress: u32,
        /// The name of the position as it lies.
        quick_key: u64,
    },
}

/// What is seen at a glance of a position in which the game goes on: enough for a first guess of how hard
/// it is to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// About how many moves there are to choose from; 1 where nobody counted.
    pub replies: u32,
    /// How much can be played at most until the game ends ([`Tactics::left`]).
    pub left: Option<u32>,
    /// Whether the opponent of the player to move would win with the next move if he could, so that only
    /// few of the moves are any good.
    pub threatened: bool,
}

impl Outlook {
    /// Nothing was looked at.
    pub const UNKNOWN: Self = Self { replies: 1, left: None, threatened: false };
}

/// The capability of seeing the end of the game one and two moves ahead.
///
/// The provided methods try every move, so a game without special knowledge says `impl Tactics for MyGame
/// {}` and is served; a game that knows better overrides them. The conformance kit compares an override with
/// plain trial.
pub trait Tactics: Game {
    /// The most that [`Game::progress`] can still grow, if there is a bound: the empty spaces of a board.
    fn left(&self) -> Option<u32> {
        None
    }

    /// The position as somebody may see it who asks only whether `can_win` can force a win.
    ///
    /// The answer is the same, but the tree may be smaller: moves that cannot matter may be left out, and the
    /// game may be over as soon as the answer is plain (then what is called a draw is only certain not to be a
    /// win of `can_win`).
    #[must_use]
    fn narrowed(&self, _can_win: Player) -> Self {
        self.clone()
    }

    /// The same position of a game with the same moves in which some endings do not count: those that a look ahead which
    /// saves itself work may leave to be found later. `None` if there are none. For whoever counts as somebody did who looked
    /// ahead in that way.
    fn overlooking(&self) -> Option<Self> {
        None
    }

    /// Whether a theorem says that a player cannot force a win from this position, so that nobody needs to
    /// search for one.
    fn cannot_win(&self, _player: Player) -> bool {
        false
    }

    /// Whether it is seen at a glance that a player does not win from here, however both play. Asked at every position of an
    /// ending, so that it has to be quick; a game that does not know says no.
    fn is_hopeless_for(&self, _player: Player) -> bool {
        false
    }

    /// A hash of the position exactly as it lies, player to move included, for a search to keep moves by: positions that
    /// share it have the same moves. `None` if the game has none, for which keys of symmetric positions do not serve.
    fn exact_key(&self) -> Option<u64> {
        None
    }

    /// What a pseudo-legal move leads to. A game may know without playing it.
    fn foresee(&mut self, m: Self::Move) -> Foreseen
    where
        Self: Canonical,
    {
        let foreseen = try_move(self, m, |game, status| match status {
            Status::Over(outcome) => Foreseen::Over(outcome),
            Status::Open => Foreseen::Open { progress: game.progress(), quick_key: game.quick_key() },
        });
        foreseen.unwrap_or(Foreseen::Illegal)
    }

    /// A move with which the player to move ends the game at once so that `aim` is met, or `None` if there
    /// is no such move.
    ///
    /// `first` is a move that the caller has seen succeed in a similar position (not necessarily possible
    /// in this one): a hint what to try first.
    fn finishing_move(&mut self, aim: Aim, first: Option<Self::Move>) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        if let Some(at) = first.and_then(|hint| moves.iter().position(|&m| m == hint)) {
            moves.swap(0, at);
        }
        moves.into_iter().find(|&m| self.finishes(m, aim))
    }

    /// Whether the pseudo-legal move `m` ends the game at once so that `aim` is met for the mover.
    fn finishes(&mut self, m: Self::Move, aim: Aim) -> bool {
        let player = self.to_move();
        let finishes = |_: &mut Self, status| match status {
            Status::Open => false,
            Status::Over(outcome) => aim.is_met(player, outcome),
        };
        try_move(self, m, finishes) == Some(true)
    }

    /// Shows every legal move to `sieve`, with what a look ahead says about it, `aims` being what the first
    /// and the second player are after; until the sieve breaks off.
    ///
    /// Whether a move ends the game must always be seen. Whether the next one can end it must be right
    /// where it is claimed, but a game may content itself with what it sees at a glance; the provided method
    /// tries every pair of moves. Moves come in the order of [`Game::moves`], except that one which ends the
    /// game as its player likes may come early.
    fn sift(&mut self, aims: [Aim; 2], sieve: &mut impl Sieve<Self>) {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        sieve.begins(moves.len());
        let mut hint = None;
        for m in moves {
            let flow = try_move(self, m, |game, status| match status {
                Status::Over(outcome) => sieve.sees(game, m, Prospect::Over(outcome)),
                Status::Open => sieve.meets(game, m).unwrap_or_else(|| {
                    let next = game.to_move();
                    let finish = game.finishing_move(aims[next as usize], hint);
                    hint = finish.or(hint);
                    let prospect = match finish {
                        None => Prospect::Open(Outlook::UNKNOWN),
                        Some(_) => Prospect::Settled(next),
                    };
                    sieve.sees(game, m, prospect)
                }),
            });
            if flow.is_some_and(|flow| flow.is_break()) {
                return;
            }
        }
    }
}

/// What the moves fall into that [`Tactics::sift`] shows.
pub trait Sieve<G: Game> {
    /// Called first by a look ahead that tries every pair of moves: so many moves will be shown. A game whose look is
    /// faster than that need not call it.
    fn begins(&mut self, _moves: usize) {}

    /// A move that does not end the game is on the board. Gives `None` if the look ahead should be taken;
    /// otherwise the move is done with, and the answer says whether to go on.
    fn meets(&mut self, _game: &mut G, _m: G::Move) -> Option<ControlFlow<()>> {
        None
    }

    /// A move and its prospect. A [`Prospect::Open`] move is on the board, any other may or may not be.
    fn sees(&mut self, game: &mut G, m: G::Move, prospect: Prospect) -> ControlFlow<()>;
}

impl<G: Game, F: FnMut(&mut G, G::Move, Prospect) -> ControlFlow<()>> Sieve<G> for F {
    fn sees(&mut self, game: &mut G, m: G::Move, prospect: Prospect) -> ControlFlow<()> {
        self(game, m, prospect)
    }
}
