//! The statements of a QCIR text. Names become numbers here, in the order in which they first appear.

use super::Quantifier;
use crate::text::{ReadError, Warning, Word, at_end};
use std::collections::HashMap;

/// The number of a name.
pub(super) type Name = u32;

/// A name or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Input {
    pub(super) name: Name,
    pub(super) positive: bool,
}

/// Where something stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    line: usize,
    column: usize,
}

impl Place {
    pub(super) fn error(self, reason: impl Into<String>) -> ReadError {
        ReadError { line: self.line, column: self.column, reason: reason.into() }
    }
}

impl From<Word<'_>> for Place {
    fn from(word: Word<'_>) -> Self {
        Self { line: word.line, column: word.column }
    }
}

/// What a gate does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    And,
    Or,
    Xor,
    Choice,
    Quantified(Quantifier, Vec<Name>),
}

/// `name = kind(inputs)`, with the places of the inputs.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) name: Name,
    pub(super) place: Place,
    pub(super) kind: Kind,
    pub(super) inputs: Vec<Input>,
    pub(super) places: Vec<Place>,
}

/// A whole text.
pub(super) struct Statements {
    pub(super) names: Vec<String>,
    /// The blocks in front of the formula.
    pub(super) blocks: Vec<(Quantifier, Vec<Name>)>,
    /// By name: whether a block in front of the formula quantifies it.
    pub(super) is_outer: Vec<bool>,
    pub(super) output: (Input, Place),
    pub(super) gates: Vec<Statement>,
    pub(super) warnings: Vec<Warning>,
}

/// The largest number of names that is believed.
const MOST_NAMES: usize = 1 << 24;

pub(super) fn read(text: &str) -> Result<Statements, ReadError> {
    let mut reader = Reader::default();
    let mut header = false;
    for (number, line) in text.lines().enumerate() {
        let (line, comment) =
            line.split_once('#').map_or((line, None), |(line, comment)| (line, Some(comment)));
        let mut pieces = Pieces::new(line, number + 1);
        match (pieces.peek(), comment) {
            (None, Some(comment)) => {
                header |= comment.trim_start().to_ascii_uppercase().starts_with("QCIR-");
            }
            (Some(_), Some(_)) => {
                reader
                    .comment_after_statement
                    .get_or_insert(Warning::at(pieces.end, "a comment after a statement"));
            }
            (_, None) => {}
        }
        if let Some(first) = pieces.peek() {
            if !header {
                reader.warnings.push(Warning::at(first, "no header `#QCIR-G14` above"));
                header = true;
            }
            reader.line(&mut pieces)?;
        }
    }
    reader.finish(text)
}

