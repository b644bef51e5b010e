//! Fig. 2.4: how much faster deleting rows is than factoring anew.

use stickslip_linalg::cholesky::CholeskyError;
use stickslip_linalg::{DenseCholesky, DowndatableFactor, Ordering, SparseMatrix};
use stickslip_problems::generate::{SpdOptions, spd};
use stickslip_report::plot::{Axis, Level, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use super::DOCUMENT;
use crate::bounded::{Range, all};
use crate::claim::{Ruling, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{REPEATS, seconds};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "lefebvre-fig-2-4",
    document: DOCUMENT,
    artefact: "Fig. 2.4",
    title: "Speed-up by downdating against size, for several tight shares",
    agreement: "Downdating pays below 15 % tight rows, by a factor that hardly depends on the size.",
    deviations: "own kernels for Eigen",
    seeded: true,
    timed: true,
    counted: true,
    run,
};

/// Tight rows (%).
const SHARES: [usize; 7] = [1, 5, 10, 15, 20, 30, 50];

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let sizes: &[usize] = context.choose(&[100, 200, 300], &[100, 200, 400, 600, 800, 1000]);
    let mut findings = Findings::default();
    let mut columns = vec![Column::numbers("rows")];
    columns.extend(SHARES.map(|share| Column::words(format!("{share} % tight"))));
    columns.push(Column::words("pays below"));
    let mut table = Table::new(
        "speed-up",
        "Time of a new dense factor of A_FF over that of copying and downdating L",
        columns,
    );
    let mut curves = vec![Vec::new(); SHARES.len()];
    let mut crossings = Vec::new();
    for (at, &size) in sizes.iter().enumerate() {
        context.at(at, sizes.len(), &format!("{size} rows"));
        let problem = spd(context.seed, &SpdOptions { size, ..Default::default() })?;
        let mut speed_ups = Vec::new();
        for (share, curve) in SHARES.into_iter().zip(&mut curves) {
            let found = speed_up(problem.matrix(), share)?;
            curve.push((size as f64, found));
            speed_ups.push(found);
        }
        // The speed-ups of the slowest and of the fastest repeats.
        let ends = [|it: &Range| it.least, |it: &Range| it.most]
            .map(|end: fn(&Range) -> f64| crossing(&speed_ups.iter().map(end).collect::<Vec<_>>()));
        let crossing = Crossing(ends);
        let cells = speed_ups.iter().map(|found| Cell::from(found.told()));
        table.row([Cell::count(size)].into_iter().chain(cells).chain([crossing.told().into()]));
        crossings.push(crossing);
    }
    judge(&mut findings, &curves, &crossings);
    findings.plots.push(figure(curves));
    findings.tables.push(table);
    findings.setting("repeats", REPEATS);
    findings.setting("times", "of the processor, one thread");
    findings.setting("matrices", "dense, random, positive definite, condition 1e3");
    findings.note(
        "The new factor is dense, blocked and in wide registers, in the place of Eigen's; \
         downdating goes column by column, as in the thesis. The faster the new factor, \
         the sooner it overtakes.",
    );
    Ok(findings)
}

/// By the slowest and by the fastest repeats, the share (%) below which it pays;
/// none where it pays at every share.
struct Crossing([Option<f64>; 2]);

impl Crossing {
    fn told(&self) -> String {
        match self.0 {
            [None, None] => "beyond 50 %".into(),
            [Some(least), None] => format!("{least:.1} % to beyond 50 %"),
            [None, Some(most)] => format!("{most:.1} % to beyond 50 %"),
            [Some(least), Some(most)] => format!("{} %", Range { least, most }.told()),
        }
    }

    fn between(&self, low: f64, high: f64) -> Ruling {
        let [least, most] = self.0.map(|share| share.unwrap_or(f64::INFINITY));
        Range { least: least.min(most), most: most.max(least) }.between(low, high)
    }
}

/// Speed-ups by size, for every share, and where they end.
fn judge(findings: &mut Findings, curves: &[Vec<(f64, Range)>], crossings: &[Crossing]) {
    let at_ten: Vec<Range> = curves[2].iter().map(|point| point.1).collect();
    let shown: Vec<String> = at_ten.iter().map(|found| found.told()).collect();
    findings
        .ruled(
            Weight::Shape,
            "with 10 % tight rows downdating pays at every size",
            format!("{} times", shown.join(", ")),
            all(at_ten.iter().map(|found| found.between(1.0, f64::INFINITY))),
        )
        .quoting(
            "§2.2.2",
            "It demonstrates that a speed-up can be realized when the percentage of tight \
             variables is less than 15%.",
        )
        .changed("2026-11-16", "that it pays the less the more rows are tight was judged");
    let list: Vec<String> = crossings.iter().map(Crossing::told).collect();
    findings
        .ruled(
            Weight::Value,
            "it pays below about 15 %, within a factor of two",
            list.join(", "),
            all(crossings.iter().map(|it| it.between(7.5, 30.0))),
        )
        .quoting(
            "§2.2.2",
            "It demonstrates that a speed-up can be realized when the percentage of tight \
             variables is less than 15%.",
        );
    // The largest over the least speed-up of a share, among all sizes.
    let change = |curve: &Vec<(f64, Range)>| {
        let ends = |of: fn(&Range) -> f64, pick: fn(f64, f64) -> f64, none: f64| {
            curve.iter().map(|point| of(&point.1)).fold(none, pick)
        };
        let nothing = f64::INFINITY;
        let least = |it: &Range| it.least;
        let most = |it: &Range| it.most;
        Range {
            least: (ends(least, f64::max, 0.0) / ends(most, f64::min, nothing)).max(1.0),
            most: ends(most, f64::max, 0.0) / ends(least, f64::min, nothing),
        }
    };
    let changes: Vec<Range> = curves.iter().map(change).collect();
    let largest = Range {
        least: changes.iter().map(|it| it.least).fold(1.0, f64::max),
        most: changes.iter().map(|it| it.most).fold(1.0, f64::max),
    };
    findings
        .ruled(
            Weight::Shape,
            "for a given share the speed-up is nearly the same at every size: within a factor of 1.5",
            format!("it changes by a factor of up to {}", largest.told()),
            largest.between(0.0, 1.5),
        )
        .quoting(
            "§2.2.2",
            "We also note that the speed-up factor remains nearly constant for a fixed percentage \
             of tight variable even if the overall matrix size increases or decreases.",
        )
        .changed("2026-11-18", "the new factor was a sparse one, whose method changes with the size");
}

