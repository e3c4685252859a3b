//! `show`: a position, drawn, and how the game stands.

use crate::Ending;
use crate::arguments::{Display, Show};
use crate::commands::threats;
use crate::json;
use crate::painting::Painter;
use std::io::Write;
use yomikiri::text::{self, counted};
use yomikiri::view;

pub(crate) fn run(arguments: &Show, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    if arguments.threats || arguments.svg {
        return threats::run(arguments, display, out);
    }
    let (game, board) = arguments.place.board()?;
    let legal = board.moves();
    let [picture, small_picture] = board.pictures();
    if display.json {
        json::line(out, view::Position::of(&game, &*board))?;
    } else {
        let painter = Painter::new(display);
        painter.print_fitting(out, [&picture, &small_picture])?;
        writeln!(out, "{}", text::standing(&*board, game.colours()))?;
        if let Some(position) = board.position_text() {
            writeln!(out, "position: {position}")?;
        }
        if !legal.is_empty() {
            let title = format!("{}:", counted(legal.len() as u64, "legal move"));
            write!(out, "{}", text::wrapped(&title, &legal, painter.line_width()))?;
        }
    }
    Ok(Ending::Done)
}
