//! Random formulas: the solver, with and without preprocessing, against the value by definition.

mod making;

use making::formula;
use yomikiri_game::SplitMix64;
use yomikiri_qbf::solver::{Answer, Options, Progress, solve};
use yomikiri_qbf::{Effort, Formula, Literal, Preprocessed, Quantifier, evaluate, preprocess};

/// The formula with more unit clauses.
fn under(formula: &Formula, literals: &[Literal]) -> Formula {
    let mut formula = formula.clone();
    for &literal in literals {
        formula.add([literal]);
    }
    formula
}

#[test]
fn the_solver_is_right() {
    let mut random = SplitMix64::new(5);
    let mut found = [0; 2];
    for _ in 0..20_000 {
        let formula = formula(&mut random);
        let expected = evaluate(&formula);
        found[usize::from(expected)] += 1;
        for preprocess in [false, true] {
            let options = Options { preprocess, ..Options::default() };
            let answer = solve(&formula, &options, &Progress::default());
            assert_eq!(answer.known(), Some(expected), "{formula:?}, preprocessed: {preprocess}");
            if let Answer::Sat(values) = answer {
                assert!(evaluate(&under(&formula, &values)), "{formula:?} with {values:?}");
            }
        }
    }
    assert!(found.iter().all(|&count| count > 5000), "{found:?}");
}

#[test]
fn preprocessing_changes_no_value() {
    let mut random = SplitMix64::new(6);
    let mut left = 0;
    for _ in 0..20_000 {
        let formula = formula(&mut random);
        for effort in [Effort::Least, Effort::Full] {
            let value = match preprocess(&formula, effort) {
                Preprocessed::True(values) => {
                    assert!(evaluate(&under(&formula, &values)), "{formula:?} with {values:?}");
                    true
                }
                Preprocessed::False => false,
                Preprocessed::Open { formula: smaller, .. } => {
                    left += u32::from(effort == Effort::Full);
                    let innermost = smaller.prefix().blocks().last().map(|block| block.quantifier);
                    assert_eq!(innermost, Some(Quantifier::Exists));
                    assert!(smaller.clauses().iter().all(|clause| !clause.is_empty()));
                    evaluate(&smaller)
                }
            };
            assert_eq!(value, evaluate(&formula), "{formula:?}, {effort:?}");
        }
    }
    assert!(left > 50, "{left} formulas were not decided by preprocessing");
}
