//! The way through a book, move by move.
//!
//! Lemmas are about canonical positions, so a tree may speak of the board turned or reflected. A walk therefore keeps
//! two boards with the same canonical form: the one that the reader sees, and the one of the lemma. A move on one is
//! matched with a move on the other by the canonical form of what it leads to, which needs no knowledge of symmetries.

use super::boards::{canonical, legal_moves, position};
use super::book::{Astray, Branch, Chapter, Entry, Reason};
use super::envelope::Version;
use super::examiner::{DEEPEST, Examiner, Lemma};
use super::failure::Fault;
use super::monitor::Monitor;
use super::number::{self, BadNumber};
use super::statement::Statement;
use crate::referee::{Played, Referee};
use std::collections::HashSet;

/// A place in a book.
pub(super) struct Walk<'a, G> {
    chapter: &'a Chapter<G>,
    monitor: &'a Monitor,
    statement: Statement,
    /// What the reader sees.
    here: G,
    /// The lemma whose tree this is in, and the board as it has it.
    lemma: u32,
    board: G,
    is_lemma: bool,
    place: Place<'a>,
}

/// Where in a proof one is.
#[derive(Clone, Copy)]
enum Place<'a> {
    /// In a tree: what is left of it behind this symbol.
    Tree { symbol: Symbol, rest: &'a [u8] },
    /// Where the checker searches.
    Search,
    /// Where a theorem has settled everything.
    Theorem,
}

/// What a symbol of a tree says, but for references to lemmas, which are followed.
#[derive(Clone, Copy)]
enum Symbol {
    /// The prover plays the move with this code.
    Move(u32),
    /// Every reply is answered, or nobody can move.
    Replies,
}

/// Why a walk does not go on.
pub(super) enum Lost {
    /// The move does not belong to the proof.
    Move(String),
    /// The proof is to blame, or there is no time left.
    Astray(Astray),
}

impl Lost {
    pub(super) fn at_move(self, number: usize, text: &str) -> Astray {
        match self {
            Self::Move(why) => Astray::Move { number, text: text.to_owned(), why },
            Self::Astray(astray) => astray,
        }
    }
}

impl From<Astray> for Lost {
    fn from(astray: Astray) -> Self {
        Self::Astray(astray)
    }
}

impl<'a, G: Referee> Walk<'a, G> {
    /// A walk from a position of which a lemma makes a statement.
    pub(super) fn begin(
        chapter: &'a Chapter<G>,
        board: G,
        (statement, lemma): (Statement, u32),
        monitor: &'a Monitor,
    ) -> Result<Self, Astray> {
        let here = board.clone();
        let place = Place::Search;
        let mut walk = Self { chapter, monitor, statement, here, lemma, board, is_lemma: false, place };
        let mut position = Vec::new();
        walk.here.canonical(&mut position);
        if lemma >= chapter.lemmas.count() || !chapter.lemmas.says(lemma, statement, &position) {
            return Err(walk.fails(Fault::NotListed));
        }
        walk.enter_lemma(lemma)?;
        Ok(walk)
    }

    /// Makes a move and follows the proof.
    pub(super) fn step(&mut self, text: &str) -> Result<(), Lost> {
        let code = self.here.parse_move(text).map_err(Lost::Move)?;
        let provers_move = self.here.to_move() == self.statement.prover();
        match self.here.play(code) {
            Played::Illegal => return Err(Lost::Move("it is illegal".to_owned())),
            Played::Over(_) => return Err(Lost::Move("it ends the game".to_owned())),
            Played::Open => {}
        }
        let elsewhere = || Lost::Move("the proof goes on with another move".to_owned());
        match self.place {
            Place::Tree { symbol: Symbol::Move(code), rest } => {
                let played = self.board.play(code);
                if played == Played::Illegal {
                    return Err(self.fails(Fault::Illegal(code)).into());
                }
                if played != Played::Open || canonical(&self.board) != canonical(&self.here) {
                    return Err(elsewhere());
                }
                self.read(rest)?;
            }
            Place::Tree { symbol: Symbol::Replies, rest } => {
                let rest = self.reply(rest)?;
                self.read(rest)?;
            }
            Place::Search => {
                self.is_lemma = false;
                self.follow()?;
                if provers_move && !self.search_holds()? {
                    return Err(elsewhere());
                }
            }
            Place::Theorem if self.here.theorem(self.statement.player) => self.is_lemma = false,
            Place::Theorem => {
                return Err(Lost::Move("a theorem has settled everything before this move".to_owned()));
            }
        }
        Ok(())
    }

