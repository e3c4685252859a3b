//! Which games there are: families of games by the first word of their names.
//!
//! `trax:6x6` is a name, `trax` its family. A family knows how its names are written and how a game of it is loaded.
//! [`Registry::standard`] has the families of this project; a crate of somebody else's adds its own with
//! [`Registry::with`] and gets every command and every method.

use crate::board::{Board, Position};
use crate::families;
use crate::files::Files;
use crate::game::Game;
use crate::playable::Playable;
use std::fmt;
use std::io;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};
use yomikiri_check::{proof, referee::Referee};
use yomikiri_game::{PositionalGame, Stop, TransitionSystem, closest};

/// A family of games whose names begin with the same word.
pub trait Family: Send + Sync {
    /// The words that names of the family begin with.
    fn words(&self) -> &[&str];

    /// How a name is written, for lists: `trax:NxN`.
    fn pattern(&self) -> &str;

    /// What the games of the family are, in one sentence without a full stop.
    fn summary(&self) -> &str;

    /// The usual form of a name. It touches no file.
    ///
    /// # Errors
    /// If the text names no game of the family. The message says what is wrong with it.
    fn name(&self, text: &str) -> Result<String, String>;

    /// The game that a name in its usual form stands for. A family whose games may take long to read looks at the
    /// switch.
    ///
    /// # Errors
    /// If a file that the name refers to cannot be read, or describes no game; or if it was stopped.
    fn load(&self, name: &str, files: &dyn Files, stop: &Stop) -> Result<Arc<dyn Rules>, LoadError>;
}

/// The rules of one game, with everything that they depend on in hand.
pub trait Rules: Send + Sync {
    /// The start of the game.
    fn start(&self) -> Box<dyn Board>;

    /// What the pieces of the first and the second player are called.
    fn colours(&self) -> [&str; 2];

    /// What the rules depend on beyond the name: the content of a file, in a form that does not change with layout.
    fn content(&self) -> Option<&str> {
        None
    }

    /// The same game, ending after so many turns at the latest; `None` if it cannot be cut short.
    fn within(&self, _turns: u32) -> Option<Arc<dyn Rules>> {
        None
    }

    /// The game as winning sets, if it can be described so.
    fn positional(&self) -> Option<PositionalGame> {
        None
    }

    /// The game described in the language of Toss, if it can be.
    ///
    /// # Errors
    /// If the language of Toss cannot describe it.
    fn description(&self) -> Result<Option<String>, LoadError> {
        Ok(None)
    }

    /// The game as a ground transition system, if it can be described so.
    ///
    /// # Errors
    /// If its description is too large, or it was stopped.
    fn transitions(&self, _stop: &Stop) -> Result<Option<TransitionSystem>, LoadError> {
        Ok(None)
    }
}

/// Why a game could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A file cannot be read.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// A file describes no game.
    #[error("{path}: {why}")]
    Description {
        /// The file.
        path: String,
        /// What is wrong with it, and where.
        why: String,
    },
    /// Reading the description took too long, or somebody asked to stop.
    #[error("{0}: reading the description was stopped")]
    Stopped(String),
}

/// A game by its name, in its usual form. It says nothing about files that the name refers to.
#[derive(Clone)]
pub struct GameName {
    text: String,
    family: Arc<dyn Family>,
}

impl GameName {
    /// The word that the name begins with.
    #[must_use]
    pub fn word(&self) -> &str {
        first_word(&self.text)
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Loads the game, reading the files that the name refers to.
    ///
    /// # Errors
    /// If such a file cannot be read, or describes no game.
    pub fn load(&self, files: &dyn Files) -> Result<Game, LoadError> {
        self.load_until(files, &Stop::new())
    }

    /// The same, but gives up when the switch says so: a short description may take long to unfold.
    ///
    /// # Errors
    /// If such a file cannot be read, or describes no game; or if it was stopped.
    pub fn load_until(&self, files: &dyn Files, stop: &Stop) -> Result<Game, LoadError> {
        Ok(Game::new(self.clone(), self.family.load(&self.text, files, stop)?))
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl fmt::Debug for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameName({})", self.text)
    }
}

impl PartialEq for GameName {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for GameName {}

/// A name of a game of this project.
impl FromStr for GameName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        Registry::shared().name(text)
    }
}

