//! What holds a branch of a machine.
//!
//! Of the parts i of the branch, with masses mᵢ, centres cᵢ and angular momenta Lᵢ, and the
//! forces f at points p that contacts and loops do to them, the rest of the machine holds
//!
//! ```text
//! F = Σ mᵢ (c̈ᵢ − g) − Σ f,   N = Σ (cᵢ − s) × mᵢ (c̈ᵢ − g) + L̇ᵢ − Σ (p − s) × f + n
//! ```
//!
//! at the site s, as MuJoCo's `cfrc_int` has it: motors and springs are of the rest, and here
//! strings over sites are, too.
//! Derivatives are the changes of a step, divided by its length.

use glam::DVec3;

use super::Simulation;
use super::sense::placed;
use crate::motion::world_inertia;
use crate::report::ContactReport;
use crate::sensor::{Branch, Part, Site};
use crate::state::BodyState;

/// Force and moment about a point.
struct Wrench {
    about: DVec3,
    force: DVec3,
    moment: DVec3,
}

impl Wrench {
    fn add(&mut self, point: DVec3, force: DVec3, moment: DVec3) {
        self.force += force;
        self.moment += (point - self.about).cross(force) + moment;
    }
}

impl Simulation {
    /// Force (N) and torque about the site of a branch (N·m) that hold it, in the axes of
    /// the site.
    pub(super) fn held(&self, branch: &Branch) -> Vec<f64> {
        let (site, ..) = placed(&branch.site, self, &self.state.bodies);
        let mut held = Wrench { about: site.position, force: DVec3::ZERO, moment: DVec3::ZERO };
        for part in &branch.parts {
            let [centre, force, moment] = self.gained(part);
            held.add(centre, force, moment);
        }
        let h = self.substep_seconds();
        for ContactReport { first, second, shapes, point, impulse, moment, .. } in self.contacts() {
            let has = |body: usize, shape: usize| {
                let own = |part: &Part| {
                    part.body.is_some_and(|own| own.0 == body) && part.shapes.contains(&shape)
                };
                branch.parts.iter().any(own)
            };
            let pushed = f64::from(has(*second, shapes[1])) - f64::from(has(*first, shapes[0]));
            if pushed != 0.0 {
                held.add(*point, -pushed / h * *impulse, -pushed / h * *moment);
            }
        }
        for &(joint, is_second) in &branch.loops {
            let ([force, torque], anchors) = (self.joint_load(joint), self.joint_anchors(joint));
            let sign = if is_second { -1.0 } else { 1.0 };
            held.add(anchors.map_or(site.position, |it| it[1]), sign * force, sign * torque);
        }
        let turn = site.orientation.inverse();
        [turn * held.force, turn * held.moment].iter().flat_map(DVec3::to_array).collect()
    }

    /// The centre of a part, m (c̈ − g) and L̇ about the centre.
    fn gained(&self, part: &Part) -> [DVec3; 3] {
        let mass = &part.mass;
        let site = Site::new(part.body, mass.centre);
        let motion = |states: &[BodyState]| {
            let (pose, velocity, spin) = placed(&site, self, states);
            (pose.position, velocity, world_inertia(pose.orientation, &mass.inertia) * spin)
        };
        let (centre, velocity, momentum) = motion(&self.state.bodies);
        let weight = mass.mass * self.settings().gravity;
        let Some(before) = self.before() else { return [centre, -weight, DVec3::ZERO] };
        let (_, old, old_momentum) = motion(&before.bodies);
        let h = self.settings().time_step;
        [centre, mass.mass / h * (velocity - old) - weight, (momentum - old_momentum) / h]
    }
}
