//! Whole games of Trax with their mistakes.

use crate::errors;
use crate::puzzles::trax_rules;
use crate::solving::seconds;
use crate::work::Work;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use yomikiri::annotation::{self, Plan};
use yomikiri::view;
use yomikiri_trax::record::read_records;

/// Starts to annotate games; the result is the games as JSON, as text, and as one page, and the summary as JSON.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of one Python function")]
pub(crate) fn annotate(
    title: String,
    content: Vec<u8>,
    rules: &str,
    time: f64,
    depth: u32,
    max_plies: u32,
    jobs: usize,
    memory: u64,
) -> PyResult<Work> {
    let mut plan = Plan {
        default_rules: trax_rules(rules, "annotate")?,
        time: seconds(time)?,
        depth,
        jobs,
        memory,
        ..Plan::default()
    };
    plan.budget.max_plies = max_plies;
    Work::start(move |task| {
        let records = read_records(&content).of_text().map_err(errors::input)?;
        let (mut games, mut shapes) = (Vec::new(), Vec::new());
        let summary = annotation::annotate(&title, &records, None, &plan, task, |game| {
            shapes.push((view::line(view::AnnotatedGame::from(game)), annotation::text(game)));
            games.push(game.clone());
            ControlFlow::Continue(())
        });
        let summary = summary.map_err(errors::limit)?;
        let page = annotation::page(&title, &games);
        let summary = view::line(view::Annotation::of(&title, &summary, None));
        Ok(Box::new(move |py| Ok((shapes, page, summary).into_pyobject(py)?.into_any())))
    })
}
