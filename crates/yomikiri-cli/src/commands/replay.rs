//! `replay`: a whole file of games, every move and every claimed winner checked.

use crate::Ending;
use crate::arguments::{Display, Replay, trax_rules};
use crate::commands::read;
use crate::json::{self, ReplaySummary, ReplayedGame, Standing};
use anyhow::Context;
use std::io::Write;
use yomikiri::text::{Table, grouped};
use yomikiri_game::{Notation, Outcome, Status, play_line};
use yomikiri_trax::record::{Agreement, Claim, Record, parse_records};
use yomikiri_trax::{Position, Rules};

pub(crate) fn run(arguments: &Replay, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let path = arguments.file.display().to_string();
    let bytes = read(&arguments.file).with_context(|| format!("cannot read {path}"))?;
    let records = parse_records(&bytes).with_context(|| path.clone())?;
    let rules = trax_rules(&arguments.game, "replay")?;
    let mut summary = ReplaySummary { file: path, ..ReplaySummary::default() };
    for record in records {
        let game = replay(&record, rules, &mut summary);
        if let Some(error) = &game.error {
            summary.first_error.get_or_insert_with(|| format!("line {}: {error}", game.line));
        }
        if display.json {
            json::print(out, &game)?;
        }
    }
    if display.json {
        json::print(out, &summary)?;
    } else {
        print(&summary, out)?;
    }
    Ok(if summary.first_error.is_none() { Ending::Done } else { Ending::Faulty })
}

fn replay(record: &Record, default_rules: Rules, summary: &mut ReplaySummary) -> ReplayedGame {
    let rules = record.rules.unwrap_or(default_rules);
    summary.games += 1;
    match record.agreement {
        Some(Agreement::Resigned) => summary.resigned += 1,
        Some(Agreement::Drawn) => summary.agreed_draws += 1,
        None => {}
    }
    let mut game = ReplayedGame {
        line: record.line,
        game: rules.to_string(),
        plies: record.moves.len(),
        standing: Standing::new(Status::Open, ""),
        agreement: record.agreement.map(|agreement| match agreement {
            Agreement::Resigned => "resigned",
            Agreement::Drawn => "draw",
        }),
        claimed: record.claim.map(|claim| claim.to_string()),
        error: None,
    };
    match play_line(Position::new(rules), &record.moves.join(" ")) {
        Err(error) => {
            summary.illegal += 1;
            game.plies = error.number - 1;
            game.error = Some(error.to_string());
        }
        Ok(mut line) => {
            let reason = line.position.ending();
            summary.count(line.status, reason);
            if record.claim.is_some_and(|claim| !is_true(claim, line.status, reason)) {
                summary.contradicted += 1;
                game.error = Some(format!(
                    "the file says {}, the rules say {}",
                    game.claimed.as_deref().unwrap_or_default(),
                    describe(line.status, reason),
                ));
            }
            if record.goes_on_after_agreement {
                summary.illegal += 1;
                game.error = Some("it goes on after it was ended by agreement".to_owned());
            }
            game.standing = Standing::new(line.status, reason);
        }
    }
    game
}

/// Whether a claim about a game's end is true. Whoever writes down that nobody has won means loops and
/// lines: what having no move is worth is a matter of the rule set.
fn is_true(claim: Claim, status: Status, reason: &str) -> bool {
    match claim {
        Claim::Won(player) => status == Status::Over(Outcome::Win(player)),
        Claim::NotWon => !matches!((status, reason), (Status::Over(Outcome::Win(_)), "loop" | "line")),
    }
}

fn describe(status: Status, reason: &str) -> String {
    match status {
        Status::Open => "the game is not over".to_owned(),
        Status::Over(outcome) => format!("{outcome} ({reason})"),
    }
}

fn print(summary: &ReplaySummary, out: &mut impl Write) -> anyhow::Result<()> {
    let mut table = Table::new([summary.file.as_str(), "games"]);
    for (what, count) in [
        ("all", summary.games),
        ("first player (white) won", summary.first),
        ("second player (red) won", summary.second),
        ("drawn", summary.draw),
        ("not over", summary.open),
        ("ended by a loop", summary.by_loop),
        ("ended by a line", summary.by_line),
        ("ended by a full board", summary.by_full),
        ("ended by a player without a move", summary.by_stuck),
        ("resigned", summary.resigned),
        ("drawn by agreement", summary.agreed_draws),
        ("with an illegal move", summary.illegal),
        ("with a wrong winner in the file", summary.contradicted),
    ] {
        table.row([what.to_owned(), grouped(count)]);
    }
    write!(out, "{}", table)?;
    if let Some(error) = &summary.first_error {
        writeln!(out, "first error: {error}")?;
    }
    Ok(())
}
