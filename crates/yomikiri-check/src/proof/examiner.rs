//! One lemma: its position put up, its tree read along with the moves.

use super::envelope::Version;
use super::failure::Fault;
use super::lemmas::Lemmas;
use super::monitor::{Counts, Monitor};
use super::number::{self, BadNumber};
use super::recollection::Recollection;
use super::statement::Statement;
use crate::referee::{Played, Referee};

/// A tree, with the searches that it asks for, may be this many moves deep. It is a matter of the stack only: a writer
/// can always make a lemma of a position deep down.
pub(super) const DEEPEST: u32 = 1000;

/// After so many nodes and plays the monitor is told, and asked.
const WORK_BETWEEN_REPORTS: u64 = 1 << 13;

/// A lemma to be examined.
#[derive(Clone, Copy)]
pub(super) struct Lemma<'a> {
    pub(super) number: u32,
    pub(super) statement: Statement,
    pub(super) position: &'a [u8],
    pub(super) tree: &'a [u8],
}

/// Where and why a lemma fails.
pub(super) struct Failed {
    pub(super) fault: Fault,
    /// The moves to the node, the last one first.
    pub(super) path: Vec<String>,
}

impl From<Fault> for Box<Failed> {
    fn from(fault: Fault) -> Self {
        Box::new(Failed { fault, path: Vec::new() })
    }
}

/// In a box, since it is handed up through every level of a tree, and hardly ever there.
pub(super) type Examined = Result<(), Box<Failed>>;

/// What one thread needs to examine lemmas.
pub(super) struct Examiner<'a, G> {
    pub(super) board: G,
    /// The board of searches that put up a position of their own.
    pub(super) spare: G,
    /// How trees are written.
    version: Version,
    /// How many plays a search may take.
    search: u32,
    monitor: &'a Monitor,
    /// What the monitor has not been told yet.
    done: Counts,
    depth: u32,
    /// The moves at each level of the tree or search, one level behind another.
    pub(super) codes: Vec<u32>,
    /// The positions that the replies tried so far have led to, likewise.
    reached: Vec<Reached>,
    pub(super) position: Vec<u8>,
    other_position: Vec<u8>,
    pub(super) recollection: Recollection,
}

/// A position that a reply has led to.
#[derive(Clone, Copy)]
struct Reached {
    fingerprint: u64,
    code: u32,
}

/// The lemma under examination, as far as its tree is not read yet.
struct Reading<'a> {
    lemmas: &'a Lemmas,
    number: u32,
    statement: Statement,
    tree: &'a [u8],
}

impl<'a, G: Referee> Examiner<'a, G> {
    pub(super) fn new(board: G, version: Version, search: u32, monitor: &'a Monitor) -> Self {
        Self {
            spare: board.clone(),
            board,
            version,
            search,
            monitor,
            done: Counts::default(),
            depth: 0,
            codes: Vec::new(),
            reached: Vec::new(),
            position: Vec::new(),
            other_position: Vec::new(),
            recollection: Recollection::default(),
        }
    }

    /// Whether a lemma holds, if all earlier ones do.
    pub(super) fn examine(&mut self, lemma: Lemma, lemmas: &Lemmas) -> Examined {
        self.board.set_position(lemma.position).map_err(Fault::Position)?;
        self.position.clear();
        self.board.canonical(&mut self.position);
        if self.position != lemma.position {
            return Err(Fault::NotCanonical.into());
        }
        self.depth = 0;
        self.codes.clear();
        self.reached.clear();
        let Lemma { number, statement, tree, .. } = lemma;
        let mut reading = Reading { lemmas, number, statement, tree };
        self.tree(&mut reading)?;
        if !reading.tree.is_empty() {
            return Err(Fault::TreeGoesOn.into());
        }
        self.done.lemmas += 1;
        Ok(())
    }

    /// Tells the monitor what has been done.
    pub(super) fn report(&mut self) {
        self.monitor.add(std::mem::take(&mut self.done));
    }

