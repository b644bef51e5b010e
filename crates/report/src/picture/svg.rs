//! One picture as SVG.

use std::fmt::Write;

use super::marks::{Bounds, Ink, Mark, Paper};
use super::{Drop, Figure, Force};

const WIDTH: f64 = 900.0;

/// The picture as an SVG file.
pub fn draw(figures: &[Figure<'_>], drops: &[Drop], acting: &[Force]) -> String {
    let paper = Paper::new(Bounds::around(figures, drops), WIDTH);
    let sheet = paper.sheet(figures, drops, acting);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {0:.0}\" \
         width=\"{WIDTH}\" height=\"{0:.0}\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        paper.height
    );
    sheet.marks.iter().for_each(|mark| add(mark, &mut svg));
    for [from, to] in &sheet.lines {
        let _ = writeln!(
            svg,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#c0202a\" \
             stroke-width=\"1.6\" stroke-linecap=\"round\"/>",
            from.x, from.y, to.x, to.y
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn add(mark: &Mark, svg: &mut String) {
    let _ = match mark {
        Mark::Polygon(corners, ink) => {
            let mut points = String::new();
            for point in corners {
                let _ = write!(points, "{:.1},{:.1} ", point.x, point.y);
            }
            writeln!(
                svg,
                "<polygon points=\"{}\" fill=\"{}\" stroke=\"#333\" stroke-width=\"0.6\" \
                 stroke-linejoin=\"round\"/>",
                points.trim_end(),
                colour(*ink)
            )
        }
        Mark::Disc { centre, radius, ink, outlined } => {
            let outline = if *outlined { " stroke=\"#333\" stroke-width=\"0.6\"" } else { "" };
            writeln!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"{}\"{outline}/>",
                centre.x,
                centre.y,
                colour(*ink)
            )
        }
    };
}

fn colour(Ink { hue, saturation, lightness }: Ink) -> String {
    format!("hsl({hue}, {saturation}%, {lightness}%)")
}
