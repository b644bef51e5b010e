//! Fig. 4: changes of the active set from iteration to iteration, box model.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::{Outcome, Problem};

use super::DOCUMENT;
use super::fig_3::ways;
use super::packing::{Packing, describe};
use crate::claim::{Quotation, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::slope;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "preclik-fig-4",
    document: DOCUMENT,
    artefact: "Fig. 4",
    title: "Changes of the active set by iteration with boxed friction",
    agreement: "The changes of PGS and CPG decay exponentially, Newton's about linearly.",
    deviations: "spheres, time step and moment are not told; compliance 1e-9 where the paper has none",
    seeded: true,
    timed: false,
    counted: true,
    run,
};

/// How a curve decays.
struct Decay {
    name: String,
    changes: Vec<[f64; 2]>,
    residuals: Vec<[f64; 2]>,
    /// Iterations after which no more than one in a hundred of the most rows
    /// changes in any.
    settled: Option<usize>,
    /// Share of the spread that a straight line and an exponential leave.
    line: f64,
    exponential: f64,
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let packings = Packing::sweep(context)?;
    let limit = context.choose(200, 500);
    let mut findings = Findings::default();
    let mut table = Table::new(
        "changes",
        "Rows that change between lower bound, free and upper bound",
        [
            Column::numbers("moment").of("s"),
            Column::words("method"),
            Column::numbers("changes in iteration 1"),
            Column::numbers("in iteration 10"),
            Column::numbers("iterations until settled"),
            Column::numbers("left by a line").of("%"),
            Column::numbers("left by an exponential").of("%"),
        ],
    );
    let mut moments = Vec::new();
    for (at, packing) in packings.iter().enumerate() {
        context.at(at, packings.len(), "boxed friction");
        let mut decays = Vec::new();
        for way in ways()? {
            let outcome = way.trace(&packing.boxed, limit)?;
            decays.push(decay(&way.name, &packing.boxed, &outcome));
        }
        for each in &decays {
            let at =
                |k: usize| Cell::optional(each.changes.get(k), |point| Cell::fixed(point[1], 0));
            table.row([
                Cell::fixed(packing.time, 2),
                each.name.clone().into(),
                at(0),
                at(9),
                Cell::optional(each.settled, Cell::count),
                Cell::fixed(100.0 * each.line, 0),
                Cell::fixed(100.0 * each.exponential, 0),
            ]);
        }
        findings.plots.push(figure(packing, &decays));
        moments.push(decays);
    }
    judge(&mut findings, &moments);
    findings.tables.push(table);
    describe(&packings, &mut findings);
    findings.note(
        "A row is at a bound where the natural map takes it there, w ≥ x − lo or w ≤ x − hi, for \
         all three alike. Both fits are by least squares of the changes themselves over the \
         iterations until the set is settled: a + b k, and a exp(−b k).",
    );
    findings.setting("settled", "no more than 1 % of the most rows change");
    Ok(findings)
}

fn judge(findings: &mut Findings, moments: &[Vec<Decay>]) {
    let shown = |at: usize| {
        let one = |decays: &Vec<Decay>| {
            let Decay { line, exponential, .. } = &decays[at];
            format!("{:.0} % and {:.0} %", 100.0 * exponential, 100.0 * line)
        };
        let all: Vec<String> = moments.iter().map(one).collect();
        format!("an exponential and a line leave {}", all.join(", "))
    };
    for (at, name) in ["PGS", "CPG"].into_iter().enumerate() {
        findings
            .claim(
                Weight::Shape,
                format!("the changes of {name} decay exponentially"),
                shown(at),
                moments.iter().all(|decays| {
                    decays[at].exponential < decays[at].line && decays[at].exponential < 0.3
                }),
            )
            .quotes(DROP)
            .changed("2026-11-16", ONE_SPACE);
    }
    findings
        .claim(
            Weight::Shape,
            "Newton's decay linearly on average",
            shown(2),
            moments
                .iter()
                .all(|decays| decays[2].line < decays[2].exponential && decays[2].line < 0.5),
        )
        .quotes(DROP)
        .changed("2026-11-16", ONE_SPACE);
    let slower = |decays: &Vec<Decay>| {
        let steps = |at: usize| decays[at].settled.unwrap_or(usize::MAX);
        (steps(2), steps(0).max(steps(1)))
    };
    let counts: Vec<(usize, usize)> = moments.iter().map(slower).collect();
    let list: Vec<String> = counts
        .iter()
        .map(|(newton, others)| format!("{} against {}", count(*newton), count(*others)))
        .collect();
    findings
        .claim(
            Weight::Shape,
            "Newton takes longer to settle its set than the others",
            list.join(", "),
            counts.iter().all(|(newton, others)| newton > others),
        )
        .quoting(
            "§3.3",
            "The Newton method in contrast to the CPG and Gauss-Seidel variants is slow at \
             finding the correct active set of constraints.",
        )
        .changed("2026-11-16", "a pause, such as Newton's first iteration, was taken for the end");
}

fn count(steps: usize) -> String {
    if steps == usize::MAX { "never".into() } else { format!("{steps} iterations") }
}

const ONE_SPACE: &str = "both fits are compared by the changes themselves, and Newton's iterate is \
                         not kept within its bounds, as in §3.3";

const DROP: Quotation = Quotation {
    place: "§4",
    sentence: "The PGS and the CPG method both exhibit an exponential drop in the number of active \
               set changes, whereas the Newton method’s active set changes only decrease linearly \
               on average.",
};

