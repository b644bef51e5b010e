//! A step of many clocks: layers of springs keep surfaces apart, and every layer, element and
//! weight has a time step of its own (course, §5.2.1).
//!
//! One step of h seconds, in the words of the code:
//!
//! 1. **drive**: what scripts move goes along straight lines to where it will be.
//! 2. **gather**: points of everything (`surfaces`, beside the steppers), each with its place, velocity and mass.
//! 3. **flow**: events in the order of their ticks (`clock`, `flow`, `kicks`): weight, elements
//!    (`elements`) and layers (`layers`) change velocities; certificates say when two
//!    features (`pairs`) have to be looked at again.
//! 4. **keep**: places and velocities. All clocks agree at the end of a step, so that these
//!    are all there is to save.
//!
//! Soft bodies and balls are stepped; whatever forces do not move is an obstacle. Torsion,
//! rolling and compliance of materials play no part; restitution is that of one layer alone.

mod clock;
mod elements;
mod flow;
mod kicks;
mod layers;
mod pairs;

use std::collections::BTreeMap;
use std::time::Instant;

use glam::DVec3;
use stickslip_contact::Pose;
use stickslip_geometry::rotation;
use stickslip_solve::SectionShape;

use self::clock::{Clock, Queue};
use self::elements::{Timed, timed};
use self::flow::{Flow, Point};
use self::kicks::PairImpulse;
use self::layers::Layers;
use self::pairs::Reaches;
use super::complementarity::stages;
use super::penalty::heaviest_weight;
use super::surfaces::{Site, Surfaces};
use super::{StepSpan, Stepper, ignored_settings};
use crate::model::{Model, ModelError};
use crate::motion;
use crate::report::{ContactReport, ContactState, IslandReport, StepReport};
use crate::step_error::StepError;
use crate::world::World;

/// Weight acts at least so often (s).
const WEIGHT_PERIOD: f64 = 1e-3;

/// The stepper.
pub(crate) struct Asynchronous {
    surfaces: Surfaces,
    layers: Layers,
    /// Elements with clocks that fit into a step of so many seconds.
    elements: (f64, Vec<Timed>),
    /// Whether the state is known to be free of crossings.
    is_checked: bool,
}

impl Asynchronous {
    /// For a world at its initial state.
    pub(crate) fn new(world: &World) -> Result<Self, ModelError> {
        let wrong = |reason: String| ModelError::Setting { key: "stepper", reason };
        let step = &world.settings.asynchronous;
        let thickness = step.thickness;
        let stiffness = step.stiffness.unwrap_or(heaviest_weight(world) / thickness);
        let stepper = Self {
            surfaces: Surfaces::new(&world.model, "asynchronous")?,
            layers: Layers { thickness, stiffness },
            elements: (0.0, Vec::new()),
            is_checked: true,
        };
        stepper.check(world).map_err(wrong)?;
        Ok(stepper)
    }

    /// Whether everything is apart; the sentence names two that are not.
    fn check(&self, world: &World) -> Result<(), String> {
        let surfaces = &self.surfaces;
        let points = self.points(world, 0.0);
        let places: Vec<DVec3> = points.iter().map(|point| point.place).collect();
        let tell = |parts: [u32; 2]| surfaces.not_apart("asynchronous", &world.model, parts);
        if let Some(parts) = surfaces.crossing_parts(&places).first() {
            return Err(tell(*parts));
        }
        let reaches = Reaches {
            places: &places,
            travel: &vec![0.0; places.len()],
            inverse_masses: &points.iter().map(|point| point.inverse_mass).collect::<Vec<_>>(),
            thickness: self.layers.thickness,
            rubs: world.settings.friction.has_tangents(),
        };
        for pair in reaches.pairs(surfaces, &world.model) {
            let near = pair.near(surfaces, &pair.points.map(|at| places[at as usize]));
            // NaN is not above zero either.
            let is_apart = near.distance > 0.0;
            if !is_apart {
                return Err(tell(pair.parts));
            }
        }
        Ok(())
    }

    /// Stage 2: all points where a step of `h` begins; `h` = 0 asks for places alone.
    fn points(&self, world: &World, h: f64) -> Vec<Point> {
        let soft: Vec<(f64, f64, bool)> = { world.model.soft_bodies().iter() }
            .flat_map(|body| {
                let drag = body.description.damping[0];
                let each = body.mesh.masses().iter().zip(&body.is_pinned);
                each.map(move |(&mass, &pinned)| (mass, drag, pinned))
            })
            .collect();
        let state = &world.state;
        let point = |site: &Site| match *site {
            Site::Vertex(vertex) => {
                let (mass, drag, is_pinned) = soft[vertex];
                let inverse_mass = if is_pinned { 0.0 } else { 1.0 / mass };
                let moving = |vector: DVec3| if is_pinned { DVec3::ZERO } else { vector };
                Point {
                    place: state.vertices.positions[vertex],
                    velocity: moving(state.vertices.velocities[vertex]),
                    inverse_mass,
                    acceleration: world.settings.gravity + inverse_mass * world.pulls[vertex],
                    drag,
                    ..Point::default()
                }
            }
            Site::Body(body, _) if world.model.bodies()[body].is_dynamic() => {
                let (constants, own) = (&world.model.bodies()[body], &state.bodies[body]);
                let (force, torque) = stages::forces(world, body);
                let inverse_inertia = constants.inverse_inertia.x_axis.x;
                Point {
                    place: own.pose.position,
                    velocity: own.velocity,
                    inverse_mass: constants.inverse_mass,
                    spin: own.angular_velocity,
                    inverse_inertia,
                    acceleration: constants.inverse_mass * force,
                    turning: inverse_inertia * torque,
                    ..Point::default()
                }
            }
            Site::Body(body, local) => {
                let mut own = state.bodies[body];
                let place = own.pose.point(local);
                motion::advance(&world.model.bodies()[body], &mut own, h);
                let velocity = (own.pose.point(local) - place) / h.max(f64::MIN_POSITIVE);
                Point { place, velocity, ..Point::default() }
            }
        };
        let mut points: Vec<Point> = self.surfaces.sites.iter().map(point).collect();
        for vertex in &self.surfaces.vertices {
            let at = vertex.points[0] as usize;
            if moved_ball(&world.model, &self.surfaces.sites[at]).is_some() {
                points[at].radius = self.surfaces.parts[vertex.part as usize].radius;
            }
        }
        points
    }

