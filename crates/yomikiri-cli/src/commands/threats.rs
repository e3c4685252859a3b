//! `show --threats` and `show --svg`: what either side would win by, and the board in lines.

use crate::Ending;
use crate::arguments::{Display, Show};
use crate::json;
use crate::painting::Painter;
use std::io::{self, Write};
use yomikiri::text::standing;
use yomikiri::threats::Threats;
use yomikiri::view;
use yomikiri_draw::board as draw;
use yomikiri_game::Status;
use yomikiri_trax::shapes::Shape;
use yomikiri_trax::tile::Colour;
use yomikiri_trax::{Position, Turn};

pub(crate) fn run(arguments: &Show, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let (game, board) = arguments.place.board()?;
    let Some(position) = board.position::<Position>() else {
        anyhow::bail!("show --threats and --svg need a Trax game, and {game} is not one");
    };
    let is_wanted = arguments.threats && board.status() == Status::Open;
    let seen = if is_wanted { Threats::of(position) } else { Threats::none(position) };
    if arguments.svg {
        let turns: Vec<Turn> = seen.threats.iter().map(|threat| threat.turn).collect();
        let mut captions = vec![standing(&*board, game.colours())];
        captions.extend(seen.sentences());
        write!(out, "{}", draw(&position.sketch_with(&turns), &captions))?;
    } else if display.json {
        json::line(out, view::Threats::of(&game, &*board, &seen))?;
    } else {
        let painter = Painter::new(display);
        painter.draw(out, position)?;
        writeln!(out, "{}", standing(&*board, game.colours()))?;
        if board.status() == Status::Open {
            print(&seen, painter, out)?;
        }
    }
    Ok(Ending::Done)
}

fn print(seen: &Threats, painter: Painter, out: &mut impl Write) -> io::Result<()> {
    for sentence in seen.sentences() {
        writeln!(out, "{sentence}.")?;
    }
    if seen.threats.is_empty() {
        writeln!(out, "Neither side could win at once.")?;
    }
    for player in seen.players() {
        for shape in [Shape::L, Shape::Edge, Shape::Pair, Shape::Corner] {
            let moves = seen.of_shape(player, shape);
            if !moves.is_empty() {
                writeln!(out, "{:<5} {shape:<6} {}", Colour::of(player), moves.join(" "))?;
            }
        }
    }
    for threat in &seen.threats {
        writeln!(out, "\n{} {} ({}):", Colour::of(threat.player), threat.text, threat.kind)?;
        painter.draw(out, &threat.after)?;
    }
    Ok(())
}
