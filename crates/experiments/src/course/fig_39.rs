//! Fig. 39: directional coefficients of a sawtooth against a bumpy surface, over
//! the part of a patch where both are there.

use std::f64::consts::FRAC_2_PI;

use stickslip_report::{Cell, Column, Table};

use super::DOCUMENT;
use super::puck::{Surfaces, slide};
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-fig-39",
    document: DOCUMENT,
    artefact: "Fig. 39",
    title: "Directional coefficients of a sawtooth and a bumpy patch",
    agreement: "Coefficients are sums of both surfaces' averages, differ by side across the \
                teeth, and count the overlap only.",
    deviations: "surfaces of ours",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

const PLOWING: &str = "directions = { type = \"plowing\", patch = 0.4, samples = 16 }";

/// Steep facets of tan θ = 2 in every second half of a period of 0.1 m, gentle
/// ones of 1/2 in the other.
const SAWTOOTH: &str = "relief = [\"2 - 2.5 * floor(20 * x - 2 * floor(10 * x))\", \"1\", \"0\"]";
/// Bumps of tan θ = 1 to all four sides, downwards from the puck.
const BUMPY: &str = "relief = [\"1 - 2 * floor(20 * x - 2 * floor(10 * x))\", \"-1\", \"1 - 2 * floor(20 * z - 2 * floor(10 * z))\"]";
/// Flat, and with an end at the middle of the patches of the puck's corners.
const FLAT_HALF: &str = "relief = [\"0\", \"-1 + floor(min(1, abs(x) + 0.0005))\", \"0\"]";

fn run(_context: &Context) -> Result<Findings, ExperimentError> {
    let mut table = Table::new(
        "coefficients",
        "Coefficients against the slip of the upper surface",
        [
            Column::words("surfaces"),
            Column::numbers("μ +x"),
            Column::numbers("μ −z"),
            Column::numbers("μ −x"),
            Column::numbers("μ +z"),
        ],
    );
    let mut measured = |name: &str, floor, puck| -> Result<[f64; 4], ExperimentError> {
        let surfaces = Surfaces { floor, puck, pair: PLOWING };
        let mut found = [0.0; 4];
        for (at, value) in found.iter_mut().enumerate() {
            *value = slide(&surfaces, 1.0, 90.0 * at as f64)?.coefficient();
        }
        let cells = found.iter().map(|value| Cell::fixed(*value, 4));
        table.row(std::iter::once(name.into()).chain(cells));
        Ok(found)
    };
    let saw = measured("sawtooth, smooth", SAWTOOTH, "")?;
    let bumps = measured("smooth, bumpy", "", BUMPY)?;
    let both = measured("sawtooth, bumpy", SAWTOOTH, BUMPY)?;
    let half = measured("sawtooth, flat on one half", SAWTOOTH, FLAT_HALF)?;
    let mut findings = Findings::default();
    findings.tables.push(table);
    judge(&mut findings, saw, bumps, both, half);
    findings.setting("patch", "0.4 m, 16 × 16 samples");
    findings.note(
        "The document's textures are pictures; ours are formulas: teeth of tan θ = 2 and 1/2, and \
         bumps of tan θ = 1 along both axes. The puck ends one metre from its middle, so that \
         patches reach beyond both.",
    );
    Ok(findings)
}

/// Coefficients to four sides: of a sawtooth, of bumps, of both, and of a sawtooth
/// under a surface that ends.
fn judge(findings: &mut Findings, saw: [f64; 4], bumps: [f64; 4], both: [f64; 4], half: [f64; 4]) {
    let gap = (0..4).map(|at| (both[at] - saw[at] - bumps[at]).abs()).fold(0.0, f64::max);
    findings
        .claim(
            Weight::Value,
            "coefficients of both surfaces add up",
            format!("largest difference {gap:.1e}"),
            gap < 1e-9,
        )
        .quoting(
            "§6.3.1",
            "Since there are two surfaces A and B colliding, directional friction coefficients \
             for both can be computed and combined",
        );
    // Half of the facets each; slip along +x runs into those that look to −x.
    let expected =
        [libm::atan(0.5), 0.0, libm::atan(2.0), 0.0].map(|angle| 0.5 * FRAC_2_PI * angle);
    let gap = (0..4).map(|at| (saw[at] - expected[at]).abs()).fold(0.0, f64::max);
    findings
        .claim(
            Weight::Value,
            "a sawtooth has (2/π) θ of every facet that faces the slip, by side",
            format!("{:.4} one way, {:.4} the other; difference {gap:.1e}", saw[0], saw[2]),
            gap < 1e-6,
        )
        .quoting("§6.3.1", "This version of the model is now anisotropic and asymmetric.");
    let gap = (0..4).map(|at| (half[at] - saw[at]).abs()).fold(0.0, f64::max);
    findings
        .claim(
            Weight::Shape,
            "only the overlap counts: a surface that ends changes no average of a regular pattern",
            format!("largest difference {gap:.1e}"),
            gap < 1e-6,
        )
        .quoting(
            "Fig. 39",
            "Note that only part of surfaces overlap, and hence only the upper-left corner of \
             each coefficient image will be used to compute the aggregate directional coefficients.",
        );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};
    use std::f64::consts::PI;

    #[test]
    fn every_claim_can_fail() {
        let saw = [0.5_f64.atan() / PI, 0.0, 2.0_f64.atan() / PI, 0.0];
        let found = |saw: [f64; 4], more: f64| {
            let both = saw.map(|it| it + 0.2);
            let half = saw.map(|it| it + more);
            judged(|findings| judge(findings, saw, [0.2 + more; 4], both, half))
        };
        turns(&found(saw, 0.0), &[found([0.3; 4], 0.1)]);
    }
}
