//! §5: what an iteration costs, and which method is done first.

use stickslip_report::{Cell, Column, Table};
use stickslip_solve::{Problem, Request, Status};

use super::DOCUMENT;
use super::fig_3::NEWTON;
use super::packing::Packing;
use crate::bounded::Range;
use crate::claim::{Quotation, Ruling, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{Way, spread};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "preclik-cost",
    document: DOCUMENT,
    artefact: "§5",
    title: "Cost of an iteration, and time to a solution",
    agreement: "An iteration of CPG costs about two of PGS, so that nothing is gained; Newton \
                and multigrid do not pay.",
    deviations: "as preclik-fig-2; another machine and language",
    seeded: true,
    timed: true,
    counted: true,
    run,
};

const TWICE: Quotation = Quotation {
    place: "§5",
    sentence: "the CPG method presented here cannot benefit from the lower number of iterations \
               because the iterations are also roughly twice as expensive",
};
const INFERIOR: Quotation = Quotation {
    place: "§5",
    sentence: "the tests show that the Newton method is usually inferior when solving rigid \
               multibody contact problems",
};
const MULTIGRID: Quotation = Quotation {
    place: "§5",
    sentence: "applying multigrid concepts to improve the convergence of the GS solvers does not \
               work out well",
};

/// The residual asked for, as a share of ‖b‖∞.
const SHARE: f64 = 1e-4;

/// Sweeps that are timed together.
const SWEEPS: usize = 100;

struct Cost {
    name: String,
    solved: bool,
    iterations: usize,
    products: usize,
    /// From repeat to repeat (s).
    seconds: Range,
}

impl Cost {
    fn each(&self) -> Range {
        let count = self.iterations.max(1) as f64;
        Range { least: self.seconds.least / count, most: self.seconds.most / count }
    }
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let packing = Packing::new(context)?;
    let ways = [
        Way::new("PGS", "pgs", "access=matrix")?,
        Way::new("CPG", "cpg", "safeguard=false")?,
        Way::new("Newton", "semismooth-newton", NEWTON)?,
        Way::new("Multigrid", "multigrid", "line_search=false")?,
    ];
    let mut findings = Findings::default();
    let mut table = Table::new(
        "costs",
        format!("To {SHARE:e} ‖b‖∞ with boxed friction"),
        [
            Column::words("method"),
            Column::words("solved"),
            Column::numbers("iterations"),
            Column::numbers("products with A an iteration"),
            Column::numbers("time of an iteration"),
            Column::numbers("time, least"),
            Column::numbers("most"),
        ],
    );
    let mut costs = Vec::new();
    for (at, way) in ways.iter().enumerate() {
        context.at(at + 1, ways.len() + 1, &way.name);
        let cost = cost(way, &packing.boxed)?;
        table.row([
            cost.name.clone().into(),
            if cost.solved { "yes" } else { "no" }.into(),
            Cell::count(cost.iterations),
            Cell::fixed(cost.products as f64 / cost.iterations.max(1) as f64, 1),
            Cell::time(cost.each().middle()),
            Cell::time(cost.seconds.least),
            Cell::time(cost.seconds.most),
        ]);
        costs.push(cost);
    }
    let one = |limit| -> Result<Range, ExperimentError> {
        let request = Request { max_iterations: Some(limit), ..Request::default() };
        spread(|| ways[3].solve(&packing.boxed, &request).map(|_| ()))
    };
    // What two cycles take more than one is a cycle.
    let (first, second) = (one(1)?, one(2)?);
    let cycle = Range { least: second.least - first.most, most: second.most - first.least };
    let sweeps = [
        sweep(&Way::new("NGS", "nonlinear-gs", "adaptation=continuous")?, &packing.cone)?,
        sweep(&Way::new("PGS", "pgs", "access=matrix")?, &packing.pyramid)?,
    ];
    judge(&mut findings, &costs);
    judge_parts(&mut findings, first, cycle, sweeps);
    findings.tables.push(table);
    packing.describe(&mut findings);
    findings.note(
        "Times of the processor on one thread, three of each. PGS reads rows of the assembled matrix here, as the \
         others multiply by it; by default it keeps body velocities instead.",
    );
    Ok(findings)
}

