//! Who moves: the unknown velocities, their masses, and how points hang on them.

use glam::{DMat3, DVec3};
use stickslip_contact::SiteCarrier;

use crate::model::{Model, ModelError};
use crate::motion::{self, cross_matrix};
use crate::state::State;
use crate::world::World;

/// Every mover's place among the velocities: bodies that forces move have six, vertices of
/// soft bodies that are free three, all others none.
#[derive(Clone, Debug)]
pub(super) struct Movers {
    /// Bodies first.
    pub(super) starts: Vec<Option<usize>>,
    pub(super) bodies: usize,
    pub(super) size: usize,
    /// The mover of each unknown.
    pub(super) origins: Vec<usize>,
    /// Of each vertex (kg).
    pub(super) masses: Vec<f64>,
    /// The soft body of each vertex.
    pub(super) owners: Vec<usize>,
    /// Share of each vertex in the surface of its soft body.
    pub(super) shares: Vec<f64>,
    /// Vertices that scripts or statics hold: vertex, body, place in its axes.
    held: Vec<(usize, usize, DVec3)>,
}

/// The velocity of one side of a contact against the other, by the unknowns:
/// v = drift + Σ factor · v[start..start + 3].
#[derive(Clone, Debug, Default)]
pub(super) struct Jacobian {
    pub(super) terms: Vec<(usize, DMat3)>,
    /// Of what forces do not move (m/s).
    pub(super) drift: DVec3,
}

impl Movers {
    /// Of a model; the error names what is held by something that moves.
    pub(super) fn new(model: &Model) -> Result<Self, ModelError> {
        let mut movers = Self {
            starts: Vec::new(),
            bodies: model.bodies().len(),
            size: 0,
            origins: Vec::new(),
            masses: Vec::new(),
            owners: Vec::new(),
            shares: Vec::new(),
            held: Vec::new(),
        };
        for body in model.bodies() {
            movers.add(body.is_dynamic(), 6);
        }
        for (number, soft) in model.soft_bodies().iter().enumerate() {
            let first = movers.masses.len();
            let mut is_free: Vec<bool> = soft.is_pinned.iter().map(|pinned| !pinned).collect();
            for attachment in &soft.description.attachments {
                let body = &model.bodies()[attachment.body.0];
                if body.is_dynamic() {
                    return Err(ModelError::Setting {
                        key: "stepper",
                        reason: format!(
                            "these steps hold vertices by bodies that forces do not move, and \"{}\" holds \"{}\"",
                            body.description.name, soft.description.name
                        ),
                    });
                }
                let begin = body.centre(&body.description.pose);
                for &vertex in &attachment.vertices {
                    let local = begin.local_point(soft.positions[vertex as usize]);
                    movers.held.push((first + vertex as usize, attachment.body.0, local));
                    is_free[vertex as usize] = false;
                }
            }
            is_free.iter().for_each(|&free| movers.add(free, 3));
            movers.masses.extend_from_slice(soft.mesh.masses());
            movers.owners.resize(movers.masses.len(), number);
            movers.shares.extend(shares(soft.mesh.rest(), &soft.faces, &soft.pieces));
        }
        Ok(movers)
    }

    fn add(&mut self, is_free: bool, width: usize) {
        self.starts.push(is_free.then_some(self.size));
        self.size += if is_free { width } else { 0 };
        self.origins.resize(self.size, self.starts.len() - 1);
    }

    /// Where the velocity of a vertex begins, if it is free.
    pub(super) fn vertex(&self, vertex: usize) -> Option<usize> {
        self.starts[self.bodies + vertex]
    }

    /// Gives held vertices the velocities that bring them to where their bodies will be.
    pub(super) fn drive(&self, world: &mut World, h: f64) {
        for &(vertex, body, local) in &self.held {
            let mut state = world.state.bodies[body];
            motion::advance(&world.model.bodies()[body], &mut state, h);
            let place = state.pose.point(local);
            let vertices = &mut world.state.vertices;
            vertices.velocities[vertex] = (place - vertices.positions[vertex]) / h;
        }
    }

    /// The velocities of all that is free.
    pub(super) fn read(&self, state: &State, velocities: &mut Vec<f64>) {
        velocities.clear();
        velocities.resize(self.size, 0.0);
        for (body, start) in state.bodies.iter().zip(&self.starts) {
            if let Some(start) = *start {
                body.velocity.write_to_slice(&mut velocities[start..]);
                body.angular_velocity.write_to_slice(&mut velocities[start + 3..]);
            }
        }
        for (velocity, start) in state.vertices.velocities.iter().zip(&self.starts[self.bodies..]) {
            if let Some(start) = *start {
                velocity.write_to_slice(&mut velocities[start..]);
            }
        }
    }

