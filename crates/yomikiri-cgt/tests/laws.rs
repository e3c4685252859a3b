//! The laws that values of games obey, on random games, and comparison against plain play.

use proptest::prelude::*;
use std::collections::HashMap;
use yomikiri_cgt::{Dyadic, Form, Forms};

/// A game as a tree, with nothing reduced: the plain other opinion.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Tree {
    left: Vec<Tree>,
    right: Vec<Tree>,
}

impl Tree {
    fn integer(n: i32) -> Self {
        let smaller = || vec![Self::integer(n - n.signum())];
        match n.signum() {
            0 => Self { left: vec![], right: vec![] },
            1 => Self { left: smaller(), right: vec![] },
            _ => Self { left: vec![], right: smaller() },
        }
    }

    fn negative(&self) -> Self {
        let negated = |trees: &[Self]| trees.iter().map(Self::negative).collect();
        Self { left: negated(&self.right), right: negated(&self.left) }
    }

    fn form(&self, forms: &mut Forms) -> Form {
        let left: Vec<_> = self.left.iter().map(|tree| tree.form(forms)).collect();
        let right: Vec<_> = self.right.iter().map(|tree| tree.form(forms)).collect();
        forms.game(&left, &right).expect("small")
    }
}

/// Whether the player to move wins a sum of trees, by trying everything.
fn wins(sum: &mut Vec<Tree>, left_moves: bool, known: &mut HashMap<(Vec<Tree>, bool), bool>) -> bool {
    let mut key = sum.clone();
    key.sort();
    let key = (key, left_moves);
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let mut found = false;
    'parts: for at in 0..sum.len() {
        let part = sum[at].clone();
        for option in if left_moves { &part.left } else { &part.right } {
            sum[at] = option.clone();
            let won = !wins(sum, !left_moves, known);
            sum[at] = part.clone();
            if won {
                found = true;
                break 'parts;
            }
        }
    }
    known.insert(key, found);
    found
}

/// Whether G ≤ H, by playing H − G with Left moving second.
fn plainly_le(g: &Tree, h: &Tree) -> bool {
    !wins(&mut vec![h.clone(), g.negative()], false, &mut HashMap::new())
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = (-2..=2i32).prop_map(Tree::integer);
    leaf.prop_recursive(3, 16, 2, |inner| {
        let options = prop::collection::vec(inner, 0..=2);
        (options.clone(), options).prop_map(|(left, right)| Tree { left, right })
    })
}

