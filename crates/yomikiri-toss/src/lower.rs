//! From a description to a ground transition system: every rule at every place where it could match.

use crate::budget::Budget;
use crate::ground::{Binding, Cell, Grounder, Vocabulary};
use crate::syntax::{Description, Facts, Name, Place, Rule, Start, Structure, TossError};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use yomikiri_game::{Action, Condition, Conditions, Location, Player, Says, Stop, TransitionSystem};

/// The most cells of a board.
const MOST_CELLS: usize = 400;
/// The most matches of all rules.
const MOST_MATCHES: usize = 100_000;
/// The most relations that moves change.
const MOST_FLUENTS: usize = 100;
/// The most atoms that deciding one condition may have to look at.
const MOST_LOOKS: u64 = 1_000_000;

/// A game: what stays the same while it is played.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The transition system. If moves only ever add something, so that the game must come to an end, its turns
    /// are as many as there can be; otherwise there is no limit yet.
    pub system: TransitionSystem,
    /// The columns and rows of the board.
    pub size: (usize, usize),
    /// The relations that moves change. The atom of relation r and cell c is r · cells + c.
    pub fluents: Vec<String>,
}

/// Why there is no transition system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LowerError {
    /// The description is incomplete, speaks of what does not exist, or is more than can be handled.
    #[error(transparent)]
    Wrong(#[from] TossError),
    /// The switch was thrown.
    #[error("reading the description was stopped")]
    Stopped,
}

/// Makes a transition system of a description.
///
/// # Errors
/// If the description is incomplete, speaks of what does not exist, or is more than can be handled.
pub fn lower(description: &Description) -> Result<Lowered, TossError> {
    lower_within(description, &mut Budget::new(&Stop::new()))
}

/// The same, but looks at a switch every millisecond or so.
///
/// # Errors
/// If the description is incomplete, speaks of what does not exist, or is more than can be handled; or if it was stopped.
pub fn lower_until(description: &Description, stop: &Stop) -> Result<Lowered, LowerError> {
    let mut budget = Budget::new(stop);
    let lowered = lower_within(description, &mut budget);
    if budget.is_stopped { Err(LowerError::Stopped) } else { Ok(lowered?) }
}

