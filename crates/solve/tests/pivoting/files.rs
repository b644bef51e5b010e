//! The LCPs of the shared collection: textbook cases, bimatrix games, Murty's
//! example, several with no solution or with more than one.

use std::path::{Path, PathBuf};

use serde_json::Value;
use stickslip_linalg::{SparseMatrix, Triplets};
use stickslip_solve::{Kind, Problem, ProblemData, Status};

use crate::samples::{oracle, solve};

fn folder() -> Option<PathBuf> {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|above| above.join("shared/problems/lcp"))
        .find(|folder| folder.is_dir())
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|each| each.as_f64().expect("a number")).collect()
}

fn read(path: &Path) -> Problem {
    let text = std::fs::read_to_string(path).expect("readable");
    let json: Value = serde_json::from_str(&text).expect("JSON");
    let indices = |key: &str| -> Vec<usize> {
        numbers(&json["A"][key]).into_iter().map(|index| index as usize).collect()
    };
    let b = numbers(&json["b"]);
    let triplets = Triplets {
        rows: indices("rows"),
        cols: indices("cols"),
        vals: numbers(&json["A"]["vals"]),
    };
    let matrix = SparseMatrix::from_triplets(b.len(), b.len(), &triplets);
    let name = json["name"].as_str().expect("a name").to_owned();
    Problem::new(ProblemData::assembled(name, Kind::Lcp, matrix, b)).expect("an lcp")
}

/// Name, number of solutions where enumeration reaches, and what lemke and
/// murty say. Lemke's ray on cps-3, a bimatrix game, is no proof: its matrix
/// is copositive, but not copositive-plus.
const EXPECTED: [(&str, Option<usize>, Status, Status); 17] = [
    ("lcp-cps-1", Some(2), Status::Converged, Status::Converged),
    ("lcp-cps-2", Some(1), Status::Converged, Status::Cycled),
    ("lcp-cps-3", Some(3), Status::Unsolvable, Status::Stagnated),
    ("lcp-cps-4", Some(1), Status::Converged, Status::Stagnated),
    ("lcp-cps-4bis", Some(1), Status::Converged, Status::Stagnated),
    ("lcp-cps-5", Some(1), Status::Converged, Status::Converged),
    ("lcp-deudeu", Some(1), Status::Converged, Status::Converged),
    ("lcp-enum-fails", Some(1), Status::Converged, Status::Converged),
    ("lcp-exp-murty", Some(1), Status::Converged, Status::Converged),
    ("lcp-exp-murty2", Some(1), Status::Converged, Status::Converged),
    ("lcp-inf-sol-perturbed", Some(1), Status::Converged, Status::Cycled),
    ("lcp-mmc", None, Status::Converged, Status::Converged),
    ("lcp-ortiz", Some(1), Status::Converged, Status::Converged),
    ("lcp-pang-isolated-sol-perturbed", Some(0), Status::Unsolvable, Status::Cycled),
    ("lcp-pang-isolated-sol", Some(1), Status::Converged, Status::Stagnated),
    ("lcp-tobenna", None, Status::Converged, Status::Stagnated),
    ("lcp-trivial", Some(1), Status::Converged, Status::Converged),
];

#[test]
fn the_collection() {
    let Some(folder) = folder() else {
        println!("skipped: there is no folder shared/problems beside the workspace");
        return;
    };
    for (name, count, lemke, murty) in EXPECTED {
        let problem = read(&folder.join(name).with_extension("json"));
        assert_eq!(problem.name(), name);
        if let Some(count) = count {
            assert_eq!(oracle(&problem).len(), count, "{name}");
        }
        let mut line = format!("{name:32}{:4}", problem.size());
        for (solver, expected) in [("lemke", lemke), ("murty", murty)] {
            let outcome = solve(solver, &problem);
            line += &format!(" {solver} {} ({})", outcome.status, outcome.counts.pivots);
            assert_eq!(outcome.status, expected, "{name}, {solver}");
        }
        for solver in ["keller", "dantzig"].into_iter().filter(|_| problem.asymmetry().is_none()) {
            let outcome = solve(solver, &problem);
            line += &format!(" {solver} {} ({})", outcome.status, outcome.counts.pivots);
            assert_eq!(outcome.status, Status::Converged, "{name}, {solver}");
        }
        println!("{line}");
    }
}
