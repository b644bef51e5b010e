//! Steps in the order of cells without ranks: one rank behind an ordinary simulation.

use std::sync::Arc;

use stickslip_dynamics::{
    BodyState, ContactReport, Engine, Model, ModelError, Settings, Simulation, State, StepReport,
    SweepOrder,
};

use crate::catalogue::Catalogue;
use crate::comm::Serial;
use crate::domain::Domain;

/// A simulation whose steps are those of ranks, to the bit: what `order = "cells"` asks for.
///
/// # Errors
/// Where ranks do not take the model, or small steps do not.
pub fn simulation(model: Model, settings: Settings) -> Result<Simulation, ModelError> {
    let refused = |reason: String| ModelError::Setting { key: "order", reason };
    let plain = Settings { order: SweepOrder::Lanes, ..settings.clone() };
    let catalogue = Catalogue::new(&model, &plain, None);
    let catalogue = catalogue.map_err(|refusal| refused(format!("\"cells\": {refusal}")))?;
    let engine = InCells { catalogue: Arc::new(catalogue), domain: None };
    Simulation::with_engine(model, settings, Box::new(engine))
}

/// One rank as an engine.
struct InCells {
    catalogue: Arc<Catalogue>,
    /// None before the first step from a state.
    domain: Option<Domain>,
}

impl Engine for InCells {
    fn name(&self) -> &str {
        "small steps in the order of cells"
    }

    fn begin(&mut self, state: &State, accuracy: Option<f64>) -> Result<(), String> {
        if !state.leads.is_empty() {
            return Err("the order of cells takes no bodies that are led from outside".into());
        }
        if self.domain.is_none() {
            // Nobody else has it without a domain.
            if let (Some(accuracy), Some(own)) = (accuracy, Arc::get_mut(&mut self.catalogue)) {
                own.accuracy = accuracy;
            }
            let begun = Domain::new(Arc::clone(&self.catalogue), state, Serial);
            self.domain = Some(begun.map_err(|error| error.to_string())?);
        }
        if let Some(domain) = &mut self.domain {
            domain.command(&state.controls);
        }
        Ok(())
    }

    fn step(
        &mut self,
        bodies: &mut [BodyState],
        _accuracy: Option<f64>,
        report: &mut StepReport,
    ) -> Result<(), String> {
        let Some(domain) = &mut self.domain else {
            return Err("the order of cells has not begun".into());
        };
        let figures = domain.step().map_err(|error| error.to_string())?;
        domain.put_bodies(bodies);
        report.contacts = figures.contacts as usize;
        report.constraints = 3 * report.contacts;
        report.substeps = figures.substeps;
        report.penetration_max = figures.deepest;
        report.joint_error_max = figures.joint_error;
        report.inaccurate += usize::from(figures.is_inaccurate);
        Ok(())
    }

    fn tell(&self, state: &mut State, contacts: &mut Vec<ContactReport>) {
        state.contacts.clear();
        contacts.clear();
        let Some(domain) = &self.domain else { return };
        domain.tell_joints(state);
        state.contacts.extend(domain.kept_contacts());
        state.contacts.sort_unstable_by_key(|memory| memory.key);
        // Those of a rank alone, which nobody can leave.
        let blocks = domain.blocks(state.bodies.len().max(1)).unwrap_or_default();
        let settings = &self.catalogue.settings;
        // Their impulses are those of sub-steps of the settings.
        let scale = settings.time_step / settings.substeps as f64 / domain.interval();
        for own in blocks.into_iter().flat_map(|block| block.contacts) {
            let (impulse, moment) = (scale * own.report.impulse, scale * own.report.moment);
            contacts.push(ContactReport { impulse, moment, ..own.report });
        }
    }

    fn state_replaced(&mut self) {
        self.domain = None;
    }
}
