//! Heating and cooling.
//!
//! Cooling by t taxes every move by t: `G_t = {G^L_t − t | G^R_t + t}` up to the temperature of G, and its mean above it.
//! Heating by t rewards every move by t: `∫G = {∫G^L + t | ∫G^R − t}`, and numbers stay as they are.
//!
//! # References
//! - J. H. Conway: *On Numbers and Games*, 1976, chapter 9.
//! - E. R. Berlekamp, J. H. Conway, R. K. Guy: *Winning Ways*, chapter 6.

use crate::dyadic::Dyadic;
use crate::forms::{Form, Forms, Intractable};
use rustc_hash::FxHashMap;

impl Forms {
    /// The game cooled by t.
    ///
    /// # Errors
    /// If a number does not fit or there are too many games.
    pub fn cooled(&mut self, form: Form, t: Dyadic) -> Result<Form, Intractable> {
        self.tempered(form, -t, true, &mut FxHashMap::default())
    }

    /// The game heated by t.
    ///
    /// # Errors
    /// If a number does not fit or there are too many games.
    pub fn heated(&mut self, form: Form, t: Dyadic) -> Result<Form, Intractable> {
        self.tempered(form, t, false, &mut FxHashMap::default())
    }

    /// Every move gains its player `reward`, which is a tax if negative.
    fn tempered(
        &mut self,
        form: Form,
        reward: Dyadic,
        stops_at_mast: bool,
        known: &mut FxHashMap<Form, Form>,
    ) -> Result<Form, Intractable> {
        if self.as_number(form).is_some() {
            return Ok(form);
        }
        if let Some(&tempered) = known.get(&form) {
            return Ok(tempered);
        }
        let thermograph = self.thermograph(form)?;
        let tempered = if stops_at_mast && -reward > thermograph.temperature() {
            self.number(thermograph.mean())?
        } else {
            let gains = [self.number(reward)?, self.number(-reward)?];
            let sides = [self.left_options(form).to_vec(), self.right_options(form).to_vec()];
            let mut moved = [Vec::new(), Vec::new()];
            for ((side, gain), moved) in sides.into_iter().zip(gains).zip(&mut moved) {
                for option in side {
                    let option = self.tempered(option, reward, stops_at_mast, known)?;
                    moved.push(self.sum(option, gain)?);
                }
            }
            self.game(&moved[0], &moved[1])?
        };
        known.insert(form, tempered);
        Ok(tempered)
    }
}
