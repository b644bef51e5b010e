//! §7, the comparison with PATH: robustness of Fischer–Newton on contact
//! problems of real heaps, beside Lemke's method and a non-monotone search.

use stickslip_problems::generate::{StewartTrinkleOptions, stewart_trinkle};
use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::{Outcome, Problem, Request, Status};

use super::DOCUMENT;
use crate::claim::{Ruling, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{Way, exponent};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "erleben-path",
    document: DOCUMENT,
    artefact: "§7, PATH",
    title: "Fischer–Newton on contact problems of heaps, beside Lemke",
    agreement: "What compares with PATH cannot be tested without it. Beside it: Fischer–Newton \
        against Lemke's method in robustness and growth, and what a non-monotone search adds.",
    deviations: "PATH is not free: Lemke stands beside",
    seeded: true,
    timed: true,
    counted: true,
    run,
};

/// Most Newton steps.
const STEPS: usize = 300;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let bodies: &[usize] = context.choose(&[1, 2, 3, 4], &[2, 4, 6, 8, 10]);
    let seeds = context.choose(5, 10);
    let ways = [
        // No guard against slow progress: a non-monotone search may rise for long.
        Way::new("Fischer", "fischer-newton", "idle_steps=0")?,
        Way::new(
            "Fischer, non-monotone",
            "fischer-newton",
            "line_search=non-monotone idle_steps=0",
        )?,
        Way::new("Lemke", "lemke", "")?,
    ];
    let mut solved = vec![0usize; ways.len()];
    let mut idle = vec![0usize; ways.len()];
    let mut times = vec![Vec::new(); ways.len()];
    let mut runs = 0;
    let bodies_count = bodies.len();
    for (at, &bodies) in bodies.iter().enumerate() {
        let mut sums = vec![0.0; ways.len()];
        let mut rows = 0.0;
        for seed in 0..seeds {
            context.at(at * seeds as usize + seed as usize, bodies_count * seeds as usize, "heaps");
            let options = StewartTrinkleOptions { bodies, ..Default::default() };
            let problem = stewart_trinkle(context.seed + seed, &options)?;
            rows += problem.size() as f64 / seeds as f64;
            for (which, way) in ways.iter().enumerate() {
                let outcome = attempt(way, &problem)?;
                solved[which] += usize::from(outcome.status == Status::Converged);
                idle[which] += usize::from(outcome.figures.contains_key("exit_relative"));
                sums[which] += outcome.time_s / seeds as f64;
            }
            runs += 1;
        }
        for (times, sum) in times.iter_mut().zip(sums) {
            times.push([rows, sum]);
        }
    }
    let mut table = Table::new(
        "heaps",
        format!("{runs} heaps of boxes with pyramidal friction (Eq 27)"),
        [
            Column::words("method"),
            Column::numbers("solved"),
            Column::numbers("ended without progress"),
            Column::numbers("p in time ~ nᵖ"),
            Column::numbers("mean time, largest heaps"),
        ],
    );
    for (at, (way, times)) in ways.iter().zip(&times).enumerate() {
        let largest = times.last().map(|point: &[f64; 2]| point[1]);
        table.row([
            way.name.clone().into(),
            Cell::count(solved[at]),
            Cell::count(idle[at]),
            Cell::fixed(exponent(times), 2),
            Cell::optional(largest, Cell::time),
        ]);
    }
    let exponents: Vec<f64> = times.iter().map(|times| exponent(times)).collect();
    let mut findings = Findings::default();
    judge(&mut findings, runs, &solved, &exponents);
    let series =
        ways.iter().zip(times).enumerate().map(|(look, (way, times))| {
            Series::new(way.name.clone(), look, times).marked(Marks::All)
        });
    findings.plots.push(Plot {
        name: "time".into(),
        title: "Mean time of a solve".into(),
        subtitle: "heaps of boxes, unsymmetric lcp of Stewart and Trinkle".into(),
        panels: vec![Panel::new(Axis::decades("rows"), Axis::decades("seconds"))],
        series: series.collect(),
    });
    findings.tables.push(table);
    findings.setting("heaps of each size", seeds);
    findings.setting("most Newton steps", STEPS);
    findings.note("Newton steps go on to their limit whatever their progress.");
    Ok(findings)
}

/// Of so many heaps, how many each method solved, and how its time grows.
fn judge(findings: &mut Findings, runs: usize, solved: &[usize], exponents: &[f64]) {
    let untested = "PATH cannot be had, and no other code stands for it";
    let rivals = findings.ruled(
        Weight::Shape,
        "Fischer–Newton rivals PATH in robustness and scales better",
        untested,
        Ruling::NotTestable,
    );
    rivals.quoting(
        "§7",
        "Fischer-Newton method rivals PATH robustness but scales better due to the iterative \
         sub-solver.",
    );
    let search = findings.ruled(
        Weight::Shape,
        "PATH is slightly more robust by its non-monotone search",
        untested,
        Ruling::NotTestable,
    );
    search.quoting(
        "§7",
        "PATH seems slightly more robust due to its non-monotone line-search method.",
    );
    findings.claim(
        Weight::Aside,
        "Fischer–Newton rivals Lemke's method in robustness",
        format!("{} of {runs} solved, Lemke {}", solved[0], solved[2]),
        solved[0] as f64 >= 0.9 * solved[2] as f64,
    );
    findings.claim(
        Weight::Aside,
        "a non-monotone search is at least as robust as one that always falls",
        format!("{} of {runs} against {}", solved[1], solved[0]),
        solved[1] >= solved[0],
    );
    findings.claim(
        Weight::Aside,
        "Fischer–Newton scales better than Lemke's method",
        format!("exponent {:.2} against {:.2}", exponents[0], exponents[2]),
        exponents[0] < exponents[2],
    );
}

fn attempt(way: &Way, problem: &Problem) -> Result<Outcome, ExperimentError> {
    let max_iterations = (way.solver != "lemke").then_some(STEPS);
    way.solve(problem, &Request { max_iterations, ..Request::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |solved: [usize; 3], exponents: [f64; 3]| {
            judged(|findings| judge(findings, 10, &solved, &exponents))
        };
        turns(&found([10, 10, 10], [1.5, 1.5, 3.0]), &[found([8, 7, 10], [3.0, 3.0, 1.5])]);
    }
}
