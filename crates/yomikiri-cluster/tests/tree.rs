//! The tree and the campaign against brute force: whatever workers do, in whatever order, the answer is right.

use std::collections::BTreeMap;
use yomikiri_cluster::campaign::{Campaign, Grain, Look, Looked, Order, Outcome};
use yomikiri_cluster::tree::{NewChild, Report, Settings, Tree};
use yomikiri_game::samples::{Boxes, Mnk};
use yomikiri_game::{Canonical, Played, Player, SplitMix64, Tactics};
use yomikiri_search::{
    Company, Explored, Knowledge, Limits, Monitor, Numbers, Options, Question, Solvable, Thresholds, ask,
    explore,
};

const ONCE: Thresholds = Thresholds(Numbers { proof: 1, disproof: 1 });

/// A game whose moves are written as their numbers.
struct Sample<G> {
    root: G,
    question: Question,
    seen: Knowledge,
}

impl<G: Solvable<Move: Eq>> Sample<G> {
    fn new(root: G, question: Question) -> Self {
        Self { root, question, seen: Knowledge::new(1 << 20).expect("memory") }
    }

    fn after(&self, moves: &[String]) -> G {
        let mut game = self.root.clone();
        for m in moves {
            let mut all = Vec::new();
            game.moves(&mut all);
            let number: usize = m.parse().expect("a number");
            assert!(matches!(game.play(all[number]), Played::Open(_)), "a child goes on");
        }
        game
    }

    fn truth(&self, game: &G) -> bool {
        let report = ask(game, self.question, &Options::default(), &Monitor::default()).expect("memory");
        report.answer.known().expect("no limit")
    }

    fn explored(&self, game: &G, thresholds: Thresholds, nodes: u64) -> Explored<G::Move> {
        let limits = Limits { nodes: Some(nodes), time: None };
        let options = Options { limits, ..Options::default() };
        let fresh = Knowledge::new(1 << 20).expect("memory");
        let company = Company::new(1);
        explore(game, self.question, &fresh, &company, thresholds, &options, &Monitor::default())
    }
}

impl<G: Solvable<Move: Eq>> Look for &Sample<G> {
    fn look(&mut self, moves: &[String]) -> Looked {
        let mut game = self.after(moves);
        let (company, options) = (Company::new(1), Options::default());
        let found = explore(&game, self.question, &self.seen, &company, ONCE, &options, &Monitor::default());
        if let Some(answer) = found.numbers.and_then(Numbers::answer) {
            return Looked::Decided(answer);
        }
        let mut all = Vec::new();
        game.moves(&mut all);
        let mut children = Vec::new();
        for child in found.children {
            let number = all.iter().position(|&m| m == child.m).expect("a move");
            let Played::Open(token) = game.play(child.m) else { panic!("a child goes on") };
            let attacks = game.to_move() == self.question.can_win;
            game.undo(token);
            children.push(NewChild {
                m: number.to_string(),
                key: child.key,
                attacks,
                numbers: child.numbers,
            });
        }
        Looked::Open(children)
    }
}

