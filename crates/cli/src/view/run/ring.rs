//! Back in time: the states of a live run, as far back as memory allows.
//!
//! A saved state goes on to the same bits, so a run can be led back to any
//! step in the ring and go on from there: as before, or with other settings.
//! What lies ahead stays until a step is done from an earlier one.

use std::collections::VecDeque;
use std::sync::Arc;

use stickslip_dynamics::{ContactReport, LiquidState, Particles, State, StepReport};

use super::bodies::Bodies;
use super::lane::Lane;

/// Most steps that are kept, a minute at 60 steps a second.
const MAX_STEPS: usize = 3600;
/// Most memory that they take (bytes).
const MAX_BYTES: usize = 256 << 20;

/// One lane at one step.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Where everything was.
    pub state: State,
    /// Figures of the step that led there.
    pub report: StepReport,
    /// Steps not solved until then.
    pub failed: usize,
    /// What acted in that step.
    pub contacts: Vec<ContactReport>,
}

impl Moment {
    /// Where a lane is now.
    pub fn new(lane: &Lane) -> Self {
        Self {
            state: lane.simulation.state().clone(),
            report: lane.report.clone(),
            failed: lane.failed,
            contacts: lane.contacts().to_vec(),
        }
    }

    /// What it takes (bytes).
    fn bytes(&self) -> usize {
        let State { bodies, joints, contacts, liquids, vertices, .. } = &self.state;
        let State { joint_impulses, joint_labels, controls, leads, .. } = &self.state;
        let wet = |liquid: &LiquidState| {
            let Particles { positions, velocities, gradients } = &liquid.particles;
            size_of_val(&positions[..])
                + size_of_val(&velocities[..])
                + size_of_val(&gradients[..])
                + size_of_val(&liquid.pressures[..])
        };
        size_of::<Self>()
            + size_of_val(&bodies[..])
            + size_of_val(&joints[..])
            + size_of_val(&joint_impulses[..])
            + size_of_val(&joint_labels[..])
            + size_of_val(&controls[..])
            + size_of_val(&leads[..])
            + size_of_val(&contacts[..])
            + size_of_val(&liquids[..])
            + liquids.iter().map(wet).sum::<usize>()
            + size_of_val(&vertices.positions[..])
            + size_of_val(&vertices.velocities[..])
            + size_of_val(&self.contacts[..])
    }
}

/// All lanes at one step.
#[derive(Debug)]
struct Kept {
    step: u64,
    moments: Vec<Moment>,
    bodies: Arc<Bodies>,
    bytes: usize,
}

/// The steps that can be gone back to, in their order.
#[derive(Debug, Default)]
pub struct Ring {
    steps: VecDeque<Kept>,
    bytes: usize,
}

impl Ring {
    /// Keeps a step; forgets what lies at or after it, and then the oldest.
    pub fn keep(&mut self, lanes: &[Lane], bodies: &Arc<Bodies>) {
        let Some(step) = lanes.first().map(|lane| lane.simulation.state().step) else { return };
        while self.steps.back().is_some_and(|last| last.step >= step) {
            self.bytes -= self.steps.pop_back().map_or(0, |last| last.bytes);
        }
        let moments: Vec<Moment> = lanes.iter().map(Moment::new).collect();
        let others = self.steps.back().is_some_and(|last| !Arc::ptr_eq(&last.bodies, bodies));
        let bytes = moments.iter().map(Moment::bytes).sum::<usize>()
            + if others { bodies.bytes() } else { 0 };
        self.bytes += bytes;
        self.steps.push_back(Kept { step, moments, bodies: Arc::clone(bodies), bytes });
        while self.steps.len() > MAX_STEPS || (self.bytes > MAX_BYTES && self.steps.len() > 2) {
            self.bytes -= self.steps.pop_front().map_or(0, |first| first.bytes);
        }
    }

    /// The first and the last step that can be gone back to.
    pub fn ends(&self) -> Option<(u64, u64)> {
        Some((self.steps.front()?.step, self.steps.back()?.step))
    }

    /// The lanes at the last step that is not after this one, and the bodies
    /// that there were; none before the first.
    pub fn at(&self, step: u64) -> Option<(&[Moment], &Arc<Bodies>)> {
        let after = self.steps.partition_point(|kept| kept.step <= step);
        let kept = self.steps.get(after.checked_sub(1)?)?;
        Some((&kept.moments, &kept.bodies))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::message::Open;
    use crate::view::run::live::Live;

    /// What the ring counts is what its memory takes, with contacts, joints and
    /// liquids, and it stays below its bounds.
    #[test]
    fn bytes_are_counted_as_they_are() {
        for name in ["dam-break", "crane", "wall"] {
            let source = stickslip_scene::find_builtin(name).expect("built in").source();
            let open = Open { scene: name.into(), ..Open::default() };
            let mut live = Live::open(&source, &open).expect("a scene");
            live.lanes[0].simulation.step().expect("a step");
            let mut ring = Ring::default();
            let taken =
                allocation_counter::measure(|| ring.keep(&live.lanes, &live.bodies)).bytes_current;
            let counted = ring.bytes as f64;
            assert!((taken as f64 / counted - 1.0).abs() < 0.15, "{name}: {taken} for {counted}");
        }
    }

    /// Every list counts, with as much as it holds.
    #[test]
    fn what_grows_takes_more() {
        use stickslip_dynamics::glam::DVec3;
        let source = stickslip_scene::find_builtin("crane").expect("built in").source();
        let open = Open { scene: "crane".into(), ..Open::default() };
        let live = Live::open(&source, &open).expect("a scene");
        let mut moment = Moment::new(&live.lanes[0]);
        let mut before = moment.bytes();
        let mut grown = |moment: &Moment, bytes: usize| {
            assert!(bytes > 0);
            assert_eq!(moment.bytes(), before + bytes);
            before = moment.bytes();
        };
        let joints = size_of_val(&moment.state.joints[..]);
        moment.state.joints.extend_from_within(..);
        grown(&moment, joints);
        let controls = size_of_val(&moment.state.controls[..]);
        moment.state.controls.extend_from_within(..);
        grown(&moment, controls);
        let impulses = size_of_val(&moment.state.joint_impulses[..]);
        moment.state.joint_impulses.extend_from_within(..);
        grown(&moment, impulses);
        moment.state.vertices.positions.push(DVec3::ZERO);
        grown(&moment, 24);
        moment.state.vertices.velocities.push(DVec3::ZERO);
        grown(&moment, 24);
    }
}
