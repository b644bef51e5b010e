//! §5: what an iteration costs, and which method is done first.

use stickslip_report::{Cell, Column, Table};
use stickslip_solve::{Problem, Request, Status};

use super::DOCUMENT;
use super::fig_3::NEWTON;
use super::packing::Packing;
use crate::claim::{Quotation, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{Way, seconds};

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

struct Cost {
    name: String,
    solved: bool,
    iterations: usize,
    products: usize,
    seconds: f64,
}

impl Cost {
    fn each(&self) -> f64 {
        self.seconds / self.iterations.max(1) as f64
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
            Column::numbers("time"),
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
            Cell::time(cost.each()),
            Cell::time(cost.seconds),
        ]);
        costs.push(cost);
    }
    if let [pgs, cpg, newton, multigrid] = costs.as_slice() {
        let ratio = cpg.each() / pgs.each();
        findings
            .claim(
                Weight::Shape,
                "an iteration of CPG costs about two of PGS",
                format!("{ratio:.1} times"),
                (1.4..3.5).contains(&ratio),
            )
            .quotes(TWICE);
        let all = [
            ("CPG", cpg, TWICE),
            ("Newton", newton, INFERIOR),
            ("multigrid", multigrid, MULTIGRID),
        ];
        for (name, other, quotation) in all {
            let ratio = other.seconds / pgs.seconds;
            findings
                .claim(
                    Weight::Shape,
                    format!("{name} gains nothing over PGS"),
                    format!(
                        "{ratio:.1} times its time{}",
                        if other.solved { "" } else { ", unsolved" }
                    ),
                    !other.solved || ratio > 0.8,
                )
                .quotes(quotation);
        }
    }
    findings.tables.push(table);
    packing.describe(&mut findings);
    findings.note(
        "Times of the processor on one thread. PGS reads rows of the assembled matrix here, as the \
         others multiply by it; by default it keeps body velocities instead.",
    );
    Ok(findings)
}

fn cost(way: &Way, problem: &Problem) -> Result<Cost, ExperimentError> {
    let tolerance = Some(SHARE * stickslip_linalg::infinity_norm(problem.b()));
    let request = Request { tolerance, ..Request::default() };
    let outcome = way.solve(problem, &request)?;
    let spent = seconds(|| way.solve(problem, &request).map(|_| ()))?;
    Ok(Cost {
        name: way.name.clone(),
        solved: outcome.status == Status::Converged,
        iterations: outcome.counts.iterations,
        products: outcome.counts.products,
        seconds: spent,
    })
}
