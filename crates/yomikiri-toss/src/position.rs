//! A described game, played.

use crate::lower::{LowerError, Lowered, cell_name, lower, lower_until};
use crate::parser::parse;
use crate::syntax::{Place, TossError};
use std::sync::Arc;
use yomikiri_game::{
    Action, Canonical, Drawn, Game, Ink, Key, Location, Notation, Outcome, Picture, Played, Player,
    SplitMix64, Stop, Tactics, TransitionSystem,
};

/// What stays the same during a game.
#[derive(Debug)]
pub(crate) struct Table {
    /// The description.
    pub(crate) text: String,
    pub(crate) lowered: Lowered,
    pub(crate) limit: Option<u32>,
    /// A random number for each atom and each location.
    lots: Vec<u128>,
}

/// A position of a game that a text describes.
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) table: Arc<Table>,
    pub(crate) state: Vec<bool>,
    pub(crate) location: usize,
    pub(crate) turns: u32,
    hash: u128,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        (&self.state, self.location, self.turns, self.hash)
            == (&other.state, other.location, other.turns, other.hash)
    }
}

/// What it takes to take a move back.
#[derive(Debug)]
pub struct TakeBack {
    changed: Vec<u32>,
    location: usize,
}

impl Position {
    /// The start of the game that a text describes, cut after so many turns if there is a limit.
    ///
    /// # Errors
    /// If the text describes no game, or one that need not come to an end and has no limit.
    pub fn new(text: &str, limit: Option<u32>) -> Result<Self, TossError> {
        Self::from_lowered(text, lower(&parse(text)?)?, limit)
    }

    /// The same, but looks at a switch every millisecond or so.
    ///
    /// # Errors
    /// If the text describes no game, or one that need not come to an end and has no limit; or if it was stopped.
    pub fn new_until(text: &str, limit: Option<u32>, stop: &Stop) -> Result<Self, LowerError> {
        Ok(Self::from_lowered(text, lower_until(&parse(text)?, stop)?, limit)?)
    }

    fn from_lowered(text: &str, lowered: Lowered, limit: Option<u32>) -> Result<Self, TossError> {
        if lowered.system.turns.is_none() && limit.is_none() {
            let reason =
                "moves do not only add, so the game may go on for ever: it needs a limit on turns (turns=N)";
            return Err(Place { line: 1, column: 1 }.error(reason));
        }
        let mut random = SplitMix64::new(0x746F_7373);
        let mut lot = || u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
        let system = &lowered.system;
        let (state, location) = (system.initial.clone(), system.start);
        let lots: Vec<_> = (0..state.len() + system.locations.len()).map(|_| lot()).collect();
        let table = Arc::new(Table { text: text.to_owned(), lowered, limit, lots });
        Ok(Self::assembled(table, state, location, 0))
    }

    /// The position in which these atoms hold.
    pub(crate) fn assembled(table: Arc<Table>, state: Vec<bool>, location: usize, turns: u32) -> Self {
        let holding = state.iter().zip(&table.lots).filter(|(holds, _)| **holds);
        let atoms = holding.fold(0, |sum, (_, lot)| sum ^ lot);
        let hash = atoms ^ table.lots[state.len() + location];
        Self { table, state, location, turns, hash }
    }

    /// The same position of a game that ends after so many turns from here at the latest.
    #[must_use]
    pub fn within(&self, turns: u32) -> Self {
        let limit = self.turns.saturating_add(turns);
        let limit = Some(self.table.limit.map_or(limit, |old| old.min(limit)));
        let Table { text, lowered, lots, .. } = &*self.table;
        let table = Table { text: text.clone(), lowered: lowered.clone(), limit, lots: lots.clone() };
        Self { table: Arc::new(table), ..self.clone() }
    }

    pub(crate) fn system(&self) -> &TransitionSystem {
        &self.table.lowered.system
    }

    fn here(&self) -> &Location {
        &self.system().locations[self.location]
    }

    pub(crate) fn is_possible(&self, action: &Action) -> bool {
        self.system().conditions.holds(action.requires, &|atom| self.state[atom as usize])
    }

    fn is_stuck(&self) -> bool {
        !self.here().actions.iter().any(|action| self.is_possible(action))
    }

    fn flip(&mut self, atom: u32) {
        self.state[atom as usize] ^= true;
        self.hash ^= self.table.lots[atom as usize];
    }

    fn go_to(&mut self, location: usize) {
        let lots = &self.table.lots[self.state.len()..];
        self.hash ^= lots[self.location] ^ lots[location];
        self.location = location;
    }
}

impl Game for Position {
    type Move = u32;
    type Undo = TakeBack;

    fn to_move(&self) -> Player {
        self.here().player
    }

