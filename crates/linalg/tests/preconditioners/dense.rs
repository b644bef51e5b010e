//! Dense copies to hold the sparse code against.

use faer::linalg::solvers::Solve;
use faer::{Mat, Side};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::preconditioner::{
    self, MatrixSource, Parameters, Preconditioner, PreconditionerError,
};
use stickslip_linalg::{SparseMatrix, Triplets};

pub fn build(
    name: &str,
    matrix: &SparseMatrix,
    parameters: &Parameters,
) -> Result<Box<dyn Preconditioner>, PreconditionerError> {
    let entry = preconditioner::find(name).expect("a known name");
    (entry.build)(&MatrixSource::new(matrix), parameters)
}

/// P⁻¹ column by column.
pub fn inverse(preconditioner: &mut dyn Preconditioner, n: usize) -> Mat<f64> {
    let mut dense = Mat::zeros(n, n);
    let (mut unit, mut column) = (vec![0.0; n], vec![0.0; n]);
    for j in 0..n {
        unit[j] = 1.0;
        preconditioner.apply(&unit, &mut column);
        unit[j] = 0.0;
        for i in 0..n {
            dense[(i, j)] = column[i];
        }
    }
    dense
}

pub fn to_dense(matrix: &SparseMatrix) -> Mat<f64> {
    let n = matrix.rows();
    let entries = matrix.to_dense();
    Mat::from_fn(n, n, |i, j| entries[i * n + j])
}

pub fn inverse_of(matrix: &Mat<f64>) -> Mat<f64> {
    let n = matrix.nrows();
    matrix.partial_piv_lu().solve(Mat::<f64>::identity(n, n))
}

/// Smallest and largest eigenvalue of a symmetric matrix.
pub fn spectrum(matrix: &Mat<f64>) -> (f64, f64) {
    let values = matrix.self_adjoint_eigenvalues(Side::Lower).expect("finite");
    (values[0], values[values.len() - 1])
}

/// Asserts that P⁻¹ is symmetric and positive definite.
pub fn assert_definite(inverse: &Mat<f64>, what: &str) {
    let scale = inverse.norm_max();
    assert!((inverse - inverse.transpose()).norm_max() <= 1e-9 * scale, "{what}: unsymmetric");
    // Congruence with a diagonal keeps definiteness and tames the scale.
    let n = inverse.nrows();
    let unit =
        Mat::from_fn(n, n, |i, j| inverse[(i, j)] / (inverse[(i, i)] * inverse[(j, j)]).sqrt());
    let least = spectrum(&unit).0;
    assert!(least > 0.0, "{what}: least eigenvalue {least:e}");
}

/// Sparse G Gᵀ + shift·I with a few entries per row of G, rarely an M-matrix.
pub fn sparse_spd(seed: u64, n: usize, shift: f64) -> SparseMatrix {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut triplets = Triplets::new();
    for row in 0..n {
        for _ in 0..3 {
            triplets.push(row, random.random_range(0..n), random.random_range(-1.0..1.0));
        }
    }
    let factor = SparseMatrix::from_triplets(n, n, &triplets);
    factor.product(&factor.transposed()).sum(&SparseMatrix::diagonal_matrix(&vec![shift; n]))
}

/// Ho 2022, Alg 4 and 6, word for word on a dense array: right-looking, which
/// the library is not. Returns L̂ and the number of negative pivots.
pub fn textbook_zero_fill(matrix: &Mat<f64>) -> (Mat<f64>, usize) {
    let n = matrix.nrows();
    let mut l = Mat::from_fn(n, n, |i, j| if j <= i { matrix[(i, j)] } else { 0.0 });
    let stored = |i: usize, j: usize| matrix[(i, j)] != 0.0;
    let mut imaginary = 0;
    for i in 0..n {
        let eta = if l[(i, i)] < 0.0 { -1.0 } else { 1.0 };
        imaginary += usize::from(eta < 0.0);
        l[(i, i)] = (eta * l[(i, i)]).sqrt();
        for j in i + 1..n {
            if stored(j, i) {
                l[(j, i)] = eta * l[(j, i)] / l[(i, i)];
            }
        }
        for j in i + 1..n {
            for k in j..n {
                if stored(k, j) || k == j {
                    l[(k, j)] -= eta * l[(k, i)] * l[(j, i)];
                }
            }
        }
    }
    (l, imaginary)
}
