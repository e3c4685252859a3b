//! Boards that symmetry makes equal: one representative of each class, and its place in a file.

use super::{Endgames, Parts};
use crate::board::Board;

impl Endgames {
    /// How many boards have exactly `empty` empty squares, those that turning and mirroring makes equal
    /// counted once.
    #[must_use]
    pub fn boards_up_to_symmetry(&self, empty: u32) -> u64 {
        let turns: Vec<_> = self.symmetries.iter().filter(|symmetry| !symmetry.exchanges).collect();
        let least = |parts: Parts| {
            let number = self.number(parts);
            turns.iter().all(|turn| self.number(self.image_of(parts, turn)) >= number)
        };
        self.placements()
            .map(|amazons| {
                let masks =
                    self.masks(empty).map(|mask| Parts { amazons, vacant: self.spread(mask, amazons) });
                masks.filter(|&parts| least(parts)).count() as u64
            })
            .sum()
    }

    /// The representative of the class of a board, and whether the colours are exchanged there.
    #[must_use]
    pub fn representative(&self, number: usize) -> (usize, bool) {
        let parts = self.parts(number);
        let images = self
            .symmetries
            .iter()
            .map(|symmetry| (self.number(self.image_of(parts, symmetry)), symmetry.exchanges));
        images.min().unwrap_or((number, false))
    }

    /// The placements of which some board is a representative, by rising number: the first halves of the numbers
    /// of all representatives.
    #[must_use]
    pub fn representative_placements(&self) -> Vec<usize> {
        let least = |&amazons: &[u32; 2]| {
            let number = self.placement_number(amazons);
            let images =
                self.symmetries.iter().map(|symmetry| self.image_of(Parts { amazons, vacant: 0 }, symmetry));
            images.map(|image| self.placement_number(image.amazons)).all(|image| image >= number)
        };
        let mut placements: Vec<_> =
            self.placements().filter(least).map(|amazons| self.placement_number(amazons)).collect();
        placements.sort_unstable();
        placements
    }

    /// The representative of the class of a board that fits into the box, and whether the colours are exchanged there; also if
    /// the board has the amazons of Left and Right exchanged.
    #[must_use]
    pub fn class_of(&self, board: &Board) -> Option<(usize, bool)> {
        for exchanged in [false, true] {
            let board = if exchanged { board.swapped() } else { *board };
            if let Some(number) = self.number_of(&board) {
                let (representative, turned) = self.representative(number);
                return Some((representative, exchanged != turned));
            }
        }
        None
    }

    /// How many places a file needs: the placements of representatives, each with all sets of empty squares.
    #[must_use]
    pub fn places(&self) -> usize {
        self.representative_placements().len() * self.vacancies
    }

    /// The place of a representative in a file.
    #[must_use]
    pub fn place(&self, representative: usize) -> usize {
        let places = self.places.get_or_init(|| {
            let mut places = vec![u32::MAX; self.sets[0].len() * self.sets[1].len()];
            for (place, placement) in (0..).zip(self.representative_placements()) {
                places[placement] = place;
            }
            places
        });
        let placement = places[representative / self.vacancies] as usize;
        placement * self.vacancies + representative % self.vacancies
    }
}
