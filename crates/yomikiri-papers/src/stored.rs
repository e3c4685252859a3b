//! Figures that were measured once, from `suites/trax/measured.tsv`: they take too long to be measured again by default.

use crate::data::{optional, rows};
use crate::trax_figures::TraxPaper;
use crate::{MISSING, Paper};
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
                seconds: optional(seconds)?,
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

/// Whether it was measured as in a paper.
fn is_as_in_a_paper(stored: &StoredSearch) -> bool {
    stored.command.contains("--as-in")
}

/// The figure for a board and a question, our own way.
pub(crate) fn find(game: &str, player: Player) -> Option<StoredSearch> {
    let is_it = |stored: &StoredSearch| {
        stored.game == game && stored.player == Some(player) && !is_as_in_a_paper(stored)
    };
    all().into_iter().find(is_it)
}

/// The figure of a command, whatever memory it was given.
#[must_use]
pub fn by_command(command: &str) -> Option<StoredSearch> {
    let without_memory = |command: &str| -> Vec<String> {
        let mut words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        if let Some(at) = words.iter().position(|word| word == "--memory") {
            words.drain(at..words.len().min(at + 2));
        }
        words
    };
    let command = without_memory(command);
    all().into_iter().find(|stored| without_memory(stored.command) == command)
}

/// The figure for both questions about a board together, with as few threads as it was measured with.
pub(crate) fn both(game: &str) -> Option<StoredSearch> {
    let is_it =
        |stored: &StoredSearch| stored.game == game && stored.player.is_none() && !is_as_in_a_paper(stored);
    all().into_iter().filter(is_it).min_by_key(|stored| stored.threads)
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
            stored.seconds.map_or(MISSING.to_owned(), seconds),
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
    use crate::searches::Search;
    use crate::trax_figures::{LIMITED_TRAX, SIX_BY_SIX};

    #[test]
    fn the_data_file_is_well_formed() {
        let all = all();
        for (number, stored) in all.iter().enumerate() {
            assert!(stored.game.parse::<yomikiri_trax::Rules>().is_ok(), "{}", stored.game);
            assert!(stored.command.starts_with("yomikiri solve "), "{}", stored.command);
            let again = all[number + 1..]
                .iter()
                .any(|other| other.command == stored.command && other.player == stored.player);
            assert!(!again, "{} is there twice", stored.command);
        }
        // What was measured as in a paper is what the report looks for.
        let planned: Vec<StoredSearch> = [&LIMITED_TRAX, &SIX_BY_SIX]
            .into_iter()
            .flat_map(|paper| paper.figures().into_iter().map(move |figure| (paper, figure)))
            .filter_map(|(paper, figure)| by_command(&Search::of_figure(paper, &figure, 1 << 30).command()))
            .collect();
        for stored in all.iter().filter(|stored| is_as_in_a_paper(stored)) {
            assert!(planned.iter().any(|found| found.command == stored.command), "{}", stored.command);
        }
        assert_eq!(find("trax:7x7", Player::First).and_then(|stored| stored.nodes), Some(11_623_095));
    }
}
