//! The limit on memory is kept: what the process really takes grows by no more than the solver was allowed.
//!
//! In a file of its own, because the process is measured.

#![cfg(target_os = "linux")]

use yomikiri_game::SplitMix64;
use yomikiri_qbf::solver::{Answer, Limits, Options, Progress, StopReason, solve};
use yomikiri_qbf::{Formula, Literal, Quantifier};

/// A random formula of three blocks that takes many refinements.
fn formula(seed: u64, variables: u32, clauses: u32) -> Formula {
    let mut random = SplitMix64::new(seed);
    let mut formula = Formula::new();
    for quantifier in [Quantifier::Exists, Quantifier::Forall, Quantifier::Exists] {
        for _ in 0..variables {
            formula.quantify(quantifier);
        }
    }
    for _ in 0..clauses {
        let literal = |random: &mut SplitMix64, block: u32| {
            let variable = 1 + block * variables + random.below(variables as usize) as u32;
            Literal::new(variable, random.below(2) == 0)
        };
        let clause = [0, 1, 1, 2, 2].map(|block| literal(&mut random, block));
        formula.add(clause);
    }
    formula
}

/// The bytes of memory that the process has now, and the most that it ever had.
fn resident() -> (u64, u64) {
    let status = std::fs::read_to_string("/proc/self/status").expect("a Linux system");
    let field = |name: &str| -> u64 {
        let line = status.lines().find(|line| line.starts_with(name)).expect(name);
        line.split_whitespace().nth(1).expect("a number").parse::<u64>().expect("a number") << 10
    };
    (field("VmRSS"), field("VmHWM"))
}

/// Variables of a block, clauses and the limit in MiB.
const CASES: [(u32, u32, u64); 4] = [(60, 400, 4), (60, 400, 8), (5_000, 50_000, 24), (400, 40_000, 40)];

/// Each case has a process of its own: an allocator keeps some of what was freed, so that a second one would seem to need less.
#[test]
fn the_limit_is_kept() {
    const CASE: &str = "YOMIKIRI_MEMORY_CASE";
    if let Ok(number) = std::env::var(CASE) {
        let (variables, clauses, megabytes) = CASES[number.parse::<usize>().expect("the number of a case")];
        let (before, _) = resident();
        let formula = formula(u64::from(clauses), variables, clauses);
        let progress = Progress::default();
        let limits = Limits { memory: Some(megabytes << 20), ..Limits::default() };
        let answer = solve(&formula, &Options { preprocess: true, limits }, &progress);
        let (_, most) = resident();
        assert_eq!(answer, Answer::Unknown(StopReason::Memory), "{variables} variables, {clauses} clauses");
        let (grew, counted) = ((most - before) >> 10, progress.snapshot().memory >> 10);
        println!("{variables} variables, {clauses} clauses: counted {counted} KiB, grew {grew} KiB");
        assert!(grew < megabytes << 10, "{grew} KiB instead of {megabytes} MiB");
        // A limit that counts everything many times over would be kept, but of no use.
        assert!(4 * grew > megabytes << 10, "only {grew} KiB of {megabytes} MiB");
        return;
    }
    let program = std::env::current_exe().expect("the test itself");
    for number in 0..CASES.len() {
        let ended = std::process::Command::new(&program)
            .args(["--exact", "the_limit_is_kept", "--nocapture"])
            .env(CASE, number.to_string())
            .status();
        assert!(ended.expect("it can be started").success(), "case {number}");
    }
    // Too little for the formula itself.
    let limits = Limits { memory: Some(1 << 10), ..Limits::default() };
    let answer = solve(&formula(1, 60, 400), &Options { preprocess: true, limits }, &Progress::default());
    assert_eq!(answer, Answer::Unknown(StopReason::Memory));
}

/// Without a limit nothing changes, and what was used for preprocessing is given back.
#[test]
fn what_is_counted_does_not_pile_up() {
    let progress = Progress::default();
    let easy = formula(3, 8, 40);
    assert!(solve(&easy, &Options::default(), &progress).known().is_some());
    assert!(progress.snapshot().memory < 1 << 20, "{:?}", progress.snapshot());
}
