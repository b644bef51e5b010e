//! §6.2.3: many more constraints, where fill-in should make factors too dear.
//!
//! Walls of bricks with frozen friction bounds, larger and larger: one island
//! with redundant contacts, as the thesis' scenes have them.

use stickslip_problems::generate;
use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::{OptionValues, Problem, Request, Start, Status};

use super::{BPP, BPP_PCG, DOCUMENT, PGCG, solvers};
use crate::bounded::{Range, all};
use crate::claim::{Ruling, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{REPEATS, Way, exponent};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "ho-extrapolation",
    document: DOCUMENT,
    artefact: "§6.2.3, many constraints",
    title: "Time of BPP+PCG, PGCG and BPP against the number of constraints",
    agreement: "With constraints by the ten thousand a solver with conjugate gradients is faster \
                than BPP, whose time grows faster.",
    deviations: "walls of bricks: the thesis names no scene",
    seeded: false,
    timed: true,
    counted: true,
    run,
};

/// Most outer iterations.
const LIMIT: usize = 500;
/// Most seconds that a solver gets for a size, by what it took so far; a size
/// costs at most the square of its rows.
const BUDGET: f64 = 40.0;
/// Solves that take less are timed [`REPEATS`] times.
const SHORT: f64 = 0.5;
/// How far gravity leans in the step after: index sets are then nearly those of the
/// step before.
const LEAN: f64 = 0.01;
/// Speed of a step's fall (m/s).
const FALL: f64 = 9.81 / 60.0;

/// A solver at one size.
#[derive(Clone, Copy)]
struct Solved {
    /// From all rows free, and from the index sets of the step before (s).
    cold: Range,
    warm: Range,
    outer: [usize; 2],
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let sizes: &[usize] = context.choose(&[12, 24, 48], &[150, 500, 2000, 8000, 43_000]);
    let ways = solvers("")?;
    let mut columns = vec![Column::numbers("bricks"), Column::numbers("rows")];
    for way in &ways {
        columns.push(Column::numbers(format!("{}, cold", way.name)));
        columns.push(Column::numbers("warm"));
        columns.push(Column::words("outer"));
    }
    let mut table = Table::new(
        "times",
        "Time of a solve; – where its index sets are not found, or would not be within the budget",
        columns,
    );
    let mut curves: [Vec<(f64, Solved)>; 3] = Default::default();
    let mut largest = 0;
    for (at, &bricks) in sizes.iter().enumerate() {
        context.at(at, sizes.len(), &format!("{bricks} bricks"));
        let due = |curve: &Vec<(f64, Solved)>, rows: f64| match curve.last() {
            // Whoever failed on a size is not asked for a larger one.
            _ if at > curve.len() => false,
            Some((before, solved)) => {
                let spent = solved.cold.most + solved.warm.most;
                spent * (rows / before).powi(2) <= BUDGET
            }
            None => true,
        };
        // A wall grows in proportion to its bricks.
        let promised = curves.iter().find_map(|curve| curve.last());
        let guess = promised.map_or(0.0, |(rows, _)| rows * bricks as f64 / sizes[at - 1] as f64);
        if !curves.iter().any(|curve| due(curve, guess)) {
            nobody(&mut table, bricks, ways.len());
            continue;
        }
        let problems = wall(context.seed, bricks)?;
        let rows = problems[0].size();
        largest = rows;
        let mut cells = vec![Cell::count(bricks), Cell::count(rows)];
        for (way, curve) in ways.iter().zip(&mut curves) {
            let solved = match due(curve, rows as f64) {
                true => solve(way, &problems)?,
                false => None,
            };
            cells.push(Cell::optional(solved, |it| Cell::time(it.cold.middle())));
            cells.push(Cell::optional(solved, |it| Cell::time(it.warm.middle())));
            let outer = solved.map(|it| format!("{}, {}", it.outer[0], it.outer[1]));
            cells.push(outer.unwrap_or_else(|| "–".into()).into());
            curve.extend(solved.map(|it| (rows as f64, it)));
        }
        table.row(cells);
    }
    let mut findings = Findings::default();
    judge(&mut findings, &curves, largest as f64);
    let series = ways.iter().zip(curves).enumerate();
    findings.plots.push(Plot {
        name: "times".into(),
        title: "Time against the number of constraints".into(),
        subtitle: "walls of bricks at rest, from the index sets of the step before".into(),
        panels: vec![Panel::new(Axis::decades("rows"), Axis::decades("seconds"))],
        series: series
            .map(|(look, (way, curve))| {
                let points = curve.iter().map(|(rows, it)| [*rows, it.warm.middle()]).collect();
                Series::new(way.name.clone(), look, points).marked(Marks::All)
            })
            .collect(),
    });
    findings.tables.push(table);
    findings.setting("most outer iterations", LIMIT);
    findings.setting("seconds for a solve at most, by extrapolation", BUDGET);
    findings.setting("inner solves end at", "‖r‖ = 1e-6");
    findings.setting("compliance", super::COMPLIANCE);
    findings.setting("start", "all rows free; warm: the index sets of the step before");
    findings.setting("gravity leans in the step after by", LEAN);
    findings.note("Walls at rest: a plane of bricks, whose factors fill in less than heaps' do.");
    Ok(findings)
}