    fn moves(&self, into: &mut Vec<u32>) {
        if self.table.limit.is_none_or(|limit| self.turns < limit) {
            into.extend(0..self.here().actions.len() as u32);
        }
    }

    fn play(&mut self, m: u32) -> Played<TakeBack> {
        let table = Arc::clone(&self.table);
        let action = &table.lowered.system.locations[self.location].actions[m as usize];
        if !self.is_possible(action) {
            return Played::Illegal;
        }
        let mut changed = Vec::new();
        for (atoms, value) in [(&action.sets, true), (&action.clears, false)] {
            for &atom in atoms {
                if self.state[atom as usize] != value {
                    self.flip(atom);
                    changed.push(atom);
                }
            }
        }
        let token = TakeBack { changed, location: self.location };
        self.go_to(action.to);
        self.turns += 1;
        if self.is_stuck() {
            Played::Over(self.outcome_when_stuck(), token)
        } else if table.limit.is_some_and(|limit| self.turns >= limit) {
            Played::Over(Outcome::Draw, token)
        } else {
            Played::Open(token)
        }
    }

    fn undo(&mut self, token: TakeBack) {
        self.turns -= 1;
        self.go_to(token.location);
        for atom in token.changed {
            self.flip(atom);
        }
    }

    fn outcome_when_stuck(&self) -> Outcome {
        if !self.is_stuck() {
            // Out of turns.
            return Outcome::Draw;
        }
        self.here().outcome(&self.system().conditions, &|atom| self.state[atom as usize])
    }

    fn progress(&self) -> u32 {
        self.turns
    }
}

impl Canonical for Position {
    fn key(&mut self) -> Key {
        // With a limit, how many turns are left matters; without, the state says it.
        const TURN: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
        Key(self.hash.wrapping_add(u128::from(self.turns).wrapping_mul(TURN)))
    }

    fn images(&self) -> Vec<Self> {
        vec![self.clone()]
    }
}

impl Tactics for Position {}

impl Position {
    /// The game from this position on, as a ground transition system.
    #[must_use]
    pub fn transitions(&self) -> TransitionSystem {
        TransitionSystem {
            initial: self.state.clone(),
            start: self.location,
            turns: self.table.limit.or(self.system().turns).map(|limit| limit.saturating_sub(self.turns)),
            ..self.system().clone()
        }
    }
}

/// Why a text is no move of a described game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no move is called `{name}` here (possible: {possible})")]
pub struct MoveError {
    name: String,
    possible: String,
}

impl Notation for Position {
    type Error = MoveError;

    fn move_text(&self, m: u32) -> String {
        self.here().actions[m as usize].name.clone()
    }

    fn parse_move(&self, text: &str) -> Result<u32, MoveError> {
        let actions = &self.here().actions;
        let found = actions.iter().position(|action| action.name == text);
        found.map(|at| at as u32).ok_or_else(|| {
            const SHOWN: usize = 10;
            let possible = actions.iter().filter(|action| self.is_possible(action));
            let mut names: Vec<_> = possible.map(|action| action.name.as_str()).take(SHOWN + 1).collect();
            if names.len() > SHOWN {
                names[SHOWN] = "…";
            }
            MoveError { name: text.to_owned(), possible: names.join(" ") }
        })
    }

    fn why_illegal(&self, m: u32) -> String {
        format!("the rules do not allow {} here", self.move_text(m))
    }

    fn ending(&mut self) -> &'static str {
        match (self.is_stuck(), self.outcome_when_stuck()) {
            (false, _) => "turns",
            (true, Outcome::Win(_)) => "payoff",
            (true, Outcome::Draw) => "stuck",
        }
    }
}

impl Drawn for Position {
    fn picture(&self) -> Picture {
        let (columns, rows) = self.table.lowered.size;
        let fluents = &self.table.lowered.fluents;
        let widest = fluents.iter().map(String::len).max().unwrap_or(1).min(6) + 1;
        let mut picture = Picture::new(3 + columns * widest, rows + 1);
        for column in 0..columns {
            let name = cell_name(column, columns);
            picture.write(0, 3 + column * widest, name.trim_end_matches('1'), Ink::Faint);
        }
        for row in 0..rows {
            picture.write(row + 1, 0, &format!("{:>2}", row + 1), Ink::Faint);
            for column in 0..columns {
                let cell = row * columns + column;
                let here = fluents.iter().enumerate().find(|(r, _)| self.state[r * columns * rows + cell]);
                let ink = |r: usize| if r == 0 { Ink::First } else { Ink::Second };
                let (text, ink) =
                    here.map_or(("*", Ink::Faint), |(r, name)| (&name[..name.len().min(6)], ink(r)));
                picture.write(row + 1, 3 + column * widest, text, ink);
            }
        }
        picture
    }

    fn small_picture(&self) -> Picture {
        self.picture()
    }
}
