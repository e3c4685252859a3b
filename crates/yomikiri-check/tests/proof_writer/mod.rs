//! A writer of proofs as plain as can be, and a full search to tell what is true.
//!
//! It exists to test the checker without the solver: it finds out everything by trying everything, so it is for
//! tiny games only.

#![allow(dead_code, reason = "every test file that includes this uses a part of it")]

pub mod forgery;
pub mod samples;

use std::collections::{HashMap, HashSet};
use yomikiri_check::referee::{Outcome, Played, Player, Referee};

/// The content of a proof file, ready to be tampered with.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Content {
    /// The version of the format.
    pub version: u8,
    pub game: String,
    /// The text that describes the game.
    pub definition: Option<String>,
    /// The position that claims begin at.
    pub from: Vec<u8>,
    pub search: u32,
    pub claims: Vec<Claim>,
    pub lemmas: Vec<Lemma>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    pub statement: u8,
    pub lemma: u32,
    pub moves: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lemma {
    pub statement: u8,
    pub position: Vec<u8>,
    pub tree: Vec<u32>,
}

impl Content {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = format!("game {}\n", self.game).into_bytes();
        if self.version >= 2 {
            for line in self.definition.iter().flat_map(|text| text.split('\n')) {
                let space = if line.is_empty() { "" } else { " " };
                bytes.extend(format!("|{space}{line}\n").bytes());
            }
            let from: String = self.from.iter().map(|byte| format!("{byte:02x}")).collect();
            bytes.extend(format!("from {from}\n").bytes());
        }
        bytes.extend(format!("search {}\n", self.search).bytes());
        for Claim { statement, lemma, moves } in &self.claims {
            let line = format!("claim {statement} {lemma} {moves}");
            bytes.extend(format!("{}\n", line.trim_end()).bytes());
        }
        bytes.push(b'\n');
        for lemma in &self.lemmas {
            bytes.push(lemma.statement);
            push_number(&mut bytes, lemma.position.len() as u32);
            bytes.extend(&lemma.position);
            let mut tree = Vec::new();
            for &symbol in &lemma.tree {
                push_number(&mut tree, symbol);
            }
            push_number(&mut bytes, tree.len() as u32);
            bytes.extend(tree);
        }
        bytes
    }

    pub fn to_file(&self) -> Vec<u8> {
        seal_as(self.version, &self.to_bytes())
    }
}

pub fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The file with a given content, whatever it is.
pub fn seal(content: &[u8]) -> Vec<u8> {
    seal_as(1, content)
}

/// The same in some version of the format.
pub fn seal_as(version: u8, content: &[u8]) -> Vec<u8> {
    let mut file = format!("yomikiri-proof {version}\n").into_bytes();
    file.extend(zstd::encode_all(content, 1).expect("compressed"));
    file.extend(crc32fast::hash(&file).to_le_bytes());
    file
}

pub fn prover(statement: u8) -> Player {
    if statement == 0 || statement == 3 { Player::First } else { Player::Second }
}

pub fn is_good(statement: u8, outcome: Outcome) -> bool {
    match statement {
        0 => outcome == Outcome::Win(Player::First),
        1 => outcome != Outcome::Win(Player::First),
        2 => outcome == Outcome::Win(Player::Second),
        _ => outcome != Outcome::Win(Player::Second),
    }
}

pub fn canonical(board: &impl Referee) -> Vec<u8> {
    let mut bytes = Vec::new();
    board.canonical(&mut bytes);
    bytes
}

pub fn as_it_lies(board: &impl Referee) -> Vec<u8> {
    let mut bytes = Vec::new();
    board.position(&mut bytes);
    bytes
}

/// The legal moves and where they lead.
pub fn children<G: Referee>(board: &G) -> Vec<(u32, Played, G)> {
    let mut codes = Vec::new();
    board.candidates(&mut codes);
    assert!(codes.is_sorted());
    let played = codes.into_iter().map(|code| {
        let mut child = board.clone();
        (code, child.play(code), child)
    });
    played.filter(|(_, played, _)| *played != Played::Illegal).collect()
}

/// The position after some moves.
pub fn after<G: Referee>(start: &G, moves: &str) -> G {
    let mut board = start.clone();
    for text in moves.split_whitespace() {
        let code = board.parse_move(text).expect(text);
        assert_eq!(board.play(code), Played::Open, "{text}");
    }
    board
}

/// What is true, found by full search.
#[derive(Default)]
pub struct Truth {
    known: HashMap<(u8, Vec<u8>), bool>,
}

