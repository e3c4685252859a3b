//! Thermographs: what a game is worth when every move costs t.
//!
//! The left wall at t is what Left gets by moving first, the right wall what Right allows by moving first.
//! For `{L|R}` the left scaffold is the greatest right wall of the left options, less t, and the right
//! scaffold the least left wall of the right options, plus t. Where they meet is the temperature, and above it stands
//! a mast at the mean: there it pays for nobody to move.
//!
//! Temperatures begin at −1, so that numbers have one too: integers −1, other dyadics m/2ᵏ −1/2ᵏ.

use crate::dyadic::{Dyadic, TooLarge};
use crate::forms::{Form, Forms};
use crate::trajectory::Trajectory;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use yomikiri_game::Player;

/// The thermograph of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thermograph {
    left: Trajectory,
    right: Trajectory,
}

impl Thermograph {
    /// From walls that a database kept. `None` if they do not end in one mast.
    #[must_use]
    pub fn from_walls(left: Trajectory, right: Trajectory) -> Option<Self> {
        let top = |wall: &Trajectory| wall.corners().last().map(|corner| corner.value);
        (top(&left) == top(&right)).then_some(Self { left, right })
    }

    fn of_integer(value: Dyadic) -> Self {
        Self { left: Trajectory::constant(value), right: Trajectory::constant(value) }
    }

    /// From the thermographs of the options of each player, of which there must be some.
    fn from_options<'a>(
        left: impl Iterator<Item = &'a Self>,
        right: impl Iterator<Item = &'a Self>,
    ) -> Result<Option<Self>, TooLarge> {
        let best = |walls: &mut dyn Iterator<Item = &'a Trajectory>, greater: bool| {
            let mut best: Option<Trajectory> = None;
            for wall in walls {
                best = Some(match best {
                    None => wall.clone(),
                    Some(best) => best.better(wall, greater)?,
                });
            }
            // Taxing every wall or the best of them is the same.
            best.map(|best| best.taxed(if greater { -1 } else { 1 })).transpose()
        };
        let left = best(&mut left.map(|option| &option.right), true)?;
        let right = best(&mut right.map(|option| &option.left), false)?;
        let (Some(left), Some(right)) = (left, right) else {
            return Ok(None);
        };
        let Some(top) = left.meets(&right)? else {
            return Ok(None);
        };
        Ok(Some(Self { left: left.cut_at(top), right: right.cut_at(top) }))
    }

    /// The wall of a player.
    #[must_use]
    pub fn wall(&self, player: Player) -> &Trajectory {
        match player {
            Player::First => &self.left,
            Player::Second => &self.right,
        }
    }

    /// The left wall.
    #[must_use]
    pub fn left(&self) -> &Trajectory {
        &self.left
    }

    /// The right wall.
    #[must_use]
    pub fn right(&self) -> &Trajectory {
        &self.right
    }

    /// What the game is worth on average, when many copies are played.
    #[must_use]
    pub fn mean(&self) -> Dyadic {
        self.left.corners().last().map_or(Dyadic::ZERO, |corner| corner.value)
    }

    /// How much the next move is worth.
    #[must_use]
    pub fn temperature(&self) -> Dyadic {
        let tops = [&self.left, &self.right].map(|wall| wall.corners().last().map(|corner| corner.t));
        tops.into_iter().flatten().max().unwrap_or(Dyadic::MINUS_ONE)
    }

    /// The temperatures at which a wall bends, rising.
    #[must_use]
    pub fn bends(&self) -> Vec<Dyadic> {
        let corners = self.left.corners().iter().chain(self.right.corners());
        let mut bends: Vec<_> = corners.map(|corner| corner.t).collect();
        bends.sort_unstable();
        bends.dedup();
        bends
    }
}

/// Thermographs that have been made, each once.
#[derive(Clone, Debug, Default)]
pub struct Thermographs {
    of_forms: FxHashMap<Form, Arc<Thermograph>>,
    of_numbers: FxHashMap<Dyadic, Arc<Thermograph>>,
    distinct: FxHashSet<Arc<Thermograph>>,
}