fn lower_within(description: &Description, budget: &mut Budget<'_>) -> Result<Lowered, TossError> {
    let beginning = Place::BEGINNING;
    let players: Vec<_> = description.players.iter().map(|name| name.text.as_str()).collect();
    if players != ["1", "2"] {
        let place = description.players.first().map_or(beginning, |name| name.place);
        return Err(place.error("expected `PLAYERS 1, 2`: two players"));
    }
    let start = description.start.as_ref().ok_or_else(|| beginning.error("there is no START"))?;
    let Board { vocabulary, initial, size } = board(description, start)?;
    let mut grounder = Grounder::new(description, &vocabulary, budget)?;
    let mut rules = HashMap::new();
    for rule in &description.rules {
        rules.entry(rule.name.text.as_str()).or_insert(rule);
    }

    let mut numbers = BTreeMap::new();
    for (at, location) in description.locations.iter().enumerate() {
        if numbers.insert(location.number.text.as_str(), at).is_some() {
            return Err(location
                .number
                .place
                .error(format!("there is a location {} already", location.number.shown())));
        }
    }
    if description.locations.is_empty() {
        return Err(beginning.error("there is no LOC"));
    }
    let mut growth = Growth::Cells;
    let mut locations = Vec::new();
    let mut matches = 0;
    for location in &description.locations {
        let mut lowered = Location {
            player: Player::First,
            actions: Vec::new(),
            wins: [grounder.conditions.constant(false); 2],
        };
        let mut mover = None;
        for stake in &location.players {
            let player = match stake.player.text.as_str() {
                "1" => Player::First,
                "2" => Player::Second,
                _ => return Err(stake.player.place.error("there are players 1 and 2 only")),
            };
            grounder.check_term(&stake.payoff)?;
            lowered.wins[player as usize] = grounder.positive(&stake.payoff)?;
            if stake.moves.is_empty() {
                continue;
            }
            if mover.replace(player).is_some() {
                return Err(stake.player.place.error("only one player can move at a location"));
            }
            lowered.player = player;
            let mut found = Matches::default();
            for (rule, to) in &stake.moves {
                let known = rules.get(rule.text.as_str()).copied();
                let known =
                    known.ok_or_else(|| rule.place.error(format!("no rule is called `{}`", rule.shown())))?;
                let missing = || to.place.error(format!("there is no location {}", to.shown()));
                let to = *numbers.get(to.text.as_str()).ok_or_else(missing)?;
                matches += found.add(&mut grounder, known, to)?;
                if matches > MOST_MATCHES {
                    return Err(rule
                        .place
                        .error(format!("the rules match at more than {MOST_MATCHES} places")));
                }
            }
            growth = growth.min(found.growth);
            lowered.actions = found.actions(&mut grounder, size.0);
        }
        // Whoever asks about the second player alone must not see a win that is the first player's.
        let [first, second] = lowered.wins;
        let not_first = grounder.conditions.not(first);
        lowered.wins[1] = grounder.conditions.all([not_first, second]);
        locations.push(lowered);
    }
    let mut looks = Looks { conditions: &grounder.conditions, known: HashMap::new() };
    for (location, text) in locations.iter().zip(&description.locations) {
        let conditions = location.wins.iter().chain(location.actions.iter().map(|action| &action.requires));
        if conditions.map(|&condition| looks.needed(condition)).max() > Some(MOST_LOOKS) {
            let reason = format!("a condition of this location looks at more than {MOST_LOOKS} atoms");
            return Err(text.number.place.error(reason));
        }
    }
    let begin = numbers.get("0").copied().unwrap_or(0);
    let turns = match growth {
        Growth::None => None,
        Growth::Atoms => Some(initial.iter().filter(|&&holds| !holds).count() as u32),
        Growth::Cells => {
            let free =
                |cell: &usize| (0..vocabulary.fluents.len()).all(|r| !initial[r * vocabulary.cells + cell]);
            Some((0..vocabulary.cells).filter(free).count() as u32)
        }
    };
    let mut atoms = Vec::new();
    for fluent in &vocabulary.fluents {
        atoms.extend((0..vocabulary.cells).map(|cell| format!("{fluent}({})", cell_name(cell, size.0))));
    }
    let system =
        TransitionSystem { atoms, initial, conditions: grounder.conditions, locations, start: begin, turns };
    Ok(Lowered { system, size, fluents: vocabulary.fluents })
}

/// The name of a cell: a letter for the column (two where there are many) and the number of the row.
pub(crate) fn cell_name(cell: usize, columns: usize) -> String {
    let (column, row) = (cell % columns, cell / columns + 1);
    let letter = |n: usize| char::from(b'a' + n as u8);
    match column / 26 {
        0 => format!("{}{row}", letter(column)),
        more => format!("{}{}{row}", letter((more - 1) % 26), letter(column % 26)),
    }
}

/// A board at the start.
struct Board {
    vocabulary: Vocabulary,
    /// Which atoms hold.
    initial: Vec<bool>,
    /// Columns and rows.
    size: (usize, usize),
}

