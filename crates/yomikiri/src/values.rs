//! What a game is worth: canonical form, stops, mean, temperature, thermograph, outcome.
//!
//! A game is given as an expression, `{{3|0},1|-3}` or `A + B - C` (`docs/values.md`); a board of Amazons comes by way of
//! [`crate::endgames`]. Either way a [`Valued`] comes out, which needs no arena of forms to be read.

use crate::databases::AnyDatabase;
use crate::endgames::{Endgame, EndgameError, value_of};
use crate::families::rulesets::{self, Visitor};
use std::fmt;
use std::sync::Arc;
use yomikiri_cgt::calculator::{Calculator, Relation, Reply};
use yomikiri_cgt::notation::{Boards, NoBoards, NotationError, Problem};
use yomikiri_cgt::{Class, Dyadic, Form, Forms, Thermograph, TooLarge};
use yomikiri_draw::Tree;
use yomikiri_draw::thermograph::{Plot, Series};
use yomikiri_game::Player;
use yomikiri_rulesets::{Board, Rules};

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
    Session::default().value(text)
}

/// The same without boards, and with at most so many different games on the way, which bounds the time.
///
/// # Errors
/// If it is not well written, or too complex.
pub fn value_within(text: &str, most_forms: u32) -> Result<Valued, ValueError> {
    Session::within(most_forms).value(text)
}

/// Who wins a game that is written as an expression.
///
/// # Errors
/// If it is not well written, or too complex.
pub fn outcome(text: &str) -> Result<Beginners, ValueError> {
    Session::default().outcome(text)
}

fn unreadable(text: &str, error: NotationError) -> ValueError {
    const SHOWN: usize = 200;
    let text = text.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    ValueError::Expression { text, error }
}

/// A calculator for games and boards: statements as text, one after the other (`docs/values.md`).
pub struct Session {
    calculator: Calculator,
}

/// What a statement of a session says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Calculation {
    /// A game, perhaps with a name now; its canonical form, and a shorter name of it.
    Game {
        /// The name that it was given.
        name: Option<String>,
        /// The canonical form.
        value: String,
        /// A shorter name, if it is a switch, a tiny or a miny.
        nickname: Option<String>,
    },
    /// A comparison.
    Comparison {
        /// The first game.
        left: String,
        /// How they compare.
        relation: Relation,
        /// The other.
        right: String,
        /// Whether what was claimed holds.
        holds: bool,
    },
    /// What a move gains.
    Incentives {
        /// Left's.
        left: Vec<String>,
        /// Right's.
        right: Vec<String>,
    },
    /// Who wins.
    Outcome {
        /// The class.
        class: Class,
        /// Whether that is what was claimed, if something was.
        holds: Option<bool>,
    },
}

impl Calculation {
    /// Whether a claim about an outcome turned out to be false.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        matches!(self, Self::Outcome { holds: Some(false), .. })
    }
}

impl fmt::Display for Calculation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game { name, value, nickname } => {
                let name = name.as_ref().map(|name| format!("{name} = ")).unwrap_or_default();
                let nickname = nickname.as_ref().map(|name| format!(" = {name}")).unwrap_or_default();
                write!(f, "{name}{value}{nickname}")
            }
            Self::Comparison { left, relation, right, holds } => {
                write!(f, "{holds}: {left} {relation} {right}")
            }
            Self::Incentives { left, right } => {
                write!(f, "Left {}; Right {}", left.join(", "), right.join(", "))
            }
            Self::Outcome { class, holds: Some(false) } => write!(f, "{class}, not as claimed"),
            Self::Outcome { class, .. } => write!(f, "{class}"),
        }
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::with_boards(KnownBoards { database: None })
    }
}

impl Session {
    fn with_boards(boards: KnownBoards) -> Self {
        Self { calculator: Calculator::with(Forms::with_limit(MOST_FORMS), Box::new(boards)) }
    }

    /// A session that looks boards up in a database, as far as it holds them.
    #[must_use]
    pub fn with_database(database: Box<dyn AnyDatabase>) -> Self {
        Self::with_boards(KnownBoards { database: Some(database) })
    }

