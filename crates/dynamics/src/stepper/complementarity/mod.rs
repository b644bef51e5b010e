//! A step as one complementarity problem per island.
//!
//! One step of h seconds, in the words of the code:
//!
//! 1. **drive**: kinematic bodies get the velocities of their scripts; with
//!    Moreau's midpoint every body first moves for h/2.
//! 2. **collide**: shapes at their places give contact points, also those
//!    that their motion may bring about in this step.
//! 3. **rows**: joints and contacts become scalar constraints
//!    w = J v + ε λ + γ φ/h − target, λ ∈ [lo, hi]; joints under load add to
//!    the inertias of their bodies, if asked for.
//! 4. **islands**: bodies that rows join, each island on its own from here.
//! 5. **solve**: w = A λ + b with A = J H⁻¹ Jᵀ + C at the velocities that
//!    forces alone would give; every island is one problem of the solver.
//! 6. **move**: v⁺ = v + h H⁻¹ f + H⁻¹ Jᵀ λ, then the poses with v⁺. Soft bodies
//!    first take rounds of their nonlinear step, if asked for (`elastic/`).
//! 7. **measure**: what joints and gaps really are where the bodies have come
//!    to, and which faces of soft bodies have passed through others (`crossed`). All of
//!    the above was linear, at the beginning of the step.
//! 8. **refine**, if asked for: islands that missed by more than the accuracy, or
//!    whose motion is not as right as that, are stepped again (`refine/`).
//! 9. **keep**: impulses and index sets by joint and by feature, to start the
//!    next step with.
//! 10. **project**, if asked for: penetration is removed from the poses alone.
//! 11. **sweep**: bodies whose centres have passed through others are put back (`sweep.rs`).

mod attachments;
mod beginning;
mod capstans;
mod contact_rows;
mod crossed;
mod elastic;
mod given;
mod inertia;
mod island_batch;
mod island_problem;
mod island_solver;
mod islands;
mod linearisation;
mod memory;
mod probe;
mod projection;
mod reactions;
mod refine;
pub(crate) mod replay;
mod report;
mod sleep;
pub(super) mod stages;
mod sweep;
mod tension;
mod trees;

pub use self::given::{GivenContact, GivenStep};
pub(super) use self::refine::joint_error;

use std::time::Instant;

use self::beginning::Beginning;
use self::crossed::Crossed;
use self::elastic::{Elastic, Rounds, Surroundings};
use self::linearisation::{Linearisation, Span};
use self::projection::Projection;
use self::refine::Refinement;
use self::sweep::Sweep;
use self::trees::Trees;
use super::ignored_settings::budget;
use super::{StepSpan, Stepper};
use crate::collide::Collision;
use crate::freedoms::Layout;
use crate::model::ModelError;
use crate::report::{IslandReport, StepReport};
use crate::settings::Integrator;
use crate::step_error::StepError;
use crate::world::World;

/// The stepper; keeps its memory from step to step.
pub(crate) struct Complementarity {
    layout: Layout,
    collision: Collision,
    /// Penetration at the initial state, and what is left of it.
    beginning: [Beginning; 2],
    /// The step as it is seen from its beginning.
    plain: Linearisation,
    refinement: Refinement,
    /// Of the nonlinear step of soft bodies.
    rounds: Rounds,
    projection: Projection,
    crossed: Crossed,
    sweep: Sweep,
}

impl Complementarity {
    /// For a world at its initial state.
    pub(crate) fn new(world: &World) -> Result<Self, ModelError> {
        probe::probe(world)?;
        Self::unprobed(world)
    }

