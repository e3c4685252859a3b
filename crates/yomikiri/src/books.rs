//! Proofs as books: what is proved of a position, told without a search.
//!
//! A proof that was written for the checker is also a strategy: it has a move for every reply. [`Books`] keeps proofs in
//! memory and answers about every position that one of them covers. A [`Game`](crate::Game) that was given books
//! consults them before it searches, and an opponent plays from them.
//!
//! Proofs of pieces are about positions after a few moves. Before these moves, what they say together follows move by move: the
//! player to move gets what one of his moves gets him, and loses what all of them lose.
//!
//! A book is believed. Whoever does not trust its author checks the proof first (`yomikiri check`), which takes as long as
//! it takes; a look into a book takes milliseconds.

use crate::pieces::Subject;
use std::io::Read;
use yomikiri_check::proof::{Astray, Book, Crossroads, Entry, Failure, Games, Monitor, Reason};
use yomikiri_check::referee;
use yomikiri_game::{Player, Stop};

/// Proofs that are consulted.
#[derive(Default)]
pub struct Books(Vec<Named>);

struct Named {
    name: String,
    book: Book,
}

/// What a book says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Whether the player who was asked about can force a win.
    pub answer: bool,
    /// The move that keeps it so, if the player to move is the one who has to.
    pub best_move: Option<String>,
}

/// Why a book is of no use.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// It cannot be read.
    #[error("{name}: {error}")]
    Unreadable {
        /// The book.
        name: String,
        /// Why.
        error: Failure,
    },
    /// It contradicts itself.
    #[error("{name}: {error}")]
    Wrong {
        /// The book.
        name: String,
        /// What is wrong.
        error: Astray,
    },
    /// It cannot be had.
    #[error("{name}: {error}")]
    File {
        /// The book.
        name: String,
        /// Why.
        error: std::io::Error,
    },
}

impl Books {
    /// Adds a proof. The name is for messages.
    ///
    /// # Errors
    /// If it is no proof.
    pub fn add(
        &mut self,
        name: &str,
        content: impl Read,
        referees: &Games,
        stop: &Stop,
    ) -> Result<(), BookError> {
        let opened = referees.open(content, &monitor(stop));
        let book = opened.map_err(|error| BookError::Unreadable { name: name.to_owned(), error })?;
        self.0.push(Named { name: name.to_owned(), book });
        Ok(())
    }

    /// Reads proofs from files. A folder stands for all proofs in it.
    ///
    /// # Errors
    /// If one cannot be read.
    #[cfg(not(target_family = "wasm"))]
    pub fn read(paths: &[std::path::PathBuf], referees: &Games, stop: &Stop) -> Result<Self, BookError> {
        let mut books = Self::default();
        for path in paths {
            let error =
                |path: &std::path::Path, error| BookError::File { name: path.display().to_string(), error };
            for file in proof_files(path).map_err(|why| error(path, why))? {
                let content = std::fs::File::open(&file).map_err(|why| error(&file, why))?;
                books.add(&file.display().to_string(), content, referees, stop)?;
            }
        }
        Ok(books)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What is proved about a player after these moves, if anything.
    ///
    /// # Errors
    /// If a book turns out to be wrong on the way.
    pub fn about(
        &self,
        subject: &Subject,
        moves: &[String],
        player: Player,
        stop: &Stop,
    ) -> Result<Option<Page>, BookError> {
        let player = match player {
            Player::First => referee::Player::First,
            Player::Second => referee::Player::Second,
        };
        let distance = self.of(subject).map(|named| named.book.distance_from(&subject.from)).max();
        let ahead = distance.unwrap_or(0).saturating_sub(moves.len());
        Lookup { books: self, subject, player, monitor: monitor(stop), left: MOST_POSITIONS }
            .page(&mut moves.to_vec(), ahead)
    }

    /// The books of a game.
    fn of(&self, subject: &Subject) -> impl Iterator<Item = &Named> {
        let is_same = |book: &Book| {
            book.spelt_out() == subject.game && book.definition() == subject.definition.as_deref()
        };
        self.0.iter().filter(move |named| is_same(&named.book))
    }
}

/// So many positions are looked up to put pieces together. Pieces are few moves away from where one asks.
const MOST_POSITIONS: u32 = 2000;

/// A question that books are asked.
struct Lookup<'a> {
    books: &'a Books,
    subject: &'a Subject,
    player: referee::Player,
    monitor: Monitor,
    /// The positions that may still be looked up.
    left: u32,
}

impl Lookup<'_> {
    /// What follows at a position from the books, and from what they say up to so many moves ahead.
    fn page(&mut self, moves: &mut Vec<String>, ahead: usize) -> Result<Option<Page>, BookError> {
        if let Some(entry) = self.entry(moves)? {
            return Ok(Some(Page::of(&entry)));
        }
        if ahead == 0 || self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let mut books = self.books.of(self.subject);
        let Some(Crossroads { to_move, branches }) =
            books.find_map(|named| named.book.crossroads(&self.subject.from, moves))
        else {
            return Ok(None);
        };
        let wanted = to_move == self.player;
        let mut all_lose = !branches.is_empty();
        for branch in branches {
            let answer = match branch.ends {
                Some(outcome) => Some(outcome == referee::Outcome::Win(self.player)),
                None => {
                    moves.push(branch.text.clone());
                    let page = self.page(moves, ahead - 1)?;
                    moves.pop();
                    page.map(|page| page.answer)
                }
            };
            if answer == Some(wanted) {
                return Ok(Some(Page { answer: wanted, best_move: Some(branch.text) }));
            }
            all_lose &= answer.is_some();
        }
        Ok(all_lose.then_some(Page { answer: !wanted, best_move: None }))
    }

    /// What a book says of the very position.
    fn entry(&self, moves: &[String]) -> Result<Option<Entry>, BookError> {
        for Named { name, book } in self.books.of(self.subject) {
            match book.about(self.player, &self.subject.from, moves, &self.monitor) {
                Ok(Some(entry)) => return Ok(Some(entry)),
                Ok(None) | Err(Astray::Stopped) => {}
                Err(error) => return Err(BookError::Wrong { name: name.clone(), error }),
            }
        }
        Ok(None)
    }
}

impl Page {
    fn of(Entry { statement, to_move, reason, branches, .. }: &Entry) -> Self {
        let is_provers_turn = (*to_move == statement.player) == statement.can_win;
        let is_move = is_provers_turn && matches!(reason, Reason::Move | Reason::Search);
        let best_move = branches.first().filter(|_| is_move).map(|branch| branch.text.clone());
        Self { answer: statement.can_win, best_move }
    }
}

fn monitor(stop: &Stop) -> Monitor {
    let stop = stop.clone();
    Monitor::until(move || stop.is_requested())
}

/// The proofs that a path stands for: the file itself, or all files `*.proof` of a folder, by name.
///
/// # Errors
/// If a folder cannot be read, or has no proof.
#[cfg(not(target_family = "wasm"))]
pub fn proof_files(path: &std::path::Path) -> std::io::Result<Vec<std::path::PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path)? {
        let file = entry?.path();
        if file.extension().is_some_and(|extension| extension == "proof") {
            files.push(file);
        }
    }
    if files.is_empty() {
        return Err(std::io::Error::new(std::io::ErrorKind::NotFound, "the folder has no file *.proof"));
    }
    files.sort();
    Ok(files)
}
