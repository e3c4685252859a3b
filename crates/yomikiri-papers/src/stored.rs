//! Figures that were measured once, from `suites/trax/measured.tsv`: they take too long to be measured again by default.

use crate::Paper;
use crate::data::{optional, rows};
use crate::trax_figures::TraxPaper;
use yomikiri::text::{Table, grouped, seconds};
use yomikiri::view::Player;
use yomikiri::view::papers::StoredSearch;

/// What to say above a table of them.
pub const TITLE: &str = "Stored figures: measured once, with the command on the right, not now";

/// All of them.
pub(crate) fn all() -> Vec<StoredSearch> {
    const DATA: &str = include_str!("../data/measured.tsv");
    rows(
        DATA,
        |[game, player, answer, nodes, seconds, depth, collections, threads, date, machine, command]| {
            Some(StoredSearch {
                game,
                player: match player {
                    "first" => Some(Player::First),
                    "second" => Some(Player::Second),
                    "both" => None,
                    _ => return None,
                },
                can_win: match answer {
                    "yes" => true,
                    "no" => false,
                    _ => return None,
                },
                nodes: optional(nodes)?,
                seconds: seconds.parse().ok()?,
                depth: optional(depth)?,
                collections: collections.parse().ok()?,
                threads: threads.parse().ok()?,
                date,
                machine,
                command,
            })
        },
    )
}

/// The figure for a board and a question.
pub(crate) fn find(game: &str, player: Player) -> Option<StoredSearch> {
    all().into_iter().find(|stored| stored.game == game && stored.player == Some(player))
}

/// The figure for both questions about a board together, with one thread.
pub(crate) fn both(game: &str) -> Option<StoredSearch> {
    all().into_iter().find(|stored| stored.game == game && stored.player.is_none() && stored.threads == 1)
}

/// What they were measured on.
pub(crate) fn machines() -> Vec<&'static str> {
    let mut machines: Vec<&str> = all().into_iter().map(|stored| stored.machine).collect();
    machines.sort_unstable();
    machines.dedup();
    machines
}

/// The stored figures that belong to a paper.
pub(crate) fn table(paper: &TraxPaper) -> Table {
    let mut table =
        Table::new(["board", "question", "answer", "nodes", "seconds", "threads", "date", "command"]);
    let is_without_lines = |stored: &StoredSearch| stored.game.contains(",line=");
    for stored in all().iter().filter(|stored| is_without_lines(stored) == (paper.paper == Paper::SixBySix)) {
        table.row([
            stored.game.to_owned(),
            match stored.player {
                None => "both",
                Some(Player::First) => "can first win?",
                Some(Player::Second) => "can second win?",
            }
            .to_owned(),
            if stored.can_win { "yes" } else { "no" }.to_owned(),
            stored.nodes.map_or("–".to_owned(), grouped),
            seconds(stored.seconds),
            stored.threads.to_string(),
            stored.date.to_owned(),
            stored.command.to_owned(),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_file_is_well_formed() {
        let all = all();
        for (number, stored) in all.iter().enumerate() {
            assert!(stored.game.parse::<yomikiri_trax::Rules>().is_ok(), "{}", stored.game);
            assert!(stored.command.starts_with("yomikiri solve "), "{}", stored.command);
            let again = all[number + 1..].iter().any(|other| {
                (other.game, other.player, other.threads) == (stored.game, stored.player, stored.threads)
            });
            assert!(!again, "{} is there twice", stored.game);
        }
        assert_eq!(find("trax:7x7", Player::First).and_then(|stored| stored.nodes), Some(11_623_095));
    }
}
