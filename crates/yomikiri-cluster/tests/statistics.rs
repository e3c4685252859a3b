//! The statistics of a real search, for comparison with those that simulated games are drawn from:
//! `cargo test -p yomikiri-cluster --test statistics -- --ignored --nocapture`

use yomikiri::{Disk, Registry};
use yomikiri_cluster::campaign::{Campaign, Grain};
use yomikiri_cluster::simulation::{Cluster, HiddenLook, RealCrew, Recorded, Recording, simulate};
use yomikiri_cluster::simulation::{DrawnCrew, HiddenGame, LIKE_TRAX, Rules, Statistics};
use yomikiri_cluster::tree::Settings;
use yomikiri_game::Player;
use yomikiri_search::Question;

fn mean_and_spread(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count().max(1) as f64;
    let mean = values.clone().sum::<f64>() / count;
    let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    (mean, variance.sqrt())
}

/// The slope of a line through points.
fn slope(points: &[(f64, f64)]) -> f64 {
    let (x_mean, _) = mean_and_spread(points.iter().map(|point| point.0));
    let (y_mean, _) = mean_and_spread(points.iter().map(|point| point.1));
    let (mut above, mut below) = (0.0, 0.0);
    for (x, y) in points {
        above += (x - x_mean) * (y - y_mean);
        below += (x - x_mean).powi(2);
    }
    above / below
}

fn describe(title: &str, jobs: &[Recorded]) {
    let ln = |number: u32| f64::from(number.clamp(1, 1 << 28)).ln();
    let decided: Vec<(f64, f64, f64)> = jobs
        .iter()
        .filter_map(|job| {
            let (winner, loser) = match job.answer? {
                true => (job.numbers.proof, job.numbers.disproof),
                false => (job.numbers.disproof, job.numbers.proof),
            };
            // What another worker's table has decided already is no guess.
            let is_guess = winner.max(loser) < 1 << 28;
            is_guess.then(|| (ln(winner), ln(loser), (job.nodes.max(1) as f64).ln()))
        })
        .collect();
    let open = jobs.iter().filter(|job| job.answer.is_none() && job.children > 0);
    let (children, spread) = mean_and_spread(open.clone().map(|job| job.children as f64));
    let points: Vec<(f64, f64)> = decided.iter().map(|&(winner, _, nodes)| (nodes, winner)).collect();
    let power = slope(&points);
    let (_, winner_spread) =
        mean_and_spread(decided.iter().map(|&(winner, _, nodes)| winner - power * nodes));
    let (per_unit, _) = mean_and_spread(decided.iter().map(|&(winner, _, nodes)| nodes - winner / power));
    let (factor, loser_spread) = mean_and_spread(decided.iter().map(|&(winner, loser, _)| loser - winner));
    println!(
        "{title}: {} jobs, {} decided; children {children:.1} ± {spread:.1}; winner's number ∝ nodes^{power:.2}, \
         {:.2} nodes a unit, spread {winner_spread:.2}; loser's number × {:.2}, spread {loser_spread:.2}",
        jobs.len(),
        decided.len(),
        per_unit.exp(),
        factor.exp(),
    );
}

#[test]
#[ignore = "half a minute of search, it prints statistics: cargo test -p yomikiri-cluster --test statistics -- --ignored --nocapture"]
fn statistics_of_a_real_search() {
    let game = Registry::standard().name("trax:6x6").expect("a name").load(&Disk).expect("a game");
    let board = game.board();
    for can_win in Player::BOTH {
        let question = Question { can_win };
        let rules = Rules::new(&*board, question).expect("memory");
        let root = board.pieces().asked_key(question);
        let grain = Grain { nodes: 1000, at_least: 100 };
        let attacks = board.to_move() == can_win;
        let mut campaign = Campaign::new(root, attacks, Settings::default(), grain, 1, rules);
        let mut crew = Recording::of(RealCrew::new(&*board, question, 1, 1 << 28).expect("memory"));
        simulate(&mut campaign, &mut crew, &Cluster::default());
        describe(&format!("trax:6x6, {can_win}"), &crew.jobs);
    }
}

/// A drawn game has the statistics that it is drawn from, as far as a campaign can tell, and its answer is found.
#[test]
fn drawn_games_are_solved() {
    for seed in 1..=6 {
        let statistics = Statistics { size: 3e5, ..LIKE_TRAX };
        let mut nodes = Vec::new();
        for workers in [1, 8, 64] {
            let game = HiddenGame::new(statistics, seed);
            let (root, answer) = (game.borrow().root(), game.borrow().answer());
            let grain = Grain { nodes: 1000, at_least: 100 };
            let mut campaign =
                Campaign::new(root, true, Settings::default(), grain, 1, HiddenLook(game.clone()));
            let cluster = Cluster { workers, ..Cluster::default() };
            let mut crew = Recording::of(DrawnCrew(game));
            let found = simulate(&mut campaign, &mut crew, &cluster);
            assert_eq!(found.answer, Some(answer), "seed {seed}, {workers} workers");
            assert!((0.0..=1.0).contains(&found.busy), "{found:?}");
            nodes.push(found.nodes);
        }
        println!("seed {seed}: {nodes:?} nodes with 1, 8, 64 workers");
    }
}
