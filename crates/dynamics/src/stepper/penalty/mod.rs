//! A step in which springs and dampers push surfaces out of each other (course, §5.1).
//!
//! One step of h seconds, in the words of the code:
//!
//! 1. **drive**: kinematic bodies get the velocities of their scripts, and so do vertices that
//!    they hold.
//! 2. **collide**: shapes at their places give contacts.
//! 3. **sample**: every patch of contacts becomes points with shares of its area (`patch`,
//!    `sampler`, `sample`).
//! 4. **act**: every point has a normal force by its depth (`law`) and friction (`friction`);
//!    elements have theirs (`elastic`).
//! 5. **step**. Explicit: forces of the beginning change the velocities, and these the places
//!    (symplectic Euler); a step longer than the stable one is an error (`stable`). Implicit:
//!    forces of the end, by Newton's method (`implicit`, `system`); elements are linear within the step.
//! 6. **keep**: how far each point has moved from its anchor, in the state.
//!
//! Torsion and rolling of materials play no part.

mod elastic;
mod friction;
mod implicit;
mod law;
mod movers;
mod patch;
mod sample;
mod sampler;
mod stable;
mod system;

pub(super) use self::law::damping_ratio;
pub(super) use self::stable::{Rates, largest_eigenvalue};

use std::time::Instant;

use glam::{DQuat, DVec3};
use stickslip_contact::{Contact, SiteCarrier};
use stickslip_geometry::rotation;
use stickslip_solve::SectionShape;

use self::elastic::Elastic;
use self::movers::Movers;
use self::sample::{Action, Moment, Sample};
use self::sampler::Sampler;
use self::system::System;
use super::complementarity::stages;
use super::{StepSpan, Stepper, ignored_settings};
use crate::collide::Collision;
use crate::model::ModelError;
use crate::report::{ContactReport, ContactState, IslandReport, StepReport};
use crate::settings::{PenaltyLaw, PenaltyMethod, PenaltyStep};
use crate::step_error::StepError;
use crate::world::World;

/// Springs without a stiffness of their own give way so far under the heaviest (m).
const DEPTH: f64 = 1e-4;
/// The exponential law is evaluated from so many ε on: e⁻³⁰ of its force is left.
const FAR: f64 = 30.0;

/// The stepper; keeps its memory from step to step.
pub(crate) struct Penalty {
    collision: Collision,
    movers: Movers,
    elastic: Elastic,
    system: System,
    stiffness: f64,
    contacts: Vec<Contact>,
    holds: Vec<[SiteCarrier; 2]>,
    samples: Vec<Sample>,
    actions: Vec<Action>,
}

impl Penalty {
    /// For a world at its initial state.
    pub(crate) fn new(world: &World) -> Result<Self, ModelError> {
        let (model, settings) = (&world.model, &world.settings);
        let step = &settings.penalty;
        let margin = match step.law {
            PenaltyLaw::Exponential => settings.margin.max(FAR * step.reach),
            PenaltyLaw::ParticlePairs => settings.margin.max(step.reach),
            _ => settings.margin,
        };
        Ok(Self {
            collision: Collision::new(model, margin),
            movers: Movers::new(model)?,
            elastic: Elastic::new(model),
            system: System::default(),
            stiffness: step.stiffness.unwrap_or(heaviest_weight(world) / DEPTH),
            contacts: Vec::new(),
            holds: Vec::new(),
            samples: Vec::new(),
            actions: Vec::new(),
        })
    }

    /// Stages 2 and 3.
    fn sample(&mut self, world: &World, h: f64, velocities: &[f64], report: &mut StepReport) {
        self.collision.detect(&world.model, &world.state.bodies, h);
        self.collision.detect_soft(&world.model, &world.state.vertices, h);
        report.times.add_detection(self.collision.times());
        self.collision.write_all(&mut self.contacts, &mut self.holds);
        let sampler = Sampler {
            world,
            collision: &self.collision,
            movers: &self.movers,
            velocities,
            stiffness: self.stiffness,
            h,
        };
        sampler.write(&self.contacts, &self.holds, &mut self.samples);
    }

    /// Stage 4: the impulses of all points and elements.
    fn act(&mut self, world: &World, moment: Moment, velocities: &[f64], impulses: &mut [f64]) {
        let step = &world.settings.penalty;
        self.actions.clear();
        for sample in &self.samples {
            let action = sample.act(step, moment, velocities);
            sample.jacobian.spread(moment.h * action.force, impulses);
            self.actions.push(action);
        }
        self.elastic.push(&self.movers, &world.state, moment, velocities, impulses);
    }

    /// Velocities under weight and what pushes from outside.
    fn accelerate(&self, world: &mut World, h: f64) {
        stages::accelerate(world, h);
        for (vertex, mass) in self.movers.masses.iter().enumerate() {
            if self.movers.vertex(vertex).is_some() {
                let pull = world.pulls[vertex] / mass;
                world.state.vertices.velocities[vertex] += h * (world.settings.gravity + pull);
            }
        }
    }

