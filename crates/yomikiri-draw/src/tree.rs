//! The tree of a game: Left's options hang to the left of it, Right's to the right.

use crate::piece::Piece;

/// A game and what the players can move to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// What is written at the node.
    pub label: String,
    /// Left's options.
    pub left: Vec<Tree>,
    /// Right's options.
    pub right: Vec<Tree>,
}

/// From one generation to the next.
const STEP: f64 = 46.0;
/// The height of a line of text.
const LINE: f64 = 20.0;
/// The width of a character, and the space between neighbours.
const CHARACTER: f64 = 7.5;
const SPACE: f64 = 14.0;

impl Tree {
    /// A game without options, or one whose options are not shown.
    #[must_use]
    pub fn leaf(label: impl Into<String>) -> Self {
        Self { label: label.into(), left: Vec::new(), right: Vec::new() }
    }

    fn options(&self) -> impl Iterator<Item = (&Self, &'static str)> {
        let left = self.left.iter().map(|option| (option, "#1f5fb4"));
        left.chain(self.right.iter().map(|option| (option, "#c0392b")))
    }

    fn generations(&self) -> usize {
        1 + self.options().map(|(option, _)| option.generations()).max().unwrap_or(0)
    }

    fn width(&self) -> f64 {
        let own = self.label.chars().count() as f64 * CHARACTER + SPACE;
        self.options().map(|(option, _)| option.width()).sum::<f64>().max(own)
    }

    /// A piece of SVG. Left's moves are blue and lean to the left, Right's are red and lean to the right.
    #[must_use]
    pub fn svg(&self) -> Piece {
        let height = LINE + STEP * (self.generations() - 1) as f64;
        // A single option leans to its side, beyond what its label needs.
        let lean = STEP * (self.generations() - 1) as f64 / 2.0;
        let mut piece = Piece::new(self.width() + 2.0 * lean, height);
        self.draw(&mut piece, lean + self.width() / 2.0, 0.0);
        piece
    }

    fn draw(&self, piece: &mut Piece, middle: f64, top: f64) {
        piece.text(middle, top + 15.0, "middle", "#222", &self.label);
        let all: f64 = self.options().map(|(option, _)| option.width()).sum();
        let lean = match (self.left.is_empty(), self.right.is_empty()) {
            (false, true) => -STEP / 2.0,
            (true, false) => STEP / 2.0,
            _ => 0.0,
        };
        let mut x = middle + lean - all / 2.0;
        for (option, colour) in self.options() {
            let at = x + option.width() / 2.0;
            piece.element(&format!(
                r#"<line x1="{middle:.1}" y1="{:.1}" x2="{at:.1}" y2="{:.1}" stroke="{colour}" stroke-width="1.6"/>"#,
                top + LINE,
                top + STEP
            ));
            option.draw(piece, at, top + STEP);
            x += option.width();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_drawn_on_its_side() {
        let tree = Tree {
            label: "{2|0}".to_owned(),
            left: vec![Tree::leaf("2")],
            right: vec![Tree { label: "1".to_owned(), left: vec![Tree::leaf("0")], right: Vec::new() }],
        };
        let svg = tree.svg().document();
        assert_eq!(svg.matches("<line").count(), 3);
        assert_eq!(svg.matches("#1f5fb4").count(), 2);
        let ends = |line: &str| {
            let number = |name: &str| {
                let (_, rest) = line.split_once(&format!("{name}=\"")).expect("an end");
                rest.split('"').next().and_then(|text| text.parse::<f64>().ok()).expect("a number")
            };
            number("x2") - number("x1")
        };
        for line in svg.lines().filter(|line| line.contains("<line")) {
            assert_eq!(ends(line) < 0.0, line.contains("#1f5fb4"), "{line}");
        }
    }
}
