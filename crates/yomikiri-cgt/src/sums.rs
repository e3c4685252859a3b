//! Who wins a sum, exactly.
//!
//! Adding the parts up to one canonical form would answer everything, but such forms grow out of hand.
//! Instead the sum is played out, and four things keep that short:
//!
//! - numbers are added up and never moved in while there is anything else; a part and its negative go;
//! - stops, means and temperatures of the parts bound the stops of the sum, and mostly decide at once: with
//!   mean m and highest temperature t, the left stop lies between m and m + t;
//! - a single part beside a number is a comparison;
//! - sums that were decided before are remembered by the multiset of their parts; Right to move is Left to move
//!   in the negative.
//!
//! Hot parts are tried first, and in them the options with the best stops.

use crate::dyadic::{Dyadic, TooLarge};
use crate::forms::{Form, Forms};
use rustc_hash::FxHashMap;
use yomikiri_game::Player;

/// A sum: parts that are not numbers, sorted, and a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sum {
    parts: Vec<Form>,
    number: Dyadic,
}

/// What bounds need to know of a part.
#[derive(Clone, Copy, Debug)]
struct Heat {
    mean: Dyadic,
    temperature: Dyadic,
}

/// Decides sums, remembering those it has decided.
#[derive(Clone, Debug, Default)]
pub struct SumSolver {
    /// Whether Left, to move, wins.
    table: FxHashMap<Sum, bool>,
    heats: FxHashMap<Form, Heat>,
    nodes: u64,
}

impl SumSolver {
    /// How many sums it has looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many sums it remembers.
    #[must_use]
    pub fn remembered(&self) -> usize {
        self.table.len()
    }

    /// Whether a player, who moves first, wins the sum.
    ///
    /// # Errors
    /// If a number does not fit.
    pub fn wins(&mut self, forms: &mut Forms, parts: &[Form], player: Player) -> Result<bool, TooLarge> {
        let seen = |&part: &Form| if player == Player::First { part } else { forms.negative(part) };
        let sum = Sum::new(forms, parts.iter().map(seen).collect(), Dyadic::ZERO)?;
        self.left_wins(forms, sum)
    }

    /// A move that wins the sum for a player: the part, and what to move to there. A part that is a number is
    /// never named; with nothing but numbers there is nothing to choose, and the answer is `None`.
    ///
    /// # Errors
    /// If a number does not fit.
    pub fn winning_move(
        &mut self,
        forms: &mut Forms,
        parts: &[Form],
        player: Player,
    ) -> Result<Option<(usize, Form)>, TooLarge> {
        let mut after = parts.to_vec();
        for at in 0..parts.len() {
            let options = match player {
                Player::First => forms.left_options(parts[at]).to_vec(),
                Player::Second => forms.right_options(parts[at]).to_vec(),
            };
            for option in options {
                after[at] = option;
                if !self.wins(forms, &after, !player)? {
                    return Ok(Some((at, option)));
                }
            }
            after[at] = parts[at];
        }
        Ok(None)
    }

    fn heat(&mut self, forms: &mut Forms, form: Form) -> Result<Heat, TooLarge> {
        if let Some(&known) = self.heats.get(&form) {
            return Ok(known);
        }
        let thermograph = forms.thermograph(form)?;
        let heat = Heat { mean: thermograph.mean(), temperature: thermograph.temperature() };
        self.heats.insert(form, heat);
        Ok(heat)
    }

    /// Whether Left, to move, wins.
    fn left_wins(&mut self, forms: &mut Forms, sum: Sum) -> Result<bool, TooLarge> {
        self.nodes += 1;
        match sum.parts[..] {
            [] => return Ok(sum.number > Dyadic::ZERO),
            [part] => return alone(forms, part, sum.number),
            _ => {}
        }
        if let Some(decided) = self.bound(forms, &sum)? {
            return Ok(decided);
        }
        if let Some(&known) = self.table.get(&sum) {
            return Ok(known);
        }
        let wins = self.search(forms, &sum)?;
        self.table.insert(sum, wins);
        Ok(wins)
    }

