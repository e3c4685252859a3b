//! What the report begins and ends with: the figures that matter most, and what was run and what not.

use super::{Block, Section};
use crate::budget::Status;
use crate::findings::Findings;
use crate::formulas::{self, Against, Decided, Formulas};
use crate::mates::Subject;
use crate::stored;
use crate::sums::Sums;
use crate::trax_figures::{LIMITED_TRAX, SIX_BY_SIX, TraxPaper};
use crate::{MISSING, Paper, Run};
use yomikiri::text::{Table, grouped, scientific, seconds};

/// What this is, for somebody who has never heard of the games.
pub(super) fn introduction(paper: Option<Paper>) -> Section {
    let paragraphs = [
        "Five papers of Japanese researchers read games out to the end: they prove who wins, instead of playing well. Trax is a game of \
         square tiles on which a white and a red line run; whoever closes a loop of the own colour, or draws a line of it across the \
         board, wins. Amazons is a game on a chessboard in which every move blocks a square, so that the board falls apart into \
         small games of their own. Generalised tic-tac-toe asks for a given shape instead of three in a row.",
        "Papers 000 and 001 solve Trax on boards up to 7×7 by searching its tree of positions. Paper 002 looks for forced wins in Trax \
         (mate problems). Paper 003 plays sums of Amazons endgames by the theory of hot games. Paper 004 writes generalised tic-tac-toe \
         as formulas and has a solver of formulas decide it.",
        "Each of their experiments is repeated here. Tables show, next to each other, the paper's figure, ours as in the paper (the \
         same method, the same way of counting), and ours our way (what the program does if nothing is asked for). New are exact counts \
         where the papers estimate, proofs that an independent program checks, and the speed.",
    ];
    let names: Vec<String> = Paper::ALL
        .into_iter()
        .filter(|&one| paper.is_none_or(|paper| paper == one))
        .map(|one| format!("{}: {}", one.number(), one.title()))
        .collect();
    let mut blocks: Vec<Block> = paragraphs.into_iter().map(|text| Block::Text(text.to_owned())).collect();
    blocks.push(Block::Text(names.join(". ") + "."));
    Section { id: "what", title: "What this is".to_owned(), blocks }
}