    /// The same, without asking whether the solver takes what contacts would pose.
    fn unprobed(world: &World) -> Result<Self, ModelError> {
        // Reports a wrong solver now rather than at the first contact.
        island_solver::build(&world.settings.solver, world.friction_form())?;
        let mut collision = Collision::new(&world.model, world.settings.margin);
        collision.detect(&world.model, &world.state.bodies, 0.0);
        collision.detect_soft(&world.model, &world.state.vertices, 0.0);
        collision.note_overlapped(&world.model, world.settings.gravity.length());
        let beginning = Beginning::new(collision.contacts());
        Ok(Self {
            layout: Layout::new(world.model.bodies(), world.model.soft_bodies(), &world.forest),
            collision,
            beginning: [beginning.clone(), beginning],
            plain: Linearisation {
                elastic: Elastic::new(world.model.soft_bodies()),
                trees: Trees::new(&world.forest),
                ..Linearisation::default()
            },
            refinement: Refinement::new(&world.model),
            rounds: Rounds::default(),
            projection: Projection::default(),
            crossed: Crossed::new(&world.model),
            sweep: Sweep::new(&world.model),
        })
    }

    /// Stages 2 to 6, all linear at the beginning of the step. Bodies move for
    /// `span.left` seconds.
    fn step_once(
        &mut self,
        world: &mut World,
        span: &Span,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        self.collision.detect(&world.model, &world.state.bodies, span.left);
        self.collision.detect_soft(&world.model, &world.state.vertices, span.left);
        report.times.add_detection(self.collision.times());
        let mut clock = Instant::now();
        let plain = &mut self.plain;
        // Trees have an inertia of their own.
        let all = (0..world.state.bodies.len()).filter(|&at| world.forest.link(at).is_none());
        plain.inertia.refresh(world.model.bodies(), &world.state.bodies, all);
        self.collision.write_all(&mut plain.contacts, &mut plain.holds);
        plain.write(world, &self.collision, span, None, |_| true);
        plain.promise();
        plain.remember_start(world, span.share);
        if world.settings.geometric_stiffness {
            plain.stiffen(world, span.h);
            plain.inertia.invert_added(world.model.bodies());
        }
        plain.carry(world, span.h)?;
        plain.find_islands(&self.layout, 0..self.layout.bodies());
        plain.find_resting(world);
        self.refinement.deferred(world, plain, span);
        stages::accelerate(world, span.h);
        let lengths = (span.h, span.left);
        plain.elastic.accelerate(world, &self.layout, &plain.islands, lengths)?;
        let (stiffness, factor) = plain.elastic.times();
        report.times.stiffness_s += stiffness;
        report.times.factor_s += factor;
        plain.trees.accelerate(world);
        plain.inertia.hold_back(world.model.bodies(), &mut world.state.bodies);
        world.check_motion()?;
        self.rounds.begin(world);
        report.times.assemble_s += lap(&mut clock);
        plain.solve(world, span, &mut report.times)?;
        while plain.put_back_stops() {
            plain.count_work(report);
            plain.find_islands(&self.layout, 0..self.layout.bodies());
            plain.wake_all();
            plain.solve(world, span, &mut report.times)?;
        }
        clock = Instant::now();
        plain.apply_impulses(world);
        plain.elastic.apply_impulses(world, &plain.rows, &plain.impulses);
        plain.move_trees(world);
        plain.count_work(report);
        report.times.integrate_s += lap(&mut clock);
        let mut around = Surroundings { collision: &mut self.collision, layout: &self.layout };
        self.rounds.settle(world, plain, &mut around, span, report)?;
        clock = Instant::now();
        self.refinement.go_ahead(world, plain);
        stages::note_jumps(world, (span.time, span.h));
        stages::advance(world, span.left);
        plain.trees.advance(world, span.left);
        world.check_motion()?;
        report.times.integrate_s += lap(&mut clock);
        report.contacts = plain.contacts.len();
        report.constraints = plain.rows.rows().len();
        report.islands = plain.islands.all().len();
        Ok(())
    }

    /// Stage 7: what joints and gaps are where the bodies have come to.
    fn measure(&mut self, world: &World, h: f64, report: &mut StepReport) {
        self.collision.detect(&world.model, &world.state.bodies, h);
        self.collision.detect_soft(&world.model, &world.state.vertices, h);
        report.times.add_detection(self.collision.times());
        let clock = Instant::now();
        let joints = refine::joint_error(world, h, self.refinement.scratch());
        report.joint_error_max = report.joint_error_max.max(joints);
        let allowed = refine::Deflections { world, collision: &self.collision, h };
        let depth = self.beginning[1].split(self.collision.contacts(), |pair| allowed.of(pair));
        let deepest = self.collision.deepest_soft();
        report.penetration_max = report.penetration_max.max(depth.made).max(deepest);
        report.penetration_begun = report.penetration_begun.max(depth.begun);
        let crossed = self.crossed.count(&world.state, &self.collision);
        report.crossings = report.crossings.max(crossed);
        report.times.integrate_s += clock.elapsed().as_secs_f64();
    }
}

