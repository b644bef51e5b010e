//! Symmetric matrices with a prescribed spectrum.
//!
//! A = Q Λ Qᵀ with Q a product of random reflections H = I − 2 v vᵀ (dense) or
//! of random plane rotations (sparse). Either changes A by a similarity, so
//! the eigenvalues stay Λ whatever the number of factors.

use stickslip_linalg::SparseMatrix;

use super::random::Random;

/// Reflections per dense matrix. One already fills it; more of them hide the
/// structure "diagonal plus low rank".
const REFLECTIONS: usize = 32;

/// `count` eigenvalues in geometric progression from 1 down to 1/`condition`.
pub fn geometric(count: usize, condition: f64) -> Vec<f64> {
    let steps = count.saturating_sub(1).max(1) as f64;
    (0..count).map(|at| libm::pow(condition, -(at as f64) / steps)).collect()
}

/// A random symmetric matrix with these eigenvalues. `density` is the share of
/// entries that are not zero: 1 is dense, less is reached from below by
/// rotations and overshot by at most one of them (unless the eigenvalues are
/// all equal: then no rotation fills anything).
pub fn with_spectrum(eigenvalues: &[f64], density: f64, random: &mut Random) -> SparseMatrix {
    let n = eigenvalues.len();
    let mut entries = vec![0.0; n * n];
    for (at, &row) in random.permutation(n).iter().enumerate() {
        entries[row * n + row] = eigenvalues[at];
    }
    if density >= 1.0 {
        for _ in 0..REFLECTIONS.min(n) {
            reflect(&mut entries, n, random);
        }
    } else {
        rotate_until_filled(&mut entries, n, density, random);
    }
    SparseMatrix::from_dense(n, n, &entries)
}

/// A ← H A H = A − v qᵀ − q vᵀ with q = 2 A v − 2 (vᵀ A v) v.
fn reflect(entries: &mut [f64], n: usize, random: &mut Random) {
    let mut v: Vec<f64> = (0..n).map(|_| random.signed()).collect();
    let length = stickslip_linalg::norm(&v);
    if length == 0.0 {
        return;
    }
    v.iter_mut().for_each(|value| *value /= length);
    let mut q: Vec<f64> = entries.chunks(n).map(|row| stickslip_linalg::dot(row, &v)).collect();
    let along = stickslip_linalg::dot(&q, &v);
    for (q, v) in q.iter_mut().zip(&v) {
        *q = 2.0 * (*q - along * v);
    }
    for (i, row) in entries.chunks_mut(n).enumerate() {
        for (j, value) in row.iter_mut().enumerate() {
            // One sum for (i, j) and (j, i), so that A stays exactly symmetric.
            *value -= v[i] * q[j] + q[i] * v[j];
        }
    }
}

fn rotate_until_filled(entries: &mut [f64], n: usize, density: f64, random: &mut Random) {
    let wanted = density * (n * n) as f64;
    let mut filled = n;
    for _ in 0..64 * n {
        if n == 1 || filled as f64 >= wanted {
            break;
        }
        let i = random.index(n);
        let j = (i + 1 + random.index(n - 1)) % n;
        let before = count_rows(entries, n, i, j);
        rotate(entries, n, i, j, random.between(0.0, std::f64::consts::TAU));
        filled = filled + count_rows(entries, n, i, j) - before;
    }
}

/// Entries of rows and columns i and j that are not zero, each counted once.
fn count_rows(entries: &[f64], n: usize, i: usize, j: usize) -> usize {
    let mut count = 0;
    for k in (0..n).filter(|&k| k != i && k != j) {
        count += 2 * usize::from(entries[i * n + k] != 0.0);
        count += 2 * usize::from(entries[j * n + k] != 0.0);
    }
    [i * n + i, j * n + j, i * n + j, j * n + i].iter().filter(|&&at| entries[at] != 0.0).count()
        + count
}

/// A ← G A Gᵀ with G the rotation by `angle` in the plane (i, j).
fn rotate(entries: &mut [f64], n: usize, i: usize, j: usize, angle: f64) {
    let (sine, cosine) = libm::sincos(angle);
    for k in 0..n {
        let (a, b) = (entries[i * n + k], entries[j * n + k]);
        entries[i * n + k] = cosine * a - sine * b;
        entries[j * n + k] = sine * a + cosine * b;
    }
    for k in 0..n {
        let (a, b) = (entries[k * n + i], entries[k * n + j]);
        entries[k * n + i] = cosine * a - sine * b;
        entries[k * n + j] = sine * a + cosine * b;
    }
    for k in 0..n {
        entries[k * n + i] = entries[i * n + k];
        entries[k * n + j] = entries[j * n + k];
    }
}
