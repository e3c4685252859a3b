//! Best-first proof-number search with the whole tree in memory.
//!
//! From the root, the child that is cheapest for the player to move is followed to a leaf (the most-proving
//! node), the leaf is expanded, and the numbers are brought up to date on the way back, until the root is
//! decided or the memory is used up. It is a tree: a position reached by two move orders is two nodes.
//!
//! # References
//! - L. V. Allis, M. van der Meulen, H. J. van den Herik, *Proof-number search*, Artificial Intelligence 66,
//!   1994.

use crate::expansion::{Candidate, Expanded, NewChildren, Recalled, expand};
use crate::numbers::{Numbers, summarise};
use crate::question::Question;
use crate::solve::Shallow;
use crate::watch::{StopReason, Watch};
use std::ops::Range;
use yomikiri_game::{Game, Played, Tactics};

/// A node of the tree; `m` led to it.
struct Node<M> {
    m: Option<M>,
    numbers: Numbers,
    /// Where its children are; nowhere before it is expanded.
    first_child: u32,
    children: u32,
    /// At shallow depth 0: the answer that will be found when the node is visited.
    ended: Option<bool>,
}

impl<M> Node<M> {
    fn leaf(m: Option<M>, ended: Option<bool>) -> Self {
        Self { m, numbers: Numbers::OPEN, first_child: 0, children: 0, ended }
    }

    fn family(&self) -> Range<usize> {
        let first = self.first_child as usize;
        first..first + self.children as usize
    }
}

/// Answers the question about `game` in at most `memory` bytes.
pub(crate) fn search<G: Tactics>(
    game: &mut G,
    question: Question,
    shallow: Shallow,
    memory: u64,
    watch: &mut Watch<'_>,
) -> Result<bool, StopReason> {
    let capacity = memory / size_of::<Node<G::Move>>() as u64;
    let mut tree = Tree {
        question,
        shallow,
        nodes: vec![Node::leaf(None, None)],
        capacity: capacity.min(u64::from(u32::MAX)) as usize,
    };
    loop {
        let root = tree.nodes[0].numbers;
        watch.show_root(root.proof, root.disproof);
        watch.show_tree(tree.nodes.len() as u64, tree.capacity as u64);
        if let Some(answer) = root.answer() {
            return Ok(answer);
        }
        tree.develop(game, watch)?;
    }
}

struct Tree<M> {
    question: Question,
    shallow: Shallow,
    nodes: Vec<Node<M>>,
    capacity: usize,
}

impl<M: Copy + Eq> Tree<M> {
    /// Expands the most-proving node and updates the numbers above it. The game is as before.
    fn develop<G: Tactics<Move = M>>(
        &mut self,
        game: &mut G,
        watch: &mut Watch<'_>,
    ) -> Result<(), StopReason> {
        // The way down: each node with whether its player to move is the attacker, and how to take back
        // the move to the next one.
        let mut way = Vec::new();
        let mut at = 0;
        while self.nodes[at].children > 0 {
            let attacks = game.to_move() == self.question.can_win;
            let best = self.nodes[at].first_child as usize + self.summary(at, attacks).best;
            let m = self.nodes[best].m;
            let played = m.map(|m| game.play(m));
            let (Some(Played::Open(token)) | Some(Played::Over(_, token))) = played else {
                unreachable!("a child's move was played when it was found");
            };
            way.push((at, attacks, token));
            at = best;
        }
        watch.reached(way.len() as u32)?;
        let expanded = self.expand(at, game, watch);
        while let Some((at, attacks, token)) = way.pop() {
            game.undo(token);
            self.nodes[at].numbers = self.summary(at, attacks).numbers;
        }
        expanded
    }

    /// Makes sure that there is room for the children of one more node.
    fn reserve(&mut self) -> Result<(), StopReason> {
        /// More children than any node has.
        const CHILDREN: usize = 1 << 12;
        let wanted = self.nodes.len() + CHILDREN;
        if wanted <= self.nodes.capacity() {
            return Ok(());
        }
        if wanted > self.capacity {
            return Err(StopReason::Memory);
        }
        // By halves, but not beyond what is allowed.
        let more = (self.nodes.len() / 2).clamp(CHILDREN, self.capacity - self.nodes.len());
        self.nodes.try_reserve_exact(more).map_err(|_| StopReason::Memory)
    }

    fn summary(&self, at: usize, attacks: bool) -> crate::numbers::Summary {
        let family = &self.nodes[self.nodes[at].family()];
        summarise(family.iter().map(|child| child.numbers), attacks)
    }

    fn expand<G: Tactics<Move = M>>(
        &mut self,
        at: usize,
        game: &mut G,
        watch: &mut Watch<'_>,
    ) -> Result<(), StopReason> {
        if let Some(answer) = self.nodes[at].ended {
            watch.node()?;
            self.nodes[at].numbers = Numbers::decided(answer);
            return Ok(());
        }
        let first = self.nodes.len();
        let (question, shallow) = (self.question, self.shallow);
        let mut new_children = Leaves { question, nodes: &mut self.nodes };
        let expanded = expand(game, question, shallow, &mut new_children, watch)?;
        if !expanded.belongs_to_parent(self.shallow) || at == 0 {
            watch.node()?;
        }
        match expanded {
            Expanded::Finished(answer) | Expanded::Decided(answer) => {
                self.nodes.truncate(first);
                self.nodes[at].numbers = Numbers::decided(answer);
            }
            Expanded::Open => {
                self.nodes[at].first_child = first as u32;
                self.nodes[at].children = (self.nodes.len() - first) as u32;
                let attacks = game.to_move() == self.question.can_win;
                self.nodes[at].numbers = self.summary(at, attacks).numbers;
            }
        }
        self.reserve()
    }
}

/// Children as leaves at the end of the tree. A tree remembers no positions.
struct Leaves<'a, M> {
    question: Question,
    nodes: &'a mut Vec<Node<M>>,
}

impl<G: Game> NewChildren<G> for Leaves<'_, G::Move> {
    fn recall(&mut self, _: &mut G, _: G::Move) -> Recalled {
        Recalled::Nothing
    }

    fn add(&mut self, game: &mut G, Candidate { m, ended, outlook }: Candidate<G::Move>) {
        let numbers = Numbers::guess(outlook, game.to_move() == self.question.can_win);
        self.nodes.push(Node { numbers, ..Node::leaf(Some(m), ended) });
    }
}
