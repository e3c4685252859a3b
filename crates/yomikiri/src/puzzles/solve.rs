//! The shortest forced win of the player to move.

use crate::board::Board;
use crate::game::Game;
use crate::puzzles::PuzzleError;
use crate::task::Task;
use yomikiri_game::{Game as _, Notation, Played, Player, Status};
use yomikiri_search::{
    FoundMate, LongerWin, MateAnswer, MateOptions, MateReport, MateTable, Monitor, find_mate,
};
use yomikiri_trax::{Position, Turn};

/// A position, and what was found out about the shortest forced win there.
#[derive(Clone, Debug)]
pub struct MateSolution {
    /// The game.
    pub game: String,
    /// The moves that led to the position.
    pub moves: Vec<String>,
    /// Who is to move, and looked for a win.
    pub to_move: Player,
    /// The longest win that was looked for, in plies.
    pub max_plies: u32,
    /// Whether all winning first moves were asked for.
    pub all: bool,
    /// The answer and what it cost.
    pub report: MateReport<String>,
}

/// Looks for the shortest forced win at a position of Trax. `to_move` may be the player whose turn it is not: the
/// position is then solved as if the other one had passed.
///
/// # Errors
/// If the game is another one or is over at the position, or the memory for the table cannot be had.
pub fn solve(
    game: &Game,
    board: &dyn Board,
    to_move: Option<Player>,
    options: &MateOptions,
    memory: u64,
    task: &Task,
) -> Result<MateSolution, PuzzleError> {
    let start =
        board.position::<Position>().ok_or_else(|| PuzzleError::NotTrax { game: game.to_string() })?;
    if board.status() != Status::Open {
        return Err(PuzzleError::Over);
    }
    let mut position = for_player(start.clone(), to_move.unwrap_or(start.to_move()));
    let table = MateTable::new(memory)?;
    let title = format!("{game}: mate in {}?", options.max_plies);
    let report = task.search(&title, |monitor| find_mate_text(&mut position, options, &table, monitor));
    Ok(MateSolution {
        game: game.to_string(),
        moves: board.history().to_vec(),
        to_move: position.to_move(),
        max_plies: options.max_plies,
        all: options.all,
        report,
    })
}

/// The position with this player to move.
pub(super) fn for_player(position: Position, to_move: Player) -> Position {
    if position.to_move() == to_move { position } else { position.with_to_move(to_move) }
}

/// Looks for a mate, and gives its moves as text.
pub(super) fn find_mate_text(
    position: &mut Position,
    options: &MateOptions,
    table: &MateTable,
    monitor: &Monitor,
) -> MateReport<String> {
    let MateReport { answer, statistics } = find_mate(position, options, table, monitor);
    let answer = match answer {
        MateAnswer::Mate(mate) => MateAnswer::Mate(as_text(position, mate)),
        MateAnswer::NoMate => MateAnswer::NoMate,
        MateAnswer::Unknown(reason) => MateAnswer::Unknown(reason),
    };
    MateReport { answer, statistics }
}

fn as_text(position: &Position, mate: FoundMate<Turn>) -> FoundMate<String> {
    let FoundMate { plies, by, is_shortest, first_moves, longer_wins, undecided, line } = mate;
    let text = |turn: Turn| position.move_text(turn);
    FoundMate {
        plies,
        by,
        is_shortest,
        first_moves: first_moves.into_iter().map(text).collect(),
        longer_wins: longer_wins
            .into_iter()
            .map(|LongerWin { m, plies }| LongerWin { m: text(m), plies })
            .collect(),
        undecided: undecided.into_iter().map(text).collect(),
        line: line_text(position, &line),
    }
}

/// Moves one after the other, as text: what a move is called depends on those before it.
pub(crate) fn line_text(start: &Position, line: &[Turn]) -> Vec<String> {
    let mut position = start.clone();
    line.iter()
        .map(|&turn| {
            let text = position.move_text(turn);
            let played = position.play(turn);
            debug_assert!(!matches!(played, Played::Illegal));
            text
        })
        .collect()
}
