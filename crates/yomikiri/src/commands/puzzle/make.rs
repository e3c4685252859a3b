//! `puzzle make`: new problems from random games.

use crate::Ending;
use crate::arguments::{Display, PuzzleMake};
use crate::composing::{Candidate, Composer};
use crate::painting::grouped;
use crate::running::{interrupted, with_message};
use std::collections::HashSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use yomikiri_game::{Game, Notation};
use yomikiri_search::{Effort, FoundMate, Limits, MateOptions, MateTable, find_mate};
use yomikiri_trax::diagram::Diagram;
use yomikiri_trax::puzzle::{Among, Claim, HEADER, Puzzle, Solved};
use yomikiri_trax::{Position, Turn};

pub(crate) fn run(arguments: &PuzzleMake, display: Display, out: &mut impl Write) -> anyhow::Result<Ending> {
    let rules = arguments.game.trax_rules()?;
    let (found, tried, games) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let progress = |_: &_, _| {
        let [found, tried, games] = [&found, &tried, &games].map(|count| grouped(count.load(Relaxed)));
        format!("{found} found of {}  {tried} positions tried  {games} games", arguments.count)
    };
    let title = format!("{} mate in {}", arguments.game, arguments.plies);
    writeln!(out, "{HEADER}")?;
    let made = with_message(display, &title, progress, |monitor| {
        let table = MateTable::new(arguments.memory.0)?;
        let shallow = shallow_depth(arguments.plies.least);
        let composer = Composer { rules, seed: arguments.seed, shallow, table: &table, monitor };
        let mut maker = Maker {
            arguments,
            composer,
            judging: MateTable::new(arguments.memory.0)?,
            known: HashSet::new(),
        };
        let mut made = 0;
        let mut written = Ok(());
        for number in 0..arguments.games {
            if made >= arguments.count || interrupted() || written.is_err() {
                break;
            }
            games.fetch_add(1, Relaxed);
            let _over = maker.play(number, |puzzle| {
                tried.fetch_add(1, Relaxed);
                let Some(puzzle) = puzzle else {
                    return ControlFlow::Continue(());
                };
                written = writeln!(out, "{puzzle}").and_then(|()| out.flush());
                made += 1;
                found.fetch_add(1, Relaxed);
                if made >= arguments.count || written.is_err() {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            });
        }
        written?;
        anyhow::Ok(made)
    })?;
    Ok(if made >= arguments.count { Ending::Done } else { Ending::Undecided })
}

/// How far ahead the players of the random games see: far enough for games to last, not so far that no mates of
/// the wanted length come up.
fn shallow_depth(least: u32) -> u32 {
    least.saturating_sub(2).clamp(1, 5)
}

struct Maker<'a> {
    arguments: &'a PuzzleMake,
    composer: Composer<'a>,
    /// The table of the search that judges problems: it may see threats in another way than the players do.
    judging: MateTable,
    /// The positions made so far, up to symmetry, with the player to move.
    known: HashSet<(Diagram, bool)>,
}

impl Maker<'_> {
    /// Plays a game; calls `visit` for each position, with the problem that it is, if it is one.
    fn play(
        &mut self,
        number: u64,
        mut visit: impl FnMut(Option<Puzzle>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Self { arguments, composer, judging, known } = self;
        composer.play(number, |Candidate { position, moves }| {
            let puzzle = judge(arguments, composer, judging, position, moves);
            visit(puzzle.filter(|_| {
                let name =
                    (position.diagram().canonical(), position.to_move() == yomikiri_game::Player::First);
                known.insert(name)
            }))
        })
    }
}

/// Up to this length it is cheap to see whether a quiet first move wins as soon as the solution does.
const SETTLED: u32 = 5;

/// The problem that a position is, if it is a good one.
fn judge(
    arguments: &PuzzleMake,
    composer: &Composer<'_>,
    table: &MateTable,
    position: &mut Position,
    moves: &[String],
) -> Option<Puzzle> {
    let by_threats = MateOptions {
        max_plies: arguments.plies.greatest,
        detector: arguments.reach.0,
        effort: Effort::Threats,
        limits: Limits { nodes: Some(arguments.nodes), time: None },
        ..MateOptions::default()
    };
    let search = |position: &mut Position, options| find_mate(position, &options, table, composer.monitor);
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
        moves: moves.to_vec(),
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
