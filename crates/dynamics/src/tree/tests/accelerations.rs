//! Accelerations of trees against those of maximal coordinates, in which joints are
//! constraints: M v̇ = f − ω × I ω + Jᵀ λ and J v̇ = −J̇ v as one linear system.

use glam::DVec3;

use super::samples::mechanism;
use crate::joint::{Interval, Rule};
use crate::motion::world_inertia;
use crate::rows::{Bodies, RowBuffer};
use crate::tree::TreeDynamics;
use crate::world::World;

/// Gauss with pivots; rows that say nothing new are left out.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for k in 0..size {
        let pivot = (k..size).max_by(|&a, &b| matrix[a][k].abs().total_cmp(&matrix[b][k].abs()));
        let pivot = pivot.expect("rows");
        matrix.swap(k, pivot);
        right.swap(k, pivot);
        for row in k + 1..size {
            let factor = matrix[row][k] / matrix[k][k];
            if factor != 0.0 {
                for column in k..size {
                    matrix[row][column] -= factor * matrix[k][column];
                }
                right[row] -= factor * right[k];
            }
        }
    }
    for k in (0..size).rev() {
        let known: f64 = (k + 1..size).map(|other| matrix[k][other] * right[other]).sum();
        right[k] = (right[k] - known) / matrix[k][k];
    }
    right
}

/// v̇ and ω̇ of every body with joints as constraints.
fn by_constraints(world: &World, forces: &[(DVec3, DVec3)]) -> Vec<[DVec3; 2]> {
    let bodies =
        Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
    let mut rows = RowBuffer::default();
    let h = 0.01;
    for joint in world.model.joints() {
        // Rows in the middle of a step aim at −½h J̇v.
        let step = Interval { time: 0.0, h, rule: Rule::Middle { gyroscopic: false } };
        joint.write_rows(&bodies, &[0.0; 2], step, &[], &mut rows);
    }
    let freedoms = 6 * bodies.states.len();
    let size = freedoms + rows.rows().len();
    let (mut matrix, mut right) = (vec![vec![0.0; size]; size], vec![0.0; size]);
    for (at, (body, state)) in bodies.bodies.iter().zip(bodies.states).enumerate() {
        let inertia = world_inertia(state.pose.orientation, &body.mass.inertia);
        let spin = state.angular_velocity;
        let torque = forces[at].1 - spin.cross(inertia * spin);
        for k in 0..3 {
            matrix[6 * at + k][6 * at + k] = body.mass.mass;
            right[6 * at + k] = forces[at].0[k];
            right[6 * at + 3 + k] = torque[k];
            for other in 0..3 {
                matrix[6 * at + 3 + k][6 * at + 3 + other] = inertia.col(other)[k];
            }
        }
    }
    for (at, row) in rows.rows().iter().enumerate() {
        for term in rows.terms(row) {
            let (linear, angular) = (term.linear.to_array(), term.angular.to_array());
            for (k, value) in linear.into_iter().chain(angular).enumerate() {
                matrix[freedoms + at][6 * term.mover + k] = value;
                matrix[6 * term.mover + k][freedoms + at] = -value;
            }
        }
        right[freedoms + at] = 2.0 * row.target / h;
    }
    let found = solve(matrix, right);
    let body = |at: usize| [0, 3].map(|k| DVec3::from_slice(&found[6 * at + k..]));
    (0..bodies.states.len()).map(body).collect()
}

