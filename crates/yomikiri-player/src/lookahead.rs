//! Alpha-beta search with the appraisal of Trax: an estimate, against the clock.
//!
//! Iterative deepening with a table. The look ahead of the game ([`Tactics::sift`]) shows at every node which moves end
//! it and which let the opponent end it, so that a search of one move sees wins of three plies; and it has every child
//! on the board, where it is appraised, which orders the moves. Late moves are searched less deep first.
//!
//! A child in which the player to move is under attack is searched a move deeper: most of his moves lose at once, so
//! that costs next to nothing.
//!
//! Rejected: [`yomikiri_search::consider`], which serves any game: it plays every move twice and orders only the root.

use std::ops::ControlFlow;
use yomikiri_game::{Aim, Appraised, Canonical, Game, Outcome, Prospect, Stop, Tactics};
use yomikiri_trax::{Position, Turn};

/// A score no appraisal reaches: the game is won. Sooner wins score more.
pub(crate) const WON: i32 = 1_000_000;
/// Scores beyond this are wins or losses.
const DECIDED: i32 = WON / 2;
/// How many moves are searched in full depth before others are searched less deep.
const FULL_DEPTH_MOVES: usize = 8;
/// How often a line may be searched deeper because a player is under attack.
const MOST_EXTENSIONS: u32 = 6;
/// Nodes from one look at the switch to the next.
const BETWEEN_LOOKS: u64 = 64;
/// Entries of the table: a power of two.
const ENTRIES: usize = 1 << 17;

/// What a look ahead says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The moves that were asked about, the best first. Only the first is sure to be ordered right.
    pub ranked: Vec<Turn>,
    /// How good the best looks for the mover.
    pub score: i32,
    /// Whether it wins by force, or every move loses by force.
    pub decided: Option<bool>,
    /// The line that is expected, as far as it is known.
    pub line: Vec<Turn>,
    /// The depth that was finished.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
}

/// Ranks moves of a position, looking so many moves ahead or until it is asked to stop; `None` if there is none. One
/// move ahead is looked in any case.
#[must_use]
pub fn look_ahead(position: &Position, moves: &[Turn], depth: u32, stop: &Stop) -> Option<Estimate> {
    let mut looking = LookAhead::new(position, moves, stop)?;
    while looking.depth() < depth && looking.deepen() {}
    looking.estimate()
}

/// A look ahead that goes on step by step.
pub(crate) struct LookAhead<'a> {
    search: Search<'a>,
    position: Position,
    ranked: Vec<(i32, Turn)>,
    score: i32,
    depth: u32,
}

impl<'a> LookAhead<'a> {
    /// Looks one move ahead; `None` if there is no move.
    pub(crate) fn new(position: &Position, moves: &[Turn], stop: &'a Stop) -> Option<Self> {
        let mut position = position.clone();
        let table = vec![Entry::default(); ENTRIES];
        let mut search =
            Search { stop, nodes: 0, next_look: 0, table, killers: Vec::new(), is_patient: true };
        let mut ranked: Vec<(i32, Turn)> = moves.iter().map(|&turn| (0, turn)).collect();
        let score = search.root(&mut position, &mut ranked, 1).ok()?;
        // The first look orders all moves; a later one only finds the best.
        ranked.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        search.is_patient = false;
        (!ranked.is_empty()).then_some(Self { search, position, ranked, score, depth: 1 })
    }

    /// How far ahead it has looked.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// Looks a move further; gives whether that was of use and finished in time.
    pub(crate) fn deepen(&mut self) -> bool {
        if self.score.abs() > DECIDED || self.ranked.len() < 2 {
            return false;
        }
        let mut deeper = self.ranked.clone();
        let Ok(best) = self.search.root(&mut self.position, &mut deeper, self.depth + 1) else {
            return false;
        };
        (self.score, self.ranked, self.depth) = (best, deeper, self.depth + 1);
        true
    }

    /// The best move, if one is left.
    pub(crate) fn best(&self) -> Option<Turn> {
        self.ranked.first().map(|&(_, turn)| turn)
    }

    /// Leaves the best move out from now on.
    pub(crate) fn drop_best(&mut self) {
        self.ranked.remove(0);
        self.score = self.ranked.first().map_or(0, |&(score, _)| score);
    }

