//! QCIR-14, the format of circuits: cleansed (variables are numbers) and prenex.
//!
//! ```text
//! #QCIR-G14 4
//! exists(1)
//! forall(2)
//! output(4)
//! 3 = and(1, -2)
//! 4 = or(3, 2)
//! ```
//!
//! Gates are `and`, `or`, `xor` and `ite`. Lines that begin with `#` are comments but for the first. A block
//! `free(…)` is existential and outermost. Every variable that is used is quantified or a gate above.
//!
//! # References
//! - *QCIR-G14: a non-prenex non-CNF format for quantified Boolean formulas*, QBF Gallery 2014.

use crate::circuit::{Circuit, Gate};
use crate::formula::{Formula, Literal, Prefix, Quantifier, Variable};
use crate::text::{ReadError, Word, at_end, check_length};
use std::collections::HashMap;
use std::fmt::Write;

/// The largest number of variables that is believed.
const MOST_VARIABLES: i64 = 1 << 24;

/// Reads a circuit.
///
/// # Errors
/// At the first thing that is wrong, with its place; or if the text is longer than [`MOST_BYTES`](crate::MOST_BYTES).
pub fn read(text: &str) -> Result<Circuit, ReadError> {
    check_length(text)?;
    let mut lines = text.lines().enumerate();
    let header = lines.next().map(|(_, line)| line).unwrap_or_default();
    if !header.starts_with("#QCIR-G14") {
        let word = Word { text: header, line: 1, column: 1 };
        return Err(word.error(format!("`{}`, but expected `#QCIR-G14`", word.shown())));
    }
    let mut reader = Reader::default();
    for (number, line) in lines {
        if !line.starts_with('#') {
            reader.line(&mut Pieces::new(line, number + 1))?;
        }
    }
    reader.finish(text)
}

/// A line as names, numbers and single characters.
struct Pieces<'a> {
    pieces: Vec<Word<'a>>,
    at: usize,
    end: Word<'a>,
}

impl<'a> Pieces<'a> {
    fn new(line: &'a str, number: usize) -> Self {
        let mut pieces = Vec::new();
        let mut column = 1;
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            let length = if plain(first) {
                rest.find(|c: char| !plain(c)).unwrap_or(rest.len())
            } else {
                first.len_utf8()
            };
            let (text, after) = rest.split_at(length);
            if !first.is_whitespace() {
                pieces.push(Word { text, line: number, column });
            }
            column += text.chars().count();
            rest = after;
        }
        Self { pieces, at: 0, end: Word { text: "", line: number, column } }
    }

    fn peek(&self) -> Option<Word<'a>> {
        self.pieces.get(self.at).copied()
    }

    fn next(&mut self, expected: &str) -> Result<Word<'a>, ReadError> {
        let piece = self.peek();
        self.at += 1;
        piece.ok_or_else(|| self.end.error(format!("the line ends, but expected {expected}")))
    }

    fn symbol(&mut self, symbol: &str) -> Result<Word<'a>, ReadError> {
        let piece = self.next(&format!("`{symbol}`"))?;
        if piece.text == symbol {
            Ok(piece)
        } else {
            Err(piece.error(format!("`{}`, but expected `{symbol}`", piece.shown())))
        }
    }

    /// A number that is not 0.
    fn number(&mut self) -> Result<(i64, Word<'a>), ReadError> {
        let piece = self.next("a number")?;
        let number =
            piece.text.parse().ok().filter(|n: &i64| *n != 0 && n.unsigned_abs() <= MOST_VARIABLES as u64);
        let number =
            number.ok_or_else(|| piece.error(format!("`{}`, but expected a number", piece.shown())))?;
        Ok((number, piece))
    }

    /// `( a, b, … )`
    fn list(&mut self) -> Result<Vec<(i64, Word<'a>)>, ReadError> {
        self.symbol("(")?;
        let mut list = Vec::new();
        if self.peek().is_some_and(|piece| piece.text == ")") {
            self.at += 1;
            return Ok(list);
        }
        loop {
            list.push(self.number()?);
            let piece = self.next("`,` or `)`")?;
            match piece.text {
                "," => {}
                ")" => return Ok(list),
                _ => return Err(piece.error(format!("`{}`, but expected `,` or `)`", piece.shown()))),
            }
        }
    }

    fn finish(&mut self) -> Result<(), ReadError> {
        match self.peek() {
            None => Ok(()),
            Some(more) => Err(more.error(format!("`{}` after the end of the statement", more.shown()))),
        }
    }
}

#[derive(Default)]
struct Reader {
    prefix: Prefix,
    /// The numbers of the file, as literals: quantified variables first, then gates.
    known: HashMap<i64, Literal>,
    inputs: Variable,
    gates: Vec<Gate>,
    output: Option<(i64, usize, usize)>,
}

impl Reader {
    fn line(&mut self, pieces: &mut Pieces<'_>) -> Result<(), ReadError> {
        let Some(first) = pieces.peek() else {
            return Ok(());
        };
        match first.text.to_ascii_lowercase().as_str() {
            "exists" | "free" => self.block(Quantifier::Exists, pieces)?,
            "forall" => self.block(Quantifier::Forall, pieces)?,
            "output" => {
                pieces.at += 1;
                if self.output.is_some() {
                    return Err(first.error("a second output"));
                }
                pieces.symbol("(")?;
                let (number, word) = pieces.number()?;
                self.output = Some((number, word.line, word.column));
                pieces.symbol(")")?;
            }
            _ => self.gate(pieces)?,
        }
        pieces.finish()
    }