    /// What the proof says here.
    pub(super) fn entry(&mut self) -> Result<Entry, Astray> {
        let provers_move = self.here.to_move() == self.statement.prover();
        let legal = legal_moves(&mut self.here);
        let (reason, branches) = match self.place {
            Place::Theorem => (Reason::Theorem, Vec::new()),
            _ if legal.is_empty() => (Reason::Stuck(self.here.stuck()), Vec::new()),
            Place::Tree { symbol: Symbol::Move(code), .. } => (Reason::Move, vec![self.counterpart(code)?]),
            Place::Tree { symbol: Symbol::Replies, .. } if provers_move => {
                return Err(self.fails(Fault::MoveMissing));
            }
            Place::Tree { symbol: Symbol::Replies, .. } => (Reason::Replies, self.branches(&legal)),
            Place::Search if provers_move => (Reason::Search, vec![self.found()?]),
            Place::Search => (Reason::Search, self.branches(&legal)),
        };
        let Self { statement, lemma, is_lemma, .. } = *self;
        Ok(Entry { statement, to_move: self.here.to_move(), lemma, is_lemma, reason, branches })
    }

    /// Puts up the position of a lemma and reads its tree.
    fn enter_lemma(&mut self, number: u32) -> Result<(), Astray> {
        self.lemma = number;
        let Some(Lemma { position, tree, .. }) = self.chapter.lemma(number) else {
            return Err(self.fails(Fault::NotListed));
        };
        self.board.set_position(position).map_err(|why| self.fails(Fault::Position(why)))?;
        self.read(tree)?;
        // References are followed, so this may be another lemma by now; it speaks of the same position all the same.
        self.is_lemma = true;
        Ok(())
    }

    /// Reads the symbol at the front of a tree.
    fn read(&mut self, mut tree: &'a [u8]) -> Result<(), Astray> {
        self.is_lemma = false;
        let symbol = take(&mut tree).map_err(|fault| self.fails(fault))?;
        self.place = match (symbol, self.chapter.version) {
            (0, _) => {
                let earlier = self.chapter.lemmas.find(self.statement, &canonical(&self.board));
                // Earlier ones only, so this comes to an end.
                let earlier = earlier.filter(|&earlier| earlier < self.lemma);
                return self.enter_lemma(earlier.ok_or_else(|| self.fails(Fault::NotListed))?);
            }
            (1, _) => Place::Search,
            (2, _) => Place::Tree { symbol: Symbol::Replies, rest: tree },
            (3, Version::Two | Version::Three) => Place::Theorem,
            (code, version) => {
                let code = code - version.first_move();
                Place::Tree { symbol: Symbol::Move(code), rest: tree }
            }
        };
        Ok(())
    }

