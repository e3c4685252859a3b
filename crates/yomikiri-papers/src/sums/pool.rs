//! Random 4×4 subgames with one amazon each, and their values.

use crate::Error;
use std::num::NonZeroUsize;
use yomikiri::Task;
use yomikiri_amazons::{Board, Endgames};
use yomikiri_cgt::strategies::Part;
use yomikiri_cgt::sums::SumSolver;
use yomikiri_cgt::tabulate::Values;
use yomikiri_cgt::{Form, Forms};
use yomikiri_game::{Catalogue, Player, SplitMix64};

const SIDE: usize = 4;
const SQUARES: usize = SIDE * SIDE;

/// All 4×4 boards with one amazon each, evaluated.
pub(super) struct Boards {
    pub(super) forms: Forms,
    pub(super) solver: SumSolver,
    pub(super) catalogue: Endgames,
    pub(super) values: Values,
}

/// A subgame of the experiment.
#[derive(Clone, Debug)]
pub(super) struct Subgame {
    pub(super) board: Board,
    pub(super) part: Part,
}

impl Boards {
    pub(super) fn compute(task: &Task) -> Result<Self, Error> {
        let catalogue = Endgames::new(SIDE, SIDE, [1, 1], None)?;
        let mut forms = Forms::new();
        let mut values = Values::new(&catalogue);
        let total = (0..catalogue.layers()).map(|layer| catalogue.representatives(layer).len() as u64).sum();
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        task.steps("all 4×4 subgames", "boards", |progress| {
            progress.expect(total);
            (0..catalogue.layers()).try_for_each(|layer| {
                values.fill_layer(&mut forms, &catalogue, layer, threads, progress).map(|_| ())
            })
        })?;
        Ok(Self { forms, solver: SumSolver::default(), catalogue, values })
    }

    pub(super) fn value(&self, board: &Board) -> Form {
        self.catalogue.number_of(board).map_or(Form::ZERO, |number| self.values.get(number))
    }

    /// A random subgame: amazons on two squares, every other square empty with a given chance; both can move, and the
    /// value is not a number.
    pub(super) fn random(&self, chance: f64, random: &mut SplitMix64) -> Subgame {
        loop {
            let mut squares = ['#'; SQUARES];
            let left = random.below(SQUARES);
            let right = (left + 1 + random.below(SQUARES - 1)) % SQUARES;
            for square in &mut squares {
                // 53 bits are a fraction.
                let fraction = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
                if fraction < chance {
                    *square = '.';
                }
            }
            (squares[left], squares[right]) = ('x', 'o');
            let rows: Vec<String> = squares.chunks(SIDE).map(|row| row.iter().collect()).collect();
            let Ok(board) = rows.join("|").parse::<Board>() else { continue };
            let value = self.value(&board);
            let movable = Player::BOTH.iter().all(|&player| board.can_move(player));
            if movable && self.forms.as_number(value).is_none() {
                return self.subgame(board);
            }
        }
    }

    pub(super) fn subgame(&self, board: Board) -> Subgame {
        let options = Player::BOTH.map(|player| {
            board.continuations(player).map(|(_, after)| self.value(&after)).collect::<Vec<_>>()
        });
        Subgame { board, part: Part { value: self.value(&board), options } }
    }

    /// The chance of a square being empty that gives subgames with so many empty squares on average.
    pub(super) fn chance_for(&self, empty: f64) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        for step in 0..12 {
            let chance = (low + high) / 2.0;
            let mut random = SplitMix64::new(step);
            const SAMPLE: u32 = 2000;
            let total: u32 =
                (0..SAMPLE).map(|_| self.random(chance, &mut random).board.empty_squares()).sum();
            if f64::from(total) / f64::from(SAMPLE) < empty {
                low = chance;
            } else {
                high = chance;
            }
        }
        (low + high) / 2.0
    }
}
