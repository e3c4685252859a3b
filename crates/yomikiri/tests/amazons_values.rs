//! The facts about Amazons under `suites/amazons`, each file with its source in its header.

use std::num::NonZeroUsize;
use std::path::Path;
use yomikiri_amazons::{Board, Endgames};
use yomikiri_cgt::evaluate::Evaluator;
use yomikiri_cgt::tabulate::{Progress, Values};
use yomikiri_cgt::{Dyadic, Forms};
use yomikiri_game::{Catalogue, SplitMix64};

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
