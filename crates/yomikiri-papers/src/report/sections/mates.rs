//! Paper 002: mate problems in Trax.

use super::{Block, Section};
use crate::findings::Findings;
use crate::mates::{self, ByLength, Subject, Trial};
use crate::{Paper, rules};
use yomikiri_draw::{BarSeries, Bars, Filling};

pub(super) fn section(findings: &Findings) -> Section {
    let accuracy = findings.trial(Subject::Accuracy);
    let about = accuracy.map_or("Accuracy was not measured in this run".to_owned(), mates::accuracy_title);
    let mut blocks = vec![
        Block::Figure {
            file: "002-figures-2-3.svg".to_owned(),
            caption: "Figures 2 and 3, with an example of our own: a threat, and the loop that it threatens"
                .to_owned(),
            svg: rules::of_threats(),
        },
        Block::table(
            "Table 1: problems solved, by method",
            mates::accuracy_table(accuracy),
            format!(
                "{about}. The paper had {} problems of its own; ours are made the same way, from random games, one problem a game. \
                 1, killer=K and 2 are the paper's methods as the paper has them (killer=K: both methods down to depth K); exact is \
                 our way, which overlooks nothing.",
                mates::PAPER_PROBLEMS
            ),
        ),
        Block::bars("002-table-1.svg", "Table 1: share of problems solved", &bars(accuracy)),
    ];
    if let Some(trial) = accuracy {
        blocks.push(Block::table(
            "Table 1 by the length of the mate: problems solved with depth K",
            mates::mix_table(trial),
            mates::mix_remark(trial),
        ));
    }
    match findings.trial(Subject::Speed) {
        Some(trial) => {
            let [relative, by_length, totals] = mates::speed_tables(trial);
            blocks.push(Block::table(
                "Figure 4: time relative to method 1",
                relative,
                format!(
                    "{}. In the paper, too, the price of a larger K falls with the time a problem takes.",
                    mates::speed_title(trial)
                ),
            ));
            blocks.push(Block::plot(
                "002-figure-4.svg",
                "Figure 4: time relative to method 1",
                &mates::speed_plot(trial),
            ));
            blocks.push(Block::table(
                "Figure 4 by the length of the mate: time relative to method 1",
                by_length,
                "",
            ));
            blocks.push(Block::table("All these problems together", totals, ""));
        }
        None => blocks.push(Block::Text(
            "Figure 4: time relative to method 1 was not measured in this run.".to_owned(),
        )),
    }
    blocks.extend(by_length(findings.trial(Subject::Lengths)));
    Section { id: "paper-002", title: super::title(Paper::Mates), blocks }
}

/// What comes of choosing K by the length of the mate, measured now or stored.
fn by_length(trial: Option<&Trial>) -> [Block; 3] {
    let (found, mark) = match trial {
        Some(trial) => (ByLength::from(trial), ""),
        None => (ByLength::stored(), " †"),
    };
    let [solved, nodes, seconds] = found.tables();
    let title = |what: &str| format!("Section 5: K by the length of the mate, {what}{mark}");
    let about = format!(
        "{}. The paper proposes to choose K by the length and has no figures for it.{}",
        mates::lengths_title(&found.mix()),
        if mark.is_empty() {
            ""
        } else {
            " †: stored in suites/trax/mates-by-length.tsv with command, machine and date."
        },
    );
    let slowest = format!(
        "All problems of a length, and the slowest in parentheses. The paper stops a problem after 10 minutes; the slowest here takes \
         {:.1} s.",
        found.slowest()
    );
    [
        Block::table(title("problems solved"), solved, about),
        Block::table(title("nodes"), nodes, ""),
        Block::table(title("seconds"), seconds, slowest),
    ]
}

fn bars(trial: Option<&Trial>) -> Bars {
    let paper = mates::paper_solved();
    let bar = |share: f64| Some((100.0 * share, format!("{:.0} %", 100.0 * share)));
    let ours = (0..paper.len())
        .map(|at| trial.and_then(|trial| bar(trial.solved(at) as f64 / trial.results.len().max(1) as f64)));
    let theirs = paper
        .iter()
        .map(|(_, solved)| solved.and_then(|solved| bar(solved as f64 / mates::PAPER_PROBLEMS as f64)));
    Bars {
        title: "Problems that method 1 does not solve".to_owned(),
        axis: "percent solved".to_owned(),
        series: vec![
            BarSeries { name: "here".to_owned(), filling: Filling::Solid, colour: 0, bars: ours.collect() },
            BarSeries {
                name: "paper".to_owned(),
                filling: Filling::Outline,
                colour: 1,
                bars: theirs.collect(),
            },
        ],
        groups: paper.into_iter().map(|(name, _)| name).collect(),
    }
}
