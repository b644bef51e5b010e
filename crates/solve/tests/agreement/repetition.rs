//! The same question gets the same bits, whatever was asked before.

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{
    Inertia, OptionValues, Outcome, Problem, ProblemData, Refusal, Request, Status,
};

use crate::measure::distance;
use crate::roster::{generated, pivoting};

/// Everything but the clock.
fn bits(outcome: &Outcome) -> (Vec<u64>, Vec<u64>, String) {
    let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect();
    let rest = format!("{:?}", (outcome.status, outcome.counts, &outcome.figures, &outcome.labels));
    (bits(&outcome.x), bits(&outcome.w), rest)
}

fn problems() -> Vec<Problem> {
    vec![
        generated("spd", 2, &["size=9"]),
        generated("spd", 3, &["size=9", "boxed=true"]),
        generated("psd", 2, &["size=8"]),
        generated("wall", 1, &["bricks=6", "columns=3", "bounds=frozen"]),
        generated("cable", 1, &["links=8", "bounds=frozen", "compliance=1e-3"]),
        generated("pile", 1, &["bodies=3"]),
        generated("cable", 1, &["links=5", "joint=fixed"]),
    ]
}

#[test]
fn the_same_problem_gives_the_same_bits() {
    let request = Request::default();
    for problem in problems() {
        for entry in pivoting() {
            if entry.accepts.check(entry.name, &problem).is_err() {
                continue;
            }
            let build = || entry.build(&OptionValues::new()).expect("defaults");
            let (mut first, mut second) = (build(), build());
            let runs = [&mut first, &mut second]
                .map(|solver| solver.solve(&problem, &request).expect("accepted"));
            assert_eq!(bits(&runs[0]), bits(&runs[1]), "{}: two objects", entry.name);
            let again = first.solve(&problem, &request).expect("accepted");
            assert_eq!(bits(&runs[0]), bits(&again), "{} on {}", entry.name, problem.name());
        }
    }
}

/// Solvers keep analyses and factors from call to call; none may leak into
/// another problem, in whatever order these come.
#[test]
fn what_was_solved_before_changes_nothing() {
    let request = Request::default();
    let problems = problems();
    for entry in pivoting() {
        let mut used = entry.build(&OptionValues::new()).expect("defaults");
        for problem in problems.iter().chain(problems.iter().rev()) {
            if entry.accepts.check(entry.name, problem).is_err() {
                continue;
            }
            let mut fresh = entry.build(&OptionValues::new()).expect("defaults");
            let expected = fresh.solve(problem, &request).expect("accepted");
            let found = used.solve(problem, &request).expect("accepted");
            assert_eq!(bits(&found), bits(&expected), "{} on {}", entry.name, problem.name());
        }
    }
}

/// A scene, the same with its first body fixed, with the masses of two bodies
/// coupled, and its J taken for an assembled matrix: all have the same pattern
/// of J, but not of A.
fn same_jacobian() -> Vec<Problem> {
    let scene = generated("pile", 1, &["bodies=2", "bounds=frozen", "compliance=1e-3"]);
    let with = |change: &dyn Fn(&mut ProblemData)| {
        let mut data = scene.data().clone();
        change(&mut data);
        Problem::new(data).expect("still a problem")
    };
    let inverse_mass = |change: &dyn Fn(usize, usize, f64) -> f64| {
        let factored = scene.factored().expect("a scene");
        let n = factored.freedoms();
        let mut dense = factored.inertia.inverse().to_dense();
        for (at, entry) in dense.iter_mut().enumerate() {
            *entry = change(at / n, at % n, *entry);
        }
        SparseMatrix::from_dense(n, n, &dense)
    };
    let fixed = inverse_mass(&|i, j, value| if i < 6 || j < 6 { 0.0 } else { value });
    let coupled = inverse_mass(&|i, j, value| match (i, j) {
        (0, 6) | (6, 0) => 1e-3,
        _ => value,
    });
    let replaced = |matrix: SparseMatrix| {
        with(&move |data| {
            if let Some(factored) = &mut data.factored {
                *factored.inertia.inverse_mut() = matrix.clone();
            }
        })
    };
    vec![with(&|_| {}), replaced(fixed), replaced(coupled)]
}

#[test]
fn the_same_jacobian_with_other_masses_is_another_problem() {
    let problems = same_jacobian();
    let request = Request::default();
    for space in ["space=auto", "space=constraint", "space=body", "space=augmented"] {
        for entry in pivoting() {
            let settings = if entry.name == "bpp" { vec![space] } else { vec![] };
            let settings = OptionValues::parse(settings).expect("key=value");
            let mut used = entry.build(&settings).expect("known options");
            for problem in problems.iter().chain(problems.iter().rev()) {
                let mut fresh = entry.build(&settings).expect("known options");
                let expected = fresh.solve(problem, &request).expect("accepted");
                let found = used.solve(problem, &request).expect("accepted");
                assert_eq!(found.status, Status::Converged, "{}, {space}", entry.name);
                let gap = distance(&found.x, &expected.x);
                assert!(gap <= 1e-10, "{}, {space}: {gap:e}", entry.name);
            }
        }
    }
}

/// An assembled matrix with the pattern of a square J just seen.
#[test]
fn a_matrix_that_looks_like_a_jacobian_is_not_one() {
    let square = |name: &str, factored: bool| {
        let matrix = SparseMatrix::from_dense(2, 2, &[2.0, 1.0, 1.0, 2.0]);
        let b = vec![-3.0, 1.0];
        let kind = stickslip_solve::Kind::Lcp;
        let data = if factored {
            let form = stickslip_solve::FactoredForm {
                jacobian: matrix,
                inertia: Inertia::from_inverse(SparseMatrix::identity(2)),
                compliance: vec![1e-3; 2],
            };
            ProblemData::factored(name, kind, form, b)
        } else {
            ProblemData::assembled(name, kind, matrix, b)
        };
        Problem::new(data).expect("a problem")
    };
    for space in ["space=auto", "space=body", "space=augmented"] {
        let settings = OptionValues::parse([space]).expect("key=value");
        let entry = stickslip_solve::registry::find("bpp").expect("registered");
        let mut solver = entry.build(&settings).expect("known options");
        for factored in [true, false, true] {
            let problem = square("two rows", factored);
            let outcome = solver.solve(&problem, &Request::default());
            if !factored && space != "space=auto" {
                assert!(matches!(outcome, Err(Refusal::Option { .. })), "{space}");
                continue;
            }
            let outcome = outcome.expect("accepted");
            assert_eq!(outcome.status, Status::Converged, "{space}, factored {factored}");
            assert_eq!(outcome.x[1], 0.0);
        }
    }
}
