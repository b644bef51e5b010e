//! A weighted interior point method for the coupled problem.
//!
//! Every finite bound is a side with a distance and a multiplier, both kept
//! positive: a = x − lo(x) or hi(x) − x, w = Σ ± multiplier, and the centre
//! a·p = σω with ω = 1/d for normals and μ/d for tangents, so that masses far
//! apart stay balanced. One unsymmetric factor per iteration, predictor and
//! corrector; once the sets repeat, active-set Newton tries to finish.

use super::equations::{EquationSolver, RowEquations};
use super::sets::{polish, residual, scales};
use crate::outcome::{Counts, Label};
use crate::pivoting::block::BoxSystem;

/// One side of one row.
struct Side {
    row: usize,
    /// +1: distance x − lo, −1: hi − x.
    sign: f64,
    /// distance = sign·x + offset + μ·(distance of the normal).
    offset: f64,
    mu: f64,
    /// The side of the normal row, for tangents.
    normal: Option<usize>,
    /// Centre of distance·multiplier.
    omega: f64,
}

/// How far an interior solve may go.
#[derive(Clone, Copy, Debug)]
pub struct InteriorLimits {
    /// Most iterations.
    pub iterations: usize,
    /// Residual asked for.
    pub tolerance: f64,
    /// Six steps in a row below this length end it.
    pub shortest_step: f64,
}

struct Direction {
    x: Vec<f64>,
    distance: Vec<f64>,
    multiplier: Vec<f64>,
}

struct Interior {
    sides: Vec<Side>,
    x: Vec<f64>,
    distance: Vec<f64>,
    multiplier: Vec<f64>,
    /// x = bound for rows with lo = hi.
    fixed: Vec<Option<f64>>,
    equations: RowEquations,
    w: Vec<f64>,
    /// Σ ± multiplier of each row.
    force: Vec<f64>,
    /// Error of each side's distance.
    gap: Vec<f64>,
}

/// Least share of the mean that a product may have after a step.
const NEIGHBOURHOOD: f64 = 1e-3;
/// Share of the step to the boundary that is taken.
const TO_BOUNDARY: f64 = 0.95;

/// Runs on `system` from a cold start; returns residual and best iterate.
pub fn solve(
    system: &mut BoxSystem<'_>,
    solver: &mut EquationSolver,
    limits: InteriorLimits,
    counts: &mut Counts,
) -> (f64, Vec<f64>) {
    let d = scales(system);
    let size = match stickslip_linalg::infinity_norm(&system.b) {
        0.0 => 1.0,
        largest => largest,
    };
    let mut interior = Interior::new(system, solver, &d, size);
    let mut best = (f64::INFINITY, interior.x.clone());
    let (mut last_sets, mut polished): (Vec<Label>, Vec<Label>) = (Vec::new(), Vec::new());
    let mut short = 0;
    for _ in 0..limits.iterations {
        counts.iterations += 1;
        system.velocity(&interior.x, &mut interior.w);
        let error = residual(system, &interior.x, &interior.w);
        if error < best.0 {
            best = (error, interior.x.clone());
        }
        if error <= limits.tolerance
            || error.is_nan()
            || interior.sides.is_empty() && best.0 < error
        {
            break;
        }
        let mean = interior.mean(&interior.distance, &interior.multiplier);
        if mean < 1e-2 * size * size {
            let sets = interior.sets(&d);
            if sets == last_sets && sets != polished {
                polished.clone_from(&sets);
                if let Some(found) =
                    polish(system, solver, sets.clone(), 6, limits.tolerance, counts)
                    && found.0 < best.0
                {
                    best = found;
                }
                if best.0 <= limits.tolerance {
                    break;
                }
            }
            last_sets = sets;
        }
        let Some(length) = interior.step(system, solver, mean, &d, counts) else { break };
        short = if length < limits.shortest_step { short + 1 } else { 0 };
        if short >= 6 {
            break;
        }
    }
    best
}

