//! §5: the convex relaxation of the cone, which is quadratic and still coupled.

use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::Problem;

use super::DOCUMENT;
use super::packing::Packing;
use crate::bounded::{Range, Reached, all, list};
use crate::claim::{Ruling, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::{Way, residual_curve};

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "preclik-convex",
    document: DOCUMENT,
    artefact: "§5, convex cones",
    title: "Gauss–Seidel on convex cones beside boxes and exact cones",
    agreement: "Projected Gauss–Seidel on the convex relaxation converges about as fast as on \
                boxes, and faster than on exact cones.",
    deviations: "as preclik-fig-2",
    seeded: true,
    timed: false,
    counted: true,
    run,
};

/// Residuals are counted down to these shares of the first one.
const SHARES: [f64; 3] = [1e-2, 1e-3, 1e-4];

/// A model's sweeps to every level.
struct Sweeps {
    reached: [Reached; 3],
    last: f64,
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let packing = Packing::new(context)?;
    let limit = context.choose(500, 5000);
    let plan: [(&'static str, &Problem); 3] = [
        ("boxes", &packing.boxed),
        ("convex cones", &packing.relaxed),
        ("exact cones", &packing.cone),
    ];
    let mut findings = Findings::default();
    let mut columns = vec![Column::words("model")];
    columns.extend(SHARES.map(|share| Column::words(format!("to {share:e}"))));
    columns.push(Column::numbers("last residual over the first"));
    let title = "Sweeps of prox-gs by the share of the first residual";
    let mut table = Table::new("iterations", title, columns);
    let (mut sweeps, mut series) = (Vec::new(), Vec::new());
    for (at, (name, problem)) in plan.into_iter().enumerate() {
        context.at(at, plan.len(), name);
        let way = Way::new(name, "prox-gs", "")?;
        let curve = residual_curve(&way.residuals(problem, limit, f64::MIN_POSITIVE)?);
        let first = curve.first().map_or(f64::NAN, |point| point[1]);
        let reached = SHARES.map(|share| {
            let point = curve.iter().find(|point| point[1] <= share * first);
            Reached::within(limit, point.map(|point| point[0]))
        });
        let last = curve.last().map_or(f64::NAN, |point| point[1]) / first;
        let counts = reached.map(|it| it.shown().into());
        table.row([name.into()].into_iter().chain(counts).chain([Cell::scientific(last)]));
        sweeps.push(Sweeps { reached, last });
        series.push(Series::new(name, at, curve).marked(Marks::End));
    }
    if let [boxes, convex, exact] = sweeps.as_slice() {
        judge(&mut findings, boxes, convex, exact);
    }
    findings.plots.push(Plot {
        name: "residuals".into(),
        title: "Gauss–Seidel on boxes, convex and exact cones".into(),
        subtitle: format!("{} contacts of settling spheres", packing.cone.contacts().len()),
        panels: vec![Panel::new(Axis::counts("sweeps"), Axis::decades("residual"))],
        series,
    });
    findings.tables.push(table);
    packing.describe(&mut findings);
    findings.setting("most sweeps", limit);
    findings.note(
        "Residuals are natural for boxes and relative for cones: shares of the first are compared. \
         Levels that neither of two models reaches decide nothing.",
    );
    Ok(findings)
}

/// The document considers frictionless and boxed problems alone; what it says
/// of convex cones is what it expects.
fn judge(findings: &mut Findings, boxes: &Sweeps, convex: &Sweeps, exact: &Sweeps) {
    let ratios = |other: &Sweeps| -> Vec<Range> {
        let pairs = convex.reached.iter().zip(&other.reached);
        pairs.map(|(own, other)| own.over(*other)).collect()
    };
    // Levels that decide nothing are left out, unless there are no others.
    let over_levels = |rulings: Vec<Ruling>| {
        let decided: Vec<Ruling> = rulings.into_iter().filter(|&it| it != Ruling::Open).collect();
        all(decided)
    };
    let (by_boxes, by_exact) = (ratios(boxes), ratios(exact));
    findings
        .ruled(
            Weight::Conjecture,
            "on convex cones it takes about as many sweeps as on boxes: at most twice",
            format!("{} times as many by level", list(&by_boxes)),
            over_levels(by_boxes.iter().map(|it| it.between(f64::NEG_INFINITY, 2.0)).collect()),
        )
        .quoting(
            "§5",
            "Solvers should reach convergence rates comparable to the solvers of the box friction \
             model and still have a coupling between the normal and friction components.",
        )
        .changed("2026-11-18", "one level was judged, which nobody reaches");
    findings
        .ruled(
            Weight::Conjecture,
            "it takes fewer than on exact cones",
            format!(
                "{} of the sweeps by level; the last residuals are {:.0e} and {:.0e} of the first",
                list(&by_exact),
                convex.last,
                exact.last
            ),
            over_levels(by_exact.iter().map(|it| it.between(f64::NEG_INFINITY, 1.0)).collect()),
        )
        .quoting(
            "§5",
            "it is evident that all solvers can solve the quadratic problems more efficiently. In \
             this context, only frictionless and box friction models were considered as quadratic \
             problems.",
        )
        .changed("2026-11-18", "one level was judged, which nobody reaches");
}

#[cfg(test)]
mod tests {
    use super::*;
    use Reached::{At, NotWithin};
    use Ruling::{Fails, Holds, Open};

    #[test]
    fn every_claim_can_fail_and_levels_that_nobody_reaches_decide_nothing() {
        let rulings = |convex: [Reached; 3], exact: [Reached; 3]| -> Vec<Ruling> {
            let of = |reached| Sweeps { reached, last: 0.1 };
            let boxes = [At(100.0), At(300.0), NotWithin(500.0)];
            let mut findings = Findings::default();
            judge(&mut findings, &of(boxes), &of(convex), &of(exact));
            findings.claims.iter().map(|claim| claim.ruling).collect()
        };
        let never = [NotWithin(500.0); 3];
        assert_eq!(rulings([At(117.0), At(338.0), never[2]], never), [Holds, Holds]);
        assert_eq!(rulings([At(300.0), never[1], never[2]], [At(90.0); 3]), [Fails, Fails]);
        assert_eq!(rulings(never, never), [Fails, Open]);
    }
}
