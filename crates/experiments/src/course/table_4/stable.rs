//! How long steps may be.

use stickslip_report::{Cell, Column, Table};

use super::cube::Cube;
use super::family::{Case, Step};
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::findings::Findings;

/// Splitting ends after so many rounds in a motion.
const ROUNDS: usize = 20;

/// The longest of halved steps with which a falling cube keeps its energy.
pub fn measure(findings: &mut Findings, cube: &Cube) -> Result<(), ExperimentError> {
    let cases = [
        ("masses", Case::Lumped),
        ("splitting", Case::Split { rounds: ROUNDS }),
        ("factor", Case::Factored),
    ];
    let mut table = Table::new(
        "steps",
        "Longest step that keeps the energy of a cube that falls and lies, of 20 ms, 10 ms, …",
        [Column::words("case"), Column::numbers("h (ms)")],
    );
    let mut longest = Vec::new();
    for (name, case) in cases {
        let ladder = (0..10).map(|halvings| 0.02 / f64::from(1 << halvings));
        let mut found = None;
        for h in ladder {
            if keeps_energy(cube, h, case)? {
                found = Some(h);
                break;
            }
        }
        table.row([name.into(), Cell::optional(found, |h| Cell::fixed(1e3 * h, 3))]);
        longest.push(found);
    }
    findings.tables.push(table);
    if let [masses, splitting, factor] = longest[..] {
        judge(findings, [masses, splitting, factor]);
    }
    Ok(())
}

/// Whether a fall of 1 cm onto the ground, 0.2 s long, gains no energy.
fn keeps_energy(cube: &Cube, h: f64, case: Case) -> Result<bool, ExperimentError> {
    let step = Step::new(cube, h)?;
    let mut motion = cube.falling(0.01, 0.0);
    let most = cube.energy(&motion);
    // A percent of what the fall sets free is what rounding may not reach.
    let slack = 0.01 * (most - cube.energy(&cube.falling(0.0, 0.0))).abs();
    for _ in 0..(0.2 / h).round() as usize {
        let (_, velocities) = step.take(&motion, case)?;
        motion.velocities = velocities;
        for (place, speed) in motion.positions.iter_mut().zip(&motion.velocities) {
            *place += h * speed;
        }
        let energy = cube.energy(&motion);
        if energy.is_nan() || energy > most + slack {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The longest step with masses, with splitting and with the factor (s).
fn judge(findings: &mut Findings, [masses, splitting, factor]: [Option<f64>; 3]) {
    let told = |h: Option<f64>| h.map_or_else(|| "none".into(), |h| format!("{:.3} ms", 1e3 * h));
    findings
        .claim(
            Weight::Shape,
            "masses allow shorter steps than the factor",
            format!("{} against {}", told(masses), told(factor)),
            masses < factor,
        )
        .quoting("Table 4", "Small time-steps, sensitive to instabilities, weak nodal couplings");
    findings
        .claim(
            Weight::Shape,
            format!("splitting of {ROUNDS} rounds allows longer steps than masses"),
            format!("{} against {}", told(splitting), told(masses)),
            splitting > masses,
        )
        .quoting("Table 4", "Easy to implement, Large time-steps");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |steps: [f64; 3]| judged(|it| judge(it, steps.map(Some)));
        turns(&found([1e-3, 2e-3, 1e-2]), &[found([1e-2, 1e-3, 1e-3])]);
    }
}
