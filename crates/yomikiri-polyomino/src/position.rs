//! A position: who owns which cells, and which turn it is.

use crate::arena::Arena;
use crate::cells::Cells;
use std::sync::Arc;
use yomikiri_game::{Canonical, FirstStone, Game, Key, Outcome, Played, Player, PositionalGame, Turn};

/// A position of a positional game on at most 64 × `W` cells.
///
/// A move is a whole turn: the set of cells that it claims.
#[derive(Clone, Debug, PartialEq)]
pub struct Position<const W: usize> {
    pub(crate) arena: Arc<Arena<W>>,
    pub(crate) stones: [Cells<W>; 2],
    /// The number of turns played.
    pub(crate) turn: usize,
    /// Whose win is all that is asked about, if somebody has said so.
    pub(crate) asked: Option<Player>,
}

impl<const W: usize> Position<W> {
    /// The start of a game.
    #[must_use]
    pub fn new(arena: Arc<Arena<W>>) -> Self {
        Self { arena, stones: [Cells::NONE; 2], turn: 0, asked: None }
    }

    /// The same with cells that are owned from the start.
    #[must_use]
    pub fn owning(self, owned: &[Vec<u16>; 2]) -> Self {
        Self { stones: owned.each_ref().map(|cells| cells.iter().copied().collect()), ..self }
    }

    /// Who owns a cell.
    #[must_use]
    pub fn owner(&self, cell: u16) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.stones[player as usize].contains(cell))
    }

    /// The cells that nobody owns.
    pub(crate) fn empty(&self) -> Cells<W> {
        self.arena.all.without(self.stones[0] | self.stones[1])
    }

    /// The turn to be played; `None` when all are over.
    pub(crate) fn next_turn(&self) -> Option<Turn> {
        self.arena.turns.get(self.turn).copied()
    }

    /// The cells of which this turn must take one, if the rules say so.
    pub(crate) fn demanded(&self) -> Option<Cells<W>> {
        self.arena.first.filter(|_| self.turn == 0)
    }

    /// Every turn that the rules allow.
    fn all_turns(&self, turn: Turn, into: &mut Vec<Cells<W>>) {
        let before = into.len();
        choose(self.empty(), turn.stones.into(), Cells::NONE, into);
        if let Some(demanded) = self.demanded() {
            let mut at = 0;
            into.retain(|cells| {
                at += 1;
                at <= before || cells.meets(demanded)
            });
        }
    }

    /// Whether a player owns a winning set through one of the cells.
    fn completes(&self, player: Player, cells: Cells<W>) -> bool {
        let (at, own) = (player as usize, self.stones[player as usize]);
        cells.iter().any(|cell| {
            let mut sets = self.arena.through[at][usize::from(cell)].iter();
            sets.any(|&set| self.arena.sets[at][set as usize].without(own).is_empty())
        })
    }

    /// Who owns a winning set.
    pub(crate) fn winner(&self) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| {
            let own = self.stones[player as usize];
            self.arena.sets[player as usize].iter().any(|set| set.without(own).is_empty())
        })
    }
}

impl<const W: usize> Game for Position<W> {
    type Move = Cells<W>;
    type Undo = Cells<W>;

    fn to_move(&self) -> Player {
        match self.next_turn() {
            Some(turn) => turn.player,
            // Nobody moves any more; this is whose turn it would be.
            None => self.arena.turns.last().map_or(Player::First, |turn| !turn.player),
        }
    }

    fn moves(&self, into: &mut Vec<Cells<W>>) {
        match (self.next_turn(), self.asked) {
            (None, _) => {}
            (Some(turn), Some(_)) if self.demanded().is_none() => self.promising_turns(turn, into),
            (Some(turn), _) => self.all_turns(turn, into),
        }
    }

    fn play(&mut self, cells: Cells<W>) -> Played<Cells<W>> {
        let player = self.to_move();
        let own = &mut self.stones[player as usize];
        *own = *own | cells;
        self.turn += 1;
        if self.completes(player, cells) {
            Played::Over(Outcome::Win(player), cells)
        } else if self.turn == self.arena.turns.len()
            || self.asked.is_some_and(|asked| self.is_hopeless(asked))
        {
            Played::Over(Outcome::Draw, cells)
        } else {
            Played::Open(cells)
        }
    }

    fn undo(&mut self, cells: Cells<W>) {
        self.stones = self.stones.map(|stones| stones.without(cells));
        self.turn -= 1;
    }

    fn outcome_when_stuck(&self) -> Outcome {
        Outcome::Draw
    }

    fn progress(&self) -> u32 {
        self.turn as u32
    }
}

/// All ways to add `count` of the cells to a set.
pub(crate) fn choose<const W: usize>(from: Cells<W>, count: u32, with: Cells<W>, into: &mut Vec<Cells<W>>) {
    if count == 0 {
        into.push(with);
        return;
    }
    let mut left = from;
    for cell in from.iter() {
        if left.len() < count {
            return;
        }
        left = left.without(Cells::one(cell));
        choose(left, count - 1, with | Cells::one(cell), into);
    }
}

impl<const W: usize> Canonical for Position<W> {
    fn key(&mut self) -> Key {
        let states = match self.asked {
            None => [self.stones[0], self.stones[1], Cells::NONE],
            Some(_) => self.what_matters(),
        };
        let arena = &*self.arena;
        let image = |symmetry: &Vec<u16>| {
            let mut sum = 0;
            for (state, cells) in states.iter().enumerate() {
                for cell in cells.iter() {
                    sum ^= arena.lots[usize::from(symmetry[usize::from(cell)])][state];
                }
            }
            sum
        };
        let least = arena.symmetries.iter().map(image).min().unwrap_or(0);
        // An odd factor: different turns are different numbers.
        const TURN: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
        Key(least.wrapping_add((self.turn as u128).wrapping_mul(TURN)))
    }

    fn images(&self) -> Vec<Self> {
        let image = |symmetry: &Vec<u16>| Self {
            stones: self.stones.map(|stones| stones.iter().map(|cell| symmetry[usize::from(cell)]).collect()),
            ..self.clone()
        };
        self.arena.symmetries.iter().map(image).collect()
    }
}

impl<const W: usize> Position<W> {
    /// The game from this position on, by its winning sets.
    #[must_use]
    pub fn positional(&self) -> PositionalGame {
        let arena = &*self.arena;
        let list = |cells: &Cells<W>| cells.iter().collect::<Vec<_>>();
        let fixed = |symmetry: &&Vec<u16>| {
            self.stones
                .iter()
                .all(|stones| stones.iter().all(|cell| stones.contains(symmetry[usize::from(cell)])))
        };
        let symmetries: Vec<_> = arena.symmetries.iter().filter(fixed).collect();
        let least = |cell: &u16| symmetries.iter().all(|image| image[usize::from(*cell)] >= *cell);
        PositionalGame {
            cells: arena.names.clone(),
            winning_sets: arena.sets.each_ref().map(|sets| sets.iter().map(list).collect()),
            owned: self.stones.each_ref().map(list),
            turns: arena.turns[self.turn.min(arena.turns.len())..].to_vec(),
            first_stone: match self.demanded() {
                Some(cells) => FirstStone::OneOf(list(&cells)),
                None => FirstStone::BestOf(self.empty().iter().filter(least).collect()),
            },
        }
    }
}
