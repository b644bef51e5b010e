//! From plots to the SVG file.

use super::look::{dot_style, line_style, point_style};
use super::scale::Scale;
use super::svg::{Anchor, Drawing};
use super::{Axis, Level, Marks, Plot, Series, Spacing};

const INK: &str = "#333333";
const FAINT: &str = "#777777";

const PANEL: [f64; 2] = [400.0, 270.0];
const LEFT: f64 = 66.0;
const BETWEEN: f64 = 62.0;
const HEAD: f64 = 74.0;
const FOOT: f64 = 58.0;
const LEGEND_LINE: f64 = 19.0;
const LEAST_LEGEND: f64 = 190.0;
/// Around the names in the legend, and the mean width of a letter.
const LEGEND_MARGIN: f64 = 62.0;
const LETTER: f64 = 6.4;

/// Numbers beyond these decades are drawn on the edge.
const MAX_DECADES: (i32, i32) = (-32, 12);
/// Counts are drawn by decades when curves differ in length by more than this factor.
const WIDE_SPREAD: f64 = 30.0;

/// The plots below each other as one SVG file.
pub fn draw(plots: &[&Plot]) -> String {
    let heights: Vec<f64> = plots
        .iter()
        .map(|plot| PANEL[1].max(plot.series.len() as f64 * LEGEND_LINE) + HEAD + FOOT)
        .collect();
    let panels = plots.iter().map(|plot| plot.panels.len()).max().unwrap_or(0);
    let letters = plots.iter().flat_map(|plot| &plot.series).map(|each| each.name.chars().count());
    let legend = LEAST_LEGEND.max(LEGEND_MARGIN + LETTER * letters.max().unwrap_or(0) as f64);
    let width = legend_left(panels) + legend;
    let mut drawing = Drawing::new(width, heights.iter().sum());
    let mut top = 0.0;
    for (plot, height) in plots.iter().zip(heights) {
        draw_row(&mut drawing, top, plot);
        top += height;
    }
    drawing.finish()
}

fn panel_left(index: usize) -> f64 {
    LEFT + index as f64 * (PANEL[0] + BETWEEN)
}

fn legend_left(panels: usize) -> f64 {
    panel_left(panels) - BETWEEN
}

fn draw_row(drawing: &mut Drawing, top: f64, plot: &Plot) {
    let title_style = format!("font-size=\"16\" font-weight=\"bold\" fill=\"{INK}\"");
    drawing.text([LEFT, top + 26.0], Anchor::Start, &title_style, &plot.title);
    let subtitle_style = format!("fill=\"{FAINT}\"");
    drawing.text([LEFT, top + 44.0], Anchor::Start, &subtitle_style, &plot.subtitle);
    let top = top + HEAD;
    for (index, about) in plot.panels.iter().enumerate() {
        let curves: Vec<&[[f64; 2]]> = plot
            .series
            .iter()
            .filter_map(|each| each.curves.get(index))
            .map(Vec::as_slice)
            .collect();
        let level = about.level.as_ref().map(|level| level.value);
        let panel = Panel {
            left: panel_left(index),
            top,
            horizontal: scale(&about.horizontal, &curves, 0, None),
            vertical: scale(&about.vertical, &curves, 1, level),
        };
        panel.draw_frame(drawing, &about.horizontal, &about.vertical, about.level.as_ref());
        for series in &plot.series {
            if let Some(points) = series.curves.get(index) {
                panel.draw_curve(drawing, series, points);
            }
        }
    }
    draw_legend(drawing, legend_left(plot.panels.len()) + 22.0, top, &plot.series);
}

/// The scale that holds the coordinates of all curves, and `more`.
fn scale(axis: &Axis, curves: &[&[[f64; 2]]], coordinate: usize, more: Option<f64>) -> Scale {
    let values = || {
        let points = curves.iter().flat_map(|points| points.iter());
        points.map(|point| point[coordinate]).chain(more)
    };
    match axis.spacing {
        Spacing::Even => Scale::even(values()),
        Spacing::Decades => Scale::logarithmic(values(), MAX_DECADES),
        Spacing::Counts => {
            let ends = || curves.iter().filter_map(|points| points.last());
            let ends = || ends().map(|point| point[coordinate]);
            let longest = ends().fold(1.0, f64::max);
            let shortest = ends().fold(longest, f64::min).max(1.0);
            if longest > WIDE_SPREAD * shortest {
                Scale::logarithmic([1.0, longest], MAX_DECADES)
            } else {
                Scale::whole(longest)
            }
        }
    }
}

struct Panel {
    left: f64,
    top: f64,
    horizontal: Scale,
    vertical: Scale,
}

impl Panel {
    fn at(&self, x: f64, y: f64) -> [f64; 2] {
        [self.left + x * PANEL[0], self.top + (1.0 - y) * PANEL[1]]
    }

