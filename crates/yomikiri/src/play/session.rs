//! A game between a person and the program, and the commands that a person may give.

use super::{Choice, Opponent, PlayError, Style};
use crate::board::Board;
use crate::game::Game;
use crate::quantity::Span;
use crate::task::Task;
use crate::threats::Threats;
use yomikiri_game::{Outcome, Player, Status};
use yomikiri_trax::Position;

/// A game that is being played.
pub struct Session {
    game: Game,
    board: Box<dyn Board>,
    opponent: Box<dyn Opponent>,
    style: Style,
    /// Whose moves the person makes; `None` if the program plays both sides.
    human: Option<Player>,
    resigned: Option<Player>,
}

/// What is to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A move was played, by the program if there is a reason.
    Move {
        /// By whom.
        player: Player,
        /// The move.
        text: String,
        /// Why the program chose it.
        why: Option<String>,
    },
    /// A text.
    Text(String),
    /// The board has changed, or was asked for.
    Board,
    /// The game is to be kept in this file.
    Save {
        /// The file.
        file: String,
        /// The game as a record.
        content: String,
    },
    /// The person has had enough.
    Quit,
}

/// The commands, for a person who asks.
const COMMANDS: &str = "\
a move        such as @0/ (Trax) or b1-a1-a2 (Amazons)
undo          take back your last move and the answer to it
hint          what the program would play
threats       what either side would win by (Trax)
moves         the legal moves
swap          change sides
level N       play at level N, from 1 to 9
time T        think for T on every move, such as 500ms or 10s
save FILE     write the game into a file
show          draw the board
resign        give up
quit          leave the game (so does an empty line)";

impl Session {
    /// A game from a position on.
    #[must_use]
    pub fn new(
        game: Game,
        board: Box<dyn Board>,
        opponent: Box<dyn Opponent>,
        style: Style,
        human: Option<Player>,
    ) -> Self {
        Self { game, board, opponent, style, human, resigned: None }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &dyn Board {
        &*self.board
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Who gave up.
    #[must_use]
    pub fn resigned(&self) -> Option<Player> {
        self.resigned
    }

    /// Whether the game is over, by the rules or because a player gave up.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.resigned.is_some() || self.board.status() != Status::Open
    }

    /// Whether it is the person's turn.
    #[must_use]
    pub fn is_humans_turn(&self) -> bool {
        self.human == Some(self.board.to_move())
    }

    /// Lets the program move.
    ///
    /// # Errors
    /// If it has no move.
    pub fn answer(&mut self, task: &Task) -> Result<Said, PlayError> {
        let player = self.board.to_move();
        let Choice { text, reason, .. } = self.opponent.choose(&*self.board, task)?;
        let text = self.board.play(&text).map_err(|_| PlayError::OtherGame)?;
        Ok(Said::Move { player, text, why: Some(reason.to_string()) })
    }

    /// Does what a person says.
    ///
    /// # Errors
    /// If the program is asked for a move and has none. What cannot be done is said in words.
    pub fn obey(&mut self, line: &str, task: &Task) -> Result<Vec<Said>, PlayError> {
        let say = |text: String| Ok(vec![Said::Text(text)]);
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        match word {
            "" | "quit" | "exit" => Ok(vec![Said::Quit]),
            "help" | "?" => say(COMMANDS.to_owned()),
            "show" => Ok(vec![Said::Board]),
            "moves" => say(self.board.moves().join(" ")),
            "undo" => Ok(self.undo()),
            "hint" => {
                let choice = self.opponent.choose(&*self.board, task)?;
                let line = if choice.line.len() > 1 { choice.line.join(" ") } else { choice.text };
                say(format!("{line}  ({})", choice.reason))
            }
            "threats" => match self.board.position::<Position>() {
                Some(position) => {
                    let sentences = Threats::of(position).sentences();
                    let none = || "Neither side could win at once".to_owned();
                    say(if sentences.is_empty() { none() } else { sentences.join("\n") })
                }
                None => say("threats are shown for Trax alone".to_owned()),
            },
            "swap" => {
                self.human = self.human.map(|human| !human);
                Ok(vec![Said::Board])
            }
            "level" => match rest.parse() {
                Ok(level @ 1..=9) => {
                    self.style.level = level;
                    self.opponent.set_style(self.style);
                    say(format!("level {level}"))
                }
                _ => say("a level is a number from 1 to 9".to_owned()),
            },
            "time" => match rest.parse() {
                Ok(Span(time)) => {
                    self.style.time = time;
                    self.opponent.set_style(self.style);
                    say(format!("{} s for a move", time.as_secs_f64()))
                }
                Err(error) => say(error.to_string()),
            },
            "save" if rest.is_empty() => say("save needs the name of a file".to_owned()),
            "save" => Ok(vec![Said::Save { file: rest.to_owned(), content: self.record() }]),
            "resign" => {
                self.resigned = Some(self.human.unwrap_or(self.board.to_move()));
                Ok(Vec::new())
            }
            text => {
                let player = self.board.to_move();
                match self.board.play(text) {
                    Ok(text) => Ok(vec![Said::Move { player, text, why: None }]),
                    Err(error) => say(format!("{error}  (help lists the commands)")),
                }
            }
        }
    }

    /// Takes moves back until it is the person's turn again.
    fn undo(&mut self) -> Vec<Said> {
        if self.board.undo().is_none() {
            return vec![Said::Text("there is no move to take back".to_owned())];
        }
        while !self.is_humans_turn() && self.human.is_some() && self.board.undo().is_some() {}
        vec![Said::Board]
    }

    /// The game as a record: for Trax a `.trx` file, for other games a file for `--moves-file`.
    #[must_use]
    pub fn record(&self) -> String {
        let name = |player: Player| if self.human == Some(player) { "Person" } else { "Yomikiri" };
        let players = format!("{} vs {}", name(Player::First), name(Player::Second));
        let moves = self.board.history().join(" ");
        let is_trax = self.board.position::<Position>().is_some();
        let head = if is_trax {
            format!("{}\n{players}\n", self.game)
        } else {
            format!("# {}, {players}\n", self.game)
        };
        let end = match (self.resigned, self.board.status()) {
            (Some(Player::First), _) => " White resigns 0-1",
            (Some(Player::Second), _) => " Red resigns 1-0",
            (None, Status::Over(Outcome::Win(Player::First))) => " 1-0",
            (None, Status::Over(Outcome::Win(Player::Second))) => " 0-1",
            (None, Status::Over(Outcome::Draw)) => " 1/2",
            (None, Status::Open) => "",
        };
        format!("{head}{moves}{}\n", if is_trax { end } else { "" })
    }
}
