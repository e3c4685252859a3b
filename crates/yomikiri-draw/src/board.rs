//! Positions as SVG.

use crate::svg::{Length, Svg};
use yomikiri_game::{Ink, Point, Sketch, Stroke};

/// The size of a space in pixels.
pub(crate) const SPACE: f64 = 40.0;
/// What is left free around the board.
pub(crate) const MARGIN: f64 = 24.0;
/// The height of a line of text below a board.
const CAPTION: f64 = 20.0;

/// The width of a letter in such a line.
const LETTER: f64 = 7.5;

pub(crate) const STYLE: &str = ".ground{fill:#26323a;stroke:#4d5d67;stroke-width:1}\
                     .space{fill:none;stroke:#c3ccd1;stroke-width:1;stroke-dasharray:3 3}\
                     .first,.second{fill:none;stroke-width:7}\
                     .first{stroke:#f7f7f2}.second{stroke:#e0433a}\
                     .mark{fill:#f2c14e;fill-opacity:.45;stroke:#b8860b;stroke-width:2}\
                     text{fill:#55626a}";

/// A position as an SVG file, with lines of text below it.
#[must_use]
pub fn board(sketch: &Sketch, captions: &[String]) -> String {
    let mut svg = Svg::new(width_of(sketch, captions), height_of(sketch, captions));
    draw(&mut svg, sketch, captions, 0.0, 0.0);
    svg.finish(STYLE)
}

/// Several positions on one sheet, so many in a row, each with its lines of text; and notes below them all.
#[must_use]
pub fn board_sheet(boards: &[(Sketch, Vec<String>)], columns: usize, notes: &[String]) -> String {
    let columns = columns.max(1);
    let widest = boards.iter().map(|(sketch, captions)| width_of(sketch, captions)).fold(0.0, f64::max);
    let rows: Vec<&[(Sketch, Vec<String>)]> = boards.chunks(columns).collect();
    let height = |row: &[(Sketch, Vec<String>)]| {
        row.iter().map(|(sketch, captions)| height_of(sketch, captions)).fold(0.0, f64::max)
    };
    let boards_height: f64 = rows.iter().map(|row| height(row)).sum();
    let total = boards_height + CAPTION * notes.len() as f64;
    let width = (widest * columns.min(boards.len()) as f64).max(text_width(notes));
    let mut svg = Svg::new(width, total);
    let mut top = 0.0;
    for row in rows {
        for (column, (sketch, captions)) in row.iter().enumerate() {
            draw(&mut svg, sketch, captions, widest * column as f64, top);
        }
        top += height(row);
    }
    for (number, note) in notes.iter().enumerate() {
        svg.text(MARGIN, top + CAPTION * (number as f64 + 0.4), 13.0, "start", note);
    }
    svg.finish(STYLE)
}

fn width_of(sketch: &Sketch, captions: &[String]) -> f64 {
    (sketch.width * SPACE + 2.0 * MARGIN).max(text_width(captions))
}

/// About how wide lines of text are, margins included: nobody knows what letters the reader has.
fn text_width(lines: &[String]) -> f64 {
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    LETTER * longest as f64 + 2.0 * MARGIN
}

fn height_of(sketch: &Sketch, captions: &[String]) -> f64 {
    sketch.height * SPACE + 2.0 * MARGIN + CAPTION * captions.len() as f64
}

pub(crate) fn draw(svg: &mut Svg, sketch: &Sketch, captions: &[String], left: f64, top: f64) {
    let x = |x: f64| Length(left + MARGIN + SPACE * x);
    let y = |y: f64| Length(top + MARGIN + SPACE * y);
    let size = Length(SPACE);
    for stroke in &sketch.strokes {
        match stroke {
            Stroke::Ground(at) | Stroke::Space(at) | Stroke::Mark(at) => {
                let class = match stroke {
                    Stroke::Ground(_) => "ground",
                    Stroke::Space(_) => "space",
                    _ => "mark",
                };
                let (x, y) = (x(at.x), y(at.y));
                svg.add(format_args!(
                    r#"<rect class="{class}" x="{x}" y="{y}" width="{size}" height="{size}"/>"#
                ));
            }
            Stroke::Line { ink, from, to, around } => {
                let class = match ink {
                    Ink::First => "first",
                    Ink::Second | Ink::Faint => "second",
                };
                let way = match around {
                    None => format!("L{} {}", x(to.x), y(to.y)),
                    Some(centre) => {
                        let radius = Length(SPACE * distance(*centre, *from));
                        let sweep = u8::from(turns_clockwise(*centre, *from, *to));
                        format!("A{radius} {radius} 0 0 {sweep} {} {}", x(to.x), y(to.y))
                    }
                };
                svg.add(format_args!(r#"<path class="{class}" d="M{} {}{way}"/>"#, x(from.x), y(from.y)));
            }
            Stroke::Label(at, text) => {
                let (x, y) = (left + MARGIN + SPACE * at.x, top + MARGIN + SPACE * at.y + 4.0);
                svg.text(x, y, 12.0, "middle", text);
            }
        }
    }
    let below = top + sketch.height * SPACE + 2.0 * MARGIN;
    for (number, caption) in captions.iter().enumerate() {
        svg.text(left + MARGIN, below + CAPTION * (number as f64 + 0.4), 13.0, "start", caption);
    }
}

fn distance(a: Point, b: Point) -> f64 {
    (a.x - b.x).hypot(a.y - b.y)
}

/// Whether the way from one point to the other around the centre turns right, on a page whose y grows downwards.
fn turns_clockwise(centre: Point, from: Point, to: Point) -> bool {
    let ((ax, ay), (bx, by)) = ((from.x - centre.x, from.y - centre.y), (to.x - centre.x, to.y - centre.y));
    ax * by - ay * bx > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    #[test]
    fn a_board_has_its_strokes_and_captions() {
        let sketch = Sketch {
            width: 1.0,
            height: 1.0,
            strokes: vec![
                Stroke::Ground(point(0.0, 0.0)),
                Stroke::Line {
                    ink: Ink::First,
                    from: point(0.5, 0.0),
                    to: point(0.0, 0.5),
                    around: Some(point(0.0, 0.0)),
                },
                Stroke::Label(point(0.5, -0.3), "A<".to_owned()),
            ],
        };
        let svg = board(&sketch, &["one".to_owned(), "two".to_owned()]);
        assert!(svg.contains(r#"<path class="first" d="M44 24A20 20 0 0 1 24 44"/>"#), "{svg}");
        assert!(svg.contains(">A&lt;</text>") && svg.contains(">two</text>"), "{svg}");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        let sheet =
            board_sheet(&[(sketch.clone(), Vec::new()), (sketch, Vec::new())], 2, &["end".to_owned()]);
        assert!(sheet.contains(r#"width="176" height="108""#), "{sheet}");
        assert!(sheet.contains(">end</text>"), "{sheet}");
        assert!(board_sheet(&[], 3, &[]).starts_with("<svg "));
    }
}
