//! Eigenvalues and eigenvectors of symmetric matrices.

use pulp::{Arch, Simd, WithSimd};

use super::sums::{dot_in_lanes, subtract_scaled};

/// Steps of an eigenvalue after which it has always come out.
const STEPS: usize = 60;

/// Eigenvalues of a symmetric matrix, ascending, and eigenvectors of length one.
#[derive(Clone, Debug, PartialEq)]
pub struct SymmetricEigen {
    /// The eigenvalues.
    pub values: Vec<f64>,
    /// The eigenvectors in their order.
    pub vectors: Vec<Vec<f64>>,
}

impl SymmetricEigen {
    /// Of a matrix of `size` rows: reflections make it tridiagonal, and rotations with shifts
    /// (implicit QL, Golub and Van Loan §8.3) diagonal. `None` where an entry is not finite.
    ///
    /// ```
    /// use stickslip_linalg::SymmetricEigen;
    /// let found = SymmetricEigen::of(&[2.0, 1.0, 1.0, 2.0], 2).ok_or("not finite")?;
    /// assert!((found.values[0] - 1.0).abs() < 1e-15 && (found.values[1] - 3.0).abs() < 1e-15);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn of(matrix: &[f64], size: usize) -> Option<Self> {
        if !matrix.iter().all(|value| value.is_finite()) {
            return None;
        }
        let rows = matrix.chunks_exact(size.max(1)).map(<[f64]>::to_vec).collect();
        let Tridiagonal { mut diagonal, mut beside, mut vectors } =
            Arch::new().dispatch(Reduce { rows });
        for at in 0..size {
            if !(0..STEPS).any(|_| is_alone(&mut diagonal, &mut beside, &mut vectors, at)) {
                return None;
            }
        }
        let mut order: Vec<usize> = (0..size).collect();
        order.sort_by(|&one, &two| diagonal[one].total_cmp(&diagonal[two]));
        let values = order.iter().map(|&at| diagonal[at]).collect();
        let vectors = order.iter().map(|&at| std::mem::take(&mut vectors[at])).collect();
        Some(Self { values, vectors })
    }
}

/// T = Qᵀ A Q, and the columns of Q.
struct Tridiagonal {
    diagonal: Vec<f64>,
    /// The k-th is right of the k-th diagonal entry; the last is zero.
    beside: Vec<f64>,
    vectors: Vec<Vec<f64>>,
}

struct Reduce {
    rows: Vec<Vec<f64>>,
}

impl WithSimd for Reduce {
    type Output = Tridiagonal;

    /// A ← H A H with H = 1 − v vᵀ, row after row: with p = A v and w = p − ½ (vᵀ p) v that is
    /// A − v wᵀ − w vᵀ.
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Tridiagonal {
        let mut rows = self.rows;
        let size = rows.len();
        let mut mirrors = Vec::with_capacity(size);
        let mut beside = vec![0.0; size];
        for k in 0..size.saturating_sub(1) {
            let mut v = rows[k][k + 1..].to_vec();
            let length = dot_in_lanes(simd, &v, &v).sqrt();
            beside[k] = -length.copysign(v[0]);
            if length > 0.0 {
                v[0] -= beside[k];
                let scale = (0.5 * dot_in_lanes(simd, &v, &v)).sqrt();
                v.iter_mut().for_each(|value| *value /= scale);
                let rest = &mut rows[k + 1..];
                let mut w: Vec<f64> = Vec::with_capacity(v.len());
                for row in rest.iter() {
                    w.push(dot_in_lanes(simd, &row[k + 1..], &v));
                }
                let half = 0.5 * dot_in_lanes(simd, &v, &w);
                subtract_scaled(simd, &mut w, half, &v);
                for (at, row) in rest.iter_mut().enumerate() {
                    subtract_scaled(simd, &mut row[k + 1..], v[at], &w);
                    subtract_scaled(simd, &mut row[k + 1..], w[at], &v);
                }
            }
            mirrors.push(v);
        }
        let diagonal = rows.iter().enumerate().map(|(at, row)| row[at]).collect();
        for (at, row) in rows.iter_mut().enumerate() {
            row.fill(0.0);
            row[at] = 1.0;
        }
        for (k, v) in mirrors.iter().enumerate().rev().filter(|(k, _)| beside[*k] != 0.0) {
            for row in &mut rows[k + 1..] {
                let along = dot_in_lanes(simd, &row[k + 1..], v);
                subtract_scaled(simd, &mut row[k + 1..], along, v);
            }
        }
        Tridiagonal { diagonal, beside, vectors: rows }
    }
}

/// Whether the eigenvalue `at` stands alone; else one sweep of rotations from the end of its
/// block up to it, which bring it nearer.
fn is_alone(diagonal: &mut [f64], beside: &mut [f64], vectors: &mut [Vec<f64>], at: usize) -> bool {
    let is_small = |k: usize, diagonal: &[f64], beside: &[f64]| {
        k + 1 == diagonal.len()
            || beside[k].abs() <= f64::EPSILON * (diagonal[k].abs() + diagonal[k + 1].abs())
    };
    let mut end = at;
    while !is_small(end, diagonal, beside) {
        end += 1;
    }
    if end == at {
        return true;
    }
    // The eigenvalue of the first two rows that is nearer to the first.
    let half = (diagonal[at + 1] - diagonal[at]) / (2.0 * beside[at]);
    let root = libm::hypot(half, 1.0);
    let mut bulge = diagonal[end] - diagonal[at] + beside[at] / (half + root.copysign(half));
    let (mut cosine, mut sine, mut moved) = (1.0, 1.0, 0.0);
    for k in (at..end).rev() {
        let (across, along) = (sine * beside[k], cosine * beside[k]);
        let length = libm::hypot(across, bulge);
        beside[k + 1] = length;
        if length == 0.0 {
            diagonal[k + 1] -= moved;
            beside[end] = 0.0;
            return false;
        }
        (sine, cosine) = (across / length, bulge / length);
        let own = diagonal[k + 1] - moved;
        let change = (diagonal[k] - own) * sine + 2.0 * cosine * along;
        moved = sine * change;
        diagonal[k + 1] = own + moved;
        bulge = cosine * change - along;
        let (before, after) = vectors.split_at_mut(k + 1);
        for (one, two) in before[k].iter_mut().zip(&mut after[0]) {
            (*one, *two) = (cosine * *one - sine * *two, sine * *one + cosine * *two);
        }
    }
    diagonal[at] -= moved;
    beside[at] = bulge;
    beside[end] = 0.0;
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dot;

    /// A v = λ v, and vectors at right angles.
    #[test]
    fn vectors_are_stretched_by_values() {
        for size in [0, 1, 2, 3, 17, 60] {
            let entry = |i: usize, j: usize| ((i * j + i + j) % 13) as f64 - 6.0;
            let matrix: Vec<f64> = (0..size * size).map(|at| entry(at / size, at % size)).collect();
            let SymmetricEigen { values, vectors } =
                SymmetricEigen::of(&matrix, size).expect("finite");
            assert!(values.is_sorted());
            for (at, (value, vector)) in values.iter().zip(&vectors).enumerate() {
                for (row, own) in matrix.chunks_exact(size).zip(vector) {
                    assert!((dot(row, vector) - value * own).abs() < 1e-12 * size as f64, "{size}");
                }
                for (other, second) in vectors.iter().enumerate() {
                    let expected = f64::from(u8::from(at == other));
                    assert!((dot(vector, second) - expected).abs() < 1e-13, "{size}");
                }
            }
        }
        assert_eq!(SymmetricEigen::of(&[f64::NAN], 1), None);
    }
}
