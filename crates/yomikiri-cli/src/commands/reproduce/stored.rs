//! Figures that were measured once, from `suites/trax/measured.tsv`: they take too long to be measured again by default.

use yomikiri::text::{Table, grouped, seconds};
use yomikiri_game::Player;

/// What to say above a table of them.
pub(super) const TITLE: &str = "Stored figures: measured once, with the command on the right, not now";

/// A search of the past.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub(super) game: &'static str,
    /// Whose win was asked about; nobody's if both questions are meant.
    pub(super) can_win: Option<Player>,
    pub(super) answer: bool,
    pub(super) nodes: Option<u64>,
    pub(super) seconds: f64,
    pub(super) depth: Option<u32>,
    pub(super) collections: u64,
    pub(super) threads: u16,
    pub(super) date: &'static str,
    pub(super) machine: &'static str,
    pub(super) command: &'static str,
}

/// All of them.
pub(super) fn all() -> Vec<Measured> {
    const DATA: &str = include_str!("../../../../../suites/trax/measured.tsv");
    let lines = DATA.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| parse(line).expect("the data file is tested")).collect()
}

fn parse(line: &'static str) -> Option<Measured> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [game, can_win, answer, nodes, seconds, depth, collections, threads, date, machine, command] =
        fields[..]
    else {
        return None;
    };
    Some(Measured {
        game,
        can_win: match can_win {
            "first" => Some(Player::First),
            "second" => Some(Player::Second),
            "both" => None,
            _ => return None,
        },
        answer: match answer {
            "yes" => true,
            "no" => false,
            _ => return None,
        },
        nodes: if nodes == "-" { None } else { Some(nodes.parse().ok()?) },
        seconds: seconds.parse().ok()?,
        depth: if depth == "-" { None } else { Some(depth.parse().ok()?) },
        collections: collections.parse().ok()?,
        threads: threads.parse().ok()?,
        date,
        machine,
        command,
    })
}

/// The figure for a board and a question.
pub(super) fn find(game: &str, can_win: Player) -> Option<Measured> {
    all().into_iter().find(|measured| measured.game == game && measured.can_win == Some(can_win))
}

/// The figure for both questions about a board together, with one thread.
pub(super) fn both(game: &str) -> Option<Measured> {
    all()
        .into_iter()
        .find(|measured| measured.game == game && measured.can_win.is_none() && measured.threads == 1)
}

/// What they were measured on.
pub(super) fn machines() -> Vec<&'static str> {
    let mut machines: Vec<&str> = all().into_iter().map(|measured| measured.machine).collect();
    machines.sort_unstable();
    machines.dedup();
    machines
}

/// The stored figures that belong to a paper.
pub(super) fn table(paper: &str) -> Table {
    let mut table =
        Table::new(["board", "question", "answer", "nodes", "seconds", "threads", "date", "command"]);
    let is_long = |measured: &Measured| measured.game.contains(",line=");
    for measured in all().iter().filter(|measured| is_long(measured) == (paper == "001")) {
        table.row([
            measured.game.to_owned(),
            measured.can_win.map_or("both".to_owned(), |player| format!("can {player} win?")),
            if measured.answer { "yes" } else { "no" }.to_owned(),
            measured.nodes.map_or("–".to_owned(), grouped),
            seconds(measured.seconds),
            measured.threads.to_string(),
            measured.date.to_owned(),
            measured.command.to_owned(),
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
        for (number, measured) in all.iter().enumerate() {
            assert!(measured.game.parse::<yomikiri_trax::Rules>().is_ok(), "{}", measured.game);
            assert!(measured.command.starts_with("yomikiri solve "), "{}", measured.command);
            let again = all[number + 1..].iter().any(|other| {
                (other.game, other.can_win, other.threads)
                    == (measured.game, measured.can_win, measured.threads)
            });
            assert!(!again, "{} is there twice", measured.game);
        }
        assert_eq!(find("trax:7x7", Player::First).and_then(|measured| measured.nodes), Some(23_396_564));
    }
}
