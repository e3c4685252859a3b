//! `reproduce 002`: the evaluation of the paper on mate problems again, and larger.
//!
//! Three experiments, each on problems made for it from random games of unlimited Trax:
//!
//! - *accuracy*: problems that method 2 solves and method 1 does not; how many the combination solves, by depth;
//! - *speed*: problems that method 1 solves; how much longer the other methods take;
//! - *df-pn*: the experiment of paper 001, figure 7, on problems of our own: df-pn with a shallow search of depth 0, 1
//!   and 2, beside the mate solver.
//!
//! Every solving of a problem starts with an empty table, so that no method profits from another.

mod trials;
mod views;

pub(crate) use trials::{Trial, accuracy, df_pn, speed};
pub(crate) use views::{
    PAPER_PROBLEMS, accuracy_table, accuracy_title, df_pn_plot, df_pn_table, df_pn_title, paper_solved,
    speed_plot, speed_tables, speed_title,
};

use crate::Ending;
use crate::arguments::{Display, Evaluation};
use crate::json::{self, EvaluatedPuzzle};
use crate::running::interrupted;
use anyhow::Context;
use std::io::Write;
use std::path::Path;

pub(crate) const TITLE: &str =
    "Fujimoto, Kuroda: Development and evaluation of a solver for mate problems in Trax";

pub(crate) fn run(evaluation: &Evaluation, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    if let Some(folder) = &evaluation.plots {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    if !display.json {
        writeln!(out, "{TITLE}\n")?;
    }
    let trial = accuracy(evaluation, display)?;
    report(evaluation, display, out, &trial)?;
    if !display.json && !trial.results.is_empty() {
        writeln!(out, "{}\n", accuracy_title(&trial))?;
        write!(out, "{}", accuracy_table(Some(&trial)))?;
        writeln!(out)?;
    }
    let trial = speed(evaluation, display)?;
    report(evaluation, display, out, &trial)?;
    write_plot(evaluation, "speed.svg", &speed_plot(&trial).svg())?;
    if !display.json && !trial.results.is_empty() {
        writeln!(out, "{}\n", speed_title(&trial))?;
        for table in speed_tables(&trial) {
            write!(out, "{}", table)?;
            writeln!(out)?;
        }
    }
    let trial = df_pn(evaluation, display)?;
    report(evaluation, display, out, &trial)?;
    write_plot(evaluation, "df-pn.svg", &df_pn_plot(&trial).svg())?;
    if !display.json && !trial.results.is_empty() {
        writeln!(out, "{}\n", df_pn_title(&trial))?;
        write!(out, "{}", df_pn_table(&trial))?;
    }
    Ok(if interrupted() { Ending::Undecided } else { Ending::Done })
}

/// What is known of every problem: as JSON, and as a file beside the plots.
fn report(
    evaluation: &Evaluation,
    display: Display,
    out: &mut impl Write,
    trial: &Trial,
) -> anyhow::Result<()> {
    let Trial { name: experiment, methods: names, problems, results, .. } = trial;
    let mut file = String::from("# method: solved, nodes, seconds\n# plies\tmoves");
    for name in names {
        file.push_str(&format!("\t{name}: solved\tnodes\tseconds"));
    }
    file.push('\n');
    for (problem, costs) in problems.iter().zip(results) {
        file.push_str(&format!("{}\t{}", problem.plies, problem.moves));
        for (name, cost) in names.iter().zip(costs) {
            file.push_str(&format!("\t{}\t{}\t{:.6}", u8::from(cost.solved), cost.nodes, cost.seconds));
            if display.json {
                let line = EvaluatedPuzzle {
                    paper: "002",
                    experiment,
                    game: "trax",
                    moves: problem.moves.clone(),
                    plies: problem.plies,
                    method: name.clone(),
                    solved: cost.solved,
                    nodes: cost.nodes,
                    seconds: cost.seconds,
                };
                json::print(out, &line)?;
            }
        }
        file.push('\n');
    }
    write_plot(evaluation, &format!("{experiment}.tsv"), &file)
}

fn write_plot(evaluation: &Evaluation, name: &str, content: &str) -> anyhow::Result<()> {
    let Some(folder) = &evaluation.plots else {
        return Ok(());
    };
    let path: &Path = &folder.join(name);
    std::fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}
