//! What a description says, as it is written.

use yomikiri_game::presentable;

/// A place in a text, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl Place {
    /// The beginning of the text.
    pub(crate) const BEGINNING: Self = Self { line: 1, column: 1 };

    /// An error here.
    pub(crate) fn error(self, reason: impl Into<String>) -> TossError {
        TossError { line: self.line, column: self.column, reason: reason.into() }
    }
}

/// Why a text describes no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct TossError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// What was found, and what was expected.
    pub reason: String,
}

/// A name and where it stands. Two are equal if their texts are.
#[derive(Clone, Debug)]
pub struct Name {
    /// The text.
    pub text: String,
    /// The place.
    pub place: Place,
}

impl Name {
    /// The text as it is shown in errors.
    pub(crate) fn shown(&self) -> String {
        presentable(&self.text)
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// A whole description.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Description {
    /// The players, by their numbers.
    pub players: Vec<Name>,
    /// Defined relations.
    pub relations: Vec<Relation>,
    /// Rules.
    pub rules: Vec<Rule>,
    /// Locations.
    pub locations: Vec<Location>,
    /// The start.
    pub start: Option<Start>,
}

/// `REL name(variables) = formula`
#[derive(Clone, Debug, PartialEq)]
pub struct Relation {
    /// The name.
    pub name: Name,
    /// The variables.
    pub variables: Vec<Name>,
    /// What it means.
    pub formula: Formula,
}

/// A statement about cells.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// A relation holds of cells.
    Holds(Name, Vec<Name>),
    /// Two variables are the same cell.
    Same(Name, Name),
    /// Not this.
    Not(Box<Formula>),
    /// All of these, two at least. A list and not a tree, so that what is written flat is not deep.
    And(Vec<Formula>),
    /// One of these or more, two at least.
    Or(Vec<Formula>),
    /// For some cells.
    Exists(Vec<Name>, Box<Formula>),
    /// For all cells.
    All(Vec<Name>, Box<Formula>),
    /// A comparison of numbers.
    Compare(Box<Term>, Comparison, Box<Term>),
}

/// How numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `>`
    Greater,
    /// `<`
    Less,
    /// `=`
    Equal,
}

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// `:(f)`: 1 if the formula holds, 0 if not.
    Truth(Box<Formula>),
    /// A constant.
    Number(i64),
    /// A number, and operations of one strength on it from left to right.
    Chain(Box<Term>, Vec<Step>),
}

/// An operation with its right operand, and where it stands. Two are equal wherever they stand.
#[derive(Clone, Debug)]
pub struct Step {
    /// The operation.
    pub operation: Operation,
    /// The operand.
    pub operand: Term,
    /// The place of the operation.
    pub place: Place,
}

/// An operation on numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `^`
    Power,
}

impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        (self.operation, &self.operand) == (other.operation, &other.operand)
    }
}

impl Operation {
    /// Whether two operations are of one strength, so that they are done from left to right.
    pub(crate) fn binds_like(self, other: Self) -> bool {
        let strength = |operation| match operation {
            Self::Plus | Self::Minus => 0,
            Self::Times => 1,
            Self::Power => 2,
        };
        strength(self) == strength(other)
    }
}

/// `[elements | relations | functions]`
#[derive(Clone, Debug, PartialEq)]
pub struct Structure {
    /// The elements.
    pub elements: Vec<Name>,
    /// The relations, each with the tuples of which it holds.
    pub relations: Vec<Facts>,
    /// Where it stands.
    pub place: Place,
}

/// The tuples of which a relation holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// The relation.
    pub relation: Name,
    /// The number of places that is given for it, as in `P:1 {}`.
    pub arity: Option<usize>,
    /// The tuples.
    pub tuples: Vec<Vec<Name>>,
}

/// `RULE name: before -> after emb … pre … post …`
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The name.
    pub name: Name,
    /// What is looked for.
    pub before: Structure,
    /// What it becomes.
    pub after: Structure,
    /// Relations on which a match must agree exactly.
    pub embedded: Vec<Name>,
    /// What must hold before.
    pub pre: Option<Formula>,
    /// What must hold after.
    pub post: Option<Formula>,
}

/// `LOC number { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Location {
    /// Its number.
    pub number: Name,
    /// What each player has here.
    pub players: Vec<Stake>,
}

/// `PLAYER number { PAYOFF term MOVES […]; … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Stake {
    /// The player.
    pub player: Name,
    /// What he gets if the game ends here.
    pub payoff: Term,
    /// The rules that he may use, and the locations that they lead to.
    pub moves: Vec<(Name, Name)>,
}

/// `START structure "board"`
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// Relations and elements besides the board.
    pub structure: Structure,
    /// The rows of the board.
    pub rows: Vec<Vec<Name>>,
    /// Where the board begins.
    pub place: Place,
}
