//! `bpp-pcg` and `pgcg` find the λ that `bpp` finds.

use stickslip_solve::{Request, Status};

use crate::samples::{distance, problem, solve};

/// Natural residuals of ε leave λ uncertain by about ε/c where A ⪰ c I; so
/// much for the cases below, in shares of the largest λ.
fn agree(generator: &str, seeds: std::ops::Range<u64>, settings: &str, tolerance: f64) {
    for seed in seeds {
        let problem = problem(generator, seed, settings);
        let exact = solve("bpp", "", &problem, &Request::default());
        assert_eq!(exact.status, Status::Converged, "{}", problem.name());
        for solver in ["bpp-pcg", "pgcg"] {
            let found = solve(solver, "", &problem, &Request::default());
            let gap = distance(&found.x, &exact.x);
            println!(
                "{} {settings}: {solver} {} outer {} inner {} gap {gap:.1e}",
                problem.name(),
                found.status,
                found.counts.iterations,
                found.counts.inner_iterations
            );
            assert_eq!(found.status, Status::Converged, "{solver} {} {settings}", problem.name());
            assert!(gap <= tolerance, "{solver} {} {settings}: {gap:e}", problem.name());
        }
    }
}

#[test]
fn on_matrices_of_any_condition() {
    for (condition, tolerance) in [(1e2, 1e-6), (1e4, 1e-5), (1e6, 1e-3)] {
        agree("spd", 0..3, &format!("size=40 condition={condition:e} boxed=true"), tolerance);
        agree("spd", 3..6, &format!("size=40 condition={condition:e} density=0.2"), tolerance);
    }
}

#[test]
fn on_matrices_of_condition_1e8_and_1e10() {
    for condition in ["1e8", "1e10"] {
        agree("spd", 0..3, &format!("size=30 condition={condition} boxed=true"), 1e-6);
        // Sparse ones need many iterations and leave λ uncertain: here the
        // status, which `solve` checks, is all there is to hold on to.
        let sparse = problem("spd", 3, &format!("size=30 condition={condition} density=0.2"));
        for solver in ["bpp-pcg", "pgcg"] {
            let found = solve(solver, "", &sparse, &Request::default());
            println!("{solver} {condition} sparse: {}", found.status);
        }
    }
}

#[test]
fn on_walls() {
    agree("wall", 0..2, "bricks=18 bounds=frozen compliance=1e-3", 1e-6);
    agree("wall", 0..2, "bricks=18 bounds=frozen compliance=1e-5", 1e-4);
    agree("wall", 0..1, "bricks=18 bounds=frozen compliance=1e-5 mass_ratio=4", 1e-4);
}

#[test]
fn on_piles() {
    agree("pile", 0..2, "bodies=12 bounds=frozen compliance=1e-3", 1e-6);
    agree("pile", 0..2, "bodies=12 bounds=frozen compliance=1e-5", 1e-4);
    agree("pile", 0..1, "bodies=12 bounds=frozen compliance=1e-4 mass_ratio=25000", 1e-5);
    agree("pile", 0..1, "bodies=12 bounds=frozen compliance=1e-4 shape=sphere", 1e-5);
}

#[test]
fn on_cables() {
    agree("cable", 0..2, "links=15 bounds=frozen compliance=1e-3", 1e-6);
    agree("cable", 0..2, "links=15 bounds=frozen compliance=1e-5", 1e-4);
    agree("cable", 0..1, "links=12 bounds=frozen compliance=1e-4 mass_ratio=25000", 1e-5);
    agree("cable", 0..1, "links=12 bounds=frozen compliance=1e-4 joint=fixed", 1e-5);
}

#[test]
fn nearly_rigid_contacts_converge_too() {
    // At this compliance λ is hardly determined; the residual is, and `solve`
    // has checked it.
    for (generator, settings) in [
        ("wall", "bricks=12 bounds=frozen compliance=1e-9"),
        ("pile", "bodies=10 bounds=frozen compliance=1e-9"),
        ("cable", "links=10 bounds=frozen compliance=1e-9"),
    ] {
        let problem = problem(generator, 1, settings);
        for solver in ["bpp-pcg", "pgcg"] {
            let found = solve(solver, "", &problem, &Request::default());
            assert_eq!(found.status, Status::Converged, "{solver} on {}", problem.name());
        }
    }
}
