//! Thermographs.
//!
//! Temperature rises upwards, and values rise to the *left*, where Left is: the usual way to draw them.

use crate::braille::Dots;
use crate::piece::Piece;
use std::fmt::Write;
use yomikiri_game::{Ink, Picture};

/// A corner of a wall: temperature and value.
pub type Corner = (f64, f64);

/// One thermograph: its walls by rising temperature, each ending in the mast.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it is called.
    pub label: String,
    /// The left wall.
    pub left: Vec<Corner>,
    /// The right wall.
    pub right: Vec<Corner>,
}

/// Thermographs in one frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    series: Vec<Series>,
    /// The lowest temperature that is shown.
    bottom: f64,
    /// The highest.
    top: f64,
    /// The least value.
    low: f64,
    /// The greatest.
    high: f64,
}

/// The value of a wall at a temperature.
fn at(wall: &[Corner], t: f64) -> f64 {
    let after = wall.iter().position(|corner| corner.0 > t);
    match after {
        Some(0) => wall[0].1,
        Some(next) => {
            let ((t0, v0), (t1, v1)) = (wall[next - 1], wall[next]);
            v0 + (v1 - v0) * (t - t0) / (t1 - t0)
        }
        None => wall.last().map_or(0.0, |corner| corner.1),
    }
}

impl Series {
    /// The temperature at which the walls have met for good.
    fn mast_from(&self) -> f64 {
        let last = |wall: &[Corner]| wall.last().map_or(-1.0, |corner| corner.0);
        last(&self.left).max(last(&self.right))
    }

    /// A wall from a lowest to a highest temperature.
    fn shown(wall: &[Corner], bottom: f64, top: f64) -> Vec<Corner> {
        let mut shown = vec![(bottom, at(wall, bottom))];
        shown.extend(wall.iter().copied().filter(|corner| corner.0 > bottom && corner.0 < top));
        shown.push((top, at(wall, top)));
        shown
    }
}

impl Plot {
    /// A frame around thermographs. What lies below temperature 0 is shown only if nothing lies above.
    #[must_use]
    pub fn new(series: Vec<Series>) -> Self {
        let corners = || series.iter().flat_map(|one| one.left.iter().chain(&one.right)).copied();
        let hottest = corners().map(|(t, _)| t).fold(-1.0, f64::max);
        let bottom = if hottest >= 0.0 { 0.0 } else { -1.0 };
        let top = hottest + ((hottest - bottom) * 0.25).max(0.5);
        let walls = series.iter().flat_map(|one| [&one.left, &one.right]);
        let shown = walls.flat_map(|wall| Series::shown(wall, bottom, top));
        let (low, high) =
            shown.fold((f64::MAX, f64::MIN), |(low, high), (_, value)| (low.min(value), high.max(value)));
        let (low, high) = if low > high { (0.0, 0.0) } else { (low, high) };
        let room = ((high - low) * 0.08).max(0.5);
        Self { series, bottom, top, low: low - room, high: high + room }
    }

    /// Whole numbers for an axis, not more than about ten.
    fn ticks(from: f64, to: f64) -> Vec<i64> {
        let mut step: i64 = 1;
        // 1, 2, 10, 20, 100, …
        while (to - from) / step as f64 > 10.0 {
            step *= if step.to_string().starts_with('2') { 5 } else { 2 };
        }
        let (from, to) = (from.ceil() as i64, to.floor() as i64);
        (from..=to).filter(|tick| tick % step == 0).collect()
    }

    /// What is drawn of a thermograph: the left wall and the right wall up to where they meet, then the mast. Drawn in the
    /// colour of either wall, the mast would hide the other.
    fn strands(&self, one: &Series) -> [Vec<Corner>; 3] {
        let met = one.mast_from().clamp(self.bottom, self.top);
        [
            Series::shown(&one.left, self.bottom, met),
            Series::shown(&one.right, self.bottom, met),
            Series::shown(&one.left, met, self.top),
        ]
    }

