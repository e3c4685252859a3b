//! QRP traces: every step is checked, and the steps say how the winner plays.

use yomikiri_check::formula::{Failure, Formula, Trace};

const NEVER: &dyn Fn() -> bool = &|| false;

/// For every x there is a y that differs.
const TRUE: &str = "p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n";
const PROOF: &str = "p qrp 2 2\na 1 0\ne 2 0\n1 1 2 0 0\n2 -1 -2 0 0\n3 -2 1 0 0\n4 1 0 3 0\n5 2 -1 0 0\n6 -1 0 5 0\n7 0 6 4 0\nr SAT\n";
/// There is a y that differs from every x.
const FALSE: &str = "p cnf 2 2\ne 1 0\na 2 0\n1 2 0\n-1 -2 0\n";
const REFUTATION: &str =
    "p qrp 2 2\ne 1 0\na 2 0\n1 1 2 0 0\n2 1 0 1 0\n3 -1 -2 0 0\n4 -1 0 3 0\n5 0 4 2 0\nr UNSAT\n";

fn check(formula: &str, trace: &str) -> Result<Trace, Failure> {
    Trace::check(&Formula::read(formula)?, trace, NEVER)
}

/// Whether the winner's moves win against all values of the opponent's variables.
fn wins(formula: &str, trace: &Trace) -> bool {
    let formula = Formula::read(formula).expect("a formula");
    let is_true = trace.is_true();
    let opponent: Vec<_> =
        (0..formula.variables()).filter(|&v| formula.is_existential(v) != is_true).collect();
    (0..1_u32 << opponent.len()).all(|bits| {
        let mut values = vec![false; formula.variables()];
        opponent.iter().enumerate().for_each(|(at, &v)| values[v] = bits >> at & 1 == 1);
        trace.fill(&mut values);
        formula.holds(&values) == is_true
    })
}

#[test]
fn right_traces_are_accepted_and_win() {
    for (formula, text, is_true, steps) in [(TRUE, PROOF, true, 5), (FALSE, REFUTATION, false, 5)] {
        assert!(Trace::looks_like(text.as_bytes()));
        let trace = check(formula, text).expect("it is right");
        assert_eq!((trace.is_true(), trace.steps()), (is_true, steps));
        assert!(wins(formula, &trace), "{text}");
    }
}

#[test]
fn wrong_steps_are_refused() {
    for (formula, text, from, to, reason) in [
        // A clause that the formula has not.
        (FALSE, REFUTATION, "1 1 2 0 0", "1 1 -2 0 0", "not a clause"),
        // An existential literal dropped.
        (FALSE, REFUTATION, "2 1 0 1 0", "2 2 0 1 0", "may not be dropped"),
        // A literal from nowhere.
        (FALSE, REFUTATION, "4 -1 0 3 0", "4 1 0 3 0", "nowhere"),
        // Resolution of a step with itself.
        (FALSE, REFUTATION, "5 0 4 2 0", "5 0 4 4 0", "clash"),
        (FALSE, REFUTATION, "5 0 4 2 0", "5 0 9 2 0", "not above"),
        (FALSE, REFUTATION, "r UNSAT", "r SAT", "open"),
        (TRUE, PROOF, "r SAT", "r UNSAT", "not a clause"),
        // A cube that does not satisfy the formula.
        (TRUE, PROOF, "3 -2 1 0 0", "3 2 1 0 0", "open"),
        // A universal literal dropped from a cube.
        (TRUE, PROOF, "4 1 0 3 0", "4 -2 0 3 0", "may not be dropped"),
        (TRUE, PROOF, "7 0 6 4 0\n", "", "without literals"),
        (TRUE, PROOF, "p qrp 2 2\n", "", "p qrp"),
        (TRUE, PROOF, "r SAT\n", "", "missing"),
        (TRUE, PROOF, "4 1 0 3 0", "4 7 0 3 0", "has not"),
    ] {
        assert!(text.contains(from), "{from}");
        let error = check(formula, &text.replace(from, to)).expect_err(to);
        assert!(error.to_string().contains(reason), "{to}: {error}");
    }
    // The quantifiers count: the same steps are wrong for the other formula.
    assert!(check(TRUE, REFUTATION).is_err());
    assert!(check(FALSE, PROOF).is_err());
}

/// A clause with a variable and its negation is always true, and a cube with both never is: nothing follows from them.
#[test]
fn steps_with_a_variable_and_its_negation_are_refused() {
    // True: the first clause always holds, so y may be false.
    let formula = "p cnf 2 2\na 1 0\ne 2 0\n1 -1 2 0\n-2 0\n";
    let refutation = "p qrp 2 2\na 1 0\ne 2 0\n1 1 -1 2 0 0\n2 -2 0 0\n3 0 1 2 0\nr UNSAT\n";
    let reduced = "p qrp 2 2\n1 1 -1 2 0 0\n2 -2 0 0\n3 1 -1 0 1 2 0\n4 0 3 0\nr UNSAT\n";
    // The same with an existential variable twice: resolved with a unit clause, nothing would be left.
    let existential = "p cnf 1 2\ne 1 0\n1 -1 0\n1 0\n";
    let resolved = "p qrp 1 2\n1 1 -1 0 0\n2 1 0 0\n3 0 1 2 0\nr UNSAT\n";
    // False: a cube of x and not x satisfies both clauses, but no assignment does.
    let clauses = "p cnf 1 2\ne 1 0\n1 0\n-1 0\n";
    let proof = "p qrp 1 2\ne 1 0\n1 1 -1 0 0\n2 0 1 0\nr SAT\n";
    for (formula, trace) in
        [(formula, refutation), (formula, reduced), (existential, resolved), (clauses, proof)]
    {
        let error = check(formula, trace).expect_err(trace);
        assert!(error.to_string().contains("and its negation"), "{error}");
    }
}
