//! The rows of the paper's tables, and counting who is right.

use super::pool::Subgame;
use crate::data::{optional, rows};
use yomikiri_cgt::strategies::{Choice, Part, Reply, hotstrat, sentestrat, thermostrat};
use yomikiri_cgt::sums::SumSolver;
use yomikiri_cgt::{Dyadic, Form, Forms, TooLarge};
use yomikiri_game::Player;

/// A row of the paper's tables: how many subgames, from which pools, and the paper's figures.
#[derive(Clone, Debug)]
pub struct Row {
    /// The number of subgames in a sum.
    pub subgames: usize,
    /// The average number of empty squares, as the paper writes it.
    pub label: &'static str,
    pub(super) empty: Vec<f64>,
    /// How many boards each pool has.
    pub(super) pools: Vec<usize>,
    /// The number of sums.
    pub total: u64,
    /// In how many of them Thermostrat is right, if that can be read.
    pub thermostrat: Option<u64>,
    /// The same for Hotstrat.
    pub hotstrat: Option<u64>,
    /// In how many the choice of the move matters.
    pub decisive: Option<u64>,
}

/// The rows of the paper's tables.
#[must_use]
pub fn paper_rows() -> Vec<Row> {
    const DATA: &str = include_str!("../../data/amazons-003.tsv");
    rows(DATA, |[subgames, label, total, thermostrat, hotstrat, decisive]| {
        let subgames: usize = subgames.parse().ok()?;
        let empty: Vec<f64> = label.split('+').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        Some(Row {
            subgames,
            label,
            // All sums of 4 from 20 boards, of 3 from 30, of 2 from 90; of two sizes, 40 boards with 97.
            pools: match (subgames, empty.len()) {
                (4, 1) => vec![20],
                (3, 1) => vec![30],
                (2, 1) => vec![90],
                (2, 2) => vec![40, 97],
                _ => return None,
            },
            empty,
            total: total.parse().ok()?,
            thermostrat: optional(thermostrat)?,
            hotstrat: optional(hotstrat)?,
            decisive: optional(decisive)?,
        })
    })
}

impl Row {
    /// All sums, as pools and places in them.
    pub(super) fn sums(&self) -> Vec<Vec<(usize, usize)>> {
        if let [first, second] = self.pools[..] {
            return (0..first).flat_map(|a| (0..second).map(move |b| vec![(0, a), (1, b)])).collect();
        }
        let mut sums: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
        for _ in 0..self.subgames {
            let longer = sums.iter().flat_map(|sum| {
                let next = sum.last().map_or(0, |&(_, at)| at + 1);
                (next..self.pools[0]).map(move |at| {
                    let mut sum = sum.clone();
                    sum.push((0, at));
                    sum
                })
            });
            sums = longer.collect();
        }
        sums
    }
}

/// Who chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strategy {
    Thermostrat,
    Hotstrat,
    Sentestrat,
    Exact,
}

const ALL: [Strategy; 4] = [Strategy::Thermostrat, Strategy::Hotstrat, Strategy::Sentestrat, Strategy::Exact];

/// What was counted over the sums of one experiment.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// The average number of empty squares of the subgames.
    pub(super) empty: f64,
    sums: u64,
    right: [u64; 4],
    pub(super) decisive: u64,
    /// Games that Left could win, and how many each strategy did win.
    pub(super) games: u64,
    won: [u64; 4],
}

impl Tally {
    pub(super) fn new(pools: &[Vec<Subgame>]) -> Self {
        let boards: Vec<_> = pools.iter().flatten().map(|subgame| subgame.board.empty_squares()).collect();
        let empty = f64::from(boards.iter().sum::<u32>()) / boards.len().max(1) as f64;
        Self { empty, ..Self::default() }
    }

    /// The share of sums in which a strategy's move was right.
    pub(super) fn right(&self, strategy: Strategy) -> f64 {
        self.right[strategy as usize] as f64 / self.sums.max(1) as f64
    }

    /// The share of games won of those that could be.
    pub(super) fn games_won(&self, strategy: Strategy) -> f64 {
        self.won[strategy as usize] as f64 / self.games.max(1) as f64
    }

