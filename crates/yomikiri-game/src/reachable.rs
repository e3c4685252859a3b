//! How many different positions can be reached.

use crate::{Canonical, Key, Status, try_moves};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// The positions that can be reached; symmetric ones count once, finished games count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reachable {
    /// By the number of moves, the start first. A position that can be reached in different numbers of moves counts
    /// at each of them.
    pub by_ply: Vec<u64>,
    /// All together, each once.
    pub total: u64,
}

/// Counts what can be reached in at most `plies` moves (without a limit: to the end), or gives `None` if `go_on`, asked
/// now and then with the number of positions so far, says no.
///
/// ```
/// use yomikiri_game::{reachable, samples::Mnk};
/// let all = reachable(&mut Mnk::new(3, 3, 3), None, &mut |_| true);
/// assert_eq!(all.map(|all| all.total), Some(765));
/// ```
pub fn reachable<G: Canonical>(
    game: &mut G,
    plies: Option<u32>,
    go_on: &mut dyn FnMut(u64) -> bool,
) -> Option<Reachable> {
    let mut search =
        Walk { by_ply: Vec::new(), all: HashSet::new(), limit: plies.unwrap_or(u32::MAX), go_on };
    if search.is_new(game.key(), 0)? {
        search.from(game, 0)?;
    }
    let by_ply: Vec<u64> = search.by_ply.iter().map(|keys| keys.len() as u64).collect();
    Some(Reachable { by_ply, total: search.all.len() as u64 })
}

struct Walk<'a> {
    by_ply: Vec<HashSet<Key>>,
    all: HashSet<Key>,
    limit: u32,
    go_on: &'a mut dyn FnMut(u64) -> bool,
}

impl Walk<'_> {
    /// Notes a position. Whether it has not been seen after so many moves, or `None` to stop.
    fn is_new(&mut self, key: Key, ply: usize) -> Option<bool> {
        if self.by_ply.len() == ply {
            self.by_ply.push(HashSet::new());
        }
        let is_new = self.by_ply[ply].insert(key);
        if self.all.insert(key)
            && self.all.len().is_multiple_of(1 << 12)
            && !(self.go_on)(self.all.len() as u64)
        {
            return None;
        }
        Some(is_new)
    }

    fn from<G: Canonical>(&mut self, game: &mut G, ply: usize) -> Option<()> {
        if ply as u64 >= u64::from(self.limit) {
            return Some(());
        }
        let stopped = try_moves(game, |game, _, status| {
            let goes_on = match self.is_new(game.key(), ply + 1) {
                Some(true) if status == Status::Open => self.from(game, ply + 1).is_some(),
                Some(_) => true,
                None => false,
            };
            if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        stopped.is_continue().then_some(())
    }
}
