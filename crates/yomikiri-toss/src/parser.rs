//! From words to a description.

use crate::syntax::{
    Comparison, Description, Facts, Formula, Location, Name, Operation, Place, Relation, Rule, Stake, Start,
    Step, Structure, Term, TossError,
};
use crate::words::{Kind, Text, Word};

/// Reads a description.
///
/// # Errors
/// At the first thing that is wrong, with its place and what was expected there; or if the text is longer than
/// [`MOST_BYTES`].
pub fn parse(text: &str) -> Result<Description, TossError> {
    parse_words(Text::new(text)?.words)
}

pub(crate) fn parse_words(words: Vec<Word<'_>>) -> Result<Description, TossError> {
    let mut parser = Parser { words, at: 0, depth: 0 };
    let mut description = Description::default();
    while parser.peek().kind != Kind::End {
        parser.item(&mut description)?;
    }
    Ok(description)
}

/// The longest text that is read, in bytes.
pub const MOST_BYTES: usize = 4 << 20;
/// Deeper nesting than anybody writes, and little enough for any stack.
const DEEPEST: u32 = 120;
/// The most variables of a relation or a quantifier, and the most elements of one side of a rule.
const MOST_VARIABLES: usize = 400;

const KEYWORDS: [&str; 9] = ["and", "or", "not", "ex", "all", "emb", "pre", "post", "MOVES"];

struct Parser<'a> {
    words: Vec<Word<'a>>,
    at: usize,
    depth: u32,
}

/// A formula or a number: which one it is shows only further on.
enum Value {
    Formula(Formula),
    Term(Term),
}

