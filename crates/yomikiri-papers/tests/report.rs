//! Reports, and the stored reference run.

use serde_json::{Value, json};
use std::time::Duration;
use yomikiri::view::papers::PaperReport;
use yomikiri::{Event, Task, view};
use yomikiri_papers::searches::Search;
use yomikiri_papers::{
    Experiment, LIMITED_TRAX, Paper, Report, Run, SIX_BY_SIX, Settings, Status, plan, stored,
};

fn reference() -> Value {
    serde_json::from_str(include_str!("../../../docs/results/report.json")).expect("JSON")
}

/// Runs experiments without a limit of time, so that nothing depends on the speed of the machine.
fn report_on(experiments: Vec<Experiment>) -> Value {
    let run = Run::within(None, experiments, Settings::default().memory, &Task::default()).expect("it runs");
    assert!(run.experiments.iter().all(|(_, status)| matches!(status, Status::Done(_))));
    view::object(PaperReport::from(&run))
}

/// What identifies a search, and what must repeat.
fn searches(report: &Value) -> Vec<(String, Value)> {
    let searches = report["searches"].as_array().expect("a list").iter();
    searches
        .map(|search| {
            let name = format!("{} {} {}", search["game"], search["method"], search["player"]);
            (name, json!([search["can_win"], search["nodes"]]))
        })
        .collect()
}

/// The searches as in the papers, as they were measured once.
fn as_in_the_papers() -> Vec<(String, Value)> {
    let mut known = Vec::new();
    for paper in [&LIMITED_TRAX, &SIX_BY_SIX] {
        for figure in paper.figures() {
            let command = Search::of_figure(paper, &figure, Settings::default().memory).command();
            if let Some(stored) = stored::by_command(&command) {
                let (game, player) = (paper.game(figure.size), figure.can_win);
                let name = format!("\"{game}\" \"{}\" \"{player}\"", figure.label);
                known.push((name, json!([stored.can_win, stored.nodes])));
            }
        }
    }
    known
}

#[test]
fn the_reference_run_repeats() {
    let reference = reference();
    let known = searches(&reference);
    // Eight boards our own way and ten as in the papers, two questions each; 6×6 as in the papers does not fit in ten minutes.
    assert!(known.len() >= 36, "the reference run has {} searches", known.len());
    assert!(known.iter().all(|(_, result)| result[0] == false), "every board is a draw");
    let mut short = plan(None, &Settings::default());
    short.retain(|experiment| {
        matches!(experiment.paper, Paper::LimitedTrax | Paper::SixBySix)
            && experiment.expected <= Duration::from_secs(2)
    });
    let again = report_on(short);
    let results = searches(&again);
    // Six boards our own way, four as in the papers, two questions each.
    assert_eq!(results.len(), 20, "{results:?}");
    let as_in = as_in_the_papers();
    for (name, result) in &results {
        let known = if name.contains("default") { &known } else { &as_in };
        let before = known.iter().find(|(known, _)| known == name);
        assert_eq!(before.map(|(_, result)| result), Some(result), "{name}");
    }
    let counts = |report: &Value| -> Vec<(Value, Value)> {
        let counts = report["counts"].as_array().expect("a list").iter();
        counts.map(|count| (count["game"].clone(), count["configurations"].clone())).collect()
    };
    let known = counts(&reference);
    assert!(known.contains(&("trax:8x8".into(), "262145574057383975162596".into())), "{known:?}");
    assert_eq!(counts(&again).len(), 2);
    for count in counts(&again) {
        assert!(known.contains(&count), "{count:?}");
    }
}

#[test]
fn the_formulas_have_the_values_of_the_reference_run() {
    let mut ours = plan(Some(Paper::GeneralisedTicTacToe), &Settings::default());
    ours.retain(|experiment| experiment.id == "004-formulas");
    let again = report_on(ours);
    let is_ours = |cell: &&Value| {
        let method = cell["method"].as_str().expect("a name");
        !method.ends_with("as in 004") && !method.ends_with("direct")
    };
    let values = |report: &Value| -> Vec<Value> {
        let cells = report["formulas"].as_array().expect("a list").iter();
        cells
            .filter(is_ours)
            .map(|cell| json!([cell["game"], cell["turns"], cell["method"], cell["verdict"]]))
            .collect()
    };
    assert_eq!(values(&again).len(), 180);
    assert_eq!(values(&again), values(&reference()));
}

#[test]
fn a_stopped_run_reports_what_was_done() {
    let task = Task::default();
    let mut experiments = plan(Some(Paper::SixBySix), &Settings::default());
    // The second has to be under way when the run is stopped: it takes seconds anywhere.
    experiments.retain(|experiment| ["001-solve-3", "001-dfpn-0-5"].contains(&experiment.id.as_str()));
    assert_eq!(experiments.len(), 2);
    experiments.push(experiments[0].clone());
    let run = std::thread::scope(|scope| {
        let watched = task.clone();
        scope.spawn(move || {
            loop {
                let began = |event: &Event| matches!(event, Event::Part(part) if part.number == 2);
                if watched.take_events().iter().any(began) {
                    return watched.stop().request();
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        Run::within(None, experiments, Settings::default().memory, &task).expect("it ends")
    });
    assert!(run.stopped);
    let statuses: Vec<Status> = run.experiments.iter().map(|(_, status)| *status).collect();
    assert!(
        matches!(statuses[..], [Status::Done(_), Status::Unfinished(_), Status::Skipped]),
        "{statuses:?}"
    );
    let page = Report::new(&run, Some(Paper::SixBySix)).html();
    assert!(page.contains("stopped after") && page.contains("not begun"), "{page}");
}

#[test]
fn an_experiment_ends_with_the_budget() {
    let mut experiments = plan(Some(Paper::SixBySix), &Settings::default());
    experiments.retain(|experiment| experiment.id == "001-dfpn-0-6");
    // It is believed to be short, and takes an hour.
    experiments[0].expected = Duration::ZERO;
    let budget = Duration::from_millis(300);
    let run = Run::within(Some(budget), experiments, 64 << 20, &Task::default()).expect("it ends");
    assert!(!run.stopped, "the time was up, and nobody had asked");
    assert!(matches!(run.experiments[0].1, Status::Unfinished(took) if took >= budget));
    // The question that was under way has no answer.
    assert!(run.findings.searches.iter().any(|found| found.answered.answer.known().is_none()));
}
