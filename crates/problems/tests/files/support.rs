//! Folders, example problems and comparisons that the file tests share.

use std::path::{Path, PathBuf};

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{FactoredForm, FrictionContact, Inertia, Kind, Problem, ProblemData};

/// A folder of the repository.
pub fn repository(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder)
}

/// Test data that only tests need.
pub fn data(file: &str) -> PathBuf {
    repository("crates/solve/tests/data").join(file)
}

/// The larger collection beside the repository, where there is one.
pub fn shared_problems() -> Option<PathBuf> {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("shared/problems"))
        .find(|folder| folder.is_dir())
}

/// Numbers whose shortest decimals are long, and the extremes.
pub const AWKWARD: [f64; 12] = [
    0.1,
    -0.0,
    1.0 / 3.0,
    5e-324,
    2.2250738585072014e-308,
    f64::MAX,
    -1.7976931348623155e308,
    std::f64::consts::PI,
    9007199254740993.0,
    1e23,
    -4.35e-10,
    0.30000000000000004,
];

pub fn contact(normal: usize, tangents: &[usize], mu: f64) -> FrictionContact {
    FrictionContact { normal, tangents: tangents.to_vec(), mu, ..FrictionContact::default() }
}

/// One problem of each kind, in both forms, with awkward numbers.
pub fn examples() -> Vec<Problem> {
    let awkward = || AWKWARD[..6].to_vec();
    let matrix =
        SparseMatrix::from_dense(3, 3, &[2.0 / 3.0, 0.1, -0.25, 0.1, 1.7, 0.0, -0.25, 1e-300, 3.0]);
    let lcp = ProblemData::assembled("an \"lcp\" – ü", Kind::Lcp, matrix.clone(), vec![-0.1; 3]);
    let mut blcp = ProblemData::assembled("boxes", Kind::Blcp, matrix.clone(), vec![0.3; 3]);
    blcp.lo = vec![f64::NEG_INFINITY, -1.0 / 3.0, -0.0];
    blcp.hi = vec![f64::INFINITY, 1e-17, f64::INFINITY];
    let mut coupled = ProblemData::assembled("friction", Kind::Blcp, matrix.clone(), vec![0.3; 3]);
    coupled.lo = vec![-0.5, 0.0, f64::NEG_INFINITY];
    coupled.hi = vec![0.25, f64::INFINITY, f64::INFINITY];
    coupled.contacts = vec![contact(1, &[0, 2], 0.1)];
    let mut ccp = ProblemData::assembled("plane", Kind::Ccp, matrix, AWKWARD[9..].to_vec());
    ccp.contacts = vec![contact(2, &[0], 1.0 / 3.0)];
    ccp.lo[0] = f64::NEG_INFINITY;
    ccp.x0 = Some(vec![-0.0, 1.0 / 7.0, 1e-310]);
    ccp.solution = Some(AWKWARD[3..6].to_vec());
    let mut ncp = ProblemData::factored("factors", Kind::Ncp, factors(), awkward());
    ncp.contacts = vec![contact(0, &[1, 2], 0.7), contact(5, &[4, 3], 0.0)];
    ncp.lo = vec![0.0, f64::NEG_INFINITY, -1.0, 0.0, 0.0, 0.0];
    let mut both = ncp.clone();
    both.matrix = both.factored.as_ref().map(FactoredForm::assemble);
    let all = [lcp, blcp, coupled, ccp, ncp, both];
    all.into_iter().map(|data| Problem::new(data).expect("a well-formed example")).collect()
}

/// Six rows on seven degrees of freedom; the last of these is fixed.
pub fn factors() -> FactoredForm {
    let jacobian: Vec<f64> =
        (0..42).map(|at: usize| if at % 5 == 3 { 0.0 } else { (at as f64 * 0.37).sin() }).collect();
    let mut inverse_mass = vec![0.0; 49];
    for dof in 0..6 {
        inverse_mass[8 * dof] = 1.0 / (dof as f64 + 3.0);
    }
    (inverse_mass[1], inverse_mass[7]) = (0.1, 0.1);
    FactoredForm {
        jacobian: SparseMatrix::from_dense(6, 7, &jacobian),
        inertia: Inertia::from_inverse(SparseMatrix::from_dense(7, 7, &inverse_mass)),
        compliance: vec![0.0, 1e-9, 0.1, 0.0, 0.0, 1.0 / 3.0],
    }
}

/// Equality to the bit, which `==` on numbers is not (−0 = 0).
pub fn assert_same(left: &ProblemData, right: &ProblemData) {
    assert_eq!(left, right);
    let bits = |data: &ProblemData| {
        let mut all: Vec<f64> =
            [&data.b, &data.lo, &data.hi].into_iter().flatten().copied().collect();
        all.extend(data.x0.iter().chain(&data.solution).flatten());
        all.extend(data.contacts.iter().map(|contact| contact.mu));
        all.extend(data.matrix.iter().flat_map(SparseMatrix::values));
        if let Some(factored) = &data.factored {
            all.extend(factored.jacobian.values());
            all.extend(factored.inertia.inverse().values());
            all.extend(&factored.compliance);
        }
        all.into_iter().map(f64::to_bits).collect::<Vec<u64>>()
    };
    assert_eq!(bits(left), bits(right));
}