    /// What it says now; `None` if no move is left.
    pub(crate) fn estimate(&mut self) -> Option<Estimate> {
        let best = self.ranked.first()?.1;
        Some(Estimate {
            score: self.score,
            decided: (self.score.abs() > DECIDED).then_some(self.score > 0),
            line: self.search.line(&mut self.position.clone(), best, self.depth),
            ranked: self.ranked.iter().map(|&(_, turn)| turn).collect(),
            depth: self.depth,
            nodes: self.search.nodes,
        })
    }
}

/// The search was asked to stop.
struct Stopped;

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    best: Option<Turn>,
    score: i32,
    depth: u8,
    bound: Bound,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Bound {
    #[default]
    Exact,
    AtLeast,
    AtMost,
}

struct Search<'a> {
    stop: &'a Stop,
    nodes: u64,
    next_look: u64,
    table: Vec<Entry>,
    killers: Vec<[Option<Turn>; 2]>,
    /// Whether the switch is not looked at.
    is_patient: bool,
}

/// A move at a node, with what was seen of it.
#[derive(Clone, Copy)]
struct Candidate {
    turn: Turn,
    /// How the position after it looks for the mover.
    look: i32,
    /// Whether it attacks: the mover would win with his next move.
    attacks: bool,
}

/// The moves of a node.
enum Node {
    /// The mover wins at once, by this move.
    Won(Turn),
    /// Moves after which the game goes on, and the best score of those that end it or let the opponent do so.
    Open { candidates: Vec<Candidate>, ended: Option<(i32, Turn)> },
}

impl Search<'_> {
    fn look(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes < self.next_look || self.is_patient {
            return Ok(());
        }
        self.next_look = self.nodes + BETWEEN_LOOKS;
        if self.stop.is_requested() { Err(Stopped) } else { Ok(()) }
    }

    /// Searches these moves and puts the best first.
    fn root(
        &mut self,
        position: &mut Position,
        ranked: &mut [(i32, Turn)],
        depth: u32,
    ) -> Result<i32, Stopped> {
        let node = expand(position);
        let mut best = -2 * WON;
        let mut at = 0;
        for (number, (rank, turn)) in ranked.iter_mut().enumerate() {
            let turn = *turn;
            let score = match &node {
                Node::Won(winning) if *winning == turn => WON,
                Node::Won(_) => -WON / 4,
                Node::Open { candidates, .. } => {
                    match candidates.iter().find(|candidate| candidate.turn == turn) {
                        // It ends the game, or lets the opponent end it.
                        None => ended_score(position, turn).unwrap_or(-2 * WON),
                        Some(candidate) => {
                            let alpha = if depth == 1 { -2 * WON } else { best };
                            self.child(position, *candidate, depth, alpha, 2 * WON, 0, 0)?
                        }
                    }
                }
            };
            *rank = score;
            if score > best {
                (best, at) = (score, number);
            }
        }
        ranked[..=at].rotate_right(1);
        Ok(best)
    }

    /// The score of a move for its mover.
    #[allow(clippy::too_many_arguments)]
    fn child(
        &mut self,
        position: &mut Position,
        candidate: Candidate,
        depth: u32,
        alpha: i32,
        beta: i32,
        ply: u32,
        extensions: u32,
    ) -> Result<i32, Stopped> {
        let extends = candidate.attacks && extensions < MOST_EXTENSIONS;
        let depth = if extends { depth } else { depth - 1 };
        if depth == 0 {
            self.look()?;
            return Ok(candidate.look);
        }
        let yomikiri_game::Played::Open(token) = position.play(candidate.turn) else {
            unreachable!("the look ahead saw that the game goes on");
        };
        let score = self.search(position, depth, -beta, -alpha, ply + 1, extensions + u32::from(extends));
        position.undo(token);
        Ok(-score?)
    }

    /// The score of a position for the player to move, who has no immediate win but may be under attack.
    fn search(
        &mut self,
        position: &mut Position,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        ply: u32,
        extensions: u32,
    ) -> Result<i32, Stopped> {
        self.look()?;
        let key = position.quick_key();
        let slot = key as usize & (ENTRIES - 1);
        let known = self.table[slot];
        let mut first = None;
        if known.key == key {
            first = known.best;
            let score = known.score;
            let fits = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if u32::from(known.depth) >= depth && fits {
                return Ok(score);
            }
        }
        let (mut candidates, ended) = match expand(position) {
            Node::Won(_) => return Ok(WON - ply as i32),
            Node::Open { candidates, ended } => (candidates, ended),
        };
        let lost = |ended: Option<(i32, Turn)>| match ended {
            Some((0, _)) => 0,
            Some(_) => -(WON - ply as i32 - 1),
            None => -2 * WON,
        };
        let mut best = lost(ended);
        if candidates.is_empty() {
            let stuck = || score_of(position.outcome_when_stuck(), position);
            return Ok(if ended.is_none() { stuck() } else { best });
        }
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        candidates.sort_by_key(|candidate| {
            let is_first = first == Some(candidate.turn);
            let is_killer = killers.contains(&Some(candidate.turn));
            std::cmp::Reverse((is_first, is_killer, candidate.look))
        });
        let (mut best_turn, before) = (None, alpha);
        for (number, &candidate) in candidates.iter().enumerate() {
            let floor = alpha.max(best);
            let reduced = number >= FULL_DEPTH_MOVES && depth >= 2 && !candidate.attacks;
            let mut score = if number == 0 {
                self.child(position, candidate, depth, floor, beta, ply, extensions)?
            } else {
                let depth = depth - u32::from(reduced);
                self.child(position, candidate, depth, floor, floor + 1, ply, extensions)?
            };
            if number > 0 && score > floor && (score < beta || reduced) {
                score = self.child(position, candidate, depth, floor, beta, ply, extensions)?;
            }
            if score > best {
                (best, best_turn) = (score, Some(candidate.turn));
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                self.favour(candidate.turn, ply);
                break;
            }
        }
        let bound = if best <= before {
            Bound::AtMost
        } else if best >= beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        };
        // The distance of a win depends on the way here, so scores of decided positions are not kept.
        if best.abs() < DECIDED {
            self.table[slot] = Entry { key, best: best_turn, score: best, depth: depth as u8, bound };
        }
        Ok(best)
    }

    fn favour(&mut self, turn: Turn, ply: u32) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let [first, second] = &mut self.killers[ply];
        if *first != Some(turn) {
            *second = first.replace(turn);
        }
    }

    /// The line that begins with a move, as far as the table knows it.
    fn line(&self, position: &mut Position, first: Turn, depth: u32) -> Vec<Turn> {
        let mut line = Vec::new();
        let mut tokens = Vec::new();
        let mut next = Some(first);
        while let Some(turn) = next.take() {
            line.push(turn);
            let yomikiri_game::Played::Open(token) = position.play(turn) else {
                // The last move of a game needs no taking back in the copy that this is.
                return line;
            };
            tokens.push(token);
            let key = position.quick_key();
            let entry = self.table[key as usize & (ENTRIES - 1)];
            if entry.key == key && line.len() < depth as usize {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                next = entry.best.filter(|best| moves.contains(best));
            }
        }
        line
    }
}

