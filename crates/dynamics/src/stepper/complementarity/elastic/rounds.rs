//! Rounds of the nonlinear step (course, §4.2): Newton's method on
//! r(u, λ) = 0 and the laws of contacts and joints.
//!
//! At a guess u with the residual r, the round solves for
//! H (u⁺ − u) = −(r + Jᵀλ) + Jᵀλ⁺ with H where u leads, and for λ⁺ as the first pass
//! does. J and gaps of vertices are those of the guess, too, as soon as the ends of gaps
//! miss what was promised by more than the tolerance, over the size of the soft bodies
//! (`ends.rs`). Half of a round, and half of that, is taken where all of it makes ‖r‖
//! no smaller: both u and λ go part of the way, so that r = (1 − t) r to first order
//! whatever the contacts do; a gap that was missed by d adds m d/h to the ‖r‖ before.
//! Only a whole round ends the step.
//!
//! K is taken as it is, so that digits double from round to round; where H has no factor
//! with it, or no part of the round is better, it is projected to be positive.

use glam::DVec3;
use stickslip_elastic::Stiffness;

use super::super::linearisation::{Linearisation, Span};
use super::ends::{Ends, Surroundings, Wanted};
use super::guess::Guess;
use super::residual::Residual;
use crate::report::StepReport;
use crate::settings::SoftInertia;
use crate::step_error::StepError;
use crate::world::World;

/// How often a round is halved at most.
const HALVINGS: i32 = 10;

/// Rounds in which contacts may go to other faces; later they would go to and fro.
const FACES: usize = 3;

/// Steps soft bodies, and bodies with them, until their residual is what is asked
/// for; keeps its memory from step to step.
#[derive(Debug, Default)]
pub struct Rounds {
    /// Velocities that forces alone would give bodies.
    free: Vec<[DVec3; 2]>,
    /// The soft bodies that are stepped together, and the island that they are in.
    members: Vec<usize>,
    island: Option<usize>,
    /// Islands that were put off.
    deferred: Vec<bool>,
    old: Guess,
    new: Guess,
    ends: Ends,
}

/// What is left to be made small.
#[derive(Clone, Copy)]
struct Left {
    residual: Residual,
    /// What gaps miss (m), and what they may.
    missed: f64,
    allowed: f64,
    /// Whether impulses belong to rows and velocities, and not to a part of a round.
    is_whole: bool,
}

impl Left {
    fn is_little(&self, tolerance: f64) -> bool {
        self.is_whole && self.missed <= self.allowed && self.residual.relative() <= tolerance
    }
}

impl Rounds {
    /// Remembers the velocities that forces alone would give bodies.
    pub fn begin(&mut self, world: &World) {
        self.free.clear();
        if world.settings.soft_tolerance().is_some() {
            let bodies = world.state.bodies.iter();
            self.free.extend(bodies.map(|body| [body.velocity, body.angular_velocity]));
        }
    }

    /// Measures what the pass over the linearised step has left, and makes it small if
    /// that is asked for. Islands do not see each other, and neither do soft bodies that
    /// touch nothing.
    pub fn settle(
        &mut self,
        world: &mut World,
        lines: &mut Linearisation,
        around: &mut Surroundings<'_>,
        span: &Span,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let meshes = world.model.soft_bodies().len();
        for island in 0..lines.islands.all().len() {
            self.members.clone_from(&lines.islands.all()[island].meshes);
            self.island = Some(island);
            if !self.members.is_empty() {
                self.settle_members(world, lines, around, span, report)?;
            }
        }
        self.island = None;
        for mesh in 0..meshes {
            if lines.elastic.freedoms(mesh) == 0 {
                self.members.clear();
                self.members.push(mesh);
                self.settle_members(world, lines, around, span, report)?;
            }
        }
        Ok(())
    }

    fn settle_members(
        &mut self,
        world: &mut World,
        lines: &mut Linearisation,
        around: &mut Surroundings<'_>,
        span: &Span,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let mut residual = lines.elastic.measure(world, span, &self.members);
        if let Some(tolerance) = world.settings.soft_tolerance() {
            residual = self.rounds(world, lines, around, span, (residual, tolerance), report)?;
        }
        report.soft_residual_max = report.soft_residual_max.max(residual.relative());
        Ok(())
    }

