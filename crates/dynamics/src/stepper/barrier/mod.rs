//! A step at a minimum of an incremental potential: nothing ever goes through anything.
//!
//! One step of h seconds, in the words of the code:
//!
//! 1. **drive**: kinematic bodies get the way of their scripts.
//! 2. **aim**: forces alone say where everything would go (`potential`).
//! 3. **lag**: normal forces and nearest points of where everything is, for friction
//!    (`friction`).
//! 4. **minimise**: inertia, elastic energy, barriers and friction together, by projected
//!    Newton's method; no step of it is longer than what continuous detection has shown to
//!    be free (`newton`, `near`). Scripts go to their end on the way.
//! 5. **lag again**, until that changes nothing any more.
//! 6. **keep**: the places, and the velocities that lead to them.
//!
//! Rigid bodies are stepped by their own rotations, six freedoms each, so that a state is
//! one of poses here as everywhere. Restitution, compliance, torsion and rolling of
//! materials play no part: impacts end as implicit Euler has them.

mod friction;
mod near;
mod newton;
mod places;
mod potential;
mod report;
mod surfaces;
mod system;

use glam::{DMat3, DQuat, DVec3};
use stickslip_contact::Pose;
use stickslip_geometry::mesh::crossing_faces;

use self::friction::Lag;
use self::newton::{Ended, Newton};
use self::places::{Driven, Movers};
use self::potential::{Bound, Inert, Potential};
use self::surfaces::{Site, Surfaces};
use self::system::System;
use super::Stepper;
use super::complementarity::stages;
use crate::model::{Body, Model, ModelError};
use crate::motion;
use crate::report::{IslandReport, StepReport};
use crate::settings::{BarrierStep, Integrator, Settings};
use crate::state::BodyState;
use crate::step_error::StepError;
use crate::world::World;

/// The stepper; keeps its memory from step to step.
pub(crate) struct Barrier {
    newton: Newton,
    elements: Vec<Bound>,
    /// Mass of each vertex (kg), and a of its body (1/s); zero mass where it is held.
    masses: Vec<f64>,
    drags: Vec<f64>,
    /// Stiffness of the barrier (N/m).
    stiffness: f64,
    /// Whether the state is known to be free of crossings.
    is_checked: bool,
}

impl Barrier {
    /// For a world at its initial state.
    pub(crate) fn new(world: &World) -> Result<Self, ModelError> {
        refuse(&world.model, &world.settings)?;
        let model = &world.model;
        let surfaces = Surfaces::new(model)?;
        let moves_body: Vec<bool> = model.bodies().iter().map(Body::is_dynamic).collect();
        let (mut elements, mut masses, mut drags) = (Vec::new(), Vec::new(), Vec::new());
        let mut moves_vertex = Vec::new();
        for soft in model.soft_bodies() {
            let first = masses.len() as u32;
            masses.extend_from_slice(soft.mesh.masses());
            let [drag, damping] = soft.description.damping;
            drags.resize(masses.len(), drag);
            moves_vertex.extend(soft.is_pinned.iter().map(|pinned| !pinned));
            elements.extend(soft.mesh.elements().iter().map(|element| {
                let mut vertices = [0; 4];
                let own = element.vertices();
                own.iter().zip(&mut vertices).for_each(|(own, place)| *place = first + own);
                Bound { element: *element, vertices, count: own.len(), damping, lagged: None }
            }));
        }
        for (vertex, moves) in moves_vertex.iter_mut().enumerate() {
            *moves &= matches!(surfaces.sites[vertex], Site::Vertex(_));
        }
        let movers = Movers::new(&surfaces.sites, &moves_body, &moves_vertex);
        let mover = |vertex: u32| movers.mover(&movers.sites[vertex as usize]);
        let joined = elements.iter().map(|bound| {
            bound.vertices[..bound.count].iter().map(|&vertex| mover(vertex)).collect()
        });
        let system = System::new(&movers, joined);
        let mut stepper = Self {
            stiffness: stiffness(model, &world.settings, &masses),
            newton: Newton::new(surfaces, movers, system),
            elements,
            masses,
            drags,
            is_checked: true,
        };
        stepper.place(world);
        stepper.check(world).map_err(|reason| ModelError::Setting { key: "stepper", reason })?;
        Ok(stepper)
    }

