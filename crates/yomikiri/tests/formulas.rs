//! Games through formulas, as the library offers it.

use yomikiri::formulas::{Approach, Comparison, Encoding, FormulaError, GameFormula, Plan, Strategy, agreed};
use yomikiri::{Game, GameName, METHODS, NoFiles, Task, view};
use yomikiri_game::{Duration, Player};
use yomikiri_qbf::Budget;
use yomikiri_search::{By, Verdict};

fn game(name: &str) -> Game {
    name.parse::<GameName>().expect(name).load(&NoFiles).expect(name)
}

/// Searches and the embedded solver, which are on every machine.
fn approaches() -> Vec<Approach> {
    let searches = METHODS.into_iter().map(Approach::Search);
    searches.chain([Approach::Formula(yomikiri::formulas::Solver::Embedded)]).collect()
}

#[test]
fn all_ways_agree() {
    for (name, turns, expected) in [
        ("gttt:3x3,animal=tippy", 9, Verdict::Wins(Player::First)),
        ("gttt:3x3,animal=tippy", 7, Verdict::Draw),
        ("gttt:3x3,animal=domino,p=2", 4, Verdict::Wins(Player::Second)),
        ("torus:3x3,animal=el", 5, Verdict::Wins(Player::First)),
    ] {
        for encoding in [None, Some(Encoding::Direct)] {
            let comparison = Comparison { turns, encoding, time: Duration::from_secs(600) };
            let cells = comparison.run(&game(name), &approaches(), &Task::default()).expect(name);
            assert_eq!(cells.len(), METHODS.len() + 1);
            assert!(cells.iter().all(|cell| cell.verdict == expected), "{name}, {turns}: {cells:?}");
            assert_eq!(agreed(&cells), Some(expected));
            let names: Vec<_> = cells.iter().map(|cell| cell.by.to_string()).collect();
            assert_eq!(names, ["dfs", "id", "id-table", "pns", "dfpn", "embedded"]);
        }
    }
}

#[test]
fn cells_that_differ_are_noticed() {
    let comparison = Comparison { turns: 5, encoding: None, time: Duration::from_secs(600) };
    let mut cells =
        comparison.run(&game("gttt:3x3,animal=el"), &approaches(), &Task::default()).expect("a small game");
    cells[0].verdict = Verdict::Unknown;
    assert_eq!(agreed(&cells), Some(Verdict::Wins(Player::First)));
    cells[1].verdict = Verdict::Draw;
    assert_eq!(agreed(&cells), None);
    cells.iter_mut().for_each(|cell| cell.verdict = Verdict::Unknown);
    assert_eq!(agreed(&cells), Some(Verdict::Unknown));
}

#[test]
fn a_decision_says_what_it_follows_from() {
    let game = game("gttt:3x3,animal=tic");
    let decided = Plan::default().decide(&game, &Task::default()).expect("a small game");
    let by: Vec<_> = decided.answers.answers.iter().map(|answered| answered.by).collect();
    assert_eq!((decided.verdict(), by), (Verdict::Draw, vec![By::Search, By::Theorem]));
    let plan = Plan { theorems: false, ..Plan::default() };
    let decided = plan.decide(&game, &Task::default()).expect("a small game");
    assert!(decided.answers.answers.iter().all(|answered| answered.by == By::Search));
    let object = view::object(view::Decision::from(&decided));
    assert_eq!((&object["type"], &object["verdict"]), (&"decision".into(), &"draw".into()));
    assert_eq!(object["questions"][1]["can_win"], false);
}

#[test]
fn what_has_no_formula_is_refused() {
    let budget = Budget::default();
    let trax = GameFormula::new(&game("trax:3x3"), None, Player::First, None, &budget);
    assert!(matches!(trax, Err(FormulaError::NoFormula(_))));
    let trax = GameFormula::new(&game("trax:3x3"), None, Player::First, Some(Encoding::Corrective), &budget);
    assert!(matches!(trax, Err(FormulaError::NoWinningSets(_))));
    let lost = Strategy::find(&game("gttt:3x3,animal=tic"), None, Player::First, &Task::default());
    assert!(matches!(lost, Err(FormulaError::NoWinningMove(_))), "{lost:?}");
}

#[test]
fn a_strategy_is_text() {
    let strategy = Strategy::find(&game("gttt:3x3,animal=el"), None, Player::First, &Task::default());
    let text = strategy.expect("the first player wins").to_string();
    assert!(text.starts_with("# gttt:3x3,animal=el: first wins\n\t"), "{text}");
}
