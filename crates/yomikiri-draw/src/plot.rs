//! Points against two axes.

use crate::svg::{Length, Svg};

/// What a length on an axis means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scaling {
    /// Equal lengths are equal differences, from 0.
    FromZero,
    /// Whole numbers, each with a mark, from the least that is shown.
    Whole,
    /// Equal lengths are equal factors.
    Logarithmic,
}

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What it shows.
    pub title: String,
    /// How it shows it.
    pub scaling: Scaling,
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
    /// A square that stands on a corner.
    Diamond,
    /// An upright cross.
    Plus,
    /// Nothing, for what is only a line.
    Nothing,
}

/// Points that belong together.
#[derive(Clone, Debug)]
pub struct Series {
    /// What they are.
    pub name: String,
    /// How they look.
    pub marker: Marker,
    /// Whether a line leads from each to the next.
    pub joined: bool,
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

const WIDTH: f64 = 750.0;
const HEIGHT: f64 = 480.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 200.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 60.0;
/// A colour for each series, told apart also by the blind to red and green.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#333333"];

/// How the line of each series is broken.
const DASHES: [&str; 6] = ["none", "7 3", "2 3", "9 3 2 3", "4 4", "12 3"];

/// How the values of an axis become lengths.
struct Scale {
    scaling: Scaling,
    /// The ends, in powers of ten if logarithmic.
    least: f64,
    greatest: f64,
}

impl Scale {
    fn new(axis: &Axis, values: impl Iterator<Item = f64>) -> Self {
        let scaling = axis.scaling;
        let shown = values.filter_map(|value| Self::of(scaling, value));
        let (least, greatest) =
            shown.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), value| (a.min(value), b.max(value)));
        let (least, greatest) = if least > greatest { (0.0, 1.0) } else { (least, greatest) };
        if scaling == Scaling::FromZero {
            let least = least.min(0.0);
            let step = nice_step(greatest - least);
            let greatest = (greatest / step).ceil() * step;
            Self { scaling, least, greatest: greatest.max(least + step) }
        } else {
            let (least, greatest) = (least.floor(), greatest.ceil());
            Self { scaling, least, greatest: greatest.max(least + 1.0) }
        }
    }

    fn of(scaling: Scaling, value: f64) -> Option<f64> {
        let shown = if scaling == Scaling::Logarithmic { value.log10() } else { value };
        Some(shown).filter(|shown| shown.is_finite())
    }

    /// Where a value lies between the ends, from 0 to 1.
    fn place(&self, value: f64) -> Option<f64> {
        Self::of(self.scaling, value).map(|value| (value - self.least) / (self.greatest - self.least))
    }

    /// The values to write beside the axis, with their texts.
    fn ticks(&self) -> Vec<(f64, String)> {
        let whole = |most: i32| {
            let (least, greatest) = (self.least as i32, self.greatest as i32);
            let every = greatest.saturating_sub(least) / most + 1;
            (least..=greatest).step_by(every as usize)
        };
        match self.scaling {
            Scaling::Logarithmic => whole(8).map(|power| (10f64.powi(power), power_text(power))).collect(),
            Scaling::Whole => whole(16).map(|number| (f64::from(number), number.to_string())).collect(),
            Scaling::FromZero => {
                let step = nice_step(self.greatest - self.least);
                let count = ((self.greatest - self.least) / step).round() as u32;
                let tick = |number: u32| self.least + step * f64::from(number);
                (0..=count).map(|number| (tick(number), Length(tick(number)).to_string())).collect()
            }
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
            let places: Vec<(f64, f64)> = series
                .points
                .iter()
                .filter_map(|&(px, py)| Some((to_x(x.place(px)?), to_y(y.place(py)?))))
                .collect();
            if series.joined && places.len() > 1 {
                let corners: Vec<String> =
                    places.iter().map(|&(x, y)| format!("{} {}", Length(x), Length(y))).collect();
                // Lines of different dashes can be told apart without colours, too.
                let dash = DASHES[number % DASHES.len()];
                svg.add(format_args!(
                    r#"<path d="M{}" fill="none" stroke="{colour}" stroke-width="1.5" stroke-dasharray="{dash}"/>"#,
                    corners.join("L")
                ));
            }
            for (x, y) in places {
                mark(&mut svg, series.marker, colour, x, y);
            }
            let row = TOP + 14.0 + 20.0 * number as f64;
            mark(&mut svg, series.marker, colour, WIDTH - RIGHT + 16.0, row);
            svg.text(WIDTH - RIGHT + 28.0, row + 4.0, 12.0, "start", &series.name);
        }
        svg.finish(".grid{stroke:#d5dade;stroke-width:1;fill:none}text{fill:#333}")
    }
}

