//! `db query`

use crate::Ending;
use crate::arguments::{Display, Query};
use crate::commands::value::{print_value, value_line};
use crate::database::building::trajectory;
use crate::database::reading::EndgameDatabase;
use crate::json::{self, QueryLine, SubgameLine};
use anyhow::{Context, bail};
use std::io::Write;
use std::time::Instant;
use yomikiri_amazons::Board;
use yomikiri_cgt::{Form, Forms, Thermograph};
use yomikiri_game::{Partizan, Player};

pub(crate) fn run(arguments: &Query, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let board: Board = arguments.board.parse().context("the board")?;
    let mut database = EndgameDatabase::open(&arguments.file)?;
    let parts = board.parts();
    // What a player needs: the codes of the regions, and their thermographs.
    let started = Instant::now();
    let mut hottest = None;
    for part in parts.iter().filter(|part| part.owner().is_none()) {
        let Some(code) = database.code(part) else {
            bail!(database.why_not(part));
        };
        let walls = database.database.walls(code).context("the database has no thermographs")?;
        let thermograph =
            Thermograph::from_walls(trajectory(&walls, Player::First)?, trajectory(&walls, Player::Second)?);
        hottest = hottest
            .max(Some(thermograph.context("the database holds a thermograph that is none")?.temperature()));
    }
    let microseconds = started.elapsed().as_nanos() as f64 / 1000.0;
    let mut forms = Forms::new();
    let mut subgames = Vec::new();
    let mut sum = Form::ZERO;
    for part in &parts {
        let Some(value) = database.value(&mut forms, part)? else {
            bail!(database.why_not(part));
        };
        subgames.push(SubgameLine { board: part.to_string(), value: value_line(&mut forms, value)? });
        sum = forms.sum(sum, value)?;
    }
    let value = value_line(&mut forms, sum)?;
    if display.json {
        json::print(out, &QueryLine { board: board.to_string(), value, subgames, microseconds })?;
        return Ok(Ending::Done);
    }
    print_value(&value, out)?;
    if subgames.len() > 1 {
        for subgame in &subgames {
            let text = subgame.value.canonical.as_deref().unwrap_or("(long)");
            writeln!(out, "  {}  {text}", subgame.board)?;
        }
    }
    writeln!(out, "looked up in {microseconds:.1} µs")?;
    Ok(Ending::Done)
}
