//! The value of a single position of a catalogue: only what can follow it is evaluated.
//!
//! It is the machinery of [`crate::tabulate`] from the top down. A position is a number, so what is known is an array and
//! not a hash table, and symmetry is applied once to each class of positions instead of to every option. That is three
//! to four times as fast as [`crate::evaluate`] on small boards, but takes memory for the whole catalogue.

use crate::forms::{Form, Forms, Intractable};
use crate::memo::Memo;
use crate::reduce::Options;
use crate::tabulate::{Kind, Unfilled, Values};
use yomikiri_game::{Catalogue, Player, Stop};

/// Evaluates positions of a catalogue, remembering all it has seen.
#[derive(Debug)]
pub struct Explorer<C> {
    catalogue: C,
    values: Values,
    known: Vec<bool>,
    /// How many classes of equal positions are known.
    classes: u64,
    memo: Memo,
    /// The options of the positions that are being evaluated, one after the other.
    open: Vec<usize>,
    stop: Stop,
}

/// As many slots of the memo as a large board has use for, as a power of two: 8 MB.
const MEMO_BITS: u32 = 20;

impl<C: Catalogue> Explorer<C> {
    /// Nothing is known yet.
    #[must_use]
    pub fn new(catalogue: C, stop: Stop) -> Self {
        let (values, known) = (Values::new(&catalogue), vec![false; catalogue.size()]);
        Self { catalogue, values, known, classes: 0, memo: Memo::new(MEMO_BITS), open: Vec::new(), stop }
    }

    /// The positions.
    pub fn catalogue(&self) -> &C {
        &self.catalogue
    }

    /// How many positions it has evaluated, equal ones counted once: never more than the catalogue has classes.
    #[must_use]
    pub fn evaluated(&self) -> u64 {
        self.classes
    }

    /// The value of a position. All values must be asked for with the same forms.
    ///
    /// # Errors
    /// If it is out of reach, or was not found before somebody said stop.
    pub fn value(&mut self, forms: &mut Forms, position: usize) -> Result<Form, Unfilled> {
        if !self.known[position] {
            let depth = self.open.len();
            let found = self.find(forms, position);
            // An evaluation that was given up leaves nothing behind.
            self.open.truncate(depth);
            found?;
        }
        Ok(self.values.get(position))
    }

    /// Finds the value of a position that is not known. The depth of the recursion is that of the game.
    fn find(&mut self, forms: &mut Forms, position: usize) -> Result<(), Unfilled> {
        if self.stop.is_requested() {
            return Err(Unfilled::Stopped);
        }
        let mut options = Options::default();
        let kind = if let Some(simpler) = self.catalogue.simpler(position) {
            Kind::Known(self.value(forms, simpler)?)
        } else {
            // The moves are made once: to find what is not known yet, and to reduce the position afterwards.
            let start = self.open.len();
            let open = &mut self.open;
            self.catalogue.options(position, Player::First, &mut |option| open.push(option));
            let rights = open.len();
            self.catalogue.options(position, Player::Second, &mut |option| open.push(option));
            for at in start..self.open.len() {
                self.value(forms, self.open[at])?;
            }
            options.left.extend(self.open[start..rights].iter().map(|&option| self.values.get(option)));
            options.right.extend(self.open[rights..].iter().map(|&option| self.values.get(option)));
            self.open.truncate(start);
            Kind::of(forms, &mut self.memo, &mut options).map_err(Intractable::from)?
        };
        let value = kind.keep(forms, &options)?;
        let Self { catalogue, values, known, .. } = self;
        values.set_each(forms, catalogue, position, value, |image| known[image] = true);
        self.classes += 1;
        Ok(())
    }
}
