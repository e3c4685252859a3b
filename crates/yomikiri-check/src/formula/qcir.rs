//! A reader of prenex QCIR, with names of any kind and gates in any order. A gate may be defined again in the same words.

use super::{Failure, Formula, Kind, Lit, Matrix, malformed};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// A gate as it is written: what it does, and its inputs by name with their signs.
struct Written<'a> {
    line: usize,
    kind: Kind,
    inputs: Vec<(&'a str, bool)>,
}

pub(super) fn read(text: &str) -> Result<Formula, Failure> {
    let mut formula = Formula::new();
    let mut output = None;
    let mut gates: HashMap<&str, Written<'_>> = HashMap::new();
    let mut order = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let (number, line) = (at + 1, line.split('#').next().unwrap_or_default().trim());
        if line.is_empty() {
            continue;
        }
        let (head, rest) = line.split_once('(').ok_or_else(|| malformed(number, "no `(`"))?;
        let inside = rest.strip_suffix(')').ok_or_else(|| malformed(number, "no `)` at the end"))?;
        let list = || inside.split(',').map(str::trim).filter(|_| !inside.trim().is_empty());
        if let Some((name, kind)) = head.split_once('=') {
            let (name, inputs) = (name.trim(), list().map(signed).collect::<Vec<_>>());
            let kind = match (kind.trim().to_ascii_lowercase().as_str(), inputs.len()) {
                ("and", _) => Kind::And,
                ("or", _) => Kind::Or,
                ("xor", 2) => Kind::Xor,
                ("ite", 3) => Kind::Choice,
                ("exists" | "forall", _) => {
                    return Err(malformed(
                        number,
                        "only prenex formulas have certificates that can be checked",
                    ));
                }
                _ => return Err(malformed(number, "not a gate")),
            };
            if formula.variable(name).is_some() {
                return Err(malformed(number, format!("{name} is quantified and a gate")));
            }
            match gates.entry(name) {
                Entry::Occupied(before) if (before.get().kind, &before.get().inputs) != (kind, &inputs) => {
                    return Err(malformed(number, format!("{name} is defined again, and otherwise")));
                }
                Entry::Occupied(_) => {}
                Entry::Vacant(place) => {
                    place.insert(Written { line: number, kind, inputs });
                    order.push(name);
                }
            }
            continue;
        }
        match head.trim().to_ascii_lowercase().as_str() {
            word @ ("exists" | "forall" | "free") if output.is_none() => {
                for name in list() {
                    let added = formula.quantify(name, word != "forall");
                    added.ok_or_else(|| malformed(number, format!("{name} is quantified twice")))?;
                }
            }
            "output" if output.is_none() => output = Some((signed(inside.trim()), number)),
            _ => return Err(malformed(number, "expected a quantifier, the output or a gate")),
        }
    }
    let ((output, positive), line) = output.ok_or_else(|| malformed(1, "no output"))?;
    // Every gate after its inputs: a gate waits on the path until its inputs have numbers.
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut circuit = Vec::new();
    for root in order {
        let mut path = vec![(root, 0)];
        while let Some((name, next)) = path.pop() {
            let gate = &gates[name];
            if numbers.contains_key(name) {
                continue;
            }
            let is_waiting = |input: &str| gates.contains_key(input) && !numbers.contains_key(input);
            if let Some(at) = (next..gate.inputs.len()).find(|&at| is_waiting(gate.inputs[at].0)) {
                if path.len() > gates.len() {
                    return Err(malformed(gate.line, format!("{name} depends on itself")));
                }
                path.push((name, at));
                path.push((gate.inputs[at].0, 0));
                continue;
            }
            let inputs: Option<Vec<_>> = gate
                .inputs
                .iter()
                .map(|&(input, positive)| {
                    let known = numbers.get(input).copied().or_else(|| formula.variable(input));
                    known.map(|known| Lit::new(known, positive))
                })
                .collect();
            let inputs = inputs.ok_or_else(|| malformed(gate.line, "an input that is nothing"))?;
            numbers.insert(name, formula.variables() + circuit.len());
            circuit.push((gate.kind, inputs));
        }
    }
    let number = numbers.get(output).copied().or_else(|| formula.variable(output));
    let number = number.ok_or_else(|| malformed(line, "the output is nothing"))?;
    formula.matrix = Matrix::Circuit { gates: circuit, output: Lit::new(number, positive) };
    Ok(formula)
}

/// A name and whether it has no `-` before it.
fn signed(text: &str) -> (&str, bool) {
    match text.strip_prefix('-') {
        Some(name) => (name.trim(), false),
        None => (text, true),
    }
}
