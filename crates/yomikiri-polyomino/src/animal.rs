//! Animals: the shapes that the players try to build.
//!
//! Harary called polyominoes animals and gave the small ones names. An animal here is a set of cells up to
//! rotation and reflection; any other shape can be drawn, `##./.##`, row by row.
//!
//! # References
//! - F. Harary, *Achieving the Skinny animal*, Eureka 42, 1982.
//! - M. Gardner, *Mathematical games* (on Harary's generalised tic-tac-toe), Scientific American, April 1979.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use yomikiri_game::closest;

/// The cells of a shape as (column, row), in order.
pub type Shape = Vec<(u8, u8)>;

/// An animal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Animal {
    name: String,
    cells: Shape,
}

/// The longest side of a drawn animal.
const LONGEST_SIDE: usize = 26;

/// The animals that have a name: Harary's up to four cells, the pentominoes by their letters, and Harary's
/// Snaky.
const NAMED: &[(&str, &str)] = &[
    ("domino", "##"),
    ("el", "#./##"),
    ("tic", "###"),
    ("elly", "#../###"),
    ("tippy", "##./.##"),
    ("knobby", ".#./###"),
    ("fatty", "##/##"),
    ("skinny", "####"),
    ("f", ".##/##./.#."),
    ("i", "#####"),
    ("l", "####/#..."),
    ("n", "##../.###"),
    ("p", "##/##/#."),
    ("t", "###/.#./.#."),
    ("u", "#.#/###"),
    ("v", "#../#../###"),
    ("w", "#../##./.##"),
    ("x", ".#./###/.#."),
    ("y", "####/.#.."),
    ("z", "##./.#./.##"),
    ("snaky", "####./...##"),
];

/// Why a text is no animal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnimalError {
    /// Neither a name nor a drawing.
    #[error("there is no animal `{0}`; {meant}known: {known}; or draw one, such as ##./.##", meant = did_you_mean(.0), known = known_names())]
    Unknown(String),
    /// A drawing with a wrong character.
    #[error("`{symbol}` at place {place} of the drawing `{drawing}`: only `#`, `.` and `/` are known")]
    Symbol {
        /// The drawing.
        drawing: String,
        /// The wrong character.
        symbol: char,
        /// Where it is, counted from 1.
        place: usize,
    },
    /// A drawing without a cell, or too large to be on any board.
    #[error("the drawing `{0}` must have at least one `#` and be at most 26 cells wide and high")]
    Size(String),
}

fn did_you_mean(name: &str) -> String {
    let meant = closest(name, NAMED.iter().map(|(name, _)| *name));
    meant.map_or_else(String::new, |meant| format!("did you mean `{meant}`? "))
}

