//! `qbf encode`: a game as a formula.

use super::arguments::Encode;
use crate::Ending;
use crate::arguments::Display;
use crate::commands::save;
use crate::json;
use crate::running::shown;
use anyhow::Context;
use std::io::Write;
use std::time::{Duration, Instant};
use yomikiri::formulas::{GameFormula, INDEX_HEAD, Instance, InstanceFamily, Map};
use yomikiri::{Disk, GameName, text, view};
use yomikiri_game::Player;
use yomikiri_polyomino::Animal;
use yomikiri_qbf::Budget;

pub(super) fn run(arguments: &Encode, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let Encode { game, turns, player, encoding, format, out: file, map: map_file, .. } = arguments;
    let player = Player::from(*player);
    let game = match game {
        Some(game) if turns.as_ref().is_none_or(|turns| turns.start() == turns.end()) => game,
        _ => return family(arguments, player, display, out),
    };
    let turns = &turns.as_ref().map(|turns| *turns.start());
    let started = Instant::now();
    let within =
        turns.map(|turns| format!(" within {}", text::counted(turns.into(), "turn"))).unwrap_or_default();
    let mut comments = vec![format!("{game}: can {player} win{within}?")];
    let (content, statistics, map) = shown(display, None, |task| {
        let budget = Budget { stop: task.stop().clone(), memory: None };
        let game = game.load_until(&Disk, task.stop())?;
        let formula = GameFormula::new(&game, *turns, player, encoding.map(Into::into), &budget)?;
        let map = Map::new(&formula, &game, *turns);
        comments.extend(map.lines());
        let statistics = formula.clauses(&budget)?.statistics();
        anyhow::Ok((formula.text((*format).into(), &comments, &budget)?, statistics, map))
    })?;
    let seconds = started.elapsed().as_secs_f64();
    match file {
        None if display.json => {}
        None => out.write_all(content.as_bytes())?,
        Some(file) => save(file, &content)?,
    }
    if let Some(map_file) = map_file {
        let map = view::VariableMap::of(game.to_string(), player, *turns, &map);
        save(map_file, view::line(map).to_string() + "\n")?;
    }
    let file = file.as_ref().map(|file| file.display().to_string());
    if display.json {
        json::line(out, view::Encoding::of(game.to_string(), player, *turns, statistics, seconds, file))?;
    } else if let Some(file) = file {
        writeln!(out, "{file}: {}", text::formula_size(&statistics))?;
    }
    Ok(Ending::Done)
}

/// Many formulas into a folder, with an index.
fn family(
    arguments: &Encode,
    player: Player,
    display: Display,
    out: &mut impl Write,
) -> anyhow::Result<Ending> {
    let folder = arguments.out.as_ref().context("a family of formulas needs a folder: --out DIR")?;
    let turns = arguments.turns.clone().context("a family of formulas needs turns: --turns 3..9")?;
    let mut names: Vec<GameName> = arguments.game.iter().cloned().collect();
    let all: Vec<String> = Animal::named().map(|animal| animal.to_string()).collect();
    let is_all = arguments.animals == ["all"];
    let animals = if is_all { &all } else { &arguments.animals };
    for board in &arguments.boards {
        for animal in animals {
            names.push(crate::arguments::parse_game(&format!("gttt:{board},animal={animal}"))?);
        }
    }
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut index = format!("{INDEX_HEAD}\n");
    let mut count = 0;
    let mut started = Instant::now();
    shown(display, None, |task| {
        let games = names.iter().map(|name| name.load_until(&Disk, task.stop())).collect::<Result<_, _>>()?;
        let time = Duration::from_secs(10);
        InstanceFamily { games, turns, players: vec![player], time }.write(task, |instance: Instance| {
            save(&folder.join(&instance.file), &instance.content)?;
            index += &(instance.index_line() + "\n");
            count += 1;
            if display.json {
                let Instance { file, game, turns, size, .. } = instance;
                let seconds = started.elapsed().as_secs_f64();
                json::line(out, view::Encoding::of(game, player, Some(turns), size, seconds, Some(file)))?;
                started = Instant::now();
            }
            anyhow::Ok(())
        })
    })?;
    save(&folder.join("index.tsv"), index)?;
    if display.json {
        return Ok(Ending::Done);
    }
    writeln!(out, "{}: {} and index.tsv", folder.display(), text::counted(count, "file"))?;
    Ok(Ending::Done)
}