impl<'a> Parser<'a> {
    fn peek(&self) -> &Word<'a> {
        &self.words[self.at]
    }

    fn next(&mut self) -> Word<'a> {
        let word = self.words[self.at].clone();
        self.at = (self.at + 1).min(self.words.len() - 1);
        word
    }

    fn unexpected<T>(&self, expected: &str) -> Result<T, TossError> {
        let word = self.peek();
        Err(word.place.error(format!("{}, but expected {expected}", word.shown())))
    }

    fn is(&self, text: &str) -> bool {
        let word = self.peek();
        matches!(word.kind, Kind::Name | Kind::Symbol) && word.text == text
    }

    fn accept(&mut self, text: &str) -> bool {
        let found = self.is(text);
        if found {
            self.next();
        }
        found
    }

    fn expect(&mut self, text: &str) -> Result<Place, TossError> {
        if self.is(text) { Ok(self.next().place) } else { self.unexpected(&format!("`{text}`")) }
    }

    fn of_kind(&mut self, kind: Kind, expected: &str) -> Result<Name, TossError> {
        let word = self.peek();
        if word.kind != kind || kind == Kind::Name && KEYWORDS.contains(&word.text) {
            return self.unexpected(expected);
        }
        let word = self.next();
        Ok(Name { text: word.text.to_owned(), place: word.place })
    }

    fn name(&mut self, what: &str) -> Result<Name, TossError> {
        self.of_kind(Kind::Name, what)
    }

    fn number(&mut self, what: &str) -> Result<Name, TossError> {
        self.of_kind(Kind::Number, what)
    }

    fn list<T>(
        &mut self,
        separators: &[&str],
        mut item: impl FnMut(&mut Self) -> Result<T, TossError>,
    ) -> Result<Vec<T>, TossError> {
        let mut items = vec![item(self)?];
        while separators.iter().any(|separator| self.accept(separator)) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn variables(&mut self) -> Result<Vec<Name>, TossError> {
        let variables = self.list(&[","], |parser| parser.name("a variable"))?;
        at_most(&variables, MOST_VARIABLES, "variables")?;
        Ok(variables)
    }

    fn item(&mut self, description: &mut Description) -> Result<(), TossError> {
        const ITEMS: &str = "PLAYERS, REL, RULE, LOC or START";
        let word = self.peek().clone();
        if word.kind != Kind::Name {
            return self.unexpected(ITEMS);
        }
        match word.text {
            "PLAYERS" => {
                self.next();
                if !description.players.is_empty() {
                    return Err(word.place.error("the players were named already"));
                }
                description.players = self.list(&[","], |parser| parser.number("the number of a player"))?;
            }
            "REL" => description.relations.push(self.relation()?),
            "RULE" => description.rules.push(self.rule()?),
            "LOC" => description.locations.push(self.location()?),
            "START" => {
                if description.start.is_some() {
                    return Err(word.place.error("there is a START already"));
                }
                description.start = Some(self.start()?);
            }
            _ => return self.unexpected(ITEMS),
        }
        Ok(())
    }

    fn relation(&mut self) -> Result<Relation, TossError> {
        self.expect("REL")?;
        let name = self.name("the name of a relation")?;
        self.expect("(")?;
        let mut variables = Vec::new();
        if !self.is(")") {
            variables = self.variables()?;
        }
        self.expect(")")?;
        self.expect("=")?;
        Ok(Relation { name, variables, formula: self.formula()? })
    }

    fn rule(&mut self) -> Result<Rule, TossError> {
        self.expect("RULE")?;
        let name = self.name("the name of a rule")?;
        self.expect(":")?;
        let before = self.structure()?;
        self.expect("->")?;
        let after = self.structure()?;
        let mut rule = Rule { name, before, after, embedded: Vec::new(), pre: None, post: None };
        if self.accept("emb") {
            rule.embedded = self.list(&[","], |parser| parser.name("the name of a relation"))?;
        }
        if self.accept("pre") {
            rule.pre = Some(self.formula()?);
        }
        if self.accept("post") {
            rule.post = Some(self.formula()?);
        }
        Ok(rule)
    }

    fn structure(&mut self) -> Result<Structure, TossError> {
        let place = self.expect("[")?;
        let mut elements = Vec::new();
        if !self.is("|") {
            elements = self.list(&[",", ";"], |parser| parser.name("an element"))?;
            at_most(&elements, MOST_VARIABLES, "elements")?;
        }
        self.expect("|")?;
        let mut relations = Vec::new();
        if !self.is("|") && !self.accept("-") {
            relations = self.list(&[";", ","], Self::facts)?;
        }
        self.expect("|")?;
        if !self.accept("-") && !self.is("]") {
            return self.unexpected("`-` or nothing: functions are not known");
        }
        self.expect("]")?;
        Ok(Structure { elements, relations, place })
    }

    fn facts(&mut self) -> Result<Facts, TossError> {
        let relation = self.name("the name of a relation")?;
        let mut arity = None;
        if self.accept(":") {
            let number = self.number("the number of places")?;
            let known = number.text.parse().ok().filter(|arity| (1..=2).contains(arity));
            arity = Some(known.ok_or_else(|| number.place.error("a relation has 1 or 2 places"))?);
        }
        self.expect("{")?;
        let mut tuples = Vec::new();
        if !self.is("}") {
            tuples = self.list(&[",", ";"], |parser| {
                if parser.accept("(") {
                    let tuple = parser.list(&[","], |parser| parser.name("an element"))?;
                    parser.expect(")")?;
                    Ok(tuple)
                } else {
                    Ok(vec![parser.name("an element")?])
                }
            })?;
        }
        self.expect("}")?;
        Ok(Facts { relation, arity, tuples })
    }

    fn location(&mut self) -> Result<Location, TossError> {
        self.expect("LOC")?;
        let number = self.number("the number of a location")?;
        self.expect("{")?;
        let mut players = Vec::new();
        while !self.accept("}") {
            if !self.is("PLAYER") {
                return self.unexpected("`PLAYER` or `}`");
            }
            players.push(self.stake()?);
        }
        Ok(Location { number, players })
    }

    fn stake(&mut self) -> Result<Stake, TossError> {
        self.expect("PLAYER")?;
        let player = self.number("the number of a player")?;
        self.expect("{")?;
        self.expect("PAYOFF")?;
        let payoff = self.term()?;
        let mut moves = Vec::new();
        if self.accept("MOVES") {
            moves = self.list(&[";"], |parser| {
                parser.expect("[")?;
                let rule = parser.name("the name of a rule")?;
                parser.expect("->")?;
                let to = parser.number("the number of a location")?;
                parser.expect("]")?;
                Ok((rule, to))
            })?;
        }
        self.expect("}")?;
        Ok(Stake { player, payoff, moves })
    }

    fn start(&mut self) -> Result<Start, TossError> {
        self.expect("START")?;
        let structure = self.structure()?;
        if self.peek().kind != Kind::Board {
            return self.unexpected("a board between double quotes");
        }
        let board = self.next();
        let mut rows = Vec::new();
        for (number, line) in board.text.split('\n').enumerate() {
            let mut column = if number == 0 { board.place.column + 1 } else { 1 };
            let mut at = 0;
            // Columns are counted from word to word, not each from the start of the line.
            let words = line.split_whitespace().map(|text| {
                let offset = text.as_ptr() as usize - line.as_ptr() as usize;
                column += line[at..offset].chars().count();
                at = offset;
                Name { text: text.to_owned(), place: Place { line: board.place.line + number, column } }
            });
            let row: Vec<_> = words.collect();
            if !row.is_empty() {
                rows.push(row);
            }
        }
        Ok(Start { structure, rows, place: board.place })
    }

    fn formula(&mut self) -> Result<Formula, TossError> {
        let place = self.peek().place;
        let value = self.disjunction()?;
        as_formula(value, place)
    }

    fn term(&mut self) -> Result<Term, TossError> {
        let place = self.peek().place;
        let value = self.sum()?;
        as_term(value, place)
    }

    /// Runs something one level deeper.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, TossError>) -> Result<T, TossError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self
                .peek()
                .place
                .error(format!("this is nested too deeply: at most {DEEPEST} levels can be handled")));
        }
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn disjunction(&mut self) -> Result<Value, TossError> {
        self.chain("or", Self::conjunction, |left, right| match left {
            Formula::Or(mut parts) => {
                parts.push(right);
                Formula::Or(parts)
            }
            other => Formula::Or(vec![other, right]),
        })
    }

    fn conjunction(&mut self) -> Result<Value, TossError> {
        self.chain("and", Self::unary, |left, right| match left {
            Formula::And(mut parts) => {
                parts.push(right);
                Formula::And(parts)
            }
            other => Formula::And(vec![other, right]),
        })
    }

    fn chain(
        &mut self,
        word: &str,
        mut operand: impl FnMut(&mut Self) -> Result<Value, TossError>,
        combine: impl Fn(Formula, Formula) -> Formula,
    ) -> Result<Value, TossError> {
        let place = self.peek().place;
        let mut value = operand(self)?;
        while self.accept(word) {
            let left = as_formula(value, place)?;
            let place = self.peek().place;
            let right = as_formula(operand(self)?, place)?;
            value = Value::Formula(combine(left, right));
        }
        Ok(value)
    }

    fn unary(&mut self) -> Result<Value, TossError> {
        self.nested(|parser| {
            if parser.accept("not") {
                let place = parser.peek().place;
                let inner = parser.unary()?;
                return Ok(Value::Formula(Formula::Not(Box::new(as_formula(inner, place)?))));
            }
            let exists = parser.is("ex");
            if exists || parser.is("all") {
                parser.next();
                let variables = parser.variables()?;
                let place = parser.peek().place;
                let inner = Box::new(as_formula(parser.unary()?, place)?);
                let formula =
                    if exists { Formula::Exists(variables, inner) } else { Formula::All(variables, inner) };
                return Ok(Value::Formula(formula));
            }
            parser.comparison()
        })
    }

    fn comparison(&mut self) -> Result<Value, TossError> {
        let place = self.peek().place;
        let value = self.sum()?;
        let comparison = match self.peek().text {
            ">" => Comparison::Greater,
            "<" => Comparison::Less,
            "=" => Comparison::Equal,
            _ => return Ok(value),
        };
        let left = as_term(value, place)?;
        self.next();
        let right = self.term()?;
        Ok(Value::Formula(Formula::Compare(Box::new(left), comparison, Box::new(right))))
    }

    fn sum(&mut self) -> Result<Value, TossError> {
        let operation = |text: &str| match text {
            "+" => Some(Operation::Plus),
            "-" => Some(Operation::Minus),
            _ => None,
        };
        self.arithmetic(operation, Self::product)
    }

    fn product(&mut self) -> Result<Value, TossError> {
        self.arithmetic(|text| (text == "*").then_some(Operation::Times), Self::power)
    }

    fn power(&mut self) -> Result<Value, TossError> {
        self.arithmetic(|text| (text == "^").then_some(Operation::Power), Self::primary)
    }

    fn arithmetic(
        &mut self,
        operation: impl Fn(&str) -> Option<Operation>,
        mut operand: impl FnMut(&mut Self) -> Result<Value, TossError>,
    ) -> Result<Value, TossError> {
        let place = self.peek().place;
        let mut value = operand(self)?;
        while let Some(operation) = operation(self.peek().text).filter(|_| self.peek().kind == Kind::Symbol) {
            let left = as_term(value, place)?;
            let at = self.next().place;
            let place = self.peek().place;
            let operand = as_term(operand(self)?, place)?;
            let step = Step { operation, operand, place: at };
            value = Value::Term(match left {
                Term::Chain(first, mut steps) if steps[0].operation.binds_like(operation) => {
                    steps.push(step);
                    Term::Chain(first, steps)
                }
                other => Term::Chain(Box::new(other), vec![step]),
            });
        }
        Ok(value)
    }

    fn primary(&mut self) -> Result<Value, TossError> {
        let word = self.peek().clone();
        match word.kind {
            Kind::Number => {
                let number = self.next();
                let value = number.text.parse().ok().filter(|number| *number <= 1000);
                let value = value.ok_or_else(|| number.place.error("a number is at most 1000"))?;
                Ok(Value::Term(Term::Number(value)))
            }
            Kind::Symbol if word.text == ":" => {
                self.next();
                self.expect("(")?;
                let formula = self.nested(Self::formula)?;
                self.expect(")")?;
                Ok(Value::Term(Term::Truth(Box::new(formula))))
            }
            Kind::Symbol if word.text == "(" => {
                self.next();
                let value = self.nested(Self::disjunction)?;
                self.expect(")")?;
                Ok(value)
            }
            Kind::Name => {
                let name = self.name("a formula")?;
                if self.accept("=") {
                    return Ok(Value::Formula(Formula::Same(name, self.name("a variable")?)));
                }
                if !self.accept("(") {
                    return self.unexpected("`(` after the name of a relation, or `=` after a variable");
                }
                let mut arguments = Vec::new();
                if !self.is(")") {
                    arguments = self.variables()?;
                }
                self.expect(")")?;
                Ok(Value::Formula(Formula::Holds(name, arguments)))
            }
            _ => self.unexpected("a formula or a term"),
        }
    }
}

fn at_most(names: &[Name], most: usize, what: &str) -> Result<(), TossError> {
    match names.get(most) {
        Some(more) => Err(more.place.error(format!("more than {most} {what} in a row"))),
        None => Ok(()),
    }
}

fn as_formula(value: Value, place: Place) -> Result<Formula, TossError> {
    match value {
        Value::Formula(formula) => Ok(formula),
        Value::Term(_) => {
            Err(place.error("a number, but expected a formula (`> 0` or `= 0` after it makes one)"))
        }
    }
}

fn as_term(value: Value, place: Place) -> Result<Term, TossError> {
    match value {
        Value::Term(term) => Ok(term),
        Value::Formula(_) => {
            Err(place.error("a formula, but expected a number (`:( )` around it makes one)"))
        }
    }
}
