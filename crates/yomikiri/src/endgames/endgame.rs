//! What a game must have so that its boards can be judged and kept in databases.

use crate::databases::{DatabaseError, Description};
use std::fmt;
use std::str::FromStr;
use yomikiri_draw::piece::Piece;
use yomikiri_game::{Catalogue, Drawn, Partizan, Player};

/// A board that falls apart into regions, with moves of both players.
pub trait Endgame:
    Partizan + Drawn + fmt::Debug + fmt::Display + FromStr<Err: fmt::Display> + Send + Sync + 'static
{
    /// The word that names the game.
    const GAME: &'static str;

    /// The players, as a list of moves calls them.
    const PLAYERS: [&'static str; 2];

    /// What the layers of a catalogue count.
    const LAYERS: &'static str;

    /// How many positions an evaluation may meet, and how many different games: some seconds.
    const MOST_POSITIONS: usize;
    /// See [`Self::MOST_POSITIONS`].
    const MOST_FORMS: u32;

    /// Which boards a database is about.
    type Scope: Subject<Self>;

    /// A table of a database: boards with numbers.
    type Catalogue: Numbered<Self>;

    /// The parts of the board, each in its place on a board of this size.
    fn regions(&self) -> Vec<Self>;

    /// The moves of a player as text, and the boards after them.
    fn named_options(&self, player: Player) -> Vec<(String, Self)>;

    /// A region without what is around it.
    fn trimmed(&self) -> Self;

    /// How large a region is, in a few words.
    fn measure(&self) -> String;

    /// All boards that can follow a region, numbered, if that is a quick way to its value.
    fn followers(&self) -> Option<Self::Catalogue>;

    /// The board drawn, if there is a drawing of such boards.
    fn drawing(&self) -> Option<Piece>;
}

/// Which boards a database is about; as text, in a few words.
pub trait Subject<B: Endgame>: Clone + fmt::Debug + fmt::Display + PartialEq + Send + Sync {
    /// The lines of a description, but for the game.
    fn describe(&self) -> String;

    /// The opposite of [`Subject::describe`].
    ///
    /// # Errors
    /// If something is missing or wrong.
    fn parse(description: &Description<'_>) -> Result<Self, DatabaseError>;

    /// The memory that the catalogues take, to the nearest megabyte or so.
    ///
    /// # Errors
    /// If there are no such boards.
    fn memory(&self) -> Result<u64, DatabaseError>;

    /// A catalogue of boards for every table.
    ///
    /// # Errors
    /// If there are no such boards.
    fn catalogues(&self) -> Result<Vec<B::Catalogue>, DatabaseError>;
}

/// A catalogue of boards.
pub trait Numbered<B>: Catalogue + Send {
    /// Which table it is among those of a database; the numbers of amazons, of a board of Amazons.
    fn table(&self) -> Table;

    /// The board with a number.
    fn board(&self, number: usize) -> B;

    /// The representative of the class of a region, and whether the players are exchanged there; `None` if it is not in the
    /// catalogue.
    fn class_of(&self, region: &B) -> Option<(usize, bool)>;

    /// How many places a file needs for the catalogue.
    fn places(&self) -> usize;

    /// The place of a representative.
    fn place(&self, representative: usize) -> usize;
}

/// What the boards of a table have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// So many amazons of Left and of Right.
    Amazons([u32; 2]),
    /// So many columns and rows.
    Size(usize, usize),
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Amazons([left, right]) => write!(f, "{left} + {right}"),
            Self::Size(columns, rows) => write!(f, "{columns}x{rows}"),
        }
    }
}
