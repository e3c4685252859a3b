//! The strategies for many sums of games of one set.
//!
//! [`crate::strategies`] looks thermographs up and adds fractions. Whoever wants the choices in millions of sums of the
//! same games has all that done once: a [`Book`] knows the thermograph of every game of a set in whole multiples of one
//! unit, and every left option by its place in the set. The player is Left; a set that holds the negative of each of its
//! games has Right's choices, too.

use crate::dyadic::{Dyadic, TooLarge};
use crate::forms::{Form, Forms};
use crate::strategies::{Heated, Number, ambient, hottest, supporting, widest};
use crate::thermograph::Thermograph;
use yomikiri_game::Player;

/// What the strategies need to know of every game of a set.
#[derive(Clone, Debug)]
pub struct Book {
    set: Vec<Form>,
    pages: Vec<Page>,
}

/// Why there is no book of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookError {
    /// A number does not fit.
    #[error(transparent)]
    Number(#[from] TooLarge),
    /// Somebody can move out of the set.
    #[error("a move leads to a game that is not in the set")]
    NotClosed,
}

/// A move of Left in a sum of games of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The part to move in.
    pub part: usize,
    /// The game to move to, by its place in the set.
    pub option: u32,
}

/// A game of the set.
#[derive(Clone, Debug)]
struct Page {
    is_number: bool,
    temperature: i64,
    /// Corners at temperatures from 0 up, of the left and the right wall.
    walls: [Vec<(i64, i64)>; 2],
    /// Left's options, by their places in the set.
    options: Vec<u32>,
    /// The option that supports the left wall at the temperature of the game.
    hottest: Option<u32>,
}

/// Whole multiples of the unit. They are checked once, when a book is made: see [`scaled`].
impl Number for i64 {
    const ZERO: Self = 0;

    fn plus(self, other: Self) -> Result<Self, TooLarge> {
        Ok(self + other)
    }

    fn minus(self, other: Self) -> Result<Self, TooLarge> {
        Ok(self - other)
    }
}

/// A number in units of 1/2^halvings, if a few thousand such numbers can be added up.
fn scaled(number: Dyadic, halvings: u32) -> Result<i64, TooLarge> {
    const LIMIT: i128 = 1 << 50;
    let scaled = i128::from(number.numerator()) << (halvings - number.halvings());
    if scaled.abs() < LIMIT { Ok(scaled as i64) } else { Err(TooLarge) }
}

impl Heated for Page {
    type Number = i64;

    fn temperature(&self) -> i64 {
        self.temperature
    }

    fn wall_at(&self, player: Player, t: i64) -> Result<i64, TooLarge> {
        let wall = &self.walls[player as usize];
        let next = wall.iter().position(|corner| corner.0 > t);
        Ok(match next {
            None => wall[wall.len() - 1].1,
            // Nobody asks below 0, where the walls begin.
            Some(0) => wall[0].1,
            Some(next) => {
                let ((t0, v0), (_, v1)) = (wall[next - 1], wall[next]);
                // Slopes are −1, 0 and 1.
                v0 + (v1 - v0).signum() * (t - t0)
            }
        })
    }

    fn each_bend(&self, each: &mut dyn FnMut(i64) -> Result<(), TooLarge>) -> Result<(), TooLarge> {
        self.walls.iter().flatten().try_for_each(|&(t, _)| each(t))
    }
}

impl Book {
    /// The book of a set, which must hold all left options of its games.
    ///
    /// # Errors
    /// If it does not, or a number does not fit.
    pub fn new(forms: &mut Forms, set: &[Form]) -> Result<Self, BookError> {
        let thermographs: Vec<_> =
            set.iter().map(|&form| forms.thermograph(form)).collect::<Result<_, _>>()?;
        let mut places = vec![u32::MAX; forms.len()];
        for (place, form) in (0..).zip(set) {
            places[form.index() as usize] = place;
        }
        let corners = thermographs.iter().flat_map(|of| Player::BOTH.map(|player| of.wall(player).corners()));
        let numbers = corners.flatten().flat_map(|corner| [corner.t, corner.value]);
        let halvings = numbers.map(Dyadic::halvings).max().unwrap_or(0);
        let mut pages = Vec::with_capacity(set.len());
        for (&form, thermograph) in set.iter().zip(&thermographs) {
            let left = forms.left_options(form);
            let options: Vec<u32> = left.iter().map(|option| places[option.index() as usize]).collect();
            if options.contains(&u32::MAX) {
                return Err(BookError::NotClosed);
            }
            pages.push(Page {
                is_number: forms.as_number(form).is_some(),
                temperature: scaled(thermograph.temperature(), halvings)?,
                walls: [
                    wall(thermograph, Player::First, halvings)?,
                    wall(thermograph, Player::Second, halvings)?,
                ],
                options,
                hottest: None,
            });
        }
        let mut book = Self { set: set.to_vec(), pages };
        for at in 0..book.pages.len() {
            // A cold game is asked about at 0, where its walls begin.
            let t = book.pages[at].temperature.max(0);
            book.pages[at].hottest = book.supporter(at as u32, t)?;
        }
        Ok(book)
    }

