//! `show --threats` and `show --svg`: what either side would win by, and the board in lines.

use crate::Ending;
use crate::arguments::{Display, Show};
use crate::commands::show::standing;
use crate::json::{self, ShapeLine, Standing, ThreatLine, ThreatsLine};
use crate::painting::Painter;
use std::io::Write;
use yomikiri::{Board, Game};
use yomikiri_draw::board as draw;
use yomikiri_game::{Drawn, Game as _, Notation, Played, Player, Status};
use yomikiri_trax::shapes::{Attack, Shape};
use yomikiri_trax::tile::Colour;
use yomikiri_trax::{Position, Turn};

pub(crate) fn run(arguments: &Show, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let (game, board) = arguments.place.board()?;
    let Some(position) = board.position::<Position>() else {
        anyhow::bail!("show --threats and --svg need a Trax game, and {game} is not one");
    };
    let seen = if arguments.threats && board.status() == Status::Open {
        Seen::look(&mut position.clone())
    } else {
        Seen::default()
    };
    if arguments.svg {
        let turns: Vec<Turn> = seen.attacks.iter().map(|&(_, turn, _)| turn).collect();
        let mut captions = vec![standing(&*board, game.colours())];
        captions.extend(seen.sentences(position));
        write!(out, "{}", draw(&position.sketch_with(&turns), &captions))?;
    } else if display.json {
        json::print(out, &as_json(&game, &*board, position, &seen))?;
    } else {
        let painter = Painter::new(display);
        painter.draw(out, position)?;
        writeln!(out, "{}", standing(&*board, game.colours()))?;
        if board.status() == Status::Open {
            print(position, &seen, painter, out)?;
        }
    }
    Ok(Ending::Done)
}

/// The threats of both sides, the player to move first.
#[derive(Default)]
struct Seen {
    attacks: Vec<(Player, Turn, Attack)>,
    shapes: Vec<(Player, Turn, Shape)>,
}

impl Seen {
    fn look(position: &mut Position) -> Self {
        let mut seen = Self::default();
        for player in [position.to_move(), !position.to_move()] {
            seen.attacks
                .extend(position.attacks(player).into_iter().map(|(turn, kind)| (player, turn, kind)));
            seen.shapes
                .extend(position.shapes(player).into_iter().map(|(turn, shape)| (player, turn, shape)));
        }
        seen
    }

    /// A sentence for each side that could win at once.
    fn sentences(&self, position: &Position) -> Vec<String> {
        let sentence = |player: Player| {
            let own = self.attacks.iter().filter(|&&(of, ..)| of == player);
            let moves: Vec<_> =
                own.map(|&(_, turn, kind)| format!("{} ({kind})", position.move_text(turn))).collect();
            let verb = if player == position.to_move() { "wins at once by" } else { "threatens to win by" };
            (!moves.is_empty())
                .then(|| format!("{} {verb} {}", capitalized(&side_name(player)), moves.join(", ")))
        };
        [position.to_move(), !position.to_move()].into_iter().filter_map(sentence).collect()
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn side_name(player: Player) -> String {
    Colour::of(player).to_string()
}

/// The position after a turn of a player, whoever's turn it is.
fn after(position: &Position, player: Player, turn: Turn) -> Option<Position> {
    let text = position.move_text(turn);
    let mut after = position.with_to_move(player);
    let turn = after.parse_move(&text).ok()?;
    match after.play(turn) {
        Played::Illegal => None,
        Played::Open(_) | Played::Over(..) => Some(after),
    }
}

fn lines_of(position: &impl Drawn) -> Vec<String> {
    position.picture().to_string().lines().map(str::to_owned).collect()
}

fn as_json(game: &Game, board: &dyn Board, position: &Position, seen: &Seen) -> ThreatsLine {
    let threat = |&(player, turn, kind): &(Player, Turn, Attack)| ThreatLine {
        side: side_name(player),
        text: position.move_text(turn),
        kind: kind.to_string(),
        board: after(position, player, turn).map_or(Vec::new(), |position| lines_of(&position)),
    };
    let shape = |&(player, turn, shape): &(Player, Turn, Shape)| ShapeLine {
        side: side_name(player),
        text: position.move_text(turn),
        shape: shape.to_string(),
    };
    ThreatsLine {
        game: game.to_string(),
        moves: board.history().join(" "),
        to_move: position.to_move().to_string(),
        standing: Standing::of(board),
        threats: seen.attacks.iter().map(threat).collect(),
        shapes: seen.shapes.iter().map(shape).collect(),
        board: lines_of(position),
    }
}

fn print(position: &Position, seen: &Seen, painter: Painter, out: &mut impl Write) -> anyhow::Result<()> {
    for sentence in seen.sentences(position) {
        writeln!(out, "{sentence}.")?;
    }
    if seen.attacks.is_empty() {
        writeln!(out, "Neither side could win at once.")?;
    }
    for player in [position.to_move(), !position.to_move()] {
        for shape in [Shape::L, Shape::Edge, Shape::Pair, Shape::Corner] {
            let own = seen.shapes.iter().filter(|&&(of, _, other)| of == player && other == shape);
            let moves: Vec<_> = own.map(|&(_, turn, _)| position.move_text(turn)).collect();
            if !moves.is_empty() {
                writeln!(out, "{:<5} {shape:<6} {}", side_name(player), moves.join(" "))?;
            }
        }
    }
    for &(player, turn, kind) in &seen.attacks {
        writeln!(out, "\n{} {} ({kind}):", side_name(player), position.move_text(turn))?;
        if let Some(after) = after(position, player, turn) {
            painter.draw(out, &after)?;
        }
    }
    Ok(())
}
