//! Games and methods meet: all methods on Trax.

use yomikiri_game::{Canonical, Game, Played, Player, SplitMix64, Tactics, playout};
use yomikiri_search::{
    Endings, Method, Monitor, Options, Question, Shallow, ShallowWhen, Solvable, Verdict, ask, solve,
};
use yomikiri_trax::{Position, Rules};

const DEPTHS: [Shallow; 3] = [Shallow::Off, Shallow::One, Shallow::Two];
const SMALL_TABLE: u64 = 1 << 20;

fn position(name: &str) -> Position {
    Position::new(name.parse().expect(name))
}

fn verdict(game: &impl Solvable, options: &Options) -> Verdict {
    solve(game, options, &Monitor::default()).expect("memory").verdict
}

#[test]
fn two_by_two_is_won_and_three_by_three_drawn() {
    for (name, expected) in [
        ("trax:2x2", Verdict::Wins(Player::First)),
        ("trax:3x3", Verdict::Draw),
        ("trax:3x3,line=8", Verdict::Draw),
    ] {
        for method in [Method::Id, Method::IdTable, Method::Pns, Method::Dfpn] {
            for shallow in DEPTHS {
                let options = Options { method, shallow, memory: 64 << 20, ..Options::default() };
                assert_eq!(verdict(&position(name), &options), expected, "{name} {options:?}");
            }
        }
    }
    let dfs = Options { method: Method::Dfs, ..Options::default() };
    assert_eq!(verdict(&position("trax:2x2"), &dfs), Verdict::Wins(Player::First));
    assert_eq!(verdict(&position("trax:3x3"), &dfs), Verdict::Draw);
}

#[test]
fn four_by_four_is_drawn_whatever_the_options() {
    for shallow in DEPTHS {
        for shallow_when in [ShallowWhen::EveryVisit, ShallowWhen::NewNodes] {
            for epsilon in [0.0, 0.25, 1.0] {
                for memory in [SMALL_TABLE, 64 << 20] {
                    let options = Options { shallow, shallow_when, epsilon, memory, ..Options::default() };
                    for endings in [Endings::OFF, options.endings, Endings { left: 12, plays: 50 }] {
                        let options = Options { endings, ..options };
                        assert_eq!(verdict(&position("trax:4x4"), &options), Verdict::Draw, "{options:?}");
                    }
                }
            }
        }
    }
}

/// More threads than cores, tables with room and without: the verdict is the same.
#[test]
fn threads_change_no_verdict() {
    for threads in [2, 3, 8, 32] {
        for (shallow, memory) in
            [(Shallow::Off, SMALL_TABLE), (Shallow::Two, SMALL_TABLE), (Shallow::Two, 64 << 20)]
        {
            let threads = std::num::NonZeroU16::new(threads).expect("not zero");
            let options = Options { threads, shallow, memory, ..Options::default() };
            assert_eq!(verdict(&position("trax:2x2"), &options), Verdict::Wins(Player::First), "{options:?}");
            assert_eq!(verdict(&position("trax:3x3"), &options), Verdict::Draw, "{options:?}");
            assert_eq!(verdict(&position("trax:4x4"), &options), Verdict::Draw, "{options:?}");
        }
    }
}

#[test]
fn a_small_table_is_collected() {
    let options =
        Options { shallow: Shallow::One, endings: Endings::OFF, memory: SMALL_TABLE, ..Options::default() };
    let question = Question { can_win: Player::First };
    let report = ask(&position("trax:5x5"), question, &options, &Monitor::default()).expect("memory");
    assert_eq!(report.answer.known(), Some(false));
    assert!(report.statistics.collections > 0);
}

/// The figures that the search must reach (and reaches with room to spare).
#[test]
fn node_counts_stay_within_bounds() {
    for (name, most) in [("trax:4x4", 10_000), ("trax:5x5", 200_000)] {
        let solution = solve(&position(name), &Options::default(), &Monitor::default()).expect("memory");
        assert_eq!(solution.verdict, Verdict::Draw, "{name}");
        assert_eq!(solution.answers.len(), 2);
        for report in solution.answers {
            assert!(report.cost.nodes <= most, "{name}: {report:?}");
        }
    }
}

/// Positions near the end of random games: every method and depth must find what plain search finds.
#[test]
fn endings_of_random_games() {
    let names = [
        "trax:4x4",
        "trax:5x5",
        "trax-loop:4x4,stuck=last-mover-loses,full=last-mover-loses",
        "trax:5x5,line=3,stuck=draw",
        "trax:6x6,full=last-mover-loses",
    ];
    let mut kinds = std::collections::HashMap::new();
    for name in names {
        let rules: Rules = name.parse().expect(name);
        let spaces_left = 7;
        for seed in 0..60 {
            let game = playout(&Position::new(rules), &mut SplitMix64::new(seed), 100);
            let mut position = Position::new(rules);
            for m in game.moves {
                if position.tile_count() as u32 + spaces_left >= rules.capacity().expect("a limit") {
                    break;
                }
                if !matches!(position.play(m), Played::Open(_)) {
                    break;
                }
            }
            if position.end_reason().is_some() {
                continue;
            }
            let plain = Options { method: Method::Dfs, ..Options::default() };
            let expected = verdict(&position, &plain);
            *kinds.entry(expected.to_string()).or_insert(0) += 1;
            for method in [Method::Id, Method::IdTable, Method::Pns, Method::Dfpn] {
                for shallow in DEPTHS {
                    let options = Options { method, shallow, memory: SMALL_TABLE, ..Options::default() };
                    assert_eq!(verdict(&position, &options), expected, "{position:?} {options:?}");
                }
            }
            let threads = std::num::NonZeroU16::new(4).expect("not zero");
            let together = Options { threads, memory: SMALL_TABLE, ..Options::default() };
            assert_eq!(verdict(&position, &together), expected, "{position:?} {together:?}");
        }
    }
    assert_eq!(kinds.len(), 3, "all kinds of endings should have come up: {kinds:?}");
}

/// Trax without its own tactics: what the generic methods make of it by trying every move.
#[derive(Clone)]
struct Plain(Position);

impl Game for Plain {
    type Move = <Position as Game>::Move;
    type Undo = <Position as Game>::Undo;

    fn to_move(&self) -> Player {
        self.0.to_move()
    }

    fn moves(&self, into: &mut Vec<Self::Move>) {
        self.0.moves(into);
    }

    fn play(&mut self, m: Self::Move) -> Played<Self::Undo> {
        self.0.play(m)
    }

    fn undo(&mut self, token: Self::Undo) {
        self.0.undo(token);
    }

    fn outcome_when_stuck(&self) -> yomikiri_game::Outcome {
        self.0.outcome_when_stuck()
    }

    fn progress(&self) -> u32 {
        self.0.progress()
    }
}

impl Canonical for Plain {
    fn key(&mut self) -> yomikiri_game::Key {
        self.0.key()
    }

    fn images(&self) -> Vec<Self> {
        self.0.images().into_iter().map(Plain).collect()
    }
}

impl Tactics for Plain {}

#[test]
fn tactics_change_no_verdict() {
    for name in ["trax:2x2", "trax:3x3", "trax:4x4", "trax:4x4,line=3"] {
        let options = Options::default();
        let plain = verdict(&Plain(position(name)), &options);
        assert_eq!(verdict(&position(name), &options), plain, "{name}");
    }
}
