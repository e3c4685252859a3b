//! A discrete-event simulator: the real campaign, the real tree, and workers that exist only as events in a queue.
//!
//! It answers what no machine at hand can: how busy are 1,024 workers, how much of their work is wasted, when is one
//! coordinator too slow? Time is counted in seconds of the simulated cluster. A job takes its way to a worker, its nodes at
//! the worker's speed, and its way back; the coordinator handles one message at a time.
//!
//! What a job finds is the business of [`Crew`]. There are two:
//! - [`RealCrew`] searches for real, one job after the other, with one table for all workers or one for each. So the
//!   nodes that a cluster of any size needs for a game are measured exactly, on one core, and the same every time.
//! - [`DrawnCrew`] draws what a job finds from the statistics of a game, for games far larger than any machine here
//!   could search (see there).

use crate::campaign::{Campaign, Grain, Look, Looked, Order, Outcome};
use crate::piece::{Shared, Task, search};
pub use crate::rules::Rules;
use crate::tree::{NewChild, Report, Settings};
use crate::worker::NOTABLE;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;
use yomikiri::{Board, Game, view};
use yomikiri_game::{Key, SplitMix64};
use yomikiri_search::{
    Answer, Asked, Company, Found, Inquiry, Knowledge, Monitor, Numbers, Options, Question, SetupError,
    StopReason,
};

/// What a simulated cluster is like.
#[derive(Clone, Copy, Debug)]
pub struct Cluster {
    /// The number of workers.
    pub workers: u32,
    /// The time from the coordinator to a worker, or back, in seconds.
    pub latency: f64,
    /// The nodes that a worker searches in a second.
    pub speed: f64,
    /// The time that the coordinator needs for an answer and the next job, in seconds.
    pub service: f64,
    /// Jobs that are given out beyond the number of workers.
    pub ahead: u32,
    /// The simulation ends after so many jobs at the latest.
    pub most_jobs: u64,
}

/// What a job found and cost.
#[derive(Clone, Debug)]
pub struct Performed {
    /// What it found.
    pub outcome: Outcome,
    /// Its nodes.
    pub nodes: u64,
}

/// Those who do the jobs.
pub trait Crew {
    /// Does a job.
    fn perform(&mut self, worker: u32, order: &Order) -> Performed;
}

/// What came of a simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Simulated {
    /// The answer, unless it ended before.
    pub answer: Option<bool>,
    /// The time, in seconds.
    pub seconds: f64,
    /// The nodes of all jobs.
    pub nodes: u64,
    /// Of these, the nodes of jobs that did not matter any more when they were answered.
    pub wasted: u64,
    /// The jobs that were answered.
    pub jobs: u64,
    /// The share of their time that workers were searching.
    pub busy: f64,
    /// The share of its time that the coordinator was handling messages.
    pub coordinator: f64,
}

/// A time that can be ordered: nanoseconds.
fn tick(seconds: f64) -> u64 {
    (seconds * 1e9) as u64
}

