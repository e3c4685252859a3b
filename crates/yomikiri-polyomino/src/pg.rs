//! The positional games format of the QBF community: `.pg`.
//!
//! ```text
//! % tic-tac-toe on two cells
//! #blackinitials
//! #whiteinitials
//! #times
//! t1 t2
//! #blackturns
//! t1
//! #positions
//! a b
//! #blackwins
//! a b
//! #whitewins
//! #firstmoves
//! a
//! ```
//!
//! `%` starts a comment; blocks may come in any order; names are separated by white space, winning sets stand
//! on a line each. Times that follow each other and belong to the same player are one turn of several stones.
//! Times for which no cell is left are dropped.
//!
//! # References
//! - V. Mayer-Eichberger, A. Saffidine, *Positional Games and QBF: the Corrective Encoding*, SAT 2020.

use crate::rules::{MOST_CELLS, MOST_TURNS, choices};
use std::collections::BTreeMap;
use std::fmt::Write;
use yomikiri_game::{Player, PositionalGame, Turn};

/// Why a text is no positional game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct PgError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// What is wrong.
    pub reason: String,
}

/// A word and where it stands.
#[derive(Clone, Copy, Debug)]
struct Word<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

impl Word<'_> {
    fn error(self, reason: impl Into<String>) -> PgError {
        PgError { line: self.line, column: self.column, reason: reason.into() }
    }
}

const BLOCKS: [&str; 8] = [
    "#blackinitials",
    "#whiteinitials",
    "#times",
    "#blackturns",
    "#positions",
    "#blackwins",
    "#whitewins",
    "#firstmoves",
];

/// The lines of each block, as words.
type Blocks<'a> = BTreeMap<&'static str, Vec<Vec<Word<'a>>>>;

/// Reads a positional game.
///
/// # Errors
/// At the first thing that is wrong, with its place.
pub fn read(text: &str) -> Result<PositionalGame, PgError> {
    let blocks = blocks(text)?;
    let end = text.lines().count().max(1);
    let words = |block: &str| blocks.get(block).into_iter().flatten().flatten().copied();
    for needed in ["#times", "#blackturns", "#positions", "#blackwins", "#whitewins"] {
        if !blocks.contains_key(needed) {
            return Err(PgError { line: end, column: 1, reason: format!("the block {needed} is missing") });
        }
    }

    let mut cells: Vec<String> = Vec::new();
    let mut numbers = BTreeMap::new();
    for word in words("#positions") {
        if word.text.contains(',') {
            return Err(word.error("a comma cannot be part of a name"));
        }
        if numbers.insert(word.text, cells.len() as u16).is_some() {
            return Err(word.error(format!("the position `{}` comes twice", word.text)));
        }
        cells.push(word.text.to_owned());
        if cells.len() > MOST_CELLS {
            return Err(word.error(format!("more than {MOST_CELLS} positions")));
        }
    }
    let cell = |word: Word<'_>| {
        let found = numbers.get(word.text).copied();
        found.ok_or_else(|| word.error(format!("`{}` is not among the #positions", word.text)))
    };

    let mut owned = [Vec::new(), Vec::new()];
    let mut taken = vec![false; cells.len()];
    for (block, own) in ["#blackinitials", "#whiteinitials"].into_iter().zip(&mut owned) {
        for word in words(block) {
            let cell = cell(word)?;
            if std::mem::replace(&mut taken[usize::from(cell)], true) {
                return Err(word.error(format!("`{}` is owned already", word.text)));
            }
            own.push(cell);
        }
        own.sort_unstable();
    }

    let mut winning_sets = [Vec::new(), Vec::new()];
    for (block, sets) in ["#blackwins", "#whitewins"].into_iter().zip(&mut winning_sets) {
        for line in blocks.get(block).into_iter().flatten() {
            let mut set = line.iter().map(|&word| cell(word)).collect::<Result<Vec<_>, _>>()?;
            set.sort_unstable();
            if set.windows(2).any(|pair| pair[0] == pair[1]) {
                return Err(line[0].error("a position comes twice in this set"));
            }
            sets.push(set);
        }
        sets.sort();
        sets.dedup();
    }
    for (player, sets) in winning_sets.iter().enumerate() {
        let own = |cell: &u16| owned[player].contains(cell);
        if sets.iter().any(|set| set.iter().all(own)) {
            return Err(PgError {
                line: end,
                column: 1,
                reason: "a winning set is owned from the start".to_owned(),
            });
        }
    }

    let mut first_cells = words("#firstmoves").map(cell).collect::<Result<Vec<_>, _>>()?;
    first_cells.sort_unstable();
    first_cells.dedup();
    let empty = taken.iter().filter(|&&taken| !taken).count();
    let turns = turns(words("#times").collect(), words("#blackturns").collect(), empty)?;
    Ok(PositionalGame { cells, winning_sets, owned, turns, first_cells })
}

