//! **The fast rules and the reference rules of Trax are the same rules.**
//!
//! The first byte chooses a rule set, the second how the rest is read: as written moves separated by white
//! space, or each byte as the number of a pseudo-legal move. After every move, accepted or not:
//!
//! - both accept it, or both refuse it for the same reason;
//! - the cells, the player to move, the status and the word for the ending are the same.
//!
//! At the end:
//!
//! - the legal moves are the same;
//! - `play_line` plays the accepted moves to the same position, and refuses the first refused one at its
//!   place;
//! - nothing can be played after the end of a game.
//!
//! The reference reads only one spelling of a move, so it is given the fast reader's.

use crate::{cells, choose, reference_board, reference_status};
use yomikiri_check::trax::{Board, Rejected};
use yomikiri_game::{Game, Notation, Played, Player, Status, legal_moves, play_line, status};
use yomikiri_trax::notation::{MoveError, MoveText};
use yomikiri_trax::{Position, Rules};

const RULES: &[&str] = &[
    "trax:2x2",
    "trax:3x3",
    "trax:4x4",
    "trax:5x5",
    "trax:6x6",
    "trax:8x8",
    "trax:16x16",
    "trax",
    "trax:line=2",
    "trax-loop",
    "trax-loop:3x3,stuck=draw",
    "trax-loop:4x4,stuck=last-mover-loses,full=last-mover-loses",
    "trax-loop:5x5",
    "trax:5x5,line=8,stuck=draw",
    "trax:4x4,line=2,full=last-mover-loses",
    "trax:6x6,line=3,stuck=last-mover-loses",
];

/// The reference looks at everything afresh after every move, so a long game takes long.
const MOST_MOVES: usize = 60;

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(data: &[u8]) -> bool {
    let [rules, mode, rest @ ..] = data else {
        return false;
    };
    let rules: Rules = choose(RULES, *rules).parse().expect("a known name");
    let mut game = Pair::new(rules);
    if mode % 2 == 0 {
        let Ok(text) = std::str::from_utf8(rest) else {
            return false;
        };
        for text in text.split_whitespace().take(MOST_MOVES) {
            game.play(text);
        }
    } else {
        let mut moves = Vec::new();
        for &byte in rest.iter().take(MOST_MOVES) {
            if game.status != Status::Open {
                break;
            }
            moves.clear();
            game.position.moves(&mut moves);
            let text = game.position.move_text(*choose(&moves, byte));
            game.play(&text);
        }
    }
    game.finish();
    true
}

/// One game by both rules.
struct Pair {
    rules: Rules,
    position: Position,
    board: Board,
    status: Status,
    accepted: Vec<String>,
    /// The first move refused, and how many were accepted before it.
    refused: Option<(usize, String)>,
}

/// Why the fast rules refuse a move.
#[derive(Debug)]
enum Refused {
    Unreadable(MoveError),
    ThreeLines,
    GameOver,
}

impl Refused {
    /// Whether the reference means the same.
    fn is(&self, other: &Rejected) -> bool {
        use MoveError as Fast;
        use Rejected as Plain;
        match self {
            Self::ThreeLines => matches!(other, Plain::ThreeLines { .. }),
            Self::GameOver => matches!(other, Plain::GameOver | Plain::Malformed),
            Self::Unreadable(error) => match error {
                Fast::Malformed { .. } => matches!(other, Plain::Malformed),
                // What is too far to be read is refused by the reference for where it is.
                Fast::TooFar(_) => {
                    matches!(other, Plain::Malformed | Plain::NotAnOpening | Plain::NotAdjacent)
                }
                Fast::FirstMove => matches!(other, Plain::NotAnOpening),
                Fast::Occupied(_) => matches!(other, Plain::Occupied),
                Fast::NotAdjacent(_) => matches!(other, Plain::NotAdjacent),
                Fast::OutsideBox { .. } => matches!(other, Plain::OutsideBox { .. }),
                Fast::Mismatch { .. } => matches!(other, Plain::ColoursDoNotMatch),
            },
        }
    }
}

impl Pair {
    fn new(rules: Rules) -> Self {
        Self {
            rules,
            position: Position::new(rules),
            board: reference_board(&rules),
            status: Status::Open,
            accepted: Vec::new(),
            refused: None,
        }
    }

    fn play(&mut self, text: &str) {
        let normal = text.parse::<MoveText>().map(|read| read.to_string());
        let plain = self.board.play(normal.as_deref().unwrap_or(text));
        let fast = self.play_fast(text);
        match (&fast, &plain) {
            (Ok(written), Ok(())) => {
                assert_eq!(normal.as_ref(), Ok(written));
                self.accepted.push(written.clone());
            }
            (Err(fast), Err(plain)) => {
                assert!(fast.is(plain), "{text:?}: {fast:?}, but {plain:?}");
                self.refused.get_or_insert_with(|| (self.accepted.len(), text.to_owned()));
            }
            _ => panic!("{text:?}: {fast:?}, but {plain:?}"),
        }
        self.compare();
    }

    /// Plays a move by the fast rules; gives its normal spelling.
    fn play_fast(&mut self, text: &str) -> Result<String, Refused> {
        if self.status != Status::Open {
            return Err(Refused::GameOver);
        }
        let m = self.position.parse_move(text).map_err(Refused::Unreadable)?;
        let normal = self.position.move_text(m);
        self.status = match self.position.play(m) {
            Played::Illegal => return Err(Refused::ThreeLines),
            Played::Open(_) => status(&mut self.position),
            Played::Over(outcome, _) => Status::Over(outcome),
        };
        Ok(normal)
    }

    fn compare(&mut self) {
        assert_eq!(cells(&self.position), self.board.cells().collect::<Vec<_>>());
        let (status, ending) = reference_status(&self.board);
        assert_eq!(self.status, status);
        if let Some(ending) = ending {
            assert_eq!(self.position.ending(), ending);
        } else {
            let first_moves = self.board.to_move() == yomikiri_check::trax::Side::White;
            assert_eq!(self.position.to_move() == Player::First, first_moves);
        }
    }

    fn finish(mut self) {
        let text = self.accepted.join(" ");
        let line = play_line(Position::new(self.rules), &text).expect("accepted moves");
        assert_eq!(line.moves, self.accepted);
        assert_eq!(line.status, self.status);
        assert_eq!(cells(&line.position), cells(&self.position));
        // Everything, bookkeeping included; megabytes of it without a limit.
        if self.rules.limit().is_some() {
            assert!(line.position == self.position, "{text}");
        }
        // What begins with a digit may be the number of a move, which is no mistake in a line.
        let is_numbered = |refused: &str| refused.starts_with(|first: char| first.is_ascii_digit());
        if let Some((number, refused)) = self.refused.filter(|(_, refused)| !is_numbered(refused)) {
            let text = format!("{} {refused}", self.accepted[..number].join(" "));
            let error = play_line(Position::new(self.rules), &text).expect_err(&text);
            assert_eq!(error.number, number + 1);
        }
        if self.status == Status::Open {
            let mut legal: Vec<_> =
                legal_moves(&mut self.position).into_iter().map(|m| self.position.move_text(m)).collect();
            legal.sort();
            assert_eq!(legal, self.board.legal_moves());
        } else {
            let text = format!("{text} A0/");
            let error = play_line(Position::new(self.rules), &text).expect_err(&text);
            assert_eq!(error.number, self.accepted.len() + 1);
            assert_eq!(error.reason, "the game is already over");
        }
    }
}
