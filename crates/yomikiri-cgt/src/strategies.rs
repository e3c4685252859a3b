//! Choosing a move in a sum from the thermographs of its parts alone.
//!
//! - **Hotstrat** moves in the hottest part.
//! - **Thermostrat** looks for the temperature at which the thermograph of the whole is most favourable, and
//!   moves in the part that is widest there. It is never worse than the best result by more than the largest
//!   temperature.
//! - **Sentestrat** answers a move that has left its part hotter than the rest of the board was, and otherwise moves in
//!   the hottest part.
//!
//! None of them is always right; [`crate::sums`] is. In a part they choose the move that *supports* the wall:
//! the option whose own thermograph makes it up at that temperature. Of several that are equal, parts or moves, the
//! first is taken. Numbers are moved in only if there is nothing else.
//!
//! # References
//! - E. R. Berlekamp, J. H. Conway, R. K. Guy: *Winning Ways*, chapter 6 (Thermostrat).
//! - E. R. Berlekamp: *The economist's view of combinatorial games*, in *Games of No Chance*, 1996 (Sentestrat).

use crate::dyadic::{Dyadic, TooLarge};
use crate::forms::{Form, Forms};
use crate::thermograph::Thermograph;
use std::sync::Arc;
use yomikiri_game::Player;

/// A part of a sum: its value, and the values that the moves of either player lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The value.
    pub value: Form,
    /// For Left and for Right, the value after each move, in the order in which the moves are generated.
    pub options: [Vec<Form>; 2],
}

impl Part {
    /// A part that is known by its value alone: its moves are the options of the canonical form.
    #[must_use]
    pub fn of_form(forms: &Forms, value: Form) -> Self {
        Self { value, options: [forms.left_options(value).to_vec(), forms.right_options(value).to_vec()] }
    }
}

/// A move in a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The part to move in.
    pub part: usize,
    /// The move there, by its place among the player's options.
    pub option: usize,
}

/// The move that the opponent has made, for [`sentestrat`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The part he moved in.
    pub part: usize,
    /// How hot the hottest part was at the coolest moment so far.
    pub ambient: Dyadic,
}

/// The option that supports a player's wall at a temperature: the first that makes it up.
///
/// # Errors
/// If a number does not fit.
pub fn supporter(
    forms: &mut Forms,
    options: &[Form],
    player: Player,
    t: Dyadic,
) -> Result<Option<usize>, TooLarge> {
    let mut best: Option<(Dyadic, usize)> = None;
    for (at, &option) in options.iter().enumerate() {
        // The tax is the same for all options, so it can be left out.
        let wall = forms.thermograph(option)?.wall(!player).at(t)?;
        let better = best.is_none_or(|(so_far, _)| match player {
            Player::First => wall > so_far,
            Player::Second => wall < so_far,
        });
        if better {
            best = Some((wall, at));
        }
    }
    Ok(best.map(|(_, at)| at))
}

/// The parts that a player may reasonably move in, with their thermographs.
fn candidates(
    forms: &mut Forms,
    parts: &[Part],
    player: Player,
) -> Result<Vec<(usize, Arc<Thermograph>)>, TooLarge> {
    let movable = |&at: &usize| !parts[at].options[player as usize].is_empty();
    let movable: Vec<usize> = (0..parts.len()).filter(movable).collect();
    let hot: Vec<usize> =
        movable.iter().copied().filter(|&at| forms.as_number(parts[at].value).is_none()).collect();
    let chosen = if hot.is_empty() { movable } else { hot };
    chosen.into_iter().map(|at| Ok((at, forms.thermograph(parts[at].value)?))).collect()
}

fn chosen(
    forms: &mut Forms,
    parts: &[Part],
    part: usize,
    player: Player,
    t: Dyadic,
) -> Result<Option<Choice>, TooLarge> {
    let option = supporter(forms, &parts[part].options[player as usize], player, t)?;
    Ok(option.map(|option| Choice { part, option }))
}