/// The same from the tree: u̇ = H⁻¹ (τ − C), and how bodies then speed up, by differences of
/// what the tree says of their velocities.
fn by_trees(world: &World, forces: &[(DVec3, DVec3)]) -> Vec<[DVec3; 2]> {
    let mut found = vec![[DVec3::ZERO; 2]; world.state.bodies.len()];
    for tree in &world.forest.trees {
        let mut dynamics = TreeDynamics::default();
        let (bodies, states) = (world.model.bodies(), &world.state.bodies);
        dynamics.read(tree, bodies, states);
        dynamics.write_mass(tree);
        let mut speedups = vec![0.0; tree.freedoms()];
        dynamics.gather_bias(tree, states, true, |body| forces[body]);
        dynamics.project(tree, -1.0, &mut speedups);
        dynamics.factorise(tree).expect("mass");
        dynamics.mass.solve(tree, &mut speedups);
        // Along q(t) with q̈ = u̇, fourth order in the step.
        let step = 2e-3;
        let velocities = |t: f64| {
            let mut posture = dynamics.posture.clone();
            // Rates at the middle of the way bring coordinates to its end, but for balls to
            // third order: several short ways do.
            let parts = 64;
            for part in 0..parts {
                let middle = t * (f64::from(part) + 0.5) / f64::from(parts);
                for (rate, (first, speedup)) in
                    posture.rates.iter_mut().zip(dynamics.posture.rates.iter().zip(&speedups))
                {
                    *rate = first + middle * speedup;
                }
                posture.advance(tree, t / f64::from(parts));
            }
            let mut states = states.clone();
            posture.place(tree, &mut states);
            posture.refresh_axes(tree, &states);
            for (rate, (first, speedup)) in
                posture.rates.iter_mut().zip(dynamics.posture.rates.iter().zip(&speedups))
            {
                *rate = first + t * speedup;
            }
            posture.put_velocities(tree, &mut states);
            states
        };
        let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(|at| velocities(at * step));
        for link in &tree.links {
            let at = link.body;
            let slope = |of: &dyn Fn(&crate::state::BodyState) -> DVec3| {
                (8.0 * (of(&c[at]) - of(&b[at])) - (of(&d[at]) - of(&a[at]))) / (12.0 * step)
            };
            found[at] = [slope(&|state| state.velocity), slope(&|state| state.angular_velocity)];
        }
    }
    found
}

/// The same by the axes of the tree: A = Σ s u̇ + Σ (V × s) u, and v̇ = A at the centre and
/// ω × v there.
fn by_axes(world: &World, forces: &[(DVec3, DVec3)]) -> Vec<[DVec3; 2]> {
    let mut found = vec![[DVec3::ZERO; 2]; world.state.bodies.len()];
    for tree in &world.forest.trees {
        let mut dynamics = TreeDynamics::default();
        let (bodies, states) = (world.model.bodies(), &world.state.bodies);
        dynamics.read(tree, bodies, states);
        dynamics.write_mass(tree);
        let mut speedups = vec![0.0; tree.freedoms()];
        dynamics.gather_bias(tree, states, true, |body| forces[body]);
        dynamics.project(tree, -1.0, &mut speedups);
        dynamics.factorise(tree).expect("mass");
        dynamics.mass.solve(tree, &mut speedups);
        for (number, link) in tree.links.iter().enumerate() {
            let motion = dynamics.motion(tree, number, &dynamics.posture.rates);
            let own = dynamics.motion(tree, number, &speedups);
            let (arm, change) = (dynamics.arm(number), dynamics.acceleration(number).plus(&own));
            let inward = motion.angular.cross(motion.at(arm));
            found[link.body] = [change.at(arm) + inward, change.angular];
        }
    }
    found
}

type Accelerations = fn(&World, &[(DVec3, DVec3)]) -> Vec<[DVec3; 2]>;

fn assert_accelerations(seed: u64, links: usize, of: Accelerations, tolerance: f64) {
    let world = mechanism(seed, links);
    if world.forest.trees.is_empty() {
        return;
    }
    let force = |at: usize| {
        let turn = at as f64 + seed as f64;
        let body = &world.model.bodies()[at];
        (
            body.mass.mass * DVec3::new(0.0, -9.81, 0.0) + DVec3::new(turn.sin(), 0.3, -turn.cos()),
            DVec3::new(0.2, turn.cos(), 0.1 * turn.sin()),
        )
    };
    let forces: Vec<_> = (0..world.state.bodies.len()).map(force).collect();
    let (right, found) = (by_constraints(&world, &forces), of(&world, &forces));
    let size = right.iter().flatten().map(|part| part.length()).fold(1.0, f64::max);
    for (at, (right, found)) in right.iter().zip(&found).enumerate() {
        for (right, found) in right.iter().zip(found) {
            let off = (*right - *found).length() / size;
            assert!(off < tolerance, "{seed}, body {at}: {right} {found}");
        }
    }
}

#[test]
fn trees_accelerate_as_their_joints_would_make_them() {
    for seed in 1..=60 {
        assert_accelerations(seed, 1 + seed as usize % 8, by_trees, 1e-7);
    }
}

#[test]
fn many_trees_accelerate_as_maximal_coordinates() {
    for seed in 1..=500 {
        assert_accelerations(seed, 1 + seed as usize % 12, by_axes, 1e-10);
    }
}
