//! Points against two axes.

use crate::svg::{Length, Svg};

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What it shows.
    pub title: String,
    /// Whether equal steps are equal factors.
    pub logarithmic: bool,
}

/// How a point looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// A round dot.
    Dot,
    /// A square.
    Square,
    /// A cross.
    Cross,
    /// A triangle.
    Triangle,
}

/// Points that belong together.
#[derive(Clone, Debug)]
pub struct Series {
    /// What they are.
    pub name: String,
    /// How they look.
    pub marker: Marker,
    /// Where they are. What a logarithmic axis cannot show is left out.
    pub points: Vec<(f64, f64)>,
}

/// A plot of several series.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What stands above it.
    pub title: String,
    /// The axis to the right.
    pub x: Axis,
    /// The axis upwards.
    pub y: Axis,
    /// What is shown.
    pub series: Vec<Series>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 170.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 60.0;
/// A colour for each series, told apart also by the blind to red and green.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#333333"];

/// How the values of an axis become lengths.
struct Scale {
    logarithmic: bool,
    /// The ends, in powers of ten if logarithmic.
    least: f64,
    greatest: f64,
}

impl Scale {
    fn new(axis: &Axis, values: impl Iterator<Item = f64>) -> Self {
        let shown = values.filter_map(|value| Self::of(axis.logarithmic, value));
        let (least, greatest) =
            shown.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), value| (a.min(value), b.max(value)));
        let (least, greatest) = if least > greatest { (0.0, 1.0) } else { (least, greatest) };
        if axis.logarithmic {
            let (least, greatest) = (least.floor(), greatest.ceil());
            Self { logarithmic: true, least, greatest: greatest.max(least + 1.0) }
        } else {
            let least = least.min(0.0);
            let step = nice_step(greatest - least);
            let greatest = (greatest / step).ceil() * step;
            Self { logarithmic: false, least, greatest: greatest.max(least + step) }
        }
    }

    fn of(logarithmic: bool, value: f64) -> Option<f64> {
        if !logarithmic {
            Some(value).filter(|value| value.is_finite())
        } else {
            Some(value.log10()).filter(|value| value.is_finite())
        }
    }

    /// Where a value lies between the ends, from 0 to 1.
    fn place(&self, value: f64) -> Option<f64> {
        Self::of(self.logarithmic, value).map(|value| (value - self.least) / (self.greatest - self.least))
    }

    /// The values to write beside the axis, with their texts.
    fn ticks(&self) -> Vec<(f64, String)> {
        if self.logarithmic {
            let (least, greatest) = (self.least as i32, self.greatest as i32);
            let every = ((greatest - least) / 8 + 1) as usize;
            (least..=greatest).step_by(every).map(|power| (10f64.powi(power), power_text(power))).collect()
        } else {
            let step = nice_step(self.greatest - self.least);
            let count = ((self.greatest - self.least) / step).round() as u32;
            let tick = |number: u32| self.least + step * f64::from(number);
            (0..=count).map(|number| (tick(number), Length(tick(number)).to_string())).collect()
        }
    }
}

/// A step of 1, 2 or 5 times a power of ten that gives about five ticks.
fn nice_step(range: f64) -> f64 {
    if range <= 0.0 {
        return 1.0;
    }
    let power = 10f64.powf((range / 5.0).log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| range / step <= 6.0)
        .unwrap_or(power)
}

/// A power of ten as people write it, or with an exponent where that gets long.
fn power_text(power: i32) -> String {
    match power {
        0..=4 => 10u32.pow(power as u32).to_string(),
        -4..=-1 => format!("{:.*}", power.unsigned_abs() as usize, 10f64.powi(power)),
        _ => format!("1e{power}"),
    }
}

