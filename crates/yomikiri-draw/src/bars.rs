//! Bars in groups, lying, so that the names of the groups can be long.

use crate::svg::{Length, Svg};

/// How the bars of a series are filled: told apart without colours, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filling {
    /// Full.
    Solid,
    /// An outline.
    Outline,
    /// Oblique lines.
    Hatched,
    /// An outline with a broken line.
    Broken,
}

/// The bars of one kind.
#[derive(Clone, Debug)]
pub struct BarSeries {
    /// What they are.
    pub name: String,
    /// How they look.
    pub filling: Filling,
    /// Series of the same number share a colour.
    pub colour: usize,
    /// A length for each group, and what is written at its end; nothing if it is not known.
    pub bars: Vec<Option<(f64, String)>>,
}

/// A chart of bars.
#[derive(Clone, Debug)]
pub struct Bars {
    /// What stands above it.
    pub title: String,
    /// What the lengths mean.
    pub axis: String,
    /// The names of the groups, from the top.
    pub groups: Vec<String>,
    /// What is shown in every group, from the top.
    pub series: Vec<BarSeries>,
}

const WIDTH: f64 = 720.0;
const LEFT: f64 = 130.0;
const RIGHT: f64 = 80.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 44.0;
const THICKNESS: f64 = 11.0;
/// Between groups.
const GAP: f64 = 10.0;
const COLOURS: [&str; 4] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];
const STYLE: &str = ".grid{stroke:#d5dade;stroke-width:1;fill:none}text{fill:#333}";

impl Bars {
    /// The chart as an SVG file.
    #[must_use]
    pub fn svg(&self) -> String {
        let group_height = THICKNESS * self.series.len() as f64 + GAP;
        let height = TOP + group_height * self.groups.len() as f64 + BOTTOM;
        let longest = self.longest();
        let to_x = |length: f64| LEFT + length / longest * (WIDTH - LEFT - RIGHT);
        let mut svg = Svg::new(WIDTH, height);
        svg.add(format_args!(r#"<rect width="100%" height="100%" fill="white"/>"#));
        for (number, colour) in COLOURS.iter().enumerate() {
            svg.add(format_args!(
                r#"<pattern id="hatch{number}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V5" stroke="{colour}" stroke-width="3"/></pattern>"#
            ));
        }
        svg.text(16.0, 24.0, 15.0, "start", &self.title);
        self.legend(&mut svg);
        for quarter in 0..=4 {
            let value = longest * f64::from(quarter) / 4.0;
            let (x, top, bottom) = (Length(to_x(value)), Length(TOP), Length(height - BOTTOM));
            svg.add(format_args!(r#"<path class="grid" d="M{x} {top}V{bottom}"/>"#));
            svg.text(to_x(value), height - BOTTOM + 16.0, 12.0, "middle", &Length(value).to_string());
        }
        svg.text((LEFT + WIDTH - RIGHT) / 2.0, height - 10.0, 13.0, "middle", &self.axis);
        for (group, name) in self.groups.iter().enumerate() {
            let top = TOP + group_height * group as f64 + GAP / 2.0;
            svg.text(LEFT - 8.0, top + (group_height - GAP) / 2.0 + 4.0, 12.0, "end", name);
            for (number, series) in self.series.iter().enumerate() {
                let y = top + THICKNESS * number as f64;
                if let Some(Some((length, label))) = series.bars.get(group) {
                    bar(&mut svg, series, LEFT, y, to_x(*length) - LEFT);
                    svg.text(to_x(*length) + 5.0, y + THICKNESS - 2.0, 10.0, "start", label);
                }
            }
        }
        svg.finish(STYLE)
    }

    /// The end of the axis: a round number beyond all bars.
    fn longest(&self) -> f64 {
        let bars = self.series.iter().flat_map(|series| series.bars.iter().flatten());
        let longest = bars.map(|(length, _)| *length).filter(|length| length.is_finite()).fold(0.0, f64::max);
        if longest <= 0.0 {
            return 1.0;
        }
        let power = 10f64.powf(longest.log10().floor());
        [1.0, 2.0, 4.0, 6.0, 8.0, 10.0]
            .into_iter()
            .map(|factor| factor * power)
            .find(|&end| end >= longest)
            .unwrap_or(longest)
    }

    fn legend(&self, svg: &mut Svg) {
        let mut x = 16.0;
        for series in &self.series {
            bar(svg, series, x, 36.0, 22.0);
            svg.text(x + 28.0, 45.0, 12.0, "start", &series.name);
            x += 52.0 + 7.0 * series.name.chars().count() as f64;
        }
    }
}

fn bar(svg: &mut Svg, series: &BarSeries, x: f64, y: f64, length: f64) {
    let number = series.colour % COLOURS.len();
    let colour = COLOURS[number];
    let (fill, dash) = match series.filling {
        Filling::Solid => (colour.to_owned(), "none"),
        Filling::Outline => ("none".to_owned(), "none"),
        Filling::Hatched => (format!("url(#hatch{number})"), "none"),
        Filling::Broken => ("none".to_owned(), "3 2"),
    };
    let (x, y, length, height) =
        (Length(x), Length(y + 1.0), Length(length.max(0.0)), Length(THICKNESS - 2.0));
    svg.add(format_args!(
        r#"<rect x="{x}" y="{y}" width="{length}" height="{height}" fill="{fill}" stroke="{colour}" stroke-dasharray="{dash}"/>"#
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_numbers() {
        let series = BarSeries {
            name: "ours".to_owned(),
            filling: Filling::Solid,
            colour: 0,
            bars: vec![Some((50.0, "50 %".to_owned())), None, Some((80.0, "a<b".to_owned()))],
        };
        let groups = ["one", "two", "three"].map(str::to_owned).to_vec();
        let chart = Bars { title: "t".to_owned(), axis: "percent".to_owned(), groups, series: vec![series] };
        let svg = chart.svg();
        // The axis ends at 80, 510 pixels from its beginning.
        assert!(svg.contains(r#"width="318.75""#) && svg.contains(r#"width="510""#), "{svg}");
        assert!(svg.contains("a&lt;b"));
        // The ground, one in the legend, and two.
        assert_eq!(svg.matches("<rect").count(), 4);
    }

    #[test]
    fn there_may_be_no_bars() {
        let chart =
            Bars { title: String::new(), axis: String::new(), groups: Vec::new(), series: Vec::new() };
        assert!(chart.svg().ends_with("</svg>\n"));
    }
}
