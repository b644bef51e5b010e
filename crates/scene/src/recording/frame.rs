//! One frame: where everything is after a step, and what the step cost.

use glam::{DQuat, DVec3};
use stickslip_dynamics::{BodyState, ContactReport, Pose, StageTimes, StepReport};

use crate::bytes::{ByteReader, ByteWriter};

/// The figures of a step in the order of a frame.
pub const FIGURES: [&str; 19] = [
    "contacts",
    "constraints",
    "islands",
    "failed_islands",
    "iterations",
    "inner_iterations",
    "tight",
    "energy_error_mean",
    "energy_error_max",
    "residual_max",
    "penetration_max",
    "joint_error_max",
    "broad_s",
    "narrow_s",
    "assemble_s",
    "solve_s",
    "integrate_s",
    "energy",
    "awake",
];

/// A contact point of a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameContact {
    /// First body.
    pub first: usize,
    /// Second body.
    pub second: usize,
    /// Where (m).
    pub point: DVec3,
    /// Unit normal from the first body to the second.
    pub normal: DVec3,
    /// Gap at the beginning of the step (m).
    pub gap: f64,
    /// Impulse on the second body (N·s).
    pub impulse: DVec3,
}

impl From<&ContactReport> for FrameContact {
    fn from(report: &ContactReport) -> Self {
        let ContactReport { first, second, point, normal, gap, impulse, .. } = *report;
        Self { first, second, point, normal, gap, impulse }
    }
}
