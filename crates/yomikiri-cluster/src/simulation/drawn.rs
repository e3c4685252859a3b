//! Games that are drawn at random, far larger than any machine here could search, and workers that find what is in store there.

use super::{Crew, Performed};
use crate::campaign::{Look, Looked, Order, Outcome};
use crate::tree::{NewChild, Report};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use yomikiri_game::{Key, SplitMix64};
use yomikiri_search::Numbers;

/// What a hidden game looks like to a search.
#[derive(Clone, Copy, Debug)]
pub struct Statistics {
    /// The nodes that the whole game takes when every choice is the best.
    pub size: f64,
    /// Children of a position: from, to.
    pub branching: (u32, u32),
    /// The nodes behind one unit of the winner's number.
    pub nodes_per_unit: f64,
    /// The power of the nodes with which the number grows.
    pub power: f64,
    /// The spread of the winner's number, as the deviation of its logarithm.
    pub winner_spread: f64,
    /// How much larger the loser's number is, on average, as a factor.
    pub loser_factor: f64,
    /// The spread of the loser's number.
    pub loser_spread: f64,
    /// How many of the moves of a player who wins do win, on average.
    pub winning_moves: f64,
}

/// A position of the hidden game.
#[derive(Clone, Copy, Debug)]
struct Hidden {
    attacks: bool,
    answer: bool,
    /// The nodes that it takes to decide it, from here.
    size: f64,
    /// How much larger than usual the winner's and the loser's number look here, as logarithms.
    looks: (f64, f64),
}

/// The hidden game that a [`DrawnCrew`] searches and its coordinator looks at.
///
/// Every position has an answer and a size: the nodes that it takes to decide it. Where the loser is to move, the sizes of
/// the children add up to that of the position. Where the winner is, one child has the size of the position and others
/// that win have more; the rest are lost, and a search that goes there spends what it takes to find that out. The numbers
/// that a search reports follow from the size: the winner's grows with it, the loser's is larger, and both are spread. A coordinator
/// sees numbers alone, and is misled as often as in a real game. What is drawn for a position depends on the seed and the path to it,
/// not on the order in which positions are asked for, so that clusters of all sizes search the same game.
pub struct HiddenGame {
    statistics: Statistics,
    seed: u64,
    positions: FxHashMap<Key, Hidden>,
    children: FxHashMap<Key, Vec<(Key, Numbers)>>,
    root: Key,
}

/// Random numbers that belong to a position.
struct Draw(SplitMix64);

