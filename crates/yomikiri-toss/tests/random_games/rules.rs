//! Random games, and what they mean: formulas are evaluated by trying every cell, rules by trying every match.
//!
//! It shares nothing with the crate: games are made here, written as text for the crate to read, and played here from what
//! they were made of.

use std::collections::{BTreeSet, HashMap};
use yomikiri_game::SplitMix64;

/// What moves change: relation r holds of cell c.
pub type State = BTreeSet<(usize, usize)>;

const FLUENTS: [&str; 3] = ["P", "Q", "S"];

/// A variable is its place among those that are bound; it is written by its name, which may hide an outer one.
#[derive(Clone, Debug)]
pub enum Formula {
    Fluent(usize, String),
    Right(String, String),
    Below(String, String),
    Same(String, String),
    Defined(usize, Vec<String>),
    Not(Box<Self>),
    And(Vec<Self>),
    Or(Vec<Self>),
    Exists(String, Box<Self>),
    All(String, Box<Self>),
    /// More of the first hold than of the second, plus a number.
    More(Vec<Self>, Vec<Self>, i64),
}

#[derive(Debug)]
struct Rule {
    elements: usize,
    pairs: Vec<(bool, usize, usize)>,
    before: BTreeSet<(usize, usize)>,
    after: BTreeSet<(usize, usize)>,
    exact: BTreeSet<usize>,
    exact_neighbours: [bool; 2],
    pre: Option<Formula>,
    post: Option<Formula>,
}

#[derive(Debug)]
struct Location {
    player: usize,
    moves: Vec<(usize, usize)>,
    /// The formulas that pay a player and those that cost him.
    payoffs: [(Vec<Formula>, Vec<Formula>); 2],
}

/// A game.
#[derive(Debug)]
pub struct Game {
    columns: usize,
    rows: usize,
    fluents: usize,
    definitions: Vec<(usize, Formula)>,
    rules: Vec<Rule>,
    locations: Vec<Location>,
    pub start: State,
}

/// How a game ends: 1 and 2 for the players, 0 for a draw.
pub type Outcome = usize;

type Binding = Vec<(String, usize)>;

impl Game {
    pub fn random(random: &mut SplitMix64) -> Self {
        let (columns, rows) = [(2, 1), (3, 1), (2, 2), (3, 2), (1, 4)][random.below(5)];
        let mut game = Self {
            columns,
            rows,
            fluents: 1 + random.below(3),
            definitions: Vec::new(),
            rules: Vec::new(),
            locations: Vec::new(),
            start: State::new(),
        };
        for _ in 0..random.below(4) {
            let places = random.below(3);
            let variables: Vec<_> = (0..places).map(|place| format!("v{place}")).collect();
            let formula = game.formula(random, &variables, 3);
            game.definitions.push((places, formula));
        }
        for _ in 0..1 + random.below(3) {
            let rule = game.rule(random);
            game.rules.push(rule);
        }
        let alternate = random.below(3) > 0;
        let count = if alternate { 2 * (1 + random.below(2)) } else { 1 + random.below(3) };
        for at in 0..count {
            let player = if alternate { at % 2 } else { random.below(2) };
            let moves = (0..random.below(4)).map(|_| {
                let to =
                    if alternate { 2 * random.below(count / 2) + (1 - at % 2) } else { random.below(count) };
                (random.below(game.rules.len()), to)
            });
            let moves = moves.collect();
            let list = |random: &mut SplitMix64, game: &Self| {
                (0..random.below(3)).map(|_| game.formula(random, &[], 3)).collect::<Vec<_>>()
            };
            let payoffs = [(); 2].map(|()| (list(random, &game), list(random, &game)));
            game.locations.push(Location { player, moves, payoffs });
        }
        for cell in 0..columns * rows {
            if random.below(3) == 0 {
                game.start.insert((random.below(game.fluents), cell));
            }
        }
        game
    }

    fn rule(&self, random: &mut SplitMix64) -> Rule {
        let elements = 1 + random.below(2);
        let names: Vec<_> = (0..elements).map(|element| format!("e{element}")).collect();
        let facts = |random: &mut SplitMix64| -> BTreeSet<(usize, usize)> {
            (0..random.below(3)).map(|_| (random.below(self.fluents), random.below(elements))).collect()
        };
        let pairs = if elements == 2 && random.below(2) == 0 { 1 } else { 0 };
        let pre = (random.below(2) == 0).then(|| self.formula(random, &names, 2));
        let post = (random.below(3) == 0).then(|| self.formula(random, &names, 2));
        Rule {
            elements,
            pairs: (0..pairs)
                .map(|_| {
                    let from = random.below(2);
                    (random.below(2) == 0, from, 1 - from)
                })
                .collect(),
            before: facts(random),
            after: facts(random),
            exact: (0..self.fluents).filter(|_| random.below(2) == 0).collect(),
            exact_neighbours: [random.below(5) == 0, random.below(5) == 0],
            pre,
            post,
        }
    }

