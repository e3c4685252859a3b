//! The values of a whole catalogue of positions, layer by layer, on all cores.
//!
//! The values of one layer need only those of lower layers, and the options of a canonical form are values of
//! positions that can follow: nothing new is ever needed but the results themselves. So the threads reduce
//! the positions of a layer against an arena that stands still, without a lock, and one thread then enters the
//! results in the order of the catalogue. Forms get the same numbers however many threads there are.

use crate::dyadic::TooLarge;
use crate::forms::{Form, Forms, Intractable};
use crate::memo::Memo;
use crate::reduce::{Options, Reduced};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use yomikiri_game::{Catalogue, Player, Progress, Stopped};

/// Why a layer was not filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfilled {
    /// It was asked to stop.
    #[error("stopped")]
    Stopped,
    /// A value is out of reach.
    #[error(transparent)]
    Value(#[from] Intractable),
}

/// The values of the positions of a catalogue, as far as they are known.
#[derive(Clone, Debug)]
pub struct Values {
    /// A form for every position.
    of_positions: Vec<Form>,
    memo_bits: u32,
    /// What each thread remembers of comparisons, from layer to layer.
    memos: Vec<Memo>,
}

/// The most slots that a thread's memo has use for, as a power of two: 32 MB.
const MOST_MEMO_BITS: u32 = 22;
/// The least, 32 KB. Smaller ones are slower, but never wrong.
const LEAST_MEMO_BITS: u32 = 12;
/// Positions, for each thread, whose values are found before any is entered.
const BLOCK: usize = 1 << 12;
/// Positions that a thread takes at a time.
const CHUNK: usize = 64;

/// What a thread found out about some positions, one after the other.
#[derive(Default)]
struct Found {
    /// For each position, what it is.
    kinds: Vec<Kind>,
    /// The options of those that are no numbers, one after the other.
    options: Vec<Form>,
}

/// What a position is.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// The same as a position of a lower layer.
    Known(Form),
    /// A number, or a game with so many left and right options.
    Reduced(Reduced, u32, u32),
}

impl Kind {
    /// What a game with these options is; the options are reduced.
    pub(crate) fn of(forms: &Forms, memo: &mut Memo, options: &mut Options) -> Result<Self, TooLarge> {
        let reduced = forms.reduce(memo, options)?;
        Ok(match reduced {
            Reduced::Number(_) => Self::Reduced(reduced, 0, 0),
            Reduced::Game => Self::Reduced(reduced, options.left.len() as u32, options.right.len() as u32),
        })
    }

    /// The form of it, entered if it is new; `options` are those of a game.
    pub(crate) fn keep(self, forms: &mut Forms, options: &Options) -> Result<Form, Intractable> {
        match self {
            Self::Known(form) => Ok(form),
            Self::Reduced(reduced, ..) => forms.keep(reduced, options),
        }
    }
}

impl Values {
    /// No values yet, for a catalogue.
    #[must_use]
    pub fn new(catalogue: &impl Catalogue) -> Self {
        Self::with_memos(catalogue, usize::MAX)
    }

    /// The same; each thread may take so much memory, or what little it needs, to remember comparisons.
    #[must_use]
    pub fn with_memos(catalogue: &impl Catalogue, bytes: usize) -> Self {
        let bits = (bytes / size_of::<u64>()).max(1).ilog2();
        Self {
            of_positions: vec![Form::ZERO; catalogue.size()],
            memo_bits: bits.clamp(LEAST_MEMO_BITS, MOST_MEMO_BITS),
            memos: Vec::new(),
        }
    }

    /// The memory that [`Values::with_memos`] takes for a catalogue of this size, and [`Values::fill_layer`] while it
    /// fills a layer with so many classes; without the forms.
    #[must_use]
    pub fn memory(size: usize, largest_layer: usize, threads: NonZeroUsize, memo: usize) -> u64 {
        /// A stack, and options of a position in several stages of their reduction.
        const THREAD: u64 = 160 << 10;
        /// Options of a position in the results of a block, on average and with room to grow.
        const OPTIONS: usize = 96;
        let memo = memo.clamp(size_of::<u64>() << LEAST_MEMO_BITS, size_of::<u64>() << MOST_MEMO_BITS);
        let by_class = size_of::<usize>() + size_of::<(usize, Form)>();
        let block = (BLOCK * threads.get()).min(largest_layer) * (size_of::<Kind>() + OPTIONS);
        size as u64 * size_of::<Form>() as u64
            // Lists grow by doubling.
            + 2 * (largest_layer * by_class) as u64
            + block as u64
            + threads.get() as u64 * (THREAD + memo as u64)
    }

    /// Whether the value of a position follows from those of its options.
    ///
    /// # Errors
    /// If a number does not fit.
    pub fn follows(
        &mut self,
        forms: &Forms,
        catalogue: &impl Catalogue,
        position: usize,
    ) -> Result<bool, TooLarge> {
        let mut memo = self.memos.pop().unwrap_or_else(|| Memo::new(self.memo_bits));
        let mut options = Options::default();
        let kind = self.reduce(forms, catalogue, position, &mut memo, &mut options);
        self.memos.push(memo);
        let value = self.of_positions[position];
        Ok(match kind? {
            Kind::Known(form) => form == value,
            Kind::Reduced(Reduced::Number(number), ..) => forms.as_number(value) == Some(number),
            Kind::Reduced(Reduced::Game, ..) => {
                forms.left_options(value) == options.left && forms.right_options(value) == options.right
            }
        })
    }

