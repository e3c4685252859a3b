//! Proof and disproof numbers.
//!
//! The proof number of a node is the least number of open leaves that must be proved for the node to be
//! proved (the question answered yes); the disproof number likewise for no. Numbers here are absolute, not
//! relative to the player to move, because players need not alternate.

use yomikiri_game::Outlook;

/// A node's proof number and disproof number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// How hard it looks to prove.
    pub proof: u32,
    /// How hard it looks to disprove.
    pub disproof: u32,
}

/// Stands for "cannot be (dis)proved".
pub const INFINITE: u32 = u32::MAX;
/// Sums that grow beyond it stay at it: large, but not decided.
const LARGEST: u32 = INFINITE >> 1;

impl Numbers {
    /// A leaf of which nothing is known.
    pub(crate) const OPEN: Self = Self { proof: 1, disproof: 1 };

    /// A first guess for a position that has not been searched. To succeed, its player to move needs one
    /// good reply; to stop him, his opponent has to deal with all of them, but only with few of them if he
    /// threatens to win.
    ///
    /// Both get harder the more is left to play, and the defender's good reply is harder to find than the
    /// attacker's. (Power and factor were found by trial: `docs/trax-performance.md`.)
    pub(crate) fn guess(outlook: Outlook, mover_attacks: bool) -> Self {
        const REPLIES_TO_A_THREAT: u64 = 2;
        let replies = if outlook.threatened { REPLIES_TO_A_THREAT } else { outlook.replies.into() };
        let Some(left) = outlook.left else {
            return Self::for_mover(mover_attacks, 1, clamped(replies));
        };
        let left = u64::from(left).min(1 << 16);
        let one_reply = if mover_attacks { 1 } else { 2 };
        let hardness = |replies: u64| clamped(replies * left.pow(2) / 16);
        Self::for_mover(mover_attacks, hardness(one_reply), hardness(replies))
    }

    /// The numbers of a node with this answer.
    #[must_use]
    pub const fn decided(answer: bool) -> Self {
        if answer { Self { proof: 0, disproof: INFINITE } } else { Self { proof: INFINITE, disproof: 0 } }
    }

    /// The answer, if the node is decided.
    #[must_use]
    pub fn answer(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// Whether a search can have come to these numbers.
    #[must_use]
    pub fn is_possible(self) -> bool {
        match self.answer() {
            Some(answer) => self == Self::decided(answer),
            None => self.proof <= LARGEST && self.disproof <= LARGEST,
        }
    }

    /// Whether the node is decided.
    #[must_use]
    pub fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The number that the player to move tries to bring to 0: the proof number for the attacker.
    #[inline]
    #[must_use]
    pub fn of_mover(self, mover_attacks: bool) -> u32 {
        if mover_attacks { self.proof } else { self.disproof }
    }

    /// The other one.
    #[inline]
    #[must_use]
    pub fn of_opponent(self, mover_attacks: bool) -> u32 {
        self.of_mover(!mover_attacks)
    }

    /// The same with the number of the player to move increased for each of `others`, but not to infinity: by a
    /// sixteenth, since numbers are large where much is left to play, if all of `helpers` are there. (More makes threads
    /// go where there is little to find: `docs/trax-performance.md`.)
    #[inline]
    #[must_use]
    pub fn worse_for_mover(self, mover_attacks: bool, others: u32, helpers: u32) -> Self {
        let now = u64::from(self.of_mover(mover_attacks));
        let worse = clamped(now + u64::from(others) * (1 + now / (16 * u64::from(helpers.max(1)))));
        Self::for_mover(mover_attacks, worse, self.of_opponent(mover_attacks))
    }

    /// The same with the number of the opponent of the player to move halved: he has come here by a move that was good elsewhere.
    #[inline]
    pub(crate) fn better_for_opponent(self, mover_attacks: bool) -> Self {
        let halved = clamped(u64::from(self.of_opponent(mover_attacks)) / 2);
        Self::for_mover(mover_attacks, self.of_mover(mover_attacks), halved)
    }

    /// The numbers, given from the point of view of the player to move.
    #[inline]
    #[must_use]
    pub fn for_mover(mover_attacks: bool, of_mover: u32, of_opponent: u32) -> Self {
        if mover_attacks {
            Self { proof: of_mover, disproof: of_opponent }
        } else {
            Self { proof: of_opponent, disproof: of_mover }
        }
    }
}

/// As a number that is not decided.
fn clamped(number: u64) -> u32 {
    number.clamp(1, LARGEST.into()) as u32
}

/// How many bits of a number a table entry keeps: all of numbers below 2²¹, of larger ones the highest 20 or 21.
const KEPT_BITS: u32 = 21;
/// [`INFINITE`] in 24 bits.
const ROUNDED_INFINITE: u32 = (1 << 24) - 1;

/// A number in 24 bits, rounded down. Neither 0 nor infinity is ever reached by rounding.
pub(crate) fn rounded(number: u32) -> u32 {
    if number == INFINITE {
        return ROUNDED_INFINITE;
    }
    let exponent = (u32::BITS - number.leading_zeros()).saturating_sub(KEPT_BITS);
    (exponent << (KEPT_BITS - 1)) + (number >> exponent)
}

/// The number again.
pub(crate) fn unrounded(rounded: u32) -> u32 {
    if rounded == ROUNDED_INFINITE {
        return INFINITE;
    }
    let exponent = (rounded >> (KEPT_BITS - 1)).saturating_sub(1);
    (rounded - (exponent << (KEPT_BITS - 1))) << exponent
}

/// A node's numbers as they follow from its children's, and what it takes to choose among them.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    /// The numbers of the node.
    pub numbers: Numbers,
    /// The first child with the least number for the player to move.
    pub best: usize,
    /// The least number for the player to move among the other children.
    pub second: u32,
    /// The sum for the opponent over all children, however large.
    pub sum: u64,
}

