//! **No choice of a method or of its options changes the value of a position.**
//!
//! The first byte chooses a small rule set, the second options, the others legal moves by their numbers (and
//! the first legal move when they run out) until few spaces are left. Depth-first search, which remembers
//! nothing and knows nothing but the rules, gives the value; every other method must find the same, df-pn at
//! every shallow depth, with the smallest table.

use crate::choose;
use yomikiri_game::{Game, Played, legal_moves};
use yomikiri_search::{
    Limits, MINIMUM_MEMORY, Method, Monitor, Options, Shallow, ShallowWhen, Verdict, solve,
};
use yomikiri_trax::{Position, Rules};

const RULES: &[&str] = &[
    "trax:2x2",
    "trax:3x3",
    "trax:3x3,line=2",
    "trax:3x3,line=8,stuck=draw",
    "trax:3x3,stuck=last-mover-loses,full=last-mover-loses",
    "trax-loop:3x3",
    "trax-loop:3x3,stuck=draw,full=last-mover-loses",
    "trax-loop:3x3,stuck=last-mover-loses",
    "trax:4x4",
    "trax:4x4,line=3",
    "trax:4x4,line=2,stuck=draw",
    "trax:4x4,line=8,full=last-mover-loses",
    "trax:4x4,stuck=last-mover-loses,full=last-mover-loses",
    "trax-loop:4x4",
    "trax-loop:4x4,stuck=draw",
    "trax-loop:4x4,stuck=last-mover-loses,full=last-mover-loses",
];

const EPSILONS: &[f64] = &[0.0, 0.25, 1.0, 100.0];

/// Spaces left on the board when the search begins.
const MOST_SPACES: u32 = 7;

/// What depth-first search may visit for a question before the position counts as too large.
const MOST_NODES: u64 = 20_000;

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(data: &[u8]) -> bool {
    let [rules, options, choices @ ..] = data else {
        return false;
    };
    let rules: Rules = choose(RULES, *rules).parse().expect("a known name");
    let Some(position) = play(rules, choices) else {
        return false;
    };
    let plain = Options {
        method: Method::Dfs,
        memory: MINIMUM_MEMORY,
        epsilon: *choose(EPSILONS, options >> 1),
        shallow_when: if options & 1 == 0 { ShallowWhen::EveryVisit } else { ShallowWhen::NewNodes },
        ..Options::default()
    };
    let limits = Limits { nodes: Some(MOST_NODES), time: None };
    let expected = value(&position, &Options { limits, ..plain });
    if expected == Verdict::Unknown {
        return false;
    }
    for shallow in [Shallow::Off, Shallow::One, Shallow::Two] {
        for method in [Method::Dfpn, Method::Pns] {
            let options = Options { method, shallow, ..plain };
            let found = value(&position, &options);
            // The tree of best-first search may not fit.
            if found != Verdict::Unknown || method == Method::Dfpn {
                assert_eq!(found, expected, "{position:?} {options:?}");
            }
        }
    }
    let options = Options { method: Method::IdTable, ..plain };
    assert_eq!(value(&position, &options), expected, "{position:?} {options:?}");
    true
}

fn value(position: &Position, options: &Options) -> Verdict {
    let solution = solve(position, options, &Monitor::default()).expect("little memory");
    solution.verdict
}

/// Plays until few spaces are left; `None` if the game ends before.
fn play(rules: Rules, choices: &[u8]) -> Option<Position> {
    let mut position = Position::new(rules);
    let mut choices = choices.iter();
    while rules.capacity()? > position.progress() + MOST_SPACES {
        let legal = legal_moves(&mut position);
        if legal.is_empty() {
            return None;
        }
        let m = *choose(&legal, choices.next().copied().unwrap_or(0));
        let Played::Open(_) = position.play(m) else {
            return None;
        };
    }
    Some(position)
}
