//! Solutions and rates known in closed form.

use stickslip_solve::sets::disc;
use stickslip_solve::{Kind, Request, Section, SectionShape, Start, Status};

use crate::samples::{METHODS, contact, polygon, solve, solve_from};

const MU: f64 = 0.5;
const LOAD: f64 = 9.81 * 0.01;

/// A particle of mass 2 on a plane, velocity (t, s) before the step.
fn particle(kind: Kind, t: f64, s: f64, shape: SectionShape) -> stickslip_solve::Problem {
    let half = [0.5, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.5];
    contact(kind, &half, &[-LOAD, t, s], MU, Section { shape, radius: None, ..Section::default() })
}

/// SIGGRAPH 2022 course, Eq 30–39, with four directions: the friction of a
/// particle sliding along a direction is whole, between two it is 1/√2.
#[test]
fn four_directions_weaken_friction_between_them() {
    for method in METHODS {
        let along = solve(method, &[], &particle(Kind::Ncp, 1.0, 0.0, polygon(4)));
        assert!((along.x[0] - 0.1962).abs() < 1e-7, "{method}: {:?}", along.x);
        assert!((along.x[1] + 0.0981).abs() < 1e-7 && along.x[2].abs() < 1e-7, "{method}");
        // The slack β of the lcp is the largest sliding speed.
        assert!((along.w[1] - 0.95095).abs() < 1e-7, "{method}: {:?}", along.w);
        // Exactly between two directions any point of the edge is as good, and
        // none is longer than the friction along a direction nor shorter than
        // its middle.
        let between = solve(method, &[], &particle(Kind::Ncp, 1.0, 1.0, polygon(4)));
        let share = between.x[1].hypot(between.x[2]) / (MU * between.x[0]);
        assert!((share - std::f64::consts::FRAC_1_SQRT_2).abs() < 1e-6, "{method}: {share}");
    }
}

/// A square is √2 too strong on its diagonal, and exact along its sides.
#[test]
fn a_pyramid_is_too_strong_on_its_diagonal() {
    for method in METHODS {
        for (t, s, factor) in [(1.0, 0.0, 1.0), (1.0, 1.0, 2.0_f64.sqrt())] {
            let outcome = solve(method, &[], &particle(Kind::Ncp, t, s, SectionShape::Square));
            let share = outcome.x[1].hypot(outcome.x[2]) / (MU * outcome.x[0]);
            assert!((share - factor).abs() < 1e-6, "{method}: {share}");
        }
    }
}

/// v_t⁺ = (v − μgh)/(1 + μ²), v_n⁺ = μ v_t⁺ in the relaxation; the exact law
/// keeps to the plane (SIGGRAPH 2022 course, §1.8).
#[test]
fn a_sliding_particle_lifts_off_in_the_relaxation_only() {
    for method in METHODS {
        let exact = solve(method, &[], &particle(Kind::Ncp, 10.0, 0.0, SectionShape::Disc));
        assert!((exact.w[1] - 9.95095).abs() < 1e-6 && exact.w[0].abs() < 1e-6, "{method}");
        let convex = solve(method, &[], &particle(Kind::Ccp, 10.0, 0.0, SectionShape::Disc));
        assert!((convex.w[1] - 7.96076).abs() < 1e-5, "{method}: {:?}", convex.w);
        assert!((convex.w[0] - 3.98038).abs() < 1e-5, "{method}: {:?}", convex.w);
    }
}

/// λ ← prox(λ − r v) on the disc of radius D with v = (0, 1) from (D, 0): the
/// angle shrinks by D/(D + r) per step, so a larger r is faster (Fig 29).
#[test]
fn a_constant_velocity_turns_friction_at_a_known_rate() {
    for (radius, r) in [(1.0, 0.1), (1.0, 1.0), (2.0, 0.5)] {
        let mut impulse = [0.01 * radius, -radius];
        let mut rate = 0.0;
        for _ in 0..20 {
            let next = disc::project(radius, [impulse[0], impulse[1] - r]);
            rate = next[0] / impulse[0];
            impulse = next;
        }
        assert!((rate - radius / (radius + r)).abs() < 1e-4, "D = {radius}, r = {r}: {rate}");
    }
}

/// Unit disc, A = [2 1; 1 2], b = (−1, 1), from (0, 1) (Fig 30–31): solution
/// (1, −1)/√2, rate |1 − 3r|/(1 + (√2 − 1) r), and the iteration converges
/// exactly for r < 0.77346; r = 1/3 is best and 1/4 has the rate 0.2265.
#[test]
fn large_factors_oscillate() {
    let entries = [1.0, 0.0, 0.0, 0.0, 2.0, 1.0, 0.0, 1.0, 2.0];
    let section = Section { shape: SectionShape::Disc, radius: Some(1.0), ..Section::default() };
    let problem = contact(Kind::Ncp, &entries, &[-1.0, -1.0, 1.0], MU, section);
    let solution = [1.0, std::f64::consts::FRAC_1_SQRT_2, -std::f64::consts::FRAC_1_SQRT_2];
    let request = Request {
        // Tangents alone: the normal row already stands still.
        start: Start { x: Some(vec![1.0, 0.0, 1.0]), labels: None },
        history: true,
        max_iterations: Some(4000),
        tolerance: Some(1e-11),
        ..Request::default()
    };
    for r in [0.1_f64, 0.25, 1.0 / 3.0, 0.5, 0.7, 0.76, 0.79, 0.9] {
        let factor = format!("r={r}");
        let options = ["r_factor=global", factor.as_str(), "adapt=never"];
        let outcome = solve_from("prox-jacobi", &options, &request, &problem);
        let expected = (1.0 - 3.0 * r).abs() / (1.0 + (2.0_f64.sqrt() - 1.0) * r);
        if r < 0.77346 {
            assert_eq!(outcome.status, Status::Converged, "r = {r}");
            assert!(crate::samples::distance(&outcome.x, &solution) < 1e-9, "r = {r}");
            let tail: Vec<f64> = outcome
                .history
                .iter()
                .map(|point| point.residual)
                .filter(|residual| (1e-9..1e-4).contains(residual))
                .collect();
            if tail.len() > 3 {
                let rate = (tail[tail.len() - 1] / tail[0]).powf(1.0 / (tail.len() - 1) as f64);
                assert!((rate - expected).abs() < 5e-3, "r = {r}: {rate} and {expected}");
            }
        } else {
            assert!(expected > 1.0);
            assert_ne!(outcome.status, Status::Converged, "r = {r}");
        }
    }
    let quarter = (1.0 - 3.0 * 0.25_f64).abs() / (1.0 + (2.0_f64.sqrt() - 1.0) * 0.25);
    assert!((quarter - 0.2265).abs() < 1e-4);
    // With shrinking factors even a large one gets there.
    for r in ["r=0.9", "r=100"] {
        let request = Request { history: false, ..request.clone() };
        let outcome = solve_from("prox-jacobi", &["r_factor=global", r], &request, &problem);
        assert_eq!(outcome.status, Status::Converged, "{r}: {:?}", outcome.figures);
    }
}
