//! `qbf strategy`: from a certificate of an encoded game to the winner's moves.

use super::arguments::StrategyArguments;
use crate::Ending;
use crate::arguments::Display;
use crate::commands::save;
use crate::json;
use crate::running::shown;
use anyhow::Context;
use std::io::Write;
use yomikiri::formulas::{FormulaError, Strategy};
use yomikiri::text::{counted, grouped};
use yomikiri::{Disk, view};
use yomikiri_game::Player;

pub(super) fn run(
    arguments: &StrategyArguments,
    display: Display,
    out: &mut impl Write,
) -> anyhow::Result<Ending> {
    let StrategyArguments { game, from, turns, player, out: file } = arguments;
    let player = Player::from(*player);
    let certificate =
        crate::commands::read(from).with_context(|| format!("cannot read {}", from.display()))?;
    let found = shown(display, None, |task| {
        let game = game.load_until(&Disk, task.stop())?;
        let strategy = Strategy::from_certificate(&game, *turns, player, &certificate, task)?;
        let games = strategy.check(&game)?;
        Ok::<_, FormulaError>((strategy, games))
    });
    let (strategy, games) = match found {
        Err(FormulaError::Stopped) => return Ok(Ending::Undecided),
        found => found?,
    };
    if let Some(file) = file {
        save(file, strategy.to_string())?;
    }
    let lines = strategy.replies.len();
    let written = file.as_ref().map(|file| file.display().to_string());
    if display.json {
        let winner = strategy.winner.into();
        json::line(
            out,
            view::StrategyReplay { game: game.to_string(), winner, lines, games, file: written },
        )?;
        return Ok(Ending::Done);
    }
    let won = format!("{} wins all {} games against it", strategy.winner, grouped(games));
    match written {
        None => writeln!(out, "{strategy}# {won}")?,
        Some(file) => writeln!(out, "{file}: {}; {won}", counted(lines as u64, "line"))?,
    }
    Ok(Ending::Done)
}
