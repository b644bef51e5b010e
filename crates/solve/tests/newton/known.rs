//! Solutions known by hand, by construction, or by pivoting.

use stickslip_solve::Status;

use crate::samples::{METHODS, distance, generated, lcp, solve};

/// a x + b ≥ 0, x ≥ 0, x (a x + b) = 0: every sign of a and b (Erleben 2013,
/// §2). None is solvable for b < 0 and a ≤ 0.
#[test]
fn one_row_with_every_sign() {
    for method in METHODS {
        for (a, b, solutions) in [
            (2.0, -3.0, vec![1.5]),
            (2.0, 0.0, vec![0.0]),
            (2.0, 3.0, vec![0.0]),
            (0.0, 3.0, vec![0.0]),
            (-2.0, 3.0, vec![0.0, 1.5]),
            (-2.0, 0.0, vec![0.0]),
        ] {
            let outcome = solve(method, &[], &lcp(&[a], &[b]));
            assert_eq!(outcome.status, Status::Converged, "{method}: a = {a}, b = {b}");
            let near = solutions.iter().any(|x| (outcome.x[0] - x).abs() < 1e-8);
            assert!(near, "{method}: a = {a}, b = {b}: {}", outcome.x[0]);
        }
        // Every x ≥ 0 solves 0 x + 0.
        assert_eq!(solve(method, &[], &lcp(&[0.0], &[0.0])).status, Status::Converged);
        for a in [0.0, -2.0] {
            let outcome = solve(method, &[], &lcp(&[a], &[-3.0]));
            assert_ne!(outcome.status, Status::Converged, "{method}: a = {a}");
        }
    }
}

#[test]
fn every_variant_finds_the_planted_solution() {
    let variants: [(&str, &[&str]); 16] = [
        ("minmap-newton", &[]),
        ("minmap-newton", &["linear=direct"]),
        ("minmap-newton", &["linear=pcg"]),
        ("minmap-newton", &["linear=pcg", "preconditioner=jacobi"]),
        ("minmap-newton", &["linear=pcg", "preconditioner=ic0", "scaling=diagonal"]),
        ("minmap-newton", &["preconditioner=ic0"]),
        ("fischer-newton", &["strategy=random"]),
        ("fischer-newton", &["strategy=zero"]),
        ("fischer-newton", &["strategy=perturbation"]),
        ("fischer-newton", &["strategy=approximation"]),
        ("fischer-newton", &["share=0.95"]),
        ("fischer-newton", &["linear=direct", "scaling=diagonal"]),
        ("fischer-newton", &["linear=pcg", "preconditioner=jacobi"]),
        ("semismooth-newton", &["line_search=non-monotone"]),
        ("semismooth-newton", &["sweeps=10", "linear=pcg"]),
        ("semismooth-newton", &["projected=false"]),
    ];
    for boxed in ["boxed=false", "boxed=true"] {
        for seed in 0..6 {
            let problem = generated("spd", seed, &["size=40", "condition=100", boxed]);
            let planted = problem.data().solution.clone().expect("planted");
            for (method, options) in variants {
                let outcome = solve(method, options, &problem);
                let place = format!("{method} {options:?}, seed {seed}, {boxed}");
                assert_eq!(outcome.status, Status::Converged, "{place}: {:?}", outcome.figures);
                assert!(distance(&outcome.x, &planted) < 1e-6, "{place}");
            }
        }
    }
}

/// On contact problems with (27)'s matrix Fischer's method agrees with Lemke's
/// in the velocities; impulses are not unique.
#[test]
fn fischer_agrees_with_lemke_on_stewart_trinkle_problems() {
    for seed in 0..6 {
        let problem = generated("stewart-trinkle", seed, &["bodies=2"]);
        let pivoted = solve("lemke", &[], &problem);
        assert_eq!(pivoted.status, Status::Converged);
        for options in [&[][..], &["linear=direct"], &["strategy=zero"], &["share=0.95"]] {
            let outcome = solve("fischer-newton", options, &problem);
            assert_eq!(outcome.status, Status::Converged, "seed {seed}, {options:?}");
        }
    }
}

/// ψ(a, r b) with r = ¼ makes min a straight line for w = λ/4 − 1/8
/// (SIGGRAPH 2022 course, §3.3.5): one Newton step from anywhere.
#[test]
fn scaling_turns_the_minimum_map_into_a_straight_line() {
    use stickslip_solve::{Request, Start};
    let problem = lcp(&[0.25], &[-0.125]);
    for start in [0.0, 0.1, 3.0, 1e6] {
        let start = Start { x: Some(vec![start]), labels: None };
        let request = Request { start, ..Request::default() };
        let run = |options: &[&str]| {
            crate::samples::solve_from("minmap-newton", options, &request, &problem)
        };
        let scaled = run(&["scaling=diagonal", "linear=direct", "projected=false"]);
        assert_eq!(scaled.counts.iterations, 1);
        assert_eq!(scaled.x[0], 0.5);
    }
    // Without it the kink at λ = 1/6 costs a second step from the far side.
    let start = Start { x: Some(vec![0.0]), labels: None };
    let request = Request { start, ..Request::default() };
    let plain = crate::samples::solve_from("minmap-newton", &[], &request, &problem);
    assert_eq!(plain.status, Status::Converged);
}
