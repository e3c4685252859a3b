//! An opponent who plays from books: a perfect one, as far as they go.
//!
//! A proof that the other player cannot win has a move for every reply, so whoever plays by it never loses. Where the books say
//! nothing, or the player to move has nothing to keep, another opponent chooses.

use super::{Choice, Opponent, PlayError, Reason, Style};
use crate::board::Board;
use crate::game::Game;
use crate::task::Task;
use yomikiri_game::{Player, Status};
use yomikiri_search::Verdict;

pub(super) struct Reader {
    game: Game,
    /// Who plays where no book does.
    player: Box<dyn Opponent>,
}

impl Reader {
    pub(super) fn new(game: Game, player: Box<dyn Opponent>) -> Self {
        Self { game, player }
    }
}

impl Opponent for Reader {
    fn choose(&mut self, board: &dyn Board, task: &Task) -> Result<Choice, PlayError> {
        if let (Status::Open, Some(subject)) = (board.status(), board.pieces().subject()) {
            let mover = board.to_move();
            let ask = |player| self.game.books().about(&subject, board.history(), player, task.stop());
            let pages = [ask(Player::First)?, ask(Player::Second)?];
            let [first, second] = [&pages[0], &pages[1]].map(|page| page.as_ref().map(|page| page.answer));
            let verdict = Verdict::from_answers(first, second);
            // His own win before a draw. What has a move is his to keep.
            let order = [mover, !mover].map(|player| &pages[player as usize]);
            let text = order.into_iter().flatten().find_map(|page| page.best_move.clone());
            if let Some(text) = text {
                return Ok(Choice { line: vec![text.clone()], text, reason: Reason::Book { verdict } });
            }
        }
        self.player.choose(board, task)
    }

    fn set_style(&mut self, style: Style) {
        self.player.set_style(style);
    }
}