/// Games with larger numbers, which trees of single moves would make slow.
fn hot_text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (-6..=6i32).prop_map(|n| n.to_string()),
        (-12..=12i32).prop_map(|n| format!("{n}/4")),
        Just("*".to_owned()),
        Just("^".to_owned()),
        Just("v*".to_owned()),
    ];
    leaf.prop_recursive(3, 24, 3, |inner| {
        let options = || prop::collection::vec(inner.clone(), 1..=3).prop_map(|games| games.join(","));
        (options(), options()).prop_map(|(left, right)| format!("{{{left}|{right}}}"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn comparison_is_what_play_says(g in tree(), h in tree()) {
        let mut forms = Forms::new();
        let (of_g, of_h) = (g.form(&mut forms), h.form(&mut forms));
        prop_assert_eq!(forms.le(of_g, of_h), plainly_le(&g, &h));
        prop_assert_eq!(forms.le(of_h, of_g), plainly_le(&h, &g));
        prop_assert_eq!(of_g == of_h, plainly_le(&g, &h) && plainly_le(&h, &g), "equal games, equal forms");
    }

    #[test]
    fn sums_are_what_play_says(g in tree(), h in tree()) {
        let mut forms = Forms::new();
        let (of_g, of_h) = (g.form(&mut forms), h.form(&mut forms));
        let sum = forms.sum(of_g, of_h).expect("small");
        let mut parts = vec![g, h];
        let (left, right) = forms.outcome(sum).beginner_wins();
        prop_assert_eq!(left, wins(&mut parts, true, &mut HashMap::new()));
        prop_assert_eq!(right, wins(&mut parts, false, &mut HashMap::new()));
    }

    #[test]
    fn the_group_axioms(g in hot_text(), h in hot_text(), k in hot_text()) {
        let mut forms = Forms::new();
        let [g, h, k] = [g, h, k].map(|text| forms.parse(&text).expect("a game"));
        let mut sum = |a, b| forms.sum(a, b).expect("small");
        prop_assert_eq!(sum(g, h), sum(h, g));
        let (g_h, h_k) = (sum(g, h), sum(h, k));
        prop_assert_eq!(sum(g_h, k), sum(g, h_k));
        prop_assert_eq!(sum(g, Form::ZERO), g);
        let negative = forms.negative(g);
        // Long-hand: the options of G − G, and not the short cut that knows it.
        let mut left = Vec::new();
        let mut right = Vec::new();
        for option in forms.left_options(g).to_vec() {
            left.push(forms.sum(option, negative).expect("small"));
            right.push(forms.sum(g, forms.negative(option)).expect("small"));
        }
        for option in forms.right_options(g).to_vec() {
            right.push(forms.sum(option, negative).expect("small"));
            left.push(forms.sum(g, forms.negative(option)).expect("small"));
        }
        if forms.as_number(g).is_none() {
            prop_assert_eq!(forms.game(&left, &right), Ok(Form::ZERO));
        }
        prop_assert_eq!(forms.negative(negative), g);
    }

    #[test]
    fn canonical_forms_stay_as_they_are(text in hot_text()) {
        let mut forms = Forms::new();
        let form = forms.parse(&text).expect("a game");
        if forms.as_number(form).is_none() {
            let (left, right) = (forms.left_options(form).to_vec(), forms.right_options(form).to_vec());
            prop_assert_eq!(forms.game(&left, &right), Ok(form));
        }
        let written = forms.text(form);
        prop_assert_eq!(forms.parse(&written), Ok(form), "{}", written);
        // Added options that are no better change nothing.
        let (mut left, right) = (forms.left_options(form).to_vec(), forms.right_options(form).to_vec());
        if let Some(&option) = left.first() {
            let one = forms.number(Dyadic::ONE).expect("small");
            left.push(forms.difference(option, one).expect("small"));
            prop_assert_eq!(forms.game(&left, &right), Ok(form));
        }
    }

    #[test]
    fn means_add_up_and_temperatures_do_not_rise(g in hot_text(), h in hot_text()) {
        let mut forms = Forms::new();
        let [g, h] = [g, h].map(|text| forms.parse(&text).expect("a game"));
        let sum = forms.sum(g, h).expect("small");
        let [of_g, of_h, of_sum] = [g, h, sum].map(|form| forms.thermograph(form).expect("small"));
        prop_assert_eq!(of_g.mean().plus(of_h.mean()), Ok(of_sum.mean()));
        prop_assert!(of_sum.temperature() <= of_g.temperature().max(of_h.temperature()));
        // The stops are the walls at temperature 0, and the walls of a sum lie between those of its parts.
        prop_assert_eq!(of_g.left().at(Dyadic::ZERO), Ok(forms.left_stop(g)));
        prop_assert_eq!(of_g.right().at(Dyadic::ZERO), Ok(forms.right_stop(g)));
        for t in of_sum.bends().into_iter().chain(of_g.bends()).filter(|&t| t >= Dyadic::ZERO) {
            let [left_g, left_h, left] = [&of_g, &of_h, &of_sum].map(|of| of.left().at(t).expect("small"));
            let [right_g, right_h, right] = [&of_g, &of_h, &of_sum].map(|of| of.right().at(t).expect("small"));
            prop_assert!(left <= left_g.plus(left_h).expect("small"));
            prop_assert!(left >= left_g.plus(right_h).expect("small"));
            prop_assert!(right >= right_g.plus(right_h).expect("small"));
            prop_assert!(right <= right_g.plus(left_h).expect("small"));
        }
    }

    #[test]
    fn thermographs_are_scaffolds_of_those_of_the_options(text in hot_text(), sixteenths in -16..=96i128) {
        let mut forms = Forms::new();
        let form = forms.parse(&text).expect("a game");
        if forms.as_number(form).is_some() {
            return Ok(());
        }
        let t = Dyadic::new(sixteenths, 4).expect("small");
        let thermograph = forms.thermograph(form).expect("small");
        let mut left = None;
        for option in forms.left_options(form).to_vec() {
            let wall = forms.thermograph(option).and_then(|of| of.right().at(t)?.minus(t)).expect("small");
            left = left.max(Some(wall));
        }
        let mut right: Option<Dyadic> = None;
        for option in forms.right_options(form).to_vec() {
            let wall = forms.thermograph(option).and_then(|of| of.left().at(t)?.plus(t)).expect("small");
            right = Some(right.map_or(wall, |right| right.min(wall)));
        }
        let (left, right) = (left.expect("no number"), right.expect("no number"));
        let walls = (thermograph.left().at(t).expect("small"), thermograph.right().at(t).expect("small"));
        if t < thermograph.temperature() {
            prop_assert_eq!(walls, (left, right));
            prop_assert!(left > right);
        } else {
            prop_assert_eq!(walls, (thermograph.mean(), thermograph.mean()));
            prop_assert!(left <= right);
        }
    }
}
