//! No command at all: what the program can do, by doing it.

use crate::Ending;
use crate::arguments::Display;
use crate::json;
use crate::painting::Painter;
use crate::running::shown;
use std::io::Write;
use yomikiri::text::{Table, grouped, seconds};
use yomikiri::{BestMoves, GameName, Job, NoFiles, view};
use yomikiri_papers::{LIMITED_TRAX, SIX_BY_SIX};
use yomikiri_search::Verdict;

/// A game that White wins with the last move.
const GAME: &str = r"@0/ A2+ A3/ @2/ @2/ A1/ D2+ B0+ @3+ D0/ E1/ F1/ D0\ C1\ B1+ E0+ @5/";

pub(crate) fn run(display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    if !display.json {
        writeln!(out, "Yomikiri solves games. Here it solves Trax on small boards.\n")?;
        out.flush()?;
    }
    let mut table = Table::new(["board", "value", "nodes", "in the paper", "seconds", "in the paper"]);
    let mut ending_plays = 0;
    // On 3×3 the paper had lines of 8 only, which do not fit.
    for (size, rules) in [(3, ",line=8"), (4, ""), (5, "")] {
        let game = format!("trax:{size}x{size}{rules}").parse::<GameName>()?.load(&NoFiles)?;
        let job = Job { best_moves: BestMoves::None, ..Job::default() };
        let solution = shown(display, None, |task| game.solve(&*game.board(), &job, task))?;
        let cost = solution.cost();
        ending_plays += cost.ending_plays;
        if display.json {
            json::line(out, view::Solution::from(&solution))?;
        } else {
            let (paper_nodes, paper_seconds) = paper(size);
            table.row([
                format!("{size}×{size}{rules}"),
                yomikiri::text::verdict(solution.verdict()).to_owned(),
                grouped(cost.nodes),
                paper_nodes,
                seconds(cost.seconds),
                paper_seconds,
            ]);
        }
        if solution.verdict() == Verdict::Unknown {
            write!(out, "{table}")?;
            return Ok(Ending::Undecided);
        }
    }
    if display.json {
        return Ok(Ending::Done);
    }
    write!(out, "{table}")?;
    writeln!(
        out,
        "\nBoth questions (\"can White win?\", \"can Red win?\") together, one thread. Paper: 4×4 and 5×5\n\
         Kuwabara and Hoki 2017, 12 cores; 3×3 Kuwabara et al., one core, df-pn without shallow search.\n\
         Positions with at most 12 spaces left count as one node of ours: they are solved by plain search,\n\
         with {} plays in all.\n\n\
         A game of Trax that White (double lines) has just won by closing a loop:\n",
        grouped(ending_plays),
    )?;
    let board = "trax".parse::<GameName>()?.load(&NoFiles)?.board_after(GAME)?;
    Painter::new(display).print_fitting(out, board.pictures().each_ref())?;
    writeln!(
        out,
        "\nNext: yomikiri solve trax:4x4          who wins, and at what cost\n      \
         yomikiri show trax --moves '@0/ B1\\ A2\\'\n      \
         yomikiri reproduce 001           a paper's tables, ours beside theirs\n      \
         yomikiri --help",
    )?;
    Ok(Ending::Done)
}

/// The papers' nodes and seconds for both searches together.
fn paper(size: u16) -> (String, String) {
    let figures = match size {
        3 => SIX_BY_SIX.figures(),
        _ => LIMITED_TRAX.figures(),
    };
    let searches = || figures.iter().filter(|figure| figure.size == size && figure.label.starts_with("dfpn"));
    (
        grouped(searches().map(|figure| figure.nodes).sum()),
        seconds(searches().map(|figure| figure.seconds).sum()),
    )
}