    fn tree(&mut self, reading: &mut Reading) -> Examined {
        self.enter()?;
        let symbol = number::take(&mut reading.tree).map_err(|bad| match bad {
            BadNumber::CutShort => Fault::TreeEnds,
            bad => Fault::Number(bad),
        })?;
        let provers_move = self.board.to_move() == reading.statement.prover();
        match (symbol, self.version) {
            (0, _) => self.look_up(reading),
            (1, _) => self.search_out(reading.statement),
            (2, _) if provers_move => self.nobody_moves(reading.statement),
            (2, _) => self.every_reply(reading),
            (3, Version::Two | Version::Three) => self.theorem(reading.statement),
            _ if !provers_move => Err(Fault::NotToMove.into()),
            (_, version) => self.move_of_prover(reading, symbol - version.first_move()),
        }
    }

    /// Counts a node, and stops if it must.
    pub(super) fn enter(&mut self) -> Result<(), Fault> {
        self.done.nodes += 1;
        if self.done.nodes + self.done.plays >= WORK_BETWEEN_REPORTS {
            self.report();
            if self.monitor.is_stopped() {
                return Err(Fault::Stopped);
            }
        }
        if self.depth > DEEPEST { Err(Fault::TooDeep) } else { Ok(()) }
    }

    fn look_up(&mut self, reading: &Reading) -> Examined {
        self.position.clear();
        self.board.canonical(&mut self.position);
        match reading.lemmas.find(reading.statement, &self.position) {
            Some(number) if number < reading.number => Ok(()),
            _ => Err(Fault::NotListed.into()),
        }
    }

    /// Theorems say only that somebody cannot win.
    fn theorem(&mut self, Statement { player, can_win }: Statement) -> Examined {
        if can_win || !self.board.theorem(player) {
            return Err(Fault::NoTheorem.into());
        }
        self.done.theorems += 1;
        Ok(())
    }

    fn move_of_prover(&mut self, reading: &mut Reading, code: u32) -> Examined {
        match self.play(code) {
            Played::Illegal => Err(Fault::Illegal(code).into()),
            Played::Over(outcome) => {
                self.take_back();
                if reading.statement.wants(outcome) {
                    Ok(())
                } else {
                    Err(Fault::BadMove(self.board.move_text(code), outcome).into())
                }
            }
            Played::Open => {
                let examined = self.tree(reading);
                self.return_from(code, examined)
            }
        }
    }

    fn every_reply(&mut self, reading: &mut Reading) -> Examined {
        let level = self.codes.len();
        let reached_level = self.reached.len();
        self.board.candidates(&mut self.codes);
        let mut legal = false;
        for index in level..self.codes.len() {
            let code = self.codes[index];
            match self.play(code) {
                Played::Illegal => continue,
                Played::Over(outcome) => {
                    self.take_back();
                    if !reading.statement.wants(outcome) {
                        return Err(Fault::BadReply(self.board.move_text(code), outcome).into());
                    }
                }
                Played::Open if self.is_reached_again(reached_level, code) => self.take_back(),
                Played::Open => {
                    let examined = self.tree(reading);
                    self.return_from(code, examined)?;
                }
            }
            legal = true;
        }
        self.codes.truncate(level);
        self.reached.truncate(reached_level);
        if legal { Ok(()) } else { self.stuck(reading.statement) }
    }

    /// Whether an earlier reply at this level has led to the position to which that with this code has just led. If
    /// not, the position is noted down.
    fn is_reached_again(&mut self, level: usize, code: u32) -> bool {
        let fingerprint = self.board.fingerprint();
        for index in level..self.reached.len() {
            let earlier = self.reached[index];
            if earlier.fingerprint == fingerprint && self.leads_to_the_same(earlier.code, code) {
                return true;
            }
        }
        self.reached.push(Reached { fingerprint, code });
        false
    }

    /// Whether an earlier move leads to the same position as the one that was just played.
    fn leads_to_the_same(&mut self, earlier: u32, just_played: u32) -> bool {
        self.position.clear();
        self.board.position(&mut self.position);
        self.board.undo();
        self.board.play(earlier);
        self.other_position.clear();
        self.board.position(&mut self.other_position);
        self.board.undo();
        self.board.play(just_played);
        self.position == self.other_position
    }

