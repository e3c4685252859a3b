//! All boards of a small box with given numbers of amazons, numbered.
//!
//! A board is a *placement* of the amazons and a set of empty squares among the rest; everything else is shot.
//! Its number is the number of the placement times the number of possible sets, plus the number of the set.
//! Boards that have fallen apart are boards like any others, so that an option is a look-up: no region is ever
//! cut out or turned. The layers are the numbers of empty squares.
//!
//! A smaller region lies in some corner of the box with the rest shot, so that a box holds all regions that
//! fit into it.

mod classes;

use crate::board::Board;
use crate::geometry::DIRECTIONS;
use std::sync::OnceLock;
use yomikiri_game::{Catalogue, Player};

/// The largest box: sets of squares are 32-bit words, and there are tables by set of amazons.
pub const MOST_SQUARES: u32 = 25;

/// The boards of a box.
#[derive(Clone, Debug)]
pub struct Endgames {
    width: u8,
    height: u8,
    /// How many amazons Left and Right have.
    amazons: [u32; 2],
    most_empty: u32,
    /// For Left and for Right: the sets of squares of their amazons by number …
    sets: [Vec<u32>; 2],
    /// … and the numbers by set.
    numbers: [Vec<u32>; 2],
    /// How many squares have no amazon.
    others: u32,
    /// How many sets of at most `most_empty` of them there are.
    vacancies: usize,
    symmetries: Vec<Symmetry>,
    /// The squares in each direction from each square.
    rays: Vec<[u32; 8]>,
    near: Vec<u32>,
    /// For each placement, how many placements of representatives come before it; listed when it is first needed.
    places: OnceLock<Vec<u32>>,
}

/// A symmetry of the box, perhaps with the colours exchanged.
#[derive(Clone, Debug)]
struct Symmetry {
    exchanges: bool,
    /// The images of sets of squares, eight squares at a time.
    images: Vec<[u32; 256]>,
}

impl Symmetry {
    fn image(&self, set: u32) -> u32 {
        let bytes = set.to_le_bytes();
        self.images.iter().zip(bytes).fold(0, |image, (table, byte)| image | table[usize::from(byte)])
    }
}

/// Why there is no such catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndgamesError {
    /// Too small or too large.
    #[error("a box of {width}x{height}: it must have 2 to {MOST_SQUARES} squares, at most 10 in a row")]
    Box {
        /// The number of columns.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// More amazons than squares, or none.
    #[error(
        "{left} and {right} amazons: a box of {squares} squares has room for 1 to {squares}, at most 8 a side"
    )]
    Amazons {
        /// Left's.
        left: u32,
        /// Right's.
        right: u32,
        /// Squares in the box.
        squares: u32,
    },
    /// The numbers of the boards do not fit.
    #[error("there are too many boards of that kind (at most {most} can be numbered)")]
    TooMany {
        /// The limit.
        most: usize,
    },
}

/// Numbers of boards have 32 bits; more would not fit in memory anyway.
const MOST_BOARDS: usize = u32::MAX as usize;

fn binomial(n: u32, k: u32) -> usize {
    (0..k).fold(1, |product, i| product * (n - i) as usize / (i + 1) as usize)
}

/// The sets of `count` of `squares` squares, as numbers rise, and the number of each.
fn sets_of(squares: u32, count: u32) -> (Vec<u32>, Vec<u32>) {
    let sets: Vec<u32> = (0..1u32 << squares).filter(|set| set.count_ones() == count).collect();
    let mut numbers = vec![u32::MAX; 1 << squares];
    for (number, &set) in (0..).zip(&sets) {
        numbers[set as usize] = number;
    }
    (sets, numbers)
}

/// A board of the catalogue, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Parts {
    amazons: [u32; 2],
    vacant: u32,
}