impl Draw {
    fn uniform(&mut self) -> f64 {
        ((self.0.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt() * (std::f64::consts::TAU * self.uniform()).cos()
    }

    fn key(&mut self) -> Key {
        Key(u128::from(self.0.next_u64()) << 64 | u128::from(self.0.next_u64()))
    }
}

impl HiddenGame {
    /// A game, the same for the same seed.
    #[must_use]
    pub fn new(statistics: Statistics, seed: u64) -> Rc<RefCell<Self>> {
        let root = Key(1);
        let hidden = Hidden {
            attacks: true,
            answer: seed.is_multiple_of(2),
            size: statistics.size,
            looks: (0.0, 0.0),
        };
        Rc::new(RefCell::new(Self {
            statistics,
            seed,
            positions: FxHashMap::from_iter([(root, hidden)]),
            children: FxHashMap::default(),
            root,
        }))
    }

    /// The position that is asked about.
    #[must_use]
    pub fn root(&self) -> Key {
        self.root
    }

    /// The answer, which the campaign has to find.
    #[must_use]
    pub fn answer(&self) -> bool {
        self.positions[&self.root].answer
    }

    fn numbers(&self, hidden: Hidden) -> Numbers {
        let Statistics { nodes_per_unit, power, loser_factor, .. } = self.statistics;
        let typical = (hidden.size.max(1.0) / nodes_per_unit).powf(power);
        let clamped = |number: f64| number.clamp(1.0, 1e9) as u32;
        let winner = clamped(typical * hidden.looks.0.exp());
        let loser = clamped(typical * loser_factor * hidden.looks.1.exp());
        let (proof, disproof) = if hidden.answer { (winner, loser) } else { (loser, winner) };
        Numbers { proof, disproof }
    }

    /// The children of a position, made when they are first asked for.
    fn children(&mut self, key: Key) -> Vec<(Key, Numbers)> {
        if let Some(children) = self.children.get(&key) {
            return children.clone();
        }
        let parent = self.positions[&key];
        let mut draw = Draw(SplitMix64::new(self.seed ^ (key.0 as u64) ^ (key.0 >> 64) as u64));
        let (from, to) = self.statistics.branching;
        let count = from + (draw.uniform() * f64::from(to - from + 1)) as u32;
        let winner_moves = parent.attacks == parent.answer;
        // Sizes are very uneven, as in a game: a few replies are hard to answer.
        let weights: Vec<f64> = (0..count).map(|_| (2.0 * draw.normal()).exp()).collect();
        let sum: f64 = weights.iter().sum();
        let mut children = Vec::new();
        for (number, weight) in weights.iter().enumerate() {
            let wins =
                number == 0 || draw.uniform() < (self.statistics.winning_moves - 1.0) / f64::from(count);
            let (answer, size) = match (winner_moves, wins) {
                (false, _) => (parent.answer, parent.size * weight / sum),
                (true, true) if number == 0 => (parent.answer, parent.size),
                (true, true) => (parent.answer, parent.size * (1.0 + weight)),
                (true, false) => (!parent.answer, parent.size * weight),
            };
            let Statistics { winner_spread, loser_spread, .. } = self.statistics;
            let looks = (winner_spread * draw.normal(), loser_spread * draw.normal());
            let child = Hidden { attacks: !parent.attacks, answer, size, looks };
            let numbers = self.numbers(child);
            let key = draw.key();
            self.positions.insert(key, child);
            children.push((key, numbers));
        }
        // The first child must not give itself away.
        for at in (1..children.len()).rev() {
            let other = (draw.uniform() * (at + 1) as f64) as usize;
            children.swap(at, other.min(at));
        }
        self.children.insert(key, children.clone());
        children
    }
}

/// A look at a hidden game.
pub struct HiddenLook(pub Rc<RefCell<HiddenGame>>);

impl Look for HiddenLook {
    fn look(&mut self, moves: &[String]) -> Looked {
        let mut game = self.0.borrow_mut();
        let key = moves.last().and_then(|m| m.parse().ok()).map_or(game.root, Key);
        let children = game.children(key);
        let child = |(key, numbers): (Key, Numbers)| NewChild {
            m: key.0.to_string(),
            key,
            attacks: game.positions[&key].attacks,
            numbers,
        };
        Looked::Open(children.into_iter().map(child).collect())
    }
}

/// Workers that find what a hidden game has in store.
pub struct DrawnCrew(pub Rc<RefCell<HiddenGame>>);

impl Crew for DrawnCrew {
    fn perform(&mut self, _worker: u32, order: &Order) -> Performed {
        let mut game = self.0.borrow_mut();
        let Some(mut hidden) = game.positions.get(&order.key).copied() else {
            return Performed { outcome: Outcome::Nothing, nodes: 0 };
        };
        let limit = order.grain.nodes as f64;
        if hidden.size <= limit {
            return Performed { outcome: Outcome::Proved(hidden.answer), nodes: hidden.size.max(1.0) as u64 };
        }
        // What was done is done: the rest is smaller, but not by all of it. A search that is far from an answer does much that
        // turns out not to be needed.
        hidden.size -= limit / 2.0;
        game.positions.insert(order.key, hidden);
        let numbers = game.numbers(hidden);
        let children = game.children(order.key);
        let report = |(key, numbers): (Key, Numbers)| Report { key, numbers, work: order.grain.nodes / 10 };
        let children = children.into_iter().map(report).collect();
        let nodes = order.grain.nodes;
        Performed { outcome: Outcome::Open { numbers, nodes, children }, nodes }
    }

    fn cut_short(&mut self, order: &Order, done: &Performed) -> bool {
        if matches!(done.outcome, Outcome::Open { .. })
            && let Some(hidden) = self.0.borrow_mut().positions.get_mut(&order.key)
        {
            // What the job has found is lost with it.
            hidden.size += order.grain.nodes as f64 / 2.0;
        }
        true
    }
}

/// What a drawn game is like. Branching, spreads and the loser's factor are those of a recorded search of 6×6 Trax, which
/// `tests/statistics.rs` prints; how numbers grow with nodes, and how many moves win, is assumed, since the jobs of that search are too small to
/// tell.
pub const LIKE_TRAX: Statistics = Statistics {
    size: 1e9,
    branching: (10, 28),
    nodes_per_unit: 2.0,
    power: 0.6,
    winner_spread: 0.7,
    loser_factor: 67.0,
    loser_spread: 1.1,
    winning_moves: 2.0,
};
