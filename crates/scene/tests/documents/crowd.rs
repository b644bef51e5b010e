//! Many bodies of one kind, watched together.

use glam::DVec3;
use stickslip_dynamics::{BodyState, Simulation};

use crate::stage::Stage;

/// The bodies whose names begin alike, and where they were.
pub struct Crowd {
    members: Vec<usize>,
    places: Vec<DVec3>,
}

impl Crowd {
    /// The bodies whose names begin with `prefix`, where they are now.
    pub fn new(stage: &Stage, prefix: &str) -> Self {
        let bodies = stage.simulation.model().bodies().iter().enumerate();
        let named = bodies.filter(|(_, body)| body.description.name.starts_with(prefix));
        let members: Vec<usize> = named.map(|(at, _)| at).collect();
        let states = &stage.simulation.state().bodies;
        let places = members.iter().map(|&at| states[at].pose.position).collect();
        Self { members, places }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Each of them as it is now.
    pub fn now<'a>(&'a self, simulation: &'a Simulation) -> impl Iterator<Item = &'a BodyState> {
        self.members.iter().map(|&at| &simulation.state().bodies[at])
    }

    /// How far each has moved since it was first seen (m).
    pub fn moved<'a>(&'a self, simulation: &'a Simulation) -> impl Iterator<Item = DVec3> + 'a {
        let places = self.places.iter();
        self.now(simulation).zip(places).map(|(body, place)| body.pose.position - *place)
    }

    /// The lowest and the highest centre (m).
    pub fn heights(&self, simulation: &Simulation) -> (f64, f64) {
        let heights = self.now(simulation).map(|body| body.pose.position.y);
        heights.fold((f64::MAX, f64::MIN), |(low, high), y| (low.min(y), high.max(y)))
    }

    /// The speed of the fastest (m/s).
    pub fn fastest(&self, simulation: &Simulation) -> f64 {
        self.now(simulation).map(|body| body.velocity.length()).fold(0.0, f64::max)
    }
}
