//! Game names, and starting something generic on the game that is named.
//!
//! A command that works for every game is a type that implements [`OnGame`]; [`GameName::start`] calls it
//! with the game's own type, so that solvers are compiled for each game.

use std::fmt;
use std::io;
use std::str::FromStr;
use std::sync::Arc;
use yomikiri_amazons::Start;
use yomikiri_game::{Drawn, Exact, Notation, PositionalGame, TransitionSystem, Transitions};
use yomikiri_polyomino::{Arena, pg};
use yomikiri_search::{Demands, Knowledge, Lemma, Monitor, Options, ProofError, Solvable, Statement, prove};
use yomikiri_trax::{Position, Rules};

/// A game that every command can handle.
pub(crate) trait Playable: Solvable + Notation + Drawn + Send + Sync {
    /// How a proof about it is written, if anybody could check it.
    fn provable(&self) -> Option<Provable<Self>> {
        None
    }
}

/// A game of which statements can be proved.
pub(crate) struct Provable<G> {
    /// Its name with every rule spelt out.
    pub(crate) name: String,
    /// The text that describes it, if its name does not.
    pub(crate) definition: Option<String>,
    /// The exact position.
    pub(crate) cells: Vec<u8>,
    /// [`yomikiri_search::prove`] for it.
    pub(crate) prove: Prove<G>,
}

impl<G: Solvable + Exact> Provable<G> {
    /// What there is to prove of a game whose proofs can be checked.
    fn of(position: &G) -> Option<Self> {
        Some(Self {
            name: position.spelt_out(),
            definition: position.definition(),
            cells: position.cells(),
            prove: |game, statement, demands, knowledge, options, monitor, sink| {
                prove(game, statement, demands, knowledge, options, monitor, sink)
            },
        })
    }
}

type Prove<G> = fn(
    &G,
    Statement,
    Demands,
    &Knowledge,
    &Options,
    &Monitor,
    &mut dyn FnMut(Lemma<'_>) -> io::Result<()>,
) -> Result<(), ProofError<io::Error>>;

impl Playable for Position {
    fn provable(&self) -> Option<Provable<Self>> {
        Provable::of(self)
    }
}

impl<const WORDS: usize> Playable for yomikiri_polyomino::Position<WORDS> {
    fn provable(&self) -> Option<Provable<Self>> {
        Provable::of(self)
    }
}

impl Playable for yomikiri_toss::Position {
    fn provable(&self) -> Option<Provable<Self>> {
        Provable::of(self)
    }
}

impl Playable for yomikiri_amazons::Position {
    fn provable(&self) -> Option<Provable<Self>> {
        Provable::of(self)
    }
}

/// Something to do with a game, whichever it is.
pub(crate) trait OnGame {
    /// What comes of it.
    type Output;
    /// Does it, from the starting position of the game.
    fn run<G: Playable>(self, start: G) -> Self::Output;
}

/// A game by its name, such as `trax:6x6`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum GameName {
    Trax(Rules),
    Polyomino(yomikiri_polyomino::Rules),
    /// A game given by winning sets, and the file that it is from.
    Sets(String, Arc<PositionalGame>),
    /// A game described in text, and what it is called.
    Toss(String, Box<yomikiri_toss::Position>),
    Amazons(Start),
}

impl GameName {
    /// What the players' pieces are called.
    pub(crate) fn colours(&self) -> [&'static str; 2] {
        match self {
            Self::Trax(_) => ["white", "red"],
            Self::Polyomino(_) | Self::Sets(..) | Self::Toss(..) => ["X", "O"],
            Self::Amazons(_) => ["black, x", "white, o"],
        }
    }

    /// Runs something on the game named.
    pub(crate) fn start<T: OnGame>(&self, task: T) -> T::Output {
        use yomikiri_polyomino::Position as Stones;
        match self {
            Self::Trax(rules) => task.run(Position::new(*rules)),
            Self::Amazons(start) => task.run(start.position()),
            Self::Polyomino(rules) if rules.board().cells() <= 64 => {
                task.run(Stones::<1>::new(Arena::of_rules(rules)))
            }
            Self::Polyomino(rules) => task.run(Stones::<6>::new(Arena::of_rules(rules))),
            Self::Sets(_, game) if game.cells.len() <= 64 => {
                task.run(Stones::<1>::new(Arena::of_sets(game)).owning(&game.owned))
            }
            Self::Sets(_, game) => task.run(Stones::<6>::new(Arena::of_sets(game)).owning(&game.owned)),
            Self::Toss(_, start) => task.run((**start).clone()),
        }
    }