impl Forms {
    /// The thermograph of a game.
    ///
    /// # Errors
    /// If a number does not fit.
    pub fn thermograph(&mut self, form: Form) -> Result<Arc<Thermograph>, TooLarge> {
        if let Some(known) = self.thermographs.of_forms.get(&form) {
            return Ok(Arc::clone(known));
        }
        let thermograph = match self.as_number(form) {
            Some(number) => self.thermographs.of_number(number)?,
            None => {
                let mut sides = [Vec::new(), Vec::new()];
                for option in self.left_options(form).to_vec() {
                    sides[0].push(self.thermograph(option)?);
                }
                for option in self.right_options(form).to_vec() {
                    sides[1].push(self.thermograph(option)?);
                }
                let [left, right] = &sides;
                let thermograph =
                    Thermograph::from_options(left.iter().map(Arc::as_ref), right.iter().map(Arc::as_ref))?;
                let thermograph =
                    thermograph.unwrap_or_else(|| unreachable!("there are options on both sides"));
                self.thermographs.unique(thermograph)
            }
        };
        self.thermographs.of_forms.insert(form, Arc::clone(&thermograph));
        Ok(thermograph)
    }
}

impl Thermographs {
    /// The thermograph of a number: that of its one left and its one right option, unless it is an integer.
    fn of_number(&mut self, number: Dyadic) -> Result<Arc<Thermograph>, TooLarge> {
        if let Some(known) = self.of_numbers.get(&number) {
            return Ok(Arc::clone(known));
        }
        let thermograph = if number.is_integer() {
            None
        } else {
            let (low, high) = number.neighbours()?;
            let (left, right) = (self.of_number(low)?, self.of_number(high)?);
            Thermograph::from_options(std::iter::once(&*left), std::iter::once(&*right))?
        };
        let thermograph = self.unique(thermograph.unwrap_or_else(|| Thermograph::of_integer(number)));
        self.of_numbers.insert(number, Arc::clone(&thermograph));
        Ok(thermograph)
    }

    /// The one copy of a thermograph.
    fn unique(&mut self, thermograph: Thermograph) -> Arc<Thermograph> {
        if let Some(kept) = self.distinct.get(&thermograph) {
            return Arc::clone(kept);
        }
        let kept = Arc::new(thermograph);
        self.distinct.insert(Arc::clone(&kept));
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean, temperature, and the corners of the walls as `t:value`.
    fn check(text: &str, mean: &str, temperature: &str, left: &str, right: &str) {
        let mut forms = Forms::new();
        let form = forms.parse(text).expect(text);
        let thermograph = forms.thermograph(form).expect("small");
        let corners = |wall: &Trajectory| {
            let corners = wall.corners().iter().map(|corner| format!("{}:{}", corner.t, corner.value));
            corners.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(thermograph.mean().to_string(), mean, "mean of {text}");
        assert_eq!(thermograph.temperature().to_string(), temperature, "temperature of {text}");
        assert_eq!(corners(thermograph.left()), left, "left wall of {text}");
        assert_eq!(corners(thermograph.right()), right, "right wall of {text}");
    }

    #[test]
    fn the_papers_examples() {
        check("{3|0}", "3/2", "3/2", "-1:4 3/2:3/2", "-1:-1 3/2:3/2");
        check("{{3|0}|-3}", "-3/4", "9/4", "-1:0 3/2:0 9/4:-3/4", "-1:-4 9/4:-3/4");
        check("{{3|0},1|-3}", "-3/4", "9/4", "-1:2 1:0 3/2:0 9/4:-3/4", "-1:-4 9/4:-3/4");
    }

    #[test]
    fn numbers_and_infinitesimals() {
        check("5", "5", "-1", "-1:5", "-1:5");
        check("1/2", "1/2", "-1/2", "-1:1 -1/2:1/2", "-1:0 -1/2:1/2");
        check("3/4", "3/4", "-1/4", "-1:1 -1/2:1 -1/4:3/4", "-1:0 -1/4:3/4");
        check("*", "0", "0", "-1:1 0:0", "-1:-1 0:0");
        check("^", "0", "0", "-1:1 0:0", "-1:0");
        check("+-1", "0", "1", "-1:2 1:0", "-1:-2 1:0");
    }
}