/// Runs a campaign on a simulated cluster.
pub fn simulate<L: Look>(campaign: &mut Campaign<L>, crew: &mut dyn Crew, cluster: &Cluster) -> Simulated {
    /// A job under way, ordered by the time at which its answer arrives.
    type Arriving = Reverse<(u64, u64, u32)>;
    campaign.set_workers(cluster.workers);
    let (latency, service) = (tick(cluster.latency), tick(cluster.service));
    let mut arriving: BinaryHeap<Arriving> = BinaryHeap::new();
    let mut performed: FxHashMap<u64, (Order, Performed)> = FxHashMap::default();
    // When each worker has nothing to do any more; the one that waits longest gets the next job.
    let mut free: BinaryHeap<Reverse<(u64, u32)>> =
        (0..cluster.workers).map(|worker| Reverse((0, worker))).collect();
    let mut cancelled: FxHashMap<u64, u64> = FxHashMap::default();
    let mut result = Simulated::default();
    let (mut now, mut handled, mut busy) = (0u64, 0u64, 0u64);
    loop {
        while performed.len() < (cluster.workers + cluster.ahead) as usize
            && campaign.tree().answer().is_none()
        {
            let Some(order) = campaign.next_order() else {
                break;
            };
            let Some(Reverse((idle_since, worker))) = free.pop() else {
                break;
            };
            let done = crew.perform(worker, &order);
            let starts = idle_since.max(now + latency);
            let takes = tick(done.nodes as f64 / cluster.speed);
            busy += takes;
            free.push(Reverse((starts + takes, worker)));
            arriving.push(Reverse((starts + takes + latency, order.job, worker)));
            performed.insert(order.job, (order, done));
        }
        let Some(Reverse((arrives, job, _))) = arriving.pop() else {
            break;
        };
        // One message at a time.
        now = now.max(arrives) + service;
        handled += service;
        let Some((order, done)) = performed.remove(&job) else {
            continue;
        };
        result.jobs += 1;
        result.nodes += done.nodes;
        if cancelled.remove(&job).is_some() {
            result.wasted += done.nodes;
        }
        let effects = campaign.answered(job, order.key, done.outcome);
        for job in effects.cancelled {
            cancelled.insert(job, now);
        }
        result.answer = campaign.tree().answer();
        if result.answer.is_some() || result.jobs >= cluster.most_jobs {
            break;
        }
    }
    result.seconds = now as f64 / 1e9;
    result.busy = busy as f64 / (now.max(1) as f64 * f64::from(cluster.workers));
    result.coordinator = handled as f64 / now.max(1) as f64;
    result
}

/// Workers that search for real, one job after the other.
pub struct RealCrew<'a> {
    board: &'a dyn Board,
    question: Question,
    tables: Vec<(Knowledge, Company)>,
    /// What was noted so far, for workers with other tables,
    notes: Vec<(Key, Numbers, u64)>,
    /// and how many of these each table has taken in.
    learned: Vec<usize>,
}

impl<'a> RealCrew<'a> {
    /// Workers with so many tables of so many bytes: one for all, or one for each.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn new(
        board: &'a dyn Board,
        question: Question,
        tables: u32,
        memory: u64,
    ) -> Result<Self, SetupError> {
        let company = || if tables > 1 { Company::new(1).noting(NOTABLE) } else { Company::new(1) };
        let table = |_| Ok((Knowledge::new(memory)?, company()));
        let tables: Vec<_> = (0..tables.max(1)).map(table).collect::<Result<_, _>>()?;
        Ok(Self { board, question, learned: vec![0; tables.len()], tables, notes: Vec::new() })
    }
}

impl Crew for RealCrew<'_> {
    fn perform(&mut self, worker: u32, order: &Order) -> Performed {
        let mut board = self.board.boxed();
        if order.moves.iter().any(|m| board.play(m).is_err()) {
            return Performed { outcome: Outcome::Nothing, nodes: 0 };
        }
        let table = worker as usize % self.tables.len();
        let (knowledge, company) = &self.tables[table];
        for &(key, numbers, work) in
            &self.notes[std::mem::replace(&mut self.learned[table], self.notes.len())..]
        {
            knowledge.learn(key, numbers, work);
        }
        let task = Task {
            question: self.question,
            thresholds: order.thresholds,
            grain: order.grain,
            options: &Options::default(),
        };
        let shared = Shared { knowledge, company };
        let (explored, nodes) = search(board.pieces(), task, shared, &Monitor::default());
        self.notes.extend(&explored.notes);
        let Some(numbers) = explored.numbers else {
            return Performed { outcome: Outcome::Nothing, nodes };
        };
        if let Some(answer) = numbers.answer() {
            return Performed { outcome: Outcome::Proved(answer), nodes };
        }
        let report = |child: yomikiri::pieces::Child| Report {
            key: child.key,
            numbers: child.numbers,
            work: child.work,
        };
        let children = explored.children.into_iter().map(report).collect();
        Performed { outcome: Outcome::Open { numbers, nodes, children }, nodes }
    }
}

/// What became of one job, for statistics.
#[derive(Clone, Copy, Debug)]
pub struct Recorded {
    /// The numbers of the position before.
    pub numbers: Numbers,
    /// What it cost.
    pub nodes: u64,
    /// The answer, if it was found.
    pub answer: Option<bool>,
    /// The children that were left, if it was not.
    pub children: usize,
}