impl Endgames {
    /// The boards of a box of `width` by `height` squares with so many amazons and at most `most_empty` empty
    /// squares (`None`: any number).
    ///
    /// # Errors
    /// If there is no such box, or it is too large.
    pub fn new(
        width: usize,
        height: usize,
        [left, right]: [u32; 2],
        most_empty: Option<u32>,
    ) -> Result<Self, EndgamesError> {
        let squares = width.saturating_mul(height);
        if !(2..=MOST_SQUARES as usize).contains(&squares) || width > 10 || height > 10 {
            return Err(EndgamesError::Box { width, height });
        }
        let squares = squares as u32;
        if left > 8 || right > 8 || left + right > squares || left + right == 0 {
            return Err(EndgamesError::Amazons { left, right, squares });
        }
        let others = squares - left - right;
        let most_empty = most_empty.unwrap_or(others).min(others);
        let vacancies: usize = (0..=most_empty).map(|k| binomial(others, k)).sum();
        let placements = binomial(squares, left).saturating_mul(binomial(squares, right));
        if placements.saturating_mul(vacancies) > MOST_BOARDS {
            return Err(EndgamesError::TooMany { most: MOST_BOARDS });
        }
        let (left_sets, left_numbers) = sets_of(squares, left);
        let (right_sets, right_numbers) = sets_of(squares, right);
        let (width, height) = (width as u8, height as u8);
        let mut endgames = Self {
            width,
            height,
            amazons: [left, right],
            most_empty,
            sets: [left_sets, right_sets],
            numbers: [left_numbers, right_numbers],
            others,
            vacancies,
            symmetries: Vec::new(),
            rays: Vec::new(),
            near: Vec::new(),
            places: OnceLock::new(),
        };
        endgames.lay_out();
        Ok(endgames)
    }

    /// The memory that [`Endgames::new`] takes for a box that it accepts, to the nearest megabyte or so.
    #[must_use]
    pub fn memory(width: usize, height: usize, amazons: [u32; 2]) -> u64 {
        let squares = width.saturating_mul(height).min(MOST_SQUARES as usize) as u32;
        let sets = amazons.map(|count| if count <= squares { binomial(squares, count) as u64 } else { 0 });
        // The sets of each player, in a list that grows by doubling, and their numbers by set; then the symmetries.
        2 * 4 * (sets[0] + sets[1]) + 2 * (4 << squares) + (1 << 17)
    }

    /// Fills the tables of lines and symmetries.
    fn lay_out(&mut self) {
        let (width, height) = (self.width as i8, self.height as i8);
        let squares = self.width * self.height;
        for square in 0..squares as i8 {
            let rays = DIRECTIONS.map(|(dx, dy)| {
                let steps = (1..).map(|step| (square % width + dx * step, square / width + dy * step));
                let inside = steps.take_while(|&(x, y)| (0..width).contains(&x) && (0..height).contains(&y));
                inside.fold(0, |ray, (x, y)| ray | 1u32 << (y * width + x))
            });
            let near = DIRECTIONS.iter().filter_map(|&(dx, dy)| {
                let (x, y) = (square % width + dx, square / width + dy);
                ((0..width).contains(&x) && (0..height).contains(&y)).then(|| 1u32 << (y * width + x))
            });
            self.near.push(near.sum());
            self.rays.push(rays);
        }
        for exchanges in [false, true] {
            if exchanges && self.amazons[0] != self.amazons[1] {
                continue;
            }
            for symmetry in 0..8 {
                // Rows and columns can be exchanged only in a square box.
                if symmetry & 4 != 0 && width != height {
                    continue;
                }
                let image = |square: u8| {
                    let (mut x, mut y) = (square % self.width, square / self.width);
                    if symmetry & 1 != 0 {
                        x = self.width - 1 - x;
                    }
                    if symmetry & 2 != 0 {
                        y = self.height - 1 - y;
                    }
                    if symmetry & 4 != 0 {
                        (x, y) = (y, x);
                    }
                    y * self.width + x
                };
                let table = |first: u8| {
                    std::array::from_fn(|byte| {
                        let bits = (0..8u8).filter(|bit| byte >> bit & 1 == 1 && first + bit < squares);
                        bits.fold(0, |set, bit| set | 1u32 << image(first + bit))
                    })
                };
                let images = (0..squares).step_by(8).map(table).collect();
                self.symmetries.push(Symmetry { exchanges, images });
            }
        }
    }

    /// The number of columns of the box.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The number of rows of the box.
    #[must_use]
    pub fn height(&self) -> u8 {
        self.height
    }

    /// How many amazons Left and Right have.
    #[must_use]
    pub fn amazons(&self) -> [u32; 2] {
        self.amazons
    }

    /// The greatest number of empty squares.
    #[must_use]
    pub fn most_empty(&self) -> u32 {
        self.most_empty
    }

    /// How many boards have exactly `empty` empty squares.
    #[must_use]
    pub fn boards(&self, empty: u32) -> u64 {
        let squares = self.others + self.amazons[0] + self.amazons[1];
        let left = binomial(squares, self.amazons[0]);
        let right = binomial(squares - self.amazons[0], self.amazons[1]);
        (left * right * binomial(self.others, empty)) as u64
    }

