//! `value`: what a game is worth.
//!
//! Two things can be asked about: a game written as a formula, and a board of Amazons (or several, as a sum).

use crate::Ending;
use crate::arguments::{Display, Value};
use crate::endgame::{self, Region};
use crate::json::{self, MoveLine, OutcomeLine, PositionLine, SubgameLine, ValueLine, WallsLine};
use crate::painting::Painter;
use crate::running::with_progress;
use anyhow::{Context, bail};
use std::io::Write;
use std::path::Path;
use yomikiri::text::Table;
use yomikiri_amazons::{Board, Position};
use yomikiri_cgt::evaluate::{Evaluator, Unevaluated};
use yomikiri_cgt::strategies::{Choice, Part, hotstrat, thermostrat};
use yomikiri_cgt::sums::SumSolver;
use yomikiri_cgt::{Form, Forms, Trajectory};
use yomikiri_draw::piece::Piece;
use yomikiri_draw::squares;
use yomikiri_draw::thermograph::Plot;
use yomikiri_game::{Drawn, Player};
use yomikiri_search::{Options, Question, ask};

/// More different games than any formula worth writing needs.
const MOST_FORMS: u32 = 2_000_000;
/// Longer canonical forms are described, not printed.
const LONGEST_TEXT: usize = 100_000;

pub(crate) fn run(arguments: &Value, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    match (arguments.what.as_str(), &arguments.position) {
        ("amazons", Some(boards)) => on_boards(boards, arguments, display, out),
        ("amazons", None) => bail!("a board is missing: yomikiri value amazons 'x..o|....'"),
        (game, None) => of_formula(game, arguments, display, out),
        (game, Some(_)) => bail!("no game is called `{game}` here (known: amazons, or a formula alone)"),
    }
}

fn of_formula(
    text: &str,
    arguments: &Value,
    display: Display,
    out: &mut impl Write,
) -> anyhow::Result<Ending> {
    let mut forms = Forms::with_limit(MOST_FORMS);
    let form = forms.parse(text).with_context(|| shown_with_place(text))?;
    if arguments.outcome {
        let (left, right) = forms.outcome(form).beginner_wins();
        return print_outcome(left, right, display, out);
    }
    let line = value_line(&mut forms, form)?;
    let plot = plot(&mut forms, form)?;
    draw_files(arguments, &plot, || plot.svg())?;
    if display.json {
        json::print(out, &line)?;
    } else {
        print_value(&line, out)?;
        writeln!(out)?;
        Painter::new(display).print(out, &plot.picture(64))?;
    }
    Ok(Ending::Done)
}

/// What was read, for an error that names a place in it.
fn shown_with_place(text: &str) -> String {
    let shown: String = text.chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("cannot read `{shown}`")
}

/// A formula's or a position's thermograph; a hot or long game is labelled by what fits.
fn plot(forms: &mut Forms, form: Form) -> anyhow::Result<Plot> {
    let label = forms.text_within(form, 40).unwrap_or_default();
    Ok(Plot::new(vec![endgame::series(forms, form, label)?]))
}

