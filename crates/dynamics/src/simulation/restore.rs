//! Going back to a saved state.

use stickslip_liquid::LiquidState;

use super::Simulation;
use crate::activation;
use crate::control::Control;
use crate::model::{ModelError, Motion};
use crate::state::State;

impl Simulation {
    /// Goes back (or forward) to a state of this model, as saved. One without
    /// controls leaves every motor to its schedule, and one without activations their
    /// signals as they began.
    pub fn restore(&mut self, mut state: State) -> Result<(), ModelError> {
        if state.controls.is_empty() {
            state.controls.resize(self.world.controls.len(), Control::Scheduled);
        }
        if state.activations.is_empty() {
            state.activations = activation::initial(&self.world.controls);
        }
        self.check_size(&state)?;
        self.check_numbers(&state)?;
        self.check_controls(&state)?;
        self.state = state;
        self.world.contacts.clear();
        self.stepper.state_replaced();
        if self.watch.is_some() {
            self.watch_contacts(true);
        }
        Ok(())
    }

    fn check_size(&self, state: &State) -> Result<(), ModelError> {
        let wrong = |reason: &str| {
            Err(ModelError::Setting { key: "state", reason: format!("{reason} of another model") })
        };
        if state.bodies.len() != self.model().bodies().len() {
            return wrong("it has the bodies");
        }
        if state.joints.len() != self.model().joints().len()
            || state.joint_impulses.len() != self.state.joint_impulses.len()
            || state.joint_labels.len() != self.state.joint_labels.len()
        {
            return wrong("it has the joints");
        }
        let fits = |(one, own): (&LiquidState, &LiquidState)| {
            let (particles, count) = (&one.particles, own.particles.len());
            particles.positions.len() == count
                && particles.velocities.len() == count
                && particles.gradients.len() == count
                && one.pressures.len() == own.pressures.len()
        };
        if state.liquids.len() != self.state.liquids.len()
            || !state.liquids.iter().zip(&self.state.liquids).all(fits)
        {
            return wrong("it has the liquids");
        }
        if state.vertices.positions.len() != self.state.vertices.positions.len()
            || state.vertices.velocities.len() != self.state.vertices.velocities.len()
        {
            return wrong("it has the soft bodies");
        }
        if state.controls.len() != self.world.controls.len()
            || state.activations.len() != self.state.activations.len()
        {
            return wrong("it has the motors");
        }
        Ok(())
    }

    fn check_numbers(&self, state: &State) -> Result<(), ModelError> {
        if !state.time.is_finite() || !state.impulses_are_finite() {
            return Err(ModelError::Setting {
                key: "state",
                reason: "its time or an impulse in it is not finite".into(),
            });
        }
        if let Some(at) = state.liquids.iter().position(|liquid| !liquid.is_finite()) {
            return Err(ModelError::Liquid {
                name: self.model().liquids()[at].name.clone(),
                reason: "its saved state is not finite".into(),
            });
        }
        if !state.vertices.is_finite() {
            return Err(ModelError::Setting {
                key: "state",
                reason: "a vertex in it is not finite".into(),
            });
        }
        if !state.contacts.is_sorted_by(|one, two| one.key < two.key) {
            return Err(ModelError::Setting {
                key: "state",
                reason: "its contacts are not in ascending order".into(),
            });
        }
        let is_sound = state.anchors.is_sorted_by(|one, two| one.key < two.key)
            && state.anchors.iter().all(|anchor| anchor.stretch.is_finite());
        if !is_sound {
            return Err(ModelError::Setting {
                key: "state",
                reason: "its anchors are not finite, or not in ascending order".into(),
            });
        }
        if let Some(at) = state.bodies.iter().position(|body| !body.is_finite()) {
            return Err(ModelError::Body {
                name: self.model().bodies()[at].description.name.clone(),
                reason: "its saved state is not finite".into(),
            });
        }
        Ok(())
    }

    fn check_controls(&self, state: &State) -> Result<(), ModelError> {
        for (description, control) in self.world.controls.iter().zip(&state.controls) {
            control
                .check(&description.motor)
                .map_err(|reason| ModelError::Control { name: description.name.clone(), reason })?;
        }
        if state.activations.iter().any(|signal| !signal.is_finite()) {
            let reason = "the signal of a motor is not finite in it".into();
            return Err(ModelError::Setting { key: "state", reason });
        }
        let kinematic = |body: usize| {
            let body = self.model().bodies().get(body);
            body.is_some_and(|body| matches!(body.description.motion, Motion::Kinematic(_)))
        };
        let sound = state.leads.iter().all(|lead| lead.is_sound() && kinematic(lead.body));
        if !sound || !state.leads.is_sorted_by(|one, two| one.body < two.body) {
            return Err(ModelError::Setting {
                key: "state",
                reason: "a body is led in it that is not kinematic, or not to a finite place"
                    .into(),
            });
        }
        Ok(())
    }
}
