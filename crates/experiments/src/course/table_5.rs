//! Table 5: friction models by shape, scaling, anisotropy and dissipation.
//!
//! Every model is asked by a fast puck in 24 directions and with two masses,
//! and what it answers decides on its traits: whether coefficients differ by
//! direction, whether they hang on the load, and whether any force that it gave
//! in another direction would have taken more power.

use stickslip_report::{Cell, Column, Table};

use super::DOCUMENT;
use super::puck::{Slide, Surfaces, slide};
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-table-5",
    document: DOCUMENT,
    artefact: "Table 5",
    title: "Traits of friction models: scaling, directions and maximal dissipation",
    agreement: "Every model has the scaling, the anisotropy and the dissipation of the table.",
    deviations: "",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

/// Directions that are measured.
const DIRECTIONS: usize = 24;
/// What counts as the same coefficient.
const SAME: f64 = 1e-6;
/// Power that may be missed without being less than the most.
const MISSED: f64 = 1e-5;

const GRAIN: &str = "structure = [1, 0, 0]";

/// A row of the table.
struct Row {
    name: &'static str,
    surfaces: Surfaces,
    line: &'static str,
    is_linear: bool,
    has_directions: bool,
    takes_most: bool,
}

const ROWS: [Row; 7] = [
    Row {
        name: "isotropic Coulomb",
        surfaces: Surfaces { floor: "", puck: "", pair: "" },
        line: "Isotropic Coulomb [Baraff 1989] Circle 1 None Linear in λn No Yes Yes (1)",
        is_linear: true,
        has_directions: false,
        takes_most: true,
    },
    Row {
        name: "anisotropic Coulomb",
        surfaces: Surfaces {
            floor: GRAIN,
            puck: "",
            pair: "directions = { type = \"ellipse\", along = 0.3, across = 0.9 }",
        },
        line: "Anisotropic Coulomb (2) Ellipse 2 Fixed on one object or by sliding velocity \
               Linear in λn Yes Yes Yes (1)",
        is_linear: true,
        has_directions: true,
        takes_most: true,
    },
    Row {
        name: "limit surface",
        surfaces: Surfaces {
            floor: GRAIN,
            puck: "",
            pair: "directions = { type = \"limit-surface\", radius = \"0.5 + 0.05 * cos(2 * angle)\" }",
        },
        line: "Limit Surfaces [Goyal et al. 1989] Any Cone ∞ Not specified Linear in λn Yes \
               Yes (3) Yes",
        is_linear: true,
        has_directions: true,
        takes_most: true,
    },
    Row {
        name: "friction tensors",
        surfaces: Surfaces {
            floor: GRAIN,
            puck: GRAIN,
            pair: "directions = { type = \"tensors\", first = [[0.15, 0], [0, 0.45]], second = [[0.15, 0], [0, 0.45]], cone = false }",
        },
        line: "Friction Tensors [Pabst et al. 2009] Affine Map 9 Fixed to one of the structure \
               fields Linear in λn Yes No (4) No (5)",
        is_linear: true,
        has_directions: true,
        takes_most: false,
    },
    Row {
        name: "cloth friction",
        surfaces: Surfaces { floor: "", puck: "", pair: "load_curve = [[0, 1], [100, 0.5]]" },
        line: "Cloth Friction [Chen et al. 2013] Load force curve > 6 (6) Fixed to material space \
               Nonlinear in λn, quadratic in v No Yes Yes",
        is_linear: false,
        has_directions: false,
        takes_most: true,
    },
    Row {
        name: "matchstick",
        surfaces: Surfaces {
            floor: GRAIN,
            puck: GRAIN,
            pair: "directions = { type = \"matchstick\", along = 0.3, across = 0.9 }",
        },
        line: "Matchstick [Erleben et al. 2020] Ellipse 3 Mean of both structure field directions \
               Linear in λn Yes Yes Yes",
        is_linear: true,
        has_directions: true,
        takes_most: true,
    },
    Row {
        name: "texture friction",
        surfaces: Surfaces {
            floor: "relief = [\"2 - 2.5 * floor(20 * x - 2 * floor(10 * x))\", \"1\", \"0.2\"]",
            puck: "",
            pair: "directions = { type = \"plowing\", patch = 0.4, samples = 8, by_tangent = true }",
        },
        line: "Texture Friction [Andrews et al. 2021] Polyhedral 2 Replaced by Linear in λn Yes \
               Yes No",
        is_linear: true,
        has_directions: true,
        takes_most: true,
    },
];

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let mut findings = Findings::default();
    let mut table = Table::new(
        "traits",
        "What friction does to a fast puck",
        [
            Column::words("model"),
            Column::numbers("least μ"),
            Column::numbers("largest μ"),
            Column::numbers("change with 4 × the load"),
            Column::numbers("power missed"),
        ],
    );
    for (at, row) in ROWS.iter().enumerate() {
        context.at(at, ROWS.len(), row.name);
        let slides = around(row, 1.0)?;
        let heavy = around(row, 4.0)?;
        let coefficients = || slides.iter().map(Slide::coefficient);
        let least = coefficients().fold(f64::INFINITY, f64::min);
        let most = coefficients().fold(f64::NEG_INFINITY, f64::max);
        let change = slides.iter().zip(&heavy).map(|(a, b)| a.coefficient() - b.coefficient());
        let change = change.map(f64::abs).fold(0.0, f64::max);
        let missed = missed(&slides);
        table.row([
            row.name.into(),
            Cell::fixed(least, 4),
            Cell::fixed(most, 4),
            Cell::scientific(change),
            Cell::fixed(missed, 6),
        ]);
        judge(&mut findings, row, [change, most - least, missed]);
    }
    findings.tables.push(table);
    findings.setting("directions", DIRECTIONS);
    findings.setting("masses", "1 kg and 4 kg");
    findings.note(
        "Power missed is the most that any force of another direction would have taken beyond the \
         one that acted, per load and speed. The curve of cloth friction is one of ours: the data \
         of Chen et al. are not in the document. Frames and numbers of parameters follow from how \
         the models are made and are not measured. Limit surfaces that are not convex are refused.",
    );
    Ok(findings)
}

