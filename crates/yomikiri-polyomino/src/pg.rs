//! The positional games format of the QBF community: `.pg`. Every block and limit is in `docs/positional-games.md`.
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
//! `#firstmoves` is a rule: the stone of the first time goes to one of these cells. (The encoder of the format's authors
//! takes it as a permission to break symmetries, which comes to the same in the files that they made; but whether a
//! list breaks a symmetry cannot be seen from the file, and a game has one value only if the list is obeyed always.)
//!
//! # References
//! - V. Mayer-Eichberger, A. Saffidine, *Positional Games and QBF: the Corrective Encoding*, SAT 2020; the format
//!   is described with their encoder, <https://github.com/vale1410/positional-games-qbf-encoding>.

use crate::rules::{MOST_CELLS, MOST_TURNS, choices};
use std::collections::BTreeMap;
use std::fmt::Write;
use yomikiri_game::{FirstStone, Player, PositionalGame, Turn, presentable};

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
    /// The word as it can be shown: not too long, no control characters.
    fn shown(self) -> String {
        presentable(self.text)
    }

    fn error(self, reason: impl Into<String>) -> PgError {
        PgError { line: self.line, column: self.column, reason: reason.into() }
    }
}

/// The longest text that is read, in bytes.
pub const MOST_BYTES: usize = 64 << 20;

