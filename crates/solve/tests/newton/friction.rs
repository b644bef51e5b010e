//! Newton's method on Coulomb's exact law.

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{FrictionContact, Kind, Problem, ProblemData, Request, Status};

use crate::samples::{distance, generated, solve, solve_from};

/// A particle of mass 2 on a plane, pressed down with speed `load`, sliding with
/// (t, s), coefficient ½.
fn particle(load: f64, t: f64, s: f64) -> Problem {
    let matrix = SparseMatrix::diagonal_matrix(&[0.5, 0.5, 0.5]);
    let mut data = ProblemData::assembled("particle", Kind::Ncp, matrix, vec![-load, t, s]);
    data.contacts = vec![FrictionContact {
        normal: 0,
        tangents: vec![1, 2],
        mu: 0.5,
        ..FrictionContact::default()
    }];
    Problem::new(data).expect("well formed")
}

/// λ_n = 2·load; friction −2 v as long as that is at most μ λ_n = load, else of
/// that length against the slip; nothing where the particle flies off.
#[test]
fn a_particle_obeys_coulombs_law() {
    for options in [&["sweeps=0"][..], &["sweeps=0", "function=fischer"], &[]] {
        for (load, t, s) in [(1.0, 0.1, -0.2), (1.0, 3.0, 4.0), (2.0, -0.3, 5.0), (-1.0, 1.0, 1.0)]
        {
            let outcome = solve("friction-newton", options, &particle(load, t, s));
            assert_eq!(outcome.status, Status::Converged, "{options:?} {load} {t} {s}");
            let speed = f64::hypot(t, s);
            let most = load.max(0.0);
            let share = if 2.0 * speed <= most { -2.0 } else { -most / speed };
            let expected = [2.0 * load.max(0.0), share * t, share * s];
            assert!(distance(&outcome.x, &expected) < 1e-7, "{options:?}: {:?}", outcome.x);
        }
    }
}

/// Piles of soft contacts move as the interior point method says, and the last
/// steps are quadratic: a few from the sweeps to rounding.
#[test]
fn piles_move_as_another_method_says() {
    for function in ["function=minimum", "function=fischer"] {
        let (mut solved, mut tried) = (0, 0);
        for seed in 0..8 {
            let settings = ["bodies=2", "compliance=0.05", "mu=0.4"];
            let pile = generated("pile", seed, &settings);
            let data = ProblemData { kind: Kind::Ncp, ..pile.data().clone() };
            let problem = Problem::new(data).expect("cones");
            let reference = solve("cone-ip", &[], &problem);
            let request = Request { tolerance: Some(1e-10), ..Request::default() };
            let outcome = solve_from("friction-newton", &[function], &request, &problem);
            tried += 1;
            if outcome.status == Status::Converged {
                solved += 1;
                assert!(distance(&outcome.w, &reference.w) < 1e-6, "{function}, seed {seed}");
                assert!(outcome.counts.iterations < 60, "{function}, seed {seed}");
            }
        }
        println!("{function}: {solved} of {tried}");
        assert!(2 * solved >= tried, "{function}: {solved} of {tried}");
    }
}
