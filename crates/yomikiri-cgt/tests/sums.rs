//! The exact solver of sums against canonical forms and against plain search.

use proptest::prelude::*;
use std::collections::HashMap;
use yomikiri_cgt::sums::SumSolver;
use yomikiri_cgt::{Dyadic, Form, Forms};
use yomikiri_game::Player;

/// Plain search of a sum with a table, and how many sums it looked at: no bounds, no folding, no order.
struct Plain {
    known: HashMap<(Vec<Form>, Player), bool>,
    nodes: u64,
}

impl Plain {
    fn wins(&mut self, forms: &mut Forms, parts: &[Form], player: Player) -> bool {
        self.nodes += 1;
        let mut key = parts.to_vec();
        key.sort();
        if let Some(&known) = self.known.get(&(key.clone(), player)) {
            return known;
        }
        let mut found = false;
        for at in 0..parts.len() {
            for option in options(forms, parts[at], player) {
                let mut after = parts.to_vec();
                after[at] = option;
                found = found || !self.wins(forms, &after, !player);
            }
        }
        self.known.insert((key, player), found);
        found
    }
}

/// The options, those of numbers included.
fn options(forms: &mut Forms, form: Form, player: Player) -> Vec<Form> {
    let Some(number) = forms.as_number(form) else {
        return match player {
            Player::First => forms.left_options(form).to_vec(),
            Player::Second => forms.right_options(form).to_vec(),
        };
    };
    let step = Dyadic::new(1, number.halvings()).expect("small");
    let neighbour = match player {
        Player::First if !number.is_integer() || number > Dyadic::ZERO => number.minus(step),
        Player::Second if !number.is_integer() || number < Dyadic::ZERO => number.plus(step),
        _ => return Vec::new(),
    };
    vec![forms.number(neighbour.expect("small")).expect("small")]
}

fn game() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (-3..=3i32).prop_map(|n| n.to_string()),
        Just("1/2".to_owned()),
        Just("*".to_owned()),
        Just("^".to_owned())
    ];
    leaf.prop_recursive(2, 10, 2, |inner| {
        let options = || prop::collection::vec(inner.clone(), 1..=2).prop_map(|games| games.join(","));
        (options(), options()).prop_map(|(left, right)| format!("{{{left}|{right}}}"))
    })
}

#[test]
fn plain_search_looks_at_far_more_sums() {
    let mut forms = Forms::new();
    let texts = ["{2|-1}", "{3|1||-2}", "{1|0||*}", "+-2", "{4||2|-3}", "{2,{3|0}|-1}", "^", "1/2", "-2"];
    let games: Vec<_> = texts.iter().map(|text| forms.parse(text).expect("a game")).collect();
    let (mut exact, mut plain) = (0, 0);
    for first in 0..games.len() {
        for second in 0..=first {
            for third in 0..=second {
                let parts = [games[first], games[second], games[third]];
                let mut solver = SumSolver::default();
                let mut search = Plain { known: HashMap::new(), nodes: 0 };
                for player in Player::BOTH {
                    let wins = solver.wins(&mut forms, &parts, player);
                    assert_eq!(wins, Ok(search.wins(&mut forms, &parts, player)));
                }
                assert!(
                    solver.nodes() <= search.nodes,
                    "{} {} {}",
                    texts[first],
                    texts[second],
                    texts[third]
                );
                exact += solver.nodes();
                plain += search.nodes;
            }
        }
    }
    assert!(exact * 10 < plain, "{exact} against {plain}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn sums_are_decided_as_plain_search_decides_them(texts in prop::collection::vec(game(), 1..=3)) {
        let mut forms = Forms::new();
        let parts: Vec<_> = texts.iter().map(|text| forms.parse(text).expect("a game")).collect();
        let mut solver = SumSolver::default();
        let mut plain = Plain { known: HashMap::new(), nodes: 0 };
        for player in Player::BOTH {
            let wins = solver.wins(&mut forms, &parts, player).expect("small");
            prop_assert_eq!(wins, plain.wins(&mut forms, &parts, player), "{} moves first in {:?}", player, texts);
        }
    }

    #[test]
    fn sums_are_decided_as_their_values_say(texts in prop::collection::vec(game(), 1..=4)) {
        let mut forms = Forms::new();
        let parts: Vec<_> = texts.iter().map(|text| forms.parse(text).expect("a game")).collect();
        let value = forms.sum_of(parts.iter().copied()).expect("small");
        let (left, right) = forms.outcome(value).beginner_wins();
        let mut solver = SumSolver::default();
        prop_assert_eq!(solver.wins(&mut forms, &parts, Player::First), Ok(left));
        prop_assert_eq!(solver.wins(&mut forms, &parts, Player::Second), Ok(right));
        for player in Player::BOTH {
            let wins = if player == Player::First { left } else { right };
            let only_numbers = parts.iter().all(|&part| forms.as_number(part).is_some());
            let winning = solver.winning_move(&mut forms, &parts, player).expect("small");
            prop_assert_eq!(winning.is_some(), wins && !only_numbers);
            if let Some((at, option)) = winning {
                let mut after = parts.clone();
                after[at] = option;
                let value = forms.sum_of(after).expect("small");
                let (left, right) = forms.outcome(value).beginner_wins();
                let opponent_wins = if player == Player::First { right } else { left };
                prop_assert!(!opponent_wins);
            }
        }
    }
}
