//! Gates after their inputs, whatever the order of the text.

use super::syntax::{Kind, Name, Statements};
use crate::text::ReadError;

/// What the gates are, and an order in which each comes after its inputs.
pub(super) struct Order {
    /// By name: the gate of that name.
    pub(super) gate_of: Vec<Option<u32>>,
    /// By name: whether a quantifier inside the formula binds it.
    pub(super) is_bound_inside: Vec<bool>,
    /// The gates, inputs first. The order of the text is kept where it is such an order already.
    pub(super) order: Vec<u32>,
}

/// How far the search for an order is with a gate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    /// Its inputs are being visited.
    Open,
    Done,
}

/// Sorts the gates.
pub(super) fn sorted(statements: &Statements) -> Result<Order, ReadError> {
    let names = &statements.names;
    let mut gate_of = vec![None; names.len()];
    let mut is_bound_inside = vec![false; names.len()];
    for (at, gate) in statements.gates.iter().enumerate() {
        gate_of[gate.name as usize] = Some(at as u32);
        if statements.is_outer[gate.name as usize] {
            return Err(gate.place.error(format!("{} is quantified and a gate", names[gate.name as usize])));
        }
        if let Kind::Quantified(_, bound) = &gate.kind {
            bound.iter().for_each(|&name| is_bound_inside[name as usize] = true);
        }
    }
    let is_known = |name: Name| {
        let name = name as usize;
        gate_of[name].is_some() || statements.is_outer[name] || is_bound_inside[name]
    };
    let unknown = |name: Name| format!("{} is neither quantified nor a gate", names[name as usize]);
    for gate in &statements.gates {
        if let Kind::Quantified(_, bound) = &gate.kind
            && let Some(&name) = bound.iter().find(|&&name| gate_of[name as usize].is_some())
        {
            return Err(gate.place.error(format!("{} is a gate and bound", names[name as usize])));
        }
        for (input, place) in gate.inputs.iter().zip(&gate.places) {
            if !is_known(input.name) {
                return Err(place.error(unknown(input.name)));
            }
        }
    }
    let (output, place) = statements.output;
    if !is_known(output.name) {
        return Err(place.error(unknown(output.name)));
    }
    let mut visits = vec![Visit::New; statements.gates.len()];
    let mut order = Vec::with_capacity(visits.len());
    // The gates whose inputs are being visited, with the next input to visit.
    let mut path: Vec<(u32, usize)> = Vec::new();
    for first in 0..visits.len() as u32 {
        if visits[first as usize] == Visit::New {
            path.push((first, 0));
        }
        while let Some((gate, next)) = path.last_mut() {
            let statement = &statements.gates[*gate as usize];
            visits[*gate as usize] = Visit::Open;
            let Some(input) = statement.inputs.get(*next) else {
                visits[*gate as usize] = Visit::Done;
                order.push(*gate);
                path.pop();
                continue;
            };
            *next += 1;
            match gate_of[input.name as usize].map(|inner| (inner, visits[inner as usize])) {
                Some((inner, Visit::New)) => path.push((inner, 0)),
                Some((_, Visit::Open)) => {
                    let place = statement.places[*next - 1];
                    return Err(place.error(format!("{} depends on itself", names[input.name as usize])));
                }
                Some((_, Visit::Done)) | None => {}
            }
        }
    }
    Ok(Order { gate_of, is_bound_inside, order })
}
