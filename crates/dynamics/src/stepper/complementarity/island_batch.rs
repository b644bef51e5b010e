//! Stages 4 and 5: every island for itself, side by side.

use std::time::Instant;

use rayon::prelude::*;
use stickslip_solve::{Label, Outcome, Status};

use super::capstans::Capstans;
use super::elastic::Elastic;
use super::inertia::Inertia;
use super::island_problem::IslandView;
use super::island_solver::{self, IslandSlot};
use super::islands::{Island, Islands};
use super::lap;
use super::linearisation::{Linearisation, Span};
use super::trees::Trees;
use crate::report::{StageTimes, StepReport};
use crate::rows::{Bodies, ContactRows, RowBuffer};
use crate::step_error::StepError;
use crate::world::World;

impl Linearisation {
    /// Assembles and solves the problem of every island that is to be solved, from
    /// the impulses and index sets that are there; where belts are, until their friction
    /// is that of their tensions.
    pub fn solve(
        &mut self,
        world: &World,
        span: &Span,
        times: &mut StageTimes,
    ) -> Result<(), StepError> {
        let mut capstans = Capstans::begin(self, world);
        self.unsettled = false;
        loop {
            self.solve_once(world, span, times)?;
            if capstans.settle(&self.impulses, &mut self.rows) {
                return Ok(());
            }
            if capstans.is_stuck() {
                self.unsettled = true;
                return Ok(());
            }
        }
    }

    /// The same with the bounds that rows have.
    fn solve_once(
        &mut self,
        world: &World,
        span: &Span,
        times: &mut StageTimes,
    ) -> Result<(), StepError> {
        let mut clock = Instant::now();
        let step = world.state.step + 1;
        let (model, choice) = (world.settings.friction, &world.settings.solver);
        let form = world.friction_form();
        while self.slots.len() < self.islands.all().len() {
            let solver = island_solver::build(choice, form)
                .map_err(|error| StepError::Problem { step, reason: error.to_string() })?;
            self.slots.push(IslandSlot::new(solver, choice));
        }
        let island_batch = IslandBatch {
            islands: &self.islands,
            rows: &self.rows,
            contacts: &self.contact_rows,
            bodies: Bodies {
                bodies: world.model.bodies(),
                states: &world.state.bodies,
                vertices: &world.state.vertices.velocities,
            },
            inertia: &self.inertia,
            elastic: &self.elastic,
            trees: &self.trees,
            resting: &self.resting,
            deferred: &self.deferred,
            h: span.h,
        };
        island_batch.each(&mut self.slots, |view, slot| {
            slot.assemble(view, form).map_err(|reason| StepError::Problem { step, reason })
        })?;
        times.assemble_s += lap(&mut clock);
        let (impulses, labels) = (&self.impulses, &self.labels);
        let (warm, history) = (world.settings.warm_start, world.keep_history);
        let accuracy = world.error_bounds.accuracy.filter(|_| self.rough);
        let rough = accuracy.map(|accuracy| ROUGHLY * accuracy / span.h);
        island_batch.each(&mut self.slots, |view, slot| {
            let start = view.island.rows.iter().map(|&row| (impulses[row], labels[row]));
            slot.solve(view, model, warm.then_some(start), rough, history)
                .map_err(|refusal| StepError::Refused { step, refusal })
        })?;
        times.solve_s += lap(&mut clock);
        self.take_impulses();
        Ok(())
    }

    /// Takes impulses and index sets from the islands; one that was not solved
    /// keeps its own.
    fn take_impulses(&mut self) {
        let islands = self.islands.all().iter().zip(&self.slots);
        for (((island, slot), &resting), &deferred) in
            islands.zip(&self.resting).zip(&self.deferred)
        {
            if resting || deferred {
                continue;
            }
            for ((&row, &impulse), &label) in
                island.rows.iter().zip(slot.impulses()).zip(slot.labels())
            {
                self.impulses[row] = impulse;
                self.labels[row] = label;
            }
        }
    }

