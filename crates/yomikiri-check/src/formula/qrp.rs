//! QRP traces: a refutation by Q-resolution, or a proof by term resolution, step by step, as DepQBF writes them.
//!
//! A step is a number, literals, and the numbers of the steps that it comes from. In a refutation the literals are a clause,
//! and a step from nothing is a clause of the formula. In a proof they are a cube, and a step from nothing is one that
//! makes every clause of the formula true. A step from one other drops literals: in a clause universal ones with no
//! existential one further inside, in a cube the other way round. A step from two resolves them on a variable of the other
//! quantifier, and may drop literals as well. The last one has no literals. Only the steps that it needs are checked.
//! No step has a variable and its negation: a clause that is always true, or a cube that never is, shows nothing, and
//! dropping both literals would "refute" true formulas and "prove" false ones.
//!
//! The steps also say how the winner plays ([`Trace::fill`]). A literal that was dropped is made false in a refutation (true
//! in a proof) when all the rest of its step is, the earliest such step first. Then the earliest step that is false (true) in
//! the end is a clause of the formula (a cube that makes all clauses true).
//!
//! # References
//! - A. Niemetz, M. Preiner, F. Lonsing, M. Seidl, A. Biere, *Resolution-based certificate extraction for QBF*, SAT 2012.
//! - V. Balabanov, J. Jiang, *Unified QBF certification and its applications*, FMSD 41, 2012.

use super::{Failure, Formula, Lit, Matrix, malformed};
use std::collections::{BTreeSet, HashMap, HashSet};

/// A trace that fits a formula and whose steps are right.
#[derive(Clone, Debug)]
pub struct Trace {
    is_true: bool,
    /// By variable of the winner: the steps that dropped a literal of it, earliest first: what must hold, and the literal.
    drops: HashMap<usize, Vec<(usize, Lit)>>,
    /// What is left of those steps.
    left: Vec<Vec<Lit>>,
    /// The variables of the winner, outermost first.
    own: Vec<usize>,
    steps: usize,
}

struct Step {
    id: u64,
    literals: Vec<Lit>,
    from: Vec<usize>,
}

impl Trace {
    /// Whether a text is meant to be a trace.
    #[must_use]
    pub fn looks_like(bytes: &[u8]) -> bool {
        let mut lines =
            bytes.split(|&byte| byte == b'\n').filter(|line| !line.starts_with(b"c") && !line.is_empty());
        lines.next().is_some_and(|line| line.starts_with(b"p qrp"))
    }

    /// Reads a trace and checks every step that it needs.
    ///
    /// # Errors
    /// If it cannot be read, is not about this formula, or a step does not follow; or if the check was stopped.
    pub fn check(formula: &Formula, text: &str, stop: &dyn Fn() -> bool) -> Result<Self, Failure> {
        let Matrix::Clauses(clauses) = &formula.matrix else {
            return Err(Failure::Unfit("a trace is about a formula in clauses".to_owned()));
        };
        let (steps, is_true) = read(formula, text)?;
        let last = steps.iter().position(|step| step.literals.is_empty());
        let last = last.ok_or_else(|| Failure::Unfit("the trace has no step without literals".to_owned()))?;
        let mut needed = vec![false; steps.len()];
        needed[last] = true;
        for at in (0..=last).rev() {
            if needed[at] {
                steps[at].from.iter().for_each(|&from| needed[from] = true);
            }
        }
        let known: HashSet<Vec<Lit>> = clauses.iter().map(|clause| sorted(clause.clone())).collect();
        let mut trace = Self {
            is_true,
            drops: HashMap::new(),
            left: Vec::new(),
            own: (0..formula.variables()).filter(|&variable| formula.exists[variable] == is_true).collect(),
            steps: 0,
        };
        for (at, step) in steps.iter().enumerate().filter(|(at, _)| needed[*at]) {
            if at % 64 == 0 && stop() {
                return Err(Failure::Stopped);
            }
            let wrong = |reason: &str| Failure::Step { id: step.id, reason: reason.to_owned() };
            trace.steps += 1;
            if let Some(both) = step.literals.windows(2).find(|pair| pair[0].variable == pair[1].variable) {
                let name = &formula.names[both[0].variable];
                return Err(wrong(&format!("it has {name} and its negation")));
            }
            let before = match step.from[..] {
                [] if is_true => {
                    let cube: HashSet<_> = step.literals.iter().collect();
                    if clauses.iter().any(|clause| !clause.iter().any(|literal| cube.contains(literal))) {
                        return Err(wrong("the cube leaves a clause of the formula open"));
                    }
                    continue;
                }
                [] if known.contains(&step.literals) => continue,
                [] => return Err(wrong("not a clause of the formula")),
                [one] => steps[one].literals.clone(),
                [one, other] => resolved(formula, &steps[one].literals, &steps[other].literals, is_true)
                    .map_err(|reason| wrong(&reason))?,
                _ => return Err(wrong("it comes from more than two steps")),
            };
            let dropped =
                dropped(formula, &before, &step.literals, is_true).map_err(|reason| wrong(&reason))?;
            if !dropped.is_empty() {
                trace.left.push(step.literals.clone());
            }
            for literal in dropped {
                let drop = (trace.left.len() - 1, literal);
                trace.drops.entry(literal.variable).or_default().push(drop);
            }
        }
        Ok(trace)
    }

