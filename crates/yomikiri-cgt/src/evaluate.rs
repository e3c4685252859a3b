//! The value of a position, by the values of its options.
//!
//! Positions fall apart, and parts that symmetry makes equal are evaluated once. Everything that was
//! evaluated is remembered, so that a second question about the same board is a look-up.

use crate::forms::{Form, Forms, Intractable};
use rustc_hash::FxHashMap;
use yomikiri_game::{Partizan, Player, Stop};

/// Evaluates positions of one game, remembering all it has seen.
#[derive(Clone, Debug)]
pub struct Evaluator<P> {
    /// The forms that values are taken from.
    pub forms: Forms,
    known: FxHashMap<P, Form>,
    limit: usize,
    stop: Stop,
}

/// Why a position was not evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unevaluated {
    /// It was asked to stop.
    #[error("stopped")]
    Stopped,
    /// There are too many positions below it.
    #[error("the position is too large to evaluate: more than {limit} positions can follow it")]
    TooManyPositions {
        /// How many may be remembered.
        limit: usize,
    },
    /// Its value is out of reach.
    #[error(transparent)]
    Value(#[from] Intractable),
}

impl<P: Partizan> Evaluator<P> {
    /// An evaluator that gives up when it has met `limit` different positions.
    #[must_use]
    pub fn new(forms: Forms, limit: usize) -> Self {
        Self::until(forms, limit, Stop::new())
    }

    /// The same, and it gives up when it is asked to stop.
    #[must_use]
    pub fn until(forms: Forms, limit: usize, stop: Stop) -> Self {
        Self { forms, known: FxHashMap::default(), limit, stop }
    }

    /// Puts another switch in place of the one that stops it.
    pub fn set_stop(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// How many positions it has met.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    /// The value of a position.
    ///
    /// # Errors
    /// If it is too large.
    pub fn value(&mut self, position: &P) -> Result<Form, Unevaluated> {
        let mut sum = Form::ZERO;
        for part in position.parts() {
            let value = self.value_of_part(&part)?;
            sum = self.forms.sum(sum, value)?;
        }
        Ok(sum)
    }

    /// The value of a position that is a single part.
    fn value_of_part(&mut self, part: &P) -> Result<Form, Unevaluated> {
        let (normal, exchanged) = part.normal();
        let value = match self.known.get(&normal) {
            Some(&known) => known,
            None => {
                let value = self.new_value(&normal)?;
                if self.known.len() >= self.limit {
                    return Err(Unevaluated::TooManyPositions { limit: self.limit });
                }
                self.known.insert(normal, value);
                value
            }
        };
        Ok(if exchanged { self.forms.negative(value) } else { value })
    }

    fn new_value(&mut self, part: &P) -> Result<Form, Unevaluated> {
        if let Some(integer) = part.integer() {
            return Ok(self.forms.number(integer.into())?);
        }
        if self.stop.is_requested() {
            return Err(Unevaluated::Stopped);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (player, values) in Player::BOTH.into_iter().zip(&mut sides) {
            for option in part.options(player) {
                values.push(self.value(&option)?);
            }
        }
        Ok(self.forms.game(&sides[0], &sides[1])?)
    }
}
