//! `qbf encode`: a game as a formula.

use super::arguments::Encode;
use crate::Ending;
use crate::arguments::Display;
use crate::commands::save;
use crate::json;
use crate::running::shown;
use std::io::Write;
use std::time::Instant;
use yomikiri::formulas::GameFormula;
use yomikiri::{Disk, text, view};
use yomikiri_game::Player;
use yomikiri_qbf::Budget;

pub(super) fn run(arguments: &Encode, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let Encode { game, turns, player, encoding, format, out: file } = arguments;
    let player = Player::from(*player);
    let started = Instant::now();
    let within =
        turns.map(|turns| format!(" within {}", text::counted(turns.into(), "turn"))).unwrap_or_default();
    let comments = [format!("{game}: can {player} win{within}?")];
    let (content, statistics) = shown(display, None, |task| {
        let budget = Budget { stop: task.stop().clone(), memory: None };
        let game = game.load_until(&Disk, task.stop())?;
        let formula = GameFormula::new(&game, *turns, player, encoding.map(Into::into), &budget)?;
        let statistics = formula.clauses(&budget)?.statistics();
        anyhow::Ok((formula.text((*format).into(), &comments, &budget)?, statistics))
    })?;
    let seconds = started.elapsed().as_secs_f64();
    match file {
        None if display.json => {}
        None => out.write_all(content.as_bytes())?,
        Some(file) => save(file, &content)?,
    }
    let file = file.as_ref().map(|file| file.display().to_string());
    if display.json {
        json::line(out, view::Encoding::of(game.to_string(), player, *turns, statistics, seconds, file))?;
    } else if let Some(file) = file {
        writeln!(out, "{file}: {}", text::formula_size(&statistics))?;
    }
    Ok(Ending::Done)
}
