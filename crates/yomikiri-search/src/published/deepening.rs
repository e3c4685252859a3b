//! Iterative deepening as in paper 001.
//!
//! Every position that the search comes to is a node: also one at the limit of the depth, and one at which the game is over.
//! With a table, every position is looked up before it counts, so that the nodes are the look-ups that found nothing.

use crate::deepening::{DepthTable, Known};
use crate::question::Question;
use crate::table::Handle;
use crate::watch::{StopReason, Watch};
use yomikiri_game::{Canonical, Played};

/// Answers the question about `game`. The last depth is left in the statistics.
pub(crate) fn search<G: Canonical>(
    game: &mut G,
    question: Question,
    table: Option<&DepthTable>,
    watch: &mut Watch<'_>,
) -> Result<bool, StopReason> {
    let mut search = Deepening { question, table: table.map(DepthTable::handle), watch };
    for depth in 1.. {
        search.watch.reached(depth)?;
        if let Some(answer) = search.visit(game, None, depth)? {
            return Ok(answer);
        }
    }
    unreachable!("progress bounds the length of a game")
}

struct Deepening<'a, 'w> {
    question: Question,
    table: Option<Handle<'a, Known>>,
    watch: &'a mut Watch<'w>,
}

impl Deepening<'_, '_> {
    /// Searches to a depth, which may be 0; `None` if that does not decide the position. `ended` is the answer if the game
    /// is over here.
    fn visit<G: Canonical>(
        &mut self,
        game: &mut G,
        ended: Option<bool>,
        depth: u32,
    ) -> Result<Option<bool>, StopReason> {
        let key = self.table.is_some().then(|| game.key());
        if let Some((known, _)) = self.table.as_ref().zip(key).and_then(|(table, key)| table.get(key)) {
            match known {
                Known::Decided(answer) => return Ok(Some(answer)),
                Known::UndecidedAt(searched) if searched >= depth => return Ok(None),
                Known::UndecidedAt(_) => {}
            }
        }
        self.watch.node()?;
        let before = self.watch.statistics.nodes;
        let found = match ended {
            None if depth > 0 => self.look_ahead(game, depth)?,
            ended => ended,
        };
        if let Some((table, key)) = self.table.as_mut().zip(key) {
            let known = found.map_or(Known::UndecidedAt(depth), Known::Decided);
            table.put(key, known, self.watch.statistics.nodes - before);
            table.rest();
            self.watch.show_table(table.table());
        }
        Ok(found)
    }

    fn look_ahead<G: Canonical>(&mut self, game: &mut G, depth: u32) -> Result<Option<bool>, StopReason> {
        let wanted = self.question.answer_in_favour_of(game.to_move());
        let mut moves = Vec::new();
        game.all_moves(&mut moves);
        let (mut stuck, mut all_known) = (true, true);
        for m in moves {
            let (ended, token) = match game.play(m) {
                Played::Illegal => continue,
                Played::Open(token) => (None, token),
                Played::Over(outcome, token) => (Some(self.question.answered_by(outcome)), token),
            };
            let answer = self.visit(game, ended, depth - 1)?;
            game.undo(token);
            stuck = false;
            match answer {
                Some(answer) if answer == wanted => return Ok(Some(wanted)),
                Some(_) => {}
                None => all_known = false,
            }
        }
        Ok(if stuck {
            Some(self.question.answered_by(game.outcome_when_stuck()))
        } else {
            all_known.then_some(!wanted)
        })
    }
}
