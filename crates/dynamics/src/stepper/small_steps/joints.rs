//! Joints: the rows that every stepper writes.
//!
//! Rows with bounds (stops, motors, dry friction) are solved one by one, and then all two-sided
//! ones at once (`direct`). A row with bounds that holds is soft as a contact is, E = give·K on
//! the diagonal, and a two-sided one is as good as hard; one whose own compliance is softer
//! than that keeps it, in both sweeps, with the error that it began the sub-step with: an
//! implicit spring and damper.

use glam::DVec3;

use super::direct::{Direct, GIVE, is_two_sided};
use super::movers::{Movers, Velocity};
use super::softness::Softness;
use crate::joint::Interval;
use crate::parts::Compliance;
use crate::rows::{RowBuffer, Term};
use crate::stepper::complementarity::stages;
use crate::world::World;

/// How a row behaves in a sweep: its speed aims at `target` − `rate`·error, and gives way by `give`·λ.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct RowResponse {
    bias: f64,
    pub(super) give: f64,
}

/// A row ready to be solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ready {
    pub(super) terms: (usize, usize),
    target: f64,
    pub(super) lo: f64,
    pub(super) hi: f64,
    /// In the biased sweep, and in the relaxing one.
    pub(super) responses: [RowResponse; 2],
    /// Error at the beginning of the sub-step where a stop is still open.
    open: Option<f64>,
    pub(super) impulse: f64,
    /// Speed that a unit impulse gives the row.
    pub(super) mass: f64,
}

impl Ready {
    /// What the row asks for in a sweep besides its speed being zero.
    pub(super) fn bias(&self, sweep: usize) -> f64 {
        let response = self.responses[sweep];
        response.bias + response.give * self.impulse - self.target
    }
}

/// A part of a row: body, Jacobian, and what a unit impulse does to the body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) body: usize,
    pub(super) linear: DVec3,
    pub(super) angular: DVec3,
    pub(super) velocity: DVec3,
    pub(super) spin: DVec3,
}

/// All joints of a world. Keeps its memory from step to step.
#[derive(Debug, Default)]
pub(super) struct Joints {
    pub(super) buffer: RowBuffer,
    pub(super) joint_rows: Vec<usize>,
    pub(super) parts: Vec<Part>,
    pub(super) rows: Vec<Ready>,
    direct: Direct,
    /// Impulses of all rows, where they act at once.
    impulses: Vec<f64>,
    /// Bodies that joints join.
    jointed: Vec<usize>,
    /// Largest error of every joint at the end of its last step.
    pub(super) errors: Vec<f64>,
    /// Joints that another stepper holds.
    pub(super) left_out: Vec<bool>,
}

impl Joints {
    pub(super) fn new(world: &World) -> Self {
        let mut rows = RowBuffer::default();
        let bodies = crate::rows::Bodies {
            bodies: world.model.bodies(),
            states: &world.state.bodies,
            vertices: &[],
        };
        let step = Interval {
            time: world.state.time,
            h: world.settings.time_step,
            rule: stages::rule(&world.settings),
        };
        for (at, joint) in world.model.joints().iter().enumerate() {
            let memory = &world.state.joints[at];
            joint.write_rows(&bodies, &memory.coordinates, step, &[], &mut rows);
        }
        let movers = rows.rows().iter().flat_map(|row| rows.terms(row));
        let mut jointed: Vec<usize> = movers.map(|term: &Term| term.mover).collect();
        jointed.sort_unstable();
        jointed.dedup();
        let left_out = vec![false; world.model.joints().len()];
        let errors = vec![0.0; left_out.len()];
        Self { buffer: rows, jointed, errors, left_out, ..Self::default() }
    }

    /// Leaves some joints, joint by joint, to another stepper.
    pub(super) fn leave_out(&mut self, joints: impl Iterator<Item = bool>) {
        self.left_out.clear();
        self.left_out.extend(joints);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.jointed.is_empty()
    }

    /// Rows of the last sub-step.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Puts jointed bodies of the world where they are now.
    pub(super) fn place(&self, world: &mut World, bodies: &impl Movers) {
        for &at in &self.jointed {
            bodies.write(at, &mut world.state.bodies[at]);
        }
    }

    /// Writes the rows of a sub-step, with the impulses that the state keeps.
    pub(super) fn prepare(
        &mut self,
        world: &mut World,
        bodies: &impl Movers,
        time: f64,
        h: f64,
        scale: f64,
    ) {
        self.place(world, bodies);
        self.buffer.clear();
        let step = Interval { time, h, rule: stages::rule(&world.settings) };
        let includes = |joint: usize| !self.left_out[joint];
        let joints = (includes, false);
        stages::write_joints(world, step, joints, &mut self.buffer, &mut self.joint_rows);
        self.parts.clear();
        self.rows.clear();
        let mut row = 0;
        while row < self.joint_rows.len() {
            for at in world.joint_rows(self.joint_rows[row]) {
                let impulse = scale * world.state.joint_impulses[at];
                self.ready(row, bodies, h, impulse);
                row += 1;
            }
        }
    }

    /// A step begins.
    pub(super) fn forget(&mut self) {
        self.direct.forget();
    }

    /// Makes ready what is solved at once.
    pub(super) fn factor(&mut self) {
        self.direct.factor(&self.rows, &self.parts);
    }

