//! Searches as a paper did them, by name: `001`, `000,tell`, `001,children=moves`.
//!
//! The number stands for the paper's own search; words after commas change one thing about it, for the ablations that the
//! papers speak of. What the settings mean and what is counted is in `docs/as-in-the-papers.md`.

use std::fmt;
use std::str::FromStr;
use yomikiri_search::{ChildNumbers, Options, Published, Shallow};

/// A paper's way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsIn {
    paper: SearchPaper,
    published: Published,
}

/// The papers that search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchPaper {
    /// 000
    LimitedTrax,
    /// 001
    SixBySix,
    /// 004
    TicTacToe,
}

/// Why a text names no paper's way to search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AsInError {
    /// It does not begin with a paper.
    #[error("{0:?} is none of the papers that search: 000, 001, 004")]
    Paper(String),
    /// It goes on with something else than a setting.
    #[error(
        "{0:?} is no setting: expected children=array, children=moves, sharp, no-virtual, tell or in-turn"
    )]
    Setting(String),
}

impl AsIn {
    /// As in paper 000.
    pub const LIMITED_TRAX: Self = Self { paper: SearchPaper::LimitedTrax, published: Published::USUAL };
    /// As in paper 001.
    pub const SIX_BY_SIX: Self = Self { paper: SearchPaper::SixBySix, published: Published::USUAL };
    /// As in paper 004: depth-first and proof-number search of the plain game.
    pub const TIC_TAC_TOE: Self = Self { paper: SearchPaper::TicTacToe, published: Published::USUAL };

    /// The same with threads that take turns.
    #[must_use]
    pub fn in_turn(self) -> Self {
        Self { published: Published { in_turn: true, ..self.published }, ..self }
    }

    /// These options, but as in the paper.
    #[must_use]
    pub fn applied_to(self, options: Options) -> Options {
        let shallow = match self.paper {
            // It has no shallow search.
            SearchPaper::TicTacToe => Shallow::Off,
            SearchPaper::LimitedTrax | SearchPaper::SixBySix => options.shallow,
        };
        Options { shallow, published: Some(self.published), ..options }
    }
}

impl FromStr for AsIn {
    type Err = AsInError;

    fn from_str(text: &str) -> Result<Self, AsInError> {
        let mut words = text.split(',');
        let mut as_in = match words.next().unwrap_or_default() {
            "000" => Self::LIMITED_TRAX,
            "001" => Self::SIX_BY_SIX,
            "004" => Self::TIC_TAC_TOE,
            other => return Err(AsInError::Paper(other.to_owned())),
        };
        let published = &mut as_in.published;
        for word in words {
            match word {
                "children=array" => published.children = ChildNumbers::Array,
                "children=moves" => published.children = ChildNumbers::Moves,
                "sharp" => published.sharp = true,
                "no-virtual" => published.virtual_numbers = false,
                "tell" => published.tells = true,
                "in-turn" => published.in_turn = true,
                other => return Err(AsInError::Setting(other.to_owned())),
            }
        }
        Ok(as_in)
    }
}

impl fmt::Display for AsIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.paper {
            SearchPaper::LimitedTrax => "000",
            SearchPaper::SixBySix => "001",
            SearchPaper::TicTacToe => "004",
        })?;
        let Published { children, sharp, virtual_numbers, tells, in_turn } = self.published;
        f.write_str(match children {
            ChildNumbers::Keys => "",
            ChildNumbers::Array => ",children=array",
            ChildNumbers::Moves => ",children=moves",
        })?;
        f.write_str(if sharp { ",sharp" } else { "" })?;
        f.write_str(if virtual_numbers { "" } else { ",no-virtual" })?;
        f.write_str(if tells { ",tell" } else { "" })?;
        f.write_str(if in_turn { ",in-turn" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Disk, GameName, Job, Task};

    /// A shallow search that overlooks lines takes a last move that makes one for a draw, and must not be believed.
    #[test]
    fn what_is_overlooked_changes_no_answer() {
        let name: GameName = "trax:4x4,line=3,stuck=last-mover-loses,full=draw".parse().expect("a game");
        let game = name.load(&Disk).expect("it needs no file");
        let (before, after) = (r"@0+ @1/ A0+ A0/ C3/ A4\ @2+ A4/", r"C4+ A1\ C2/ C1+ D1/ D4+");
        for moves in 0..after.split(' ').count() {
            let played: Vec<&str> = before.split(' ').chain(after.split(' ').take(moves)).collect();
            let board = game.board_after(&played.join(" ")).expect("a game that goes on");
            let verdict = |options: Options| {
                let job = Job { options, ..Job::default() };
                game.solve(&*board, &job, &Task::default()).expect("memory").verdict()
            };
            let plain = Options { memory: 4 << 20, ..Options::default() };
            for text in ["000", "000,children=array", "000,sharp"] {
                let as_in: AsIn = text.parse().expect("a setting");
                assert_eq!(verdict(as_in.applied_to(plain)), verdict(plain), "{text}: {played:?}");
            }
        }
    }

    #[test]
    fn texts_are_read_and_written() {
        for text in [
            "000",
            "001",
            "004",
            "000,sharp,no-virtual,tell,in-turn",
            "001,children=moves",
            "000,children=array",
        ] {
            assert_eq!(text.parse::<AsIn>().map(|as_in| as_in.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("002".parse::<AsIn>(), Err(AsInError::Paper("002".to_owned())));
        assert_eq!("000,".parse::<AsIn>(), Err(AsInError::Setting(String::new())));
        assert_eq!("000,tells".parse::<AsIn>(), Err(AsInError::Setting("tells".to_owned())));
    }
}
