//! What proofs of pieces say together is compared with plain recursion over the claims.

mod proof_writer;

use proof_writer::samples::CORNER;
use proof_writer::{Random, Truth, Writer, after, canonical, children, is_good, prover};
use std::collections::HashSet;
use std::num::NonZeroUsize;
use yomikiri_check::amazons::Amazons;
use yomikiri_check::mnk::Mnk;
use yomikiri_check::proof::{Games, Monitor, Proven, Statement, verdict};
use yomikiri_check::referee::{Outcome, Played, Player, Referee};
use yomikiri_check::trax::Trax;

/// Whether a statement follows from claims at most so many moves away.
fn follows<G: Referee>(board: &G, statement: u8, claimed: &HashSet<Vec<u8>>, depth: usize) -> bool {
    if claimed.contains(&canonical(board)) {
        return true;
    }
    let children = children(board);
    if children.is_empty() {
        return is_good(statement, board.stuck());
    }
    let good = |played: &Played, child: &G| match *played {
        Played::Over(outcome) => is_good(statement, outcome),
        _ => depth > 0 && follows(child, statement, claimed, depth - 1),
    };
    if board.to_move() == prover(statement) {
        children.iter().any(|(_, played, child)| good(played, child))
    } else {
        children.iter().all(|(_, played, child)| good(played, child))
    }
}

fn number(statement: Statement) -> u8 {
    Statement::ALL.iter().position(|&other| other == statement).expect("one of four") as u8
}

fn checked(file: &[u8]) -> Proven {
    Games::default().check(file, NonZeroUsize::MIN, &Monitor::default()).expect("it holds")
}

/// All lines of at most so many moves.
fn lines<G: Referee>(board: &G, line: &str, length: usize, all: &mut Vec<String>) {
    all.push(line.trim().to_owned());
    if length > 0 {
        for (code, played, child) in children(board) {
            if played == Played::Open {
                lines(&child, &format!("{line} {}", board.move_text(code)), length - 1, all);
            }
        }
    }
}

/// Proves random pieces of a game, a file each, and puts them together. Returns how many conclusions held and how many lacked
/// something.
fn assemble<G: Referee>(game: &str, from: Option<&[u8]>, length: usize, rounds: u64) -> (usize, usize) {
    let mut start = G::start(game, None).expect("a game");
    if let Some(from) = from {
        start.set_position(from).expect("a position");
    }
    let mut all = Vec::new();
    lines(&start, "", length, &mut all);
    // Not the start itself: that would be no puzzle.
    let all = &all[1..];
    let (mut held, mut lacking) = (0, 0);
    let mut truth = Truth::default();
    for round in 0..rounds {
        let mut random = Random(round);
        let share = 1 + random.below(8);
        let mut proofs = Vec::new();
        for moves in all {
            let statement = random.below(4) as u8;
            if random.below(8) < share && truth.holds(&after(&start, moves), statement) {
                let mut writer = Writer::<G>::written_as(2, game, None, 3, 2);
                if let Some(from) = from {
                    writer.begin_at(from);
                }
                writer.claim(statement, moves);
                proofs.push(checked(&writer.finish().to_file()));
            }
        }
        for conclusion in Games::default().conclude(&proofs).expect("they were checked") {
            let statement = number(conclusion.statement);
            let claims = proofs.iter().flat_map(|proof| &proof.claims);
            let claims: Vec<_> = claims.filter(|claim| claim.statement == conclusion.statement).collect();
            let depth = claims.iter().map(|claim| claim.moves.len()).max().expect("a claim");
            let mut claimed: HashSet<Vec<u8>> =
                claims.iter().map(|claim| canonical(&after(&start, &claim.moves.join(" ")))).collect();
            let what = format!("{game}, round {round}: {conclusion:?}");
            assert_eq!(conclusion.holds(), follows(&start, statement, &claimed, depth), "{what}");
            let missing = conclusion.missing.clone().expect("the claims are near");
            if conclusion.holds() {
                assert!(truth.holds(&start, statement), "{what}");
                held += 1;
            } else if truth.holds(&start, statement) && missing != [Vec::<String>::new()] {
                // With what is said to be missing, and nothing else, it would hold.
                claimed.extend(missing.iter().map(|path| canonical(&after(&start, &path.join(" ")))));
                assert!(follows(&start, statement, &claimed, depth), "{what}");
                lacking += 1;
            }
        }
    }
    (held, lacking)
}

#[test]
fn pieces_are_put_together() {
    let found = [
        assemble::<Trax>("trax:2x2,line=2,stuck=loss,full=draw", None, 2, 40),
        assemble::<Trax>("trax:3x3,line=3,stuck=loss,full=draw", None, 2, 40),
        assemble::<Mnk>("mnk:3x3,k=3", None, 1, 40),
        assemble::<Amazons>("amazons:4x4", Some(&CORNER), 2, 40),
    ];
    assert!(found.iter().all(|&(held, lacking)| held > 0 || lacking > 0), "{found:?}");
    let [held, lacking] =
        found.iter().fold([0, 0], |[held, lacking], (more, less)| [held + more, lacking + less]);
    assert!(held > 20 && lacking > 20, "{found:?}");
}

#[test]
fn proofs_of_different_games_are_kept_apart() {
    let proof = |game: &str| {
        let mut writer = Writer::<Mnk>::written_as(2, game, None, 0, 1);
        writer.claim(1, "a1");
        checked(&writer.finish().to_file())
    };
    let proofs = [proof("mnk:2x2,k=3"), proof("mnk:2x3,k=3")];
    let conclusions = Games::default().conclude(&proofs).expect("they were checked");
    // On the square all first moves are one by symmetry; on the other board there are corners and edges.
    let found: Vec<_> = conclusions.iter().map(|found| (found.game.as_str(), found.holds())).collect();
    assert_eq!(found, [("mnk:2x2,k=3", true), ("mnk:2x3,k=3", false)]);
    assert_eq!(conclusions[1].missing, Some(vec![vec!["a2".to_owned()]]));
}

#[test]
fn two_statements_make_a_draw() {
    let holds = |true_ones: &'static [u8]| move |statement| true_ones.contains(&number(statement));
    assert_eq!(verdict(holds(&[1, 3])), Some(Outcome::Draw));
    assert_eq!(verdict(holds(&[0, 3])), Some(Outcome::Win(Player::First)));
    assert_eq!(verdict(holds(&[1, 2])), Some(Outcome::Win(Player::Second)));
    assert_eq!(verdict(holds(&[1])), None);
}
