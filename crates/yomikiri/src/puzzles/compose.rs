//! Random games in which nobody loses at once: the positions that mate problems are found among.
//!
//! As in the paper, moves are drawn at random among those after which the opponent has no short mate, from the
//! empty board and from random openings, and each position is a candidate. Everything follows from the seed:
//! each game has a stream of random numbers of its own, so that a game does not depend on how long others were.
//!
//! A game gives at most one problem, its first that is unlike those of other games ([`DistinctProblems`]).
//!
//! # References
//! T. Fujimoto, H. Kuroda, *Development and evaluation of a solver for mate problems in Trax*, section 4.

use crate::puzzles::distinct::{DistinctProblems, GameLine};
use std::ops::ControlFlow;
use yomikiri_game::{Game, Notation, Played, Progress, SplitMix64, legal_moves};
use yomikiri_search::{Effort, MateOptions, MateTable, Monitor, SetupError, find_mate};
use yomikiri_trax::{Position, Rules};

/// Longer games are seldom problems that anybody wants to look at.
const MOST_MOVES: usize = 60;
/// Random openings have up to so many moves.
const LONGEST_OPENING: usize = 12;

/// A source of positions, and what it shows of its work: problems found as steps, positions tried as the detail.
pub struct Composer<'a> {
    rules: Rules,
    seed: u64,
    shallow: u32,
    table: MateTable,
    progress: &'a Progress,
    monitor: Monitor,
}

/// A position of a random game.
pub struct Candidate<'p> {
    /// The position. Whoever looks at it leaves it as it was.
    pub position: &'p mut Position,
    /// The moves that lead to it.
    pub moves: &'p [String],
}

impl<'a> Composer<'a> {
    /// A source of positions under these rules. Moves that let the opponent win by threats within `shallow` plies
    /// are not played; see [`shallow_depth`].
    ///
    /// # Errors
    /// If there is no such memory for its table.
    pub fn new(
        rules: Rules,
        seed: u64,
        shallow: u32,
        memory: u64,
        progress: &'a Progress,
    ) -> Result<Self, SetupError> {
        let table = MateTable::new(memory)?;
        Ok(Self { rules, seed, shallow, table, progress, monitor: Monitor::new(progress.stop().clone()) })
    }

    /// The monitor of searches that end together with the composing.
    #[must_use]
    pub fn monitor(&self) -> &Monitor {
        &self.monitor
    }

    /// Plays at most so many random games and gives what `judge` makes of their positions to `take`, until that breaks off or
    /// the work is stopped. A game gives at most one, and no two are alike, nor like one that is `known`.
    pub fn compose<T>(
        &self,
        games: u64,
        known: &mut DistinctProblems,
        mut judge: impl FnMut(&mut Candidate<'_>) -> Option<T>,
        mut take: impl FnMut(T) -> ControlFlow<()>,
    ) {
        let (mut tried, mut taken) = (0, 0);
        for number in 0..games {
            if self.progress.is_stopped() {
                return;
            }
            let mut found = None;
            self.play(number, |mut candidate, line| {
                if known.is_closed_to(line) {
                    return ControlFlow::Break(());
                }
                if !known.admits(line) {
                    return ControlFlow::Continue(());
                }
                tried += 1;
                self.progress.show(tried);
                let Some(problem) = judge(&mut candidate) else {
                    return ControlFlow::Continue(());
                };
                known.insert(line);
                found = Some(problem);
                ControlFlow::Break(())
            });
            if let Some(problem) = found {
                taken += 1;
                self.progress.reach(taken);
                if take(problem).is_break() {
                    return;
                }
            }
        }
    }

    /// Plays the random game of this number, showing each position after its opening to `visit`, until that breaks off.
    fn play(&self, number: u64, mut visit: impl FnMut(Candidate<'_>, &GameLine) -> ControlFlow<()>) {
        let mut random = SplitMix64::new(SplitMix64::new(self.seed ^ number.wrapping_mul(STREAM)).next_u64());
        let mut position = Position::new(self.rules);
        let (mut moves, mut line) = (Vec::new(), GameLine::default());
        // Every other game begins with anything that does not end it.
        let opening = if number.is_multiple_of(2) { 1 } else { 1 + random.below(LONGEST_OPENING) };
        while moves.len() < MOST_MOVES && !self.progress.is_stopped() {
            let shallow = if moves.len() < opening { 0 } else { self.shallow };
            let Some(text) = self.advance(&mut position, &mut random, shallow) else {
                break;
            };
            moves.push(text);
            line.push(&position);
            let candidate = Candidate { position: &mut position, moves: &moves };
            if moves.len() > opening && visit(candidate, &line).is_break() {
                break;
            }
        }
    }

    /// Plays a random move after which the game goes on and the opponent has no mate within `shallow` plies; gives
    /// its text, or `None` if there is no such move.
    fn advance(&self, position: &mut Position, random: &mut SplitMix64, shallow: u32) -> Option<String> {
        let mut left = legal_moves(position);
        while !left.is_empty() {
            let turn = left.swap_remove(random.below(left.len()));
            let text = position.move_text(turn);
            match position.play(turn) {
                Played::Illegal => {}
                Played::Over(_, token) => position.undo(token),
                Played::Open(token) => {
                    if shallow == 0 || !self.is_lost(position, shallow) {
                        return Some(text);
                    }
                    position.undo(token);
                }
            }
        }
        None
    }

    /// Whether the player to move has a mate by threats within so many plies.
    fn is_lost(&self, position: &mut Position, max_plies: u32) -> bool {
        let options = MateOptions { max_plies, effort: Effort::Threats, ..MateOptions::default() };
        find_mate(position, &options, &self.table, &self.monitor).mate().is_some()
    }
}

/// How far ahead the players of the random games see, if problems of this length are wanted: far enough for games
/// to last, not so far that no such mates come up.
#[must_use]
pub fn shallow_depth(plies: u32) -> u32 {
    plies.saturating_sub(2).clamp(1, 5)
}

/// Odd, and without a pattern.
const STREAM: u64 = 0x9E6D_52C5_B1F4_7A3B;
