//! Friction: the polyhedral cone as an LCP, and bounds coupled to x_n.

use rand::Rng;
use stickslip_solve::{Problem, Status};

use crate::samples::{coupled, distance, generator, gram, lcp, oracle, solve, vector};

const DIRECTIONS: [(f64, f64); 4] = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];

/// SIGGRAPH 2022 course, Eq 30–39: a particle of mass 2 on the ground, μ = ½,
/// one step of 0.01 s with the tangential velocity v; x = (λ_n, λ_t, β).
fn particle(v: (f64, f64)) -> Problem {
    let (mass, mu, step, gravity) = (2.0, 0.5, 0.01, 9.81);
    let mut entries = vec![0.0; 36];
    let mut b = vec![0.0; 6];
    entries[0] = 1.0 / mass;
    b[0] = -step * gravity;
    for (i, t) in DIRECTIONS.iter().enumerate() {
        for (j, s) in DIRECTIONS.iter().enumerate() {
            entries[(i + 1) * 6 + j + 1] = (t.0 * s.0 + t.1 * s.1) / mass;
        }
        entries[(i + 1) * 6 + 5] = 1.0;
        entries[30 + i + 1] = -1.0;
        b[i + 1] = t.0 * v.0 + t.1 * v.1;
    }
    entries[30] = mu;
    lcp(&entries, &b)
}

/// The friction impulse Σ λ_tᵢ tᵢ, unique where its parts are not.
fn friction(x: &[f64]) -> (f64, f64) {
    let parts = DIRECTIONS.iter().zip(&x[1..5]);
    parts.fold((0.0, 0.0), |sum, (t, x)| (sum.0 + t.0 * x, sum.1 + t.1 * x))
}

#[test]
fn lemke_solves_a_sliding_particle() {
    let outcome = solve("lemke", &particle((1.0, 0.0)));
    assert_eq!(outcome.status, Status::Converged);
    let (along, across) = friction(&outcome.x);
    for (found, expected) in
        [(outcome.x[0], 0.1962), (along, -0.0981), (across, 0.0), (outcome.x[5], 0.95095)]
    {
        assert!((found - expected).abs() < 1e-12, "{:?}", outcome.x);
    }
    // Diagonal slip: the inscribed pyramid gives 1/√2 of Coulomb's friction.
    let outcome = solve("lemke", &particle((1.0, 1.0)));
    assert_eq!(outcome.status, Status::Converged);
    let (along, across) = friction(&outcome.x);
    let share = along.hypot(across) / (0.5 * outcome.x[0]);
    assert!((share - 0.5_f64.sqrt()).abs() < 1e-12, "{share}");
}

#[test]
fn a_sticking_particle_has_many_decompositions_and_one_force() {
    let v = (0.02, 0.01);
    let solutions = oracle(&particle(v));
    println!("sticking: {} corners", solutions.len());
    assert!(solutions.len() > 1);
    for x in solutions.iter().chain([&solve("lemke", &particle(v)).x]) {
        let force = friction(x);
        assert!((force.0 + 0.04).abs() < 1e-12 && (force.1 + 0.02).abs() < 1e-12, "{x:?}");
    }
}

#[test]
fn coupled_bounds_are_those_of_the_same_solution() {
    for solver in ["lemke", "murty"] {
        let (mut solved, mut solvable) = (0, 0);
        for seed in 0..600 {
            let mut random = generator(seed);
            let tangents = random.random_range(1..=2);
            let n = (1 + tangents) * random.random_range(1..=6 / (1 + tangents));
            let mu = [0.0, 0.3, 0.8][random.random_range(0..3)];
            let entries = gram(&mut random, n, n, 0.05);
            let problem = coupled(&entries, &vector(&mut random, n), tangents, mu);
            let solutions = oracle(&problem);
            solvable += usize::from(!solutions.is_empty());
            let outcome = solve(solver, &problem);
            if outcome.status == Status::Converged {
                solved += 1;
                let gaps = solutions.iter().map(|known| distance(&outcome.x, known));
                let gap = gaps.fold(f64::INFINITY, f64::min);
                assert!(gap < 1e-8, "{solver}, seed {seed}: {gap:e}");
            }
        }
        println!("{solver}: {solved} of {solvable} solvable problems");
        let failures = if solver == "lemke" { 0 } else { solvable / 50 };
        assert!(solvable > 500 && solved + failures >= solvable, "{solver}: {solved}");
    }
}
