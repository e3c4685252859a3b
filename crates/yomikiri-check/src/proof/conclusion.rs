//! What several proofs say together.
//!
//! A large game is proved in pieces: each proof is about a position after some moves. This module puts the pieces
//! together. From the position at which all of them begin it plays the few moves to the claims, by the rules of the
//! referee: a statement holds where a claim says so; where the prover is to move and one move leads to such a position;
//! and where the opponent is to move and every reply does. No position is believed for its hash: claims are found by exact
//! canonical bytes.
//!
//! If something is missing, it says what: the pieces that are still to be proved.
//!
//! Rejected: one large file with a claim about the start. It would have to be written again with every new piece, and
//! whoever has half of the pieces could not use them.

use super::boards::{canonical, legal_moves};
use super::check::{Proven, claimed};
use super::failure::Failure;
use super::header::Claim;
use super::statement::Statement;
use crate::referee::{Outcome, Played, Player, Referee};
use std::collections::{HashMap, HashSet};

/// So many positions are looked at on the way to the claims. Pieces are few moves away from the start.
const MOST_POSITIONS: usize = 200_000;

/// What proofs say together of the position at which their moves begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conclusion {
    /// The usual name of the game.
    pub game: String,
    /// The text that describes the game, if its name does not.
    pub definition: Option<String>,
    /// The position, if it is not the start of the game.
    pub from: Option<String>,
    /// The statement.
    pub statement: Statement,
    /// The pieces that are missing, as moves to positions; none if the statement holds. `None` if the claims are too many
    /// moves away to be put together.
    pub missing: Option<Vec<Vec<String>>>,
}

impl Conclusion {
    /// Whether another one is about the same position.
    #[must_use]
    pub fn is_about_the_same(&self, other: &Self) -> bool {
        (&self.game, &self.definition, &self.from) == (&other.game, &other.definition, &other.from)
    }

    /// Whether the statement follows from the proofs.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.missing.as_ref().is_some_and(Vec::is_empty)
    }
}

/// Puts together proofs that begin at the same position of the same game. There is a conclusion for every statement that is
/// claimed of any position.
pub(super) fn conclude_game<G: Referee>(proofs: &[&Proven]) -> Result<Vec<Conclusion>, Failure> {
    let Some(Proven { spelt_out, game, definition, from, origin, .. }) = proofs.first().copied() else {
        return Ok(Vec::new());
    };
    // All of them were checked, so this is no news.
    let wrong = |why| Failure::Header { line: 1, why };
    let mut start = G::start(spelt_out, definition.as_deref()).map_err(wrong)?;
    if let Some(origin) = origin {
        start.set_position(origin).map_err(wrong)?;
    }
    let mut conclusions = Vec::new();
    for statement in Statement::ALL {
        let claims = proofs.iter().flat_map(|proof| &proof.claims);
        let claims: Vec<&Claim> = claims.filter(|claim| claim.statement == statement).collect();
        if claims.is_empty() {
            continue;
        }
        let mut assembly = Assembly { statement, claimed: HashSet::new(), seen: HashMap::new() };
        for claim in &claims {
            let board = claimed(&start, claim, 0)?;
            assembly.claimed.insert(canonical(&board));
        }
        let depth = claims.iter().map(|claim| claim.moves.len()).max().unwrap_or(0);
        let missing = assembly.missing(&mut start.clone(), depth).map(Missing::paths);
        let (game, definition, from) = (game.clone(), definition.clone(), from.clone());
        conclusions.push(Conclusion { game, definition, from, statement, missing });
    }
    Ok(conclusions)
}

/// The claims of one statement, and what follows from them.
struct Assembly {
    statement: Statement,
    claimed: HashSet<Vec<u8>>,
    /// What is missing below positions, by the moves that are left to play.
    seen: HashMap<(Vec<u8>, usize), Missing>,
}

/// What is missing for a statement to hold at a position.
#[derive(Clone)]
enum Missing {
    /// So many positions, at the ends of these paths. An empty list: it holds.
    Pieces {
        paths: Vec<(Vec<u8>, Vec<String>)>,
        /// Whether a claim was of use.
        supported: bool,
    },
    /// The statement is wrong here: nothing can be proved.
    Refuted,
}

impl Missing {
    fn nothing(supported: bool) -> Self {
        Self::Pieces { paths: Vec::new(), supported }
    }

    fn paths(self) -> Vec<Vec<String>> {
        match self {
            Self::Pieces { paths, .. } => paths.into_iter().map(|(_, path)| path).collect(),
            Self::Refuted => vec![Vec::new()],
        }
    }

    /// The better the less is missing; a way on which something is proved already before one on which nothing is.
    fn order(&self) -> (u8, usize) {
        match self {
            Self::Pieces { paths, .. } if paths.is_empty() => (0, 0),
            Self::Pieces { paths, supported: true } => (1, paths.len()),
            Self::Pieces { paths, supported: false } => (2, paths.len()),
            Self::Refuted => (3, 0),
        }
    }