    /// The value of a position in a layer that has been filled.
    #[must_use]
    pub fn get(&self, position: usize) -> Form {
        self.of_positions[position]
    }

    /// Enters what is known about a class of positions.
    pub fn set(&mut self, forms: &Forms, catalogue: &impl Catalogue, representative: usize, value: Form) {
        self.set_each(forms, catalogue, representative, value, |_| ());
    }

    /// The same, and tells of every position of the class.
    pub(crate) fn set_each(
        &mut self,
        forms: &Forms,
        catalogue: &impl Catalogue,
        representative: usize,
        value: Form,
        mut of: impl FnMut(usize),
    ) {
        let negative = forms.negative(value);
        catalogue.images(representative, &mut |image, exchanged| {
            self.of_positions[image] = if exchanged { negative } else { value };
            of(image);
        });
    }

    /// Finds the values of a layer; all lower layers must have been filled. Gives them by representative, in
    /// the order of the catalogue.
    ///
    /// # Errors
    /// If a value is out of reach or `progress` says stop; then nothing has changed but the forms.
    pub fn fill_layer<C: Catalogue>(
        &mut self,
        forms: &mut Forms,
        catalogue: &C,
        layer: usize,
        threads: NonZeroUsize,
        progress: &Progress,
    ) -> Result<Vec<(usize, Form)>, Unfilled> {
        let representatives = catalogue.representatives(layer);
        let mut values = Vec::with_capacity(representatives.len());
        // Values of the layer do not depend on each other, so they can be entered at any time.
        for block in representatives.chunks(BLOCK * threads.get()) {
            let found = self.reduce_all(forms, catalogue, block, threads, progress)?;
            enter(forms, found, block, &mut values)?;
        }
        for &(position, value) in &values {
            self.set(forms, catalogue, position, value);
        }
        Ok(values)
    }

    /// Reduces positions on all threads; the results are in chunks, in order.
    fn reduce_all<C: Catalogue>(
        &mut self,
        forms: &Forms,
        catalogue: &C,
        representatives: &[usize],
        threads: NonZeroUsize,
        progress: &Progress,
    ) -> Result<Vec<Found>, Unfilled> {
        let chunks: Vec<_> = representatives.chunks(CHUNK).collect();
        let workers = threads.get().min(chunks.len()).max(1);
        let mut memos = std::mem::take(&mut self.memos);
        memos.resize_with(memos.len().max(workers), || Memo::new(self.memo_bits));
        let next = AtomicUsize::new(0);
        let values = &*self;
        let work = |memo: &mut Memo| {
            let mut options = Options::default();
            let mut results = Vec::new();
            loop {
                let at = next.fetch_add(1, Relaxed);
                let Some(&positions) = chunks.get(at) else {
                    return Ok::<_, Unfilled>(results);
                };
                let mut found = Found::default();
                for &position in positions {
                    let kind = values.reduce(forms, catalogue, position, memo, &mut options);
                    let kind = kind.map_err(Intractable::from)?;
                    if let Kind::Reduced(Reduced::Game, ..) = kind {
                        found.options.extend_from_slice(&options.left);
                        found.options.extend_from_slice(&options.right);
                    }
                    found.kinds.push(kind);
                }
                progress.advance(positions.len() as u64).map_err(|Stopped| Unfilled::Stopped)?;
                results.push((at, found));
            }
        };
        let results = std::thread::scope(|scope| {
            let mut memos = memos[..workers].iter_mut();
            let Some(own) = memos.next() else {
                return Ok(Vec::new());
            };
            // If there are no more threads to be had, fewer do the same.
            let spawn = |memo| std::thread::Builder::new().spawn_scoped(scope, || work(memo)).ok();
            let workers: Vec<_> = memos.map_while(spawn).collect();
            let mut results = work(own)?;
            for worker in workers {
                match worker.join() {
                    Ok(more) => results.extend(more?),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            Ok::<_, Unfilled>(results)
        });
        self.memos = memos;
        let mut results = results?;
        results.sort_unstable_by_key(|&(at, _)| at);
        Ok(results.into_iter().map(|(_, found)| found).collect())
    }

    /// What a position is, by the values of its options.
    pub(crate) fn reduce<C: Catalogue>(
        &self,
        forms: &Forms,
        catalogue: &C,
        position: usize,
        memo: &mut Memo,
        options: &mut Options,
    ) -> Result<Kind, TooLarge> {
        if let Some(simpler) = catalogue.simpler(position) {
            return Ok(Kind::Known(self.of_positions[simpler]));
        }
        options.left.clear();
        options.right.clear();
        catalogue
            .options(position, Player::First, &mut |option| options.left.push(self.of_positions[option]));
        catalogue
            .options(position, Player::Second, &mut |option| options.right.push(self.of_positions[option]));
        Kind::of(forms, memo, options)
    }
}

/// Enters what was found about positions, in their order.
fn enter(
    forms: &mut Forms,
    found: Vec<Found>,
    positions: &[usize],
    values: &mut Vec<(usize, Form)>,
) -> Result<(), Intractable> {
    let mut options = Options::default();
    for (found, positions) in found.into_iter().zip(positions.chunks(CHUNK)) {
        let mut rest = &found.options[..];
        for (kind, &position) in found.kinds.into_iter().zip(positions) {
            if let Kind::Reduced(_, lefts, rights) = kind {
                let (own, others) = rest.split_at(lefts as usize + rights as usize);
                rest = others;
                options.set(own.split_at(lefts as usize));
            }
            values.push((position, kind.keep(forms, &options)?));
        }
    }
    Ok(())
}
