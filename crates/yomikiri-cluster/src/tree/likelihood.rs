//! How likely it is that the answer will rest on a leaf.
//!
//! A job is wasted if the answer follows without it. So leaves are given out in the order of the likelihood that they are
//! needed, estimated from the numbers alone:
//!
//! - **Who wins.** A leaf is won by the attacker with the chance disproof / (proof + disproof). The player to move loses a
//!   position if he loses all its children, so chances are multiplied on the way up. The numbers of a position would tell less:
//!   where all moves lose, the easiest one to refute has a small number, and hides that the others have large ones.
//! - **What is needed.** If the player to move loses, every child is needed. It makes sense to begin with the one that looks best
//!   for him, in case he wins after all, so the others count a little less. If he wins, one child is enough: the best, as it
//!   seems, and another one with a likelihood that falls with the ratio of their numbers.
//! - **A leaf with a job** is as good as its likelihood times a factor: it can be expanded so that others can help, if it is likely
//!   to take more than one job anyway.
//!
//! The likelihood of a leaf is the product along the path to it. Each node has the largest product below it, as a sum of
//! logarithms (its distance), which goes up the tree together with the numbers; a choice is one walk down. Every factor of the
//! best child is 1, so that the first job is the leaf that df-pn would search next.
//!
//! Rejected: virtual proof numbers, which make a child look worse by a share of its number for every job in it. They say how
//! many workers are in a child, but not whether anybody needs more of them there. Of the work of 256 simulated workers, more
//! than half went into second moves of a player who had a first one that won, and into moves that lose (`docs/cluster.md`).

use super::{Node, Tree};
use yomikiri_search::{INFINITE, Numbers};

/// The distance of what cannot be given out.
const NONE: f32 = f32::INFINITY;
/// Nobody is certain to win before it is proved.
const LEAST_CHANCE: f32 = 1e-6;
/// The distance of a leaf that is expanded only if there is nothing else to do.
const LAST_RESORT: f32 = 1e3;

/// What is known about the jobs that a node could give out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Likelihood {
    /// The chance that the attacker wins.
    pub(super) chance: f32,
    /// Minus the logarithm of the likelihood that the best leaf is needed, if this node is.
    pub(super) distance: f32,
}

impl Likelihood {
    /// Of a leaf without jobs.
    pub(super) fn of_leaf(numbers: Numbers) -> Self {
        Self { chance: chance(numbers), distance: if numbers.is_decided() { NONE } else { 0.0 } }
    }

    pub(super) fn is_available(self) -> bool {
        self.distance < NONE
    }
}

fn chance(numbers: Numbers) -> f32 {
    match numbers.answer() {
        Some(true) => 1.0,
        Some(false) => 0.0,
        None => {
            let (proof, disproof) = (numbers.proof as f32, numbers.disproof as f32);
            (disproof / (proof + disproof)).clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE)
        }
    }
}

/// What the moves of a position have in common.
#[derive(Clone, Copy)]
pub(super) struct Moves {
    /// Whether the player to move attacks.
    attacks: bool,
    /// The best number of a child.
    least: u32,
    /// The chance that all moves lose.
    lost: f32,
}

/// Where the player to move loses, the power of the ratio of their numbers with which one move is more urgent than another, for
/// so many workers. Few do best if they stay near the move that df-pn would search next: refuting it tells much about the others.
/// Many would get into each other's way.
pub(super) fn order_of_replies(workers: u32) -> f32 {
    (16.0 / workers.max(1) as f32).clamp(0.1, 2.0)
}

impl Tree {
    /// Fits the choice of leaves to so many workers.
    pub fn set_workers(&mut self, workers: u32) {
        self.order_of_replies = order_of_replies(workers);
    }

    /// The distance from a position with such moves to a child.
    pub(super) fn distance_to(&self, child: &Node, moves: Moves) -> f32 {
        let number = child.numbers.of_mover(moves.attacks);
        if number <= moves.least {
            return 0.0;
        }
        let ratio = moves.least as f32 / number as f32;
        let if_lost = ratio.powf(self.order_of_replies);
        let if_won = self.settings.second_move * ratio;
        -(moves.lost * if_lost + (1.0 - moves.lost) * if_won).ln()
    }

    /// What the moves of a node have in common.
    pub(super) fn moves_of(&self, node: &Node) -> Moves {
        let mut moves = Moves { attacks: node.attacks, least: INFINITE, lost: 1.0 };
        for &child in &node.children {
            let child = &self.nodes[child as usize];
            let chance = child.likelihood.chance;
            moves.lost *= if node.attacks { 1.0 - chance } else { chance };
            moves.least = moves.least.min(child.numbers.of_mover(node.attacks));
        }
        moves.lost = moves.lost.clamp(LEAST_CHANCE, 1.0 - LEAST_CHANCE);
        moves
    }

    /// The likelihood of a node that has these numbers.
    pub(super) fn likelihood_of(&self, node: &Node, numbers: Numbers) -> Likelihood {
        if numbers.is_decided() {
            return Likelihood::of_leaf(numbers);
        }
        if node.is_leaf() {
            return Likelihood { chance: chance(numbers), distance: self.distance_of_leaf(node, numbers) };
        }
        let moves = self.moves_of(node);
        let mut distance = NONE;
        for &child in &node.children {
            let child = &self.nodes[child as usize];
            // Most children are too far away by themselves.
            if child.likelihood.distance < distance {
                let through = child.likelihood.distance + self.distance_to(child, moves);
                distance = distance.min(through);
            }
        }
        Likelihood { chance: if node.attacks { 1.0 - moves.lost } else { moves.lost }, distance }
    }

    fn distance_of_leaf(&self, leaf: &Node, numbers: Numbers) -> f32 {
        if leaf.jobs.is_empty() {
            0.0
        } else if self.hardness.is_hard(numbers) {
            -self.settings.help.ln()
        } else {
            LAST_RESORT
        }
    }
}
