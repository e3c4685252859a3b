//! A description that speaks of what exists: what stays the same during the game.

use super::formula::{Cell, Defined, Formula, Resolver, Term, Truth, Vocabulary, index};
use super::parser::parse;
use super::syntax::{Description, Facts, Place, Rule, Start, Structure};
use crate::referee::Player;
use std::collections::{BTreeMap, BTreeSet};

/// No board has more cells than this.
const MOST_CELLS: usize = 400;

/// All rules together match at no more places than this.
const MOST_MATCHES: usize = 100_000;

/// Looking for them may take so many steps.
const MOST_STEPS: u64 = 20_000_000;

/// No game has more locations than this: positions have two bytes for them.
const MOST_LOCATIONS: usize = 1 << 16;

/// The table of a relation that never changes may have so many entries.
const LARGEST_TABLE: usize = 1 << 20;

/// A game.
#[derive(Debug)]
pub(super) struct Game {
    pub(super) vocabulary: Vocabulary,
    /// Relation by relation, which cells a relation holds of at the start.
    pub(super) initial: Vec<bool>,
    pub(super) locations: Vec<Location>,
    /// Where the game begins.
    pub(super) start: usize,
}

/// What can be done at some stage of the game.
#[derive(Debug)]
pub(super) struct Location {
    pub(super) player: Player,
    pub(super) ways: Vec<Way>,
    /// For each effect of a move here the rules and cells that have it, for people.
    pub(super) written: BTreeMap<Effect, Vec<Written>>,
    /// What each player gets if there is no move here.
    pub(super) payoffs: [Option<Term>; 2],
}

/// A rule, and the cells of its elements.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) rule: String,
    pub(super) cells: Vec<Cell>,
}

/// A rule that may be used.
#[derive(Debug)]
pub(super) struct Way {
    pub(super) pre: Option<Formula>,
    pub(super) post: Option<Formula>,
    pub(super) matches: Vec<Match>,
}

/// A place where a rule may be used, as far as neighbours go.
#[derive(Debug)]
pub(super) struct Match {
    /// The cells of the rule's elements.
    pub(super) cells: Vec<Cell>,
    /// The atoms that must hold, and those that must not.
    pub(super) with: Vec<usize>,
    pub(super) without: Vec<usize>,
    pub(super) effect: Effect,
}

/// What a move does. Moves with the same effect are the same move; effects order the moves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Effect {
    /// The atoms that hold afterwards and need not have held before, ascending.
    pub(super) sets: Vec<usize>,
    /// The atoms that held before and do not afterwards, ascending.
    pub(super) clears: Vec<usize>,
    /// The location that it leads to.
    pub(super) to: usize,
}

fn is_fixed(relation: &str) -> bool {
    relation == "R" || relation == "C"
}

impl Game {
    pub(super) fn new(text: &str) -> Result<Game, String> {
        let description = parse(text)?;
        if description.players != ["1", "2"] {
            return Err("expected PLAYERS 1, 2".to_owned());
        }
        let start = description.start.as_ref().ok_or("there is no START")?;
        let (mut vocabulary, initial) = board(&description, start)?;
        define(&description, &mut vocabulary)?;
        if !(1..=MOST_LOCATIONS).contains(&description.locations.len()) {
            return Err("there is no LOC, or there are too many".to_owned());
        }
        let mut matches = 0;
        let locations = description.locations.iter();
        let locations = locations
            .map(|place| location(&description, &vocabulary, place, &mut matches))
            .collect::<Result<Vec<_>, String>>()?;
        for (number, place) in description.locations.iter().enumerate() {
            if description.locations[..number].iter().any(|earlier| earlier.number == place.number) {
                return Err(format!("there are two locations {}", place.number));
            }
        }
        let start = description.locations.iter().position(|place| place.number == "0").unwrap_or(0);
        Ok(Game { vocabulary, initial, locations, start })
    }
}

