//! Positions and what they lead to, from left to right.

use crate::board;
use crate::svg::{Length, Svg};
use yomikiri_game::{Sketch, Stroke};

/// A position of a graph.
#[derive(Clone, Debug)]
pub struct Node {
    /// How it looks; nothing for an empty board.
    pub sketch: Option<Sketch>,
    /// What stands beside it.
    pub captions: Vec<String>,
}

/// Positions in layers, each leading to some of the next.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The layers, from the left.
    pub layers: Vec<Vec<Node>>,
    /// For each layer but the last, which leads to which of the next.
    pub edges: Vec<Vec<(usize, usize)>>,
}

/// The height of a position with what stands beside it.
const ROW: f64 = 84.0;
/// The width of the boards of a layer.
const BOARDS: f64 = 84.0;
/// Between a layer's boards and the next.
const BETWEEN: f64 = 90.0;
/// The size of a space, as a share of that on other drawings.
const SCALE: f64 = 0.8;
/// What is beside the boards of the last layer.
const WORDS: f64 = 470.0;
const LETTER: f64 = 16.0;

impl Graph {
    /// The graph as an SVG file.
    #[must_use]
    pub fn svg(&self) -> String {
        let tallest = self.layers.iter().map(Vec::len).max().unwrap_or(0) as f64;
        let columns = self.layers.len() as f64;
        let width = columns * BOARDS + (columns - 1.0).max(0.0) * BETWEEN + WORDS;
        let mut svg = Svg::new(width.max(1.0), (tallest * ROW).max(1.0));
        let middle = |layer: usize, number: usize| {
            let nodes = self.layers.get(layer).map_or(1, Vec::len) as f64;
            let x = layer as f64 * (BOARDS + BETWEEN) + BOARDS / 2.0;
            (x, (number as f64 + 0.5) * tallest * ROW / nodes)
        };
        for (layer, edges) in self.edges.iter().enumerate() {
            for &(from, to) in edges {
                let ((x, y), (to_x, to_y)) = (middle(layer, from), middle(layer + 1, to));
                let (x, to_x) = (x + BOARDS / 2.0, to_x - BOARDS / 2.0);
                let bend = Length((x + to_x) / 2.0);
                let [x, y, to_x, to_y] = [x, y, to_x, to_y].map(Length);
                svg.add(format_args!(
                    r#"<path class="edge" d="M{x} {y}C{bend} {y} {bend} {to_y} {to_x} {to_y}"/>"#
                ));
            }
        }
        let last = self.layers.len().saturating_sub(1);
        for (layer, nodes) in self.layers.iter().enumerate() {
            for (number, node) in nodes.iter().enumerate() {
                let (x, y) = middle(layer, number);
                let height = draw(&mut svg, node, x, y);
                // Beside the boards of the last layer there is room for sentences; else below.
                let lines = node.captions.len() as f64;
                for (line, caption) in node.captions.iter().enumerate() {
                    let down = LETTER * line as f64;
                    if layer == last {
                        let top = y - LETTER * (lines - 1.0) / 2.0 + 4.0;
                        svg.text(x + BOARDS / 2.0 + 8.0, top + down, 13.0, "start", caption);
                    } else {
                        svg.text(x, y + height / 2.0 + LETTER + down, 13.0, "middle", caption);
                    }
                }
            }
        }
        let style = format!(
            "{}.edge{{fill:none;stroke:#9aa7ae;stroke-width:1.5}}.empty{{fill:none;stroke:#9aa7ae;stroke-dasharray:3 3}}",
            board::STYLE
        );
        svg.finish(&style)
    }
}

/// Draws a position around a point; gives its height.
fn draw(svg: &mut Svg, node: &Node, x: f64, y: f64) -> f64 {
    let Some(sketch) = &node.sketch else {
        let side = board::SPACE * SCALE;
        let (left, top, side_text) = (Length(x - side / 2.0), Length(y - side / 2.0), Length(side));
        svg.add(format_args!(
            r#"<rect class="empty" x="{left}" y="{top}" width="{side_text}" height="{side_text}"/>"#
        ));
        return side;
    };
    let mut bare = sketch.clone();
    bare.strokes.retain(|stroke| !matches!(stroke, Stroke::Label(..)));
    let margin = board::MARGIN * SCALE;
    let (width, height) = (sketch.width * board::SPACE * SCALE, sketch.height * board::SPACE * SCALE);
    let (left, top) = (Length(x - width / 2.0 - margin), Length(y - height / 2.0 - margin));
    svg.add(format_args!(r#"<g transform="translate({left} {top}) scale({SCALE})">"#));
    board::draw(svg, &bare, &[], 0.0, 0.0);
    svg.add(format_args!("</g>"));
    height
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game::Point;

    #[test]
    fn positions_are_joined() {
        let strokes = vec![
            Stroke::Ground(Point { x: 0.0, y: 0.0 }),
            Stroke::Label(Point { x: 0.0, y: 0.0 }, "A".to_owned()),
        ];
        let sketch = Sketch { width: 1.0, height: 1.0, strokes };
        let node = |captions: &[&str]| Node {
            sketch: Some(sketch.clone()),
            captions: captions.iter().map(|&caption| caption.to_owned()).collect(),
        };
        let start = Node { sketch: None, captions: Vec::new() };
        let graph = Graph {
            layers: vec![vec![start], vec![node(&["one"]), node(&["two", "<"])]],
            edges: vec![vec![(0, 0), (0, 1)]],
        };
        let svg = graph.svg();
        assert_eq!(svg.matches(r#"class="edge""#).count(), 2);
        assert_eq!(svg.matches(r#"class="ground""#).count(), 2);
        assert!(svg.contains(">&lt;</text>") && !svg.contains(">A</text>"), "{svg}");
        assert!(Graph::default().svg().ends_with("</svg>\n"));
    }
}
