//! `show`: a position, drawn, and how the game stands.

use crate::Ending;
use crate::arguments::{Display, Show};
use crate::commands::threats;
use crate::games::{OnGame, Playable};
use crate::json::{self, ShowLine, Standing};
use crate::painting::Painter;
use std::io::Write;
use yomikiri_game::{Line, Outcome, Player, Status, legal_moves, play_line};

pub(crate) fn run(arguments: &Show, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    if arguments.threats || arguments.svg {
        return threats::run(arguments, display, out);
    }
    arguments.place.game.start(Task { arguments, display, out })
}

struct Task<'a, W> {
    arguments: &'a Show,
    display: Display,
    out: &'a mut W,
}

impl<W: Write> OnGame for Task<'_, W> {
    type Output = anyhow::Result<Ending>;

    fn run<G: Playable>(self, start: G) -> anyhow::Result<Ending> {
        let mut line = play_line(start, &self.arguments.place.moves)?;
        let reason = line.position.ending();
        let legal = match line.status {
            Status::Open => legal_moves(&mut line.position),
            Status::Over(_) => Vec::new(),
        };
        let legal: Vec<_> = legal.into_iter().map(|m| line.position.move_text(m)).collect();
        if self.display.json {
            let object = ShowLine {
                game: self.arguments.place.game.to_string(),
                moves: line.moves.join(" "),
                to_move: line.position.to_move().to_string(),
                standing: Standing::new(line.status, reason),
                legal_moves: legal,
                board: line.position.picture().to_string().lines().map(str::to_owned).collect(),
            };
            json::print(self.out, &object)?;
        } else {
            Painter::new(self.display).draw(self.out, &line.position)?;
            writeln!(self.out, "{}", standing(&line, reason, self.arguments.place.game.colours()))?;
            if !legal.is_empty() {
                writeln!(self.out, "{} legal moves: {}", legal.len(), legal.join(" "))?;
            }
        }
        Ok(Ending::Done)
    }
}

/// How the game stands, in a sentence.
pub(crate) fn standing<G: Playable>(line: &Line<G>, reason: &str, colours: [&str; 2]) -> String {
    let name = |player: Player| format!("the {player} player ({})", colours[player as usize]);
    let moves = match line.moves.len() {
        1 => "1 move".to_owned(),
        n => format!("{n} moves"),
    };
    match line.status {
        Status::Open => format!("After {moves}: {} to move.", name(line.position.to_move())),
        Status::Over(Outcome::Draw) => format!("After {moves}: a draw ({reason})."),
        Status::Over(Outcome::Win(player)) => {
            format!("After {moves}: {} has won ({reason}).", name(player))
        }
    }
}