/// The board, the relations that change, and where they hold at the start.
fn board(description: &Description, start: &Start) -> Result<(Vocabulary, Vec<bool>), String> {
    let (rows, columns) = (start.rows.len(), start.rows.first().map_or(0, Vec::len));
    if rows == 0 || rows * columns > MOST_CELLS || start.rows.iter().any(|row| row.len() != columns) {
        return Err(format!("the board must have rows of equal length, and at most {MOST_CELLS} cells"));
    }
    if !start.structure.elements.is_empty() {
        return Err("the elements of the start are the cells of its board".to_owned());
    }
    if start.structure.facts.iter().any(|facts| !facts.tuples.is_empty() || is_fixed(&facts.relation)) {
        return Err("where relations hold at the start is said by the board".to_owned());
    }
    let in_rules =
        description.rules.iter().flat_map(|rule| rule.before.facts.iter().chain(&rule.after.facts));
    let facts = start.structure.facts.iter().chain(in_rules.filter(|facts| !is_fixed(&facts.relation)));
    let mut fluents: Vec<String> = Vec::new();
    let mut declare = |name: &String| {
        if !fluents.contains(name) {
            fluents.push(name.clone());
        }
    };
    for Facts { relation, arity, tuples } in facts {
        if *arity == Some(2) || tuples.iter().any(|tuple| tuple.len() != 1) {
            return Err(format!("`{relation}` cannot change, since it has not one place"));
        }
        declare(relation);
    }
    for word in start.rows.iter().flatten().filter(|word| *word != "*") {
        let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !is_name || is_fixed(word) {
            return Err(format!("`{word}` on the board is neither `*` nor a relation"));
        }
        declare(word);
    }
    let mut initial = vec![false; fluents.len() * rows * columns];
    for (cell, word) in start.rows.iter().flatten().enumerate() {
        if let Some(fluent) = fluents.iter().position(|fluent| fluent == word) {
            initial[fluent * rows * columns + cell] = true;
        }
    }
    Ok((Vocabulary { columns, rows, fluents, defined: Vec::new() }, initial))
}