    /// Looks at one sum with Left to move.
    pub(super) fn judge(
        &mut self,
        forms: &mut Forms,
        solver: &mut SumSolver,
        subgames: &[&Subgame],
    ) -> Result<(), TooLarge> {
        self.sums += 1;
        let values: Vec<Form> = subgames.iter().map(|subgame| subgame.part.value).collect();
        if !solver.wins(forms, &values, Player::First)? {
            // Every move is as good as any other.
            self.right.iter_mut().for_each(|right| *right += 1);
            return Ok(());
        }
        let mut keeps = |forms: &mut Forms, part: usize, option: Form| {
            let mut after = values.clone();
            after[part] = option;
            solver.wins(forms, &after, Player::Second).map(|lost| !lost)
        };
        let mut matters = false;
        'parts: for (at, subgame) in subgames.iter().enumerate() {
            // Moves that are never better than others are no choice: only the options of the canonical form count.
            for option in forms.left_options(subgame.part.value).to_vec() {
                if !keeps(forms, at, option)? {
                    matters = true;
                    break 'parts;
                }
            }
        }
        self.decisive += u64::from(matters);
        let parts: Vec<Part> = subgames.iter().map(|subgame| subgame.part.clone()).collect();
        let mut started = [true; 4];
        for strategy in ALL {
            let choice = match strategy {
                Strategy::Thermostrat => thermostrat(forms, &parts, Player::First)?,
                Strategy::Hotstrat => hotstrat(forms, &parts, Player::First)?,
                Strategy::Sentestrat => sentestrat(forms, &parts, Player::First, None)?,
                Strategy::Exact => None,
            };
            let right = match choice {
                None => true,
                Some(Choice { part, option }) => keeps(forms, part, parts[part].options[0][option])?,
            };
            self.right[strategy as usize] += u64::from(right);
            started[strategy as usize] = right;
        }
        // Games are longer than moves: every eighth sum is played out.
        if self.sums.is_multiple_of(8) {
            self.games += 1;
            for strategy in ALL {
                let won = started[strategy as usize] && wins_game(forms, solver, &values, strategy)?;
                self.won[strategy as usize] += u64::from(won);
            }
        }
        Ok(())
    }
}

/// Whether a strategy, as Left and to move in a sum that it can win, wins against a perfect opponent. The game is
/// decided as soon as the win is given away; while Right is lost he plays the hottest part.
fn wins_game(
    forms: &mut Forms,
    solver: &mut SumSolver,
    values: &[Form],
    strategy: Strategy,
) -> Result<bool, TooLarge> {
    if strategy == Strategy::Exact {
        return Ok(true);
    }
    let mut values = values.to_vec();
    let mut reply: Option<Reply> = None;
    let mut ambient: Option<Dyadic> = None;
    loop {
        let parts: Vec<Part> = values.iter().map(|&value| Part::of_form(forms, value)).collect();
        let choice = match strategy {
            Strategy::Thermostrat => thermostrat(forms, &parts, Player::First)?,
            Strategy::Hotstrat => hotstrat(forms, &parts, Player::First)?,
            Strategy::Sentestrat | Strategy::Exact => sentestrat(forms, &parts, Player::First, reply)?,
        };
        // Nothing but numbers is left, and they are Left's.
        let Some(Choice { part, option }) = choice else {
            return Ok(true);
        };
        let mut hottest = Dyadic::MINUS_ONE;
        for &value in &values {
            hottest = hottest.max(forms.thermograph(value)?.temperature());
        }
        ambient = Some(ambient.map_or(hottest, |coolest| coolest.min(hottest)));
        values[part] = parts[part].options[0][option];
        if solver.wins(forms, &values, Player::Second)? {
            return Ok(false);
        }
        let parts: Vec<Part> = values.iter().map(|&value| Part::of_form(forms, value)).collect();
        let Some(Choice { part, option }) = hotstrat(forms, &parts, Player::Second)? else {
            return Ok(true);
        };
        values[part] = parts[part].options[1][option];
        reply = ambient.map(|ambient| Reply { part, ambient });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_file_is_well_formed() {
        let rows = paper_rows();
        assert_eq!(rows.len(), 14);
        for row in rows {
            assert_eq!(row.sums().len() as u64, row.total, "{} at {}", row.subgames, row.label);
        }
    }
}
