//! **No text makes a reader panic, and what is read is written as a text that is read the same.**
//!
//! QDIMACS, QCIR, positional games, Toss descriptions and names of polyomino games, all on the same text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use yomikiri_polyomino::{Rules, pg};
use yomikiri_qbf::{qcir, qdimacs};

fuzz_target!(|text: &str| {
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
        let _any = yomikiri_toss::parse(text).map(|description| yomikiri_toss::lower(&description));
    }
    if let Ok(rules) = text.parse::<Rules>() {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
});
