//! Annotated games as one page that needs nothing else: a board, the moves, buttons and keys.
//!
//! The page holds the games as JSON (the lines of `annotate --json`) and draws the boards itself: a picture of every
//! position would make it a hundred times as large.

use super::AnnotatedGame;
use super::text::{heading, mark, remark};
use serde_json::{Value, json};
use yomikiri_draw::escape;
use yomikiri_trax::tile::Colour;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A page with these games.
#[must_use]
pub fn page(title: &str, games: &[AnnotatedGame]) -> String {
    let games: Vec<Value> = games.iter().map(data).collect();
    // A script ends at the first `</`, also within a text.
    let data = Value::from(games).to_string().replace('<', "\\u003c");
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<header><h1>{title}</h1></header>\n<main id=\"app\"></main>\n\
         <noscript>This page draws its boards with JavaScript.</noscript>\n\
         <script type=\"application/json\" id=\"games\">{data}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    )
}

/// What the page needs of a game.
fn data(game: &AnnotatedGame) -> Value {
    let moves: Vec<Value> = game
        .moves
        .iter()
        .map(|made| {
            json!({
                "text": made.text,
                "mark": mark(made),
                "colour": Colour::of(made.player).to_string(),
                "judgement": made.judgement.word(),
                "certain": made.is_certain,
                "winner": made.before.winner().map(|player| Colour::of(player).to_string()),
                "estimate": made.estimate,
                "best": made.best,
                "line": made.line,
                "remark": remark(made),
            })
        })
        .collect();
    json!({
        "title": format!("Game {}", game.number),
        "heading": heading(game),
        "errors": game.errors.iter().map(|(line, error)| format!("line {line}: {error}")).collect::<Vec<_>>(),
        "positions": game.positions,
        "moves": moves,
        "comments": game.record.comments.iter().map(|comment| json!([comment.after, comment.text])).collect::<Vec<_>>(),
        "turning": game.turning_point(),
    })
}
