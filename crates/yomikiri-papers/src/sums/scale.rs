//! Section 5 of the paper: how many boards and trees a database would hold, and how large it would be.

use super::pool::Boards;
use crate::MISSING;
use std::collections::{BTreeSet, HashSet};
use yomikiri::text::{Table, grouped};
use yomikiri_cgt::Form;
use yomikiri_draw::{Axis, Marker, Plot, Scaling, Series};
use yomikiri_game::Catalogue;

/// The boards of 4×4 squares with one amazon each and so many empty squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// The number of empty squares.
    pub empty: usize,
    /// The boards.
    pub boards: u64,
    /// Those that symmetry and an exchange of the colours make equal counted once.
    pub classes: u64,
    /// Their different values.
    pub values: u64,
    /// The same with those of all layers before.
    pub values_so_far: u64,
}

/// What to say below the table.
pub const SCALE_REMARK: &str = "The paper has 3,932,040 boards with one amazon each, where 16 · 15 · 2^14 = 3,932,160; the 120 between them are \
     as many as there are pairs of squares, 16 · 15 / 2, so its count seems to take the boards without an empty square once for both \
     colourings. For 4 empty squares it has 30,906 boards and half as many trees, 15,453, by a rule of thumb; canonical forms are far \
     fewer. Its size for sums of four, 1 TB, does not follow from its own figures: 15,453^4 · 3 % · 3 bytes are 5.1 PB. \
     That for sums of three does: 332 GB. Values of boards in a file of ours (`yomikiri db build`): 2.5 MB for all of them; sums need no table, \
     because they are decided from the values of their subgames.";

impl Boards {
    /// All layers, by the number of empty squares.
    pub(super) fn layers(&self) -> Vec<Layer> {
        let mut all: HashSet<Form> = HashSet::new();
        let layer = |empty: usize| {
            let representatives = self.catalogue.representatives(empty);
            let mut here: HashSet<Form> = HashSet::new();
            let mut boards = 0;
            for &representative in &representatives {
                let value = self.values.get(representative);
                here.extend([value, self.forms.negative(value)]);
                let mut images = BTreeSet::new();
                self.catalogue.images(representative, &mut |image, _| {
                    images.insert(image);
                });
                boards += images.len() as u64;
            }
            all.extend(&here);
            Layer {
                empty,
                boards,
                classes: representatives.len() as u64,
                values: here.len() as u64,
                values_so_far: all.len() as u64,
            }
        };
        (0..self.catalogue.layers()).map(layer).collect()
    }
}

/// The layers as a table, with the paper's figures for 4 empty squares.
pub(crate) fn table(layers: &[Layer]) -> Table {
    let mut table = Table::new([
        "empty squares",
        "boards",
        "up to symmetry and colours",
        "different values",
        "values so far",
        "paper’s boards",
        "paper’s trees",
    ]);
    for layer in layers {
        let paper = |figure: &str| if layer.empty == 4 { figure } else { MISSING }.to_owned();
        table.row([
            layer.empty.to_string(),
            grouped(layer.boards),
            grouped(layer.classes),
            grouped(layer.values),
            grouped(layer.values_so_far),
            paper("30,906"),
            paper("15,453"),
        ]);
    }
    table
}

/// Figures 13 and 14: trees against boards, and boards against empty squares.
pub(crate) fn plots(layers: &[Layer]) -> [Plot; 2] {
    let series = |name: &str, marker: Marker, points: Vec<(f64, f64)>| Series {
        name: name.to_owned(),
        marker,
        joined: true,
        points,
    };
    let mut boards_so_far = 0;
    let trees = layers
        .iter()
        .map(|layer| {
            boards_so_far += layer.classes;
            (boards_so_far as f64, layer.values_so_far as f64)
        })
        .collect();
    let by_empty = |of: fn(&Layer) -> u64| -> Vec<(f64, f64)> {
        layers.iter().map(|layer| (layer.empty as f64, of(layer) as f64)).collect()
    };
    let axis = |title: &str, scaling: Scaling| Axis { title: title.to_owned(), scaling };
    [
        Plot {
            title: "Different values among the boards".to_owned(),
            x: axis("boards with at most k empty squares, up to symmetry", Scaling::Logarithmic),
            y: axis("different values", Scaling::Logarithmic),
            series: vec![
                series("here", Marker::Dot, trees),
                series("paper, k = 4", Marker::Square, vec![(30_906.0, 15_453.0)]),
            ],
        },
        Plot {
            title: "Boards by empty squares".to_owned(),
            x: axis("empty squares", Scaling::Whole),
            y: axis("boards", Scaling::Logarithmic),
            series: vec![
                series("all boards", Marker::Dot, by_empty(|layer| layer.boards)),
                series("up to symmetry and colours", Marker::Triangle, by_empty(|layer| layer.classes)),
                series("different values", Marker::Diamond, by_empty(|layer| layer.values)),
            ],
        },
    ]
}
