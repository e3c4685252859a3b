//! Files of mate problems.
//!
//! One problem a line, its fields separated by tabs; `#` at the start of a line begins a comment. Two forms are
//! read, also mixed in one file:
//!
//! - eight fields, as [`Puzzle`]'s `Display` writes them: game, side to move, length in plies, the first moves
//!   that win in that length (separated by spaces), what the length is the shortest among (`all` moves or
//!   `threats`), the number of first moves that threaten but do not win, the grade from 1 to 9, and the moves that
//!   lead to the position;
//! - three fields, as collections by others have them: the moves that lead to the position, a first move that
//!   wins, and the length of the win.

use crate::rules::{Rules, RulesError};
use crate::tile::Colour;
use std::fmt;
use std::str::FromStr;
use yomikiri_game::Player;

/// A mate problem, its moves not yet played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The rules, if the file names them.
    pub rules: Option<Rules>,
    /// The moves that lead to the position.
    pub moves: Vec<String>,
    /// What is said of the solution.
    pub claim: Claim,
}

/// What a file says about the solution of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// That this first move wins in so many plies.
    Wins {
        /// The first move.
        first_move: String,
        /// The length, at most [`LONGEST`].
        plies: u8,
    },
    /// All about it.
    Solved(Solved),
}

/// A solved problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Who is to move and wins.
    pub side: Player,
    /// The length of the shortest win in plies.
    pub plies: u8,
    /// All first moves that win in that length; at least one.
    pub first_moves: Vec<String>,
    /// Whether the length is the shortest among all moves, or only among those that threaten.
    pub among: Among,
    /// The number of first moves that threaten to win at once, but do not win.
    pub wrong_threats: u16,
    /// How hard it is, from 1 to 9.
    pub grade: u8,
}

/// What a win is the shortest among.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// All that can be played.
    All,
    /// Runs of threats.
    Threats,
}

impl Solved {
    /// How hard a problem is: its length, and more if there is much that might work.
    #[must_use]
    pub fn grade_of(plies: u8, wrong_threats: u16) -> u8 {
        let tempting = match wrong_threats {
            0..=1 => 0,
            2..=5 => 1,
            6..=11 => 2,
            _ => 3,
        };
        (plies.div_ceil(2) + tempting).clamp(1, 9)
    }
}

/// The first line of a file, for people and for later versions.
pub const HEADER: &str = "# Trax mate problems, version 1: game, side to move, plies, first moves, shortest among (all|threats), \
                          wrong threats, grade, moves";

impl fmt::Display for Puzzle {
    /// The line of a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = self.moves.join(" ");
        match &self.claim {
            Claim::Wins { first_move, plies } => write!(f, "{moves}\t{first_move}\t{plies}"),
            Claim::Solved(solved) => {
                let Solved { side, plies, first_moves, among, wrong_threats, grade } = solved;
                let rules = self.rules.unwrap_or_else(Rules::unlimited);
                let (side, first_moves) = (Colour::of(*side), first_moves.join(" "));
                let among = match among {
                    Among::All => "all",
                    Among::Threats => "threats",
                };
                write!(
                    f,
                    "{rules}\t{side}\t{plies}\t{first_moves}\t{among}\t{wrong_threats}\t{grade}\t{moves}"
                )
            }
        }
    }
}

/// Why a line is no problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleError {
    /// Not UTF-8.
    #[error("not UTF-8 text")]
    NotText,
    /// Too few fields, or too many.
    #[error("expected 8 or 3 fields separated by tabs, found {0}")]
    Fields(usize),
    /// The first field names no rules.
    #[error("field 1: {0}")]
    Rules(#[from] RulesError),
    /// A field that is not what it should be.
    #[error("field {field}: expected {expected}, found `{found}`")]
    Field {
        /// Which one, counted from 1.
        field: usize,
        /// What it should be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
}

/// Which line of a file is wrong, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct PuzzleFileError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: PuzzleError,
}

