//! One solver's simulation of the scene.

use stickslip_dynamics::{Change, ContactReport, ModelError, Pose, Simulation, StepReport};

use super::bodies::renumbered;
use super::coordinates::Coordinate;
use super::ring::Moment;

/// One solver's simulation of the scene.
pub struct Lane {
    /// Where it is.
    pub simulation: Simulation,
    /// Figures of its last step.
    pub report: StepReport,
    /// Steps with a solve that did not converge.
    pub failed: usize,
    /// What acted in the last step, where the simulation no longer knows.
    pub(super) then: Option<Vec<ContactReport>>,
}

impl Lane {
    /// At its beginning.
    pub fn new(simulation: Simulation) -> Self {
        Self { simulation, report: StepReport::default(), failed: 0, then: None }
    }

    /// What acted in the last step.
    pub fn contacts(&self) -> &[ContactReport] {
        self.then.as_deref().unwrap_or_else(|| self.simulation.contacts())
    }

    /// Goes back to a moment.
    pub fn restore(&mut self, moment: &Moment) -> Result<(), String> {
        let restored = self.simulation.restore(moment.state.clone());
        restored.map_err(|error| error.to_string())?;
        self.report = moment.report.clone();
        self.failed = moment.failed;
        self.then = Some(moment.contacts.clone());
        Ok(())
    }

    /// Puts a coordinate at a value and at rest. What acted where bodies were is past.
    pub fn put(&mut self, name: &str, value: f64) -> Result<(), String> {
        let poses = |lane: &Self| -> Vec<Pose> {
            lane.simulation.state().bodies.iter().map(|body| body.pose).collect()
        };
        let before = poses(self);
        Coordinate::named(&self.simulation, name)?.put(&mut self.simulation, value)?;
        let after = poses(self);
        let stays = |body: usize| before.get(body) == after.get(body);
        if let Some(then) = &mut self.then {
            then.retain(|contact| stays(contact.first) && stays(contact.second));
        }
        Ok(())
    }

    /// Adds bodies and takes others out. What acted in the last step between those that stay
    /// is still known.
    pub fn change_bodies(
        &mut self,
        edit: impl Fn(&mut Change<'_>) -> Result<(), ModelError>,
    ) -> Result<(), String> {
        let (before, contacts) = (self.simulation.model().clone(), self.contacts().to_vec());
        self.simulation.change(|change| edit(change)).map_err(|error| error.to_string())?;
        let after = self.simulation.model();
        let place = |body: usize| renumbered(body, &before, after);
        let moved = |contact: ContactReport| {
            let (first, second) = (place(contact.first)?, place(contact.second)?);
            Some(ContactReport { first, second, ..contact })
        };
        self.then = Some(contacts.into_iter().filter_map(moved).collect());
        Ok(())
    }
}
