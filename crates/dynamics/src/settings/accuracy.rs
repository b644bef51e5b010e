//! How far joints and gaps may be from where they belong.

use crate::model::{Body, Model, ModelError};
use crate::tree::Forest;

use super::{Integrator, Settings, SoftInertia, StepperKind};

/// How far joints and gaps may be at the end of a step from what their
/// compliance allows (m; rad for angles).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Accuracy {
    /// A thousandth of the size of the model, as a power of ten: 1 mm where bodies
    /// are of a metre. Off, with a reason, where steps cannot be accurate.
    #[default]
    Automatic,
    /// The plain step, which is linear in each step.
    Off,
    /// This far. Soft bodies, and what touches or holds them, take rounds of their nonlinear
    /// step until their gaps and joints are as near.
    Within(f64),
}

impl Accuracy {
    /// The name in files of what is not a number.
    pub const NAMES: [(&'static str, Self); 2] = [("auto", Self::Automatic), ("off", Self::Off)];
}

/// A length, or off.
impl From<Option<f64>> for Accuracy {
    fn from(length: Option<f64>) -> Self {
        length.map_or(Self::Off, Self::Within)
    }
}

/// What an [`Accuracy`] comes to for one model and its settings.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ErrorBounds {
    /// The accuracy of steps; `None` for the plain step.
    pub accuracy: Option<f64>,
    /// Errors of joints and gaps beyond this are reported (m; rad for angles): the
    /// accuracy, or where there is none a hundredth of the smallest body.
    pub limit: f64,
    /// Why steps are plain though nobody asked for that.
    pub plain_because: Option<String>,
}

impl ErrorBounds {
    /// Refuses what was asked for by its number and cannot be.
    pub(crate) fn new(
        model: &Model,
        settings: &Settings,
        forest: &Forest,
    ) -> Result<Self, ModelError> {
        let accuracy = match settings.stepper {
            StepperKind::Complementarity
            | StepperKind::Fluid
            | StepperKind::SmallSteps
            | StepperKind::Auto => settings.accuracy,
            // These have settings of their own.
            StepperKind::Barrier | StepperKind::Penalty | StepperKind::Asynchronous => {
                Accuracy::Off
            }
        };
        let obstacle = obstacle(model, settings, forest);
        let is_soft = !model.soft_bodies().is_empty();
        let only_soft = is_soft && !model.bodies().iter().any(Body::is_dynamic);
        let explicit = is_soft && settings.soft.inertia == SoftInertia::Mass;
        let (smallest, largest) = sizes(model).unwrap_or((1.0, 1.0));
        let (accuracy, plain_because) = match (accuracy, obstacle) {
            (Accuracy::Off, _) => (None, None),
            (Accuracy::Automatic, None) if only_soft => (None, Some(ONLY_SOFT.into())),
            (Accuracy::Within(_), None) if explicit => {
                let reason = "must be off with the inertia of masses, whose steps are explicit";
                return Err(ModelError::Setting { key: "accuracy", reason: reason.into() });
            }
            (Accuracy::Automatic, None) => (Some(1e-3 * decade(largest)), None),
            (Accuracy::Automatic, Some(reason)) => (None, Some(reason)),
            (Accuracy::Within(length), None) => (Some(length), None),
            (Accuracy::Within(_), Some(reason)) => {
                let reason = format!("must be off: {reason}");
                return Err(ModelError::Setting { key: "accuracy", reason });
            }
        };
        Ok(Self { accuracy, limit: accuracy.unwrap_or(1e-2 * smallest), plain_because })
    }
}

/// Why nobody steps soft bodies alone to an accuracy that was not asked for.
const ONLY_SOFT: &str = "there are only soft bodies, whose steps soft_tolerance or an accuracy in metres makes accurate";

/// Why no step of this model can be accurate.
fn obstacle(model: &Model, settings: &Settings, forest: &Forest) -> Option<String> {
    if settings.stepper == StepperKind::SmallSteps {
        return None;
    }
    if settings.integrator == Integrator::Midpoint {
        return Some("the midpoint integrator takes plain steps".into());
    }
    if settings.friction.opens_by_slipping() {
        return Some("contacts of convex cones open as they slip".into());
    }
    let mut loose = model.joints().iter().enumerate().filter(|(at, _)| !forest.carries(*at));
    let (_, joint) = loose.find(|(_, joint)| joint.has_armature())?;
    let name = &joint.description().name;
    Some(format!("joint \"{name}\" has an armature, whose steps are linear"))
}

/// Diameters of the smallest and the largest body that forces move, by their
/// bounding boxes; `None` where none of them has a shape.
fn sizes(model: &Model) -> Option<(f64, f64)> {
    let diameters = model.bodies().iter().filter(|body| body.is_dynamic()).filter_map(|body| {
        let boxes = body.colliders.iter().map(|collider| collider.shape.bounds(&collider.pose));
        let (lower, upper) = boxes.reduce(|one, two| (one.0.min(two.0), one.1.max(two.1)))?;
        let diameter = (upper - lower).length();
        (diameter.is_finite() && diameter > 0.0).then_some(diameter)
    });
    diameters.fold(None, |found, diameter| {
        let (smallest, largest) = found.unwrap_or((diameter, diameter));
        Some((diameter.min(smallest), diameter.max(largest)))
    })
}

/// The power of ten that is nearest by ratio.
fn decade(length: f64) -> f64 {
    10f64.powi(libm::log10(length).round() as i32)
}

#[test]
fn sizes_of_a_metre_are_stepped_to_a_millimetre() {
    assert_eq!([0.4, 1.0, 3.0].map(decade), [1.0; 3]);
    assert_eq!((decade(0.1), decade(30.0)), (0.1, 10.0));
}
