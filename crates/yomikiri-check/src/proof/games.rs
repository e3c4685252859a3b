//! The games whose proofs can be read.

use super::batch::Content;
use super::book::{Book, open_game};
use super::check::{Proven, check_game};
use super::conclusion::{Conclusion, conclude_game};
use super::decompress::largest_window;
use super::envelope::Envelope;
use super::failure::Failure;
use super::header::Header;
use super::monitor::Monitor;
use crate::amazons::Amazons;
use crate::mnk::Mnk;
use crate::positional::Stones;
use crate::referee::Referee;
use crate::toss::Toss;
use crate::trax::Trax;
use std::io::{BufReader, Read};
use std::num::NonZeroUsize;

/// Checks a proof file, with so many threads. The games are those that this crate knows.
///
/// It may take any time, and memory for all positions of the file.
pub fn check(source: impl Read, threads: NonZeroUsize, monitor: &Monitor) -> Result<Proven, Failure> {
    Games::default().check(source, threads, monitor)
}

/// The games whose proofs can be checked, by the word before the colon of their names.
#[derive(Clone)]
pub struct Games(Vec<Known>);

/// A game, and how its proofs are read.
#[derive(Clone)]
struct Known {
    word: String,
    check: fn(Header, &mut Content<'_>, NonZeroUsize, &Monitor) -> Result<Proven, Failure>,
    open: fn(Header, &mut Content<'_>, &Monitor) -> Result<Book, Failure>,
    conclude: fn(&[&Proven]) -> Result<Vec<Conclusion>, Failure>,
}

impl Default for Games {
    /// Those that this crate knows.
    fn default() -> Self {
        let stones = ["gttt", "torus", "gomoku", "pg"];
        let games = Self(Vec::new()).with::<Trax>("trax").with::<Trax>("trax-loop").with::<Mnk>("mnk");
        let games = stones.into_iter().fold(games, Games::with::<Stones>);
        games.with::<Amazons>("amazons").with::<Toss>("toss")
    }
}

impl Games {
    /// The same with another game.
    #[must_use]
    pub fn with<G: Referee>(mut self, word: &str) -> Self {
        self.0.retain(|known| known.word != word);
        let (check, open, conclude) = (check_game::<G>, open_game::<G>, conclude_game::<G>);
        self.0.push(Known { word: word.to_owned(), check, open, conclude });
        self
    }

    /// Like [`check`].
    pub fn check(
        &self,
        source: impl Read,
        threads: NonZeroUsize,
        monitor: &Monitor,
    ) -> Result<Proven, Failure> {
        self.read(source, monitor, |game, header, content| (game.check)(header, content, threads, monitor))
    }

    /// Reads a proof into memory, so that it can be asked about positions. Whether it holds is another question:
    /// [`check`](Self::check) answers it.
    pub fn open(&self, source: impl Read, monitor: &Monitor) -> Result<Book, Failure> {
        self.read(source, monitor, |game, header, content| (game.open)(header, content, monitor))
    }

    /// What proofs that were checked say together of the positions at which their moves begin.
    pub fn conclude(&self, proofs: &[Proven]) -> Result<Vec<Conclusion>, Failure> {
        let mut left: Vec<&Proven> = proofs.iter().collect();
        let mut conclusions = Vec::new();
        while let Some(&first) = left.first() {
            let is_like = |proof: &&Proven| {
                (&proof.spelt_out, &proof.definition, &proof.origin)
                    == (&first.spelt_out, &first.definition, &first.origin)
            };
            let (same, others): (Vec<_>, Vec<_>) = left.into_iter().partition(is_like);
            conclusions.extend((self.known(&first.spelt_out)?.conclude)(&same)?);
            left = others;
        }
        Ok(conclusions)
    }

    /// Reads a file as a whole: the envelope, the header, and its lemmas by the game's own way.
    fn read<T>(
        &self,
        mut source: impl Read,
        monitor: &Monitor,
        lemmas: impl FnOnce(&Known, Header, &mut Content<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let source: &mut dyn Read = &mut source;
        let mut content = BufReader::new(Envelope::new(source, largest_window(monitor.memory()))?);
        let version = content.get_ref().version();
        let read = Header::read(&mut content, version, Envelope::<&mut dyn Read>::failure)
            .and_then(|header| lemmas(self.known(&header.game)?, header, &mut content));
        let seal = match read {
            // Nothing that the rest of the file can say would matter.
            Err(Failure::Read(_) | Failure::Stopped | Failure::Memory) => Ok(()),
            _ => content.into_inner().open_seal(monitor),
        };
        seal.and(read)
    }

    fn known(&self, game: &str) -> Result<&Known, Failure> {
        let word = game.split(':').next().unwrap_or_default();
        let unknown = || Failure::Header { line: 1, why: format!("no game is called `{game}`") };
        self.0.iter().find(|known| known.word == word).ok_or_else(unknown)
    }
}
