//! What a step leaves: the state, its contacts, and figures.

use glam::DVec3;
use rayon::prelude::*;
use stickslip_contact::tangents;
use stickslip_solve::{Label, SectionShape};

use super::SmallSteps;
use super::bodies::Bodies;
use super::joints::Joints;
use super::lane::take;
use crate::joint::Interval;
use crate::report::{ContactReport, ContactState, StepReport};
use crate::state::{CONTACT_ROWS, ContactMemory};
use crate::stepper::complementarity::stages;
use crate::world::World;

/// A contact point: its feature, its pair, its manifold, and its number in that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    feature: u64,
    pair: u32,
    manifold: u32,
    k: u32,
}

/// Points that one task tells of at least.
const SHARE_OF_POINTS: usize = 1024;

impl SmallSteps {
    /// Writes poses, velocities and the impulses of contacts into the state, and lists the
    /// contacts; impulses are scaled by `scale`.
    pub(super) fn store(&mut self, world: &mut World, scale: f64, report: &mut StepReport) {
        for at in 0..world.state.bodies.len() {
            self.bodies.write(at, &mut world.state.bodies[at]);
        }
        let mut points = std::mem::take(&mut self.points);
        self.list_points(&mut points, |_| true);
        let each = |point: &Point| self.contact(point, scale);
        fill(&mut world.contacts, &points, each);
        for pair in points.chunk_by_mut(|one, two| one.pair == two.pair) {
            pair.sort_unstable_by_key(|point| point.feature);
        }
        let each = |point: &Point| self.memory(point, scale);
        fill(&mut world.state.contacts, &points, each);
        self.points = points;
        report.contacts = world.contacts.len();
        report.constraints = 3 * world.contacts.len() + self.joints.len();
    }

    /// Lists the points of pairs of some bodies.
    pub(super) fn list_points(&self, points: &mut Vec<Point>, takes: impl Fn([u32; 2]) -> bool) {
        points.clear();
        let pairs = self.pairs.manifolds.iter().enumerate();
        for (pair, &head) in pairs.filter(|(pair, _)| takes(self.pairs.bodies(*pair))) {
            for manifold in self.manifolds.of(head) {
                let own = &self.manifolds.all[manifold as usize];
                let features = own.features[..own.count].iter().zip(0..);
                points.extend(features.map(|(&feature, k)| Point {
                    feature,
                    pair: pair as u32,
                    manifold,
                    k,
                }));
            }
        }
    }

    /// Deepest penetration where the bodies are now (m).
    pub(super) fn deepest(&self) -> f64 {
        self.colours.deepest(&self.bodies.deltas)
    }

    /// What the state keeps of a point.
    fn memory(&self, point: &Point, scale: f64) -> ContactMemory {
        let seat = self.manifolds.all[point.manifold as usize].seat;
        let (group, lane) = (self.colours.group(seat), seat.lane as usize);
        let own = &group.at[point.k as usize];
        let mut impulses = [0.0; CONTACT_ROWS];
        impulses[0] = scale * f64::from(own.normal_impulse.get(lane));
        for k in 0..2 {
            impulses[1 + k] = scale * f64::from(own.tangent_impulse[k].get(lane));
        }
        let (first, second) = self.pairs.colliders_of[point.pair as usize];
        let (first, second) = (first as usize, second as usize);
        let moments = group.share_of_moment(own, lane).map(|moment| scale * moment);
        self.pairs.surface(first, second).keep_moments(moments, &mut impulses);
        let key = (first, second, point.feature);
        ContactMemory { key, impulses, labels: [Label::Free; CONTACT_ROWS] }
    }

    /// What is reported of a point.
    pub(super) fn contact(&self, point: &Point, scale: f64) -> ContactReport {
        let [first, second] = self.pairs.bodies(point.pair as usize).map(|body| body as usize);
        let seat = self.manifolds.all[point.manifold as usize].seat;
        let (group, lane) = (self.colours.group(seat), seat.lane as usize);
        let own = &group.at[point.k as usize];
        let n = take(&group.normal, lane);
        let (t, b) = tangents(n);
        let mu = f64::from(group.friction.get(lane));
        let normal = scale * f64::from(own.normal_impulse.get(lane));
        let [x, y] = own.tangent_impulse.map(|own| scale * f64::from(own.get(lane)));
        let [spin, roll, other] = group.share_of_moment(own, lane).map(|own| scale * own);
        let arms = [0, 1].map(|side| take(&own.arms[side], lane));
        let speed = |side: usize, body: usize| -> DVec3 {
            let (v, w) = self.bodies.motion(body);
            v + w.cross(arms[side])
        };
        let (one, two) = self.pairs.colliders_of[point.pair as usize];
        ContactReport {
            first,
            second,
            shapes: [one, two].map(|at| self.pairs.shape(at)),
            point: self.bodies.poses[second].position + arms[1],
            normal: n,
            gap: group.gap(point.k as usize, lane, &self.bodies.deltas),
            impulse: normal * n + x * t + y * b,
            moment: spin * n + roll * t + other * b,
            velocity: speed(1, second) - speed(0, first),
            friction: mu,
            tangent: t,
            section: SectionShape::Disc,
            state: match normal {
                push if push <= 0.0 => ContactState::Separating,
                push if x.hypot(y) >= mu * push * (1.0 - 1e-5) => ContactState::Slipping,
                _ => ContactState::Sticking,
            },
        }
    }
}

impl Joints {
    /// Notes the largest error of a held row of every joint where the bodies are now, beyond what
    /// its compliance gives, and tells the largest of all joints.
    pub(super) fn error(
        &mut self,
        world: &mut World,
        bodies: &Bodies,
        (time, h): (f64, f64),
        scale: f64,
    ) -> f64 {
        self.place(world, bodies);
        self.buffer.clear();
        let mut owners = std::mem::take(&mut self.joint_rows);
        let step = Interval { time, h, rule: stages::rule(&world.settings) };
        let includes = |joint: usize| !self.left_out[joint];
        stages::write_joints(world, step, includes, &mut self.buffer, &mut owners);
        let mut row = 0;
        while row < owners.len() {
            let joint = owners[row];
            self.errors[joint] = 0.0;
            for at in world.joint_rows(joint) {
                let own = &self.buffer.rows()[row];
                if own.is_held && own.gamma > 0.0 {
                    let impulse = scale * world.state.joint_impulses[at].abs();
                    let given = h * own.epsilon * impulse / own.gamma;
                    self.errors[joint] = self.errors[joint].max(own.error.abs() - given);
                }
                row += 1;
            }
        }
        self.joint_rows = owners;
        self.errors.iter().copied().fold(0.0, f64::max)
    }
}

/// Fills a list with what is reported of each point.
fn fill<T: Send>(list: &mut Vec<T>, points: &[Point], each: impl Fn(&Point) -> T + Send + Sync) {
    if points.len() >= 2 * SHARE_OF_POINTS && rayon::current_num_threads() > 1 {
        let all = points.par_iter().with_min_len(SHARE_OF_POINTS);
        return all.map(each).collect_into_vec(list);
    }
    list.clear();
    list.extend(points.iter().map(each));
}
