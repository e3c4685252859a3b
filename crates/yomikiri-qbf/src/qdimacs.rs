//! QDIMACS, the format of QBF solvers, and DIMACS, its special case without quantifiers.
//!
//! Comments (`c …`), a problem line `p cnf VARIABLES CLAUSES`, quantifier lines `e 1 2 0` and `a 3 0`, clauses
//! `1 -3 0`. Reading is strict: a variable quantified twice, a missing 0, more clauses than the problem line says
//! are errors. Numbers of the problem line that are too large (clauses) or too small (variables) are a warning,
//! because files that somebody made smaller by hand often have them; so is the line `%` with which some
//! generators end. Variables that no line quantifies are
//! existential and outermost, as the format says; neighbouring lines of one quantifier are one block.
//!
//! # References
//! - *QDIMACS standard, version 1.1*, <https://www.qbflib.org/qdimacs.html>.

use crate::formula::{Formula, Literal, Prefix, Quantifier, Variable};
use crate::text::{ReadError, Warning, Word, at_end, check_length, words};
use std::fmt::Write;

/// The largest number of variables that is believed.
const MOST_VARIABLES: i64 = 1 << 24;

/// Reads a formula.
///
/// # Errors
/// At the first thing that is wrong, with its place; or if the text is longer than [`MOST_BYTES`](crate::MOST_BYTES).
pub fn read(text: &str) -> Result<Formula, ReadError> {
    Ok(read_warned(text)?.formula)
}

/// A formula as it was read, with what only the text says.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The formula. Clauses that are always true are left out.
    pub formula: Formula,
    /// The number of clauses in the text.
    pub clauses: usize,
    /// What is unusual about the text.
    pub warnings: Vec<Warning>,
}

/// Reads a formula, with warnings about what is unusual in the text.
///
/// # Errors
/// As [`read`].
pub fn read_warned(text: &str) -> Result<Reading, ReadError> {
    check_length(text)?;
    let mut reader = Reader::default();
    for (number, line) in text.lines().enumerate() {
        let mut words = words(line, number + 1);
        let Some(first) = words.next() else {
            continue;
        };
        match first.text {
            word if word.starts_with('c') => {}
            "p" if reader.expected.is_some() => return Err(first.error("a second problem line")),
            "p" => reader.problem(first, words)?,
            _ if reader.expected.is_none() => {
                let shown = first.shown();
                return Err(
                    first.error(format!("`{shown}`, but expected a problem line `p cnf VARIABLES CLAUSES`"))
                );
            }
            "e" => reader.quantifiers(Quantifier::Exists, first, words)?,
            "a" => reader.quantifiers(Quantifier::Forall, first, words)?,
            "%" => {
                reader.warnings.push(Warning::at(first, "`%`: what follows is not read"));
                break;
            }
            _ => reader.clause_line(first, words)?,
        }
    }
    reader.finish(text)
}

#[derive(Default)]
struct Reader {
    variables: i64,
    /// The numbers of variables and clauses that the problem line promises.
    promised: i64,
    expected: Option<usize>,
    /// The problem line.
    line: usize,
    warnings: Vec<Warning>,
    prefix: Prefix,
    /// By variable: whether a line quantifies it.
    quantified: Vec<bool>,
    /// The clauses; the last one is not finished if `open` says so.
    clauses: Vec<(Vec<Literal>, bool)>,
}