/// Looks at the moves of a position.
fn expand(position: &mut Position) -> Node {
    let mover = position.to_move();
    let mut candidates = Vec::new();
    let mut ended: Option<(i32, Turn)> = None;
    let mut won = None;
    position.sift([Aim::Win; 2], &mut |child: &mut Position, turn: Turn, prospect: Prospect| {
        match prospect {
            Prospect::Over(Outcome::Win(winner)) if winner == mover => {
                won = Some(turn);
                return ControlFlow::Break(());
            }
            Prospect::Over(Outcome::Draw) => ended = Some((0, turn)),
            Prospect::Over(Outcome::Win(_)) | Prospect::Settled(_) => {
                ended = ended.or(Some((-1, turn)));
            }
            Prospect::Open(outlook) => {
                let look = -child.appraise();
                candidates.push(Candidate { turn, look, attacks: outlook.threatened });
            }
        }
        ControlFlow::Continue(())
    });
    match won {
        Some(turn) => Node::Won(turn),
        None => Node::Open { candidates, ended },
    }
}

/// The score of a move that ends the game or lets the opponent do so; `None` if it is illegal.
fn ended_score(position: &mut Position, turn: Turn) -> Option<i32> {
    let mover = position.to_move();
    yomikiri_game::try_move(position, turn, |_, status| match status {
        yomikiri_game::Status::Over(Outcome::Draw) => 0,
        yomikiri_game::Status::Over(Outcome::Win(winner)) if winner == mover => WON,
        _ => -WON + 1,
    })
}

/// The score of a finished game for the player to move.
fn score_of(outcome: Outcome, position: &Position) -> i32 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == position.to_move() => WON,
        Outcome::Win(_) => -WON,
    }
}
