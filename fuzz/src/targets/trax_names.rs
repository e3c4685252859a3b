//! **Every rule set that a text names is written as a text that names it again.**
//!
//! Any UTF-8 text: it is refused, or what it is read as is displayed as a name that is read as an equal rule
//! set and displayed the same; and an empty board of it can be made.

use yomikiri_game::legal_moves;
use yomikiri_trax::{Position, Rules};

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let Ok(rules) = text.parse::<Rules>() else {
        return true;
    };
    let name = rules.to_string();
    let again: Rules = name.parse().expect("a name that was displayed");
    assert_eq!(again, rules, "{text:?} is displayed as {name:?}");
    assert_eq!(again.to_string(), name);
    // Its grid is megabytes without a limit, so only where there is one.
    if rules.limit().is_some() {
        let first_moves = legal_moves(&mut Position::new(rules));
        assert_eq!(first_moves.len(), 2, "{name}");
    }
    true
}
