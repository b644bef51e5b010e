//! One implicit stage of a step: aim, lag, minimise, keep.

use glam::{DMat3, DVec3};
use stickslip_contact::Pose;
use stickslip_geometry::rotation;

use super::super::surfaces::Site;
use super::beginning::write_places;
use super::friction::Lag;
use super::newton::Ended;
use super::places::{Driven, Places};
use super::potential::{Inert, Potential};
use super::stiffness::Tightness;
use super::{Barrier, spread};
use crate::motion;
use crate::report::StepReport;
use crate::settings::BarrierStep;
use crate::state::BodyState;
use crate::step_error::StepError;
use crate::stepper::complementarity::stages;
use crate::world::World;

impl Barrier {
    /// An implicit Euler step of `h` seconds from where the state is, by way of where
    /// everything has come to so far.
    pub(super) fn stage(
        &mut self,
        world: &mut World,
        h: f64,
        driven: &[Driven],
        report: &mut StepReport,
    ) -> Result<Potential, StepError> {
        let step = world.state.step + 1;
        let mut potential = self.aim(world, h);
        world.check_motion()?;
        self.minimise(world, &mut potential, driven, report)
            .map_err(|reason| StepError::Problem { step, reason })?;
        self.keep(world, &potential);
        world.check_motion()?;
        Ok(potential)
    }

    /// Stage 2: the potential of a step without friction.
    fn aim(&mut self, world: &mut World, h: f64) -> Potential {
        let mut start = Places::default();
        write_places(&world.state, &self.newton.movers, &mut start);
        let mut inert = Vec::new();
        stages::accelerate(world, h);
        for (at, body) in world.model.bodies().iter().enumerate() {
            let state = &world.state.bodies[at];
            if body.is_dynamic() {
                let turned = rotation::by_vector(h * state.angular_velocity);
                inert.push(Inert {
                    body: at,
                    mass: body.mass.mass,
                    spread: spread(body),
                    position: state.pose.position + h * state.velocity,
                    rotation: DMat3::from_quat((turned * state.pose.orientation).normalize()),
                });
            }
        }
        let movers = &self.newton.movers;
        let is_free = |vertex: usize| {
            matches!(movers.sites[vertex], Site::Vertex(_))
                && movers.is_free(movers.bodies + vertex)
        };
        let vertices = &world.state.vertices;
        let target = |vertex: usize| {
            let pull = world.pulls[vertex] / self.masses[vertex];
            vertices.positions[vertex]
                + h * (vertices.velocities[vertex] + h * (world.settings.gravity + pull))
        };
        let masses = (0..self.masses.len())
            .map(|at| match movers.sites[at] {
                // What holds a vertex carries its mass too.
                Site::Body(..) => self.masses[at],
                Site::Vertex(_) if is_free(at) => self.masses[at],
                Site::Vertex(_) => 0.0,
            })
            .collect();
        let Self { newton, elements, .. } = self;
        elements.iter_mut().for_each(|bound| bound.lag(&newton.places.points));
        Potential {
            h,
            reach: world.settings.barrier.reach,
            stiffness: h * h * self.stiffness,
            inert,
            masses,
            targets: (0..self.masses.len()).map(target).collect(),
            drags: self.drags.iter().map(|drag| h * drag).collect(),
            elements: self.elements.clone(),
            start,
            rubs: Vec::new(),
            joints: self.joints.clone(),
        }
    }

    /// Stages 3 to 5.
    fn minimise(
        &mut self,
        world: &World,
        potential: &mut Potential,
        driven: &[Driven],
        report: &mut StepReport,
    ) -> Result<(), String> {
        let BarrierStep { tolerance, iterations, rounds, slip_speed, .. } = world.settings.barrier;
        let h = potential.h;
        self.newton.system.begin();
        self.newton.look(potential.reach);
        let mut done = 0.0;
        let mut is_settled = false;
        let rubs = self.rubs(world);
        let adapts = world.settings.barrier.stiffness.is_none();
        let mut tightness = Tightness::new();
        for round in 0..rounds {
            let lag = Lag {
                model: &world.model,
                surfaces: &self.newton.surfaces,
                movers: &self.newton.movers,
                near: &self.newton.near,
                places: &self.newton.places,
                full: slip_speed * h,
            };
            if rubs {
                lag.write(potential);
            }
            let limits = (tolerance * h, iterations);
            let watched = adapts.then_some(&mut tightness);
            let ended = self.newton.minimise(potential, driven, done, limits, watched, report)?;
            done = 1.0;
            count(report, &ended, round, h);
            let began_settled = round > 0 && ended.first <= tolerance * h;
            is_settled = began_settled || !rubs;
            if is_settled || !ended.is_converged {
                break;
            }
        }
        // One round takes friction of the beginning, as it was asked to.
        report.inaccurate += usize::from(!is_settled && rounds > 1);
        Ok(())
    }

    /// Whether anything has friction at all.
    fn rubs(&self, world: &World) -> bool {
        if !world.settings.friction.has_tangents() {
            return false;
        }
        let parts = self.newton.surfaces.parts.iter();
        let materials = &world.model.materials;
        let mut all: Vec<_> = parts.map(|part| part.material).collect();
        all.sort_unstable();
        all.dedup();
        let rub = |one, two| materials.between(one, two).friction > 0.0;
        all.iter().any(|&one| all.iter().any(|&two| rub(one, two)))
    }

    /// Stage 6.
    fn keep(&self, world: &mut World, potential: &Potential) {
        let h = potential.h;
        let places = &self.newton.places;
        for inert in &potential.inert {
            let state: &mut BodyState = &mut world.state.bodies[inert.body];
            let (before, after) = (potential.start.poses[inert.body], places.poses[inert.body]);
            let aimed = h * state.angular_velocity;
            state.velocity = (after.position - before.position) / h;
            state.angular_velocity = turned(&before, &after, aimed) / h;
            state.pose = after;
        }
        for (body, state) in world.model.bodies().iter().zip(&mut world.state.bodies) {
            if !body.is_dynamic() {
                motion::advance(body, state, h);
            }
        }
        let vertices = &mut world.state.vertices;
        for (at, place) in places.points[..vertices.positions.len()].iter().enumerate() {
            vertices.velocities[at] = (*place - potential.start.points[at]) / h;
            vertices.positions[at] = *place;
        }
        world.state.contacts.clear();
    }
}

fn count(report: &mut StepReport, ended: &Ended, round: usize, h: f64) {
    report.solves += 1;
    report.rounds += usize::from(round > 0);
    report.iterations += ended.iterations;
    report.inner_iterations += ended.trials;
    report.failed_solves += usize::from(!ended.is_converged);
    report.residual_max = report.residual_max.max(ended.last / h);
}

/// The turn from one pose to another that is nearest to what it was meant to be: whole
/// turns cannot be seen in poses.
fn turned(before: &Pose, after: &Pose, meant: DVec3) -> DVec3 {
    let turn = after.orientation * before.orientation.inverse();
    let turn = if turn.w < 0.0 { -turn } else { turn };
    let least = rotation::vector_of(turn);
    let axis = least.normalize_or_zero();
    let whole = ((meant - least).dot(axis) / std::f64::consts::TAU).round();
    least + whole * std::f64::consts::TAU * axis
}
