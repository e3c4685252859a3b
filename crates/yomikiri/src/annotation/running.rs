//! Many games, on several threads, in the order of the file.

use super::judging::annotate_game;
use super::{AnnotatedGame, Plan, Summary};
use crate::task::Task;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::channel;
use yomikiri_game::Stop;
use yomikiri_player::Reader;
use yomikiri_search::SetupError;
use yomikiri_trax::Rules;
use yomikiri_trax::record::{Record, Records};

/// Annotates the games of a file, or one of them (by its number, from 1), and gives each to `take` in the order of the
/// file, until that breaks off. A game that is not in order is annotated as far as it can be played.
///
/// # Errors
/// If the memory cannot be had.
pub fn annotate(
    title: &str,
    records: &Records,
    number: Option<usize>,
    plan: &Plan,
    task: &Task,
    mut take: impl FnMut(&AnnotatedGame) -> ControlFlow<()>,
) -> Result<Summary, SetupError> {
    let wanted: Vec<(usize, &Record)> =
        (1..).zip(&records.records).filter(|&(at, _)| number.is_none_or(|number| number == at)).collect();
    let mut summary = Summary::default();
    summary.errors.extend(records.faults.iter().map(|fault| (fault.line, fault.kind.to_string())));
    task.steps_with_detail(title, "games", Some("mistakes"), |progress| {
        progress.expect(wanted.len() as u64);
        let stop = progress.stop().clone();
        let mut give = |game: AnnotatedGame| {
            summary.count(&game);
            progress.show(summary.mistakes);
            let flow = take(&game);
            if !progress.reach(summary.games) || flow.is_break() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let jobs = plan.jobs.clamp(1, wanted.len().max(1));
        if jobs == 1 {
            let mut reader = ReaderFor::default();
            for &(number, record) in &wanted {
                let game = reader.annotate(number, record, plan, &stop)?;
                if stop.is_requested() || give(game).is_break() {
                    break;
                }
            }
            return Ok(());
        }
        in_parallel(&wanted, jobs, plan, &stop, give)
    })?;
    summary.errors.sort();
    summary.is_complete = summary.games == wanted.len() as u64;
    Ok(summary)
}

/// The same on several threads. Games are given in order, whichever is finished first.
fn in_parallel(
    wanted: &[(usize, &Record)],
    jobs: usize,
    plan: &Plan,
    stop: &Stop,
    mut give: impl FnMut(AnnotatedGame) -> ControlFlow<()>,
) -> Result<(), SetupError> {
    let (next, ended) = (AtomicUsize::new(0), stop.child());
    let (done, finished) = channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (done, next, ended) = (done.clone(), &next, ended.clone());
            scope.spawn(move || {
                let mut reader = ReaderFor::default();
                while !ended.is_requested() {
                    let at = next.fetch_add(1, Relaxed);
                    let Some(&(number, record)) = wanted.get(at) else {
                        return;
                    };
                    let game = reader.annotate(number, record, plan, &ended);
                    if done.send((at, game)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(done);
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        let mut result = Ok(());
        for (at, game) in finished {
            waiting.insert(at, game);
            while let Some(game) = waiting.remove(&turn) {
                turn += 1;
                match game {
                    // A game during which the work was stopped is not whole.
                    Ok(_) if ended.is_requested() => {}
                    Ok(game) => {
                        if give(game).is_break() {
                            ended.request();
                        }
                    }
                    Err(error) => {
                        ended.request();
                        result = Err(error);
                    }
                }
            }
        }
        result
    })
}

/// A reader that is new when the rules change: it does not know under which rules a position was searched.
#[derive(Default)]
struct ReaderFor {
    current: Option<(Rules, Reader)>,
}

impl ReaderFor {
    fn annotate(
        &mut self,
        number: usize,
        record: &Record,
        plan: &Plan,
        stop: &Stop,
    ) -> Result<AnnotatedGame, SetupError> {
        let rules = record.rules.unwrap_or(plan.default_rules);
        self.current.take_if(|(known, _)| *known != rules);
        let reader = match &mut self.current {
            Some((_, reader)) => reader,
            none => &mut none.insert((rules, Reader::new(plan.memory)?)).1,
        };
        Ok(annotate_game(number, record, plan, reader, stop))
    }
}
