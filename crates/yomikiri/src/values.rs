//! What a game is worth: canonical form, stops, mean, temperature, thermograph, outcome.
//!
//! A game is given as an expression, `{{3|0},1|-3}` or `A + B - C` (`docs/values.md`); a board of Amazons comes by way of
//! [`crate::endgames`]. Either way a [`Valued`] comes out, which needs no arena of forms to be read.

use std::sync::Arc;
use yomikiri_cgt::notation::NotationError;
use yomikiri_cgt::{Class, Dyadic, Form, Forms, Thermograph, TooLarge};
use yomikiri_draw::Tree;
use yomikiri_draw::thermograph::{Plot, Series};
use yomikiri_game::Player;

/// More different games than any expression worth writing needs.
const MOST_FORMS: u32 = 2_000_000;
/// The longest canonical form that is written out, in characters.
pub const LONGEST_TEXT: usize = 100_000;
/// The longest label of a plot.
const LONGEST_LABEL: usize = 40;

/// Why an expression has no value.
#[derive(Debug, thiserror::Error)]
pub enum ValueError {
    /// It is not well written, or its value is out of reach.
    #[error("cannot read `{text}`: {error}")]
    Expression {
        /// Its beginning, in one line.
        text: String,
        /// What is wrong, and where.
        error: NotationError,
    },
    /// A number does not fit.
    #[error(transparent)]
    Number(#[from] TooLarge),
}

/// A game and its numbers.
#[derive(Clone, Debug)]
pub struct Valued {
    /// The canonical form as text; `None` if that is longer than [`LONGEST_TEXT`].
    pub canonical: Option<String>,
    /// A shorter name, if it is a switch, a tiny or a miny.
    pub name: Option<String>,
    /// The number that play ends in if Left moves first and both do their best.
    pub left_stop: Dyadic,
    /// The same if Right moves first.
    pub right_stop: Dyadic,
    /// Who wins.
    pub outcome: Class,
    /// The depth of the canonical form.
    pub birthday: u64,
    /// The thermograph.
    pub thermograph: Arc<Thermograph>,
}

impl Valued {
    /// The numbers of a game.
    ///
    /// # Errors
    /// If one does not fit.
    pub fn of(forms: &mut Forms, form: Form) -> Result<Self, TooLarge> {
        Ok(Self {
            canonical: forms.text_within(form, LONGEST_TEXT),
            name: forms.nickname(form),
            left_stop: forms.left_stop(form),
            right_stop: forms.right_stop(form),
            outcome: forms.outcome(form),
            birthday: forms.birthday(form),
            thermograph: forms.thermograph(form)?,
        })
    }

    /// What the game is worth on average.
    #[must_use]
    pub fn mean(&self) -> Dyadic {
        self.thermograph.mean()
    }

    /// How much the next move is worth.
    #[must_use]
    pub fn temperature(&self) -> Dyadic {
        self.thermograph.temperature()
    }

    /// The canonical form, if it has at most so many characters.
    #[must_use]
    pub fn text_within(&self, characters: usize) -> Option<&str> {
        self.canonical.as_deref().filter(|text| text.chars().count() <= characters)
    }

    /// The thermograph as a plot, labelled if the form is short.
    #[must_use]
    pub fn plot(&self) -> Plot {
        let label = self.text_within(LONGEST_LABEL).unwrap_or_default();
        Plot::new(vec![series(&self.thermograph, label.to_owned())])
    }
}

/// Who wins a game or a sum, depending on who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beginners {
    /// Whether Left wins, moving first.
    pub left_wins: bool,
    /// Whether Right wins, moving first.
    pub right_wins: bool,
}

impl From<Class> for Beginners {
    fn from(class: Class) -> Self {
        let (left_wins, right_wins) = class.beginner_wins();
        Self { left_wins, right_wins }
    }
}

/// The value of a game that is written as an expression.
///
/// # Errors
/// If it is not well written, or too complex.
pub fn value(text: &str) -> Result<Valued, ValueError> {
    value_within(text, MOST_FORMS)
}

/// The same with at most so many different games on the way, which bounds the time.
///
/// # Errors
/// If it is not well written, or too complex.
pub fn value_within(text: &str, most_forms: u32) -> Result<Valued, ValueError> {
    let (mut forms, form) = read(text, most_forms)?;
    Ok(Valued::of(&mut forms, form)?)
}

/// Who wins a game that is written as an expression.
///
/// # Errors
/// If it is not well written, or too complex.
pub fn outcome(text: &str) -> Result<Beginners, ValueError> {
    let (mut forms, form) = read(text, MOST_FORMS)?;
    Ok(forms.outcome(form).into())
}

fn read(text: &str, most_forms: u32) -> Result<(Forms, Form), ValueError> {
    const SHOWN: usize = 200;
    let mut forms = Forms::with_limit(most_forms);
    let form = forms.parse(text).map_err(|error| ValueError::Expression {
        text: text.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect(),
        error,
    })?;
    Ok((forms, form))
}

/// A thermograph to be drawn.
#[must_use]
pub fn series(thermograph: &Thermograph, label: String) -> Series {
    let corners = |player| {
        let corners = thermograph.wall(player).corners();
        corners.iter().map(|corner| (corner.t.to_f64(), corner.value.to_f64())).collect()
    };
    Series { label, left: corners(Player::First), right: corners(Player::Second) }
}

/// The tree of a canonical form to be drawn, down to the numbers.
#[must_use]
pub fn tree(forms: &Forms, form: Form) -> Tree {
    let options = |options: &[Form]| match forms.as_number(form) {
        Some(_) => Vec::new(),
        None => options.iter().map(|&option| tree(forms, option)).collect(),
    };
    Tree {
        label: forms.text(form),
        left: options(forms.left_options(form)),
        right: options(forms.right_options(form)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_has_a_value() {
        let valued = value("{{3|0},1|-3}").expect("well written");
        assert_eq!(valued.canonical.as_deref(), Some("{1,{3|0}|-3}"));
        assert_eq!(
            (valued.mean().to_string(), valued.temperature().to_string()),
            ("-3/4".into(), "9/4".into())
        );
        assert_eq!((valued.left_stop, valued.right_stop), (Dyadic::ONE, Dyadic::integer(-3)));
        assert_eq!((valued.outcome, valued.text_within(5)), (Class::Next, None));
        assert_eq!(outcome("1 - *").expect("well written"), Class::Left.into());
    }

    #[test]
    fn errors_show_the_expression_in_one_line() {
        let error = value("{1|\n\u{1b}[31m").expect_err("not well written").to_string();
        assert!(error.starts_with("cannot read `{1|  [31m`: ") && !error.contains('\u{1b}'), "{error:?}");
    }
}
