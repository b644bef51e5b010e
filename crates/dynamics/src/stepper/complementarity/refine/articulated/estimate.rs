//! How far a piece may be off.
//!
//! Under a force that changes with time x is off by h³/12 |ȧ|. Where forces hang on places and
//! speeds it is more: h³/3 |ȧ| = 4h/3 |v₂ − 2v½ + v₀|, by the velocities of the links at both
//! ends of the piece and between its halves.
//!
//! Balls and what floats turn by the exponential of h Ω. Turns do not commute: with Ω changing
//! on the way, they are off by h³/6 |Ω × Ω̇| = h²/6 |Ω₀ × Ω₂| or so, and what they do to the directions of
//! forces adds up: four times that is a bound for fast tops, whose velocities hardly change.

use glam::DVec3;
use stickslip_geometry::rotation;

use super::super::{Refinement, Work};
use super::Articulated;
use crate::state::BodyState;
use crate::tree::{Parent, Step, Tree};

impl Refinement {
    /// The estimate for a piece of `h` seconds that ends where the members are (m).
    pub(super) fn bends(&self, own: &Articulated, work: &Work<'_>, h: f64) -> f64 {
        let states = &work.world.state.bodies;
        let ends = own.start.iter().zip(&own.middle).zip(&self.members);
        let changes = ends.map(|((start, middle), &body)| {
            let end = &states[body];
            let change = end.velocity - 2.0 * middle.velocity + start.velocity;
            let spin =
                end.angular_velocity - 2.0 * middle.angular_velocity + start.angular_velocity;
            change.length() + spin.length() * work.collision.reach(body)
        });
        let change = changes.fold(0.0, f64::max);
        let trees = self.members.iter().filter_map(|&body| match work.world.forest.link(body) {
            Some((tree, 0)) => Some(&work.world.forest.trees[tree]),
            _ => None,
        });
        let turned = trees.map(|tree| self.turned(own, work, tree)).fold(0.0, f64::max);
        4.0 * h / 3.0 * change + 2.0 * h * h / 3.0 * turned
    }

    /// The largest |Ω₀ × Ω₂| of a tree, with how far it reaches (m/s²).
    fn turned(&self, own: &Articulated, work: &Work<'_>, tree: &Tree) -> f64 {
        let states = &work.world.state.bodies;
        let spin_before = |body: usize| match self.members.binary_search(&body) {
            Ok(place) => own.start[place].angular_velocity,
            Err(_) => DVec3::ZERO,
        };
        let balls = tree.links.iter().filter(|link| link.passage.steps.contains(&Step::Ball));
        let all = balls.map(|link| {
            let mut spins = [spin_before(link.body), states[link.body].angular_velocity];
            if let Parent::Link(parent) = link.parent {
                let parent = tree.links[parent].body;
                spins[0] -= spin_before(parent);
                spins[1] -= states[parent].angular_velocity;
            }
            let centre = states[link.body].pose.position;
            let distance = |body: usize| {
                states[body].pose.position.distance(centre) + work.collision.reach(body)
            };
            let reach = tree.links.iter().map(|link| distance(link.body)).fold(0.0, f64::max);
            reach * spins[0].cross(spins[1]).length()
        });
        all.fold(0.0, f64::max)
    }

    /// How far the members are from where a whole step has brought them (m).
    pub(super) fn distance(&self, whole: &[BodyState], work: &Work<'_>) -> f64 {
        let ends = whole.iter().zip(&self.members).map(|(whole, &body)| {
            let (one, two) = (&work.world.state.bodies[body].pose, &whole.pose);
            let turn = rotation::angle_between(one.orientation, two.orientation);
            one.position.distance(two.position) + turn * work.collision.reach(body)
        });
        ends.fold(0.0, f64::max)
    }
}
