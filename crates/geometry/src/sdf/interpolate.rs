//! Interpolation between the nodes of a regular grid, with the gradient of the
//! interpolated function.
//!
//! Linear: weights 1 − s and s along each axis; errors of second order, gradients jump
//! between cells. Cubic: Catmull–Rom, weights of four nodes along each axis; errors of
//! third order, gradients continuous.

use glam::DVec3;

/// How values between nodes are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interpolation {
    /// From the 8 nodes of a cell.
    #[default]
    Linear,
    /// From the 64 nodes of a cell and its neighbours.
    Cubic,
}

impl Interpolation {
    /// Value and gradient (in units of cells) at `place` within a cell, by `node`, which
    /// takes steps from −1 to 2 along each axis.
    pub(super) fn at(self, place: DVec3, node: impl Fn(i64, i64, i64) -> f64) -> (f64, DVec3) {
        match self {
            Self::Linear => {
                let at = |i, j, k| node(i, j, k);
                let weights = |s: f64| ([1.0 - s, s], [-1.0, 1.0]);
                sum(place.to_array().map(weights), 0, at)
            }
            Self::Cubic => sum(place.to_array().map(catmull_rom), -1, node),
        }
    }
}

/// Σ wᵢ wⱼ wₖ v(i, j, k), and the same with the derivatives of one factor.
fn sum<const N: usize>(
    weights: [([f64; N], [f64; N]); 3],
    first: i64,
    node: impl Fn(i64, i64, i64) -> f64,
) -> (f64, DVec3) {
    let [(x, dx), (y, dy), (z, dz)] = weights;
    let (mut value, mut gradient) = (0.0, DVec3::ZERO);
    for k in 0..N {
        for j in 0..N {
            let (mut along, mut slope) = (0.0, 0.0);
            for i in 0..N {
                let v = node(first + i as i64, first + j as i64, first + k as i64);
                along += x[i] * v;
                slope += dx[i] * v;
            }
            value += along * y[j] * z[k];
            gradient += DVec3::new(slope * y[j] * z[k], along * dy[j] * z[k], along * y[j] * dz[k]);
        }
    }
    (value, gradient)
}

/// Weights of the nodes −1, 0, 1, 2 and their derivatives at s in [0, 1].
fn catmull_rom(s: f64) -> ([f64; 4], [f64; 4]) {
    let weights = [
        s * (-0.5 + s * (1.0 - 0.5 * s)),
        1.0 + s * s * (-2.5 + 1.5 * s),
        s * (0.5 + s * (2.0 - 1.5 * s)),
        s * s * (-0.5 + 0.5 * s),
    ];
    let slopes = [
        -0.5 + s * (2.0 - 1.5 * s),
        s * (-5.0 + 4.5 * s),
        0.5 + s * (4.0 - 4.5 * s),
        s * (-1.0 + 1.5 * s),
    ];
    (weights, slopes)
}
