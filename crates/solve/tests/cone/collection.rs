//! Files: two that travel with the tests, and the shared collection where it
//! is there.

use std::path::{Path, PathBuf};

use serde_json::Value;
use stickslip_problems::files;
use stickslip_solve::{Kind, Problem, Request, Status};

use crate::laws::{solve, solve_with, velocity, violation};

fn bundled() -> Vec<Problem> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    ["boxstack-s1-nc0040-nds10-k00080", "wall-s1-nc0089-nds16-k00040"]
        .into_iter()
        .map(|name| files::read(&folder.join(name).with_extension("hdf5")).expect("readable"))
        .collect()
}

fn collection() -> Option<PathBuf> {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|above| above.join("shared/problems/fclib"))
        .find(|folder| folder.is_dir())
}

fn convex(problem: &Problem) -> Problem {
    let mut data = problem.data().clone();
    data.kind = Kind::Ccp;
    Problem::new(data).expect("the same data")
}

#[test]
fn the_second_order_solvers_solve_the_bundled_files_in_both_kinds() {
    for problem in bundled() {
        for problem in [convex(&problem), problem] {
            for solver in ["cone-ip", "cone-newton"] {
                let outcome = solve(solver, &problem);
                let name = format!("{solver}, {} {}", problem.name(), problem.kind());
                assert_eq!(outcome.status, Status::Converged, "{name}");
                let scale = problem.b().iter().map(|b| b * b).sum::<f64>().sqrt();
                assert!(violation(&problem, &outcome.x) <= 1e-7 * scale, "{name}");
            }
        }
    }
}

#[test]
fn the_first_order_solvers_solve_the_bundled_files() {
    for problem in bundled() {
        let cases = [("nonlinear-gs", &problem), ("apgd", &problem), ("apgd", &convex(&problem))];
        for (solver, problem) in cases {
            let outcome = solve(solver, problem);
            let name = format!("{solver}, {} {}", problem.name(), problem.kind());
            assert_eq!(outcome.status, Status::Converged, "{name}");
            let scale = problem.b().iter().map(|b| b * b).sum::<f64>().sqrt();
            assert!(violation(problem, &outcome.x) <= 1e-7 * scale, "{name}");
        }
    }
}

/// Where Coulomb's law has more than one solution: ours is another one than
/// the reference, at an error that leaves no doubt.
const SEVERAL_SOLUTIONS: [&str; 4] = [
    "OneObject-i1028-138",
    "arch-s1-nc0034-nds9-k00200",
    "chain-s1-nc0028-nds10-k00240",
    "spheres-s1-nc0114-nds60-k00180",
];

#[test]
fn the_default_solves_the_whole_collection() {
    let Some(folder) = collection() else {
        println!("skipped: there is no folder shared/problems beside the workspace");
        return;
    };
    let text = std::fs::read_to_string(folder.join("reference.json")).expect("readable");
    let reference: Value = serde_json::from_str(&text).expect("JSON");
    let mut solved = 0;
    for (name, entry) in reference.as_object().expect("problems by name") {
        let path = folder.join(name).with_extension("hdf5");
        let problem = files::read(&path).expect("readable");
        let several = SEVERAL_SOLUTIONS.contains(&name.as_str());
        let tolerance = several.then_some(1e-12);
        let request = Request { tolerance, ..Request::default() };
        let outcome = solve_with("cone-ip", &problem, &request);
        assert_eq!(outcome.status, Status::Converged, "{name}: {:?}", outcome.residuals);
        let scale = problem.b().iter().map(|b| b * b).sum::<f64>().sqrt();
        let violation = violation(&problem, &outcome.x);
        let w = velocity(&problem, &outcome.x);
        let u = entry["u"].as_array().expect("velocities");
        assert_eq!(u.len(), w.len(), "{name}");
        let gap = u.iter().zip(&w).map(|(u, w)| (u.as_f64().expect("a number") - w).powi(2));
        let gap = gap.sum::<f64>().sqrt() / scale;
        let relative = outcome.residuals.decisive();
        println!("{name:36} relative {relative:.1e}, laws {violation:.1e}, velocities {gap:.1e}");
        assert!(violation <= 1e-7 * scale.max(1e-3), "{name}: laws violated by {violation:e}");
        assert!(several || gap < 1e-6, "{name}: velocities differ by {gap:e}");
        solved += 1;
    }
    assert_eq!(solved, 22);
}
