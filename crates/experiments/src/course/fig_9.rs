//! Fig. 9: Coulomb's law (NCP) against its convex relaxation (CCP).
//!
//! A particle of mass m slides at speed v: v_t⁺ = v − μ g h in the exact law
//! and v_n⁺ = 0; in the relaxation v_t⁺ = (v − μ g h)/(1 + μ²), v_n⁺ = μ v_t⁺.

use stickslip_linalg::SparseMatrix;
use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};
use stickslip_solve::{FrictionContact, Kind, Problem, ProblemData, Request};

use super::DOCUMENT;
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;
use crate::measure::Way;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-fig-9",
    document: DOCUMENT,
    artefact: "Fig. 9",
    title: "Sliding in the exact law and in its convex relaxation",
    agreement: "The exact law keeps a sliding particle in the plane; in the relaxation it lifts \
        off with μ times its sliding speed, at a right angle to the contact force.",
    deviations: "",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

const FRICTION: f64 = 0.5;
const MASS: f64 = 2.0;
/// g h (m/s).
const LOAD: f64 = 9.81 * 0.01;
const SPEEDS: [f64; 6] = [0.0, 0.02, 1.0, 2.0, 5.0, 10.0];

fn run(_: &Context) -> Result<Findings, ExperimentError> {
    let mut table = Table::new(
        "speeds",
        "Velocity after the step (m/s)",
        ["speed before", "NCP v_t", "NCP v_n", "CCP v_t", "CCP v_n", "CCP force · velocity"]
            .map(Column::numbers),
    );
    let way = Way::new("cone-ip", "cone-ip", "")?;
    let request = Request { tolerance: Some(1e-12), ..Request::default() };
    let (mut exact, mut convex) = (Vec::new(), Vec::new());
    let (mut off, mut angle) = (0.0_f64, 0.0_f64);
    let sliding = |speed: f64| speed > FRICTION * LOAD;
    for speed in SPEEDS {
        let ncp = way.solve(&particle(Kind::Ncp, speed)?, &request)?;
        let ccp = way.solve(&particle(Kind::Ccp, speed)?, &request)?;
        let product: f64 = ccp.x.iter().zip(&ccp.w).map(|(x, w)| x * w).sum();
        table.row([
            Cell::fixed(speed, 2),
            Cell::fixed(ncp.w[1], 5),
            Cell::fixed(ncp.w[0], 5),
            Cell::fixed(ccp.w[1], 5),
            Cell::fixed(ccp.w[0], 5),
            Cell::scientific(product),
        ]);
        if sliding(speed) {
            let slide = speed - FRICTION * LOAD;
            let relaxed = slide / (1.0 + FRICTION * FRICTION);
            off = off.max((ncp.w[1] - slide).abs()).max((ccp.w[1] - relaxed).abs());
            off = off.max((ccp.w[0] - FRICTION * relaxed).abs());
        }
        angle = angle.max(product.abs());
        exact.push([ncp.w[1], ncp.w[0]]);
        convex.push([ccp.w[1], ccp.w[0]]);
    }
    let mut findings = Findings::default();
    judge(&mut findings, &exact, &convex, angle, off);
    findings.plots.push(Plot {
        name: "velocities".into(),
        title: "Velocity after the step".into(),
        subtitle: format!("a particle at speeds up to 10 m/s, μ = {FRICTION}"),
        panels: vec![Panel::new(Axis::even("v_t (m/s)"), Axis::even("v_n (m/s)"))],
        series: vec![
            Series::new("NCP", 0, exact).marked(Marks::All),
            Series::new("CCP", 1, convex).marked(Marks::All),
        ],
    });
    findings.tables.push(table);
    findings.setting("solver", "cone-ip");
    findings.setting("friction", FRICTION);
    Ok(findings)
}

fn particle(kind: Kind, speed: f64) -> Result<Problem, ExperimentError> {
    let matrix = SparseMatrix::diagonal_matrix(&[1.0 / MASS; 3]);
    let b = vec![-LOAD, speed, 0.0];
    let contact = FrictionContact {
        normal: 0,
        tangents: vec![1, 2],
        mu: FRICTION,
        section: Default::default(),
    };
    let data = ProblemData::assembled("particle", kind, matrix, b);
    Ok(Problem::new(ProblemData { contacts: vec![contact], ..data })?)
}

/// v_t and v_n by rising speed under both laws, the largest product of force and
/// velocity, and how far speeds are from the closed forms.
fn judge(findings: &mut Findings, exact: &[[f64; 2]], convex: &[[f64; 2]], angle: f64, off: f64) {
    let lift = exact.iter().map(|point| point[1].abs()).fold(0.0, f64::max);
    findings
        .claim(
            Weight::Shape,
            "the exact law keeps to the plane at every speed",
            format!("largest v_n {lift:.1e} m/s"),
            lift < 1e-6,
        )
        .quoting("Fig. 9", "Here the sliding velocity is confined to be in the 2D contact plane.");
    let rises = convex.windows(2).all(|two| two[1][1] >= two[0][1] - 1e-9);
    let last = convex.last().copied().unwrap_or([f64::NAN; 2]);
    findings
        .claim(
            Weight::Shape,
            "in the relaxation v_n > 0 grows with the sliding speed",
            format!("{:.3} m/s at 10 m/s, μ v_t is {:.3}", last[1], FRICTION * last[0]),
            rises && (last[1] - FRICTION * last[0]).abs() < 1e-5 && last[1] > 1.0,
        )
        .quoting(
            "§1.8",
            "as the tangential sliding velocity grows large the model will gain a positive \
                 normal component based on the relative contact velocity",
        );
    findings
        .claim(
            Weight::Shape,
            "the velocity of the relaxation is orthogonal to the contact force",
            format!("largest product {angle:.1e} W·s"),
            angle < 1e-6,
        )
        .quoting(
            "Fig. 9",
            "Observe that the sliding velocity is now orthogonal to the contact force.",
        );
    findings.claim(Weight::Aside, "closed forms are met", format!("to {off:.1e} m/s"), off < 1e-5);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |lift, convex: [[f64; 2]; 2], gap| {
            judged(|findings| judge(findings, &[[1.0, lift]], &convex, gap, gap))
        };
        let turned = found(0.1, [[4.0, 2.0], [4.0, 1.0]], 0.1);
        turns(&found(0.0, [[2.0, 1.0], [4.0, FRICTION * 4.0]], 1e-9), &[turned]);
    }
}
