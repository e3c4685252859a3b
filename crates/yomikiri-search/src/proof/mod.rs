//! Writing proofs: what a search has found out, told so that others can check it.
//!
//! `docs/proof-format.md` says what a proof is. It is made in two steps:
//!
//! | module | what it does |
//! |---|---|
//! | `strategy` | walks through what the prover needs: one move of his own, all of his opponent's, each position once; where the table has lost something, it is found again |
//! | `lemmas` | decides which positions become lemmas, and writes the trees |
//! | `plain` | the search that a checker is asked to do by itself |
//! | `ahead` | threads that find out beforehand what that search can do |
//!
//! A strategy goes by keys, which are hashes; should two positions ever share one, the proof fails its check.
//! Nothing here has to be trusted.
//!
//! A search may have been given a [narrowed](yomikiri_game::Tactics::narrowed) game. A proof is about the real one, in which
//! the opponent may play every move, also such as the search left out. So the strategy walks through the real game, and
//! where it looks for a move of the prover it asks what is known of the narrowed positions that the moves lead to; what
//! nobody has asked about before is searched, narrowed, then and there.

mod ahead;
mod lemmas;
mod plain;
mod strategy;

use crate::crowd::STACK;
use crate::dfpn::Settings;
use crate::knowledge::Knowledge;
use crate::question::Question;
use crate::solve::{Options, Solvable};
use crate::watch::{Monitor, StopReason, Watch};
use ahead::{Notice, Walker};
use strategy::{Gap, Strategy};
use yomikiri_game::{Exact, Game, Key, Outcome, Status, try_move};

/// A lemma, ready to be written.
#[derive(Clone, Copy, Debug)]
pub struct Lemma<'a> {
    /// What it says.
    pub statement: Statement,
    /// The position it says it of.
    pub cells: &'a [u8],
    /// Why.
    pub tree: &'a [u8],
}

/// What is proved of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// About whom.
    pub question: Question,
    /// The answer.
    pub answer: bool,
}

impl Statement {
    /// Its number in a proof.
    #[must_use]
    pub fn number(self) -> u8 {
        2 * self.question.can_win as u8 + u8::from(!self.answer)
    }
}

/// What a proof may ask of its checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demands {
    /// How many plays it may be asked to search by itself at the end of a branch.
    pub search: u32,
    /// Whether a branch may end with a theorem. Without, every line is played out, which takes longer and more room.
    pub theorems: bool,
}

/// Why a proof could not be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError<E> {
    /// A lemma could not be put where lemmas go.
    #[error("{0}")]
    Sink(E),
    /// The search for what the table had lost was stopped.
    #[error("stopped")]
    Stopped(StopReason),
    /// A second search says otherwise: two positions have shared a key.
    #[error("the table has a wrong entry for a position; solve again with other options")]
    Contradiction,
}

/// Proves a statement that a search has found to be true of `game`, from what it knows, giving each lemma to
/// `sink`. The last lemma is the statement itself.
///
/// # Errors
/// If a lemma cannot be given away, or the search is stopped while it looks for what the table has lost.
pub fn prove<G: Solvable + Exact, E>(
    game: &G,
    statement: Statement,
    demands: Demands,
    knowledge: &Knowledge,
    options: &Options,
    monitor: &Monitor,
    sink: impl FnMut(Lemma<'_>) -> Result<(), E>,
) -> Result<(), ProofError<E>> {
    prove_with_lemmas(game, statement, demands, knowledge, options, monitor, &mut |_| false, sink)
}

/// The same, where the proof may lean on lemmas that come before it: `is_lemma` says whether one of them has this statement
/// about the position with this key. It must not say so about `game` itself. (Helping threads know no lemmas, and go where they
/// are not needed: with many lemmas, one thread is enough.)
///
/// # Errors
/// Like [`prove`].
#[expect(clippy::too_many_arguments, reason = "what prove has, and the lemmas")]
pub fn prove_with_lemmas<G: Solvable + Exact, E>(
    game: &G,
    statement: Statement,
    demands: Demands,
    knowledge: &Knowledge,
    options: &Options,
    monitor: &Monitor,
    is_lemma: &mut dyn FnMut(Key) -> bool,
    mut sink: impl FnMut(Lemma<'_>) -> Result<(), E>,
) -> Result<(), ProofError<E>> {
    let notice = Notice::default();
    let threads = if demands.search > 0 { usize::from(options.threads.get()) } else { 1 };
    let strategy = std::thread::scope(|scope| {
        let mut watch = Watch::new(options.limits, monitor);
        let walker = |number| (threads > 1).then_some(Walker { notice: &notice, number, of: threads });
        // What the table has lost is searched for again by the thread that misses it.
        let settings = Settings { threads: 1, ..options.into() };
        for number in 1..threads {
            let (mut game, mut watch) = (game.clone(), watch.for_helper());
            let help = move || {
                let no_lemmas = &mut |_| false;
                let table = &knowledge.table;
                let mut strategy =
                    Strategy::new(statement, demands, table, settings, no_lemmas, walker(number));
                // Whatever stops a helper stops the writer, too, if it comes there.
                let _ = strategy.explore(&mut game, &mut watch);
            };
            // A thread that cannot be had is done without.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help);
        }
        let mut strategy = Strategy::new(statement, demands, &knowledge.table, settings, is_lemma, walker(0));
        let explored = strategy.explore(&mut game.clone(), &mut watch);
        notice.finish.announce();
        explored.map(|_| strategy).map_err(|gap| match gap {
            Gap::Stopped(reason) => ProofError::Stopped(reason),
            Gap::Contradiction => ProofError::Contradiction,
        })
    })?;
    lemmas::Writer::new(statement, strategy, &mut sink).lemma(game).map_err(|why| match why {
        lemmas::Unwritten::Sink(error) => ProofError::Sink(error),
        lemmas::Unwritten::Lost => ProofError::Contradiction,
    })
}

impl Statement {
    /// Whether the player to move at a position is the one with something to prove.
    fn is_provers_turn<G: Game>(self, game: &G) -> bool {
        self.question.answer_in_favour_of(game.to_move()) == self.answer
    }

    /// Whether a theorem that the checker knows says so.
    fn is_theorem<G: Exact>(self, game: &G) -> bool {
        !self.answer && game.is_theorem(self.question.can_win)
    }

    /// Whether the prover wants the game to end so.
    fn is_good(self, outcome: Outcome) -> bool {
        self.question.answered_by(outcome) == self.answer
    }
}

/// A legal move with its code, and how it ends the game if it does.
type CodedMove<G> = (u32, <G as Game>::Move, Option<Outcome>);

/// The legal moves, ascending by code.
fn moves_by_code<G: Exact>(game: &mut G) -> Vec<CodedMove<G>> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut ends = Vec::new();
    moves.retain(|&m| {
        let over = try_move(game, m, |_, status| match status {
            Status::Open => None,
            Status::Over(outcome) => Some(outcome),
        });
        ends.extend(over);
        over.is_some()
    });
    let codes = game.codes(&moves);
    let mut legal: Vec<_> =
        codes.into_iter().zip(moves).zip(ends).map(|((code, m), over)| (code, m, over)).collect();
    legal.sort_unstable_by_key(|&(code, ..)| code);
    legal
}
