//! One solver for several numbers of turns: its answers are those of one formula for each.

use yomikiri_game::{FirstStone, Player, PositionalGame, SplitMix64, Turn};
use yomikiri_qbf::deepening::Deepening;
use yomikiri_qbf::solver::{Limits, Options, Progress, solve};
use yomikiri_qbf::{Budget, corrective};

/// A game of random winning sets on a row of cells, in which the players take turns.
fn random_game(random: &mut SplitMix64) -> PositionalGame {
    let cells = 4 + random.below(6);
    let stones = 1 + random.below(2) as u8;
    let begins = Player::BOTH[random.below(2)];
    let turns = (0..cells / usize::from(stones))
        .map(|at| Turn { player: if at % 2 == 0 { begins } else { !begins }, stones })
        .collect();
    let winning_sets = [(); 2].map(|()| {
        let mut sets: Vec<Vec<u16>> = (0..1 + random.below(8))
            .map(|_| {
                let (start, step, size) = (random.below(cells), 1 + random.below(3), 2 + random.below(3));
                let mut set: Vec<_> = (0..size).map(|i| ((start + i * step) % cells) as u16).collect();
                set.sort_unstable();
                set.dedup();
                set
            })
            .collect();
        sets.sort();
        sets.dedup();
        sets
    });
    PositionalGame {
        cells: (0..cells).map(|cell| format!("c{cell}")).collect(),
        winning_sets,
        owned: [Vec::new(), Vec::new()],
        turns,
        first_stone: FirstStone::Anywhere,
    }
}

fn alone(game: &PositionalGame, turns: usize, winner: Player) -> bool {
    let encoded =
        corrective::encode(&game.clone().within(turns), winner, &Budget::default()).expect("no limit");
    solve(&encoded.formula, &Options::default(), &Progress::default()).known().expect("no limit")
}

#[test]
fn the_answers_are_those_of_single_formulas() {
    let mut random = SplitMix64::new(2020);
    let (mut asked, mut wins, mut games) = (0, 0, 0);
    for _ in 0..400 {
        let game = random_game(&mut random);
        for winner in Player::BOTH {
            let encoded = corrective::encode(&game, winner, &Budget::default()).expect("no limit");
            let progress = Progress::default();
            let Some(mut deepening) = Deepening::new(&game, &encoded, Limits::default(), &progress) else {
                continue;
            };
            games += 1;
            // In any order: what was learnt before is never wrong.
            let mut numbers: Vec<usize> = (1..=game.turns.len()).filter(|&k| deepening.knows(k)).collect();
            if random.below(4) == 0 {
                numbers.reverse();
            }
            for turns in numbers {
                let found = deepening.ask(turns).and_then(|answer| answer.known());
                let expected = alone(&game, turns, winner);
                assert_eq!(found, Some(expected), "{turns} turns, {winner}: {game:?}");
                asked += 1;
                wins += u32::from(expected);
            }
        }
    }
    assert!(games > 400 && asked > 1500 && wins > 200 && asked - wins > 500, "{games} {asked} {wins}");
}

/// What was learnt about the last turns need not be learnt again.
#[test]
fn a_question_that_was_asked_before_takes_less() {
    let mut random = SplitMix64::new(3);
    let [mut first, mut again] = [0; 2];
    for _ in 0..100 {
        let game = random_game(&mut random);
        let encoded = corrective::encode(&game, Player::First, &Budget::default()).expect("no limit");
        let progress = Progress::default();
        let Some(mut deepening) = Deepening::new(&game, &encoded, Limits::default(), &progress) else {
            continue;
        };
        let turns = game.turns.len();
        let answer = deepening.ask(turns).and_then(|answer| answer.known());
        let once = progress.snapshot().refinements;
        assert_eq!(deepening.ask(turns).and_then(|answer| answer.known()), answer);
        first += once;
        again += progress.snapshot().refinements - once;
    }
    assert!(first > 100 && again * 4 < first, "{first} {again}");
}

#[test]
fn what_is_no_game_of_its_own_is_not_asked() {
    let mut game = random_game(&mut SplitMix64::new(5));
    let turn = |player, stones| Turn { player, stones };
    // The first turn has one stone, the others two.
    game.turns = vec![turn(Player::First, 1), turn(Player::Second, 2), turn(Player::First, 1)];
    let encoded = corrective::encode(&game, Player::First, &Budget::default()).expect("no limit");
    let progress = Progress::default();
    let mut deepening = Deepening::new(&game, &encoded, Limits::default(), &progress).expect("it fits");
    assert!(deepening.knows(3) && deepening.knows(1) && !deepening.knows(2) && !deepening.knows(0));
    assert!(deepening.ask(2).is_none() && deepening.ask(4).is_none());
    game.first_stone = FirstStone::OneOf(vec![0]);
    assert!(Deepening::new(&game, &encoded, Limits::default(), &progress).is_none());
}
