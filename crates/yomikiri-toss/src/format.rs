//! A description in its usual layout.

use crate::parser::parse_words;
use crate::syntax::{
    Comparison, Description, Facts, Formula, Location, Name, Operation, Place, Relation, Rule, Stake, Start,
    Step, Structure, Term, TossError,
};
use crate::words::Text;

/// Lays out a description: players, relations, rules, locations, start. Comments on lines of their own stay in
/// front of what they stood in front of. What is laid out already stays as it is.
///
/// # Errors
/// If the text is no description.
pub fn format(text: &str) -> Result<String, TossError> {
    let Text { words, comments } = Text::new(text)?;
    let Description { players, relations, rules, locations, start } = parse_words(words)?;
    let mut items: Vec<(Place, String)> = Vec::new();
    if let Some(first) = players.first() {
        items.push((first.place, format!("PLAYERS {}", names(&players, ", "))));
    }
    items.extend(relations.iter().map(|item| (item.name.place, relation(item))));
    items.extend(rules.iter().map(|item| (item.name.place, rule(item))));
    items.extend(locations.iter().map(|item| (item.number.place, location(item))));
    items.extend(start.iter().map(|item| (item.structure.place, board(item))));

    // Each comment goes to the next item below it in the text; those at the end stay there.
    let mut in_order: Vec<usize> = (0..items.len()).collect();
    in_order.sort_by_key(|&item| (items[item].0.line, items[item].0.column));
    let mut comments = comments.into_iter().peekable();
    let mut before = vec![Vec::new(); items.len()];
    for item in in_order {
        while let Some(comment) = comments.next_if(|comment| comment.line < items[item].0.line) {
            before[item].push(comment.text);
        }
    }
    let mut laid_out = String::new();
    let mut line = |text: &str| {
        laid_out += text;
        laid_out += "\n";
    };
    for ((_, item), before) in items.iter().zip(before) {
        before.into_iter().for_each(&mut line);
        line(item);
    }
    comments.for_each(|comment| line(comment.text));
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
        Formula::And(parts) => (joined(parts, " and ", Binds::Unary), Binds::And),
        Formula::Or(parts) => (joined(parts, " or ", Binds::And), Binds::Or),
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

fn joined(parts: &[Formula], word: &str, at_least: Binds) -> String {
    parts.iter().map(|part| formula(part, at_least)).collect::<Vec<_>>().join(word)
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
        Term::Chain(first, steps) => {
            let (binds, tighter) = match steps.first().map(|step| step.operation) {
                Some(Operation::Plus | Operation::Minus) | None => (Binds::Sum, Binds::Product),
                Some(Operation::Times) => (Binds::Product, Binds::Power),
                Some(Operation::Power) => (Binds::Power, Binds::Primary),
            };
            let mut text = term(first, tighter);
            for Step { operation, operand, .. } in steps {
                let symbol = match operation {
                    Operation::Plus => '+',
                    Operation::Minus => '-',
                    Operation::Times => '*',
                    Operation::Power => '^',
                };
                text += &format!(" {symbol} {}", term(operand, tighter));
            }
            (text, binds)
        }
    };
    wrapped(text, binds, at_least)
}
