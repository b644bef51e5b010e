//! Runs solvers in turns and compares them within each turn.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};
use stickslip_solve::{OptionValues, Outcome, Problem, Request, Status, registry};

/// Figures of one solver on one problem.
pub struct Sample {
    /// Name in the registry.
    pub solver: &'static str,
    /// The last outcome; `None` if the solver refused.
    pub outcome: Option<Outcome>,
    /// Seconds of each turn.
    pub seconds: Vec<f64>,
}

impl Sample {
    /// Whether the last turn converged.
    pub fn converged(&self) -> bool {
        self.outcome.as_ref().is_some_and(|outcome| outcome.status == Status::Converged)
    }
}

/// A solver slower than this (seconds) runs once, and its first run counts.
const PATIENCE: f64 = 2.0;

/// Solves `problem` with each solver, `turns` times in turns; the first turn
/// warms up memory and symbolic analysis and does not count.
pub fn in_turns(problem: &Problem, solvers: &[&'static str], turns: usize) -> Vec<Sample> {
    // Views belong to the problem, not to the time of any solver.
    let _ = (problem.matrix(), problem.body_space(), problem.diagonal());
    let mut built: Vec<_> = solvers
        .iter()
        .filter_map(|name| registry::find(name).ok()?.build(&OptionValues::new()).ok())
        .collect();
    let mut samples: Vec<Sample> = built
        .iter()
        .map(|solver| Sample { solver: solver.entry().name, outcome: None, seconds: Vec::new() })
        .collect();
    for turn in 0..=turns {
        for (solver, sample) in built.iter_mut().zip(&mut samples) {
            if sample.seconds.first().is_some_and(|&first| first > PATIENCE) {
                continue;
            }
            if let Ok(outcome) = solver.solve(problem, &Request::default()) {
                if turn > 0 || outcome.time_s > PATIENCE {
                    sample.seconds.push(outcome.time_s);
                }
                sample.outcome = Some(outcome);
            }
        }
    }
    samples
}

/// Median and quartiles of base/other, turn by turn.
pub fn ratio(base: &Sample, other: &Sample) -> Option<[f64; 3]> {
    let ratios: Vec<f64> =
        base.seconds.iter().zip(&other.seconds).map(|(base, other)| base / other).collect();
    (!ratios.is_empty() && base.converged() && other.converged()).then(|| quartiles(ratios))
}

/// First quartile, median and third quartile; NaN without values.
pub fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1) as f64;
    [0.25, 0.5, 0.75]
        .map(|share| values.get((last * share).round() as usize).copied().unwrap_or(f64::NAN))
}

/// An empty table with this header, as wide as the terminal at most; all columns but the
/// first right-aligned.
pub fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.set_content_arrangement(ContentArrangement::Dynamic);
    if let Some((_, columns)) = console::Term::stdout().size_checked() {
        table.set_width(columns);
    }
    table.load_style(TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─')));
    table.set_header(header);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