impl Truth {
    pub fn holds<G: Referee>(&mut self, board: &G, statement: u8) -> bool {
        self.holds_within(board, statement, &mut u64::MAX.clone()).expect("there is no limit")
    }

    /// The same, looking at so many positions at most.
    pub fn holds_within<G: Referee>(&mut self, board: &G, statement: u8, effort: &mut u64) -> Option<bool> {
        let key = (statement, canonical(board));
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        *effort = effort.checked_sub(1)?;
        let children = children(board);
        let is_provers_turn = board.to_move() == prover(statement);
        let mut holds =
            if children.is_empty() { is_good(statement, board.stuck()) } else { !is_provers_turn };
        for (_, played, child) in children {
            let child_holds = match played {
                Played::Over(outcome) => is_good(statement, outcome),
                _ => self.holds_within(&child, statement, effort)?,
            };
            if child_holds == is_provers_turn {
                holds = child_holds;
                break;
            }
        }
        self.known.insert(key, holds);
        Some(holds)
    }
}

/// How many plays the search of version 3 takes; `None` if more than are allowed.
pub fn remembering_cost<G: Referee>(board: &G, statement: u8, limit: u32) -> Option<(bool, u32)> {
    let mut canonical_board = board.clone();
    canonical_board.set_position(&canonical(board)).expect("a position of the game");
    let mut cost = 0;
    let holds = remembering(&canonical_board, statement, limit, &mut HashMap::new(), &mut cost)?;
    Some((holds, cost))
}

fn remembering<G: Referee>(
    board: &G,
    statement: u8,
    limit: u32,
    known: &mut HashMap<Vec<u8>, bool>,
    cost: &mut u32,
) -> Option<bool> {
    let pay = |cost: &mut u32| {
        *cost += 1;
        (*cost <= limit).then_some(())
    };
    let mut children = children(board);
    if children.is_empty() {
        return Some(is_good(statement, board.stuck()));
    }
    let wanted = board.to_move() == prover(statement);
    for (_, played, child) in &children {
        pay(cost)?;
        let answer = match *played {
            Played::Over(outcome) => Some(is_good(statement, outcome)),
            _ => known.get(&as_it_lies(child)).copied(),
        };
        if answer == Some(wanted) {
            return answer;
        }
    }
    children.retain(|(_, played, child)| *played == Played::Open && !known.contains_key(&as_it_lies(child)));
    // Stable, so that codes ascend where as much is on the board.
    children.sort_by_key(|(_, _, child)| std::cmp::Reverse(child.fill()));
    for (_, _, child) in children {
        pay(cost)?;
        let position = as_it_lies(&child);
        let answer = match known.get(&position) {
            Some(&answer) => answer,
            None => {
                let answer = remembering(&child, statement, limit, known, cost)?;
                known.insert(position, answer);
                answer
            }
        };
        if answer == wanted {
            return Some(answer);
        }
    }
    Some(!wanted)
}

/// How many plays the search of versions 1 and 2 takes; `None` if more than are allowed.
pub fn search_cost<G: Referee>(board: &G, statement: u8, limit: u32) -> Option<(bool, u32)> {
    let mut cost = 0;
    let holds = search(board, statement, limit, &mut cost)?;
    Some((holds, cost))
}

