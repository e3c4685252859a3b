//! Papers 000 and 001: n×n Trax.

use super::{Block, Section};
use crate::findings::{Cost, Findings};
use crate::mates::{self, Subject};
use crate::trax_figures::{Figure, LIMITED_TRAX, SIX_BY_SIX, TraxPaper};
use crate::{MISSING, Paper};
use crate::{counts, openings, rules, stored};
use yomikiri::text::{Table, grouped, seconds};
use yomikiri_draw::{Axis, Marker, Plot, Scaling, Series};
use yomikiri_game::Player;

const WAYS: &str = "As in the paper: the paper's own search and its way of counting, by `yomikiri solve --as-in`; what is counted \
                    is explained in docs/as-in-the-papers.md. Ratio: those nodes to the paper's. Our way: as `yomikiri solve` does \
                    it, where positions near the end are read out by trying everything and count as one node. Times faster: our \
                    way against the paper. Neither player can win: every board is a draw. † stored, not measured in this run.";

pub(super) fn limited(findings: &Findings) -> Section {
    let paper = &LIMITED_TRAX;
    let mut blocks = vec![
        Block::Figure {
            file: "000-figures-1-5.svg".to_owned(),
            caption: "Figures 1 to 5, which are also those of paper 001, with examples of our own. A tile lies in one of six ways and \
                      continues the lines beside it. Where two lines of a colour enter a space, the tile there is forced. A move that would \
                      bring three into one space is not allowed (B1/: three red lines would enter C1)."
                .to_owned(),
            svg: rules::of_trax(),
        },
        Block::table(
            "Tables 1 and 2: configurations of tiles, divided by 8 for the symmetries",
            counts::table(&findings.counts),
            format!(
                "Method 1 samples boards uniformly ({} samples here) and soon finds none that holds together. Method 2 lets colours \
                 differ at a price ({} samples); on large boards it misses the rare samples that carry most of its sum, and so do \
                 we with as few: on average it would give the column after it. Guided samples ({}) satisfy all conditions by \
                 construction. The last column is exact, by transfer matrix. On 3×3 both of the paper's estimates lie about a sixth above \
                 what their methods give on average (2,911 and 2,685); all others fit. Chance would hardly do that to both, and the \
                 text gives no reason, so it stays unexplained.",
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
            format!("{WAYS}\n{}", paper.remark),
        ),
    ];
    for (file, caption, what) in [
        (
            "000-figure-6.svg",
            "Figure 6: time against the size of the board, with forecasts for 8×8. The paper expects 2 months for one question and 2 \
             years for the other. Ours: if 8×8 is to 7×7 as 7×7 is to 6×6",
            Quantity::Seconds,
        ),
        ("000-nodes.svg", "Nodes against the size of the board", Quantity::Nodes),
    ] {
        blocks.push(Block::plot(file, caption, &by_size(findings, paper, what)));
    }
    blocks.push(Block::graph(
        "000-figure-7.svg",
        "Figure 7: the positions of 8×8 Trax after one and two moves, up to symmetry, and what is known of each. White is to \
         move on the right. The paper calls them by letters: G is a win for White, C (2 hours) and E (14 days) are won or drawn by \
         White. Its picture, which says which positions the letters are, is lost.",
        &openings::graph(),
    ));
    blocks.extend(stored_figures(paper));
    Section { id: "paper-000", title: super::title(paper.paper), blocks }
}

pub(super) fn six_by_six(findings: &Findings) -> Section {
    let paper = &SIX_BY_SIX;
    let mut blocks = vec![
        Block::table(
            "Tables 1 to 8: searches of n×n Trax without lines",
            searches(findings, paper, false),
            format!("{WAYS}\n{}", paper.remark),
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
    blocks.extend(stored_figures(paper));
    Section { id: "paper-001", title: super::title(paper.paper), blocks }
}

/// The table of what was measured once, to which † refers.
fn stored_figures(paper: &TraxPaper) -> Option<Block> {
    let table = stored::table(paper);
    let machines = stored::machines().join("; ");
    (!table.is_empty()).then(|| Block::table(stored::TITLE, table, format!("On {machines}.")))
}

/// The paper's searches, with ours: as in the paper, and our own way.
fn searches(findings: &Findings, paper: &TraxPaper, one_method: bool) -> Table {
    let mut header = vec!["board"];
    if !one_method {
        header.push("method");
    }
    header.extend([
        "can win?",
        "paper’s nodes",
        "nodes as in the paper",
        "ratio",
        "nodes our way",
        "paper’s seconds",
        "seconds as in the paper",
        "seconds our way",
        "times faster",
    ]);
    header.push(if one_method {
        "collections: paper’s, as in it"
    } else {
        "depth or collections: paper’s, as in it"
    });
    let mut table = Table::with_header(header.into_iter().map(str::to_owned).collect());
    for figure in paper.figures() {
        let like = findings.as_in(paper, &figure);
        let own = findings.own(paper, &figure);
        let marked = |cost: Option<Cost>, text: &dyn Fn(Cost) -> Option<String>| {
            let mark = if cost.is_some_and(|cost| cost.stored) { " †" } else { "" };
            cost.and_then(text).map_or(MISSING.to_owned(), |text| format!("{text}{mark}"))
        };
        let nodes = |cost: Cost| cost.nodes.map(grouped);
        let time = |cost: Cost| cost.seconds.map(seconds);
        let mut row = vec![format!("{0}×{0}", figure.size)];
        if !one_method {
            row.push(figure.label.to_owned());
        }
        row.extend([
            colour(figure.can_win).to_owned(),
            grouped(figure.nodes),
            marked(like, &nodes),
            like.and_then(|like| like.nodes)
                .map_or(MISSING.to_owned(), |nodes| format!("{:.2}", nodes as f64 / figure.nodes as f64)),
            marked(own, &nodes),
            seconds(figure.seconds),
            marked(like, &time),
            marked(own, &time),
            // The paper's times are given to a tenth of a second or to a second: small ones say nothing.
            own.and_then(|own| own.seconds)
                .filter(|_| figure.seconds >= 1.0)
                .map_or(MISSING.to_owned(), |ours| grouped((figure.seconds / ours).round() as u64)),
            match (figure.depth, figure.collections) {
                (Some(depth), _) => {
                    format!("{depth}, {}", marked(like, &|like| like.depth.map(|depth| depth.to_string())))
                }
                (None, Some(collections)) => {
                    format!("{collections}, {}", marked(like, &|like| Some(like.collections.to_string())))
                }
                (None, None) => MISSING.to_owned(),
            },
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

/// What solving 8×8 would take: the paper's forecasts, 2 months and 2 years, and ours if 8×8 is to 7×7 as 7×7 is to 6×6.
fn forecasts(findings: &Findings, paper: &TraxPaper) -> Vec<Series> {
    const MONTH: f64 = 365.25 / 12.0 * 24.0 * 3600.0;
    let figures = paper.figures();
    let ours = |player: Player| {
        let of = |size: u16| {
            let figure = figures.iter().find(|figure| (figure.size, figure.can_win) == (size, player))?;
            findings.own(paper, figure)?.seconds
        };
        Some((8.0, of(7)? * of(7)? / of(6)?))
    };
    let series = |name: &str, marker: Marker, points: Vec<(f64, f64)>| Series {
        name: name.to_owned(),
        marker,
        joined: false,
        points,
    };
    vec![
        series("paper’s forecast", Marker::Dot, vec![(8.0, 2.0 * MONTH), (8.0, 24.0 * MONTH)]),
        series("our forecast", Marker::Triangle, Player::BOTH.into_iter().filter_map(ours).collect()),
    ]
}

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
                    Quantity::Seconds => cost.seconds?,
                    Quantity::Nodes => cost.nodes? as f64,
                };
                Some((f64::from(figure.size), value))
            })
            .collect()
    };
    let theirs = |figure: &Figure| {
        let Figure { nodes, seconds, depth, .. } = *figure;
        Some(Cost { nodes: Some(nodes), seconds: Some(seconds), depth, collections: 0, stored: true })
    };
    let like = |figure: &Figure| findings.as_in(paper, figure);
    let own = |figure: &Figure| findings.own(paper, figure);
    let ways: [(&str, [Marker; 2], CostOf<'_>); 3] = [
        ("paper", [Marker::Dot, Marker::Square], &theirs),
        ("our way", [Marker::Triangle, Marker::Cross], &own),
        ("as in the paper", [Marker::Diamond, Marker::Plus], &like),
    ];
    let mut series = Vec::new();
    for (name, markers, of) in ways {
        for (player, marker) in [(Player::Second, markers[0]), (Player::First, markers[1])] {
            let name = format!("{name}: {} wins?", colour(player));
            series.push(Series { name, marker, joined: true, points: points(player, of) });
        }
    }
    if what == Quantity::Seconds && paper.paper == Paper::LimitedTrax {
        series.extend(forecasts(findings, paper));
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
