//! Papers 000 and 001: n×n Trax.

use super::{Block, Section};
use crate::MISSING;
use crate::findings::{Cost, Findings};
use crate::mates::{self, Subject};
use crate::trax_figures::{Figure, LIMITED_TRAX, SIX_BY_SIX, TraxPaper};
use crate::{counts, openings, stored};
use yomikiri::text::{Table, grouped, seconds};
use yomikiri_draw::{Axis, Marker, Plot, Scaling, Series};
use yomikiri_game::Player;

const OWN_WAY: &str = "Own way: as `yomikiri solve` does it, with positions near the end read out by trying everything, which \
                       count as one node. Like for like: the paper's method and shallow search, nothing read out.";

pub(super) fn limited(findings: &Findings) -> Section {
    let paper = &LIMITED_TRAX;
    let mut blocks = vec![
        Block::table(
            "Tables 1 and 2: configurations of tiles, divided by 8 for the symmetries",
            counts::table(&findings.counts),
            format!(
                "Method 1 samples boards uniformly ({} samples here) and soon finds none that holds together. Method 2 lets colours \
                 differ at a price ({} samples); on large boards it misses the rare samples that carry most of its sum, and so do \
                 we with as few: on average it would give the column after it. Guided samples ({}) satisfy all conditions by \
                 construction. The last column is exact, by transfer matrix.",
                grouped(counts::SAMPLES_1),
                grouped(counts::SAMPLES_2),
                grouped(counts::SAMPLES_GUIDED),
            ),
        ),
        Block::table(
            "Table 3: positions of other games",
            counts::sizes_of_games(&findings.counts),
            "Trax: twice the configurations divided by 8, for the player to move, as in the paper.",
        ),
        Block::table(
            "Tables 4 and 5: searches of n×n Trax",
            searches(findings, paper, true),
            format!("{OWN_WAY} † stored, not measured in this run.\n{}", paper.remark),
        ),
    ];
    for (file, caption, what) in [
        ("000-figure-6.svg", "Figure 6: time against the size of the board", Quantity::Seconds),
        ("000-nodes.svg", "Nodes against the size of the board", Quantity::Nodes),
    ] {
        blocks.push(Block::plot(file, caption, &by_size(findings, paper, what)));
    }
    blocks.push(Block::graph(
        "000-figure-7.svg",
        "Figure 7: the positions of 8×8 Trax after one and two moves, up to symmetry, and what is known of each. White is to \
         move on the right. The paper has one win for White, and two that White wins or draws (2 hours; 14 days), and does not \
         say in its text which.",
        &openings::graph(),
    ));
    let stored = stored::table(paper);
    if !stored.is_empty() {
        let machines: Vec<&str> = stored::machines();
        blocks.push(Block::table(stored::TITLE, stored, format!("On {}.", machines.join("; "))));
    }
    Section { id: "paper-000", title: super::title(paper.paper), blocks }
}

pub(super) fn six_by_six(findings: &Findings) -> Section {
    let paper = &SIX_BY_SIX;
    let mut blocks = vec![
        Block::table(
            "Tables 1 to 8: searches of n×n Trax without lines",
            searches(findings, paper, false),
            format!("{OWN_WAY}\n{}", paper.remark),
        ),
        Block::plot(
            "001-seconds.svg",
            "Time against the size of the board",
            &by_size(findings, paper, Quantity::Seconds),
        ),
    ];
    match findings.trial(Subject::DfPn) {
        Some(trial) => {
            blocks.push(Block::table(
                "Figure 7: df-pn on puzzles",
                mates::df_pn_table(trial),
                format!(
                    "{}. The paper's 52 puzzles are not ours to use: with a larger d it needed fewer nodes, as here; one puzzle \
                     was not solved in 6 hours.",
                    mates::df_pn_title(trial)
                ),
            ));
            blocks.push(Block::plot(
                "001-figure-7.svg",
                "Figure 7: nodes and time on puzzles",
                &mates::df_pn_plot(trial),
            ));
        }
        None => blocks.push(Block::Text("Figure 7: df-pn on puzzles was not run.".to_owned())),
    }
    Section { id: "paper-001", title: super::title(paper.paper), blocks }
}

