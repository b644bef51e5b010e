//! Fig. 2.4: how much faster deleting rows is than factoring anew.

use std::sync::Arc;
use std::time::Instant;

use stickslip_linalg::cholesky::{Analysis, CholeskyError, CholeskyFactor};
use stickslip_linalg::{DowndatableFactor, Ordering, SparseMatrix};
use stickslip_problems::generate::{SpdOptions, spd};
use stickslip_report::plot::{Axis, Level, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use super::DOCUMENT;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::{Findings, Weight};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "lefebvre-fig-2-4",
    document: DOCUMENT,
    artefact: "Fig. 2.4",
    title: "Speed-up by downdating against size, for several tight shares",
    agreement: "Downdating pays for few tight rows and the less the more of them there are; \
                printed: it pays below 15 %, whatever the size.",
    run,
};

/// Tight rows (%).
const SHARES: [usize; 6] = [1, 5, 10, 15, 20, 30];

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let sizes: &[usize] = context.choose(&[100, 200, 300], &[100, 200, 400, 600, 800, 1000]);
    let repeats = context.choose(5, 9);
    let mut findings = Findings::default();
    let mut columns = vec![Column::numbers("rows")];
    columns.extend(SHARES.map(|share| Column::numbers(format!("{share} % tight"))));
    columns.push(Column::numbers("pays below").of("%"));
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
            let found = speed_up(problem.matrix(), share, repeats).map_err(broken)?;
            curve.push([size as f64, found]);
            speed_ups.push(found);
        }
        let crossing = crossing(&speed_ups);
        let cells = speed_ups.iter().map(|&found| Cell::fixed(found, 2));
        table.row([Cell::count(size)].into_iter().chain(cells).chain([Cell::fixed(crossing, 1)]));
        findings.claim(
            Weight::Shape,
            format!("{size} rows: downdating pays the less the more rows are tight"),
            format!("{:.2} at 1 %, {:.2} at 30 %", speed_ups[0], speed_ups[SHARES.len() - 1]),
            speed_ups[0] > 1.5 * speed_ups[SHARES.len() - 1],
        );
        crossings.push(crossing);
    }
    let list: Vec<String> = crossings.iter().map(|share| format!("{share:.1} %")).collect();
    findings.claim(
        Weight::Value,
        "it pays below about 15 %, within a factor of two",
        list.join(", "),
        crossings.iter().all(|share| (7.5..=30.0).contains(share)),
    );
    findings.plots.push(figure(curves));
    findings.tables.push(table);
    findings.setting("best of", repeats);
    findings.setting("matrices", "dense, random, positive definite, condition 1e3");
    findings.note(
        "The new factor is a blocked one in wide registers, with its symbolic analysis done \
         beforehand; downdating goes column by column, as in the thesis. The faster the new \
         factor, the sooner it overtakes.",
    );
    Ok(findings)
}

/// Time of a new factor over that of downdating the old one.
fn speed_up(matrix: &SparseMatrix, share: usize, repeats: usize) -> Result<f64, CholeskyError> {
    let size = matrix.rows();
    // Spread over all rows, as many as asked for.
    let count = (size * share).div_ceil(100);
    let tight: Vec<usize> = (0..count).map(|at| (2 * at + 1) * size / (2 * count)).collect();
    let free: Vec<usize> = (0..size).filter(|row| tight.binary_search(row).is_err()).collect();
    let shift = vec![0.0; size];
    let whole = DowndatableFactor::new(matrix, &shift, Ordering::Natural, false)?;
    let mut work = whole.clone();
    let block = matrix.principal_block(&free);
    let mut anew = CholeskyFactor::new(Arc::new(Analysis::new(&block, Ordering::Natural)?));
    let (mut downdate, mut factor) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..repeats {
        let begun = Instant::now();
        work.copy_from(&whole);
        for &row in &tight {
            work.remove(row);
        }
        downdate = downdate.min(begun.elapsed().as_secs_f64());
        let begun = Instant::now();
        anew.factorise(&block, |_| true, |_| 0.0)?;
        factor = factor.min(begun.elapsed().as_secs_f64());
    }
    Ok(factor / downdate)
}

/// The share (%) at which the speed-up is 1, by straight lines in between.
fn crossing(speed_ups: &[f64]) -> f64 {
    let shares = SHARES.map(|share| share as f64);
    if speed_ups[0] < 1.0 {
        return shares[0];
    }
    for at in 1..SHARES.len() {
        let (before, after) = (speed_ups[at - 1], speed_ups[at]);
        if after < 1.0 {
            let part = (before - 1.0) / (before - after);
            return shares[at - 1] + part * (shares[at] - shares[at - 1]);
        }
    }
    shares[SHARES.len() - 1]
}

fn broken(error: CholeskyError) -> ExperimentError {
    ExperimentError::Missing(error.to_string())
}

fn figure(curves: Vec<Vec<[f64; 2]>>) -> Plot {
    let series = |(look, (share, curve)): (usize, (usize, Vec<[f64; 2]>))| {
        Series::new(format!("{share} % tight"), look, curve).marked(Marks::All)
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
    use super::crossing;

    #[test]
    fn the_crossing_lies_on_the_line_between() {
        assert_eq!(crossing(&[3.0, 2.0, 0.0, 0.0, 0.0, 0.0]), 7.5);
        assert_eq!(crossing(&[0.5; 6]), 1.0);
        assert_eq!(crossing(&[2.0; 6]), 30.0);
    }
}
