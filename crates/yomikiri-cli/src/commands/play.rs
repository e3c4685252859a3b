//! `play`: a game against the program, or of the program against itself.

use super::db;
use crate::Ending;
use crate::arguments::{Display, Play};
use crate::json;
use crate::painting::Painter;
use crate::running::{interrupted, shown};
use std::io::{BufRead, Write};
use yomikiri::play::{Style, opponent};
use yomikiri::{Board, Disk, view};
use yomikiri_game::{Player, Status};

pub(crate) fn run(arguments: &Play, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let game = arguments.game.load(&Disk)?;
    let mut board = game.board_after(&arguments.moves)?;
    let database = arguments.db.as_deref().map(db::open).transpose()?;
    let style = Style { endgame: arguments.player.into(), time: arguments.time.0 };
    let mut opponent = opponent(&game, style, database)?;
    let human = arguments.side.map(Player::from);
    let painter = Painter::new(display);
    let draw = |board: &dyn Board, out: &mut _| {
        let [large, small] = board.pictures();
        painter.print_fitting(out, [&large, &small])
    };
    while board.status() == Status::Open {
        let player = board.to_move();
        if !display.json {
            draw(&*board, out)?;
            out.flush()?;
        }
        if human == Some(player) {
            let Some(text) = ask(&mut *board, player, out)? else {
                return Ok(Ending::Undecided);
            };
            if display.json {
                json::line(out, view::Move { player: player.into(), text, why: None })?;
            }
        } else {
            let choice = shown(display, None, |task| opponent.choose(&*board, task))?;
            if interrupted() {
                return Ok(Ending::Undecided);
            }
            board.play(&choice.text)?;
            if display.json {
                json::line(out, view::Move::chosen(player, &choice))?;
            } else {
                writeln!(out, "{player} plays {}  ({})\n", choice.text, choice.reason)?;
            }
        }
    }
    if display.json {
        json::line(out, view::Ending { standing: view::Standing::of(&*board) })?;
    } else {
        draw(&*board, out)?;
        writeln!(out, "{}", yomikiri::text::standing(&*board, game.colours()))?;
    }
    Ok(Ending::Done)
}

/// Asks the user for a move until one can be played; `None` at the end of the input.
fn ask(board: &mut dyn Board, player: Player, out: &mut impl Write) -> anyhow::Result<Option<String>> {
    let mut line = String::new();
    loop {
        write!(out, "{player}, your move (such as b1-a1-a2; an empty line ends the game): ")?;
        out.flush()?;
        line.clear();
        if std::io::stdin().lock().read_line(&mut line)? == 0 || line.trim().is_empty() {
            writeln!(out)?;
            return Ok(None);
        }
        match board.play(line.trim()) {
            Ok(text) => return Ok(Some(text)),
            Err(error) => writeln!(out, "{error}")?,
        }
    }
}
