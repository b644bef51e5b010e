//! How long an explicit step may be.
//!
//! Symplectic Euler with forces −K x − C v is stable while 4M − 2hC − h²K is positive: for
//! one mass h < 2√(m/k) (√(1 + ζ²) − ζ), which is 2√(m/k) undamped (SIGGRAPH 2022 course,
//! §5.1). Here K and C are split among the movers: a spring between two that move counts
//! twice at each of them, since (a − b)² ≤ 2a² + 2b², and an element with the shares of its
//! vertices' masses. The limit is exact for a body on something that stands, and never too
//! long.

use glam::{DMat3, DVec3};

use super::elastic::Elastic;
use super::movers::Movers;
use super::sample::{Action, Sample};
use crate::motion::world_inertia;
use crate::world::World;

/// The longest stable step, and the party that it is of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Limit {
    pub(super) seconds: f64,
    pub(super) party: usize,
}

/// Largest eigenvalues of M⁻¹K (1/s²) and M⁻¹C (1/s), or more than these.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::stepper) struct Rates {
    pub(in crate::stepper) stiffness: f64,
    pub(in crate::stepper) damping: f64,
}

impl Rates {
    /// h of 4 − 2h c − h² k = 0; infinite without forces.
    pub(in crate::stepper) fn limit(self) -> f64 {
        let Self { stiffness: k, damping: c } = self;
        4.0 / (c + (c * c + 4.0 * k).sqrt())
    }
}

/// The limit of all that moves.
pub(super) fn limit(
    world: &World,
    movers: &Movers,
    samples: &[Sample],
    actions: &[Action],
    elastic: &Elastic,
) -> Option<Limit> {
    let mut bodies = vec![[[[0.0; 6]; 6]; 2]; movers.bodies];
    let mut vertices = vec![Rates::default(); movers.masses.len()];
    let roots: Vec<DMat3> = { world.model.bodies().iter().zip(&world.state.bodies) }
        .map(|(body, state)| {
            let inertia = world_inertia(state.pose.orientation, &body.mass.inertia);
            inverse_root(&inertia)
        })
        .collect();
    for (sample, action) in samples.iter().zip(actions) {
        let twice = if sample.is_between_movers { 2.0 } else { 1.0 };
        for party in sample.parties.into_iter().filter(|&party| party < movers.bodies) {
            let Some(start) = movers.starts[party] else { continue };
            let mass = world.model.bodies()[party].mass.mass;
            let term = |at: usize| sample.jacobian.terms.iter().find(|term| term.0 == at);
            let (Some(linear), Some(angular)) = (term(start), term(start + 3)) else { continue };
            let columns = [linear.1 * (1.0 / mass.sqrt()), angular.1 * roots[party].transpose()];
            let both = [action.stiffness, action.drag];
            for (sum, block) in bodies[party].iter_mut().zip(both) {
                add(sum, &columns, &(twice * block));
            }
        }
        for &(start, factor) in &sample.jacobian.terms {
            let Some(vertex) = movers.origins[start].checked_sub(movers.bodies) else { continue };
            let factor = twice * factor.x_axis.x.abs() / movers.masses[vertex];
            vertices[vertex].stiffness += factor * largest(&action.stiffness);
            vertices[vertex].damping += factor * largest(&action.drag);
        }
    }
    let mut limits: Vec<Limit> = { bodies.iter().enumerate() }
        .map(|(party, [stiffness, damping])| {
            let rates = Rates {
                stiffness: largest_eigenvalue(*stiffness),
                damping: largest_eigenvalue(*damping),
            };
            Limit { seconds: rates.limit(), party }
        })
        .collect();
    let elements = element_rates(movers, elastic, world.model.soft_bodies().len());
    for (vertex, own) in vertices.iter().enumerate().filter(|(at, _)| movers.vertex(*at).is_some())
    {
        let soft = movers.owners[vertex];
        let rates = Rates {
            stiffness: own.stiffness + elements[soft].stiffness,
            damping: own.damping + elements[soft].damping + elastic.drag(vertex),
        };
        limits.push(Limit { seconds: rates.limit(), party: movers.bodies + soft });
    }
    limits.into_iter().min_by(|a, b| a.seconds.total_cmp(&b.seconds))
}

/// Of the elements of every soft body. A vertex's mass is shared among its elements by their
/// stiffness at it; then the largest eigenvalue of one element bounds that of all.
fn element_rates(movers: &Movers, elastic: &Elastic, count: usize) -> Vec<Rates> {
    let trace = |block: &DMat3| block.x_axis.x + block.y_axis.y + block.z_axis.z;
    let mut sums = vec![0.0; movers.masses.len()];
    elastic.for_each(|vertices, local, _, _| {
        for (a, &vertex) in vertices.iter().enumerate() {
            sums[vertex] += trace(&local.stiffness[a][a]);
        }
    });
    let mut rates = vec![Rates::default(); count];
    elastic.for_each(|vertices, local, damping, soft| {
        let mut scaled = [[0.0; 12]; 12];
        let root = |a: usize| {
            let share = trace(&local.stiffness[a][a]) / sums[vertices[a]];
            (share * movers.masses[vertices[a]]).sqrt()
        };
        for a in 0..vertices.len() {
            for b in 0..vertices.len() {
                let factor = root(a) * root(b);
                if factor > 0.0 {
                    write(&mut scaled, [3 * a, 3 * b], &(local.stiffness[a][b] * (1.0 / factor)));
                }
            }
        }
        let stiffness = largest_eigenvalue(scaled);
        let own = &mut rates[soft];
        own.stiffness = own.stiffness.max(stiffness);
        own.damping = own.damping.max(damping * stiffness);
    });
    rates
}