impl Interior {
    fn new(system: &BoxSystem<'_>, solver: &EquationSolver, d: &[f64], size: f64) -> Self {
        let n = d.len();
        let friction = solver.friction();
        let (lo, hi) = (system.problem.lo(), system.problem.hi());
        let mut interior = Self {
            sides: Vec::new(),
            x: vec![0.0; n],
            distance: Vec::new(),
            multiplier: Vec::new(),
            fixed: vec![None; n],
            equations: RowEquations::new(n),
            w: vec![0.0; n],
            force: vec![0.0; n],
            gap: Vec::new(),
        };
        let mut side_of = vec![None; n];
        // Normals come first: tangents lean on them.
        for row in (0..n).filter(|&row| !friction.is_tangent(row)) {
            let (lo, hi) = (lo[row], hi[row]);
            let away = size / d[row];
            interior.x[row] = match (lo.is_finite(), hi.is_finite()) {
                (true, true) => 0.5 * (lo + hi),
                (true, false) => lo + away,
                (false, true) => hi - away,
                (false, false) => continue,
            };
            if lo == hi {
                interior.fixed[row] = Some(lo);
                continue;
            }
            side_of[row] = Some(interior.sides.len());
            for (sign, bound) in [(1.0, lo), (-1.0, hi)] {
                if bound.is_finite() {
                    let side = Side {
                        row,
                        sign,
                        offset: -sign * bound,
                        mu: 0.0,
                        normal: None,
                        omega: 1.0 / d[row],
                    };
                    interior.sides.push(side);
                }
            }
        }
        for row in (0..n).filter(|&row| friction.is_tangent(row)) {
            let (mu, normal) = (friction.mu[row], friction.normal_of[row]);
            if mu == 0.0 {
                interior.fixed[row] = Some(0.0);
                continue;
            }
            for sign in [1.0, -1.0] {
                let omega = mu / d[normal];
                interior.sides.push(Side {
                    row,
                    sign,
                    offset: 0.0,
                    mu,
                    normal: side_of[normal],
                    omega,
                });
            }
        }
        for index in 0..interior.sides.len() {
            let distance = interior.exact_distance(index);
            interior.distance.push(distance);
            interior.multiplier.push(size * size * interior.sides[index].omega / distance);
        }
        interior.gap = vec![0.0; interior.sides.len()];
        interior
    }

    /// sign·x + offset + μ·(distance of the normal).
    fn exact_distance(&self, index: usize) -> f64 {
        let side = &self.sides[index];
        let normal = side.normal.map_or(0.0, |normal| side.mu * self.distance[normal]);
        side.sign * self.x[side.row] + side.offset + normal
    }

    /// Mean of distance·multiplier/ω.
    fn mean(&self, distance: &[f64], multiplier: &[f64]) -> f64 {
        let sum: f64 = self
            .sides
            .iter()
            .zip(distance)
            .zip(multiplier)
            .map(|((side, a), p)| a * p / side.omega)
            .sum();
        sum / self.sides.len().max(1) as f64
    }

    /// The sets that distances and multipliers point at.
    fn sets(&self, d: &[f64]) -> Vec<Label> {
        let mut labels: Vec<Label> = self
            .fixed
            .iter()
            .map(|fixed| if fixed.is_some() { Label::Lower } else { Label::Free })
            .collect();
        for (index, side) in self.sides.iter().enumerate() {
            if self.distance[index] * d[side.row] < self.multiplier[index] {
                labels[side.row] = if side.sign > 0.0 { Label::Lower } else { Label::Upper };
            }
        }
        labels
    }

    /// One iteration; returns the step length, `None` on breakdown.
    fn step(
        &mut self,
        system: &BoxSystem<'_>,
        solver: &mut EquationSolver,
        mean: f64,
        d: &[f64],
        counts: &mut Counts,
    ) -> Option<f64> {
        self.linearise(d);
        solver.factor(system, &self.equations, counts).ok()?;
        let predictor = self.direction(system, solver, 0.0, 0.0, None, counts);
        let reach = self.longest(&predictor).min(1.0);
        let mut centring = if reach > 0.1 {
            let (distance, multiplier) = self.moved(&predictor, reach);
            (self.mean(&distance, &multiplier) / mean).powi(3).clamp(1e-7, 1.0)
        } else {
            (1.0 - reach).max(0.3)
        };
        let second = (reach >= 0.1).then_some(&predictor);
        let mut chosen = self.direction(system, solver, centring * mean, centring, second, counts);
        let mut length = self.length(&chosen, mean);
        if length < 0.2 {
            for other in [centring.max(0.5), 0.9, 1.0] {
                let direction = self.direction(system, solver, other * mean, other, None, counts);
                let reach = self.length(&direction, mean);
                if reach * (1.0 - 0.95 * other) > length * (1.0 - 0.95 * centring) {
                    (chosen, length, centring) = (direction, reach, other);
                }
            }
        }
        let (distance, multiplier) = self.moved(&chosen, length);
        (self.distance, self.multiplier) = (distance, multiplier);
        for (x, step) in self.x.iter_mut().zip(&chosen.x) {
            *x += length * step;
        }
        self.x.iter().all(|value| value.is_finite()).then_some(length)
    }