/// Workers that search a little, prove, get lost, answer twice or not at all, in random order.
fn chaos<G: Solvable<Move: Eq>>(root: G, can_win: Player, seed: u64) {
    let question = Question { can_win };
    let sample = Sample::new(root.clone(), question);
    let mut random = SplitMix64::new(seed);
    let mut pick = |below: usize| (random.next_u64() % below as u64) as usize;
    let workers = 1 + pick(6) as u32;
    let settings = Settings { second_move: [0.0, 0.25, 1.0][pick(3)], ..Settings::default() };
    let grain = Grain { nodes: 1 + pick(20) as u64, at_least: 1 };
    let key = root.clone().narrowed(can_win).key();
    let attacks = root.to_move() == can_win;
    let mut campaign = Campaign::new(key, attacks, settings, grain, 1, &sample);
    let mut out: Vec<Order> = Vec::new();
    let mut steps = 0;
    while campaign.tree().answer().is_none() {
        steps += 1;
        assert!(steps < 20_000, "it does not come to an end");
        while out.len() < workers as usize {
            match campaign.next_order() {
                Some(order) => out.push(order),
                None => break,
            }
        }
        assert!(!out.is_empty() || campaign.tree().answer().is_some(), "nothing to do, and no answer");
        if out.is_empty() {
            break;
        }
        if pick(4) == 0 {
            // Somebody claims an answer, right or wrong, and proves it later, or not.
            let job = out[pick(out.len())].job;
            let cancelled = campaign.claimed(job, pick(2) == 0);
            assert!(!cancelled.contains(&job), "a claim has to be proved");
            out.retain(|order| !cancelled.contains(&order.job));
            continue;
        }
        if pick(16) == 0 {
            campaign.doubted(out[pick(out.len())].job);
        }
        let order = out.swap_remove(pick(out.len()));
        // Notes may say anything: nothing rests on them.
        let family = campaign.tree().family([key, order.key][pick(2)]);
        let numbers = [
            Numbers { proof: 1 + pick(50) as u32, disproof: 1 + pick(50) as u32 },
            Numbers::decided(true),
            Numbers::decided(false),
            Numbers { proof: 0, disproof: 0 },
        ][pick(4)];
        let note = Report { key: family[pick(family.len())], numbers, work: pick(30) as u64 };
        campaign.noted([note].into_iter());
        let game = sample.after(&order.moves);
        let outcome = match pick(8) {
            0 => {
                campaign.withdrawn(order.job);
                continue;
            }
            1 => Outcome::Nothing,
            2 | 3 => Outcome::Proved(sample.truth(&game)),
            _ => {
                let found = sample.explored(&game, Thresholds(order.thresholds), grain.nodes);
                match found.numbers {
                    None => Outcome::Nothing,
                    Some(numbers) => match numbers.answer() {
                        Some(answer) => Outcome::Proved(answer),
                        None => {
                            let report = |child: yomikiri_search::Successor<G::Move>| Report {
                                key: child.key,
                                numbers: child.numbers,
                                work: child.work,
                            };
                            let children = found.children.into_iter().map(report).collect();
                            Outcome::Open { numbers, nodes: found.statistics.nodes, children }
                        }
                    },
                }
            }
        };
        let again = pick(4) == 0;
        let mut cancelled = campaign.answered(order.job, order.key, outcome.clone(), 1).cancelled;
        if again {
            cancelled.extend(campaign.answered(order.job, order.key, outcome, 1).cancelled);
        }
        out.retain(|order| !cancelled.contains(&order.job));
    }
    for order in out {
        campaign.withdrawn(order.job);
    }
    let truth = sample.truth(&root);
    assert_eq!(campaign.tree().answer(), Some(truth), "seed {seed}");
    survives(campaign.tree(), settings);
    // Every decided position is decided rightly.
    for (key, answer) in campaign.tree().decided().take(50) {
        let moves = campaign.tree().path(key).expect("in the tree");
        assert_eq!(sample.truth(&sample.after(&moves)), answer, "seed {seed}, {moves:?}");
    }
}

/// A tree comes back from its records as it was, but for the jobs.
fn survives(tree: &Tree, settings: Settings) {
    let mut records = BTreeMap::new();
    let mut todo = vec![tree.root()];
    while let Some(key) = todo.pop() {
        if records.contains_key(&key) {
            continue;
        }
        let record = tree.record(key).expect("in the tree");
        todo.extend(&record.children);
        records.insert(key, record);
    }
    let records: Vec<_> = records.into_values().collect();
    let restored = Tree::restored(tree.root(), &records, settings, 7).expect("a tree");
    assert_eq!(restored.len(), tree.len());
    for record in &records {
        assert_eq!(restored.numbers_of(record.key), tree.numbers_of(record.key));
        assert_eq!(restored.record(record.key).as_ref(), Some(record));
    }
}

#[test]
fn chaos_finds_the_truth() {
    for seed in 0..40 {
        for can_win in Player::BOTH {
            chaos(Mnk::new(3, 3, 3), can_win, seed);
            chaos(Mnk::new(4, 3, 3), can_win, seed);
            chaos(Boxes::new(2, 2), can_win, seed);
        }
    }
}

#[test]
fn a_damaged_tree_is_refused() {
    let sample = Sample::new(Mnk::new(3, 3, 3), Question { can_win: Player::First });
    let key = Mnk::new(3, 3, 3).narrowed(Player::First).key();
    let mut campaign = Campaign::new(key, true, Settings::default(), Grain::default(), 1, &sample);
    campaign.next_order().expect("a job");
    campaign.next_order().expect("another one, below the first");
    let records: Vec<_> =
        campaign.tree().family(key).iter().filter_map(|&key| campaign.record(key)).collect();
    assert!(records.len() > 1);
    let restored = |records: &[_]| Tree::restored(key, records, Settings::default(), 1);
    assert!(restored(&records).is_ok());
    assert!(restored(&records[1..]).is_err(), "no root");
    assert!(restored(&records[..1]).is_err(), "no children");
    let mut circular = records.clone();
    circular[1].children.push(key);
    assert!(restored(&circular).is_err(), "a circle");
    let mut twice = records.clone();
    twice.push(records[1].clone());
    assert!(restored(&twice).is_err());
}