/// Which branch of the natural map a row is on: −1 lower, 0 free, 1 upper.
fn branches(problem: &Problem, x: &[f64]) -> Vec<i8> {
    let mut w = vec![0.0; x.len()];
    problem.velocity(x, &mut w);
    let bounds = problem.lo().iter().zip(problem.hi());
    let branch = |((x, w), (lo, hi)): ((&f64, &f64), (&f64, &f64))| {
        i8::from(*w <= x - hi) - i8::from(*w >= x - lo)
    };
    x.iter().zip(&w).zip(bounds).map(branch).collect()
}

fn decay(name: &str, problem: &Problem, outcome: &Outcome) -> Decay {
    let sets: Vec<Vec<i8>> =
        outcome.history.iter().map(|point| branches(problem, &point.x)).collect();
    let steps = outcome.history.iter().skip(1);
    let changed = |two: &[Vec<i8>]| two[0].iter().zip(&two[1]).filter(|(a, b)| a != b).count();
    let changes: Vec<[f64; 2]> = steps
        .clone()
        .zip(sets.windows(2))
        .map(|(point, two)| [point.iteration as f64, changed(two) as f64])
        .collect();
    let residuals = steps.map(|point| [point.iteration as f64, point.residual]).collect();
    let settled = settled(&changes);
    let head = &changes[..settled.map_or(changes.len(), |at| at + 1)];
    let (line, exponential) = (left_by_line(head), left_by_exponential(head));
    Decay { name: name.into(), changes, residuals, settled, line, exponential }
}

/// The first place after which no more than one in a hundred of the most rows
/// changes. A method may pause and go on: what is settled stays settled.
fn settled(changes: &[[f64; 2]]) -> Option<usize> {
    let most = changes.iter().map(|point| point[1]).fold(0.0, f64::max);
    let restless = changes.iter().rposition(|point| point[1] > 0.01 * most);
    restless.map_or(Some(0), |last| (last + 1 < changes.len()).then_some(last + 1))
}

fn spread(points: &[[f64; 2]]) -> f64 {
    let mean = points.iter().map(|point| point[1]).sum::<f64>() / points.len() as f64;
    points.iter().map(|point| (point[1] - mean).powi(2)).sum()
}

/// The share of the spread of y that the best line leaves.
fn left_by_line(points: &[[f64; 2]]) -> f64 {
    let mean =
        |axis: usize| points.iter().map(|point| point[axis]).sum::<f64>() / points.len() as f64;
    let (rise, k, y) = (slope(points), mean(0), mean(1));
    let left = points.iter().map(|point| (point[1] - y - rise * (point[0] - k)).powi(2));
    left.sum::<f64>() / spread(points)
}

/// The share of the spread of y that the best a exp(−b k) leaves: b from a fine
/// grid, a by least squares.
fn left_by_exponential(points: &[[f64; 2]]) -> f64 {
    let left = |b: f64| {
        let decayed = |k: f64| libm::exp(-b * k);
        let above: f64 = points.iter().map(|[k, y]| y * decayed(*k)).sum();
        let below: f64 = points.iter().map(|[k, _]| decayed(*k).powi(2)).sum();
        points.iter().map(|[k, y]| (y - above / below * decayed(*k)).powi(2)).sum::<f64>()
    };
    let rates = (0..=500).map(|at| libm::pow(10.0, -4.0 + 0.01 * f64::from(at)));
    rates.map(left).fold(f64::INFINITY, f64::min) / spread(points)
}

fn figure(packing: &Packing, decays: &[Decay]) -> Plot {
    let series = |(look, each): (usize, &Decay)| Series {
        curves: vec![each.changes.clone(), each.residuals.clone()],
        ..Series::new(each.name.clone(), look, Vec::new()).marked(Marks::End)
    };
    Plot {
        name: format!("changes-{:.0}ms", 1e3 * packing.time),
        title: format!("Changes of the active set, {:.2} s", packing.time),
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
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        // What an exponential and a line leave of each method, and when it settles.
        let found = |fits: [[f64; 2]; 3], settled: [usize; 3]| {
            let decay = |at: usize| Decay {
                name: String::new(),
                changes: Vec::new(),
                residuals: Vec::new(),
                settled: Some(settled[at]),
                line: fits[at][1],
                exponential: fits[at][0],
            };
            judged(|findings| judge(findings, &[vec![decay(0), decay(1), decay(2)]]))
        };
        let (curved, straight) = ([0.1, 0.4], [0.4, 0.1]);
        turns(
            &found([curved, curved, straight], [10, 10, 30]),
            &[found([straight, straight, curved], [10, 30, 10])],
        );
    }

    #[test]
    fn a_pause_does_not_settle_anything() {
        let changes = |counts: &[f64]| -> Vec<[f64; 2]> {
            counts.iter().enumerate().map(|(at, &count)| [at as f64, count]).collect()
        };
        assert_eq!(settled(&changes(&[0.0, 100.0, 0.0, 50.0, 1.0, 0.0])), Some(4));
        assert_eq!(settled(&changes(&[100.0, 50.0, 2.0])), None);
        assert_eq!(settled(&changes(&[0.0, 0.0])), Some(0));
    }

    #[test]
    fn lines_and_exponentials_are_told_apart() {
        let line: Vec<_> = (1..40).map(|k| [f64::from(k), 400.0 - 10.0 * f64::from(k)]).collect();
        assert!(left_by_line(&line) < 1e-20 && left_by_exponential(&line) > 0.01);
        let decay: Vec<_> =
            (1..40).map(|k| [f64::from(k), 400.0 * (-0.2 * f64::from(k)).exp()]).collect();
        assert!(left_by_exponential(&decay) < 1e-4 && left_by_line(&decay) > 0.1);
    }
}
