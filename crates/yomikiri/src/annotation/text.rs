//! An annotated game as text.

use super::{AnnotatedGame, AnnotatedMove, Judgement, Summary, Verdict};
use crate::text::{Table, counted, grouped};
use std::fmt::Write as _;
use yomikiri_game::{Outcome, Player, Status};
use yomikiri_trax::record::Agreement;
use yomikiri_trax::tile::Colour;

/// The mark of a move, as players write it: `??`, `?`, `!`, or nothing.
pub(super) fn mark(made: &AnnotatedMove) -> &'static str {
    match made.judgement {
        Judgement::ThrewAway | Judgement::Allowed => "??",
        Judgement::Missed => "?",
        Judgement::Kept | Judgement::Quiet if is_good_only_move(made) => "!",
        Judgement::Kept | Judgement::Quiet | Judgement::Lost => "",
    }
}

fn is_good_only_move(made: &AnnotatedMove) -> bool {
    made.is_only && made.best.first() == Some(&made.text)
}

/// What is to be said about a move, in a sentence without a full stop; nothing if there is nothing.
pub(super) fn remark(made: &AnnotatedMove) -> Option<String> {
    let in_plies = |plies: Option<u32>| plies.map_or(String::new(), |plies| format!(" in {plies}"));
    let opponent = Colour::of(!made.player);
    let instead = |text: &mut String| {
        if !made.best.is_empty() && !made.best.contains(&made.text) {
            let line = if made.line.len() > 1 { made.line.join(" ") } else { made.best.join(" or ") };
            let _infallible = write!(text, ": {line}");
        }
    };
    let mut text = match (made.judgement, made.before) {
        (Judgement::ThrewAway, Verdict::Wins { plies, .. }) => {
            let mut text = format!("throws away a win{}", in_plies(plies));
            instead(&mut text);
            text
        }
        (Judgement::Missed, Verdict::Wins { plies, .. }) => {
            let mut text = format!("misses a win{}", in_plies(plies));
            instead(&mut text);
            text + " (that none is left is an estimate)"
        }
        (Judgement::Allowed, _) => {
            let mut text = format!("allows {opponent} a forced win");
            if let Some(best) = made.best.first().filter(|best| **best != made.text) {
                let _infallible = write!(text, "; {best} looks better");
            }
            text
        }
        (Judgement::Kept, Verdict::Wins { plies: Some(1), .. }) => "wins".to_owned(),
        (Judgement::Kept, Verdict::Wins { plies, .. }) => format!("wins{}", in_plies(plies)),
        (Judgement::Lost, Verdict::Wins { plies, .. }) => format!("loses{} in any case", in_plies(plies)),
        _ => String::new(),
    };
    if is_good_only_move(made) {
        text.push_str(if text.is_empty() { "every other move loses" } else { ", the only move" });
    }
    (!text.is_empty()).then_some(text)
}

/// Who plays, in which game.
pub(super) fn heading(game: &AnnotatedGame) -> String {
    let players = game.record.players.as_ref();
    let players = players.map_or(String::new(), |(white, red)| format!("{white} vs {red}, "));
    format!("{players}{}, {}, {}", game.rules, counted(game.moves.len() as u64, "move"), result(game))
}

/// How the game ended.
pub(super) fn result(game: &AnnotatedGame) -> String {
    let by = |ending: Option<&str>| ending.map_or(String::new(), |ending| format!(" ({ending})"));
    match (game.status, game.record.agreement, game.winner()) {
        (Status::Over(Outcome::Draw), ..) => format!("drawn{}", by(game.ending)),
        (Status::Over(Outcome::Win(player)), ..) => format!("{} wins{}", Colour::of(player), by(game.ending)),
        (Status::Open, Some(Agreement::Resigned), Some(winner)) => {
            format!("{} resigns", Colour::of(!winner))
        }
        (Status::Open, Some(Agreement::Drawn), _) => "drawn by agreement".to_owned(),
        (Status::Open, _, Some(winner)) => format!("scored as won by {}", Colour::of(winner)),
        (Status::Open, _, None) => "not finished".to_owned(),
    }
}

/// An annotated game as text.
#[must_use]
pub fn text(game: &AnnotatedGame) -> String {
    let mut text = format!("Game {} (line {}): {}\n", game.number, game.record.line, heading(game));
    for (line, error) in &game.errors {
        let _infallible = writeln!(text, "  error: line {line}: {error}");
    }
    for (ply, made) in game.moves.iter().enumerate() {
        let colour = Colour::of(made.player);
        let marked = format!("{}{}", made.text, mark(made));
        let about = match (remark(made), made.estimate) {
            (Some(remark), _) => remark,
            (None, Some(estimate)) => format!("~ {estimate:+}"),
            (None, None) => String::new(),
        };
        let line = format!("  {:>3}. {colour:<5} {marked:<8} {about}", ply + 1);
        let _infallible = writeln!(text, "{}", line.trim_end());
    }
    if let Verdict::Wins { player, plies } = game.last {
        let plies = plies.map_or(String::new(), |plies| format!(" in {plies}"));
        let _infallible = writeln!(text, "  at the end {} has a forced win{plies}", Colour::of(player));
    }
    for player in Player::BOTH {
        let tally = game.tally(player);
        let accuracy = tally.accuracy().map_or("–".to_owned(), |share| format!("{:.0} %", 100.0 * share));
        let mistakes = counted(tally.mistakes(), "mistake");
        let _infallible = writeln!(text, "  {:<5} accuracy {accuracy}, {mistakes}", Colour::of(player));
    }
    if let Some(ply) = game.turning_point() {
        let _infallible = writeln!(text, "  turning point: move {} {}", ply + 1, game.moves[ply].text);
    }
    text
}

/// What came of a file, as text.
#[must_use]
pub fn summary_text(summary: &Summary) -> String {
    let mut table =
        Table::new(["player", "games", "moves", "threw away", "missed", "allowed", "only moves", "accuracy"]);
    for (name, games, tally) in &summary.players {
        let accuracy = tally.accuracy().map_or("–".to_owned(), |share| format!("{:.1} %", 100.0 * share));
        table.row([
            name.clone(),
            grouped(*games),
            grouped(tally.moves),
            grouped(tally.threw_away),
            grouped(tally.missed),
            grouped(tally.allowed),
            grouped(tally.only),
            accuracy,
        ]);
    }
    format!(
        "{table}{}, {}, {}\n",
        counted(summary.games, "game"),
        counted(summary.moves, "move"),
        counted(summary.mistakes, "mistake")
    )
}
