//! The nearest point of a disc in a metric: argmin (y − z)ᵀ B (y − z) over
//! ‖y‖ ≤ ρ. In the eigenvectors of B the disc stays a disc, and lengths scaled
//! by √eigenvalue turn it into an ellipse and the metric into Euclid's.

use crate::sets::ellipsoid;

/// A symmetric 2 × 2 matrix.
pub type Metric = [[f64; 2]; 2];

/// Eigenvalues, and the cosine and sine of the first eigenvector.
pub fn eigen(b: &Metric) -> ([f64; 2], f64, f64) {
    let angle = 0.5 * libm::atan2(2.0 * b[0][1], b[0][0] - b[1][1]);
    let (sine, cosine) = libm::sincos(angle);
    let along = |c: f64, s: f64| c * c * b[0][0] + 2.0 * c * s * b[0][1] + s * s * b[1][1];
    ([along(cosine, sine), along(-sine, cosine)], cosine, sine)
}

/// The nearest point to z of the disc of this radius in the metric B, which
/// must be positive definite.
pub fn project_disc(b: &Metric, radius: f64, z: [f64; 2]) -> [f64; 2] {
    if libm::hypot(z[0], z[1]) <= radius {
        return z;
    }
    let (values, cosine, sine) = eigen(b);
    let roots = values.map(f64::sqrt);
    let turned = [cosine * z[0] + sine * z[1], cosine * z[1] - sine * z[0]];
    let axes = roots.map(|root| root * radius);
    let [u, v] = ellipsoid::project(axes, [roots[0] * turned[0], roots[1] * turned[1]]);
    let (u, v) = (u / roots[0], v / roots[1]);
    [cosine * u - sine * v, sine * u + cosine * v]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against a scan of the circle.
    #[test]
    fn the_nearest_point_beats_every_other() {
        for b in [[[1.0, 0.2], [0.2, 4.0]], [[3.0, -1.0], [-1.0, 0.5]], [[2.0, 0.0], [0.0, 2.0]]] {
            for z in [[2.0, 1.0], [-0.3, 1.4], [5.0, -4.0]] {
                let cost = |y: [f64; 2]| {
                    let d = [y[0] - z[0], y[1] - z[1]];
                    b[0][0] * d[0] * d[0] + 2.0 * b[0][1] * d[0] * d[1] + b[1][1] * d[1] * d[1]
                };
                let found = project_disc(&b, 1.0, z);
                assert!((found[0].hypot(found[1]) - 1.0).abs() < 1e-12);
                let best = (0..100_000)
                    .map(|step| (f64::from(step) * 1e-5 * std::f64::consts::TAU).sin_cos())
                    .map(|(sine, cosine)| cost([cosine, sine]))
                    .fold(f64::INFINITY, f64::min);
                assert!(cost(found) <= best + 1e-12 && cost(found) > best - 1e-6);
            }
        }
    }
}
