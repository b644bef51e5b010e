//! What bad conditioning does: `bpp` reaches its tolerance all the same.

use stickslip_linalg::{dot, infinity_norm, norm};
use stickslip_solve::{Problem, Status};

use crate::measure::{assert_honest, measure};
use crate::roster::{generated, solve};

/// `bpp` must solve `problem` to 1e-9·(1 + ‖b‖∞), measured here.
fn assert_solved(problem: &Problem) {
    let outcome = solve("bpp", &[], problem);
    let residual = measure(problem, &outcome.x).residual;
    println!(
        "{:24} {:4} rows: {} in {:4} steps, residual {residual:.1e}",
        problem.name(),
        problem.size(),
        outcome.status,
        outcome.counts.iterations
    );
    assert_honest(problem, &outcome);
    assert_eq!(outcome.status, Status::Converged, "{}", problem.name());
    let wanted = 1e-9 * (1.0 + infinity_norm(problem.b()));
    assert!(residual <= wanted, "{}: {residual:e}", problem.name());
}

/// The largest eigenvalue from below, by the power method.
fn largest_eigenvalue(problem: &Problem) -> f64 {
    let n = problem.size();
    let mut x: Vec<f64> = (0..n).map(|row| 1.0 + (row as f64).sin()).collect();
    let mut y = vec![0.0; n];
    let mut value = 0.0;
    for _ in 0..100 {
        let length = norm(&x);
        x.iter_mut().for_each(|entry| *entry /= length);
        problem.multiply(&x, &mut y);
        value = dot(&x, &y);
        std::mem::swap(&mut x, &mut y);
    }
    value
}

#[test]
fn any_condition_number_of_a_definite_matrix_is_borne() {
    for condition in ["1e4", "1e8", "1e12"] {
        for seed in 0..6 {
            let condition = format!("condition={condition}");
            let size = format!("size={}", 20 + 12 * seed);
            let boxed = format!("boxed={}", seed % 2 == 1);
            assert_solved(&generated("spd", seed, &[&condition, &size, &boxed]));
        }
    }
}

#[test]
fn mass_ratios_to_a_million_are_borne() {
    for mass_ratio in ["1", "1e2", "1e4", "1e6"] {
        for compliance in ["1e-3", "1e-6", "1e-9"] {
            for seed in 0..3 {
                let ratio = format!("mass_ratio={mass_ratio}");
                let compliance = format!("compliance={compliance}");
                let common = [&*ratio, &*compliance, "bounds=frozen"];
                let with = |option: &'static str| [&[option], &common[..]].concat();
                assert_solved(&generated("pile", seed, &with("bodies=8")));
                assert_solved(&generated("cable", seed, &with("links=15")));
                assert_solved(&generated("wall", seed, &with("bricks=12")));
            }
        }
    }
}

fn rigid_wall(bricks: usize, seed: u64) -> Problem {
    let bricks = format!("bricks={bricks}");
    generated("wall", seed, &[&bricks, "compliance=1e-9", "bounds=frozen"])
}

/// With more rows than degrees of freedom some x ≠ 0 has Jᵀx = 0, so the least
/// eigenvalue of A is the compliance.
#[test]
fn nearly_rigid_walls_are_solved() {
    for bricks in [24, 36] {
        for seed in 0..5 {
            let problem = rigid_wall(bricks, seed);
            let freedoms = problem.factored().expect("a scene").freedoms();
            assert!(problem.size() > freedoms);
            let condition = largest_eigenvalue(&problem) / 1e-9;
            assert!(condition >= 1e10, "{condition:e}");
            assert_solved(&problem);
        }
    }
}

/// Why the proximal loop is there: plain pivoting does not get through.
#[test]
fn plain_pivoting_fails_on_nearly_rigid_walls() {
    let mut failures = 0;
    for seed in 0..5 {
        let problem = rigid_wall(24, seed);
        let outcome = solve("bpp-full", &["max_single=200"], &problem);
        println!("{}: bpp-full {}", problem.name(), outcome.status);
        assert_honest(&problem, &outcome);
        failures += usize::from(outcome.status != Status::Converged);
    }
    assert!(failures > 0);
}

/// Beyond what is borne: long cables under a load of a million links, nearly
/// rigid. `bpp` need not solve them, but it says so.
#[test]
fn what_is_not_borne_is_said() {
    for seed in 0..2 {
        let options = ["links=30", "joint=fixed", "mass_ratio=1e6", "bounds=frozen"];
        let problem = generated("cable", seed, &options);
        let outcome = solve("bpp", &[], &problem);
        println!("{}: {}", problem.name(), outcome.status);
        assert_honest(&problem, &outcome);
    }
}
