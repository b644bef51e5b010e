//! A heap of boxes or spheres on a static floor, in layers like a pyramid of
//! cannon balls, with jittered positions, tilted contact planes and masses
//! spread over a large ratio: the lightest body at the bottom, the heaviest on top.

mod heap;

use super::error::{GenerateError, require_at_least, require_count};
use super::random::Random;
use super::scene::{
    Body, Bounds, ContactOptions, ContactPoint, MAX_BODIES, MAX_ROWS, Scene, Solid, bodies_for_rows,
};
use heap::Heap;
use stickslip_dynamics::glam::DVec3;
use stickslip_geometry::rotation;
use stickslip_solve::Problem;
use stickslip_solve::options::{choice, options};

choice! {
    /// What a pile is made of.
    pub enum PileShape {
        /// Boxes with three or four contact points per touching pair.
        Box = "box",
        /// Spheres with one contact point per touching pair.
        Sphere = "sphere",
    }
}

options! {
    /// Options of [`pile`].
    pub struct PileOptions {
        /// Number of bodies.
        bodies: usize = 16,
        /// Approximate number of rows, in place of the number of bodies; 0 leaves it to `bodies`.
        rows: usize = 0,
        /// Boxes or spheres.
        shape: PileShape = PileShape::Box,
        /// Friction coefficient.
        mu: f64 = 0.5,
        /// Compliance: every diagonal entry of C (m/s per N·s).
        compliance: f64 = 1e-9,
        /// Heaviest over lightest body; the masses between are log-uniform.
        mass_ratio: f64 = 250.0,
        /// Largest random initial speed (m/s) along each axis of every body.
        impact: f64 = 0.3,
        /// Friction bounds: coupled to the normal impulse or frozen to an estimate.
        bounds: Bounds = Bounds::Coupled,
        /// Share of the rows at a constant bound of a planted solution; -1 plants none.
        tight: f64 = -1.0,
    }
}

/// Half the height of every body, and the radius of a sphere (m).
const RADIUS: f64 = 0.15;
/// Largest tilt of a contact plane or a box (radians along each axis).
const TILT: f64 = 0.1;
/// Largest gap or overlap of boxes (m).
const GAP: f64 = 5e-4;

/// A heap as a boxed problem.
pub fn pile(seed: u64, options: &PileOptions) -> Result<Problem, GenerateError> {
    let &PileOptions { bodies, rows, shape, mass_ratio, impact, .. } = options;
    let &PileOptions { mu, compliance, bounds, tight, .. } = options;
    require_count("bodies", bodies, 1, MAX_BODIES)?;
    require_count("rows", rows, 0, MAX_ROWS)?;
    require_at_least("mass_ratio", mass_ratio, 1.0)?;
    require_at_least("impact", impact, 0.0)?;
    let contact_options = ContactOptions { mu, compliance, bounds, tight };
    contact_options.check()?;
    let build = |bodies| scene(&mut Random::new(seed), bodies, shape, mass_ratio);
    let bodies = match rows {
        0 => bodies,
        _ => bodies_for_rows(rows, |bodies| build(bodies).rows()),
    };
    let mut random = Random::new(seed);
    let mut scene = scene(&mut random, bodies, shape, mass_ratio);
    scene.kick(1.0, impact, &mut random);
    scene.spread_weight();
    contact_options.problem(format!("pile-{bodies}-seed{seed}"), &scene, &mut random)
}

