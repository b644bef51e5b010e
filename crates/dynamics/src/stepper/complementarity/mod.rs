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
//! 6. **move**: v⁺ = v + h H⁻¹ f + H⁻¹ Jᵀ λ, then the poses with v⁺.
//! 7. **keep**: impulses and index sets by joint and by feature, to start the
//!    next step with.
//! 8. **project**, if asked for: penetration is removed from the poses alone.

mod archipelago;
mod beginning;
mod contact_rows;
mod given;
mod inertia;
mod island_problem;
mod island_solver;
mod islands;
mod memory;
mod projection;
mod report;
mod sleep;
mod stages;
mod tension;

pub use self::given::{GivenContact, GivenStep};

use std::time::Instant;

use stickslip_solve::Label;

use self::beginning::Beginning;
use self::inertia::Inertia;
use self::island_solver::IslandSlot;
use self::islands::Islands;
use self::projection::Projection;
use super::Stepper;
use crate::collide::Collision;
use crate::freedoms::Layout;
use crate::model::ModelError;
use crate::report::{IslandReport, StepReport};
use crate::rows::{ContactRows, RowBuffer};
use crate::settings::Integrator;
use crate::state::ContactMemory;
use crate::step_error::StepError;
use crate::world::World;

/// The stepper; keeps its memory from step to step.
pub(crate) struct Complementarity {
    layout: Layout,
    collision: Collision,
    /// Penetration at the initial state, and what is left of it.
    beginning: [Beginning; 2],
    rows: RowBuffer,
    /// Joint of each joint row, in the order of the rows.
    joint_rows: Vec<usize>,
    contact_rows: Vec<ContactRows>,
    /// What each contact remembers of the last step.
    recalled: Vec<Option<ContactMemory>>,
    inertia: Inertia,
    islands: Islands,
    slots: Vec<IslandSlot>,
    /// Which islands sleep.
    resting: Vec<bool>,
    projection: Projection,
    /// Impulse and index set of every row of the step.
    impulses: Vec<f64>,
    labels: Vec<Label>,
}

impl Complementarity {
    /// For a world at its initial state.
    pub(crate) fn new(world: &World) -> Result<Self, ModelError> {
        // Reports a wrong solver now rather than at the first contact.
        island_solver::build(&world.settings.solver, world.settings.friction)?;
        let mut collision = Collision::new(&world.model, world.settings.margin);
        collision.detect(&world.model, &world.state.bodies, 0.0);
        let beginning = Beginning::new(collision.contacts());
        Ok(Self {
            layout: Layout::new(world.model.bodies()),
            collision,
            beginning: [beginning.clone(), beginning],
            rows: RowBuffer::default(),
            joint_rows: Vec::new(),
            contact_rows: Vec::new(),
            recalled: Vec::new(),
            inertia: Inertia::default(),
            islands: Islands::default(),
            slots: Vec::new(),
            resting: Vec::new(),
            projection: Projection::default(),
            impulses: Vec::new(),
            labels: Vec::new(),
        })
    }
}

impl Stepper for Complementarity {
    fn substep(
        &mut self,
        world: &mut World,
        h: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let before = match world.settings.integrator {
            Integrator::SemiImplicit => 0.0,
            Integrator::Midpoint => 0.5 * h,
        };
        let mut clock = Instant::now();
        stages::drive(world, h);
        stages::advance(world, before);
        report.times.integrate_s += lap(&mut clock);
        self.collision.detect(&world.model, &world.state.bodies, h - before);
        let (broad_s, narrow_s) = self.collision.times();
        report.times.broad_s += broad_s;
        report.times.narrow_s += narrow_s;
        clock = Instant::now();
        self.write_rows(world, h, h - before, report);
        if world.settings.geometric_stiffness {
            self.stiffen(world, h);
        }
        self.islands.find(&self.layout, &self.rows);
        self.find_resting(world);
        stages::accelerate(world, h);
        self.inertia.hold_back(world.model.bodies(), &mut world.state.bodies);
        world.check_motion()?;
        report.times.assemble_s += lap(&mut clock);
        self.solve_islands(world, h, report)?;
        clock = Instant::now();
        self.apply_impulses(world);
        stages::advance(world, h - before);
        world.check_motion()?;
        world.state.time += h;
        self.keep_memory(world, h);
        self.report_contacts(world);
        if let Some(rule) = world.settings.sleeping {
            sleep::count_stillness(&mut world.state.bodies, &self.islands, rule, h);
        }
        for _ in 0..world.settings.projection_passes {
            self.projection.pass(&world.model, &mut world.state.bodies, &mut self.collision);
        }
        report.times.integrate_s += lap(&mut clock);
        Ok(())
    }

    fn state_replaced(&mut self) {
        self.beginning[1] = self.beginning[0].clone();
    }

    fn islands<'a>(&'a self, world: &'a World) -> Box<dyn Iterator<Item = IslandReport<'a>> + 'a> {
        Box::new(self.island_reports(world.settings.friction))
    }
}

/// Seconds since the last call.
fn lap(clock: &mut Instant) -> f64 {
    let seconds = clock.elapsed().as_secs_f64();
    *clock = Instant::now();
    seconds
}