/// Why a text names no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// No family has this word.
    #[error("there is no game `{word}`; {}known games: {known}", did_you_mean(.suggestion.as_ref()))]
    Unknown {
        /// The word.
        word: String,
        /// A family with a similar word.
        suggestion: Option<String>,
        /// All families.
        known: String,
    },
    /// The rest of the name is wrong.
    #[error("`{name}`: {why}")]
    Malformed {
        /// The name as it was given.
        name: String,
        /// What is wrong with it.
        why: String,
    },
}

fn did_you_mean(suggestion: Option<&String>) -> String {
    suggestion.map_or_else(String::new, |word| format!("did you mean `{word}`? "))
}

/// The families of games that are known.
#[derive(Clone, Default)]
pub struct Registry {
    families: Vec<Arc<dyn Family>>,
    referees: proof::Games,
}

impl Registry {
    /// No games.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The games of this project.
    #[must_use]
    pub fn standard() -> Self {
        families::all().into_iter().fold(Self::new(), Self::with_shared)
    }

    /// The games of this project, made once.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<Registry> = OnceLock::new();
        SHARED.get_or_init(Self::standard)
    }

    /// Adds a family. It takes precedence over earlier ones with the same word.
    #[must_use]
    pub fn with(self, family: impl Family + 'static) -> Self {
        self.with_shared(Arc::new(family))
    }

    fn with_shared(mut self, family: Arc<dyn Family>) -> Self {
        self.families.insert(0, family);
        self
    }

    /// Adds a game of one type: names begin with `word`, and `start` makes the starting position of what follows the
    /// colon.
    /// `docs/adding-a-game.md` shows a whole crate that does it.
    #[must_use]
    pub fn game<G: Playable>(
        self,
        word: &'static str,
        pattern: &'static str,
        summary: &'static str,
        start: impl Fn(&str) -> Result<G, String> + Send + Sync + 'static,
    ) -> Self {
        self.with(SingleType { words: [word], pattern, summary, start })
    }

    /// Adds a referee: proofs about games whose names begin with `word` can then be checked.
    #[must_use]
    pub fn referee<R: Referee>(mut self, word: &str) -> Self {
        self.referees = self.referees.with::<R>(word);
        self
    }

    /// The games whose proofs can be checked.
    #[must_use]
    pub fn referees(&self) -> &proof::Games {
        &self.referees
    }

    /// The families, in the order in which they were added.
    pub fn families(&self) -> impl Iterator<Item = &dyn Family> {
        self.families.iter().rev().map(|family| &**family)
    }

    /// Reads the name of a game.
    ///
    /// # Errors
    /// If no family has the name's first word, or its family does not know the rest.
    pub fn name(&self, text: &str) -> Result<GameName, NameError> {
        let text = with_plain_cross(text);
        let word = first_word(&text);
        let family = self.families.iter().find(|family| family.words().contains(&word));
        let Some(family) = family else {
            let words = || self.families().flat_map(Family::words).copied();
            let patterns: Vec<_> = self.families().map(Family::pattern).collect();
            return Err(NameError::Unknown {
                word: presentable(word),
                suggestion: closest(word, words()).map(str::to_owned),
                known: patterns.join(", "),
            });
        };
        match family.name(&text) {
            Ok(text) => Ok(GameName { text, family: family.clone() }),
            Err(why) => Err(NameError::Malformed { name: presentable(&text), why }),
        }
    }
}

fn first_word(name: &str) -> &str {
    name.split([':', ',']).next().unwrap_or(name)
}

