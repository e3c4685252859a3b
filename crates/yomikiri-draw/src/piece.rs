//! Pieces of SVG that can be put together.

use crate::svg::{Svg, escape, file};

/// A piece of a drawing, with its size.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece(Svg);

/// Space between pieces.
const GAP: f64 = 16.0;

impl Piece {
    /// An empty piece.
    #[must_use]
    pub fn new(width: f64, height: f64) -> Self {
        Self(Svg::new(width, height))
    }

    /// A line of text.
    #[must_use]
    pub fn caption(text: &str) -> Self {
        let mut piece = Self::new(8.0 * text.chars().count() as f64 + 8.0, 22.0);
        piece.text(0.0, 16.0, "start", "#222", text);
        piece
    }

    /// Appends an element, such as `<line …/>`.
    pub(crate) fn element(&mut self, element: &str) {
        self.0.add(format_args!("{element}"));
    }

    /// Appends a text.
    pub(crate) fn text(&mut self, x: f64, y: f64, anchor: &str, colour: &str, text: &str) {
        let text = escape(text);
        self.element(&format!(
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" fill="{colour}">{text}</text>"#
        ));
    }

    fn placed(&mut self, x: f64, y: f64, other: &Self) {
        self.element(&format!(r#"<g transform="translate({x:.1} {y:.1})">"#));
        self.0.body.push_str(&other.0.body);
        self.element("</g>");
    }

    /// Pieces side by side.
    #[must_use]
    pub fn row(pieces: &[Self]) -> Self {
        let gaps = GAP * pieces.len().saturating_sub(1) as f64;
        let width = pieces.iter().map(|piece| piece.0.width).sum::<f64>() + gaps;
        let mut row = Self::new(width, pieces.iter().map(|piece| piece.0.height).fold(0.0, f64::max));
        let mut x = 0.0;
        for piece in pieces {
            row.placed(x, 0.0, piece);
            x += piece.0.width + GAP;
        }
        row
    }

    /// Pieces below each other.
    #[must_use]
    pub fn column(pieces: &[Self]) -> Self {
        let gaps = GAP * pieces.len().saturating_sub(1) as f64;
        let height = pieces.iter().map(|piece| piece.0.height).sum::<f64>() + gaps;
        let mut column = Self::new(pieces.iter().map(|piece| piece.0.width).fold(0.0, f64::max), height);
        let mut y = 0.0;
        for piece in pieces {
            column.placed(0.0, y, piece);
            y += piece.0.height + GAP;
        }
        column
    }

    /// The whole file.
    #[must_use]
    pub fn document(&self) -> String {
        let [width, height] =
            [self.0.width, self.0.height].map(|length| format!("{:.0}", length + 2.0 * GAP));
        let content = format_args!(
            "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
             <g transform=\"translate({GAP} {GAP})\">\n{}</g>\n",
            self.0.body,
        );
        file(width, height, " font-size=\"13\"", content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        let document = Piece::caption("a < b & \"c\"").document();
        assert!(document.contains("a &lt; b &amp; &quot;c&quot;"));
        assert!(document.starts_with("<svg") && document.ends_with("</svg>\n"));
    }
}
