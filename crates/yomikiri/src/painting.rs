//! Pictures and tables on a terminal.

use crate::arguments::{ColorWhen, Display};
use std::io::{self, Write};
use yomikiri_game::{Drawn, Glyph, Ink, Picture};

/// How to print: with colours or not, and how wide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Painter {
    colours: bool,
    columns: usize,
}

/// What a line may be as wide as when the output is no terminal.
const UNLIMITED: usize = usize::MAX;

impl Painter {
    pub(crate) fn new(display: Display) -> Self {
        let terminal = console::Term::stdout();
        let on_terminal = terminal.is_term();
        Self {
            colours: match display.color {
                ColorWhen::Always => true,
                ColorWhen::Never => false,
                ColorWhen::Auto => {
                    on_terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                }
            },
            columns: if on_terminal { usize::from(terminal.size().1) } else { UNLIMITED },
        }
    }

    /// Prints a position, as large as fits.
    pub(crate) fn draw(&self, out: &mut impl Write, position: &impl Drawn) -> io::Result<()> {
        let picture = position.picture();
        if picture.width() <= self.columns {
            self.print(out, &picture)
        } else {
            self.print(out, &position.small_picture())
        }
    }

    /// Prints a picture as it is.
    pub(crate) fn print(&self, out: &mut impl Write, picture: &Picture) -> io::Result<()> {
        if !self.colours {
            return write!(out, "{picture}");
        }
        for row in picture.rows() {
            // A dark ground, so that white lines can be seen on light terminals too.
            write!(out, "\x1b[48;5;235m")?;
            for &Glyph { symbol, ink } in row {
                let colour = match ink {
                    Ink::First => "1;97",
                    Ink::Second => "1;91",
                    Ink::Faint => "22;38;5;245",
                };
                write!(out, "\x1b[{colour}m{symbol}")?;
            }
            writeln!(out, "{:1$}\x1b[0m", "", picture.width() - row.len())?;
        }
        Ok(())
    }
}

/// A table of texts: the first column to the left, the others to the right.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new<const N: usize>(header: [&str; N]) -> Self {
        Self { rows: vec![header.map(str::to_owned).to_vec()] }
    }

    /// A table whose columns are not known beforehand.
    pub(crate) fn with_header(header: Vec<String>) -> Self {
        Self { rows: vec![header] }
    }

    /// A row of as many cells as the header has.
    pub(crate) fn row_of(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.to_vec());
    }

    /// The names of the columns.
    pub(crate) fn header(&self) -> &[String] {
        &self.rows[0]
    }

    /// The rows below the header.
    pub(crate) fn body(&self) -> &[Vec<String>] {
        &self.rows[1..]
    }

    /// Whether there are no such rows.
    pub(crate) fn is_empty(&self) -> bool {
        self.body().is_empty()
    }

    pub(crate) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let columns = self.rows[0].len();
        let width = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max();
        let widths: Vec<_> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        for (number, row) in self.rows.iter().enumerate() {
            write!(out, "{:<1$}", row[0], widths[0])?;
            for (cell, width) in row.iter().zip(&widths).skip(1) {
                write!(out, "  {cell:>width$}")?;
            }
            writeln!(out)?;
            if number == 0 {
                let total = widths.iter().sum::<usize>() + 2 * (columns - 1);
                writeln!(out, "{}", "─".repeat(total))?;
            }
        }
        Ok(())
    }
}

/// A number with commas between groups of three digits.
pub(crate) fn grouped(number: u64) -> String {
    grouped_wide(number.into())
}

/// The same for numbers that need more room.
pub(crate) fn grouped_wide(number: u128) -> String {
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

/// A number of any size to three digits, such as 2.60e18.
pub(crate) fn scientific(number: f64) -> String {
    if number < 999.5 { format!("{number:.0}") } else { format!("{number:.2e}") }
}

/// Seconds to a sensible number of digits.
pub(crate) fn seconds(seconds: f64) -> String {
    if seconds < 0.9995 {
        format!("{seconds:.3}")
    } else if seconds < 99.95 {
        format!("{seconds:.1}")
    } else {
        grouped(seconds.round() as u64)
    }
}

/// A time that may be days, as a clock shows it.
pub(crate) fn clock(total: f64) -> String {
    if total < 99.95 {
        return format!("{} s", seconds(total));
    }
    let whole = total.round() as u64;
    format!("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (7_678_241_792, "7,678,241,792")] {
            assert_eq!(grouped(number), text);
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
}
