//! Every method with all its options, on random positions, against brute force.
//!
//! Compared are the answers, the verdict, the moves that are said to keep the value (all of them, where all are asked
//! for), the line of play, and the claims of the proof, which the checker must accept. Searches are interrupted and go on from
//! their checkpoints, with other threads and another memory each time. Games are decided through formulas, too, and Amazons
//! by their values and by alpha-beta search.

use crate::case::{Case, Finding};
use crate::demand;
use crate::subject::Subject;
use crate::truth::{self, Truth, Value, win_of};
use std::num::{NonZeroU16, NonZeroUsize};
use std::time::Duration;
use yomikiri::formulas::{Encoding, Plan, Solving};
use yomikiri::{BestMoves, Board, CheckpointPlan, Job, METHODS, ProofPlan, Solution, Task};
use yomikiri_check::{proof, referee};
use yomikiri_game::{Player, Status, Stop};
use yomikiri_search::{
    Asked, ChildNumbers, Endings, Limits, Method, Options, Published, Shallow, ShallowWhen, Verdict, consider,
};

/// Small positions need a fraction of a second.
const PATIENCE: Duration = Duration::from_secs(30);
/// Methods without a table may take a day where others take a second; then they are given up.
const MOST_NODES: u64 = 200_000;

pub fn run(case: &mut Case<'_>) -> Result<(), Finding> {
    let effort = case.pick(&[100, 1_000, 1_000, 5_000, 5_000, 30_000]);
    let effort = if case.one_in(60) { 1_000_000 } else { effort };
    let mut subject = Subject::random(case, effort)?;
    case.count(match subject.value {
        0 => "positions that are drawn",
        1 => "positions that the first player wins",
        _ => "positions that the second player wins",
    });
    if let Some(value) = truth::by_board(&*subject.board, 2_000)? {
        let Subject { value: expected, text, .. } = &subject;
        demand!(value == *expected, "two brute forces find {expected} and {value}\n{text}");
        case.count("brute forces compared");
    }
    for _ in 0..6 {
        let job = job(case);
        let (job, solution) = if job.options.method == Method::Dfpn && case.one_in(3) {
            solve_in_pieces(case, &subject, &job)?
        } else {
            let solution = subject.game.solve(&*subject.board, &job, &Task::default());
            let solution =
                solution.map_err(|error| Finding(format!("{error}\n{job:?}\n{}", subject.text)))?;
            (job, solution)
        };
        compare(case, &mut subject, &job, &solution)
            .map_err(|Finding(what)| Finding(format!("{what}\n{job:?}\n{}", subject.text)))?;
    }
    by_formula(case, &subject)?;
    by_value(case, &subject)
}

fn job(case: &mut Case<'_>) -> Job {
    let method = if case.one_in(2) { Method::Dfpn } else { case.pick(&METHODS) };
    let (threads, memory) = machine(case);
    let options = Options {
        method,
        shallow: case.pick(&[Shallow::Off, Shallow::One, Shallow::Two]),
        shallow_when: case.pick(&[ShallowWhen::EveryVisit, ShallowWhen::NewNodes]),
        epsilon: case.pick(&[0.0, 0.25, 0.25, 1.0, 4.0]),
        guesses: !case.one_in(4),
        endings: Endings { left: case.pick(&[0, 3, 12]), plays: case.pick(&[1, 50, 4000]) },
        published: published(case),
        threads,
        memory,
        limits: Limits { nodes: (method != Method::Dfpn).then_some(MOST_NODES), time: Some(PATIENCE) },
    };
    let asked =
        case.pick(&[Asked::Both, Asked::Both, Asked::About(Player::First), Asked::About(Player::Second)]);
    let wants_proof = method == Method::Dfpn && case.one_in(4);
    let search = case.pick(&[0, 5, 100, 1000]);
    Job {
        asked,
        theorems: !case.one_in(3),
        options,
        best_moves: case.pick(&[BestMoves::None, BestMoves::One, BestMoves::All]),
        checkpoint: None,
        resume: None,
        proof: wants_proof.then_some(ProofPlan { file: None, search }),
    }
}

/// A paper's own search, now and then.
fn published(case: &mut Case<'_>) -> Option<Published> {
    case.one_in(4).then(|| Published {
        children: case.pick(&[ChildNumbers::Keys, ChildNumbers::Array, ChildNumbers::Moves]),
        sharp: case.one_in(2),
        virtual_numbers: !case.one_in(4),
        tells: case.one_in(3),
        in_turn: case.one_in(2),
    })
}

/// Threads and memory that go together: from the smallest table to one in which everything fits.
fn machine(case: &mut Case<'_>) -> (NonZeroU16, u64) {
    let threads = case.pick(&[1, 1, 2, 8]);
    let least = if threads == 1 { 1 } else { u64::from(threads) * 2 };
    // A large table costs more to map than a small search.
    let memory = if case.one_in(16) { 64 } else { case.pick(&[least, least.max(14)]) } << 20;
    (NonZeroU16::new(threads).expect("threads"), memory)
}