    fn formula(&self, random: &mut SplitMix64, variables: &[String], depth: usize) -> Formula {
        let some = |random: &mut SplitMix64| variables[random.below(variables.len())].clone();
        let inner = |random: &mut SplitMix64| Box::new(self.formula(random, variables, depth - 1));
        let list = |random: &mut SplitMix64| {
            (0..2 + random.below(2)).map(|_| self.formula(random, variables, depth - 1)).collect()
        };
        let few = |random: &mut SplitMix64| {
            (0..random.below(3)).map(|_| self.formula(random, variables, depth - 1)).collect()
        };
        if depth == 0 && variables.is_empty() {
            return Formula::Exists("z".to_owned(), Box::new(Formula::Fluent(0, "z".to_owned())));
        }
        match random.below(if depth == 0 { 5 } else { 12 }) {
            0..=1 if !variables.is_empty() => Formula::Fluent(random.below(self.fluents), some(random)),
            2 if !variables.is_empty() => Formula::Right(some(random), some(random)),
            3 if !variables.is_empty() => Formula::Below(some(random), some(random)),
            4 if !variables.is_empty() => Formula::Same(some(random), some(random)),
            5 => Formula::Not(inner(random)),
            6 => Formula::And(list(random)),
            7 => Formula::Or(list(random)),
            8 if !self.definitions.is_empty() => {
                let definition = random.below(self.definitions.len());
                let (places, _) = self.definitions[definition];
                if places > 0 && variables.is_empty() {
                    return Formula::Not(inner(random));
                }
                Formula::Defined(definition, (0..places).map(|_| some(random)).collect())
            }
            9 => Formula::More(few(random), few(random), random.below(3) as i64 - 1),
            // A name that may be bound already.
            kind if depth > 0 => {
                let name = format!("v{}", random.below(4));
                let mut variables = variables.to_vec();
                variables.push(name.clone());
                let inner = Box::new(self.formula(random, &variables, depth - 1));
                if kind % 2 == 0 { Formula::Exists(name, inner) } else { Formula::All(name, inner) }
            }
            _ => Formula::Same(some(random), some(random)),
        }
    }

    /// The description for the crate to read.
    pub fn text(&self) -> String {
        let mut text = String::from("PLAYERS 1, 2\n");
        for (number, (places, formula)) in self.definitions.iter().enumerate() {
            let variables: Vec<_> = (0..*places).map(|place| format!("v{place}")).collect();
            text += &format!("REL D{number}({}) = {}\n", variables.join(", "), written(formula));
        }
        for (number, rule) in self.rules.iter().enumerate() {
            let elements: Vec<_> = (0..rule.elements).map(|element| format!("e{element}")).collect();
            let elements = elements.join(", ");
            let facts = |facts: &BTreeSet<(usize, usize)>, pairs: &[(bool, usize, usize)]| {
                let own = facts.iter().map(|(fluent, element)| format!("{}{{e{element}}}", FLUENTS[*fluent]));
                let pairs = pairs
                    .iter()
                    .map(|(right, a, b)| format!("{}{{(e{a}, e{b})}}", if *right { "R" } else { "C" }));
                own.chain(pairs).collect::<Vec<_>>().join("; ")
            };
            let mut exact: Vec<_> = rule.exact.iter().map(|fluent| FLUENTS[*fluent]).collect();
            exact.extend(
                ["R", "C"].into_iter().zip(rule.exact_neighbours).filter(|(_, on)| *on).map(|(name, _)| name),
            );
            text += &format!(
                "RULE Rule{number}: [{elements} | {} | -] -> [{elements} | {} | -]",
                facts(&rule.before, &rule.pairs),
                facts(&rule.after, &[])
            );
            if !exact.is_empty() {
                text += &format!(" emb {}", exact.join(", "));
            }
            for (word, formula) in [("pre", &rule.pre), ("post", &rule.post)] {
                text += &formula
                    .as_ref()
                    .map(|formula| format!(" {word} {}", written(formula)))
                    .unwrap_or_default();
            }
            text += "\n";
        }
        for (number, location) in self.locations.iter().enumerate() {
            text += &format!("LOC {number} {{\n");
            for player in 0..2 {
                let (gains, costs) = &location.payoffs[player];
                let gains: Vec<_> =
                    gains.iter().map(|formula| format!(" + :({})", written(formula))).collect();
                let costs: Vec<_> =
                    costs.iter().map(|formula| format!(" - :({})", written(formula))).collect();
                text += &format!("  PLAYER {} {{ PAYOFF 0{}{}", player + 1, gains.concat(), costs.concat());
                if player == location.player && !location.moves.is_empty() {
                    let moves: Vec<_> =
                        location.moves.iter().map(|(rule, to)| format!("[Rule{rule} -> {to}]")).collect();
                    text += &format!(" MOVES {}", moves.join("; "));
                }
                text += " }\n";
            }
            text += "}\n";
        }
        let fluents: Vec<_> = FLUENTS[..self.fluents].iter().map(|name| format!("{name}:1 {{}}")).collect();
        text += &format!("START [ | {} | -] \"\n", fluents.join("; "));
        for row in 0..self.rows {
            for column in 0..self.columns {
                let cell = row * self.columns + column;
                let here = (0..self.fluents).find(|fluent| self.start.contains(&(*fluent, cell)));
                text += &format!(" {}", here.map_or("*", |fluent| FLUENTS[fluent]));
            }
            text += "\n";
        }
        text + "\"\n"
    }

