//! Choosing a method, asking one question or both.

use crate::deepening::{self, DepthTable};
use crate::dfpn::{self, Settings};
use crate::ending::Endings;
use crate::inquiry::{Answers, Asked, By, Found, Inquiry};
use crate::knowledge::Knowledge;
use crate::published::{self, Published};
use crate::question::{Answer, Question};
use crate::table::MINIMUM_MEMORY;
use crate::watch::{Limits, Monitor, Statistics, StopReason, Watch};
use crate::{dfs, pns};
use std::num::NonZeroU16;
use yomikiri_game::{Canonical, Tactics};

/// A game that every method here can be let loose on.
pub trait Solvable: Canonical + Tactics + Send {}

impl<G: Canonical + Tactics + Send> Solvable for G {}

/// The ways to decide a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Depth-first search.
    Dfs,
    /// Iterative deepening without a table.
    Id,
    /// Iterative deepening with a table.
    IdTable,
    /// Best-first proof-number search.
    Pns,
    /// Depth-first proof-number search.
    Dfpn,
}

/// The depth of the shallow search at a node of proof-number search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shallow {
    /// None: every legal move becomes a child.
    Off,
    /// Moves that end the game are judged at once.
    One,
    /// So are moves that let the opponent end it.
    Two,
}

/// At which visits of a node df-pn does its shallow search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShallowWhen {
    /// At all (the papers).
    EveryVisit,
    /// At the first: a later visit only looks one move ahead.
    NewNodes,
}

/// Everything about a search that may be chosen. No choice changes an answer.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The method.
    pub method: Method,
    /// The depth of the shallow search (`Pns` and `Dfpn`).
    pub shallow: Shallow,
    /// When it is done (`Dfpn`).
    pub shallow_when: ShallowWhen,
    /// How much better another child must be before df-pn goes there, as a fraction.
    pub epsilon: f64,
    /// Whether the first guess for a position follows from what is seen of it, or is 1 and 1 (`Dfpn`).
    pub guesses: bool,
    /// Which endings are read out by plain search (`Dfpn`).
    pub endings: Endings,
    /// Whether `Id`, `IdTable` and `Dfpn` are to be the papers' own, with their counts, instead of ours. No game is then
    /// [narrowed](yomikiri_game::Tactics::narrowed), for any method, and what there is above for `Dfpn` alone does not
    /// apply, but for the depth of the shallow search.
    pub published: Option<Published>,
    /// The number of threads (`Dfpn`; the others use one). With one, a search can be repeated exactly.
    pub threads: NonZeroU16,
    /// The size of the table, or of the tree in memory, in bytes; see [`Options::within_memory`].
    pub memory: u64,
    /// When to give up; time and nodes are counted per question.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            method: Method::Dfpn,
            shallow: Shallow::Two,
            shallow_when: ShallowWhen::EveryVisit,
            epsilon: 0.25,
            guesses: true,
            endings: Endings { left: 12, plays: 4000 },
            published: None,
            threads: NonZeroU16::MIN,
            memory: 1 << 30,
            limits: Limits::default(),
        }
    }
}

/// Df-pn as in the papers keeps what a shallow search of depth 2 has seen: in this part of the size of its table, beside it.
const PUBLISHED_SHARE: u64 = 8;

impl Options {
    /// The same with a table so small that it takes no more than `memory` together with what a search keeps beside it.
    #[must_use]
    pub fn within_memory(self) -> Self {
        let keeps_more =
            self.method == Method::Dfpn && self.published.is_some() && self.shallow == Shallow::Two;
        let table =
            if keeps_more { self.memory / (PUBLISHED_SHARE + 1) * PUBLISHED_SHARE } else { self.memory };
        Self { memory: table.max(self.memory.min(MINIMUM_MEMORY)), ..self }
    }
}

/// Why a search could not begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The table would be smaller than the smallest.
    #[error("{asked} bytes of memory are too little: a search needs at least {MINIMUM_MEMORY} (1M)")]
    TooLittleMemory {
        /// What was asked for.
        asked: u64,
    },
    /// The system will not give that much.
    #[error("this machine cannot provide {asked} bytes of memory")]
    TooMuchMemory {
        /// What was asked for.
        asked: u64,
    },
}

