//! `value`: what a game is worth.
//!
//! What can be asked about: a game written as an expression, a board of a ruleset (of Amazons, several as a sum), and statements
//! of a calculator, from the command line or from standard input (`calculator`).

use super::calculator;
use crate::Ending;
use crate::arguments::{Display, Value};
use crate::commands::save;
use crate::json;
use crate::painting::Painter;
use crate::running::shown;
use anyhow::{Context, bail};
use std::io::Write;
use yomikiri::databases::DatabaseError;
use yomikiri::endgames::{Analysis, EndgameError, JudgedMove, analyse_named, parse_boards, winner};
use yomikiri::text::Table;
use yomikiri::values::{Beginners, LONGEST_TEXT, Session, Valued};
use yomikiri::view;
use yomikiri_amazons::Board;
use yomikiri_cgt::Class;
use yomikiri_draw::piece::Piece;
use yomikiri_draw::thermograph::Plot;

/// The width of a thermograph on a terminal.
const COLUMNS: usize = 64;

pub(crate) fn run(arguments: &Value, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    match (arguments.what.as_str(), &arguments.position) {
        (game, Some(boards)) => on_boards(game, boards, arguments, display, out),
        ("amazons", None) => bail!("a board is missing: yomikiri value amazons 'x..o|....'"),
        ("-", None) => calculator::run(&mut session(arguments)?, display, out),
        (text, None) if calculator::has_statements(text) => {
            calculator::run_text(text, &mut session(arguments)?, display, out)
        }
        (game, None) => of_expression(game, arguments, display, out),
    }
}

/// A calculator with the database that was asked for.
fn session(arguments: &Value) -> anyhow::Result<Session> {
    Ok(match &arguments.db {
        None => Session::default(),
        Some(file) => Session::with_database(super::db::open(file)?),
    })
}

fn of_expression(
    text: &str,
    arguments: &Value,
    display: Display,
    out: &mut impl Write,
) -> anyhow::Result<Ending> {
    if arguments.outcome {
        return print_outcome(session(arguments)?.outcome(text)?, display, out);
    }
    let value = session(arguments)?.value(text)?;
    let plot = value.plot();
    draw_files(arguments, &plot, || plot.svg())?;
    if display.json {
        json::line(out, view::Value::from(&value))?;
    } else {
        print_value(&value, out)?;
        writeln!(out)?;
        Painter::new(display).print(out, &plot.picture(COLUMNS))?;
    }
    Ok(Ending::Done)
}

fn on_boards(
    game: &str,
    boards: &str,
    arguments: &Value,
    display: Display,
    out: &mut impl Write,
) -> anyhow::Result<Ending> {
    // Who wins a large board of Amazons is found sooner by search than by its value.
    if arguments.outcome && game == "amazons" {
        let boards = parse_boards::<Board>(boards)?;
        return match shown(display, None, |task| winner(&boards, task)) {
            Ok(Some(beginners)) => print_outcome(beginners, display, out),
            Ok(None) => Ok(Ending::Undecided),
            Err(error) => undecided(error),
        };
    }
    match shown(display, None, |task| analyse_named(game, boards, arguments.db.as_deref(), task)) {
        Ok(analysis) if arguments.outcome => print_outcome(analysis.value.outcome.into(), display, out),
        Ok(analysis) => {
            let plot = analysis.value.plot();
            draw_files(arguments, &plot, || analysis.drawing())?;
            if display.json {
                json::line(out, view::Endgame::from(&analysis))?;
            } else {
                print(&analysis, &plot, display, out)?;
            }
            Ok(Ending::Done)
        }
        Err(EndgameError::Database(DatabaseError::NoGame(game))) => Err(DatabaseError::NoGame(game).into()),
        Err(EndgameError::Database(error)) => match &arguments.db {
            Some(file) => Err(error).with_context(|| format!("cannot use {}", file.display())),
            None => Err(error.into()),
        },
        Err(error) => undecided(error),
    }
}

/// A board that is too large is no failure: its value is not known within the limits.
fn undecided(error: EndgameError) -> anyhow::Result<Ending> {
    match error {
        EndgameError::Unevaluated(why) => {
            let _unheard = writeln!(std::io::stderr(), "warning: {why}");
            Ok(Ending::Undecided)
        }
        error => Err(error.into()),
    }
}

/// Writes the drawings that were asked for.
fn draw_files(arguments: &Value, plot: &Plot, svg: impl FnOnce() -> Piece) -> anyhow::Result<()> {
    if let Some(path) = &arguments.svg {
        save(path, svg().document())?;
    }
    if let Some(path) = &arguments.tikz {
        save(path, plot.tikz())?;
    }
    Ok(())
}

