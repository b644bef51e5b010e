//! A cable that is fixed on top of a rod, lies on a quarter of it and hangs
//! down with a heavy load at its end: joints carry the whole load through
//! light links, and the rod's contacts share it (capstan).

use std::f64::consts::FRAC_PI_2;
use stickslip_geometry::rotation;

use super::error::{GenerateError, require_at_least, require_count, require_share};
use super::random::Random;
use super::scene::{
    Body, Bounds, ContactOptions, ContactPoint, GRAVITY, Joint, MAX_BODIES, MAX_ROWS, STEP, Scene,
    Solid, bodies_for_rows,
};
use stickslip_dynamics::glam::DVec3;
use stickslip_solve::Problem;
use stickslip_solve::options::{choice, options};

choice! {
    /// How the links of a cable are joined.
    pub enum CableJoint {
        /// A common point: three rows.
        Ball = "ball",
        /// A common point and orientation: six rows.
        Fixed = "fixed",
    }
}

options! {
    /// Options of [`cable`].
    pub struct CableOptions {
        /// Number of links; the load is one more body.
        links: usize = 20,
        /// Approximate number of rows, in place of the number of links; 0 leaves it to `links`.
        rows: usize = 0,
        /// How the links are joined.
        joint: CableJoint = CableJoint::Ball,
        /// Mass of the load over that of a link.
        mass_ratio: f64 = 1000.0,
        /// Share of the links that lie on the rod, with two contact points each.
        contact_share: f64 = 0.5,
        /// Friction coefficient.
        mu: f64 = 0.5,
        /// Compliance: every diagonal entry of C (m/s per N·s).
        compliance: f64 = 1e-9,
        /// Largest random initial speed (m/s) along each axis of every body.
        impact: f64 = 0.1,
        /// Friction bounds: coupled to the normal impulse or frozen to an estimate.
        bounds: Bounds = Bounds::Coupled,
        /// Share of the rows at a constant bound of a planted solution; -1 plants none.
        tight: f64 = -1.0,
    }
}

/// Length of a link (m).
const LENGTH: f64 = 0.1;
/// Half the thickness of a link (m).
const THICKNESS: f64 = 0.01;
/// Mass of a link (kg).
const LINK_MASS: f64 = 0.1;
/// Density of the load (kg/m³), a steel cube.
const LOAD_DENSITY: f64 = 7800.0;
/// Largest twist of a link about its axes (radians).
const TWIST: f64 = 0.02;

/// A loaded cable as a boxed problem; joint rows are free.
pub fn cable(seed: u64, options: &CableOptions) -> Result<Problem, GenerateError> {
    let &CableOptions { links, rows, joint, mass_ratio, contact_share, impact, .. } = options;
    let &CableOptions { mu, compliance, bounds, tight, .. } = options;
    require_count("links", links, 1, MAX_BODIES)?;
    require_count("rows", rows, 0, MAX_ROWS)?;
    require_at_least("mass_ratio", mass_ratio, f64::MIN_POSITIVE)?;
    require_share("contact_share", contact_share)?;
    require_at_least("impact", impact, 0.0)?;
    let contact_options = ContactOptions { mu, compliance, bounds, tight };
    contact_options.check()?;
    let locked = joint == CableJoint::Fixed;
    let build =
        |links, random: &mut Random| scene(random, links, locked, mass_ratio, contact_share);
    let links = match rows {
        0 => links,
        _ => bodies_for_rows(rows, |links| build(links, &mut Random::new(seed)).rows()),
    };
    let mut random = Random::new(seed);
    let mut scene = build(links, &mut random);
    scene.kick(1.0, impact, &mut random);
    contact_options.problem(format!("cable-{links}-seed{seed}"), &scene, &mut random)
}

fn scene(
    random: &mut Random,
    links: usize,
    locked: bool,
    mass_ratio: f64,
    contact_share: f64,
) -> Scene {
    let lying = (contact_share * links as f64).round() as usize;
    let turn = FRAC_PI_2 / lying.max(1) as f64;
    let radius = LENGTH / turn;
    // Joint positions: a quarter circle about the y axis, then straight down.
    let joint_at = |index: usize| {
        let angle = FRAC_PI_2 - turn * index.min(lying) as f64;
        let drop = LENGTH * index.saturating_sub(lying) as f64;
        DVec3::new(radius * libm::cos(angle), 0.0, radius * libm::sin(angle) - drop)
    };
    let load_mass = mass_ratio * LINK_MASS;
    let mut scene = Scene::default();
    for link in 0..links {
        let (start, end) = (joint_at(link), joint_at(link + 1));
        let centre = 0.5 * (start + end);
        let along = end - start;
        let pitch = libm::atan2(-along.z, along.x);
        let twist = TWIST * random.signed();
        let solid = Solid::Cuboid(DVec3::new(0.5 * LENGTH, THICKNESS, THICKNESS));
        let orientation = rotation::about(DVec3::Y, pitch + twist);
        scene.bodies.push(Body { orientation, ..Body::at_rest(solid, LINK_MASS, centre) });
        // Weight of everything that hangs from this link's upper end.
        let hanging = (links - link.max(lying)) as f64 * LINK_MASS + load_mass;
        let tension = hanging * GRAVITY * STEP;
        let first = link.checked_sub(1);
        let pull = -tension * along.normalize();
        scene.joints.push(Joint { first, second: link, point: start, locked, pull });
        if link < lying {
            let angle = FRAC_PI_2 - turn * (link as f64 + 0.5);
            let normal = DVec3::new(libm::cos(angle), 0.0, libm::sin(angle));
            for side in [-THICKNESS, THICKNESS] {
                let point = centre - THICKNESS * normal + side * DVec3::Y;
                let touch = ContactPoint::at_rest(None, link, point, normal);
                scene.touches.push(ContactPoint { load: 0.5 * turn * tension, ..touch });
            }
        }
    }
    let half = 0.5 * libm::cbrt(load_mass / LOAD_DENSITY);
    let end = joint_at(links);
    let solid = Solid::Cuboid(DVec3::splat(half));
    scene.bodies.push(Body::at_rest(solid, load_mass, end - half * DVec3::Z));
    scene.joints.push(Joint {
        first: Some(links - 1),
        second: links,
        point: end,
        locked,
        pull: load_mass * GRAVITY * STEP * DVec3::Z,
    });
    scene
}
