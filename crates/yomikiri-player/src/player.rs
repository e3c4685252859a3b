//! A move against the clock.
//!
//! In this order, until one of them knows: the only move; a forced win; with few spaces left, df-pn; otherwise the move
//! that looks best, of those after which no mate of the opponent is found. The moves are ranked by looking ahead, and
//! between two looks the best is examined for mates of the opponent: to examine all of them would take longer than to
//! rank them.

use crate::lookahead::LookAhead;
use crate::reading::{Budget, Found, Reader};
use yomikiri_game::{
    Duration, Game, Instant, Outcome, SplitMix64, Status, Stop, Tactics, legal_moves, try_move,
};
use yomikiri_search::{Effort, SetupError};
use yomikiri_trax::{Position, Turn};

/// How strongly the player plays.
#[derive(Clone, Copy, Debug)]
pub struct Strength {
    /// The time for a move.
    pub time: Duration,
    /// The most moves to look ahead; weak players have few.
    pub depth: u32,
    /// Whether mates are searched for.
    pub mates: bool,
    /// Seed of the random number generator that chooses between first moves that look alike.
    pub seed: u64,
}

impl Strength {
    /// The highest level.
    pub const HIGHEST: u8 = 9;

    /// From level 1, which sees one move ahead, to 9, which uses all its time.
    #[must_use]
    pub fn level(level: u8, time: Duration) -> Self {
        let depth = match level {
            0..=2 => 1,
            3..=8 => u32::from(level) - 1,
            _ => u32::MAX,
        };
        let share = match level {
            0..=8 => f64::from(level.max(1)) / 9.0,
            _ => 1.0,
        };
        Self { time: time.mul_f64(share), depth, mates: level > 3, seed: 0 }
    }
}

/// A move, and why it was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub turn: Turn,
    /// Why.
    pub why: Why,
    /// What is expected to follow, the move itself included.
    pub line: Vec<Turn>,
}

/// Why a move was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// There is no other.
    OnlyMove,
    /// It wins by force in so many plies, itself included.
    Wins {
        /// How many; `None` if df-pn has found the win.
        plies: Option<u32>,
    },
    /// Every move loses; this one holds out longest.
    Loses {
        /// For so many plies.
        plies: Option<u32>,
    },
    /// Moves that look better are known to lose.
    Safest {
        /// How far ahead the look was that ranked it.
        depth: u32,
    },
    /// It holds a draw, and nothing wins.
    Draws,
    /// It looks best so many moves ahead.
    LooksBest {
        /// How far ahead.
        depth: u32,
        /// How good it looks for the mover.
        score: i32,
    },
}

/// A player of one game. It remembers what it has seen.
pub struct Player {
    reader: Reader,
    strength: Strength,
    random: SplitMix64,
}

/// What of the time may have passed after each part, in hundredths.
const FOR_OWN_MATE: u32 = 15;
const FOR_LOOKING: u32 = 80;
const FOR_SHORT_MATES: u32 = 90;
/// So few spaces left are an end that df-pn may decide.
const NEAR_THE_END: u32 = 18;
/// The lengths up to which mates of the opponent are looked for: between two looks ahead, and at the end.
const SHORT: [u32; 3] = [3, 5, 9];
const LONG: [u32; 2] = [15, 25];
/// Nodes of a search for a short mate.
const SHORT_NODES: u64 = 3000;

