//! Rulesets of combinatorial game theory, each from a board that the name has.

use crate::files::Files;
use crate::playable::Playable;
use crate::registry::{self, Family, LoadError, StartOnly};
use std::sync::Arc;
use yomikiri_game::Stop;
use yomikiri_rulesets::clobber::Clobber;
use yomikiri_rulesets::domineering::Domineering;
use yomikiri_rulesets::hackenbush::Hackenbush;
use yomikiri_rulesets::nogo::NoGo;
use yomikiri_rulesets::toads::Toads;
use yomikiri_rulesets::{Board, Play, Rules};

impl<R: Rules> Playable for Play<R> {
    const COLOURS: [&'static str; 2] = ["Left", "Right"];
}

/// Something that is done with a ruleset, whichever it is.
pub(crate) trait Visitor {
    /// What comes of it.
    type Result;

    /// Does it with this one.
    fn visit<R: Rules>(self) -> Self::Result;
}

/// The words of all rulesets.
pub(crate) const WORDS: [&str; 5] =
    [Domineering::WORD, Clobber::WORD, Toads::WORD, Hackenbush::WORD, NoGo::WORD];

/// Does something with the ruleset of this name; `None` if there is none.
pub(crate) fn with<V: Visitor>(word: &str, visitor: V) -> Option<V::Result> {
    match word {
        Domineering::WORD => Some(visitor.visit::<Domineering>()),
        Clobber::WORD => Some(visitor.visit::<Clobber>()),
        Toads::WORD => Some(visitor.visit::<Toads>()),
        Hackenbush::WORD => Some(visitor.visit::<Hackenbush>()),
        NoGo::WORD => Some(visitor.visit::<NoGo>()),
        _ => None,
    }
}

/// The game on a board.
struct Start<'a>(&'a str);

impl Visitor for Start<'_> {
    type Result = Result<Arc<dyn registry::Rules>, String>;

    fn visit<R: Rules>(self) -> Self::Result {
        let board: Board<R> = self.0.parse().map_err(|error| format!("{error}"))?;
        Ok(Arc::new(StartOnly(Play::new(board))))
    }
}

fn start(name: &str) -> Result<Arc<dyn registry::Rules>, String> {
    let (word, board) = name.split_once(':').ok_or_else(|| format!("a board is missing: {name}:BOARD"))?;
    with(word, Start(board)).unwrap_or_else(|| Err(format!("no ruleset is called `{word}`")))
}

pub(super) struct Rulesets;

impl Family for Rulesets {
    fn words(&self) -> &[&str] {
        &WORDS
    }

    fn pattern(&self) -> &str {
        "domineering:CxR, clobber:CxR, nogo:CxR, toads:TT_FF, hackenbush:LRL.G"
    }

    fn summary(&self) -> &str {
        "rulesets of combinatorial game theory, from a size or from a board such as clobber:xo/ox"
    }

    fn name(&self, text: &str) -> Result<String, String> {
        start(text).map(|_| text.to_owned())
    }

    fn load(
        &self,
        name: &str,
        _files: &dyn Files,
        _stop: &Stop,
    ) -> Result<Arc<dyn registry::Rules>, LoadError> {
        start(name).map_err(|why| super::described_wrongly(name, &why))
    }
}
