//! What coordinator and workers send each other: jobs, answers, progress.
//!
//! A message is four bytes, `ymk` and a version, and then the fields in [postcard](https://postcard.jamesmunns.com), a
//! compact binary form. Whoever reads one trusts nothing: lengths are limited before anything is allocated, texts and
//! numbers are checked, and what is not a message is an error that says so. A message of another version is told apart from
//! garbage.
//!
//! Every message names its run, so that whatever is left in a queue of an earlier run is recognised.

use crate::tree::Report;
use serde::{Deserialize, Serialize};
use std::fmt;
use yomikiri_game::{Key, Player};
use yomikiri_search::Numbers;

/// What every message begins with.
const MAGIC: [u8; 3] = *b"ymk";
/// The version of all messages.
pub const VERSION: u8 = 3;
/// The largest message, after compression.
pub const LARGEST: usize = 64 << 20;
const LONGEST_TEXT: usize = 1 << 12;
const MOST_MOVES: usize = 1 << 12;
const MOST_CHILDREN: usize = 1 << 16;
/// The notes of one message.
pub const MOST_NOTES: usize = 1 << 12;

/// Why bytes are no message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMessage {
    /// It is something else.
    #[error("this is not a message of Yomikiri")]
    Foreign,
    /// It is a message of another version of the program.
    #[error("this is a message of version {0}, and not {VERSION}")]
    Version(u8),
    /// It has too many bytes.
    #[error("a message of {0} bytes is longer than any may be")]
    TooLong(usize),
    /// Its fields cannot be read.
    #[error("the message is damaged: {0}")]
    Damaged(String),
    /// A field says something impossible.
    #[error("the message is wrong: {0}")]
    Wrong(&'static str),
}

/// A message that can be sent.
pub trait Message: Serialize + for<'a> Deserialize<'a> {
    /// Whether the fields make sense.
    ///
    /// # Errors
    /// If they do not.
    fn validate(&self) -> Result<(), NoMessage>;

    /// The message as bytes.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        // What has no maps of unknown length can always be written.
        postcard::to_extend(self, bytes).unwrap_or_default()
    }

    /// The message that bytes stand for.
    ///
    /// # Errors
    /// If they stand for none.
    fn from_bytes(bytes: &[u8]) -> Result<Self, NoMessage> {
        if bytes.len() > LARGEST {
            return Err(NoMessage::TooLong(bytes.len()));
        }
        let [first, second, third, version, fields @ ..] = bytes else {
            return Err(NoMessage::Foreign);
        };
        if [*first, *second, *third] != MAGIC {
            return Err(NoMessage::Foreign);
        }
        if *version != VERSION {
            return Err(NoMessage::Version(*version));
        }
        let (message, rest) = postcard::take_from_bytes::<Self>(fields)
            .map_err(|error| NoMessage::Damaged(error.to_string()))?;
        if !rest.is_empty() {
            return Err(NoMessage::Wrong("it goes on after its end"));
        }
        message.validate()?;
        Ok(message)
    }
}

/// A run: a position and what is asked about it, as a digest. Whoever asks the same goes on with the same run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RunId(pub u64);

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Which program a worker is: two builds may search differently, and know positions by different keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// The version of the program.
    pub version: String,
    /// The key scheme of the game, as a number.
    pub keys: u64,
}

/// The position of a run and the game that it is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The name of the game.
    pub game: String,
    /// The file that the name refers to, if it does.
    pub description: Option<String>,
    /// The position that the moves begin at, if it is not the start of the game.
    pub from: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
}

/// A piece of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The run.
    pub run: RunId,
    /// The number of the job in its run.
    pub number: u64,
    /// The position.
    pub place: Place,
    /// Its key, for the question.
    pub key: u128,
    /// Whether the question is about the second player.
    pub second: bool,
    /// Search until the proof number reaches this,
    pub proof: u32,
    /// or the disproof number this,
    pub disproof: u32,
    /// but at least for so many nodes,
    pub at_least: u64,
    /// and for so many at most.
    pub nodes: u64,
    /// The plays that a checker may be asked to search; `None` if no proof is wanted.
    pub search: Option<u32>,
    /// The notes that are welcome with the answer.
    pub notes: u32,
}

impl Job {
    /// About whom.
    #[must_use]
    pub fn can_win(&self) -> Player {
        if self.second { Player::Second } else { Player::First }
    }
}

/// What a worker found out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Finding {
    /// The answer, with the lemmas that prove it if they were wanted, the last of which is the statement itself (see
    /// `lemmas.rs`).
    Decided {
        /// The answer.
        answer: bool,
        /// The lemmas, compressed.
        lemmas: Vec<u8>,
    },
    /// Numbers so far.
    Open {
        /// The proof number.
        proof: u32,
        /// The disproof number.
        disproof: u32,
        /// The children that are left.
        children: Vec<Note>,
    },
    /// The job could not be done.
    Refused {
        /// Why.
        why: String,
    },
}