impl Complementarity {
    /// One sub-step of `h` seconds.
    pub(super) fn substep(
        &mut self,
        world: &mut World,
        h: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        if world.forest.cut(&world.model, &world.state.joints) {
            self.layout =
                Layout::new(world.model.bodies(), world.model.soft_bodies(), &world.forest);
            self.plain.trees = Trees::new(&world.forest);
        }
        self.plain.trees.leave_out(&world.forest, |body| !world.leaves_out(body));
        let before = match world.settings.integrator {
            Integrator::SemiImplicit => 0.0,
            Integrator::Midpoint => 0.5 * h,
        };
        let mut clock = Instant::now();
        let span = Span { time: world.state.time, h, left: h - before, share: 1.0 };
        self.sweep.begin(&world.state.bodies);
        stages::drive(world, span.time, h);
        stages::advance(world, before);
        self.refinement.begin(world);
        self.begin_record(world, h);
        report.times.integrate_s += lap(&mut clock);
        self.step_once(world, &span, report)?;
        world.state.contacts.clear();
        self.plain.keep(world, span.share);
        if let Some(accuracy) = world.error_bounds.accuracy {
            let plain_step = refine::PlainStep { layout: &self.layout, plain: &self.plain, span };
            self.refinement.settle(world, &mut self.collision, &plain_step, accuracy, report)?;
        }
        self.record_plain(world, &span);
        clock = Instant::now();
        self.plain.conclude(report, |island| !self.refinement.has_redone(&island.bodies));
        world.contacts.clear();
        let keeps = |party: usize| !self.refinement.has_redone(&[party]);
        self.plain.report_contacts(world, &self.collision, span.share, keeps);
        self.refinement.report(world, &self.collision);
        memory::break_joints(world, h);
        world.state.time += h;
        if let Some(rule) = world.settings.sleeping {
            sleep::count_stillness(&mut world.state.bodies, &self.plain.islands, rule, h);
        }
        for _ in 0..world.settings.projection_passes {
            self.projection.pass(&world.model, &mut world.state.bodies, &mut self.collision);
        }
        let caught = self.sweep.hold(world, &self.collision);
        self.record_end(world, caught);
        report.caught += caught;
        report.times.integrate_s += lap(&mut clock);
        self.measure(world, h, report);
        Ok(())
    }
}

impl Stepper for Complementarity {
    fn step(
        &mut self,
        world: &mut World,
        span: &mut StepSpan<'_>,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        self.collision.leave_out(&world.left_out);
        span.in_substeps(world, |world, h| self.substep(world, h, report))
    }

    fn solver_name<'a>(&self, world: &'a World) -> &'a str {
        let named = world.settings.solver.name.as_deref();
        named.unwrap_or_else(|| {
            world.settings.friction.preferred_solver_for(world.model.materials.anisotropy())
        })
    }

    fn state_replaced(&mut self) {
        self.beginning[1] = self.beginning[0].clone();
    }

    fn ignored_settings(&self, world: &World) -> Vec<String> {
        budget(&world.settings).into_iter().collect()
    }

    fn islands<'a>(&'a self, _world: &'a World) -> Box<dyn Iterator<Item = IslandReport<'a>> + 'a> {
        let kept = self.plain.island_reports();
        let kept = kept.filter(|island| !self.refinement.has_redone(island.bodies));
        Box::new(kept.chain(self.refinement.island_reports()))
    }
}

/// Seconds since the last call.
fn lap(clock: &mut Instant) -> f64 {
    let seconds = clock.elapsed().as_secs_f64();
    *clock = Instant::now();
    seconds
}
