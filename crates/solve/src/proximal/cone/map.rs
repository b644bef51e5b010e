//! The nonsmooth equations of each law and their generalised Jacobians.
//!
//! With z = x − r w and a step r > 0 per block:
//! an interval, F = x − clamp(z); for `ccp`, F = x − P_K(z); for `ncp` the
//! Alart–Curnier function: F_n = x_n − max(0, z_n) and F_t = x_t − the nearest
//! point to z_t of the disc of radius μ max(0, z_n). Its roots are the
//! solutions of Coulomb's law, and unlike De Saxcé's natural map it has no kink
//! where the contact sticks.

use super::blocks::{Block, BlockSet};
use super::linear::BlockEquations;
use super::small::{Matrix, Vector, add, diagonal, identity, normal, sum, tangential, zero};
use crate::problem::Kind;
use crate::proximal::section::contact_set::ContactSet;
use crate::sets::circular_cone;

/// Which smooth piece of the law is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// x at the apex or at a lower bound.
    Lower,
    /// x at an upper bound.
    Upper,
    /// w = 0.
    Free,
    /// x on the boundary of the cone.
    Slide,
    /// x on a flat face of another section.
    Face(usize),
}

/// F, its derivatives by x and by w, and the piece.
#[derive(Clone, Copy, Debug)]
pub struct Linearised<const N: usize> {
    /// F.
    pub value: Vector<N>,
    /// ∂F/∂x and ∂F/∂w.
    pub equations: BlockEquations<N>,
    /// The piece.
    pub piece: Piece,
}

/// F of one block at its x and w, with r = 1/scale.
pub fn linearise<const N: usize>(
    kind: Kind,
    block: &Block<N>,
    x: Vector<N>,
    w: Vector<N>,
) -> Linearised<N> {
    let r = 1.0 / block.scale;
    let z = add(x, -r, w);
    let at = |value: Vector<N>, projection: Matrix<N>, piece| {
        // F = x − π(z): ∂F/∂x = 1 − π', ∂F/∂w = r π'.
        let impulse = sum(&identity(), -1.0, &projection);
        let velocity = projection.map(|line| line.map(|entry| r * entry));
        Linearised { value, equations: BlockEquations { impulse, velocity }, piece }
    };
    let free = || at(w.map(|value| r * value), identity(), Piece::Free);
    match &block.set {
        &BlockSet::Interval { lo, hi } => {
            if z[0] < lo || lo == hi {
                at(normal(x[0] - lo), zero(), Piece::Lower)
            } else if z[0] > hi {
                at(normal(x[0] - hi), zero(), Piece::Upper)
            } else {
                free()
            }
        }
        BlockSet::Section(set) => section(set, &block.sizes, x, w),
        &BlockSet::Cone { mu } => {
            let length = tangential(z);
            if z[0] > 0.0 && length <= mu * z[0] {
                free()
            } else if kind == Kind::Ccp {
                let mut projected = [0.0; N];
                projected[..3].copy_from_slice(&circular_cone::project(mu, [z[0], z[1], z[2]]));
                if projected == [0.0; N] {
                    at(x, zero(), Piece::Lower)
                } else {
                    at(add(x, -1.0, projected), cone_derivative(mu, z, length), Piece::Slide)
                }
            } else if z[0] <= 0.0 {
                at(x, zero(), Piece::Lower)
            } else {
                let direction = tangent(z, length);
                let mut value = add(x, -mu * z[0], direction);
                value[0] = r * w[0];
                at(value, disc_derivative(mu, z[0], direction, length), Piece::Slide)
            }
        }
    }
}

/// F = x − α π(x/α − r α w) with the landing π of a section and its scales α.
fn section<const N: usize>(
    set: &ContactSet<N>,
    sizes: &Vector<N>,
    x: Vector<N>,
    w: Vector<N>,
) -> Linearised<N> {
    let scale = set.scale;
    let z = std::array::from_fn(|at| x[at] / scale[at] - scale[at] * w[at] / sizes[at]);
    let landing = set.land(&z);
    let (mut impulse, mut velocity) = (identity(), zero());
    for col in 0..set.rows().len() {
        let mut unit = [0.0; N];
        unit[col] = 1.0;
        let moved = landing.move_with(&unit);
        for (row, moved) in moved.into_iter().enumerate() {
            impulse[row][col] -= scale[row] * moved / scale[col];
            velocity[row][col] = scale[row] * moved * scale[col] / sizes[col];
        }
    }
    let piece = landing.number().map_or(Piece::Slide, Piece::Face);
    let value = std::array::from_fn(|at| x[at] - scale[at] * landing.point[at]);
    Linearised { value, equations: BlockEquations { impulse, velocity }, piece }
}

