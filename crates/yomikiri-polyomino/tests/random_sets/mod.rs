//! Random positional games as files have them, and their rules played by definition. The tests of other crates include it.

use std::collections::BTreeSet;
use yomikiri_game::SplitMix64;

/// A positional game as its file has it, and its rules played by definition.
pub struct Plain {
    cells: usize,
    pub first: BTreeSet<usize>,
    sets: [Vec<BTreeSet<usize>>; 2],
    owned: [BTreeSet<usize>; 2],
    /// The player of each time.
    times: Vec<usize>,
}

impl Plain {
    pub fn random(random: &mut SplitMix64) -> Self {
        let cells = 3 + random.below(5);
        let mut owned = [BTreeSet::new(), BTreeSet::new()];
        for cell in 0..cells {
            match random.below(8) {
                0 => owned[0].insert(cell),
                1 => owned[1].insert(cell),
                _ => false,
            };
        }
        let free: Vec<_> = (0..cells).filter(|cell| !owned.iter().any(|own| own.contains(cell))).collect();
        let mut first = BTreeSet::new();
        for _ in 0..random.below(3) {
            first.extend(free.get(random.below(cells)));
        }
        let mut sets = [Vec::new(), Vec::new()];
        for (player, sets) in sets.iter_mut().enumerate() {
            for _ in 0..random.below(6) {
                let set: BTreeSet<_> = (0..1 + random.below(4)).map(|_| random.below(cells)).collect();
                // Nobody has won at the start.
                if !set.is_subset(&owned[player]) && !sets.contains(&set) {
                    sets.push(set);
                }
            }
        }
        let alternating = random.below(2) == 0;
        let times = 0..random.below(free.len() + 1);
        let times = times.map(|time| if alternating { time % 2 } else { random.below(2) }).collect();
        Self { cells, first, sets, owned, times }
    }

    /// The file.
    pub fn text(&self) -> String {
        let names =
            |cells: &BTreeSet<usize>| cells.iter().map(|cell| format!("c{cell} ")).collect::<String>();
        let times = |player| {
            let own = self.times.iter().enumerate().filter(move |(_, of)| player == 2 || **of == player);
            own.map(|(at, _)| format!("t{at} ")).collect::<String>()
        };
        let sets = |player: usize| self.sets[player].iter().map(|set| names(set) + "\n").collect::<String>();
        format!(
            "#version\n1.0\n#positions\n{}\n#blackinitials\n{}\n#whiteinitials\n{}\n#times\n{}\n#blackturns\n{}\n#blackwins\n{}\
             #whitewins\n{}#firstmoves\n{}\n",
            names(&(0..self.cells).collect()),
            names(&self.owned[0]),
            names(&self.owned[1]),
            times(2),
            times(0),
            sets(0),
            sets(1),
            names(&self.first)
        )
    }

    /// Whether a player can force a win, stone by stone.
    pub fn can_win(&self, player: usize) -> bool {
        self.wins(player, &mut self.owned.clone(), 0)
    }

    fn wins(&self, player: usize, owned: &mut [BTreeSet<usize>; 2], time: usize) -> bool {
        let Some(&mover) = self.times.get(time) else {
            return false;
        };
        let mut some = false;
        for cell in 0..self.cells {
            let taken = owned.iter().any(|own| own.contains(&cell));
            if taken || time == 0 && !self.first.is_empty() && !self.first.contains(&cell) {
                continue;
            }
            owned[mover].insert(cell);
            let complete = self.sets[mover].iter().any(|set| set.is_subset(&owned[mover]));
            let wins = if complete { mover == player } else { self.wins(player, owned, time + 1) };
            owned[mover].remove(&cell);
            if wins == (mover == player) {
                return wins;
            }
            some = true;
        }
        some && mover != player
    }
}
