//! What a step leaves: the state, its contacts, and figures.

use glam::DVec3;
use stickslip_contact::tangents;
use stickslip_solve::SectionShape;

use super::SmallSteps;
use super::lane::take;
use crate::report::{ContactReport, ContactState, StepReport};
use crate::world::World;

impl SmallSteps {
    /// Writes poses, velocities and the impulses of contacts into the state; impulses are
    /// scaled by `scale`.
    pub(super) fn store(&mut self, world: &mut World, scale: f64) {
        for at in 0..world.state.bodies.len() {
            self.bodies.write(at, &mut world.state.bodies[at]);
        }
        world.state.contacts.clear();
        for pair in 0..self.pairs.len() {
            let begin = world.state.contacts.len();
            for at in self.manifolds.of(self.pairs.manifolds[pair]) {
                let (key, memories) = (self.pairs.colliders_of[pair], &mut world.state.contacts);
                self.manifolds.memories(at, key, &self.colours, scale, memories);
            }
            world.state.contacts[begin..].sort_unstable_by_key(|memory| memory.key);
        }
    }

    /// Deepest penetration where the bodies are now (m).
    pub(super) fn deepest(&self) -> f64 {
        self.colours.deepest(&self.bodies.deltas)
    }

    /// Lists the contacts, and counts them.
    pub(super) fn report(&self, world: &mut World, scale: f64, report: &mut StepReport) {
        world.contacts.clear();
        for pair in 0..self.pairs.len() {
            let [first, second] = self.pairs.bodies(pair).map(|body| body as usize);
            for at in self.manifolds.of(self.pairs.manifolds[pair]) {
                let own = &self.manifolds.all[at as usize];
                let (group, lane) = (self.colours.group(own.seat), own.seat.lane as usize);
                let n = take(&group.normal, lane);
                let (t, b) = tangents(n);
                let mu = f64::from(group.friction.get(lane));
                for (k, point) in group.at[..own.count].iter().enumerate() {
                    let normal = scale * f64::from(point.normal_impulse.get(lane));
                    let [x, y] = point.tangent_impulse.map(|own| scale * f64::from(own.get(lane)));
                    let arms = [0, 1].map(|side| take(&point.arms[side], lane));
                    let speed = |side: usize, body: usize| -> DVec3 {
                        let (v, w) = self.bodies.motion(body);
                        v + w.cross(arms[side])
                    };
                    world.contacts.push(ContactReport {
                        first,
                        second,
                        point: self.bodies.poses[second].position + arms[1],
                        normal: n,
                        gap: group.gap(k, lane, &self.bodies.deltas),
                        impulse: normal * n + x * t + y * b,
                        moment: DVec3::ZERO,
                        velocity: speed(1, second) - speed(0, first),
                        friction: mu,
                        tangent: t,
                        section: SectionShape::Disc,
                        state: match normal {
                            push if push <= 0.0 => ContactState::Separating,
                            push if x.hypot(y) >= mu * push * (1.0 - 1e-5) => {
                                ContactState::Slipping
                            }
                            _ => ContactState::Sticking,
                        },
                    });
                }
            }
        }
        report.contacts = world.contacts.len();
        report.constraints = 3 * world.contacts.len() + self.joints.len();
    }
}
