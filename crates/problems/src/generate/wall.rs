//! A brick wall in running bond on a static floor.
//!
//! Courses of `columns` bricks, every second one shifted by nearly half a
//! brick, so that a brick rests on one or two others; each pair of faces
//! touches at the four corners of its overlap. Redundant and, at small
//! compliance, nearly singular: m = 468 rows for 24 bricks, 732 for 36.

use super::error::{GenerateError, require_at_least, require_count};
use super::random::Random;
use super::scene::{
    Body, Bounds, ContactOptions, ContactPoint, MAX_BODIES, MAX_ROWS, Scene, Solid, bodies_for_rows,
};
use stickslip_dynamics::glam::DVec3;
use stickslip_solve::Problem;
use stickslip_solve::options::options;

options! {
    /// Options of [`wall`].
    pub struct WallOptions {
        /// Number of bricks.
        bricks: usize = 24,
        /// Approximate number of rows, in place of the number of bricks; 0 leaves it to `bricks`.
        rows: usize = 0,
        /// Bricks in one course.
        columns: usize = 6,
        /// Friction coefficient.
        mu: f64 = 0.5,
        /// Compliance: every diagonal entry of C (m/s per N·s).
        compliance: f64 = 1e-9,
        /// Mass of the last brick, on top, over that of the others.
        mass_ratio: f64 = 1.0,
        /// Largest random initial speed (m/s) along each axis of a third of the bricks.
        impact: f64 = 0.5,
        /// Friction bounds: coupled to the normal impulse or frozen to an estimate.
        bounds: Bounds = Bounds::Coupled,
        /// Share of the rows at a constant bound of a planted solution; -1 plants none.
        tight: f64 = -1.0,
    }
}

/// Half edges of a brick (m).
const HALF: DVec3 = DVec3::new(0.2, 0.1, 0.1);
/// Mass of a brick (kg).
const MASS: f64 = 2.5;
/// From brick to brick along a course (m); neighbours do not touch.
const PITCH: f64 = 0.404;
/// Shift of every second course. Just less than half a brick, so that the end
/// brick that stands out does not balance on an edge.
const SHIFT: f64 = 0.18;
/// Largest misplacement of a brick (m).
const JITTER: f64 = 1e-3;
/// Share of the bricks that an impact moves.
const STRUCK: f64 = 1.0 / 3.0;

/// A wall of bricks as a boxed problem.
pub fn wall(seed: u64, options: &WallOptions) -> Result<Problem, GenerateError> {
    let &WallOptions { bricks, rows, columns, mass_ratio, impact, .. } = options;
    let &WallOptions { mu, compliance, bounds, tight, .. } = options;
    require_count("bricks", bricks, 1, MAX_BODIES)?;
    require_count("rows", rows, 0, MAX_ROWS)?;
    require_count("columns", columns, 1, MAX_BODIES)?;
    require_at_least("mass_ratio", mass_ratio, f64::MIN_POSITIVE)?;
    require_at_least("impact", impact, 0.0)?;
    let contact_options = ContactOptions { mu, compliance, bounds, tight };
    contact_options.check()?;
    let build = |bricks| scene(&mut Random::new(seed), bricks, columns);
    let bricks = match rows {
        0 => bricks,
        _ => bodies_for_rows(rows, |bricks| build(bricks).rows()),
    };
    let mut random = Random::new(seed);
    let mut scene = scene(&mut random, bricks, columns);
    scene.bodies[bricks - 1].mass *= mass_ratio;
    scene.kick(STRUCK, impact, &mut random);
    scene.spread_weight();
    contact_options.problem(format!("wall-{bricks}-seed{seed}"), &scene, &mut random)
}

fn scene(random: &mut Random, bricks: usize, columns: usize) -> Scene {
    let mut scene = Scene::default();
    for brick in 0..bricks {
        let (course, column) = (brick / columns, brick % columns);
        let shift = if course % 2 == 1 { SHIFT } else { 0.0 };
        let position = DVec3::new(
            column as f64 * PITCH + shift + JITTER * random.signed(),
            JITTER * random.signed(),
            (2 * course + 1) as f64 * HALF.z,
        );
        scene.bodies.push(Body::at_rest(Solid::Cuboid(HALF), MASS, position));
        if course == 0 {
            lay(&mut scene, None, brick);
        } else {
            // Neighbours that do not overlap are skipped by `lay`.
            let straight = brick - columns;
            let first = straight - usize::from(column > 0);
            let last = straight + usize::from(column + 1 < columns);
            (first..=last).for_each(|below| lay(&mut scene, Some(below), brick));
        }
    }
    scene
}

/// Four contacts at the corners of the overlap of two faces, if there is one.
fn lay(scene: &mut Scene, below: Option<usize>, above: usize) {
    let upper = scene.bodies[above].position;
    let lower = below.map_or(upper, |below| scene.bodies[below].position);
    let range = |axis: usize| {
        let least = upper[axis].max(lower[axis]) - HALF[axis];
        let most = upper[axis].min(lower[axis]) + HALF[axis];
        (least, most)
    };
    let ((left, right), (front, back)) = (range(0), range(1));
    if right <= left {
        return;
    }
    for (x, y) in [(left, front), (right, front), (right, back), (left, back)] {
        let point = DVec3::new(x, y, upper.z - HALF.z);
        scene.touches.push(ContactPoint::at_rest(below, above, point, DVec3::Z));
    }
}