/// The heap without velocities and loads.
pub(super) fn scene(
    random: &mut Random,
    bodies: usize,
    shape: PileShape,
    mass_ratio: f64,
) -> Scene {
    let heap = Heap::new(bodies);
    let mut scene = Scene::default();
    let mut halves: Vec<DVec3> = Vec::new();
    for body in 0..bodies {
        let exponent = match body {
            0 => 0.0,
            _ if body + 1 == bodies => 1.0,
            _ => random.unit(),
        };
        let mass = libm::pow(mass_ratio, exponent);
        let place = heap.places[body];
        match shape {
            PileShape::Box => {
                let half =
                    DVec3::new(random.between(0.14, 0.17), random.between(0.14, 0.17), RADIUS);
                let jitter = 0.04 * DVec3::new(random.signed(), random.signed(), 0.0);
                let position = place.centre(0.36, 2.0 * RADIUS) + jitter;
                let orientation = rotation::by_vector(TILT * random.vector3());
                let cuboid = Body::at_rest(Solid::Cuboid(half), mass, position);
                scene.bodies.push(Body { orientation, ..cuboid });
                halves.push(half);
                join_box(&mut scene, &halves, &heap, body, random);
            }
            PileShape::Sphere => {
                let jitter = 0.02 * RADIUS * random.vector3();
                let height = RADIUS * std::f64::consts::SQRT_2;
                let position = place.centre(2.0 * RADIUS, height) + jitter;
                scene.bodies.push(Body::at_rest(Solid::Ball(RADIUS), mass, position));
                join_sphere(&mut scene, &heap, body);
            }
        }
    }
    scene
}

/// Supports of a box: each of the four below with probability 0.7, but at least
/// one, at three or four corners of the overlap; side contacts now and then.
fn join_box(scene: &mut Scene, halves: &[DVec3], heap: &Heap, body: usize, random: &mut Random) {
    let place = heap.places[body];
    let mut below: Vec<Option<usize>> = heap.below(place).into_iter().map(Some).collect();
    if below.is_empty() {
        below.push(None);
    }
    let sure = random.index(below.len());
    for (at, other) in below.into_iter().enumerate() {
        if at == sure || random.chance(0.7) {
            push_patch(scene, halves, other, body, 2, random);
        }
    }
    for (axis, other) in heap.beside(place) {
        if random.chance(0.25) {
            push_patch(scene, halves, Some(other), body, axis, random);
        }
    }
}

/// Contacts at the corners of the overlap of two boxes seen along `axis`; one
/// corner in three patches is missing.
fn push_patch(
    scene: &mut Scene,
    halves: &[DVec3],
    first: Option<usize>,
    above: usize,
    axis: usize,
    random: &mut Random,
) {
    let upper = scene.bodies[above].position;
    let (lower, half) = match first {
        Some(below) => (scene.bodies[below].position, halves[below]),
        None => (upper, halves[above]),
    };
    let range = |k: usize| {
        let least = (upper[k] - halves[above][k]).max(lower[k] - half[k]);
        let most = (upper[k] + halves[above][k]).min(lower[k] + half[k]);
        [least, most]
    };
    let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    let mut upward = DVec3::ZERO;
    upward[axis] = 1.0;
    let normal = (upward + TILT * random.vector3()).normalize();
    let missing = if random.chance(1.0 / 3.0) { random.index(4) } else { 4 };
    for corner in (0..4).filter(|&corner| corner != missing) {
        let mut point = DVec3::ZERO;
        point[axis] = upper[axis] - halves[above][axis];
        point[u] = range(u)[corner & 1];
        point[v] = range(v)[corner >> 1];
        let gap = GAP * random.signed();
        scene
            .touches
            .push(ContactPoint { gap, ..ContactPoint::at_rest(first, above, point, normal) });
    }
}

/// Contacts of a sphere with the floor and with earlier spheres that are near.
fn join_sphere(scene: &mut Scene, heap: &Heap, body: usize) {
    let centre = scene.bodies[body].position;
    let place = heap.places[body];
    if place.layer == 0 {
        let point = DVec3::new(centre.x, centre.y, 0.0);
        let touch = ContactPoint::at_rest(None, body, point, DVec3::Z);
        scene.touches.push(ContactPoint { gap: centre.z - RADIUS, ..touch });
    }
    let beside = heap.beside(place).into_iter().map(|(_, other)| other);
    for other in heap.below(place).into_iter().chain(beside) {
        let across = centre - scene.bodies[other].position;
        let gap = across.length() - 2.0 * RADIUS;
        if gap < 0.02 * RADIUS {
            let normal = across.normalize_or(DVec3::Z);
            let point = scene.bodies[other].position + (RADIUS + 0.5 * gap) * normal;
            scene.touches.push(ContactPoint {
                gap,
                ..ContactPoint::at_rest(Some(other), body, point, normal)
            });
        }
    }
}
