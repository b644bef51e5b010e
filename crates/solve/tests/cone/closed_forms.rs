//! A particle on a plane: F12's numbers and their neighbours.

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{FrictionContact, Kind, Problem, ProblemData, Status};

use crate::laws::{solve, solvers};

const MASS: f64 = 2.0;
const STEP: f64 = 0.01;
const GRAVITY: f64 = 9.81;
const MU: f64 = 0.5;

/// Velocity before the step, gravity added; rows n, t, b.
fn particle(kind: Kind, velocity: [f64; 3]) -> Problem {
    let a = SparseMatrix::diagonal_matrix(&[1.0 / MASS; 3]);
    let b = vec![velocity[0] - GRAVITY * STEP, velocity[1], velocity[2]];
    let mut data = ProblemData::assembled("particle", kind, a, b);
    data.contacts = vec![FrictionContact {
        normal: 0,
        tangents: vec![1, 2],
        mu: MU,
        ..FrictionContact::default()
    }];
    Problem::new(data).expect("well formed")
}

fn velocities(kind: Kind, before: [f64; 3], expected: [f64; 3]) {
    for solver in solvers(kind) {
        let outcome = solve(solver, &particle(kind, before));
        assert_eq!(outcome.status, Status::Converged, "{solver}");
        for (w, expected) in outcome.w.iter().zip(expected) {
            assert!((w - expected).abs() < 1e-6, "{solver} {kind}: {:?}", outcome.w);
        }
    }
}

#[test]
fn a_sliding_particle_keeps_to_the_plane_only_in_the_exact_law() {
    let turned = |speed: f64| [speed * 0.6, speed * 0.8];
    let [t, b] = turned(10.0);
    let [exact_t, exact_b] = turned(9.95095);
    velocities(Kind::Ncp, [0.0, t, b], [0.0, exact_t, exact_b]);
    let [lifted_t, lifted_b] = turned(7.96076);
    velocities(Kind::Ccp, [0.0, t, b], [3.98038, lifted_t, lifted_b]);
}

#[test]
fn a_sticking_particle_stops_in_both() {
    for kind in [Kind::Ncp, Kind::Ccp] {
        velocities(kind, [0.0, 0.02, -0.03], [0.0; 3]);
    }
}

#[test]
fn an_open_contact_leaves_as_it_came() {
    for kind in [Kind::Ncp, Kind::Ccp] {
        velocities(kind, [1.0981, 0.3, 0.4], [1.0, 0.3, 0.4]);
    }
}

#[test]
fn without_friction_only_the_normal_is_stopped() {
    for kind in [Kind::Ncp, Kind::Ccp] {
        let mut data = particle(kind, [-1.0, 3.0, 4.0]).data().clone();
        data.contacts[0].mu = 0.0;
        let problem = Problem::new(data).expect("well formed");
        for solver in solvers(kind) {
            let outcome = solve(solver, &problem);
            assert_eq!(outcome.status, Status::Converged, "{solver}");
            assert!(outcome.w[0].abs() < 1e-6 && outcome.w[1] == 3.0 && outcome.w[2] == 4.0);
        }
    }
}
