//! Projected Newton's method with a line search that nothing can pass through (Alg. 17–20).
//!
//! While scripts are still on their way, points that they move are part of every step: the
//! others follow them to first order, and a step is as long as nothing touches on it. From
//! then on f may only fall.

use std::time::Instant;

use glam::DVec3;

use super::super::surfaces::Surfaces;
use super::near::{Near, Way};
use super::places::{Change, Driven, Movers, Places, mix};
use super::potential::Potential;
use super::stiffness::{Tightness, balance};
use super::system::System;
use crate::report::StepReport;

/// Bodies turn by so much at most in one step of the method (rad).
const MAX_TURN: f64 = 0.5;
/// Halvings of a step after which no smaller one is tried.
const MAX_HALVINGS: usize = 60;
/// Below this, relatively, differences of f are rounding.
const NOISE: f64 = 1e-13;

/// Everything of the method that is kept from step to step.
pub(super) struct Newton {
    pub(super) surfaces: Surfaces,
    pub(super) movers: Movers,
    pub(super) system: System,
    pub(super) near: Near,
    pub(super) places: Places,
    trial: Places,
    change: Change,
    turns: Vec<f64>,
    scaled: Vec<f64>,
    moved: Vec<DVec3>,
}

/// How a minimisation ended.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ended {
    pub(super) iterations: usize,
    pub(super) trials: usize,
    /// How far the first step would have gone (m).
    pub(super) first: f64,
    /// How far the last did.
    pub(super) last: f64,
    pub(super) is_converged: bool,
}

impl Newton {
    pub(super) fn new(surfaces: Surfaces, movers: Movers, system: System) -> Self {
        let moved = vec![DVec3::ZERO; movers.sites.len()];
        Self {
            surfaces,
            movers,
            system,
            near: Near::default(),
            places: Places::default(),
            trial: Places::default(),
            change: Change::default(),
            turns: Vec::new(),
            scaled: Vec::new(),
            moved,
        }
    }

    /// Finds what is near where everything is.
    pub(super) fn look(&mut self, reach: f64) {
        self.scaled.clear();
        self.scaled.resize(self.movers.bodies, 0.0);
        let way =
            Way { from: &self.places, to: &self.places, turns: &self.scaled, movers: &self.movers };
        self.near.find(&self.surfaces, &way, reach);
    }

