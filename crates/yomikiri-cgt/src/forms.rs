//! All games that have come up, each once.
//!
//! [`Forms`] is an arena of canonical forms. A game is a [`Form`], a small integer that means something only
//! together with its arena; equal games are the same integer, so that equality is free, a comparison can be
//! remembered under a pair of integers, and a database of positions is an array of them.
//!
//! Numbers are leaves: 1000 is one entry, not a chain of a thousand games. That is sound because number
//! avoidance and the simplicity theorem say what a number's options would have said (see `order` and
//! `reduce`). The arena is closed under negation, so that the negative of a form is a look-up.

use crate::dyadic::{Dyadic, TooLarge};
use crate::memo::Memo;
use crate::thermograph::Thermographs;
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// A game in canonical form, as an entry of [`Forms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form(u32);

impl Form {
    /// The game in which nobody can move.
    pub const ZERO: Self = Self(0);

    /// Its number in the arena; options come before the games that have them.
    #[must_use]
    pub fn index(self) -> u32 {
        self.0
    }
}

/// Why a game has no value here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Intractable {
    /// A number does not fit.
    #[error(transparent)]
    Number(#[from] TooLarge),
    /// There are too many different games in it.
    #[error("the game is too complex: it takes more than {limit} different games to write it down")]
    TooMany {
        /// How many forms may be kept.
        limit: u32,
    },
    /// Its games take too much memory.
    #[error("the games need more than the {bytes} bytes of memory that they may use")]
    Memory {
        /// What they may take.
        bytes: usize,
    },
}

/// What is kept of a form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// Where its options begin: the left ones, then the right ones.
    start: u32,
    lefts: u16,
    rights: u16,
    is_number: bool,
    negative: Form,
    pub(crate) left_stop: Dyadic,
    pub(crate) right_stop: Dyadic,
}

/// An arena of canonical forms.
///
/// Methods that only read take `&self`; those that may meet a new game, or compare, take `&mut self`.
#[derive(Clone, Debug)]
pub struct Forms {
    nodes: Vec<Node>,
    options: Vec<Form>,
    /// Forms that are not numbers, by their options.
    games: HashTable<Form>,
    numbers: FxHashMap<Dyadic, Form>,
    limit: u32,
    most_bytes: usize,
    pub(crate) memo: Memo,
    pub(crate) sums: FxHashMap<(Form, Form), Form>,
    pub(crate) thermographs: Thermographs,
}

/// Identifiers have 31 bits in the memo.
const MOST_FORMS: u32 = 1 << 31;
/// Slots of the memo, as a power of two: 8 MB.
const MEMO_BITS: u32 = 20;

impl Default for Forms {
    fn default() -> Self {
        Self::new()
    }
}

impl Forms {
    /// An arena that holds 0 alone.
    #[must_use]
    pub fn new() -> Self {
        Self::with_limit(MOST_FORMS)
    }

    /// The same, but it will not hold more than about that many forms.
    #[must_use]
    pub fn with_limit(limit: u32) -> Self {
        let mut forms = Self {
            nodes: Vec::new(),
            options: Vec::new(),
            games: HashTable::new(),
            numbers: FxHashMap::default(),
            limit: limit.min(MOST_FORMS),
            most_bytes: usize::MAX,
            memo: Memo::new(MEMO_BITS),
            sums: FxHashMap::default(),
            thermographs: Thermographs::default(),
        };
        forms.push_number(Dyadic::ZERO, Form::ZERO);
        forms
    }

    /// The same as [`Forms::new`], but new forms are refused once the arena takes so much memory.
    #[must_use]
    pub fn within(bytes: usize) -> Self {
        Self { most_bytes: bytes, ..Self::new() }
    }

    /// The memory that it takes, with thermographs and sums, but without the memo of comparisons that [`Forms::le`]
    /// uses, and without room that lists have not used yet.
    #[must_use]
    pub fn bytes(&self) -> usize {
        // A hash table has a byte for every slot besides, and is at most seven eighths full.
        self.nodes.len() * size_of::<Node>()
            + self.options.len() * size_of::<Form>()
            + self.games.allocation_size()
            + self.numbers.capacity() * (size_of::<(Dyadic, Form)>() + 1) * 8 / 7
            + self.sums.capacity() * (size_of::<(Form, Form, Form)>() + 1) * 8 / 7
            + self.thermographs.bytes()
    }

    /// How many forms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: there is always 0.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// All forms; options come before the games that have them.
    pub fn all(&self) -> impl Iterator<Item = Form> + use<> {
        (0..self.nodes.len() as u32).map(Form)
    }

    /// The form of that number, if there is one.
    #[must_use]
    pub fn nth(&self, index: u32) -> Option<Form> {
        ((index as usize) < self.nodes.len()).then_some(Form(index))
    }

    #[inline]
    pub(crate) fn node(&self, form: Form) -> &Node {
        &self.nodes[form.0 as usize]
    }

    /// The left options of a game that is not a number; of a number, nothing.
    #[inline]
    #[must_use]
    pub fn left_options(&self, form: Form) -> &[Form] {
        let node = self.node(form);
        &self.options[node.start as usize..][..node.lefts.into()]
    }

    /// The right options of a game that is not a number; of a number, nothing.
    #[inline]
    #[must_use]
    pub fn right_options(&self, form: Form) -> &[Form] {
        let node = self.node(form);
        &self.options[node.start as usize + usize::from(node.lefts)..][..node.rights.into()]
    }

    /// The number that this game is, if it is one.
    #[inline]
    #[must_use]
    pub fn as_number(&self, form: Form) -> Option<Dyadic> {
        let node = self.node(form);
        node.is_number.then_some(node.left_stop)
    }