/// `4×4` and `4X4` mean `4x4`. What follows a word that names a file is left alone.
fn with_plain_cross(text: &str) -> String {
    if matches!(first_word(text), "toss" | "pg") {
        return text.to_owned();
    }
    let characters: Vec<char> = text.chars().collect();
    let is_digit = |at: Option<usize>| at.and_then(|at| characters.get(at)).is_some_and(char::is_ascii_digit);
    let plain = |(at, &c): (usize, &char)| match c {
        '×' | 'X' if is_digit(at.checked_sub(1)) && is_digit(Some(at + 1)) => 'x',
        other => other,
    };
    characters.iter().enumerate().map(plain).collect()
}

/// A text fit to be shown: without control characters, and not too long.
fn presentable(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// A family of one type of game.
struct SingleType<F> {
    words: [&'static str; 1],
    pattern: &'static str,
    summary: &'static str,
    start: F,
}

impl<G: Playable, F: Fn(&str) -> Result<G, String> + Send + Sync> SingleType<F> {
    fn start(&self, name: &str) -> Result<G, String> {
        (self.start)(name.split_once(':').map_or("", |(_, rest)| rest))
    }
}

impl<G: Playable, F: Fn(&str) -> Result<G, String> + Send + Sync> Family for SingleType<F> {
    fn words(&self) -> &[&str] {
        &self.words
    }

    fn pattern(&self) -> &str {
        self.pattern
    }

    fn summary(&self) -> &str {
        self.summary
    }

    fn name(&self, text: &str) -> Result<String, String> {
        self.start(text).map(|_| text.to_owned())
    }

    fn load(&self, name: &str, _files: &dyn Files, _stop: &Stop) -> Result<Arc<dyn Rules>, LoadError> {
        let wrong = |why| LoadError::Description { path: name.to_owned(), why };
        Ok(Arc::new(StartOnly(self.start(name).map_err(wrong)?)))
    }
}

/// Rules that are known by their starting position alone.
pub(crate) struct StartOnly<G>(pub(crate) G);

impl<G: Playable> Rules for StartOnly<G> {
    fn start(&self) -> Box<dyn Board> {
        Box::new(Position::new(self.0.clone()))
    }

    fn colours(&self) -> [&str; 2] {
        G::COLOURS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::NoFiles;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, &str>) {
        match (text.parse::<GameName>(), expected) {
            (Ok(name), Ok(usual)) => assert_eq!(name.as_str(), usual),
            (Err(error), Err(part)) => assert!(error.to_string().contains(part), "{error}"),
            (found, _) => panic!("{text}: {found:?}, not {expected:?}"),
        }
    }

    #[test]
    fn names_are_read_and_written() {
        check("trax:6x6", Ok("trax:6x6"));
        check("trax:6×6", Ok("trax:6x6"));
        check("gttt:4X4,animal=tippy", Ok("gttt:4x4,animal=tippy"));
        check("amazons:6x6", Ok("amazons:6x6"));
        check("toss:no-such-file,turns=5", Ok("toss:no-such-file,turns=5"));
        check("pg:4X4.pg", Ok("pg:4X4.pg"));
        check("trx:6x6", Err("did you mean `trax`?"));
        check("xyzzy", Err("there is no game `xyzzy`; known games: trax:NxN"));
        check("gttt:4x4,animal=tipy", Err("did you mean `tippy`?"));
        check("toss:f,turns=x", Err("turns"));
        check("\u{1b}[2J", Err(r"\u{1b}"));
    }

    #[test]
    fn a_name_is_no_permission_to_read() {
        let name: GameName = "toss:Cargo.toml".parse().expect("a name");
        assert!(matches!(name.load(&NoFiles), Err(LoadError::File { .. })));
        let name: GameName = "trax:4x4".parse().expect("a name");
        assert!(name.load(&NoFiles).is_ok());
    }
}
