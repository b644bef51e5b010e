//! Clusters that have come upon each other.
//!
//! Clusters are made of where the plain step leads. Their own steps may end elsewhere, and each
//! looks at its own bodies alone. Bodies of different clusters were apart by the margin there, so
//! nothing has met as long as nothing is farther from there than half of it. Otherwise contacts
//! are found once more; clusters that are deeper in each other than the accuracy are joined, and
//! all of them are stepped again from the plain step.

use super::{PlainStep, Refinement, Work};
use crate::collide::Collision;
use crate::report::StepReport;
use crate::state::{BodyState, ContactMemory, JointMemory};
use crate::step_error::StepError;
use crate::world::World;

/// How often clusters are joined in a step; what is left then is measured as depth.
const MAX_JOININGS: usize = 4;

/// The plain step, and where it began: what clusters are stepped from.
#[derive(Default)]
pub struct Plain {
    begin: Vec<BodyState>,
    ends: Vec<BodyState>,
    contacts: Vec<ContactMemory>,
    joints: Vec<JointMemory>,
    joint_impulses: Vec<f64>,
    recorded: usize,
    report: StepReport,
}

impl Refinement {
    /// Steps the clusters, and again with those joined that have come upon each other.
    pub(super) fn settle_together(
        &mut self,
        work: &mut Work<'_>,
        plain_step: &PlainStep<'_>,
    ) -> Result<(), StepError> {
        self.keep_plain(work);
        for joining in 0.. {
            self.settle_clusters(work, plain_step)?;
            if joining == MAX_JOININGS || !self.has_strayed(work) {
                break;
            }
            let Work { world, collision, report, accuracy, .. } = work;
            collision.detect(&world.model, &world.state.bodies, plain_step.span.h);
            report.times.add_detection(collision.times());
            if !self.join_deep(world, collision, *accuracy) {
                break;
            }
            self.go_back(work);
        }
        Ok(())
    }

    fn keep_plain(&mut self, work: &mut Work<'_>) {
        let Plain { begin, ends, contacts, joints, joint_impulses, recorded, report } =
            &mut self.plain;
        let state = &work.world.state;
        begin.clone_from(&self.begin);
        ends.clone_from(&state.bodies);
        contacts.clone_from(&state.contacts);
        joints.clone_from(&state.joints);
        joint_impulses.clone_from(&state.joint_impulses);
        report.clone_from(work.report);
        *recorded = work.world.recorded();
    }

    fn go_back(&mut self, work: &mut Work<'_>) {
        let Plain { begin, ends, contacts, joints, joint_impulses, recorded, report } = &self.plain;
        let state = &mut work.world.state;
        self.begin.clone_from(begin);
        state.bodies.clone_from(ends);
        state.contacts.clone_from(contacts);
        state.joints.clone_from(joints);
        state.joint_impulses.clone_from(joint_impulses);
        work.world.forget_recorded(*recorded);
        let times = work.report.times;
        work.report.clone_from(report);
        work.report.times = times;
        self.used = 0;
        for marks in [&mut self.redone, &mut self.jumped, &mut self.used_history] {
            marks.fill(false);
        }
        self.forget_totals();
    }

    /// Whether a body is so far from where the plain step has led it that it may have met
    /// another cluster.
    fn has_strayed(&self, work: &Work<'_>) -> bool {
        let allowed = 0.5 * work.world.settings.margin;
        let is_far = |&(_, body): &(usize, usize)| {
            let (plain, now) = (&self.plain.ends[body].pose, &work.world.state.bodies[body].pose);
            // The chord of a turn by φ is 2 sin(φ/2) of the radius.
            let turn = plain.orientation.inverse() * now.orientation;
            let chord = 2.0 * turn.xyz().length() * work.collision.reach(body);
            plain.position.distance(now.position) + chord > allowed
        };
        self.clusters.iter().any(is_far)
    }

    /// Joins what lies in another cluster; whether anything does.
    fn join_deep(&mut self, world: &World, collision: &Collision, accuracy: f64) -> bool {
        let beside_soft = &self.beside_soft;
        let moves = |body: usize| world.model.bodies()[body].is_dynamic() && !beside_soft[body];
        self.missed.copy_from_slice(&self.redone);
        let mut any = false;
        for contact in collision.contacts().iter().filter(|contact| -contact.gap > accuracy) {
            let [(first, _), (second, _)] = collision.parties(contact);
            let joined = &mut self.joined;
            if moves(first) && moves(second) && joined.root(first) != joined.root(second) {
                joined.join(first, second);
                self.missed[first] = true;
                any = true;
            }
        }
        if any {
            self.gather(world);
        }
        any
    }
}