/// A line for a size that nobody is asked for.
fn nobody(table: &mut Table, bricks: usize, solvers: usize) {
    let mut cells = vec![Cell::count(bricks), Cell::Empty];
    (0..solvers).for_each(|_| cells.extend([Cell::Empty, Cell::Empty, "–".into()]));
    table.row(cells);
}

/// Times by rising rows of every solver, where it found its index sets; the rows of
/// the largest wall.
fn judge(findings: &mut Findings, curves: &[Vec<(f64, Solved)>; 3], largest: f64) {
    let last = |solver: usize| {
        let end = curves[solver].last().filter(|(rows, _)| *rows == largest);
        end.map(|(_, solved)| solved.warm)
    };
    let shown = |solver: usize| match last(solver) {
        Some(time) => format!("{:.1e} to {:.1e} s", time.least, time.most),
        None => "none within its budget".into(),
    };
    let beats = |solver: usize| match (last(solver), last(BPP)) {
        (None, _) => Ruling::Fails,
        (Some(_), None) => Ruling::Holds,
        (Some(own), Some(direct)) => direct.above(own),
    };
    let ruling = match [BPP_PCG, PGCG].map(beats) {
        _ if [BPP_PCG, PGCG, BPP].iter().all(|&it| last(it).is_none()) => Ruling::Open,
        [Ruling::Holds, _] | [_, Ruling::Holds] => Ruling::Holds,
        [Ruling::Fails, Ruling::Fails] => Ruling::Fails,
        _ => Ruling::Open,
    };
    findings
        .ruled(
            Weight::Conjecture,
            "on the largest a solver with conjugate gradients is faster than BPP",
            format!(
                "{largest} rows, warm: BPP+PCG {}, PGCG {}, BPP {}",
                shown(BPP_PCG),
                shown(PGCG),
                shown(BPP)
            ),
            ruling,
        )
        .quoting(
            "§6.2.3",
            "we anticipate that for problems where the number of constraints is orders of \
             magnitude larger than the examples we considered, we will see our PCG solvers start \
             to shine",
        )
        .changed("2026-11-18", "walls were small and every solve began with all rows free");
    let growth = |solver: usize| {
        let ends = |of: fn(&Range) -> f64| {
            let points: Vec<[f64; 2]> =
                curves[solver].iter().map(|(rows, it)| [*rows, of(&it.warm)]).collect();
            exponent(&points)
        };
        Range::of(&[ends(|it| it.least), ends(|it| it.most)])
    };
    let growths = [BPP_PCG, PGCG, BPP].map(growth);
    findings
        .ruled(
            Weight::Conjecture,
            "BPP's time grows faster with the number of constraints than that of both others",
            format!(
                "exponents {}, {} and {}",
                growths[0].told(),
                growths[1].told(),
                growths[2].told()
            ),
            all([growths[2].above(growths[0]), growths[2].above(growths[1])]),
        )
        .quoting(
            "§6.2.3",
            "We believe the effect of the condition number on the convergence of the PCG solvers \
             will not be as serious as the effect of a large number of fill-ins on the Cholesky \
             factorization.",
        );
}

