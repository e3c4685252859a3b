//! Paper 004: QBF solvers of others on both encodings, measured once (`suites/polyomino/solvers-004.tsv`).

use crate::MISSING;
use crate::data::{optional, rows};
use yomikiri::text::{Table, seconds};

/// What to say below the table.
pub(crate) const REMARK: &str = "Measured once, on 2026-11-16, with a limit of 10 s for a game with the corrective encoding and of 5 s with the direct one; game by game in \
     suites/polyomino/solvers-004.tsv. Seconds are those of the games that were solved, with encoding. DepQBF 5.01 from Debian; CAQE \
     4.0.1, RAReQS and Qute 1.1 from pyqbf 1.1.1.3. The paper had DepQBF and RAReQS, with bloqqer before them; none of these was \
     preprocessed by others. `yomikiri reproduce 004 --external` runs those that are installed.";

const SOLVERS: [&str; 5] = ["embedded", "DepQBF", "CAQE", "RAReQS", "Qute"];

/// A game by every solver, with one encoding.
struct Measured {
    encoding: &'static str,
    /// Seconds, if there was an answer in time.
    seconds: [Option<f64>; SOLVERS.len()],
}

fn measured() -> Vec<Measured> {
    const DATA: &str = include_str!("../data/solvers-004.tsv");
    rows(DATA, |[_game, _turns, encoding, seconds @ ..]: [&str; 8]| {
        let seconds: Option<Vec<Option<f64>>> = seconds.iter().map(|field| optional(field)).collect();
        Some(Measured { encoding, seconds: seconds?.try_into().ok()? })
    })
}

/// What each solver made of all games, by encoding.
pub(crate) fn table() -> Table {
    let mut table =
        Table::new(["solver", "encoding", "games solved", "of", "median in s", "slowest in s", "all in s"]);
    let measured = measured();
    for (number, solver) in SOLVERS.iter().enumerate() {
        for encoding in ["direct", "corrective"] {
            let games: Vec<&Measured> = measured.iter().filter(|game| game.encoding == encoding).collect();
            let mut solved: Vec<f64> = games.iter().filter_map(|game| game.seconds[number]).collect();
            solved.sort_by(f64::total_cmp);
            let shown = |time: Option<&f64>| time.map_or(MISSING.to_owned(), |&time| seconds(time));
            table.row([
                (*solver).to_owned(),
                encoding.to_owned(),
                solved.len().to_string(),
                games.len().to_string(),
                shown(solved.get(solved.len() / 2)),
                shown(solved.last()),
                seconds(solved.iter().sum()),
            ]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_was_tried_with_both_encodings() {
        let measured = measured();
        for encoding in ["direct", "corrective"] {
            assert_eq!(measured.iter().filter(|game| game.encoding == encoding).count(), 45);
        }
        assert!(measured.iter().all(|game| game.encoding != "corrective" || game.seconds[0].is_some()));
    }
}
