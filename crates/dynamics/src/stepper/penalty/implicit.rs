//! A step with forces of the end: M (v⁺ − v) = h f(x + h v⁺, v⁺).
//!
//! Newton's method on the velocities, with M + h C + h² K. Where friction slides its
//! derivatives are small along the slip, and a step by them may overshoot: one that leaves
//! more than half of what was missed is taken back, and a step with the stiffness of what
//! sticks, scaled down to the bound, is taken in its place, which never overshoots.

use glam::{DMat3, DVec3};

use super::sample::Moment;
use super::{Penalty, movers};
use crate::report::StepReport;
use crate::world::World;

/// Newton's method ends where it changes no velocity by more than this (m/s; rad/s).
const TOLERANCE: f64 = 1e-7;

impl Penalty {
    /// Stage 5 with forces of the end.
    pub(super) fn implicit(
        &mut self,
        world: &mut World,
        h: f64,
        velocities: &mut [f64],
        report: &mut StepReport,
    ) -> Result<(), String> {
        let moment = Moment { h, lead: h };
        let inertias = self.movers.inertias(world);
        self.accelerate(world, h);
        let mut free = Vec::new();
        self.movers.read(&world.state, &mut free);
        let mut residual = vec![0.0; velocities.len()];
        let mut is_converged = false;
        // Where a step by derivatives as they are began, and what it was to make smaller.
        let mut trial: Option<(Vec<f64>, f64)> = None;
        let mut is_exact = true;
        report.solves += 1;
        for _ in 0..world.settings.penalty.iterations {
            residual.fill(0.0);
            self.act(world, moment, velocities, &mut residual);
            self.system.clear();
            let mut miss = 0.0_f64;
            for &(start, inertia) in &inertias {
                let missed =
                    DVec3::from_slice(&free[start..]) - DVec3::from_slice(&velocities[start..]);
                movers::add(inertia * missed, &mut residual[start..start + 3]);
                let own = inertia.inverse() * DVec3::from_slice(&residual[start..]);
                miss = miss.max(own.abs().max_element());
                self.system.add(start, start, inertia);
            }
            report.iterations += 1;
            if let Some((begun, _)) = trial.take().filter(|trial| miss > 0.5 * trial.1) {
                velocities.copy_from_slice(&begun);
                is_exact = false;
                continue;
            }
            for (sample, action) in self.samples.iter().zip(&self.actions) {
                let block = h * action.drag
                    + h * h * action.stiffness
                    + if is_exact { DMat3::ZERO } else { action.holding };
                for (row, left) in &sample.jacobian.terms {
                    for (column, right) in &sample.jacobian.terms {
                        self.system.add(*row, *column, left.transpose() * block * *right);
                    }
                }
            }
            self.elastic.write(&self.movers, h, &mut self.system);
            self.system.solve(&mut residual).map_err(|error| error.to_string())?;
            trial = is_exact.then(|| (velocities.to_vec(), miss));
            is_exact = true;
            velocities.iter_mut().zip(&residual).for_each(|(value, change)| *value += change);
            let largest = residual.iter().fold(0.0, |most: f64, change| most.max(change.abs()));
            if largest <= TOLERANCE {
                is_converged = true;
                break;
            }
        }
        let asks_for_more = world.settings.penalty.iterations > 1;
        report.failed_solves += usize::from(!is_converged && asks_for_more);
        // What acted: the laws at the velocities that were found.
        residual.fill(0.0);
        self.act(world, moment, velocities, &mut residual);
        Ok(())
    }
}
