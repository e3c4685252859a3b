//! `puzzle make`: new problems from random games.

use crate::Ending;
use crate::arguments::{Display, PuzzleMake};
use crate::composing::{Candidate, Composer, Tally, shallow_depth};
use crate::running::with_progress;
use std::io::Write;
use std::ops::ControlFlow;
use yomikiri_game::{Game, Notation};
use yomikiri_search::{Effort, FoundMate, Limits, MateOptions, MateTable, Monitor, find_mate};
use yomikiri_trax::puzzle::{Among, Claim, HEADER, Puzzle, Solved};
use yomikiri_trax::{Position, Turn};

pub(crate) fn run(arguments: &PuzzleMake, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let rules = crate::arguments::trax_rules(&arguments.game, "puzzle make")?;
    let tally = Tally::default();
    let title = format!("{} mate in {}", arguments.game, arguments.plies);
    writeln!(out, "{HEADER}")?;
    let made = with_progress(display, &title, |monitor| {
        let table = MateTable::new(arguments.memory.0)?;
        // The search that judges problems may see threats in another way than the players do.
        let judging = MateTable::new(arguments.memory.0)?;
        let shallow = shallow_depth(arguments.plies.least);
        let composer = Composer { rules, seed: arguments.seed, shallow, table: &table, monitor };
        let mut made = 0;
        let mut written = Ok(());
        let games = if arguments.count == 0 { 0 } else { arguments.games };
        composer.compose(
            games,
            &tally,
            |candidate| judge(arguments, candidate, &judging, monitor),
            |puzzle| {
                written = writeln!(out, "{puzzle}").and_then(|()| out.flush());
                made += 1;
                let enough = made >= arguments.count || written.is_err();
                if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        written?;
        anyhow::Ok(made)
    })?;
    Ok(if made >= arguments.count { Ending::Done } else { Ending::Undecided })
}

/// Up to this length it is cheap to see whether a quiet first move wins as soon as the solution does.
const SETTLED: u32 = 5;

/// The problem that a position is, if it is a good one.
fn judge(
    arguments: &PuzzleMake,
    candidate: &mut Candidate<'_>,
    table: &MateTable,
    monitor: &Monitor,
) -> Option<Puzzle> {
    let position = &mut *candidate.position;
    let by_threats = MateOptions {
        max_plies: arguments.plies.greatest,
        detector: arguments.reach.0,
        effort: Effort::Threats,
        limits: Limits { nodes: Some(arguments.nodes), time: None },
        ..MateOptions::default()
    };
    let search = |position: &mut Position, options| find_mate(position, &options, table, monitor);
    let is_wanted = |mate: &FoundMate<Turn>| {
        mate.plies >= arguments.plies.least && (arguments.several || mate.first_moves.len() == 1)
    };
    search(position, by_threats).mate().filter(|mate| is_wanted(mate))?;
    // Only now the expensive questions: whether a quiet move wins sooner, or as soon.
    let effort = Effort::Both { shorter_nodes: Some(arguments.shorter_nodes), full_nodes: Some(0) };
    let thorough = MateOptions { effort, limits: Limits::default(), ..by_threats };
    let report = search(position, thorough);
    let mate = report.mate().filter(|mate| is_wanted(mate))?;
    if !arguments.several && mate.plies <= SETTLED {
        let all = MateOptions { all: true, max_plies: mate.plies, ..thorough };
        search(position, all).mate().filter(|mate| is_wanted(mate))?;
    }
    let wrong_threats = wrong_threats(position, mate);
    let plies = u8::try_from(mate.plies).ok()?;
    Some(Puzzle {
        rules: Some(*position.rules()),
        moves: candidate.moves.to_vec(),
        claim: Claim::Solved(Solved {
            side: position.to_move(),
            plies,
            first_moves: mate.first_moves.iter().map(|&turn| position.move_text(turn)).collect(),
            among: if mate.is_shortest { Among::All } else { Among::Threats },
            wrong_threats,
            grade: Solved::grade_of(plies, wrong_threats),
        }),
    })
}

/// The number of first moves that threaten to win at once but are not among the solutions.
fn wrong_threats(position: &mut Position, mate: &FoundMate<Turn>) -> u16 {
    let threats = position.threatening_turns();
    threats.iter().filter(|turn| !mate.first_moves.contains(turn)).count() as u16
}
