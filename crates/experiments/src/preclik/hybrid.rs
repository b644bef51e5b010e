//! §5: Gauss–Seidel finds the active set, Newton's method what is left.

use stickslip_report::{Cell, Column, Table};
use stickslip_solve::{Request, Status};

use super::DOCUMENT;
use super::fig_3::NEWTON;
use super::packing::Packing;
use crate::bounded::{Range, all};
use crate::claim::{Ruling, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{Way, spread};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "preclik-hybrid",
    document: DOCUMENT,
    artefact: "§5, PGS then Newton",
    title: "Newton's method after sweeps of PGS, with boxed friction",
    agreement: "Sweeps of PGS before save Newton steps, and the two together are faster than \
                either alone.",
    deviations: "as preclik-fig-2; another machine",
    seeded: true,
    timed: true,
    counted: true,
    run,
};

/// Sweeps before the first Newton step.
const SWEEPS: [usize; 4] = [0, 10, 50, 200];

/// The residual asked for, as a share of ‖b‖∞.
const SHARE: f64 = 1e-8;

struct Run {
    name: String,
    solved: bool,
    steps: usize,
    /// From repeat to repeat (s).
    seconds: Range,
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let packing = Packing::new(context)?;
    let problem = &packing.boxed;
    let tolerance = Some(SHARE * stickslip_linalg::infinity_norm(problem.b()));
    let request = |limit| Request { tolerance, max_iterations: Some(limit), ..Request::default() };
    let newton = |sweeps: usize| {
        let options = format!("{NEWTON} sweeps={sweeps}");
        Way::new(format!("Newton after {sweeps} sweeps"), "semismooth-newton", &options)
    };
    let mut plan = vec![(Way::new("PGS alone", "pgs", "")?, context.choose(5_000, 20_000))];
    for sweeps in SWEEPS {
        plan.push((newton(sweeps)?, 100));
    }
    let mut runs = Vec::new();
    for (at, (way, limit)) in plan.iter().enumerate() {
        context.at(at, plan.len(), &way.name);
        let outcome = way.solve(problem, &request(*limit))?;
        runs.push(Run {
            name: way.name.clone(),
            solved: outcome.status == Status::Converged,
            steps: outcome.counts.iterations,
            seconds: spread(|| way.solve(problem, &request(*limit)).map(|_| ()))?,
        });
    }
    let mut findings = Findings::default();
    let mut table = Table::new(
        "runs",
        format!("To {SHARE:e} ‖b‖∞ with boxed friction"),
        [
            Column::words("method"),
            Column::words("solved"),
            Column::numbers("iterations"),
            Column::numbers("time, least"),
            Column::numbers("most"),
        ],
    );
    for run in &runs {
        table.row([
            run.name.clone().into(),
            if run.solved { "yes" } else { "no" }.into(),
            Cell::count(run.steps),
            Cell::time(run.seconds.least),
            Cell::time(run.seconds.most),
        ]);
    }
    judge(&mut findings, &runs);
    findings.tables.push(table);
    packing.describe(&mut findings);
    findings.note("Times of the processor on one thread; sweeps are part of them.");
    Ok(findings)
}

fn judge(findings: &mut Findings, runs: &[Run]) {
    let [pgs, alone, together @ ..] = runs else { return };
    let solved = || together.iter().filter(|run| run.solved);
    let place = "§5";
    let sentence = "Therefore a combination with a matrix splitting method could be beneficial, \
                    because it could support the Newton method by finding the correct active set.";
    if let Some(fewest) = solved().min_by_key(|run| run.steps) {
        findings
            .claim(
                Weight::Conjecture,
                "sweeps before halve the Newton steps",
                format!("{} against {}", fewest.steps, alone.steps),
                !alone.solved || 2 * fewest.steps <= alone.steps,
            )
            .quoting(place, sentence);
    }
    let fastest = solved().min_by(|a, b| a.seconds.most.total_cmp(&b.seconds.most));
    let best = fastest.map_or(Range::of(&[]), |run| run.seconds);
    let told = |run: &Run| if run.solved { "" } else { " (unsolved)" };
    let faster = |run: &Run| match (fastest, run.solved) {
        (None, _) => Ruling::Fails,
        (Some(_), false) => Ruling::Holds,
        (Some(_), true) => run.seconds.above(best),
    };
    findings
        .ruled(
            Weight::Conjecture,
            "together they are faster than either alone",
            format!(
                "{} of the time of Newton{}, {} of that of PGS{}",
                best.over(alone.seconds).told(),
                told(alone),
                best.over(pgs.seconds).told(),
                told(pgs)
            ),
            all([faster(alone), faster(pgs)]),
        )
        .quoting(place, sentence);
}

#[cfg(test)]
mod tests {
    use super::*;
    use Ruling::{Fails, Holds, Open};

    #[test]
    fn every_claim_can_fail() {
        // PGS alone, Newton alone, Newton after sweeps: steps and seconds.
        let rulings = |runs: [(usize, f64); 3]| -> Vec<Ruling> {
            let of = |(steps, seconds): (usize, f64)| {
                let seconds = Range::of(&[0.9 * seconds, seconds]);
                Run { name: String::new(), solved: true, steps, seconds }
            };
            let mut findings = Findings::default();
            judge(&mut findings, &runs.map(of));
            findings.claims.iter().map(|claim| claim.ruling).collect()
        };
        assert_eq!(rulings([(900, 3.0), (20, 2.0), (8, 1.0)]), [Holds, Holds]);
        assert_eq!(rulings([(900, 3.0), (20, 1.0), (12, 2.0)]), [Fails, Fails]);
        assert_eq!(rulings([(900, 3.0), (20, 2.0), (8, 1.95)]), [Holds, Open]);
    }
}