    fn nobody_moves(&mut self, statement: Statement) -> Examined {
        let level = self.codes.len();
        self.board.candidates(&mut self.codes);
        for index in level..self.codes.len() {
            if self.play(self.codes[index]) != Played::Illegal {
                self.take_back();
                return Err(Fault::MoveMissing.into());
            }
        }
        self.codes.truncate(level);
        self.stuck(statement)
    }

    fn stuck(&self, statement: Statement) -> Examined {
        let outcome = self.board.stuck();
        if statement.wants(outcome) { Ok(()) } else { Err(Fault::BadStuck(outcome).into()) }
    }

    pub(super) fn search_out(&mut self, statement: Statement) -> Examined {
        let mut left = self.search;
        if self.version == Version::Three {
            return if self.search_remembering(statement, &mut left)? {
                Ok(())
            } else {
                Err(Fault::Refuted.into())
            };
        }
        // The symbol is the node's; it was counted when it was read.
        if self.holds(statement, &mut left)? { Ok(()) } else { Err(Fault::Refuted.into()) }
    }

    /// The search of versions 1 and 2. `left` is how many plays are left to it.
    fn holds(&mut self, statement: Statement, left: &mut u32) -> Result<bool, Fault> {
        let level = self.codes.len();
        self.board.candidates(&mut self.codes);
        let holds = if self.board.to_move() == statement.prover() {
            self.some_move_holds(level, statement, left)?
        } else {
            self.every_move_holds(level, statement, left)?
        };
        self.codes.truncate(level);
        Ok(holds.unwrap_or_else(|| statement.wants(self.board.stuck())))
    }

    /// `None` if there is no legal move.
    fn some_move_holds(
        &mut self,
        level: usize,
        statement: Statement,
        left: &mut u32,
    ) -> Result<Option<bool>, Fault> {
        let mut legal = false;
        // Those that do not end the game are moved to the front, in their order.
        let mut open_end = level;
        for index in level..self.codes.len() {
            let code = self.codes[index];
            let played = self.play(code);
            if played == Played::Illegal {
                continue;
            }
            self.take_back();
            self.pay(left)?;
            legal = true;
            match played {
                Played::Over(outcome) if statement.wants(outcome) => return Ok(Some(true)),
                Played::Over(_) | Played::Illegal => {}
                Played::Open => {
                    self.codes[open_end] = code;
                    open_end += 1;
                }
            }
        }
        for index in level..open_end {
            self.play(self.codes[index]);
            let held = self.pay(left).and_then(|()| self.enter()).and_then(|()| self.holds(statement, left));
            self.take_back();
            if held? {
                return Ok(Some(true));
            }
        }
        Ok(legal.then_some(false))
    }

    /// `None` if there is no legal move.
    fn every_move_holds(
        &mut self,
        level: usize,
        statement: Statement,
        left: &mut u32,
    ) -> Result<Option<bool>, Fault> {
        let mut legal = false;
        for index in level..self.codes.len() {
            let held = match self.play(self.codes[index]) {
                Played::Illegal => continue,
                Played::Over(outcome) => self.pay(left).map(|()| statement.wants(outcome)),
                Played::Open => {
                    self.pay(left).and_then(|()| self.enter()).and_then(|()| self.holds(statement, left))
                }
            };
            self.take_back();
            if !held? {
                return Ok(Some(false));
            }
            legal = true;
        }
        Ok(legal.then_some(true))
    }

    pub(super) fn pay(&self, left: &mut u32) -> Result<(), Fault> {
        *left = left.checked_sub(1).ok_or(Fault::SearchTooLong(self.search))?;
        Ok(())
    }

    pub(super) fn play(&mut self, code: u32) -> Played {
        let played = self.board.play(code);
        if played != Played::Illegal {
            self.done.plays += 1;
            self.depth += 1;
        }
        played
    }

    pub(super) fn take_back(&mut self) {
        self.board.undo();
        self.depth -= 1;
    }

