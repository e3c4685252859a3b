//! What a type must offer to be a game of this library, and what it may offer besides.

use std::io;
use yomikiri_game::{
    Drawn, Exact, Laid, Layout, Notation, Player, PositionError, PositionText, Sketch, Square,
};
use yomikiri_search::{Demands, Knowledge, Lemma, Monitor, Options, ProofError, Solvable, Statement, prove};

/// A game that everything here can handle: methods can decide it, people can read and play it.
///
/// The provided methods are capabilities that a game need not have.
pub trait Playable: Solvable<Undo: Send + Sync> + Notation + Drawn + Send + Sync + 'static {
    /// What the pieces of the first and the second player are called.
    const COLOURS: [&'static str; 2] = ["X", "O"];

    /// How proofs about the game are written. `Some(Provable::exact())` for a game that is [`Exact`] and has a
    /// referee in the checker.
    fn provable(&self) -> Option<Provable<Self>> {
        None
    }

    /// How positions are written as text and read back. `Some(Texts::of())` for a game that is [`PositionText`].
    fn texts(&self) -> Option<Texts<Self>> {
        None
    }

    /// The position drawn with lines, if the game can be.
    fn sketched(&self) -> Option<Sketch> {
        None
    }

    /// How positions are shown as pieces on squares. `Some(Layouts::of())` for a game that is [`Laid`].
    fn layouts(&self) -> Option<Layouts<Self>> {
        None
    }
}

/// How positions are shown as pieces on squares: what [`Laid`] offers, without its type.
pub struct Layouts<G: yomikiri_game::Game> {
    pub(crate) layout: fn(&G) -> Layout,
    pub(crate) squares: fn(&G, G::Move) -> Vec<Square>,
    pub(crate) winning: fn(&G) -> Vec<(Square, Player)>,
}

impl<G: Playable + Laid> Layouts<G> {
    /// Pieces and squares as the game itself gives them.
    #[must_use]
    pub fn of() -> Self {
        Self { layout: G::layout, squares: G::squares, winning: G::winning }
    }
}

/// How positions are written as text and read back: what [`PositionText`] offers, without its type.
pub struct Texts<G> {
    pub(crate) write: fn(&G) -> String,
    pub(crate) read: fn(&G, &str) -> Result<G, PositionError>,
}

impl<G: Playable + PositionText> Texts<G> {
    /// Positions by the game's own notation.
    #[must_use]
    pub fn of() -> Self {
        Self { write: G::position_text, read: G::parse_position }
    }
}

/// How statements about a game are proved: what [`Exact`] offers, without its type.
pub struct Provable<G> {
    /// The name of the game with every rule spelt out.
    pub(crate) spelt_out: fn(&G) -> String,
    /// The text that describes the game, if its name does not.
    pub(crate) definition: fn(&G) -> Option<String>,
    /// The exact position.
    pub(crate) cells: fn(&G) -> Vec<u8>,
    /// [`yomikiri_search::prove`] for it.
    pub(crate) prove: Prove<G>,
}

type Prove<G> = fn(
    &G,
    Statement,
    Demands,
    &Knowledge,
    &Options,
    &Monitor,
    &mut dyn FnMut(Lemma<'_>) -> io::Result<()>,
) -> Result<(), ProofError<io::Error>>;

impl<G: Playable + Exact> Provable<G> {
    /// Proofs by the exact bytes and numbers that a game gives its positions and moves.
    #[must_use]
    pub fn exact() -> Self {
        Self {
            spelt_out: G::spelt_out,
            definition: G::definition,
            cells: G::cells,
            prove: |game, statement, demands, knowledge, options, monitor, sink| {
                prove(game, statement, demands, knowledge, options, monitor, sink)
            },
        }
    }
}