/// Workers whose jobs are written down.
pub struct Recording<C> {
    crew: C,
    /// All jobs so far.
    pub jobs: Vec<Recorded>,
}

impl<C> Recording<C> {
    /// Writes down what these workers do.
    pub fn of(crew: C) -> Self {
        Self { crew, jobs: Vec::new() }
    }
}

impl<C: Crew> Crew for Recording<C> {
    fn perform(&mut self, worker: u32, order: &Order) -> Performed {
        let done = self.crew.perform(worker, order);
        let (answer, children) = match &done.outcome {
            Outcome::Proved(answer) => (Some(*answer), 0),
            Outcome::Open { children, .. } => (None, children.len()),
            Outcome::Nothing => (None, 0),
        };
        self.jobs.push(Recorded { numbers: order.numbers, nodes: done.nodes, answer, children });
        done
    }
}

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
/// that a search reports follow from the size: the winner's grows with it, the loser's is larger, and both are spread. A coordinator sees numbers alone, and is misled as often as in a real game.
pub struct HiddenGame {
    statistics: Statistics,
    random: SplitMix64,
    positions: FxHashMap<Key, Hidden>,
    children: FxHashMap<Key, Vec<(Key, Numbers)>>,
    root: Key,
    names: u128,
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
            random: SplitMix64::new(seed),
            positions: FxHashMap::from_iter([(root, hidden)]),
            children: FxHashMap::default(),
            root,
            names: 1,
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

