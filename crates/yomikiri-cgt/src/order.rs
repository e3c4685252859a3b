//! Comparing games.
//!
//! G ≤ H if Left, moving second, wins H − G: no left option of G is ≥ H, and no right option of H is ≤ G.
//! Most comparisons never get that far, because stops are monotone: G ≤ H implies that both stops of G are
//! at most those of H, and a left stop below the other's right stop decides.
//!
//! A number needs no options of its own: nobody gains by moving in a number while there is something else
//! to move in (number avoidance), so against a number only the other game's options are looked at.

use crate::forms::{Form, Forms};
use crate::memo::Memo;

impl Forms {
    /// Whether G ≤ H: with either player to move, H is at least as good for Left.
    pub fn le(&mut self, g: Form, h: Form) -> bool {
        let mut memo = std::mem::replace(&mut self.memo, Memo::new(0));
        let result = self.le_with(&mut memo, g, h);
        self.memo = memo;
        result
    }

    /// [`Forms::le`], remembering results elsewhere, so that several threads can compare in one arena.
    pub fn le_with(&self, memo: &mut Memo, g: Form, h: Form) -> bool {
        if g == h {
            return true;
        }
        let (of_g, of_h) = (self.node(g), self.node(h));
        if of_g.left_stop > of_h.left_stop || of_g.right_stop > of_h.right_stop {
            return false;
        }
        if of_g.left_stop < of_h.right_stop {
            return true;
        }
        if self.as_number(g).is_some() {
            return !self.right_options(h).iter().any(|&right| self.le_with(memo, right, g));
        }
        if self.as_number(h).is_some() {
            return !self.left_options(g).iter().any(|&left| self.le_with(memo, h, left));
        }
        if let Some(known) = memo.get(g, h) {
            return known;
        }
        let result = !self.left_options(g).iter().any(|&left| self.le_with(memo, h, left))
            && !self.right_options(h).iter().any(|&right| self.le_with(memo, right, g));
        memo.set(g, h, result);
        result
    }
}