    /// Makes one row ready.
    fn ready(&mut self, at: usize, bodies: &impl Movers, h: f64, impulse: f64) {
        let row = &self.buffer.rows()[at];
        let begin = self.parts.len();
        for term in self.buffer.terms(row) {
            let constants = bodies.constants(term.mover);
            if constants.is_dynamic {
                self.parts.push(Part {
                    body: term.mover,
                    linear: term.linear,
                    angular: term.angular,
                    velocity: constants.inverse_mass * term.linear,
                    spin: bodies.inverse_inertia(term.mover) * term.angular,
                });
            }
        }
        let mass = inverse_mass(&self.parts[begin..]);
        // Held bodies move as they are commanded: their share of the speed goes into the target.
        let held =
            self.buffer.terms(row).iter().filter(|it| !bodies.constants(it.mover).is_dynamic);
        let drive: f64 = held
            .map(|it| {
                let (v, w) = bodies.velocities()[it.mover].motion();
                it.linear.dot(v) + it.angular.dot(w)
            })
            .sum();
        let usual = Softness::of_substep(h, 1.0);
        let own = RowResponse { bias: row.gamma * row.error / h, give: row.epsilon };
        let is_open = row.lo == 0.0 && row.error > 0.0;
        let is_usual = (row.epsilon, row.gamma) == Compliance::JOINT.row(h);
        let is_bounded = row.lo > f64::NEG_INFINITY || row.hi < f64::INFINITY;
        let give = if is_bounded { usual.give } else { GIVE };
        let is_hard = row.gamma > 0.0 && (is_usual || row.epsilon <= give * mass);
        let responses = match (is_open, is_hard) {
            (true, _) => [RowResponse { bias: row.error / h, give: 0.0 }; 2],
            (_, true) => {
                let bias = usual.rate * row.error;
                let relaxed = if is_bounded { 0.0 } else { give * mass };
                [RowResponse { bias, give: give * mass }, RowResponse { bias: 0.0, give: relaxed }]
            }
            _ => [own; 2],
        };
        self.rows.push(Ready {
            terms: (begin, self.parts.len()),
            target: row.target - drive,
            lo: row.lo,
            hi: row.hi,
            responses,
            open: is_open.then_some(row.error),
            impulse: impulse.clamp(row.lo, row.hi),
            mass,
        });
    }

    /// The kept impulses act.
    pub(super) fn warm_start(&mut self, rows: &mut [impl Velocity]) {
        self.impulses.clear();
        self.impulses.extend(self.rows.iter().map(|row| row.impulse));
        self.direct.push(&self.parts, &self.impulses, rows);
    }

    /// Takes all impulses off some velocities.
    pub(super) fn take_back(&mut self, rows: &mut [impl Velocity]) {
        self.impulses.clear();
        self.impulses.extend(self.rows.iter().map(|row| -row.impulse));
        self.direct.push(&self.parts, &self.impulses, rows);
    }

    /// One sweep over all joints: 0 biased, 1 relaxing.
    pub(super) fn sweep(&mut self, rows: &mut [impl Velocity], sweep: usize) {
        for row in self.rows.iter_mut().filter(|row| !is_two_sided(row)) {
            let parts = &self.parts[row.terms.0..row.terms.1];
            let wanted = speed(parts, rows) + row.bias(sweep);
            let mass = row.mass + row.responses[sweep].give + f64::MIN_POSITIVE;
            let total = (row.impulse - wanted / mass).clamp(row.lo, row.hi);
            push(parts, total - row.impulse, rows);
            row.impulse = total;
        }
        self.direct.solve(&mut self.rows, &self.parts, rows, sweep);
    }

    /// Stops that are still open follow the motion of the sub-step.
    pub(super) fn follow(&mut self, rows: &[impl Velocity], h: f64) {
        for row in &mut self.rows {
            if let Some(error) = row.open {
                let parts = &self.parts[row.terms.0..row.terms.1];
                let moved = h * (speed(parts, rows) - row.target);
                row.responses[1].bias = (error + moved).max(0.0) / h;
            }
        }
    }

    /// Keeps impulses for the next sub-step, and breaks what was overloaded.
    pub(super) fn keep(&self, world: &mut World, h: f64, scale: f64) {
        let mut row = 0;
        while row < self.joint_rows.len() {
            let joint = self.joint_rows[row];
            let own = world.joint_rows(joint);
            for at in own.clone() {
                world.state.joint_impulses[at] = self.rows[row].impulse;
                row += 1;
            }
            let impulses = &world.state.joint_impulses[own.clone()];
            if world.model.joints()[joint].breaks(impulses, h) {
                world.state.joints[joint].broken = true;
            }
            world.state.joint_impulses[own].iter_mut().for_each(|own| *own *= scale);
        }
    }
}

/// Speed that a unit impulse of a row gives it.
pub(super) fn inverse_mass(parts: &[Part]) -> f64 {
    parts.iter().map(|it| it.linear.dot(it.velocity) + it.angular.dot(it.spin)).sum()
}

/// Speed of a row.
pub(super) fn speed(parts: &[Part], rows: &[impl Velocity]) -> f64 {
    let of = |part: &Part| {
        let (v, w) = rows[part.body].motion();
        part.linear.dot(v) + part.angular.dot(w)
    };
    parts.iter().map(of).sum()
}

fn push(parts: &[Part], impulse: f64, rows: &mut [impl Velocity]) {
    for part in parts {
        let row = &mut rows[part.body];
        let (v, w) = row.motion();
        row.set_motion(v + impulse * part.velocity, w + impulse * part.spin);
    }
}