fn board(description: &Description, start: &Start) -> Result<Board, TossError> {
    let rows = start.rows.len();
    let columns = start.rows.first().map_or(0, Vec::len);
    if rows == 0 {
        return Err(start.place.error("the board has no cells"));
    }
    if let Some(row) = start.rows.iter().find(|row| row.len() != columns) {
        let found = row.len();
        return Err(row[0].place.error(format!("a row of {found} cells, but the first one has {columns}")));
    }
    let cells = rows * columns;
    if cells > MOST_CELLS {
        return Err(start
            .place
            .error(format!("a board of {cells} cells: at most {MOST_CELLS} can be handled")));
    }
    if let Some(element) = start.structure.elements.first() {
        return Err(element.place.error("the elements of the start are the cells of its board"));
    }
    let mut fluents: Vec<String> = Vec::new();
    let mut declare = |name: &Name| {
        if matches!(name.text.as_str(), "R" | "C") {
            return Err(name.place.error(format!("`{}` is fixed: it is between neighbours", name.text)));
        }
        if !fluents.contains(&name.text) {
            if fluents.len() == MOST_FLUENTS {
                return Err(name.place.error(format!("more than {MOST_FLUENTS} relations that can change")));
            }
            fluents.push(name.text.clone());
        }
        Ok(())
    };
    for facts in &start.structure.relations {
        unary(facts)?;
        if let Some(tuple) = facts.tuples.first() {
            return Err(tuple[0].place.error("write on the board where a relation holds at the start"));
        }
        declare(&facts.relation)?;
    }
    for rule in &description.rules {
        for facts in rule.before.relations.iter().chain(&rule.after.relations) {
            if !matches!(facts.relation.text.as_str(), "R" | "C") {
                unary(facts)?;
                declare(&facts.relation)?;
            }
        }
    }
    for word in start.rows.iter().flatten().filter(|word| word.text != "*") {
        let starts = word.text.starts_with(|c: char| c.is_ascii_alphabetic());
        if !starts || !word.text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(word
                .place
                .error(format!("`{}`, but expected `*` or the name of a relation", word.shown())));
        }
        declare(word)?;
    }
    let shown = |(at, word): (usize, &Name)| {
        let fluent = fluents.iter().position(|fluent| *fluent == word.text)?;
        Some(fluent * cells + at)
    };
    let mut initial = vec![false; fluents.len() * cells];
    for atom in start.rows.iter().flatten().enumerate().filter_map(shown) {
        initial[atom] = true;
    }
    let right = |cell: usize| (cell % columns + 1 < columns).then(|| (cell + 1) as Cell);
    let below = |cell: usize| (cell / columns + 1 < rows).then(|| (cell + columns) as Cell);
    let vocabulary = Vocabulary {
        cells,
        right: (0..cells).map(right).collect(),
        below: (0..cells).map(below).collect(),
        fluents,
    };
    Ok(Board { vocabulary, initial, size: (columns, rows) })
}

fn unary(facts: &Facts) -> Result<(), TossError> {
    let pairs = facts.arity == Some(2) || facts.tuples.iter().any(|tuple| tuple.len() != 1);
    if pairs {
        return Err(facts.relation.place.error("only relations of one place can change"));
    }
    Ok(())
}

/// What a rule does at one place: atoms that become true and false, and where it leads.
type Effect = (Vec<u32>, Vec<u32>, usize);

/// What every move certainly adds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Growth {
    /// Nothing.
    None,
    /// An atom.
    Atoms,
    /// An atom of a cell that had none.
    #[default]
    Cells,
}

/// The matches at a location; those with the same effect are one move.
#[derive(Default)]
struct Matches {
    /// With the conditions of each, and how the first one is written.
    effects: BTreeMap<Effect, (Vec<Condition>, String, Vec<Cell>)>,
    growth: Growth,
}

impl Matches {
    /// Adds the matches of a rule; gives their number.
    fn add(&mut self, grounder: &mut Grounder<'_, '_>, rule: &Rule, to: usize) -> Result<usize, TossError> {
        let elements: Vec<String> = rule.before.elements.iter().map(|name| name.text.clone()).collect();
        let set: BTreeSet<_> = elements.iter().collect();
        if set.len() != elements.len() {
            return Err(rule.before.place.error("an element comes twice"));
        }
        if set != rule.after.elements.iter().map(|name| &name.text).collect() {
            return Err(rule.after.place.error("both sides of a rule must have the same elements"));
        }
        for formula in rule.pre.iter().chain(&rule.post) {
            grounder.check(formula, elements.iter().map(String::as_str))?;
        }
        for name in &rule.embedded {
            let known = grounder.vocabulary.fluent(&name.text).is_some();
            if !known && grounder.vocabulary.neighbours(&name.text).is_none() {
                return Err(name
                    .place
                    .error(format!("no relation of the board is called `{}`", name.shown())));
            }
        }
        let before = Side::new(&rule.before, &elements)?;
        let after = Side::new(&rule.after, &elements)?;
        let mut count = 0;
        let mut chosen = Vec::new();
        self.extend(grounder, rule, (&before, &after), &elements, &mut chosen, to, &mut count)?;
        Ok(count)
    }

