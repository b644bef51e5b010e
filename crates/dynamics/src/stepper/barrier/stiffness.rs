//! How stiff barriers are.
//!
//! A stiffness that is given stays. Without one it follows what presses, from step to step
//! by the state alone, so that a saved one goes on alike:
//!
//! - it is never below a hundred times the weight of a mover over the reach;
//! - where surfaces are within a tenth of the reach, a step begins with the κ at which they
//!   best balance all other forces where they are, min |g_E + κ g_B|: κ = −g_E·g_B/|g_B|²;
//! - while gaps below a hundredth of the reach go on shrinking in a step, it doubles.
//!
//! So gaps do not become so small that Newton's steps crawl, whatever the load.

use stickslip_barrier::{Closest, Curvature, log_barrier};

use super::super::surfaces::Surfaces;
use super::near::{Near, map_all};
use super::places::{Movers, Places};
use super::potential::{Potential, mover_point_of};
use super::system::System;
use crate::model::Model;
use crate::settings::Settings;

/// Surfaces nearer than this part of the reach say how stiff a step begins.
const PRESSED: f64 = 0.1;
/// Gaps below this part of the reach should not shrink any more.
const TIGHT: f64 = 0.01;
/// What has less than this part of itself left after an iteration goes on shrinking.
const SHRINKS: f64 = 0.9;
/// A step begins stiffer only where it would be by this factor at least.
const CLEARLY: f64 = 1.01;
/// Doublings in a step.
const MAX_DOUBLINGS: usize = 40;

/// The stiffness that is asked for, or a hundred times the weight of a mover over the reach:
/// of a mean vertex or of a mean body, whichever is heavier.
pub(super) fn usual(model: &Model, settings: &Settings, vertices: &[f64]) -> f64 {
    let mean = |masses: &[f64]| masses.iter().sum::<f64>() / masses.len().max(1) as f64;
    let bodies: Vec<f64> = { model.bodies().iter() }
        .filter(|body| body.is_dynamic())
        .map(|body| body.mass.mass)
        .collect();
    let mass = mean(vertices).max(mean(&bodies));
    let weight = mass * settings.gravity.length().max(1.0);
    settings.barrier.stiffness.unwrap_or(100.0 * weight / settings.barrier.reach)
}

/// Watches gaps from iteration to iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tightness {
    smallest: f64,
    doublings: usize,
}

impl Tightness {
    pub(super) fn new() -> Self {
        Self { smallest: f64::INFINITY, doublings: 0 }
    }

    /// After an iteration: whether the potential was made stiffer.
    pub(super) fn watch(
        &mut self,
        potential: &mut Potential,
        surfaces: &Surfaces,
        near: &Near,
        places: &Places,
    ) -> bool {
        let before = self.smallest;
        self.smallest = smallest_gap(surfaces, near, places);
        let is_tight = self.smallest < TIGHT * potential.reach && self.smallest < SHRINKS * before;
        let doubles = is_tight && self.doublings < MAX_DOUBLINGS;
        if doubles {
            potential.stiffness *= 2.0;
            self.doublings += 1;
        }
        doubles
    }
}

fn smallest_gap(surfaces: &Surfaces, near: &Near, places: &Places) -> f64 {
    let gaps = map_all(&near.pairs, |it| {
        Closest::new(it.pair.kind, &it.corners(places)).distance - it.pair.offset
    });
    let grounded = near.grounded.iter().map(|it| surfaces.height(it, places));
    gaps.into_iter().chain(grounded).fold(f64::INFINITY, f64::min)
}

/// At the beginning of a step, with the gradient of the whole potential written: whether
/// surfaces that are pressed ask for more than it has.
pub(super) fn balance(
    potential: &mut Potential,
    surfaces: &Surfaces,
    near: &Near,
    places: &Places,
    movers: &Movers,
    system: &System,
) -> bool {
    let limit = PRESSED * potential.reach;
    let mut push = vec![0.0; system.gradient.len()];
    for it in &near.pairs {
        let corners = it.corners(places);
        if Closest::new(it.pair.kind, &corners).distance - it.pair.offset >= limit {
            continue;
        }
        let Some(local) = it.pair.evaluate(&corners, potential.reach, Curvature::Exact) else {
            continue;
        };
        for (point, slope) in it.points.iter().zip(local.gradient) {
            let grip = mover_point_of(&movers.sites[*point as usize], movers, places);
            system.write_slope(&grip, slope, &mut push);
        }
    }
    for it in &near.grounded {
        let height = surfaces.height(it, places);
        if height < limit {
            let plane = &surfaces.planes[it.plane as usize];
            let grip = mover_point_of(&movers.sites[it.point as usize], movers, places);
            let slope = log_barrier(height, potential.reach)[1] * plane.normal;
            system.write_slope(&grip, slope, &mut push);
        }
    }
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let square = dot(&push, &push);
    // −(g − κ g_B)·g_B/|g_B|² of the whole gradient g.
    let balanced = potential.stiffness - dot(&system.gradient, &push) / square;
    let asks = square > 0.0 && balanced.is_finite() && balanced > CLEARLY * potential.stiffness;
    if asks {
        potential.stiffness = balanced;
    }
    asks
}
