//! An annotated game as a record (`.trx`): what was in the file is kept, what was found is added as marks and comments.

use super::AnnotatedGame;
use super::text::{mark, remark};
use std::fmt::Write as _;
use yomikiri_game::{Outcome, Player, Status};
use yomikiri_trax::record::Agreement;

/// An annotated game as a record. The reader of records reads it again, with the same moves, players and result.
#[must_use]
pub fn record(game: &AnnotatedGame) -> String {
    let mut text = format!("{}\n", game.rules);
    if let Some((white, red)) = &game.record.players {
        let _infallible = writeln!(text, "{} vs {}", plain(white), plain(red));
    }
    for (line, error) in &game.errors {
        let _infallible = writeln!(text, "; error: line {line}: {}", plain(error));
    }
    let comments = |after: usize| game.record.comments.iter().filter(move |comment| comment.after == after);
    for comment in comments(0) {
        let _infallible = writeln!(text, "; {}", plain(&comment.text));
    }
    for (ply, made) in game.moves.iter().enumerate() {
        let marked = format!("{}{}", made.text, mark(made));
        let mut remarks: Vec<String> = remark(made).into_iter().collect();
        remarks.extend(comments(ply + 1).map(|comment| plain(&comment.text)));
        let numbered = format!("{:>3}. {marked}", ply + 1);
        if remarks.is_empty() {
            let _infallible = writeln!(text, "{numbered}");
        }
        for (number, remark) in remarks.iter().enumerate() {
            let before = if number == 0 { numbered.as_str() } else { "" };
            let _infallible = writeln!(text, "{before:<14} ; {remark}");
        }
    }
    if let Some(ply) = game.turning_point() {
        let _infallible = writeln!(text, "{:14} ; turning point: move {}", "", ply + 1);
    }
    let end = match (game.status, game.record.agreement, game.winner()) {
        (Status::Over(Outcome::Draw), ..) => "1/2",
        (Status::Open, Some(Agreement::Drawn), _) => "DRAW 1/2",
        (Status::Open, Some(Agreement::Resigned), Some(Player::First)) => "Red resigns 1-0",
        (Status::Open, Some(Agreement::Resigned), Some(Player::Second)) => "White resigns 0-1",
        (_, _, Some(Player::First)) => "1-0",
        (_, _, Some(Player::Second)) => "0-1",
        (Status::Open | Status::Over(_), _, None) => "*",
    };
    text + end + "\n\n"
}

/// A text on one line.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
