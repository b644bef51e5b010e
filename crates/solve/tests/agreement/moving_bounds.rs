//! Friction bounds that are refreshed between pivoting steps: where a run
//! begins, and that it ends where it goes round.

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{
    FrictionContact, Kind, Label, OptionValues, Outcome, Problem, ProblemData, Request, Start,
    Status, all_solutions, registry,
};

use crate::measure::distance;

/// Those that refresh bounds as they pivot, as Ho 2022 has them.
const REFRESHING: [(&str, &[(&str, &str)]); 5] = [
    ("bpp-full", &[]),
    ("bpp-downdate", &[]),
    ("bpp-skyline", &[]),
    ("bpp-pcg", &[("proximal", "false")]),
    ("pgcg", &[("step", "cut"), ("presweeps", "0")]),
];

/// One contact with one tangent, [n c; c t] and μ = 1.
fn contact([n, c, t]: [f64; 3], b: [f64; 2]) -> Problem {
    let matrix = SparseMatrix::from_dense(2, 2, &[n, c, c, t]);
    let mut data = ProblemData::assembled("contact", Kind::Blcp, matrix, b.to_vec());
    data.contacts = vec![FrictionContact {
        normal: 0,
        tangents: vec![1],
        mu: 1.0,
        ..FrictionContact::default()
    }];
    Problem::new(data).expect("well formed")
}

fn solve(solver: &str, options: &[(&str, &str)], problem: &Problem) -> Outcome {
    let entry = registry::find(solver).expect("registered");
    let settings =
        options.iter().fold(OptionValues::new(), |all, (key, value)| all.set(*key, value));
    let request = Request { max_iterations: Some(20_000), ..Request::default() };
    entry.build(&settings).expect("options").solve(problem, &request).expect("accepted")
}

/// Sliding with λ_t = λ_n: λ_n = 1/(n + c), and w_t = (c + t) λ_n + b_t < 0. With
/// c > n the bounds of a step overshoot those of the next, λ_n ← 1 − (c/n) λ_n:
/// the solution exists and repels, and the contact opens and closes for ever. With
/// c = n bounds go to and fro, and no row ever violates them.
#[test]
fn a_run_whose_bounds_go_round_ends() {
    for c in [2.0, 1.0] {
        let problem = contact([1.0, c, 10.0], [-1.0, -6.0]);
        let solutions = all_solutions(&problem, 1e-9).expect("small enough");
        let expected = [1.0 / (1.0 + c); 2];
        assert!(solutions.iter().any(|x| distance(x, &expected) < 1e-9), "{solutions:?}");
        for (solver, options) in REFRESHING {
            let outcome = solve(solver, options, &problem);
            println!("{c} {solver}: {} after {}", outcome.status, outcome.counts.iterations);
            assert_eq!(outcome.status, Status::Cycled, "{c} {solver}");
            assert!(outcome.counts.iterations < 100, "{c} {solver}");
        }
    }
}

/// c < n: the same attracts, and the closed form is found.
#[test]
fn bounds_that_settle_give_the_closed_form() {
    for (c, b) in [(0.5, -30.0), (0.5, 30.0), (-0.5, 30.0), (0.9, -30.0)] {
        let problem = contact([1.0, c, 10.0], [-1.0, b]);
        let slip = -f64::signum(b);
        let normal = 1.0 / (1.0 + c * slip);
        for (solver, options) in REFRESHING {
            let outcome = solve(solver, options, &problem);
            assert_eq!(outcome.status, Status::Converged, "{solver} {c} {b}");
            let expected = [normal, slip * normal];
            assert!(distance(&outcome.x, &expected) < 1e-7, "{solver} {c} {b}: {:?}", outcome.x);
        }
    }
}

/// Friction is not pinned to one side before there are bounds: a contact and its
/// mirror image take the same steps.
#[test]
fn mirrored_contacts_take_the_same_steps() {
    for (solver, options) in REFRESHING {
        for pull in [0.3, 2.0, 6.0] {
            let [one, other] = [1.0, -1.0].map(|side| {
                let outcome =
                    solve(solver, options, &contact([1.0, side * 0.4, 2.0], [-1.0, side * pull]));
                (outcome.counts.iterations, outcome.x[0], side * outcome.x[1])
            });
            assert_eq!(one, other, "{solver} {pull}");
        }
    }
}

/// Index sets that are given hold before there are bounds: friction at its lower bound
/// begins at −μ·0, and the normal alone carries its load.
#[test]
fn given_sets_hold_from_the_first_pass_on() {
    let problem = contact([1.0, 0.5, 10.0], [-1.0, -30.0]);
    for (tangent, expected) in
        [(Label::Lower, [1.0, 0.0]), (Label::Free, [-5.0 / 9.75, 29.5 / 9.75])]
    {
        let request = Request {
            max_iterations: Some(1),
            history: true,
            iterates: true,
            start: Start { x: None, labels: Some(vec![Label::Free, tangent]) },
            ..Request::default()
        };
        let entry = registry::find("bpp-full").expect("registered");
        let mut solver = entry.build(&OptionValues::new()).expect("defaults");
        let outcome = solver.solve(&problem, &request).expect("accepted");
        let first = &outcome.history[0].x;
        assert!(distance(first, &expected) < 1e-9, "{tangent:?}: {first:?}");
    }
}
