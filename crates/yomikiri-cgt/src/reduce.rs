//! From options to the canonical form.
//!
//! First the simplicity theorem: if some number x has no left option ≥ x and no right option ≤ x, the game
//! *is* the simplest such number. The numbers that the left options allow begin at the greatest of their
//! right stops, so this is a matter of two ends of an interval.
//!
//! Otherwise dominated options go, and reversible ones are bypassed. A left option with a right option R ≤ G
//! is replaced by the left options of R. If R is a number they can just go: G, being no number, has a left
//! option whose right stop is at least G's right stop and so at least R, which dominates any left option of
//! R. For the same reason an option that is a number, once nothing dominates it, is not reversible. So a
//! reduction makes no new forms but its result, and many can run in one arena at once.

use crate::dyadic::{Dyadic, End, TooLarge};
use crate::forms::{Form, Forms, Intractable};
use crate::memo::Memo;
use yomikiri_game::Player;

/// What a game with given options is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reduced {
    /// A number.
    Number(Dyadic),
    /// Not a number: the options are now those of its canonical form, sorted.
    Game,
}

/// Options of one game, and what is needed while they are reduced. Kept from game to game, so that
/// reductions allocate nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    pub(crate) left: Vec<Form>,
    pub(crate) right: Vec<Form>,
    kept: Vec<Form>,
    /// Comparisons with the game itself: a form, whether it was the smaller one, and the result.
    with_itself: Vec<(Form, bool, bool)>,
    /// The stops of the game itself.
    stops: Option<(Dyadic, Dyadic)>,
}

impl Options {
    /// Replaces the options.
    pub(crate) fn set(&mut self, (left, right): (&[Form], &[Form])) {
        self.left.clear();
        self.left.extend_from_slice(left);
        self.right.clear();
        self.right.extend_from_slice(right);
    }
}

impl Forms {
    /// The game with these options.
    ///
    /// # Errors
    /// If a number does not fit or there are too many games.
    pub fn game(&mut self, left: &[Form], right: &[Form]) -> Result<Form, Intractable> {
        let mut options = Options { left: left.to_vec(), right: right.to_vec(), ..Options::default() };
        let mut memo = std::mem::replace(&mut self.memo, Memo::new(0));
        let reduced = self.reduce(&mut memo, &mut options);
        self.memo = memo;
        self.keep(reduced?, &options)
    }

    /// The form of what [`Forms::reduce`] found.
    pub(crate) fn keep(&mut self, reduced: Reduced, options: &Options) -> Result<Form, Intractable> {
        match reduced {
            Reduced::Number(number) => self.number(number),
            Reduced::Game => self.intern(&options.left, &options.right),
        }
    }

    /// Finds the canonical form of the game with these options.
    pub(crate) fn reduce(&self, memo: &mut Memo, options: &mut Options) -> Result<Reduced, TooLarge> {
        for side in [&mut options.left, &mut options.right] {
            side.sort_unstable();
            side.dedup();
        }
        let low = self.end(memo, &options.left, Player::First);
        let high = self.end(memo, &options.right, Player::Second);
        if let Some(number) = Dyadic::simplest(low, high)? {
            return Ok(Reduced::Number(number));
        }
        // Not a number, so there are options on both sides.
        options.stops = low.zip(high).map(|(low, high)| (low.at, high.at));
        options.with_itself.clear();
        for player in Player::BOTH {
            self.drop_dominated(memo, options, player);
        }
        for player in Player::BOTH {
            if self.bypass_reversible(memo, options, player) {
                self.drop_dominated(memo, options, player);
            }
            options.side(player).sort_unstable();
        }
        Ok(Reduced::Game)
    }

    /// Where the numbers end that a player's options allow the game to be.
    fn end(&self, memo: &mut Memo, options: &[Form], player: Player) -> Option<End> {
        let stop = |option: Form| match player {
            Player::First => self.right_stop(option),
            Player::Second => self.left_stop(option),
        };
        let stops = options.iter().map(|&option| stop(option));
        let at = match player {
            Player::First => stops.max()?,
            Player::Second => stops.min()?,
        };
        // A stop is reached by playing, so it is one of the forms.
        let number = self.existing_number(at)?;
        // The end itself is allowed unless some option is at least as good as it.
        let included = !options.iter().any(|&option| {
            stop(option) == at
                && match player {
                    Player::First => self.le_with(memo, number, option),
                    Player::Second => self.le_with(memo, option, number),
                }
        });
        Some(End { at, included })
    }

