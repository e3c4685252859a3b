//! Canonical forms of random expressions, against an implementation that is as slow and plain as the definitions.

use std::collections::{BTreeSet, HashMap};
use yomikiri_cgt::{Form, Forms};
use yomikiri_game::SplitMix64;

/// Games as sets of options, each game once; nothing is simplified unless asked.
#[derive(Default)]
struct Plain {
    games: Vec<[BTreeSet<usize>; 2]>,
    numbers: HashMap<[BTreeSet<usize>; 2], usize>,
    comparisons: HashMap<(usize, usize), bool>,
    sums: HashMap<(usize, usize), usize>,
    canonical: HashMap<usize, usize>,
}

impl Plain {
    fn game(
        &mut self,
        left: impl IntoIterator<Item = usize>,
        right: impl IntoIterator<Item = usize>,
    ) -> usize {
        let options = [left.into_iter().collect(), right.into_iter().collect()];
        let next = self.games.len();
        let number = *self.numbers.entry(options.clone()).or_insert(next);
        if number == next {
            self.games.push(options);
        }
        number
    }

    fn options(&self, game: usize) -> [Vec<usize>; 2] {
        self.games[game].each_ref().map(|side| side.iter().copied().collect())
    }

    /// G ≤ H, by definition.
    fn le(&mut self, g: usize, h: usize) -> bool {
        if let Some(&known) = self.comparisons.get(&(g, h)) {
            return known;
        }
        let ([left, _], [_, right]) = (self.options(g), self.options(h));
        let result = !left.into_iter().any(|left| self.le(h, left))
            && !right.into_iter().any(|right| self.le(right, g));
        self.comparisons.insert((g, h), result);
        result
    }

    fn sum(&mut self, g: usize, h: usize) -> usize {
        if let Some(&known) = self.sums.get(&(g, h)) {
            return known;
        }
        let (of_g, of_h) = (self.options(g), self.options(h));
        let mut sides = [Vec::new(), Vec::new()];
        for at in [0, 1] {
            for &option in &of_g[at] {
                sides[at].push(self.sum(option, h));
            }
            for &option in &of_h[at] {
                sides[at].push(self.sum(g, option));
            }
        }
        let [left, right] = sides;
        let sum = self.game(left, right);
        self.sums.insert((g, h), sum);
        sum
    }

    fn negative(&mut self, g: usize) -> usize {
        let [left, right] = self.options(g);
        let minus_right: Vec<_> = right.into_iter().map(|option| self.negative(option)).collect();
        let minus_left: Vec<_> = left.into_iter().map(|option| self.negative(option)).collect();
        self.game(minus_right, minus_left)
    }

    /// The canonical form: options in canonical form, reversible ones bypassed and dominated ones removed, one at a time.
    fn canonical(&mut self, game: usize) -> usize {
        if let Some(&known) = self.canonical.get(&game) {
            return known;
        }
        let mut sides = self.options(game).map(|side| side.into_iter().collect::<Vec<_>>());
        for side in &mut sides {
            for option in side {
                *option = self.canonical(*option);
            }
        }
        while let Some(simpler) = self.simpler(game, &sides) {
            sides = simpler;
        }
        let [left, right] = sides;
        let form = self.game(left, right);
        self.canonical.insert(game, form);
        form
    }

    fn simpler(&mut self, game: usize, sides: &[Vec<usize>; 2]) -> Option<[Vec<usize>; 2]> {
        for at in [0, 1] {
            // At most, seen from the side of the player.
            let worse =
                |plain: &mut Self, a: usize, b: usize| if at == 0 { plain.le(a, b) } else { plain.le(b, a) };
            for (index, &option) in sides[at].iter().enumerate() {
                let mut without = sides.clone();
                without[at].remove(index);
                if without[at].iter().any(|&other| worse(self, option, other)) {
                    return Some(without);
                }
                let replies = self.options(option)[1 - at].clone();
                if let Some(reply) = replies.into_iter().find(|&reply| worse(self, reply, game)) {
                    without[at].extend(self.options(reply)[at].clone());
                    return Some(without);
                }
            }
        }
        None
    }

    /// The canonical form of the fast implementation as a plain game.
    fn copied(&mut self, forms: &mut Forms, form: Form, known: &mut HashMap<Form, usize>) -> usize {
        if let Some(&copy) = known.get(&form) {
            return copy;
        }
        let sides = forms.canonical_options(form).expect("small numbers");
        let [left, right] = sides
            .map(|side| side.into_iter().map(|option| self.copied(forms, option, known)).collect::<Vec<_>>());
        let copy = self.game(left, right);
        known.insert(form, copy);
        copy
    }
}