    /// Puts everything where the state has it.
    fn place(&mut self, world: &World) {
        let Newton { places, movers, .. } = &mut self.newton;
        places.poses.clear();
        places.poses.extend(world.state.bodies.iter().map(|body| body.pose));
        places.points.clear();
        places.points.extend(movers.sites.iter().map(|site| match *site {
            Site::Vertex(vertex) => world.state.vertices.positions[vertex],
            Site::Body(body, local) => places.poses[body].point(local),
        }));
    }

    /// Whether everything is apart, by exact predicates; the sentence names two that are
    /// not.
    fn check(&mut self, world: &World) -> Result<(), String> {
        self.newton.look(world.settings.barrier.reach);
        let Newton { surfaces, places, near, .. } = &self.newton;
        let name = |part: u32| world.model.party_name(surfaces.parts[part as usize].party);
        let tell = |one: u32, two: u32| {
            format!(
                "barrier needs everything apart, but \"{}\" and \"{}\" touch at the beginning",
                name(one),
                name(two)
            )
        };
        let whole = |it: &&surfaces::Feature<3>| {
            let [a, b, c] = it.points;
            a != b && b != c && c != a
        };
        let faces: Vec<_> = surfaces.faces.iter().filter(whole).collect();
        let corners: Vec<[u32; 3]> = faces.iter().map(|face| face.points).collect();
        let may_meet =
            |one: usize, two: usize| surfaces.may_touch(faces[one].part, faces[two].part);
        if let Some([one, two]) = crossing_faces(&places.points, &corners, may_meet).first() {
            return Err(tell(faces[*one as usize].part, faces[*two as usize].part));
        }
        let reach = world.settings.barrier.reach;
        let touching =
            |it: &&near::Candidate| !it.pair.value(&it.corners(places), reach).is_finite();
        if let Some(candidate) = near.pairs.iter().find(touching) {
            return Err(tell(candidate.parts[0], candidate.parts[1]));
        }
        for near in &near.grounded {
            let plane = &surfaces.planes[near.plane as usize];
            let height = (places.points[near.point as usize] - plane.origin).dot(plane.normal);
            // NaN is not above either.
            let is_above = height > near.offset;
            if !is_above {
                return Err(tell(plane.part, surfaces.vertices[near.vertex as usize].part));
            }
        }
        Ok(())
    }

