//! What a store keeps of a tree, and the tree that comes of it again.

use super::{Hardness, JobNumber, NewChild, Node, Settings, Tree, order_of_replies};
use rustc_hash::FxHashMap;
use yomikiri_game::Key;
use yomikiri_search::Numbers;

/// A node as a store keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeRecord {
    /// Its key.
    pub key: Key,
    /// The first parent and the move from there; `None` for the root.
    pub origin: Option<(Key, String)>,
    /// Whether the player to move is the one whose win is asked about.
    pub attacks: bool,
    /// What is known of it as a leaf.
    pub own: Numbers,
    /// What it has cost as a leaf.
    pub work: u64,
    /// The answer that was proved of it, apart from its children.
    pub proved: Option<bool>,
    /// Its children.
    pub children: Vec<Key>,
}

/// Why records are no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the stored tree is damaged: {0}")]
pub struct NoTree(&'static str);

impl Tree {
    /// The tree that records describe, without jobs.
    ///
    /// # Errors
    /// If they describe none.
    pub fn restored(
        root: Key,
        records: &[NodeRecord],
        settings: Settings,
        first_job: JobNumber,
    ) -> Result<Self, NoTree> {
        let (at_root, others): (Vec<&NodeRecord>, Vec<&NodeRecord>) =
            records.iter().partition(|record| record.key == root);
        let records: Vec<&NodeRecord> = at_root.into_iter().chain(others).collect();
        let index: FxHashMap<Key, u32> =
            records.iter().enumerate().map(|(at, record)| (record.key, at as u32)).collect();
        let place = |key: Key| index.get(&key).copied().ok_or(NoTree("a position is missing"));
        if place(root)? != 0 || index.len() != records.len() {
            return Err(NoTree("a position is there twice"));
        }
        let mut nodes = Vec::with_capacity(records.len());
        for record in &records {
            let (m, parents) = match &record.origin {
                Some((parent, m)) if record.key != root => (m.clone(), vec![place(*parent)?]),
                None if record.key == root => (String::new(), Vec::new()),
                _ => return Err(NoTree("the root alone has no parent")),
            };
            let child = NewChild { m, key: record.key, attacks: record.attacks, numbers: record.own };
            let mut node = Node::new(&child, parents);
            (node.work, node.proved) = (record.work, record.proved);
            node.children = record.children.iter().map(|&key| place(key)).collect::<Result<_, _>>()?;
            nodes.push(node);
        }
        for at in 0..nodes.len() as u32 {
            for child in nodes[at as usize].children.clone() {
                if !nodes[child as usize].parents.contains(&at) {
                    nodes[child as usize].parents.push(at);
                }
            }
        }
        let jobs = FxHashMap::default();
        let hardness = Hardness::default();
        let mut tree = Self {
            settings,
            order_of_replies: order_of_replies(1),
            nodes,
            index,
            jobs,
            next_job: first_job,
            hardness,
            may_cancel: false,
        };
        for at in tree.children_first()? {
            tree.recompute(at);
        }
        Ok(tree)
    }

    /// All nodes, each after its children.
    fn children_first(&self) -> Result<Vec<u32>, NoTree> {
        let mut waiting: Vec<usize> = self.nodes.iter().map(|node| node.children.len()).collect();
        let mut order: Vec<u32> =
            (0..self.nodes.len() as u32).filter(|&at| waiting[at as usize] == 0).collect();
        let mut next = 0;
        while let Some(&at) = order.get(next) {
            next += 1;
            for &parent in &self.nodes[at as usize].parents {
                if self.nodes[parent as usize].children.contains(&at) {
                    waiting[parent as usize] -= 1;
                    if waiting[parent as usize] == 0 {
                        order.push(parent);
                    }
                }
            }
        }
        if order.len() == self.nodes.len() { Ok(order) } else { Err(NoTree("positions lead to themselves")) }
    }

    /// A node as a store keeps it.
    #[must_use]
    pub fn record(&self, key: Key) -> Option<NodeRecord> {
        let node = self.at(key)?;
        let key_at = |&at: &u32| self.nodes[at as usize].key;
        Some(NodeRecord {
            key,
            origin: node.parents.first().map(|parent| (key_at(parent), node.m.to_string())),
            attacks: node.attacks,
            own: node.own,
            work: node.work,
            proved: node.proved,
            children: node.children.iter().map(key_at).collect(),
        })
    }
}