/// A random expression: its text, and the game by the definitions.
fn expression(random: &mut SplitMix64, plain: &mut Plain, depth: usize) -> (String, usize) {
    let zero = plain.game([], []);
    if depth == 0 || random.below(6) == 0 {
        let one = plain.game([zero], []);
        let star = plain.game([zero], [zero]);
        return match random.below(9) {
            0 => ("0".to_owned(), zero),
            1 => ("1".to_owned(), one),
            2 => ("-1".to_owned(), plain.game([], [zero])),
            3 => ("*".to_owned(), star),
            4 => ("*2".to_owned(), plain.game([zero, star], [zero, star])),
            5 => ("^".to_owned(), plain.game([zero], [star])),
            6 => ("v".to_owned(), plain.game([star], [zero])),
            7 => ("1/2".to_owned(), plain.game([zero], [one])),
            _ => ("2".to_owned(), plain.game([one], [])),
        };
    }
    match random.below(8) {
        0 => {
            let (a, g) = expression(random, plain, depth - 1);
            let (b, h) = expression(random, plain, 1);
            (format!("({a} + {b})"), plain.sum(g, h))
        }
        1 => {
            let (a, g) = expression(random, plain, depth - 1);
            (format!("(-({a}))"), plain.negative(g))
        }
        2 => {
            let (a, g) = expression(random, plain, depth - 1);
            let minus = plain.negative(g);
            (format!("+-({a})"), plain.game([g], [minus]))
        }
        _ => {
            let mut list = || {
                let count = random.below(3);
                (0..count).map(|_| expression(random, plain, depth - 1)).collect::<Vec<_>>()
            };
            let (left, right) = (list(), list());
            let texts = |list: &[(String, usize)]| {
                list.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>().join(",")
            };
            let text = format!("{{{}|{}}}", texts(&left), texts(&right));
            let numbers =
                |list: Vec<(String, usize)>| list.into_iter().map(|(_, game)| game).collect::<Vec<_>>();
            (text, plain.game(numbers(left), numbers(right)))
        }
    }
}

#[test]
fn canonical_forms_agree_with_the_definitions() {
    let mut random = SplitMix64::new(1976);
    let mut distinct = BTreeSet::new();
    for round in 0..10_000 {
        let mut plain = Plain::default();
        let (text, game) = expression(&mut random, &mut plain, if round % 4 == 0 { 2 } else { 3 });
        let mut forms = Forms::new();
        let form = forms.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let copy = plain.copied(&mut forms, form, &mut HashMap::new());
        assert_eq!(plain.canonical(game), copy, "{text} is {}", forms.text(form));
        let again = forms.parse(&forms.text(form)).expect("what is written is read");
        assert_eq!(again, form, "{text}");
        distinct.insert(forms.text(form));
    }
    assert!(distinct.len() > 800, "{} different values", distinct.len());
}

/// The other functions, by their definitions.
#[test]
fn functions_agree_with_the_definitions() {
    let mut random = SplitMix64::new(1996);
    for _ in 0..1000 {
        let mut plain = Plain::default();
        let (text, _) = expression(&mut random, &mut plain, 2);
        let mut forms = Forms::new();
        let game = forms.parse(&text).expect("it is written well");
        // A game and its reduced form differ by an infinitesimal, and no simpler one is left.
        let reduced = forms.reduced(game).expect("small games");
        let difference = forms.difference(game, reduced).expect("small games");
        assert_eq!(forms.left_stop(difference), yomikiri_cgt::Dyadic::ZERO, "{text}");
        assert_eq!(forms.right_stop(difference), yomikiri_cgt::Dyadic::ZERO, "{text}");
        assert_eq!(forms.reduced(reduced), Ok(reduced), "{text}");
        let star = forms.nimber(1).expect("small games");
        let beside = forms.sum(game, star).expect("small games");
        assert_eq!(forms.reduced(beside), Ok(reduced), "{text}");
        // Atomic weights add up.
        let other = forms.parse("{^|v*} + ^^").expect("it is written well");
        if let Some(weight) = forms.atomic_weight(game).expect("small games") {
            let sum = forms.sum(game, other).expect("small games");
            let of_other = forms.atomic_weight(other).expect("small games").expect("all-small");
            let expected = forms.sum(weight, of_other).expect("small games");
            assert_eq!(forms.atomic_weight(sum), Ok(Some(expected)), "{text}");
        }
        // Cooling is linear.
        let t = yomikiri_cgt::Dyadic::new(1, 1).expect("a half");
        let (a, b) =
            (forms.cooled(game, t).expect("small games"), forms.cooled(other, t).expect("small games"));
        let sum = forms.sum(game, other).expect("small games");
        let cooled = forms.cooled(sum, t).expect("small games");
        assert_eq!(forms.sum(a, b), Ok(cooled), "{text}");
    }
}
