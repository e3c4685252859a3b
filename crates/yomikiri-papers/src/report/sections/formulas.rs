//! Paper 004: generalised tic-tac-toe by search and by formulas.

use super::{Block, Section};
use crate::Paper;
use crate::findings::Findings;
use crate::formulas::{self, Against, Decided, Formulas};
use crate::solvers;
use yomikiri_draw::{Axis, Marker, Plot, Scaling, Series};

pub(super) fn section(findings: &Findings) -> Section {
    let decided = findings.formulas.as_ref();
    let as_in = findings.as_in_formulas.as_ref();
    let [searches, by_formulas, sizes] = formulas::tables(decided, as_in);
    let said = |found: Option<&Formulas>| found.map_or("Not run.".to_owned(), Formulas::summary);
    let remark = formulas::REMARK.replace('\n', " ");
    let blocks = vec![
        Block::table(
            "Tables 1 and 2, by search (milliseconds)",
            searches,
            format!("Our way: {} As in the paper: {} {remark}", said(decided), said(as_in)),
        ),
        Block::table(
            "Tables 1 and 2, by formulas (milliseconds)",
            by_formulas,
            "The paper has no sizes of formulas. Its direct encoding goes through Toss and bloqqer, which take most of its time; ours is \
             made from the same kind of description and not preprocessed.",
        ),
        Block::table("QBF solvers on both encodings †", solvers::table(), solvers::REMARK),
        Block::table(
            "Sizes of the formulas: the first player's question",
            sizes,
            "Direct: the rules unfolded turn by turn. Corrective: a move that the opponent may not play is corrected instead of excluded.",
        ),
        Block::plot(
            "004-formulas.svg",
            "Formulas against search: one point for each game and number of turns. Above the line, search is faster. Paper: the \
             best search and the best solver with preprocessing; here: df-pn, and the embedded solver with encoding.",
            &plot(decided),
        ),
        Block::Text(
            "The paper defines the games on an infinite board and decides them on finite ones. What carries over: if only the first player \
             is after the animal and the second hinders him (Harary's game, `win=first` here), a win on a finite board is one on every \
             larger board and on the infinite one, because the first player stays on the finite board, and a stone elsewhere is a move \
             that the second player has wasted. If both are after it, as in these tables, that is not certain: elsewhere, the second \
             player may threaten to win. A draw on a finite board says nothing about larger ones. The smallest board and the \
             shortest win of every animal are what `yomikiri table harary` finds."
                .to_owned(),
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
