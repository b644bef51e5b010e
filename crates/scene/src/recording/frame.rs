//! One frame: where everything is after a step, and what the step cost.

use glam::{DQuat, DVec3};
use stickslip_dynamics::{Pose, Simulation, StepReport};

use super::particle::PARTICLE_BYTES;
use super::{Format, FrameContact, FrameParticle};
use crate::bytes::{ByteReader, ByteWriter};

/// The figures of a frame by name, in their order: those of
/// [`StepReport`], and the energy after the step (J).
pub const FIGURES: [&str; 18] = [
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
    /// Every particle of every liquid, one liquid after the other.
    pub particles: Vec<FrameParticle>,
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

    /// The payload of the frame in the layout of format 2 or 3.
    pub(super) fn to_bytes(&self, format: Format) -> Vec<u8> {
        let mut bytes = ByteWriter::default();
        bytes.u64(self.step);
        bytes.f64s([self.time, self.interval]);
        bytes.u32(self.bodies.len());
        bytes.u32(self.contacts.len());
        if format == Format::Three {
            bytes.u32(self.particles.len());
        }
        bytes.f64s(self.figures);
        for body in &self.bodies {
            let DQuat { x, y, z, w } = body.pose.orientation;
            bytes.f64s(body.pose.position.to_array());
            bytes.f64s([w, x, y, z]);
            bytes.f64s(body.velocity.to_array());
            bytes.f64s(body.angular_velocity.to_array());
        }
        for contact in &self.contacts {
            contact.write(&mut bytes);
        }
        if format == Format::Three {
            self.particles.iter().for_each(|particle| particle.write(&mut bytes));
        }
        bytes.0
    }

    /// The length of a payload by the counts at its beginning; none where it
    /// ends before them.
    pub(super) fn length(beginning: &[u8], format: Format) -> Option<usize> {
        let before = match format {
            Format::One { .. } => 2 * 8,
            Format::Two | Format::Three => 3 * 8,
        };
        let mut bytes = ByteReader(beginning);
        bytes.take(before)?;
        let (bodies, contacts) = (bytes.u32()?, bytes.u32()?);
        let (particles, counts) = if format == Format::Three { (bytes.u32()?, 3) } else { (0, 2) };
        let particles = particles.checked_mul(PARTICLE_BYTES)?;
        let fixed = before + counts * 4 + 8 * FIGURES.len();
        let contacts = contacts.checked_mul(FrameContact::bytes(format))?;
        let bodies = bodies.checked_mul(BODY_BYTES)?;
        bodies.checked_add(contacts)?.checked_add(particles)?.checked_add(fixed)
    }

    /// Reads a payload, all of it.
    pub(super) fn from_bytes(payload: &[u8], format: Format) -> Option<Self> {
        let mut bytes = ByteReader(payload);
        let (step, time) = (bytes.u64()?, bytes.f64()?);
        let interval = match format {
            Format::One { interval } => interval,
            Format::Two | Format::Three => bytes.f64()?,
        };
        let (bodies, contacts) = (bytes.u32()?, bytes.u32()?);
        let particles = if format == Format::Three { bytes.u32()? } else { 0 };
        let figures = bytes.f64s()?;
        let bodies = bytes.list(bodies, BODY_BYTES, |bytes| {
            let position = vector(bytes)?;
            let [w, x, y, z] = bytes.f64s()?;
            Some(FrameBody {
                pose: Pose::new(position, DQuat::from_xyzw(x, y, z, w)),
                velocity: vector(bytes)?,
                angular_velocity: vector(bytes)?,
            })
        })?;
        let contacts = bytes.list(contacts, FrameContact::bytes(format), |bytes| {
            FrameContact::read(bytes, format)
        })?;
        let particles = bytes.list(particles, PARTICLE_BYTES, FrameParticle::read)?;
        let whole = bytes.0.is_empty();
        whole.then_some(Self { step, time, interval, figures, bodies, contacts, particles })
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
        times.broad_s,
        times.narrow_s,
        times.assemble_s,
        times.solve_s,
        times.integrate_s,
        energy,
    ]
}