    /// Takes back the move that led to a node, which becomes part of the path if the node failed.
    fn return_from(&mut self, code: u32, mut examined: Examined) -> Examined {
        self.take_back();
        if let Err(failed) = &mut examined {
            failed.path.push(self.board.move_text(code));
        }
        examined
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::{Outcome, Player};

    /// The first player moves alone, and has won after so many moves.
    #[derive(Clone)]
    struct LongWay {
        left: u16,
    }

    impl Referee for LongWay {
        fn start(_: &str, _: Option<&str>) -> Result<Self, String> {
            Ok(LongWay { left: 0 })
        }

        fn short_name(&self) -> String {
            "long".to_owned()
        }

        fn to_move(&self) -> Player {
            Player::First
        }

        fn candidates(&self, codes: &mut Vec<u32>) {
            codes.push(0);
        }

        fn play(&mut self, code: u32) -> Played {
            if code != 0 {
                return Played::Illegal;
            }
            self.left -= 1;
            if self.left == 0 { Played::Over(Outcome::Win(Player::First)) } else { Played::Open }
        }

        fn undo(&mut self) {
            self.left += 1;
        }

        fn stuck(&self) -> Outcome {
            Outcome::Draw
        }

        fn position_text(&self) -> String {
            self.left.to_string()
        }

        fn position(&self, bytes: &mut Vec<u8>) {
            bytes.extend(self.left.to_be_bytes());
        }

        fn canonical(&self, bytes: &mut Vec<u8>) {
            self.position(bytes);
        }

        fn fingerprint(&self) -> u64 {
            0
        }

        fn longest_position(&self) -> usize {
            2
        }

        fn set_position(&mut self, bytes: &[u8]) -> Result<(), String> {
            let bytes = bytes.try_into().map_err(|_| "two bytes expected")?;
            self.left = u16::from_be_bytes(bytes);
            Ok(())
        }

        fn parse_move(&self, _: &str) -> Result<u32, String> {
            Ok(0)
        }

        fn move_text(&self, code: u32) -> String {
            code.to_string()
        }
    }

    /// What comes of a lemma about a position from which it takes so many moves to win.
    fn examined(moves: u16, can_win: bool, tree: &[u8]) -> Result<(), (Fault, usize)> {
        examined_as(Version::One, moves, can_win, tree)
    }

    fn examined_as(version: Version, moves: u16, can_win: bool, tree: &[u8]) -> Result<(), (Fault, usize)> {
        let monitor = Monitor::default();
        let mut examiner = Examiner::new(LongWay { left: 0 }, version, 1_000_000, &monitor);
        let statement = Statement { player: Player::First, can_win };
        let position = moves.to_be_bytes();
        let lemma = Lemma { number: 0, statement, position: &position, tree };
        examiner.examine(lemma, &Lemmas::new()).map_err(|failed| (failed.fault, failed.path.len()))
    }

    #[test]
    fn trees_and_searches_have_a_greatest_depth() {
        assert_eq!(examined(1000, true, &[3; 1000]), Ok(()));
        assert_eq!(examined(1001, true, &[3; 1001]), Ok(()), "nothing follows the last move");
        assert_eq!(examined(1002, true, &[3; 1002]), Err((Fault::TooDeep, 1001)));
        assert_eq!(examined(1001, true, &[1]), Ok(()));
        assert_eq!(examined(1002, true, &[1]), Err((Fault::TooDeep, 0)));
        assert_eq!(examined(600, true, &[3, 3, 3, 1]), Ok(()));
    }

    #[test]
    fn symbols_of_the_second_version() {
        assert_eq!(examined_as(Version::Two, 3, true, &[4; 3]), Ok(()));
        assert_eq!(examined_as(Version::Two, 3, true, &[3]), Err((Fault::NoTheorem, 0)));
        assert_eq!(examined_as(Version::Two, 3, false, &[3]), Err((Fault::NoTheorem, 0)));
        assert_eq!(examined_as(Version::Two, 3, true, &[5]), Err((Fault::Illegal(1), 0)));
        assert_eq!(examined_as(Version::One, 3, true, &[4]), Err((Fault::Illegal(1), 0)));
    }

    #[test]
    fn replies_follow_one_another_if_the_opponent_moves_alone() {
        let lost = Fault::BadReply("0".to_owned(), Outcome::Win(Player::First));
        assert_eq!(examined(3, false, &[2, 2, 2]), Err((lost, 2)));
        assert_eq!(examined(3, false, &[1]), Err((Fault::Refuted, 0)));
        assert_eq!(examined(3, false, &[2, 3]), Err((Fault::NotToMove, 1)));
    }
}
