//! Sums, and the games that have names.

use crate::dyadic::Dyadic;
use crate::forms::{Form, Forms, Intractable};

impl Forms {
    /// The game in which a player moves in either of two games.
    ///
    /// # Errors
    /// If a number does not fit or there are too many games.
    pub fn sum(&mut self, g: Form, h: Form) -> Result<Form, Intractable> {
        if g == Form::ZERO {
            return Ok(h);
        }
        if h == Form::ZERO {
            return Ok(g);
        }
        if g == self.negative(h) {
            return Ok(Form::ZERO);
        }
        if let (Some(x), Some(y)) = (self.as_number(g), self.as_number(h)) {
            return self.number(x.plus(y)?);
        }
        let pair = (g.min(h), g.max(h));
        if let Some(&known) = self.sums.get(&pair) {
            return Ok(known);
        }
        // A number among the two has no options here and needs none (number translation).
        let mut left = Vec::new();
        let mut right = Vec::new();
        for (one, other) in [(g, h), (h, g)] {
            for option in self.left_options(one).to_vec() {
                left.push(self.sum(option, other)?);
            }
            for option in self.right_options(one).to_vec() {
                right.push(self.sum(option, other)?);
            }
        }
        let sum = self.game(&left, &right)?;
        self.sums.insert(pair, sum);
        Ok(sum)
    }

    /// G − H.
    ///
    /// # Errors
    /// If a number does not fit or there are too many games.
    pub fn difference(&mut self, g: Form, h: Form) -> Result<Form, Intractable> {
        self.sum(g, self.negative(h))
    }

    /// The sum of any number of games.
    ///
    /// # Errors
    /// If a number does not fit or there are too many games.
    pub fn sum_of(&mut self, games: impl IntoIterator<Item = Form>) -> Result<Form, Intractable> {
        games.into_iter().try_fold(Form::ZERO, |sum, game| self.sum(sum, game))
    }

    /// `*n`, a heap of n in Nim.
    ///
    /// # Errors
    /// If there are too many games.
    pub fn nimber(&mut self, heap: u32) -> Result<Form, Intractable> {
        let mut smaller = Vec::new();
        for _ in 0..heap {
            let next = self.game(&smaller, &smaller)?;
            smaller.push(next);
        }
        self.game(&smaller, &smaller)
    }

    /// `n·^`: n times `{0|*}`, or that many downs if n is negative.
    ///
    /// # Errors
    /// If there are too many games.
    pub fn ups(&mut self, n: i32) -> Result<Form, Intractable> {
        let star = self.nimber(1)?;
        let up = self.game(&[Form::ZERO], &[star])?;
        let mut sum = Form::ZERO;
        for _ in 0..n.unsigned_abs() {
            sum = self.sum(sum, up)?;
        }
        Ok(if n < 0 { self.negative(sum) } else { sum })
    }

    /// `±G`, the game `{G|−G}`.
    ///
    /// # Errors
    /// If there are too many games.
    pub fn switch(&mut self, game: Form) -> Result<Form, Intractable> {
        let negative = self.negative(game);
        self.game(&[game], &[negative])
    }

    /// Tiny G, the game `{0||0|−G}`.
    ///
    /// # Errors
    /// If there are too many games.
    pub fn tiny(&mut self, game: Form) -> Result<Form, Intractable> {
        let threat = self.game(&[Form::ZERO], &[self.negative(game)])?;
        self.game(&[Form::ZERO], &[threat])
    }

    /// What each player can gain by a move: `G^L − G` for Left, `G − G^R` for Right, without those that are at most another.
    ///
    /// # Errors
    /// If a number does not fit or there are too many games.
    pub fn incentives(&mut self, form: Form) -> Result<[Vec<Form>; 2], Intractable> {
        let [left, right] = self.canonical_options(form)?;
        let mut gains = [Vec::new(), Vec::new()];
        for option in left {
            gains[0].push(self.difference(option, form)?);
        }
        for option in right {
            gains[1].push(self.difference(form, option)?);
        }
        for side in &mut gains {
            side.sort_unstable();
            side.dedup();
            let all = side.clone();
            side.retain(|&gain| !all.iter().any(|&other| other != gain && self.le(gain, other)));
        }
        Ok(gains)
    }

    /// In how many moves the game must have ended: 1 more than the greatest birthday of its options.
    #[must_use]
    pub fn birthday(&self, form: Form) -> u64 {
        fn of(forms: &Forms, form: Form, known: &mut rustc_hash::FxHashMap<Form, u64>) -> u64 {
            if let Some(number) = forms.as_number(form) {
                return birthday_of_number(number);
            }
            if let Some(&birthday) = known.get(&form) {
                return birthday;
            }
            let options = forms.left_options(form).iter().chain(forms.right_options(form));
            let birthday = 1 + options.map(|&option| of(forms, option, known)).max().unwrap_or(0);
            known.insert(form, birthday);
            birthday
        }
        of(self, form, &mut rustc_hash::FxHashMap::default())
    }
}

/// n is born on day n; between integers each further bit takes a day.
fn birthday_of_number(number: Dyadic) -> u64 {
    let whole = number.floor().unsigned_abs();
    let whole = if number.floor() < 0 && !number.is_integer() { whole - 1 } else { whole };
    let fraction = u64::from(number.halvings());
    whole + fraction + u64::from(fraction > 0)
}
