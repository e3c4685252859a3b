//! Paper 003: sums of Amazons endgames.

use super::{Block, Section};
use crate::MISSING;
use crate::Paper;
use crate::findings::Findings;
use crate::sums::{self, Sums};
use yomikiri::text::{Table, grouped};
use yomikiri::view::papers::PaperSums;
use yomikiri_draw::{BarSeries, Bars, Filling};

const MIXED: &str = "The rows with subgames of two sizes have 3,880 sums, which is 40 · 97; that they are all pairs of a pool of 40 and one of 97 is a \
                     guess. In these rows our shares lie 2 to 3 points below the paper's, about four times the spread that other random boards \
                     make. The paper says nothing else about these boards, so we cannot tell why.";

pub(super) fn section(findings: &Findings) -> Section {
    let counted = findings.sums.as_ref();
    let lines = counted.map(Sums::figures_by_row).unwrap_or_default();
    let [moves, games] = counted.map_or_else(sums::paper_tables, Sums::tables);
    let mut blocks = vec![
        Block::table(
            "Table 1: correct first moves in sums of random subgames",
            moves,
            format!("{}.\n{}\n{}", sums::MOVES_TITLE, sums::REMARK, MIXED),
        ),
        Block::table(
            "Table 2: correct first moves in decisive sums",
            decisive(&lines),
            "Sums in which the choice of the move matters, and in how many of them it is right: all sums but those in which it is wrong. \
             Means over the repeats.",
        ),
        Block::bars(
            "003-table-1.svg",
            "Table 1 as bars: the share of wrong moves, and beside each bar that of correct ones. Spread: see the table.",
            &bars(&lines),
        ),
        Block::table("Whole games", games, sums::GAMES_TITLE),
    ];
    blocks.extend(findings.drawings.iter().map(|drawing| Block::Figure {
        file: format!("003-{}", drawing.file),
        caption: drawing.caption.clone(),
        svg: drawing.svg.clone(),
    }));
    let layers = counted.map(Sums::layers).unwrap_or_default();
    if !layers.is_empty() {
        let [trees, by_empty] = sums::plots(&layers);
        blocks.extend([
            Block::table("Section 5: boards and values", sums::scale_table(&layers), sums::SCALE_REMARK),
            Block::plot("003-figure-13.svg", "Figure 13: different trees (values) against boards", &trees),
            Block::plot("003-figure-14.svg", "Figure 14: boards against empty squares", &by_empty),
        ]);
    }
    Section { id: "paper-003", title: super::title(Paper::AmazonsEndgames), blocks }
}

/// The sums in which a strategy's move is wrong.
fn wrong(line: &PaperSums, right: f64) -> f64 {
    line.sums as f64 * (1.0 - right)
}

fn decisive(lines: &[PaperSums]) -> Table {
    let mut table = Table::new([
        "subgames",
        "empty (paper)",
        "decisive",
        "paper’s decisive",
        "Thermostrat",
        "paper’s Thermostrat",
        "Hotstrat",
        "paper’s Hotstrat",
    ]);
    for (number, row) in sums::paper_rows().iter().enumerate() {
        let line = lines.get(number);
        let ours = |of: fn(&PaperSums) -> f64| {
            line.map_or(MISSING.to_owned(), |line| grouped(of(line).round().max(0.0) as u64))
        };
        let theirs = |count: Option<u64>| count.map_or(MISSING.to_owned(), grouped);
        let right = |right: Option<u64>| Some(row.decisive?.saturating_sub(row.total.saturating_sub(right?)));
        table.row([
            row.subgames.to_string(),
            row.label.to_owned(),
            ours(|line| line.decisive),
            theirs(row.decisive),
            ours(|line| line.decisive - wrong(line, line.thermostrat[0])),
            theirs(right(row.thermostrat)),
            ours(|line| line.decisive - wrong(line, line.hotstrat[0])),
            theirs(right(row.hotstrat)),
        ]);
    }
    table
}

/// The paper's shares of correct moves in a row, as far as they can be read.
pub(super) struct PaperShares {
    thermostrat: Option<f64>,
    pub(super) hotstrat: Option<f64>,
}

/// The same for all rows.
pub(super) fn paper_shares() -> Vec<PaperShares> {
    let share = |count: Option<u64>, of: u64| count.map(|count| count as f64 / of as f64);
    let rows = sums::paper_rows();
    rows.iter()
        .map(|row| PaperShares {
            thermostrat: share(row.thermostrat, row.total),
            hotstrat: share(row.hotstrat, row.total),
        })
        .collect()
}

fn bars(lines: &[PaperSums]) -> Bars {
    let paper = paper_shares();
    let bar = |right: f64| (100.0 * (1.0 - right), format!("{:.1} %", 100.0 * right));
    let ours = |of: fn(&PaperSums) -> f64| {
        (0..paper.len()).map(|at| lines.get(at).map(|line| bar(of(line)))).collect()
    };
    let theirs =
        |of: fn(&PaperShares) -> Option<f64>| paper.iter().map(|shares| of(shares).map(bar)).collect();
    let series = |name: &str, filling: Filling, colour: usize, bars: Vec<Option<(f64, String)>>| BarSeries {
        name: name.to_owned(),
        filling,
        colour,
        bars,
    };
    Bars {
        title: "Wrong first moves; beside the bars, correct ones".to_owned(),
        axis: "percent of sums in which the move is wrong".to_owned(),
        groups: sums::paper_rows().iter().map(|row| format!("{} at {}", row.subgames, row.label)).collect(),
        series: vec![
            series("Thermostrat", Filling::Solid, 0, ours(|line| line.thermostrat[0])),
            series("paper", Filling::Outline, 0, theirs(|shares| shares.thermostrat)),
            series("Hotstrat", Filling::Hatched, 1, ours(|line| line.hotstrat[0])),
            series("paper", Filling::Broken, 1, theirs(|shares| shares.hotstrat)),
        ],
    }
}