impl Player {
    /// A player with a table of so many bytes, for one set of rules.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn new(strength: Strength, memory: u64) -> Result<Self, SetupError> {
        Ok(Self { reader: Reader::new(memory)?, strength, random: SplitMix64::new(strength.seed) })
    }

    /// Changes how strongly it plays from now on.
    pub fn set_strength(&mut self, strength: Strength) {
        self.strength = strength;
    }

    /// Chooses a move; `None` if there is none. When it is asked to stop, it takes the best it has seen so far.
    pub fn choose(&mut self, position: &Position, stop: &Stop) -> Option<Choice> {
        let started = Instant::now();
        let position = &mut position.clone();
        let mut moves = legal_moves(position);
        if position.tile_count() == 0 {
            // Both first moves are sound.
            let turn = moves[self.random.below(moves.len())];
            return Some(Choice { turn, why: Why::LooksBest { depth: 0, score: 0 }, line: vec![turn] });
        }
        if let [turn] = moves[..] {
            return Some(Choice { turn, why: Why::OnlyMove, line: vec![turn] });
        }
        let Strength { time, depth, mates, .. } = self.strength;
        let until = |hundredths: u32| {
            let allowed = time * hundredths / 100;
            stop.within(allowed.saturating_sub(started.elapsed()))
        };
        if mates && let Some(choice) = self.winning(position, &until(FOR_OWN_MATE)) {
            return Some(choice);
        }
        if position.left().is_some_and(|left| left <= NEAR_THE_END)
            && let Some(choice) = self.solved(position, &until(FOR_LOOKING))
        {
            return Some(choice);
        }
        if self.strength.seed != 0 {
            // Of moves that look alike the first is taken: let that be another one in another game.
            for at in (1..moves.len()).rev() {
                moves.swap(at, self.random.below(at + 1));
            }
        }
        let (looking_until, examining_until) = (until(FOR_LOOKING), until(FOR_SHORT_MATES));
        let mut looking = LookAhead::new(position, &moves, &looking_until)?;
        let mut lost = Vec::new();
        loop {
            // Between two looks, the best move must prove that it does not lose soon.
            while mates
                && let Some(best) = looking.best()
                && let Some(plies) = self.refuted(position, best, &SHORT, SHORT_NODES, &examining_until)
            {
                lost.push((plies, best));
                looking.drop_best();
            }
            if looking.depth() >= depth || !looking.deepen() {
                break;
            }
        }
        let Some(estimate) = looking.estimate() else {
            let &(plies, turn) = lost.iter().max_by_key(|(plies, _)| plies)?;
            return Some(Choice { turn, why: Why::Loses { plies: Some(plies) }, line: vec![turn] });
        };
        if estimate.decided == Some(true) {
            let why = Why::Wins { plies: None };
            return Some(Choice { turn: estimate.ranked[0], why, line: estimate.line });
        }
        // What is left of the time is for a deeper look at the best.
        for (at, &turn) in estimate.ranked.iter().enumerate() {
            let refuted =
                if mates { self.refuted(position, turn, &LONG, u64::MAX, &until(100)) } else { None };
            let Some(plies) = refuted else {
                let why = if at == 0 && lost.is_empty() {
                    Why::LooksBest { depth: estimate.depth, score: estimate.score }
                } else {
                    Why::Safest { depth: estimate.depth }
                };
                let line = if at == 0 { estimate.line } else { vec![turn] };
                return Some(Choice { turn, why, line });
            };
            lost.push((plies, turn));
        }
        let &(plies, turn) = lost.iter().max_by_key(|(plies, _)| plies)?;
        Some(Choice { turn, why: Why::Loses { plies: Some(plies) }, line: vec![turn] })
    }

    /// How long the opponent's win takes after a move, the move included, if one of these lengths finds it.
    fn refuted(
        &self,
        position: &mut Position,
        turn: Turn,
        lengths: &[u32],
        nodes: u64,
        stop: &Stop,
    ) -> Option<u32> {
        let mover = position.to_move();
        let lost = try_move(position, turn, |after, status| match status {
            Status::Over(outcome) => (outcome == Outcome::Win(!mover)).then_some(1),
            Status::Open => lengths.iter().find_map(|&max_plies| {
                let (mate, _) = self.reader.mate(after, max_plies, Effort::Threats, nodes, stop);
                mate.map(|mate| mate.plies + 1)
            }),
        });
        lost.flatten()
    }

    /// A move that wins by force.
    fn winning(&self, position: &mut Position, stop: &Stop) -> Option<Choice> {
        // Short ones first: a long search for a long mate must not overlook them.
        for (max_plies, nodes) in [(1, 100), (5, 20_000), (11, 200_000), (25, u64::MAX)] {
            let (mate, _) = self.reader.mate(position, max_plies, Effort::Threats, nodes, stop);
            if let Some(mate) = mate {
                let turn = mate.line.first().or(mate.first_moves.first()).copied()?;
                return Some(Choice { turn, why: Why::Wins { plies: Some(mate.plies) }, line: mate.line });
            }
            if stop.is_requested() {
                break;
            }
        }
        None
    }

    /// What df-pn says about a position near the end, if it is decided.
    fn solved(&self, position: &mut Position, stop: &Stop) -> Option<Choice> {
        let budget = Budget {
            threats: 1,
            full: 0,
            reply: 1,
            solve: u64::MAX,
            spaces: NEAR_THE_END,
            ..Budget::default()
        };
        let (moves, why) = match self.reader.read(position, &budget, stop).found {
            Found::Win(win) => (win.moves, Why::Wins { plies: win.plies }),
            Found::Draw(moves) => (moves, Why::Draws),
            // A lost position is played on: the opponent may not know.
            Found::Loss(_) | Found::Open => return None,
        };
        let turn = *moves.first()?;
        Some(Choice { turn, why, line: vec![turn] })
    }
}