const BLOCKS: [&str; 9] = [
    "#version",
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
/// At the first thing that is wrong, with its place; or if the text is longer than [`MOST_BYTES`].
pub fn read(text: &str) -> Result<PositionalGame, PgError> {
    if text.len() > MOST_BYTES {
        let reason = format!("{} bytes: at most {MOST_BYTES} can be handled", text.len());
        return Err(PgError { line: 1, column: 1, reason });
    }
    let blocks = blocks(text)?;
    let end = text.lines().count().max(1);
    let words = |block: &str| blocks.get(block).into_iter().flatten().flatten().copied();
    for needed in ["#times", "#blackturns", "#positions", "#blackwins", "#whitewins"] {
        if !blocks.contains_key(needed) {
            return Err(PgError { line: end, column: 1, reason: format!("the block {needed} is missing") });
        }
    }

    if let Some(version) = words("#version").find(|word| word.text != "1.0") {
        return Err(version.error(format!("version `{}`, but only 1.0 is known", version.shown())));
    }

    let mut cells: Vec<String> = Vec::new();
    let mut numbers = BTreeMap::new();
    for word in words("#positions") {
        if word.text.contains(',') {
            return Err(word.error("a comma cannot be part of a name"));
        }
        if numbers.insert(word.text, cells.len() as u16).is_some() {
            return Err(word.error(format!("the position `{}` comes twice", word.shown())));
        }
        cells.push(word.text.to_owned());
        if cells.len() > MOST_CELLS {
            return Err(word.error(format!("more than {MOST_CELLS} positions")));
        }
    }
    let cell = |word: Word<'_>| {
        let found = numbers.get(word.text).copied();
        found.ok_or_else(|| word.error(format!("`{}` is not among the #positions", word.shown())))
    };

    let mut owned = [Vec::new(), Vec::new()];
    let mut taken = vec![false; cells.len()];
    for (block, own) in ["#blackinitials", "#whiteinitials"].into_iter().zip(&mut owned) {
        for word in words(block) {
            let cell = cell(word)?;
            if std::mem::replace(&mut taken[usize::from(cell)], true) {
                return Err(word.error(format!("`{}` is owned already", word.shown())));
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
        let own = |cell: &u16| owned[player].binary_search(cell).is_ok();
        if sets.iter().any(|set| set.iter().all(own)) {
            return Err(PgError {
                line: end,
                column: 1,
                reason: "a winning set is owned from the start".to_owned(),
            });
        }
    }

    let first_stone = first_stone(words("#firstmoves"), cell, &taken)?;
    let empty = taken.iter().filter(|&&taken| !taken).count();
    let turns = turns(words("#times").collect(), words("#blackturns").collect(), empty)?;
    Ok(PositionalGame { cells, winning_sets, owned, turns, first_stone })
}

/// The cells that the first stone may go to; an empty list demands nothing.
fn first_stone<'a>(
    words: impl Iterator<Item = Word<'a>>,
    cell: impl Fn(Word<'a>) -> Result<u16, PgError>,
    taken: &[bool],
) -> Result<FirstStone, PgError> {
    let mut cells = Vec::new();
    for word in words {
        let cell = cell(word)?;
        if taken[usize::from(cell)] {
            return Err(
                word.error(format!("`{}` is owned already, so no first move goes there", word.shown()))
            );
        }
        cells.push(cell);
    }
    cells.sort_unstable();
    cells.dedup();
    Ok(if cells.is_empty() { FirstStone::Anywhere } else { FirstStone::OneOf(cells) })
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
                first.error(format!("no block is called `{}` (known: {})", first.shown(), BLOCKS.join(" ")))
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

/// The words of a line. Columns are counted from word to word: counting each from the start of the line would take
/// time quadratic in its length.
fn words(line: &str, number: usize) -> impl Iterator<Item = Word<'_>> {
    let (mut at, mut column) = (0, 1);
    line.split_whitespace().map(move |text| {
        let offset = text.as_ptr() as usize - line.as_ptr() as usize;
        column += line[at..offset].chars().count();
        at = offset;
        Word { text, line: number, column }
    })
}

fn turns(times: Vec<Word<'_>>, black: Vec<Word<'_>>, mut empty: usize) -> Result<Vec<Turn>, PgError> {
    let mut known: BTreeMap<&str, Player> = BTreeMap::new();
    for time in &times {
        if known.insert(time.text, Player::Second).is_some() {
            return Err(time.error(format!("the time `{}` comes twice", time.shown())));
        }
    }
    for time in black {
        match known.get_mut(time.text) {
            Some(player) => *player = Player::First,
            None => return Err(time.error(format!("`{}` is not among the #times", time.shown()))),
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

/// Writes a positional game. Cells that are among the best by symmetry are written as `#firstmoves`, which changes no value.
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
    if let Some(cells) = game.first_stone.worth_trying() {
        block("#firstmoves", vec![line(&cells.to_vec())]);
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
            let mut game = rules.positional();
            let text = write(&game);
            let best = game.first_stone.worth_trying().expect("symmetry is known").to_vec();
            game.first_stone = FirstStone::OneOf(best);
            assert_eq!(read(&text), Ok(game), "{name}");
        }
    }

    /// The example that the description of the format gives.
    #[test]
    fn the_example_of_the_format_is_read() {
        let lines = "a1 b1 c1 \na2 b2 c2 \na3 b3 c3 \na1 a2 a3 \nb1 b2 b3 \nc1 c2 c3 \na1 b2 c3 \na3 b2 c1\n";
        let text = format!(
            "#version\n1.0\n#times\nt4 t5 t6 t7 t8 t9\n#blackturns\nt5 t7 t9\n#positions\na1 a2 a3 b1 b2 b3 c1 c2 c3\n\
             #blackwins\n{lines}#blackinitials\nb2 c3\n#whitewins\n{lines}#whiteinitials\na1 \n"
        );
        let game = read(&text).expect("the example");
        assert_eq!(game.owned, [vec![4, 8], vec![0]]);
        assert_eq!(game.turns.len(), 6);
        assert_eq!(game.first_stone, FirstStone::Anywhere);
        let error = read(&text.replace("1.0", "2.0")).expect_err("another version");
        assert!(error.reason.contains("1.0"), "{error}");
    }

    #[test]
    fn reading_is_linear_and_bounded() {
        let many = "x ".repeat(500_000);
        let started = std::time::Instant::now();
        let text = format!("#positions\na\n#times\n#blackturns\n#whitewins\n#blackwins\n{many}");
        let error = read(&text).expect_err("no such position");
        assert_eq!((error.line, error.column), (7, 1));
        // Quadratic, it takes minutes.
        assert!(started.elapsed() < std::time::Duration::from_secs(10));
        let error = read(&" ".repeat(MOST_BYTES + 1)).expect_err("too long");
        assert!(error.reason.contains(&MOST_BYTES.to_string()), "{error}");
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
            (
                "#positions\na b\n#times\nt\n#blackturns\n#blackwins\n#whitewins\n#whiteinitials\na\n#firstmoves\nb a",
                11,
                3,
                "`a` is owned already",
            ),
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
