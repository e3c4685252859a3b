//! The text at the beginning of a checkpoint: what was searched, and how far it was.

use super::records::{LONGEST_FINGERPRINT, SHORTEST_FINGERPRINT};
use super::{CheckpointError, VERSION};
use std::io::{self, BufRead, Read};
use yomikiri_game::{Player, Statistics};

const MAGIC: &str = "yomikiri checkpoint ";
/// Longer ones are not read.
const LONGEST: u64 = 1 << 20;

/// What was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Whether this player can win.
    About(Player),
    /// Who wins: whether the first player can, and then whether the second can.
    Both,
}

/// An answer that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answered {
    /// Whom the question was about.
    pub can_win: Player,
    /// The answer.
    pub answer: bool,
    /// What it cost.
    pub cost: Statistics,
}

/// What was searched and how far it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The name of the game, with its rules.
    pub game: String,
    /// The moves that lead to the position.
    pub moves: String,
    /// What was asked.
    pub asked: Asked,
    /// The method and its options.
    pub options: String,
    /// The key scheme: tells whether two programs give positions the same fingerprints.
    pub key_scheme: u64,
    /// The answers that have been found.
    pub answered: Vec<Answered>,
    /// The question that was being searched, and what it has cost so far. The records are about it.
    pub searching: Option<(Player, Statistics)>,
    /// The length of the fingerprints of records, in bits.
    pub fingerprint_bits: u32,
}

impl Header {
    pub(super) fn to_text(&self) -> io::Result<String> {
        let mut text = format!("{MAGIC}{VERSION}\n");
        let mut line = |key: &str, value: &str| {
            if value.contains(char::is_control) {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidInput,
                    format!("{key} has control characters"),
                ));
            }
            text.push_str(key);
            text.push_str(": ");
            text.push_str(value);
            text.push('\n');
            Ok(())
        };
        line("game", &self.game)?;
        line("moves", &self.moves)?;
        line("asked", &self.asked.to_text())?;
        line("options", &self.options)?;
        line("dialect", &format!("{:016x}", self.key_scheme))?;
        for Answered { can_win, answer, cost } in &self.answered {
            line("answered", &format!("{can_win} {} {}", yes_or_no(*answer), cost_text(cost)))?;
        }
        if let Some((can_win, cost)) = &self.searching {
            line("searching", &format!("{can_win} {}", cost_text(cost)))?;
        }
        line("names", &self.fingerprint_bits.to_string())?;
        text.push('\n');
        if text.len() as u64 > LONGEST {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "the description of the search is too long",
            ));
        }
        Ok(text)
    }

    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines().peekable();
        let mut value = |key: &str, optional: bool| {
            let wanted = |line: &&str| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(": "));
            let line = if optional { lines.next_if(wanted) } else { lines.next().filter(wanted) };
            line.map(|line| &line[key.len() + 2..])
        };
        let header = Self {
            game: value("game", false)?.to_owned(),
            moves: value("moves", false)?.to_owned(),
            asked: Asked::parse(value("asked", false)?)?,
            options: value("options", false)?.to_owned(),
            key_scheme: u64::from_str_radix(value("dialect", false)?, 16).ok()?,
            answered: {
                let mut answered = Vec::new();
                while let Some(line) = value("answered", true) {
                    let (can_win, rest) = line.split_once(' ')?;
                    let (answer, cost) = rest.split_once(' ')?;
                    let answer = [true, false].into_iter().find(|&known| yes_or_no(known) == answer)?;
                    answered.push(Answered { can_win: player(can_win)?, answer, cost: parse_cost(cost)? });
                }
                answered
            },
            searching: match value("searching", true) {
                None => None,
                Some(line) => {
                    let (can_win, cost) = line.split_once(' ')?;
                    Some((player(can_win)?, parse_cost(cost)?))
                }
            },
            fingerprint_bits: value("names", false)?.parse().ok()?,
        };
        let makes_sense = (SHORTEST_FINGERPRINT..=LONGEST_FINGERPRINT).contains(&header.fingerprint_bits)
            && header.answered.len() + usize::from(header.searching.is_some()) <= Player::BOTH.len();
        makes_sense.then_some(header)
    }
}

/// Reads the text, to the empty line that ends it.
pub(super) fn read(from: &mut impl BufRead) -> Result<Header, CheckpointError> {
    let mut from = from.take(LONGEST);
    let mut first = Vec::new();
    // Something else may have no end of line for a long time.
    (&mut from).take(MAGIC.len() as u64).read_to_end(&mut first)?;
    if first != MAGIC.as_bytes() {
        let is_beginning = !first.is_empty() && MAGIC.as_bytes().starts_with(&first);
        return Err(if is_beginning { CheckpointError::CutShort } else { CheckpointError::NoCheckpoint });
    }
    let version = line(&mut from)?;
    if version != VERSION.to_string() {
        return Err(CheckpointError::Version(
            version.chars().take(20).flat_map(char::escape_default).collect(),
        ));
    }
    let mut text = String::new();
    loop {
        let line = line(&mut from)?;
        if line.is_empty() {
            break;
        }
        text.push_str(&line);
        text.push('\n');
    }
    let malformed = || CheckpointError::damaged("its description of the search is malformed");
    let header = Header::parse(&text).ok_or_else(malformed)?;
    // There is one way to say it.
    let again = header.to_text().map_err(|_| malformed())?;
    if again != format!("{MAGIC}{VERSION}\n{text}\n") {
        return Err(malformed());
    }
    Ok(header)
}

fn line(from: &mut impl BufRead) -> Result<String, CheckpointError> {
    let mut line = Vec::new();
    from.read_until(b'\n', &mut line)?;
    if line.pop() != Some(b'\n') {
        return Err(CheckpointError::CutShort);
    }
    String::from_utf8(line).map_err(|_| CheckpointError::damaged("its description of the search is not text"))
}

impl Asked {
    fn to_text(self) -> String {
        match self {
            Self::About(player) => player.to_string(),
            Self::Both => "both".to_owned(),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        if text == "both" { Some(Self::Both) } else { player(text).map(Self::About) }
    }
}

fn cost_text(cost: &Statistics) -> String {
    let Statistics { nodes, shallow_nodes, ending_plays, table_entries, collections, depth, seconds } = cost;
    format!(
        "nodes={nodes} shallow={shallow_nodes} endings={ending_plays} positions={table_entries} \
         collections={collections} depth={depth} seconds={seconds}"
    )
}

fn parse_cost(text: &str) -> Option<Statistics> {
    let mut words = text.split(' ');
    let mut word = |key: &str| words.next()?.strip_prefix(key)?.strip_prefix('=');
    let cost = Statistics {
        nodes: word("nodes")?.parse().ok()?,
        shallow_nodes: word("shallow")?.parse().ok()?,
        ending_plays: word("endings")?.parse().ok()?,
        table_entries: word("positions")?.parse().ok()?,
        collections: word("collections")?.parse().ok()?,
        depth: word("depth")?.parse().ok()?,
        seconds: word("seconds")?.parse().ok()?,
    };
    (cost.seconds >= 0.0 && cost.seconds.is_finite()).then_some(cost)
}

fn yes_or_no(answer: bool) -> &'static str {
    if answer { "yes" } else { "no" }
}

fn player(text: &str) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| player.to_string() == text)
}
