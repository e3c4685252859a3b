//! **A file of problems is refused, or reads back as it is written; and no problem makes the solver panic.**
//!
//! Any bytes. What is read is written and read again; positions that are legal and not too large are solved with few
//! nodes, by every way of seeing threats. A mate that is found has a line that replays and wins.

use yomikiri_game::{Game, Outcome, Played, Status, play_line, status};
use yomikiri_search::{Detector, Effort, Limits, MINIMUM_MEMORY, MateOptions, MateTable, Monitor, find_mate};
use yomikiri_trax::puzzle::{Claim, parse_puzzles};
use yomikiri_trax::{Position, Rules};

const MOST_MOVES: usize = 24;

/// Whether the input is of use; panics if it breaks the invariant.
pub fn run(bytes: &[u8]) -> bool {
    let Ok(puzzles) = parse_puzzles(bytes) else {
        return true;
    };
    for (_, puzzle) in puzzles {
        assert_eq!(puzzle.to_string().parse().as_ref(), Ok(&puzzle));
        let rules = puzzle.rules.unwrap_or_else(|| Rules::square(8).expect("a board"));
        if puzzle.moves.len() > MOST_MOVES {
            continue;
        }
        let Ok(line) = play_line(Position::new(rules), &puzzle.moves.join(" ")) else {
            continue;
        };
        if line.status != Status::Open {
            continue;
        }
        let mut position = match &puzzle.claim {
            Claim::Solved(solved) => line.position.with_to_move(solved.side),
            Claim::Wins { .. } => line.position,
        };
        for detector in [Detector::Exact, Detector::Shape, Detector::Trial, Detector::Killer(1)] {
            let options = MateOptions {
                max_plies: 5,
                detector,
                effort: Effort::Both { shorter_nodes: Some(100), full_nodes: Some(100) },
                all: true,
                limits: Limits { nodes: Some(2_000), time: None },
            };
            let table = MateTable::new(MINIMUM_MEMORY).expect("little memory");
            let report = find_mate(&mut position, &options, &table, &Monitor::default());
            if let Some(mate) = report.mate() {
                let mut end = position.clone();
                let mut over = None;
                for &turn in &mate.line {
                    over = match end.play(turn) {
                        Played::Illegal => panic!("an illegal move in the line"),
                        Played::Open(_) => None,
                        Played::Over(outcome, _) => Some(Status::Over(outcome)),
                    };
                }
                let over = over.unwrap_or_else(|| status(&mut end));
                assert_eq!(over, Status::Over(Outcome::Win(position.to_move())), "{position:?} {mate:?}");
            }
        }
    }
    true
}