fn blocks(text: &str) -> Result<Blocks<'_>, PgError> {
    let mut blocks = Blocks::new();
    let mut current = None;
    for (number, line) in text.lines().enumerate() {
        let line = line.split('%').next().unwrap_or_default();
        let words: Vec<_> = words(line, number + 1).collect();
        let Some(&first) = words.first() else {
            continue;
        };
        if first.text.starts_with('#') {
            let block = BLOCKS.into_iter().find(|known| *known == first.text);
            let block = block.ok_or_else(|| {
                first.error(format!("no block is called `{}` (known: {})", first.text, BLOCKS.join(" ")))
            })?;
            if blocks.insert(block, Vec::new()).is_some() {
                return Err(first.error(format!("the block {block} comes twice")));
            }
            if let Some(more) = words.get(1) {
                return Err(more.error(format!("nothing may follow {block} on its line")));
            }
            current = Some(block);
        } else {
            let block = current.ok_or_else(|| first.error("expected a block, such as #positions"))?;
            blocks.entry(block).or_default().push(words);
        }
    }
    Ok(blocks)
}

fn words(line: &str, number: usize) -> impl Iterator<Item = Word<'_>> {
    line.split_whitespace().map(move |text| {
        let offset = text.as_ptr() as usize - line.as_ptr() as usize;
        Word { text, line: number, column: line[..offset].chars().count() + 1 }
    })
}

fn turns(times: Vec<Word<'_>>, black: Vec<Word<'_>>, mut empty: usize) -> Result<Vec<Turn>, PgError> {
    let mut known: BTreeMap<&str, Player> = BTreeMap::new();
    for time in &times {
        if known.insert(time.text, Player::Second).is_some() {
            return Err(time.error(format!("the time `{}` comes twice", time.text)));
        }
    }
    for time in black {
        match known.get_mut(time.text) {
            Some(player) => *player = Player::First,
            None => return Err(time.error(format!("`{}` is not among the #times", time.text))),
        }
    }
    let mut turns: Vec<Turn> = Vec::new();
    for time in times {
        if empty == 0 {
            break;
        }
        empty -= 1;
        let player = known[time.text];
        match turns.last_mut().filter(|turn| turn.player == player) {
            None => turns.push(Turn { player, stones: 1 }),
            Some(turn) => {
                turn.stones = turn.stones.saturating_add(1);
                let cells = empty as u64 + u64::from(turn.stones);
                if choices(cells, turn.stones.into()) > MOST_TURNS {
                    return Err(time.error("too many stones of one player in a row"));
                }
            }
        }
    }
    Ok(turns)
}

/// Writes a positional game.
#[must_use]
pub fn write(game: &PositionalGame) -> String {
    let mut text = String::new();
    let name = |&cell: &u16| game.cells[usize::from(cell)].as_str();
    let line = |cells: &Vec<u16>| cells.iter().map(name).collect::<Vec<_>>().join(" ");
    let mut block = |title: &str, lines: Vec<String>| {
        let _infallible = writeln!(text, "{title}");
        for line in lines.iter().filter(|line| !line.is_empty()) {
            let _infallible = writeln!(text, "{line}");
        }
    };
    let stones = game.turns.iter().flat_map(|turn| (0..turn.stones).map(|_| turn.player));
    let times: Vec<_> = stones.enumerate().map(|(at, player)| (format!("t{}", at + 1), player)).collect();
    let black = times.iter().filter(|(_, player)| *player == Player::First);
    block("#blackinitials", vec![line(&game.owned[0])]);
    block("#whiteinitials", vec![line(&game.owned[1])]);
    block("#times", vec![times.iter().map(|(time, _)| time.as_str()).collect::<Vec<_>>().join(" ")]);
    block("#blackturns", vec![black.map(|(time, _)| time.as_str()).collect::<Vec<_>>().join(" ")]);
    block("#positions", vec![game.cells.join(" ")]);
    block("#blackwins", game.winning_sets[0].iter().map(line).collect());
    block("#whitewins", game.winning_sets[1].iter().map(line).collect());
    if !game.first_cells.is_empty() {
        block("#firstmoves", vec![line(&game.first_cells)]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        for name in [
            "gttt:4x4,animal=tippy,p=2,q=1",
            "torus:3x3,animal=el",
            "gomoku:3x3,k=3",
            "gttt:2x2,animal=el,win=first",
        ] {
            let rules: crate::Rules = name.parse().expect(name);
            let game = rules.positional();
            assert_eq!(read(&write(&game)), Ok(game), "{name}");
        }
    }

    #[test]
    fn errors_have_a_place() {
        for (text, line, column, piece) in [
            ("", 1, 1, "#times"),
            ("a b", 1, 1, "expected a block"),
            ("#positions\na  a", 2, 4, "twice"),
            ("#nonsense", 1, 1, "#nonsense"),
            ("#times t1", 1, 8, "nothing may follow"),
            ("#times\n\n#times", 3, 1, "twice"),
            ("#positions\na\n#times\nt1\n#blackturns\nt2\n#blackwins\n#whitewins", 6, 1, "t2"),
            ("#positions\na\n#times\nt1\n#blackturns\n#blackwins\na\n % b\n a b\n#whitewins", 9, 4, "`b`"),
            ("#positions\na\n#times\n#blackturns\n#blackwins\na a\n#whitewins", 6, 1, "twice"),
            ("#positions\na b,c", 2, 3, "comma"),
        ] {
            let mut whole = text.to_owned();
            if text.starts_with("#positions\na  a") || text.contains("b,c") {
                whole += "\n#times\n#blackturns\n#blackwins\n#whitewins";
            }
            let error = read(&whole).expect_err(text);
            assert_eq!((error.line, error.column), (line, column), "{text}: {error}");
            assert!(error.reason.contains(piece), "{error}");
        }
    }
}
