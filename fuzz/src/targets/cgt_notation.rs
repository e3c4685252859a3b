//! **Every game that a text is read as is written as a text that is read as the same game.**
//!
//! Any UTF-8 text: it is refused, with a place in it, or its canonical form reads back as itself, and the negative of the
//! negative is the game. The arena is small, so that a game that is too complex is refused and takes no time.

use yomikiri_cgt::Forms;

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let mut forms = Forms::with_limit(2_000);
    match forms.parse(text) {
        Err(error) => assert!(error.at <= text.chars().count() + 1, "{error}"),
        Ok(game) => {
            assert_eq!(forms.negative(forms.negative(game)), game);
            // What fits into the arena once may not fit again beside what is there.
            if let Some(written) = forms.text_within(game, 5_000)
                && let Ok(again) = forms.parse(&written)
            {
                assert_eq!(game, again, "{text:?} is written {written:?}");
            }
        }
    }
    true
}