/// Time of a new factor over that of downdating the old one.
fn speed_up(matrix: &SparseMatrix, share: usize) -> Result<Range, ExperimentError> {
    let size = matrix.rows();
    // Spread over all rows, as many as asked for.
    let count = (size * share).div_ceil(100);
    let tight: Vec<usize> = (0..count).map(|at| (2 * at + 1) * size / (2 * count)).collect();
    let free: Vec<usize> = (0..size).filter(|row| tight.binary_search(row).is_err()).collect();
    let shift = vec![0.0; size];
    let whole = DowndatableFactor::new(matrix, &shift, Ordering::Natural, false).map_err(broken)?;
    let mut work = whole.clone();
    let block = matrix.principal_block(&free);
    // Both variants copy their matrix and work on the copy.
    let dense = block.to_dense();
    let (mut downdate, mut factor) = (Vec::new(), Vec::new());
    let mut target = DenseCholesky::default();
    for _ in 0..REPEATS {
        downdate.push(seconds(|| {
            work.copy_from(&whole);
            tight.iter().for_each(|&row| work.remove(row));
            Ok(())
        })?);
        factor.push(seconds(|| {
            target.begin(free.len()).copy_from_slice(&dense);
            target.factorise().map_err(broken)?;
            Ok(())
        })?);
    }
    Ok(Range::of(&factor).over(Range::of(&downdate)))
}

/// The share (%) at which the speed-up is 1, by straight lines in between; none
/// where it pays at every share.
fn crossing(speed_ups: &[f64]) -> Option<f64> {
    let shares = SHARES.map(|share| share as f64);
    if speed_ups[0] < 1.0 {
        return Some(shares[0]);
    }
    for at in 1..SHARES.len() {
        let (before, after) = (speed_ups[at - 1], speed_ups[at]);
        if after < 1.0 {
            let part = (before - 1.0) / (before - after);
            return Some(shares[at - 1] + part * (shares[at] - shares[at - 1]));
        }
    }
    None
}

fn broken(error: CholeskyError) -> ExperimentError {
    ExperimentError::Missing(error.to_string())
}

fn figure(curves: Vec<Vec<(f64, Range)>>) -> Plot {
    let series = |(look, (share, curve)): (usize, (usize, Vec<(f64, Range)>))| {
        let points = curve.iter().map(|(size, found)| [*size, found.middle()]).collect();
        Series::new(format!("{share} % tight"), look, points).marked(Marks::All)
    };
    Plot {
        name: "speed-up".into(),
        title: "Speed-up by downdating".into(),
        subtitle: "dense random matrices".into(),
        panels: vec![Panel {
            level: Some(Level { value: 1.0, label: "as fast as a new factor".into() }),
            ..Panel::new(Axis::even("rows"), Axis::decades("speed-up"))
        }],
        series: SHARES.into_iter().zip(curves).enumerate().map(series).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Ruling::{Fails, Holds, Open};

    #[test]
    fn every_claim_can_fail() {
        // Speed-ups at two sizes with so many tight rows, and where it pays.
        let rulings = |at_ten: [f64; 2], crossing: f64| -> Vec<Ruling> {
            let about = |it: f64| Range::of(&[0.98 * it, it]);
            let curve = vec![(100.0, about(at_ten[0])), (200.0, about(at_ten[1]))];
            let crossings = || Crossing([Some(0.98 * crossing), Some(crossing)]);
            let mut findings = Findings::default();
            judge(&mut findings, &vec![curve; SHARES.len()], &[crossings(), crossings()]);
            findings.claims.iter().map(|claim| claim.ruling).collect()
        };
        assert_eq!(rulings([1.5, 1.6], 15.0), [Holds, Holds, Holds]);
        assert_eq!(rulings([0.9, 2.0], 40.0), [Fails, Fails, Fails]);
        assert_eq!(rulings([1.01, 1.51], 30.1), [Open, Open, Open]);
    }

    #[test]
    fn the_crossing_lies_on_the_line_between() {
        assert_eq!(crossing(&[3.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0]), Some(7.5));
        assert_eq!(crossing(&[0.5; 7]), Some(1.0));
        assert_eq!(crossing(&[2.0; 7]), None);
    }
}