    fn uniform(&mut self) -> f64 {
        ((self.random.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt() * (std::f64::consts::TAU * self.uniform()).cos()
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
        let (from, to) = self.statistics.branching;
        let count = from + (self.uniform() * f64::from(to - from + 1)) as u32;
        let winner_moves = parent.attacks == parent.answer;
        // Sizes are very uneven, as in a game: a few replies are hard to answer.
        let weights: Vec<f64> = (0..count).map(|_| (2.0 * self.normal()).exp()).collect();
        let sum: f64 = weights.iter().sum();
        let mut children = Vec::new();
        for (number, weight) in weights.iter().enumerate() {
            let wins =
                number == 0 || self.uniform() < (self.statistics.winning_moves - 1.0) / f64::from(count);
            let (answer, size) = match (winner_moves, wins) {
                (false, _) => (parent.answer, parent.size * weight / sum),
                (true, true) if number == 0 => (parent.answer, parent.size),
                (true, true) => (parent.answer, parent.size * (1.0 + weight)),
                (true, false) => (!parent.answer, parent.size * weight),
            };
            self.names += 1;
            let Statistics { winner_spread, loser_spread, .. } = self.statistics;
            let looks = (winner_spread * self.normal(), loser_spread * self.normal());
            let child = Hidden { attacks: !parent.attacks, answer, size, looks };
            let numbers = self.numbers(child);
            let key = Key(self.names);
            self.positions.insert(key, child);
            children.push((key, numbers));
        }
        // The first child must not give itself away.
        for at in (1..children.len()).rev() {
            let other = (self.uniform() * (at + 1) as f64) as usize;
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
}

impl Default for Cluster {
    /// Workers as fast as one core on 6×6 Trax, a coordinator as fast as ours, a local network.
    fn default() -> Self {
        Self { workers: 1, latency: 1e-4, speed: 25_000.0, service: 5e-5, ahead: 0, most_jobs: 20_000_000 }
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

/// A drawn game.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// The nodes that it takes when every choice is the best.
    pub size: f64,
    /// Its seed.
    pub seed: u64,
}

/// One simulation.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// The cluster.
    pub cluster: Cluster,
    /// The size of jobs.
    pub grain: Grain,
    /// How much worse a node looks if all workers are in it, where the player to move seems to win.
    pub crowding: f64,
    /// How much worse it looks for each worker in it where he seems to lose.
    pub spreading: f64,
    /// How much better another node must be before a job ends in its favour.
    pub epsilon: f64,
    /// Whether every worker has a table of its own (in a real search).
    pub own_tables: bool,
    /// The drawn game (if it is not a real search).
    pub sizes: Sizes,
}

impl Trial {
    fn settings(&self) -> Settings {
        let Self { crowding, spreading, epsilon, cluster: Cluster { workers, .. }, .. } = *self;
        Settings { crowding, spreading, epsilon, workers, ..Settings::default() }
    }

    /// Searches a game for real: both questions, as far as needed.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn real(&self, game: &Game) -> Result<Simulated, SetupError> {
        const MEMORY: u64 = 1 << 28;
        let board = game.board();
        let inquiry = Inquiry { asked: Asked::Both, can_be_drawn: board.can_be_drawn() };
        let mut sum: Option<Simulated> = None;
        inquiry.run(
            |player| board.cannot_win(player),
            |question| {
                let rules = Rules::new(&*board, question)?;
                let root = board.pieces().asked_key(question);
                let attacks = board.to_move() == question.can_win;
                let mut campaign = Campaign::new(root, attacks, self.settings(), self.grain, 1, rules);
                let tables = if self.own_tables { self.cluster.workers } else { 1 };
                let mut crew = RealCrew::new(&*board, question, tables, MEMORY / u64::from(tables))?;
                let found = simulate(&mut campaign, &mut crew, &self.cluster);
                sum = Some(sum.map_or(found, |before| before.and(&found)));
                let answer = match found.answer {
                    Some(true) => Answer::Yes,
                    Some(false) => Answer::No,
                    None => Answer::Unknown(StopReason::Nodes),
                };
                Ok::<_, SetupError>(Found { answer, cost: (), go_on: true })
            },
        )?;
        Ok(sum.unwrap_or_default())
    }

    /// Searches a drawn game.
    #[must_use]
    pub fn drawn(&self) -> Simulated {
        let statistics = Statistics { size: self.sizes.size, ..LIKE_TRAX };
        let game = HiddenGame::new(statistics, self.sizes.seed);
        let root = game.borrow().root();
        let mut campaign =
            Campaign::new(root, true, self.settings(), self.grain, 1, HiddenLook(game.clone()));
        simulate(&mut campaign, &mut DrawnCrew(game), &self.cluster)
    }

    /// The result as a line of a table.
    #[must_use]
    pub fn row(&self, found: &Simulated, efficiency: f64) -> String {
        let Cluster { workers, latency, .. } = self.cluster;
        format!(
            "{workers:>8} {:>8} {:>6}ms {:>14} {:>6.1}% {:>9} {:>9.1} {:>6.1}% {:>10.2}% {:>9.1}%",
            self.grain.nodes,
            latency * 1e3,
            found.nodes,
            100.0 * found.wasted as f64 / found.nodes.max(1) as f64,
            found.jobs,
            found.seconds,
            100.0 * found.busy,
            100.0 * found.coordinator,
            100.0 * efficiency
        )
    }

    /// The result as JSON.
    #[must_use]
    pub fn view(&self, game: Option<&Game>, found: &Simulated, efficiency: f64) -> view::ClusterSimulation {
        view::ClusterSimulation {
            game: game.map(ToString::to_string),
            workers: self.cluster.workers,
            grain: self.grain.nodes,
            latency_seconds: self.cluster.latency,
            own_tables: self.own_tables,
            answered: found.answer.is_some(),
            nodes: found.nodes,
            wasted_nodes: found.wasted,
            jobs: found.jobs,
            seconds: found.seconds,
            busy: found.busy,
            coordinator: found.coordinator,
            efficiency,
        }
    }
}

impl Simulated {
    /// What stands above the columns of [`Trial::row`].
    pub const HEADINGS: &str = " workers    grain  latency          nodes  wasted      jobs   seconds    busy coordinator efficiency";

    /// This, and then that.
    fn and(&self, after: &Self) -> Self {
        let seconds = self.seconds + after.seconds;
        let mean = |a: f64, b: f64| (a * self.seconds + b * after.seconds) / seconds.max(1e-9);
        Self {
            answer: after.answer.filter(|_| self.answer.is_some()),
            seconds,
            nodes: self.nodes + after.nodes,
            wasted: self.wasted + after.wasted,
            jobs: self.jobs + after.jobs,
            busy: mean(self.busy, after.busy),
            coordinator: mean(self.coordinator, after.coordinator),
        }
    }
}
