//! `play`: a game against the program, or of the program against itself.

use crate::Ending;
use crate::arguments::{Display, Play};
use crate::json;
use crate::painting::Painter;
use crate::running::{interrupted, interrupts, shown};
use anyhow::Context;
use std::io::{BufRead, Write};
use std::path::PathBuf;
use yomikiri::databases::Database;
use yomikiri::play::{Said, Session, Style, opponent};
use yomikiri::{Disk, view};
use yomikiri_game::Player;

pub(crate) fn run(arguments: &Play, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let books = arguments.shelf.open(interrupts())?;
    let game = arguments.game.load(&Disk)?.with_books(books);
    let board = arguments.spot.board(&game)?;
    let open =
        |file: &PathBuf| Database::open(file).with_context(|| format!("cannot use {}", file.display()));
    let database = arguments.db.as_ref().map(open).transpose()?;
    let style = Style {
        endgame: arguments.player.into(),
        time: arguments.time.0,
        level: arguments.level,
        seed: arguments.seed,
    };
    let opponent = opponent(&game, style, database)?;
    let human = arguments.side.map(Player::from);
    let mut session = Session::new(game, board, opponent, style, human);
    let painter = Painter::new(display);
    let mut is_new = true;
    while !session.is_over() {
        if is_new && !display.json {
            draw(&session, painter, out)?;
        }
        let said = if session.is_humans_turn() {
            let Some(line) = ask(&session, display, out)? else {
                return Ok(Ending::Undecided);
            };
            shown(display, None, |task| session.obey(&line, task))?
        } else {
            let said = shown(display, None, |task| session.answer(task))?;
            if interrupted() {
                return Ok(Ending::Undecided);
            }
            vec![said]
        };
        is_new = said.iter().any(|said| matches!(said, Said::Move { .. } | Said::Board));
        if show(said, display, out)? {
            return Ok(Ending::Undecided);
        }
    }
    if display.json {
        json::line(out, view::Ending { standing: view::Standing::of(session.board()) })?;
    } else if let Some(player) = session.resigned() {
        writeln!(out, "The {player} player has resigned.")?;
    } else {
        draw(&session, painter, out)?;
        writeln!(out, "{}", yomikiri::text::standing(session.board(), session.game().colours()))?;
    }
    if let Some(file) = &arguments.save {
        std::fs::write(file, session.record())?;
    }
    Ok(Ending::Done)
}

fn draw(session: &Session, painter: Painter, out: &mut impl Write) -> std::io::Result<()> {
    let [large, small] = session.board().pictures();
    painter.print_fitting(out, [&large, &small])?;
    out.flush()
}

/// Shows what came of a command; gives whether the person wants to leave.
fn show(said: Vec<Said>, display: Display, out: &mut impl Write) -> anyhow::Result<bool> {
    for said in said {
        match said {
            Said::Move { player, text, why } if display.json => {
                json::line(out, view::Move { player: player.into(), text, why })?;
            }
            Said::Move { player, text, why: Some(why) } => {
                writeln!(out, "{player} plays {text}  ({why})\n")?;
            }
            Said::Move { .. } | Said::Board => {}
            Said::Text(text) => writeln!(out, "{text}")?,
            Said::Save { file, content } => match std::fs::write(&file, content) {
                Ok(()) => writeln!(out, "saved in {file}")?,
                Err(error) => writeln!(out, "cannot write {file}: {error}")?,
            },
            Said::Quit => return Ok(true),
        }
    }
    Ok(false)
}

/// Asks the user for a command; `None` at the end of the input.
fn ask(session: &Session, display: Display, out: &mut impl Write) -> anyhow::Result<Option<String>> {
    if !display.json {
        let player = session.board().to_move();
        write!(out, "{player}, your move (help lists the commands; an empty line ends the game): ")?;
        out.flush()?;
    }
    let mut line = String::new();
    let is_over = std::io::stdin().lock().read_line(&mut line)? == 0;
    Ok((!is_over).then_some(line))
}
