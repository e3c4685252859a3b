//! The direct encoding: "this player wins a ground transition system within so many turns" as a circuit.
//!
//! The system is unfolded turn by turn. In each turn the player whose it is chooses the number of an action in
//! binary. The winner must choose one that is possible; if the opponent does not, the winner has won.
//! A state is no variable: each of its atoms is a gate over the choices before.
//!
//! It takes any described game. For positional games the corrective encoding is far smaller.

use crate::budget::{Budget, Exceeded, Meter};
use crate::builder::{Builder, Signal};
use crate::circuit::Circuit;
use crate::formula::{Literal, Quantifier};
use std::collections::HashMap;
use yomikiri_game::{Condition, Player, Says, TransitionSystem};

/// Why a system cannot be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DirectError {
    /// Either player may be to move.
    #[error("after {0} turns either player may be to move; only games in which that is fixed can be encoded")]
    Mover(u32),
    /// It would be too large.
    #[error("the formula would be too large: it has more than {MOST_GATES} gates")]
    TooLarge,
    /// It takes more than it may.
    #[error(transparent)]
    Exceeded(#[from] Exceeded),
}

/// More gates than a solver can do anything with.
const MOST_GATES: usize = 20_000_000;

/// The circuit, and which of its variables are the choices of the turns.
#[derive(Clone, Debug)]
pub struct Encoded {
    /// The circuit.
    pub circuit: Circuit,
    /// For each turn, the binary number of the action.
    pub choices: Vec<Choice>,
}

/// Variables that together are the number of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Whose turn it is.
    pub player: Player,
    /// The binary digits, lowest first.
    pub digits: Vec<Literal>,
    /// The actions that the numbers from 0 on stand for: location and number there.
    pub actions: Vec<(usize, usize)>,
}

/// Encodes "`winner` wins within so many turns".
///
/// # Errors
/// If it is not fixed whose turn it is, the formula would be too large, or it takes more than the budget.
pub fn encode(
    system: &TransitionSystem,
    turns: u32,
    winner: Player,
    budget: &Budget,
) -> Result<Circuit, DirectError> {
    Ok(encode_with_choices(system, turns, winner, budget)?.circuit)
}

/// The same, with the variables of the choices.
///
/// # Errors
/// As [`encode`].
pub fn encode_with_choices(
    system: &TransitionSystem,
    turns: u32,
    winner: Player,
    budget: &Budget,
) -> Result<Encoded, DirectError> {
    let turns = system.turns.map_or(turns, |limit| limit.min(turns));
    let builder = Builder::new(Meter::new(budget));
    let mut unfolding = Unfolding { system, winner, builder, size: 0, choices: Vec::new() };
    let state = system.initial.iter().map(|&holds| Signal::Constant(holds)).collect();
    let mut at = vec![Signal::Constant(false); system.locations.len()];
    at[system.start] = Signal::Constant(true);
    let won = unfolding.from(Stage { state, at }, 0, turns)?;
    let choices = unfolding.choices;
    Ok(Encoded { circuit: unfolding.builder.finish(won), choices })
}

/// What holds and where the game is after some turns.
struct Stage {
    state: Vec<Signal>,
    at: Vec<Signal>,
}

struct Unfolding<'a> {
    system: &'a TransitionSystem,
    winner: Player,
    builder: Builder<'a>,
    size: usize,
    choices: Vec<Choice>,
}

