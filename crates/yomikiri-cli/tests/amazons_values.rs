//! The facts about Amazons under `suites/amazons`, each file with its source in its header.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::Path;
use yomikiri_amazons::{Board, Endgames};
use yomikiri_cgt::evaluate::Evaluator;
use yomikiri_cgt::sums::SumSolver;
use yomikiri_cgt::tabulate::Values;
use yomikiri_cgt::{Dyadic, Forms};
use yomikiri_check::amazons::{self, Side};
use yomikiri_game::{Catalogue, Player, Progress, SplitMix64};

fn rows(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/amazons").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

#[test]
fn values_agree() {
    let rows = rows("values.tsv");
    assert_eq!(rows.len(), 13);
    let mut evaluator = Evaluator::<Board>::new(Forms::new(), usize::MAX);
    for row in rows {
        let board: Board = row[0].parse().expect(&row[0]);
        let value = evaluator.value(&board).expect("small");
        let forms = &mut evaluator.forms;
        assert_eq!(forms.parse(&row[1]), Ok(value), "{row:?}: {}", forms.text(value));
        let thermograph = forms.thermograph(value).expect("small");
        assert_eq!(thermograph.temperature().to_string(), row[2], "temperature of {row:?}");
        assert_eq!(thermograph.mean().to_string(), row[3], "mean of {row:?}");
        assert_eq!(forms.left_stop(value).to_string(), row[4], "left stop of {row:?}");
        assert_eq!(forms.right_stop(value).to_string(), row[5], "right stop of {row:?}");
    }
}

#[test]
fn outcomes_agree() {
    let rows = rows("outcomes.tsv");
    assert_eq!(rows.len(), 61);
    let mut evaluator = Evaluator::<Board>::new(Forms::new(), usize::MAX);
    let wins = |text: &str| match text {
        "win" => true,
        "loss" => false,
        other => panic!("no result: {other}"),
    };
    for row in rows {
        let board: Board = row[0].parse().expect(&row[0]);
        let value = evaluator.value(&board).expect("small");
        let outcome = evaluator.forms.outcome(value);
        assert_eq!(outcome.beginner_wins(), (wins(&row[1]), wins(&row[2])), "{row:?}");
    }
}

/// The whole catalogue of 4×4: a few seconds.
#[test]
fn counts_of_4x4_agree() {
    let catalogue = Endgames::new(4, 4, [1, 1], None).expect("a small box");
    let mut forms = Forms::new();
    let mut values = Values::new(&catalogue);
    let rows = rows("counts.tsv");
    assert_eq!(rows.len(), 7);
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let mut classes = 0;
    for layer in 0..catalogue.layers() {
        let filled = values.fill_layer(&mut forms, &catalogue, layer, threads, &Progress::default());
        let filled = filled.expect("small");
        classes += filled.len();
        let Some(row) = rows.iter().find(|row| row[0] == layer.to_string()) else {
            continue;
        };
        assert_eq!(forms.len().to_string(), row[2], "{layer} empty squares");
        if row[1] != "-" {
            assert_eq!(catalogue.boards_up_to_symmetry(layer as u32).to_string(), row[1]);
            let temperatures =
                filled.iter().map(|&(_, form)| forms.thermograph(form).expect("small").temperature());
            assert_eq!(temperatures.max().unwrap_or(Dyadic::ZERO).to_string(), row[3]);
        }
    }
    assert_eq!(classes, 247_296);
    assert_eq!(forms.all().map(|form| forms.edges(form)).sum::<usize>(), 774_432);
}

/// What the catalogue says is what the boards themselves say.
#[test]
fn catalogues_agree_with_evaluation() {
    for (width, height, amazons, most_empty) in
        [(3, 3, [1, 1], None), (4, 2, [2, 1], None), (5, 3, [1, 1], Some(5)), (3, 3, [2, 2], None)]
    {
        let catalogue = Endgames::new(width, height, amazons, most_empty).expect("a small box");
        let mut evaluator = Evaluator::<Board>::new(Forms::new(), usize::MAX);
        let mut values = Values::new(&catalogue);
        let mut random = SplitMix64::new(width as u64);
        for layer in 0..catalogue.layers() {
            let filled = values.fill_layer(
                &mut evaluator.forms,
                &catalogue,
                layer,
                NonZeroUsize::MIN,
                &Progress::default(),
            );
            for (number, form) in filled.expect("small") {
                if random.below(4) > 0 {
                    continue;
                }
                let board = catalogue.board(number);
                assert_eq!(catalogue.representative(number), (number, false), "{board}");
                assert_eq!(evaluator.value(&board), Ok(form), "{board}");
                let found = catalogue.number_of(&board).expect("it fits");
                assert_eq!(values.get(found), form, "{board} in a corner");
            }
        }
    }
}

/// A random board with one amazon each and at most so many empty squares.
fn random_board(random: &mut SplitMix64, most_empty: usize) -> String {
    loop {
        let (width, height) = (2 + random.below(3), 2);
        let mut squares: Vec<char> =
            (0..width * height).map(|_| if random.below(2) == 0 { '#' } else { '.' }).collect();
        let black = random.below(squares.len());
        let white = (black + 1 + random.below(squares.len() - 1)) % squares.len();
        (squares[black], squares[white]) = ('x', 'o');
        if squares.iter().filter(|&&square| square == '.').count() <= most_empty {
            let rows = squares.chunks(width).map(|row| row.iter().collect::<String>());
            return rows.collect::<Vec<_>>().join("|");
        }
    }
}

/// Whether the player to move wins a sum of boards, found by playing it out by the reference rules.
fn wins_by_play(boards: &[String], side: Side, known: &mut HashMap<(Vec<String>, Side), bool>) -> bool {
    let key = (boards.to_vec(), side);
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let wins = (0..boards.len()).any(|at| {
        let board = amazons::Board::new(&boards[at], side).expect("a board");
        board.legal_moves().iter().any(|text| {
            let mut after = board.clone();
            after.play(text).expect("legal");
            let mut rest = boards.to_vec();
            rest[at] = after.text();
            !wins_by_play(&rest, side.opponent(), known)
        })
    });
    known.insert(key, wins);
    wins
}

/// Sums of two and three boards: the exact solver against play that knows nothing of values.
#[test]
fn sums_of_boards_agree_with_play() {
    let mut random = SplitMix64::new(6);
    let mut evaluator = Evaluator::<Board>::new(Forms::new(), usize::MAX);
    let mut solver = SumSolver::default();
    let mut won = [0; 2];
    for sum in 0..2000 {
        let (count, most_empty) = if sum % 2 == 0 { (2, 4) } else { (3, 2) };
        let boards: Vec<String> = (0..count).map(|_| random_board(&mut random, most_empty)).collect();
        let values: Vec<_> = boards
            .iter()
            .map(|board| evaluator.value(&board.parse().expect(board)).expect("small"))
            .collect();
        let mut known = HashMap::new();
        for (player, side) in [(Player::First, Side::Black), (Player::Second, Side::White)] {
            let exact = solver.wins(&mut evaluator.forms, &values, player).expect("small");
            assert_eq!(exact, wins_by_play(&boards, side, &mut known), "{player} in {boards:?}");
            won[player as usize] += u32::from(exact);
        }
    }
    assert!(won.iter().all(|&won| (200..1800).contains(&won)), "too one-sided: {won:?}");
}
