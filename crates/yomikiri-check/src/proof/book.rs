//! A proof as a book: read once, then asked what it says after some moves.
//!
//! A proof is a strategy, written down for a checker. A book gives it back to people: which move the prover makes, which
//! replies are answered, where the checker searches by itself. It is a second reader of the same trees, apart from
//! the [examiner](super::examiner), so that no convenience of a walk can weaken a check. A book does not say that the
//! proof holds.
//!
//! Everything is in memory: positions, trees, and the index of positions.

use super::batch::{Batch, Content, Filled};
use super::boards::{canonical, legal_moves, position};
use super::check::{Beginning, claimed, for_lemmas};
use super::envelope::Version;
use super::examiner::Lemma;
use super::failure::{Failure, Fault};
use super::header::{Claim, Header};
use super::lemmas::Lemmas;
use super::monitor::Monitor;
use super::statement::Statement;
use super::walk::{Lost, Walk};
use crate::referee::{Outcome, Played, Player, Referee};
use thiserror::Error;

/// A proof that has been read.
pub struct Book {
    game: String,
    spelt_out: String,
    definition: Option<String>,
    from: Option<String>,
    claims: Vec<Claim>,
    pages: Box<dyn Pages>,
}

/// What a proof says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What is proved of the position.
    pub statement: Statement,
    /// Whose move it is.
    pub to_move: Player,
    /// The lemma whose tree the position is in.
    pub lemma: u32,
    /// Whether it is the very position of that lemma, as it lies or turned.
    pub is_lemma: bool,
    /// How the proof goes on here.
    pub reason: Reason,
    /// The moves with which it goes on: that of the prover, or all replies. None after a theorem.
    pub branches: Vec<Branch>,
}

/// How a proof goes on at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The prover makes a move.
    Move,
    /// Every reply of the opponent is answered.
    Replies,
    /// Nobody can move; this is the result.
    Stuck(Outcome),
    /// The proof ends here and the checker searches the rest by itself.
    Search,
    /// A theorem settles it.
    Theorem,
}

/// A move with which a proof goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// How it is written.
    pub text: String,
    /// The result, if it ends the game.
    pub ends: Option<Outcome>,
}

/// The moves at a position, by the rules alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossroads {
    /// Whose move it is.
    pub to_move: Player,
    /// All legal moves.
    pub branches: Vec<Branch>,
}

/// Why a book says nothing.
#[derive(Debug, Error)]
pub enum Astray {
    /// It has fewer claims than this one, counted from 1.
    #[error("there is no claim {0}")]
    NoClaim(usize),
    /// The moves lead out of the proof.
    #[error("move {number} (`{text}`): {why}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The move as it was given.
        text: String,
        /// What is the matter with it.
        why: String,
    },
    /// The proof is wrong.
    #[error("lemma {number} fails: {fault}")]
    Lemma {
        /// Its number, from 0.
        number: u32,
        /// What is wrong there.
        fault: Fault,
    },
    /// The walk was stopped.
    #[error("stopped")]
    Stopped,
}

impl Book {
    /// The usual name of the game.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The name of the game with every rule spelt out.
    #[must_use]
    pub fn spelt_out(&self) -> &str {
        &self.spelt_out
    }

    /// The text that describes the game, if its name does not.
    #[must_use]
    pub fn definition(&self) -> Option<&str> {
        self.definition.as_deref()
    }

    /// The position that the moves of the claims begin at, if it is not the start of the game.
    #[must_use]
    pub fn from(&self) -> Option<&str> {
        self.from.as_deref()
    }

    /// What is claimed.
    #[must_use]
    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// What the proof of a claim, counted from 0, says after these moves from the position of the claim.
    pub fn after(&self, claim: usize, moves: &[impl AsRef<str>], monitor: &Monitor) -> Result<Entry, Astray> {
        let moves: Vec<&str> = moves.iter().map(AsRef::as_ref).collect();
        let claim = self.claims.get(claim).ok_or(Astray::NoClaim(claim + 1))?;
        self.pages.after(claim, &moves, monitor)
    }

