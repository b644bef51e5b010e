//! The Hessian of a barrier in the frame of its nearest points, as it is and its positive
//! part in the five directions in which it has any curvature that counts.

use glam::{DMat3, DVec3};

use crate::mollify::outer;
use crate::nearest::Closest;
use crate::pair::Local;
use crate::positive::positive_part;

/// Directions that depend on others by more than this, relatively, are left out.
const DEPENDENT: f64 = 1e-12;

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