/// Reads a file of problems. Gives each with the number of its line.
///
/// # Errors
/// At the first line that is no problem. Whether the moves are legal is not looked at.
pub fn parse_puzzles(bytes: &[u8]) -> Result<Vec<(usize, Puzzle)>, PuzzleFileError> {
    let mut puzzles = Vec::new();
    for (line, text) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let wrong = |error| PuzzleFileError { line, error };
        let text = std::str::from_utf8(text).map_err(|_| wrong(PuzzleError::NotText))?;
        let text = text.trim_start_matches('\u{feff}').trim_end_matches('\r');
        if text.starts_with('#') || text.trim().is_empty() {
            continue;
        }
        puzzles.push((line, text.parse().map_err(wrong)?));
    }
    Ok(puzzles)
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(line: &str) -> Result<Self, PuzzleError> {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[..] {
            [moves, first_move, plies] => Ok(Self {
                rules: None,
                moves: words(moves),
                claim: Claim::Wins {
                    first_move: first_of(words(first_move)).ok_or_else(|| wrong(2, "a move", first_move))?,
                    plies: number(3, plies, LENGTH)?,
                },
            }),
            [rules, side, plies, first_moves, among, wrong_threats, grade, moves] => {
                let solved = Solved {
                    side: match side {
                        "white" => Player::First,
                        "red" => Player::Second,
                        _ => return Err(wrong(2, "white or red", side)),
                    },
                    plies: number(3, plies, LENGTH)?,
                    first_moves: words(first_moves),
                    among: match among {
                        "all" => Among::All,
                        "threats" => Among::Threats,
                        _ => return Err(wrong(5, "all or threats", among)),
                    },
                    wrong_threats: wrong_threats
                        .parse()
                        .map_err(|_| wrong(6, "a number of moves", wrong_threats))?,
                    grade: number(7, grade, "a grade from 1 to 9")?,
                };
                if solved.first_moves.is_empty() {
                    return Err(wrong(4, "at least one move", first_moves));
                }
                if solved.grade > 9 {
                    return Err(wrong(7, "a grade from 1 to 9", grade));
                }
                Ok(Self { rules: Some(rules.parse()?), moves: words(moves), claim: Claim::Solved(solved) })
            }
            _ => Err(PuzzleError::Fields(fields.len())),
        }
    }
}

/// The longest win that a problem may have.
pub const LONGEST: u8 = u8::MAX;
const LENGTH: &str = "a length in plies from 1 to 255";

fn first_of(words: Vec<String>) -> Option<String> {
    let [word]: [String; 1] = words.try_into().ok()?;
    Some(word)
}

/// A number from 1 to 255.
fn number(field: usize, text: &str, expected: &'static str) -> Result<u8, PuzzleError> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| wrong(field, expected, text))
}

fn wrong(field: usize, expected: &'static str, found: &str) -> PuzzleError {
    const SHOWN: usize = 40;
    let visible = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    PuzzleError::Field { field, expected, found: found.chars().take(SHOWN).map(visible).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &str = "trax:8x8\tred\t5\tA0\\ D0/\tall\t3\t4\t@0/ B1\\ C1\\ @1/ B2/";

    #[test]
    fn problems_read_back_as_written() {
        for line in [SOLVED, "@0/ A0\\\tB2\\\t3", "trax\twhite\t1\tA0/\tthreats\t0\t1\t@0/ @1\\"] {
            let puzzle: Puzzle = line.parse().expect(line);
            assert_eq!(puzzle.to_string(), line);
        }
        let file = format!("\u{feff}{HEADER}\r\n\n{SOLVED}\r\n  \n@0/\tA0/\t3");
        let puzzles = parse_puzzles(file.as_bytes()).expect("well-formed");
        assert_eq!(puzzles.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3, 5]);
        assert_eq!(puzzles[1].1.claim, Claim::Wins { first_move: "A0/".to_owned(), plies: 3 });
    }

    #[test]
    fn errors_name_the_line_and_the_field() {
        for (line, message) in [
            ("nonsense", "line 2: expected 8 or 3 fields separated by tabs, found 1"),
            (
                "chess\twhite\t1\tA0/\tall\t0\t1\t@0/",
                "line 2: field 1: `chess` is not a kind of Trax (known: trax, trax-loop)",
            ),
            ("trax\tgreen\t1\tA0/\tall\t0\t1\t@0/", "line 2: field 2: expected white or red, found `green`"),
            (
                "trax\tred\t0\tA0/\tall\t0\t1\t@0/",
                "line 2: field 3: expected a length in plies from 1 to 255, found `0`",
            ),
            ("trax\tred\t3\t \tall\t0\t1\t@0/", "line 2: field 4: expected at least one move, found ` `"),
            ("trax\tred\t3\tA0/\tsome\t0\t1\t@0/", "line 2: field 5: expected all or threats, found `some`"),
            ("trax\tred\t3\tA0/\tall\t-1\t1\t@0/", "line 2: field 6: expected a number of moves, found `-1`"),
            (
                "trax\tred\t3\tA0/\tall\t0\t10\t@0/",
                "line 2: field 7: expected a grade from 1 to 9, found `10`",
            ),
            ("@0/\tA0/ B0/\t3", "line 2: field 2: expected a move, found `A0/ B0/`"),
            ("@0/\tA0/\t256", "line 2: field 3: expected a length in plies from 1 to 255, found `256`"),
        ] {
            let error = parse_puzzles(format!("# header\n{line}").as_bytes()).expect_err(line);
            assert_eq!(error.to_string(), message);
        }
        let error = parse_puzzles(b"\n\xff").expect_err("not text");
        assert_eq!(error.to_string(), "line 2: not UTF-8 text");
    }

    #[test]
    fn longer_and_more_tempting_is_harder() {
        assert_eq!(Solved::grade_of(1, 0), 1);
        assert_eq!(Solved::grade_of(11, 40), 9);
        assert!(Solved::grade_of(7, 6) > Solved::grade_of(7, 0));
    }
}
