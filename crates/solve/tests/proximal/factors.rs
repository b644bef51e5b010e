//! r-factors: those that leave the solutions alone, and the printed ones that
//! do not.

use stickslip_problems::generate;
use stickslip_solve::registry;
use stickslip_solve::sets::disc;
use stickslip_solve::{
    Kind, OptionValues, Problem, Refusal, Request, Section, SectionShape, Status,
};

use crate::samples::{contact, distance, several, solve};

const FRICTION: [[f64; 2]; 2] = [[1.0, 0.2], [0.2, 4.0]];

/// The disc of radius 1 under A_t = [1 .2; .2 4], b_t = (2, 2).
fn example() -> Problem {
    let entries = [1.0, 0.0, 0.0, 0.0, 1.0, 0.2, 0.0, 0.2, 4.0];
    contact(Kind::Ncp, &entries, &[-2.0, 2.0, 2.0], 0.5, Section::default())
}

/// cos of the angle between −λ_t and w_t: 1 where friction opposes sliding.
fn opposition(impulse: [f64; 2], velocity: [f64; 2]) -> f64 {
    let dot = -(impulse[0] * velocity[0] + impulse[1] * velocity[1]);
    dot / (impulse[0].hypot(impulse[1]) * velocity[0].hypot(velocity[1]))
}

/// The fixed point of λ ← P(λ − R w) with Euclid's projection and any R, as
/// printed (SIGGRAPH 2022 course, §3.4.4).
fn printed(factor: [[f64; 2]; 2]) -> f64 {
    let mut x = [0.0, 0.0];
    let velocity =
        |x: [f64; 2]| [0, 1].map(|row| 2.0 + FRICTION[row][0] * x[0] + FRICTION[row][1] * x[1]);
    for _ in 0..10_000 {
        let w = velocity(x);
        let step = [0, 1].map(|row: usize| factor[row][0] * w[0] + factor[row][1] * w[1]);
        x = disc::project(1.0, [x[0] - 0.3 * step[0], x[1] - 0.3 * step[1]]);
    }
    opposition(x, velocity(x))
}

#[test]
fn unequal_factors_turn_friction_aside() {
    assert!((printed([[1.0, 0.0], [0.0, 1.0]]) - 1.0).abs() < 1e-9);
    let local = printed([[1.0, 0.0], [0.0, 0.25]]);
    assert!((local - 0.868).abs() < 5e-4, "{local}");
    let determinant = 4.0 - 0.04;
    let blocked =
        [[4.0 / determinant, -0.2 / determinant], [-0.2 / determinant, 1.0 / determinant]];
    let blocked = printed(blocked);
    assert!((blocked - 0.838).abs() < 5e-4, "{blocked}");
}

#[test]
fn scalars_and_metrics_keep_friction_straight() {
    let problem = example();
    for method in ["prox-jacobi", "prox-gs"] {
        for factor in ["r_factor=global", "r_factor=local", "r_factor=blocked"] {
            for projection in ["projection=scalar", "projection=metric"] {
                let outcome = solve(method, &[factor, projection], &problem);
                let place = format!("{method} {factor} {projection}");
                assert_eq!(outcome.status, Status::Converged, "{place}");
                let x = &outcome.x;
                assert!((x[1].hypot(x[2]) - 1.0).abs() < 1e-7, "{place}: slides");
                let straight = opposition([x[1], x[2]], [outcome.w[1], outcome.w[2]]);
                assert!((straight - 1.0).abs() < 1e-9, "{place}: {straight}");
            }
        }
    }
}

/// All factors have the same fixed points, on every kind.
#[test]
fn every_factor_finds_the_same_solution() {
    for seed in 0..4 {
        for kind in [Kind::Ncp, Kind::Ccp] {
            let problem = several(kind, seed, 4, 3, &Section::default());
            let expected = solve("cone-ip", &[], &problem);
            for method in ["prox-jacobi", "prox-gs"] {
                for factor in ["r_factor=global", "r_factor=local", "r_factor=blocked"] {
                    let outcome = solve(method, &[factor], &problem);
                    let place = format!("{method} {factor} {kind} seed {seed}");
                    assert_eq!(outcome.status, Status::Converged, "{place}");
                    assert!(distance(&outcome.x, &expected.x) < 1e-6, "{place}");
                }
            }
        }
        let settings = OptionValues::parse(["size=20", "condition=100"]).expect("key=value");
        let generator = generate::find("spd").expect("listed");
        let problem = generator.generate(seed, &settings).expect("well formed");
        let planted = problem.data().solution.clone().expect("planted");
        for method in ["prox-jacobi", "prox-gs"] {
            for factor in ["r_factor=global", "r_factor=local"] {
                let outcome = solve(method, &[factor], &problem);
                let place = format!("{method} {factor} seed {seed}: {:?}", outcome.figures);
                assert_eq!(outcome.status, Status::Converged, "{place}");
                assert!(distance(&outcome.x, &planted) < 1e-5, "{method} {factor} seed {seed}");
            }
        }
    }
}

/// With r = 1/A_ii on single rows a sweep is one of Gauss–Seidel, bit by bit.
#[test]
fn local_factors_on_rows_are_gauss_seidel() {
    let settings = OptionValues::parse(["size=20"]).expect("key=value");
    let problem = generate::find("spd").expect("listed").generate(1, &settings).expect("made");
    let request = Request { max_iterations: Some(7), ..Request::default() };
    let run = |name: &str, options: &[&str]| {
        crate::samples::solve_from(name, options, &request, &problem).x
    };
    let plain = run("pgs", &["check_every=1"]);
    let proximal = run("prox-gs", &["check_every=1", "adapt=never"]);
    assert!(distance(&plain, &proximal) < 1e-14);
}

#[test]
fn a_metric_is_for_discs() {
    let settings = OptionValues::new().set("projection", "metric");
    let square = Section { shape: SectionShape::Square, radius: None, ..Section::default() };
    for problem in
        [several(Kind::Ncp, 0, 2, 3, &square), several(Kind::Ccp, 0, 2, 3, &Section::default())]
    {
        let entry = registry::find("prox-gs").expect("registered");
        let mut solver = entry.build(&settings).expect("known option");
        let answer = solver.solve(&problem, &Request::default());
        assert!(matches!(answer, Err(Refusal::Unfit { .. })), "{answer:?}");
    }
}
