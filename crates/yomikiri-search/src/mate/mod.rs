//! Mate problems: the shortest forced win of the player to move.
//!
//! In many games a win is forced by a run of threats, each leaving the opponent only the few replies that stop it.
//! [`find_mate`] first follows threats alone, which is fast and finds most mates; then it makes sure, by the
//! full search up to that length, that no quiet move wins sooner, or wins where threats do not.
//!
//! | module | what it holds |
//! |---|---|
//! | `sight` | how threats are seen: the exact look, and the paper's methods |
//! | `search` | the search with a limit on the length, and its table |
//! | `solution` | all winning first moves, and the principal line |

mod search;
mod sight;
mod solution;

use crate::mate::search::MateSearch;
use crate::table::MINIMUM_MEMORY;
use crate::watch::{Limits, Monitor, Statistics, StopReason, Watch};
pub use search::{LONGEST_MATE, MateTable, Mateable, Scope};
pub use sight::Detector;

/// Which searches are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Threats alone.
    Threats,
    /// All moves, shorter lengths first.
    Full,
    /// Threats first, then all moves. Both limits are on the nodes of the latter; `None`: as many as it takes.
    Both {
        /// If threats find a mate, for a shorter one.
        shorter_nodes: Option<u64>,
        /// If they do not, for any.
        full_nodes: Option<u64>,
    },
}

/// Everything that may be chosen.
#[derive(Clone, Copy, Debug)]
pub struct MateOptions {
    /// The longest mate looked for, at most [`LONGEST_MATE`].
    pub max_plies: u32,
    /// How threats are seen.
    pub detector: Detector,
    /// Which searches are made.
    pub effort: Effort,
    /// Whether all winning first moves are wanted, not just those of the shortest length that the search has
    /// come by.
    pub all: bool,
    /// When to give up.
    pub limits: Limits,
}

impl Default for MateOptions {
    fn default() -> Self {
        Self {
            max_plies: 11,
            detector: Detector::Exact,
            effort: Effort::Both { shorter_nodes: None, full_nodes: None },
            all: false,
            limits: Limits::default(),
        }
    }
}

/// A mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundMate<M> {
    /// Its length in plies: 1 wins at once.
    pub plies: u32,
    /// What found it: threats alone, or the search of all moves.
    pub by: Scope,
    /// Whether it is known that there is no shorter one, among all moves (or, if only threats were looked at,
    /// among threats).
    pub is_shortest: bool,
    /// First moves that win in `plies`.
    pub first_moves: Vec<M>,
    /// Others that win later, if they were asked for.
    pub longer_wins: Vec<LongerWin<M>>,
    /// If all winning first moves were asked for, those of which it is not known whether they win within the
    /// limit.
    pub undecided: Vec<M>,
    /// Best play of both to the end.
    pub line: Vec<M>,
}

impl<M> FoundMate<M> {
    fn new(plies: u32, by: Scope, first_moves: Vec<M>) -> Self {
        Self {
            plies,
            by,
            is_shortest: true,
            first_moves,
            longer_wins: Vec::new(),
            undecided: Vec::new(),
            line: Vec::new(),
        }
    }
}

/// A first move that wins, but not soonest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongerWin<M> {
    /// The move.
    pub m: M,
    /// How long the win takes, in plies.
    pub plies: u32,
}

/// What the search says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateAnswer<M> {
    /// The player to move wins.
    Mate(FoundMate<M>),
    /// There is no mate within the limit on the length, by the moves looked at.
    NoMate,
    /// The search ended before it knew.
    Unknown(StopReason),
}

/// The answer and what it cost.
#[derive(Clone, Debug)]
pub struct MateReport<M> {
    /// The answer.
    pub answer: MateAnswer<M>,
    /// The cost.
    pub statistics: Statistics,
}

impl<M> MateReport<M> {
    /// The mate, if there is one.
    #[must_use]
    pub fn mate(&self) -> Option<&FoundMate<M>> {
        match &self.answer {
            MateAnswer::Mate(mate) => Some(mate),
            MateAnswer::NoMate | MateAnswer::Unknown(_) => None,
        }
    }
}

/// Looks for the shortest mate of the player to move. The game is left as it was. The table may have served
/// for other positions of the same game with the same way of seeing threats.
pub fn find_mate<G: Mateable>(
    game: &mut G,
    options: &MateOptions,
    table: &MateTable,
    monitor: &Monitor,
) -> MateReport<G::Move> {
    let mut watch = Watch::new(options.limits, monitor);
    let result = find(game, options, table, &mut watch);
    let answer = match result {
        Ok(Some(mate)) => MateAnswer::Mate(mate),
        Ok(None) => MateAnswer::NoMate,
        Err(reason) => MateAnswer::Unknown(reason),
    };
    MateReport { answer, statistics: watch.finish() }
}

fn find<G: Mateable>(
    game: &mut G,
    options: &MateOptions,
    table: &MateTable,
    watch: &mut Watch<'_>,
) -> Result<Option<FoundMate<G::Move>>, StopReason> {
    let max_plies = options.max_plies.min(LONGEST_MATE);
    let attacker = game.to_move();
    let mut search = MateSearch::new(attacker, options.detector, table, watch);

    let mut found = None;
    if options.effort != Effort::Full
        && let Some(plies) = search.shortest(game, max_plies, Scope::Threats, 0)?
    {
        let first_moves = search.first_moves(game, plies, Scope::Threats);
        found = Some(FoundMate::new(plies, Scope::Threats, first_moves));
    }
    let (scope, full_nodes) = match options.effort {
        Effort::Threats => (Scope::Threats, None),
        Effort::Full => (Scope::Full, None),
        Effort::Both { shorter_nodes, .. } if found.is_some() => (Scope::Full, shorter_nodes),
        Effort::Both { full_nodes, .. } => (Scope::Full, full_nodes),
    };
    if scope == Scope::Full {
        let limit = found.as_ref().map_or(max_plies, |mate| mate.plies - 1);
        let shorter = search.within_nodes(full_nodes, |search| {
            let plies = search.shortest(game, limit, Scope::Full, 0)?;
            Ok(plies.map(|plies| {
                let first_moves = search.first_moves(game, plies, Scope::Full);
                FoundMate::new(plies, Scope::Full, first_moves)
            }))
        });
        match (shorter, &mut found) {
            (Ok(Some(shorter)), _) => found = Some(shorter),
            (Ok(None), _) => {}
            (Err(_), Some(mate)) => mate.is_shortest = false,
            (Err(reason), None) => return Err(reason),
        }
    }
    if let Some(mate) = &mut found {
        if options.detector.is_complete() {
            search.follow(game, mate.plies, mate.by, 0, &mut mate.line)?;
        } else {
            // What was seen once may be overlooked the next time. But a mate that was found is one, so whoever
            // tries everything, and has heard nothing of what others overlooked, finds his way to the end.
            let table = MateTable::new(MINIMUM_MEMORY).map_err(|_| StopReason::Memory)?;
            let mut thorough = MateSearch::new(attacker, Detector::Trial, &table, search.watch);
            thorough.follow(game, mate.plies, mate.by, 0, &mut mate.line)?;
        }
        // If the limits were too tight to see which moves win, the first of the line is one.
        if let Some(first) = mate.line.first().filter(|first| !mate.first_moves.contains(first)) {
            mate.first_moves.insert(0, *first);
        }
        if options.all {
            let nodes = match options.effort {
                Effort::Both { full_nodes, .. } => full_nodes,
                Effort::Threats | Effort::Full => None,
            };
            search.within_nodes(nodes, |search| search.complete(game, mate, scope, max_plies));
        }
    }
    Ok(found)
}