    /// Removes the options that another option of the same player makes superfluous.
    fn drop_dominated(&self, memo: &mut Memo, options: &mut Options, player: Player) {
        let Options { left, right, kept, .. } = options;
        let side = match player {
            Player::First => left,
            Player::Second => right,
        };
        // The best come first. An option can dominate one that came before only if their stops agree.
        match player {
            Player::First => side.sort_unstable_by_key(|&option| {
                let node = self.node(option);
                std::cmp::Reverse((node.right_stop, node.left_stop, option))
            }),
            Player::Second => side.sort_unstable_by_key(|&option| {
                let node = self.node(option);
                (node.left_stop, node.right_stop, option)
            }),
        }
        let mut at_least_as_good = |a: Form, b: Form| match player {
            Player::First => self.le_with(memo, b, a),
            Player::Second => self.le_with(memo, a, b),
        };
        kept.clear();
        for &option in side.iter() {
            if !kept.iter().any(|&better| at_least_as_good(better, option)) {
                kept.retain(|&other| !at_least_as_good(option, other));
                kept.push(option);
            }
        }
        std::mem::swap(side, kept);
    }

    /// Replaces a player's reversible options by what they reverse to; says whether there were any.
    fn bypass_reversible(&self, memo: &mut Memo, options: &mut Options, player: Player) -> bool {
        let mut bypassed = false;
        let mut at = 0;
        while at < options.side(player).len() {
            let option = options.side(player)[at];
            let replies = match player {
                Player::First => self.right_options(option),
                Player::Second => self.left_options(option),
            };
            let reversing = replies.iter().find(|&&reply| match player {
                Player::First => self.le_itself(memo, options, reply),
                Player::Second => self.ge_itself(memo, options, reply),
            });
            let Some(&reversing) = reversing else {
                at += 1;
                continue;
            };
            bypassed = true;
            let side = options.side(player);
            side.swap_remove(at);
            let instead = match player {
                Player::First => self.left_options(reversing),
                Player::Second => self.right_options(reversing),
            };
            for &new in instead {
                if !side.contains(&new) {
                    side.push(new);
                }
            }
        }
        bypassed
    }

    /// Whether a form is at most the game that is being reduced.
    fn le_itself(&self, memo: &mut Memo, options: &mut Options, form: Form) -> bool {
        let node = self.node(form);
        if let Some((left_stop, right_stop)) = options.stops {
            if node.left_stop > left_stop || node.right_stop > right_stop {
                return false;
            }
            if node.left_stop < right_stop {
                return true;
            }
        }
        if let Some(known) = options.known(form, true) {
            return known;
        }
        let result = !options.right.iter().any(|&right| self.le_with(memo, right, form))
            && !self.left_options(form).iter().any(|&left| self.ge_itself(memo, options, left));
        options.with_itself.push((form, true, result));
        result
    }

    /// Whether a form is at least the game that is being reduced.
    fn ge_itself(&self, memo: &mut Memo, options: &mut Options, form: Form) -> bool {
        let node = self.node(form);
        if let Some((left_stop, right_stop)) = options.stops {
            if node.left_stop < left_stop || node.right_stop < right_stop {
                return false;
            }
            if node.right_stop > left_stop {
                return true;
            }
        }
        if let Some(known) = options.known(form, false) {
            return known;
        }
        let result = !options.left.iter().any(|&left| self.le_with(memo, form, left))
            && !self.right_options(form).iter().any(|&right| self.le_itself(memo, options, right));
        options.with_itself.push((form, false, result));
        result
    }
}

impl Options {
    fn side(&mut self, player: Player) -> &mut Vec<Form> {
        match player {
            Player::First => &mut self.left,
            Player::Second => &mut self.right,
        }
    }

    /// What was found before about a form and the game itself.
    fn known(&self, form: Form, smaller: bool) -> Option<bool> {
        let found = self.with_itself.iter().find(|&&(other, way, _)| other == form && way == smaller);
        found.map(|&(_, _, result)| result)
    }
}