    /// Whether the trace is of a true formula.
    #[must_use]
    pub fn is_true(&self) -> bool {
        self.is_true
    }

    /// The number of steps that the last one needs.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Fills in the winner's values, given the opponent's. Each depends on values further outside only.
    pub fn fill(&self, values: &mut [bool]) {
        for &variable in &self.own {
            let drops = self.drops.get(&variable).map_or(&[][..], Vec::as_slice);
            // In a cube every literal holds, in a clause none does.
            let applies =
                |step: usize| self.left[step].iter().all(|literal| literal.holds(values) == self.is_true);
            let first = drops.iter().find(|(step, _)| applies(*step));
            values[variable] = first.is_some_and(|(_, literal)| literal.positive == self.is_true);
        }
    }
}

fn sorted(mut literals: Vec<Lit>) -> Vec<Lit> {
    literals.sort_unstable();
    literals.dedup();
    literals
}

/// The steps of a text, and whether it says that the formula is true.
fn read(formula: &Formula, text: &str) -> Result<(Vec<Step>, bool), Failure> {
    let mut steps: Vec<Step> = Vec::new();
    let mut known: HashMap<u64, usize> = HashMap::new();
    let mut answer = None;
    let mut header = false;
    for (at, line) in text.lines().enumerate() {
        let number = at + 1;
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            [] => {}
            [word, ..] if word.starts_with('c') => {}
            ["p", "qrp", ..] if !header => header = true,
            ["r", word] => {
                answer = Some(match word.to_ascii_lowercase().as_str() {
                    "sat" => true,
                    "unsat" => false,
                    _ => return Err(malformed(number, "neither SAT nor UNSAT")),
                });
            }
            // The prefix is the formula's.
            ["e" | "a", ..] => {}
            _ if !header => return Err(malformed(number, "expected `p qrp`")),
            _ => {
                let numbers: Result<Vec<i64>, _> = words.iter().map(|word| word.parse()).collect();
                let numbers = numbers.map_err(|_| malformed(number, "a step has numbers only"))?;
                let lists: Vec<_> = numbers[1..].split(|&number| number == 0).collect();
                let [literals, from, []] = lists[..] else {
                    return Err(malformed(number, "expected a number, literals, 0, steps, 0"));
                };
                let literal = |&number: &i64| {
                    let variable = formula.variable(&number.unsigned_abs().to_string());
                    variable.map(|variable| Lit::new(variable, number > 0))
                };
                let literals: Option<Vec<_>> = literals.iter().map(literal).collect();
                let literals =
                    literals.ok_or_else(|| malformed(number, "a variable that the formula has not"))?;
                let from: Option<Vec<_>> = from
                    .iter()
                    .map(|&id| u64::try_from(id).ok().and_then(|id| known.get(&id).copied()))
                    .collect();
                let from = from.ok_or_else(|| malformed(number, "it comes from a step that is not above"))?;
                let id =
                    u64::try_from(numbers[0]).map_err(|_| malformed(number, "a step is numbered from 1"))?;
                if known.insert(id, steps.len()).is_some() {
                    return Err(malformed(number, "a second step of this number"));
                }
                steps.push(Step { id, literals: sorted(literals), from });
            }
        }
    }
    let answer = answer.ok_or_else(|| malformed(text.lines().count(), "the answer `r` is missing"))?;
    Ok((steps, answer))
}

/// The resolvent of two clauses, or of two cubes. The variable resolved on is existential in clauses, universal in cubes.
fn resolved(formula: &Formula, one: &[Lit], other: &[Lit], is_cube: bool) -> Result<Vec<Lit>, String> {
    let others: BTreeSet<_> = other.iter().copied().collect();
    let clashes: Vec<_> = one.iter().copied().filter(|literal| others.contains(&literal.negated())).collect();
    let [pivot] = clashes[..] else {
        return Err("the steps it comes from must clash in exactly one variable".to_owned());
    };
    if formula.exists[pivot.variable] == is_cube {
        return Err(format!(
            "resolution on {}, which has the wrong quantifier",
            formula.names[pivot.variable]
        ));
    }
    let rest = one.iter().chain(other).copied().filter(|literal| literal.variable != pivot.variable);
    Ok(sorted(rest.collect()))
}

/// The literals that were dropped, if they may be.
fn dropped(formula: &Formula, before: &[Lit], after: &[Lit], is_cube: bool) -> Result<Vec<Lit>, String> {
    let (had, has): (HashSet<_>, HashSet<_>) = (before.iter().collect(), after.iter().collect());
    if after.iter().any(|literal| !had.contains(literal)) {
        return Err("a literal that comes from nowhere".to_owned());
    }
    let is_own = |literal: &&Lit| formula.exists[literal.variable] == is_cube;
    let innermost =
        before.iter().filter(|literal| !is_own(literal)).map(|literal| formula.block[literal.variable]).max();
    let dropped: Vec<_> = before.iter().copied().filter(|literal| !has.contains(literal)).collect();
    for literal in &dropped {
        let inside = innermost.is_none_or(|innermost| formula.block[literal.variable] > innermost);
        if !is_own(&literal) || !inside {
            return Err(format!("the literal of {} may not be dropped", formula.names[literal.variable]));
        }
    }
    Ok(dropped)
}
