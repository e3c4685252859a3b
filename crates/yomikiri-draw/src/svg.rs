//! The elements of an SVG file, as text.

use std::fmt::{self, Write};

/// A text with the characters that mean something in markup written as entities. Control characters, which no
/// XML file may hold, are shown as a question mark.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() => escaped.push('?'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A length to a hundredth, without needless digits.
#[derive(Clone, Copy)]
pub(crate) struct Length(pub(crate) f64);

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let short = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if short == "-0" { "0" } else { short })
    }
}

/// A drawing that grows element by element.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Svg {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) body: String,
}

/// A file of that size, with more attributes of its root if there are any.
pub(crate) fn file(
    width: impl fmt::Display,
    height: impl fmt::Display,
    attributes: &str,
    content: fmt::Arguments<'_>,
) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\"{attributes}>\n{content}</svg>\n"
    )
}

impl Svg {
    pub(crate) fn new(width: f64, height: f64) -> Self {
        Self { width, height, body: String::new() }
    }

    /// Adds an element, given as markup.
    pub(crate) fn add(&mut self, element: fmt::Arguments<'_>) {
        writeln!(self.body, "{element}").expect("a string takes everything");
    }

    /// Adds a text. `anchor` is `start`, `middle` or `end`.
    pub(crate) fn text(&mut self, x: f64, y: f64, size: f64, anchor: &str, text: &str) {
        let (x, y, size, text) = (Length(x), Length(y), Length(size), escape(text));
        self.add(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}">{text}</text>"#
        ));
    }

    /// The whole file.
    pub(crate) fn finish(self, style: &str) -> String {
        let content = format_args!("<style>{style}</style>\n{}", self.body);
        file(Length(self.width), Length(self.height), "", content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_break_out() {
        assert_eq!(escape("a<b>&\"c\"\u{7}"), "a&lt;b&gt;&amp;&quot;c&quot;?");
    }

    #[test]
    fn lengths_are_short() {
        for (length, text) in [(1.0, "1"), (0.5, "0.5"), (1.0 / 3.0, "0.33"), (-0.001, "0"), (-2.5, "-2.5")] {
            assert_eq!(Length(length).to_string(), text);
        }
    }
}
