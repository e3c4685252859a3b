//! A reader of AIGER files without latches: text (`aag`) and binary (`aig`).
//!
//! # References
//! - A. Biere, K. Heljanko, S. Wieringa, *AIGER 1.9 and beyond*, FMV report 11/2, 2011.

use super::{Failure, malformed};

/// The most nodes that a circuit may have.
const MOST_NODES: usize = 1 << 28;

/// A circuit with names. A literal is twice a node, plus one if negated; node 0 is false, then the inputs, then the gates,
/// each after its inputs.
#[derive(Clone, Debug)]
pub struct Aiger {
    pub(super) inputs: Vec<String>,
    pub(super) outputs: Vec<(String, u32)>,
    pub(super) gates: Vec<(u32, u32)>,
}

impl Aiger {
    /// Whether bytes are meant to be an AIGER file.
    #[must_use]
    pub fn looks_like(bytes: &[u8]) -> bool {
        bytes.starts_with(b"aag ") || bytes.starts_with(b"aig ")
    }

    /// Reads a circuit.
    ///
    /// # Errors
    /// If it is none, has latches, or an input or output has no name.
    pub fn read(bytes: &[u8]) -> Result<Self, Failure> {
        let mut reader = Reader { bytes, at: 0, line: 0 };
        let header: Vec<_> = reader.words()?;
        let is_text = match header.first().copied() {
            Some("aag") => true,
            Some("aig") => false,
            _ => return Err(malformed(1, "expected `aag` or `aig`")),
        };
        let sizes: Result<Vec<usize>, _> = header[1..].iter().map(|word| word.parse()).collect();
        let sizes = sizes.map_err(|_| malformed(1, "a size that is no number"))?;
        let [most, inputs, 0, outputs, gates] = sizes[..] else {
            return Err(malformed(1, "expected five sizes, and no latches"));
        };
        if most > MOST_NODES
            || inputs.checked_add(gates).is_none_or(|sum| sum > most)
            || outputs > bytes.len()
        {
            return Err(malformed(1, "the sizes do not fit together"));
        }
        let sizes = Sizes { most, inputs, outputs, gates };
        let (roots, gates) = if is_text { reader.text(sizes)? } else { reader.binary(sizes)? };
        let mut names = [vec![None; inputs], vec![None; outputs]];
        while reader.at < bytes.len() && bytes[reader.at] != b'c' {
            let words = reader.words()?;
            let line = reader.line;
            let [place, name] = words[..] else {
                return Err(malformed(line, "expected a symbol"));
            };
            let list = match place.as_bytes().first() {
                Some(b'i') => &mut names[0],
                Some(b'o') => &mut names[1],
                _ => return Err(malformed(line, "expected the name of an input or output")),
            };
            let at = place[1..].parse::<usize>().ok();
            let slot = at.and_then(|at| list.get_mut(at)).filter(|slot| slot.is_none());
            *slot.ok_or_else(|| malformed(line, "not an input or output without a name"))? =
                Some(name.to_owned());
        }
        let line = reader.line;
        let [inputs, outputs] = names.map(|list| list.into_iter().collect::<Option<Vec<_>>>());
        let inputs = inputs.ok_or_else(|| malformed(line, "an input without a name"))?;
        let outputs = outputs.ok_or_else(|| malformed(line, "an output without a name"))?;
        Ok(Self { inputs, outputs: outputs.into_iter().zip(roots).collect(), gates })
    }
}

#[derive(Clone, Copy)]
struct Sizes {
    most: usize,
    inputs: usize,
    outputs: usize,
    gates: usize,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

type Circuit = (Vec<u32>, Vec<(u32, u32)>);

impl<'a> Reader<'a> {
    /// The words of the next line.
    fn words(&mut self) -> Result<Vec<&'a str>, Failure> {
        let rest = &self.bytes[self.at..];
        self.line += 1;
        if rest.is_empty() {
            return Err(malformed(self.line, "the file ends too early"));
        }
        let length = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        self.at += (length + 1).min(rest.len());
        let line = std::str::from_utf8(&rest[..length]).map_err(|_| malformed(self.line, "not text"))?;
        Ok(line.split_whitespace().collect())
    }

    fn numbers(&mut self, count: usize, sizes: Sizes) -> Result<Vec<u32>, Failure> {
        let words = self.words()?;
        let numbers: Option<Vec<u32>> = words.iter().map(|word| word.parse().ok()).collect();
        let fits =
            |list: &Vec<u32>| list.len() == count && list.iter().all(|&n| n as usize / 2 <= sizes.most);
        numbers.filter(fits).ok_or_else(|| malformed(self.line, format!("expected {count} literals")))
    }

    /// Text: nodes may have any numbers, so they are numbered again; gates may come in any order only if each
    /// comes after its inputs.
    fn text(&mut self, sizes: Sizes) -> Result<Circuit, Failure> {
        let mut new: Vec<Option<u32>> = vec![None; sizes.most + 1];
        new[0] = Some(0);
        let define = |new: &mut Vec<Option<u32>>, literal: u32, node: usize, line: usize| {
            let slot = &mut new[literal as usize / 2];
            if literal % 2 == 1 || slot.is_some() {
                return Err(malformed(line, "a node that is defined already, or negated"));
            }
            *slot = Some(node as u32 * 2);
            Ok(())
        };
        for at in 0..sizes.inputs {
            let input = self.numbers(1, sizes)?[0];
            define(&mut new, input, at + 1, self.line)?;
        }
        let roots: Result<Vec<_>, _> =
            (0..sizes.outputs).map(|_| Ok((self.numbers(1, sizes)?[0], self.line))).collect();
        let roots = roots?;
        let mut gates = Vec::new();
        let renamed = |new: &[Option<u32>], literal: u32, line: usize| {
            let node = new[literal as usize / 2];
            node.map(|node| node ^ (literal & 1)).ok_or_else(|| malformed(line, "a literal of no node above"))
        };
        for at in 0..sizes.gates {
            let [gate, a, b] = self.numbers(3, sizes)?[..] else {
                return Err(malformed(self.line, "expected a gate"));
            };
            gates.push((renamed(&new, a, self.line)?, renamed(&new, b, self.line)?));
            define(&mut new, gate, sizes.inputs + 1 + at, self.line)?;
        }
        let roots: Result<_, _> = roots.into_iter().map(|(root, line)| renamed(&new, root, line)).collect();
        Ok((roots?, gates))
    }

    fn binary(&mut self, sizes: Sizes) -> Result<Circuit, Failure> {
        if sizes.most != sizes.inputs + sizes.gates {
            return Err(malformed(1, "the sizes do not fit together"));
        }
        let mut roots = Vec::new();
        for _ in 0..sizes.outputs {
            roots.push(self.numbers(1, sizes)?[0]);
        }
        let mut gates = Vec::new();
        for at in 0..sizes.gates {
            let gate = 2 * (sizes.inputs + 1 + at) as u32;
            let start = self.at;
            let wrong = || Failure::MalformedBinary { byte: start, reason: "not a gate".to_owned() };
            let mut step =
                |from: u32| self.packed().and_then(|delta| from.checked_sub(delta)).ok_or_else(wrong);
            let a = step(gate)?;
            let b = step(a)?;
            if a >= gate {
                return Err(wrong());
            }
            gates.push((a, b));
        }
        Ok((roots, gates))
    }

    /// A number of seven bits a byte, lowest first.
    fn packed(&mut self) -> Option<u32> {
        let mut number: u32 = 0;
        for shift in (0..35).step_by(7) {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            number |= u32::from(byte & 0x7F).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }
}
