//! Separate stacks of boxes on a static floor, as in the Boxes scene of Ho
//! 2022: no stack touches another, so each is an island of its own.

use super::error::{GenerateError, require_at_least, require_count};
use super::random::Random;
use super::scene::{
    Body, Bounds, ContactOptions, ContactPoint, MAX_BODIES, MAX_ROWS, Scene, Solid,
};
use stickslip_dynamics::glam::DVec3;
use stickslip_solve::Problem;
use stickslip_solve::options::options;

options! {
    /// Options of [`stacks`].
    pub struct StacksOptions {
        /// Number of boxes; the last stack may be lower than the others.
        boxes: usize = 20,
        /// Approximate number of rows, in place of the number of boxes; 0 leaves it to `boxes`.
        rows: usize = 0,
        /// Boxes in one stack.
        height: usize = 5,
        /// Friction coefficient.
        mu: f64 = 0.5,
        /// Compliance: every diagonal entry of C (m/s per N·s).
        compliance: f64 = 1e-9,
        /// Largest random initial speed (m/s) along each axis of every box.
        impact: f64 = 0.1,
        /// Friction bounds: coupled to the normal impulse or frozen to an estimate.
        bounds: Bounds = Bounds::Coupled,
        /// Share of the rows at a constant bound of a planted solution; -1 plants none.
        tight: f64 = -1.0,
    }
}

/// Mass of a box (kg).
const MASS: f64 = 2.5;
/// Half the edge of a box (m).
const HALF: f64 = 0.15;
/// From stack to stack (m).
const PITCH: f64 = 1.0;
/// Largest misplacement of a box (m).
const JITTER: f64 = 0.02;
/// Rows of a box: three at each corner of the face that it rests on.
const ROWS_OF_A_BOX: usize = 12;

/// Stacks of boxes as a boxed problem.
pub fn stacks(seed: u64, options: &StacksOptions) -> Result<Problem, GenerateError> {
    let &StacksOptions { boxes, rows, height, impact, .. } = options;
    let &StacksOptions { mu, compliance, bounds, tight, .. } = options;
    require_count("boxes", boxes, 1, MAX_BODIES)?;
    require_count("rows", rows, 0, MAX_ROWS)?;
    require_count("height", height, 1, MAX_BODIES)?;
    require_at_least("impact", impact, 0.0)?;
    let contact_options = ContactOptions { mu, compliance, bounds, tight };
    contact_options.check()?;
    let boxes = match rows {
        0 => boxes,
        _ => ((rows + ROWS_OF_A_BOX / 2) / ROWS_OF_A_BOX).max(1),
    };
    let mut random = Random::new(seed);
    let mut scene = scene(&mut random, boxes, height);
    scene.kick(1.0, impact, &mut random);
    scene.spread_weight();
    contact_options.problem(format!("stacks-{boxes}-seed{seed}"), &scene, &mut random)
}

fn scene(random: &mut Random, boxes: usize, height: usize) -> Scene {
    let mut scene = Scene::default();
    for index in 0..boxes {
        let (stack, level) = (index / height, index % height);
        let position = DVec3::new(
            stack as f64 * PITCH + JITTER * random.signed(),
            JITTER * random.signed(),
            (2 * level + 1) as f64 * HALF,
        );
        let below = (level > 0).then(|| index - 1);
        let lower = below.map_or(position, |below| scene.bodies[below].position);
        scene.bodies.push(Body::at_rest(Solid::Cuboid(DVec3::splat(HALF)), MASS, position));
        let [left, front] = [0, 1].map(|axis| position[axis].max(lower[axis]) - HALF);
        let [right, back] = [0, 1].map(|axis| position[axis].min(lower[axis]) + HALF);
        for (x, y) in [(left, front), (right, front), (right, back), (left, back)] {
            let point = DVec3::new(x, y, position.z - HALF);
            scene.touches.push(ContactPoint::at_rest(below, index, point, DVec3::Z));
        }
    }
    scene
}