    /// What the proof says about a player after these moves from a position as it lies, if anything. The moves may come into
    /// the proof anywhere: at the position of any lemma, as it lies or turned.
    pub fn about(
        &self,
        player: Player,
        from: &[u8],
        moves: &[impl AsRef<str>],
        monitor: &Monitor,
    ) -> Result<Option<Entry>, Astray> {
        let moves: Vec<&str> = moves.iter().map(AsRef::as_ref).collect();
        for can_win in [true, false] {
            let found = self.pages.about(Statement { player, can_win }, from, &moves, monitor)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The moves after these moves from a position as it lies; `None` if they do not lead to a position at which the game goes on.
    #[must_use]
    pub fn crossroads(&self, from: &[u8], moves: &[impl AsRef<str>]) -> Option<Crossroads> {
        let moves: Vec<&str> = moves.iter().map(AsRef::as_ref).collect();
        self.pages.crossroads(from, &moves)
    }

    /// How many moves after a position as it lies the claims are at most; 0 if they do not begin there.
    #[must_use]
    pub fn distance_from(&self, from: &[u8]) -> usize {
        let longest = self.claims.iter().map(|claim| claim.moves.len()).max().unwrap_or(0);
        if self.pages.begins_at(from) { longest } else { 0 }
    }
}

/// The lemmas of a book, whatever its game.
trait Pages: Send + Sync {
    fn begins_at(&self, from: &[u8]) -> bool;

    fn crossroads(&self, from: &[u8], moves: &[&str]) -> Option<Crossroads>;

    fn after(&self, claim: &Claim, moves: &[&str], monitor: &Monitor) -> Result<Entry, Astray>;

    fn about(
        &self,
        statement: Statement,
        from: &[u8],
        moves: &[&str],
        monitor: &Monitor,
    ) -> Result<Option<Entry>, Astray>;
}

/// All lemmas of a proof of one game, with their trees.
pub(super) struct Chapter<G> {
    /// Where the moves of claims begin.
    start: G,
    pub(super) version: Version,
    /// How many plays a search may take.
    pub(super) search: u32,
    pub(super) lemmas: Lemmas,
    batches: Vec<Batch>,
}

impl<G> Chapter<G> {
    /// The lemma with this number.
    pub(super) fn lemma(&self, number: u32) -> Option<Lemma<'_>> {
        let batch = self.batches.partition_point(|batch| batch.first <= number).checked_sub(1)?;
        let batch = &self.batches[batch];
        let index = (number - batch.first) as usize;
        (index < batch.lemmas.len()).then(|| batch.lemma(index))
    }
}

impl<G: Referee> Chapter<G> {
    /// A board with this position as it lies, if it is one of the game.
    fn board_at(&self, from: &[u8]) -> Option<G> {
        let mut board = self.start.clone();
        (position(&board) == from || board.set_position(from).is_ok()).then_some(board)
    }
}

impl<G: Referee> Pages for Chapter<G> {
    fn begins_at(&self, from: &[u8]) -> bool {
        position(&self.start) == from
    }

    fn crossroads(&self, from: &[u8], moves: &[&str]) -> Option<Crossroads> {
        let mut board = self.board_at(from)?;
        for text in moves {
            let code = board.parse_move(text).ok()?;
            (board.play(code) == Played::Open).then_some(())?;
        }
        let branch = |(code, played)| {
            let ends = if let Played::Over(outcome) = played { Some(outcome) } else { None };
            Branch { text: board.move_text(code), ends }
        };
        let legal = legal_moves(&mut board.clone());
        Some(Crossroads { to_move: board.to_move(), branches: legal.into_iter().map(branch).collect() })
    }

    fn after(&self, claim: &Claim, moves: &[&str], monitor: &Monitor) -> Result<Entry, Astray> {
        // The moves of claims were played when the book was opened.
        let no_position = |_| Astray::Lemma { number: claim.lemma, fault: Fault::NotListed };
        let board = claimed(&self.start, claim, 0).map_err(no_position)?;
        let mut walk = Walk::begin(self, board, (claim.statement, claim.lemma), monitor)?;
        for (index, text) in moves.iter().enumerate() {
            walk.step(text).map_err(|lost| lost.at_move(index + 1, text))?;
        }
        walk.entry()
    }

    fn about(
        &self,
        statement: Statement,
        from: &[u8],
        moves: &[&str],
        monitor: &Monitor,
    ) -> Result<Option<Entry>, Astray> {
        let Some(mut board) = self.board_at(from) else {
            return Ok(None);
        };
        // Different lemmas on the way may answer the same position with different moves, so all of them are followed.
        let begin = |board: &G| {
            let lemma = self.lemmas.find(statement, &canonical(board));
            lemma.map(|lemma| Walk::begin(self, board.clone(), (statement, lemma), monitor)).transpose()
        };
        let mut walks = Vec::new();
        walks.extend(begin(&board)?);
        for text in moves {
            let played = board.parse_move(text).map_or(Played::Illegal, |code| board.play(code));
            if played != Played::Open {
                return Ok(None);
            }
            let mut on_the_way = Vec::new();
            for mut walk in walks {
                match walk.step(text) {
                    Ok(()) => on_the_way.push(walk),
                    Err(Lost::Move(_)) => {}
                    Err(Lost::Astray(astray)) => return Err(astray),
                }
            }
            walks = on_the_way;
            walks.extend(begin(&board)?);
        }
        walks.pop().map(|mut walk| walk.entry()).transpose()
    }
}

/// Reads a proof of this game.
pub(super) fn open_game<G: Referee>(
    header: Header,
    content: &mut Content<'_>,
    monitor: &Monitor,
) -> Result<Book, Failure> {
    let Beginning { start, from } = Beginning::<G>::of(&header)?;
    for (index, claim) in header.claims.iter().enumerate() {
        claimed(&start, claim, header.first_claim + index)?;
    }
    let version = content.get_ref().version();
    let mut lemmas = Lemmas::new();
    let mut batches = Vec::new();
    let mut kept = 0;
    loop {
        let mut batch = Batch::default();
        let allowed = for_lemmas(monitor).map(|allowed| allowed.saturating_sub(kept));
        let filled = batch.fill(content, &mut lemmas, start.longest_position(), allowed)?;
        kept += batch.memory();
        batches.push(batch);
        if filled == Filled::LastLemma {
            break;
        }
        if monitor.is_stopped() {
            return Err(Failure::Stopped);
        }
    }
    let game = start.short_name();
    let Header { game: spelt_out, definition, claims, search, .. } = header;
    let pages = Box::new(Chapter { start, version, search, lemmas, batches });
    Ok(Book { game, spelt_out, definition, from, claims, pages })
}
