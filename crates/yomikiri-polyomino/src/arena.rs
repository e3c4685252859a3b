//! What stays the same during a game, in the form that play needs it.

use crate::board::Board;
use crate::cells::Cells;
use crate::rules::Rules;
use std::sync::Arc;
use yomikiri_game::{Player, PositionalGame, SplitMix64, Turn};

/// What a cell can be in a key: owned by the first or the second player in a way that matters, or neither
/// although that matters.
pub(crate) const STATES: usize = 3;

/// What a game was made from.
#[derive(Debug, PartialEq)]
pub(crate) enum Source {
    /// Rules on a board.
    Rules(Rules),
    /// Winning sets, the cells owned at the start among them.
    Sets(PositionalGame),
}

impl Source {
    /// The cells that a player owns at the start.
    pub(crate) fn owned(&self, player: Player) -> &[u16] {
        match self {
            Self::Rules(_) => &[],
            Self::Sets(game) => &game.owned[player as usize],
        }
    }
}

/// A positional game made ready to be played.
#[derive(Debug, PartialEq)]
pub struct Arena<const W: usize> {
    pub(crate) names: Vec<String>,
    pub(crate) all: Cells<W>,
    pub(crate) turns: Vec<Turn>,
    /// The winning sets of each player.
    pub(crate) sets: [Vec<Cells<W>>; 2],
    /// Which of them contain a cell.
    pub(crate) through: [Vec<Vec<u32>>; 2],
    /// The stones that each player places from a turn on, that turn included.
    pub(crate) stones_from: [Vec<u32>; 2],
    /// `weights[x][turn][missing]`: what a set counts for that x lacks `missing` cells of, in the sum that
    /// tells from this turn on that x's opponent can break them all; see `narrow`.
    pub(crate) weights: [Vec<Vec<f64>>; 2],
    /// Symmetries, as what becomes of each cell; the identity first.
    pub(crate) symmetries: Vec<Vec<u16>>,
    /// A random number for each state of each cell.
    pub(crate) lots: Vec<[u128; STATES]>,
    /// Where one of the first turn's stones must go; everywhere if nothing is demanded.
    pub(crate) first: Option<Cells<W>>,
    /// How it is drawn, if it is on a board.
    pub(crate) board: Option<Board>,
    /// Whether strategy stealing applies: nothing distinguishes the players but that one moves first,
    /// every turn is one stone, and the first stone may go anywhere.
    pub(crate) fair: bool,
    pub(crate) source: Source,
}

impl<const W: usize> Arena<W> {
    /// The game that rules describe.
    #[must_use]
    pub fn of_rules(rules: &Rules) -> Arc<Self> {
        let board = rules.board();
        let source = Source::Rules(rules.clone());
        Arc::new(Self::new(&rules.positional(), board.symmetries(), Some(board), source))
    }

    /// A game given by its winning sets, without any symmetry.
    #[must_use]
    pub fn of_sets(game: &PositionalGame) -> Arc<Self> {
        let identity = (0..game.cells.len() as u16).collect();
        Arc::new(Self::new(game, vec![identity], None, Source::Sets(game.clone())))
    }

    fn new(game: &PositionalGame, symmetries: Vec<Vec<u16>>, board: Option<Board>, source: Source) -> Self {
        let count = game.cells.len();
        let sets = game
            .winning_sets
            .each_ref()
            .map(|sets| sets.iter().map(|set| set.iter().copied().collect()).collect::<Vec<Cells<W>>>());
        let through = sets.each_ref().map(|sets| {
            let with = |cell| (0..sets.len() as u32).filter(|&at| sets[at as usize].contains(cell)).collect();
            (0..count as u16).map(with).collect()
        });
        let turns = &game.turns;
        let stones_from = Player::BOTH.map(|player| {
            let own = |turn: &&Turn| turn.player == player;
            let from = |at: usize| turns[at..].iter().filter(own).map(|turn| u32::from(turn.stones)).sum();
            (0..=turns.len()).map(from).collect()
        });
        let mut random = SplitMix64::new(0x7065_6E74_6F6D_696E);
        let mut lot = || u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
        let [first, second] = &game.winning_sets;
        let single = turns.iter().all(|turn| turn.stones == 1);
        let alternate = turns.windows(2).all(|pair| pair[0].player != pair[1].player);
        let bare = game.owned.iter().all(Vec::is_empty);
        let first_stone = game.first_stone.demanded();
        let begins = turns.first().is_none_or(|turn| turn.player == Player::First);
        Self {
            names: game.cells.clone(),
            all: (0..count as u16).collect(),
            turns: turns.clone(),
            through,
            stones_from,
            weights: Player::BOTH
                .map(|player| (0..=turns.len()).map(|at| weights(turns, at, player)).collect()),
            symmetries,
            lots: (0..count).map(|_| std::array::from_fn(|_| lot())).collect(),
            board,
            first: first_stone.map(|cells| cells.iter().copied().collect()),
            fair: first == second && single && alternate && bare && begins && first_stone.is_none(),
            sets,
            source,
        }
    }
}

/// The weights of Beck's sum from a turn on: with a stones a turn against b, a set that lacks k cells counts
/// (1 + b)^(−k/a), and 1 + b times as much if its owner is to move. A sum below 1 cannot be completed.
fn weights(turns: &[Turn], at: usize, player: Player) -> Vec<f64> {
    let rest = &turns[at..];
    let stones = |of: Player| rest.iter().filter(move |turn| turn.player == of).map(|turn| turn.stones);
    let (Some(own), opponent) = (stones(player).max(), stones(!player).min()) else {
        return Vec::new();
    };
    // The theorem is about turns that alternate; without an opponent's turn nothing is broken.
    let alternate = rest.windows(2).all(|pair| pair[0].player != pair[1].player);
    let base = 1.0 + f64::from(opponent.filter(|_| alternate).unwrap_or(0));
    let to_move = rest.first().is_some_and(|turn| turn.player == player);
    let left = usize::from(to_move);
    let most = stones(player).map(usize::from).sum::<usize>();
    (0..=most).map(|missing| base.powf(left as f64 - missing as f64 / f64::from(own))).collect()
}
