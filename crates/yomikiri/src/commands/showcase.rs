//! No command at all: what the program can do, by doing it.

use crate::Ending;
use crate::arguments::Display;
use crate::commands::solve::describe;
use crate::json::{self, QuestionLine, SolveLine};
use crate::painting::{Painter, Table, grouped, seconds};
use crate::papers::{LIMITED_TRAX, SIX_BY_SIX};
use crate::running::with_progress;
use std::io::Write;
use yomikiri_game::{Game, play_line};
use yomikiri_search::{Options, Verdict, solve};
use yomikiri_trax::{Position, Rules};

/// A game that White wins with the last move.
const GAME: &str = r"@0/ A2+ A3/ @2/ @2/ A1/ D2+ B0+ @3+ D0/ E1/ F1/ D0\ C1\ B1+ E0+ @5/";

pub(crate) fn run(display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    if !display.json {
        writeln!(out, "Yomikiri reads games out to the end. Here it solves Trax on small boards.\n")?;
        out.flush()?;
    }
    let mut table = Table::new(["board", "value", "nodes", "paper", "seconds", "paper"]);
    let mut ending_plays = 0;
    for size in 3..=5 {
        let position = Position::new(Rules::square(size)?);
        let title = format!("trax:{size}x{size}");
        let solution =
            with_progress(display, &title, |monitor| solve(&position, &Options::default(), monitor))?;
        let nodes = solution.reports.iter().map(|report| report.statistics.nodes).sum();
        let time = solution.reports.iter().map(|report| report.statistics.seconds).sum();
        ending_plays += solution.reports.iter().map(|report| report.statistics.ending_plays).sum::<u64>();
        if display.json {
            let object = SolveLine {
                game: title,
                moves: String::new(),
                value: solution.verdict.to_string(),
                to_move: position.to_move().to_string(),
                nodes,
                seconds: time,
                questions: solution.reports.iter().map(QuestionLine::from).collect(),
            };
            json::print(out, &object)?;
        } else {
            let (paper_nodes, paper_seconds) = paper(size);
            table.row([
                format!("{size}×{size}"),
                describe(solution.verdict).to_owned(),
                grouped(nodes),
                paper_nodes,
                seconds(time),
                paper_seconds,
            ]);
        }
        if solution.verdict == Verdict::Unknown {
            table.print(out)?;
            return Ok(Ending::Undecided);
        }
    }
    if display.json {
        return Ok(Ending::Done);
    }
    table.print(out)?;
    writeln!(
        out,
        "\nBoth questions (\"can White win?\", \"can Red win?\") together, one thread. Paper: 4×4 and 5×5\n\
         Kuwabara and Hoki 2017, 12 cores; 3×3 Kuwabara et al., one core, lines of 8 only, df-pn without\n\
         shallow search. Positions with at most 12 spaces left count as one node of ours: they are read out by\n\
         trying everything, in {} plays altogether.\n\n\
         A game of Trax that White (double lines) has just won by closing a loop:\n",
        grouped(ending_plays),
    )?;
    let line = play_line(Position::new(Rules::unlimited()), GAME)?;
    Painter::new(display).draw(out, &line.position)?;
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
