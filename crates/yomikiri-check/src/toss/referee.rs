//! A position of a described game, and the game as a referee sees it.

use super::formula::{Cell, Truth};
use super::game::{Effect, Game, Written};
use crate::referee::{Outcome, Played, Player, Referee};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The bytes before the atoms: the location and the number of turns, little-endian.
const PREFIX: usize = 2 + 4;

/// A position of a game that a text describes.
#[derive(Clone, Debug)]
pub struct Toss {
    game: Arc<Game>,
    /// After so many turns the game is a draw.
    limit: Option<u32>,
    here: Here,
    /// How it was before each move since the position was put up.
    earlier: Vec<Here>,
}

/// What changes.
#[derive(Clone, Debug)]
struct Here {
    /// Relation by relation, which cells a relation holds of.
    state: Vec<bool>,
    location: usize,
    turns: u32,
    /// The legal moves in order, whatever the limit on turns says.
    legal: Arc<Vec<Effect>>,
}

impl Here {
    fn new(game: &Game, state: Vec<bool>, location: usize, turns: u32) -> Here {
        let legal = Arc::new(legal_moves(game, &state, location));
        Here { state, location, turns, legal }
    }
}

/// Tries every rule at every place.
fn legal_moves(game: &Game, state: &[bool], location: usize) -> Vec<Effect> {
    let mut found = BTreeSet::new();
    let mut before = Truth::new(&game.vocabulary, state);
    for way in &game.locations[location].ways {
        for place in &way.matches {
            if !place.with.iter().all(|&atom| state[atom]) || place.without.iter().any(|&atom| state[atom]) {
                continue;
            }
            if way.pre.as_ref().is_some_and(|pre| !before.holds(pre, &mut place.cells.clone())) {
                continue;
            }
            if let Some(post) = &way.post {
                let after = changed(state, &place.effect);
                if !Truth::new(&game.vocabulary, &after).holds(post, &mut place.cells.clone()) {
                    continue;
                }
            }
            found.insert(place.effect.clone());
        }
    }
    found.into_iter().collect()
}

fn changed(state: &[bool], effect: &Effect) -> Vec<bool> {
    let mut state = state.to_vec();
    effect.sets.iter().for_each(|&atom| state[atom] = true);
    effect.clears.iter().for_each(|&atom| state[atom] = false);
    state
}

impl Toss {
    fn is_out_of_turns(&self) -> bool {
        self.limit.is_some_and(|limit| self.here.turns >= limit)
    }

    /// What the payoffs say of a player who cannot move.
    fn payoff(&self) -> Outcome {
        let mut truth = Truth::new(&self.game.vocabulary, &self.here.state);
        let payoffs = &self.game.locations[self.here.location].payoffs;
        let winner = Player::BOTH.into_iter().zip(payoffs).find(|(_, payoff)| {
            payoff.as_ref().is_some_and(|payoff| truth.number(payoff, &mut Vec::new()) > 0)
        });
        winner.map_or(Outcome::Draw, |(player, _)| Outcome::Win(player))
    }

    /// The name of a cell: a letter for the column (two where there are many) and the number of the row.
    fn cell_name(&self, cell: Cell) -> String {
        let (column, row) = (cell % self.game.vocabulary.columns, cell / self.game.vocabulary.columns + 1);
        let letter = |number: usize| char::from(b'a' + (number % 26) as u8);
        match column / 26 {
            0 => format!("{}{row}", letter(column)),
            more => format!("{}{}{row}", letter(more - 1), letter(column)),
        }
    }

    /// The rules and places that have the effect of a move, the first ones first.
    fn written(&self, effect: &Effect) -> &[Written] {
        let written = &self.game.locations[self.here.location].written;
        written.get(effect).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether a text stands for a move by a rule at a place: the cells in order, or in the order of the rule's
    /// elements, with the rule before them or not, with the location that it leads to behind them or not.
    fn is_text_of(&self, text: &str, effect: &Effect, Written { rule, cells }: &Written) -> bool {
        let join = |cells: &[Cell], with: &str| {
            cells.iter().map(|&cell| self.cell_name(cell)).collect::<Vec<_>>().join(with)
        };
        let mut sorted = cells.clone();
        sorted.sort_unstable();
        let dashed = join(cells, "-");
        let full = format!("{rule}:{dashed}");
        [join(&sorted, ","), dashed, format!("{full}:{}", effect.to), full].iter().any(|known| known == text)
    }
}

impl Referee for Toss {
    fn start(name: &str, definition: Option<&str>) -> Result<Self, String> {
        let limit = match name.strip_prefix("toss") {
            Some("") => None,
            Some(rest) => {
                let turns = rest.strip_prefix(":turns=").ok_or("expected toss or toss:turns=N")?;
                let number: Option<u32> = turns.parse().ok();
                Some(number.filter(|n| n.to_string() == turns).ok_or("the limit on turns is not a number")?)
            }
            None => return Err("expected toss or toss:turns=N".to_owned()),
        };
        let game = Game::new(definition.ok_or("the text that describes the game is missing")?)?;
        let here = Here::new(&game, game.initial.clone(), game.start, 0);
        Ok(Toss { game: Arc::new(game), limit, here, earlier: Vec::new() })
    }

