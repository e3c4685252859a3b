//! A reader of strategy tables: functions as lines of text, made into a circuit.
//!
//! After comments (`# …`) and the line `strategy table`, each line has literals, a tab, and more literals: if those on
//! the left hold, those on the right do. For each variable on the right the first line counts whose left side holds; if
//! none does, the variable is false.

use super::aiger::Aiger;
use super::{Failure, malformed};
use std::collections::HashMap;

const HEAD: &str = "strategy table";
const FALSE: u32 = 0;
const TRUE: u32 = 1;

/// Whether bytes are meant to be a strategy table.
#[must_use]
pub fn looks_like(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.starts_with(b"#"));
    lines.next().is_some_and(|line| line.trim_ascii() == HEAD.as_bytes())
}

/// Reads a table as a circuit.
///
/// # Errors
/// If it is no table.
pub fn read(bytes: &[u8]) -> Result<Aiger, Failure> {
    let text = std::str::from_utf8(bytes).map_err(|_| malformed(1, "not text"))?;
    let mut head = false;
    let mut rows = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim_end_matches('\r');
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        if !head {
            if line.trim() != HEAD {
                return Err(malformed(at + 1, "expected `strategy table`"));
            }
            head = true;
            continue;
        }
        let (given, chosen) = line.split_once('\t').ok_or_else(|| malformed(at + 1, "no tab"))?;
        let list = |text: &'_ str| -> Result<Vec<(String, bool)>, Failure> {
            text.split_whitespace().map(|word| signed(word, at + 1)).collect()
        };
        rows.push((list(given)?, list(chosen)?));
    }
    if !head {
        return Err(malformed(1, "expected `strategy table`"));
    }
    Ok(circuit(rows))
}

/// A name and whether it has no `-` before it.
fn signed(word: &str, line: usize) -> Result<(String, bool), Failure> {
    let (name, positive) = word.strip_prefix('-').map_or((word, true), |name| (name, false));
    if name.is_empty() {
        return Err(malformed(line, "a sign without a name"));
    }
    Ok((name.to_owned(), positive))
}

type Literals = Vec<(String, bool)>;

fn circuit(rows: Vec<(Literals, Literals)>) -> Aiger {
    let mut inputs: Vec<String> = Vec::new();
    let mut numbers: HashMap<String, u32> = HashMap::new();
    for (name, _) in rows.iter().flat_map(|(given, _)| given) {
        if !numbers.contains_key(name) {
            inputs.push(name.clone());
            numbers.insert(name.clone(), inputs.len() as u32);
        }
    }
    let mut gates = Gates { first: inputs.len() as u32 + 1, list: Vec::new(), known: HashMap::new() };
    let mut outputs: Vec<(String, u32)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    // From the last line to the first: a line overrules all that follow.
    for (given, chosen) in rows.iter().rev() {
        let literals = given.iter().map(|(name, positive)| 2 * numbers[name] + u32::from(!positive));
        let holds = literals.fold(TRUE, |all, literal| gates.and(all, literal));
        for (name, value) in chosen {
            let place = *places.entry(name.clone()).or_insert_with(|| {
                outputs.push((name.clone(), FALSE));
                outputs.len() - 1
            });
            let before = outputs[place].1;
            outputs[place].1 = match value {
                true => gates.and(holds ^ 1, before ^ 1) ^ 1,
                false => gates.and(holds ^ 1, before),
            };
        }
    }
    Aiger { inputs, outputs, gates: gates.list }
}

struct Gates {
    /// The node of the first gate.
    first: u32,
    list: Vec<(u32, u32)>,
    known: HashMap<(u32, u32), u32>,
}

impl Gates {
    fn and(&mut self, a: u32, b: u32) -> u32 {
        match (a, b) {
            (FALSE, _) | (_, FALSE) => FALSE,
            (TRUE, other) | (other, TRUE) => other,
            _ => {
                let next = 2 * (self.first + self.list.len() as u32);
                let gate = *self.known.entry((a, b)).or_insert(next);
                if gate == next {
                    self.list.push((a, b));
                }
                gate
            }
        }
    }
}
