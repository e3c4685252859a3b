//! A whole proof: header, lemmas in batches, claims.
//!
//! A batch of lemmas is read and put on the list, then its trees are examined by all threads at once; a tree may
//! lean on lemmas of its own batch, as long as they have lower numbers. So what is in memory is the list and one
//! batch, and a fault is found soon after the bytes that contain it.
//!
//! Whatever the threads do, it is the fault with the lowest number that is reported. A lemma that cannot even be read
//! therefore waits until those before it in the batch are examined.

use super::batch::{Batch, Content, Filled};
use super::boards::{canonical, position};
use super::examiner::Examiner;
use super::failure::{Failure, Fault};
use super::header::{Claim, Header, Origin};
use super::lemmas::Lemmas;
use super::monitor::{Counts, Monitor};
use crate::referee::{Played, Referee};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// What the program takes, whatever the file contains.
const PROGRAM: u64 = 12 << 20;

/// A thread takes so many lemmas of a batch at a time.
const PORTION: usize = 16;

/// A proof that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The usual name of the game.
    pub game: String,
    /// Its name with every rule spelt out.
    pub spelt_out: String,
    /// The text that describes the game, if its name does not.
    pub definition: Option<String>,
    /// The position that the moves of the claims begin at, if it is not the start of the game.
    pub from: Option<String>,
    /// The same as it lies.
    pub origin: Option<Vec<u8>>,
    /// What is proven.
    pub claims: Vec<Claim>,
    /// What it took.
    pub counts: Counts,
}

/// Checks a proof of this game, with so many threads.
pub(super) fn check_game<G: Referee>(
    header: Header,
    content: &mut Content<'_>,
    threads: NonZeroUsize,
    monitor: &Monitor,
) -> Result<Proven, Failure> {
    let Beginning { start, from } = Beginning::<G>::of(&header)?;
    let claimed = claimed_positions(&start, &header.claims, header.first_claim)?;
    let version = content.get_ref().version();
    let examiners = (0..threads.get()).map(|_| Examiner::new(start.clone(), version, header.search, monitor));
    let mut examiners: Vec<_> = examiners.collect();
    let mut lemmas = Lemmas::new();
    let mut batch = Batch::default();
    let allowed = for_lemmas(monitor);
    loop {
        let read = batch.fill(content, &mut lemmas, start.longest_position(), allowed);
        monitor.add_read(batch.lemmas.len());
        batch.examine(&lemmas, &mut examiners)?;
        if read? == Filled::LastLemma {
            break;
        }
        if monitor.is_stopped() {
            return Err(Failure::Stopped);
        }
    }
    for (index, (claim, position)) in header.claims.iter().zip(claimed).enumerate() {
        let fails = |why: &str| Failure::Claim { number: index + 1, why: why.to_owned() };
        if claim.lemma >= lemmas.count() {
            return Err(fails(&format!("there is no lemma {}", claim.lemma)));
        }
        if !lemmas.says(claim.lemma, claim.statement, &position) {
            return Err(fails(&format!("lemma {} says something else", claim.lemma)));
        }
    }
    let origin = from.is_some().then(|| position(&start));
    let Header { game: spelt_out, definition, claims, .. } = header;
    let game = start.short_name();
    Ok(Proven { game, spelt_out, definition, from, origin, claims, counts: monitor.counts() })
}

/// How much memory is for the lemmas, if it is limited: the window of the decompressor is there twice, with what it gives out.
pub(super) fn for_lemmas(monitor: &Monitor) -> Option<u64> {
    monitor.memory().map(|memory| memory.saturating_sub(PROGRAM + memory / 4))
}

/// The position that the moves of claims begin at.
pub(super) struct Beginning<G> {
    pub(super) start: G,
    /// As text, if it is not the start of the game.
    pub(super) from: Option<String>,
}

impl<G: Referee> Beginning<G> {
    pub(super) fn of(header: &Header) -> Result<Self, Failure> {
        let wrong = |line, why| Failure::Header { line, why };
        let mut start = G::start(&header.game, header.definition.as_deref()).map_err(|why| wrong(1, why))?;
        let mut from = None;
        if let Some(Origin { position, line }) = &header.from {
            let mut usual = Vec::new();
            start.position(&mut usual);
            if usual != *position {
                let no_position =
                    |why| wrong(*line, format!("it is not a position of a game that goes on: {why}"));
                start.set_position(position).map_err(no_position)?;
                from = Some(start.position_text());
            }
        }
        Ok(Self { start, from })
    }
}

/// The canonical positions that claims speak of.
fn claimed_positions<G: Referee>(
    start: &G,
    claims: &[Claim],
    first_claim: usize,
) -> Result<Vec<Vec<u8>>, Failure> {
    let position_of =
        |(index, claim): (usize, &Claim)| Ok(canonical(&claimed(start, claim, first_claim + index)?));
    claims.iter().enumerate().map(position_of).collect()
}

/// The position that a claim, on this line of the header, speaks of.
pub(super) fn claimed<G: Referee>(start: &G, claim: &Claim, line: usize) -> Result<G, Failure> {
    let mut board = start.clone();
    for (index, text) in claim.moves.iter().enumerate() {
        let wrong =
            |why: &str| Failure::Header { line, why: format!("move {} (`{text}`): {why}", index + 1) };
        let code = board.parse_move(text).map_err(|why| wrong(&why))?;
        match board.play(code) {
            Played::Open => {}
            Played::Illegal => return Err(wrong("it is illegal")),
            Played::Over(_) => return Err(wrong("it ends the game, which leaves nothing to prove")),
        }
    }
    Ok(board)
}

impl Batch {
    /// Examines all lemmas, each thread taking some at a time.
    fn examine<G: Referee>(&self, lemmas: &Lemmas, examiners: &mut [Examiner<G>]) -> Result<(), Failure> {
        let next = AtomicUsize::new(0);
        // The first lemma known to fail; those behind it do not matter any more.
        let failing = AtomicUsize::new(usize::MAX);
        let failure = Mutex::new(None);
        let work = |examiner: &mut Examiner<G>| {
            loop {
                let from = next.fetch_add(PORTION, Relaxed);
                for index in from..(from + PORTION).min(self.lemmas.len()) {
                    if index >= failing.load(Relaxed) {
                        break;
                    }
                    let lemma = self.lemma(index);
                    if let Err(failed) = examiner.examine(lemma, lemmas)
                        && failing.fetch_min(index, Relaxed) > index
                    {
                        let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                        // Another one may have come between.
                        if failure.as_ref().is_none_or(|&(other, _)| index < other) {
                            *failure = Some((index, failed));
                        }
                    }
                }
                examiner.report();
                if from + PORTION >= self.lemmas.len().min(failing.load(Relaxed)) {
                    break;
                }
            }
        };
        let [own, others @ ..] = examiners else {
            return Ok(());
        };
        std::thread::scope(|scope| {
            for examiner in others {
                // If there are no more threads to be had, fewer do the same.
                let spawned = std::thread::Builder::new().spawn_scoped(scope, || work(examiner));
                if spawned.is_err() {
                    break;
                }
            }
            work(own);
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            None => Ok(()),
            Some((index, mut failed)) => {
                if failed.fault == Fault::Stopped {
                    return Err(Failure::Stopped);
                }
                failed.path.reverse();
                let number = self.first + index as u32;
                Err(Failure::Lemma { number, path: failed.path, fault: failed.fault })
            }
        }
    }
}
