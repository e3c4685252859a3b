//! Atomic weights: how many ups an all-small game is worth.
//!
//! The weight of G is `{w(G^L) − 2 | w(G^R) + 2}`, unless that is an integer. Then several integers fit between the
//! options, and a comparison of G with a nimber larger than all in it decides: the least of them if G is below it, the
//! greatest if above, 0 if neither.
//!
//! # References
//! - J. H. Conway: *On Numbers and Games*, 1976, chapter 16.
//! - A. N. Siegel: *Combinatorial Game Theory*, 2013.

use crate::dyadic::Dyadic;
use crate::forms::{Form, Forms, Intractable};
use rustc_hash::FxHashMap;

impl Forms {
    /// Whether in every position that can come up either both players can move or none.
    #[must_use]
    pub fn is_all_small(&self, form: Form) -> bool {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut open = vec![form];
        while let Some(form) = open.pop() {
            if self.as_number(form).is_some_and(|number| number != Dyadic::ZERO) {
                return false;
            }
            if seen.insert(form) {
                open.extend_from_slice(self.left_options(form));
                open.extend_from_slice(self.right_options(form));
            }
        }
        true
    }

    /// The atomic weight; `None` if the game is not all-small.
    ///
    /// # Errors
    /// If a number does not fit or there are too many games.
    pub fn atomic_weight(&mut self, form: Form) -> Result<Option<Form>, Intractable> {
        if !self.is_all_small(form) {
            return Ok(None);
        }
        const OLDEST: u64 = 60;
        if self.birthday(form) > OLDEST {
            return Err(Intractable::TooMany { limit: OLDEST as u32 });
        }
        // Larger than every nimber below, which is what "far" takes.
        let far = self.birthday(form) as u32 + 1;
        let far = self.nimber(far.next_power_of_two())?;
        self.weight(form, far, &mut FxHashMap::default()).map(Some)
    }

    fn weight(
        &mut self,
        form: Form,
        far: Form,
        known: &mut FxHashMap<Form, Form>,
    ) -> Result<Form, Intractable> {
        if form == Form::ZERO {
            return Ok(Form::ZERO);
        }
        if let Some(&weight) = known.get(&form) {
            return Ok(weight);
        }
        let two = self.number(Dyadic::new(2, 0)?)?;
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for option in self.left_options(form).to_vec() {
            let weight = self.weight(option, far, known)?;
            left.push(self.difference(weight, two)?);
        }
        for option in self.right_options(form).to_vec() {
            let weight = self.weight(option, far, known)?;
            right.push(self.sum(weight, two)?);
        }
        let mut weight = self.game(&left, &right)?;
        if self.as_number(weight).is_some_and(Dyadic::is_integer) {
            let (above, below) = (self.le(far, form), self.le(form, far));
            weight = match (above, below) {
                (true, false) => self.last_integer(weight, &right, false)?,
                (false, true) => self.last_integer(weight, &left, true)?,
                _ => Form::ZERO,
            };
        }
        known.insert(form, weight);
        Ok(weight)
    }

    /// The integer furthest from `from`, upwards or downwards, before one of the options is reached.
    fn last_integer(&mut self, from: Form, options: &[Form], downwards: bool) -> Result<Form, Intractable> {
        let step = self.number(Dyadic::new(if downwards { -1 } else { 1 }, 0)?)?;
        let mut integer = from;
        loop {
            let next = self.sum(integer, step)?;
            let reached = |forms: &mut Self, option: Form| {
                if downwards { forms.le(next, option) } else { forms.le(option, next) }
            };
            if options.iter().any(|&option| reached(self, option)) {
                return Ok(integer);
            }
            integer = next;
        }
    }
}
