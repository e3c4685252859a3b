//! Reduced canonical forms: the simplest game that differs from a given one by an infinitesimal.
//!
//! G ≥ H up to infinitesimals if the right stop of G − H is at least 0. A game whose stops agree is a number up to
//! infinitesimals; in any other, options that are dominated or reversible in this weaker sense are removed and bypassed
//! like in the canonical form.
//!
//! # References
//! - D. Calistrate: *The reduced canonical form of a game*, in Games of No Chance, 1996.
//! - J. P. Grossman, A. N. Siegel: *Reductions of partizan games*, in Games of No Chance 3, 2009.

use crate::dyadic::Dyadic;
use crate::forms::{Form, Forms, Intractable};
use rustc_hash::FxHashMap;

/// The two sides.
const LEFT: usize = 0;
const RIGHT: usize = 1;

impl Forms {
    /// The reduced canonical form.
    ///
    /// # Errors
    /// If a number does not fit or there are too many games.
    pub fn reduced(&mut self, form: Form) -> Result<Form, Intractable> {
        self.reduced_knowing(form, &mut FxHashMap::default())
    }

    fn reduced_knowing(
        &mut self,
        form: Form,
        known: &mut FxHashMap<Form, Form>,
    ) -> Result<Form, Intractable> {
        if self.left_stop(form) == self.right_stop(form) {
            return self.number(self.left_stop(form));
        }
        if let Some(&reduced) = known.get(&form) {
            return Ok(reduced);
        }
        let mut sides = [self.left_options(form).to_vec(), self.right_options(form).to_vec()];
        for side in &mut sides {
            for option in side {
                *option = self.reduced_knowing(*option, known)?;
            }
        }
        loop {
            for (at, side) in sides.iter_mut().enumerate() {
                *side = self.undominated(side, at)?;
            }
            let game = self.game(&sides[LEFT], &sides[RIGHT])?;
            if !self.bypass(game, &mut sides)? {
                known.insert(form, game);
                return Ok(game);
            }
        }
    }

    /// Whether G ≥ H up to an infinitesimal.
    fn is_nearly_at_least(&mut self, g: Form, h: Form) -> Result<bool, Intractable> {
        let difference = self.difference(g, h)?;
        Ok(self.right_stop(difference) >= Dyadic::ZERO)
    }

    /// The options that no other makes superfluous up to infinitesimals.
    fn undominated(&mut self, options: &[Form], side: usize) -> Result<Vec<Form>, Intractable> {
        let mut kept: Vec<Form> = Vec::new();
        for &option in options {
            let mut better = false;
            let mut rest = Vec::new();
            for &other in &kept {
                let [good, bad] = if side == LEFT { [other, option] } else { [option, other] };
                better |= self.is_nearly_at_least(good, bad)?;
                let worse = self.is_nearly_at_least(bad, good)? && !better;
                if !worse {
                    rest.push(other);
                }
            }
            if !better {
                rest.push(option);
                kept = rest;
            }
        }
        Ok(kept)
    }

    /// Replaces one option that is reversible up to infinitesimals by what it reverses to; whether there was one.
    fn bypass(&mut self, game: Form, sides: &mut [Vec<Form>; 2]) -> Result<bool, Intractable> {
        for side in [LEFT, RIGHT] {
            for at in 0..sides[side].len() {
                let option = sides[side][at];
                let replies =
                    if side == LEFT { self.right_options(option) } else { self.left_options(option) }
                        .to_vec();
                for reply in replies {
                    let [high, low] = if side == LEFT { [game, reply] } else { [reply, game] };
                    if self.is_nearly_at_least(high, low)? {
                        // What a number would reverse to is dominated.
                        let instead =
                            if side == LEFT { self.left_options(reply) } else { self.right_options(reply) };
                        let instead = instead.to_vec();
                        sides[side].swap_remove(at);
                        sides[side].extend(instead);
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }
}
