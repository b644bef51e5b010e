//! Where a round begins, and where it leads.

use glam::DVec3;

use super::super::linearisation::Linearisation;
use crate::world::World;

/// Velocities and impulses of those that are stepped together.
#[derive(Debug, Default)]
pub struct Guess {
    /// Of their vertices.
    pub vertices: Vec<DVec3>,
    /// Of bodies: linear, angular.
    pub bodies: Vec<[DVec3; 2]>,
    /// Of the rows of their island.
    pub impulses: Vec<f64>,
}

impl Guess {
    /// As they are.
    pub fn take(
        &mut self,
        world: &World,
        lines: &Linearisation,
        members: &[usize],
        island: Option<usize>,
    ) {
        self.vertices.clear();
        self.bodies.clear();
        self.impulses.clear();
        for &mesh in members {
            let own = lines.elastic.vertices(mesh);
            self.vertices.extend_from_slice(&world.state.vertices.velocities[own]);
        }
        let Some(island) = island else { return };
        let island = &lines.islands.all()[island];
        let states = island.bodies.iter().map(|&body| &world.state.bodies[body]);
        self.bodies.extend(states.map(|state| [state.velocity, state.angular_velocity]));
        self.impulses.extend(island.rows.iter().map(|&row| lines.impulses[row]));
    }

    /// Nothing moves and nothing acts, for as many as another has.
    pub fn rest(&mut self, other: &Self) {
        self.vertices.clear();
        self.bodies.clear();
        self.impulses.clear();
        self.vertices.resize(other.vertices.len(), DVec3::ZERO);
        self.bodies.resize(other.bodies.len(), [DVec3::ZERO; 2]);
        self.impulses.resize(other.impulses.len(), 0.0);
    }
}