    /// The placements of amazons that are possible.
    fn placements(&self) -> impl Iterator<Item = [u32; 2]> {
        let [lefts, rights] = &self.sets;
        lefts.iter().flat_map(move |&left| {
            rights.iter().filter(move |&&right| left & right == 0).map(move |&right| [left, right])
        })
    }

    /// The sets of exactly `empty` of the squares without amazons, close together, by rising number.
    fn masks(&self, empty: u32) -> impl Iterator<Item = u32> + use<> {
        let others = self.others;
        let first = if empty == 0 { Some(0) } else { (empty <= others).then(|| (1u32 << empty) - 1) };
        std::iter::successors(first, move |&mask| {
            if mask == 0 {
                return None;
            }
            // The next greater word with as many bits.
            let low = mask & mask.wrapping_neg();
            let high = mask + low;
            let next = (((high ^ mask) >> 2) / low) | high;
            (next < 1 << others).then_some(next)
        })
    }

    /// Squares without amazons, counted without the amazons between them, as squares of the box.
    fn spread(&self, mut mask: u32, amazons: [u32; 2]) -> u32 {
        let mut taken = amazons[0] | amazons[1];
        while taken != 0 {
            let low = (taken & taken.wrapping_neg()) - 1;
            mask = mask & low | (mask & !low) << 1;
            taken &= taken - 1;
        }
        mask
    }

    /// The opposite of [`Self::spread`].
    fn close(&self, mut vacant: u32, amazons: [u32; 2]) -> u32 {
        let mut taken = amazons[0] | amazons[1];
        while taken != 0 {
            let top = 31 - taken.leading_zeros();
            let low = (1u32 << top) - 1;
            vacant = vacant & low | vacant >> 1 & !low;
            taken &= !(1 << top);
        }
        vacant
    }

    /// The number of a set of empty squares among those that are possible.
    fn rank(&self, mask: u32) -> usize {
        if self.most_empty == self.others {
            return mask as usize;
        }
        // First all smaller sets, then those of the same size with smaller words.
        let size = mask.count_ones();
        let mut rank: usize = (0..size).map(|k| binomial(self.others, k)).sum();
        let mut left = mask;
        let mut count = 0;
        while left != 0 {
            count += 1;
            let bit = left.trailing_zeros();
            rank += if bit >= count { binomial(bit, count) } else { 0 };
            left &= left - 1;
        }
        rank
    }

    /// The set with a number: the opposite of [`Self::rank`].
    fn unrank(&self, mut rank: usize) -> u32 {
        if self.most_empty == self.others {
            return rank as u32;
        }
        let mut size = 0;
        while rank >= binomial(self.others, size) {
            rank -= binomial(self.others, size);
            size += 1;
        }
        let mut mask = 0;
        let mut bit = self.others;
        for count in (1..=size).rev() {
            loop {
                bit -= 1;
                let below = if bit >= count { binomial(bit, count) } else { 0 };
                if below <= rank {
                    rank -= below;
                    mask |= 1 << bit;
                    break;
                }
            }
        }
        mask
    }

    fn number(&self, parts: Parts) -> usize {
        self.placement_number(parts.amazons) * self.vacancies
            + self.rank(self.close(parts.vacant, parts.amazons))
    }

    fn placement_number(&self, [left, right]: [u32; 2]) -> usize {
        let left = self.numbers[0][left as usize] as usize;
        left * self.sets[1].len() + self.numbers[1][right as usize] as usize
    }

    fn parts(&self, number: usize) -> Parts {
        let (placement, rank) = (number / self.vacancies, number % self.vacancies);
        let (left, right) = (placement / self.sets[1].len(), placement % self.sets[1].len());
        let amazons = [self.sets[0][left], self.sets[1][right]];
        Parts { amazons, vacant: self.spread(self.unrank(rank), amazons) }
    }

    fn image_of(&self, parts: Parts, symmetry: &Symmetry) -> Parts {
        let [left, right] = parts.amazons.map(|set| symmetry.image(set));
        let amazons = if symmetry.exchanges { [right, left] } else { [left, right] };
        Parts { amazons, vacant: symmetry.image(parts.vacant) }
    }

