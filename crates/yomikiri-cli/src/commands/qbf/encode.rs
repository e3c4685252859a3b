//! `qbf encode`: a game as a formula.

use super::arguments::{Encode, Encoding, Format};
use super::save;
use crate::Ending;
use crate::arguments::Display;
use crate::json;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;
use yomikiri::{Disk, Game};
use yomikiri_game::Player;
use yomikiri_qbf::corrective::{self, Encoded};
use yomikiri_qbf::{Circuit, Formula, Statistics, direct, qcir, qdimacs};

/// A question about a game, as a formula.
pub(super) enum Question {
    Clauses(Encoded),
    Circuit(Circuit),
}

impl Question {
    /// Encodes "the player wins within the turns".
    pub(super) fn new(
        game: &Game,
        turns: Option<u32>,
        player: Player,
        encoding: Option<Encoding>,
    ) -> anyhow::Result<Self> {
        if encoding != Some(Encoding::Direct)
            && let Some(positional) = game.positional()
        {
            let turns = turns.map_or(usize::MAX, |turns| turns as usize);
            return Ok(Self::Clauses(corrective::encode(&positional.within(turns), player)));
        }
        if encoding == Some(Encoding::Corrective) {
            anyhow::bail!("{game} is not given by winning sets, so that it has no corrective encoding");
        }
        let system = game.transitions().map_err(anyhow::Error::msg)?;
        let system = system.ok_or_else(|| anyhow::anyhow!("{game} cannot be written as a formula"))?;
        let turns = turns.unwrap_or(u32::MAX);
        Ok(Self::Circuit(direct::encode(&system, turns, player)?))
    }

    pub(super) fn clauses(&self) -> Formula {
        match self {
            Self::Clauses(encoded) => encoded.formula.clone(),
            Self::Circuit(circuit) => circuit.clauses(),
        }
    }

    fn text(&self, format: Format, comments: &[String]) -> String {
        match (self, format) {
            (_, Format::Qdimacs) => qdimacs::write(&self.clauses(), comments),
            (Self::Clauses(encoded), Format::Qcir) => qcir::write(&Circuit::from(&encoded.formula), comments),
            (Self::Circuit(circuit), Format::Qcir) => qcir::write(circuit, comments),
        }
    }
}

/// `qbf encode --json`
#[derive(Debug, Serialize)]
struct EncodeLine {
    game: String,
    player: String,
    variables: usize,
    universal: usize,
    blocks: usize,
    clauses: usize,
    literals: usize,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

pub(super) fn run(arguments: &Encode, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let Encode { game, turns, player, encoding, format, out: file } = arguments;
    let player = Player::from(*player);
    let game = &game.load(&Disk)?;
    let started = Instant::now();
    let question = Question::new(game, *turns, player, *encoding)?;
    let within = turns.map(|turns| format!(" within {turns} turns")).unwrap_or_default();
    let comments = [format!("{game}: can {player} win{within}?")];
    let text = question.text(*format, &comments);
    let seconds = started.elapsed().as_secs_f64();
    let Statistics { existential, universal, blocks, clauses, literals } = question.clauses().statistics();
    match file {
        None if display.json => {}
        None => out.write_all(text.as_bytes())?,
        Some(file) => save(file, &text)?,
    }
    let variables = existential + universal;
    if display.json {
        let file = file.as_ref().map(|file| file.display().to_string());
        let (game, player) = (game.to_string(), player.to_string());
        let line =
            EncodeLine { game, player, variables, universal, blocks, clauses, literals, seconds, file };
        json::print(out, &line)?;
    } else if let Some(file) = file {
        writeln!(
            out,
            "{}: {variables} variables ({universal} universal) in {blocks} blocks, {clauses} clauses",
            file.display()
        )?;
    }
    Ok(Ending::Done)
}