/// The answer to a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The run.
    pub run: RunId,
    /// The job.
    pub job: u64,
    /// The key of its position.
    pub key: u128,
    /// Who answers.
    pub worker: String,
    /// With which program.
    pub build: Build,
    /// What was found.
    pub finding: Finding,
    /// The nodes that the search cost.
    pub nodes: u64,
    /// The nodes that the proof cost besides.
    pub proof_nodes: u64,
    /// The time it took, in microseconds.
    pub micros: u64,
    /// What else was found out, for the tables of others.
    pub notes: Vec<Note>,
}

impl Answer {
    /// What is said of the children.
    #[must_use]
    pub fn reports(&self) -> Vec<Report> {
        let Finding::Open { children, .. } = &self.finding else {
            return Vec::new();
        };
        let report = |&(key, proof, disproof, work)| Report {
            key: Key(key),
            numbers: Numbers { proof, disproof },
            work,
        };
        children.iter().map(report).collect()
    }
}

/// A sign of life.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Who.
    pub worker: String,
    /// The job under way: run, number, nodes so far.
    pub job: Option<(RunId, u64, u64)>,
    /// How many threads it searches with.
    pub threads: u16,
    /// Whether it is about to end.
    pub leaves: bool,
    /// The answer to the job under way, if it is found and the worker goes on to prove it.
    pub claim: Option<Claim>,
}

/// An answer before its proof. Proofs take longer than searches, and the others should not search in ignorance meanwhile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The answer.
    pub answer: bool,
    /// The program of the worker.
    pub build: Build,
    /// What else was found out, for the tables of others.
    pub notes: Vec<Note>,
}

/// What is known of a position: key, proof number, disproof number, nodes.
pub type Note = (u128, u32, u32, u64);

/// What workers have found out about positions, for everybody's table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// The run.
    pub run: RunId,
    /// About whom.
    pub second: bool,
    /// What is known.
    pub positions: Vec<Note>,
}

/// Jobs that do not matter any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cancelled {
    /// The run.
    pub run: RunId,
    /// The jobs.
    pub jobs: Vec<u64>,
}

impl Message for crate::status::Status {
    fn validate(&self) -> Result<(), NoMessage> {
        Ok(())
    }
}

fn text(text: &str) -> Result<(), NoMessage> {
    if text.len() > LONGEST_TEXT {
        return Err(NoMessage::Wrong("a text is too long"));
    }
    if text.chars().any(char::is_control) {
        Err(NoMessage::Wrong("a text has control characters"))
    } else {
        Ok(())
    }
}

impl Message for Job {
    fn validate(&self) -> Result<(), NoMessage> {
        let Place { game, description, from, moves } = &self.place;
        text(game)?;
        from.iter().chain(moves).try_for_each(|part| text(part))?;
        if description.as_ref().is_some_and(|text| text.len() as u64 > yomikiri::LARGEST_DESCRIPTION) {
            return Err(NoMessage::Wrong("a description is too long"));
        }
        if moves.len() > MOST_MOVES {
            return Err(NoMessage::Wrong("it has too many moves"));
        }
        if self.search.is_some_and(|search| search > 1_000_000) {
            return Err(NoMessage::Wrong("no checker may be asked to search that much"));
        }
        Ok(())
    }
}

/// Whether notes can be true.
fn notes(notes: &[Note]) -> Result<(), NoMessage> {
    let possible = |&(_, proof, disproof, _): &Note| Numbers { proof, disproof }.is_possible();
    match notes.len() <= MOST_NOTES && notes.iter().all(possible) {
        true => Ok(()),
        false => Err(NoMessage::Wrong("no search notes such things")),
    }
}

impl Message for Answer {
    fn validate(&self) -> Result<(), NoMessage> {
        text(&self.worker)?;
        notes(&self.notes)?;
        text(&self.build.version)?;
        match &self.finding {
            Finding::Decided { .. } => Ok(()),
            Finding::Refused { why } => text(why),
            Finding::Open { children, .. } if children.len() > MOST_CHILDREN => {
                Err(NoMessage::Wrong("it has too many children"))
            }
            &Finding::Open { proof, disproof, .. } => {
                let numbers = Numbers { proof, disproof };
                match numbers.is_possible() && !numbers.is_decided() {
                    true => Ok(()),
                    false => Err(NoMessage::Wrong("no search comes to such numbers without an answer")),
                }
            }
        }
    }
}

impl Message for Progress {
    fn validate(&self) -> Result<(), NoMessage> {
        text(&self.worker)?;
        match &self.claim {
            Some(claim) => text(&claim.build.version).and_then(|()| notes(&claim.notes)),
            None => Ok(()),
        }
    }
}

