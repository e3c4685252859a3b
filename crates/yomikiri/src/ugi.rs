//! The Universal Game Interface: the language in which graphical programs and tournament managers speak to a player.
//!
//! [`Engine`] takes lines and gives lines; whoever runs it moves them. Thinking happens in [`Engine::think`], so that a
//! caller with threads can go on listening for `stop`, and one without can do without.
//!
//! # References
//! kz04px, *Universal Game Interface*, `ugi.md` of the tournament manager cutegames.

use crate::board::Board;
use crate::files::NoFiles;
use crate::game::Game;
use crate::play::{Opponent, PlayError, Style, opponent};
use crate::registry::Registry;
use crate::task::Task;
use yomikiri_game::{Duration, Outcome, Player, Status, Stop};

/// A player that speaks UGI.
pub struct Engine {
    registry: &'static Registry,
    game: Game,
    board: Box<dyn Board>,
    opponent: Option<Box<dyn Opponent>>,
    style: Style,
}

/// What a line asks for.
#[derive(Clone, Debug)]
pub enum Request {
    /// Lines to be sent at once; perhaps none.
    Answer(Vec<String>),
    /// A move, to be found with [`Engine::think`].
    Go(Going),
    /// The end of the thinking.
    Stop,
    /// The end.
    Quit,
}

/// How long to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Going {
    time: Duration,
}

/// What `go infinite` means to a player that ends by itself.
const LONG: Duration = Duration::from_secs(24 * 3600);
/// What of the clock is spent on a move: games of Trax last some 20 moves of a player.
const SHARE: u32 = 20;
/// What the way of a move to the other side may take.
const LAG: Duration = Duration::from_millis(30);

impl Engine {
    /// A player of one game, which the option `game` can change.
    #[must_use]
    pub fn new(registry: &'static Registry, game: Game, style: Style) -> Self {
        let board = game.board();
        Self { registry, game, board, opponent: None, style }
    }

    /// Takes a line.
    pub fn receive(&mut self, line: &str) -> Request {
        let mut words = line.split_whitespace();
        let error = |text: String| Request::Answer(vec![format!("info string error: {text}")]);
        match words.next() {
            None => Request::Answer(Vec::new()),
            Some("ugi") => Request::Answer(vec![
                "id name Yomikiri".to_owned(),
                "id author the Yomikiri developers".to_owned(),
                format!("option name game type string default {}", self.game),
                format!("option name level type spin default {} min 1 max 9", self.style.level),
                format!("option name seed type spin default {} min 0 max 1000000", self.style.seed),
                "ugiok".to_owned(),
            ]),
            Some("isready") => Request::Answer(vec!["readyok".to_owned()]),
            Some("uginewgame") => {
                self.opponent = None;
                self.board = self.game.board();
                Request::Answer(Vec::new())
            }
            Some("setoption") => match self.set_option(line) {
                Ok(()) => Request::Answer(Vec::new()),
                Err(text) => error(text),
            },
            Some("position") => match self.set_position(line) {
                Ok(()) => Request::Answer(Vec::new()),
                Err(text) => error(text),
            },
            Some("query") => match self.query(words.next().unwrap_or_default()) {
                Some(answer) => Request::Answer(vec![format!("response {answer}")]),
                None => error(format!("unknown query: {line}")),
            },
            Some("go") => match self.going(&words.collect::<Vec<_>>()) {
                Ok(going) => Request::Go(going),
                Err(text) => error(text),
            },
            Some("stop") => Request::Stop,
            Some("quit") => Request::Quit,
            Some(word) => error(format!("unknown command: {}", yomikiri_game::presentable(word))),
        }
    }

    /// Finds a move; gives the lines that say so.
    ///
    /// # Errors
    /// If the game is over, or the memory cannot be had.
    pub fn think(&mut self, going: Going, stop: &Stop) -> Result<Vec<String>, PlayError> {
        if self.board.status() != Status::Open {
            return Err(PlayError::NoMove);
        }
        let style = Style { time: going.time, ..self.style };
        let opponent = match &mut self.opponent {
            Some(opponent) => opponent,
            none => none.insert(opponent(&self.game, style, None)?),
        };
        opponent.set_style(style);
        let choice = opponent.choose(&*self.board, &Task::new(stop.child()))?;
        let line = if choice.line.is_empty() { choice.text.clone() } else { choice.line.join(" ") };
        Ok(vec![
            format!("info string {}", choice.reason),
            format!("info pv {line}"),
            format!("bestmove {}", choice.text),
        ])
    }

    fn set_option(&mut self, line: &str) -> Result<(), String> {
        let named = line.split_once(" name ").map(|(_, rest)| rest).unwrap_or_default();
        let (name, value) = named.split_once(" value ").unwrap_or((named, ""));
        let value = value.trim();
        match name.trim() {
            "game" => {
                let name = self.registry.name(value).map_err(|error| error.to_string())?;
                self.game = name.load(&NoFiles).map_err(|error| error.to_string())?;
                self.board = self.game.board();
                self.opponent = None;
            }
            "level" => match value.parse() {
                Ok(level @ 1..=9) => self.style.level = level,
                _ => return Err("level is a number from 1 to 9".to_owned()),
            },
            "seed" => {
                self.style.seed = value.parse().map_err(|_| "seed is a number".to_owned())?;
                self.opponent = None;
            }
            name => return Err(format!("unknown option: {}", yomikiri_game::presentable(name))),
        }
        Ok(())
    }