impl Unfolding<'_> {
    /// That the winner wins from here on. (The recursion is as deep as there are turns.)
    fn from(&mut self, stage: Stage, turn: u32, turns: u32) -> Result<Signal, DirectError> {
        let mut known = HashMap::new();
        let mut here = Vec::new();
        let mut paid = Vec::new();
        for (number, location) in self.system.locations.iter().enumerate() {
            let at = stage.at[number];
            if at == Signal::Constant(false) {
                continue;
            }
            here.push(location.player);
            self.builder.check()?;
            let wins = self.signal(location.wins[self.winner as usize], &stage.state, &mut known);
            paid.push(self.builder.all([at, wins]));
        }
        let paid = self.builder.any(paid);
        let mut actions = Vec::new();
        for (number, location) in self.system.locations.iter().enumerate() {
            if stage.at[number] == Signal::Constant(false) {
                continue;
            }
            for (at, action) in location.actions.iter().enumerate() {
                self.builder.check()?;
                let requires = self.signal(action.requires, &stage.state, &mut known);
                let possible = self.builder.all([stage.at[number], requires]);
                if possible != Signal::Constant(false) {
                    actions.push((action, possible, (number, at)));
                }
            }
        }
        self.size += known.len() + actions.len();
        if self.size > MOST_GATES {
            return Err(DirectError::TooLarge);
        }
        let open = self.builder.any(actions.iter().map(|&(_, possible, _)| possible));
        let ended = self.builder.all([!open, paid]);
        if turn == turns || actions.is_empty() {
            return Ok(ended);
        }
        let mover = here[0];
        if here.iter().any(|&player| player != mover) {
            return Err(DirectError::Mover(turn));
        }

        let quantifier = if mover == self.winner { Quantifier::Exists } else { Quantifier::Forall };
        let digits = usize::BITS - (actions.len() - 1).leading_zeros();
        let digits: Vec<_> = (0..digits).map(|_| self.builder.quantify(quantifier)).collect();
        let literal = |digit: &Signal| match digit {
            Signal::Input(literal) => Some(*literal),
            Signal::Constant(_) | Signal::Gate(..) => None,
        };
        self.choices.push(Choice {
            player: mover,
            digits: digits.iter().filter_map(literal).collect(),
            actions: actions.iter().map(|&(_, _, place)| place).collect(),
        });
        let mut legal = Vec::new();
        let mut setting: HashMap<u32, Vec<Signal>> = HashMap::new();
        let mut clearing: HashMap<u32, Vec<Signal>> = HashMap::new();
        let mut leading: Vec<Vec<Signal>> = vec![Vec::new(); stage.at.len()];
        for (number, &(action, possible, _)) in actions.iter().enumerate() {
            self.builder.check()?;
            let digit =
                |(place, &digit): (usize, &Signal)| if number >> place & 1 == 1 { digit } else { !digit };
            let chosen = self.builder.all(digits.iter().enumerate().map(digit));
            legal.push(self.builder.all([chosen, possible]));
            action.sets.iter().for_each(|&atom| setting.entry(atom).or_default().push(chosen));
            action.clears.iter().for_each(|&atom| clearing.entry(atom).or_default().push(chosen));
            leading[action.to].push(chosen);
        }
        let legal = self.builder.any(legal);
        let mut next = Stage { state: Vec::new(), at: Vec::new() };
        for (atom, &before) in stage.state.iter().enumerate() {
            self.builder.check()?;
            let set = self.builder.any(setting.remove(&(atom as u32)).unwrap_or_default());
            let cleared = self.builder.any(clearing.remove(&(atom as u32)).unwrap_or_default());
            let stays = self.builder.all([before, !cleared]);
            next.state.push(self.builder.any([set, stays]));
        }
        // If all actions lead to one place, it is known without asking which was chosen.
        let targets = leading.iter().filter(|chosen| !chosen.is_empty()).count();
        for chosen in leading {
            let there = if chosen.is_empty() {
                Signal::Constant(false)
            } else if targets == 1 {
                Signal::Constant(true)
            } else {
                self.builder.any(chosen)
            };
            next.at.push(there);
        }
        let later = self.from(next, turn + 1, turns)?;
        if mover == self.winner {
            let goes_on = self.builder.all([legal, later]);
            return Ok(self.builder.any([ended, goes_on]));
        }
        let goes_on = self.builder.any([!legal, later]);
        let goes_on = self.builder.all([open, goes_on]);
        Ok(self.builder.any([ended, goes_on]))
    }

    /// A condition on a state. Those known already are not built again.
    fn signal(
        &mut self,
        condition: Condition,
        state: &[Signal],
        known: &mut HashMap<Condition, Signal>,
    ) -> Signal {
        if let Some(&signal) = known.get(&condition) {
            return signal;
        }
        let system = self.system;
        let signal = match system.conditions.get(condition) {
            Says::Atom(atom) => state[*atom as usize],
            Says::Not(inner) => !self.signal(*inner, state, known),
            Says::All(parts) => {
                let parts: Vec<_> = parts.iter().map(|&part| self.signal(part, state, known)).collect();
                self.builder.all(parts)
            }
            Says::Any(parts) => {
                let parts: Vec<_> = parts.iter().map(|&part| self.signal(part, state, known)).collect();
                self.builder.any(parts)
            }
        };
        known.insert(condition, signal);
        signal
    }
}