impl Plot {
    /// The plot as an SVG file.
    #[must_use]
    pub fn svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let x = Scale::new(&self.x, points().map(|&(x, _)| x));
        let y = Scale::new(&self.y, points().map(|&(_, y)| y));
        let to_x = |place: f64| LEFT + place * (WIDTH - LEFT - RIGHT);
        let to_y = |place: f64| HEIGHT - BOTTOM - place * (HEIGHT - TOP - BOTTOM);
        let mut svg = Svg::new(WIDTH, HEIGHT);
        svg.add(format_args!(r#"<rect width="100%" height="100%" fill="white"/>"#));
        svg.text(LEFT, 24.0, 15.0, "start", &self.title);
        for (value, text) in x.ticks() {
            let at = to_x(x.place(value).unwrap_or(0.0));
            let (at_text, top, bottom) = (Length(at), Length(TOP), Length(HEIGHT - BOTTOM));
            svg.add(format_args!(r#"<path class="grid" d="M{at_text} {top}V{bottom}"/>"#));
            svg.text(at, HEIGHT - BOTTOM + 18.0, 12.0, "middle", &text);
        }
        for (value, text) in y.ticks() {
            let at = to_y(y.place(value).unwrap_or(0.0));
            let (at_text, left, right) = (Length(at), Length(LEFT), Length(WIDTH - RIGHT));
            svg.add(format_args!(r#"<path class="grid" d="M{left} {at_text}H{right}"/>"#));
            svg.text(LEFT - 8.0, at + 4.0, 12.0, "end", &text);
        }
        svg.text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 16.0, 13.0, "middle", &self.x.title);
        svg.text(LEFT, TOP - 8.0, 12.0, "start", &self.y.title);
        for (number, series) in self.series.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            for &(px, py) in &series.points {
                if let (Some(px), Some(py)) = (x.place(px), y.place(py)) {
                    mark(&mut svg, series.marker, colour, to_x(px), to_y(py));
                }
            }
            let row = TOP + 14.0 + 20.0 * number as f64;
            mark(&mut svg, series.marker, colour, WIDTH - RIGHT + 16.0, row);
            svg.text(WIDTH - RIGHT + 28.0, row + 4.0, 12.0, "start", &series.name);
        }
        svg.finish(".grid{stroke:#d5dade;stroke-width:1;fill:none}text{fill:#333}")
    }
}

fn mark(svg: &mut Svg, marker: Marker, colour: &str, x: f64, y: f64) {
    const SIZE: f64 = 3.0;
    let at = |dx: f64, dy: f64| format!("{} {}", Length(x + dx), Length(y + dy));
    match marker {
        Marker::Dot => svg.add(format_args!(
            r#"<circle cx="{}" cy="{}" r="3" fill="{colour}" fill-opacity=".6"/>"#,
            Length(x),
            Length(y)
        )),
        Marker::Square => svg
            .add(format_args!(r#"<path d="M{}h6v6h-6z" fill="none" stroke="{colour}"/>"#, at(-SIZE, -SIZE))),
        Marker::Cross => svg.add(format_args!(
            r#"<path d="M{}L{}M{}L{}" stroke="{colour}"/>"#,
            at(-SIZE, -SIZE),
            at(SIZE, SIZE),
            at(-SIZE, SIZE),
            at(SIZE, -SIZE)
        )),
        Marker::Triangle => svg.add(format_args!(
            r#"<path d="M{}L{}L{}z" fill="none" stroke="{colour}"/>"#,
            at(0.0, -SIZE - 1.0),
            at(SIZE + 1.0, SIZE),
            at(-SIZE - 1.0, SIZE)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(logarithmic: bool, points: Vec<(f64, f64)>) -> Plot {
        let axis = |title: &str| Axis { title: title.to_owned(), logarithmic };
        let series = vec![Series { name: "s".to_owned(), marker: Marker::Dot, points }];
        Plot { title: "t".to_owned(), x: axis("x"), y: axis("y"), series }
    }

    #[test]
    fn points_lie_where_the_axes_say() {
        let svg = plot(true, vec![(1.0, 1.0), (100.0, 100.0), (0.0, 5.0)]).svg();
        assert!(svg.contains(r#"<circle cx="80" cy="420" r="3""#), "{svg}");
        assert!(svg.contains(r#"<circle cx="550" cy="56" r="3""#), "{svg}");
        // The two, and the one in the legend: 0 has no place on a logarithmic axis.
        assert_eq!(svg.matches("<circle").count(), 3);
        let svg = plot(false, vec![(0.0, 0.0), (10.0, 5.0)]).svg();
        assert!(svg.contains(r#"<circle cx="80" cy="420" r="3""#), "{svg}");
    }

    #[test]
    fn there_may_be_nothing_to_show() {
        for points in [vec![], vec![(f64::NAN, 1.0)], vec![(-1.0, -1.0)], vec![(1e-300, 1e300)]] {
            assert!(plot(true, points.clone()).svg().ends_with("</svg>\n"));
            assert!(plot(false, points).svg().ends_with("</svg>\n"));
        }
    }
}