/// Theirs and ours, in a table.
pub(super) fn headlines(findings: &Findings, paper: Option<Paper>) -> Section {
    let mut table = Table::new(["", "paper", "here", "times faster"]);
    let wants = |one: Paper| paper.is_none_or(|paper| paper == one);
    if wants(Paper::LimitedTrax) {
        for size in 5..=7 {
            solved(&mut table, findings, &LIMITED_TRAX, size);
        }
        let exact = findings.counts.iter().find(|counted| counted.size == 8);
        table.row([
            "8×8 Trax, configurations up to symmetry".to_owned(),
            "2.6e18".to_owned(),
            exact.map_or(MISSING.to_owned(), |counted| scientific(counted.exact as f64 / 8.0)),
            MISSING.to_owned(),
        ]);
    }
    if wants(Paper::SixBySix) {
        solved(&mut table, findings, &SIX_BY_SIX, 6);
    }
    if wants(Paper::Mates) {
        let accuracy = findings.trial(Subject::Accuracy);
        let share = |method: usize| {
            accuracy.map_or(MISSING.to_owned(), |trial| {
                format!("{:.0} %", 100.0 * trial.solved(method) as f64 / trial.results.len().max(1) as f64)
            })
        };
        table.row([
            "mate problems that method 1 overlooks, solved with killer depth 3".to_owned(),
            "87 %".to_owned(),
            share(2),
            MISSING.to_owned(),
        ]);
    }
    if wants(Paper::AmazonsEndgames) {
        let lines = findings.sums.as_ref().map(Sums::figures_by_row).unwrap_or_default();
        let ours = mean(lines.iter().map(|line| 100.0 * line.hotstrat[0]));
        let theirs = mean(
            super::amazons::paper_shares()
                .into_iter()
                .filter_map(|shares| shares.hotstrat.map(|share| 100.0 * share)),
        );
        let percent = |share: Option<f64>| share.map_or(MISSING.to_owned(), |share| format!("{share:.1} %"));
        table.row([
            "sums of Amazons subgames, Hotstrat's moves right (mean of all rows)".to_owned(),
            percent(theirs),
            percent(ours),
            MISSING.to_owned(),
        ]);
    }
    if wants(Paper::GeneralisedTicTacToe) {
        let rows = findings.formulas.as_ref().map(Formulas::rows).unwrap_or_default();
        let ours = |of: fn(Against) -> f64| -> Option<f64> {
            (!rows.is_empty()).then(|| rows.iter().filter_map(Decided::ours).map(of).sum())
        };
        for (name, of) in [
            (
                "45 games of tic-tac-toe, by search (paper: the best of each)",
                (|pair: Against| pair.search) as fn(Against) -> f64,
            ),
            ("the same, by formulas, with encoding", |pair: Against| pair.formula),
        ] {
            let paper: f64 = formulas::paper_seconds().into_iter().map(of).sum();
            table.row(times(name, paper, ours(of), ""));
        }
    }
    let remark = "† stored: measured once, not in this run; the table of stored figures says when and how.";
    let title = "Ours beside theirs: both questions of a board together, one thread unless stored";
    Section { id: "short", title: "In short".to_owned(), blocks: vec![Block::table(title, table, remark)] }
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let numbers: Vec<f64> = numbers.collect();
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// The row of a board: the paper's fastest way against ours.
fn solved(table: &mut Table, findings: &Findings, paper: &TraxPaper, size: u16) {
    let figures: Vec<_> = paper.figures().into_iter().filter(|figure| figure.size == size).collect();
    let mut methods: Vec<&str> = figures.iter().map(|figure| figure.label).collect();
    methods.sort_unstable();
    methods.dedup();
    let total = |method: &str| -> f64 {
        figures.iter().filter(|figure| figure.label == method).map(|figure| figure.seconds).sum()
    };
    let best = methods.iter().map(|method| total(method)).fold(f64::INFINITY, f64::min);
    let first = methods.first().copied().unwrap_or_default();
    let costs: Option<Vec<_>> = figures
        .iter()
        .filter(|figure| figure.label == first)
        .map(|figure| findings.own(paper, figure))
        .collect();
    // Stored figures of one question at a time may be of an older search than those of both together.
    let both = stored::both(&paper.game(size)).and_then(|stored| stored.seconds);
    let (ours, mark) = match (costs, both) {
        (Some(costs), _) if costs.iter().all(|cost| !cost.stored) => {
            (costs.iter().map(|cost| cost.seconds).sum(), "")
        }
        (Some(costs), None) => (costs.iter().map(|cost| cost.seconds).sum(), " †"),
        (_, both) => (both, " †"),
    };
    let lines = if paper.paper == Paper::SixBySix { " without lines" } else { "" };
    let name = format!("{size}×{size} Trax{lines} is a draw (paper {})", paper.paper.number());
    table.row(times(&name, best, ours, mark));
}

fn times(name: &str, paper: f64, ours: Option<f64>, mark: &str) -> [String; 4] {
    let shown = |time: f64| format!("{} s", seconds(time));
    [
        name.to_owned(),
        shown(paper),
        ours.map_or(MISSING.to_owned(), |ours| format!("{}{mark}", shown(ours))),
        ours.map_or(MISSING.to_owned(), |ours| grouped((paper / ours).round() as u64)),
    ]
}

/// What was run, and what was left out.
pub(super) fn experiments(run: &Run) -> Section {
    let mut done = Table::new(["experiment", "expected, s", "took, s", "seed", "command"]);
    let mut left_out =
        Table::new(["experiment", "expected, s", "stopped after, s", "command to run it alone"]);
    for (experiment, status) in &run.experiments {
        let expected = seconds(experiment.expected.as_secs_f64());
        match *status {
            Status::Done(took) => done.row([
                experiment.title.clone(),
                expected,
                seconds(took.as_secs_f64()),
                experiment.seed().map_or(MISSING.to_owned(), |seed| seed.to_string()),
                experiment.command(),
            ]),
            Status::Unfinished(took) => left_out.row([
                experiment.title.clone(),
                expected,
                seconds(took.as_secs_f64()),
                experiment.command(),
            ]),
            Status::Skipped => left_out.row([
                experiment.title.clone(),
                expected,
                "not begun".to_owned(),
                experiment.command(),
            ]),
        }
    }
    let mut blocks = Vec::new();
    if !done.is_empty() {
        blocks.push(Block::table("What was run", done, ""));
    }
    if left_out.is_empty() {
        blocks.push(Block::Text("Nothing was left out.".to_owned()));
    } else {
        let remark =
            "Expected: on 2 cores of an AMD EPYC server beside other work. A larger --budget includes them.";
        blocks.push(Block::table("What was left out", left_out, remark));
    }
    Section { id: "experiments", title: "What was run, and what was not".to_owned(), blocks }
}
