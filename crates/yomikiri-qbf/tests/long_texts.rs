//! Reading takes time linear in the length of the text, and solving what is read can be stopped.

use std::fmt::Write;
use std::time::{Duration, Instant};
use yomikiri_qbf::solver::{Limits, Options, Progress, solve};
use yomikiri_qbf::{Budget, qcir, qdimacs};

/// A busy machine may be ten times slower than a free one; quadratic, each of these takes minutes.
#[track_caller]
fn soon<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = work();
    assert!(started.elapsed() < Duration::from_secs(20), "{what}: {:?}", started.elapsed());
    result
}

const LINES: u32 = 200_000;

#[test]
fn many_quantifier_lines() {
    let mut text = format!("p cnf {LINES} 1\n");
    for variable in 1..=LINES {
        let _infallible = writeln!(text, "{} {variable} 0", if variable % 2 == 0 { 'a' } else { 'e' });
    }
    let formula = soon("reading", || qdimacs::read(&format!("{text}1 0\n"))).expect("well formed");
    assert_eq!(formula.prefix().blocks().len(), LINES as usize);
    soon("writing", || qdimacs::write(&formula, &[]));
    assert_eq!(
        soon("solving", || solve(&formula, &Options::default(), &Progress::default())).known(),
        Some(true)
    );
    let twice = soon("reading", || qdimacs::read(&format!("{text}e 7 0\n1 0\n"))).expect_err("7 comes twice");
    assert!(twice.reason.contains('7'), "{twice}");
}

#[test]
fn long_lines() {
    let numbers: String = (1..=LINES).map(|variable| format!("{variable} ")).collect();
    let text = format!("p cnf {LINES} 1\ne {numbers}0\n{numbers}0\n");
    let formula = soon("reading", || qdimacs::read(&text)).expect("well formed");
    assert_eq!(formula.clauses()[0].len(), LINES as usize);
    let error =
        soon("reading", || qdimacs::read(&format!("p cnf 1 1\n{numbers}x"))).expect_err("x is no number");
    assert_eq!((error.line, error.column), (2, numbers.len() + 1));
    let list = vec!["1"; LINES as usize].join(", ");
    let text = format!("#QCIR-G14\nexists(1)\noutput(2)\n2 = and({list})\n");
    soon("reading", || qcir::read(&text)).expect("well formed");
}

/// As many blocks as gates: each gate has a block of its own.
#[test]
fn many_gates_in_many_blocks() {
    let half = LINES / 4;
    let mut text = String::from("#QCIR-G14\n");
    for variable in 1..=half {
        let _infallible =
            writeln!(text, "{}({variable})", if variable % 2 == 0 { "forall" } else { "exists" });
    }
    let _infallible = writeln!(text, "output({})", 2 * half);
    for variable in 1..=half {
        let before = if variable == 1 { 1 } else { half + variable - 1 };
        let _infallible = writeln!(text, "{} = or({before}, {variable})", half + variable);
    }
    let circuit = soon("reading", || qcir::read(&text)).expect("well formed");
    let formula = soon("clauses", || circuit.clauses(&Budget::default())).expect("no limit");
    let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
    soon("solving", || solve(&formula, &Options { preprocess: false, limits }, &Progress::default()));
}
