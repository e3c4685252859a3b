//! `qbf decide`: the value of a game through formulas.

use super::arguments::Decide;
use super::solve;
use crate::Ending;
use crate::arguments::Display;
use crate::commands::save;
use crate::json;
use crate::running::shown;
use std::io::Write;
use yomikiri::formulas::{Decided, FormulaError, Plan, Solving, Strategy};
use yomikiri::text::{counted, seconds};
use yomikiri::{Disk, view};
use yomikiri_search::{By, Verdict};

pub(super) fn run(arguments: &Decide, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let Decide { game, turns, encoding, no_theorems, strategy, solving } = arguments;
    let solving = Solving::from(solving);
    let game = shown(display, None, |task| match solving.time {
        None => game.load_until(&Disk, task.stop()),
        Some(time) => game.load_until(&Disk, task.within(time).stop()),
    })?;
    let last = turns.as_ref().map(|turns| *turns.end());
    let plan = Plan { turns: last, encoding: encoding.map(Into::into), theorems: !no_theorems, solving };
    let decisions = shown(display, None, |task| match turns {
        Some(turns) if turns.start() < turns.end() => plan.deepen(&game, turns.clone(), task),
        _ => Ok(vec![plan.decide(&game, task)?]),
    })?;
    let Some((decided, before)) = decisions.split_last() else {
        return Ok(Ending::Undecided);
    };
    if let Some(file) = strategy {
        let Verdict::Wins(winner) = decided.verdict() else {
            return Err(FormulaError::NoWinner(game.to_string()).into());
        };
        let strategy = shown(display, None, |task| Strategy::find(&game, decided.turns, winner, task))?;
        save(file, strategy.to_string())?;
    }
    for decided in before.iter().chain([decided]) {
        if display.json {
            json::line(out, view::Decision::from(decided))?;
        } else {
            print(decided, out)?;
        }
    }
    Ok(if decided.verdict() == Verdict::Unknown { Ending::Undecided } else { Ending::Done })
}

fn print(decided: &Decided, out: &mut impl Write) -> anyhow::Result<()> {
    let within = decided.turns.map(|turns| format!(" within {}", counted(turns.into(), "turn")));
    let verdict = yomikiri::text::verdict(decided.verdict());
    writeln!(out, "{}{}: {verdict}", decided.game, within.unwrap_or_default())?;
    for answered in &decided.answers.answers {
        let answer = solve::word(answered.answer);
        let said = match answered.by {
            // A player who does not win because the other does was not asked about.
            By::OtherAnswer => continue,
            By::Theorem => "no: a theorem says so".to_owned(),
            By::Rules => format!("{answer}: the game is over"),
            By::Book | By::Search => {
                let first = answered.cost.first_move.as_ref();
                let first = first.map(|first| format!(", beginning with {first}")).unwrap_or_default();
                format!("{answer}, {} s{first}", seconds(answered.cost.seconds))
            }
        };
        writeln!(out, "  can {} win? {said}", answered.question.can_win)?;
    }
    Ok(())
}