/// Writes the drawings that were asked for.
fn draw_files(arguments: &Value, plot: &Plot, svg: impl FnOnce() -> Piece) -> anyhow::Result<()> {
    let write = |path: &Path, text: String| {
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    if let Some(path) = &arguments.svg {
        write(path, svg().document())?;
    }
    if let Some(path) = &arguments.tikz {
        write(path, plot.tikz())?;
    }
    Ok(())
}

/// All numbers of a game.
pub(crate) fn value_line(forms: &mut Forms, form: Form) -> anyhow::Result<ValueLine> {
    let thermograph = forms.thermograph(form)?;
    let corners = |wall: &Trajectory| {
        wall.corners().iter().map(|corner| [corner.t.to_string(), corner.value.to_string()]).collect()
    };
    Ok(ValueLine {
        canonical: forms.text_within(form, LONGEST_TEXT),
        name: forms.nickname(form),
        mean: thermograph.mean().to_string(),
        temperature: thermograph.temperature().to_string(),
        left_stop: forms.left_stop(form).to_string(),
        right_stop: forms.right_stop(form).to_string(),
        outcome: forms.outcome(form).to_string(),
        birthday: forms.birthday(form),
        thermograph: WallsLine { left: corners(thermograph.left()), right: corners(thermograph.right()) },
    })
}

pub(crate) fn print_value(line: &ValueLine, out: &mut impl Write) -> anyhow::Result<()> {
    let canonical = line.canonical.as_deref().unwrap_or("(more than 100,000 characters)");
    match &line.name {
        Some(name) => writeln!(out, "canonical form  {canonical} = {name}")?,
        None => writeln!(out, "canonical form  {canonical}")?,
    }
    let winner = match line.outcome.as_str() {
        "L" => "Left wins, whoever begins",
        "R" => "Right wins, whoever begins",
        "N" => "whoever begins wins",
        _ => "whoever begins loses",
    };
    writeln!(out, "mean            {}", line.mean)?;
    writeln!(out, "temperature     {}", line.temperature)?;
    writeln!(out, "stops           left {}, right {}", line.left_stop, line.right_stop)?;
    writeln!(out, "outcome         {} ({winner})", line.outcome)?;
    writeln!(out, "birthday        {}", line.birthday)?;
    Ok(())
}

/// `A + B + …` as boards.
pub(crate) fn parse_boards(text: &str) -> anyhow::Result<Vec<Board>> {
    let several = text.contains('+');
    let board = |(number, text): (usize, &str)| {
        let board = text.parse::<Board>();
        if several {
            board.with_context(|| format!("board {}", number + 1))
        } else {
            board.context("the board")
        }
    };
    text.split('+').enumerate().map(board).collect()
}

fn on_boards(
    text: &str,
    arguments: &Value,
    display: Display,
    out: &mut impl Write,
) -> anyhow::Result<Ending> {
    let boards = parse_boards(text)?;
    let mut evaluator = endgame::evaluator();
    let result = if arguments.outcome {
        // Who wins a single large board is found sooner by search than by its value.
        if let [board] = &boards[..]
            && endgame::outcome(&mut endgame::small_evaluator(), &boards).is_err()
        {
            return searched_outcome(board, display, out);
        }
        match endgame::outcome(&mut evaluator, &boards) {
            Ok((left, right)) => return print_outcome(left, right, display, out),
            Err(error) => Err(error),
        }
    } else {
        analyse(&mut evaluator, &boards)
    };
    match result {
        Ok(analysis) => analysis.print(&mut evaluator.forms, arguments, display, out),
        Err(error) => {
            let _unheard = writeln!(std::io::stderr(), "yomikiri: {error}");
            Ok(Ending::Undecided)
        }
    }
}

fn print_outcome(left: bool, right: bool, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let word = |wins| if wins { "win" } else { "loss" };
    if display.json {
        json::print(out, &OutcomeLine { left_first: word(left), right_first: word(right) })?;
    } else {
        writeln!(out, "Left moves first: a {} for Left", word(left))?;
        writeln!(out, "Right moves first: a {} for Right", word(right))?;
    }
    Ok(Ending::Done)
}

/// Who wins a board that is too large for a value, by search.
fn searched_outcome(board: &Board, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let mut wins = [None; 2];
    for player in Player::BOTH {
        let position = Position::new(*board, player);
        let title = format!("can {player}, to move, win?");
        let report = with_progress(display, &title, |monitor| {
            ask(&position, Question { can_win: player }, &Options::default(), monitor)
        })?;
        wins[player as usize] = report.answer.known();
    }
    match wins {
        [Some(left), Some(right)] => print_outcome(left, right, display, out),
        _ => Ok(Ending::Undecided),
    }
}

/// Boards, taken apart and evaluated.
struct Analysis {
    boards: Vec<Board>,
    regions: Vec<Region>,
    value: Form,
}

fn analyse(evaluator: &mut Evaluator<Board>, boards: &[Board]) -> Result<Analysis, Unevaluated> {
    let mut regions = Vec::new();
    for board in boards {
        regions.extend(endgame::regions(evaluator, board)?);
    }
    let value = evaluator.forms.sum_of(regions.iter().map(|region| region.value))?;
    Ok(Analysis { boards: boards.to_vec(), regions, value })
}

impl Analysis {
    fn print(
        &self,
        forms: &mut Forms,
        arguments: &Value,
        display: Display,
        out: &mut impl Write,
    ) -> anyhow::Result<Ending> {
        let plot = plot(forms, self.value)?;
        draw_files(arguments, &plot, || self.drawing(forms, &plot))?;
        let moves = [self.moves(forms, Player::First)?, self.moves(forms, Player::Second)?];
        if display.json {
            json::print(out, &self.as_json(forms, moves)?)?;
            return Ok(Ending::Done);
        }
        let painter = Painter::new(display);
        for board in &self.boards {
            painter.print(out, &board.picture())?;
            writeln!(out)?;
        }
        print_value(&value_line(forms, self.value)?, out)?;
        writeln!(out)?;
        painter.print(out, &plot.picture(64))?;
        if self.regions.len() > 1 {
            writeln!(out, "\nIt is the sum of {} subgames:", self.regions.len())?;
            for (number, region) in self.regions.iter().enumerate() {
                let text = forms.text_within(region.value, 200).unwrap_or_else(|| "(long)".to_owned());
                let thermograph = forms.thermograph(region.value)?;
                writeln!(
                    out,
                    "\n{}. {text}  (mean {}, temperature {})",
                    number + 1,
                    thermograph.mean(),
                    thermograph.temperature()
                )?;
                painter.print(out, &region.board.picture())?;
            }
        }
        for (player, moves) in Player::BOTH.into_iter().zip(&moves) {
            print_moves(player, moves, self.regions.len() > 1, out)?;
        }
        Ok(Ending::Done)
    }

    /// Every move of a player, with its value and who thinks it good.
    fn moves(&self, forms: &mut Forms, player: Player) -> anyhow::Result<Vec<MoveLine>> {
        let parts: Vec<Part> = self.regions.iter().map(Region::part).collect();
        let hot = hotstrat(forms, &parts, player)?;
        let thermo = thermostrat(forms, &parts, player)?;
        let values: Vec<Form> = parts.iter().map(|part| part.value).collect();
        let mut solver = SumSolver::default();
        let can_win = solver.wins(forms, &values, player)?;
        let mut lines = Vec::new();
        for (at, region) in self.regions.iter().enumerate() {
            let options = &parts[at].options[player as usize];
            for (option, &(m, value)) in region.moves[player as usize].iter().enumerate() {
                let mut after = values.clone();
                after[at] = value;
                let wins = !solver.wins(forms, &after, !player)?;
                let here = Some(Choice { part: at, option });
                let undominated = !options.iter().any(|&other| {
                    other != value
                        && match player {
                            Player::First => forms.le(value, other),
                            Player::Second => forms.le(other, value),
                        }
                });
                lines.push(MoveLine {
                    text: region.board.move_text(m),
                    subgame: at + 1,
                    value: forms.text_within(value, LONGEST_TEXT),
                    wins,
                    keeps_outcome: wins == can_win,
                    undominated,
                    hotstrat: here == hot,
                    thermostrat: here == thermo,
                });
            }
        }
        Ok(lines)
    }

    fn as_json(&self, forms: &mut Forms, [left, right]: [Vec<MoveLine>; 2]) -> anyhow::Result<PositionLine> {
        let mut subgames = Vec::new();
        for region in &self.regions {
            subgames.push(SubgameLine {
                board: region.board.trimmed().to_string(),
                value: value_line(forms, region.value)?,
            });
        }
        let boards: Vec<_> = self.boards.iter().map(Board::to_string).collect();
        Ok(PositionLine {
            board: boards.join(" + "),
            value: value_line(forms, self.value)?,
            subgames,
            left_moves: left,
            right_moves: right,
        })
    }

    /// The boards, the subgames drawn apart, and the thermograph.
    fn drawing(&self, forms: &Forms, plot: &Plot) -> Piece {
        let boards: Vec<_> = self.boards.iter().map(|board| squares::board(&endgame::rows(board))).collect();
        let mut pieces = vec![Piece::row(&boards)];
        if self.regions.len() > 1 {
            let subgame = |region: &Region| {
                let text = forms.text_within(region.value, 40).unwrap_or_default();
                Piece::column(&[
                    squares::board(&endgame::rows(&region.board.trimmed())),
                    Piece::caption(&text),
                ])
            };
            pieces.push(Piece::row(&self.regions.iter().map(subgame).collect::<Vec<_>>()));
        }
        pieces.push(plot.svg());
        Piece::column(&pieces)
    }
}

/// Moves with the same value on one line, those that win first.
fn print_moves(
    player: Player,
    moves: &[MoveLine],
    several: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let name = if player == Player::First { "Left (x)" } else { "Right (o)" };
    if moves.is_empty() {
        writeln!(out, "\n{name} has no move.")?;
        return Ok(());
    }
    writeln!(out, "\nMoves of {name}; w wins, u undominated, H Hotstrat, T Thermostrat")?;
    let mut groups: Vec<(&MoveLine, Vec<String>)> = Vec::new();
    for line in moves {
        let mark = match (line.hotstrat, line.thermostrat) {
            (true, true) => " (HT)",
            (true, false) => " (H)",
            (false, true) => " (T)",
            (false, false) => "",
        };
        let text = format!("{}{mark}", line.text);
        match groups.iter_mut().find(|(other, _)| other.subgame == line.subgame && other.value == line.value)
        {
            Some((_, texts)) => texts.push(text),
            None => groups.push((line, vec![text])),
        }
    }
    groups.sort_by_key(|(line, _)| (!line.wins, !line.undominated, line.subgame));
    let mut table = Table::new(["good", "moves", "to"]);
    for (line, texts) in groups {
        let marks =
            format!("{}{}", if line.wins { 'w' } else { '-' }, if line.undominated { 'u' } else { '-' });
        let value = line.value.as_deref().unwrap_or("(long)");
        let value: String = if value.chars().count() > 60 {
            value.chars().take(59).chain(['…']).collect()
        } else {
            value.to_owned()
        };
        let place = if several { format!("{}: ", line.subgame) } else { String::new() };
        const SHOWN: usize = 4;
        let mut shown = texts.iter().take(SHOWN).cloned().collect::<Vec<_>>();
        shown.extend(texts.iter().skip(SHOWN).filter(|text| text.contains('(')).cloned());
        let more = texts.len() - shown.len();
        let more = if more > 0 { format!(" +{more}") } else { String::new() };
        table.row([marks, format!("{}{more}", shown.join(" ")), format!("{place}{value}")]);
    }
    write!(out, "{}", table)?;
    Ok(())
}