    /// The tree that answers the reply which the reader has made; the lemma's board follows.
    fn reply(&mut self, mut rest: &'a [u8]) -> Result<&'a [u8], Astray> {
        let wanted = canonical(&self.here);
        for code in replies(&mut self.board) {
            self.board.play(code);
            if canonical(&self.board) == wanted {
                return Ok(rest);
            }
            self.skip(&mut rest, 1)?;
            self.board.undo();
        }
        Err(self.fails(Fault::TreeEnds))
    }

    /// Reads a tree to its end, which only moves can tell.
    fn skip(&mut self, tree: &mut &'a [u8], depth: u32) -> Result<(), Astray> {
        if self.monitor.is_stopped() {
            return Err(Astray::Stopped);
        }
        if depth > DEEPEST {
            return Err(self.fails(Fault::TooDeep));
        }
        let provers_move = self.board.to_move() == self.statement.prover();
        let symbol = take(tree).map_err(|fault| self.fails(fault))?;
        match (symbol, self.chapter.version) {
            (0 | 1, _) | (3, Version::Two | Version::Three) => {}
            (2, _) if provers_move => {}
            (2, _) => {
                for code in replies(&mut self.board) {
                    self.board.play(code);
                    self.skip(tree, depth + 1)?;
                    self.board.undo();
                }
            }
            (code, version) => {
                let code = code - version.first_move();
                match self.board.play(code) {
                    Played::Illegal => return Err(self.fails(Fault::Illegal(code))),
                    Played::Over(_) => {}
                    Played::Open => self.skip(tree, depth + 1)?,
                }
                self.board.undo();
            }
        }
        Ok(())
    }

    /// The move on the reader's board that is like this one on the lemma's.
    fn counterpart(&mut self, code: u32) -> Result<Branch, Astray> {
        let played = self.board.play(code);
        if played == Played::Illegal {
            return Err(self.fails(Fault::Illegal(code)));
        }
        let wanted = canonical(&self.board);
        self.board.undo();
        let legal = legal_moves(&mut self.here);
        let lies_the_same = position(&self.board) == position(&self.here);
        let same = lies_the_same.then_some((code, played));
        let like = |&(code, result): &(u32, Played)| {
            self.here.play(code);
            let found = canonical(&self.here);
            self.here.undo();
            result == played && found == wanted
        };
        // Positions of finished games may have no canonical form. Then any move with that result will do.
        let found = same.or_else(|| legal.iter().copied().find(like));
        let found = found.or_else(|| {
            legal.iter().copied().find(|&(_, result)| result == played && result != Played::Open)
        });
        match found {
            Some(found) => Ok(self.branch(found)),
            None => Err(self.fails(Fault::Illegal(code))),
        }
    }

    /// Makes the move on the lemma's board that is like the one which the reader has just made.
    fn follow(&mut self) -> Result<(), Astray> {
        let wanted = canonical(&self.here);
        for (code, played) in legal_moves(&mut self.board) {
            self.board.play(code);
            if played == Played::Open && canonical(&self.board) == wanted {
                return Ok(());
            }
            self.board.undo();
        }
        Err(self.fails(Fault::TreeEnds))
    }

    /// The prover's move that the checker finds by itself: one that ends the game well, or else the first that holds.
    /// It searches on the lemma's board, as the checker does: turned, the moves come in another order, and the search
    /// may take longer than it is allowed to.
    ///
    /// The search of version 3 puts the position up by itself, and says which move it has found.
    fn found(&mut self) -> Result<Branch, Astray> {
        if self.chapter.version == Version::Three {
            let put_up = self.board.set_position(&canonical(&self.here));
            put_up.map_err(|why| self.fails(Fault::Position(why)))?;
            return match self.searched()?.flatten() {
                Some(code) => self.counterpart(code),
                None => Err(self.fails(Fault::Refuted)),
            };
        }
        let legal = legal_moves(&mut self.board);
        let ends_well = |result| matches!(result, Played::Over(outcome) if self.statement.wants(outcome));
        if let Some(&(code, _)) = legal.iter().find(|&&(_, result)| ends_well(result)) {
            return self.counterpart(code);
        }
        for &(code, _) in legal.iter().filter(|(_, result)| *result == Played::Open) {
            self.board.play(code);
            let holds = self.search_holds();
            self.board.undo();
            if holds? {
                return self.counterpart(code);
            }
        }
        Err(self.fails(Fault::Refuted))
    }

    /// Whether the statement holds by the checker's own search.
    fn search_holds(&self) -> Result<bool, Astray> {
        self.searched().map(|found| found.is_some())
    }

    /// If the statement holds by the checker's own search: the prover's move that the search of version 3 found, if he is to move.
    fn searched(&self) -> Result<Option<Option<u32>>, Astray> {
        let Chapter { version, search, .. } = *self.chapter;
        // The checker has searched what the reader has come through, and has remembered what it saw. Without that it may take longer.
        let search = if version == Version::Three { u32::MAX } else { search };
        let mut examiner = Examiner::new(self.board.clone(), version, search, self.monitor);
        match examiner.search_out(self.statement) {
            Ok(()) => Ok(Some(examiner.found_move())),
            Err(failed) if failed.fault == Fault::Stopped => Err(Astray::Stopped),
            Err(_) => Ok(None),
        }
    }

    fn branches(&self, legal: &[(u32, Played)]) -> Vec<Branch> {
        legal.iter().map(|&found| self.branch(found)).collect()
    }

    fn branch(&self, (code, result): (u32, Played)) -> Branch {
        let ends = if let Played::Over(outcome) = result { Some(outcome) } else { None };
        Branch { text: self.here.move_text(code), ends }
    }

    fn fails(&self, fault: Fault) -> Astray {
        Astray::Lemma { number: self.lemma, fault }
    }
}

fn take(tree: &mut &[u8]) -> Result<u32, Fault> {
    number::take(tree).map_err(|bad| match bad {
        BadNumber::CutShort => Fault::TreeEnds,
        bad => Fault::Number(bad),
    })
}

/// The replies that a tree answers one by one: those after which the game goes on, and of several that lead to the same
/// position the first.
fn replies(board: &mut impl Referee) -> Vec<u32> {
    let mut reached = HashSet::new();
    let mut open = Vec::new();
    for (code, played) in legal_moves(board) {
        if played == Played::Open {
            board.play(code);
            if reached.insert(position(board)) {
                open.push(code);
            }
            board.undo();
        }
    }
    open
}
