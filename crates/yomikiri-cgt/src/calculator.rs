//! A calculator for games: names, comparisons, one statement after the other.
//!
//! | statement | says |
//! |---|---|
//! | `{1\|*} + ^` | a game |
//! | `a = {1\|*}` | gives a game a name |
//! | `a + a >= 1` | whether it holds, and how the two compare: `<=`, `>=`, `<`, `>`, `==`, `!=`, and `<>` for confused |
//! | `incentives(a)` | what a move gains, Left's and Right's |
//! | `outcome(a) == N` | who wins: `L`, `R`, `N` or `P`; the claim may be left out |
//!
//! Statements end at `;` or at the end of a line; what follows `#` is a comment, except in the quotes of a board. Confused games are compared by `<>`, as in
//! CGSuite, because `a || b` is a game.
//!
//! ```
//! use yomikiri_cgt::calculator::{Calculator, Reply};
//!
//! let mut calculator = Calculator::new();
//! let replies = calculator.run("a = {1|*}; a + a > 0")?;
//! assert!(matches!(replies[1], Reply::Compared { holds: true, .. }));
//! # Ok::<(), yomikiri_cgt::notation::NotationError>(())
//! ```

use crate::forms::{Form, Forms};
use crate::notation::{Boards, FUNCTIONS, NoBoards, NotationError, Problem};
use crate::outcome::Class;
use std::collections::BTreeMap;
use std::fmt;

/// Games with names.
pub struct Calculator {
    forms: Forms,
    names: BTreeMap<String, Form>,
    boards: Box<dyn Boards>,
}

impl Default for Calculator {
    fn default() -> Self {
        Self::new()
    }
}

/// How two games compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The first is worse for Left.
    Less,
    /// The first is better for Left.
    Greater,
    /// They are equal.
    Equal,
    /// Neither.
    Confused,
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Less => "<",
            Self::Greater => ">",
            Self::Equal => "==",
            Self::Confused => "<>",
        })
    }
}

/// What a statement says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A game.
    Game(Form),
    /// A game that has a name now.
    Named(String, Form),
    /// A comparison.
    Compared {
        /// Whether what was claimed holds.
        holds: bool,
        /// The two games.
        games: [Form; 2],
        /// How they really compare.
        relation: Relation,
    },
    /// Incentives of Left and of Right.
    Incentives([Vec<Form>; 2]),
    /// Who wins, and whether that is what was claimed.
    Outcome(Class, Option<bool>),
}

/// The longest first: `<=` is not `<`.
const COMPARISONS: [&str; 7] = ["<=", ">=", "==", "!=", "<>", "<", ">"];

impl Calculator {
    /// A calculator that knows no names.
    #[must_use]
    pub fn new() -> Self {
        Self::with(Forms::new(), Box::new(NoBoards))
    }

    /// The same, with an arena of forms of its own (which may have a limit), and somebody who knows the values of boards.
    #[must_use]
    pub fn with(forms: Forms, boards: Box<dyn Boards>) -> Self {
        Self { forms, names: BTreeMap::new(), boards }
    }

    /// The games that have come up.
    pub fn forms(&mut self) -> &mut Forms {
        &mut self.forms
    }