    /// Puts them back.
    pub(super) fn write(&self, velocities: &[f64], state: &mut State) {
        for (body, start) in state.bodies.iter_mut().zip(&self.starts) {
            if let Some(start) = *start {
                body.velocity = DVec3::from_slice(&velocities[start..]);
                body.angular_velocity = DVec3::from_slice(&velocities[start + 3..]);
            }
        }
        let vertices = state.vertices.velocities.iter_mut();
        for (velocity, start) in vertices.zip(&self.starts[self.bodies..]) {
            if let Some(start) = *start {
                *velocity = DVec3::from_slice(&velocities[start..]);
            }
        }
    }

    /// M in 3 × 3 blocks: where each begins, and the block.
    pub(super) fn inertias(&self, world: &World) -> Vec<(usize, DMat3)> {
        let mut blocks = Vec::new();
        let weighing = |mass: f64| DMat3::from_diagonal(DVec3::splat(mass));
        let bodies = world.model.bodies().iter().zip(&world.state.bodies);
        for ((body, state), start) in bodies.zip(&self.starts) {
            if let Some(start) = *start {
                blocks.push((start, weighing(body.mass.mass)));
                let inertia = motion::world_inertia(state.pose.orientation, &body.mass.inertia);
                blocks.push((start + 3, inertia));
            }
        }
        for (&mass, start) in self.masses.iter().zip(&self.starts[self.bodies..]) {
            blocks.extend(start.map(|start| (start, weighing(mass))));
        }
        blocks
    }

    /// Adds a side of a contact at a point, with a sign.
    pub(super) fn hang(
        &self,
        state: &State,
        (body, hold): (usize, SiteCarrier),
        point: DVec3,
        sign: f64,
        jacobian: &mut Jacobian,
    ) {
        let scaled = |factor: f64| DMat3::from_diagonal(DVec3::splat(factor));
        match hold {
            SiteCarrier::Body => {
                let own = &state.bodies[body];
                let arm = point - own.pose.position;
                match self.starts[body] {
                    Some(start) => {
                        jacobian.terms.push((start, scaled(sign)));
                        jacobian.terms.push((start + 3, -sign * cross_matrix(arm)));
                    }
                    None => {
                        let velocity = own.velocity + own.angular_velocity.cross(arm);
                        jacobian.drift += sign * velocity;
                    }
                }
            }
            SiteCarrier::Vertices { numbers, weights } => {
                for (number, weight) in numbers.into_iter().zip(weights) {
                    match self.vertex(number as usize) {
                        _ if weight == 0.0 => {}
                        Some(start) => jacobian.terms.push((start, scaled(sign * weight))),
                        None => {
                            let velocity = state.vertices.velocities[number as usize];
                            jacobian.drift += sign * weight * velocity;
                        }
                    }
                }
            }
        }
    }
}

impl Jacobian {
    /// v by the unknowns.
    pub(super) fn velocity(&self, velocities: &[f64]) -> DVec3 {
        let each =
            |&(start, factor): &(usize, DMat3)| factor * DVec3::from_slice(&velocities[start..]);
        self.drift + self.terms.iter().map(each).sum::<DVec3>()
    }

    /// Adds Jᵀ of an impulse.
    pub(super) fn spread(&self, impulse: DVec3, sum: &mut [f64]) {
        for &(start, factor) in &self.terms {
            add(factor.transpose() * impulse, &mut sum[start..start + 3]);
        }
    }
}

/// Adds a vector to three numbers.
pub(super) fn add(vector: DVec3, sum: &mut [f64]) {
    sum.iter_mut().zip(vector.to_array()).for_each(|(sum, part)| *sum += part);
}

/// The share of each vertex in the surface of a soft body: a third of its faces, or half of
/// its pieces of rope.
fn shares(rest: &[DVec3], faces: &[[u32; 3]], pieces: &[[u32; 2]]) -> Vec<f64> {
    let mut shares = vec![0.0; rest.len()];
    let place = |vertex: u32| rest[vertex as usize];
    for &face in faces {
        let [a, b, c] = face.map(place);
        let area = (b - a).cross(c - a).length() / 6.0;
        face.iter().for_each(|&vertex| shares[vertex as usize] += area);
    }
    for &piece in pieces {
        let length = 0.5 * place(piece[0]).distance(place(piece[1]));
        piece.iter().for_each(|&vertex| shares[vertex as usize] += length);
    }
    let whole: f64 = shares.iter().sum();
    shares.iter().map(|share| share / whole.max(f64::MIN_POSITIVE)).collect()
}