    fn cells(&self) -> usize {
        self.columns * self.rows
    }

    fn is_right(&self, from: usize, to: usize) -> bool {
        to == from + 1 && !to.is_multiple_of(self.columns)
    }

    fn is_below(&self, from: usize, to: usize) -> bool {
        to == from + self.columns
    }

    fn holds(&self, formula: &Formula, state: &State, binding: &Binding) -> bool {
        // The innermost quantifier of a name counts.
        let cell = |name: &String| binding.iter().rev().find(|(bound, _)| bound == name).expect("bound").1;
        let with = |name: &String, inner: &Formula, cell: usize| {
            let mut binding = binding.clone();
            binding.push((name.clone(), cell));
            self.holds(inner, state, &binding)
        };
        let count =
            |list: &[Formula]| list.iter().filter(|part| self.holds(part, state, binding)).count() as i64;
        match formula {
            Formula::Fluent(fluent, a) => state.contains(&(*fluent, cell(a))),
            Formula::Right(a, b) => self.is_right(cell(a), cell(b)),
            Formula::Below(a, b) => self.is_below(cell(a), cell(b)),
            Formula::Same(a, b) => cell(a) == cell(b),
            Formula::Defined(number, arguments) => {
                let named =
                    arguments.iter().enumerate().map(|(place, name)| (format!("v{place}"), cell(name)));
                self.holds(&self.definitions[*number].1, state, &named.collect())
            }
            Formula::Not(inner) => !self.holds(inner, state, binding),
            Formula::And(parts) => parts.iter().all(|part| self.holds(part, state, binding)),
            Formula::Or(parts) => parts.iter().any(|part| self.holds(part, state, binding)),
            Formula::Exists(name, inner) => (0..self.cells()).any(|cell| with(name, inner, cell)),
            Formula::All(name, inner) => (0..self.cells()).all(|cell| with(name, inner, cell)),
            Formula::More(a, b, more) => count(a) > count(b) + more,
        }
    }

    /// The states that the moves of a location lead to, with the location after.
    fn after(&self, state: &State, location: usize) -> BTreeSet<(State, usize)> {
        let mut found = BTreeSet::new();
        for &(rule, to) in &self.locations[location].moves {
            let rule = &self.rules[rule];
            let matches: Vec<Vec<usize>> = if rule.elements == 1 {
                (0..self.cells()).map(|cell| vec![cell]).collect()
            } else {
                let pairs = (0..self.cells()).flat_map(|a| (0..self.cells()).map(move |b| vec![a, b]));
                pairs.filter(|pair| pair[0] != pair[1]).collect()
            };
            for chosen in matches {
                if let Some(next) = self.applied(rule, &chosen, state) {
                    found.insert((next, to));
                }
            }
        }
        found
    }