    fn set_position(&mut self, line: &str) -> Result<(), String> {
        let rest = line.trim().strip_prefix("position").unwrap_or_default().trim();
        let (place, moves) = match rest.split_once("moves") {
            Some((place, moves)) => (place.trim(), moves),
            None => (rest, ""),
        };
        self.board = match place.strip_prefix("fen") {
            Some(text) => self.game.board_at(text.trim(), moves).map_err(|error| error.to_string())?,
            None if place == "startpos" => self.game.board_after(moves).map_err(|error| error.to_string())?,
            None => return Err("expected startpos or fen".to_owned()),
        };
        Ok(())
    }

    fn query(&self, question: &str) -> Option<String> {
        let status = self.board.status();
        Some(match question {
            "gameover" => (status != Status::Open).to_string(),
            "p1turn" => (self.board.to_move() == Player::First).to_string(),
            "result" => match status {
                Status::Open => "none",
                Status::Over(Outcome::Draw) => "draw",
                Status::Over(Outcome::Win(Player::First)) => "p1win",
                Status::Over(Outcome::Win(Player::Second)) => "p2win",
            }
            .to_owned(),
            "fen" => self.board.position_text()?,
            _ => return None,
        })
    }

    fn going(&self, words: &[&str]) -> Result<Going, String> {
        let after = |name: &str| {
            let at = words.iter().position(|word| *word == name)?;
            Some(words.get(at + 1).and_then(|word| word.parse::<u64>().ok()).ok_or(name.to_owned()))
        };
        let milliseconds = |name: &str| match after(name) {
            None => Ok(None),
            Some(Ok(number)) => Ok(Some(Duration::from_millis(number))),
            Some(Err(name)) => Err(format!("expected a number of milliseconds after {name}")),
        };
        let [clock, increment] = match self.board.to_move() {
            Player::First => ["p1time", "p1inc"],
            Player::Second => ["p2time", "p2inc"],
        };
        let time = match (milliseconds("movetime")?, milliseconds(clock)?) {
            (Some(time), _) => time.saturating_sub(LAG).max(time / 2),
            (None, Some(left)) => {
                let increment = milliseconds(increment)?.unwrap_or_default();
                (left / SHARE + increment / 2).min(left.saturating_sub(LAG) / 2)
            }
            (None, None) if words.contains(&"infinite") => LONG,
            (None, None) => self.style.time,
        };
        Ok(Going { time })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(name: &str) -> Engine {
        let registry = Registry::shared();
        let game = registry.name(name).expect(name).load(&NoFiles).expect(name);
        Engine::new(registry, game, Style { time: Duration::from_millis(50), ..Style::default() })
    }

    fn answer(engine: &mut Engine, line: &str) -> String {
        match engine.receive(line) {
            Request::Answer(lines) => lines.join("\n"),
            Request::Go(going) => engine.think(going, &Stop::new()).expect("a move").join("\n"),
            Request::Stop | Request::Quit => String::new(),
        }
    }

    /// The example of the description of the protocol, for every kind of game.
    #[test]
    fn a_game_is_played() {
        for (name, first) in [("trax:8x8", "@0/"), ("gomoku:3x3,k=3", "b2"), ("amazons:4x4", "")] {
            let mut engine = engine(name);
            assert!(answer(&mut engine, "ugi").ends_with("ugiok"));
            assert_eq!(answer(&mut engine, "isready"), "readyok");
            answer(&mut engine, "uginewgame");
            let position = format!("position startpos moves {first}");
            assert_eq!(answer(&mut engine, &position), "", "{name}");
            assert_eq!(answer(&mut engine, "query p1turn"), format!("response {}", first.is_empty()));
            assert_eq!(answer(&mut engine, "query result"), "response none");
            let told = answer(&mut engine, "go movetime 50");
            let best = told.lines().last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move");
            assert_eq!(answer(&mut engine, &format!("{position} {best}")), "", "{name}: {best}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_and_changes_nothing() {
        let mut engine = engine("trax");
        answer(&mut engine, r"position startpos moves @0/ B1\ A2\");
        assert_eq!(answer(&mut engine, "query result"), "response p2win");
        for line in [
            "position",
            "position startpos moves @0/ Z9+",
            "go movetime soon",
            "query what",
            "setoption",
            "hello",
            "setoption name game value pg:/etc/passwd",
            "setoption name level value 10",
            "position fen ....",
        ] {
            assert!(answer(&mut engine, line).starts_with("info string error: "), "{line}");
        }
        assert_eq!(answer(&mut engine, "query gameover"), "response true");
        let Request::Go(going) = engine.receive("go movetime 10") else { panic!("it is asked to think") };
        assert!(engine.think(going, &Stop::new()).is_err());
        assert!(
            matches!(engine.receive("stop"), Request::Stop)
                && matches!(engine.receive("quit"), Request::Quit)
        );
    }

    #[test]
    fn the_clock_is_shared_out() {
        let mut engine = engine("trax");
        answer(&mut engine, "position startpos moves @0/");
        let mut time = |line: &str| match engine.receive(line) {
            Request::Go(going) => going.time.as_millis(),
            _ => panic!("{line}"),
        };
        assert_eq!(time("go p1time 1 p2time 60000 p1inc 0 p2inc 0"), 3000);
        assert_eq!(time("go p1time 1 p2time 100 p2inc 1000"), 35);
        assert_eq!(time("go movetime 1000"), 970);
        assert!(time("go infinite") > 1_000_000);
    }
}
