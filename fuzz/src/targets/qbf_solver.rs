//! **The solver says what the definition says.**
//!
//! The bytes are a small formula: quantifiers, then literals. The embedded solver, with and without
//! preprocessing, must find its value.

use yomikiri_qbf::solver::{Options, Progress, solve};
use yomikiri_qbf::{Formula, Literal, Quantifier, evaluate};

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(data: &[u8]) -> bool {
    let [variables, quantifiers, more, literals @ ..] = data else {
        return false;
    };
    let variables = u32::from(variables % 12) + 1;
    let quantifiers = u16::from(*quantifiers) << 8 | u16::from(*more);
    let mut formula = Formula::new();
    for at in 0..variables {
        formula.quantify(if quantifiers >> at & 1 == 0 { Quantifier::Exists } else { Quantifier::Forall });
    }
    for clause in literals.split(|byte| *byte == 0).take(40) {
        let literal = |byte: &u8| Literal::new(u32::from(byte >> 1) % variables + 1, byte & 1 == 0);
        formula.add(clause.iter().take(6).map(literal));
    }
    let expected = evaluate(&formula);
    for preprocess in [false, true] {
        let options = Options { preprocess, ..Options::default() };
        assert_eq!(solve(&formula, &options, &Progress::default()).known(), Some(expected), "{formula:?}");
    }
    true
}
