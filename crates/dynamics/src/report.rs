//! What a step tells about itself.

use glam::DVec3;
use stickslip_solve::{Outcome, Problem};

/// Seconds spent in each stage of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StageTimes {
    /// Finding pairs that may touch.
    pub broad_s: f64,
    /// Finding contact points.
    pub narrow_s: f64,
    /// Rows, islands, problems.
    pub assemble_s: f64,
    /// Solving.
    pub solve_s: f64,
    /// Moving.
    pub integrate_s: f64,
}

/// Figures of one step, summed over its sub-steps and islands unless they say otherwise.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepReport {
    /// Contact points.
    pub contacts: usize,
    /// Scalar constraints of the last sub-step.
    pub constraints: usize,
    /// Islands with at least one constraint.
    pub islands: usize,
    /// Islands whose solve did not converge.
    pub failed_islands: usize,
    /// Iterations.
    pub iterations: usize,
    /// Inner iterations.
    pub inner_iterations: usize,
    /// Rows at a bound of those constraints, by their mean share.
    pub tight: usize,
    /// Mean energy error over all constraints (J).
    pub energy_error_mean: f64,
    /// Largest energy error (J).
    pub energy_error_max: f64,
    /// Largest residual by the solver's own measure (`natural` or `relative`).
    pub residual_max: f64,
    /// Deepest penetration (m), ≥ 0.
    pub penetration_max: f64,
    /// Largest error of a held joint row (m or rad).
    pub joint_error_max: f64,
    /// Time by stage.
    pub times: StageTimes,
}

/// What a contact does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ContactState {
    /// No force acts in it.
    #[default]
    Separating,
    /// Friction is inside its bounds.
    Sticking,
    /// Friction is at its bound.
    Slipping,
}

/// A contact point with what acted in it during the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactReport {
    /// First body.
    pub first: usize,
    /// Second body.
    pub second: usize,
    /// Where (m).
    pub point: DVec3,
    /// Unit normal from the first body to the second.
    pub normal: DVec3,
    /// Gap φ at the beginning of the step (m).
    pub gap: f64,
    /// Impulse on the second body (N·s), normal and friction together; the
    /// first body gets its opposite.
    pub impulse: DVec3,
    /// Relative velocity of the second body against the first at the end (m/s).
    pub velocity: DVec3,
    /// Coulomb's coefficient μ.
    pub friction: f64,
    /// What it does.
    pub state: ContactState,
}

/// What a row of an island stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// A joint, its stop, motor or dry friction.
    Joint,
    /// The normal of a contact.
    Normal,
    /// Friction in a contact, in any direction.
    Friction,
}

/// Bodies that rows join, as of the last (sub-)step.
#[derive(Clone, Debug)]
pub struct IslandReport<'a> {
    /// Its bodies, all dynamic, in ascending order.
    pub bodies: &'a [usize],
    /// Number of its rows.
    pub rows: usize,
    /// Whether it was left alone because nothing stirs it.
    pub asleep: bool,
    /// Its problem and what came out of it; none while it sleeps.
    pub solved: Option<(&'a Problem, &'a Outcome)>,
}
