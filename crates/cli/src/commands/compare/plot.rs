//! Convergence: residual against iterations and against time, one row of two
//! panels per problem. A solver that keeps no history is its end alone.

use stickslip_report::plot::{self, Axis, Level, Marks, Panel, Plot, Series};
use stickslip_solve::{HistoryPoint, Status};

use super::measure::{Comparison, Run};
use crate::table::scientific;

/// The figure as an SVG file.
pub fn draw(comparisons: &[Comparison]) -> String {
    // Each solver has one look in all rows.
    let mut solvers = Vec::new();
    for run in comparisons.iter().flat_map(|comparison| &comparison.runs) {
        if !solvers.contains(&run.outcome.solver) {
            solvers.push(run.outcome.solver);
        }
    }
    let plots: Vec<Plot> = comparisons.iter().map(|each| row(each, &solvers)).collect();
    plot::draw(&plots.iter().collect::<Vec<_>>())
}

fn row(comparison: &Comparison, solvers: &[&str]) -> Plot {
    let problem = comparison.posed.original();
    let tolerance = comparison.runs.first().map_or(0.0, |run| run.outcome.tolerance);
    let measure = if problem.kind().is_cone() { "relative" } else { "natural" };
    let panel = |horizontal| Panel {
        horizontal,
        vertical: Axis::decades("residual"),
        level: Some(Level { value: tolerance, label: "tolerance".into() }),
    };
    Plot {
        name: problem.name().into(),
        title: problem.name().into(),
        subtitle: format!(
            "{} with {} rows: {measure} residual, tolerance {}",
            problem.kind(),
            problem.size(),
            scientific(tolerance)
        ),
        panels: vec![panel(Axis::counts("iterations")), panel(Axis::decades("seconds"))],
        series: comparison.runs.iter().map(|run| series(run, solvers)).collect(),
    }
}

fn series(run: &Run, solvers: &[&str]) -> Series {
    let outcome = &run.outcome;
    let end = HistoryPoint {
        iteration: outcome.counts.iterations,
        time_s: outcome.time_s,
        residual: outcome.residuals.decisive(),
        changes: 0,
        x: Vec::new(),
    };
    let moments = if run.history.is_empty() { std::slice::from_ref(&end) } else { &run.history };
    let against = |coordinate: fn(&HistoryPoint) -> f64| {
        moments.iter().map(|moment| [coordinate(moment), moment.residual]).collect()
    };
    Series {
        name: match outcome.status {
            Status::Converged => outcome.solver.into(),
            status => format!("{} ({status})", outcome.solver),
        },
        look: solvers.iter().position(|name| *name == outcome.solver).unwrap_or(0),
        reached: outcome.status == Status::Converged,
        marks: Marks::End,
        curves: vec![against(|moment| moment.iteration as f64), against(|moment| moment.time_s)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{solved, three_rows};

    /// A solver keeps its look in every row, and only who converged has a dot.
    #[test]
    fn series_have_the_look_of_their_solver() {
        let run = |status| {
            let mut outcome = solved(&three_rows(), "murty");
            outcome.status = status;
            Run { outcome, times_s: Vec::new(), history: Vec::new() }
        };
        let good = series(&run(Status::Converged), &["bpp", "pgs", "murty"]);
        assert_eq!((good.name.as_str(), good.look, good.reached), ("murty", 2, true));
        let bad = series(&run(Status::Stagnated), &["murty", "bpp"]);
        assert_eq!((bad.look, bad.reached), (0, false));
        assert!(bad.name.starts_with("murty ("), "{}", bad.name);
    }
}
