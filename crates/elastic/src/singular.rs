//! F = U Σ Vᵀ with rotations U and V.

use glam::{DMat3, DVec3};

/// The singular values of a matrix, with rotations on both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Singular {
    /// U, a rotation.
    pub left: DMat3,
    /// σ, in descending order of size; the last is negative where F turns
    /// things inside out.
    pub values: DVec3,
    /// V, a rotation.
    pub right: DMat3,
}

impl Singular {
    /// R = U Vᵀ, the rotation that is nearest to F.
    pub fn rotation(&self) -> DMat3 {
        self.left * self.right.transpose()
    }
}

/// Sweeps after which nothing changes any more; six are rarely needed.
const MAX_SWEEPS: usize = 40;

/// Cosines below this are those of rounding: turning by them would not end.
const PERPENDICULAR: f64 = 4e-16;

/// One-sided Jacobi rotations: the columns of F V become orthogonal, to small
/// errors also where singular values are of different size.
pub fn singular(matrix: &DMat3) -> Singular {
    let mut columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let mut right = [DVec3::X, DVec3::Y, DVec3::Z];
    for _ in 0..MAX_SWEEPS {
        let mut turned = false;
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let (a, b) = (columns[p], columns[q]);
            let (aa, bb, ab) = (a.length_squared(), b.length_squared(), a.dot(b));
            if ab.abs() <= PERPENDICULAR * (aa * bb).sqrt() {
                continue;
            }
            let ratio = (bb - aa) / (2.0 * ab);
            let tangent = ratio.signum() / (ratio.abs() + (1.0 + ratio * ratio).sqrt());
            let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
            let sine = cosine * tangent;
            for side in [&mut columns, &mut right] {
                let (a, b) = (side[p], side[q]);
                side[p] = cosine * a - sine * b;
                side[q] = sine * a + cosine * b;
            }
            turned = true;
        }
        if !turned {
            break;
        }
    }
    // Longest first; a swap turns one of the two round, so that V stays a rotation.
    for (p, q) in [(0, 1), (1, 2), (0, 1)] {
        if columns[p].length_squared() < columns[q].length_squared() {
            for side in [&mut columns, &mut right] {
                (side[p], side[q]) = (side[q], -side[p]);
            }
        }
    }
    let first = columns[0].try_normalize().unwrap_or(DVec3::X);
    let across = columns[1] - columns[1].dot(first) * first;
    let second = across.try_normalize().unwrap_or_else(|| first.any_orthonormal_vector());
    let third = first.cross(second);
    Singular {
        left: DMat3::from_cols(first, second, third),
        values: DVec3::new(columns[0].dot(first), columns[1].dot(second), columns[2].dot(third)),
        right: DMat3::from_cols(right[0], right[1], right[2]),
    }
}

/// Sets the negative eigenvalues of a symmetric matrix to zero.
pub(crate) fn positive_part(matrix: &DMat3) -> DMat3 {
    // Sylvester: most have nothing negative.
    let [x, y] = [matrix.x_axis, matrix.y_axis];
    if x.x > 0.0 && x.x * y.y > x.y * y.x && matrix.determinant() > 0.0 {
        return *matrix;
    }
    let mut left = *matrix;
    let mut vectors = DMat3::IDENTITY;
    for _ in 0..MAX_SWEEPS {
        let mut turned = false;
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let apart = left.col(q)[p];
            let (app, aqq) = (left.col(p)[p], left.col(q)[q]);
            if apart == 0.0 || apart.abs() <= 1e-17 * (app.abs() + aqq.abs()) {
                continue;
            }
            let ratio = (aqq - app) / (2.0 * apart);
            let tangent = ratio.signum() / (ratio.abs() + (1.0 + ratio * ratio).sqrt());
            let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
            let sine = cosine * tangent;
            let mut turn = DMat3::IDENTITY;
            turn.col_mut(p)[p] = cosine;
            turn.col_mut(q)[q] = cosine;
            turn.col_mut(q)[p] = sine;
            turn.col_mut(p)[q] = -sine;
            left = turn.transpose() * left * turn;
            vectors *= turn;
            turned = true;
        }
        if !turned {
            break;
        }
    }
    let values = [0, 1, 2].map(|at| left.col(at)[at]);
    if values.iter().all(|&value| value >= 0.0) {
        return *matrix;
    }
    let values = DVec3::from_array(values.map(|value| value.max(0.0)));
    vectors * DMat3::from_diagonal(values) * vectors.transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(matrix: DMat3) -> f64 {
        matrix.to_cols_array().iter().fold(0.0, |most, entry| most.max(entry.abs()))
    }

    #[test]
    fn factors_are_rotations_and_multiply_to_the_matrix() {
        let samples = [
            DMat3::IDENTITY,
            DMat3::ZERO,
            DMat3::from_diagonal(DVec3::new(1.0, -2.0, 1e-9)),
            DMat3::from_cols_array(&[1.0, 2.0, 3.0, 2.0, 4.0, 6.0, -1.0, 0.5, 0.25]),
            DMat3::from_cols_array(&[0.3, -1.2, 0.7, 2.0, 0.1, -0.4, 0.9, 0.9, -1.5]),
            DMat3::from_diagonal(DVec3::splat(-1.0)),
        ];
        for matrix in samples {
            let Singular { left, values, right } = singular(&matrix);
            let again = left * DMat3::from_diagonal(values) * right.transpose();
            assert!(size(again - matrix) < 1e-14, "{matrix}");
            for rotation in [left, right] {
                assert!(size(rotation * rotation.transpose() - DMat3::IDENTITY) < 1e-14);
                assert!((rotation.determinant() - 1.0).abs() < 1e-14);
            }
            assert!(values.x >= values.y && values.y >= values.z.abs(), "{values}");
        }
    }

    #[test]
    fn the_positive_part_keeps_what_is_positive() {
        let turn =
            DMat3::from_quat(glam::DQuat::from_rotation_x(0.3) * glam::DQuat::from_rotation_z(1.1));
        let of = |values: [f64; 3]| {
            turn * DMat3::from_diagonal(DVec3::from_array(values)) * turn.transpose()
        };
        assert!(size(positive_part(&of([3.0, -2.0, 0.5])) - of([3.0, 0.0, 0.5])) < 1e-15);
        let all = of([3.0, 2.0, 0.5]);
        assert_eq!(positive_part(&all), all);
    }
}
