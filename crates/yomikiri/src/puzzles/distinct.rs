//! Problems that are unlike each other.
//!
//! Two problems are alike if one repeats the other, if one continues the other (a position on the way to it is the other's), or
//! if they come from the same opening. All of this is up to rotation, reflection and an exchange of the colours. Without it a set
//! made from random games is smaller than it looks: one game has a mate move after move, and the next game may begin in the same way.
//!
//! Positions are compared by their cells. A hash would be shorter, but this need not be fast: a search for mates takes far longer.

use crate::puzzles::{PuzzleError, position_of};
use rustc_hash::FxHashSet;
use yomikiri_game::{Game, Notation, Played, Player};
use yomikiri_trax::diagram::Diagram;
use yomikiri_trax::puzzle::Puzzle;
use yomikiri_trax::{Position, Rules};

/// The length of an opening, in moves.
pub const OPENING: usize = 8;

/// A position as the player to move sees it: the least of its images, with that player's lines in white. The rules treat the
/// colours alike, so two positions with the same view are the same problem.
#[must_use]
pub(crate) fn view(position: &Position) -> Diagram {
    let diagram = position.diagram();
    match position.to_move() {
        Player::First => diagram.canonical(),
        Player::Second => diagram.recoloured().canonical(),
    }
}

/// The positions of a game from its first move on.
#[derive(Clone, Debug, Default)]
pub struct GameLine(Vec<Diagram>);

impl GameLine {
    /// Adds the position after the next move.
    pub fn push(&mut self, position: &Position) {
        self.0.push(view(position));
    }

    /// The positions on the way to a problem, its own the last.
    ///
    /// # Errors
    /// If its moves cannot be played, or the game is over after them.
    pub fn of_puzzle(puzzle: &Puzzle, default_rules: Rules) -> Result<Self, PuzzleError> {
        let last = position_of(puzzle, default_rules)?;
        let mut line = Self::default();
        let mut position = Position::new(*last.rules());
        for text in &puzzle.moves {
            // All of them can be played: they were just now.
            if let Ok(turn) = position.parse_move(text)
                && let Played::Open(_) = position.play(turn)
            {
                line.push(&position);
            }
        }
        // The problem may name another player to move.
        line.0.pop();
        line.push(&last);
        Ok(line)
    }

    fn opening(&self) -> Option<&Diagram> {
        self.0.get(OPENING - 1)
    }
}

/// Problems, no two of which are alike.
#[derive(Clone, Debug, Default)]
pub struct DistinctProblems {
    /// Their positions.
    problems: FxHashSet<Diagram>,
    /// The positions on the way to them.
    passed: FxHashSet<Diagram>,
    /// Their openings.
    openings: FxHashSet<Diagram>,
}

impl DistinctProblems {
    /// The problems of a file, each with the number of its line. They may be alike.
    ///
    /// # Errors
    /// If one of them has no position: the number of its line, and why.
    pub fn of_file(puzzles: &[(usize, Puzzle)], default_rules: Rules) -> Result<Self, (usize, PuzzleError)> {
        let mut known = Self::default();
        for (number, puzzle) in puzzles {
            known.insert(&GameLine::of_puzzle(puzzle, default_rules).map_err(|error| (*number, error))?);
        }
        Ok(known)
    }

    /// Whether the last position of a game is unlike all these problems.
    #[must_use]
    pub fn admits(&self, line: &GameLine) -> bool {
        let repeated = line.0.last().is_some_and(|last| self.passed.contains(last));
        !repeated && !self.is_closed_to(line)
    }

    /// Whether a game has come by one of these problems or from the opening of one, so that none of its later positions is unlike
    /// them.
    #[must_use]
    pub fn is_closed_to(&self, line: &GameLine) -> bool {
        line.opening().is_some_and(|opening| self.openings.contains(opening))
            || line.0.iter().any(|position| self.problems.contains(position))
    }

    /// Adds the last position of a game.
    pub fn insert(&mut self, line: &GameLine) {
        self.openings.extend(line.opening().cloned());
        self.problems.extend(line.0.last().cloned());
        self.passed.extend(line.0.iter().cloned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game::{PositionText, Status, legal_moves, play_line};
    use yomikiri_trax::diagram::SYMMETRIES;

    /// A game of 11 moves.
    const GAME: &str = r"@0/ A0+ A0\ @2\ C3+ A4/ @4/ D2/ B5/ B6+ C6\";

    fn line(moves: &str) -> GameLine {
        let mut line = GameLine::default();
        let mut position = Position::new(Rules::unlimited());
        for text in moves.split(' ') {
            position = play_line(position, text).expect(moves).position;
            line.push(&position);
        }
        line
    }

    fn shortened(moves: &str, count: usize) -> String {
        moves.split(' ').take(count).collect::<Vec<_>>().join(" ")
    }

    /// The first so many moves of the game, and then so many others.
    fn branch(count: usize, others: usize) -> String {
        let mut moves = shortened(GAME, count);
        let next = GAME.split(' ').nth(count).expect("the game goes on");
        for _ in 0..others {
            let mut position = play_line(Position::new(Rules::unlimited()), &moves).expect("legal").position;
            let texts = legal_moves(&mut position).into_iter().map(|turn| position.move_text(turn));
            let goes_on = |text: &String| {
                let line = play_line(position.clone(), text).expect("a legal move");
                text != next && line.status == Status::Open
            };
            let other = texts.collect::<Vec<_>>().into_iter().find(goes_on).expect("another move");
            moves = format!("{moves} {other}");
        }
        moves
    }

    fn only(moves: &str) -> DistinctProblems {
        let mut known = DistinctProblems::default();
        assert!(known.admits(&line(moves)), "an empty set admits everything");
        known.insert(&line(moves));
        known
    }

    #[test]
    fn repeats_are_refused_whatever_their_orientation_and_colours() {
        let moves = shortened(GAME, 5);
        let known = only(&moves);
        let empty = Position::new(Rules::unlimited());
        let diagram = play_line(empty.clone(), &moves).expect("legal moves").position.diagram();
        let admitted = |diagram: &Diagram, player: &str| {
            let text = format!("{diagram} {player}");
            let mut line = GameLine::default();
            line.push(&empty.parse_position(&text).expect(&text));
            known.admits(&line)
        };
        for symmetry in SYMMETRIES {
            let image = diagram.image(symmetry);
            assert!(!admitted(&image, "red"), "{image}");
            assert!(!admitted(&image.recoloured(), "white"), "{image}");
            assert!(admitted(&image, "white") && admitted(&image.recoloured(), "red"), "another problem");
        }
        assert_eq!(diagram.recoloured().recoloured(), diagram);
    }

    #[test]
    fn what_continues_another_is_refused_in_either_order() {
        // Shorter than an opening, so that no opening is compared.
        let (short, long) = (shortened(GAME, 5), shortened(GAME, 7));
        assert!(!only(&short).admits(&line(&long)));
        assert!(only(&short).is_closed_to(&line(&long)));
        assert!(!only(&long).admits(&line(&short)));
        // A longer game may still leave the way to that problem.
        assert!(!only(&long).is_closed_to(&line(&short)));
        assert!(only(&long).admits(&line(&branch(5, 1))));
    }

    #[test]
    fn two_problems_do_not_share_an_opening() {
        let known = only(&shortened(GAME, OPENING + 2));
        let (same, other) = (line(&branch(OPENING, 1)), line(&branch(OPENING - 1, 2)));
        assert!(!known.admits(&same) && known.is_closed_to(&same));
        assert!(known.admits(&other));
    }
}
