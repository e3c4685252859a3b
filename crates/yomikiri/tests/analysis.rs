//! The analysis engine: many queries, hostile lines, what is certain.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};
use yomikiri::analysis::{Analysis, Capacity, Engine, Event, Id, Known, Line};
use yomikiri::{NoFiles, Registry};
use yomikiri_game::{Player, SplitMix64, Status, Stop};
use yomikiri_search::Verdict;

fn capacity() -> Capacity {
    Capacity { threads: 2, memory: 32 << 20, usual_time: Duration::from_millis(200), ..Capacity::default() }
}

/// What an engine says to these lines.
fn told(lines: &[String], capacity: Capacity) -> Vec<Event> {
    let (sender, events) = channel();
    let sender = std::sync::Mutex::new(sender);
    let engine =
        Engine::new(capacity, Registry::shared(), NoFiles, Arc::default(), Stop::new(), move |event| {
            let sender = sender.lock().expect("no panic");
            sender.send(event).expect("somebody listens");
        });
    for line in lines {
        engine.receive(&Line::Text(line.clone()));
    }
    engine.finish();
    events.into_iter().collect()
}

fn last(lines: &[&str]) -> Analysis {
    let lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    let events = told(&lines, capacity());
    match events.into_iter().last() {
        Some(Event::Analysis(analysis)) => *analysis,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_mate_is_certain_and_every_move_is_judged() {
    let line = r#"{"id":1,"game":"trax","moves":"@0/ B1\\ C1\\ @1/ B2/","seconds":20,"all_moves":true}"#;
    let analysis = last(&[line]);
    assert!(analysis.is_final);
    assert_eq!((analysis.verdict, analysis.plies), (Verdict::Wins(Player::Second), Some(5)));
    assert_eq!(analysis.best_moves, ["A0\\", "D0/"]);
    let statuses = analysis.statuses.expect("asked for");
    assert_eq!(statuses[0].known, Some(Known::Wins));
    let wins: Vec<&str> = statuses
        .iter()
        .filter(|status| status.known == Some(Known::Wins))
        .map(|status| &*status.text)
        .collect();
    assert_eq!(wins, ["A0\\", "D0/"]);
    // A move that is said to lose leaves the opponent a mate: his analysis says so.
    let statuses = last(&[r#"{"id":1,"game":"trax","moves":"@0/","seconds":5,"all_moves":true}"#])
        .statuses
        .expect("asked for");
    let losing = statuses.iter().find(|status| status.known == Some(Known::Loses)).expect("one loses");
    let moves = format!("@0/ {}", losing.text);
    let line = format!(r#"{{"id":1,"game":"trax","moves":{moves:?},"seconds":20}}"#);
    assert_eq!(last(&[&line]).verdict, Verdict::Wins(Player::First));
}

#[test]
fn other_games_are_solved_and_a_finished_game_is_what_it_is() {
    let analysis = last(&[r#"{"id":"t","game":"gomoku:3x3,k=3","seconds":20}"#]);
    assert_eq!((analysis.verdict, analysis.id), (Verdict::Draw, Id::Text("t".to_owned())));
    let over = last(&[r#"{"id":"t","game":"trax","moves":"@0/ B1\\ A2\\"}"#]);
    assert_eq!(
        (over.verdict, over.status == Status::Open, over.ending),
        (Verdict::Wins(Player::Second), false, Some("loop"))
    );
}

#[test]
fn thirty_two_queries_at_once_are_all_answered() {
    let game = |number: usize| ["trax", "trax:8x8", "trax:6x6", "gomoku:4x4,k=4"][number % 4];
    let lines: Vec<String> = (0..32)
        .map(|number| format!(r#"{{"id":{number},"game":"{}","seconds":0.05,"every":0.01}}"#, game(number)))
        .collect();
    let events = told(&lines, capacity());
    let mut finals: Vec<Id> = events
        .into_iter()
        .filter_map(|event| match event {
            Event::Analysis(analysis) => analysis.is_final.then_some(analysis.id),
            other => panic!("{other:?}"),
        })
        .collect();
    finals.sort_by_key(ToString::to_string);
    finals.dedup();
    assert_eq!(finals.len(), 32);
}

#[test]
fn a_query_is_stopped_by_its_id() {
    let lines = [
        r#"{"id":"long","game":"trax:8x8","moves":"@0/ @1/","seconds":600,"every":1}"#,
        r#"{"id":"long","game":"trax"}"#,
        r#"{"id":"none","action":"stop"}"#,
        r#"{"id":"long","action":"stop"}"#,
    ]
    .map(str::to_owned);
    let started = Instant::now();
    let events = told(&lines, Capacity { threads: 1, ..capacity() });
    assert!(started.elapsed() < Duration::from_secs(60));
    let errors: Vec<String> = events
        .iter()
        .filter_map(|event| match event {
            Event::Error(error) => Some(error.message.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(errors, ["a query with this id is being answered", "there is no such query"]);
    let Some(Event::Analysis(analysis)) = events.last() else { panic!("an answer") };
    assert!(analysis.is_final && analysis.stopped.is_some());
}

/// Lines that mean harm: each is answered by at most a few events, and the next query is answered as if nothing had been.
#[test]
fn hostile_lines_are_answered_and_forgotten() {
    let seed =
        r#"{"id":1,"game":"trax:8x8","moves":"@0/ @1/ A0\\","nodes":10,"seconds":0.001,"all_moves":false}"#;
    let mut random = SplitMix64::new(1);
    let mut lines = Vec::new();
    for number in 0..2000 {
        let mut line: Vec<char> = seed.chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(line.len());
            match random.below(4) {
                0 => line[at] = char::from(random.below(127) as u8),
                1 => drop(line.remove(at)),
                2 => line.insert(at, ['{', '"', '\\', '9', '\u{202e}'][random.below(5)]),
                _ => line.truncate(at + 1),
            }
        }
        if number % 100 == 0 {
            line = "[".repeat(50_000).chars().collect();
        }
        if number % 101 == 0 {
            line = format!(r#"{{"id":{number},"game":"trax","moves":"{}"}}"#, "@0/ ".repeat(20_000))
                .chars()
                .collect();
        }
        if number % 103 == 0 {
            line = format!(r#"{{"id":{number},"game":"pg:/dev/zero"}}"#).chars().collect();
        }
        lines.push(line.into_iter().collect::<String>());
    }
    lines.push(r#"{"id":"last","game":"trax","moves":"@0/ B1+ C1\\"}"#.to_owned());
    let events =
        told(&lines, Capacity { waiting: 5000, most_time: Duration::from_millis(300), ..capacity() });
    assert!(events.len() <= lines.len(), "{} events", events.len());
    let is_last = |event: &Event| {
        matches!(event, Event::Analysis(analysis)
            if analysis.id == Id::Text("last".to_owned()) && analysis.verdict == Verdict::Wins(Player::Second))
    };
    assert!(events.iter().any(is_last));
}

#[test]
fn a_full_queue_refuses() {
    let lines: Vec<String> = (0..20)
        .map(|id| format!(r#"{{"id":{id},"game":"trax:8x8","moves":"@0/","seconds":0.05}}"#))
        .collect();
    let events = told(&lines, Capacity { threads: 1, waiting: 3, ..capacity() });
    let refused = events.iter().filter(|event| matches!(event, Event::Error(_))).count();
    assert!((10..=17).contains(&refused), "{refused}");
    assert_eq!(events.len(), 20);
}
