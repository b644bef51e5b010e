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
//! A step of second order takes 2 to 6 twice (`order`).
//!
//! Balls, hinges, sliders and fixed joints are stiff springs of the potential (`joints`).
//!
//! Rigid bodies are stepped by their own rotations, six freedoms each, so that a state is
//! one of poses here as everywhere. What plays no part in these steps is refused or named
//! (`accepts`, `ignored_settings`): impacts end as implicit Euler has them, without restitution.

mod beginning;
mod friction;
mod joints;
mod near;
mod newton;
mod order;
mod places;
mod potential;
mod report;
mod stage;
mod stiffness;
mod system;

use glam::DMat3;

pub(crate) use self::beginning::crossings;
use self::joints::Joints;
pub(crate) use self::joints::refusal;
use self::newton::Newton;
use self::places::{Driven, Movers};
use self::potential::Bound;
use self::system::System;
use super::complementarity::{joint_error, stages};
use super::surfaces::{Site, Surfaces};
use super::{StepSpan, Stepper, ignored_settings};
use crate::model::{Body, ModelError};
use crate::report::{IslandReport, StepReport};
use crate::rows::RowBuffer;
use crate::settings::BarrierOrder;
use crate::step_error::StepError;
use crate::world::World;

/// The stepper; keeps its memory from step to step.
pub(crate) struct Barrier {
    newton: Newton,
    elements: Vec<Bound>,
    joints: Joints,
    scratch: RowBuffer,
    /// Mass of each vertex (kg), and a of its body (1/s); zero mass where it is held.
    masses: Vec<f64>,
    drags: Vec<f64>,
    /// Stiffness of the barrier (N/m), or the least where it follows what presses.
    stiffness: f64,
    /// Whether the state is known to be free of crossings.
    is_checked: bool,
}

impl Barrier {
    /// For a world at its initial state.
    pub(crate) fn new(world: &World) -> Result<Self, ModelError> {
        let model = &world.model;
        let surfaces = Surfaces::new(model, "barrier")?;
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
        let joints = Joints::new(model);
        let joined = joined.chain(joints.movers());
        let system = System::new(&movers, joined, world.settings.barrier.solve);
        let mut stepper = Self {
            stiffness: stiffness::usual(model, &world.settings, &masses),
            newton: Newton::new(surfaces, movers, system),
            elements,
            joints,
            scratch: RowBuffer::default(),
            masses,
            drags,
            is_checked: true,
        };
        stepper.place(world);
        stepper.check(world).map_err(|reason| ModelError::Setting { key: "stepper", reason })?;
        Ok(stepper)
    }
}

impl Barrier {
    /// One sub-step of `h` seconds.
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
        let begun = self.newton.places.clone();
        let potential = match world.settings.barrier.order {
            BarrierOrder::First => self.stage(world, h, &driven, report)?,
            BarrierOrder::Second => self.two_stages(world, h, &driven, report)?,
        };
        world.state.time = time + h;
        report::write(world, &self.newton, &potential, &begun);
        report.contacts = world.contacts.len();
        report::track_joints(world);
        let open = joint_error(world, h, &mut self.scratch);
        report.joint_error_max = report.joint_error_max.max(open);
        Ok(())
    }
}

impl Stepper for Barrier {
    fn step(
        &mut self,
        world: &mut World,
        span: &mut StepSpan<'_>,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        span.in_substeps(world, |world, h| self.substep(world, h, report))
    }

    fn solver_name<'a>(&self, _world: &'a World) -> &'a str {
        "projected-newton"
    }

    fn state_replaced(&mut self) {
        self.is_checked = false;
    }

    fn islands<'a>(&'a self, _world: &'a World) -> Box<dyn Iterator<Item = IslandReport<'a>> + 'a> {
        Box::new(std::iter::empty())
    }

    fn ignored_settings(&self, world: &World) -> Vec<String> {
        let takes = ignored_settings::Surfaces { restitution: false, compliance: false };
        let mut all = ignored_settings::ignored_settings(&world.model, &world.settings, takes);
        let has_joints = !world.model.joints().is_empty();
        all.extend(has_joints.then(|| "what joints carry".to_owned()));
        all
    }
}

/// S = ½ tr(I) − I of a body's inertia.
pub(super) fn spread(body: &Body) -> DMat3 {
    let inertia = body.mass.inertia;
    let trace = inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z;
    0.5 * trace * DMat3::IDENTITY - inertia
}
