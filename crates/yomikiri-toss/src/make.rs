//! Descriptions of generalised tic-tac-toe, as the paper's generator made them from parameters.

use std::fmt::Write;

/// What a player has to own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// One of these shapes, as the columns and rows of its cells; all ways to turn and flip an animal.
    Shapes(Vec<Vec<(u8, u8)>>),
    /// So many in a row, a column or a diagonal.
    Row(u16),
}

/// The parameters of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// What it is called.
    pub title: String,
    /// The columns of the board.
    pub columns: u8,
    /// The rows of the board.
    pub rows: u8,
    /// Whether it wraps around both ways.
    pub torus: bool,
    /// The goal.
    pub goal: Goal,
    /// The stones of a turn.
    pub stones: u8,
    /// The stones of the first turn.
    pub first_stones: u8,
    /// Whether only the first player can win.
    pub only_first_wins: bool,
}

/// Why there is no description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MakeError {
    /// Only neighbours can be spoken of.
    #[error("only connected animals can be described")]
    Disconnected,
}

/// Describes a game.
///
/// # Errors
/// If a shape is not connected.
pub fn make(parameters: &Parameters) -> Result<String, MakeError> {
    let mut text = format!("// {}\nPLAYERS 1, 2\n", parameters.title);
    let (variables, goals) = match &parameters.goal {
        Goal::Shapes(shapes) => shapes_as_relations(parameters, shapes, &mut text)?,
        Goal::Row(length) => rows_as_relations(*length, &mut text),
    };
    let calls: Vec<_> = goals.iter().map(|goal| format!("{goal}({variables})")).collect();
    let say = |text: &mut String, line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    for (name, stone) in [("WinP", "P"), ("WinQ", "Q")] {
        let can_win = name == "WinP" || !parameters.only_first_wins;
        let owned: Vec<_> = variables.split(", ").map(|variable| format!("{stone}({variable})")).collect();
        say(
            &mut text,
            match (can_win, calls.is_empty()) {
                (true, false) => format!(
                    "REL {name}() = ex {variables} ({} and ({}))",
                    owned.join(" and "),
                    calls.join(" or ")
                ),
                // Nothing to own: never.
                _ => format!("REL {name}() = ex x (P(x) and not P(x))"),
            },
        );
    }
    let differs = parameters.first_stones != parameters.stones;
    if differs {
        say(&mut text, "REL First() = all x not P(x)".to_owned());
        text += &rule("BlackFirst", "P", parameters.first_stones, "not WinQ() and First()");
    }
    let pre = if differs { "not WinQ() and not First()" } else { "not WinQ()" };
    text += &rule("Black", "P", parameters.stones, pre);
    text += &rule("White", "Q", parameters.stones, "not WinP()");
    let (first, second) = (":(WinP()) - :(WinQ())", ":(WinQ()) - :(WinP())");
    let black = if differs { "[BlackFirst -> 1]; [Black -> 1]" } else { "[Black -> 1]" };
    let _infallible = write!(
        text,
        "LOC 0 {{\n  PLAYER 1 {{\n    PAYOFF {first}\n    MOVES {black}\n  }}\n  PLAYER 2 {{\n    PAYOFF {second}\n  }}\n}}\n\
         LOC 1 {{\n  PLAYER 1 {{\n    PAYOFF {first}\n  }}\n  PLAYER 2 {{\n    PAYOFF {second}\n    MOVES [White -> 0]\n  }}\n}}\n"
    );
    text += "START [ | P:1 {}; Q:1 {} | -] \"\n";
    for _ in 0..parameters.rows {
        let row = vec!["*"; parameters.columns.into()].join(" ");
        let _infallible = writeln!(text, " {row}");
    }
    text += "\"\n";
    Ok(text)
}

fn rule(name: &str, stone: &str, stones: u8, pre: &str) -> String {
    let elements: Vec<_> = (0..stones).map(|number| format!("a{number}")).collect();
    let after: Vec<_> = elements.iter().map(|element| format!("{stone}{{{element}}}")).collect();
    let elements = elements.join(", ");
    format!(
        "RULE {name}:\n  [{elements} |  | -]\n  ->\n  [{elements} | {} | -]\n  emb Q, P pre {pre}\n",
        after.join("; ")
    )
}

