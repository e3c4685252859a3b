//! Who wins a board, or a sum of boards.

use super::{EndgameError, evaluator, small_evaluator};
use crate::task::Task;
use crate::values::Beginners;
use yomikiri_amazons::{Board, Position};
use yomikiri_cgt::evaluate::{Evaluator, Unevaluated};
use yomikiri_cgt::sums::SumSolver;
use yomikiri_game::{Partizan, Player};
use yomikiri_search::{Options, Question, ask};

/// Who wins a sum of boards, depending on who begins; `None` if that is not known when the task is stopped.
///
/// # Errors
/// If several boards are too large together.
pub fn winner(boards: &[Board], task: &Task) -> Result<Option<Beginners>, EndgameError> {
    // Who wins a single large board is found sooner by search than by its value.
    if let [board] = boards {
        return match by_value(&mut small_evaluator(task.stop()), boards) {
            Err(EndgameError::Unevaluated(_)) => by_search(board, task),
            result => result.map(Some),
        };
    }
    match by_value(&mut evaluator(task.stop()), boards) {
        Err(EndgameError::Unevaluated(Unevaluated::Stopped)) => Ok(None),
        result => result.map(Some),
    }
}

fn by_value(evaluator: &mut Evaluator<Board>, boards: &[Board]) -> Result<Beginners, EndgameError> {
    let mut parts = Vec::new();
    for region in boards.iter().flat_map(Partizan::parts) {
        parts.push(evaluator.value(&region)?);
    }
    let mut solver = SumSolver::default();
    Ok(Beginners {
        left_wins: solver.wins(&mut evaluator.forms, &parts, Player::First)?,
        right_wins: solver.wins(&mut evaluator.forms, &parts, Player::Second)?,
    })
}

fn by_search(board: &Board, task: &Task) -> Result<Option<Beginners>, EndgameError> {
    let mut wins = [None; 2];
    for player in Player::BOTH {
        let position = Position::new(*board, player);
        let title = format!("can {player}, to move, win?");
        let report = task.search(&title, |monitor| {
            ask(&position, Question { can_win: player }, &Options::default(), monitor)
        })?;
        wins[player as usize] = report.answer.known();
    }
    let [left_wins, right_wins] = wins;
    Ok(left_wins.zip(right_wins).map(|(left_wins, right_wins)| Beginners { left_wins, right_wins }))
}
