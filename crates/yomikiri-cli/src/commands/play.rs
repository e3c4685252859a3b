//! `play`: Amazons against the program, or the program against itself.
//!
//! While the regions of the board are too large to be known, the program looks ahead with alpha-beta. As soon as all
//! of them have values, from the database or computed on the spot, it plays the endgame by them: exactly, or by one of the
//! rules of thumb that the paper compares.

use crate::Ending;
use crate::arguments::{Display, Play, PlayerKind};
use crate::database::reading::EndgameDatabase;
use crate::endgame;
use crate::json::{self, PlayedLine};
use crate::painting::Painter;
use crate::running::interrupted;
use anyhow::bail;
use std::io::{BufRead, Write};
use yomikiri::Disk;
use yomikiri::view;
use yomikiri_amazons::{Board, Move, Position};
use yomikiri_cgt::evaluate::Evaluator;
use yomikiri_cgt::strategies::{Part, hotstrat, thermostrat};
use yomikiri_cgt::sums::SumSolver;
use yomikiri_cgt::{Form, Forms};
use yomikiri_game::{Game, Notation, Outcome, Partizan, Played, Player, Status};
use yomikiri_search::consider;

/// Regions of both colours with at most so many empty squares are evaluated without a database.
const EVALUATED: u32 = 8;
/// No position of a game this small is searched deeper.
const DEEPEST: u32 = 64;

pub(crate) fn run(arguments: &Play, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let game = arguments.game.load(&Disk)?;
    let board = game.board_after(&arguments.moves)?;
    let Some(position) = board.position::<Position>() else {
        bail!("play needs an Amazons game, and {game} is not one");
    };
    let database = arguments.db.as_deref().map(EndgameDatabase::open).transpose()?;
    let mut program = Program { evaluator: endgame::evaluator(), solver: SumSolver::default(), database };
    let human = arguments.side.map(Player::from);
    let mut position = position.clone();
    let mut status = board.status();
    let painter = Painter::new(display);
    while status == Status::Open {
        let player = position.to_move();
        if !display.json {
            painter.draw(out, &position)?;
            out.flush()?;
        }
        let (m, why) = if human == Some(player) {
            match ask(&position, player, out)? {
                None => return Ok(Ending::Undecided),
                Some(m) => (m, String::new()),
            }
        } else {
            program.choose(&position, arguments)?
        };
        let text = position.move_text(m);
        if display.json {
            json::print(out, &PlayedLine { player: player.to_string(), text, why })?;
        } else if human != Some(player) {
            writeln!(out, "{player} plays {text}  ({why})\n")?;
        }
        status = match position.play(m) {
            Played::Over(outcome, _) => Status::Over(outcome),
            Played::Open(_) => Status::Open,
            Played::Illegal => bail!("an illegal move {m:?} was chosen"),
        };
        if interrupted() {
            return Ok(Ending::Undecided);
        }
    }
    if display.json {
        json::print(out, &view::Standing::new(status, "stuck"))?;
    } else {
        painter.draw(out, &position)?;
        if let Status::Over(Outcome::Win(winner)) = status {
            let name = game.colours()[winner as usize];
            writeln!(out, "The {winner} player ({name}) has won: the other cannot move.")?;
        }
    }
    Ok(Ending::Done)
}

/// Asks the user for a move until there is one; `None` at the end of the input.
fn ask(position: &Position, player: Player, out: &mut impl Write) -> anyhow::Result<Option<Move>> {
    let mut line = String::new();
    loop {
        write!(out, "{player}, your move (such as b1-a1-a2; an empty line ends the game): ")?;
        out.flush()?;
        line.clear();
        if std::io::stdin().lock().read_line(&mut line)? == 0 || line.trim().is_empty() {
            writeln!(out)?;
            return Ok(None);
        }
        match position.parse_move(line.trim()) {
            Ok(m) => return Ok(Some(m)),
            Err(error) => writeln!(out, "{error}")?,
        }
    }
}

/// What the program needs to choose.
struct Program {
    evaluator: Evaluator<Board>,
    solver: SumSolver,
    database: Option<EndgameDatabase>,
}