    /// A piece of SVG.
    #[must_use]
    pub fn svg(&self) -> Piece {
        const LEFT: &str = "#1f5fb4";
        const RIGHT: &str = "#c0392b";
        const MAST: &str = "#555555";
        const DASHES: [&str; 4] = ["", "7 4", "2 3", "9 3 2 3"];
        let (width, height, margin) = (460.0, 300.0, 36.0);
        let mut piece = Piece::new(width, height);
        let x = |value: f64| margin + (self.high - value) / (self.high - self.low) * (width - 2.0 * margin);
        let y = |t: f64| (self.top - t) / (self.top - self.bottom) * (height - margin - 10.0) + 10.0;
        for tick in Self::ticks(self.low, self.high) {
            let at = x(tick as f64);
            piece.element(&format!(
                r##"<line x1="{at:.1}" y1="10" x2="{at:.1}" y2="{:.1}" stroke="#e3e3e3"/>"##,
                y(self.bottom)
            ));
            piece.text(at, y(self.bottom) + 17.0, "middle", "#666", &tick.to_string());
        }
        for tick in Self::ticks(self.bottom, self.top) {
            let at = y(tick as f64);
            piece.element(&format!(
                r##"<line x1="{margin}" y1="{at:.1}" x2="{:.1}" y2="{at:.1}" stroke="#e3e3e3"/>"##,
                width - margin
            ));
            piece.text(margin - 8.0, at + 4.0, "end", "#666", &tick.to_string());
        }
        piece.text(margin + 4.0, 8.0, "start", "#666", "t ↑");
        piece.text(margin, y(self.bottom) + 34.0, "start", "#666", "← Left");
        piece.text(width - margin, y(self.bottom) + 34.0, "end", "#666", "Right →");
        let middle = width / 2.0;
        for (from, colour, name) in [
            (middle - 112.0, LEFT, "left wall"),
            (middle - 24.0, RIGHT, "right wall"),
            (middle + 70.0, MAST, "mast"),
        ] {
            let at = y(self.bottom) + 30.0;
            piece.element(&format!(
                r#"<line x1="{from:.1}" y1="{at:.1}" x2="{:.1}" y2="{at:.1}" stroke="{colour}" stroke-width="2.4"/>"#,
                from + 18.0
            ));
            piece.text(from + 23.0, at + 4.0, "start", "#666", name);
        }
        for (number, one) in self.series.iter().enumerate() {
            let dash = DASHES[number % DASHES.len()];
            let walls = [&one.left, &one.right].map(|wall| Series::shown(wall, self.bottom, self.top));
            let points = |wall: &[Corner]| {
                let points = wall.iter().map(|&(t, value)| format!("{:.1},{:.1}", x(value), y(t)));
                points.collect::<Vec<_>>()
            };
            let [left, right] = &walls;
            if self.series.len() == 1 {
                let mut around = points(left);
                around.extend(points(right).into_iter().rev());
                let around = around.join(" ");
                piece.element(&format!(r##"<polygon points="{around}" fill="#f4e8c1" opacity="0.7"/>"##));
            }
            for (strand, colour) in self.strands(one).iter().zip([LEFT, RIGHT, MAST]) {
                let line = points(strand).join(" ");
                piece.element(&format!(
                    r#"<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2.4" stroke-dasharray="{dash}"/>"#
                ));
            }
            let label_y = 24.0 + 18.0 * number as f64;
            if !one.label.is_empty() {
                piece.element(&format!(
                    r##"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" stroke="#444" stroke-width="2" stroke-dasharray="{dash}"/>"##,
                    width - margin - 34.0, label_y - 4.0, width - margin - 6.0, label_y - 4.0,
                ));
                piece.text(width - margin - 40.0, label_y, "end", "#222", &one.label);
            }
        }
        piece
    }

    /// A TikZ picture; the document needs `\usepackage{tikz}`.
    #[must_use]
    pub fn tikz(&self) -> String {
        const STYLES: [&str; 4] = ["solid", "dashed", "dotted", "dash dot"];
        let mut text = String::from("\\begin{tikzpicture}[x=-0.7cm,y=0.7cm]\n");
        // Writing to a string cannot fail.
        let mut line = |arguments: std::fmt::Arguments| {
            let _infallible = text.write_fmt(arguments);
        };
        let (low, high, bottom, top) = (self.low, self.high, self.bottom, self.top);
        line(format_args!(
            "  \\draw[->] ({low:.4},{bottom:.4}) -- ({low:.4},{top:.4}) node[above] {{$t$}};\n"
        ));
        line(format_args!("  \\draw ({low:.4},{bottom:.4}) -- ({high:.4},{bottom:.4});\n"));
        for tick in Self::ticks(low, high) {
            line(format_args!("  \\draw ({tick},{bottom:.4}) -- +(0,-0.1) node[below] {{${tick}$}};\n"));
        }
        for tick in Self::ticks(bottom, top) {
            line(format_args!("  \\draw ({low:.4},{tick}) -- +(-0.1,0) node[right] {{${tick}$}};\n"));
        }
        for (number, one) in self.series.iter().enumerate() {
            let style = STYLES[number % STYLES.len()];
            for (strand, colour) in self.strands(one).iter().zip(["blue", "red", "gray"]) {
                let corners: Vec<_> =
                    strand.iter().map(|(t, value)| format!("({value:.4},{t:.4})")).collect();
                line(format_args!("  \\draw[{colour},thick,{style}] {};\n", corners.join(" -- ")));
            }
        }
        text.push_str("\\end{tikzpicture}\n");
        text
    }

    /// In characters, so many columns wide.
    #[must_use]
    pub fn picture(&self, columns: usize) -> Picture {
        let rows = 14;
        let margin = 6;
        let columns = columns.clamp(margin + 20, 100);
        let plot = columns - margin;
        let x = |value: f64| (self.high - value) / (self.high - self.low) * (2 * plot - 1) as f64;
        let y = |t: f64| (self.top - t) / (self.top - self.bottom) * (4 * rows - 1) as f64;
        let mut picture = Picture::new(columns, rows + 2);
        for tick in Self::ticks(self.bottom, self.top) {
            let row = (y(tick as f64) / 4.0) as usize;
            picture.write(row, 0, &format!("{tick:>4} ┤"), Ink::Faint);
        }
        for row in 0..rows {
            if !Self::ticks(self.bottom, self.top).iter().any(|&tick| (y(tick as f64) / 4.0) as usize == row)
            {
                picture.put(row, margin - 1, '│', Ink::Faint);
            }
        }
        let mut occupied = margin;
        for tick in Self::ticks(self.low, self.high).into_iter().rev() {
            let column = margin + (x(tick as f64) / 2.0) as usize;
            picture.put(rows, column.min(columns - 1), '┴', Ink::Faint);
            let label = tick.to_string();
            let start = column.saturating_sub(label.len() / 2);
            if start >= occupied && start + label.len() <= columns {
                picture.write(rows + 1, start, &label, Ink::Faint);
                occupied = start + label.len() + 1;
            }
        }
        for one in &self.series {
            for (wall, ink) in [(&one.right, Ink::Second), (&one.left, Ink::First)] {
                let mut dots = Dots::new(plot, rows);
                for pair in Series::shown(wall, self.bottom, self.top).windows(2) {
                    let [(t0, v0), (t1, v1)] = pair else { continue };
                    dots.line((x(*v0), y(*t0)), (x(*v1), y(*t1)));
                }
                for row in 0..rows {
                    for column in 0..plot {
                        if let Some(symbol) = dots.symbol(column, row) {
                            picture.put(row, margin + column, symbol, ink);
                        }
                    }
                }
            }
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn switch() -> Plot {
        Plot::new(vec![Series {
            label: "{3|0}".to_owned(),
            left: vec![(-1.0, 4.0), (1.5, 1.5)],
            right: vec![(-1.0, -1.0), (1.5, 1.5)],
        }])
    }

    #[test]
    fn walls_are_cut_at_the_bottom_and_run_on_at_the_top() {
        let plot = switch();
        assert_eq!((plot.bottom, plot.top), (0.0, 2.0));
        assert_eq!(Series::shown(&plot.series[0].left, 0.0, 2.0), [(0.0, 3.0), (1.5, 1.5), (2.0, 1.5)]);
    }

    #[test]
    fn every_form_has_both_walls_and_the_mast() {
        let plot = switch();
        let svg = plot.svg().document();
        assert_eq!(svg.matches("<polyline").count(), 3);
        for colour in ["#1f5fb4", "#c0392b", "#555555"] {
            let drawn = svg.lines().filter(|line| line.contains("<polyline") && line.contains(colour));
            assert_eq!(drawn.filter(|line| line.contains(r#"stroke-width="2.4""#)).count(), 1, "{svg}");
        }
        let tikz = plot.tikz();
        assert!(tikz.contains("(3.0000,0.0000) -- (1.5000,1.5000)"), "{tikz}");
        assert_eq!(tikz.matches("thick").count(), 3);
        assert!(tikz.contains("\\draw[gray,thick,solid] (1.5000,1.5000) -- (1.5000,2.0000)"), "{tikz}");
        let text = plot.picture(60).to_string();
        assert!(text.contains('⡇') || text.contains('⢸'), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 60));
    }

    #[test]
    fn cold_games_are_shown_below_zero() {
        let plot = Plot::new(vec![Series {
            label: String::new(),
            left: vec![(-1.0, 5.0)],
            right: vec![(-1.0, 5.0)],
        }]);
        assert_eq!(plot.bottom, -1.0);
        assert!(!plot.picture(40).to_string().is_empty());
    }

    #[test]
    fn axes_have_few_ticks() {
        for span in [1.0, 9.0, 35.0, 400.0, 1e6] {
            let ticks = Plot::ticks(-span, span);
            assert!((1..=11).contains(&ticks.len()), "{span}: {ticks:?}");
            assert!(ticks.contains(&0));
        }
    }
}
