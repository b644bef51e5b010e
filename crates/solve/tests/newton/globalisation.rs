//! What leads Newton's methods to a solution: damping, a trust region,
//! continuation, ties, differences, fresh starts, preconditioners.

use std::collections::BTreeMap;

use stickslip_solve::{OptionValues, Status, registry};

use crate::brute_force::solutions;
use crate::samples::{distance, generated, lcp, solve};

/// Every way to a step, which all end at the solution that trying all index
/// sets finds: definite, unsymmetric and degenerate matrices of six rows.
#[test]
fn every_way_finds_what_trying_all_index_sets_finds() {
    let ways: &[(&str, &[&str])] = &[
        ("minmap-newton", &["linear=normal"]),
        ("minmap-newton", &["linear=normal", "damping=0.01"]),
        ("minmap-newton", &["linear=normal", "line_search=trust-region"]),
        ("minmap-newton", &["differences=true"]),
        ("minmap-newton", &["differences=true", "difference=1e-7"]),
        ("minmap-newton", &["ties=0.5"]),
        ("fischer-newton", &["linear=normal"]),
        ("fischer-newton", &["linear=normal", "damping=0.01"]),
        ("fischer-newton", &["linear=normal", "line_search=trust-region"]),
        ("fischer-newton", &["smoothing=0.1"]),
        ("fischer-newton", &["smoothing=1e-3", "linear=direct"]),
        ("normal-map-newton", &[]),
        ("interior-point", &[]),
        ("interior-point", &["corrector=false"]),
    ];
    let mut lost = BTreeMap::new();
    for seed in 0..8 {
        let symmetric = generated("spd", seed, &["size=6", "condition=30"]);
        // A skew part leaves A monotone and makes it unsymmetric.
        let mut entries = symmetric.matrix().to_dense();
        for row in 0..6 {
            for column in 0..row {
                let skew = 0.3 * ((7 * row + 3 * column + seed as usize) as f64).sin();
                entries[row * 6 + column] += skew;
                entries[column * 6 + row] -= skew;
            }
        }
        for problem in [lcp(&entries, symmetric.b()), symmetric] {
            let known = solutions(&problem);
            assert_eq!(known.len(), 1, "monotone and regular");
            for (method, options) in ways {
                let outcome = solve(method, options, &problem);
                let gap = distance(&outcome.x, &known[0]);
                if outcome.status != Status::Converged || gap >= 1e-6 {
                    lost.insert(format!("{method} {options:?}"), (seed, outcome.status, gap));
                }
            }
        }
    }
    assert!(lost.is_empty(), "{lost:#?}");
}

/// Boxes, whose planted solution the generator keeps.
#[test]
fn boxes_have_the_planted_solution() {
    for seed in 0..4 {
        let settings = ["size=40", "condition=100", "boxed=true"];
        let problem = generated("spd", seed, &settings);
        let planted = problem.data().solution.clone().expect("planted");
        for (method, options) in [
            ("minmap-newton", &["linear=normal", "damping=1e-3"][..]),
            ("minmap-newton", &["linear=normal", "line_search=trust-region"]),
            ("minmap-newton", &["ties=0.1"]),
            ("fischer-newton", &["smoothing=0.01"]),
            ("normal-map-newton", &[]),
            ("interior-point", &[]),
        ] {
            let outcome = solve(method, options, &problem);
            assert_eq!(outcome.status, Status::Converged, "{method} {options:?}, seed {seed}");
            assert!(distance(&outcome.x, &planted) < 1e-6, "{method} {options:?}, seed {seed}");
        }
    }
}

/// Better preconditioners need fewer inner iterations on a grid of liquid: none,
/// a factor without fill, and one that hardly drops anything.
#[test]
fn inner_solves_take_every_preconditioner() {
    let problem = generated("fluid", 1, &["cells=16"]);
    let inner = |options: &[&str]| {
        let settings = [&["linear=pcg", "sweeps=5"][..], options].concat();
        let outcome = solve("minmap-newton", &settings, &problem);
        assert_eq!(outcome.status, Status::Converged, "{options:?}");
        assert!(!outcome.figures.contains_key("preconditioner_breakdowns"), "{options:?}");
        outcome.counts.inner_iterations as f64 / outcome.counts.iterations.max(1) as f64
    };
    let plain = inner(&[]);
    let complete = inner(&["preconditioner=ict", "drop_tolerance=1e-12"]);
    println!("inner iterations of a step: {plain}, complete factor {complete}");
    assert!(complete < 0.5 * plain && complete <= 6.0, "{plain} and {complete}");
    // The system of Fischer–Newton is A with more on its diagonal.
    let options = ["preconditioner=ict", "drop_tolerance=1e-12"];
    let fischer = solve("fischer-newton", &options, &problem);
    assert_eq!(fischer.status, Status::Converged);
    let (steps, solves) = (fischer.counts.iterations, fischer.counts.inner_iterations);
    assert!(solves <= 3 * steps, "a complete factor: {solves} inner iterations in {steps} steps");
    for name in ["ic0", "ic0-imaginary", "ict"] {
        let found = inner(&[&format!("preconditioner={name}")]);
        println!("{name}: {found}");
        assert!(found < plain, "{name}: {found} and {plain}");
    }
}

/// A solve that is stuck tries elsewhere, and hands back the best that it saw.
#[test]
fn fresh_starts_solve_what_one_start_does_not() {
    let (mut once, mut again) = (0, 0);
    for seed in 0..10 {
        let problem = generated("stewart-trinkle", seed, &["bodies=1"]);
        let first = solve("minmap-newton", &["fallback=none"], &problem);
        let options = ["fallback=none", "fresh_starts=30"];
        let later = solve("minmap-newton", &options, &problem);
        once += usize::from(first.status == Status::Converged);
        again += usize::from(later.status == Status::Converged);
        assert!(later.residuals.decisive() <= first.residuals.decisive(), "seed {seed}");
        assert!(later.figures["fresh_starts"] <= 30.0);
        let same = solve("minmap-newton", &options, &problem);
        assert_eq!(same.x, later.x, "seed {seed}");
    }
    println!("solved from one start {once}, from thirty {again} of 10");
    assert!(again > once, "{once} and {again}");
}

#[test]
fn the_new_methods_name_their_bad_options() {
    for (method, key, value) in [
        ("interior-point", "boundary", "1"),
        ("normal-map-newton", "reduction", "0"),
        ("minmap-newton", "damping", "0.1"),
        ("minmap-newton", "line_search", "trust-region"),
        ("minmap-newton", "ties", "2"),
        ("minmap-newton", "drop_tolerance", "0.1"),
        ("minmap-newton", "preconditioner", "body-space"),
    ] {
        let entry = registry::find(method).expect("registered");
        let error = entry.build(&OptionValues::new().set(key, value)).err().expect("refused");
        assert!(error.to_string().contains(key), "{error}");
    }
}