/// What four times the load changes, how much directions differ, and the power missed.
fn judge(findings: &mut Findings, row: &Row, [change, differs, missed]: [f64; 3]) {
    let found = [change < SAME, differs > SAME, missed < MISSED];
    let said = [row.is_linear, row.has_directions, row.takes_most];
    let word = |yes: bool| if yes { "yes" } else { "no" };
    findings
        .claim(
            Weight::Value,
            format!("{}: linear in the load, directions, most power as in the table", row.name),
            format!(
                "linear {}, directions {}, most power {}",
                word(found[0]),
                word(found[1]),
                word(found[2])
            ),
            found == said,
        )
        .quoting("Table 5", row.line);
    if row.name == "friction tensors" {
        findings
            .claim(
                Weight::Value,
                "symmetric positive definite tensors take most power",
                format!("diag(0.3, 0.9) misses {missed:.4} of it"),
                missed < MISSED,
            )
            .quoting(
                "Table 5, (4)",
                "PMD is fulfilled only under restriction of symmetric positive definite \
                 friction tensors.",
            );
    }
}

fn around(row: &Row, mass: f64) -> Result<Vec<Slide>, ExperimentError> {
    let degrees = |at: usize| 360.0 * (at as f64 + 0.25) / DIRECTIONS as f64;
    (0..DIRECTIONS).map(|at| slide(&row.surfaces, mass, degrees(at))).collect()
}

fn missed(slides: &[Slide]) -> f64 {
    let of = |one: &Slide| {
        let best = slides.iter().map(|other| -other.force.dot(one.way));
        best.fold(f64::NEG_INFINITY, f64::max) - one.coefficient()
    };
    slides.iter().map(of).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Ruling;
    use crate::turned::judged;

    #[test]
    fn every_claim_can_fail() {
        for row in &ROWS {
            let by = |holds: bool, yes, no| if holds { yes } else { no };
            let found = |linear, directions, most: bool| {
                let traits = [by(linear, 0.0, 0.1), by(directions, 0.1, 0.0), by(most, 0.0, 0.1)];
                judged(|findings| judge(findings, row, traits))
            };
            let holding = found(row.is_linear, row.has_directions, row.takes_most);
            let turned = found(!row.is_linear, row.has_directions, row.takes_most);
            assert_eq!(holding.claims[0].ruling, Ruling::Holds);
            assert_eq!(turned.claims[0].ruling, Ruling::Fails);
        }
        // What the footnote says of tensors needs that no power is missed.
        let tensors = |missed| judged(|it| judge(it, &ROWS[3], [0.0, 0.1, missed]));
        assert_eq!(tensors(0.0).claims[1].ruling, Ruling::Holds);
        assert_eq!(tensors(0.1).claims[1].ruling, Ruling::Fails);
    }
}
