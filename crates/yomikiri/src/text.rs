//! Numbers, tables and answers as text, the same everywhere.

use crate::board::Board;
use crate::solution::Solution;
use std::fmt;
use yomikiri_game::{Outcome, Player, Status};
use yomikiri_search::{Answer, Answered, By, Statistics, Verdict};

/// A table of texts: the first column to the left, the others to the right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns.
    #[must_use]
    pub fn new<const N: usize>(header: [&str; N]) -> Self {
        Self { rows: vec![header.map(str::to_owned).to_vec()] }
    }

    /// A table whose columns are not known beforehand.
    #[must_use]
    pub fn with_header(header: Vec<String>) -> Self {
        Self { rows: vec![header] }
    }

    /// Adds a row of as many cells as the header has.
    pub fn row_of(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// The same, where the number of columns is known.
    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.to_vec());
    }

    /// The names of the columns.
    #[must_use]
    pub fn header(&self) -> &[String] {
        &self.rows[0]
    }

    /// The rows below the header.
    #[must_use]
    pub fn body(&self) -> &[Vec<String>] {
        &self.rows[1..]
    }

    /// Whether there are no such rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.body().is_empty()
    }
}

/// The table with a line below the header, columns two spaces apart.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows[0].len();
        let width = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max();
        let widths: Vec<_> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        for (number, row) in self.rows.iter().enumerate() {
            write!(f, "{:<1$}", row[0], widths[0])?;
            for (cell, width) in row.iter().zip(&widths).skip(1) {
                write!(f, "  {cell:>width$}")?;
            }
            writeln!(f)?;
            if number == 0 {
                let total = widths.iter().sum::<usize>() + 2 * (columns - 1);
                writeln!(f, "{}", "─".repeat(total))?;
            }
        }
        Ok(())
    }
}

/// A title and words after it, in lines of at most so many characters; lines after the first are indented by two.
#[must_use]
pub fn wrapped(title: &str, words: &[String], width: usize) -> String {
    let mut text = title.to_owned();
    let mut column = title.chars().count();
    for word in words {
        let length = word.chars().count();
        if column + 1 + length > width && column > 1 {
            text.push_str("\n ");
            column = 1;
        }
        text.push(' ');
        text.push_str(word);
        column += 1 + length;
    }
    text.push('\n');
    text
}

/// A number with commas between groups of three digits.
#[must_use]
pub fn grouped(number: u64) -> String {
    grouped_wide(number.into())
}

/// The same for numbers that need more room.
#[must_use]
pub fn grouped_wide(number: u128) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number and what it counts: `1 node`, `2,000 nodes`.
#[must_use]
pub fn counted(number: u64, one: &str) -> String {
    let plural = match one {
        "leaf" => "leaves".to_owned(),
        _ => match one.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o'])) {
            Some(stem) => format!("{stem}ies"),
            None => format!("{one}s"),
        },
    };
    if number == 1 { format!("1 {one}") } else { format!("{} {plural}", grouped(number)) }
}

/// A number of any size to three digits, such as 2.60e18.
#[must_use]
pub fn scientific(number: f64) -> String {
    if number < 999.5 { format!("{number:.0}") } else { format!("{number:.2e}") }
}

/// Seconds to a sensible number of digits.
#[must_use]
pub fn seconds(seconds: f64) -> String {
    if seconds < 0.9995 {
        format!("{seconds:.3}")
    } else if seconds < 99.95 {
        format!("{seconds:.1}")
    } else {
        grouped(seconds.round() as u64)
    }
}

/// A time that may be days, as a clock shows it.
#[must_use]
pub fn clock(total: f64) -> String {
    if total < 99.95 {
        return format!("{} s", seconds(total));
    }
    let whole = total.round() as u64;
    format!("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60)
}

/// An answer, what it follows from, and what it cost.
#[must_use]
pub fn answer(answered: &Answered<Statistics>) -> String {
    let answer = match answered.answer {
        Answer::Yes => "yes".to_owned(),
        Answer::No => "no".to_owned(),
        Answer::Unknown(reason) => format!("unknown ({reason})"),
    };
    match answered.by {
        By::Rules => format!("{answer}: the game is over"),
        By::Theorem => format!("{answer}: a theorem says so"),
        By::OtherAnswer => format!("{answer}: it follows from the other answer"),
        By::Book => format!("{answer}: a proof says so"),
        By::Search => {
            let Statistics { nodes, seconds: time, table_entries, collections, .. } = answered.cost;
            let mut text = format!("{answer}: {}, {} s", counted(nodes, "node"), seconds(time));
            if table_entries > 0 {
                text += &format!(", {} kept", counted(table_entries, "position"));
            }
            if collections > 0 {
                text += &format!(", {}", counted(collections, "collection"));
            }
            text
        }
    }
}

/// A verdict in words.
#[must_use]
pub fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Wins(Player::First) => "the first player wins",
        Verdict::Wins(Player::Second) => "the second player wins",
        Verdict::Draw => "draw",
        Verdict::Unknown => "unknown",
    }
}

