//! The corrective encoding: "this player wins a positional game within its turns" as a formula.
//!
//! The winner's choices are existential, the opponent's universal: the number of a cell in binary. What the
//! opponent chooses may be impossible, the cell being taken or no cell at all. Other encodings punish that, and
//! must then keep an account of who has cheated; here it is *corrected*: his stone must appear on the cell
//! unless it is taken, and otherwise nothing is asked. That is sound because in a positional game an extra
//! stone does no harm, so that passing never helps him.
//!
//! For the same reason nearly everything is said in one direction only:
//!
//! - a cell is the winner's after a turn only if it was before or the turn chose it (`→`), so that he gets one
//!   cell for each stone at most;
//! - a cell is the opponent's if he chose it and the winner does not have it (`←`);
//! - boards only grow, so that who owns both, or the opponent a whole set, need only be looked at in the end.
//!
//! The game may be won before the last turn. A variable after each turn of the winner says whether it goes on;
//! once it does not, nothing is asked of the opponent's choices any more, and the winner gets no more cells.
//!
//! Compared with the paper: a board of each player changes in his own turns only and cells of no winning set
//! are left out, which saves variables (4×4 Tippy in 9 turns: 205 instead of 257 without the next); the first
//! stone is tried only where the rules or symmetry say ([`FirstStone`](yomikiri_game::FirstStone)). A cell that the
//! rules demand and that is in no winning set is like passing, which the encoding allows anyhow.
//!
//! # References
//! - V. Mayer-Eichberger, A. Saffidine, *Positional Games and QBF: the Corrective Encoding*, SAT 2020.

use crate::budget::{Budget, Exceeded, Meter};
use crate::formula::{Formula, Literal, Quantifier};
use crate::solver::memory;
use yomikiri_game::{Player, PositionalGame, Turn};

/// A formula that is true exactly if `winner` can force a win within the turns of the game, and which of its
/// variables are the choices of the turns.
#[derive(Clone, Debug)]
pub struct Encoded {
    /// The formula.
    pub formula: Formula,
    /// For each turn and each of its stones, the binary number of the cell among `cells`.
    pub choices: Vec<Vec<Choice>>,
    /// The variables that say that the game goes on.
    pub goes_on: Vec<Literal>,
}

/// Variables that together are the number of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The binary digits, lowest first.
    pub digits: Vec<Literal>,
    /// The cells that the numbers from 0 on stand for.
    pub cells: Vec<u16>,
}

/// Encodes "`winner` wins within the turns of the game".
///
/// # Errors
/// If it takes more than the budget.
pub fn encode(game: &PositionalGame, winner: Player, budget: &Budget) -> Result<Encoded, Exceeded> {
    let mut encoder = Encoder::new(game, winner, budget);
    for (at, &turn) in game.turns.iter().enumerate() {
        if turn.player == winner {
            encoder.own_turn(at, turn)?;
        } else {
            encoder.opponents_turn(at, turn)?;
        }
    }
    encoder.finish()
}

/// Who owns a cell at some time: always, never, or if a variable says so.
#[derive(Clone, Copy, Debug)]
enum Owned {
    Always,
    Never,
    If(Literal),
}

/// A literal that may be a constant. In a clause, true makes it superfluous and false leaves nothing.
impl Owned {
    /// Adds "owned" to a clause; `false` if that makes the clause true.
    fn or(self, clause: &mut Vec<Literal>) -> bool {
        match self {
            Self::Always => return false,
            Self::Never => {}
            Self::If(literal) => clause.push(literal),
        }
        true
    }

    /// Adds "not owned" to a clause; `false` if that makes the clause true.
    fn or_not(self, clause: &mut Vec<Literal>) -> bool {
        match self {
            Self::Always => {}
            Self::Never => return false,
            Self::If(literal) => clause.push(!literal),
        }
        true
    }
}

struct Encoder<'a> {
    game: &'a PositionalGame,
    winner: Player,
    encoded: Encoded,
    meter: Meter<'a>,
    /// Cells of some winning set that are not owned from the start.
    useful: Vec<u16>,
    own: Vec<Owned>,
    opponent: Vec<Owned>,
    /// That the game goes on, as said after the winner's latest turn.
    goes_on: Owned,
    /// The least number of own stones that complete a set.
    least: usize,
    stones: usize,
}

impl<'a> Encoder<'a> {
    fn new(game: &'a PositionalGame, winner: Player, budget: &'a Budget) -> Self {
        let owned = |player: Player| {
            let has = |cell: u16| game.owned[player as usize].contains(&cell);
            (0..game.cells.len() as u16)
                .map(|cell| if has(cell) { Owned::Always } else { Owned::Never })
                .collect::<Vec<_>>()
        };
        let sets = &game.winning_sets;
        let in_a_set = |cell: &u16| sets.iter().flatten().any(|set| set.contains(cell));
        let taken = |cell: &u16| game.owned.iter().any(|owned| owned.contains(cell));
        let lacks = |set: &Vec<u16>| set.iter().filter(|cell| !taken(cell)).count();
        Self {
            game,
            winner,
            encoded: Encoded { formula: Formula::new(), choices: Vec::new(), goes_on: Vec::new() },
            meter: Meter::new(budget),
            useful: (0..game.cells.len() as u16).filter(|cell| in_a_set(cell) && !taken(cell)).collect(),
            own: owned(winner),
            opponent: owned(!winner),
            goes_on: Owned::Always,
            least: sets[winner as usize].iter().map(lacks).min().unwrap_or(usize::MAX),
            stones: 0,
        }
    }

