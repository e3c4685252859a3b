//! What a description says, as it is written.

/// A whole description.
#[derive(Debug, Default)]
pub(super) struct Description {
    pub(super) players: Vec<String>,
    pub(super) relations: Vec<Definition>,
    pub(super) rules: Vec<Rule>,
    pub(super) locations: Vec<Place>,
    pub(super) start: Option<Start>,
}

/// `REL name(parameters) = meaning`
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) name: String,
    pub(super) parameters: Vec<String>,
    pub(super) meaning: Formula,
}

/// `RULE name: before -> after emb … pre … post …`
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) name: String,
    pub(super) before: Structure,
    pub(super) after: Structure,
    pub(super) embedded: Vec<String>,
    pub(super) pre: Option<Formula>,
    pub(super) post: Option<Formula>,
}

/// `[elements | relations | -]`
#[derive(Debug)]
pub(super) struct Structure {
    pub(super) elements: Vec<String>,
    pub(super) facts: Vec<Facts>,
}

/// `relation {tuples}`, or `relation:arity {tuples}`
#[derive(Debug)]
pub(super) struct Facts {
    pub(super) relation: String,
    pub(super) arity: Option<usize>,
    pub(super) tuples: Vec<Vec<String>>,
}

/// `LOC number { … }`
#[derive(Debug)]
pub(super) struct Place {
    pub(super) number: String,
    pub(super) stakes: Vec<Stake>,
}

/// `PLAYER player { PAYOFF term MOVES [rule -> location]; … }`
#[derive(Debug)]
pub(super) struct Stake {
    pub(super) player: String,
    pub(super) payoff: Term,
    /// Rules, and where they lead.
    pub(super) moves: Vec<(String, String)>,
}

/// `START structure "board"`
#[derive(Debug)]
pub(super) struct Start {
    pub(super) structure: Structure,
    pub(super) rows: Vec<Vec<String>>,
}

/// A statement about cells.
#[derive(Debug)]
pub(super) enum Formula {
    Holds(String, Vec<String>),
    Same(String, String),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Exists(Vec<String>, Box<Formula>),
    All(Vec<String>, Box<Formula>),
    /// With `>`, `<` or `=` between.
    Compare(Term, &'static str, Term),
}

/// A number.
#[derive(Debug)]
pub(super) enum Term {
    /// 1 if the formula holds, 0 if not.
    Truth(Box<Formula>),
    Number(i64),
    /// With `+`, `-`, `*` or `^` between.
    Operation(Box<Term>, &'static str, Box<Term>),
}
