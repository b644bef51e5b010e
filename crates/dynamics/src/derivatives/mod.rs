//! Derivatives of a step, exact for the sets that its solver has found.
//!
//! A step is accepted as a sequence of parts (`stepper/complementarity/replay/record.rs`): free
//! flight, a step that is linear at its beginning, a piece of two kicks, an impact, or two halves
//! of a step of trees with their extrapolation. With x the state where a part begins, its length
//! h, its time and the inputs, and z its impulses, every part is
//!
//! F(z; x) = 0, end = E(z; x),
//!
//! where F has one equation for each row, by the set that the row is in (`sets.rs`):
//!
//! - w = 0 where the impulse is within its bounds: closed contacts, sticking tangents, joints,
//!   motors within their limits, stops that are pushed;
//! - λ = bound where it is at one: open contacts (λ = 0), motors at their limits, forces;
//! - friction that slips is on the boundary of its section, and takes the most power from the
//!   slip (`section.rs`): λ_t = ±μ λ_n of a pyramid, λ_t = −μ λ_n w_t/|w_t| of a cone;
//! - λ₁ = λ₀ of springs that both kicks follow.
//!
//! The time of an impact is one more unknown, its gap = 0 one more equation. By the implicit
//! function theorem dz = −F_z⁻¹ F_x dx, and dE = E_x dx + E_z dz; the chain rule composes the
//! parts (`chain.rs`). First kicks are solved in rounds, which end where what still changes is
//! below the accuracy: their derivatives are those of as many rounds as the step has made
//! (`system.rs`).
//!
//! F and E are explicit functions of x and z, evaluated by the writers of rows, the detector and
//! the flight that steps have (`replay/`). Rows change with the places of the bodies that they
//! name alone: these changes are central differences of the rows of one joint or one pair of
//! shapes and of the flight of one body, with the sets, the features of contacts and the sides
//! of gaps held, and everything else is linear (`replay/slopes`), so that all columns by the
//! state cost what the rows do, times a constant. Trees have the derivatives of their inverse
//! dynamics in closed form (`tree/variation.rs`), and count by the places and the rates of their
//! freedoms from one part to the next (`replay/chart.rs`); coordinates of bodies are those of the
//! ends of a step alone (`tangents.rs`). Columns by motors of trees, gravity, pushes, friction and
//! restitution are followed likewise (`known.rs`), by other inputs they are differences of the
//! whole part, and so are those of loops of trees (`ways.rs`); no step is ever differenced. With
//! strides of 1e-5 of a body's size they are right to 1e-9 or so, and tests hold whole steps to
//! 1e-6.
//!
//! Steps that are linearised at their end, since kicks do not suit them, have one more set of
//! unknowns, the velocities u of the end (`rounds.rs`): momentum, gaps, joints and friction hold
//! there, M(u − v*) = J(q⁺)ᵀλ with the place q⁺ that u leads to. Rounds end as soon as the accuracy
//! allows, and so the step may be off from these equations by as much. Rounds of second order look
//! back at the step before, which derivatives hold ([`StepDerivatives::looks_back`]).
//!
//! Kinks: rows with λ at a bound and w = 0 are named in [`StepDerivatives::borders`]. The answer
//! is that of the solver's label, and [`StepDerivatives::sides`] are those with all of them held
//! and with all of them at their bounds. Contacts that close at the same time as the one that ends a piece are
//! named there, too; the answer is that of the contact that was found first. Contacts that vanish
//! when a body is moved by a stride are counted in [`StepDerivatives::lost`].

mod block;
mod chain;
mod columns;
mod dense;
mod equation;
mod flat;
mod input;
mod joint_numbers;
mod known;
mod part;
mod refusals;
mod rollout;
mod rounds;
mod section;
mod sets;
mod step;
mod system;
pub(crate) mod tangent;
mod tangents;
mod ways;

use std::fmt;

use self::block::Block;
pub use dense::Matrix;
pub use input::{Input, JointQuantity, Quantity};
pub use rollout::{Gradient, Loss, Rollout};

use crate::model::{BodyId, ModelError};
use crate::step_error::StepError;

/// Derivatives of the state after a step by the state before it and by inputs.
///
/// The state is twelve numbers for each body that forces move, in tangent coordinates: all poses
/// first, body after body with its position (m) and a rotation vector in world axes (rad), and
/// then all velocities, (m/s) and in world axes (rad/s).
///
/// Bodies in joint coordinates have no more ways to go than their joints let them: of a change
/// that would open a joint counts what a blow to the bodies would make of it.
#[derive(Clone, Debug)]
pub struct StepDerivatives {
    /// The bodies of the state, ascending.
    pub bodies: Vec<BodyId>,
    /// The inputs.
    pub inputs: Vec<Input>,
    substeps: Vec<Vec<Block>>,
    /// Rows at a border of their set, where derivatives are one-sided.
    pub borders: Vec<Border>,
    /// The derivatives with all rows at borders held (w = 0), and with all of them at their
    /// bounds; none without such rows, and where a side does not determine the impulses.
    pub sides: Option<Box<[StepDerivatives; 2]>>,
    /// How often a contact was not found again a stride away; it was then followed between the
    /// same points.
    pub lost: usize,
    /// Whether some bodies looked back at the step before: derivatives are those with that step as
    /// it was, which [`Rollout`] refuses.
    pub looks_back: bool,
}

/// A row whose impulse is at a bound without any speed, or a contact that closes at the same time
/// as another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Border {
    /// The two bodies of a contact, or the name of a joint.
    pub what: String,
    /// Whether it is a row of friction.
    pub is_friction: bool,
}

impl fmt::Display for Border {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_friction { ", friction" } else { "" };
        write!(formatter, "{}{kind}", self.what)
    }
}

/// Whether contacts hold in a linearisation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contacts {
    /// As they are: closed ones push so that they stay closed, stick or slip.
    #[default]
    Held,
    /// Their impulses stay what they are, whatever the state and the controls are.
    Free,
}

/// Why derivatives are not known.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DerivativeError {
    /// No step of the model has them.
    #[error("no derivatives: {reason}")]
    Model {
        /// Why.
        reason: String,
    },
    /// This step has none.
    #[error("this step has no derivatives: {reason}")]
    Step {
        /// Why.
        reason: String,
    },
    /// The step is not a function of this input.
    #[error("no derivatives by {name}: {reason}")]
    Input {
        /// The input.
        name: String,
        /// Why.
        reason: String,
    },
    /// The sets that were found do not determine the impulses.
    #[error("this step has no derivatives: the rows of \"{name}\" do not determine its impulses")]
    Singular {
        /// A body of the rows.
        name: String,
    },
    /// The step itself failed.
    #[error(transparent)]
    Failed(#[from] StepError),
    /// A name or a number is not what it should be.
    #[error(transparent)]
    Wrong(#[from] ModelError),
}
