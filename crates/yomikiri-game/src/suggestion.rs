//! What somebody may have meant who misspelt a word.

/// The candidate that is closest to a word: at most two letters typed wrong, left out, doubled or exchanged, and no
/// more than a third of the word, rounded up.
///
/// ```
/// use yomikiri_game::closest;
/// assert_eq!(closest("trxa", ["amazons", "trax"]), Some("trax"));
/// assert_eq!(closest("chess", ["amazons", "trax"]), None);
/// ```
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Nobody means a word that long, and the distance takes the product of the lengths.
    const LONGEST: usize = 40;
    if word.chars().nth(LONGEST).is_some() {
        return None;
    }
    let word = word.to_lowercase();
    let most = word.chars().count().div_ceil(3).clamp(1, 2);
    let measured = candidates.into_iter().map(|candidate| (distance(&word, candidate), candidate));
    measured.filter(|&(distance, _)| distance <= most).min_by_key(|&(distance, _)| distance).map(|(_, c)| c)
}

/// The least number of letters to insert, remove, replace or exchange with the next one that makes `a` into `b`
/// (no part of it twice).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_understood() {
        for (word, meant) in [
            ("tipy", Some("tippy")),
            ("TIPPY", Some("tippy")),
            ("ell", Some("el")),
            ("fetti", Some("fatty")),
            ("chess", None),
            ("skiny", Some("skinny")),
        ] {
            assert_eq!(closest(word, ["el", "tippy", "skinny", "fatty"]), meant, "{word}");
        }
        assert_eq!(closest("", ["el"]), None);
        assert_eq!(closest(&"x".repeat(1_000_000), ["el"]), None);
    }
}
