//! The nodes of many workers in one process, compared with those of `solve` with one thread.
//!
//! `YOMIKIRI_OVERHEAD_GAME=trax:6x6 cargo test -p yomikiri-cluster --test overhead -- --nocapture` measures a larger game.

mod common;

use common::{plan, with_crew};
use yomikiri::{Job, Solution, Task};
use yomikiri_cluster::coordinate;
use yomikiri_cluster::status::Shown;
use yomikiri_cluster::store::Store;

fn nodes(found: &Solution) -> u64 {
    found.answers.answers.iter().map(|answered| answered.cost.nodes).sum()
}

#[test]
fn many_workers_do_little_more_than_one_thread() {
    let name = std::env::var("YOMIKIRI_OVERHEAD_GAME").unwrap_or_else(|_| "trax:5x5".to_owned());
    let mut plan = plan(&name);
    plan.search = None;
    let alone = plan.game.solve(&*plan.board, &Job::default(), &Task::default()).expect("solved");
    println!("{name}: {} nodes with one thread", nodes(&alone));
    for workers in [1, 2, 4, 8, 16] {
        let store = Store::in_memory(&plan.run()).expect("a store");
        let shown = Shown::default();
        let found = with_crew(workers, &[], |exchange| {
            coordinate(&plan, &store, exchange, &shown, &Task::default()).expect("no failure")
        });
        assert_eq!(found.verdict(), alone.verdict());
        let (share, status) = (nodes(&found) as f64 / nodes(&alone) as f64, shown.get());
        println!(
            "{workers} workers: {} nodes, {share:.2} times as many; {} jobs, {} messages; coordinator {:.3} of {:.2} s",
            nodes(&found),
            status.jobs_done,
            status.messages,
            status.cpu_seconds,
            status.seconds
        );
        // A game as small as 5×5 is solved before sixteen workers have found their places.
        assert!(share < 4.0, "{workers} workers: {share:.2} times the nodes");
    }
}