    fn block(&mut self, quantifier: Quantifier, pieces: &mut Pieces<'_>) -> Result<(), ReadError> {
        let word = pieces.next("a quantifier")?;
        if self.output.is_some() {
            return Err(word.error("a quantifier after the output: only prenex circuits are read"));
        }
        let mut variables = Vec::new();
        for (number, word) in pieces.list()? {
            if number < 0 {
                return Err(word.error("a quantifier has no negations"));
            }
            self.inputs += 1;
            if self.known.insert(number, Literal::positive(self.inputs)).is_some() {
                return Err(word.error(format!("the variable {number} is quantified twice")));
            }
            variables.push(self.inputs);
        }
        self.prefix.push(quantifier, variables);
        Ok(())
    }

    fn literal(&self, number: i64, word: Word<'_>) -> Result<Literal, ReadError> {
        let literal = self.known.get(&number.abs()).copied();
        let literal = literal.ok_or_else(|| {
            word.error(format!("{} is neither quantified nor a gate above", number.unsigned_abs()))
        })?;
        Ok(if number > 0 { literal } else { !literal })
    }

    fn gate(&mut self, pieces: &mut Pieces<'_>) -> Result<(), ReadError> {
        let (number, word) = pieces.number()?;
        if self.output.is_none() {
            return Err(word.error("a gate before the output"));
        }
        if number < 0 {
            return Err(word.error("the variable of a gate is not negated"));
        }
        pieces.symbol("=")?;
        let kind = pieces.next("`and`, `or`, `xor` or `ite`")?;
        let mut inputs = Vec::new();
        for (number, word) in pieces.list()? {
            inputs.push(self.literal(number, word)?);
        }
        let gate = match (kind.text.to_ascii_lowercase().as_str(), &inputs[..]) {
            ("and", _) => Gate::And(inputs),
            ("or", _) => Gate::Or(inputs),
            ("xor", [a, b]) => Gate::Xor(*a, *b),
            ("ite", [a, b, c]) => Gate::Choice(*a, *b, *c),
            ("xor", _) => return Err(kind.error("`xor` has two inputs")),
            ("ite", _) => return Err(kind.error("`ite` has three inputs")),
            _ => {
                return Err(
                    kind.error(format!("`{}`, but expected `and`, `or`, `xor` or `ite`", kind.shown()))
                );
            }
        };
        self.gates.push(gate);
        let variable = self.inputs + self.gates.len() as Variable;
        if self.known.insert(number, Literal::positive(variable)).is_some() {
            return Err(word.error(format!("{number} is defined twice")));
        }
        Ok(())
    }

    fn finish(self, text: &str) -> Result<Circuit, ReadError> {
        let Some((number, line, column)) = self.output else {
            return Err(at_end(text, "expected `output( )`"));
        };
        let output = self.literal(number, Word { text: "", line, column })?;
        Ok(Circuit { prefix: self.prefix, inputs: self.inputs, gates: self.gates, output })
    }
}

/// Writes a circuit, with comments.
#[must_use]
pub fn write(circuit: &Circuit, comments: &[String]) -> String {
    let mut text = format!("#QCIR-G14 {}\n", circuit.inputs + circuit.gates.len() as Variable);
    for line in comments.iter().flat_map(|comment| comment.lines()) {
        let _infallible = writeln!(text, "# {line}");
    }
    let list = |literals: &[Literal]| literals.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    for block in circuit.prefix.blocks() {
        let quantifier = match block.quantifier {
            Quantifier::Exists => "exists",
            Quantifier::Forall => "forall",
        };
        let variables: Vec<_> = block.variables.iter().map(|&variable| Literal::positive(variable)).collect();
        let _infallible = writeln!(text, "{quantifier}({})", list(&variables));
    }
    let _infallible = writeln!(text, "output({})", circuit.output);
    for (at, gate) in circuit.gates.iter().enumerate() {
        let kind = match gate {
            Gate::And(_) => "and",
            Gate::Or(_) => "or",
            Gate::Xor(..) => "xor",
            Gate::Choice(..) => "ite",
        };
        let _infallible = writeln!(text, "{} = {kind}({})", circuit.gate_variable(at), list(&gate.inputs()));
    }
    text
}

/// Clauses as a circuit: a gate for each, and one for all of them.
impl From<&Formula> for Circuit {
    fn from(formula: &Formula) -> Self {
        let inputs = formula.variables();
        let mut gates: Vec<_> = formula.clauses().iter().map(|clause| Gate::Or(clause.clone())).collect();
        let clauses = (1..=gates.len() as Variable).map(|gate| Literal::positive(inputs + gate)).collect();
        gates.push(Gate::And(clauses));
        let output = Literal::positive(inputs + gates.len() as Variable);
        Self { prefix: formula.prefix().clone(), inputs, gates, output }
    }
}
