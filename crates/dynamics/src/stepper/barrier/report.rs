//! What a step tells of its contacts.

use glam::DVec3;
use stickslip_barrier::{Closest, Curvature, log_barrier};
use stickslip_solve::SectionShape;

use super::friction::GROUND;
use super::newton::Newton;
use super::places::Places;
use super::potential::{Potential, Rub};
use crate::report::{ContactReport, ContactState};
use crate::rows::Bodies;
use crate::world::World;

/// A contact as features have it: forces on the first.
struct Found {
    parts: [u32; 2],
    /// From the second feature to the first.
    normal: DVec3,
    point: DVec3,
    gap: f64,
    /// On the first side (N·s).
    impulse: DVec3,
    velocity: DVec3,
    key: (u8, u32, u32),
}

/// Writes what acted in every contact where the step ended; gaps are those of where it
/// began.
pub(super) fn write(world: &mut World, newton: &Newton, potential: &Potential, begun: &Places) {
    let (places, start, h) = (&newton.places, &potential.start, potential.h);
    let mut contacts = Vec::new();
    for candidate in potential.active(&newton.near, places) {
        let (now, then) = (candidate.corners(places), candidate.corners(start));
        let before = candidate.corners(begun);
        let Some(local) = candidate.pair.evaluate(&now, potential.reach, Curvature::Exact) else {
            continue;
        };
        let closest = Closest::new(candidate.pair.kind, &now);
        let split = candidate.split();
        let first: DVec3 = (0..split).map(|at| closest.weights[at] * now[at]).sum();
        let slope: DVec3 = local.gradient[..split].iter().sum();
        let moved = |at: usize| closest.weights[at] * (now[at] - then[at]);
        // Half of the gap away from where the first side ends.
        let radius = newton.surfaces.parts[candidate.parts[0] as usize].radius;
        let apart = radius + 0.5 * (closest.distance - candidate.pair.offset);
        contacts.push(Found {
            parts: candidate.parts,
            normal: closest.normal,
            point: first - apart * closest.normal,
            gap: Closest::new(candidate.pair.kind, &before).distance - candidate.pair.offset,
            impulse: -potential.stiffness / h * slope,
            velocity: (0..4).map(moved).sum::<DVec3>() / h,
            key: (u8::from(candidate.key.0), candidate.key.1, candidate.key.2),
        });
    }
    for near in &newton.near.grounded {
        let plane = &newton.surfaces.planes[near.plane as usize];
        let at = near.point as usize;
        let height = |places: &Places| newton.surfaces.height(near, places);
        let [_, slope, _] = log_barrier(height(places), potential.reach);
        if slope == 0.0 {
            continue;
        }
        contacts.push(Found {
            parts: [newton.surfaces.vertices[near.vertex as usize].part, plane.part],
            normal: plane.normal,
            point: places.points[at] - (near.offset + 0.5 * height(places)) * plane.normal,
            gap: height(begun),
            impulse: -potential.stiffness / h * slope * plane.normal,
            velocity: (places.points[at] - start.points[at]) / h,
            key: (GROUND, near.plane, near.vertex),
        });
    }
    world.contacts.clear();
    for mut found in contacts {
        let rub = potential.rubs.binary_search_by_key(&found.key, |rub| rub.key);
        let rub = rub.ok().map(|at| &potential.rubs[at]);
        if let Some(rub) = rub {
            let moved = rub.displacement(places);
            found.impulse -= rub.slip.derivatives(moved).0 / h;
            found.velocity = moved / h;
        }
        let state = state(&found, rub, places);
        let contact = in_order(world, newton, &found, state);
        world.contacts.push(contact);
    }
}

/// Keeps the coordinates of joints where their bodies are.
pub(super) fn track_joints(world: &mut World) {
    let bodies =
        Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
    for (joint, memory) in world.model.joints().iter().zip(&mut world.state.joints) {
        joint.track(&bodies, &mut memory.coordinates);
    }
}

fn state(found: &Found, rub: Option<&Rub>, places: &Places) -> ContactState {
    match rub {
        _ if found.impulse.dot(found.normal) <= 0.0 => ContactState::Separating,
        Some(rub) if rub.slip.along(rub.displacement(places)).length() < rub.slip.full => {
            ContactState::Sticking
        }
        _ => ContactState::Slipping,
    }
}

/// The body with the lower number comes first, and the normal points from it.
fn in_order(world: &World, newton: &Newton, found: &Found, state: ContactState) -> ContactReport {
    let [one, two] = found.parts.map(|part| &newton.surfaces.parts[part as usize]);
    let [own, other] = found.parts.map(|part| newton.surfaces.shape(part));
    let (sign, shapes) =
        if one.party > two.party { (1.0, [other, own]) } else { (-1.0, [own, other]) };
    ContactReport {
        first: one.party.min(two.party),
        second: one.party.max(two.party),
        shapes,
        point: found.point,
        normal: sign * found.normal,
        gap: found.gap,
        impulse: sign * found.impulse,
        moment: DVec3::ZERO,
        velocity: sign * found.velocity,
        friction: match world.settings.friction.has_tangents() {
            false => 0.0,
            true => world.model.materials.between(one.material, two.material).friction,
        },
        tangent: found.normal.any_orthonormal_vector(),
        section: SectionShape::Disc,
        state,
    }
}
