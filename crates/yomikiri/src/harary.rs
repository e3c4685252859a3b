//! Harary's table: the least board on which the first player wins an animal, and the moves that it takes.

use crate::task::Task;
use yomikiri_game::{Duration, Instant, Player};
use yomikiri_polyomino::{Arena, Position, Rules, rules::RulesError};
use yomikiri_search::{Limits, Options, Question, SetupError, ask};

/// Animal, board number, move number.
const KNOWN: &str = include_str!("../data/harary.tsv");

/// The largest board that is tried.
const LARGEST: u32 = 8;

/// An animal with its known numbers, as texts: some are unknown or infinite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Animal {
    /// Its name.
    pub name: &'static str,
    /// The least n such that the first player wins on n×n.
    pub board: &'static str,
    /// The least number of moves that the first player needs on that board.
    pub moves: &'static str,
}

/// What was found out about an animal.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The animal.
    pub animal: Animal,
    /// The least n such that the first player wins on n×n, if it was found.
    pub board: Option<u32>,
    /// The moves that the first player needs there, if they were found.
    pub moves: Option<u32>,
    /// On boards up to this one the first player does not win.
    pub no_win_up_to: u32,
    /// The time it took.
    pub seconds: f64,
}

/// Why an animal could not be looked at.
#[derive(Debug, thiserror::Error)]
pub enum HararyError {
    /// There are no such rules.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The memory cannot be had.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// The animals, in the order of the table.
pub fn animals() -> impl Iterator<Item = Animal> {
    KNOWN.lines().filter(|line| !line.starts_with('#')).filter_map(|row| {
        let mut fields = row.split('\t');
        Some(Animal { name: fields.next()?, board: fields.next()?, moves: fields.next()? })
    })
}

impl Animal {
    /// Looks for the numbers of the animal, for so long at most per question.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn find(self, time: Duration, task: &Task) -> Result<Found, HararyError> {
        let started = Instant::now();
        let mut found = Found { animal: self, board: None, moves: None, no_win_up_to: 0, seconds: 0.0 };
        for size in 1..=LARGEST {
            match self.first_wins(size, None, time, task)? {
                Some(false) => found.no_win_up_to = size,
                None => break,
                Some(true) => {
                    found.board = Some(size);
                    found.moves = self.fewest_moves(size, time, task)?;
                    break;
                }
            }
        }
        found.seconds = started.elapsed().as_secs_f64();
        Ok(found)
    }

    /// The least number of moves with which the first player wins; `None` if that is not decided in time.
    fn fewest_moves(self, size: u32, time: Duration, task: &Task) -> Result<Option<u32>, HararyError> {
        for moves in 1..=size * size / 2 + 1 {
            match self.first_wins(size, Some(2 * moves - 1), time, task)? {
                Some(true) => return Ok(Some(moves)),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    fn first_wins(
        self,
        size: u32,
        turns: Option<u32>,
        time: Duration,
        task: &Task,
    ) -> Result<Option<bool>, HararyError> {
        let turns = turns.map(|turns| format!(",turns={turns}")).unwrap_or_default();
        let name = format!("gttt:{size}x{size},animal={}{turns}", self.name);
        let rules: Rules = name.parse()?;
        let start = Position::<1>::new(Arena::of_rules(&rules));
        let options = Options { limits: Limits { time: Some(time), nodes: None }, ..Options::default() };
        let question = Question { can_win: Player::First };
        let report = task.search(&name, |monitor| ask(&start, question, &options, monitor))?;
        Ok(report.answer.known())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_names_an_animal() {
        let rows = KNOWN.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(animals().count(), rows);
        for animal in animals() {
            let rules: Result<Rules, _> = format!("gttt:4x4,animal={}", animal.name).parse();
            assert!(rules.is_ok(), "{animal:?}");
        }
    }

    #[test]
    fn small_animals_are_as_known() {
        for animal in animals().filter(|animal| ["domino", "el", "tic"].contains(&animal.name)) {
            let found = animal.find(Duration::from_secs(600), &Task::default()).expect("memory is to be had");
            assert_eq!(found.board.map(|board| board.to_string()).as_deref(), Some(animal.board));
            assert_eq!(found.moves.map(|moves| moves.to_string()).as_deref(), Some(animal.moves));
        }
    }
}