/// A line as names and single characters.
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
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
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

    /// Takes a symbol if it is next.
    fn takes(&mut self, symbol: &str) -> bool {
        let found = self.peek().is_some_and(|piece| piece.text == symbol);
        self.at += usize::from(found);
        found
    }

    fn symbol(&mut self, symbol: &str) -> Result<Word<'a>, ReadError> {
        let piece = self.next(&format!("`{symbol}`"))?;
        if piece.text == symbol {
            Ok(piece)
        } else {
            Err(piece.error(format!("`{}`, but expected `{symbol}`", piece.shown())))
        }
    }

    fn name(&mut self) -> Result<Word<'a>, ReadError> {
        let piece = self.next("a name")?;
        if piece.text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_') {
            Ok(piece)
        } else {
            Err(piece.error(format!("`{}`, but expected a name", piece.shown())))
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
struct Reader<'a> {
    numbers: HashMap<&'a str, Name>,
    names: Vec<String>,
    blocks: Vec<(Quantifier, Vec<Name>)>,
    is_outer: Vec<bool>,
    output: Option<(Input, Place)>,
    gates: Vec<Statement>,
    /// By name: its place among the gates.
    gate_of: Vec<Option<u32>>,
    warnings: Vec<Warning>,
    /// What files have on many lines is one warning, at the first of them.
    comment_after_statement: Option<Warning>,
    repeated_gate: Option<Warning>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, pieces: &mut Pieces<'a>) -> Result<(), ReadError> {
        let Some(first) = pieces.peek() else {
            return Ok(());
        };
        let is_call = pieces.pieces.get(1).is_some_and(|piece| piece.text == "(");
        match (first.text.to_ascii_lowercase().as_str(), is_call) {
            ("free", true) => self.block(Quantifier::Exists, pieces)?,
            ("exists" | "forall", _) if self.output.is_some() && is_call => {
                let reason = "a prenex quantifier after the output; inside the formula it is a gate `g = exists(x; y)`";
                return Err(first.error(reason));
            }
            ("exists", true) => self.block(Quantifier::Exists, pieces)?,
            ("forall", true) => self.block(Quantifier::Forall, pieces)?,
            ("output", true) => {
                if self.output.is_some() {
                    return Err(first.error("a second output"));
                }
                pieces.at += 1;
                pieces.symbol("(")?;
                let (output, place) = self.input(pieces)?;
                self.output = Some((output, place));
                pieces.symbol(")")?;
            }
            _ => self.gate(pieces)?,
        }
        pieces.finish()
    }

    fn number(&mut self, word: Word<'a>) -> Result<Name, ReadError> {
        if let Some(&known) = self.numbers.get(word.text) {
            return Ok(known);
        }
        if self.names.len() == MOST_NAMES {
            return Err(word.error(format!("more than {MOST_NAMES} names")));
        }
        let number = self.names.len() as Name;
        self.numbers.insert(word.text, number);
        self.names.push(word.text.to_owned());
        self.is_outer.push(false);
        self.gate_of.push(None);
        Ok(number)
    }

    fn input(&mut self, pieces: &mut Pieces<'a>) -> Result<(Input, Place), ReadError> {
        let positive = !pieces.takes("-");
        let word = pieces.name()?;
        Ok((Input { name: self.number(word)?, positive }, word.into()))
    }

    fn block(&mut self, quantifier: Quantifier, pieces: &mut Pieces<'a>) -> Result<(), ReadError> {
        let word = pieces.next("a quantifier")?;
        if self.output.is_some() {
            return Err(word.error("a block after the output"));
        }
        if word.text.eq_ignore_ascii_case("free") && !self.blocks.is_empty() {
            return Err(word.error("free variables after quantifiers"));
        }
        pieces.symbol("(")?;
        let mut names = Vec::new();
        for (name, word) in self.names_until(")", pieces)? {
            if std::mem::replace(&mut self.is_outer[name as usize], true) {
                return Err(word.error(format!("the variable {} is quantified twice", word.shown())));
            }
            names.push(name);
        }
        self.blocks.push((quantifier, names));
        Ok(())
    }

    /// `a, b, …` up to a symbol.
    fn names_until(
        &mut self,
        end: &str,
        pieces: &mut Pieces<'a>,
    ) -> Result<Vec<(Name, Word<'a>)>, ReadError> {
        let mut names = Vec::new();
        if pieces.takes(end) {
            return Ok(names);
        }
        loop {
            if let Some(minus) = pieces.peek().filter(|piece| piece.text == "-") {
                return Err(minus.error("a quantifier has no negations"));
            }
            let word = pieces.name()?;
            names.push((self.number(word)?, word));
            if self.list_ends(end, pieces)? {
                return Ok(names);
            }
        }
    }

    /// After an element of a list: whether it was the last one.
    fn list_ends(&self, end: &str, pieces: &mut Pieces<'a>) -> Result<bool, ReadError> {
        let piece = pieces.next(&format!("`,` or `{end}`"))?;
        match piece.text {
            "," => Ok(false),
            text if text == end => Ok(true),
            _ => Err(piece.error(format!("`{}`, but expected `,` or `{end}`", piece.shown()))),
        }
    }

    fn gate(&mut self, pieces: &mut Pieces<'a>) -> Result<(), ReadError> {
        if let Some(minus) = pieces.peek().filter(|piece| piece.text == "-") {
            return Err(minus.error("the name of a gate is not negated"));
        }
        let word = pieces.name()?;
        if self.output.is_none() {
            return Err(word.error("a gate before the output"));
        }
        let name = self.number(word)?;
        pieces.symbol("=")?;
        let kind = pieces.next("`and`, `or`, `xor`, `ite`, `exists` or `forall`")?;
        pieces.symbol("(")?;
        let quantifier = match kind.text.to_ascii_lowercase().as_str() {
            "exists" => Some(Quantifier::Exists),
            "forall" => Some(Quantifier::Forall),
            _ => None,
        };
        let bound = match quantifier {
            Some(_) => self.names_until(";", pieces)?,
            None => Vec::new(),
        };
        let (mut inputs, mut places) = (Vec::new(), Vec::new());
        if !pieces.takes(")") {
            loop {
                let (input, place) = self.input(pieces)?;
                inputs.push(input);
                places.push(place);
                if self.list_ends(")", pieces)? {
                    break;
                }
            }
        }
        let bound: Vec<_> = bound.into_iter().map(|(name, _)| name).collect();
        let kind = match (kind.text.to_ascii_lowercase().as_str(), quantifier, inputs.len()) {
            (_, Some(quantifier), 1) => Kind::Quantified(quantifier, bound),
            (_, Some(_), _) => return Err(kind.error("a quantifier has one input")),
            ("and", ..) => Kind::And,
            ("or", ..) => Kind::Or,
            ("xor", _, 2) => Kind::Xor,
            ("ite", _, 3) => Kind::Choice,
            ("xor", ..) => return Err(kind.error("`xor` has two inputs")),
            ("ite", ..) => return Err(kind.error("`ite` has three inputs")),
            _ => {
                let expected = "`and`, `or`, `xor`, `ite`, `exists` or `forall`";
                return Err(kind.error(format!("`{}`, but expected {expected}", kind.shown())));
            }
        };
        if let Some(at) = self.gate_of[name as usize] {
            let before = &self.gates[at as usize];
            if before.kind == kind && before.inputs == inputs {
                let reason = format!("{} is defined again, as before", word.shown());
                self.repeated_gate.get_or_insert_with(|| Warning::at(word, reason));
                return Ok(());
            }
            return Err(word.error(format!("{} is defined again, and otherwise", word.shown())));
        }
        self.gate_of[name as usize] = Some(self.gates.len() as u32);
        self.gates.push(Statement { name, place: word.into(), kind, inputs, places });
        Ok(())
    }

    fn finish(self, text: &str) -> Result<Statements, ReadError> {
        let Some(output) = self.output else {
            return Err(at_end(text, "expected `output( )`"));
        };
        let Self { names, blocks, is_outer, gates, mut warnings, .. } = self;
        warnings.extend(self.comment_after_statement);
        warnings.extend(self.repeated_gate);
        Ok(Statements { names, blocks, is_outer, output, gates, warnings })
    }
}