impl Message for Facts {
    fn validate(&self) -> Result<(), NoMessage> {
        notes(&self.positions)
    }
}

impl Message for Cancelled {
    fn validate(&self) -> Result<(), NoMessage> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job() -> Job {
        let place = Place {
            game: "trax:6x6".to_owned(),
            description: None,
            from: None,
            moves: vec!["@0/".to_owned(), "B1+".to_owned()],
        };
        Job {
            run: RunId(7),
            number: 3,
            place,
            key: u128::MAX - 5,
            second: true,
            proof: 17,
            disproof: u32::MAX,
            at_least: 10,
            nodes: 1000,
            search: Some(100),
            notes: 64,
        }
    }

    fn answer(finding: Finding) -> Answer {
        let build = Build { version: "0.1.0".to_owned(), keys: 1 };
        let worker = "w1".to_owned();
        Answer {
            run: RunId(7),
            job: 3,
            key: 9,
            worker,
            build,
            finding,
            nodes: 5,
            proof_nodes: 1,
            micros: 2,
            notes: vec![(8, 3, 4, 20)],
        }
    }

    fn progress() -> Progress {
        let build = Build { version: "0.1.0".to_owned(), keys: 1 };
        let claim = Claim { answer: true, build, notes: vec![(8, 3, 4, 20)] };
        let job = Some((RunId(7), 3, 20));
        Progress { worker: "w1".to_owned(), job, threads: 2, leaves: false, claim: Some(claim) }
    }

    #[test]
    fn messages_come_back_as_they_were() {
        assert_eq!(Job::from_bytes(&job().to_bytes()), Ok(job()));
        assert_eq!(Progress::from_bytes(&progress().to_bytes()), Ok(progress()));
        for finding in [
            Finding::Decided { answer: true, lemmas: vec![0, 1, 255] },
            Finding::Open { proof: 3, disproof: 4, children: vec![(1, 2, 3, 4)] },
            Finding::Refused { why: "no such game".to_owned() },
        ] {
            let answer = answer(finding);
            assert_eq!(Answer::from_bytes(&answer.to_bytes()), Ok(answer));
        }
    }

    #[test]
    fn anything_else_is_refused() {
        let bytes = job().to_bytes();
        for length in 0..bytes.len() {
            assert!(Job::from_bytes(&bytes[..length]).is_err(), "cut at {length}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(Job::from_bytes(&longer), Err(NoMessage::Wrong("it goes on after its end")));
        assert_eq!(Job::from_bytes(b"{\"job\":1}"), Err(NoMessage::Foreign));
        let mut other = bytes.clone();
        other[3] = VERSION + 1;
        assert_eq!(Job::from_bytes(&other), Err(NoMessage::Version(VERSION + 1)));
        // A length that no memory has.
        assert!(Answer::from_bytes(b"ymk\x03\x07\x03\x09\xff\xff\xff\xff\xff\xff\xff\xff\x7f").is_err());
        let wrong = answer(Finding::Open { proof: 0, disproof: 4, children: Vec::new() });
        assert!(matches!(Answer::from_bytes(&wrong.to_bytes()), Err(NoMessage::Wrong(_))));
        let mut wrong = progress();
        wrong.claim.iter_mut().for_each(|claim| claim.notes.push((8, 0, 4, 20)));
        assert!(matches!(Progress::from_bytes(&wrong.to_bytes()), Err(NoMessage::Wrong(_))));
        let mut strange = job();
        strange.place.moves.push("a\u{1b}[2J".to_owned());
        assert!(matches!(Job::from_bytes(&strange.to_bytes()), Err(NoMessage::Wrong(_))));
    }

    /// Whatever the bytes are, reading them gives a message or an error.
    #[test]
    fn random_bytes_crash_nothing() {
        let mut random = yomikiri_game::SplitMix64::new(1);
        for round in 0..20_000u32 {
            let mut bytes = match round % 3 {
                0 => job().to_bytes(),
                1 => progress().to_bytes(),
                _ => b"ymk\x03".to_vec(),
            };
            for _ in 0..1 + random.next_u64() % 40 {
                let word = random.next_u64();
                match bytes.len() {
                    0..8 => bytes.push(word as u8),
                    length if word.is_multiple_of(3) => {
                        bytes[(word >> 8) as usize % length] = (word >> 40) as u8;
                    }
                    _ => bytes.push((word >> 16) as u8),
                }
            }
            let _any = Job::from_bytes(&bytes);
            let _any = Answer::from_bytes(&bytes);
            let _any = Progress::from_bytes(&bytes);
            let _any = Facts::from_bytes(&bytes);
            let _any = Cancelled::from_bytes(&bytes);
        }
    }
}