    /// Stage 5 with forces of the beginning.
    fn explicit(
        &mut self,
        world: &mut World,
        h: f64,
        velocities: &mut Vec<f64>,
        report: &mut StepReport,
    ) -> Result<(), String> {
        let mut impulses = vec![0.0; velocities.len()];
        self.act(world, Moment { h, lead: 0.0 }, velocities, &mut impulses);
        let limit = stable::limit(world, &self.movers, &self.samples, &self.actions, &self.elastic);
        if let Some(limit) = limit.filter(|limit| limit.seconds.is_finite()) {
            let known = report.stable_step.unwrap_or(f64::INFINITY);
            report.stable_step = Some(known.min(limit.seconds));
            if h > limit.seconds {
                return Err(format!(
                    "a step of {h:.3e} s is longer than the {:.3e} s up to which the springs of \"{}\" are stable; make dt shorter, springs softer, or penalty_method = \"implicit\"",
                    limit.seconds,
                    world.model.party_name(limit.party)
                ));
            }
        }
        let inertias = self.movers.inertias(world);
        self.accelerate(world, h);
        self.movers.read(&world.state, velocities);
        stable::accelerate(&inertias, &impulses, velocities);
        Ok(())
    }

    /// Stage 6, and what the step tells of its contacts.
    fn keep(&self, world: &mut World, moment: Moment, velocities: &[f64], report: &mut StepReport) {
        let step: PenaltyStep = world.settings.penalty;
        let h = moment.h;
        world.state.anchors.clear();
        world.contacts.clear();
        for (sample, action) in self.samples.iter().zip(&self.actions) {
            let velocity = sample.jacobian.velocity(velocities);
            let end = sample.gap + h * velocity.dot(sample.normal);
            let [first, second] = sample.parties;
            let turn =
                world.state.bodies.get(first).map_or(DQuat::IDENTITY, |state| {
                    rotation::by_vector(h * state.angular_velocity)
                });
            let travel = (h - moment.lead) * velocity;
            world.state.anchors.extend(sample.anchor(&step, action, travel, turn));
            if action.force == DVec3::ZERO && action.gap > 0.0 {
                continue;
            }
            report.penetration_max = report.penetration_max.max(-end);
            world.contacts.push(ContactReport {
                first,
                second,
                shapes: sample.shapes,
                point: sample.point,
                normal: sample.normal,
                gap: sample.gap,
                impulse: h * action.force,
                moment: DVec3::ZERO,
                velocity,
                friction: sample.friction,
                tangent: sample.normal.any_orthonormal_vector(),
                section: SectionShape::Disc,
                state: match action.normal_force {
                    force if force <= 0.0 => ContactState::Separating,
                    _ if action.slides => ContactState::Slipping,
                    _ => ContactState::Sticking,
                },
            });
        }
        report.contacts = world.contacts.len();
    }
}

impl Penalty {
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
        self.movers.drive(world, h);
        let mut velocities = Vec::new();
        self.movers.read(&world.state, &mut velocities);
        self.sample(world, h, &velocities, report);
        let clock = Instant::now();
        self.elastic.look(&world.state).map_err(|soft| {
            let name = &world.model.soft_bodies()[soft].description.name;
            problem(format!("an element of \"{name}\" is inside out, which its energy forbids"))
        })?;
        let lead = match world.settings.penalty.method {
            PenaltyMethod::Explicit => {
                self.explicit(world, h, &mut velocities, report).map_err(problem)?;
                0.0
            }
            PenaltyMethod::Implicit => {
                self.implicit(world, h, &mut velocities, report).map_err(problem)?;
                h
            }
        };
        self.movers.write(&velocities, &mut world.state);
        world.check_motion()?;
        self.keep(world, Moment { h, lead }, &velocities, report);
        stages::advance(world, h);
        world.check_motion()?;
        world.state.contacts.clear();
        world.state.time += h;
        report.times.solve_s += clock.elapsed().as_secs_f64();
        Ok(())
    }
}

impl Stepper for Penalty {
    fn step(
        &mut self,
        world: &mut World,
        span: &mut StepSpan<'_>,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        span.in_substeps(world, |world, h| self.substep(world, h, report))
    }

    fn solver_name<'a>(&self, world: &'a World) -> &'a str {
        match world.settings.penalty.method {
            PenaltyMethod::Implicit => "newton",
            PenaltyMethod::Explicit => "symplectic-euler",
        }
    }

    fn state_replaced(&mut self) {}

    fn ignored_settings(&self, world: &World) -> Vec<String> {
        let takes = ignored_settings::Surfaces { restitution: true, compliance: true };
        ignored_settings::ignored_settings(&world.model, &world.settings, takes)
    }

    fn islands<'a>(&'a self, _world: &'a World) -> Box<dyn Iterator<Item = IslandReport<'a>> + 'a> {
        Box::new(std::iter::empty())
    }
}

/// The weight of the heaviest body or soft body (N); that of 1 kg where nothing weighs.
pub(super) fn heaviest_weight(world: &World) -> f64 {
    let bodies = world.model.bodies().iter().filter(|body| body.is_dynamic());
    let soft = world.model.soft_bodies().iter().map(|soft| soft.mesh.mass());
    let mass = bodies.map(|body| body.mass.mass).chain(soft).fold(0.0, f64::max);
    let mass = if mass > 0.0 { mass } else { 1.0 };
    mass * world.settings.gravity.length().max(1.0)
}
