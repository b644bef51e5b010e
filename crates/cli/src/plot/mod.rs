//! Convergence: residual against iterations and against time, one row of two
//! panels per problem.
//!
//! A curve ends in a dot where the solver converged and in a ring where it
//! did not. A solver that keeps no history is its end alone. Residuals of
//! exactly zero lie on the lower edge.

mod curve;
mod scale;
mod svg;

use curve::{Curve, Moment};
use scale::Scale;
use stickslip_solve::Status;
use svg::{Anchor, Drawing};

use crate::commands::compare::Comparison;
use crate::table::scientific;

const INK: &str = "#333333";
const FAINT: &str = "#777777";

const PANEL: [f64; 2] = [400.0, 270.0];
const LEFT: f64 = 66.0;
const BETWEEN: f64 = 62.0;
const LEGEND: f64 = 190.0;
const HEAD: f64 = 62.0;
const FOOT: f64 = 58.0;
const LEGEND_LINE: f64 = 19.0;

/// Residuals beyond these decades are drawn on the edge.
const RESIDUAL_DECADES: (i32, i32) = (-20, 10);
/// From 100 ns to 28 h.
const TIME_DECADES: (i32, i32) = (-7, 5);
/// Iterations are drawn by decades when solvers differ by more than this factor.
const WIDE_SPREAD: f64 = 30.0;

/// The figure as an SVG file.
pub fn draw(comparisons: &[Comparison]) -> String {
    let heights: Vec<f64> = comparisons
        .iter()
        .map(|comparison| PANEL[1].max(comparison.runs.len() as f64 * LEGEND_LINE) + HEAD + FOOT)
        .collect();
    let width = LEFT + 2.0 * PANEL[0] + BETWEEN + LEGEND;
    let mut solvers = Vec::new();
    for run in comparisons.iter().flat_map(|comparison| &comparison.runs) {
        if !solvers.contains(&run.outcome.solver) {
            solvers.push(run.outcome.solver);
        }
    }
    let mut drawing = Drawing::new(width, heights.iter().sum());
    let mut top = 0.0;
    for (comparison, height) in comparisons.iter().zip(heights) {
        draw_row(&mut drawing, top, comparison, &solvers);
        top += height;
    }
    drawing.finish()
}

fn draw_row(drawing: &mut Drawing, top: f64, comparison: &Comparison, solvers: &[&str]) {
    let problem = comparison.posed.original();
    let runs = &comparison.runs;
    let curves: Vec<Curve> = runs.iter().map(|run| Curve::new(run, solvers)).collect();
    let tolerance = runs.first().map_or(0.0, |run| run.outcome.tolerance);
    let measure = if problem.kind().is_cone() { "relative" } else { "natural" };

    drawing.text(
        [LEFT, top + 26.0],
        Anchor::Start,
        &format!("font-size=\"16\" font-weight=\"bold\" fill=\"{INK}\""),
        problem.name(),
    );
    let about = format!(
        "{} with {} rows: {measure} residual, tolerance {}",
        problem.kind(),
        problem.size(),
        scientific(tolerance)
    );
    drawing.text([LEFT, top + 44.0], Anchor::Start, &format!("fill=\"{FAINT}\""), &about);

    let every = || curves.iter().flat_map(|curve| &curve.moments);
    let residuals = every().map(|moment| moment.residual).chain([tolerance]);
    let vertical = Scale::logarithmic(residuals, RESIDUAL_DECADES);
    let iterations = iteration_scale(&curves);
    let times = Scale::logarithmic(every().map(|moment| moment.time_s), TIME_DECADES);
    let top = top + HEAD;
    let panels = [
        (LEFT, iterations, "iterations", (|moment| moment.iteration) as fn(&Moment) -> f64),
        (LEFT + PANEL[0] + BETWEEN, times, "seconds", |moment| moment.time_s),
    ];
    for (left, horizontal, label, coordinate) in panels {
        let panel = Panel { left, top, horizontal, vertical };
        panel.draw_frame(drawing, label, tolerance);
        for curve in &curves {
            panel.draw_curve(drawing, curve, coordinate);
        }
    }
    draw_legend(drawing, LEFT + 2.0 * PANEL[0] + BETWEEN + 22.0, top, &curves);
}

/// Evenly, or by decades when the longest run is very much longer than the shortest.
fn iteration_scale(curves: &[Curve]) -> Scale {
    let ends = || curves.iter().filter_map(|curve| curve.moments.last()).map(|end| end.iteration);
    let longest = ends().fold(1.0, f64::max);
    let shortest = ends().fold(longest, f64::min).max(1.0);
    if longest > WIDE_SPREAD * shortest {
        Scale::logarithmic([1.0, longest], (0, 12))
    } else {
        Scale::linear(longest)
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

    fn draw_frame(&self, drawing: &mut Drawing, label: &str, tolerance: f64) {
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
        let [middle, bottom] = self.at(0.5, 0.0);
        drawing.text([middle, bottom + 38.0], Anchor::Middle, &format!("fill=\"{INK}\""), label);
        let level = self.vertical.position(tolerance);
        let dashed = format!("stroke=\"{FAINT}\" stroke-width=\"1\" stroke-dasharray=\"4 4\"");
        drawing.line(self.at(0.0, level), self.at(1.0, level), &dashed);
        let [left, height] = self.at(0.0, level);
        drawing.text([left + 4.0, height - 5.0], Anchor::Start, &label_style, "tolerance");
    }

    fn draw_curve(&self, drawing: &mut Drawing, curve: &Curve, coordinate: fn(&Moment) -> f64) {
        let place = |moment: &Moment| {
            let x = self.horizontal.position(coordinate(moment));
            self.at(x, self.vertical.position(moment.residual))
        };
        let points = thin(curve.moments.iter().map(place));
        if points.len() > 1 {
            drawing.polyline(&points, &curve.line_style());
        }
        if let Some(&end) = points.last() {
            drawing.circle(end, 3.6, &curve.end_style());
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

fn draw_legend(drawing: &mut Drawing, left: f64, top: f64, curves: &[Curve]) {
    for (index, curve) in curves.iter().enumerate() {
        let height = top + 8.0 + index as f64 * LEGEND_LINE;
        drawing.line([left, height], [left + 24.0, height], &curve.line_style());
        drawing.circle([left + 24.0, height], 3.6, &curve.end_style());
        let (colour, name) = match curve.status {
            Status::Converged => (INK, curve.name.to_owned()),
            status => (FAINT, format!("{} ({status})", curve.name)),
        };
        let style = format!("fill=\"{colour}\"");
        drawing.text([left + 36.0, height + 4.0], Anchor::Start, &style, &name);
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
}