/// The answer to one question and what it cost.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// The question.
    pub question: Question,
    /// The answer.
    pub answer: Answer,
    /// The cost.
    pub statistics: Statistics,
}

/// The value of a position and how it was found.
pub type Solution = Answers<Statistics>;

/// Asks whether a player can force a win.
///
/// # Errors
/// If the memory cannot be had.
pub fn ask<G: Solvable>(
    game: &G,
    question: Question,
    options: &Options,
    monitor: &Monitor,
) -> Result<Report, SetupError> {
    let game = &mut seen_by(options, game, question);
    let mut watch = Watch::new(options.limits, monitor);
    let result = match options.method {
        Method::Dfs => dfs::search(game, question, &mut watch),
        Method::Id if options.published.is_some() => {
            published::deepening::search(game, question, None, &mut watch)
        }
        Method::Id => deepening::search(game, question, &mut watch),
        Method::IdTable => {
            let table = DepthTable::new(options.memory)?;
            match options.published {
                Some(_) => published::deepening::search(game, question, Some(&table), &mut watch),
                None => deepening::search_with_table(game, question, &table, &mut watch),
            }
        }
        Method::Pns if options.memory < MINIMUM_MEMORY => {
            return Err(SetupError::TooLittleMemory { asked: options.memory });
        }
        Method::Pns => pns::search(game, question, options.shallow, options.memory, &mut watch),
        Method::Dfpn => {
            let knowledge = Knowledge::new(options.memory)?;
            search_by_dfpn(game, question, options, &knowledge, &mut watch)
        }
    };
    Ok(Report { question, answer: result.into(), statistics: watch.finish() })
}

/// Asks whether a player can force a win, by df-pn, which goes on from what it knows already about the same
/// game and question. Others may look at what it knows meanwhile. The cost `before` is included in the report,
/// but not in what is limited.
pub fn ask_knowing<G: Solvable>(
    game: &G,
    question: Question,
    knowledge: &Knowledge,
    before: Statistics,
    options: &Options,
    monitor: &Monitor,
) -> Report {
    let mut watch = Watch::going_on(before, options.limits, monitor);
    let game = &mut seen_by(options, game, question);
    let result = search_by_dfpn(game, question, options, knowledge, &mut watch);
    Report { question, answer: result.into(), statistics: watch.finish() }
}

/// The game as a search with these options sees it.
fn seen_by<G: Solvable>(options: &Options, game: &G, question: Question) -> G {
    if options.published.is_some() { game.clone() } else { game.narrowed(question.can_win) }
}

/// Df-pn, ours or the papers'.
fn search_by_dfpn<G: Solvable>(
    game: &mut G,
    question: Question,
    options: &Options,
    knowledge: &Knowledge,
    watch: &mut Watch<'_>,
) -> Result<bool, StopReason> {
    match options.published {
        None => dfpn::search(game, question, options.into(), &knowledge.table, watch),
        Some(published) => {
            let (shallow, threads) = (options.shallow, options.threads.get().into());
            let glances = options.memory / PUBLISHED_SHARE;
            let settings = published::dfpn::Settings { shallow, threads, published, glances };
            published::dfpn::search(game, question, settings, &knowledge.table, watch)
        }
    }
}

impl From<&Options> for Settings {
    fn from(options: &Options) -> Self {
        Self {
            shallow: options.shallow,
            when: options.shallow_when,
            epsilon: options.epsilon,
            guesses: options.guesses,
            endings: options.endings,
            threads: options.threads.get().into(),
        }
    }
}

/// Finds the value of a position: asks about both players, as far as needed.
///
/// # Errors
/// If the memory cannot be had.
pub fn solve<G: Solvable>(game: &G, options: &Options, monitor: &Monitor) -> Result<Solution, SetupError> {
    Inquiry { asked: Asked::Both, can_be_drawn: game.can_be_drawn() }.run(
        |player| game.cannot_win(player),
        |question| {
            let Report { answer, statistics, .. } = ask(game, question, options, monitor)?;
            Ok(Found { answer, by: By::Search, cost: statistics, go_on: true })
        },
    )
}
