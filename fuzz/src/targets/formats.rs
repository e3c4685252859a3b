//! **No text makes a reader panic, and what is read is written as a text that is read the same.**
//!
//! QDIMACS, QCIR (and both as the checker reads them), certificates and traces, positional games, Toss descriptions and names of polyomino games, all on the same text.

use std::time::Duration;
use yomikiri_game::Stop;
use yomikiri_check::formula::{Aiger, Formula, Trace};
use yomikiri_polyomino::{Rules, pg};
use yomikiri_qbf::{qcir, qdimacs};

const MOST_TIME: Duration = Duration::from_millis(50);

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(bytes: &[u8]) -> bool {
    let _any = Aiger::read(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    if let Ok(formula) = qdimacs::read(text)
        && formula.variables() < 10_000
    {
        let again = qdimacs::read(&qdimacs::write(&formula, &[])).expect("what is written is read");
        assert_eq!(again.clauses(), formula.clauses());
        assert_eq!(again.prefix(), formula.prefix());
    }
    if let Ok(circuit) = qcir::read(text) {
        assert_eq!(qcir::read(&qcir::write(&circuit, &[])).as_ref(), Ok(&circuit));
    }
    if let Ok(formula) = Formula::read(text) {
        let _any = Trace::check(&formula, text, &|| false);
    }
    let small = Formula::read("p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n").expect("a formula");
    let _any = Trace::check(&small, text, &|| false);
    if let Ok(game) = pg::read(text) {
        assert_eq!(pg::read(&pg::write(&game)).as_ref(), Ok(&game));
    }
    if let Ok(laid_out) = yomikiri_toss::format(text) {
        assert_eq!(yomikiri_toss::format(&laid_out).as_ref(), Ok(&laid_out));
        let description = yomikiri_toss::parse(text).expect("it was laid out");
        // What a short text asks for may take seconds.
        let _any = yomikiri_toss::lower_until(&description, &Stop::new().within(MOST_TIME));
    }
    if let Ok(rules) = text.parse::<Rules>() {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
    true
}