    /// The islands that were solved, with what came out.
    fn solved(&self) -> impl Iterator<Item = (&Island, &IslandSlot, &Outcome)> {
        let islands = self.islands.all().iter().zip(&self.slots);
        let islands = islands.zip(self.resting.iter().zip(&self.deferred));
        let solved = islands.filter(|(_, (resting, deferred))| !**resting && !**deferred);
        solved.filter_map(|((island, slot), _)| Some((island, slot, slot.solved()?.1)))
    }

    /// Whether every island is solved as far as the settings ask.
    pub fn is_exact(&self) -> bool {
        self.solved().all(|(_, slot, _)| slot.is_exact())
    }

    /// Adds the solves, and the work of solving.
    pub fn count_work(&self, report: &mut StepReport) {
        report.solves += self.solved().count();
        self.count_iterations(report);
    }

    /// Adds the work of solving alone.
    pub fn count_iterations(&self, report: &mut StepReport) {
        for (_, _, outcome) in self.solved() {
            report.iterations += outcome.counts.iterations;
            report.inner_iterations += outcome.counts.inner_iterations;
        }
    }

    /// Adds what came out of the islands whose result is kept.
    pub fn conclude(&self, report: &mut StepReport, is_kept: impl Fn(&Island) -> bool) {
        report.failed_solves += usize::from(self.unsettled);
        for (island, slot, outcome) in self.solved().filter(|solved| is_kept(solved.0)) {
            let tight = slot.labels().iter().filter(|label| **label != Label::Free);
            report.tight += tight.count();
            report.rows += island.rows.len();
            report.failed_solves += usize::from(outcome.status != Status::Converged);
            let residuals = &outcome.residuals;
            report.energy_error_sum += residuals.energy_mean * island.rows.len() as f64;
            report.energy_error_max = report.energy_error_max.max(residuals.energy_max.value);
            report.residual_max = report.residual_max.max(residuals.decisive());
        }
    }
}

/// All islands of a step, and what their problems are made of.
struct IslandBatch<'a> {
    islands: &'a Islands,
    rows: &'a RowBuffer,
    contacts: &'a [ContactRows],
    bodies: Bodies<'a>,
    inertia: &'a Inertia,
    elastic: &'a Elastic,
    trees: &'a Trees,
    resting: &'a [bool],
    deferred: &'a [bool],
    h: f64,
}

impl IslandBatch<'_> {
    /// Runs `work` on every island that is to be solved, in parallel where there are
    /// threads. No island sees another's numbers, so their order does not matter.
    fn each(
        &self,
        slots: &mut [IslandSlot],
        work: impl Fn(&IslandView<'_>, &mut IslandSlot) -> Result<(), StepError> + Sync,
    ) -> Result<(), StepError> {
        let islands = self.islands.all();
        type IslandWork<'a> = (((&'a Island, &'a bool), &'a bool), &'a mut IslandSlot);
        let awake = |(((island, &resting), &deferred), slot): IslandWork<'_>| {
            if resting || deferred {
                return Ok(());
            }
            let view = IslandView {
                island,
                columns: self.islands.columns(),
                rows: self.rows,
                contacts: self.contacts,
                bodies: self.bodies,
                inertia: self.inertia,
                elastic: self.elastic,
                trees: self.trees,
                h: self.h,
            };
            work(&view, slot)
        };
        let large = self.rows.rows().len() >= PARALLEL_ROWS && islands.len() > 1;
        if large && rayon::current_num_threads() > 1 {
            islands.par_iter().zip(self.resting).zip(self.deferred).zip(slots).try_for_each(awake)
        } else {
            islands.iter().zip(self.resting).zip(self.deferred).zip(slots).try_for_each(awake)
        }
    }
}

/// The residual of a rough solve over the speed a/h that misses the accuracy a.
const ROUGHLY: f64 = 1e-3;

/// Fewer rows than this are solved sooner than another thread wakes up.
const PARALLEL_ROWS: usize = 256;