fn mark(svg: &mut Svg, marker: Marker, colour: &str, x: f64, y: f64) {
    const SIZE: f64 = 3.5;
    let at = |dx: f64, dy: f64| format!("{} {}", Length(x + dx), Length(y + dy));
    match marker {
        Marker::Dot => svg.add(format_args!(
            r#"<circle cx="{}" cy="{}" r="3.5" fill="{colour}" fill-opacity=".7"/>"#,
            Length(x),
            Length(y)
        )),
        Marker::Square => svg
            .add(format_args!(r#"<path d="M{}h7v7h-7z" fill="none" stroke="{colour}"/>"#, at(-SIZE, -SIZE))),
        Marker::Cross => svg.add(format_args!(
            r#"<path d="M{}L{}M{}L{}" stroke="{colour}"/>"#,
            at(-SIZE, -SIZE),
            at(SIZE, SIZE),
            at(-SIZE, SIZE),
            at(SIZE, -SIZE)
        )),
        Marker::Diamond => svg.add(format_args!(
            r#"<path d="M{}L{}L{}L{}z" fill="{colour}" fill-opacity=".7"/>"#,
            at(0.0, -SIZE - 1.0),
            at(SIZE + 1.0, 0.0),
            at(0.0, SIZE + 1.0),
            at(-SIZE - 1.0, 0.0)
        )),
        Marker::Plus => svg.add(format_args!(
            r#"<path d="M{}L{}M{}L{}" stroke="{colour}"/>"#,
            at(-SIZE - 1.0, 0.0),
            at(SIZE + 1.0, 0.0),
            at(0.0, -SIZE - 1.0),
            at(0.0, SIZE + 1.0)
        )),
        Marker::Nothing => {}
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

    fn plot(scaling: Scaling, points: Vec<(f64, f64)>) -> Plot {
        let axis = |title: &str| Axis { title: title.to_owned(), scaling };
        let series = vec![Series { name: "s".to_owned(), marker: Marker::Dot, joined: false, points }];
        Plot { title: "t".to_owned(), x: axis("x"), y: axis("y"), series }
    }

    #[test]
    fn points_lie_where_the_axes_say() {
        let svg = plot(Scaling::Logarithmic, vec![(1.0, 1.0), (100.0, 100.0), (0.0, 5.0)]).svg();
        assert!(svg.contains(r#"<circle cx="80" cy="420" r="3.5""#), "{svg}");
        assert!(svg.contains(r#"<circle cx="550" cy="56" r="3.5""#), "{svg}");
        // The two, and the one in the legend: 0 has no place on a logarithmic axis.
        assert_eq!(svg.matches("<circle").count(), 3);
        let svg = plot(Scaling::FromZero, vec![(0.0, 0.0), (10.0, 5.0)]).svg();
        assert!(svg.contains(r#"<circle cx="80" cy="420" r="3.5""#), "{svg}");
    }

    #[test]
    fn whole_numbers_begin_at_the_least() {
        let mut plot = plot(Scaling::Whole, vec![(3.0, 3.0), (5.0, 4.0)]);
        plot.series[0].joined = true;
        let svg = plot.svg();
        assert!(svg.contains(r#"<circle cx="80" cy="420" r="3.5""#), "{svg}");
        assert!(svg.contains("M80 420L550 56"), "{svg}");
        for tick in [">3</text>", ">4</text>", ">5</text>"] {
            assert!(svg.contains(tick), "{svg}");
        }
    }

    #[test]
    fn there_may_be_nothing_to_show() {
        for points in [vec![], vec![(f64::NAN, 1.0)], vec![(-1.0, -1.0)], vec![(1e-300, 1e300)]] {
            for scaling in [Scaling::Logarithmic, Scaling::FromZero, Scaling::Whole] {
                assert!(plot(scaling, points.clone()).svg().ends_with("</svg>\n"));
            }
        }
    }
}
