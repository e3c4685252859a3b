//! `qbf decide`: the value of a game through formulas, both views as needed.

use super::arguments::{Decide, Encoding, Solving};
use super::encode::Question;
use super::{solve, strategy};
use crate::Ending;
use crate::arguments::Display;
use crate::games::{GameName, OnGame, Playable};
use crate::json;
use crate::painting::seconds;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;
use yomikiri_game::Player;
use yomikiri_search::Verdict;

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
    pub(super) game: &'a GameName,
    pub(super) turns: Option<u32>,
    pub(super) encoding: Option<Encoding>,
    pub(super) theorems: bool,
    pub(super) solving: &'a Solving,
}

/// Asks about both players, as far as needed.
pub(super) fn decide(plan: &Plan<'_>, display: Display) -> anyhow::Result<(Verdict, Vec<ViewLine>)> {
    let mut views = Vec::new();
    let mut answers = [None; 2];
    for player in Player::BOTH {
        if answers[0] == Some(true) {
            break;
        }
        if plan.theorems && plan.game.start(CannotWin(player)) {
            answers[player as usize] = Some(false);
            views.push(ViewLine {
                player: player.to_string(),
                answer: "unsat",
                seconds: 0.0,
                encoding_seconds: 0.0,
                first_move: None,
                implied: true,
            });
            continue;
        }
        let started = Instant::now();
        let question = Question::new(plan.game, plan.turns, player, plan.encoding)?;
        let formula = question.clauses();
        let encoding_seconds = started.elapsed().as_secs_f64();
        let title = format!("{}: can {player} win?", plan.game);
        let verdict = solve::decide(&formula, plan.solving, display, &title)?;
        answers[player as usize] = verdict.answer;
        views.push(ViewLine {
            player: player.to_string(),
            answer: verdict.word(),
            seconds: encoding_seconds + verdict.seconds,
            encoding_seconds,
            first_move: strategy::first_move(&question, plan.game, &verdict.values),
            implied: false,
        });
    }
    Ok((Verdict::from_answers(answers[0], answers[1]), views))
}

/// Whether a theorem says that a player cannot win.
struct CannotWin(Player);

impl OnGame for CannotWin {
    type Output = bool;

    fn run<G: Playable>(self, start: G) -> bool {
        start.cannot_win(self.0)
    }
}

pub(super) fn run(arguments: &Decide, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let Decide { game, turns, encoding, no_theorems, strategy: file, solving } = arguments;
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