/// The best moves and a line of play, a line of text each, if they are known.
#[must_use]
pub fn advice(solution: &Solution) -> String {
    let mut text = String::new();
    if !solution.best_moves.is_empty() {
        let verb = match solution.verdict() {
            Verdict::Wins(_) => "wins",
            Verdict::Draw => "draws",
            Verdict::Unknown => "does not lose",
        };
        text += &format!("  the {} player {verb} with {}\n", solution.to_move, solution.best_moves.join(" "));
    }
    if !solution.line.is_empty() {
        text += &format!("  line: {}\n", solution.line.join(" "));
    }
    text
}

/// How large a formula is.
#[must_use]
pub fn formula_size(size: &yomikiri_qbf::Statistics) -> String {
    let variables = counted((size.existential + size.universal) as u64, "variable");
    let [blocks, clauses] =
        [(size.blocks, "block"), (size.clauses, "clause")].map(|(number, one)| counted(number as u64, one));
    format!("{variables} ({} universal) in {blocks}, {clauses}", size.universal)
}

/// How the game stands, in a sentence.
#[must_use]
pub fn standing(board: &dyn Board, colours: [&str; 2]) -> String {
    let name = |player: Player| format!("the {player} player ({})", colours[player as usize]);
    let moves = counted(board.history().len() as u64, "move");
    let reason = board.ending().unwrap_or_default();
    match board.status() {
        Status::Open => format!("After {moves}: {} to move.", name(board.to_move())),
        Status::Over(Outcome::Draw) => format!("After {moves}: a draw ({reason})."),
        Status::Over(Outcome::Win(player)) => format!("After {moves}: {} has won ({reason}).", name(player)),
    }
}

/// A message fit for a terminal: whatever a hostile file has put into it, it cannot move the cursor or change colours,
/// and it has an end.
#[must_use]
pub fn harmless(message: &str) -> String {
    const LONGEST: usize = 2000;
    let mut shown = String::new();
    for c in message.chars().take(LONGEST) {
        if c == '\n' || !c.is_control() { shown.push(c) } else { shown.extend(c.escape_default()) }
    }
    if message.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_wrapped() {
        let words: Vec<String> = ["aa", "bb", "cc", "dd"].map(str::to_owned).to_vec();
        assert_eq!(wrapped("4 words:", &words, 11), "4 words: aa\n  bb cc dd\n");
        assert_eq!(wrapped("4 words:", &words, 1), "4 words:\n  aa\n  bb\n  cc\n  dd\n");
        assert_eq!(wrapped("x:", &[], 1), "x:\n");
    }

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (7_678_241_792, "7,678,241,792")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn one_is_singular() {
        for (number, one, text) in [
            (1, "node", "1 node"),
            (0, "node", "0 nodes"),
            (1234, "play", "1,234 plays"),
            (2, "query", "2 queries"),
        ] {
            assert_eq!(counted(number, one), text);
        }
    }

    #[test]
    fn seconds_have_three_digits_or_so() {
        for (number, text) in
            [(0.0, "0.000"), (0.12345, "0.123"), (0.9999, "1.0"), (59.99, "60.0"), (438_930.2, "438,930")]
        {
            assert_eq!(seconds(number), text);
        }
    }

    #[test]
    fn long_times_are_shown_as_by_a_clock() {
        for (number, text) in
            [(0.5, "0.500 s"), (99.0, "99.0 s"), (100.0, "0:01:40"), (3599.6, "1:00:00"), (1e6, "277:46:40")]
        {
            assert_eq!(clock(number), text);
        }
    }

    #[test]
    fn escape_sequences_are_shown_as_text() {
        assert_eq!(harmless("a\u{1b}[2Jb\nc"), "a\\u{1b}[2Jb\nc");
        assert_eq!(harmless(&"x".repeat(1 << 20)).chars().count(), 2001);
    }
}
