//! Random formulas: the solver, with and without preprocessing, against the value by definition.

use yomikiri_game::SplitMix64;
use yomikiri_qbf::solver::{Answer, Options, Progress, solve};
use yomikiri_qbf::{Effort, Formula, Literal, Preprocessed, Quantifier, evaluate, preprocess};

/// A formula of a few variables, as hard as its size allows: about as many are true as false.
fn formula(random: &mut SplitMix64) -> Formula {
    let mut formula = Formula::new();
    let variables = 1 + random.below(13);
    let mut quantifier = if random.below(2) == 0 { Quantifier::Exists } else { Quantifier::Forall };
    for _ in 0..variables {
        formula.quantify(quantifier);
        if random.below(2) == 0 {
            quantifier = !quantifier;
        }
    }
    for _ in 0..random.below(3 * variables + 1) {
        let length = 2 + random.below(3);
        let literal =
            |random: &mut SplitMix64| Literal::new(1 + random.below(variables) as u32, random.below(2) == 0);
        let clause: Vec<_> = (0..length).map(|_| literal(random)).collect();
        formula.add(clause);
    }
    formula
}

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
