//! **No text of another cluster makes its reader panic, and what was read is written again the same.**

use yomikiri_cluster::exported::Exported;

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(bytes: &[u8]) -> bool {
    let Some(exported) = std::str::from_utf8(bytes).ok().and_then(|text| text.parse::<Exported>().ok()) else {
        return false;
    };
    let again: Exported = exported.to_string().parse().expect("what is written can be read");
    assert_eq!(again, exported);
    true
}