    /// Stage 4.
    fn keep(&self, world: &mut World, points: &[Point], h: f64) {
        for (body, state) in world.model.bodies().iter().zip(&mut world.state.bodies) {
            motion::advance(body, state, h);
        }
        let vertices = world.state.vertices.positions.len();
        for (at, (point, site)) in points.iter().zip(&self.surfaces.sites).enumerate() {
            if at < vertices {
                world.state.vertices.positions[at] = point.place;
                world.state.vertices.velocities[at] = point.velocity;
            } else if let Some(body) = moved_ball(&world.model, site) {
                let own = &mut world.state.bodies[body];
                let before = own.pose.orientation;
                let turn = rotation::by_vector(h * point.spin);
                own.pose = Pose::new(point.place, (turn * before).normalize());
                (own.velocity, own.angular_velocity) = (point.velocity, point.spin);
            }
        }
        world.state.contacts.clear();
        world.state.time += h;
    }

    fn report(&self, world: &mut World, told: &BTreeMap<pairs::Key, PairImpulse>) {
        world.contacts.clear();
        for told in told.values() {
            let [one, two] = told.parts.map(|part| self.surfaces.parts[part as usize].party);
            let [own, other] = told.parts.map(|part| self.surfaces.shape(part));
            let (sign, shapes) = if one > two { (1.0, [other, own]) } else { (-1.0, [own, other]) };
            world.contacts.push(ContactReport {
                first: one.min(two),
                second: one.max(two),
                shapes,
                point: told.point,
                normal: sign * told.normal,
                gap: told.gap,
                impulse: sign * told.impulse,
                moment: DVec3::ZERO,
                velocity: sign * told.velocity,
                friction: told.friction,
                tangent: told.normal.any_orthonormal_vector(),
                section: SectionShape::Disc,
                state: match told.impulse.dot(told.normal) {
                    push if push <= 0.0 => ContactState::Separating,
                    _ if told.slips => ContactState::Slipping,
                    _ => ContactState::Sticking,
                },
            });
        }
    }
}

impl Asynchronous {
    /// One sub-step of `h` seconds.
    fn substep(
        &mut self,
        world: &mut World,
        h: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let clock = Instant::now();
        let step = world.state.step + 1;
        let problem = |reason: String| StepError::Problem { step, reason };
        let time = world.state.time;
        stages::drive(world, time, h);
        if !self.is_checked {
            self.check(world).map_err(problem)?;
            self.is_checked = true;
        }
        let share = world.settings.asynchronous.share;
        if self.elements.0 != h {
            let elements = timed(&world.model, share, h).map_err(|soft| {
                let name = &world.model.soft_bodies()[soft].description.name;
                problem(format!("\"{name}\" is too stiff for any clock"))
            })?;
            self.elements = (h, elements);
        }
        // A clock of a whole step is always there.
        let weight = Clock::within(WEIGHT_PERIOD.min(h), h).unwrap_or(Clock { period: clock::END });
        let mut flow = Flow {
            model: &world.model,
            surfaces: &self.surfaces,
            step_progress: &world.step_progress,
            elements: &self.elements.1,
            layers: self.layers,
            rubs: world.settings.friction.has_tangents(),
            share,
            h,
            points: self.points(world, h),
            weight,
            queue: Queue::default(),
            pairs: Vec::new(),
            told: BTreeMap::new(),
            is_broken: false,
            kicks: 0,
            looks: 0,
        };
        let done = flow.run();
        flow.step_progress.tell(0.0);
        done.map_err(problem)?;
        let Flow { points, told, kicks, looks, .. } = flow;
        self.keep(world, &points, h);
        world.check_motion()?;
        self.report(world, &told);
        report.solves += 1;
        report.iterations += kicks;
        report.inner_iterations += looks;
        report.contacts = world.contacts.len();
        report.times.solve_s += clock.elapsed().as_secs_f64();
        Ok(())
    }
}

impl Stepper for Asynchronous {
    fn step(
        &mut self,
        world: &mut World,
        span: &mut StepSpan<'_>,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        span.in_substeps(world, |world, h| self.substep(world, h, report))
    }

    fn solver_name<'a>(&self, _world: &'a World) -> &'a str {
        "event-queue"
    }

    fn state_replaced(&mut self) {
        self.is_checked = false;
    }

    fn ignored_settings(&self, world: &World) -> Vec<String> {
        let takes = ignored_settings::Surfaces { restitution: true, compliance: false };
        ignored_settings::ignored_settings(&world.model, &world.settings, takes)
    }

    fn islands<'a>(&'a self, _world: &'a World) -> Box<dyn Iterator<Item = IslandReport<'a>> + 'a> {
        Box::new(std::iter::empty())
    }
}

/// The body whose middle a site is, if forces move it.
fn moved_ball(model: &Model, site: &Site) -> Option<usize> {
    match *site {
        Site::Body(body, _) if model.bodies()[body].is_dynamic() => Some(body),
        _ => None,
    }
}
