//! Problems from games that were really played: at most one of each game, the hardest.

use crate::puzzles::TableFor;
use crate::puzzles::compose::Candidate;
use crate::puzzles::distinct::view;
use crate::puzzles::make::{Recipe, judge};
use crate::task::Task;
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;
use yomikiri_game::{Game, Notation, Played};
use yomikiri_search::{Monitor, SetupError};
use yomikiri_trax::Position;
use yomikiri_trax::puzzle::{Claim, Puzzle};
use yomikiri_trax::record::Record;

/// Makes problems of the positions of games and gives each to `take`, until there are enough or `take` breaks off. Gives
/// their number. A game is followed as far as it can be played; its rules are those of the recipe if it names none.
///
/// # Errors
/// If the memory cannot be had.
pub fn make_from_games(
    recipe: &Recipe,
    records: &[Record],
    task: &Task,
    mut take: impl FnMut(Puzzle) -> ControlFlow<()>,
) -> Result<usize, SetupError> {
    task.steps_with_detail("problems from games", "games", Some("problems"), |progress| {
        progress.expect(records.len() as u64);
        let monitor = Monitor::new(progress.stop().clone());
        let mut tables = TableFor::new(recipe.memory);
        let mut known = FxHashSet::default();
        let mut made = 0;
        for record in records {
            if made >= recipe.count {
                break;
            }
            let rules = record.rules.unwrap_or(recipe.rules);
            let table = tables.rules(rules)?;
            let mut hardest: Option<(u8, Puzzle)> = None;
            let mut position = Position::new(rules);
            for (played, text) in record.moves.iter().enumerate() {
                let Ok(turn) = position.parse_move(text) else {
                    break;
                };
                if played > 0 {
                    let mut candidate = Candidate { position: &mut position, moves: &record.moves[..played] };
                    let puzzle = judge(recipe, &mut candidate, table, &monitor);
                    let grade = puzzle.as_ref().map_or(0, grade);
                    let mut is_new = || known.insert(view(&position));
                    if let Some(puzzle) = puzzle
                        && hardest.as_ref().is_none_or(|(most, _)| grade > *most)
                        && is_new()
                    {
                        hardest = Some((grade, puzzle));
                    }
                }
                let Played::Open(_) = position.play(turn) else {
                    break;
                };
            }
            if progress.is_stopped() {
                break;
            }
            if let Some((_, puzzle)) = hardest {
                made += 1;
                progress.show(made as u64);
                if take(puzzle).is_break() {
                    break;
                }
            }
            if progress.advance(1).is_err() {
                break;
            }
        }
        Ok(made)
    })
}

fn grade(puzzle: &Puzzle) -> u8 {
    match &puzzle.claim {
        Claim::Solved(solved) => solved.grade,
        Claim::Wins { plies, .. } => *plies,
    }
}