    /// The value of a game, the last statement of the text.
    ///
    /// # Errors
    /// If it is not well written, or too complex.
    pub fn value(&mut self, text: &str) -> Result<Valued, ValueError> {
        let form = self.game(text)?;
        Ok(Valued::of(self.calculator.forms(), form)?)
    }

    /// Who wins that game.
    ///
    /// # Errors
    /// If it is not well written, or too complex.
    pub fn outcome(&mut self, text: &str) -> Result<Beginners, ValueError> {
        let form = self.game(text)?;
        Ok(self.calculator.forms().outcome(form).into())
    }

    fn game(&mut self, text: &str) -> Result<Form, ValueError> {
        let replies = self.calculator.run(text).map_err(|error| unreadable(text, error))?;
        match replies.last() {
            Some(Reply::Game(form) | Reply::Named(_, form)) => Ok(*form),
            _ => {
                let problem = Problem::Undefined("expected a game");
                Err(unreadable(text, NotationError { at: 1, problem }))
            }
        }
    }

    /// A session without boards, with at most so many different games.
    #[must_use]
    pub fn within(most_forms: u32) -> Self {
        Self { calculator: Calculator::with(Forms::with_limit(most_forms), Box::new(NoBoards)) }
    }

    /// The words that can be completed.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let words = [yomikiri_amazons::Board::GAME].into_iter().chain(rulesets::WORDS);
        let boards = words.map(|word| format!("{word}(\""));
        self.calculator.words().into_iter().chain(boards).collect()
    }

    /// Does what the statements of a text say.
    ///
    /// # Errors
    /// At the first statement that cannot be read, or is too complex.
    pub fn run(&mut self, text: &str) -> Result<Vec<Calculation>, ValueError> {
        let replies = self.calculator.run(text).map_err(|error| unreadable(text, error))?;
        let forms = self.calculator.forms();
        let list = |games: &[Form]| games.iter().map(|&game| forms.text(game)).collect();
        let calculation = |reply: &Reply| match reply {
            Reply::Game(form) => {
                Calculation::Game { name: None, value: forms.text(*form), nickname: forms.nickname(*form) }
            }
            Reply::Named(name, form) => Calculation::Game {
                name: Some(name.clone()),
                value: forms.text(*form),
                nickname: forms.nickname(*form),
            },
            Reply::Compared { holds, games: [left, right], relation } => Calculation::Comparison {
                left: forms.text(*left),
                relation: *relation,
                right: forms.text(*right),
                holds: *holds,
            },
            Reply::Incentives([left, right]) => {
                Calculation::Incentives { left: list(left), right: list(right) }
            }
            Reply::Outcome(class, holds) => Calculation::Outcome { class: *class, holds: *holds },
        };
        Ok(replies.iter().map(calculation).collect())
    }
}

/// The boards of Amazons and of all rulesets.
struct KnownBoards {
    database: Option<Box<dyn AnyDatabase>>,
}

impl Boards for KnownBoards {
    fn value(&mut self, ruleset: &str, board: &str, forms: &mut Forms) -> Option<Result<Form, String>> {
        let value = match &self.database {
            Some(database) if database.game() == ruleset => database.value(board, forms),
            _ if ruleset == yomikiri_amazons::Board::GAME => {
                value_of::<yomikiri_amazons::Board>(board, None, forms)
            }
            _ => rulesets::with(ruleset, Evaluate { board, forms })?,
        };
        Some(value.map_err(|error| match error {
            EndgameError::Board { error, .. } => format!("`{board}`: {error}"),
            error => error.to_string(),
        }))
    }
}

/// The value of a board.
struct Evaluate<'a> {
    board: &'a str,
    forms: &'a mut Forms,
}

impl Visitor for Evaluate<'_> {
    type Result = Result<Form, EndgameError>;

    fn visit<R: Rules>(self) -> Self::Result {
        value_of::<Board<R>>(self.board, None, self.forms)
    }
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