    /// Stage 2: the potential of a step without friction.
    fn aim(&mut self, world: &mut World, h: f64) -> Potential {
        let start = self.newton.places.clone();
        let mut inert = Vec::new();
        stages::accelerate(world, h);
        for (at, body) in world.model.bodies().iter().enumerate() {
            let state = &world.state.bodies[at];
            if body.is_dynamic() {
                let turned = DQuat::from_scaled_axis(h * state.angular_velocity);
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
        self.elements.iter_mut().for_each(|bound| bound.lag(&start.points));
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
        for round in 0..rounds {
            Lag {
                model: &world.model,
                surfaces: &self.newton.surfaces,
                movers: &self.newton.movers,
                near: &self.newton.near,
                places: &self.newton.places,
                full: slip_speed * h,
            }
            .write(potential);
            let limits = (tolerance * h, iterations);
            let ended = self.newton.minimise(potential, driven, done, limits, report)?;
            done = 1.0;
            count(report, &ended, round, h);
            let began_settled = round > 0 && ended.first <= tolerance * h;
            is_settled = began_settled || !self.rubs(world);
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
        world.state.time += h;
    }
}

impl Stepper for Barrier {
    fn substep(
        &mut self,
        world: &mut World,
        h: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let step = world.state.step + 1;
        let problem = |reason: String| StepError::Problem { step, reason };
        let time = world.state.time;
        stages::drive(world, time, h);
        self.place(world);
        if !self.is_checked {
            self.check(world).map_err(problem)?;
            self.is_checked = true;
        }
        let driven: Vec<Driven> = { world.state.bodies.iter().zip(world.model.bodies()) }
            .enumerate()
            .filter(|(_, (state, body))| {
                let speed = state.velocity.length() + state.angular_velocity.length();
                !body.is_dynamic() && speed > 0.0
            })
            .map(|(body, (state, _))| Driven {
                body,
                start: state.pose,
                travel: h * state.velocity,
                turn: h * state.angular_velocity,
            })
            .collect();
        let mut potential = self.aim(world, h);
        world.check_motion()?;
        self.minimise(world, &mut potential, &driven, report).map_err(problem)?;
        self.keep(world, &potential);
        world.check_motion()?;
        report::write(world, &self.newton, &potential);
        report.contacts = world.contacts.len();
        Ok(())
    }

    fn state_replaced(&mut self) {
        self.is_checked = false;
    }

    fn islands<'a>(&'a self, _world: &'a World) -> Box<dyn Iterator<Item = IslandReport<'a>> + 'a> {
        Box::new(std::iter::empty())
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

/// What this stepper has no way to step.
fn refuse(model: &Model, settings: &Settings) -> Result<(), ModelError> {
    let wrong = |reason: String| Err(ModelError::Setting { key: "stepper", reason });
    if let Some(joint) = model.joints().first() {
        let name = &joint.description().name;
        return wrong(format!("barrier has no joints, and there is \"{name}\""));
    }
    if let Some(liquid) = model.liquids().first() {
        return wrong(format!("the liquid \"{}\" needs stepper = \"fluid\"", liquid.name));
    }
    if settings.integrator == Integrator::Midpoint {
        return wrong("barrier steps are of implicit Euler; leave out the integrator".into());
    }
    if settings.sleeping.is_some() {
        return wrong("nothing sleeps in barrier steps; leave out sleeping".into());
    }
    for body in model.bodies().iter().filter(|body| body.is_dynamic()) {
        let spread = spread(body);
        let is_solid = (0..3).all(|axis| spread.col(axis)[axis] >= 0.0);
        if !is_solid {
            let name = &body.description.name;
            return wrong(format!(
                "barrier needs an inertia of masses ≥ 0, unlike that of \"{name}\""
            ));
        }
    }
    Ok(())
}

/// S = ½ tr(I) − I of a body's inertia.
fn spread(body: &Body) -> DMat3 {
    let inertia = body.mass.inertia;
    let trace = inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z;
    0.5 * trace * DMat3::IDENTITY - inertia
}

/// The stiffness that is asked for, or a hundred times the weight of a mover over the reach:
/// of a mean vertex or of a mean body, whichever is heavier.
fn stiffness(model: &Model, settings: &Settings, vertices: &[f64]) -> f64 {
    let mean = |masses: &[f64]| masses.iter().sum::<f64>() / masses.len().max(1) as f64;
    let bodies: Vec<f64> = { model.bodies().iter() }
        .filter(|body| body.is_dynamic())
        .map(|body| body.mass.mass)
        .collect();
    let mass = mean(vertices).max(mean(&bodies));
    let weight = mass * settings.gravity.length().max(1.0);
    settings.barrier.stiffness.unwrap_or(100.0 * weight / settings.barrier.reach)
}

/// The turn from one pose to another that is nearest to what it was meant to be: whole
/// turns cannot be seen in poses.
fn turned(before: &Pose, after: &Pose, meant: DVec3) -> DVec3 {
    let turn = after.orientation * before.orientation.inverse();
    let turn = if turn.w < 0.0 { -turn } else { turn };
    let least = turn.to_scaled_axis();
    let axis = least.normalize_or_zero();
    let whole = ((meant - least).dot(axis) / std::f64::consts::TAU).round();
    least + whole * std::f64::consts::TAU * axis
}
