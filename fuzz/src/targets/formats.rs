//! **No text makes a reader panic, and what is read is written as a text that is read the same.**
//!
//! QDIMACS, QCIR, positional games, Toss descriptions and names of polyomino games, all on the same text.

use std::time::Duration;
use yomikiri_game::Stop;
use yomikiri_polyomino::{Rules, pg};
use yomikiri_qbf::{qcir, qdimacs};

const MOST_TIME: Duration = Duration::from_millis(50);

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(bytes: &[u8]) -> bool {
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
