//! A description in its usual layout.

use crate::parser::parse;
use crate::syntax::{
    Comparison, Description, Facts, Formula, Location, Name, Operation, Relation, Rule, Stake, Start,
    Structure, Term, TossError,
};

/// Lays out a description: players, relations, rules, locations, start. Comments on lines of their own stay in
/// front of what they stood in front of.
///
/// # Errors
/// If the text is no description.
pub fn format(text: &str) -> Result<String, TossError> {
    let description = parse(text)?;
    let mut items: Vec<(usize, String)> = Vec::new();
    let Description { players, relations, rules, locations, start } = &description;
    if let Some(first) = players.first() {
        items.push((first.place.line, format!("PLAYERS {}", names(players, ", "))));
    }
    items.extend(relations.iter().map(|item| (item.name.place.line, relation(item))));
    items.extend(rules.iter().map(|item| (item.name.place.line, rule(item))));
    items.extend(locations.iter().map(|item| (item.number.place.line, location(item))));
    items.extend(start.iter().map(|item| (item.structure.place.line, board(item))));

    // Each comment goes to the next item below it in the text; those at the end stay there.
    let mut comments: Vec<(usize, &str)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("//") {
            comments.push((number + 1, line.trim()));
        }
    }
    let mut lines: Vec<_> = items.iter().map(|(line, _)| *line).collect();
    lines.sort_unstable();
    let mut laid_out = String::new();
    for (line, item) in &items {
        let before = lines.iter().copied().filter(|other| other < line).max().unwrap_or(0);
        for (_, comment) in comments.iter().filter(|(at, _)| (before..*line).contains(at)) {
            laid_out += comment;
            laid_out += "\n";
        }
        laid_out += item;
        laid_out += "\n";
    }
    let last = lines.last().copied().unwrap_or(0);
    for (_, comment) in comments.iter().filter(|(at, _)| *at > last) {
        laid_out += comment;
        laid_out += "\n";
    }
    Ok(laid_out)
}

fn names(names: &[Name], separator: &str) -> String {
    names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(separator)
}

fn relation(relation: &Relation) -> String {
    let Relation { name, variables, formula: meaning } = relation;
    format!("REL {}({}) = {}", name.text, names(variables, ", "), formula(meaning, Binds::Or))
}

fn rule(rule: &Rule) -> String {
    let mut text = format!(
        "RULE {}:\n  {}\n  ->\n  {}",
        rule.name.text,
        structure(&rule.before),
        structure(&rule.after)
    );
    let mut clauses = Vec::new();
    if !rule.embedded.is_empty() {
        clauses.push(format!("emb {}", names(&rule.embedded, ", ")));
    }
    clauses.extend(rule.pre.iter().map(|pre| format!("pre {}", formula(pre, Binds::Or))));
    clauses.extend(rule.post.iter().map(|post| format!("post {}", formula(post, Binds::Or))));
    if !clauses.is_empty() {
        text += "\n  ";
        text += &clauses.join(" ");
    }
    text
}

fn structure(structure: &Structure) -> String {
    let relations: Vec<_> = structure.relations.iter().map(facts).collect();
    format!("[{} | {} | -]", names(&structure.elements, ", "), relations.join("; "))
}

fn facts(facts: &Facts) -> String {
    let arity = facts.arity.map(|arity| format!(":{arity} ")).unwrap_or_default();
    let tuple = |tuple: &Vec<Name>| match &tuple[..] {
        [one] => one.text.clone(),
        _ => format!("({})", names(tuple, ", ")),
    };
    let tuples: Vec<_> = facts.tuples.iter().map(tuple).collect();
    format!("{}{arity}{{{}}}", facts.relation.text, tuples.join("; "))
}

fn location(location: &Location) -> String {
    let players: Vec<_> = location.players.iter().map(stake).collect();
    format!("LOC {} {{\n{}}}", location.number.text, players.concat())
}

fn stake(stake: &Stake) -> String {
    let mut text =
        format!("  PLAYER {} {{\n    PAYOFF {}\n", stake.player.text, term(&stake.payoff, Binds::Sum));
    if !stake.moves.is_empty() {
        let moves: Vec<_> =
            stake.moves.iter().map(|(rule, to)| format!("[{} -> {}]", rule.text, to.text)).collect();
        text += &format!("    MOVES {}\n", moves.join("; "));
    }
    text + "  }\n"
}

fn board(start: &Start) -> String {
    let widest = start.rows.iter().flatten().map(|word| word.text.chars().count()).max().unwrap_or(1);
    let row = |row: &Vec<Name>| {
        let cells: Vec<_> = row.iter().map(|word| format!("{:<widest$}", word.text)).collect();
        format!(" {}\n", cells.join(" ").trim_end())
    };
    let rows: Vec<_> = start.rows.iter().map(row).collect();
    format!("START {} \"\n{}\"", structure(&start.structure), rows.concat())
}

/// What binds how strongly, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binds {
    Or,
    And,
    Unary,
    Sum,
    Product,
    Power,
    Primary,
}

fn wrapped(text: String, binds: Binds, at_least: Binds) -> String {
    if binds < at_least { format!("({text})") } else { text }
}

fn formula(given: &Formula, at_least: Binds) -> String {
    let (text, binds) = match given {
        Formula::Holds(name, arguments) => {
            (format!("{}({})", name.text, names(arguments, ", ")), Binds::Primary)
        }
        Formula::Same(a, b) => (format!("{} = {}", a.text, b.text), Binds::Unary),
        Formula::Not(inner) => (format!("not {}", formula(inner, Binds::Unary)), Binds::Unary),
        Formula::And(a, b) => {
            (format!("{} and {}", formula(a, Binds::And), formula(b, Binds::Unary)), Binds::And)
        }
        Formula::Or(a, b) => (format!("{} or {}", formula(a, Binds::Or), formula(b, Binds::And)), Binds::Or),
        Formula::Exists(variables, inner) => {
            (format!("ex {} {}", names(variables, ", "), quantified(inner)), Binds::Unary)
        }
        Formula::All(variables, inner) => {
            (format!("all {} {}", names(variables, ", "), quantified(inner)), Binds::Unary)
        }
        Formula::Compare(a, comparison, b) => {
            let symbol = match comparison {
                Comparison::Greater => '>',
                Comparison::Less => '<',
                Comparison::Equal => '=',
            };
            (format!("{} {symbol} {}", term(a, Binds::Sum), term(b, Binds::Sum)), Binds::Unary)
        }
    };
    wrapped(text, binds, at_least)
}

/// What stands under a quantifier: in parentheses, unless it is short.
fn quantified(inner: &Formula) -> String {
    match inner {
        Formula::Not(_) | Formula::Exists(..) | Formula::All(..) => formula(inner, Binds::Unary),
        _ => format!("({})", formula(inner, Binds::Or)),
    }
}

fn term(given: &Term, at_least: Binds) -> String {
    let (text, binds) = match given {
        Term::Truth(inner) => (format!(":({})", formula(inner, Binds::Or)), Binds::Primary),
        Term::Number(number) => (number.to_string(), Binds::Primary),
        Term::Operation(a, operation, b, _) => {
            let (symbol, binds, tighter) = match operation {
                Operation::Plus => ('+', Binds::Sum, Binds::Product),
                Operation::Minus => ('-', Binds::Sum, Binds::Product),
                Operation::Times => ('*', Binds::Product, Binds::Power),
                Operation::Power => ('^', Binds::Power, Binds::Primary),
            };
            (format!("{} {symbol} {}", term(a, binds), term(b, tighter)), binds)
        }
    };
    wrapped(text, binds, at_least)
}