fn known_names() -> String {
    NAMED.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

impl Animal {
    /// The number of cells.
    #[must_use]
    pub fn size(&self) -> usize {
        self.cells.len()
    }

    /// It drawn row by row, as `##./.##`, whatever its name.
    #[must_use]
    pub fn drawing(&self) -> String {
        drawing(&self.cells)
    }

    /// The animals that have names, in order of their size.
    pub fn named() -> impl Iterator<Item = Self> {
        NAMED.iter().filter_map(|(name, _)| name.parse().ok())
    }

    /// The different ways to turn and flip it, each moved to the corner.
    #[must_use]
    pub fn orientations(&self) -> Vec<Shape> {
        let images: BTreeSet<Shape> = (0..8).map(|symmetry| corner(&self.cells, symmetry)).collect();
        images.into_iter().collect()
    }

    fn drawn(drawing: &str) -> Result<Shape, AnimalError> {
        let too_large = || AnimalError::Size(drawing.to_owned());
        if drawing.len() > LONGEST_SIDE * (LONGEST_SIDE + 1) {
            return Err(AnimalError::Size("…".to_owned()));
        }
        let mut cells = Shape::new();
        let mut place = 0;
        for (y, row) in drawing.split('/').enumerate() {
            for (x, symbol) in row.chars().enumerate() {
                place += 1;
                match symbol {
                    '#' if x < LONGEST_SIDE && y < LONGEST_SIDE => cells.push((x as u8, y as u8)),
                    '#' => return Err(too_large()),
                    '.' => {}
                    _ => return Err(AnimalError::Symbol { drawing: drawing.to_owned(), symbol, place }),
                }
            }
            place += 1;
        }
        if cells.is_empty() { Err(too_large()) } else { Ok(corner(&cells, 0)) }
    }
}

/// One of the eight images of a shape, moved to the corner.
fn corner(cells: &[(u8, u8)], symmetry: u8) -> Shape {
    let turned = cells.iter().map(|&(x, y)| {
        let (mut x, mut y) = (i16::from(x), i16::from(y));
        if symmetry & 1 != 0 {
            x = -x;
        }
        if symmetry & 2 != 0 {
            y = -y;
        }
        if symmetry & 4 != 0 { (y, x) } else { (x, y) }
    });
    let turned: Vec<_> = turned.collect();
    let left = turned.iter().map(|&(x, _)| x).min().unwrap_or(0);
    let top = turned.iter().map(|&(_, y)| y).min().unwrap_or(0);
    let mut cells: Shape = turned.into_iter().map(|(x, y)| ((x - left) as u8, (y - top) as u8)).collect();
    cells.sort_by_key(|&(x, y)| (y, x));
    cells
}

impl FromStr for Animal {
    type Err = AnimalError;

    fn from_str(text: &str) -> Result<Self, AnimalError> {
        let name = text.to_ascii_lowercase();
        if let Some((name, drawing)) = NAMED.iter().find(|(known, _)| *known == name) {
            return Ok(Self { name: (*name).to_owned(), cells: Self::drawn(drawing)? });
        }
        if !text.contains('#') {
            return Err(AnimalError::Unknown(text.to_owned()));
        }
        let cells = Self::drawn(text)?;
        let same = |animal: &Self| animal.orientations().contains(&cells);
        // A drawing of an animal that has a name is that animal.
        Ok(Self::named().find(same).unwrap_or_else(|| Self { name: drawing(&cells), cells }))
    }
}

fn drawing(cells: &[(u8, u8)]) -> String {
    let width = cells.iter().map(|&(x, _)| x).max().unwrap_or(0);
    let height = cells.iter().map(|&(_, y)| y).max().unwrap_or(0);
    let row = |y| (0..=width).map(|x| if cells.contains(&(x, y)) { '#' } else { '.' }).collect::<String>();
    (0..=height).map(row).collect::<Vec<_>>().join("/")
}

impl fmt::Display for Animal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_drawings_are_read() {
        for animal in Animal::named() {
            assert_eq!(animal.to_string().parse(), Ok(animal.clone()));
            assert_eq!(drawing(&animal.cells).parse(), Ok(animal));
        }
        for (name, cells, orientations) in [
            ("Domino", 2, 2),
            ("El", 3, 4),
            ("Elly", 4, 8),
            ("TIPPY", 4, 4),
            ("Knobby", 4, 4),
            ("Fatty", 4, 1),
            ("Skinny", 4, 2),
            ("F", 5, 8),
            ("x", 5, 1),
            ("Snaky", 6, 8),
        ] {
            let animal: Animal = name.parse().expect(name);
            assert_eq!((animal.size(), animal.orientations().len()), (cells, orientations), "{name}");
        }
        assert_eq!(".#/##/#.".parse::<Animal>().map(|animal| animal.to_string()), Ok("tippy".to_owned()));
        assert_eq!("#.#".parse::<Animal>().map(|animal| animal.to_string()), Ok("#.#".to_owned()));
        for wrong in ["", "tipsy", "##x", "...", "//", "# #", &"#".repeat(27), &"#".repeat(9999)] {
            assert!(wrong.parse::<Animal>().is_err(), "{wrong}");
        }
    }
}
