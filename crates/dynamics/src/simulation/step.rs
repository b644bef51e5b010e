//! The stages of a step; the essay is above [`Simulation`]'s module.

use std::time::Instant;

use glam::DVec3;
use rayon::prelude::*;
use stickslip_solve::{Label, Status};

use super::contact_rows::{ContactStep, Meeting};
use super::island_problem::{ContactRows, IslandView};
use super::island_solver::{self, IslandSlot};
use super::islands::{Island, Islands};
use super::memory::recall;
use super::{Simulation, StepError, motion, sleep};
use crate::model::Motion;
use crate::report::StepReport;
use crate::rows::{Bodies, Row};
use crate::settings::{FrictionModel, Integrator};
use crate::state::ContactMemory;

impl Simulation {
    /// One part of a step, on the state being made.
    pub(super) fn substep(&mut self, h: f64, report: &mut StepReport) -> Result<(), StepError> {
        let before = match self.settings.integrator {
            Integrator::SemiImplicit => 0.0,
            Integrator::Midpoint => 0.5 * h,
        };
        let mut clock = Instant::now();
        self.drive(h);
        self.advance(before);
        report.times.integrate_s += lap(&mut clock);
        self.collision.detect(&self.model, &self.next.bodies, h - before);
        let (broad_s, narrow_s) = self.collision.times();
        report.times.broad_s += broad_s;
        report.times.narrow_s += narrow_s;
        clock = Instant::now();
        self.write_rows(h, h - before, report);
        if self.settings.geometric_stiffness {
            self.stiffen(h);
        }
        self.islands.find(self.model.bodies(), self.rows.rows());
        self.find_resting();
        self.accelerate(h);
        if self.settings.geometric_stiffness {
            self.hold_back();
        }
        self.check_motion()?;
        report.times.assemble_s += lap(&mut clock);
        self.solve_islands(h, report)?;
        clock = Instant::now();
        self.apply_impulses();
        self.advance(h - before);
        self.check_motion()?;
        self.next.time += h;
        self.keep_memory(h);
        if let Some(rule) = self.settings.sleeping {
            sleep::count_stillness(&mut self.next.bodies, &self.islands, rule, h);
        }
        for _ in 0..self.settings.projection_passes {
            self.projection.pass(&self.model, &mut self.next.bodies, &mut self.collision);
        }
        report.times.integrate_s += lap(&mut clock);
        Ok(())
    }

    /// Stage 1: kinematic bodies follow their scripts.
    fn drive(&mut self, h: f64) {
        for (body, state) in self.model.bodies().iter().zip(&mut self.next.bodies) {
            if let Motion::Kinematic(drive) = &body.description.motion {
                let (linear, angular) = drive.velocity(&body.description.pose, self.next.time, h);
                state.pose = drive.pose(&body.description.pose, self.next.time);
                (state.velocity, state.angular_velocity) = (linear, angular);
            }
        }
    }

    fn advance(&mut self, h: f64) {
        if h > 0.0 {
            for (body, state) in self.model.bodies().iter().zip(&mut self.next.bodies) {
                motion::advance(body, state, h);
            }
        }
    }

    /// Stage 3: rows of joints, then of contacts. Bodies move for `left`
    /// seconds with the velocity to be found.
    fn write_rows(&mut self, h: f64, left: f64, report: &mut StepReport) {
        for (at, body) in self.model.bodies().iter().enumerate() {
            self.inverse_inertias[at] =
                motion::world_inertia(self.next.bodies[at].pose.orientation, &body.inverse_inertia);
        }
        let bodies = Bodies {
            bodies: self.model.bodies(),
            states: &self.next.bodies,
            inverse_inertias: &self.inverse_inertias,
        };
        self.rows.clear();
        self.joint_rows.clear();
        for (at, joint) in self.model.joints().iter().enumerate() {
            let memory = &mut self.next.joints[at];
            if memory.broken {
                let kept = self.joint_starts[at]..self.joint_starts[at + 1];
                self.next.joint_impulses[kept].fill(0.0);
                continue;
            }
            joint.track(&bodies, &mut memory.coordinates);
            joint.write_rows(&bodies, &memory.coordinates, self.next.time, h, &mut self.rows);
            self.joint_rows.resize(self.rows.rows().len(), at);
        }
        for row in self.rows.rows().iter().filter(|row| row.is_held) {
            report.joint_error_max = report.joint_error_max.max(row.error.abs());
        }
        let step = ContactStep {
            h,
            left,
            restitution_threshold: self.settings.restitution_threshold,
            friction: self.settings.friction != FrictionModel::Frictionless,
        };
        self.contact_rows.clear();
        recall(&self.next.contacts, self.collision.contacts(), &mut self.recalled);
        for (contact, memory) in self.collision.contacts().iter().zip(&self.recalled) {
            let [(first, material), (second, other)] = self.collision.parties(contact);
            let surface = self.model.materials.between(material, other);
            let memory = memory.as_ref();
            let meeting = Meeting { contact, bodies: [first, second], surface, memory };
            let begin = self.rows.rows().len();
            step.write(&bodies, &meeting, |row| self.rows.push(row));
            self.contact_rows.push(ContactRows {
                first: begin,
                count: self.rows.rows().len() - begin,
                mu: surface.friction,
                load: memory.map_or(0.0, ContactMemory::load),
            });
        }
        let depth = self.beginning[1].split(self.collision.contacts());
        report.penetration_max = report.penetration_max.max(depth.made);
        report.penetration_begun = report.penetration_begun.max(depth.begun);
        report.contacts = self.contact_rows.len();
        report.constraints = self.rows.rows().len();
    }

