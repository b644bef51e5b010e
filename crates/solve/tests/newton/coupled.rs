//! Friction bounds that follow the normal impulses.

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{
    FrictionContact, Kind, OptionValues, Problem, ProblemData, Refusal, Request, Start, Status,
};
use stickslip_solve::{all_solutions, registry};

use crate::brute_force::eliminate;
use crate::samples::{distance, generated, solve, solve_from};

/// A particle on a plane in the box model: gravity pulls by `load`, it slides
/// with the tangential velocity (t, s).
fn particle(load: f64, t: f64, s: f64) -> Problem {
    let matrix = SparseMatrix::diagonal_matrix(&[0.5, 0.5, 0.5]);
    let mut data = ProblemData::assembled("particle", Kind::Blcp, matrix, vec![-load, t, s]);
    data.contacts = vec![FrictionContact {
        normal: 0,
        tangents: vec![1, 2],
        mu: 0.5,
        ..FrictionContact::default()
    }];
    Problem::new(data).expect("well formed")
}

/// λ_n = 2·load; a tangent sticks below μ λ_n/2 and is cut off beyond.
#[test]
fn a_particle_in_a_pyramid() {
    for (method, options) in [
        ("semismooth-newton", &[][..]),
        ("semismooth-newton", &["linear=direct"]),
        ("semismooth-newton", &["bounds=adapted", "linear=pcg"]),
        ("fischer-newton", &[]),
        ("fischer-newton", &["linear=direct"]),
        ("fischer-newton", &["linear=normal", "damping=1e-3"]),
    ] {
        for (t, s) in [(0.1, -0.2), (3.0, 0.1), (-1.0, 2.0)] {
            let outcome = solve(method, options, &particle(1.0, t, s));
            assert_eq!(outcome.status, Status::Converged, "{method} {options:?} {t} {s}");
            let friction = |speed: f64| (-2.0 * speed).clamp(-1.0, 1.0);
            let expected = [2.0, friction(t), friction(s)];
            assert!(distance(&outcome.x, &expected) < 1e-7, "{options:?}: {:?}", outcome.x);
        }
    }
}

/// Where it converges it finds one of the enumerated solutions, and it does so
/// on most small contacts.
#[test]
fn small_piles_have_the_enumerated_solutions() {
    let (mut solved, mut tried) = (0, 0);
    for seed in 0..12 {
        let pile = generated("pile", seed, &["bodies=1", "compliance=1e-2"]);
        if pile.size() > 9 {
            continue;
        }
        let solutions = all_solutions(&pile, 1e-9).expect("small enough");
        let options = ["linear=direct", "line_search=non-monotone"];
        for method in ["semismooth-newton", "fischer-newton"] {
            let outcome = solve(method, &options, &pile);
            tried += 1;
            if outcome.status == Status::Converged {
                solved += 1;
                let near = solutions.iter().any(|x| distance(x, &outcome.x) < 1e-6);
                assert!(near || solutions.is_empty(), "{method}, seed {seed}");
            }
        }
    }
    println!("{solved} of {tried} solves of piles of one body");
    assert!(tried > 0 && 2 * solved >= tried, "{solved} of {tried}");
}

#[test]
fn conjugate_gradients_refuse_what_is_not_symmetric() {
    let settings = OptionValues::new().set("linear", "pcg");
    let entry = registry::find("semismooth-newton").expect("registered");
    let mut solver = entry.build(&settings).expect("known option");
    let refusal = solver.solve(&particle(1.0, 0.0, 0.0), &Request::default());
    assert!(matches!(refusal, Err(Refusal::Unfit { .. })), "{refusal:?}");
    let unsymmetric = crate::samples::lcp(&[2.0, 1.0, 0.0, 2.0], &[-1.0, -1.0]);
    for options in [["linear", "pcg"], ["preconditioner", "ic0"]] {
        let settings = OptionValues::new().set(options[0], options[1]);
        let mut solver = entry.build(&settings).expect("known option");
        let refusal = solver.solve(&unsymmetric, &Request::default());
        assert!(matches!(refusal, Err(Refusal::Unsymmetric { .. })), "{refusal:?}");
    }
    let settings = OptionValues::new().set("linear", "pcg");
    let fischer = registry::find("fischer-newton").expect("registered");
    let mut solver = fischer.build(&settings).expect("known option");
    let refusal = solver.solve(&particle(1.0, 0.0, 0.0), &Request::default());
    assert!(matches!(refusal, Err(Refusal::Unfit { .. })), "{refusal:?}");
    // The others take constant bounds only.
    for method in ["minmap-newton", "normal-map-newton", "interior-point"] {
        let entry = registry::find(method).expect("registered");
        let mut solver = entry.build(&OptionValues::new()).expect("defaults");
        let refusal = solver.solve(&particle(1.0, 0.0, 0.0), &Request::default());
        assert!(matches!(refusal, Err(Refusal::Coupled { .. })), "{refusal:?}");
    }
}

/// Where a normal has become negative its bounds are zero and follow it no more: the
/// second step is Newton's on Fischer's function, by differences.
#[test]
fn bounds_of_a_negative_normal_do_not_follow() {
    let entries = [1.0, 2.0, 0.1, 2.0, 9.0, 0.3, 0.1, 0.3, 1.5];
    let (b, mu) = (vec![1.0, -4.0, -0.6], 0.5);
    let matrix = SparseMatrix::from_dense(3, 3, &entries);
    let mut data = ProblemData::assembled("contact", Kind::Blcp, matrix, b.clone());
    data.contacts =
        vec![FrictionContact { normal: 0, tangents: vec![1, 2], mu, ..Default::default() }];
    let problem = Problem::new(data).expect("well formed");
    let phi = |a: f64, b: f64| (a * a + b * b).sqrt() - a - b;
    let value = |x: &[f64]| -> Vec<f64> {
        let w = |row: usize| b[row] + (0..3).map(|at| entries[3 * row + at] * x[at]).sum::<f64>();
        let most = mu * x[0].max(0.0);
        let row = |row: usize| match row {
            0 => phi(x[0], w(0)),
            _ => phi(x[row] + most, phi(most - x[row], -w(row))),
        };
        (0..3).map(row).collect()
    };
    let request = Request {
        max_iterations: Some(2),
        history: true,
        iterates: true,
        start: Start { x: Some(vec![0.2, 0.1, 0.05]), labels: None },
        ..Request::default()
    };
    let options = ["linear=direct", "line_search=none", "projected=false"];
    let outcome = solve_from("fischer-newton", &options, &request, &problem);
    let here = outcome.history[1].x.clone();
    assert!(here[0] < -1e-3, "{here:?}");
    let column = |at: usize| -> Vec<f64> {
        let [low, high] = [-1e-6, 1e-6].map(|h| {
            let mut x = here.clone();
            x[at] += h;
            value(&x)
        });
        low.iter().zip(high).map(|(low, high)| (high - low) / 2e-6).collect()
    };
    let columns: Vec<Vec<f64>> = (0..3).map(column).collect();
    let jacobian = (0..3).map(|i| (0..3).map(|j| columns[j][i]).collect()).collect();
    let step = eliminate(jacobian, value(&here).iter().map(|f| -f).collect()).expect("regular");
    let expected: Vec<f64> = here.iter().zip(step).map(|(x, d)| x + d).collect();
    let gap = distance(&outcome.history[2].x, &expected);
    assert!(gap < 1e-6, "{:?} and {expected:?}", outcome.history[2].x);
}
