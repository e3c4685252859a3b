//! Annotated games: what is claimed is true, and what is wrong with a file stops nothing.

use std::ops::ControlFlow;
use std::time::Duration;
use yomikiri::Task;
use yomikiri::annotation::{AnnotatedGame, Confirming, Plan, annotate, page, record, text};
use yomikiri_game::{Game, Outcome, Player, Status, Stop, legal_moves, play_line, try_move};
use yomikiri_trax::record::{Claim, parse_records, read_records};
use yomikiri_trax::{Position, Rules};

fn annotated(file: &str, plan: &Plan) -> (Vec<AnnotatedGame>, yomikiri::annotation::Summary) {
    let mut games = Vec::new();
    let records = read_records(file.as_bytes());
    let summary = annotate("file", &records, None, plan, &Task::default(), |game| {
        games.push(game.clone());
        ControlFlow::Continue(())
    });
    (games, summary.expect("memory"))
}

fn suite(name: &str, games: usize) -> String {
    let path = format!("{}/../../suites/trax/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the suite");
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .take(games)
        .map(|line| line.to_owned() + "\n")
        .collect()
}

/// Whether a player wins within so many plies, by trying everything.
fn wins_within(position: &mut Position, player: Player, plies: u32) -> bool {
    if plies == 0 {
        return false;
    }
    let attacks = position.to_move() == player;
    let moves = legal_moves(position);
    let mut results = moves.into_iter().map(|turn| {
        let won = try_move(position, turn, |after, status| match status {
            Status::Over(outcome) => outcome == Outcome::Win(player),
            Status::Open => wins_within(after, player, plies - 1),
        });
        won == Some(true)
    });
    if attacks { results.any(|won| won) } else { results.all(|won| won) }
}

/// Short wins and losses that are claimed are there, by a search that shares nothing but the rules; and where neither is
/// claimed there is no win in one or three.
#[test]
fn verdicts_of_short_wins_are_right() {
    let (games, _) = annotated(
        &suite("games-8x8.tsv", 4),
        // Estimates are not claimed.
        &Plan { default_rules: Rules::square(8).expect("a board"), depth: 0, ..Plan::default() },
    );
    let mut checked = 0;
    for game in &games {
        for (ply, made) in game.moves.iter().enumerate().skip(1) {
            let start = Position::new(game.rules);
            let mut position =
                play_line(start, &game.record.moves[..ply].join(" ")).expect("it was played").position;
            match made.before {
                yomikiri::annotation::Verdict::Wins { player, plies: Some(plies) } if plies <= 3 => {
                    assert!(wins_within(&mut position, player, plies), "game {} ply {ply}", game.number);
                    checked += 1;
                }
                yomikiri::annotation::Verdict::Open => {
                    assert!(!wins_within(&mut position, made.player, 1), "game {} ply {ply}", game.number);
                }
                _ => {}
            }
        }
    }
    assert!(checked > 5, "{checked}");
}

/// Every claim that a win was thrown away is confirmed by df-pn, which looks at all moves. In these two games there are several.
#[test]
fn what_was_thrown_away_was_there() {
    let plan = Plan {
        default_rules: Rules::square(8).expect("a board"),
        time: Duration::from_secs(60),
        ..Plan::default()
    };
    let all = suite("games-8x8.tsv", 14);
    let lines: Vec<&str> = all.lines().collect();
    let (games, _) = annotated(&[lines[7], lines[13]].join("\n"), &plan);
    let mut confirming = Confirming::new(100, 1);
    games.iter().for_each(|game| confirming.add(game));
    let confirmed = confirming.ask(&Task::default()).expect("memory");
    assert!(confirmed.asked >= 5, "{confirmed:?}");
    assert!(confirmed.wrong.is_empty(), "{confirmed:?}");
    assert_eq!(confirmed.won_before, confirmed.asked, "{confirmed:?}");
}

const BAD: &str = "red\t@0/ B1\\ A2\\\nwhite\t@0/ B1\\ A2\\\n@0/ @1/ Z9+ @1/\nTrax\nAda vs Bob\n1. @0/ 2. @1/ 3. @0/ White resigns 1-0\n\né\n@0/ @1\\ A0/\n";

#[test]
fn what_is_wrong_is_reported_and_the_rest_goes_on() {
    let (games, summary) = annotated(BAD, &Plan::default());
    assert_eq!(games.len(), 5);
    let lines: Vec<usize> = summary.errors.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [2, 3, 6], "{:?}", summary.errors);
    assert_eq!(games[2].moves.len(), 2);
    assert!(games[0].moves[2].judgement.is_mistake(), "{:?}", games[0].moves[2]);
    assert_eq!(games[0].turning_point(), Some(2));
    assert!(text(&games[0]).contains(r"A2\??"), "{}", text(&games[0]));
    let ada = summary.players.iter().find(|(name, ..)| name == "Ada").expect("kept");
    assert_eq!(ada.1, 1);
}

/// The annotated record is a record of the same game.
#[test]
fn annotated_records_are_read_again() {
    let file = "8x8 Trax\nAda vs Bob B.\n1. @0/! {well} 2. @1+ ; hm\n3. @1\\ 4. A0\\ 5. @1\\\n1-0\n\n@0/ @1/ DRAW\n@0+ RESIGN\n";
    let (games, _) = annotated(file, &Plan { depth: 0, ..Plan::default() });
    let written: String = games.iter().map(record).collect();
    let again = parse_records(written.as_bytes()).expect("text");
    assert_eq!(again.len(), games.len(), "{written}");
    for (game, again) in games.iter().zip(&again) {
        assert_eq!(
            (&again.moves, &again.players, again.rules),
            (&game.record.moves, &game.record.players, Some(game.rules)),
            "{written}"
        );
        assert_eq!(again.agreement, game.record.agreement);
    }
    assert_eq!(again[0].claim, Some(Claim::Result(Outcome::Win(Player::First))));
    assert!(written.contains("; well") && written.contains("; hm"), "{written}");
}

#[test]
fn threads_keep_the_order_and_a_stop_is_heard() {
    let file = suite("games-unlimited.trx", 3);
    let plan = Plan { depth: 0, time: Duration::from_secs(1), ..Plan::default() };
    let (games, summary) = annotated(&file, &Plan { jobs: 3, ..plan });
    assert!(summary.is_complete);
    let numbers: Vec<usize> = games.iter().map(|game| game.number).collect();
    assert_eq!(numbers, [1, 2, 3]);
    let stop = Stop::new();
    stop.request();
    let records = read_records(file.as_bytes());
    let stopped = annotate("file", &records, None, &plan, &Task::new(stop), |_| ControlFlow::Continue(()));
    assert!(!stopped.expect("memory").is_complete);
}

#[test]
fn a_page_needs_nothing_else_and_cannot_be_broken_out_of() {
    let file = "Trax\n</script><b>Ada vs Bob & \"C\"\n1. @0/ ; </script><script>alert(1)</script>\n2. @1/\n";
    let (games, _) = annotated(file, &Plan::default());
    let page = page("a <b>", &games);
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("src="));
    assert!(page.contains("<title>a &lt;b&gt;</title>"));
}