fn print_value(value: &Valued, out: &mut impl Write) -> anyhow::Result<()> {
    match (&value.canonical, &value.name) {
        (None, _) => writeln!(out, "canonical form  (more than {LONGEST_TEXT} characters)")?,
        (Some(canonical), Some(name)) => writeln!(out, "canonical form  {canonical} = {name}")?,
        (Some(canonical), None) => writeln!(out, "canonical form  {canonical}")?,
    }
    let winner = match value.outcome {
        Class::Left => "Left wins, whoever begins",
        Class::Right => "Right wins, whoever begins",
        Class::Next => "whoever begins wins",
        Class::Previous => "whoever begins loses",
    };
    writeln!(out, "mean            {}", value.mean())?;
    writeln!(out, "temperature     {}", value.temperature())?;
    writeln!(out, "stops           left {}, right {}", value.left_stop, value.right_stop)?;
    writeln!(out, "outcome         {} ({winner})", value.outcome)?;
    writeln!(out, "birthday        {}", value.birthday)?;
    Ok(())
}

fn print_outcome(beginners: Beginners, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    if display.json {
        json::line(out, view::Outcome::from(beginners))?;
    } else {
        let word = |wins| if wins { "win" } else { "loss" };
        writeln!(out, "Left moves first: a {} for Left", word(beginners.left_wins))?;
        writeln!(out, "Right moves first: a {} for Right", word(beginners.right_wins))?;
    }
    Ok(Ending::Done)
}

/// A board with its value, its thermograph and every move judged.
pub(crate) fn print(
    analysis: &Analysis,
    plot: &Plot,
    display: Display,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    const LONGEST_VALUE: usize = 200;
    let painter = Painter::new(display);
    for board in &analysis.boards {
        painter.print(out, &board.picture)?;
        writeln!(out)?;
    }
    print_value(&analysis.value, out)?;
    writeln!(out)?;
    painter.print(out, &plot.picture(COLUMNS))?;
    let several = analysis.regions.len() > 1;
    if several {
        writeln!(out, "\nIt is the sum of {} subgames:", analysis.regions.len())?;
        for (number, region) in analysis.regions.iter().enumerate() {
            let value = &region.value;
            let text = value.text_within(LONGEST_VALUE).unwrap_or("(long)");
            let (mean, temperature) = (value.mean(), value.temperature());
            writeln!(out, "\n{}. {text}  (mean {mean}, temperature {temperature})", number + 1)?;
            painter.print(out, &region.board.picture)?;
        }
    }
    for (name, moves) in analysis.players.iter().zip(&analysis.moves) {
        print_moves(name, moves, several, out)?;
    }
    Ok(())
}

/// Moves with the same value on one line, those that win first.
fn print_moves(name: &str, moves: &[JudgedMove], several: bool, out: &mut impl Write) -> anyhow::Result<()> {
    if moves.is_empty() {
        writeln!(out, "\n{name} has no move.")?;
        return Ok(());
    }
    writeln!(out, "\nMoves of {name}; w wins, u undominated, H Hotstrat, T Thermostrat")?;
    let mut groups: Vec<Vec<&JudgedMove>> = Vec::new();
    for judged in moves {
        let same =
            |group: &&mut Vec<&JudgedMove>| group[0].region == judged.region && group[0].form == judged.form;
        match groups.iter_mut().find(same) {
            Some(group) => group.push(judged),
            None => groups.push(vec![judged]),
        }
    }
    groups.sort_by_key(|group| (!group[0].wins, !group[0].undominated, group[0].region));
    let mut table = Table::new(["good", "moves", "to"]);
    for group in groups {
        let JudgedMove { region, value, wins, undominated, .. } = group[0];
        let mark = |is: &bool, letter| if *is { letter } else { '-' };
        let place = if several { format!("{}: ", region + 1) } else { String::new() };
        let value = shortened(value.as_deref().unwrap_or("(long)"));
        table.row([
            [mark(wins, 'w'), mark(undominated, 'u')].iter().collect(),
            listed(&group),
            format!("{place}{value}"),
        ]);
    }
    write!(out, "{table}")?;
    Ok(())
}

/// Some of the moves, those of the strategies among them, and how many more there are.
fn listed(group: &[&JudgedMove]) -> String {
    const SHOWN: usize = 4;
    let mut texts = Vec::new();
    for (at, judged) in group.iter().enumerate() {
        let mark = match (judged.hotstrat, judged.thermostrat) {
            (true, true) => " (HT)",
            (true, false) => " (H)",
            (false, true) => " (T)",
            (false, false) => "",
        };
        if at < SHOWN || !mark.is_empty() {
            texts.push(format!("{}{mark}", judged.text));
        }
    }
    match group.len() - texts.len() {
        0 => texts.join(" "),
        more => format!("{} +{more}", texts.join(" ")),
    }
}

/// A value that fits in a line.
fn shortened(value: &str) -> String {
    const LONGEST: usize = 60;
    if value.chars().count() > LONGEST {
        return value.chars().take(LONGEST - 1).chain(['…']).collect();
    }
    value.to_owned()
}
