//! Symmetries of a positional game on squares, found by trying: mirrors, turns and shifts of the board that take winning sets
//! to winning sets.
//!
//! A formula tries only some first moves, because symmetry makes the others equal. Going back to the board, a symmetry must
//! be named. What is found is checked, so that nothing rests on how the cells are called.

use std::collections::HashSet;
use yomikiri_game::{Player, PositionalGame};

/// A symmetry: by cell, where it goes.
pub(super) type Symmetry = Vec<u16>;

/// All symmetries that can be found, the identity first.
pub(super) fn symmetries(game: &PositionalGame) -> Vec<Symmetry> {
    let identity: Symmetry = (0..game.cells.len() as u16).collect();
    let mut found = vec![identity];
    let Some(places) = game.cells.iter().map(|name| place(name)).collect::<Option<Vec<_>>>() else {
        return found;
    };
    let width = places.iter().map(|&(x, _)| x + 1).max().unwrap_or(0);
    let height = places.iter().map(|&(_, y)| y + 1).max().unwrap_or(0);
    let ways = if width == height { 8 } else { 4 };
    for way in 0..ways {
        for shift in 0..width * height {
            let moved = |&(x, y): &(usize, usize)| {
                let (x, y) = if way & 4 == 0 { (x, y) } else { (y, x) };
                let x = if way & 1 == 0 { x } else { width - 1 - x };
                let y = if way & 2 == 0 { y } else { height - 1 - y };
                ((x + shift % width) % width, (y + shift / width) % height)
            };
            let to = |at: &(usize, usize)| {
                places.iter().position(|other| *other == moved(at)).map(|cell| cell as u16)
            };
            let image: Option<Symmetry> = places.iter().map(to).collect();
            if let Some(image) = image.filter(|image| !found.contains(image) && is_symmetry(game, image)) {
                found.push(image);
            }
        }
    }
    found
}

/// The other way round.
pub(super) fn inverse(symmetry: &Symmetry) -> Symmetry {
    let mut inverse = vec![0; symmetry.len()];
    for (from, &to) in symmetry.iter().enumerate() {
        inverse[usize::from(to)] = from as u16;
    }
    inverse
}

/// Column and row of a cell such as `b3`.
fn place(name: &str) -> Option<(usize, usize)> {
    let column = name.bytes().next().filter(u8::is_ascii_lowercase)?;
    let row: usize = name[1..].parse().ok().filter(|&row| row > 0)?;
    Some((usize::from(column - b'a'), row - 1))
}

fn is_symmetry(game: &PositionalGame, image: &Symmetry) -> bool {
    let moved = |cells: &[u16]| {
        let mut cells: Vec<u16> = cells.iter().map(|&cell| image[usize::from(cell)]).collect();
        cells.sort_unstable();
        cells
    };
    let sorted = |cells: &Vec<u16>| {
        let mut cells = cells.clone();
        cells.sort_unstable();
        cells
    };
    Player::BOTH.into_iter().all(|player| {
        let sets: HashSet<Vec<u16>> = game.winning_sets[player as usize].iter().map(sorted).collect();
        let owned = &game.owned[player as usize];
        sets.iter().all(|set| sets.contains(&moved(set))) && moved(owned) == sorted(&owned.to_vec())
    })
}