    fn draw_frame(
        &self,
        drawing: &mut Drawing,
        horizontal: &Axis,
        vertical: &Axis,
        level: Option<&Level>,
    ) {
        let grid = "stroke=\"#e6e6e6\" stroke-width=\"1\"";
        let label_style = format!("fill=\"{FAINT}\" font-size=\"11\"");
        for (y, text) in self.vertical.ticks() {
            let [x0, height] = self.at(0.0, y);
            drawing.line([x0, height], self.at(1.0, y), grid);
            drawing.text([x0 - 8.0, height + 4.0], Anchor::End, &label_style, &text);
        }
        let axis = format!("stroke=\"{FAINT}\" stroke-width=\"1\"");
        drawing.line(self.at(0.0, 0.0), self.at(1.0, 0.0), &axis);
        for (x, text) in self.horizontal.ticks() {
            let [place, bottom] = self.at(x, 0.0);
            drawing.line([place, bottom], [place, bottom + 4.0], &axis);
            drawing.text([place, bottom + 18.0], Anchor::Middle, &label_style, &text);
        }
        let ink = format!("fill=\"{INK}\"");
        let [middle, bottom] = self.at(0.5, 0.0);
        drawing.text([middle, bottom + 38.0], Anchor::Middle, &ink, &horizontal.label);
        let [left, top] = self.at(0.0, 1.0);
        drawing.text([left - 8.0, top - 8.0], Anchor::Start, &label_style, &vertical.label);
        if let Some(Level { value, label }) = level {
            let height = self.vertical.position(*value);
            let dashed = format!("stroke=\"{FAINT}\" stroke-width=\"1\" stroke-dasharray=\"4 4\"");
            drawing.line(self.at(0.0, height), self.at(1.0, height), &dashed);
            let [left, height] = self.at(0.0, height);
            drawing.text([left + 4.0, height - 5.0], Anchor::Start, &label_style, label);
        }
    }

    fn draw_curve(&self, drawing: &mut Drawing, series: &Series, points: &[[f64; 2]]) {
        let place = |point: &[f64; 2]| {
            self.at(self.horizontal.position(point[0]), self.vertical.position(point[1]))
        };
        let places = thin(points.iter().map(place));
        if series.marks == Marks::Scatter {
            drawing.points(&places, &point_style(series));
            return;
        }
        if places.len() > 1 {
            drawing.polyline(&places, &line_style(series));
        }
        let dots = match series.marks {
            Marks::All | Marks::Scatter => places.as_slice(),
            Marks::End => &places[places.len().saturating_sub(1)..],
            Marks::None => &[],
        };
        for &dot in dots {
            drawing.circle(dot, 3.6, &dot_style(series));
        }
    }
}

/// Leaves out points that fall on the pixel of the one before; a long run has
/// far more points than the panel has pixels. The last point stays.
fn thin(points: impl Iterator<Item = [f64; 2]>) -> Vec<[f64; 2]> {
    let mut kept: Vec<[f64; 2]> = Vec::new();
    let mut skipped = None;
    for point in points {
        let near = |last: &[f64; 2]| (last[0] - point[0]).hypot(last[1] - point[1]) < 0.5;
        if kept.last().is_some_and(near) {
            skipped = Some(point);
        } else {
            kept.push(point);
            skipped = None;
        }
    }
    kept.extend(skipped);
    kept
}

fn draw_legend(drawing: &mut Drawing, left: f64, top: f64, all: &[Series]) {
    for (index, series) in all.iter().enumerate() {
        let height = top + 8.0 + index as f64 * LEGEND_LINE;
        drawing.line([left, height], [left + 24.0, height], &line_style(series));
        if series.marks != Marks::None {
            drawing.circle([left + 24.0, height], 3.6, &dot_style(series));
        }
        let colour = if series.reached { INK } else { FAINT };
        let style = format!("fill=\"{colour}\"");
        drawing.text([left + 36.0, height + 4.0], Anchor::Start, &style, &series.name);
    }
}

#[cfg(test)]
mod tests {
    use super::thin;

    #[test]
    fn thinning_keeps_both_ends() {
        let points = (0..1000).map(|index| [f64::from(index) * 0.01, 0.0]);
        let kept = thin(points);
        assert!(kept.len() < 25, "{}", kept.len());
        assert_eq!((kept[0], kept[kept.len() - 1]), ([0.0, 0.0], [9.99, 0.0]));
    }

    #[test]
    fn thinning_keeps_what_stands_upright() {
        let points = (0..5).map(|index| [3.0, 10.0 * f64::from(index)]);
        assert_eq!(thin(points).len(), 5);
        assert_eq!(thin((0..5).map(|_| [3.0, 10.0])).len(), 2);
    }
}
