//! Alpha-beta search for play against the clock: no proof, but a sound move.
//!
//! Iterative deepening; at every depth the best move of the one before is tried first. A move counts as a win or a
//! loss only where the game is over, so that a win that is reported is one. When the time is up, the result of the last
//! depth that was finished stands.

use yomikiri_game::{Appraised, Duration, Instant, Outcome, Player, Status, try_move};

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

struct Search {
    deadline: Instant,
    nodes: u64,
}

/// The time is up.
struct OutOfTime;

/// Chooses a move within a time (or somewhat more, if even the first depth takes longer) and a depth; `None` if there
/// is no legal move.
pub fn consider<G: Appraised>(game: &G, time: Duration, depth: u32) -> Option<Considered<G::Move>> {
    let mut game = game.clone();
    let started = Instant::now();
    let mut search = Search { deadline: started + time, nodes: 0 };
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

impl Search {
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
    ) -> Result<i32, OutOfTime> {
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
    ) -> Result<Option<i32>, OutOfTime> {
        if depth <= 1 {
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
    ) -> Result<i32, OutOfTime> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) && Instant::now() >= self.deadline {
            return Err(OutOfTime);
        }
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
