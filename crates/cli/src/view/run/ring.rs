//! Back in time: the states of a live run, as far back as memory allows.
//!
//! A saved state goes on to the same bits, so a run can be led back to any
//! step in the ring and go on from there: as before, or with other settings.
//! What lies ahead stays until a step is done from an earlier one.

use std::collections::VecDeque;

use stickslip_dynamics::{ContactReport, State, StepReport};

use super::live::Lane;

/// Most steps that are kept, a minute at 60 steps a second.
const MOST_STEPS: usize = 3600;
/// Most memory that they take, by an estimate (bytes).
const MOST_BYTES: usize = 256 << 20;

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
    fn new(lane: &Lane) -> Self {
        Self {
            state: lane.simulation.state().clone(),
            report: lane.report.clone(),
            failed: lane.failed,
            contacts: lane.contacts().to_vec(),
        }
    }

    /// What it takes (bytes), roughly.
    fn bytes(&self) -> usize {
        let State { bodies, joints, joint_impulses, contacts, .. } = &self.state;
        512 + size_of_val(&bodies[..])
            + size_of_val(&joints[..])
            + 9 * joint_impulses.len()
            + size_of_val(&contacts[..])
            + size_of_val(&self.contacts[..])
    }
}

/// The steps that can be gone back to, in their order.
#[derive(Debug, Default)]
pub struct Ring {
    steps: VecDeque<(u64, Vec<Moment>, usize)>,
    bytes: usize,
}

impl Ring {
    /// Keeps a step; forgets what lies at or after it, and then the oldest.
    pub fn keep(&mut self, lanes: &[Lane]) {
        let Some(step) = lanes.first().map(|lane| lane.simulation.state().step) else { return };
        while self.steps.back().is_some_and(|last| last.0 >= step) {
            self.bytes -= self.steps.pop_back().map_or(0, |last| last.2);
        }
        let moments: Vec<Moment> = lanes.iter().map(Moment::new).collect();
        let bytes = moments.iter().map(Moment::bytes).sum();
        self.bytes += bytes;
        self.steps.push_back((step, moments, bytes));
        while self.steps.len() > MOST_STEPS || (self.bytes > MOST_BYTES && self.steps.len() > 2) {
            self.bytes -= self.steps.pop_front().map_or(0, |first| first.2);
        }
    }

    /// The first and the last step that can be gone back to.
    pub fn ends(&self) -> Option<(u64, u64)> {
        Some((self.steps.front()?.0, self.steps.back()?.0))
    }

    /// The lanes at the last step that is not after this one; none before the
    /// first.
    pub fn at(&self, step: u64) -> Option<&[Moment]> {
        let after = self.steps.partition_point(|kept| kept.0 <= step);
        Some(&self.steps.get(after.checked_sub(1)?)?.1)
    }
}
