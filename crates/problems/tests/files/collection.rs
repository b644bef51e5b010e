//! Files that came from elsewhere load, with the sizes that their makers say.

use std::fs;
use std::path::{Path, PathBuf};

use stickslip_problems::files;
use stickslip_solve::{Kind, Problem};

use crate::support::{data, repository, shared_problems};

fn load(path: &Path) -> Problem {
    files::read(path).unwrap_or_else(|error| panic!("{error}"))
}

fn listed(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .expect("listed")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with(ending))
        .collect();
    found.sort();
    found
}

#[test]
fn bundled_problems_load() {
    let folder = repository("problems");
    let shape = |name: &str| {
        let problem = load(&folder.join(name));
        (problem.name().to_owned(), problem.kind(), problem.size(), problem.contacts().len())
    };
    assert_eq!(shape("two-spheres.json"), ("two-spheres".into(), Kind::Blcp, 3, 1));
    assert_eq!(shape("lcp-cps-4.json"), ("lcp-cps-4".into(), Kind::Lcp, 4, 0));
    assert_eq!(shape("sliding-point.json"), ("sliding-point".into(), Kind::Ncp, 3, 1));
    assert_eq!(shape("obstacle.mtx"), ("obstacle".into(), Kind::Lcp, 5, 0));
    let table = "table-s1-nc0013-nds4-k00260";
    assert_eq!(shape(&format!("{table}.hdf5")), (table.into(), Kind::Ncp, 39, 13));
}

/// The numbers here were read with h5py.
#[test]
fn a_file_written_by_the_c_library_has_the_numbers_that_h5py_reads() {
    let problem = load(&repository("problems").join("table-s1-nc0013-nds4-k00260.hdf5"));
    TABLE.check(&problem);
    let problem = load(&data("wall-s1-nc0089-nds16-k00040.hdf5"));
    WALL.check(&problem);
    let problem = load(&data("boxstack-s1-nc0040-nds10-k00080.hdf5"));
    BOXES.check(&problem);
}

/// What h5py says about a file: sums are of magnitudes, entries by place.
struct Figures {
    stored: usize,
    entries: [(usize, usize, f64); 3],
    b: [(usize, f64); 2],
    mu: f64,
    weighted_sum: f64,
}

impl Figures {
    fn check(&self, problem: &Problem) {
        let matrix = problem.matrix();
        assert_eq!(matrix.stored(), self.stored);
        for (row, col, value) in self.entries {
            assert_eq!(matrix.get(row, col).to_bits(), value.to_bits(), "({row}, {col})");
        }
        for (row, value) in self.b {
            assert_eq!(problem.b()[row].to_bits(), value.to_bits(), "b[{row}]");
        }
        assert!(problem.contacts().iter().all(|contact| contact.mu == self.mu));
        let mut sum = 0.0;
        for row in 0..matrix.rows() {
            for (col, value) in matrix.row(row) {
                sum += value.abs() * (1 + row) as f64 / (1 + col) as f64;
            }
        }
        assert!((sum - self.weighted_sum).abs() < 1e-12 * sum, "{sum:e}");
        assert_eq!((&problem.data().x0, &problem.data().solution), (&None, &None));
    }
}

const TABLE: Figures = Figures {
    stored: 981,
    entries: [
        (0, 0, 3.2291108840178815),
        (19, 0, -0.46402916186928067),
        (19, 38, -0.8628728299172245),
    ],
    b: [(0, -0.013182837823271237), (38, -0.00014847775028421482)],
    mu: 0.7,
    weighted_sum: 2494.7731290162014,
};

const WALL: Figures = Figures {
    stored: 14085,
    entries: [
        (0, 0, 1.0000004514009646),
        (133, 12, 1.4354734286793869),
        (133, 248, 1.0915918842006036),
    ],
    b: [(0, -0.04903322041801462), (266, -7.197057652923836e-09)],
    mu: 0.7,
    weighted_sum: 20100.144988671484,
};

const BOXES: Figures = Figures {
    stored: 4032,
    entries: [
        (0, 0, 1.0000006276398439),
        (60, 30, 0.35279427598496294),
        (60, 98, -1.4394703866722736),
    ],
    b: [(0, -0.01960461063871398), (119, 4.448985113234092e-06)],
    mu: 0.7,
    weighted_sum: 8828.57499526896,
};

#[test]
fn the_whole_collection_loads() {
    let Some(folder) = shared_problems() else {
        println!("skipped: there is no folder shared/problems beside the repository");
        return;
    };
    let frictional = listed(&folder.join("fclib"), ".hdf5");
    assert_eq!(frictional.len(), 22);
    for path in frictional {
        let problem = load(&path);
        assert_eq!(problem.kind(), Kind::Ncp);
        assert_eq!(problem.size(), 3 * problem.contacts().len());
        // Generated names tell the number of contacts: …-nc0013-….
        let name = problem.name();
        if let Some(count) = name.split("-nc").nth(1).and_then(|rest| rest.get(..4)) {
            assert_eq!(count.parse(), Ok(problem.contacts().len()), "{name}");
        }
    }
    let linear = listed(&folder.join("lcp"), ".json");
    assert_eq!(linear.len(), 17);
    for path in linear {
        let problem = load(&path);
        assert_eq!(problem.kind(), Kind::Lcp);
        let text = fs::read_to_string(&path).expect("text");
        let plain: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(plain["n"], problem.size());
        assert_eq!(plain["name"], problem.name());
    }
    for name in ["lcp-enum-fails", "lcp-mmc"] {
        let copy = fs::read(data(&format!("{name}.json"))).expect("our copy");
        let original = fs::read(folder.join(format!("lcp/{name}.json"))).expect("the original");
        assert_eq!(copy, original);
    }
}

#[test]
fn copied_linear_problems_load() {
    assert_eq!(load(&data("lcp-enum-fails.json")).size(), 9);
    let dense = load(&data("lcp-mmc.json"));
    assert_eq!((dense.size(), dense.matrix().stored()), (26, 676));
}
