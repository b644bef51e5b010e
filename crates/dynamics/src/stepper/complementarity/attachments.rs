//! Vertices that move with bodies: three rows each, which hold the vertex where
//! it was relative to the body at the beginning.

use glam::DVec3;

use crate::rows::{Bodies, RowBuffer};
use crate::world::World;

/// Adds the rows of all attachments where bodies and vertices are.
pub fn write(world: &World, rows: &mut RowBuffer) {
    let vertices = &world.state.vertices;
    let states = &world.state.bodies;
    let bodies = Bodies { bodies: world.model.bodies(), states, vertices: &vertices.velocities };
    let mut first = 0;
    for soft in world.model.soft_bodies() {
        for attachment in &soft.description.attachments {
            let body = attachment.body.0;
            let begin = bodies.bodies[body].centre(&bodies.bodies[body].description.pose);
            for &vertex in &attachment.vertices {
                let anchor = begin.local_point(soft.positions[vertex as usize]);
                let place = states[body].pose.point(anchor);
                let arm = place - states[body].pose.position;
                let gap = vertices.positions[first + vertex as usize] - place;
                for axis in DVec3::AXES {
                    let mut row = rows.add(0.0, 1.0);
                    row.add(Some(states.len() + first + vertex as usize), axis, DVec3::ZERO);
                    row.add(Some(body), -axis, -arm.cross(axis));
                    row.error = gap.dot(axis);
                }
            }
        }
        first += soft.vertices();
    }
}
