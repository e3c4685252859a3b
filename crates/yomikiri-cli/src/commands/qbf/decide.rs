//! `qbf decide`: the value of a game through formulas, both views as needed.

use super::arguments::{Decide, Encoding, Solving};
use super::encode::Question;
use super::{solve, strategy};
use crate::Ending;
use crate::arguments::Display;
use crate::json;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;
use yomikiri::text::seconds;
use yomikiri::{Disk, Game};
use yomikiri_search::{Answer, Answered, Asked, By, Found, Inquiry, StopReason, Verdict};

/// `qbf decide --json`
#[derive(Debug, Serialize)]
struct DecideLine {
    game: String,
    turns: Option<u32>,
    value: String,
    views: Vec<ViewLine>,
}

/// One view of `qbf decide`.
#[derive(Debug, Serialize)]
pub(super) struct ViewLine {
    pub(super) player: String,
    pub(super) answer: &'static str,
    pub(super) seconds: f64,
    /// The time that encoding took of them.
    pub(super) encoding_seconds: f64,
    /// A first move that wins, if it is this player who begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) first_move: Option<String>,
    /// The answer follows from a theorem.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) implied: bool,
}

/// How a game is to be decided.
pub(super) struct Plan<'a> {
    pub(super) game: &'a Game,
    pub(super) turns: Option<u32>,
    pub(super) encoding: Option<Encoding>,
    pub(super) theorems: bool,
    pub(super) solving: &'a Solving,
}

/// What a formula said about one player.
#[derive(Clone, Debug, Default)]
struct View {
    seconds: f64,
    encoding_seconds: f64,
    first_move: Option<String>,
}

/// Asks about both players, as far as needed.
pub(super) fn decide(plan: &Plan<'_>, display: Display) -> anyhow::Result<(Verdict, Vec<ViewLine>)> {
    let start = plan.game.board();
    let inquiry = Inquiry { asked: Asked::Both, can_be_drawn: start.can_be_drawn() };
    let answers = inquiry.run(
        |player| plan.theorems && start.cannot_win(player),
        |question| {
            let player = question.can_win;
            let started = Instant::now();
            let question = Question::new(plan.game, plan.turns, player, plan.encoding)?;
            let formula = question.clauses();
            let encoding_seconds = started.elapsed().as_secs_f64();
            let title = format!("{}: can {player} win?", plan.game);
            let verdict = solve::decide(&formula, plan.solving, display, &title)?;
            let view = View {
                seconds: encoding_seconds + verdict.seconds,
                encoding_seconds,
                first_move: strategy::first_move(&question, plan.game, &verdict.values),
            };
            let answer = match verdict.answer {
                Some(true) => Answer::Yes,
                Some(false) => Answer::No,
                None => Answer::Unknown(StopReason::Time),
            };
            anyhow::Ok(Found { answer, cost: view, go_on: true })
        },
    )?;
    let line = |answered: Answered<View>| ViewLine {
        player: answered.question.can_win.to_string(),
        answer: match answered.answer {
            Answer::Yes => "sat",
            Answer::No => "unsat",
            Answer::Unknown(_) => "unknown",
        },
        seconds: answered.cost.seconds,
        encoding_seconds: answered.cost.encoding_seconds,
        first_move: answered.cost.first_move,
        implied: answered.by != By::Search,
    };
    // A player who does not win because the other does was never asked about.
    let asked = answers.answers.into_iter().filter(|answered| answered.by != By::OtherAnswer);
    Ok((answers.verdict, asked.map(line).collect()))
}

pub(super) fn run(arguments: &Decide, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let Decide { game, turns, encoding, no_theorems, strategy: file, solving } = arguments;
    let game = &game.load(&Disk)?;
    let plan = Plan { game, turns: *turns, encoding: *encoding, theorems: !no_theorems, solving };
    let (value, views) = decide(&plan, display)?;
    if let Some(file) = file {
        let Verdict::Wins(winner) = value else {
            anyhow::bail!("nobody wins {game}, so there is no strategy to write");
        };
        strategy::write(game, *turns, winner, file, display)?;
    }
    let ending = if value == Verdict::Unknown { Ending::Undecided } else { Ending::Done };
    if display.json {
        let line = DecideLine { game: game.to_string(), turns: *turns, value: value.to_string(), views };
        json::print(out, &line)?;
        return Ok(ending);
    }
    let within = turns.map(|turns| format!(" within {turns} turns")).unwrap_or_default();
    writeln!(out, "{game}{within}: {}", crate::commands::solve::describe(value))?;
    for view in views {
        let ViewLine { player, answer, .. } = &view;
        if view.implied {
            writeln!(out, "  can {player} win? no (strategy stealing)")?;
        } else {
            let first =
                view.first_move.as_ref().map(|first| format!(", beginning with {first}")).unwrap_or_default();
            writeln!(out, "  can {player} win? {answer}, {} s{first}", seconds(view.seconds))?;
        }
    }
    Ok(ending)
}
