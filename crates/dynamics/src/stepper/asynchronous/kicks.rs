//! What the events do: weight, elements and layers change velocities.

use glam::DVec3;

use super::clock::Event;
use super::flow::{Flow, Point};
use super::pairs::{Near, Pair};

/// What a pair has done in the step.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairImpulse {
    pub(super) parts: [u32; 2],
    /// On the first (N·s).
    pub(super) impulse: DVec3,
    /// From the second to the first, and where, at the last kick.
    pub(super) normal: DVec3,
    pub(super) point: DVec3,
    /// Of the first against the second after it (m/s).
    pub(super) velocity: DVec3,
    /// Between their surfaces at the first kick (m).
    pub(super) gap: f64,
    pub(super) friction: f64,
    pub(super) slips: bool,
}

impl Flow<'_> {
    /// The velocity of the first feature against the second where they are nearest; balls
    /// touch at their surface.
    fn velocity(&self, pair: &Pair, near: &Near) -> DVec3 {
        (0..4)
            .map(|k| {
                let point = &self.points[pair.points[k] as usize];
                near.weights[k] * (point.velocity + point.spin.cross(arm(pair, near, k, point)))
            })
            .sum()
    }

    fn apply(&mut self, pair: &Pair, near: &Near, impulse: DVec3) {
        for k in 0..4 {
            let point = &mut self.points[pair.points[k] as usize];
            let own = near.weights[k] * impulse;
            point.velocity += point.inverse_mass * own;
            let arm = arm(pair, near, k, point);
            point.spin += point.inverse_inertia * arm.cross(own);
            self.is_broken |= point.velocity.length() > point.bound;
        }
    }

    /// h k (η − d) along the normal, damped, and friction of at most μ times that.
    pub(super) fn kick(&mut self, at: u32, layer: u32, near: &Near, seconds: f64) {
        self.kicks += 1;
        let pair = self.pairs[at as usize].clone();
        let velocity = self.velocity(&pair, near);
        let stiffness = self.layers.stiffness(layer);
        let damping = 2.0 * pair.ratio * (stiffness / pair.inverse_mass).sqrt();
        let force = self.layers.force(layer, near.distance) - damping * velocity.dot(near.normal);
        let normal = seconds * force.max(0.0);
        let mut impulse = normal * near.normal;
        let across = velocity - velocity.dot(near.normal) * near.normal;
        let speed = across.length();
        let mut slips = true;
        if speed > 0.0 && pair.friction > 0.0 {
            let mobility: f64 = (0..4)
                .map(|k| {
                    let point = &self.points[pair.points[k] as usize];
                    let turned = point.radius * point.radius * point.inverse_inertia;
                    near.weights[k].abs() * (point.inverse_mass + turned)
                })
                .sum();
            let most = pair.friction * normal;
            slips = speed / mobility > most;
            impulse -= (if slips { most } else { speed / mobility }) / speed * across;
        }
        self.apply(&pair, near, impulse);
        let split = pair.split().min(3);
        let place: DVec3 =
            (0..split).map(|k| near.weights[k] * self.points[pair.points[k] as usize].place).sum();
        let radius = self.surfaces.parts[pair.parts[0] as usize].radius;
        let told = self.told.entry(pair.key).or_insert(PairImpulse {
            parts: pair.parts,
            impulse: DVec3::ZERO,
            normal: near.normal,
            point: DVec3::ZERO,
            velocity: DVec3::ZERO,
            gap: near.distance,
            friction: pair.friction,
            slips: true,
        });
        told.impulse += impulse;
        told.normal = near.normal;
        told.point = place - (radius + 0.5 * near.distance) * near.normal;
        told.velocity = velocity;
        told.slips = slips;
    }

    /// An element ticks.
    pub(super) fn stretch(&mut self, at: u32, tick: u64) -> Result<(), String> {
        self.kicks += 1;
        let timed = &self.elements[at as usize];
        let x = self.gather(timed.vertices, tick);
        let v = timed.vertices.map(|vertex| self.points[vertex as usize].velocity);
        let forces = timed.forces(&x, &v).ok_or_else(|| {
            let name = &self.model.soft_bodies()[timed.soft].description.name;
            format!("an element of \"{name}\" is inside out, which its energy forbids")
        })?;
        let seconds = timed.clock.seconds(self.h);
        for (&vertex, force) in timed.vertices[..timed.count].iter().zip(forces) {
            let point = &mut self.points[vertex as usize];
            point.velocity += seconds * point.inverse_mass * force;
            self.is_broken |= point.velocity.length() > point.bound;
        }
        self.queue.push(tick + timed.clock.period, Event::Element(at));
        Ok(())
    }

    /// Weight ticks.
    pub(super) fn weigh(&mut self, tick: u64) {
        let seconds = self.weight.seconds(self.h);
        for at in 0..self.points.len() {
            if self.points[at].inverse_mass > 0.0 {
                self.carry(at, tick);
                let point = &mut self.points[at];
                let drag = point.drag * point.velocity;
                point.velocity += seconds * (point.acceleration - drag);
                point.spin += seconds * point.turning;
                self.is_broken |= point.velocity.length() > point.bound;
            }
        }
        self.queue.push(tick + self.weight.period, Event::Weight);
    }
}

/// From the middle of a ball to where it touches.
fn arm(pair: &Pair, near: &Near, k: usize, point: &Point) -> DVec3 {
    let side = if k < pair.split() { -1.0 } else { 1.0 };
    side * point.radius * near.normal
}