    /// What the stops and the thermographs say, if that is enough.
    fn bound(&mut self, forms: &mut Forms, sum: &Sum) -> Result<Option<bool>, TooLarge> {
        let (mut mean, mut hottest) = (sum.number, Dyadic::MINUS_ONE);
        let (mut left_stops, mut right_stops) = (sum.number, sum.number);
        let mut widest = Dyadic::ZERO;
        for &part in &sum.parts {
            let heat = self.heat(forms, part)?;
            mean = mean.plus(heat.mean)?;
            hottest = hottest.max(heat.temperature);
            let (left, right) = (forms.left_stop(part), forms.right_stop(part));
            left_stops = left_stops.plus(left)?;
            right_stops = right_stops.plus(right)?;
            widest = widest.max(left.minus(right)?);
        }
        // The left stop of the sum is at least that of one part with the right stops of all others.
        if mean > Dyadic::ZERO || right_stops.plus(widest)? > Dyadic::ZERO {
            return Ok(Some(true));
        }
        if left_stops < Dyadic::ZERO || mean.plus(hottest)? < Dyadic::ZERO {
            return Ok(Some(false));
        }
        Ok(None)
    }

    fn search(&mut self, forms: &mut Forms, sum: &Sum) -> Result<bool, TooLarge> {
        let mut order = sum.parts.clone();
        order.dedup();
        let mut heated = Vec::with_capacity(order.len());
        for part in order {
            heated.push((self.heat(forms, part)?.temperature, part));
        }
        heated.sort_unstable_by(|a, b| b.cmp(a));
        for (_, part) in heated {
            let mut options = forms.left_options(part).to_vec();
            options.sort_by_key(|&option| {
                std::cmp::Reverse((forms.right_stop(option), forms.left_stop(option)))
            });
            for option in options {
                // Right is to move: the same with everything negated and Left to move.
                let mut parts: Vec<Form> = Vec::with_capacity(sum.parts.len());
                let mut rest = sum.parts.iter();
                parts.extend(
                    rest.by_ref().take_while(|&&other| other != part).map(|&other| forms.negative(other)),
                );
                parts.push(forms.negative(option));
                parts.extend(rest.map(|&other| forms.negative(other)));
                let after = Sum::new(forms, parts, -sum.number)?;
                if !self.left_wins(forms, after)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

impl Sum {
    /// Adds up the numbers, cancels negatives, sorts.
    fn new(forms: &Forms, mut parts: Vec<Form>, mut number: Dyadic) -> Result<Self, TooLarge> {
        let mut overflow = Ok(());
        parts.retain(|&part| match forms.as_number(part) {
            None => true,
            Some(value) => {
                match number.plus(value) {
                    Ok(total) => number = total,
                    Err(error) => overflow = Err(error),
                }
                false
            }
        });
        overflow?;
        let mut at = 0;
        while at < parts.len() {
            let opposite = forms.negative(parts[at]);
            match parts[at + 1..].iter().position(|&other| other == opposite) {
                Some(after) => {
                    parts.swap_remove(at + 1 + after);
                    parts.swap_remove(at);
                }
                None => at += 1,
            }
        }
        parts.sort_unstable();
        Ok(Self { parts, number })
    }
}

/// Whether Left, to move, wins a part that is not a number beside a number: whether it is not ≤ −x.
fn alone(forms: &mut Forms, part: Form, number: Dyadic) -> Result<bool, TooLarge> {
    let stop = forms.left_stop(part).plus(number)?;
    if stop != Dyadic::ZERO {
        return Ok(stop > Dyadic::ZERO);
    }
    // The stop is −x, so that number is one of the forms.
    match forms.existing_number(-number) {
        Some(bound) => Ok(!forms.le(part, bound)),
        None => unreachable!("a stop is a form"),
    }
}
