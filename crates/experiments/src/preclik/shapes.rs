//! Fig. 2 on bodies that are not spheres: blocks of contacts are then no multiple
//! of the identity, friction inside a disc takes Newton steps, and rows and whole
//! contacts are two methods. Cylinders and prisms have the loads of a solve
//! without friction, as the boxes of Fig. 2 have.

use stickslip_report::{Cell, Column, Table};
use stickslip_solve::sets::Directions;
use stickslip_solve::{Problem, Section, SectionShape};

use super::DOCUMENT;
use super::packing::{Bodies, Packing};
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::Way;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "preclik-shapes",
    document: DOCUMENT,
    artefact: "Fig. 2, other shapes",
    title: "Iterations by friction model on ellipsoids and boxes beside spheres",
    agreement: "On spheres Gauss–Seidel by rows and by contacts are one method; on other shapes \
                they are not.",
    deviations: "the document has spheres alone; as preclik-fig-2",
    seeded: true,
    timed: false,
    counted: false,
    run,
};

/// Residuals are counted down to this share of the first one.
const SHARE: f64 = 1e-4;
/// Directions of the prism.
const DIRECTIONS: usize = 8;

/// Method, model, solver and options.
const PLAN: [(&str, &str, &str, &str); 8] = [
    ("PGS", "frictionless", "pgs", ""),
    ("PGS", "box", "pgs", ""),
    ("CPG", "box", "cpg", "safeguard=false"),
    ("PGS", "pyramid", "pgs", ""),
    ("GS by contacts", "pyramid", "block-pgs", ""),
    ("NGS", "cone", "nonlinear-gs", "adaptation=continuous"),
    ("NGS", "cylinder", "nonlinear-gs", ""),
    ("NGS", "prism", "nonlinear-gs", ""),
];

/// The line of the plan that sweeps pyramids by rows.
const ROWS: usize = 3;
/// The one that sweeps them by contacts.
const CONTACTS: usize = 4;
/// Sweeps after which these two are held against each other.
const SWEEPS: usize = 100;
/// Residuals of one method that sums in another order.
const ROUNDING: f64 = 1e-6;

/// What a line of the plan made of some bodies.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    /// Iterations to the share of the first residual, `None` beyond the limit.
    iterations: Option<usize>,
    /// The residual after [`SWEEPS`].
    residual: f64,
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let limit = context.choose(1500, 3000);
    let mut findings = Findings::default();
    let mut found: Vec<Vec<Counted>> = Vec::new();
    for bodies in [Bodies::Spheres, Bodies::Shapes] {
        let packing = Packing::of(context, bodies)?;
        packing.describe(&mut findings);
        found.push(count(&packing, limit)?);
    }
    let mut table = Table::new(
        "iterations",
        format!("Iterations to {SHARE:e} of the first residual"),
        [
            Column::words("method"),
            Column::words("friction"),
            Column::numbers("spheres"),
            Column::numbers("ellipsoids and boxes"),
        ],
    );
    let cell = |counted: Counted| Cell::optional(counted.iterations, Cell::count);
    for (at, (method, model, ..)) in PLAN.iter().enumerate() {
        table.row([(*method).into(), (*model).into(), cell(found[0][at]), cell(found[1][at])]);
    }
    findings.tables.push(table);
    judge(&mut findings, &found[0], &found[1]);
    findings.setting("most iterations", limit);
    findings.setting("directions of the prism", DIRECTIONS);
    Ok(findings)
}

fn count(packing: &Packing, limit: usize) -> Result<Vec<Counted>, ExperimentError> {
    let cylinder = packing.cone.with_fixed_sections(&packing.normals)?;
    let directions = Directions::new(DIRECTIONS).map_err(|error| {
        ExperimentError::Missing(format!("no prism of {DIRECTIONS} directions: {error}"))
    })?;
    let mut prism = cylinder.data().clone();
    for contact in &mut prism.contacts {
        let shape = SectionShape::Polygon(directions);
        contact.section = Section { shape, ..contact.section.clone() };
    }
    let prism = Problem::new(prism)?;
    let mut counted = Vec::new();
    for (name, model, solver, options) in PLAN {
        let problem = match model {
            "frictionless" => &packing.frictionless,
            "box" => &packing.boxed,
            "pyramid" => &packing.pyramid,
            "cone" => &packing.cone,
            "cylinder" => &cylinder,
            _ => &prism,
        };
        let history =
            Way::new(name, solver, options)?.residuals(problem, limit, f64::MIN_POSITIVE)?.history;
        let level = SHARE * history.first().map_or(0.0, |point| point.residual);
        let reached = history.iter().find(|point| point.residual <= level);
        let later = history.iter().find(|point| point.iteration >= SWEEPS);
        counted.push(Counted {
            iterations: reached.map(|point| point.iteration),
            residual: later.map_or(f64::NAN, |point| point.residual),
        });
    }
    Ok(counted)
}

fn judge(findings: &mut Findings, spheres: &[Counted], shapes: &[Counted]) {
    let apart = |on: &[Counted]| (on[ROWS].residual / on[CONTACTS].residual - 1.0).abs();
    let told = |on: &[Counted]| {
        format!(
            "{:.3e} and {:.3e} m/s after {SWEEPS} sweeps",
            on[ROWS].residual, on[CONTACTS].residual
        )
    };
    findings.claim(
        Weight::Aside,
        "spheres: Gauss–Seidel by rows and by contacts are one method",
        told(spheres),
        apart(spheres) <= ROUNDING,
    );
    findings.claim(
        Weight::Aside,
        "other shapes: they are two",
        told(shapes),
        apart(shapes) > ROUNDING,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Ruling::{Fails, Holds};

    #[test]
    fn every_claim_can_fail() {
        let rulings = |spheres: [f64; 8], shapes: [f64; 8]| {
            let of = |residuals: [f64; 8]| {
                residuals.map(|residual| Counted { residual, ..Counted::default() })
            };
            let mut findings = Findings::default();
            judge(&mut findings, &of(spheres), &of(shapes));
            findings.claims.iter().map(|claim| claim.ruling).collect::<Vec<_>>()
        };
        let (alike, apart) = ([5.0; 8], [5.0, 5.0, 5.0, 6.0, 7.0, 5.0, 5.0, 5.0]);
        assert_eq!(rulings(alike, apart), [Holds, Holds]);
        assert_eq!(rulings(apart, alike), [Fails, Fails]);
    }
}