    /// The set.
    #[must_use]
    pub fn set(&self) -> &[Form] {
        &self.set
    }

    fn supporter(&self, game: u32, t: i64) -> Result<Option<u32>, TooLarge> {
        let options = &self.pages[game as usize].options;
        let pages = options.iter().map(|&option| &self.pages[option as usize]);
        Ok(supporting(pages, Player::First, t)?.map(|at| options[at]))
    }

    /// The parts of a sum that are no numbers.
    fn hot<'a>(&'a self, sum: &'a [u32]) -> impl Iterator<Item = (usize, &'a Page)> {
        let pages = sum.iter().map(|&part| &self.pages[part as usize]);
        pages.enumerate().filter(|(_, page)| !page.is_number)
    }

    /// Hotstrat's move in a sum of games, given by their places; `None` in a sum of numbers.
    #[must_use]
    pub fn hotstrat(&self, sum: &[u32]) -> Option<Entry> {
        let (part, _) = hottest(self.hot(sum))?;
        Some(Entry { part, option: self.pages[sum[part] as usize].hottest? })
    }

    /// Thermostrat's move in a sum of games, given by their places; `None` in a sum of numbers.
    #[must_use]
    pub fn thermostrat(&self, sum: &[u32]) -> Option<Entry> {
        let choose = || {
            let t = ambient(sum.iter().map(|&part| &self.pages[part as usize]), Player::First)?;
            let Some(part) = widest(self.hot(sum), t)? else {
                return Ok(None);
            };
            Ok::<_, TooLarge>(self.supporter(sum[part], t)?.map(|option| Entry { part, option }))
        };
        // Numbers that fitted when the book was made fit in a sum.
        choose().ok().flatten()
    }
}

/// The corners of a wall from temperature 0 up.
fn wall(thermograph: &Thermograph, player: Player, halvings: u32) -> Result<Vec<(i64, i64)>, TooLarge> {
    let wall = thermograph.wall(player);
    let mut corners = vec![(0, scaled(wall.at(Dyadic::ZERO)?, halvings)?)];
    for corner in wall.corners().iter().filter(|corner| corner.t > Dyadic::ZERO) {
        corners.push((scaled(corner.t, halvings)?, scaled(corner.value, halvings)?));
    }
    Ok(corners)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategies::{Part, hotstrat, thermostrat};
    use rustc_hash::FxHashSet;
    use yomikiri_game::SplitMix64;

    /// All games that moves lead to.
    fn closure(forms: &Forms, games: &[Form]) -> Vec<Form> {
        let mut seen: FxHashSet<Form> = FxHashSet::default();
        let mut set = Vec::new();
        let mut todo = games.to_vec();
        while let Some(form) = todo.pop() {
            if seen.insert(form) {
                set.push(form);
                todo.extend(forms.left_options(form).iter().chain(forms.right_options(form)));
            }
        }
        set
    }

    /// A book chooses as the strategies do that look everything up.
    #[test]
    fn choices_are_those_of_the_strategies() {
        let mut forms = Forms::new();
        let mut random = SplitMix64::new(7);
        let mut games = Vec::new();
        for text in
            ["{{3|0},1|-3}", "{4|-2,{-1|-3}}", "{2|-2}", "{2|0}", "^", "*2", "+-1", "1/2", "{1/4|-1/8}", "3"]
        {
            games.push(forms.parse(text).expect(text));
        }
        for _ in 0..300 {
            let mut some = || -> Vec<Form> {
                (0..1 + random.below(2)).map(|_| games[random.below(games.len())]).collect()
            };
            let (left, right) = (some(), some());
            if let Ok(game) = forms.game(&left, &right) {
                games.push(game);
            }
        }
        let set = closure(&forms, &games);
        let book = Book::new(&mut forms, &set).expect("closed");
        let mut chosen = 0;
        for _ in 0..3000 {
            let sum: Vec<u32> = (0..2 + random.below(3)).map(|_| random.below(set.len()) as u32).collect();
            let parts: Vec<Part> =
                sum.iter().map(|&part| Part::of_form(&forms, set[part as usize])).collect();
            for (fast, slow) in [
                (book.hotstrat(&sum), hotstrat(&mut forms, &parts, Player::First)),
                (book.thermostrat(&sum), thermostrat(&mut forms, &parts, Player::First)),
            ] {
                let slow = slow
                    .expect("small")
                    .map(|choice| (choice.part, parts[choice.part].options[0][choice.option]));
                assert_eq!(fast.map(|entry| (entry.part, set[entry.option as usize])), slow, "{sum:?}");
                chosen += usize::from(slow.is_some());
            }
        }
        assert!(chosen > 4000, "{chosen}");
    }

    #[test]
    fn a_set_must_hold_its_options() {
        let mut forms = Forms::new();
        let hot = forms.parse("{3|0}").expect("well written");
        assert_eq!(Book::new(&mut forms, &[hot]).err(), Some(BookError::NotClosed));
    }
}
