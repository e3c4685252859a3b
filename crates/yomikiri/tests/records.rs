//! Files of games, played through by the library.

use std::ops::ControlFlow;
use yomikiri::Task;
use yomikiri::records::{Fault, ReplayedGame, replay};
use yomikiri_game::{Outcome, Player, Status, Stop};
use yomikiri_trax::Rules;
use yomikiri_trax::record::parse_records;

/// One game of every kind: its line, and the kinds of its faults.
const FILE: &str = "red\t@0/ B1\\ A2\\\n\
                    white\t@0/ @1/\n\
                    none\t@0+ RESIGN\n\
                    @0/ DRAW\n\
                    @0/ Z9/\n\
                    white\t@0/ @1/ DRAW @1/\n\
                    none\t@0/ B1\\ A2\\\n";

#[test]
fn every_game_is_judged() {
    let records = parse_records(FILE.as_bytes()).expect("text");
    let mut games: Vec<ReplayedGame> = Vec::new();
    let summary = replay("file", &records, Rules::unlimited(), &Task::default(), |game| {
        games.push(game.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(games.len(), 7);
    assert_eq!(games[0].status, Status::Over(Outcome::Win(Player::Second)));
    assert_eq!((games[0].ending, games[0].plies, games[0].error()), (Some("loop"), 3, None));
    assert_eq!(games[1].error().as_deref(), Some("the file says first, the rules say the game is not over"));
    assert_eq!((games[2].error(), games[3].error()), (None, None));
    assert!(matches!(&games[4].faults[..], [Fault::Move(error)] if error.number == 2));
    assert_eq!(games[4].plies, 1);
    // Two faults of one game are both counted.
    assert!(matches!(games[5].faults[..], [Fault::Contradiction { .. }, Fault::AfterAgreement]));
    assert!(matches!(games[6].faults[..], [Fault::Contradiction { .. }]));
    assert_eq!((summary.games, summary.second, summary.first, summary.draw), (7, 2, 0, 0));
    assert_eq!((summary.open, summary.by_loop), (4, 2));
    assert_eq!((summary.resigned, summary.agreed_draws), (1, 2));
    assert_eq!((summary.illegal, summary.contradicted), (2, 3));
    assert_eq!(summary.first_error.map(|(line, _)| line), Some(2));
    assert!(summary.is_complete);
}

#[test]
fn a_request_to_stop_is_heard() {
    let records = parse_records(FILE.as_bytes()).expect("text");
    let stop = Stop::new();
    let task = Task::new(stop.clone());
    let summary = replay("file", &records, Rules::unlimited(), &task, |_| {
        stop.request();
        ControlFlow::Continue(())
    });
    assert_eq!((summary.games, summary.is_complete), (1, false));
}