/// Lets a search run into a limit again and again, and go on from its checkpoint. Gives the last piece with what it found.
fn solve_in_pieces(case: &mut Case<'_>, subject: &Subject, whole: &Job) -> Result<(Job, Solution), Finding> {
    let file = case.path("checkpoint");
    let mut nodes = 1 + case.below(200) as u64;
    let plan = CheckpointPlan {
        file: file.clone(),
        every: Duration::from_micros(case.pick(&[1_000, 100_000, 100_000, 100_000])),
        size: case.one_in(4).then_some(2_000),
        overwrite: true,
    };
    for piece in 1.. {
        let (threads, memory) = machine(case);
        let limits = Limits { nodes: Some(nodes), ..whole.options.limits };
        let job = Job {
            options: Options { threads, memory, limits, ..whole.options },
            checkpoint: Some(plan.clone()),
            resume: (piece > 1).then(|| file.clone()),
            ..whole.clone()
        };
        let solution = subject.game.solve(&*subject.board, &job, &Task::default());
        let solution = solution
            .map_err(|error| Finding(format!("piece {piece}: {error}\n{job:?}\n{}", subject.text)))?;
        demand!(solution.lost_checkpoint.is_none(), "a checkpoint was lost: {:?}", solution.lost_checkpoint);
        case.count("pieces of interrupted searches");
        if solution.is_complete() {
            case.count("interrupted searches finished");
            let _nothing_to_remove = std::fs::remove_file(&file);
            return Ok((job, solution));
        }
        demand!(piece < 200, "no end after {piece} pieces\n{job:?}\n{}", subject.text);
        nodes += nodes / 3 + 1;
    }
    unreachable!("the loop returns")
}

fn compare(
    case: &mut Case<'_>,
    subject: &mut Subject,
    job: &Job,
    solution: &Solution,
) -> Result<(), Finding> {
    let value = subject.value;
    if !solution.is_complete() {
        demand!(job.options.method != Method::Dfpn, "not decided: {:?}", solution.answers);
        case.count("searches given up (not dfpn)");
    }
    for answered in &solution.answers.answers {
        let Some(answer) = answered.answer.known() else {
            continue;
        };
        let player = answered.question.can_win;
        let truth = value == win_of(player);
        demand!(
            answer == truth,
            "{answer} that {player} can win, by {:?}; brute force: {value}",
            answered.by
        );
        case.count(match job.options.method {
            Method::Dfs => "answers compared: dfs",
            Method::Id => "answers compared: id",
            Method::IdTable => "answers compared: id-table",
            Method::Pns => "answers compared: pns",
            Method::Dfpn => "answers compared: dfpn",
        });
    }
    let verdict = solution.verdict();
    let expected = match value {
        0 => Verdict::Draw,
        1 => Verdict::Wins(Player::First),
        _ => Verdict::Wins(Player::Second),
    };
    demand!(
        verdict == expected
            || verdict == Verdict::Unknown && (job.asked != Asked::Both || !solution.is_complete()),
        "the verdict is {verdict}; brute force: {value}"
    );
    compare_moves(case, subject, job, solution)?;
    compare_proof(case, job, solution, value)
}

/// What a player has to keep, by the answers that were found: a win, or else that the opponent does not win.
fn keeps(player: Player, solution: &Solution) -> Option<fn(Player, Value) -> bool> {
    let known = |about: Player| {
        let mut answers = solution.answers.answers.iter();
        answers
            .find(|answered| answered.question.can_win == about)
            .and_then(|answered| answered.answer.known())
    };
    if known(player) == Some(true) {
        Some(|player, value| value == win_of(player))
    } else if known(!player) == Some(false) {
        Some(|player, value| value != win_of(!player))
    } else {
        None
    }
}

fn compare_moves(
    case: &mut Case<'_>,
    subject: &mut Subject,
    job: &Job,
    solution: &Solution,
) -> Result<(), Finding> {
    let Subject { board, truth, .. } = subject;
    let mover = board.to_move();
    if job.best_moves == BestMoves::None {
        demand!(solution.best_moves.is_empty() && solution.line.is_empty(), "moves that nobody asked for");
        return Ok(());
    }
    if let (Some(keeps), BestMoves::All) = (keeps(mover, solution), job.best_moves) {
        let mut good = Vec::new();
        for text in board.moves() {
            let Some(value) = value_after(&**board, &text, &mut **truth)? else {
                return Ok(());
            };
            if keeps(mover, value) {
                good.push(text);
            }
        }
        let mut found = solution.best_moves.clone();
        good.sort();
        found.sort();
        // What a limit has left may not suffice for all moves.
        let is_limited = job.options.limits.nodes.is_some();
        let same = good == found || is_limited && found.iter().all(|text| good.contains(text));
        demand!(same, "best moves {found:?}; brute force: {good:?}");
        case.count("lists of all best moves compared");
    }
    for text in &solution.best_moves {
        let Some(keeps) = keeps(mover, solution) else {
            return Err(Finding(format!("best moves {:?}, but nothing to keep", solution.best_moves)));
        };
        if let Some(value) = value_after(&**board, text, &mut **truth)? {
            demand!(keeps(mover, value), "the best move {text} leads to {value}");
            case.count("best moves compared");
        }
    }
    let mut board = board.boxed();
    for (at, text) in solution.line.iter().enumerate() {
        let mover = board.to_move();
        let played = board.play(text);
        demand!(played.is_ok(), "move {} of the line {:?}: {played:?}", at + 1, solution.line);
        if let (Some(keeps), Some(value)) = (keeps(mover, solution), truth.value(&*board)) {
            demand!(keeps(mover, value), "move {} of the line {:?} leads to {value}", at + 1, solution.line);
            case.count("moves of lines compared");
        }
    }
    Ok(())
}