fn judge(findings: &mut Findings, costs: &[Cost]) {
    let [pgs, cpg, newton, multigrid] = costs else { return };
    let ratio = cpg.each().over(pgs.each());
    findings
        .ruled(
            Weight::Shape,
            "an iteration of CPG costs about two of PGS",
            format!("{} times", ratio.told()),
            ratio.between(1.4, 3.5),
        )
        .quotes(TWICE);
    let all =
        [("CPG", cpg, TWICE), ("Newton", newton, INFERIOR), ("multigrid", multigrid, MULTIGRID)];
    for (name, other, quotation) in all {
        let ratio = other.seconds.over(pgs.seconds);
        let ruling = match (pgs.solved, other.solved) {
            (true, true) => ratio.between(0.8, f64::INFINITY),
            (true, false) => Ruling::Holds,
            (false, true) => Ruling::Fails,
            (false, false) => Ruling::Open,
        };
        let told = if other.solved { "" } else { ", unsolved" };
        findings
            .ruled(
                Weight::Shape,
                format!("{name} gains nothing over PGS"),
                format!("{} times its time{told}", ratio.told()),
                ruling,
            )
            .quotes(quotation);
    }
}

/// The first cycle of multigrid with all that is made for it, one cycle more, and
/// what a sweep costs on cones and on pyramids.
fn judge_parts(findings: &mut Findings, first: Range, cycle: Range, sweeps: [Range; 2]) {
    // Without the cycle itself.
    let setup = Range { least: first.least - cycle.most, most: first.most - cycle.least };
    let ratio = if cycle.least > 0.0 { setup.over(cycle) } else { Range::of(&[]) };
    findings
        .ruled(
            Weight::Shape,
            "setting multigrid up costs more than a cycle of it",
            format!("{} cycles", ratio.shown()),
            ratio.between(1.0, f64::INFINITY),
        )
        .quoting("§5", "The setup costs are high");
    let [cone, pyramid] = sweeps;
    let ratio = cone.over(pyramid);
    findings
        .ruled(
            Weight::Shape,
            "a sweep over circular cones is dearer than one over pyramids",
            format!("{} times", ratio.told()),
            ratio.between(1.0, f64::INFINITY),
        )
        .quoting(
            "§4",
            "However, the subsystem solver for the friction components is more expensive.",
        );
}

/// What a sweep costs, over a hundred of them (s).
fn sweep(way: &Way, problem: &Problem) -> Result<Range, ExperimentError> {
    let request = Request {
        tolerance: Some(f64::MIN_POSITIVE),
        max_iterations: Some(SWEEPS),
        ..Request::default()
    };
    let count = way.solve(problem, &request)?.counts.iterations.max(1) as f64;
    let all = spread(|| way.solve(problem, &request).map(|_| ()))?;
    Ok(Range { least: all.least / count, most: all.most / count })
}

fn cost(way: &Way, problem: &Problem) -> Result<Cost, ExperimentError> {
    let tolerance = Some(SHARE * stickslip_linalg::infinity_norm(problem.b()));
    let request = Request { tolerance, ..Request::default() };
    let outcome = way.solve(problem, &request)?;
    Ok(Cost {
        name: way.name.clone(),
        solved: outcome.status == Status::Converged,
        iterations: outcome.counts.iterations,
        products: outcome.counts.products,
        seconds: spread(|| way.solve(problem, &request).map(|_| ()))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, rulings, turns};

    fn about(value: f64) -> Range {
        Range::of(&[0.95 * value, 1.05 * value])
    }

    /// Seconds of CPG, Newton and multigrid where PGS takes one; a sweep on cones
    /// where one on pyramids takes one; the first cycle where another takes one.
    fn found(others: [f64; 3], cone: f64, first: f64) -> Findings {
        let cost = |seconds: f64| Cost {
            name: String::new(),
            solved: true,
            iterations: 10,
            products: 10,
            seconds: about(seconds),
        };
        let [cpg, newton, multigrid] = others.map(cost);
        judged(|findings| {
            judge(findings, &[cost(1.0), cpg, newton, multigrid]);
            judge_parts(findings, about(first), about(1.0), [about(cone), about(1.0)]);
        })
    }

    #[test]
    fn every_claim_can_fail() {
        turns(&found([2.0, 3.0, 4.0], 1.5, 3.0), &[found([0.5, 0.5, 0.5], 0.5, 1.2)]);
        // What lies within the spread of the clock is open.
        assert_eq!(rulings(&found([0.8, 0.8, 0.8], 1.0, 2.0))[1..], [Ruling::Open; 5]);
    }
}
