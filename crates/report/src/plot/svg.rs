//! The few SVG elements that a plot is made of.

use std::fmt::Write;

/// Where a text is held.
#[derive(Clone, Copy, Debug)]
pub enum Anchor {
    /// At its beginning.
    Start,
    /// At its middle.
    Middle,
    /// At its end.
    End,
}

/// A drawing, element by element. Coordinates are pixels from the top left.
#[derive(Debug)]
pub struct Drawing {
    width: f64,
    height: f64,
    body: String,
}

impl Drawing {
    /// An empty drawing on white.
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height, body: String::new() }
    }

    /// A line in `style`, which is a list of SVG attributes.
    pub fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], style: &str) {
        self.add(format_args!(
            r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" {style}/>"#
        ));
    }

    /// A line through `points`.
    pub fn polyline(&mut self, points: &[[f64; 2]], style: &str) {
        let mut list = String::new();
        for [x, y] in points {
            let _ = write!(list, "{x:.1},{y:.1} ");
        }
        self.add(format_args!(r#"<polyline fill="none" points="{}" {style}/>"#, list.trim_end()));
    }

    /// Many small points in one path: a matrix has tens of thousands.
    pub fn points(&mut self, points: &[[f64; 2]], style: &str) {
        let mut path = String::new();
        for [x, y] in points {
            let _ = write!(path, "M{x:.1} {y:.1}h0");
        }
        self.add(format_args!(r#"<path fill="none" d="{path}" {style}/>"#));
    }

    /// A dot.
    pub fn circle(&mut self, [x, y]: [f64; 2], radius: f64, style: &str) {
        self.add(format_args!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius}" {style}/>"#));
    }

    /// Text with its baseline at the given point.
    pub fn text(&mut self, [x, y]: [f64; 2], anchor: Anchor, style: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = escape(text);
        self.add(format_args!(
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" {style}>{text}</text>"#
        ));
    }

    /// The whole file.
    pub fn finish(self) -> String {
        let Self { width, height, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" \
             font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"12\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n"
        )
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.body, "{element}");
    }
}

/// Names come from files, so they may hold anything; XML knows no control
/// characters.
fn escape(text: &str) -> String {
    let clean = text.chars().filter(|letter| !letter.is_control()).collect::<String>();
    clean.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_cannot_break_the_file() {
        let mut drawing = Drawing::new(10.0, 10.0);
        drawing.text([1.0, 2.0], Anchor::Start, "", "a<b>&\u{1}c");
        assert!(drawing.finish().contains(">a&lt;b&gt;&amp;c</text>"));
    }
}