fn search<G: Referee>(board: &G, statement: u8, limit: u32, cost: &mut u32) -> Option<bool> {
    let pay = |cost: &mut u32| {
        *cost += 1;
        (*cost <= limit).then_some(())
    };
    let children = children(board);
    if children.is_empty() {
        return Some(is_good(statement, board.stuck()));
    }
    if board.to_move() == prover(statement) {
        for (_, played, _) in &children {
            pay(cost)?;
            if matches!(played, Played::Over(outcome) if is_good(statement, *outcome)) {
                return Some(true);
            }
        }
        for (_, _, child) in children.iter().filter(|(_, played, _)| *played == Played::Open) {
            pay(cost)?;
            if search(child, statement, limit, cost)? {
                return Some(true);
            }
        }
        Some(false)
    } else {
        for (_, played, child) in &children {
            pay(cost)?;
            let held = match *played {
                Played::Over(outcome) => is_good(statement, outcome),
                _ => search(child, statement, limit, cost)?,
            };
            if !held {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// A generator of numbers that look random (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn choose<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    pub fn choose_mut<'a, T>(&mut self, from: &'a mut [T]) -> &'a mut T {
        &mut from[self.below(from.len())]
    }
}

/// Writes proofs.
pub struct Writer<G> {
    start: G,
    truth: Truth,
    content: Content,
    listed: HashMap<(u8, Vec<u8>), u32>,
    /// One position in so many becomes a lemma.
    lemma_every: usize,
    random: Random,
    /// Whether theorems are used where they help.
    pub theorems: bool,
}

impl<G: Referee> Writer<G> {
    pub fn new(game: &str, search: u32, lemma_every: usize) -> Self {
        Self::written_as(1, game, None, search, lemma_every)
    }

    /// The same in some version of the format, with the text that describes the game.
    pub fn written_as(
        version: u8,
        game: &str,
        definition: Option<&str>,
        search: u32,
        lemma_every: usize,
    ) -> Self {
        let start = G::start(game, definition).expect(game);
        let (game, definition, from) = (game.to_owned(), definition.map(str::to_owned), as_it_lies(&start));
        let content =
            Content { version, game, definition, from, search, claims: Vec::new(), lemmas: Vec::new() };
        let (truth, listed, random) = (Truth::default(), HashMap::new(), Random(1));
        Self { start, truth, content, listed, lemma_every, random, theorems: version >= 2 }
    }

    /// Lets claims begin at another position than the start.
    pub fn begin_at(&mut self, position: &[u8]) {
        self.start.set_position(position).expect("a position");
        self.content.from = position.to_vec();
    }

    /// Adds a claim about the position after some moves if it is true, and its proof.
    pub fn claim(&mut self, statement: u8, moves: &str) -> bool {
        let board = after(&self.start, moves);
        let holds = self.truth.holds(&board, statement);
        if holds {
            let lemma = self.lemma(&board, statement);
            self.content.claims.push(Claim { statement, lemma, moves: moves.to_owned() });
        }
        holds
    }

    /// Adds all that is true of the position after some moves.
    pub fn claim_all(&mut self, moves: &str) {
        for statement in 0..4 {
            self.claim(statement, moves);
        }
    }

    pub fn finish(self) -> Content {
        assert!(!self.content.claims.is_empty());
        self.content
    }

    fn search_cost(&self, board: &G, statement: u8) -> Option<(bool, u32)> {
        match self.content.version {
            3 => remembering_cost(board, statement, self.content.search),
            _ => search_cost(board, statement, self.content.search),
        }
    }

    fn lemma(&mut self, board: &G, statement: u8) -> u32 {
        let position = canonical(board);
        let key = (statement, position.clone());
        if let Some(&number) = self.listed.get(&key) {
            return number;
        }
        let mut board = board.clone();
        board.set_position(&position).expect("a position of the game");
        let mut tree = Vec::new();
        self.root(&board, statement, &mut tree);
        let number = self.content.lemmas.len() as u32;
        self.content.lemmas.push(Lemma { statement, position, tree });
        self.listed.insert(key, number);
        number
    }

    fn tree(&mut self, board: &G, statement: u8, tree: &mut Vec<u32>) {
        let listed = self.listed.contains_key(&(statement, canonical(board)));
        let searchable = self.search_cost(board, statement).is_some();
        if listed {
            tree.push(0);
        } else if !searchable && self.random.below(self.lemma_every) == 0 {
            self.lemma(board, statement);
            tree.push(0);
        } else {
            self.root(board, statement, tree);
        }
    }

    fn root(&mut self, board: &G, statement: u8, tree: &mut Vec<u32>) {
        if let Some((holds, _)) = self.search_cost(board, statement) {
            assert!(holds, "only what is true is proved");
            tree.push(1);
            return;
        }
        let player = if statement < 2 { Player::First } else { Player::Second };
        if self.theorems && statement % 2 == 1 && board.theorem(player) {
            tree.push(3);
            return;
        }
        let children = children(board);
        if board.to_move() == prover(statement) && !children.is_empty() {
            let good = children.iter().find(|(_, played, child)| match *played {
                Played::Over(outcome) => is_good(statement, outcome),
                _ => self.truth.holds(child, statement),
            });
            let (code, played, child) = good.expect("only what is true is proved");
            tree.push(2 + u32::from(self.content.version).min(2) + code);
            if *played == Played::Open {
                self.tree(child, statement, tree);
            }
            return;
        }
        tree.push(2);
        let mut reached = HashSet::new();
        for (_, played, child) in children {
            if played == Played::Open && reached.insert(as_it_lies(&child)) {
                self.tree(&child, statement, tree);
            }
        }
    }
}