    /// Goes to a minimum of f, and brings scripts to their end from the share `done` on.
    pub(super) fn minimise(
        &mut self,
        potential: &mut Potential,
        driven: &[Driven],
        mut done: f64,
        (tolerance, most): (f64, usize),
        mut tightness: Option<&mut Tightness>,
        report: &mut StepReport,
    ) -> Result<Ended, String> {
        let mut ended = Ended::default();
        let mut value = potential.value(&self.surfaces, &self.near, &self.places);
        while ended.iterations < most {
            let clock = Instant::now();
            self.change.from = done;
            self.change.to = 1.0;
            self.foresee(driven);
            let parts = (&self.surfaces, &self.near, &self.places, &self.movers);
            potential.write(parts.0, parts.1, parts.2, parts.3, &self.moved, &mut self.system)?;
            if ended.iterations == 0
                && tightness.is_some()
                && balance(potential, parts.0, parts.1, parts.2, parts.3, &self.system)
            {
                value = potential.value(parts.0, parts.1, parts.2);
                potential.write(
                    parts.0,
                    parts.1,
                    parts.2,
                    parts.3,
                    &self.moved,
                    &mut self.system,
                )?;
            }
            report.times.assemble_s += clock.elapsed().as_secs_f64();
            let clock = Instant::now();
            report.regularised_factorisations +=
                usize::from(self.system.solve(&mut self.change.values)?);
            report.times.solve_s += clock.elapsed().as_secs_f64();
            let length = self.movers.farthest(&self.change.values);
            if !length.is_finite() {
                return Err("a step of Newton's method is not finite".into());
            }
            ended.last = length;
            if ended.iterations == 0 {
                ended.first = length;
            }
            ended.iterations += 1;
            let is_last = length <= tolerance && done == 1.0;
            let free = self.free_share(driven, potential.reach, report)?;
            let clock = Instant::now();
            let mut share = free;
            for halving in 0.. {
                ended.trials += 1;
                let (from, to) = (&self.places, &mut self.trial);
                self.movers.move_by(from, &self.change, share, driven, to);
                let there = potential.value(&self.surfaces, &self.near, &self.trial);
                let falls = there <= value + NOISE * value.abs() || done < 1.0;
                if falls && there.is_finite() {
                    value = there;
                    done = if share == 1.0 { 1.0 } else { mix(&self.change, share) };
                    std::mem::swap(&mut self.places, &mut self.trial);
                    break;
                }
                if halving == MAX_HALVINGS {
                    ended.is_converged = is_last;
                    report.times.integrate_s += clock.elapsed().as_secs_f64();
                    return Ok(ended);
                }
                share *= 0.5;
            }
            let is_stiffer = tightness
                .as_mut()
                .is_some_and(|it| it.watch(potential, &self.surfaces, &self.near, &self.places));
            if is_stiffer {
                value = potential.value(&self.surfaces, &self.near, &self.places);
            }
            report.times.integrate_s += clock.elapsed().as_secs_f64();
            // What has just become stiffer is at no minimum any more.
            if is_last && !is_stiffer {
                ended.is_converged = true;
                break;
            }
        }
        if done < 1.0 {
            return Err(
                "what a script moves is pressed against what cannot give way; take a smaller time step"
                    .into(),
            );
        }
        Ok(ended)
    }

    /// What scripts are about to do with each point.
    fn foresee(&mut self, driven: &[Driven]) {
        if driven.is_empty() {
            return;
        }
        self.change.values.clear();
        self.change.values.resize(self.movers.size(), 0.0);
        let (from, to) = (&self.places, &mut self.trial);
        self.movers.move_by(from, &self.change, 1.0, driven, to);
        for (moved, (to, from)) in
            self.moved.iter_mut().zip(self.trial.points.iter().zip(&self.places.points))
        {
            *moved = *to - *from;
        }
    }

    /// The share of the step that is free, and what is near on it. Where arcs take most of
    /// a gap, shorter steps, whose arcs are flatter by the square, are tried too.
    fn free_share(
        &mut self,
        driven: &[Driven],
        reach: f64,
        report: &mut StepReport,
    ) -> Result<f64, String> {
        self.movers.turns(&self.change, driven, &mut self.turns);
        let most = self.turns.iter().copied().fold(0.0, f64::max);
        let mut scale = if most > MAX_TURN { MAX_TURN / most } else { 1.0 };
        let mut best = 0.0_f64;
        for _ in 0..MAX_HALVINGS {
            let clock = Instant::now();
            let Self { near, places, trial, scaled, turns, movers, surfaces, change, .. } = self;
            movers.move_by(places, change, scale, driven, trial);
            scaled.clear();
            scaled.extend(turns.iter().map(|turn| scale * turn));
            let way = Way { from: places, to: trial, turns: scaled, movers };
            near.find(surfaces, &way, reach);
            report.times.broad_s += clock.elapsed().as_secs_f64();
            let clock = Instant::now();
            let found = near.free_share(surfaces, &way, reach);
            let share = found.map_err(|error| error.to_string())?;
            report.times.narrow_s += clock.elapsed().as_secs_f64();
            if scale * share > best {
                best = scale * share;
            }
            // Without turning, or with most of the way free, there is nothing to gain.
            if most == 0.0 || share >= 0.5 || scale < 2.0 * best {
                break;
            }
            scale *= 0.5;
        }
        // The last way looked along was no shorter: a shorter one is only tried where it
        // is at least as long as the best.
        Ok(best)
    }
}
