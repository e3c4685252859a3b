//! Forms and thermographs as databases keep them; [`super::reading`] has the opposite.

use yomikiri_cgt::{Dyadic, Form, Forms, Thermograph, TooLarge};
use yomikiri_game::Player;
use yomikiri_store::graph::{Encoder, Walls};

/// The games, and the code of each form.
pub(super) fn encoded(forms: &Forms) -> (Encoder, Vec<u32>) {
    let mut codes = vec![u32::MAX; forms.len()];
    let mut encoder = Encoder::new();
    let mut next = 0;
    for form in forms.all() {
        if codes[form.index() as usize] != u32::MAX {
            continue;
        }
        // A game that is its own negative keeps the even code.
        codes[forms.negative(form).index() as usize] = next + 1;
        codes[form.index() as usize] = next;
        next += 2;
        let coded = |option: &Form| codes[option.index() as usize];
        match forms.as_number(form) {
            Some(number) => encoder.number(number.numerator(), number.halvings() as u8),
            None => {
                let [left, right] = [forms.left_options(form), forms.right_options(form)];
                encoder.game(left.iter().map(coded), right.iter().map(coded));
            }
        }
    }
    (encoder, codes)
}

/// The walls of a thermograph over one common denominator.
pub(super) fn walls_of(thermograph: &Thermograph) -> Result<Walls, TooLarge> {
    let walls = Player::BOTH.map(|player| thermograph.wall(player).corners());
    let numbers = walls.iter().flat_map(|wall| wall.iter()).flat_map(|corner| [corner.t, corner.value]);
    let halvings = numbers.map(Dyadic::halvings).max().unwrap_or(0);
    let scaled = |number: Dyadic| {
        let scaled = i128::from(number.numerator()) << (halvings - number.halvings());
        i64::try_from(scaled).map_err(|_| TooLarge)
    };
    let mut corners = [Vec::new(), Vec::new()];
    for (wall, corners) in walls.into_iter().zip(&mut corners) {
        for corner in wall {
            corners.push((scaled(corner.t)?, scaled(corner.value)?));
        }
    }
    Ok(Walls { halvings: halvings as u8, corners })
}