impl Program {
    /// A move, and why.
    fn choose(&mut self, position: &Position, arguments: &Play) -> anyhow::Result<(Move, String)> {
        if let Some(chosen) = self.endgame(position, arguments.player)? {
            return Ok(chosen);
        }
        let considered = consider(position, arguments.time.0, DEEPEST);
        let Some(considered) = considered else {
            bail!("there is no legal move");
        };
        let judged = match considered.decided {
            Some(true) => "wins by force".to_owned(),
            Some(false) => "every move loses".to_owned(),
            None => format!("looks like {:+}", considered.score),
        };
        Ok((considered.best, format!("alpha-beta, depth {}: {judged}", considered.depth)))
    }

    /// The value of a board all of whose regions are known.
    fn value(&mut self, board: &Board) -> anyhow::Result<Option<Form>> {
        let mut sum = Form::ZERO;
        for region in board.parts() {
            let Some(value) = self.value_of_region(&region)? else {
                return Ok(None);
            };
            sum = self.evaluator.forms.sum(sum, value)?;
        }
        Ok(Some(sum))
    }

    fn value_of_region(&mut self, region: &Board) -> anyhow::Result<Option<Form>> {
        if let Some(database) = &mut self.database
            && let Some(value) = database.value(&mut self.evaluator.forms, region)?
        {
            return Ok(Some(value));
        }
        if region.owner().is_some() || region.empty_squares() <= EVALUATED {
            return Ok(Some(self.evaluator.value(region)?));
        }
        Ok(None)
    }

    /// A move by the values of the regions, if all are known.
    fn endgame(&mut self, position: &Position, kind: PlayerKind) -> anyhow::Result<Option<(Move, String)>> {
        let player = position.to_move();
        let regions = position.board().regions();
        let mut parts = Vec::new();
        let mut moves = Vec::new();
        for region in &regions {
            let Some(value) = self.value_of_region(&region.trimmed())? else {
                return Ok(None);
            };
            let mut options = [Vec::new(), Vec::new()];
            let mut here = Vec::new();
            for (m, after) in region.continuations(player) {
                let Some(value) = self.value(&after)? else {
                    return Ok(None);
                };
                options[player as usize].push(value);
                here.push(m);
            }
            parts.push(Part { value, options });
            moves.push(here);
        }
        let known = format!("{} regions known", parts.len());
        let forms = &mut self.evaluator.forms;
        let values: Vec<Form> = parts.iter().map(|part| part.value).collect();
        let can_win = self.solver.wins(forms, &values, player)?;
        let heuristic = match kind {
            PlayerKind::Hotstrat => hotstrat(forms, &parts, player)?,
            PlayerKind::Exact | PlayerKind::Paper | PlayerKind::Thermostrat => {
                thermostrat(forms, &parts, player)?
            }
        };
        let Some(heuristic) = heuristic else {
            bail!("there is no legal move");
        };
        let usual = moves[heuristic.part][heuristic.option];
        let name = if kind == PlayerKind::Hotstrat { "Hotstrat" } else { "Thermostrat" };
        if !can_win || matches!(kind, PlayerKind::Hotstrat | PlayerKind::Thermostrat) {
            let why = if can_win { name.to_owned() } else { format!("{name}; lost against best play") };
            return Ok(Some((usual, format!("{known}: {why}"))));
        }
        // The rule of thumb's move first: unless this is an exception, it is right.
        let usual_value = parts[heuristic.part].options[player as usize][heuristic.option];
        if keeps(&mut self.solver, forms, &values, heuristic.part, usual_value, player)? {
            let why = if kind == PlayerKind::Paper { "no exception, so Thermostrat" } else { "exact: wins" };
            return Ok(Some((usual, format!("{known}: {why}"))));
        }
        for (at, part) in parts.iter().enumerate() {
            for (option, &value) in part.options[player as usize].iter().enumerate() {
                if keeps(&mut self.solver, forms, &values, at, value, player)? {
                    let why =
                        if kind == PlayerKind::Paper { "an exception to Thermostrat" } else { "exact: wins" };
                    return Ok(Some((moves[at][option], format!("{known}: {why}"))));
                }
            }
        }
        bail!("a won endgame has no winning move");
    }
}

/// Whether a player who moves to an option in a part wins.
fn keeps(
    solver: &mut SumSolver,
    forms: &mut Forms,
    values: &[Form],
    part: usize,
    option: Form,
    player: Player,
) -> anyhow::Result<bool> {
    let mut after = values.to_vec();
    after[part] = option;
    Ok(!solver.wins(forms, &after, !player)?)
}