/// A step from all rows free, and the one after from its index sets; none where one
/// of them is not found.
fn solve(way: &Way, problems: &[Problem; 2]) -> Result<Option<Solved>, ExperimentError> {
    let mut outer = [0; 2];
    let mut labels = None;
    let mut times = [Range::of(&[]); 2];
    for (at, problem) in problems.iter().enumerate() {
        // Views that every method here asks for belong to no one's time.
        let _ = (problem.matrix(), problem.diagonal());
        let request = Request {
            max_iterations: Some(LIMIT),
            start: Start { x: None, labels: labels.take() },
            ..Request::default()
        };
        let outcome = way.solve(problem, &request)?;
        let lost = [Status::MaxIterations, Status::Cycled, Status::Capped, Status::Diverged];
        if lost.contains(&outcome.status) {
            return Ok(None);
        }
        let mut spent = vec![outcome.time_s.max(1e-9)];
        while spent.len() < REPEATS && outcome.time_s < SHORT {
            spent.push(way.solve(problem, &request)?.time_s.max(1e-9));
        }
        times[at] = Range::of(&spent);
        outer[at] = outcome.counts.iterations;
        labels = outcome.labels;
    }
    Ok(Some(Solved { cold: times[0], warm: times[1], outer }))
}

/// A wall at rest, and the same where gravity has begun to lean.
fn wall(seed: u64, bricks: usize) -> Result<[Problem; 2], ExperimentError> {
    let columns = (bricks as f64).sqrt().round();
    let options = format!(
        "bricks={bricks} columns={columns} impact=0 bounds=frozen compliance={}",
        super::COMPLIANCE
    );
    let settings = OptionValues::parse(options.split_whitespace())?;
    let rest = generate::find("wall")?.generate(seed, &settings)?;
    let missing = || ExperimentError::Missing("a wall has no bodies".into());
    let jacobian = &rest.factored().ok_or_else(missing)?.jacobian;
    // Six velocities a body, the linear ones first.
    let lean = |freedom: usize| if freedom.is_multiple_of(6) { LEAN * FALL } else { 0.0 };
    let speeds: Vec<f64> = (0..jacobian.cols()).map(lean).collect();
    let mut more = vec![0.0; rest.size()];
    jacobian.multiply(&speeds, &mut more);
    let mut data = rest.data().clone();
    data.b.iter_mut().zip(&more).for_each(|(b, more)| *b += more);
    let leaning = Problem::new(data)?;
    Ok([rest, leaning])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    /// Seconds of the three solvers at two sizes.
    fn found(small: [f64; 3], large: [Option<f64>; 3]) -> Findings {
        let solved = |seconds: f64| {
            let time = Range::of(&[0.95 * seconds, seconds]);
            Solved { cold: time, warm: time, outer: [9, 2] }
        };
        let curve = |solver: usize| {
            let mut curve = vec![(1e3, solved(small[solver]))];
            curve.extend(large[solver].map(|it| (1e5, solved(it))));
            curve
        };
        judged(|findings| judge(findings, &[curve(0), curve(1), curve(2)], 1e5))
    }

    #[test]
    fn every_claim_can_fail() {
        let turned = found([1.0; 3], [Some(90.0), None, Some(20.0)]);
        turns(&found([1.0; 3], [Some(10.0), Some(20.0), Some(90.0)]), &[turned]);
        let unsolved = found([1.0; 3], [None; 3]);
        assert_eq!(unsolved.claims[0].ruling, Ruling::Open);
    }
}