fn value_after(board: &dyn Board, text: &str, truth: &mut dyn Truth) -> Result<Option<Value>, Finding> {
    let mut after = board.boxed();
    after.play(text).map_err(|error| Finding(format!("the best move is refused: {error}")))?;
    Ok(truth.value(&*after))
}

fn compare_proof(case: &mut Case<'_>, job: &Job, solution: &Solution, value: Value) -> Result<(), Finding> {
    if job.proof.is_none() {
        return Ok(());
    }
    let Some(content) = solution.proof.as_ref().and_then(|proof| proof.content.as_ref()) else {
        let why = solution.no_proof.as_deref().unwrap_or("no reason");
        // Where a theorem answers everything there is nothing to prove by search.
        demand!(job.theorems, "no proof was written: {why}");
        case.count("answers by theorem, without a proof");
        return Ok(());
    };
    let threads = NonZeroUsize::new(case.pick(&[1, 3])).expect("threads");
    let proven = proof::check(&content[..], threads, &proof::Monitor::default());
    let proven = proven.map_err(|failure| Finding(format!("the proof is refused: {failure}")))?;
    for claim in &proven.claims {
        let proof::Statement { player, can_win } = claim.statement;
        let wins = value == if player == referee::Player::First { 1 } else { -1 };
        demand!(can_win == wins, "the proof claims {claim:?}; brute force: {value}");
        case.count("claims of checked proofs compared");
    }
    case.count("proofs checked");
    Ok(())
}

/// The game with few turns, through formulas.
fn by_formula(case: &mut Case<'_>, subject: &Subject) -> Result<(), Finding> {
    let turns = 1 + case.below(5) as u32;
    let Some(game) = subject.game.within(turns) else {
        return Ok(());
    };
    let board = game.board();
    let Some(value) = truth::of(&*board, 5_000)?.value(&*board) else {
        return Ok(());
    };
    let encoding = case.pick(&[None, Some(Encoding::Corrective), Some(Encoding::Direct)]);
    let solving = Solving { time: Some(Duration::from_millis(200)), ..Solving::default() };
    let plan = Plan { turns: Some(turns), encoding, theorems: !case.one_in(2), solving };
    // Not every encoding fits every game; what is refused is not wrong.
    let Ok(decided) = plan.decide(&subject.game, &Task::default()) else {
        case.count("games that an encoding refuses");
        return Ok(());
    };
    for answered in &decided.answers.answers {
        if let Some(answer) = answered.answer.known() {
            let player = answered.question.can_win;
            demand!(
                answer == (value == win_of(player)),
                "by {encoding:?} formula within {turns} turns: {answer} that {player} can win; brute force: {value}\n{}",
                subject.text
            );
            case.count("answers compared: formulas");
        }
    }
    Ok(())
}

/// Amazons by the values of regions, and by alpha-beta search.
fn by_value(case: &mut Case<'_>, subject: &Subject) -> Result<(), Finding> {
    let Some(position) = subject.board.position::<yomikiri_amazons::Position>() else {
        return Ok(());
    };
    let mover = subject.board.to_move();
    let task = Task::default().within(Duration::from_secs(2));
    if let Ok(Some(winners)) = yomikiri::endgames::winner(&[*position.board()], &task) {
        let wins = if mover == Player::First { winners.left_wins } else { winners.right_wins };
        let truth = subject.value == win_of(mover);
        demand!(wins == truth, "by values, the mover wins: {wins}; brute force: {truth}\n{}", subject.text);
        case.count("answers compared: values of Amazons");
    }
    if subject.board.status() == Status::Open {
        let stop = Stop::new().within(Duration::from_millis(200));
        let considered = consider(position, 4, &stop).and_then(|considered| considered.decided);
        if let Some(wins) = considered {
            let truth = subject.value == win_of(mover);
            demand!(
                wins == truth,
                "by alpha-beta, the mover wins: {wins}; brute force: {truth}\n{}",
                subject.text
            );
            case.count("answers compared: alpha-beta");
        }
    }
    Ok(())
}