    /// The names and functions that a statement may use, for completion.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let known = FUNCTIONS.into_iter().chain(["incentives", "outcome", "tiny", "miny"]).map(str::to_owned);
        known.chain(self.names.keys().cloned()).collect()
    }

    /// Does what every statement of a text says, up to the first that cannot be read. Places in errors are those of the
    /// whole text.
    ///
    /// # Errors
    /// If a statement is no game, or one that is too complex. Names that were given before stay.
    pub fn run(&mut self, text: &str) -> Result<Vec<Reply>, NotationError> {
        let mut replies = Vec::new();
        let mut before = 0;
        for line in text.split_inclusive('\n') {
            let code = pieces(line, '#').next().unwrap_or_default();
            let mut at = before;
            for statement in pieces(code, ';') {
                if !statement.trim().is_empty() {
                    replies.push(self.statement(statement).map_err(|error| moved(error, at))?);
                }
                at += statement.chars().count() + 1;
            }
            before += line.chars().count();
        }
        Ok(replies)
    }

    /// `outcome(game)`, perhaps with `== CLASS` behind it.
    fn outcome(&mut self, text: &str) -> Option<Result<Reply, NotationError>> {
        let inner = text.trim_start().strip_prefix("outcome(")?;
        let (inner, claim) = match inner.rsplit_once("==") {
            Some((inner, claim)) => (inner, Some(claim.trim())),
            None => (inner, None),
        };
        let inner = inner.trim_end().strip_suffix(')')?;
        let before = text.find('(').map_or(0, |at| text[..=at].chars().count());
        let game = self.game(inner).map_err(|error| moved(error, before));
        Some(game.map(|game| {
            let class = self.forms.outcome(game);
            Reply::Outcome(class, claim.map(|claim| claim == class.to_string()))
        }))
    }

    /// Does what one statement says.
    fn statement(&mut self, text: &str) -> Result<Reply, NotationError> {
        if let Some(outcome) = self.outcome(text) {
            return outcome;
        }
        let found = text.char_indices().find_map(|(at, _)| {
            let operator = COMPARISONS.into_iter().find(|operator| text[at..].starts_with(operator))?;
            Some((at, operator))
        });
        if let Some((at, operator)) = found {
            let left = self.game(&text[..at])?;
            let behind = at + operator.len();
            let right =
                self.game(&text[behind..]).map_err(|error| moved(error, text[..behind].chars().count()))?;
            return Ok(self.compared(left, operator, right));
        }
        if let Some((name, game)) = text.split_once('=') {
            let before = name.chars().count() + 1;
            let name = name.trim();
            if !is_name(name) {
                let at = 1 + text.chars().take_while(|symbol| symbol.is_whitespace()).count();
                let problem =
                    Problem::Undefined("a name has letters, digits and `_`, and is not used otherwise");
                return Err(NotationError { at, problem });
            }
            let game = self.game(game).map_err(|error| moved(error, before))?;
            self.names.insert(name.to_owned(), game);
            return Ok(Reply::Named(name.to_owned(), game));
        }
        let inner = text.trim().strip_prefix("incentives(").and_then(|rest| rest.strip_suffix(')'));
        match inner {
            None => Ok(Reply::Game(self.game(text)?)),
            Some(inner) => {
                let before = text.find('(').map_or(0, |at| text[..=at].chars().count());
                let game = self.game(inner).map_err(|error| moved(error, before))?;
                let gains = self.forms.incentives(game);
                Ok(Reply::Incentives(gains.map_err(|error| NotationError { at: 1, problem: error.into() })?))
            }
        }
    }

    fn game(&mut self, text: &str) -> Result<Form, NotationError> {
        self.forms.parse_with(text, &self.names, &mut *self.boards)
    }

    fn compared(&mut self, left: Form, operator: &str, right: Form) -> Reply {
        let (below, above) = (self.forms.le(left, right), self.forms.le(right, left));
        let relation = match (below, above) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Less,
            (false, true) => Relation::Greater,
            (false, false) => Relation::Confused,
        };
        let holds = match operator {
            "<=" => below,
            ">=" => above,
            "==" => relation == Relation::Equal,
            "!=" => relation != Relation::Equal,
            "<>" => relation == Relation::Confused,
            "<" => relation == Relation::Less,
            _ => relation == Relation::Greater,
        };
        Reply::Compared { holds, games: [left, right], relation }
    }
}

/// The pieces of a text between marks; what is in quotes is a board, which may have the same characters.
fn pieces(text: &str, mark: char) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |symbol| {
        quoted ^= symbol == '"';
        symbol == mark && !quoted
    })
}

/// An error further on in the text.
fn moved(error: NotationError, by: usize) -> NotationError {
    NotationError { at: error.at + by, ..error }
}

