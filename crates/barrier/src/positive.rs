//! Positive parts of Hessians: of any symmetric matrix by Jacobi's rotations, and of a
//! barrier in the five directions in which it has any curvature that counts.

use glam::{DMat3, DVec3};

use crate::mollify::outer;
use crate::nearest::Closest;
use crate::pair::Local;

/// Sweeps after which rotations end in any case; six are usual.
const MOST_SWEEPS: usize = 30;
/// Directions that depend on others by more than this, relatively, are left out.
const DEPENDENT: f64 = 1e-12;

/// A symmetric matrix with its negative eigenvalues set to zero.
pub fn positive_part<const N: usize>(matrix: &[[f64; N]; N]) -> [[f64; N]; N] {
    let mut left = *matrix;
    let mut vectors = [[0.0; N]; N];
    for (at, row) in vectors.iter_mut().enumerate() {
        row[at] = 1.0;
    }
    for _ in 0..MOST_SWEEPS {
        let mut turned = false;
        for p in 0..N {
            for q in p + 1..N {
                turned |= rotate(&mut left, &mut vectors, p, q);
            }
        }
        if !turned {
            break;
        }
    }
    let mut positive = [[0.0; N]; N];
    for (k, vector) in vectors.iter().enumerate() {
        let value = left[k][k];
        if value > 0.0 {
            for i in 0..N {
                for j in 0..N {
                    positive[i][j] += value * vector[i] * vector[j];
                }
            }
        }
    }
    positive
}

/// Makes the entry (p, q) zero; rows of `vectors` are the eigenvectors so far.
fn rotate<const N: usize>(
    matrix: &mut [[f64; N]; N],
    vectors: &mut [[f64; N]; N],
    p: usize,
    q: usize,
) -> bool {
    let (apart, app, aqq) = (matrix[p][q], matrix[p][p], matrix[q][q]);
    if apart == 0.0 || apart.abs() <= 1e-16 * (app.abs() + aqq.abs()) {
        return false;
    }
    let ratio = (aqq - app) / (2.0 * apart);
    let tangent = ratio.signum() / (ratio.abs() + (1.0 + ratio * ratio).sqrt());
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    let sine = cosine * tangent;
    for k in 0..N {
        if k != p && k != q {
            let (kp, kq) = (matrix[k][p], matrix[k][q]);
            let (kp, kq) = (cosine * kp - sine * kq, sine * kp + cosine * kq);
            (matrix[k][p], matrix[p][k]) = (kp, kp);
            (matrix[k][q], matrix[q][k]) = (kq, kq);
        }
        let (vp, vq) = (vectors[p][k], vectors[q][k]);
        vectors[p][k] = cosine * vp - sine * vq;
        vectors[q][k] = sine * vp + cosine * vq;
    }
    matrix[p][p] = app - tangent * apart;
    matrix[q][q] = aqq + tangent * apart;
    (matrix[p][q], matrix[q][p]) = (0.0, 0.0);
    true
}

/// The positive part of a Hessian in four points that a common translation does not
/// change: three combinations of the points, orthonormal, see all of it.
pub(crate) fn positive_blocks(hessian: &mut [[DMat3; 4]; 4]) {
    const HALVES: [[f64; 4]; 3] =
        [[0.5, 0.5, -0.5, -0.5], [0.5, -0.5, 0.5, -0.5], [0.5, -0.5, -0.5, 0.5]];
    let mut reduced = [[0.0; 9]; 9];
    for a in 0..3 {
        for b in 0..3 {
            let mut block = DMat3::ZERO;
            for i in 0..4 {
                for j in 0..4 {
                    block += HALVES[a][i] * HALVES[b][j] * hessian[i][j];
                }
            }
            for r in 0..3 {
                for c in 0..3 {
                    reduced[3 * a + r][3 * b + c] = block.col(c)[r];
                }
            }
        }
    }
    let positive = positive_part(&reduced);
    let block = |a: usize, b: usize| {
        let column =
            |c: usize| DVec3::from_array([0, 1, 2].map(|r| positive[3 * a + r][3 * b + c]));
        DMat3::from_cols(column(0), column(1), column(2))
    };
    for i in 0..4 {
        for j in 0..4 {
            hessian[i][j] = DMat3::ZERO;
            for a in 0..3 {
                for b in 0..3 {
                    hessian[i][j] += HALVES[a][i] * HALVES[b][j] * block(a, b);
                }
            }
        }
    }
}

/// n, q and p of the essay above `pair.rs`, where the features are.
pub(crate) struct Frame {
    distance: f64,
    normal: DVec3,
    weights: [f64; 4],
    /// q_k and p_k, as many as there are free parameters.
    along: [(DVec3, [f64; 4]); 2],
    count: usize,
}

