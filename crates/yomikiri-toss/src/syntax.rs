//! What a description says, as it is written.

/// A place in a text, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl Place {
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
    /// Both.
    And(Box<Formula>, Box<Formula>),
    /// One of them, or both.
    Or(Box<Formula>, Box<Formula>),
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
    /// Two numbers and an operation.
    Operation(Box<Term>, Operation, Box<Term>, Place),
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