    /// Chooses cells for the elements one after the other.
    #[expect(clippy::too_many_arguments, reason = "one recursion, all of it needed")]
    fn extend(
        &mut self,
        grounder: &mut Grounder<'_, '_>,
        rule: &Rule,
        sides: (&Side, &Side),
        elements: &[String],
        chosen: &mut Vec<Cell>,
        to: usize,
        count: &mut usize,
    ) -> Result<(), TossError> {
        if chosen.len() == elements.len() {
            *count += 1;
            if *count > MOST_MATCHES {
                return Err(rule
                    .name
                    .place
                    .error(format!("this rule matches at more than {MOST_MATCHES} places")));
            }
            return self.found(grounder, rule, sides, elements, chosen, to);
        }
        for cell in 0..grounder.vocabulary.cells as Cell {
            grounder.budget.spend(1 + (chosen.len() * sides.0.pairs.len()) as u64, rule.name.place)?;
            if chosen.contains(&cell) {
                continue;
            }
            chosen.push(cell);
            if sides.0.neighbours_fit(grounder.vocabulary, rule, chosen) {
                self.extend(grounder, rule, sides, elements, chosen, to, count)?;
            }
            chosen.pop();
        }
        Ok(())
    }

    fn found(
        &mut self,
        grounder: &mut Grounder<'_, '_>,
        rule: &Rule,
        (before, after): (&Side, &Side),
        elements: &[String],
        chosen: &[Cell],
        to: usize,
    ) -> Result<(), TossError> {
        let vocabulary = grounder.vocabulary;
        let atoms = |side: &Side| -> BTreeSet<u32> {
            let atom = |(name, element): &(String, usize)| {
                vocabulary.fluent(name).map(|fluent| vocabulary.atom(fluent, chosen[*element]))
            };
            side.unary.iter().filter_map(atom).collect()
        };
        let (must, then) = (atoms(before), atoms(after));
        let embedded = rule.embedded.iter().filter_map(|name| vocabulary.fluent(&name.text));
        let exact: BTreeSet<u32> = embedded
            .flat_map(|fluent| chosen.iter().map(move |&cell| vocabulary.atom(fluent, cell)))
            .collect();
        let must_not: BTreeSet<u32> = exact.difference(&must).copied().collect();
        let sets: Vec<u32> = then.difference(&must).copied().collect();
        let clears: Vec<u32> = must.difference(&then).copied().collect();
        let fluents = vocabulary.fluents.len();
        let was_free =
            |cell: &Cell| (0..fluents).all(|fluent| must_not.contains(&vocabulary.atom(fluent, *cell)));
        let gets_one =
            |cell: &Cell| (0..fluents).any(|fluent| sets.contains(&vocabulary.atom(fluent, *cell)));
        let growth = if !clears.is_empty() || !sets.iter().any(|atom| must_not.contains(atom)) {
            Growth::None
        } else if chosen.iter().any(|cell| was_free(cell) && gets_one(cell)) {
            Growth::Cells
        } else {
            Growth::Atoms
        };
        self.growth = self.growth.min(growth);

        let mut parts = Vec::new();
        for &atom in &must {
            parts.push(grounder.conditions.atom(atom));
        }
        for &atom in &must_not {
            let holds = grounder.conditions.atom(atom);
            parts.push(grounder.conditions.not(holds));
        }
        let binding: Binding = elements.iter().cloned().zip(chosen.iter().copied()).collect();
        if let Some(pre) = &rule.pre {
            parts.push(grounder.ground(pre, &binding)?);
        }
        if let Some(post) = &rule.post {
            let become_true = sets.iter().map(|&atom| (atom, true));
            let fixed = become_true.chain(clears.iter().map(|&atom| (atom, false))).collect();
            parts.push(grounder.ground_after(post, &binding, fixed)?);
        }
        let requires = grounder.conditions.all(parts);
        if grounder.conditions.value(requires) != Some(false) {
            let name = rule.name.text.clone();
            let entry = self.effects.entry((sets, clears, to)).or_insert((Vec::new(), name, chosen.to_vec()));
            entry.0.push(requires);
        }
        Ok(())
    }