    /// The number that play ends in if Left moves first and both do their best.
    #[must_use]
    pub fn left_stop(&self, form: Form) -> Dyadic {
        self.node(form).left_stop
    }

    /// The number that play ends in if Right moves first and both do their best.
    #[must_use]
    pub fn right_stop(&self, form: Form) -> Dyadic {
        self.node(form).right_stop
    }

    /// The game with the players exchanged.
    #[inline]
    #[must_use]
    pub fn negative(&self, form: Form) -> Form {
        self.node(form).negative
    }

    /// A number as a game.
    ///
    /// # Errors
    /// If the arena is full.
    pub fn number(&mut self, number: Dyadic) -> Result<Form, Intractable> {
        if let Some(&form) = self.numbers.get(&number) {
            return Ok(form);
        }
        let form = self.next_form()?;
        // Both at once, each naming the other.
        self.push_number(number, Form(form.0 + 1));
        self.push_number(-number, form);
        Ok(form)
    }

    /// The form of a number that has come up before.
    pub(crate) fn existing_number(&self, number: Dyadic) -> Option<Form> {
        self.numbers.get(&number).copied()
    }

    fn push_number(&mut self, number: Dyadic, negative: Form) {
        let form = Form(self.nodes.len() as u32);
        self.nodes.push(Node {
            start: 0,
            lefts: 0,
            rights: 0,
            is_number: true,
            negative,
            left_stop: number,
            right_stop: number,
        });
        self.numbers.insert(number, form);
    }

    fn next_form(&self) -> Result<Form, Intractable> {
        // A form comes with its negative.
        if self.nodes.len() + 2 > self.limit as usize || self.options.len() > u32::MAX as usize / 2 {
            return Err(Intractable::TooMany { limit: self.limit });
        }
        if self.bytes() > self.most_bytes {
            return Err(Intractable::Memory { bytes: self.most_bytes });
        }
        Ok(Form(self.nodes.len() as u32))
    }

    /// The game with these options, which must be those of a canonical form that is not a number, sorted.
    pub(crate) fn intern(&mut self, left: &[Form], right: &[Form]) -> Result<Form, Intractable> {
        debug_assert!(left.is_sorted() && right.is_sorted() && !left.is_empty() && !right.is_empty());
        if let Some(form) = self.find(left, right) {
            return Ok(form);
        }
        let form = self.next_form()?;
        let negated = |forms: &[Form]| {
            let mut negated: Vec<_> = forms.iter().map(|&form| self.negative(form)).collect();
            negated.sort_unstable();
            negated
        };
        let (minus_right, minus_left) = (negated(right), negated(left));
        if minus_right == left && minus_left == right {
            self.push_game(left, right, form)?;
        } else {
            self.push_game(left, right, Form(form.0 + 1))?;
            self.push_game(&minus_right, &minus_left, form)?;
        }
        Ok(form)
    }

    /// The game with these options, of which the caller knows that they are those of a canonical form; for
    /// databases, which keep nothing else. Other options give a form that is equal to no other.
    ///
    /// # Errors
    /// If the arena is full.
    pub fn restore(&mut self, left: &[Form], right: &[Form]) -> Result<Form, Intractable> {
        if left.is_empty() || right.is_empty() {
            return self.game(left, right);
        }
        let sorted = |options: &[Form]| {
            let mut options = options.to_vec();
            options.sort_unstable();
            options.dedup();
            options
        };
        self.intern(&sorted(left), &sorted(right))
    }

    fn find(&self, left: &[Form], right: &[Form]) -> Option<Form> {
        let same = |&form: &Form| self.left_options(form) == left && self.right_options(form) == right;
        self.games.find(hash(left, right), same).copied()
    }

    fn push_game(&mut self, left: &[Form], right: &[Form], negative: Form) -> Result<(), Intractable> {
        let form = Form(self.nodes.len() as u32);
        let left_stop = left.iter().map(|&option| self.right_stop(option)).max();
        let right_stop = right.iter().map(|&option| self.left_stop(option)).min();
        let too_many = || Intractable::TooMany { limit: self.limit };
        let node = Node {
            start: self.options.len() as u32,
            lefts: left.len().try_into().map_err(|_| too_many())?,
            rights: right.len().try_into().map_err(|_| too_many())?,
            is_number: false,
            negative,
            left_stop: left_stop.unwrap_or(Dyadic::ZERO),
            right_stop: right_stop.unwrap_or(Dyadic::ZERO),
        };
        self.nodes.push(node);
        self.options.extend_from_slice(left);
        self.options.extend_from_slice(right);
        let (nodes, options) = (&self.nodes, &self.options);
        self.games.insert_unique(hash(left, right), form, |form| {
            let node = nodes[form.0 as usize];
            let (left, right) = options[node.start as usize..].split_at(node.lefts.into());
            hash(left, &right[..node.rights.into()])
        });
        Ok(())
    }

    /// The number of options of a canonical form, a number's own included: the edges of the graph of forms.
    #[must_use]
    pub fn edges(&self, form: Form) -> usize {
        match self.as_number(form) {
            None => usize::from(self.node(form).lefts) + usize::from(self.node(form).rights),
            Some(number) if number == Dyadic::ZERO => 0,
            Some(number) if number.is_integer() => 1,
            Some(_) => 2,
        }
    }
}

fn hash(left: &[Form], right: &[Form]) -> u64 {
    let mut hasher = FxHasher::default();
    (left, right).hash(&mut hasher);
    hasher.finish()
}