    fn applied(&self, rule: &Rule, chosen: &[usize], state: &State) -> Option<State> {
        for (right, exact) in [(true, rule.exact_neighbours[0]), (false, rule.exact_neighbours[1])] {
            for a in 0..chosen.len() {
                for b in 0..chosen.len() {
                    let wanted = rule.pairs.contains(&(right, a, b));
                    let (from, to) = (chosen[a], chosen[b]);
                    let are = if right { self.is_right(from, to) } else { self.is_below(from, to) };
                    if wanted && !are || exact && are && !wanted {
                        return None;
                    }
                }
            }
        }
        for (element, &cell) in chosen.iter().enumerate() {
            for fluent in 0..self.fluents {
                let wanted = rule.before.contains(&(fluent, element));
                let has = state.contains(&(fluent, cell));
                if wanted && !has || rule.exact.contains(&fluent) && has && !wanted {
                    return None;
                }
            }
        }
        let binding: Binding =
            chosen.iter().enumerate().map(|(element, &cell)| (format!("e{element}"), cell)).collect();
        if rule.pre.as_ref().is_some_and(|pre| !self.holds(pre, state, &binding)) {
            return None;
        }
        let mut next = state.clone();
        for &(fluent, element) in rule.before.difference(&rule.after) {
            next.remove(&(fluent, chosen[element]));
        }
        for &(fluent, element) in &rule.after {
            next.insert((fluent, chosen[element]));
        }
        if rule.post.as_ref().is_some_and(|post| !self.holds(post, &next, &binding)) {
            return None;
        }
        Some(next)
    }

    /// Who has won where nobody can move: the first player whose payoff is positive.
    fn paid(&self, state: &State, location: usize) -> Outcome {
        let positive = |player: &usize| {
            let (gains, costs) = &self.locations[location].payoffs[*player];
            let count = |list: &[Formula]| {
                list.iter().filter(|formula| self.holds(formula, state, &Binding::new())).count()
            };
            count(gains) > count(costs)
        };
        (0..2).find(positive).map_or(0, |player| player + 1)
    }

    /// The outcome of best play within so many turns; `None` if that takes too long to find out.
    pub fn value(&self, turns: u32, effort: &mut u32) -> Option<Outcome> {
        self.value_from(&self.start, 0, turns, &mut HashMap::new(), effort)
    }

    fn value_from(
        &self,
        state: &State,
        location: usize,
        turns: u32,
        known: &mut HashMap<(State, usize, u32), Outcome>,
        effort: &mut u32,
    ) -> Option<Outcome> {
        let name = (state.clone(), location, turns);
        if let Some(&known) = known.get(&name) {
            return Some(known);
        }
        *effort = effort.checked_sub(1)?;
        let after = self.after(state, location);
        let value = if after.is_empty() {
            self.paid(state, location)
        } else if turns == 0 {
            0
        } else {
            let player = self.locations[location].player;
            let best = |outcome: Outcome| match outcome {
                0 => 1,
                winner => {
                    if winner == player + 1 {
                        2
                    } else {
                        0
                    }
                }
            };
            let mut values = Vec::new();
            for (state, to) in &after {
                values.push(self.value_from(state, *to, turns - 1, known, effort)?);
            }
            values.into_iter().max_by_key(|&outcome| best(outcome)).expect("a move")
        };
        known.insert(name, value);
        Some(value)
    }
}

/// A formula as text, everything in parentheses.
fn written(formula: &Formula) -> String {
    let joined = |parts: &[Formula], word: &str| {
        let parts: Vec<_> = parts.iter().map(written).collect();
        format!("({})", parts.join(word))
    };
    let sum = |parts: &[Formula]| {
        let parts: Vec<_> = parts.iter().map(|part| format!(" + :({})", written(part))).collect();
        parts.concat()
    };
    match formula {
        Formula::Fluent(fluent, a) => format!("{}({a})", FLUENTS[*fluent]),
        Formula::Right(a, b) => format!("R({a}, {b})"),
        Formula::Below(a, b) => format!("C({a}, {b})"),
        Formula::Same(a, b) => format!("({a} = {b})"),
        Formula::Defined(number, arguments) => format!("D{number}({})", arguments.join(", ")),
        Formula::Not(inner) => format!("(not {})", written(inner)),
        Formula::And(parts) => joined(parts, " and "),
        Formula::Or(parts) => joined(parts, " or "),
        Formula::Exists(name, inner) => format!("(ex {name} {})", written(inner)),
        Formula::All(name, inner) => format!("(all {name} {})", written(inner)),
        Formula::More(a, b, more) => format!(
            "((0{}) > ({}{}))",
            sum(a),
            if *more < 0 { "0 - 1".to_owned() } else { more.to_string() },
            sum(b)
        ),
    }
}