    /// The squares that a queen can go to.
    fn reach(&self, from: u32, vacant: u32) -> u32 {
        let mut reach = 0;
        for (direction, &ray) in self.rays[from as usize].iter().enumerate() {
            let blockers = ray & !vacant;
            reach |= if blockers == 0 {
                ray
            } else {
                let (dx, dy) = DIRECTIONS[direction];
                // Squares are numbered row by row: in half of the directions the nearest has the least number.
                let rising = dy > 0 || dy == 0 && dx > 0;
                let nearest = if rising { blockers.trailing_zeros() } else { 31 - blockers.leading_zeros() };
                ray & !self.rays[nearest as usize][direction] & !(1 << nearest)
            };
        }
        reach
    }

    /// The number of a board, if it fits into the box once rows and columns without open squares are cut off.
    #[must_use]
    pub fn number_of(&self, board: &Board) -> Option<usize> {
        let trimmed = board.trimmed();
        let fitting = trimmed
            .images()
            .into_iter()
            .find(|image| image.width() <= self.width && image.height() <= self.height)?;
        let moved = |set: u128| {
            crate::board::squares(set).fold(0u32, |moved, square| {
                moved | 1 << (square / fitting.width() * self.width + square % fitting.width())
            })
        };
        let amazons = Player::BOTH.map(|player| moved(fitting.amazons(player)));
        let vacant = moved(fitting.vacant());
        let fits = amazons.map(u32::count_ones) == self.amazons && vacant.count_ones() <= self.most_empty;
        fits.then(|| self.number(Parts { amazons, vacant }))
    }

    /// The board with a number.
    #[must_use]
    pub fn board(&self, number: usize) -> Board {
        let parts = self.parts(number);
        let open = parts.vacant | parts.amazons[0] | parts.amazons[1];
        Board::from_sets(self.width, self.height, open.into(), parts.amazons.map(u128::from))
    }
}

impl Catalogue for Endgames {
    fn size(&self) -> usize {
        self.sets[0].len() * self.sets[1].len() * self.vacancies
    }

    fn layers(&self) -> usize {
        self.most_empty as usize + 1
    }

    fn representatives(&self, layer: usize) -> Vec<usize> {
        let masks: Vec<u32> = self.masks(layer as u32).collect();
        let mut found = Vec::new();
        for placement in self.representative_placements() {
            let amazons = self.parts(placement * self.vacancies).amazons;
            // Only symmetries that keep the amazons where they are can lead to a smaller number.
            let keeping: Vec<_> = self
                .symmetries
                .iter()
                .filter(|symmetry| self.image_of(Parts { amazons, vacant: 0 }, symmetry).amazons == amazons)
                .collect();
            let least = |&mask: &u32| {
                let vacant = self.spread(mask, amazons);
                keeping.iter().all(|symmetry| self.close(symmetry.image(vacant), amazons) >= mask)
            };
            let numbers =
                masks.iter().copied().filter(least).map(|mask| placement * self.vacancies + self.rank(mask));
            found.extend(numbers);
        }
        found
    }

    fn options(&self, position: usize, player: Player, each: &mut impl FnMut(usize)) {
        let Parts { amazons, vacant } = self.parts(position);
        let mut movers = amazons[player as usize];
        while movers != 0 {
            let from = movers.trailing_zeros();
            movers &= movers - 1;
            let mut targets = self.reach(from, vacant);
            while targets != 0 {
                let to = targets.trailing_zeros();
                targets &= targets - 1;
                let free = vacant & !(1 << to) | 1 << from;
                let mut moved = amazons;
                moved[player as usize] ^= 1 << from | 1 << to;
                let placement = self.placement_number(moved) * self.vacancies;
                let mut arrows = self.reach(to, free);
                while arrows != 0 {
                    let arrow = arrows & arrows.wrapping_neg();
                    arrows &= arrows - 1;
                    each(placement + self.rank(self.close(free & !arrow, moved)));
                }
            }
        }
    }

    fn images(&self, position: usize, each: &mut impl FnMut(usize, bool)) {
        let parts = self.parts(position);
        for symmetry in &self.symmetries {
            each(self.number(self.image_of(parts, symmetry)), symmetry.exchanges);
        }
    }

    fn simpler(&self, position: usize) -> Option<usize> {
        let parts = self.parts(position);
        let [left, right] = parts.amazons;
        let (mut seen, mut fresh) = (left | right, left | right);
        while fresh != 0 {
            let square = fresh.trailing_zeros();
            fresh &= fresh - 1;
            let new = self.near[square as usize] & parts.vacant & !seen;
            seen |= new;
            fresh |= new;
        }
        let vacant = parts.vacant & seen;
        (vacant != parts.vacant).then(|| self.number(Parts { vacant, ..parts }))
    }
}
