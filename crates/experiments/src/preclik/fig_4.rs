//! Fig. 4: changes of the active set from iteration to iteration, box model.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::HistoryPoint;

use super::DOCUMENT;
use super::fig_3::ways;
use super::packing::Packing;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::{Findings, Weight};
use crate::measure::slope;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "preclik-fig-4",
    document: DOCUMENT,
    artefact: "Fig. 4",
    title: "Changes of the active set by iteration with boxed friction",
    agreement: "The changes of PGS and CPG decay exponentially, Newton's about linearly.",
    run,
};

/// How a curve decays.
struct Decay {
    name: String,
    changes: Vec<[f64; 2]>,
    residuals: Vec<[f64; 2]>,
    /// Iterations until fewer than one row in a hundred of the first changes.
    settled: Option<usize>,
    /// Share of the spread that a straight line and an exponential leave.
    line: f64,
    exponential: f64,
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let packing = Packing::new(context)?;
    let limit = context.choose(200, 500);
    let mut findings = Findings::default();
    let mut decays = Vec::new();
    for (at, way) in ways()?.iter().enumerate() {
        context.at(at + 1, 4, &way.name);
        let history = way.residuals(&packing.boxed, limit, f64::MIN_POSITIVE)?.history;
        decays.push(decay(&way.name, &history));
    }
    let mut table = Table::new(
        "changes",
        "Rows that change between lower bound, free and upper bound",
        [
            Column::words("method"),
            Column::numbers("changes in iteration 1"),
            Column::numbers("in iteration 10"),
            Column::numbers("iterations until settled"),
            Column::numbers("left by a line").of("%"),
            Column::numbers("left by an exponential").of("%"),
        ],
    );
    for each in &decays {
        let at = |k: usize| Cell::optional(each.changes.get(k), |point| Cell::fixed(point[1], 0));
        table.row([
            each.name.clone().into(),
            at(0),
            at(9),
            Cell::optional(each.settled, Cell::count),
            Cell::fixed(100.0 * each.line, 0),
            Cell::fixed(100.0 * each.exponential, 0),
        ]);
    }
    if let [pgs, cpg, newton] = decays.as_slice() {
        for each in [pgs, cpg] {
            findings.claim(
                Weight::Shape,
                format!("the changes of {} decay exponentially", each.name),
                format!(
                    "an exponential leaves {:.0} % of the spread, a line {:.0} %",
                    100.0 * each.exponential,
                    100.0 * each.line
                ),
                each.exponential < each.line && each.exponential < 0.3,
            );
        }
        findings.claim(
            Weight::Shape,
            "Newton's decay linearly on average",
            format!(
                "a line leaves {:.0} % of the spread, an exponential {:.0} %",
                100.0 * newton.line,
                100.0 * newton.exponential
            ),
            newton.line < newton.exponential && newton.line < 0.5,
        );
    }
    findings.plots.push(figure(&packing, &decays));
    findings.tables.push(table);
    packing.describe(&mut findings);
    findings.note(
        "Both fits are over the iterations until the set is settled: a straight line through the \
         changes, and one through their logarithms.",
    );
    findings.setting("settled", "no more than 1 % of the rows change");
    Ok(findings)
}

fn decay(name: &str, history: &[HistoryPoint]) -> Decay {
    let steps = || history.iter().filter(|point| point.iteration > 0);
    let changes: Vec<[f64; 2]> =
        steps().map(|point| [point.iteration as f64, point.changes as f64]).collect();
    let residuals = steps().map(|point| [point.iteration as f64, point.residual]).collect();
    let most = changes.iter().map(|point| point[1]).fold(0.0, f64::max);
    let settled = changes.iter().position(|point| point[1] <= 0.01 * most);
    let head = &changes[..settled.map_or(changes.len(), |at| at + 1)];
    let (line, exponential) = unexplained(head);
    Decay { name: name.into(), changes, residuals, settled, line, exponential }
}

/// The share of the spread of y that the best line leaves, and the share of the
/// spread of ln(y + 1) that the best line leaves there: an exponential in y.
fn unexplained(points: &[[f64; 2]]) -> (f64, f64) {
    let logs: Vec<[f64; 2]> = points.iter().map(|[k, y]| [*k, (y + 1.0).ln()]).collect();
    (left_by_line(points), left_by_line(&logs))
}

fn left_by_line(points: &[[f64; 2]]) -> f64 {
    let mean =
        |axis: usize| points.iter().map(|point| point[axis]).sum::<f64>() / points.len() as f64;
    let (rise, k, y) = (slope(points), mean(0), mean(1));
    let square = |value: f64| value * value;
    let all: f64 = points.iter().map(|point| square(point[1] - y)).sum();
    points.iter().map(|point| square(point[1] - y - rise * (point[0] - k))).sum::<f64>() / all
}

fn figure(packing: &Packing, decays: &[Decay]) -> Plot {
    let series = |(look, each): (usize, &Decay)| Series {
        curves: vec![each.changes.clone(), each.residuals.clone()],
        ..Series::new(each.name.clone(), look, Vec::new()).marked(Marks::End)
    };
    Plot {
        name: "changes".into(),
        title: "Changes of the active set".into(),
        subtitle: format!("{} contacts of settling spheres", packing.pyramid.contacts().len()),
        panels: vec![
            Panel::new(Axis::counts("iterations"), Axis::even("rows that change")),
            Panel::new(Axis::counts("iterations"), Axis::decades("residual (m/s)")),
        ],
        series: decays.iter().enumerate().map(series).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::unexplained;

    #[test]
    fn lines_and_exponentials_are_told_apart() {
        let line: Vec<_> = (1..40).map(|k| [f64::from(k), 400.0 - 10.0 * f64::from(k)]).collect();
        let (left_by_line, left_by_exponential) = unexplained(&line);
        assert!(left_by_line < 1e-20 && left_by_exponential > 0.01);
        let decay: Vec<_> =
            (1..40).map(|k| [f64::from(k), 400.0 * (-0.2 * f64::from(k)).exp() - 1.0]).collect();
        let (left_by_line, left_by_exponential) = unexplained(&decay);
        assert!(left_by_exponential < 1e-20 && left_by_line > 0.1);
    }
}