impl Reader {
    fn problem<'a>(
        &mut self,
        p: Word<'a>,
        mut words: impl Iterator<Item = Word<'a>>,
    ) -> Result<(), ReadError> {
        let kind = words.next().ok_or_else(|| p.error("expected `p cnf VARIABLES CLAUSES`"))?;
        if kind.text != "cnf" {
            return Err(kind.error(format!("`{}`, but expected `cnf`", kind.shown())));
        }
        let mut number = |what: &str| {
            let word = words.next().ok_or_else(|| kind.error(format!("the number of {what} is missing")))?;
            let number = word.text.parse::<i64>().ok().filter(|number| (0..=MOST_VARIABLES).contains(number));
            number.ok_or_else(|| word.error(format!("`{}` is not a number of {what}", word.shown())))
        };
        self.variables = number("variables")?;
        self.promised = self.variables;
        self.expected = Some(number("clauses")? as usize);
        self.line = p.line;
        match words.next() {
            Some(more) => Err(more.error(format!("`{}` after the problem line", more.shown()))),
            None => Ok(()),
        }
    }

    /// A literal of the problem; `None` for the 0 that ends a line.
    fn literal(&mut self, word: Word<'_>) -> Result<Option<Literal>, ReadError> {
        let number: i64 = word
            .text
            .parse()
            .map_err(|_| word.error(format!("`{}`, but expected a number", word.shown())))?;
        if number.unsigned_abs() > MOST_VARIABLES as u64 {
            return Err(word.error(format!("no variable has the number {}", number.unsigned_abs())));
        }
        self.variables = self.variables.max(number.abs());
        Ok((number != 0).then(|| Literal::new(number.unsigned_abs() as Variable, number > 0)))
    }

    fn quantifiers<'a>(
        &mut self,
        quantifier: Quantifier,
        letter: Word<'a>,
        words: impl Iterator<Item = Word<'a>>,
    ) -> Result<(), ReadError> {
        if !self.clauses.is_empty() {
            return Err(letter.error("a quantifier after a clause"));
        }
        let mut last = letter;
        let mut ended = false;
        let mut block = Vec::new();
        for word in words {
            if ended {
                return Err(word.error(format!("`{}` after the 0", word.shown())));
            }
            match self.literal(word)? {
                None => ended = true,
                Some(literal) if literal.is_positive() => block.push(literal.variable()),
                Some(_) => return Err(word.error("a quantifier line has no negations")),
            }
            last = word;
        }
        if !ended {
            return Err(last.error("the 0 at the end of the quantifier line is missing"));
        }
        self.quantified.resize(self.quantified.len().max(self.variables as usize + 1), false);
        for &variable in &block {
            if std::mem::replace(&mut self.quantified[variable as usize], true) {
                return Err(letter.error(format!("the variable {variable} is quantified twice")));
            }
        }
        self.prefix.push(quantifier, block);
        Ok(())
    }

    fn clause_line<'a>(
        &mut self,
        first: Word<'a>,
        rest: impl Iterator<Item = Word<'a>>,
    ) -> Result<(), ReadError> {
        for word in std::iter::once(first).chain(rest) {
            let literal = self.literal(word)?;
            if self.clauses.last().is_none_or(|(_, ended)| *ended) {
                if self.expected == Some(self.clauses.len()) {
                    let shown = word.shown();
                    return Err(word.error(format!("`{shown}` after the last clause of the problem line")));
                }
                self.clauses.push((Vec::new(), false));
            }
            let Some((clause, ended)) = self.clauses.last_mut() else {
                continue;
            };
            match literal {
                Some(literal) => clause.push(literal),
                None => *ended = true,
            }
        }
        Ok(())
    }

    fn finish(mut self, text: &str) -> Result<Reading, ReadError> {
        let Some(expected) = self.expected else {
            return Err(at_end(text, "expected a problem line `p cnf VARIABLES CLAUSES`"));
        };
        let mut warn = |reason| self.warnings.push(Warning { line: self.line, column: 1, reason });
        if self.clauses.len() < expected {
            warn(format!("{expected} clauses are promised, but there are {}", self.clauses.len()));
        }
        if self.variables > self.promised {
            warn(format!(
                "{} variables are promised, but there is a variable {}",
                self.promised, self.variables
            ));
        }
        if self.clauses.last().is_some_and(|(_, ended)| !ended) {
            return Err(at_end(text, "the 0 at the end of the last clause is missing"));
        }
        let is_free =
            |variable: &Variable| !self.quantified.get(*variable as usize).is_some_and(|&known| known);
        let literals = self.clauses.iter().flat_map(|(clause, _)| clause);
        let mut free: Vec<_> = literals.map(|literal| literal.variable()).filter(is_free).collect();
        free.sort_unstable();
        free.dedup();
        let mut prefix = Prefix::default();
        prefix.push(Quantifier::Exists, free);
        for block in self.prefix.blocks() {
            prefix.push(block.quantifier, block.variables.iter().copied());
        }
        let mut formula = Formula::with_prefix(prefix, self.variables as Variable);
        let clauses = self.clauses.len();
        for (clause, _) in self.clauses {
            formula.add(clause);
        }
        Ok(Reading { formula, clauses, warnings: self.warnings })
    }
}

/// Writes a formula, with comments in front.
#[must_use]
pub fn write(formula: &Formula, comments: &[String]) -> String {
    let mut text = String::new();
    for line in comments.iter().flat_map(|comment| comment.lines()) {
        let _infallible = writeln!(text, "c {line}");
    }
    let _infallible = writeln!(text, "p cnf {} {}", formula.variables(), formula.clauses().len());
    for block in formula.prefix().blocks() {
        text.push(match block.quantifier {
            Quantifier::Exists => 'e',
            Quantifier::Forall => 'a',
        });
        for variable in &block.variables {
            let _infallible = write!(text, " {variable}");
        }
        text.push_str(" 0\n");
    }
    for clause in formula.clauses() {
        for literal in clause {
            let _infallible = write!(text, "{literal} ");
        }
        text.push_str("0\n");
    }
    text
}