    fn rounds(
        &mut self,
        world: &mut World,
        lines: &mut Linearisation,
        around: &mut Surroundings<'_>,
        span: &Span,
        (residual, tolerance): (Residual, f64),
        report: &mut StepReport,
    ) -> Result<Residual, StepError> {
        let size = lines.elastic.size(world, &self.members);
        let allowed = world.settings.soft_miss(tolerance, size);
        let mut left = Left { residual, missed: 0.0, allowed, is_whole: true };
        if left.residual.norm().is_infinite() {
            // Elements that do not move are not inside out.
            self.new.take(world, lines, &self.members, self.island);
            self.old.rest(&self.new);
            match self.search(world, lines, span, (left, tolerance)) {
                Some(found) => left = found,
                None => {
                    report.inaccurate += 1;
                    return Ok(left.residual);
                }
            }
        }
        for round in 0..=world.settings.soft.rounds {
            if let Some(island) = self.island {
                let wanted = Wanted { island, allowed, changes_faces: round < FACES };
                left.missed = self.ends.look(world, lines, around, span, &wanted);
                if left.missed > allowed {
                    lines.elastic.gather_momentum(world, &lines.rows, &lines.impulses);
                    left.residual = lines.elastic.measure(world, span, &self.members);
                }
            }
            if left.is_little(tolerance) {
                return Ok(left.residual);
            }
            if round == world.settings.soft.rounds {
                break;
            }
            self.old.take(world, lines, &self.members, self.island);
            let mut found = None;
            for stiffness in [Stiffness::Exact, Stiffness::Positive] {
                if !lines.elastic.linearise(world, span, &self.members, stiffness)? {
                    continue;
                }
                lines.elastic.let_go(world, &self.members);
                if let Some(island) = self.island {
                    self.solve(world, lines, span, island, report)?;
                }
                self.new.take(world, lines, &self.members, self.island);
                found = self.search(world, lines, span, (left, tolerance));
                if found.is_some() {
                    break;
                }
            }
            match found {
                Some(found) => left = found,
                None => break,
            }
        }
        report.inaccurate += 1;
        Ok(left.residual)
    }

    /// Solves the island alone, over the inertia of the guess.
    fn solve(
        &mut self,
        world: &mut World,
        lines: &mut Linearisation,
        span: &Span,
        island: usize,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        for &body in &lines.islands.all()[island].bodies {
            let state = &mut world.state.bodies[body];
            [state.velocity, state.angular_velocity] = self.free[body];
        }
        self.deferred.clone_from(&lines.deferred);
        lines.deferred.fill(true);
        lines.deferred[island] = false;
        let solved = lines.solve(world, span, &mut report.times);
        if solved.is_ok() {
            lines.apply_impulses(world);
            lines.count_work(report);
            report.rounds += 1;
        }
        lines.deferred.clone_from(&self.deferred);
        solved?;
        let (members, elastic) = (&self.members, &mut lines.elastic);
        elastic.apply_where(world, &lines.rows, &lines.impulses, |mesh| members.contains(&mesh));
        Ok(())
    }

    /// Goes so far from the old guess to the new one that the residual is smaller; what
    /// is left there. The passes of a splitting make it smaller by another measure than
    /// ‖r‖ and are taken whole. Stays at the old guess where there is no such place.
    fn search(
        &mut self,
        world: &mut World,
        lines: &mut Linearisation,
        span: &Span,
        (before, tolerance): (Left, f64),
    ) -> Option<Left> {
        let is_full = world.settings.soft.inertia == SoftInertia::Full;
        let mass: f64 =
            self.members.iter().map(|&mesh| world.model.soft_bodies()[mesh].mesh.mass()).sum();
        let most = before.residual.norm() + mass * before.missed / span.left;
        for halvings in 0..=HALVINGS {
            let part = 0.5_f64.powi(halvings);
            if halvings > 0 {
                self.go(world, lines, part);
            }
            let residual = lines.elastic.measure(world, span, &self.members);
            let is_less = residual.norm() < (1.0 - 1e-4 * part) * most;
            let is_enough = is_less || !is_full || residual.relative() <= tolerance;
            if residual.norm().is_finite() && is_enough {
                return Some(Left { residual, is_whole: halvings == 0, ..before });
            }
        }
        self.go(world, lines, 0.0);
        lines.elastic.measure(world, span, &self.members);
        None
    }

    /// Puts everything at a part of the way from the old guess to the new one.
    fn go(&self, world: &mut World, lines: &mut Linearisation, part: f64) {
        let between = |old: DVec3, new: DVec3| old + part * (new - old);
        let mut pairs = self.old.vertices.iter().zip(&self.new.vertices);
        for &mesh in &self.members {
            let own = lines.elastic.vertices(mesh);
            for (velocity, (&old, &new)) in
                world.state.vertices.velocities[own].iter_mut().zip(&mut pairs)
            {
                *velocity = between(old, new);
            }
        }
        let Some(island) = self.island else { return };
        let island = &lines.islands.all()[island];
        let pairs = self.old.bodies.iter().zip(&self.new.bodies);
        for (&body, (old, new)) in island.bodies.iter().zip(pairs) {
            let state = &mut world.state.bodies[body];
            state.velocity = between(old[0], new[0]);
            state.angular_velocity = between(old[1], new[1]);
        }
        let pairs = self.old.impulses.iter().zip(&self.new.impulses);
        for (&row, (old, new)) in island.rows.iter().zip(pairs) {
            lines.impulses[row] = old + part * (new - old);
        }
        lines.elastic.gather_momentum(world, &lines.rows, &lines.impulses);
    }
}