/// Hotstrat's move; `None` if the player has none.
///
/// # Errors
/// If a number does not fit.
pub fn hotstrat(forms: &mut Forms, parts: &[Part], player: Player) -> Result<Option<Choice>, TooLarge> {
    let mut hottest: Option<(Dyadic, usize)> = None;
    for (at, thermograph) in candidates(forms, parts, player)? {
        let temperature = thermograph.temperature();
        if hottest.is_none_or(|(so_far, _)| temperature > so_far) {
            hottest = Some((temperature, at));
        }
    }
    match hottest {
        None => Ok(None),
        Some((temperature, part)) => chosen(forms, parts, part, player, temperature),
    }
}

/// Thermostrat's move; `None` if the player has none.
///
/// # Errors
/// If a number does not fit.
pub fn thermostrat(forms: &mut Forms, parts: &[Part], player: Player) -> Result<Option<Choice>, TooLarge> {
    let candidates = candidates(forms, parts, player)?;
    if candidates.is_empty() {
        return Ok(None);
    }
    let Some(ambient) = ambient_temperature(forms, parts, player)? else {
        return Ok(None);
    };
    let mut widest: Option<(Dyadic, usize)> = None;
    for (at, thermograph) in &candidates {
        let width = width_at(thermograph, ambient)?;
        if widest.is_none_or(|(so_far, _)| width > so_far) {
            widest = Some((width, *at));
        }
    }
    match widest {
        None => Ok(None),
        Some((_, part)) => chosen(forms, parts, part, player, ambient),
    }
}

fn width_at(thermograph: &Thermograph, t: Dyadic) -> Result<Dyadic, TooLarge> {
    thermograph.left().at(t)?.minus(thermograph.right().at(t)?)
}

/// Thermostrat's ambient temperature: the smallest t ≥ 0 at which the compound thermograph is best for the
/// player. Only where some wall bends can that be.
///
/// # Errors
/// If a number does not fit.
pub fn ambient_temperature(
    forms: &mut Forms,
    parts: &[Part],
    player: Player,
) -> Result<Option<Dyadic>, TooLarge> {
    let thermographs: Vec<_> =
        parts.iter().map(|part| forms.thermograph(part.value)).collect::<Result<_, _>>()?;
    let mut bends = vec![Dyadic::ZERO];
    bends.extend(thermographs.iter().flat_map(|of| of.bends()).filter(|&t| t > Dyadic::ZERO));
    bends.sort_unstable();
    let mut best: Option<(Dyadic, Dyadic)> = None;
    for t in bends {
        let mut total = Dyadic::ZERO;
        let mut widest = Dyadic::ZERO;
        for thermograph in &thermographs {
            // The opponent's wall, as the player sees it.
            let wall = thermograph.wall(!player).at(t)?;
            total = total.plus(if player == Player::First { wall } else { -wall })?;
            widest = widest.max(width_at(thermograph, t)?);
        }
        let compound = total.plus(widest)?;
        if best.is_none_or(|(so_far, _)| compound > so_far) {
            best = Some((compound, t));
        }
    }
    Ok(best.map(|(_, t)| t))
}