/// The variables of the goal and the names of the relations that are one.
type Goals = (String, Vec<String>);

fn shapes_as_relations(
    parameters: &Parameters,
    shapes: &[Vec<(u8, u8)>],
    text: &mut String,
) -> Result<Goals, MakeError> {
    let (mut right, mut below) = ("R", "C");
    if parameters.torus {
        text.push_str(&wrapped("Rt", "R", parameters.columns));
        text.push_str(&wrapped("Ct", "C", parameters.rows));
        text.push_str("REL RT(x, y) = R(x, y) or Rt(x, y)\nREL CT(x, y) = C(x, y) or Ct(x, y)\n");
        (right, below) = ("RT", "CT");
    }
    let size = shapes.first().map_or(1, Vec::len);
    let variables = (0..size).map(|number| format!("x{number}")).collect::<Vec<_>>().join(", ");
    let mut names = Vec::new();
    for (number, shape) in shapes.iter().enumerate() {
        let name = format!("Animal{number}");
        let statements = statements(parameters, shape, right, below)?;
        let _infallible = writeln!(text, "REL {name}({variables}) = {}", statements.join(" and "));
        names.push(name);
    }
    Ok((variables, names))
}

/// That cells form a shape.
fn statements(
    parameters: &Parameters,
    shape: &[(u8, u8)],
    right: &str,
    below: &str,
) -> Result<Vec<String>, MakeError> {
    let mut statements = Vec::new();
    let mut group: Vec<usize> = (0..shape.len()).collect();
    for (a, &(x, y)) in shape.iter().enumerate() {
        for (relation, neighbour) in [(right, (x + 1, y)), (below, (x, y + 1))] {
            if let Some(b) = shape.iter().position(|&cell| cell == neighbour) {
                statements.push(format!("{relation}(x{a}, x{b})"));
                let (old, new) = (group[b], group[a]);
                group.iter_mut().filter(|of| **of == old).for_each(|of| *of = new);
            }
        }
    }
    if group.iter().any(|&of| of != group[0]) {
        return Err(MakeError::Disconnected);
    }
    if parameters.torus {
        // On a small torus the shape may meet itself; then it is no copy.
        for (a, &(x, y)) in shape.iter().enumerate() {
            for (b, &(u, v)) in shape.iter().enumerate().skip(a + 1) {
                if x % parameters.columns == u % parameters.columns
                    && y % parameters.rows == v % parameters.rows
                {
                    statements.push(format!("not x{a} = x{b}"));
                }
            }
        }
    }
    if statements.is_empty() {
        statements.push("x0 = x0".to_owned());
    }
    Ok(statements)
}

/// That the last cell of a row (or column) has the first one as its neighbour.
fn wrapped(name: &str, relation: &str, length: u8) -> String {
    if length == 1 {
        return format!("REL {name}(x, y) = x = y\n");
    }
    let last = length - 1;
    let steps: Vec<_> = (0..last).map(|number| format!("{relation}(x{}, x{number})", number + 1)).collect();
    let between: Vec<_> = (1..last).map(|number| format!("x{number}")).collect();
    let exists = if between.is_empty() { String::new() } else { format!("ex {} ", between.join(", ")) };
    format!("REL {name}(x0, x{last}) = {exists}({})\n", steps.join(" and "))
}

fn rows_as_relations(length: u16, text: &mut String) -> Goals {
    text.push_str(
        "REL DiagA(x, y) = ex u (R(x, u) and C(u, y))\nREL DiagB(x, y) = ex u (R(x, u) and C(y, u))\n",
    );
    let variables = (0..length).map(|number| format!("x{number}")).collect::<Vec<_>>().join(", ");
    let mut names = Vec::new();
    for (name, step) in [("Row", "R"), ("Col", "C"), ("LineA", "DiagA"), ("LineB", "DiagB")] {
        let steps: Vec<_> = (1..length).map(|number| format!("{step}(x{}, x{number})", number - 1)).collect();
        let meaning = if steps.is_empty() { "x0 = x0".to_owned() } else { steps.join(" and ") };
        let _infallible = writeln!(text, "REL {name}({variables}) = {meaning}");
        names.push(name.to_owned());
    }
    (variables, names)
}
