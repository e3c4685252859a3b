//! From words to a description.

use super::syntax::{Definition, Description, Facts, Formula, Place, Rule, Stake, Start, Structure, Term};
use super::words::{Word, words};

/// What may not be the name of anything.
const KEYWORDS: [&str; 9] = ["and", "or", "not", "ex", "all", "emb", "pre", "post", "MOVES"];

/// How deeply formulas may be nested: it is a matter of the stack.
const DEEPEST: usize = 120;

/// How many operations may follow each other: likewise.
const LONGEST: usize = 500;

/// The largest number that may be written.
const LARGEST: i64 = 1000;

pub(super) fn parse(text: &str) -> Result<Description, String> {
    let mut parser = Parser { words: words(text)?, at: 0, depth: 0 };
    let mut description = Description::default();
    while parser.at < parser.words.len() {
        parser.item(&mut description)?;
    }
    Ok(description)
}

struct Parser {
    words: Vec<(Word, usize)>,
    at: usize,
    depth: usize,
}

/// Which of the two it is shows only further on.
enum Value {
    Formula(Formula),
    Term(Term),
}

type Parsed<T> = Result<T, String>;

impl Parser {
    fn peek(&self) -> Option<&Word> {
        self.words.get(self.at).map(|(word, _)| word)
    }

