//! One frame: where everything is after a step, and what the step cost.

use glam::{DQuat, DVec3};
use stickslip_dynamics::{Pose, Simulation, StepReport};

use super::layout::{Format, Layout};
use super::{FrameContact, FrameParticle};
use crate::bytes::ByteReader;

/// The figures of a frame by name, in their order: those of
/// [`StepReport`], and the energy after the step (J).
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
    "position_error_max",
    "broad_s",
    "narrow_s",
    "assemble_s",
    "solve_s",
    "integrate_s",
    "energy",
];

/// A body's place and motion in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameBody {
    /// Centre of mass and orientation.
    pub pose: Pose,
    /// Velocity of the centre of mass (m/s).
    pub velocity: DVec3,
    /// Angular velocity in world axes (rad/s).
    pub angular_velocity: DVec3,
}

/// What a recording keeps of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Steps done.
    pub step: u64,
    /// Simulated time (s).
    pub time: f64,
    /// How long the impulses of its contacts acted (s): the step, or the last
    /// of its sub-steps.
    pub interval: f64,
    /// Figures of the step, named in [`FIGURES`]; all but the energy are zero
    /// in the frame of the beginning.
    pub figures: [f64; FIGURES.len()],
    /// Every body.
    pub bodies: Vec<FrameBody>,
    /// Every contact.
    pub contacts: Vec<FrameContact>,
    /// Every particle of every liquid, one liquid after the other, and then the
    /// vertices of soft bodies.
    pub particles: Vec<FrameParticle>,
    /// What the sensors read, one channel after the other as the header names them.
    pub sensors: Vec<f64>,
    /// The hash of the exact bits that bodies were rounded from, where the file
    /// says it: that of [`stickslip_dynamics::State::hash`].
    pub hash: Option<u64>,
}

const BODY_BYTES: usize = 13 * 8;

impl Frame {
    /// The simulation as it stands after a step that gave `report`.
    pub fn new(simulation: &Simulation, report: &StepReport) -> Self {
        let state = simulation.state();
        let body = |body: &stickslip_dynamics::BodyState| FrameBody {
            pose: body.pose,
            velocity: body.velocity,
            angular_velocity: body.angular_velocity,
        };
        let settings = simulation.settings();
        Self {
            step: state.step,
            time: state.time,
            interval: settings.time_step / settings.substeps as f64,
            figures: figures(report, simulation.energy()),
            bodies: state.bodies.iter().map(body).collect(),
            contacts: simulation.contacts().iter().map(FrameContact::from).collect(),
            particles: FrameParticle::all(simulation),
            sensors: { 0..simulation.model().sensors().len() }
                .flat_map(|sensor| simulation.sense(sensor))
                .collect(),
            hash: Some(state.hash()),
        }
    }

    /// A figure by its name; 0 where there is none of that name.
    pub fn figure(&self, name: &str) -> f64 {
        let named = FIGURES.iter().position(|known| *known == name);
        named.map_or(0.0, |at| self.figures[at])
    }

    /// Force of a contact on its second body (N): impulse / interval.
    pub fn force(&self, contact: &FrameContact) -> DVec3 {
        contact.impulse / self.interval
    }

    /// The length of a plain payload by the counts at its beginning; none where
    /// it ends before them.
    pub(super) fn length(beginning: &[u8], layout: &Layout) -> Option<usize> {
        let before = match layout.format {
            Format::One { .. } => 2 * 8,
            Format::Two | Format::Four => 3 * 8,
        };
        let mut bytes = ByteReader(beginning);
        bytes.take(before)?;
        let (bodies, contacts) = (bytes.u32()?, bytes.u32()?);
        let fixed = before + 2 * 4 + layout.figure_bytes();
        let contacts = contacts.checked_mul(FrameContact::bytes(layout.format))?;
        bodies.checked_mul(BODY_BYTES)?.checked_add(contacts)?.checked_add(fixed)
    }

    /// Reads a plain payload, all of it.
    pub(super) fn from_bytes(payload: &[u8], layout: &Layout) -> Option<Self> {
        let mut bytes = ByteReader(payload);
        let (step, time) = (bytes.u64()?, bytes.f64()?);
        let interval = match layout.format {
            Format::One { interval } => interval,
            Format::Two | Format::Four => bytes.f64()?,
        };
        let (bodies, contacts) = (bytes.u32()?, bytes.u32()?);
        let figures = layout.figures(&mut bytes)?;
        let bodies = bytes.list(bodies, BODY_BYTES, |bytes| {
            let position = vector(bytes)?;
            let [w, x, y, z] = bytes.f64s()?;
            Some(FrameBody {
                pose: Pose::new(position, DQuat::from_xyzw(x, y, z, w)),
                velocity: vector(bytes)?,
                angular_velocity: vector(bytes)?,
            })
        })?;
        let contacts = bytes.list(contacts, FrameContact::bytes(layout.format), |bytes| {
            FrameContact::read(bytes, layout.format)
        })?;
        bytes.0.is_empty().then_some(Self {
            step,
            time,
            interval,
            figures,
            bodies,
            contacts,
            particles: Vec::new(),
            sensors: Vec::new(),
            hash: None,
        })
    }
}

fn vector(bytes: &mut ByteReader<'_>) -> Option<DVec3> {
    bytes.f64s().map(DVec3::from_array)
}

/// The figures of a step in the order of [`FIGURES`].
pub fn figures(report: &StepReport, energy: f64) -> [f64; FIGURES.len()] {
    let times = &report.times;
    [
        report.contacts as f64,
        report.constraints as f64,
        report.islands as f64,
        report.failed_solves as f64,
        report.iterations as f64,
        report.inner_iterations as f64,
        report.tight_share() * report.constraints as f64,
        report.energy_error_mean(),
        report.energy_error_max,
        report.residual_max,
        report.penetration_max,
        report.joint_error_max,
        report.position_error_max,
        times.broad_s,
        times.narrow_s,
        times.assemble_s,
        times.solve_s,
        times.integrate_s,
        energy,
    ]
}
