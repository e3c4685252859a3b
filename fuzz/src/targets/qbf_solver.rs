//! **The solver says what the definition says, and its certificates check.**
//!
//! The bytes are a small formula: quantifiers, then literals. The embedded solver, with and without
//! preprocessing, must find its value, and the checker must accept its certificate.

use yomikiri_check::formula::{self, Aiger, Functions};
use yomikiri_qbf::certificate::Certificate;
use yomikiri_qbf::solver::{Options, Progress, solve_noted};
use yomikiri_qbf::{Formula, Literal, Quantifier, evaluate, qdimacs};

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
        let (answer, notes) = solve_noted(&formula, &options, &Progress::default());
        assert_eq!(answer.known(), Some(expected), "{formula:?}");
        let certificate = Certificate::new(&formula, expected, &notes);
        let file = certificate.aiger_binary(|variable| variable.to_string(), &[]);
        let read = formula::Formula::read(&qdimacs::write(&formula, &[])).expect("a formula");
        let functions = Aiger::read(&file).and_then(|circuit| Functions::new(&read, circuit)).expect("a certificate");
        assert_eq!(formula::check(&read, &functions, &|| false), Ok(expected), "{formula:?}");
    }
    true
}
