//! The opponent for Trax: [`yomikiri_player`].

use super::{Choice, Opponent, PlayError, Reason, Style};
use crate::puzzles::line_text;
use crate::task::Task;
use yomikiri_game::Notation;
use yomikiri_player::Strength;
use yomikiri_search::SetupError;
use yomikiri_trax::Position;

/// The memory for what it has seen.
const MEMORY: u64 = 64 << 20;

/// The opponent.
pub(super) struct Player(yomikiri_player::Player);

fn strength(style: Style) -> Strength {
    Strength { seed: style.seed, ..Strength::level(style.level, style.time) }
}

impl Player {
    pub(super) fn new(style: Style) -> Result<Self, SetupError> {
        yomikiri_player::Player::new(strength(style), MEMORY).map(Self)
    }
}

impl Opponent for Player {
    fn choose(&mut self, board: &dyn crate::Board, task: &Task) -> Result<Choice, PlayError> {
        let position = board.position::<Position>().ok_or(PlayError::OtherGame)?;
        let choice = self.0.choose(position, task.stop()).ok_or(PlayError::NoMove)?;
        Ok(Choice {
            text: position.move_text(choice.turn),
            reason: Reason::Trax(choice.why),
            line: line_text(position, &choice.line),
        })
    }

    fn set_style(&mut self, style: Style) {
        self.0.set_strength(strength(style));
    }
}
