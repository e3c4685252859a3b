//! The facts about Amazons under `suites/amazons`, each file with its source in its header.

use std::path::Path;
use yomikiri_amazons::Board;
use yomikiri_cgt::Forms;
use yomikiri_cgt::evaluate::Evaluator;

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