    /// The cells that a stone may go to, and a number in binary to choose one.
    fn choice(&mut self, at: usize, stone: u8, quantifier: Quantifier) -> Choice {
        let first = self.game.first_stone.worth_trying().filter(|_| at == 0 && stone == 0);
        let cells = match first {
            Some(first) => self.useful.iter().copied().filter(|cell| first.contains(cell)).collect(),
            None => self.useful.clone(),
        };
        let digits = usize::BITS - cells.len().saturating_sub(1).leading_zeros();
        let digits = (0..digits).map(|_| self.encoded.formula.quantify(quantifier)).collect();
        Choice { digits, cells }
    }

    fn own_turn(&mut self, at: usize, turn: Turn) -> Result<(), Exceeded> {
        let mut choices = Vec::new();
        for stone in 0..turn.stones {
            let choice = self.choice(at, stone, Quantifier::Exists);
            for (number, &cell) in choice.cells.iter().enumerate() {
                self.meter.check()?;
                let before = self.own[usize::from(cell)];
                let after = self.encoded.formula.quantify(Quantifier::Exists);
                for digit in digits_of(&choice, number) {
                    self.clause(|clause| {
                        clause.extend([!after, digit]);
                        before.or(clause)
                    });
                }
                let goes_on = self.goes_on;
                if let Owned::If(_) = goes_on {
                    self.clause(|clause| {
                        clause.push(!after);
                        before.or(clause) && goes_on.or(clause)
                    });
                }
                self.clause(|clause| {
                    clause.push(after);
                    before.or_not(clause)
                });
                self.own[usize::from(cell)] = Owned::If(after);
            }
            choices.push(choice);
        }
        self.encoded.choices.push(choices);
        self.stones += usize::from(turn.stones);
        if self.stones >= self.least && at + 1 < self.game.turns.len() {
            let before = self.goes_on;
            let after = self.encoded.formula.quantify(Quantifier::Exists);
            if let Owned::If(before) = before {
                self.encoded.formula.add([!after, before]);
            }
            self.encoded.goes_on.push(after);
            self.goes_on = Owned::If(after);
        }
        Ok(())
    }

    fn opponents_turn(&mut self, at: usize, turn: Turn) -> Result<(), Exceeded> {
        let choices: Vec<_> =
            (0..turn.stones).map(|stone| self.choice(at, stone, Quantifier::Forall)).collect();
        for cell in self.useful.clone() {
            self.meter.check()?;
            let before = self.opponent[usize::from(cell)];
            let chosen: Vec<_> = choices
                .iter()
                .filter_map(|choice| {
                    let number = choice.cells.iter().position(|&other| other == cell)?;
                    Some(digits_of(choice, number))
                })
                .collect();
            if chosen.is_empty() {
                continue;
            }
            let after = self.encoded.formula.quantify(Quantifier::Exists);
            let (own, goes_on) = (self.own[usize::from(cell)], self.goes_on);
            for digits in chosen {
                self.clause(|clause| {
                    clause.extend(digits.iter().map(|&digit| !digit));
                    clause.push(after);
                    own.or(clause) && goes_on.or_not(clause)
                });
            }
            self.clause(|clause| {
                clause.push(after);
                before.or_not(clause)
            });
            self.opponent[usize::from(cell)] = Owned::If(after);
        }
        self.encoded.choices.push(choices);
        Ok(())
    }

    /// Adds a clause, unless `fill` says that it is true anyhow.
    fn clause(&mut self, fill: impl FnOnce(&mut Vec<Literal>) -> bool) {
        let mut clause = Vec::new();
        if fill(&mut clause) {
            self.meter.take(memory::clause(clause.len()));
            self.encoded.formula.add(clause);
        }
    }

    fn finish(mut self) -> Result<Encoded, Exceeded> {
        for cell in self.useful.clone() {
            let (own, opponent) = (self.own[usize::from(cell)], self.opponent[usize::from(cell)]);
            self.clause(|clause| own.or_not(clause) && opponent.or_not(clause));
        }
        let game = self.game;
        for set in &game.winning_sets[!self.winner as usize] {
            self.meter.check()?;
            let opponent: Vec<_> = set.iter().map(|&cell| self.opponent[usize::from(cell)]).collect();
            self.clause(|clause| opponent.iter().all(|owned| owned.or_not(clause)));
        }
        let mut complete = Vec::new();
        for set in &game.winning_sets[self.winner as usize] {
            self.meter.check()?;
            let own: Vec<_> = set.iter().map(|&cell| self.own[usize::from(cell)]).collect();
            if own.iter().any(|owned| matches!(owned, Owned::Never)) {
                continue;
            }
            let whole = self.encoded.formula.quantify(Quantifier::Exists);
            for owned in own {
                self.clause(|clause| {
                    clause.push(!whole);
                    owned.or(clause)
                });
            }
            complete.push(whole);
        }
        self.encoded.formula.add(complete);
        Ok(self.encoded)
    }
}

/// The digits as they must be for a number.
fn digits_of(choice: &Choice, number: usize) -> Vec<Literal> {
    let digit = |(place, &digit): (usize, &Literal)| if number >> place & 1 == 1 { digit } else { !digit };
    choice.digits.iter().enumerate().map(digit).collect()
}
