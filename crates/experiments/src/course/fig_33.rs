//! Fig. 33: signed volumes and gaps along normals forbid what does not touch; distances do
//! not.
//!
//! A vertex and a face, or two edges, take a step, linearly and spread evenly over all
//! directions. Volume and gap have to keep the signs that they had at the beginning, the
//! gap along the normal and between the nearest points of then; continuous detection knows
//! whether anything touched.

use stickslip_barrier::{Closest, Kind};
use stickslip_geometry::ccd::{Answer, Method, Query, Tolerance, first_contact};
use stickslip_geometry::glam::DVec3;
use stickslip_report::{Cell, Column, Table};

use super::DOCUMENT;
use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-fig-33",
    document: DOCUMENT,
    artefact: "Fig. 33",
    title: "Constraints that forbid what does not touch",
    agreement: "Volumes and gaps forbid steps in which nothing touches, the more the longer they \
                are; distances forbid none.",
    deviations: "scene of ours",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

/// How far a point goes along each axis, at most; features are of the size 1.
const LENGTHS: [f64; 4] = [0.1, 0.3, 1.0, 3.0];

/// The k-th of numbers in [0, 1) that fill all dimensions evenly: multiples of roots of
/// primes.
fn even(k: usize, dimension: usize) -> f64 {
    const PRIMES: [f64; 24] = [
        2.0, 3.0, 5.0, 7.0, 11.0, 13.0, 17.0, 19.0, 23.0, 29.0, 31.0, 37.0, 41.0, 43.0, 47.0, 53.0,
        59.0, 61.0, 67.0, 71.0, 73.0, 79.0, 83.0, 89.0,
    ];
    ((k + 1) as f64 * PRIMES[dimension].sqrt()).fract()
}

fn query(kind: Kind, k: usize, length: f64) -> Query {
    let vector = |first: usize| DVec3::from_array([0, 1, 2].map(|axis| even(k, first + axis)));
    let start = [0, 3, 6, 9].map(vector);
    let way = |first: usize| length * (2.0 * vector(first) - DVec3::ONE);
    let end = std::array::from_fn(|at| start[at] + way(12 + 3 * at));
    Query { kind, start, end }
}

/// Six times the volume of the tetrahedron that the points make.
fn volume(x: &[DVec3; 4]) -> f64 {
    (x[1] - x[0]).cross(x[2] - x[0]).dot(x[3] - x[0])
}

/// Whether volume and gap forbid a step.
fn forbidden(query: &Query) -> [bool; 2] {
    let closest = Closest::new(query.kind, &query.start);
    let apart: DVec3 = closest.weights.iter().zip(&query.end).map(|(w, x)| *w * *x).sum();
    [volume(&query.start) * volume(&query.end) < 0.0, closest.normal.dot(apart) < 0.0]
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let count = context.choose(2_000, 50_000);
    let mut table = Table::new(
        "steps",
        "Steps in which nothing touches",
        [
            Column::words("pair"),
            Column::numbers("length"),
            Column::numbers("free steps"),
            Column::numbers("forbidden by volume").of("%"),
            Column::numbers("by gap").of("%"),
            Column::numbers("by distance").of("%"),
        ],
    );
    let mut shares = Vec::new();
    let mut missed = 0;
    for (name, kind) in [("vertex and face", Kind::VertexFace), ("two edges", Kind::EdgeEdge)] {
        for length in LENGTHS {
            let (mut free, mut by) = (0_usize, [0_usize; 2]);
            for k in 0..count {
                let query = query(kind, k, length);
                let answer = first_contact(&query, Method::Cubic, &Tolerance::default())
                    .map_err(|error| ExperimentError::Missing(error.to_string()))?;
                let forbidden = forbidden(&query);
                if answer != Answer::Apart {
                    // A volume that keeps its sign has let something through.
                    missed += usize::from(!forbidden[0]);
                    continue;
                }
                free += 1;
                by.iter_mut().zip(forbidden).for_each(|(by, it)| *by += usize::from(it));
            }
            let share = by.map(|by| 100.0 * by as f64 / free as f64);
            table.row([
                name.into(),
                Cell::fixed(length, 1),
                Cell::count(free),
                Cell::fixed(share[0], 1),
                Cell::fixed(share[1], 1),
                Cell::fixed(0.0, 1),
            ]);
            shares.push(share);
        }
    }
    let mut findings = Findings::default();
    judge(&mut findings, &shares, missed, 2 * LENGTHS.len() * count);
    findings.tables.push(table);
    findings.setting("steps of each kind", count);
    findings.note(
        "A distance that has to stay above zero on the way forbids exactly the steps in which \
         something touches: its share is zero by definition, not by measurement.",
    );
    Ok(findings)
}

/// Shares (%) that volumes and gaps forbid, by pair and length; steps that volumes let
/// through, of how many.
fn judge(findings: &mut Findings, shares: &[[f64; 2]], missed: usize, steps: usize) {
    let grows = |which: usize| {
        shares.chunks(LENGTHS.len()).all(|row| row.windows(2).all(|it| it[1][which] > it[0][which]))
    };
    let most = |which: usize| shares.iter().map(|share| share[which]).fold(0.0, f64::max);
    let quote = "However, when undergoing large displacements these constraints can be violated \
                 without interpenetrations. This leads to artificially smaller steps due to being \
                 over-constrained.";
    findings
        .claim(
            Weight::Shape,
            "volumes forbid what does not touch, more so in longer steps",
            format!("up to {:.1} % of the free steps", most(0)),
            grows(0),
        )
        .quoting("Fig. 33", quote);
    findings
        .claim(
            Weight::Shape,
            "so do gaps",
            format!("up to {:.1} % of the free steps", most(1)),
            grows(1),
        )
        .quoting("Fig. 33", quote);
    findings.claim(
        Weight::Aside,
        "volumes at the end of a step also let through what touched on the way",
        format!("{missed} of {} steps", steps),
        missed > 0,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |shares: [[f64; 2]; 4], missed| {
            let twice = [shares, shares].concat();
            judged(|findings| judge(findings, &twice, missed, 100))
        };
        let rising = [[1.0, 2.0], [2.0, 3.0], [3.0, 4.0], [4.0, 5.0]];
        turns(&found(rising, 3), &[found([[1.0; 2]; 4], 0)]);
    }
}
