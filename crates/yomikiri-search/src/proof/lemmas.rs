//! The lemmas of a proof, written after all that they lean on.

use super::strategy::{Plan, Strategy};
use super::{CodedMove, Lemma, Statement, moves_by_code};
use rustc_hash::FxHashSet;
use yomikiri_game::{Exact, Game, Key, Played, Tactics, leb128};

/// Symbols of a tree.
const LISTED: u32 = 0;
const SEARCH: u32 = 1;
const REPLIES: u32 = 2;
const THEOREM: u32 = 3;
const FIRST_MOVE: u32 = 4;

/// Why a lemma is not written.
pub(super) enum Unwritten<E> {
    Sink(E),
    /// The strategy does not go there, which can only be if two positions share a key.
    Lost,
}

pub(super) struct Writer<'t, 's, M, S> {
    statement: Statement,
    strategy: Strategy<'t, M>,
    written: FxHashSet<Key>,
    sink: &'s mut S,
}

impl<'t, 's, M: Copy + Eq, S> Writer<'t, 's, M, S> {
    pub(super) fn new(statement: Statement, strategy: Strategy<'t, M>, sink: &'s mut S) -> Self {
        Self { statement, strategy, written: FxHashSet::default(), sink }
    }

    /// Writes the lemma about a position, and before it all lemmas that it leans on.
    pub(super) fn lemma<G, E>(&mut self, game: &G) -> Result<(), Unwritten<E>>
    where
        G: Exact + Tactics + Send + Game<Move = M>,
        S: FnMut(Lemma<'_>) -> Result<(), E>,
    {
        let mut game = game.canonical_image();
        let mut tree = Vec::new();
        let key = game.key();
        self.tree(&mut game, key, &mut tree)?;
        self.written.insert(key);
        let lemma = Lemma { statement: self.statement, cells: &game.cells(), tree: &tree };
        (self.sink)(lemma).map_err(Unwritten::Sink)
    }

    fn tree<G, E>(&mut self, game: &mut G, key: Key, tree: &mut Vec<u8>) -> Result<(), Unwritten<E>>
    where
        G: Exact + Tactics + Send + Game<Move = M>,
        S: FnMut(Lemma<'_>) -> Result<(), E>,
    {
        let plan = self.strategy.step(key).ok_or(Unwritten::Lost)?.plan;
        let moves = moves_by_code(game);
        match plan {
            Plan::Search => leb128::write(SEARCH.into(), tree),
            Plan::Lemma => leb128::write(LISTED.into(), tree),
            Plan::Theorem => leb128::write(THEOREM.into(), tree),
            Plan::Finish => {
                let good = |over: &Option<_>| over.is_some_and(|outcome| self.statement.is_good(outcome));
                let (code, ..) = moves.iter().find(|(.., over)| good(over)).ok_or(Unwritten::Lost)?;
                leb128::write((FIRST_MOVE + code).into(), tree);
            }
            Plan::Move(next) => {
                for (code, m, over) in moves {
                    if over.is_some() {
                        continue;
                    }
                    let Played::Open(token) = game.play(m) else {
                        unreachable!("the game went on here a moment ago");
                    };
                    let found = game.key() == next;
                    let written = if found {
                        leb128::write((FIRST_MOVE + code).into(), tree);
                        self.branch(game, next, tree)
                    } else {
                        Ok(())
                    };
                    game.undo(token);
                    if found {
                        return written;
                    }
                }
                return Err(Unwritten::Lost);
            }
            Plan::Replies => {
                leb128::write(REPLIES.into(), tree);
                return each_reply(game, moves, |game| {
                    let key = game.key();
                    self.branch(game, key, tree)
                });
            }
        }
        Ok(())
    }

    /// The tree of a position inside a tree: itself, or the word that it is a lemma.
    fn branch<G, E>(&mut self, game: &mut G, key: Key, tree: &mut Vec<u8>) -> Result<(), Unwritten<E>>
    where
        G: Exact + Tactics + Send + Game<Move = M>,
        S: FnMut(Lemma<'_>) -> Result<(), E>,
    {
        let step = self.strategy.step(key).ok_or(Unwritten::Lost)?;
        if !step.is_lemma() {
            return self.tree(game, key, tree);
        }
        if !self.written.contains(&key) {
            self.lemma(game)?;
        }
        leb128::write(LISTED.into(), tree);
        Ok(())
    }
}

/// Writes something for every move that does not end the game, in the order of the codes, but only once for moves
/// to the same position.
fn each_reply<G: Exact, E>(
    game: &mut G,
    moves: Vec<CodedMove<G>>,
    mut write: impl FnMut(&mut G) -> Result<(), Unwritten<E>>,
) -> Result<(), Unwritten<E>> {
    let mut seen = FxHashSet::default();
    for (_, m, over) in moves {
        if over.is_some() {
            continue;
        }
        let Played::Open(token) = game.play(m) else {
            unreachable!("the game went on here a moment ago");
        };
        let written = if seen.insert(game.cells()) { write(game) } else { Ok(()) };
        game.undo(token);
        written?;
    }
    Ok(())
}
