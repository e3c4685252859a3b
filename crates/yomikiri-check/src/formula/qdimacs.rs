//! A reader of QDIMACS. It takes what the standard allows, and no more clauses than promised.

use super::{Failure, Formula, Lit, Matrix, malformed};
use std::collections::HashSet;

pub(super) fn read(text: &str) -> Result<Formula, Failure> {
    let mut promised = None;
    let mut blocks: Vec<(bool, Vec<u32>)> = Vec::new();
    let mut clauses: Vec<Vec<i64>> = Vec::new();
    let mut open: Vec<i64> = Vec::new();
    let mut last = 1;
    for (at, line) in text.lines().enumerate() {
        let (number, words) = (at + 1, line.split_whitespace().collect::<Vec<_>>());
        last = number;
        let Some(&first) = words.first() else { continue };
        if first == "%" {
            break;
        }
        match (first, promised) {
            (word, _) if word.starts_with('c') => {}
            ("p", None) => match words[..] {
                ["p", "cnf", _, count] => {
                    let count = count.parse::<usize>();
                    promised =
                        Some(count.map_err(|_| malformed(number, "the number of clauses is no number"))?);
                }
                _ => return Err(malformed(number, "expected `p cnf VARIABLES CLAUSES`")),
            },
            (_, None) => return Err(malformed(number, "no problem line above")),
            ("p", _) => return Err(malformed(number, "a second problem line")),
            ("e" | "a", _) if clauses.is_empty() && open.is_empty() => {
                let (end, variables) =
                    words[1..].split_last().ok_or_else(|| malformed(number, "an empty block"))?;
                let variables: Result<Vec<u32>, _> = variables.iter().map(|word| word.parse()).collect();
                let variables = variables.ok().filter(|list| *end == "0" && !list.contains(&0));
                blocks.push((
                    first == "e",
                    variables.ok_or_else(|| malformed(number, "not a list of variables"))?,
                ));
            }
            ("e" | "a", _) => return Err(malformed(number, "a quantifier after a clause")),
            _ => {
                for word in words {
                    let literal: i64 =
                        word.parse().map_err(|_| malformed(number, format!("`{word}` is no number")))?;
                    if literal.unsigned_abs() > u64::from(u32::MAX) {
                        return Err(malformed(number, "a number that is too large"));
                    }
                    match literal {
                        0 => clauses.push(std::mem::take(&mut open)),
                        literal => open.push(literal),
                    }
                }
            }
        }
    }
    let Some(promised) = promised else {
        return Err(malformed(last, "no problem line"));
    };
    if !open.is_empty() || clauses.len() > promised {
        return Err(malformed(last, "a clause without its 0, or more clauses than promised"));
    }
    let quantified: HashSet<u32> =
        blocks.iter().flat_map(|(_, variables)| variables.iter().copied()).collect();
    let mut free: Vec<u32> = clauses.iter().flatten().map(|literal| literal.unsigned_abs() as u32).collect();
    free.retain(|variable| !quantified.contains(variable));
    free.sort_unstable();
    free.dedup();
    blocks.insert(0, (true, free));
    let mut formula = Formula::new();
    for (exists, variables) in blocks {
        for variable in variables {
            let added = formula.quantify(&variable.to_string(), exists);
            added.ok_or_else(|| malformed(1, format!("the variable {variable} is quantified twice")))?;
        }
    }
    let literal = |number: i64| Lit::new(formula.numbers[&number.unsigned_abs().to_string()], number > 0);
    let clauses = clauses.iter().map(|clause| clause.iter().copied().map(literal).collect()).collect();
    formula.matrix = Matrix::Clauses(clauses);
    Ok(formula)
}
