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

    /// How long lines of text may be.
    pub(crate) fn line_width(&self) -> usize {
        const WITHOUT_TERMINAL: usize = 120;
        self.columns.min(WITHOUT_TERMINAL)
    }

    /// Prints a position, as large as fits.
    pub(crate) fn draw(&self, out: &mut impl Write, position: &impl Drawn) -> io::Result<()> {
        self.print_fitting(out, [&position.picture(), &position.small_picture()])
    }

    /// Prints the larger of two pictures if it fits, else the smaller.
    pub(crate) fn print_fitting(
        &self,
        out: &mut impl Write,
        [large, small]: [&Picture; 2],
    ) -> io::Result<()> {
        self.print(out, if large.width() <= self.columns { large } else { small })
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