    /// The actions, each with a name of its own: its cells in order if that will do, the cells in the order of
    /// the rule's elements, or the rule's name before them.
    fn actions(self, grounder: &mut Grounder<'_, '_>, columns: usize) -> Vec<Action> {
        let join = |cells: &[Cell], with: &str| {
            let names: Vec<_> = cells.iter().map(|&cell| cell_name(cell.into(), columns)).collect();
            names.join(with)
        };
        let sorted = |cells: &[Cell]| {
            let mut cells = cells.to_vec();
            cells.sort_unstable();
            join(&cells, ",")
        };
        type Style<'s> = &'s dyn Fn(&String, &[Cell], usize) -> String;
        let styles: [Style<'_>; 4] = [
            &|_, cells, _| sorted(cells),
            &|_, cells, _| join(cells, "-"),
            &|rule, cells, _| format!("{rule}:{}", join(cells, "-")),
            &|rule, cells, to| format!("{rule}:{}:{to}", join(cells, "-")),
        ];
        let names = styles.iter().map(|style| {
            self.effects
                .iter()
                .map(|((_, _, to), (_, rule, cells))| style(rule, cells, *to))
                .collect::<Vec<_>>()
        });
        // What moves something from cell to cell is not written as a mere set of cells.
        let moves = self.effects.keys().any(|(_, clears, _)| !clears.is_empty());
        let names = names.skip(usize::from(moves));
        let different = |names: &Vec<String>| names.iter().collect::<BTreeSet<_>>().len() == names.len();
        let numbered = || (1..=self.effects.len()).map(|number| format!("move{number}")).collect();
        let mut names = names;
        let names = names.find(different).unwrap_or_else(numbered);
        let conditions = &mut grounder.conditions;
        let action = |(((sets, clears, to), (requires, _, _)), name)| Action {
            name,
            requires: conditions.any(requires),
            sets,
            clears,
            to,
        };
        self.effects.into_iter().zip(names).map(action).collect()
    }
}

/// How many atoms deciding a condition may have to look at. Conditions share parts, and whoever decides one does not
/// remember what he has decided, so a few hundred of them can take longer than anybody has.
struct Looks<'a> {
    conditions: &'a Conditions,
    known: HashMap<Condition, u64>,
}

impl Looks<'_> {
    fn needed(&mut self, condition: Condition) -> u64 {
        if let Some(&known) = self.known.get(&condition) {
            return known;
        }
        let conditions = self.conditions;
        let needed = match conditions.get(condition) {
            Says::Atom(_) => 1,
            Says::Not(inner) => self.needed(*inner),
            Says::All(parts) | Says::Any(parts) => {
                parts.iter().fold(1, |sum: u64, &part| sum.saturating_add(self.needed(part)))
            }
        };
        self.known.insert(condition, needed);
        needed
    }
}

/// One side of a rule, its elements by their numbers.
struct Side {
    unary: Vec<(String, usize)>,
    pairs: Vec<(String, usize, usize)>,
}

impl Side {
    fn new(structure: &Structure, elements: &[String]) -> Result<Self, TossError> {
        let mut side = Self { unary: Vec::new(), pairs: Vec::new() };
        let number = |name: &Name| {
            let found = elements.iter().position(|element| *element == name.text);
            found
                .ok_or_else(|| name.place.error(format!("`{}` is not an element of this rule", name.shown())))
        };
        for facts in &structure.relations {
            let fixed = matches!(facts.relation.text.as_str(), "R" | "C");
            for tuple in &facts.tuples {
                match (&tuple[..], fixed) {
                    ([one], false) => side.unary.push((facts.relation.text.clone(), number(one)?)),
                    ([a, b], true) => side.pairs.push((facts.relation.text.clone(), number(a)?, number(b)?)),
                    _ => {
                        let name = &facts.relation;
                        return Err(name
                            .place
                            .error(format!("`{}` has another number of places", name.shown())));
                    }
                }
            }
        }
        Ok(side)
    }

    /// Whether the cells chosen so far are neighbours as they should be, exactly so where a rule says `emb`.
    fn neighbours_fit(&self, vocabulary: &Vocabulary, rule: &Rule, chosen: &[Cell]) -> bool {
        ["R", "C"].into_iter().all(|name| {
            let exact = rule.embedded.iter().any(|embedded| embedded.text == name);
            let Some(neighbours) = vocabulary.neighbours(name) else {
                return true;
            };
            (0..chosen.len()).all(|a| {
                (0..chosen.len()).all(|b| {
                    let wanted =
                        self.pairs.iter().any(|(relation, x, y)| relation == name && (*x, *y) == (a, b));
                    let are = neighbours[usize::from(chosen[a])] == Some(chosen[b]);
                    are == wanted || are && !exact
                })
            })
        })
    }
}