    fn wrong<T>(&self, expected: &str) -> Parsed<T> {
        let last = self.words.last().map_or(1, |&(_, line)| line);
        let line = self.words.get(self.at).map_or(last, |&(_, line)| line);
        Err(format!("line {line} of the description: expected {expected}"))
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Word::Sign(found)) if *found == sign)
    }

    /// Goes on if a sign comes next.
    fn sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, sign: &str) -> Parsed<()> {
        if self.sign(sign) { Ok(()) } else { self.wrong(&format!("`{sign}`")) }
    }

    fn is_keyword(&self, keyword: &str) -> bool {
        matches!(self.peek(), Some(Word::Name(found)) if found == keyword)
    }

    fn keyword(&mut self, keyword: &str) -> bool {
        let found = self.is_keyword(keyword);
        self.at += usize::from(found);
        found
    }

    fn expect_keyword(&mut self, keyword: &str) -> Parsed<()> {
        if self.keyword(keyword) { Ok(()) } else { self.wrong(keyword) }
    }

    fn name(&mut self) -> Parsed<String> {
        match self.peek() {
            Some(Word::Name(name)) if !KEYWORDS.contains(&name.as_str()) => {
                let name = name.clone();
                self.at += 1;
                Ok(name)
            }
            _ => self.wrong("a name"),
        }
    }

    fn number(&mut self) -> Parsed<String> {
        match self.peek() {
            Some(Word::Number(number)) => {
                let number = number.clone();
                self.at += 1;
                Ok(number)
            }
            _ => self.wrong("a number"),
        }
    }

    /// One or more, with one of these signs between.
    fn list<T>(&mut self, between: &[&str], item: fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while between.iter().any(|sign| self.sign(sign)) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn item(&mut self, description: &mut Description) -> Parsed<()> {
        if self.is_keyword("PLAYERS") && description.players.is_empty() {
            self.at += 1;
            description.players = self.list(&[","], Self::number)?;
        } else if self.keyword("REL") {
            let definition = self.definition()?;
            description.relations.push(definition);
        } else if self.keyword("RULE") {
            let rule = self.rule()?;
            description.rules.push(rule);
        } else if self.keyword("LOC") {
            let place = self.place()?;
            description.locations.push(place);
        } else if self.is_keyword("START") && description.start.is_none() {
            self.at += 1;
            description.start = Some(self.start()?);
        } else {
            return self.wrong("REL, RULE, LOC, or PLAYERS or START once");
        }
        Ok(())
    }

    fn definition(&mut self) -> Parsed<Definition> {
        let name = self.name()?;
        let parameters = self.arguments()?;
        self.expect("=")?;
        Ok(Definition { name, parameters, meaning: self.formula()? })
    }

    /// `(x, y)` or `()`
    fn arguments(&mut self) -> Parsed<Vec<String>> {
        self.expect("(")?;
        let arguments = if self.is_sign(")") { Vec::new() } else { self.list(&[","], Self::name)? };
        self.expect(")")?;
        Ok(arguments)
    }

    fn rule(&mut self) -> Parsed<Rule> {
        let name = self.name()?;
        self.expect(":")?;
        let before = self.structure()?;
        self.expect("->")?;
        let after = self.structure()?;
        let embedded = if self.keyword("emb") { self.list(&[","], Self::name)? } else { Vec::new() };
        let pre = if self.keyword("pre") { Some(self.formula()?) } else { None };
        let post = if self.keyword("post") { Some(self.formula()?) } else { None };
        Ok(Rule { name, before, after, embedded, pre, post })
    }

    fn structure(&mut self) -> Parsed<Structure> {
        self.expect("[")?;
        let elements = if self.is_sign("|") { Vec::new() } else { self.list(&[",", ";"], Self::name)? };
        self.expect("|")?;
        let empty = self.is_sign("|") || self.sign("-");
        let facts = if empty { Vec::new() } else { self.list(&[";", ","], Self::facts)? };
        self.expect("|")?;
        self.sign("-");
        self.expect("]")?;
        Ok(Structure { elements, facts })
    }

    fn facts(&mut self) -> Parsed<Facts> {
        let relation = self.name()?;
        let mut arity = None;
        if self.sign(":") {
            arity = match self.number()?.parse() {
                Ok(places @ 1..=2) => Some(places),
                _ => return self.wrong("a relation of 1 or 2 places"),
            };
        }
        self.expect("{")?;
        let tuple = |parser: &mut Self| {
            if parser.is_sign("(") { parser.arguments() } else { parser.name().map(|name| vec![name]) }
        };
        let tuples = if self.is_sign("}") { Vec::new() } else { self.list(&[",", ";"], tuple)? };
        self.expect("}")?;
        if tuples.iter().any(Vec::is_empty) {
            return self.wrong("tuples with elements");
        }
        Ok(Facts { relation, arity, tuples })
    }

    fn place(&mut self) -> Parsed<Place> {
        let number = self.number()?;
        self.expect("{")?;
        let mut stakes = Vec::new();
        while !self.sign("}") {
            self.expect_keyword("PLAYER")?;
            stakes.push(self.stake()?);
        }
        Ok(Place { number, stakes })
    }

    fn stake(&mut self) -> Parsed<Stake> {
        let player = self.number()?;
        self.expect("{")?;
        self.expect_keyword("PAYOFF")?;
        let sum = self.sum()?;
        let payoff = self.as_term(sum)?;
        let moves = if self.keyword("MOVES") { self.list(&[";"], Self::way)? } else { Vec::new() };
        self.expect("}")?;
        Ok(Stake { player, payoff, moves })
    }

    /// `[rule -> location]`
    fn way(&mut self) -> Parsed<(String, String)> {
        self.expect("[")?;
        let rule = self.name()?;
        self.expect("->")?;
        let to = self.number()?;
        self.expect("]")?;
        Ok((rule, to))
    }

    fn start(&mut self) -> Parsed<Start> {
        let structure = self.structure()?;
        let Some(Word::Board(board)) = self.peek() else {
            return self.wrong("a board between double quotes");
        };
        let rows = board.split('\n').map(|row| row.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let rows = rows.filter(|row| !row.is_empty()).collect();
        self.at += 1;
        Ok(Start { structure, rows })
    }

    fn formula(&mut self) -> Parsed<Formula> {
        let value = self.disjunction()?;
        self.as_formula(value)
    }

    fn as_formula(&self, value: Value) -> Parsed<Formula> {
        match value {
            Value::Formula(formula) => Ok(formula),
            Value::Term(_) => self.wrong("a formula, not a number, before this"),
        }
    }

    fn as_term(&self, value: Value) -> Parsed<Term> {
        match value {
            Value::Term(term) => Ok(term),
            Value::Formula(_) => self.wrong("a number, not a formula, before this"),
        }
    }

    fn disjunction(&mut self) -> Parsed<Value> {
        self.joined("or", Self::conjunction, Formula::Or)
    }

    fn conjunction(&mut self) -> Parsed<Value> {
        self.joined("and", Self::unary, Formula::And)
    }

    fn joined(
        &mut self,
        keyword: &str,
        part: fn(&mut Self) -> Parsed<Value>,
        join: fn(Vec<Formula>) -> Formula,
    ) -> Parsed<Value> {
        let first = part(self)?;
        if !self.is_keyword(keyword) {
            return Ok(first);
        }
        let mut parts = vec![self.as_formula(first)?];
        while self.keyword(keyword) {
            let next = part(self)?;
            parts.push(self.as_formula(next)?);
        }
        Ok(Value::Formula(join(parts)))
    }

    fn unary(&mut self) -> Parsed<Value> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.wrong("formulas that are nested less deeply");
        }
        let value = if self.keyword("not") {
            Value::Formula(Formula::Not(Box::new(self.operand()?)))
        } else if self.keyword("ex") {
            let variables = self.list(&[","], Self::name)?;
            Value::Formula(Formula::Exists(variables, Box::new(self.operand()?)))
        } else if self.keyword("all") {
            let variables = self.list(&[","], Self::name)?;
            Value::Formula(Formula::All(variables, Box::new(self.operand()?)))
        } else {
            self.comparison()?
        };
        self.depth -= 1;
        Ok(value)
    }

    /// What `not` or a quantifier stands before.
    fn operand(&mut self) -> Parsed<Formula> {
        let value = self.unary()?;
        self.as_formula(value)
    }

    fn comparison(&mut self) -> Parsed<Value> {
        let left = self.sum()?;
        let Some(sign) = [">", "<", "="].into_iter().find(|sign| self.is_sign(sign)) else {
            return Ok(left);
        };
        let left = self.as_term(left)?;
        self.at += 1;
        let right = self.sum()?;
        Ok(Value::Formula(Formula::Compare(left, sign, self.as_term(right)?)))
    }

    fn sum(&mut self) -> Parsed<Value> {
        self.operation(&["+", "-"], Self::product)
    }

    fn product(&mut self) -> Parsed<Value> {
        self.operation(&["*"], Self::power)
    }

    fn power(&mut self) -> Parsed<Value> {
        self.operation(&["^"], Self::primary)
    }

    /// Operations of one strength, from the left.
    fn operation(&mut self, signs: &[&'static str], part: fn(&mut Self) -> Parsed<Value>) -> Parsed<Value> {
        let mut value = part(self)?;
        let mut operations = 0;
        while let Some(&sign) = signs.iter().find(|sign| self.is_sign(sign)) {
            operations += 1;
            if operations > LONGEST {
                return self.wrong("fewer operations in a row");
            }
            let left = self.as_term(value)?;
            self.at += 1;
            let right = part(self)?;
            let right = self.as_term(right)?;
            value = Value::Term(Term::Operation(Box::new(left), sign, Box::new(right)));
        }
        Ok(value)
    }

    fn primary(&mut self) -> Parsed<Value> {
        if let Some(Word::Number(number)) = self.peek() {
            return match number.parse() {
                Ok(number @ 0..=LARGEST) => {
                    self.at += 1;
                    Ok(Value::Term(Term::Number(number)))
                }
                _ => self.wrong("a number of at most 1000"),
            };
        }
        if self.sign(":") {
            self.expect("(")?;
            let formula = self.nested()?;
            let formula = self.as_formula(formula)?;
            return Ok(Value::Term(Term::Truth(Box::new(formula))));
        }
        if self.sign("(") {
            return self.nested();
        }
        let name = self.name()?;
        if self.sign("=") {
            return Ok(Value::Formula(Formula::Same(name, self.name()?)));
        }
        Ok(Value::Formula(Formula::Holds(name, self.arguments()?)))
    }

    /// What stands in parentheses, the first of which is read.
    fn nested(&mut self) -> Parsed<Value> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.wrong("formulas that are nested less deeply");
        }
        let value = self.disjunction()?;
        self.depth -= 1;
        self.expect(")")?;
        Ok(value)
    }
}