/// z_t/‖z_t‖, with the normal row in front.
fn tangent<const N: usize>(z: Vector<N>, length: f64) -> Vector<N> {
    std::array::from_fn(|at| if at == 0 { 0.0 } else { z[at] / length })
}

/// Derivative of (z_n, μ z_n e), e = z_t/‖z_t‖.
fn disc_derivative<const N: usize>(mu: f64, normal: f64, e: Vector<N>, length: f64) -> Matrix<N> {
    let across = mu * normal / length;
    let mut matrix = zero();
    let lines = [
        [1.0, 0.0, 0.0],
        [mu * e[1], across * e[2] * e[2], -across * e[1] * e[2]],
        [mu * e[2], -across * e[1] * e[2], across * e[1] * e[1]],
    ];
    for (out, line) in matrix.iter_mut().zip(lines) {
        out[..3].copy_from_slice(&line);
    }
    matrix
}

/// Derivative of P_K where it lands on the boundary: along the generator
/// g = (1, μ e)/√(1 + μ²) it is g gᵀ, and across it shrinks by μ p_n/‖z_t‖.
fn cone_derivative<const N: usize>(mu: f64, z: Vector<N>, length: f64) -> Matrix<N> {
    let e = tangent(z, length);
    let normal = (z[0] + mu * length) / (1.0 + mu * mu);
    let generator = std::array::from_fn(|at| if at == 0 { 1.0 } else { mu * e[at] });
    let along = generator.map(|row| generator.map(|col| row * col / (1.0 + mu * mu)));
    let across = mu * normal / length;
    let mut turn = diagonal(std::array::from_fn(|at| if at == 0 { 0.0 } else { across }));
    for (line, row) in turn.iter_mut().zip(e) {
        *line = add(*line, -across * row, e);
    }
    sum(&along, 1.0, &turn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{FrictionContact, ProblemData};
    use crate::proximal::cone::blocks::blocks;
    use crate::proximal::cone::small::apply;
    use stickslip_linalg::SparseMatrix;

    /// A contact with μ = 0.6 and mean diagonal 2, and a row in [−1, 1].
    fn example() -> Vec<Block> {
        let a = SparseMatrix::diagonal_matrix(&[1.0, 2.0, 3.0, 0.5]);
        let mut data = ProblemData::assembled("example", Kind::Ncp, a, vec![1.0; 4]);
        data.contacts = vec![FrictionContact {
            normal: 0,
            tangents: vec![1, 2],
            mu: 0.6,
            ..FrictionContact::default()
        }];
        (data.lo[3], data.hi[3]) = (-1.0, 1.0);
        blocks(&crate::Problem::new(data).expect("well formed"))
    }

    #[test]
    fn derivatives_agree_with_finite_differences() {
        let points = [
            ([1.0, 0.1, -0.2], [0.3, 0.2, 0.1], Piece::Free),
            ([1.0, 0.5, -0.4], [0.3, -0.8, 0.9], Piece::Slide),
            ([0.4, -0.9, 0.1], [-0.1, 0.5, 1.3], Piece::Slide),
            ([0.1, 0.02, 0.01], [3.0, 0.5, 0.2], Piece::Lower),
        ];
        for kind in [Kind::Ncp, Kind::Ccp] {
            for (x, w, piece) in points {
                let block = &example()[0];
                let found = linearise(kind, block, x, w);
                assert_eq!(found.piece, piece, "{kind} {x:?}");
                for at in 0..3 {
                    let mut unit = [0.0; 3];
                    unit[at] = 1.0;
                    let value = |dx: f64, dw: f64| {
                        linearise(kind, block, add(x, dx, unit), add(w, dw, unit)).value
                    };
                    let h = 1e-6;
                    for (ahead, back, matrix) in [
                        (value(h, 0.0), value(-h, 0.0), &found.equations.impulse),
                        (value(0.0, h), value(0.0, -h), &found.equations.velocity),
                    ] {
                        let expected = apply(matrix, unit);
                        for i in 0..3 {
                            let slope = (ahead[i] - back[i]) / (2.0 * h);
                            assert!((slope - expected[i]).abs() < 1e-8, "{kind} {x:?} {at} {i}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_bounded_row_has_three_pieces() {
        let block = &example()[1];
        for (x, w, piece) in
            [(0.5, 0.1, Piece::Free), (-0.5, 1.0, Piece::Lower), (0.5, -1.0, Piece::Upper)]
        {
            let found = linearise(Kind::Ncp, block, [x, 0.0, 0.0], [w, 0.0, 0.0]);
            assert_eq!(found.piece, piece);
        }
    }
}
