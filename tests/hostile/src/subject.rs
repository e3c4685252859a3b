//! Random positions of random games, small enough for brute force.

use crate::case::{Case, Finding};
use crate::demand;
use crate::truth::{self, Truth, Value};
use yomikiri::{Board, Disk, Game, GameName};
use yomikiri_game::Status;

#[path = "../../../crates/yomikiri-polyomino/tests/random_sets/mod.rs"]
#[allow(dead_code, reason = "only the files are needed here, not what they mean")]
mod random_sets;
#[path = "../../../crates/yomikiri-toss/tests/random_games/rules.rs"]
#[allow(dead_code, reason = "only the texts are needed here, not what they mean")]
mod toss_games;

/// A position whose value is known.
pub struct Subject {
    pub game: Game,
    pub board: Box<dyn Board>,
    pub truth: Box<dyn Truth>,
    pub value: Value,
    /// All that is needed to put it up again.
    pub text: String,
}

impl Subject {
    /// A random position that is not over. Its value is known to a brute force over at most `effort` positions.
    pub fn random(case: &mut Case<'_>, effort: u64) -> Result<Self, Finding> {
        loop {
            if let Some(subject) = Self::attempt(case, effort)? {
                return Ok(subject);
            }
        }
    }

    fn attempt(case: &mut Case<'_>, effort: u64) -> Result<Option<Self>, Finding> {
        let Some((game, description)) = game(case) else {
            return Ok(None);
        };
        // A random game to its end, of which a part is the opening.
        let mut board = game.board();
        while board.status() == Status::Open {
            let moves = board.moves();
            let text = &moves[case.below(moves.len())];
            let played = board.play(text);
            demand!(played.is_ok(), "{description}: the listed move {text} is refused: {played:?}");
        }
        let moves = board.history().to_vec();
        if moves.is_empty() {
            return Ok(None);
        }
        let mut opening = case.below(moves.len());
        if case.one_in(3) {
            opening = 0;
        }
        while opening < moves.len() {
            let mut board = game.board();
            for text in &moves[..opening] {
                board.play(text).map_err(|error| Finding(format!("{description}: {error}")))?;
            }
            let mut truth = truth::of(&*board, effort)?;
            if let Some(value) = truth.value(&*board) {
                let position = board.position_text().unwrap_or_default();
                let text =
                    format!("{description}\nmoves: {}\nposition: {position}", moves[..opening].join(" "));
                return Ok(Some(Self { game, board, truth, value, text }));
            }
            opening += (moves.len() - opening).div_ceil(3);
        }
        Ok(None)
    }
}

/// A random game; `None` if the name or the file makes no game. The text says what it is.
pub fn game(case: &mut Case<'_>) -> Option<(Game, String)> {
    let (name, content) = match case.below(10) {
        0..=2 => (trax(case), None),
        3..=5 => (stones(case), None),
        6 => {
            let text = random_sets::Plain::random(&mut case.random).text();
            (in_file(case, "pg", &text), Some(text))
        }
        7 | 8 => {
            let text = toss_games::Game::random(&mut case.random).text();
            let name = in_file(case, "toss", &text);
            let turns = 1 + case.below(5);
            (if case.one_in(5) { name } else { format!("{name},turns={turns}") }, Some(text))
        }
        _ => (format!("amazons:{0}x{0}", case.pick(&[4, 4, 4, 5, 6])), None),
    };
    let parsed: GameName = name.parse().ok()?;
    let game = parsed.load(&Disk).ok()?;
    Some((game, content.map_or_else(|| name.clone(), |content| format!("{name}\n{content}"))))
}

/// A text in a file, as the name of a game.
fn in_file(case: &Case<'_>, family: &str, text: &str) -> String {
    let file = case.file(&format!("game.{family}"));
    std::fs::write(&file, text).expect("a temporary file");
    format!("{family}:{file}")
}

fn trax(case: &mut Case<'_>) -> String {
    let size = case.pick(&[2, 3, 3, 4, 4, 4, 5]);
    let mut name = format!("{}:{size}x{size}", if case.one_in(5) { "trax-loop" } else { "trax" });
    if name.starts_with("trax:") && case.one_in(2) {
        name += &format!(",line={}", 1 + case.below(size + 2));
    }
    name += case.pick(&["", "", ",stuck=draw", ",stuck=last-mover-loses", ",stuck=loss"]);
    name + case.pick(&["", "", ",full=last-mover-loses", ",full=draw"])
}

fn stones(case: &mut Case<'_>) -> String {
    let (columns, rows) = (1 + case.below(4), 1 + case.below(4));
    let family = case.pick(&["gttt", "gttt", "torus", "gomoku"]);
    let goal = match family {
        "gomoku" => format!("k={}", 1 + case.below(5)),
        _ => format!("animal={}", animal(case)),
    };
    let mut name = format!("{family}:{columns}x{rows},{goal}");
    if case.one_in(2) {
        name += &format!(",p={},q={}", 1 + case.below(3), 1 + case.below(3));
    }
    if case.one_in(3) {
        name += &format!(",turns={}", 1 + case.below(8));
    }
    name + case.pick(&["", "", ",win=first", ",win=either"])
}

/// An animal by name, or any pattern of cells.
fn animal(case: &mut Case<'_>) -> String {
    if case.one_in(2) {
        return case.pick(&["el", "elly", "tippy", "domino", "tic", "fatty", "knobby", "skinny"]).to_owned();
    }
    let (columns, rows) = (1 + case.below(3), 1 + case.below(2));
    let row = |case: &mut Case<'_>| (0..columns).map(|_| if case.one_in(3) { '.' } else { '#' }).collect();
    (0..rows).map(|_| row(case)).collect::<Vec<String>>().join("/")
}