    /// P = Σ p/a on the diagonal, Σ ± μ p/a under the normal, Q = 1.
    fn linearise(&mut self, d: &[f64]) {
        self.equations.impulse.fill(0.0);
        self.equations.normal.fill(0.0);
        self.equations.velocity.fill(1.0);
        self.force.fill(0.0);
        for (index, side) in self.sides.iter().enumerate() {
            let stiffness = self.multiplier[index] / self.distance[index];
            self.equations.impulse[side.row] += stiffness;
            self.equations.normal[side.row] += side.sign * side.mu * stiffness;
            self.force[side.row] += side.sign * self.multiplier[index];
        }
        for (row, fixed) in self.fixed.iter().enumerate() {
            if fixed.is_some() {
                (self.equations.impulse[row], self.equations.velocity[row]) = (d[row], 0.0);
            }
        }
        for index in 0..self.sides.len() {
            self.gap[index] = self.exact_distance(index) - self.distance[index];
        }
    }

    /// The Newton direction to products σω minus the second-order terms of
    /// `second`; a share `keep` of the infeasibility is left for later.
    fn direction(
        &self,
        system: &BoxSystem<'_>,
        solver: &mut EquationSolver,
        sigma: f64,
        keep: f64,
        second: Option<&Direction>,
        counts: &mut Counts,
    ) -> Direction {
        let n = self.x.len();
        let mut g: Vec<f64> = (0..n).map(|row| keep * (self.w[row] - self.force[row])).collect();
        let mut change = vec![0.0; self.sides.len()];
        for (index, side) in self.sides.iter().enumerate() {
            let (distance, multiplier) = (self.distance[index], self.multiplier[index]);
            let product = second.map_or(0.0, |d| d.distance[index] * d.multiplier[index]);
            change[index] = (sigma * side.omega - product) / distance - multiplier;
            let normal_gap = side.normal.map_or(0.0, |normal| side.mu * self.gap[normal]);
            g[side.row] += side.sign
                * (multiplier + change[index]
                    - multiplier / distance * (self.gap[index] + normal_gap));
        }
        for (row, fixed) in self.fixed.iter().enumerate() {
            if let Some(bound) = fixed {
                g[row] = self.equations.impulse[row] * (bound - self.x[row]);
            }
        }
        let mut direction = Direction {
            x: vec![0.0; n],
            distance: vec![0.0; self.sides.len()],
            multiplier: change,
        };
        solver.solve(system, &self.equations, &g, &self.w, &mut direction.x);
        counts.inner_iterations += 1;
        for (index, side) in self.sides.iter().enumerate() {
            let normal = side.normal.map_or(0.0, |normal| side.mu * direction.distance[normal]);
            let step = side.sign * direction.x[side.row] + normal + self.gap[index];
            direction.distance[index] = step;
            direction.multiplier[index] -= self.multiplier[index] / self.distance[index] * step;
        }
        direction
    }

    fn moved(&self, direction: &Direction, length: f64) -> (Vec<f64>, Vec<f64>) {
        let advance = |from: &[f64], step: &[f64]| {
            from.iter().zip(step).map(|(value, step)| value + length * step).collect::<Vec<_>>()
        };
        (
            advance(&self.distance, &direction.distance),
            advance(&self.multiplier, &direction.multiplier),
        )
    }

    /// The step to the boundary, at most 1/0.95.
    fn longest(&self, direction: &Direction) -> f64 {
        let pairs = self
            .distance
            .iter()
            .zip(&direction.distance)
            .chain(self.multiplier.iter().zip(&direction.multiplier));
        pairs
            .filter(|(_, step)| **step < 0.0)
            .map(|(value, step)| -value / step)
            .fold(1.0 / TO_BOUNDARY, f64::min)
    }

    /// The longest step that stays off the boundary and keeps the products
    /// together.
    fn length(&self, direction: &Direction, mean: f64) -> f64 {
        let least = |distance: &[f64], multiplier: &[f64]| {
            let products = self.sides.iter().zip(distance).zip(multiplier);
            products.map(|((side, a), p)| a * p / side.omega).fold(f64::INFINITY, f64::min)
        };
        let share = NEIGHBOURHOOD.min(0.5 * least(&self.distance, &self.multiplier) / mean);
        let mut length = (TO_BOUNDARY * self.longest(direction)).min(1.0);
        for _ in 0..25 {
            let (distance, multiplier) = self.moved(direction, length);
            if least(&distance, &multiplier) >= share * self.mean(&distance, &multiplier) {
                break;
            }
            length *= 0.8;
        }
        length
    }
}
