//! One formula for the derivatives of every squared distance; see the module above.

use glam::{DMat2, DVec2, DVec3};

/// A value with its gradient and Hessian in N coordinates, point by point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Derivatives<const N: usize> {
    /// The value.
    pub value: f64,
    /// ∂/∂x.
    pub gradient: [f64; N],
    /// ∂²/∂x², symmetric.
    pub hessian: [[f64; N]; N],
}

/// |Σ wᵢ xᵢ|² where the weights are at their best, and its derivatives.
///
/// `changes` are ∂w/∂s for the parameters s that are free, at most two.
pub(super) fn assemble<const POINTS: usize, const N: usize>(
    points: &[DVec3; POINTS],
    weights: &[f64; POINTS],
    changes: &[[f64; POINTS]],
) -> Derivatives<N> {
    debug_assert_eq!(3 * POINTS, N);
    let mixed = |weights: &[f64; POINTS]| -> DVec3 {
        points.iter().zip(weights).map(|(&point, &weight)| point * weight).sum()
    };
    let c = mixed(weights);
    // Columns of B, as many as there are free parameters.
    let along: [DVec3; 2] = std::array::from_fn(|s| changes.get(s).map_or(DVec3::ZERO, &mixed));
    let inverse = inverse_gram(&along, changes.len());
    // Gᵢ/2, in the coordinates of point i.
    let mut g = [[DVec2::ZERO; 3]; POINTS];
    for (i, rows) in g.iter_mut().enumerate() {
        for (axis, row) in rows.iter_mut().enumerate() {
            for s in 0..changes.len() {
                row[s] = weights[i] * along[s][axis] + changes[s][i] * c[axis];
            }
        }
    }
    let mut gradient = [0.0; N];
    let mut hessian = [[0.0; N]; N];
    for i in 0..POINTS {
        for a in 0..3 {
            gradient[3 * i + a] = 2.0 * weights[i] * c[a];
            for j in 0..POINTS {
                for b in 0..3 {
                    let direct = if a == b { weights[i] * weights[j] } else { 0.0 };
                    let eliminated = g[i][a].dot(inverse * g[j][b]);
                    hessian[3 * i + a][3 * j + b] = 2.0 * (direct - eliminated);
                }
            }
        }
    }
    Derivatives { value: c.length_squared(), gradient, hessian }
}

/// (BᵀB)⁻¹, padded by zeros for parameters that are not there.
fn inverse_gram(along: &[DVec3; 2], parameters: usize) -> DMat2 {
    match parameters {
        0 => DMat2::ZERO,
        1 => DMat2::from_diagonal(DVec2::new(1.0 / along[0].length_squared(), 0.0)),
        _ => {
            let [aa, ab, bb] =
                [along[0].length_squared(), along[0].dot(along[1]), along[1].length_squared()];
            // |a × b|² = |a|²|b|² − (a·b)², without cancellation.
            let determinant = along[0].cross(along[1]).length_squared();
            DMat2::from_cols(DVec2::new(bb, -ab), DVec2::new(-ab, aa)) * determinant.recip()
        }
    }
}
