//! What the tests share.

use std::io::Read;

use flate2::read::GzDecoder;
use serde_json::Value;
use stickslip_elastic::glam::DVec3;
use stickslip_elastic::{Assembly, ElasticMesh, Elasticity, Energy, Inertia, Stiffness};
use stickslip_geometry::mesh::generate::tetrahedral_box;
use stickslip_linalg::cholesky::{Analysis, CholeskyFactor};
use stickslip_linalg::{Ordering, SparseMatrix};

/// Values of another finite-element code (`fem.json.gz`).
pub fn oracle() -> Value {
    let packed: &[u8] = include_bytes!("fem.json.gz");
    let mut text = String::new();
    GzDecoder::new(packed).read_to_string(&mut text).expect("readable");
    serde_json::from_str(&text).expect("JSON")
}

pub fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(number).collect()
}

pub fn vector(value: &Value) -> DVec3 {
    DVec3::from_slice(&numbers(value))
}

pub fn vectors(flat: &[f64]) -> Vec<DVec3> {
    flat.chunks(3).map(DVec3::from_slice).collect()
}

pub fn material(value: &Value) -> Elasticity {
    let density = value.get("rho").map_or(1000.0, number);
    Elasticity { young: number(&value["E"]), poisson: number(&value["nu"]), density }
}

pub fn energy(name: &str) -> Energy {
    Energy::ALL.into_iter().find(|known| known.0 == name).expect("a known energy").1
}

/// The box of a case, with its lower corner in the origin as the case has it.
pub fn block(case: &Value, energy: Energy) -> ElasticMesh {
    let cells: Vec<usize> = numbers(&case["cells"]).iter().map(|&cut| cut as usize).collect();
    let half = 0.5 * vector(&case["size"]);
    let mesh = tetrahedral_box(half, [cells[0], cells[1], cells[2]]).expect("a box");
    let points = mesh.points().iter().map(|&point| point + half).collect();
    let moved = stickslip_geometry::mesh::Tetrahedra::new(points, mesh.cells().to_vec());
    ElasticMesh::solid(&moved.expect("a box"), &material(case), energy).expect("whole")
}

/// The matrix α M + β K where the vertices are at `positions`.
pub fn matrix(
    mesh: &ElasticMesh,
    assembly: &mut Assembly,
    positions: &[DVec3],
    (kind, inertia): (Stiffness, Inertia),
    factors: (f64, f64),
) -> SparseMatrix {
    assembly.evaluate(mesh, positions, kind).expect("whole");
    let mut matrix = assembly.pattern().clone();
    assembly.write_matrix(mesh, inertia, factors, &mut matrix);
    matrix
}

/// x of H x = b.
pub fn solve(matrix: &SparseMatrix, mut b: Vec<f64>) -> Vec<f64> {
    let analysis = Analysis::new(matrix, Ordering::MinimumDegree).expect("square");
    let mut factor = CholeskyFactor::new(analysis.into());
    factor.factorise(matrix, |_| true, |_| 0.0).expect("positive");
    factor.solve(&mut b);
    b
}

/// Eigenvalues of a symmetric dense matrix, ascending.
pub fn eigenvalues(matrix: &SparseMatrix) -> Vec<f64> {
    let n = matrix.rows();
    let dense = faer::Mat::from_fn(n, n, |i, j| matrix.get(i, j));
    dense.self_adjoint_eigenvalues(faer::Side::Lower).expect("finite")
}

pub fn close(found: f64, expected: f64, scale: f64, what: &str) {
    let gap = (found - expected).abs();
    assert!(gap <= 1e-9 * scale, "{what}: {found} but {expected} is expected, {gap:e} apart");
}
