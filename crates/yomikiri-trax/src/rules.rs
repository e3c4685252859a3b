//! The rule sets in use, and their names.

use std::fmt;
use std::str::FromStr;
use yomikiri_game::{Outcome, Player};

/// The largest span of unlimited Trax, as in the papers.
pub const UNLIMITED_SPAN: u16 = 255;
/// The largest n of n×n Trax.
pub const LARGEST_BOARD: u16 = 16;
/// The least number of rows or columns a winning line spans in unlimited Trax.
pub const CLASSIC_LINE: u16 = 8;

/// Who loses when the player to move has no legal move while spaces remain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Stuck {
    /// The player to move (the papers' rule).
    #[default]
    Loss,
    /// Nobody.
    Draw,
    /// The player who moved last.
    LastMoverLoses,
}

/// What a full board without a winner means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Full {
    /// A draw.
    #[default]
    Draw,
    /// The player who moved last loses.
    LastMoverLoses,
}

/// A rule set of Trax. Its text form is the name of the game: `trax`, `trax:6x6`,
/// `trax:5x5,line=8,stuck=draw`, `trax-loop`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    limit: Option<u16>,
    line: Option<u16>,
    stuck: Stuck,
    full: Full,
}

impl Rules {
    /// Trax without a limit.
    #[must_use]
    pub fn unlimited() -> Self {
        Self { limit: None, line: Some(CLASSIC_LINE), stuck: Stuck::default(), full: Full::default() }
    }

    /// n×n Trax as in the papers: a line needs n rows or columns on boards smaller than 8×8.
    ///
    /// # Errors
    /// If there are no rules for that size.
    pub fn square(n: u16) -> Result<Self, RulesError> {
        if (2..=LARGEST_BOARD).contains(&n) {
            Ok(Self { limit: Some(n), line: Some(n.min(CLASSIC_LINE)), ..Self::unlimited() })
        } else {
            Err(RulesError::Size(format!("{n}x{n}")))
        }
    }

    /// The same rules with another least length of a winning line; `None`: lines do not win.
    #[must_use]
    pub fn with_line(self, line: Option<u16>) -> Self {
        Self { line, ..self }
    }

    /// The same rules with another meaning of having no move.
    #[must_use]
    pub fn with_stuck(self, stuck: Stuck) -> Self {
        Self { stuck, ..self }
    }

    /// The same rules with another meaning of a full board.
    #[must_use]
    pub fn with_full(self, full: Full) -> Self {
        Self { full, ..self }
    }

    /// n of n×n Trax; `None` if there is no limit.
    #[must_use]
    pub fn limit(&self) -> Option<u16> {
        self.limit
    }

    /// The largest number of rows or columns the tiles may span.
    #[must_use]
    pub fn largest_span(&self) -> u16 {
        self.limit.unwrap_or(UNLIMITED_SPAN)
    }

    /// The least number of rows or columns of a winning line; `None`: lines do not win.
    #[must_use]
    pub fn line(&self) -> Option<u16> {
        self.line
    }

    /// What having no move means.
    #[must_use]
    pub fn stuck(&self) -> Stuck {
        self.stuck
    }

    /// What a full board means.
    #[must_use]
    pub fn full(&self) -> Full {
        self.full
    }

    /// The number of tiles that fill the board, if it has a limit.
    #[must_use]
    pub fn capacity(&self) -> Option<u32> {
        self.limit.map(|n| u32::from(n) * u32::from(n))
    }

    /// The outcome if `to_move` has no legal move.
    pub(crate) fn outcome_when_stuck(&self, to_move: Player) -> Outcome {
        match self.stuck {
            Stuck::Loss => Outcome::Win(!to_move),
            Stuck::Draw => Outcome::Draw,
            Stuck::LastMoverLoses => Outcome::Win(to_move),
        }
    }

    /// The outcome if `mover` has filled the board and nobody has won.
    pub(crate) fn outcome_when_full(&self, mover: Player) -> Outcome {
        match self.full {
            Full::Draw => Outcome::Draw,
            Full::LastMoverLoses => Outcome::Win(!mover),
        }
    }

    /// The line length that goes without saying.
    fn usual_line(&self) -> u16 {
        self.largest_span().min(CLASSIC_LINE)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.line.is_some() { "trax" } else { "trax-loop" })?;
        let mut parts = Vec::new();
        if let Some(n) = self.limit {
            parts.push(format!("{n}x{n}"));
        }
        if let Some(line) = self.line.filter(|&line| line != self.usual_line()) {
            parts.push(format!("line={line}"));
        }
        match self.stuck {
            Stuck::Loss => {}
            Stuck::Draw => parts.push("stuck=draw".to_owned()),
            Stuck::LastMoverLoses => parts.push("stuck=last-mover-loses".to_owned()),
        }
        match self.full {
            Full::Draw => {}
            Full::LastMoverLoses => parts.push("full=last-mover-loses".to_owned()),
        }
        if !parts.is_empty() {
            write!(f, ":{}", parts.join(","))?;
        }
        Ok(())
    }
}