/// Whether a game can be called so: nothing else is written like that.
fn is_name(word: &str) -> bool {
    let is_plain = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_';
    let is_down = word.trim_start_matches('v').chars().all(|symbol| symbol.is_ascii_digit());
    word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && word.chars().all(is_plain)
        && !is_down
        && !FUNCTIONS.contains(&word)
        && !["incentives", "outcome", "on", "off", "over", "under", "upon", "dud", "pass"].contains(&word)
        && !["tiny", "miny", "Tiny", "Miny"].iter().any(|used| word.starts_with(used))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let mut calculator = Calculator::new();
        let replies = calculator.run(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let forms = calculator.forms();
        let list = |games: &[Form]| games.iter().map(|&game| forms.text(game)).collect::<Vec<_>>().join(",");
        replies
            .iter()
            .map(|reply| match reply {
                Reply::Game(game) => forms.text(*game),
                Reply::Named(name, game) => format!("{name}={}", forms.text(*game)),
                Reply::Compared { holds, relation, .. } => format!("{holds} {relation}"),
                Reply::Incentives([left, right]) => format!("{}|{}", list(left), list(right)),
                Reply::Outcome(class, claim) => format!("{class} {claim:?}"),
            })
            .collect()
    }

    #[test]
    fn statements_say_what_they_should() {
        for (text, expected) in [
            ("a = {1|*}; a + a >= 1", &["a={1|*}", "false <>"][..]),
            (
                "^ > 0; * <> 0; 1 == {0|2}; ^ < *; v <= ^",
                &["true >", "true <>", "true ==", "false <>", "true <"],
            ),
            ("+-{1,2}; +-{2|1}", &["{2|-2}", "{{2|1}|{-1|-2}}"]),
            ("# nothing\n1 + 1 # two\n\n", &["2"]),
            // Ordinal sums: stalks of Hackenbush, and *:1 = ^*.
            ("1:-1; 1:1; *:1 == ^*; 0:3/4; *:*", &["1/2", "2", "true ==", "3/4", "*2"]),
            (
                "cool({3|-1}, 1); cool({3|-1}, 2); cool({3|-1}, 3); heat(*, 1)",
                &["{2|0}", "1*", "1", "{1|-1}"],
            ),
            ("rcf({3|*}); rcf(^); rcf({1|0}+^) == {1|0}", &["{3|0}", "0", "true =="]),
            ("aw(^3); aw(*5); aw(^*); aw(v); aw({^|*})", &["3", "0", "1", "-1", "1"]),
            ("mean({3|0}); temp({3|0}); birthday(*2)", &["3/2", "3/2", "2"]),
            ("incentives({3|0})", &["{3|0}|{3|0}"]),
            (
                "outcome(*); outcome(^ + *) == N; outcome(1) == R",
                &["N None", "N Some(true)", "L Some(false)"],
            ),
            ("verbena = 2; vv == -^^; verbena", &["verbena=2", "true ==", "2"]),
        ] {
            assert_eq!(texts(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_in_its_place() {
        for (text, at, reason) in [
            ("1;  b + 1", 5, "nothing is called `b`"),
            ("over + 1", 1, "loopy"),
            ("a = on", 5, "loopy"),
            ("{0|pass}", 4, "loopy"),
            ("pass = 1", 1, "a name"),
            ("b = 1; over(b) # 1", 8, "loopy"),
            ("1 >= {1", 8, "expected"),
            ("3 = 4", 1, "a name"),
            ("vv = 4", 1, "a name"),
            ("aw(1)", 1, "all-small"),
            ("cool(1,*)", 1, "numbers"),
            ("rcf(1,2)", 1, "one game"),
            ("1\nx", 3, "nothing"),
        ] {
            let error = Calculator::new().run(text).expect_err(text);
            assert!(error.to_string().contains(reason) && error.at == at, "{text}: {error}");
        }
    }
}