fn write<const N: usize>(matrix: &mut [[f64; N]; N], at: [usize; 2], block: &DMat3) {
    for row in 0..3 {
        for column in 0..3 {
            matrix[at[0] + row][at[1] + column] += block.col(column)[row];
        }
    }
}

/// Adds Jᵀ B J.
fn add(sum: &mut [[f64; 6]; 6], columns: &[DMat3; 2], block: &DMat3) {
    for a in 0..2 {
        for b in 0..2 {
            write(sum, [3 * a, 3 * b], &(columns[a].transpose() * *block * columns[b]));
        }
    }
}

/// L⁻¹ of I = L Lᵀ; zero where there is no inertia.
fn inverse_root(inertia: &DMat3) -> DMat3 {
    let entry = |row: usize, column: usize| inertia.col(column)[row];
    let mut lower = DMat3::ZERO;
    for row in 0..3 {
        for column in 0..=row {
            let known: f64 = (0..column).map(|k| lower.col(k)[row] * lower.col(k)[column]).sum();
            let left = entry(row, column) - known;
            let value =
                if row == column { left.max(0.0).sqrt() } else { left / lower.col(column)[column] };
            lower.col_mut(column)[row] = value;
        }
    }
    let inverse = lower.inverse();
    if inverse.is_finite() { inverse } else { DMat3::ZERO }
}

fn largest(block: &DMat3) -> f64 {
    largest_eigenvalue(block.to_cols_array_2d())
}

/// The largest eigenvalue of a symmetric matrix, by Jacobi's rotations; at least 0.
pub(in crate::stepper) fn largest_eigenvalue<const N: usize>(mut matrix: [[f64; N]; N]) -> f64 {
    let whole: f64 = matrix.iter().flatten().map(|entry| entry * entry).sum();
    for _ in 0..30 {
        let off: f64 = (0..N)
            .flat_map(|row| (0..row).map(move |column| (row, column)))
            .map(|(row, column)| matrix[row][column] * matrix[row][column])
            .sum();
        if off <= 1e-28 * whole {
            break;
        }
        for p in 0..N {
            for q in p + 1..N {
                rotate(&mut matrix, p, q);
            }
        }
    }
    (0..N).map(|at| matrix[at][at]).fold(0.0, f64::max)
}

fn rotate<const N: usize>(matrix: &mut [[f64; N]; N], p: usize, q: usize) {
    if matrix[p][q] == 0.0 {
        return;
    }
    let theta = 0.5 * (matrix[q][q] - matrix[p][p]) / matrix[p][q];
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    for k in 0..N {
        let (one, two) = (matrix[k][p], matrix[k][q]);
        (matrix[k][p], matrix[k][q]) = (c * one - s * two, s * one + c * two);
    }
    for k in 0..N {
        let (one, two) = (matrix[p][k], matrix[q][k]);
        (matrix[p][k], matrix[q][k]) = (c * one - s * two, s * one + c * two);
    }
}

/// The parts of a vector that movers of mass m would move by.
pub(super) fn accelerate(inertias: &[(usize, DMat3)], impulses: &[f64], velocities: &mut [f64]) {
    for (start, inertia) in inertias {
        let change = inertia.inverse() * DVec3::from_slice(&impulses[*start..]);
        super::movers::add(change, &mut velocities[*start..*start + 3]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rotated diagonal keeps its largest entry.
    #[test]
    fn eigenvalues_are_those_of_a_rotated_diagonal() {
        let turn = DMat3::from_quat(glam::DQuat::from_euler(glam::EulerRot::XYZ, 0.3, 0.7, -1.1));
        let matrix = turn * DMat3::from_diagonal(DVec3::new(2.0, 5.0, 3.0)) * turn.transpose();
        assert!((largest(&matrix) - 5.0).abs() < 1e-13);
        let root = inverse_root(&matrix);
        let identity = root * matrix * root.transpose();
        assert!((identity - DMat3::IDENTITY).to_cols_array().iter().all(|x| x.abs() < 1e-13));
        let dense: [[f64; 12]; 12] =
            std::array::from_fn(|i| std::array::from_fn(|j| if i == j { 3.0 } else { 1.0 }));
        assert!((largest_eigenvalue(dense) - 14.0).abs() < 1e-12);
    }

    #[test]
    fn damping_shortens_the_limit_as_known() {
        let (k, m, b): (f64, f64, f64) = (105_549.8, 7.06, 503.1);
        let undamped = Rates { stiffness: k / m, damping: 0.0 }.limit();
        assert!((undamped - 2.0 * (m / k).sqrt()).abs() < 1e-15);
        let ratio = b / (2.0 * (k * m).sqrt());
        let expected = undamped * ((1.0 + ratio * ratio).sqrt() - ratio);
        assert!((Rates { stiffness: k / m, damping: b / m }.limit() - expected).abs() < 1e-15);
    }
}