    /// The same game, ending after so many turns at the latest.
    pub(crate) fn within(&self, turns: u32) -> anyhow::Result<Self> {
        match self {
            Self::Trax(_) | Self::Amazons(_) => anyhow::bail!("{self} has no limit on turns"),
            Self::Polyomino(rules) => {
                let limit = u16::try_from(turns).unwrap_or(u16::MAX);
                let limit = rules.turns().map_or(limit, |turns| turns.min(limit));
                Ok(Self::Polyomino(rules.clone().with_turns(Some(limit))))
            }
            Self::Sets(file, game) => {
                let game = (**game).clone().within(turns as usize);
                Ok(Self::Sets(file.clone(), Arc::new(game)))
            }
            Self::Toss(name, start) => Ok(Self::Toss(name.clone(), Box::new(start.within(turns)))),
        }
    }

    /// The game as winning sets, if it is one.
    pub(crate) fn positional(&self) -> Option<PositionalGame> {
        match self {
            Self::Polyomino(rules) => Some(rules.positional()),
            Self::Sets(_, game) => Some((**game).clone()),
            Self::Trax(_) | Self::Amazons(_) | Self::Toss(..) => None,
        }
    }

    /// The game as a ground transition system, if it can be described so.
    pub(crate) fn transitions(&self) -> anyhow::Result<Option<TransitionSystem>> {
        match self {
            Self::Toss(_, start) => Ok(Some(start.transitions())),
            Self::Polyomino(rules) => {
                let limit = rules.turns().map(u32::from);
                let start = yomikiri_toss::Position::new(&crate::commands::toss::described(rules)?, limit)?;
                Ok(Some(start.transitions()))
            }
            Self::Trax(_) | Self::Amazons(_) | Self::Sets(..) => Ok(None),
        }
    }

    /// The rules, if it is a kind of Trax.
    pub(crate) fn trax_rules(&self) -> anyhow::Result<Rules> {
        match self {
            Self::Trax(rules) => Ok(*rules),
            Self::Amazons(_) | Self::Polyomino(_) | Self::Sets(..) | Self::Toss(..) => {
                anyhow::bail!("{self} is no kind of Trax")
            }
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Trax(rules) => rules.fmt(f),
            Self::Polyomino(rules) => rules.fmt(f),
            Self::Sets(file, _) => write!(f, "pg:{file}"),
            Self::Toss(name, _) => write!(f, "toss:{name}"),
            Self::Amazons(start) => start.fmt(f),
        }
    }
}

/// Why a text names no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum GameNameError {
    #[error(
        "no game is called `{0}` (known: trax, trax-loop, gttt, torus, gomoku, pg:FILE, toss:FILE, amazons:NxN)"
    )]
    Unknown(String),
    #[error(transparent)]
    Trax(#[from] yomikiri_trax::rules::RulesError),
    #[error(transparent)]
    Amazons(#[from] yomikiri_amazons::start::StartError),
    #[error(transparent)]
    Polyomino(#[from] yomikiri_polyomino::rules::RulesError),
    #[error("{0}: {1}")]
    File(String, String),
}

impl FromStr for GameName {
    type Err = GameNameError;

    fn from_str(text: &str) -> Result<Self, GameNameError> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        match kind {
            "trax" | "trax-loop" => Ok(Self::Trax(text.parse()?)),
            "gttt" | "torus" | "gomoku" => Ok(Self::Polyomino(text.parse()?)),
            "amazons" => Ok(Self::Amazons(text.parse()?)),
            "pg" => {
                let game = pg::read(&read(rest)?).map_err(|error| in_file(rest, &error))?;
                Ok(Self::Sets(rest.to_owned(), Arc::new(game)))
            }
            "toss" => {
                let (file, turns) = match rest.rsplit_once(",turns=") {
                    None => (rest, None),
                    Some((file, turns)) => {
                        let turns = turns
                            .parse()
                            .map_err(|_| in_file(file, &format!("`{turns}` is no number of turns")))?;
                        (file, Some(turns))
                    }
                };
                let start = yomikiri_toss::Position::new(&read(file)?, turns)
                    .map_err(|error| in_file(file, &error))?;
                Ok(Self::Toss(rest.to_owned(), Box::new(start)))
            }
            _ => Err(GameNameError::Unknown(text.to_owned())),
        }
    }
}

/// The text of a file that describes a game.
fn read(file: &str) -> Result<String, GameNameError> {
    std::fs::read_to_string(file).map_err(|error| in_file(file, &error))
}

fn in_file(file: &str, error: &impl fmt::Display) -> GameNameError {
    GameNameError::File(file.to_owned(), error.to_string())
}
