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
                they are not, and every model takes more iterations.",
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

/// Iterations of every line of the plan on some bodies, `None` beyond the limit.
type Counted = Vec<Option<usize>>;

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let limit = context.choose(1500, 3000);
    let mut findings = Findings::default();
    let mut found: Vec<Counted> = Vec::new();
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
    let cell = |count: Option<usize>| Cell::optional(count, Cell::count);
    for (at, (method, model, ..)) in PLAN.iter().enumerate() {
        table.row([(*method).into(), (*model).into(), cell(found[0][at]), cell(found[1][at])]);
    }
    findings.tables.push(table);
    judge(&mut findings, &found[0], &found[1]);
    findings.setting("most iterations", limit);
    findings.setting("directions of the prism", DIRECTIONS);
    Ok(findings)
}

fn count(packing: &Packing, limit: usize) -> Result<Counted, ExperimentError> {
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
        let history = Way::new(name, solver, options)?.trace(problem, limit)?.history;
        let level = SHARE * history.first().map_or(0.0, |point| point.residual);
        let reached = history.iter().find(|point| point.residual <= level);
        counted.push(reached.map(|point| point.iteration));
    }
    Ok(counted)
}

fn judge(findings: &mut Findings, spheres: &[Option<usize>], shapes: &[Option<usize>]) {
    let told = |count: Option<usize>| count.map_or("more".into(), |count| count.to_string());
    let [rows, contacts] = [3, 4];
    findings.claim(
        Weight::Aside,
        "spheres: Gauss–Seidel by rows and by contacts take the same sweeps",
        format!("{} and {}", told(spheres[rows]), told(spheres[contacts])),
        spheres[rows] == spheres[contacts] && spheres[rows].is_some(),
    );
    findings.claim(
        Weight::Aside,
        "other shapes: they do not",
        format!("{} and {}", told(shapes[rows]), told(shapes[contacts])),
        shapes[rows] != shapes[contacts],
    );
    let most = |count: Option<usize>| count.unwrap_or(usize::MAX);
    let more = (0..PLAN.len()).filter(|&at| most(shapes[at]) >= most(spheres[at])).count();
    findings.claim(
        Weight::Aside,
        "other shapes take no fewer iterations in any model",
        format!("{more} of {}", PLAN.len()),
        more == PLAN.len(),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Ruling::{Fails, Holds};

    #[test]
    fn every_claim_can_fail() {
        let rulings = |spheres: [usize; 8], shapes: [usize; 8]| {
            let mut findings = Findings::default();
            judge(&mut findings, &spheres.map(Some), &shapes.map(Some));
            findings.claims.iter().map(|claim| claim.ruling).collect::<Vec<_>>()
        };
        let (alike, apart) = ([5; 8], [5, 5, 5, 6, 7, 5, 5, 5]);
        assert_eq!(rulings(alike, apart), [Holds, Holds, Holds]);
        assert_eq!(rulings(apart, alike), [Fails, Fails, Fails]);
    }
}