    /// The same, seen from one move before.
    fn after(self, text: &str) -> Self {
        match self {
            Self::Pieces { mut paths, supported } => {
                for (_, path) in &mut paths {
                    path.insert(0, text.to_owned());
                }
                Self::Pieces { paths, supported }
            }
            Self::Refuted => Self::Refuted,
        }
    }
}

impl Assembly {
    /// What is missing at a position if claims are at most `depth` moves away. `None` if there are too many positions.
    fn missing<G: Referee>(&mut self, board: &mut G, depth: usize) -> Option<Missing> {
        let position = canonical(board);
        if self.claimed.contains(&position) {
            return Some(Missing::nothing(true));
        }
        let key = (position, depth);
        if let Some(known) = self.seen.get(&key) {
            // The paths of an image would be written differently here.
            if !matches!(known, Missing::Pieces { paths, .. } if !paths.is_empty()) {
                return Some(known.clone());
            }
        }
        if self.seen.len() >= MOST_POSITIONS {
            return None;
        }
        let found = if board.to_move() == self.statement.prover() {
            self.provers_turn(board, depth)?
        } else {
            self.opponents_turn(board, depth)?
        };
        let found = match found {
            // Nothing is proved below: it is one piece, however many moves there are.
            Missing::Pieces { paths, supported: false } if !paths.is_empty() => {
                Missing::Pieces { paths: vec![(key.0.clone(), Vec::new())], supported: false }
            }
            found => found,
        };
        self.seen.insert(key, found.clone());
        Some(found)
    }

    /// What is missing after a move, seen from before it.
    fn missing_after<G: Referee>(&mut self, board: &mut G, code: u32, depth: usize) -> Option<Missing> {
        let text = board.move_text(code);
        board.play(code);
        let found = self.missing(board, depth);
        board.undo();
        found.map(|found| found.after(&text))
    }

    fn provers_turn<G: Referee>(&mut self, board: &mut G, depth: usize) -> Option<Missing> {
        let mut best: Option<Missing> = None;
        let moves = legal_moves(board);
        if moves
            .iter()
            .any(|&(_, played)| matches!(played, Played::Over(outcome) if self.statement.wants(outcome)))
        {
            return Some(Missing::nothing(false));
        }
        if moves.is_empty() {
            return Some(self.stuck(board));
        }
        if depth == 0 {
            return Some(self.unknown(board));
        }
        for (code, played) in moves {
            if played != Played::Open {
                continue;
            }
            let found = self.missing_after(board, code, depth - 1)?;
            if best.as_ref().is_none_or(|best| found.order() < best.order()) {
                best = Some(found);
            }
        }
        Some(best.unwrap_or(Missing::Refuted))
    }

    fn opponents_turn<G: Referee>(&mut self, board: &mut G, depth: usize) -> Option<Missing> {
        let moves = legal_moves(board);
        if moves
            .iter()
            .any(|&(_, played)| matches!(played, Played::Over(outcome) if !self.statement.wants(outcome)))
        {
            return Some(Missing::Refuted);
        }
        if moves.is_empty() {
            return Some(self.stuck(board));
        }
        if moves.iter().all(|&(_, played)| played != Played::Open) {
            return Some(Missing::nothing(false));
        }
        if depth == 0 {
            return Some(self.unknown(board));
        }
        let (mut all, mut any) = (Vec::<(Vec<u8>, Vec<String>)>::new(), false);
        for (code, played) in moves {
            if played != Played::Open {
                continue;
            }
            match self.missing_after(board, code, depth - 1)? {
                Missing::Refuted => return Some(Missing::Refuted),
                Missing::Pieces { paths, supported } => {
                    any |= supported;
                    for piece in paths {
                        // Replies that symmetry makes equal are one.
                        if all.iter().all(|(position, _)| *position != piece.0) {
                            all.push(piece);
                        }
                    }
                }
            }
        }
        Some(Missing::Pieces { paths: all, supported: any })
    }

    fn stuck<G: Referee>(&self, board: &G) -> Missing {
        if self.statement.wants(board.stuck()) { Missing::nothing(false) } else { Missing::Refuted }
    }

    fn unknown<G: Referee>(&self, board: &G) -> Missing {
        Missing::Pieces { paths: vec![(canonical(board), Vec::new())], supported: false }
    }
}

/// Who wins where these statements hold, if they say so.
#[must_use]
pub fn verdict(holds: impl Fn(Statement) -> bool) -> Option<Outcome> {
    let can = |player| holds(Statement { player, can_win: true });
    let cannot = |player| holds(Statement { player, can_win: false });
    match Player::BOTH.into_iter().find(|&player| can(player)) {
        Some(winner) => Some(Outcome::Win(winner)),
        None => Player::BOTH.into_iter().all(cannot).then_some(Outcome::Draw),
    }
}