/// A piece that was believed and is not any more is searched again.
#[test]
fn what_is_revoked_is_open_again() {
    let sample = Sample::new(Mnk::new(4, 3, 3), Question { can_win: Player::First });
    let key = Mnk::new(4, 3, 3).narrowed(Player::First).key();
    let mut campaign = Campaign::new(key, true, Settings::default(), Grain::default(), 1, &sample);
    let order = campaign.next_order().expect("a job");
    assert!(order.moves.is_empty(), "the first job is the position itself");
    campaign.answered(order.job, key, Outcome::Proved(false), 1);
    assert_eq!(campaign.tree().answer(), Some(false), "a lie");
    campaign.revoke(key);
    assert_eq!(campaign.tree().answer(), None);
    assert!(campaign.next_order().is_some());
}

/// A leaf takes over what was noted of it, but is not decided by it; a leaf with a job waits for its answer.
#[test]
fn notes_say_where_to_search_next() {
    let sample = Sample::new(Mnk::new(4, 3, 3), Question { can_win: Player::First });
    let key = Mnk::new(4, 3, 3).narrowed(Player::First).key();
    let mut campaign = Campaign::new(key, true, Settings::default(), Grain::default(), 1, &sample);
    campaign.next_order().expect("a job");
    let below = campaign.next_order().expect("one below it");
    let children = campaign.tree().family(key)[1..].to_vec();
    let idle = *children.iter().find(|&&child| child != below.key).expect("another child");
    let note = |key, numbers| [Report { key, numbers, work: 7 }].into_iter();
    let numbers = Numbers { proof: 123, disproof: 45 };
    campaign.noted(note(idle, numbers));
    campaign.noted(note(below.key, numbers));
    assert_eq!(campaign.tree().numbers_of(idle), Some(numbers));
    assert_ne!(campaign.tree().numbers_of(below.key), Some(numbers), "it has a job");
    campaign.noted(note(idle, Numbers::decided(true)));
    let nearly = campaign.tree().numbers_of(idle).expect("in the tree");
    assert!(nearly.proof == 1 && nearly.disproof > 1_000_000, "{nearly:?}");
    assert_eq!((nearly.answer(), campaign.tree().answer_for(idle)), (None, None));
}

/// A claim ends the jobs that it makes unnecessary, but no answer rests on it, and it goes with its job.
#[test]
fn claims_count_until_their_jobs_end() {
    let sample = Sample::new(Mnk::new(4, 3, 3), Question { can_win: Player::First });
    let key = Mnk::new(4, 3, 3).narrowed(Player::First).key();
    let begun = || Campaign::new(key, true, Settings::default(), Grain::default(), 1, &sample);
    let mut campaign = begun();
    let (root, child) = (campaign.next_order().expect("a job"), campaign.next_order().expect("one below it"));
    assert_eq!(campaign.claimed(root.job, true), [child.job], "nobody needs what is below");
    assert_eq!(campaign.tree().numbers().answer(), Some(true));
    assert_eq!((campaign.tree().answer(), campaign.next_order()), (None, None), "nothing is proved");
    campaign.withdrawn(root.job);
    assert_eq!(campaign.tree().numbers().answer(), None);
    assert!(campaign.next_order().is_some());
    let mut campaign = begun();
    let (root, child) = (campaign.next_order().expect("a job"), campaign.next_order().expect("one below it"));
    campaign.claimed(child.job, false);
    assert!(campaign.claimed(root.job, true).is_empty(), "the first claim is needed if the second is wrong");
    campaign.doubted(root.job);
    assert!(campaign.next_order().is_some(), "nobody relies on it any more");
    campaign.claimed(root.job, true);
    let effects = campaign.answered(root.job, key, Outcome::Proved(true), 1);
    assert_eq!(campaign.tree().answer(), Some(true));
    assert!(effects.cancelled.contains(&child.job), "nobody needs its proof any more");
}