    /// Velocities under forces alone.
    fn accelerate(&mut self, h: f64) {
        for (at, body) in self.model.bodies().iter().enumerate() {
            if body.is_dynamic() {
                let weight =
                    self.settings.gravity * (body.mass.mass * body.description.gravity_scale);
                let push = self.pushes[at];
                motion::free_velocity(
                    body,
                    &mut self.next.bodies[at],
                    weight + push.force,
                    push.torque,
                    self.settings.gyroscopic,
                    h,
                );
            }
        }
    }

    /// Stages 4 and 5: every island for itself, side by side.
    fn solve_islands(&mut self, h: f64, report: &mut StepReport) -> Result<(), StepError> {
        let mut clock = Instant::now();
        let step = self.state.step + 1;
        self.remember_start();
        while self.slots.len() < self.islands.all().len() {
            let solver = island_solver::build(&self.settings.solver, self.settings.friction)
                .map_err(|error| StepError::Problem { step, reason: error.to_string() })?;
            self.slots.push(IslandSlot::new(solver, &self.settings.solver));
        }
        let archipelago = Archipelago {
            islands: &self.islands,
            rows: self.rows.rows(),
            contacts: &self.contact_rows,
            bodies: Bodies {
                bodies: self.model.bodies(),
                states: &self.next.bodies,
                inverse_inertias: &self.inverse_inertias,
            },
            resting: &self.resting,
            h,
        };
        let model = self.settings.friction;
        archipelago.each(&mut self.slots, |view, slot| {
            slot.assemble(view, model).map_err(|reason| StepError::Problem { step, reason })
        })?;
        report.times.assemble_s += lap(&mut clock);
        let (impulses, labels) = (&self.impulses, &self.labels);
        let (warm, history) = (self.settings.warm_start, self.keep_history);
        archipelago.each(&mut self.slots, |view, slot| {
            let start = view.island.rows.iter().map(|&row| (impulses[row], labels[row]));
            slot.solve(view, model, warm.then_some(start), history)
                .map_err(|refusal| StepError::Refused { step, refusal })
        })?;
        report.times.solve_s += lap(&mut clock);
        self.collect(report);
        Ok(())
    }

    /// Takes impulses and figures from the islands; a sleeping one keeps its own.
    fn collect(&mut self, report: &mut StepReport) {
        report.islands = self.islands.all().len();
        let islands = self.islands.all().iter().zip(&self.slots);
        for ((island, slot), &resting) in islands.zip(&self.resting) {
            if resting {
                continue;
            }
            for ((&row, &impulse), &label) in
                island.rows.iter().zip(slot.impulses()).zip(slot.labels())
            {
                self.impulses[row] = impulse;
                self.labels[row] = label;
                report.tight += usize::from(label != Label::Free);
            }
            let Some((_, outcome)) = slot.solved() else { continue };
            report.solves += 1;
            report.rows += island.rows.len();
            report.failed_solves += usize::from(outcome.status != Status::Converged);
            report.iterations += outcome.counts.iterations;
            report.inner_iterations += outcome.counts.inner_iterations;
            let residuals = &outcome.residuals;
            report.energy_error_sum += residuals.energy_mean * island.rows.len() as f64;
            report.energy_error_max = report.energy_error_max.max(residuals.energy_max.value);
            report.residual_max = report.residual_max.max(residuals.decisive());
        }
    }

    /// Stage 6: v⁺ = v + M⁻¹ Jᵀ λ.
    fn apply_impulses(&mut self) {
        for (island, &resting) in self.islands.all().iter().zip(&self.resting) {
            if resting {
                for &body in &island.bodies {
                    self.next.bodies[body].velocity = DVec3::ZERO;
                    self.next.bodies[body].angular_velocity = DVec3::ZERO;
                }
                continue;
            }
            for &row in &island.rows {
                let impulse = self.impulses[row];
                for term in self.rows.rows()[row].terms() {
                    let body = &self.model.bodies()[term.body];
                    let state = &mut self.next.bodies[term.body];
                    state.velocity += body.inverse_mass * impulse * term.linear;
                    state.angular_velocity +=
                        self.inverse_inertias[term.body] * (impulse * term.angular);
                }
            }
        }
    }
}

/// All islands of a step, and what their problems are made of.
struct Archipelago<'a> {
    islands: &'a Islands,
    rows: &'a [Row],
    contacts: &'a [ContactRows],
    bodies: Bodies<'a>,
    resting: &'a [bool],
    h: f64,
}

impl Archipelago<'_> {
    /// Runs `work` on every island that is awake, in parallel where there are
    /// threads. No island sees another's numbers, so their order does not matter.
    fn each(
        &self,
        slots: &mut [IslandSlot],
        work: impl Fn(&IslandView<'_>, &mut IslandSlot) -> Result<(), StepError> + Sync,
    ) -> Result<(), StepError> {
        let islands = self.islands.all();
        let awake = |((island, &resting), slot): ((&Island, &bool), &mut IslandSlot)| {
            if resting {
                return Ok(());
            }
            let view = IslandView {
                island,
                places: self.islands.places(),
                rows: self.rows,
                contacts: self.contacts,
                bodies: self.bodies,
                h: self.h,
            };
            work(&view, slot)
        };
        let large = self.rows.len() >= PARALLEL_ROWS && islands.len() > 1;
        if large && rayon::current_num_threads() > 1 {
            islands.par_iter().zip(self.resting).zip(slots).try_for_each(awake)
        } else {
            islands.iter().zip(self.resting).zip(slots).try_for_each(awake)
        }
    }
}

/// Fewer rows than this are solved sooner than another thread wakes up.
const PARALLEL_ROWS: usize = 256;

/// Seconds since the last call.
fn lap(clock: &mut Instant) -> f64 {
    let seconds = clock.elapsed().as_secs_f64();
    *clock = Instant::now();
    seconds
}