impl Frame {
    pub(crate) fn new(closest: &Closest, x: &[DVec3; 4]) -> Self {
        let Closest { distance, normal, weights, changes } = *closest;
        let mut along = [(DVec3::ZERO, [0.0; 4]); 2];
        // Gram and Schmidt on the columns of B, and the same combinations of ∂w/∂s.
        for (at, change) in changes.iter().enumerate() {
            let column: DVec3 = x.iter().zip(change).map(|(&x, &w)| w * x).sum();
            // Rounding alone has a part along n.
            let mut column = column - normal * column.dot(normal);
            let mut change = *change;
            for &(q, p) in &along[..at] {
                let part = column.dot(q);
                column -= part * q;
                (0..4).for_each(|i| change[i] -= part * p[i]);
            }
            let length = column.length();
            along[at] = (column / length, change.map(|w| w / length));
        }
        Self { distance, normal, weights, along, count: changes.len() }
    }

    fn gradient(&self, slope: f64) -> [DVec3; 4] {
        self.weights.map(|weight| slope * weight * self.normal)
    }

    pub(crate) fn exact(&self, [value, slope, curvature]: [f64; 3]) -> Local {
        let (n, d) = (self.normal, self.distance);
        let along = &self.along[..self.count];
        let inside = along.iter().fold(outer(n, n), |sum, (q, _)| sum + outer(*q, *q));
        let across = slope / d * (DMat3::IDENTITY - inside);
        let whole = curvature * outer(n, n) + across;
        let mut local = Local { value, gradient: self.gradient(slope), ..Local::ZERO };
        for i in 0..4 {
            for j in 0..4 {
                let (wi, wj) = (self.weights[i], self.weights[j]);
                let mut block = wi * wj * whole;
                for (q, p) in along {
                    block -= slope * (wi * p[j] * outer(*q, n) + p[i] * wj * outer(n, *q));
                    block -= slope * d * p[i] * p[j] * outer(n, n);
                }
                local.hessian[i][j] = block;
            }
        }
        local
    }

    /// In the directions a_k⊗n, where a_k are w and p made orthonormal, and ŵ⊗q_k.
    pub(crate) fn positive(&self, [value, slope, curvature]: [f64; 3]) -> Local {
        let (n, d) = (self.normal, self.distance);
        let along = &self.along[..self.count];
        let mut basis = [[0.0; 4]; 3];
        // Of w and of every p in that basis.
        let mut parts = [[0.0; 3]; 3];
        let vectors = std::iter::once(&self.weights).chain(along.iter().map(|(_, p)| p));
        for (at, vector) in vectors.enumerate() {
            let mut left = *vector;
            for other in 0..at {
                let part = dot(vector, &basis[other]);
                parts[at][other] = part;
                (0..4).for_each(|i| left[i] -= part * basis[other][i]);
            }
            let (length, whole) = (dot(&left, &left).sqrt(), dot(vector, vector).sqrt());
            if length > DEPENDENT * whole {
                parts[at][at] = length;
                basis[at] = left.map(|x| x / length);
            }
        }
        let weight = parts[0][0];
        let mut reduced = [[0.0; 5]; 5];
        reduced[0][0] = curvature * weight * weight;
        for k in 0..self.count {
            for i in 0..3 {
                let mixed = -slope * weight * parts[1 + k][i];
                reduced[i][3 + k] = mixed;
                reduced[3 + k][i] = mixed;
                for j in 0..3 {
                    reduced[i][j] -= slope * d * parts[1 + k][i] * parts[1 + k][j];
                }
            }
        }
        let positive = if self.count == 0 { reduced } else { positive_part(&reduced) };
        let mut local = Local { value, gradient: self.gradient(slope), ..Local::ZERO };
        let directions = [n, n, n, along.first().map_or(n, |it| it.0), self.along[1].0];
        let share = |k: usize, point: usize| match k {
            0..3 => basis[k][point],
            _ => self.weights[point] / weight,
        };
        // The Hessian is Σ P_kl (share_k ⊗ e_k)(share_l ⊗ e_l)ᵀ.
        for i in 0..4 {
            let mut rows = [DVec3::ZERO; 5];
            for (l, row) in rows.iter_mut().enumerate() {
                *row = (0..5).map(|k| positive[k][l] * share(k, i) * directions[k]).sum();
            }
            for j in 0..4 {
                local.hessian[i][j] =
                    (0..5).map(|l| share(l, j) * outer(rows[l], directions[l])).sum();
            }
        }
        local
    }
}

fn dot(a: &[f64; 4], b: &[f64; 4]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