/// The paper's searches, with ours: our own way and like for like.
fn searches(findings: &Findings, paper: &TraxPaper, one_method: bool) -> Table {
    let mut header = vec!["board"];
    if !one_method {
        header.push("method");
    }
    header.extend([
        "question",
        "answer",
        "own nodes",
        "like for like",
        "paper’s nodes",
        "own s",
        "like for like",
        "paper’s s",
        "times faster",
    ]);
    let mut table = Table::with_header(header.into_iter().map(str::to_owned).collect());
    for figure in paper.figures() {
        let like = findings.search(paper, &figure, Some(figure.label));
        let own = findings.own(paper, &figure);
        let mark = if own.is_some_and(|own| own.stored) { " †" } else { "" };
        let known = like.is_some() || own.is_some();
        let mut row = vec![format!("{0}×{0}", figure.size)];
        if !one_method {
            row.push(figure.label.to_owned());
        }
        let like_seconds = like.map(|found| found.answered.cost.seconds);
        let fastest = own.map(|own| own.seconds).or(like_seconds);
        row.extend([
            format!("can {} win?", colour(figure.can_win)),
            if known { "no" } else { MISSING }.to_owned(),
            own.and_then(|own| own.nodes)
                .map_or(MISSING.to_owned(), |nodes| format!("{}{mark}", grouped(nodes))),
            like.map_or(MISSING.to_owned(), |found| grouped(found.answered.cost.nodes)),
            grouped(figure.nodes),
            own.map_or(MISSING.to_owned(), |own| format!("{}{mark}", seconds(own.seconds))),
            like_seconds.map_or(MISSING.to_owned(), seconds),
            seconds(figure.seconds),
            // The paper's times are given to a tenth of a second or to a second: small ones say nothing.
            fastest
                .filter(|_| figure.seconds >= 1.0)
                .map_or(MISSING.to_owned(), |ours| grouped((figure.seconds / ours).round() as u64)),
        ]);
        table.row_of(row);
    }
    table
}

fn colour(player: Player) -> &'static str {
    match player {
        Player::First => "White",
        Player::Second => "Red",
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantity {
    Seconds,
    Nodes,
}

/// What a search of the paper cost, in some way of doing it.
type CostOf<'a> = &'a dyn Fn(&Figure) -> Option<Cost>;

/// Theirs and ours for both questions against the size of the board.
fn by_size(findings: &Findings, paper: &TraxPaper, what: Quantity) -> Plot {
    // The paper's best method is the last that it tries on a board.
    let figures = paper.figures();
    let chosen = |size: u16| figures.iter().rfind(|figure| figure.size == size).map(|figure| figure.label);
    let points = |player: Player, of: CostOf<'_>| -> Vec<(f64, f64)> {
        figures
            .iter()
            .filter(|figure| figure.can_win == player && Some(figure.label) == chosen(figure.size))
            .filter_map(|figure| {
                let cost = of(figure)?;
                let value = match what {
                    Quantity::Seconds => cost.seconds,
                    Quantity::Nodes => cost.nodes? as f64,
                };
                Some((f64::from(figure.size), value))
            })
            .collect()
    };
    let theirs =
        |figure: &Figure| Some(Cost { nodes: Some(figure.nodes), seconds: figure.seconds, stored: true });
    let like = |figure: &Figure| {
        let found = findings.search(paper, figure, Some(figure.label))?;
        Some(found.answered.cost.into())
    };
    let own = |figure: &Figure| findings.own(paper, figure);
    let ways: [(&str, [Marker; 2], CostOf<'_>); 3] = [
        ("paper", [Marker::Dot, Marker::Square], &theirs),
        ("own way", [Marker::Triangle, Marker::Cross], &own),
        ("like for like", [Marker::Diamond, Marker::Plus], &like),
    ];
    let mut series = Vec::new();
    for (name, markers, of) in ways {
        for (player, marker) in [(Player::Second, markers[0]), (Player::First, markers[1])] {
            let name = format!("{name}: {} wins?", colour(player));
            series.push(Series { name, marker, joined: true, points: points(player, of) });
        }
    }
    let title = match what {
        Quantity::Seconds => "seconds",
        Quantity::Nodes => "nodes",
    };
    Plot {
        title: format!("n×n Trax, paper {}", paper.paper.number()),
        x: Axis { title: "n".to_owned(), scaling: Scaling::Whole },
        y: Axis { title: title.to_owned(), scaling: Scaling::Logarithmic },
        series,
    }
}
