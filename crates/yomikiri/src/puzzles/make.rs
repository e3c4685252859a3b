//! New problems from random games.

use crate::puzzles::compose::{Candidate, Composer, shallow_depth};
use crate::puzzles::distinct::DistinctProblems;
use crate::task::Task;
use std::ops::ControlFlow;
use yomikiri_game::{Game, Notation};
use yomikiri_search::{
    Detector, Effort, FoundMate, Limits, MateOptions, MateTable, Monitor, SetupError, find_mate,
};
use yomikiri_trax::puzzle::{Among, Claim, Puzzle, Solved};
use yomikiri_trax::{Position, Rules, Turn};

/// Which problems to make, and how.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// The rules of the game.
    pub rules: Rules,
    /// The shortest problem, in plies.
    pub least_plies: u32,
    /// The longest problem, in plies.
    pub greatest_plies: u32,
    /// How many problems to make.
    pub count: usize,
    /// Seed of the random number generator.
    pub seed: u64,
    /// How threats are seen when a problem is judged.
    pub detector: Detector,
    /// Whether several first moves may win in the shortest length.
    pub several: bool,
    /// Nodes that the search for a shorter mate by quiet moves may take.
    pub shorter_nodes: u64,
    /// Nodes that the search for a mate by threats may take at a position.
    pub nodes: u64,
    /// Most random games to play.
    pub games: u64,
    /// Memory for each of the two tables: one for the players of the games, one for the judge of positions.
    pub memory: u64,
}

/// Up to this length it is cheap to see whether a quiet first move wins as soon as the solution does.
const SETTLED: u32 = 5;

/// Makes problems and gives each to `take`, until there are enough or `take` breaks off. Gives their number. No two are alike, nor
/// like one that is `known`. Which problems they are depends on these and the recipe alone.
///
/// # Errors
/// If the memory cannot be had.
pub fn make(
    recipe: &Recipe,
    mut known: DistinctProblems,
    task: &Task,
    mut take: impl FnMut(Puzzle) -> ControlFlow<()>,
) -> Result<usize, SetupError> {
    let Recipe { rules, least_plies, greatest_plies, count, seed, memory, .. } = *recipe;
    let lengths = if least_plies == greatest_plies {
        least_plies.to_string()
    } else {
        format!("{least_plies}-{greatest_plies}")
    };
    let title = format!("{rules} mate in {lengths}");
    task.steps_with_detail(&title, "problems", Some("positions tried"), |progress| {
        progress.expect(count as u64);
        // The search that judges problems may see threats in another way than the players do.
        let judging = MateTable::new(memory)?;
        let composer = Composer::new(rules, seed, shallow_depth(least_plies), memory, progress)?;
        let mut made = 0;
        composer.compose(
            if count == 0 { 0 } else { recipe.games },
            &mut known,
            |candidate| judge(recipe, candidate, &judging, composer.monitor()),
            |puzzle| {
                made += 1;
                let flow = take(puzzle);
                if made >= count { ControlFlow::Break(()) } else { flow }
            },
        );
        Ok(made)
    })
}

/// The problem that a position is, if it is a good one. The table must have served for nothing but judging by the same
/// recipe.
pub fn judge(
    recipe: &Recipe,
    candidate: &mut Candidate<'_>,
    table: &MateTable,
    monitor: &Monitor,
) -> Option<Puzzle> {
    let position = &mut *candidate.position;
    let by_threats = MateOptions {
        max_plies: recipe.greatest_plies,
        detector: recipe.detector,
        effort: Effort::Threats,
        limits: Limits { nodes: Some(recipe.nodes), time: None },
        ..MateOptions::default()
    };
    let search = |position: &mut Position, options| find_mate(position, &options, table, monitor);
    let is_wanted = |mate: &FoundMate<Turn>| {
        mate.plies >= recipe.least_plies && (recipe.several || mate.first_moves.len() == 1)
    };
    search(position, by_threats).mate().filter(|mate| is_wanted(mate))?;
    // Only now the expensive questions: whether a quiet move wins sooner, or as soon.
    let effort = Effort::Both { shorter_nodes: Some(recipe.shorter_nodes), full_nodes: Some(0) };
    let thorough = MateOptions { effort, limits: Limits::default(), ..by_threats };
    let report = search(position, thorough);
    let mate = report.mate().filter(|mate| is_wanted(mate))?;
    if !recipe.several && mate.plies <= SETTLED {
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
