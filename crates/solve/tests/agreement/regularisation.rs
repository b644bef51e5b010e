//! Adaptive regularisation (Ho 2022, Alg 9): rows that pivot back and forth get softer.

use stickslip_solve::{Problem, Status};

use crate::measure::assert_honest;
use crate::roster::{block_variants, generated, solve};

/// Plain pivoting goes back and forth on it.
fn wall(seed: u64) -> Problem {
    generated("wall", seed, &["bricks=24", "compliance=1e-9", "bounds=frozen"])
}

#[test]
fn softening_ends_what_went_back_and_forth() {
    let mut fewer = 0;
    for seed in 0..4 {
        let problem = wall(seed);
        let plain = solve("bpp-full", &["max_single=200"], &problem);
        let soft = solve("bpp-full", &["pivot_limit=5", "max_single=200"], &problem);
        assert_honest(&problem, &plain);
        assert_honest(&problem, &soft);
        let total_shift = soft.figures["total_shift"];
        println!(
            "{}: {} in {} steps, softened by {total_shift} {} in {}, residual {:.1e}",
            problem.name(),
            plain.status,
            plain.counts.iterations,
            soft.status,
            soft.counts.iterations,
            soft.residuals.natural.value
        );
        assert!(!plain.figures.contains_key("total_shift"));
        assert!(total_shift > 0.0);
        // The shift is what separates the answer from the problem's own.
        assert!(soft.status != Status::Converged || total_shift == 0.0);
        fewer += usize::from(soft.counts.iterations < plain.counts.iterations);
    }
    assert!(fewer > 0);
}

#[test]
fn a_limit_of_zero_is_the_default_to_the_bit() {
    let problems = [
        generated("wall", 0, &["bricks=6", "columns=3", "bounds=frozen"]),
        generated("pile", 0, &["bodies=4", "bounds=frozen", "compliance=1e-3"]),
        generated("spd", 0, &["size=50", "boxed=true"]),
    ];
    for problem in &problems {
        for entry in block_variants() {
            let usual = solve(entry.name, &[], problem);
            let zero = solve(entry.name, &["pivot_limit=0"], problem);
            let bits = |x: &[f64]| x.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&usual.x), bits(&zero.x), "{} on {}", entry.name, problem.name());
            assert_eq!((usual.status, usual.counts), (zero.status, zero.counts));
        }
    }
}

/// Where nothing pivots often nothing is shifted, and the answer is exact.
#[test]
fn calm_problems_are_left_alone() {
    for seed in 0..4 {
        let problem = generated("spd", seed, &["size=40", "boxed=true", "condition=10"]);
        for entry in block_variants() {
            let outcome = solve(entry.name, &["pivot_limit=20"], &problem);
            assert_eq!(outcome.status, Status::Converged, "{}", entry.name);
            assert_eq!(outcome.figures["total_shift"], 0.0, "{}", entry.name);
        }
    }
}