/// Resolves the defined relations, after those that they are made of.
fn define(description: &Description, vocabulary: &mut Vocabulary) -> Result<(), String> {
    let defined: Vec<_> = description
        .relations
        .iter()
        .map(|relation| (relation.name.clone(), relation.parameters.len()))
        .collect();
    for (number, (name, _)) in defined.iter().enumerate() {
        let known = is_fixed(name) || vocabulary.fluents.contains(name);
        if known || defined[..number].iter().any(|(earlier, _)| earlier == name) {
            return Err(format!("`{name}` means something already"));
        }
    }
    for relation in &description.relations {
        let fluents = &vocabulary.fluents;
        let mut resolver = Resolver { fluents, defined: &defined, variables: relation.parameters.clone() };
        let meaning =
            resolver.formula(&relation.meaning).map_err(|why| format!("{}: {why}", relation.name))?;
        let (name, places) = (relation.name.clone(), relation.parameters.len());
        vocabulary.defined.push(Defined { name, places, meaning, table: None });
    }
    // A relation comes after those that it speaks of.
    let mut states = vec![State::New; defined.len()];
    for number in 0..defined.len() {
        settle(number, vocabulary, &mut states, 0)?;
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    /// Whether what it says can change.
    Done {
        changes: bool,
    },
}

/// Definitions may lean on each other so many times: it is a matter of the stack.
const DEEPEST: usize = 200;

/// Finds out whether a relation is defined by itself, whether it can change, and if not, where it holds.
fn settle(
    number: usize,
    vocabulary: &mut Vocabulary,
    states: &mut [State],
    depth: usize,
) -> Result<bool, String> {
    match states[number] {
        State::Done { changes } => return Ok(changes),
        State::Open => return Err(format!("`{}` is defined by itself", vocabulary.defined[number].name)),
        State::New if depth > DEEPEST => return Err("definitions lean on each other too often".to_owned()),
        State::New => states[number] = State::Open,
    }
    let (mut changes, mut used) = (false, BTreeSet::new());
    vocabulary.defined[number].meaning.relations(&mut |relation| match relation {
        Some(relation) => drop(used.insert(relation)),
        None => changes = true,
    });
    for relation in used {
        changes |= settle(relation, vocabulary, states, depth + 1)?;
    }
    states[number] = State::Done { changes };
    let (cells, places) = (vocabulary.cells(), vocabulary.defined[number].places);
    let size = u32::try_from(places).ok().and_then(|places| cells.checked_pow(places));
    if let (false, Some(size @ ..=LARGEST_TABLE)) = (changes, size) {
        let mut table = Vec::with_capacity(size);
        let mut truth = Truth::new(vocabulary, &[]);
        for entry in 0..size {
            let mut arguments: Vec<Cell> =
                (0..places).rev().map(|place| entry / cells.pow(place as u32) % cells).collect();
            debug_assert_eq!(index(&arguments, cells), entry);
            table.push(truth.holds(&vocabulary.defined[number].meaning, &mut arguments));
        }
        vocabulary.defined[number].table = Some(table);
    }
    Ok(changes)
}

fn location(
    description: &Description,
    vocabulary: &Vocabulary,
    place: &Place,
    matches: &mut usize,
) -> Result<Location, String> {
    let mut location =
        Location { player: Player::First, ways: Vec::new(), written: BTreeMap::new(), payoffs: [None, None] };
    for stake in &place.stakes {
        let (player, at) = match stake.player.as_str() {
            "1" => (Player::First, 0),
            "2" => (Player::Second, 1),
            other => return Err(format!("there is no player {other}")),
        };
        location.payoffs[at] =
            Some(resolver(vocabulary, Vec::new(), |resolver| resolver.term(&stake.payoff))?);
        if stake.moves.is_empty() {
            continue;
        }
        if !location.ways.is_empty() {
            return Err(format!("more than one player can move at location {}", place.number));
        }
        location.player = player;
        for (name, to) in &stake.moves {
            let rule = description.rules.iter().find(|rule| rule.name == *name);
            let rule = rule.ok_or_else(|| format!("there is no rule `{name}`"))?;
            let to = description.locations.iter().position(|place| place.number == *to);
            let to = to.ok_or_else(|| format!("`{name}` leads to a location that is not there"))?;
            let way =
                way(vocabulary, rule, to, matches).map_err(|why| format!("the rule `{name}`: {why}"))?;
            for found in &way.matches {
                let written = Written { rule: name.clone(), cells: found.cells.clone() };
                location.written.entry(found.effect.clone()).or_default().push(written);
            }
            location.ways.push(way);
        }
    }
    Ok(location)
}

/// Resolves something in which these variables are bound.
fn resolver<T>(
    vocabulary: &Vocabulary,
    variables: Vec<String>,
    resolve: impl FnOnce(&mut Resolver<'_>) -> Result<T, String>,
) -> Result<T, String> {
    let defined: Vec<_> =
        vocabulary.defined.iter().map(|defined| (defined.name.clone(), defined.places)).collect();
    resolve(&mut Resolver { fluents: &vocabulary.fluents, defined: &defined, variables })
}

fn way(vocabulary: &Vocabulary, rule: &Rule, to: usize, matches: &mut usize) -> Result<Way, String> {
    let elements = &rule.before.elements;
    let different: BTreeSet<_> = elements.iter().collect();
    if different.len() != elements.len() || different != rule.after.elements.iter().collect() {
        return Err("both sides must have the same elements, each once".to_owned());
    }
    for name in &rule.embedded {
        if !is_fixed(name) && !vocabulary.fluents.contains(name) {
            return Err(format!("no relation of the board is called `{name}`"));
        }
    }
    let (before, after) = (Side::new(&rule.before, elements)?, Side::new(&rule.after, elements)?);
    let formula = |formula: &Option<super::syntax::Formula>| {
        let resolve = |formula| resolver(vocabulary, elements.clone(), |resolver| resolver.formula(formula));
        formula.as_ref().map(resolve).transpose()
    };
    let (pre, post) = (formula(&rule.pre)?, formula(&rule.post)?);
    let mut found = Vec::new();
    let mut search =
        Search { vocabulary, rule, before: &before, found: &mut found, already: *matches, steps: 0 };
    search.extend(&mut Vec::new())?;
    *matches += found.len();
    let atom = |(relation, element): &(String, usize), cells: &[Cell]| {
        let fluent = vocabulary.fluents.iter().position(|fluent| fluent == relation);
        fluent.map_or(0, |fluent| fluent * vocabulary.cells() + cells[*element])
    };
    let matched = |cells: Vec<Cell>| {
        let with: BTreeSet<usize> = before.unary.iter().map(|fact| atom(fact, &cells)).collect();
        let then: BTreeSet<usize> = after.unary.iter().map(|fact| atom(fact, &cells)).collect();
        let mut without = BTreeSet::new();
        for name in rule.embedded.iter().filter(|name| !is_fixed(name)) {
            let exact = (0..elements.len()).map(|element| atom(&(name.clone(), element), &cells));
            without.extend(exact.filter(|atom| !with.contains(atom)));
        }
        let effect = Effect {
            sets: then.difference(&with).copied().collect(),
            clears: with.difference(&then).copied().collect(),
            to,
        };
        Match { cells, with: with.into_iter().collect(), without: without.into_iter().collect(), effect }
    };
    Ok(Way { pre, post, matches: found.into_iter().map(matched).collect() })
}

/// One side of a rule, its elements by number.
struct Side {
    unary: Vec<(String, usize)>,
    pairs: Vec<(String, usize, usize)>,
}

impl Side {
    fn new(structure: &Structure, elements: &[String]) -> Result<Side, String> {
        let mut side = Side { unary: Vec::new(), pairs: Vec::new() };
        let number = |name: &String| {
            let found = elements.iter().position(|element| element == name);
            found.ok_or_else(|| format!("`{name}` is not an element"))
        };
        for Facts { relation, tuples, .. } in &structure.facts {
            for tuple in tuples {
                match (&tuple[..], is_fixed(relation)) {
                    ([one], false) => side.unary.push((relation.clone(), number(one)?)),
                    ([a, b], true) => side.pairs.push((relation.clone(), number(a)?, number(b)?)),
                    _ => return Err(format!("`{relation}` has another number of places")),
                }
            }
        }
        Ok(side)
    }
}

/// Looks for all ways to choose different cells for the elements, neighbours where the rule says so; where it says
/// `emb R` or `emb C`, nowhere else.
struct Search<'a> {
    vocabulary: &'a Vocabulary,
    rule: &'a Rule,
    before: &'a Side,
    found: &'a mut Vec<Vec<Cell>>,
    /// How many matches other rules have.
    already: usize,
    steps: u64,
}

impl Search<'_> {
    fn extend(&mut self, chosen: &mut Vec<Cell>) -> Result<(), String> {
        if chosen.len() == self.rule.before.elements.len() {
            self.found.push(chosen.clone());
            let many = self.found.len() + self.already > MOST_MATCHES;
            return if many { Err("it matches at too many places".to_owned()) } else { Ok(()) };
        }
        for cell in 0..self.vocabulary.cells() {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                return Err("it takes too long to see where it matches".to_owned());
            }
            if chosen.contains(&cell) {
                continue;
            }
            chosen.push(cell);
            if self.fits(chosen) {
                self.extend(chosen)?;
            }
            chosen.pop();
        }
        Ok(())
    }

    fn fits(&self, chosen: &[Cell]) -> bool {
        ["R", "C"].into_iter().all(|name| {
            let exact = self.rule.embedded.iter().any(|embedded| embedded == name);
            let mut pairs = (0..chosen.len()).flat_map(|a| (0..chosen.len()).map(move |b| (a, b)));
            pairs.all(|(a, b)| {
                let says = |(relation, x, y): &(String, usize, usize)| relation == name && (*x, *y) == (a, b);
                let wanted = self.before.pairs.iter().any(says);
                let are = self.vocabulary.are_neighbours(name, chosen[a], chosen[b]);
                if exact { are == wanted } else { are || !wanted }
            })
        })
    }
}
