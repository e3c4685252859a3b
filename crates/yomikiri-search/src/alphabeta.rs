//! Alpha-beta search for play against the clock: no proof, but a sound move.
//!
//! Iterative deepening; at every depth the best move of the one before is tried first. A move counts as a win or a
//! loss only where the game is over, so that a win that is reported is one. When it is asked to stop, the result of the
//! last depth that was finished stands.

use yomikiri_game::{Appraised, Outcome, Player, Status, Stop, try_move};

/// A score no appraisal reaches: the game is won. Sooner wins score more.
const WON: i32 = 1_000_000;

/// The move that was chosen, and what is known about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Considered<M> {
    /// The move.
    pub best: M,
    /// How good it looks for the mover.
    pub score: i32,
    /// Whether it wins by force, or every move loses by force.
    pub decided: Option<bool>,
    /// The depth that was finished.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

/// Positions looked at from one look at the switch to the next: a few milliseconds where a position takes long.
const BETWEEN_LOOKS: u64 = 256;

struct AlphaBeta<'a> {
    stop: &'a Stop,
    nodes: u64,
    next_look: u64,
}

/// The search was asked to stop.
struct Stopped;

/// Chooses a move, looking so many moves ahead or until it is asked to stop; `None` if there is no legal move. Every
/// legal move is looked at once, whatever the switch says, so that there is always something to choose from.
pub fn consider<G: Appraised>(game: &G, depth: u32, stop: &Stop) -> Option<Considered<G::Move>> {
    let mut game = game.clone();
    let mut search = AlphaBeta { stop, nodes: 0, next_look: 0 };
    let mut ranked = search.first_ranking(&mut game)?;
    let (mut score, mut finished) = (ranked[0].0, 1);
    for depth in 2..=depth {
        if score.abs() > WON / 2 {
            break;
        }
        let Ok(best) = search.root(&mut game, &mut ranked, depth) else {
            break;
        };
        (score, finished) = (best, depth);
    }
    let decided = if score > WON / 2 {
        Some(true)
    } else if score < -WON / 2 {
        Some(false)
    } else {
        None
    };
    Some(Considered { best: ranked[0].1, score, decided, depth: finished, nodes: search.nodes })
}

impl AlphaBeta<'_> {
    /// Looks at the switch now and then.
    fn look(&mut self) -> Result<(), Stopped> {
        if self.nodes < self.next_look {
            return Ok(());
        }
        self.next_look = self.nodes + BETWEEN_LOOKS;
        if self.stop.is_requested() { Err(Stopped) } else { Ok(()) }
    }

    /// The legal moves, ranked by how the positions after them look.
    fn first_ranking<G: Appraised>(&mut self, game: &mut G) -> Option<Vec<(i32, G::Move)>> {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mut ranked = Vec::with_capacity(moves.len());
        for m in moves {
            if let Some(score) = self.glance(game, m) {
                ranked.push((score, m));
            }
        }
        ranked.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        (!ranked.is_empty()).then_some(ranked)
    }

    /// How a move looks without looking further; `None` if it is illegal.
    fn glance<G: Appraised>(&mut self, game: &mut G, m: G::Move) -> Option<i32> {
        let mover = game.to_move();
        self.nodes += 1;
        try_move(game, m, |game, status| match status {
            Status::Over(outcome) => score_of(outcome, mover),
            Status::Open if game.to_move() == mover => game.appraise(),
            Status::Open => -game.appraise(),
        })
    }

    /// Searches all moves to a depth and puts the best first.
    fn root<G: Appraised>(
        &mut self,
        game: &mut G,
        ranked: &mut [(i32, G::Move)],
        depth: u32,
    ) -> Result<i32, Stopped> {
        let mut best = -2 * WON;
        let mut at = 0;
        for (number, &(_, m)) in ranked.iter().enumerate() {
            let score = self.after(game, m, depth, best, 2 * WON)?;
            if score.is_some_and(|score| score > best) {
                (best, at) = (score.unwrap_or(best), number);
            }
        }
        ranked[..=at].rotate_right(1);
        Ok(best)
    }

    /// The score of a move for its mover; `None` if it is illegal.
    fn after<G: Appraised>(
        &mut self,
        game: &mut G,
        m: G::Move,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<Option<i32>, Stopped> {
        if depth <= 1 {
            self.look()?;
            return Ok(self.glance(game, m));
        }
        let mover = game.to_move();
        let score = try_move(game, m, |game, status| match status {
            Status::Over(outcome) => Ok(score_of(outcome, mover)),
            Status::Open => {
                let same = game.to_move() == mover;
                let (low, high) = if same { (alpha, beta) } else { (-beta, -alpha) };
                let score = self.search(game, depth - 1, low, high)?;
                // A win a move further away is worth a little less.
                let score = score - score.signum() * i32::from(score.abs() > WON / 2);
                Ok(if same { score } else { -score })
            }
        });
        score.transpose()
    }

    /// The score of a position for the player to move.
    fn search<G: Appraised>(
        &mut self,
        game: &mut G,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.nodes += 1;
        self.look()?;
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mut best = None;
        for m in moves {
            let Some(score) = self.after(game, m, depth, alpha, beta)? else {
                continue;
            };
            best = best.max(Some(score));
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        Ok(best.unwrap_or_else(|| score_of(game.outcome_when_stuck(), game.to_move())))
    }
}

/// The score of a finished game for a player.
fn score_of(outcome: Outcome, player: Player) -> i32 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == player => WON,
        Outcome::Win(_) => -WON,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use yomikiri_game::{Game, Played};

    /// A game of many moves that throws a switch when it is appraised for the 10,000th time.
    #[derive(Clone)]
    struct Wide {
        played: u32,
        appraised: Arc<AtomicU64>,
        stop: Stop,
    }

    const MOVES: u32 = 2000;
    const ENOUGH: u64 = 10_000;

    impl Game for Wide {
        type Move = u32;
        type Undo = ();

        fn to_move(&self) -> Player {
            if self.played.is_multiple_of(2) { Player::First } else { Player::Second }
        }

        fn moves(&self, moves: &mut Vec<u32>) {
            moves.extend(0..MOVES);
        }

        fn play(&mut self, _: u32) -> Played<()> {
            self.played += 1;
            Played::Open(())
        }

        fn undo(&mut self, (): ()) {
            self.played -= 1;
        }

        fn outcome_when_stuck(&self) -> Outcome {
            Outcome::Draw
        }

        fn progress(&self) -> u32 {
            self.played
        }
    }

    impl Appraised for Wide {
        fn appraise(&self) -> i32 {
            if self.appraised.fetch_add(1, Relaxed) == ENOUGH {
                self.stop.request();
            }
            0
        }
    }

    #[test]
    fn a_stop_is_noticed_where_moves_are_only_glanced_at() {
        let game = Wide { played: 0, appraised: Arc::default(), stop: Stop::new() };
        let considered = consider(&game, 4, &game.stop).expect("there are moves");
        assert!(considered.depth < 4, "it was not stopped");
        let late = game.appraised.load(Relaxed) - ENOUGH;
        assert!(late <= 2 * BETWEEN_LOOKS, "{late} positions after the switch was thrown");
    }

    #[test]
    fn a_move_is_chosen_even_if_there_is_no_time() {
        let game = Wide { played: 0, appraised: Arc::default(), stop: Stop::new() };
        game.stop.request();
        let considered = consider(&game, 4, &game.stop).expect("there are moves");
        assert_eq!(considered.depth, 1);
        assert!(considered.nodes <= u64::from(MOVES) + 1);
    }
}
