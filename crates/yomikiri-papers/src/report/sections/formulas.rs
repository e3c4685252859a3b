//! Paper 004: generalised tic-tac-toe by search and by formulas.

use super::{Block, Section};
use crate::Paper;
use crate::findings::Findings;
use crate::formulas::{self, Against, Decided, Formulas};
use yomikiri_draw::{Axis, Marker, Plot, Scaling, Series};

pub(super) fn section(findings: &Findings) -> Section {
    let decided = findings.formulas.as_ref();
    let summary = decided.map_or("Not run.".to_owned(), Formulas::summary);
    let blocks = vec![
        Block::table(
            "Tables 1 and 2: values and seconds, by search and by formulas",
            decided.map_or_else(formulas::paper_table, Formulas::table),
            format!("{summary} {}", formulas::REMARK.replace('\n', " ")),
        ),
        Block::plot(
            "004-formulas.svg",
            "Formulas against search: one point for each game and number of turns. Above the line, search is faster. Paper: the \
             best search and the best solver with preprocessing; here: df-pn, and the embedded solver with encoding.",
            &plot(decided),
        ),
    ];
    Section { id: "paper-004", title: super::title(Paper::GeneralisedTicTacToe), blocks }
}

fn plot(formulas: Option<&Formulas>) -> Plot {
    let point = |pair: Against| (pair.search.max(SHORTEST), pair.formula.max(SHORTEST));
    let rows = formulas.map(Formulas::rows).unwrap_or_default();
    let ours = rows.iter().filter_map(Decided::ours).map(point).collect();
    let theirs = formulas::paper_seconds().into_iter().map(point).collect();
    let series = |name: &str, marker, points| Series { name: name.to_owned(), marker, joined: false, points };
    Plot {
        title: "Generalised tic-tac-toe with Tippy".to_owned(),
        x: Axis { title: "seconds by search".to_owned(), scaling: Scaling::Logarithmic },
        y: Axis { title: "seconds by formula".to_owned(), scaling: Scaling::Logarithmic },
        series: vec![
            series("here", Marker::Dot, ours),
            series("paper", Marker::Square, theirs),
            Series {
                name: "equal".to_owned(),
                marker: Marker::Nothing,
                joined: true,
                points: vec![(SHORTEST, SHORTEST), (1000.0, 1000.0)],
            },
        ],
    }
}

/// Shorter times are shown as this.
const SHORTEST: f64 = 1e-5;
