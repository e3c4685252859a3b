//! Ordinal sums, and the options of numbers.
//!
//! In `G:H` a move in G throws H away: `{G^L, G:H^L | G^R, G:H^R}`. Its value depends on the *form* of G, so it is taken of
//! the canonical form; of H only the value matters (the colon principle).
//!
//! # References
//! - A. N. Siegel: *Combinatorial Game Theory*, 2013.

use crate::forms::{Form, Forms, Intractable};
use rustc_hash::FxHashMap;

impl Forms {
    /// The options of the canonical form, a number's own included: 3 is `{2|}`, 3/4 is `{1/2|1}`.
    ///
    /// # Errors
    /// If a number does not fit or there are too many games.
    pub fn canonical_options(&mut self, form: Form) -> Result<[Vec<Form>; 2], Intractable> {
        let Some(number) = self.as_number(form) else {
            return Ok([self.left_options(form).to_vec(), self.right_options(form).to_vec()]);
        };
        let [left, right] = number.options()?;
        let mut made = |option| match option {
            None => Ok(Vec::new()),
            Some(option) => self.number(option).map(|option| vec![option]),
        };
        Ok([made(left)?, made(right)?])
    }

    /// The ordinal sum G:H, with G in canonical form.
    ///
    /// # Errors
    /// If a number does not fit or there are too many games.
    pub fn ordinal_sum(&mut self, g: Form, h: Form) -> Result<Form, Intractable> {
        let base = self.canonical_options(g)?;
        self.ordinal(&base, h, &mut FxHashMap::default())
    }

    fn ordinal(
        &mut self,
        base: &[Vec<Form>; 2],
        h: Form,
        known: &mut FxHashMap<Form, Form>,
    ) -> Result<Form, Intractable> {
        if let Some(&sum) = known.get(&h) {
            return Ok(sum);
        }
        // A number takes as many steps as its birthday, so only small ones are reasonable.
        const LONGEST: u64 = 1000;
        if self.birthday(h) > LONGEST {
            return Err(Intractable::TooMany { limit: LONGEST as u32 });
        }
        let mut sides = base.clone();
        for (side, options) in sides.iter_mut().zip(self.canonical_options(h)?) {
            for option in options {
                side.push(self.ordinal(base, option, known)?);
            }
        }
        let sum = self.game(&sides[0], &sides[1])?;
        known.insert(h, sum);
        Ok(sum)
    }
}