/// Why a text names no rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// The name before the colon is neither `trax` nor `trax-loop`.
    #[error("`{0}` is not a kind of Trax (known: trax, trax-loop)")]
    Kind(String),
    /// A board that does not exist.
    #[error("`{0}` is not a board: it must be square, from 2x2 to 16x16 (or left out for no limit)")]
    Size(String),
    /// A line length where lines do not win.
    #[error("trax-loop has no `line`: lines do not win there")]
    LineInLoop,
    /// A part after the size that is no option.
    #[error("`{0}` is not an option; the size of the board comes first")]
    NotAnOption(String),
    /// An option that does not exist.
    #[error(
        "unknown option `{0}` (known: line=K, stuck=loss|draw|last-mover-loses, full=draw|last-mover-loses)"
    )]
    Option(String),
    /// A value that the option does not have.
    #[error("`{value}` is not a value of `{option}` (known: {known})")]
    Value {
        /// The option.
        option: String,
        /// What it was given.
        value: String,
        /// What it takes.
        known: &'static str,
    },
    /// An option given twice.
    #[error("`{0}` is given twice")]
    Twice(String),
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let (kind, rest) = text.split_once(':').map_or((text, None), |(kind, rest)| (kind, Some(rest)));
        let mut rules = Self::unlimited();
        let mut parts = rest.into_iter().flat_map(|rest| rest.split(',')).peekable();
        if let Some(size) = parts.next_if(|part| !part.contains('=')) {
            rules = parse_size(size)?;
        }
        match kind {
            "trax" => {}
            "trax-loop" => rules.line = None,
            _ => return Err(RulesError::Kind(kind.to_owned())),
        }
        let mut seen = Vec::new();
        for part in parts {
            let (option, value) =
                part.split_once('=').ok_or_else(|| RulesError::NotAnOption(part.to_owned()))?;
            if seen.contains(&option) {
                return Err(RulesError::Twice(option.to_owned()));
            }
            seen.push(option);
            let bad = |known| RulesError::Value { option: option.to_owned(), value: value.to_owned(), known };
            match option {
                "line" if kind == "trax" => {
                    let line = parse_number(value).filter(|line| (2..=UNLIMITED_SPAN).contains(line));
                    rules.line = Some(line.ok_or_else(|| bad("a number from 2 to 255"))?);
                }
                "stuck" => {
                    rules.stuck = match value {
                        "loss" => Stuck::Loss,
                        "draw" => Stuck::Draw,
                        "last-mover-loses" => Stuck::LastMoverLoses,
                        _ => return Err(bad("loss, draw, last-mover-loses")),
                    }
                }
                "full" => {
                    rules.full = match value {
                        "draw" => Full::Draw,
                        "last-mover-loses" => Full::LastMoverLoses,
                        _ => return Err(bad("draw, last-mover-loses")),
                    }
                }
                "line" => return Err(RulesError::LineInLoop),
                _ => return Err(RulesError::Option(option.to_owned())),
            }
        }
        Ok(rules)
    }
}

/// A number in its one usual spelling: digits only, no leading zero.
fn parse_number(text: &str) -> Option<u16> {
    let number: u16 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

fn parse_size(text: &str) -> Result<Rules, RulesError> {
    let bad = || RulesError::Size(text.to_owned());
    let (width, height) = text.split_once('x').ok_or_else(bad)?;
    let (width, height) = parse_number(width).zip(parse_number(height)).ok_or_else(bad)?;
    if width == height { Rules::square(width).map_err(|_| bad()) } else { Err(bad()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_as_written() {
        for name in [
            "trax",
            "trax-loop",
            "trax:2x2",
            "trax:8x8",
            "trax:16x16",
            "trax-loop:4x4",
            "trax:5x5,line=8,stuck=draw,full=last-mover-loses",
            "trax:8x8,line=6,stuck=last-mover-loses",
            "trax:line=10",
        ] {
            let rules: Rules = name.parse().expect(name);
            assert_eq!(rules.to_string(), name);
        }
        let spelled_out: Rules = "trax:5x5,line=5,stuck=loss,full=draw".parse().expect("valid");
        assert_eq!(spelled_out.to_string(), "trax:5x5");
    }

    #[test]
    fn wrong_names_are_refused() {
        for name in [
            "",
            "chess",
            "trax:",
            "trax:5",
            "trax:5x6",
            "trax:1x1",
            "trax:17x17",
            "trax:99999999999x5",
            "trax:x",
            "trax:5x5,",
            "trax:5x5,line",
            "trax:5x5,line=",
            "trax:5x5,line=1",
            "trax:5x5,line=0",
            "trax:5x5,line=8,line=8",
            "trax:5x5,stuck=win",
            "trax:5x5,full=loss",
            "trax:5x5,colour=blue",
            "trax-loop:5x5,line=5",
            "trax:5x5:6x6",
            "trax:-5x-5",
            "trax:+5x+5",
            "trax:05x5",
            "trax:5x5,line=+3",
            "trax:stuck=draw,5x5",
            "trax: 5x5",
            "Trax",
        ] {
            assert!(name.parse::<Rules>().is_err(), "{name:?} was accepted");
        }
    }
}