/// Sentestrat's move, `reply` being the opponent's last move if there was one; `None` if the player has no move.
///
/// # Errors
/// If a number does not fit.
pub fn sentestrat(
    forms: &mut Forms,
    parts: &[Part],
    player: Player,
    reply: Option<Reply>,
) -> Result<Option<Choice>, TooLarge> {
    if let Some(Reply { part, ambient }) = reply {
        let temperature = forms.thermograph(parts[part].value)?.temperature();
        if temperature > ambient && !parts[part].options[player as usize].is_empty() {
            return chosen(forms, parts, part, player, temperature);
        }
    }
    hotstrat(forms, parts, player)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sums::SumSolver;

    fn parts(forms: &mut Forms, texts: &[&str]) -> Vec<Part> {
        let part = |text: &&str| {
            let form = forms.parse(text).expect(text);
            Part::of_form(forms, form)
        };
        texts.iter().map(part).collect()
    }

    /// The text of what is moved to.
    fn moved(forms: &Forms, parts: &[Part], player: Player, choice: Option<Choice>) -> String {
        let choice = choice.expect("there is a move");
        let option = parts[choice.part].options[player as usize][choice.option];
        format!("{}: {}", choice.part, forms.text(option))
    }

    #[test]
    fn the_hottest_part_is_moved_in() {
        let mut forms = Forms::new();
        let sum = parts(&mut forms, &["{-1|-2}", "{3|0}", "5"]);
        for player in Player::BOTH {
            let choice = hotstrat(&mut forms, &sum, player).expect("small");
            let expected = if player == Player::First { "1: 3" } else { "1: 0" };
            assert_eq!(moved(&forms, &sum, player, choice), expected);
            let choice = thermostrat(&mut forms, &sum, player).expect("small");
            assert_eq!(moved(&forms, &sum, player, choice), expected);
        }
    }

    #[test]
    fn the_supporting_option_depends_on_the_temperature() {
        let mut forms = Forms::new();
        let [left, right] = parts(&mut forms, &["{{3|0},1|-3}"])[0].options.clone();
        let one = left.iter().position(|&option| forms.as_number(option) == Some(Dyadic::ONE));
        let half = Dyadic::ONE.half().expect("small");
        assert_eq!(supporter(&mut forms, &left, Player::First, half), Ok(one));
        let above = supporter(&mut forms, &left, Player::First, Dyadic::integer(2)).expect("small");
        assert!(above.is_some() && above != one, "above 1 it is {{3|0}}");
        assert_eq!(supporter(&mut forms, &right, Player::Second, half), Ok(Some(0)));
        assert_eq!(supporter(&mut forms, &[], Player::First, half), Ok(None));
    }

    /// The parts in which Left has a move that wins the sum, by exact play.
    fn winning_parts(forms: &mut Forms, parts: &[Part]) -> Vec<usize> {
        let mut solver = SumSolver::default();
        let wins_in = |&part: &usize| {
            parts[part].options[0].iter().any(|&option| {
                let mut after: Vec<_> = parts.iter().map(|part| part.value).collect();
                after[part] = option;
                !solver.wins(forms, &after, Player::Second).expect("small")
            })
        };
        (0..parts.len()).filter(wins_in).collect()
    }

    /// The paper's failure (its figures 10 to 12): Left must move to {2|0}, which is the hidden part of the thermograph near
    /// temperature 0, but both strategies move in {2|-2}. (In {2|-2} + {2|0} they are right.)
    #[test]
    fn a_hidden_width_misleads_thermostrat() {
        let mut forms = Forms::new();
        for (texts, winning) in [(["{2|-2}", "{2|0||-2}"], 1), (["{2|-2}", "{2|0}"], 0)] {
            let sum = parts(&mut forms, &texts);
            assert_eq!(winning_parts(&mut forms, &sum), [winning], "{texts:?}");
            for strategy in [hotstrat, thermostrat] {
                let choice = strategy(&mut forms, &sum, Player::First).expect("small");
                assert_eq!(choice.map(|choice| choice.part), Some(0), "{texts:?}");
            }
        }
    }

    #[test]
    fn sentestrat_answers_a_threat() {
        let mut forms = Forms::new();
        // The opponent has just made a threat of 9 in a part; elsewhere there is something of temperature 2.
        let sum = parts(&mut forms, &["{0|-9}", "{4|0}"]);
        let reply = Reply { part: 0, ambient: Dyadic::integer(2) };
        let choice = sentestrat(&mut forms, &sum, Player::First, Some(reply)).expect("small");
        assert_eq!(choice.map(|choice| choice.part), Some(0));
        let sum = parts(&mut forms, &["{0|-1}", "{4|0}"]);
        let choice = sentestrat(&mut forms, &sum, Player::First, Some(reply)).expect("small");
        assert_eq!(choice.map(|choice| choice.part), Some(1));
    }

    #[test]
    fn without_moves_there_is_no_choice() {
        let mut forms = Forms::new();
        let sum = vec![Part { value: Form::ZERO, options: [vec![], vec![]] }];
        assert_eq!(hotstrat(&mut forms, &sum, Player::First), Ok(None));
        assert_eq!(thermostrat(&mut forms, &sum, Player::Second), Ok(None));
    }
}
