//! Amazons endgames: boards taken apart into regions, with the value of each and of every move.

use std::sync::Arc;
use yomikiri_amazons::{Board, Move};
use yomikiri_cgt::evaluate::{Evaluator, Unevaluated};
use yomikiri_cgt::strategies::Part;
use yomikiri_cgt::sums::SumSolver;
use yomikiri_cgt::{Form, Forms, Thermograph, TooLarge};
use yomikiri_draw::thermograph::Series;
use yomikiri_game::{Partizan, Player};

/// How many positions an evaluation may meet, and how many different games: the open 4×4 board needs a quarter of both.
const MOST_POSITIONS: usize = 400_000;
const MOST_FORMS: u32 = 1_000_000;

/// An evaluator for one command.
pub(crate) fn evaluator() -> Evaluator<Board> {
    Evaluator::new(Forms::with_limit(MOST_FORMS), MOST_POSITIONS)
}

/// An evaluator that gives up after about a second.
pub(crate) fn small_evaluator() -> Evaluator<Board> {
    Evaluator::new(Forms::with_limit(200_000), 10_000)
}

/// A region of a board.
pub(crate) struct Region {
    /// The region on a board of the original size, everything else shot.
    pub(crate) board: Board,
    pub(crate) value: Form,
    /// The moves of Left and of Right in it, with the values they lead to.
    pub(crate) moves: [Vec<(Move, Form)>; 2],
}

impl Region {
    /// What strategies need to know of it.
    pub(crate) fn part(&self) -> Part {
        let values = |moves: &[(Move, Form)]| moves.iter().map(|&(_, value)| value).collect();
        Part { value: self.value, options: [values(&self.moves[0]), values(&self.moves[1])] }
    }
}

/// Takes a board apart and evaluates its regions and all moves in them.
pub(crate) fn regions(evaluator: &mut Evaluator<Board>, board: &Board) -> Result<Vec<Region>, Unevaluated> {
    let mut regions = Vec::new();
    for board in board.regions() {
        let value = evaluator.value(&board)?;
        let mut moves = [Vec::new(), Vec::new()];
        for (player, moves) in Player::BOTH.into_iter().zip(&mut moves) {
            for (m, after) in board.continuations(player) {
                moves.push((m, evaluator.value(&after)?));
            }
        }
        regions.push(Region { board, value, moves });
    }
    Ok(regions)
}

/// Whether Left wins moving first, and Right moving first, in a sum of boards.
pub(crate) fn outcome(
    evaluator: &mut Evaluator<Board>,
    boards: &[Board],
) -> Result<(bool, bool), Unevaluated> {
    let mut parts = Vec::new();
    for region in boards.iter().flat_map(Partizan::parts) {
        parts.push(evaluator.value(&region)?);
    }
    let mut solver = SumSolver::default();
    let mut wins = |player| {
        let wins = solver.wins(&mut evaluator.forms, &parts, player);
        wins.map_err(|error| Unevaluated::Value(error.into()))
    };
    Ok((wins(Player::First)?, wins(Player::Second)?))
}

/// A thermograph to be drawn.
pub(crate) fn series(forms: &mut Forms, form: Form, label: String) -> Result<Series, TooLarge> {
    let thermograph: Arc<Thermograph> = forms.thermograph(form)?;
    let corners = |player| {
        let corners = thermograph.wall(player).corners();
        corners.iter().map(|corner| (corner.t.to_f64(), corner.value.to_f64())).collect()
    };
    Ok(Series { label, left: corners(Player::First), right: corners(Player::Second) })
}

/// A board as rows of characters.
pub(crate) fn rows(board: &Board) -> Vec<Vec<char>> {
    board.to_string().split('|').map(|row| row.chars().collect()).collect()
}