    fn short_name(&self) -> String {
        let vocabulary = &self.game.vocabulary;
        let limit = self.limit.map_or(String::new(), |limit| format!(":turns={limit}"));
        format!("toss{limit} ({}x{} cells)", vocabulary.columns, vocabulary.rows)
    }

    fn to_move(&self) -> Player {
        self.game.locations[self.here.location].player
    }

    fn candidates(&self, codes: &mut Vec<u32>) {
        if !self.is_out_of_turns() {
            codes.extend(0..self.here.legal.len() as u32);
        }
    }

    fn play(&mut self, code: u32) -> Played {
        let Some(effect) = self.here.legal.get(code as usize).filter(|_| !self.is_out_of_turns()) else {
            return Played::Illegal;
        };
        let state = changed(&self.here.state, effect);
        let next = Here::new(&self.game, state, effect.to, self.here.turns.saturating_add(1));
        self.earlier.push(std::mem::replace(&mut self.here, next));
        if self.here.legal.is_empty() || self.is_out_of_turns() {
            Played::Over(self.stuck())
        } else {
            Played::Open
        }
    }

    fn undo(&mut self) {
        if let Some(earlier) = self.earlier.pop() {
            self.here = earlier;
        }
    }

    fn stuck(&self) -> Outcome {
        if self.here.legal.is_empty() { self.payoff() } else { Outcome::Draw }
    }

    fn position_text(&self) -> String {
        let vocabulary = &self.game.vocabulary;
        let cell = |cell: Cell| {
            let here = |(number, _): &(usize, &String)| self.here.state[number * vocabulary.cells() + cell];
            let names: Vec<&str> =
                vocabulary.fluents.iter().enumerate().filter(here).map(|(_, name)| name.as_str()).collect();
            if names.is_empty() { "*".to_owned() } else { names.join("+") }
        };
        let cells: Vec<String> = (0..vocabulary.cells()).map(cell).collect();
        let rows: Vec<String> = cells.chunks(vocabulary.columns).map(|row| row.join(",")).collect();
        format!("{} {} {}", rows.join("|"), self.here.location, self.here.turns)
    }

    fn position(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.here.location as u16).to_le_bytes());
        bytes.extend(self.here.turns.to_le_bytes());
        for atoms in self.here.state.chunks(8) {
            bytes.push((0..).zip(atoms).map(|(bit, &holds)| u8::from(holds) << bit).sum());
        }
    }

    /// A description has no symmetries that a checker would have to find.
    fn canonical(&self, bytes: &mut Vec<u8>) {
        self.position(bytes);
    }

    fn fingerprint(&self) -> u64 {
        let numbers = self
            .here
            .state
            .chunks(64)
            .map(|atoms| (0..).zip(atoms).map(|(bit, &holds)| u64::from(holds) << bit).sum::<u64>());
        numbers.fold(self.here.location as u64, |sum, number| {
            (sum.rotate_left(7) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    fn longest_position(&self) -> usize {
        PREFIX + self.here.state.len().div_ceil(8)
    }

    fn set_position(&mut self, bytes: &[u8]) -> Result<(), String> {
        let (&[a, b, c, d, e, f, ref atoms @ ..], true) = (bytes, bytes.len() == self.longest_position())
        else {
            return Err(format!("it has {} bytes instead of {}", bytes.len(), self.longest_position()));
        };
        let location = usize::from(u16::from_le_bytes([a, b]));
        let turns = u32::from_le_bytes([c, d, e, f]);
        if location >= self.game.locations.len() {
            return Err(format!("there is no location {location}"));
        }
        if self.limit.is_some_and(|limit| turns > limit) {
            return Err(format!("{turns} turns are more than the game has"));
        }
        let bits: Vec<bool> =
            atoms.iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1 == 1)).collect();
        let (state, beyond) = bits.split_at(self.here.state.len());
        if beyond.contains(&true) {
            return Err("something is beyond the last cell".to_owned());
        }
        self.here = Here::new(&self.game, state.to_vec(), location, turns);
        self.earlier.clear();
        Ok(())
    }

    /// The one move that may be written so. Texts do not say everything, so there may be more than one; a code, after `#`,
    /// is always clear.
    fn parse_move(&self, text: &str) -> Result<u32, String> {
        if let Some(code) = text.strip_prefix('#') {
            let code = code.parse().ok().filter(|code: &u32| code.to_string() == text[1..]);
            let code = code.filter(|&code| (code as usize) < self.here.legal.len());
            return code.ok_or_else(|| "there is no move with this code".to_owned());
        }
        let is_meant = |effect: &Effect| {
            self.written(effect).iter().any(|written| self.is_text_of(text, effect, written))
        };
        let mut codes = (0..).zip(self.here.legal.iter()).filter(|(_, effect)| is_meant(effect));
        match (codes.next(), codes.next()) {
            (Some((code, _)), None) => Ok(code),
            (None, _) => Err("no legal move is written so".to_owned()),
            (Some(_), Some(_)) => Err("more than one legal move may be written so".to_owned()),
        }
    }

    fn move_text(&self, code: u32) -> String {
        let effect = self.here.legal.get(code as usize);
        match effect.and_then(|effect| self.written(effect).first()) {
            Some(Written { rule, cells }) => {
                let cells: Vec<String> = cells.iter().map(|&cell| self.cell_name(cell)).collect();
                format!("{rule}:{}", cells.join("-"))
            }
            None => format!("move {code}"),
        }
    }
}
