//! What the checker of proofs must know of a game: a referee for it.
//!
//! A proof speaks of positions as bytes and of moves as codes, both laid down in `docs/proof-format.md` for each
//! game. A referee holds one position, plays and takes back moves on it, and translates. A new game is checked as
//! soon as a type implements [`Referee`] and is among the [`Games`](crate::proof::Games) of a check.
//!
//! Moves are listed as *candidates*, and [`Referee::play`] may refuse one: in Trax, whether a move is legal shows
//! only when its chain is played out, so that a list of legal moves would cost every play twice.

use std::fmt;

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Who begins.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// Both players, the first one first.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The other player.
    #[must_use]
    pub fn opponent(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::First => "first",
            Player::Second => "second",
        })
    }
}

/// The result of a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player has won.
    Win(Player),
    /// Nobody has won.
    Draw,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(player) => write!(f, "the {player} player wins"),
            Outcome::Draw => f.write_str("a draw"),
        }
    }
}

/// What came of playing a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Played {
    /// The move is illegal; the position is as before.
    Illegal,
    /// The move is played, and the game goes on (though nobody may be able to move).
    Open,
    /// The move is played and has ended the game.
    Over(Outcome),
}

/// Refuses the text that describes a game, where the name says everything.
pub(crate) fn undescribed(definition: Option<&str>) -> Result<(), String> {
    definition.map_or(Ok(()), |_| Err("the name says everything; a description is not wanted".to_owned()))
}

/// A position of one game, and all that the checker asks about it.
///
/// Nothing that is given to a referee, code or bytes or text, makes it panic.
pub trait Referee: Clone + Send + Sync + 'static {
    /// The start of the game of this name, in which every rule is spelt out; a game whose rules are not in its name
    /// is described by a text. The error says what is wrong with either.
    fn start(name: &str, definition: Option<&str>) -> Result<Self, String>;

    /// The game's usual name, in which rules that are as usual are left out.
    fn short_name(&self) -> String;

    /// Whose move it is.
    fn to_move(&self) -> Player;

    /// Appends codes of moves, ascending: every legal move, and perhaps some that [`play`](Self::play) refuses.
    fn candidates(&self, codes: &mut Vec<u32>);

    /// Plays the move with this code, whatever it is.
    fn play(&mut self, code: u32) -> Played;

    /// Takes back the last move that was played and not taken back yet, and does nothing if there is none.
    fn undo(&mut self);

    /// The result that the rules give if the player to move cannot.
    fn stuck(&self) -> Outcome;

    /// Whether a theorem of `docs/proof-format.md` says that the player cannot force a win from here. Most games know
    /// none.
    fn theorem(&self, _cannot_win: Player) -> bool {
        false
    }

    /// The position in one line, for people.
    fn position_text(&self) -> String {
        let mut bytes = Vec::new();
        self.position(&mut bytes);
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Appends the position as it lies.
    fn position(&self, bytes: &mut Vec<u8>);

    /// Appends the least image of the position: the position itself in a game without symmetries.
    fn canonical(&self, bytes: &mut Vec<u8>) {
        self.position(bytes);
    }

    /// A number that is the same for equal positions, as they lie. It must be cheap, and should differ for
    /// positions that differ by a move, but nothing rests on that.
    fn fingerprint(&self) -> u64 {
        let mut bytes = Vec::new();
        self.position(&mut bytes);
        // Eight bytes at once; the product carries upwards, and the rotation brings that down again.
        bytes.chunks(8).fold(0xCBF2_9CE4_8422_2325_u64, |sum, chunk| {
            let word = chunk.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
            (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
        })
    }

    /// How much is on the board, as `docs/proof-format.md` defines it for the game: a search follows the moves first that
    /// lead to more.
    fn fill(&self) -> u32 {
        0
    }

    /// No position of the game has more bytes than this.
    fn longest_position(&self) -> usize {
        4096
    }

    /// Puts up a position as it lies, as the start of what is played from now on. The error says why the bytes are
    /// no position of a game that goes on; then some other position is up.
    ///
    /// Soundness asks for little here. A claim is about a position that was reached by legal moves from the start,
    /// and every position that its proof can lean on was reached in the same way; a lemma about an impossible
    /// position is reached by nothing, true or not. But a referee plays fast because it takes some things for
    /// granted, such as that lines match where tiles meet: it must refuse whatever could confuse it, and it had better
    /// refuse everything that is obviously not a position, so that a writer learns of its mistakes.
    fn set_position(&mut self, bytes: &[u8]) -> Result<(), String>;

    /// The code of a move as it is written, or why the text is none. The move need not be legal. A game whose moves
    /// are written as anything but their codes says how.
    fn parse_move(&self, text: &str) -> Result<u32, String> {
        text.parse().map_err(|_| "expected a number".to_owned())
    }

    /// How the move with this code is written.
    fn move_text(&self, code: u32) -> String {
        code.to_string()
    }
}
