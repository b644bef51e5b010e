//! What a step leaves: the state, its contacts, and figures.

use std::ops::Range;

use glam::DVec3;
use rayon::prelude::*;
use stickslip_contact::tangents;
use stickslip_solve::{Label, SectionShape};

use super::SmallSteps;
use super::group::Group;
use super::joints::Joints;
use super::lane::take;
use super::manifolds::Manifold;
use super::movers::Movers;
use crate::joint::Interval;
use crate::parts::Surface;
use crate::report::{ContactReport, ContactState, StepReport};
use crate::state::{CONTACT_ROWS, ContactMemory};
use crate::stepper::complementarity::stages;
use crate::world::World;

/// Pairs that one task tells of.
const SHARE_OF_PAIRS: usize = 512;

/// A manifold that is told of: its place, axes, and the motion of its bodies.
pub(super) struct Telling<'a> {
    manifold: &'a Manifold,
    group: &'a Group,
    lane: usize,
    colliders: (usize, usize),
    /// The places of both among the shapes of their bodies.
    shapes: [usize; 2],
    surface: &'a Surface,
    bodies: [usize; 2],
    axes: [DVec3; 3],
    /// Velocity and spin, way and turn since the step began.
    motions: [(DVec3, DVec3); 2],
    ways: [(DVec3, DVec3); 2],
    /// The centre of mass of the second body.
    centre: DVec3,
    /// Impulses are told as so many times what they are.
    scale: f64,
}

impl SmallSteps {
    /// Writes poses, velocities and the impulses of contacts into the state, and lists the
    /// contacts; impulses are scaled by `scale`.
    pub(super) fn store(&mut self, world: &mut World, scale: f64, report: &mut StepReport) {
        self.bodies.write_all(&mut world.state.bodies);
        self.tell(&mut world.contacts, &mut world.state.contacts, scale);
        report.contacts = world.contacts.len();
        report.constraints = 3 * world.contacts.len() + self.joints.len();
    }

    /// Lists all points pair by pair, and what the state keeps of them by their features: tasks
    /// fill the places of their pairs.
    fn tell(
        &self,
        contacts: &mut Vec<ContactReport>,
        memories: &mut Vec<ContactMemory>,
        scale: f64,
    ) {
        let pairs = self.pairs.colliders_of.len();
        let many = if rayon::current_num_threads() > 1 { SHARE_OF_PAIRS } else { pairs.max(1) };
        let share = |at: usize| at * many..pairs.min((at + 1) * many);
        let all = self.points_of(0..pairs);
        contacts.resize_with(all, ContactReport::default);
        memories.resize(all, ContactMemory::default());
        if many >= pairs {
            return self.tell_pairs(0..pairs, (contacts, memories), scale);
        }
        let mut rest = (&mut contacts[..], &mut memories[..]);
        let cut = |at: usize| {
            let (contacts, memories) = std::mem::take(&mut rest);
            let count = self.points_of(share(at));
            let (own, later) = contacts.split_at_mut(count);
            let (kept, later_kept) = memories.split_at_mut(count);
            rest = (later, later_kept);
            (share(at), (own, kept))
        };
        let tasks: Vec<_> = (0..pairs.div_ceil(many)).map(cut).collect();
        tasks.into_par_iter().for_each(|(pairs, places)| self.tell_pairs(pairs, places, scale));
    }

    /// How many points some pairs have.
    fn points_of(&self, pairs: Range<usize>) -> usize {
        let heads = self.pairs.manifolds[pairs].iter();
        let own = heads.flat_map(|&head| self.manifolds.of(head));
        own.map(|at| self.manifolds.all[at as usize].count).sum()
    }

    /// Fills the places of some pairs.
    fn tell_pairs(
        &self,
        pairs: Range<usize>,
        (contacts, memories): (&mut [ContactReport], &mut [ContactMemory]),
        scale: f64,
    ) {
        let mut end = 0;
        for pair in pairs {
            let begin = end;
            for manifold in self.manifolds.of(self.pairs.manifolds[pair]) {
                let own = self.telling(pair, manifold, scale);
                for k in 0..own.manifold.count {
                    contacts[end] = own.contact(k);
                    memories[end] = own.memory(k);
                    end += 1;
                }
            }
            let kept = &mut memories[begin..end];
            if !kept.is_sorted_by_key(|memory| memory.key.2) {
                kept.sort_unstable_by_key(|memory| memory.key.2);
            }
        }
    }