/// Sums up the children of a node: the player to move needs one of them, his opponent all.
pub fn summarise(children: impl Iterator<Item = Numbers>, mover_attacks: bool) -> Summary {
    let (mut best, mut least, mut second, mut sum) = (0, INFINITE, INFINITE, 0u64);
    for (number, child) in children.enumerate() {
        let own = child.of_mover(mover_attacks);
        if own < least {
            second = least;
            least = own;
            best = number;
        } else if own < second {
            second = own;
        }
        sum += u64::from(child.of_opponent(mover_attacks));
    }
    let of_opponent = if least == 0 { INFINITE } else { u32::try_from(sum).unwrap_or(LARGEST).min(LARGEST) };
    Summary { numbers: Numbers::for_mover(mover_attacks, least, of_opponent), best, second, sum }
}

/// How far a node may be searched: until its proof or its disproof number reaches these.
#[derive(Clone, Copy, Debug)]
pub struct Thresholds(pub Numbers);

impl Thresholds {
    /// Until it is decided.
    pub const NONE: Self = Self(Numbers { proof: INFINITE, disproof: INFINITE });

    /// Whether a node with these numbers may be searched further.
    #[inline]
    #[must_use]
    pub fn allow(self, numbers: Numbers) -> bool {
        numbers.proof < self.0.proof && numbers.disproof < self.0.disproof
    }

    /// How far the best child may be searched: until another child is better by the margin ε, or the node
    /// itself has reached its thresholds. `child` is always allowed at least one step, so that a search goes
    /// on even where sums have run into the largest number.
    #[inline]
    #[must_use]
    pub fn for_best_child(
        self,
        summary: &Summary,
        child: Numbers,
        mover_attacks: bool,
        epsilon: f64,
    ) -> Self {
        let margin = ((f64::from(summary.second) * epsilon) as u32).saturating_add(1);
        let of_mover = summary.second.saturating_add(margin).min(self.0.of_mover(mover_attacks));
        let own_limit = self.0.of_opponent(mover_attacks);
        let child_part = child.of_opponent(mover_attacks);
        let of_opponent = if own_limit == INFINITE {
            INFINITE
        } else {
            let others = summary.sum - u64::from(child_part);
            (u64::from(own_limit)).saturating_sub(others) as u32
        };
        let at_least_a_step = |limit: u32, now: u32| limit.max(now.saturating_add(1));
        Self(Numbers::for_mover(
            mover_attacks,
            at_least_a_step(of_mover, child.of_mover(mover_attacks)),
            at_least_a_step(of_opponent, child_part),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_keeps_the_highest_bits() {
        for number in (0..=1 << 21).chain([INFINITE]) {
            assert_eq!(unrounded(rounded(number)), number);
        }
        for number in (1 << 21..LARGEST).step_by(10_007).chain([LARGEST]) {
            let kept = unrounded(rounded(number));
            assert!(rounded(number) < ROUNDED_INFINITE && kept <= number && number - kept <= number >> 20);
        }
    }
}