    /// Calls with the contacts of pairs of some bodies.
    pub(super) fn each_contact(
        &self,
        takes: impl Fn([u32; 2]) -> bool,
        mut found: impl FnMut(ContactReport),
    ) {
        for pair in (0..self.pairs.colliders_of.len()).filter(|&at| takes(self.pairs.bodies(at))) {
            for manifold in self.manifolds.of(self.pairs.manifolds[pair]) {
                let own = self.telling(pair, manifold, 1.0);
                (0..own.manifold.count).for_each(|k| found(own.contact(k)));
            }
        }
    }

    fn telling(&self, pair: usize, manifold: u32, scale: f64) -> Telling<'_> {
        let bodies = self.pairs.bodies(pair).map(|body| body as usize);
        let manifold = &self.manifolds.all[manifold as usize];
        let (group, lane) = (self.colours.group(manifold.seat), manifold.seat.lane as usize);
        let (first, second) = self.pairs.colliders_of[pair];
        let (first, second) = (first as usize, second as usize);
        let n = take(&group.normal, lane);
        let (t, b) = tangents(n);
        Telling {
            manifold,
            group,
            lane,
            colliders: (first, second),
            shapes: [first, second].map(|at| self.pairs.shape(at as u32)),
            surface: self.pairs.surface(first, second),
            bodies,
            axes: [n, t, b],
            motions: [self.bodies.motion(bodies[0]), self.bodies.motion(bodies[1])],
            ways: bodies.map(|body| self.bodies.deltas[body].motion()),
            centre: self.bodies.poses[bodies[1]].position,
            scale,
        }
    }

    /// Deepest penetration where the bodies are now (m).
    pub(super) fn deepest(&self) -> f64 {
        self.colours.deepest(&self.bodies.deltas)
    }
}

impl Telling<'_> {
    /// Impulses of a point along the axes.
    fn impulses(&self, k: usize) -> [f64; 3] {
        let (own, lane) = (&self.group.at[k], self.lane);
        let [x, y] = &own.tangent_impulse;
        [&own.normal_impulse, x, y].map(|own| self.scale * f64::from(own.get(lane)))
    }

    /// Moments of a point about the axes.
    fn moments(&self, k: usize) -> [f64; 3] {
        let moments = self.group.share_of_moment(&self.group.at[k], self.lane);
        moments.map(|moment| self.scale * moment)
    }

    /// What the state keeps of a point.
    fn memory(&self, k: usize) -> ContactMemory {
        let mut impulses = [0.0; CONTACT_ROWS];
        impulses[..3].copy_from_slice(&self.impulses(k));
        self.surface.keep_moments(self.moments(k), &mut impulses);
        let (first, second) = self.colliders;
        let key = (first, second, self.group.features[k][self.lane]);
        ContactMemory { key, impulses, labels: [Label::Free; CONTACT_ROWS] }
    }

    /// What is reported of a point.
    fn contact(&self, k: usize) -> ContactReport {
        let (own, lane, [n, t, b]) = (&self.group.at[k], self.lane, self.axes);
        let [first, second] = self.bodies;
        let friction = f64::from(self.group.friction.get(lane));
        let [normal, x, y] = self.impulses(k);
        let [spin, roll, other] = self.moments(k);
        let arms = [take(&own.arms[0], lane), take(&own.arms[1], lane)];
        let [(va, wa), (vb, wb)] = self.motions;
        let [(way_a, turn_a), (way_b, turn_b)] = self.ways;
        let moved =
            n.dot(way_b - way_a) + arms[1].cross(n).dot(turn_b) - arms[0].cross(n).dot(turn_a);
        ContactReport {
            first,
            second,
            shapes: self.shapes,
            point: self.centre + arms[1],
            normal: n,
            gap: f64::from(own.gap.get(lane)) + moved,
            impulse: normal * n + x * t + y * b,
            moment: spin * n + roll * t + other * b,
            velocity: vb + wb.cross(arms[1]) - va - wa.cross(arms[0]),
            friction,
            tangent: t,
            section: SectionShape::Disc,
            state: match normal {
                push if push <= 0.0 => ContactState::Separating,
                push if libm::hypot(x, y) >= friction * push * (1.0 - 1e-5) => {
                    ContactState::Slipping
                }
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
        bodies: &impl Movers,
        (time, h): (f64, f64),
        scale: f64,
    ) -> f64 {
        self.place(world, bodies);
        self.buffer.clear();
        let mut owners = std::mem::take(&mut self.joint_rows);
        let step = Interval { time, h, rule: stages::rule(&world.settings) };
        let includes = |joint: usize| !self.left_out[joint];
        stages::write_joints(world, step, (includes, false), &mut self.buffer, &mut owners);
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
