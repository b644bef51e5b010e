//! A weighted primal–dual interior point method for exact Coulomb friction.
//!
//! With y = (μ x_n, x_t) and u = (w_n/μ + s, w_t) both cones become
//! L = {‖v_t‖ ≤ v_n}, and the law is L ∋ y ⊥ u ∈ L. For `ccp` s = 0; for `ncp`
//! s = ‖u_t‖, De Saxcé's term, which is taken into every Newton step through
//! its gradient G = n (u_t/‖u_t‖)ᵀ instead of being frozen. The central path
//! is y ∘ u = σ ω e with ω = 1/D, so that all contacts approach at the same
//! speed whatever their mass. With the Nesterov–Todd scaling W and Θ = W⁻²,
//! (A + Bᵀ (1 − G) Θ B) Δx = −r + Bᵀ (1 − G) W⁻¹ t, B = diag(μ, 1, 1).
//!
//! After a step u_n grows by ‖u_t‖ minus its linear prediction. That is never
//! negative, so u stays inside, and the equation of motion r is then linear in
//! the step: it shrinks however far u_t has turned. Without this the method
//! stalls on sliding piles. Sides of polygons are flat: see [`super::facets`].

use stickslip_linalg::infinity_norm;

use super::blocks::{Block, BlockSet};
use super::facets::{FlatSides, FlatStep};
use super::jordan::{self, Scaling};
use super::linear::BlockEquations;
use super::map::Piece;
use super::newton;
use super::small::{
    Matrix, Vector, add, apply, diagonal, dot, identity, normal, product, sum, tangential, zero,
};
use super::state::State;
use crate::problem::Kind;
use crate::proximal::section::contact_set::Ball;

/// One cone or one finite bound: y = B x + offset, u its multiplier.
struct Side<const N: usize> {
    block: usize,
    /// B: μ, 1, 1 for a cone, ±1 for a bound; 0 for rows that it says nothing
    /// of, and for the normal of a section of fixed size.
    map: Vector<N>,
    /// Whether De Saxcé's term belongs to it.
    is_cone: bool,
    /// Centre of y ∘ u.
    omega: f64,
    y: Vector<N>,
    u: Vector<N>,
}

/// A side linearised at its y and u.
struct Linear<const N: usize> {
    scaling: Scaling<N>,
    /// 1 − G.
    turn: Matrix<N>,
    /// De Saxcé's term ‖u_t‖, or 0.
    slip: f64,
}

struct Direction<const N: usize> {
    x: Vec<f64>,
    sides: Vec<(Vector<N>, Vector<N>)>,
    flat: FlatStep,
}

struct Interior<const N: usize> {
    sides: Vec<Side<N>>,
    flat: FlatSides<N>,
    exact: bool,
    x: Vec<f64>,
    /// w − Σ Bᵀ (u − s n).
    motion: Vec<f64>,
    linear: Vec<Linear<N>>,
}

/// Share of the way to the boundary that is taken.
const TO_BOUNDARY: f64 = 0.95;
/// Error below which Newton's method may try the pieces found.
const NEAR: f64 = 1e-3;
/// Weight ρ of such a trial.
const POLISH_WEIGHT: f64 = 1e-6;
/// Six steps in a row below this length end the method.
const SHORTEST_STEP: f64 = 1e-3;

/// Runs from a cold start until the best iterate is good enough, at most
/// `most_steps` steps.
pub fn solve<const N: usize>(state: &mut State<'_, N>, most_steps: usize) {
    let mut interior = Interior::new(state);
    let mut w = vec![0.0; interior.x.len()];
    let (mut last, mut tried): (Vec<Piece>, Vec<Piece>) = (Vec::new(), Vec::new());
    let mut short = 0;
    for _ in 0..most_steps {
        state.velocity(&interior.x, &mut w);
        let error = state.note(&interior.x, &w);
        if error <= state.tolerance || error.is_nan() || state.exhausted() {
            break;
        }
        if error < NEAR {
            let pieces = newton::pieces(state, &interior.x, &w);
            if pieces == last && pieces != tried {
                tried.clone_from(&pieces);
                newton::polish(state, interior.x.clone(), 6, POLISH_WEIGHT);
                if state.done() {
                    break;
                }
            }
            last = pieces;
        }
        let Some(length) = interior.step(state, &w) else { break };
        short = if length < SHORTEST_STEP { short + 1 } else { 0 };
        if short >= 6 {
            break;
        }
    }
}

impl<const N: usize> Interior<N> {
    fn new(state: &State<'_, N>) -> Self {
        let size = match infinity_norm(state.problem.b()) {
            0.0 => 1.0,
            largest => largest,
        };
        let mut x = vec![0.0; state.problem.size()];
        let mut sides = Vec::new();
        let mut flat = FlatSides::default();
        for (index, block) in state.blocks.iter().enumerate() {
            let omega = 1.0 / block.scale;
            let away = size * omega;
            let mut side = |map: Vector<N>, is_cone, distance: f64| {
                let (y, u) = (normal(distance), normal(size * size * omega / distance));
                sides.push(Side { block: index, map, is_cone, omega, y, u });
            };
            match &block.set {
                &BlockSet::Cone { mu } => {
                    x[block.rows()[0]] = away / mu;
                    side(std::array::from_fn(|at| if at == 0 { mu } else { 1.0 }), true, away);
                }
                BlockSet::Section(set) => {
                    let facets = set.facets();
                    let following = set.balls().find(|ball| ball.radius.is_none());
                    let following = following.map(|ball| ball.map[0]);
                    let flat_share =
                        facets.first().map(|facet| facet.map[0]).filter(|&it| it > 0.0);
                    let load = away / following.or(flat_share).unwrap_or(1.0);
                    x[block.rows()[0]] = load;
                    for facet in facets {
                        flat.add(index, facet, load, omega, size * size * omega);
                    }
                    if set.has_free_normal() {
                        side(normal(1.0), false, load);
                    }
                    for Ball { map, radius } in set.balls() {
                        match radius {
                            None => side(map, true, map[0] * load),
                            Some(radius) => side(map, false, radius),
                        }
                    }
                }
                &BlockSet::Interval { lo, hi } => {
                    let row = block.rows()[0];
                    x[row] = match (lo.is_finite(), hi.is_finite()) {
                        (true, true) => 0.5 * (lo + hi),
                        (true, false) => lo + away,
                        (false, true) => hi - away,
                        (false, false) => 0.0,
                    };
                    if lo < hi && lo.is_finite() {
                        side(normal(1.0), false, x[row] - lo);
                    }
                    if lo < hi && hi.is_finite() {
                        side(normal(-1.0), false, hi - x[row]);
                    }
                }
            }
        }
        let motion = vec![0.0; x.len()];
        let exact = state.problem.kind() == Kind::Ncp;
        Self { sides, flat, exact, x, motion, linear: Vec::new() }
    }

    /// Mean of y·u/ω after a step of the given length.
    fn mean(&self, ahead: Option<(&Direction<N>, f64)>) -> f64 {
        let share = |(index, side): (usize, &Side<N>)| {
            let (y, u) = match ahead {
                Some((direction, length)) => self.moved(index, direction, length),
                None => (side.y, side.u),
            };
            dot(y, u) / side.omega
        };
        let flat = self.flat.complementarity(ahead.map(|(step, length)| (&step.flat, length)));
        let count = (self.sides.len() + self.flat.count()).max(1);
        (self.sides.iter().enumerate().map(share).sum::<f64>() + flat) / count as f64
    }

    /// One iteration; returns the step length, `None` on breakdown.
    fn step(&mut self, state: &mut State<'_, N>, w: &[f64]) -> Option<f64> {
        state.counts.iterations += 1;
        self.linearise(&state.blocks, w)?;
        let equations = self.equations(&state.blocks);
        state.counts.factorisations += 1;
        state.system.factor(&state.blocks, &equations, 0.0).ok()?;
        let mean = self.mean(None);
        let predictor = self.direction(state, 0.0, 0.0, None);
        let reach = self.reach(&predictor).min(1.0);
        let mut centring = if reach > 0.1 {
            (self.mean(Some((&predictor, reach))) / mean).powi(3).clamp(1e-7, 1.0)
        } else {
            (1.0 - reach).max(0.3)
        };
        let second = (reach >= 0.1).then_some(&predictor);
        let mut chosen = self.direction(state, centring * mean, centring, second);
        let mut length = (TO_BOUNDARY * self.reach(&chosen)).min(1.0);
        if length < 0.2 {
            for other in [centring.max(0.5), 0.9, 1.0] {
                let direction = self.direction(state, other * mean, other, None);
                let reach = (TO_BOUNDARY * self.reach(&direction)).min(1.0);
                if reach * (1.0 - 0.95 * other) > length * (1.0 - 0.95 * centring) {
                    (chosen, length, centring) = (direction, reach, other);
                }
            }
        }
        let moved: Vec<_> =
            (0..self.sides.len()).map(|index| self.moved(index, &chosen, length)).collect();
        for (side, (y, u)) in self.sides.iter_mut().zip(moved) {
            (side.y, side.u) = (y, u);
        }
        self.flat.advance(&chosen.flat, length);
        for (value, step) in self.x.iter_mut().zip(&chosen.x) {
            *value += length * step;
        }
        self.x.iter().all(|value| value.is_finite()).then_some(length)
    }

    /// Scalings, De Saxcé's terms and the error of motion at this point.
    fn linearise(&mut self, blocks: &[Block<N>], w: &[f64]) -> Option<()> {
        self.motion.copy_from_slice(w);
        self.linear.clear();
        for side in &self.sides {
            let mut turn = identity();
            let slip = if self.exact && side.is_cone { tangential(side.u) } else { 0.0 };
            if slip > 0.0 {
                for at in 1..N {
                    turn[0][at] = -side.u[at] / slip;
                }
            }
            let force = add(side.u, -slip, normal(1.0));
            for ((&row, map), force) in blocks[side.block].rows().iter().zip(side.map).zip(force) {
                self.motion[row] -= map * force;
            }
            self.linear.push(Linear { scaling: Scaling::new(side.y, side.u)?, turn, slip });
        }
        self.flat.take_forces(blocks, &mut self.motion);
        for block in blocks {
            if let BlockSet::Interval { lo, hi } = block.set
                && lo == hi
            {
                self.motion[block.rows()[0]] = 0.0;
            }
        }
        Some(())
    }

    /// P = Σ Bᵀ (1 − G) Θ B and Q = 1; a fixed row does not move.
    fn equations(&self, blocks: &[Block<N>]) -> Vec<BlockEquations<N>> {
        let mut equations: Vec<BlockEquations<N>> = blocks
            .iter()
            .map(|block| match block.set {
                BlockSet::Interval { lo, hi } if lo == hi => {
                    BlockEquations { impulse: identity(), velocity: zero() }
                }
                _ => BlockEquations { impulse: zero(), velocity: identity() },
            })
            .collect();
        for (side, linear) in self.sides.iter().zip(&self.linear) {
            let theta = product(&linear.scaling.backward, &linear.scaling.backward);
            let map = diagonal(side.map);
            let stiffness = product(&map, &product(&product(&linear.turn, &theta), &map));
            let equations = &mut equations[side.block];
            equations.impulse = sum(&equations.impulse, 1.0, &stiffness);
        }
        self.flat.add_equations(&mut equations);
        equations
    }

    /// The Newton direction to y ∘ u = σ ω e minus the second-order terms of
    /// `second`; a share `keep` of the error of motion is left for later.
    fn direction(
        &self,
        state: &mut State<'_, N>,
        sigma: f64,
        keep: f64,
        second: Option<&Direction<N>>,
    ) -> Direction<N> {
        let mut x: Vec<f64> = self.motion.iter().map(|error| (keep - 1.0) * error).collect();
        let mut targets = Vec::with_capacity(self.sides.len());
        for (index, (side, linear)) in self.sides.iter().zip(&self.linear).enumerate() {
            let Scaling { forward, backward, lambda } = &linear.scaling;
            let mut target = jordan::product(*lambda, *lambda).map(|value| -value);
            target[0] += sigma * side.omega;
            if let Some(direction) = second {
                let (y, u) = direction.sides[index];
                let product = jordan::product(apply(backward, y), apply(forward, u));
                target = add(target, -1.0, product);
            }
            let target = apply(backward, jordan::divide(*lambda, target));
            let force = apply(&linear.turn, target);
            let rows = state.blocks[side.block].rows();
            for ((&row, map), force) in rows.iter().zip(side.map).zip(force) {
                x[row] += map * force;
            }
            targets.push(target);
        }
        let second = second.map(|direction| &direction.flat);
        let flat_targets = self.flat.targets(&state.blocks, sigma, second, &mut x);
        state.system.solve(&state.blocks, &mut x);
        state.counts.inner_iterations += 1;
        let mut sides = Vec::with_capacity(self.sides.len());
        for ((side, linear), target) in self.sides.iter().zip(&self.linear).zip(targets) {
            let step = state.blocks[side.block].gather(&x);
            let y = std::array::from_fn(|at| side.map[at] * step[at]);
            let backward = &linear.scaling.backward;
            sides.push((y, add(target, -1.0, apply(backward, apply(backward, y)))));
        }
        let flat = self.flat.step(&state.blocks, &flat_targets, &x);
        Direction { x, sides, flat }
    }

    /// y and u of a side after a step, u lifted by De Saxcé's term.
    fn moved(&self, index: usize, direction: &Direction<N>, length: f64) -> (Vector<N>, Vector<N>) {
        let (side, linear) = (&self.sides[index], &self.linear[index]);
        let (y_step, u_step) = direction.sides[index];
        let mut u = add(side.u, length, u_step);
        if self.exact && side.is_cone {
            let predicted = linear.slip - length * (dot(linear.turn[0], u_step) - u_step[0]);
            u[0] += tangential(u) - predicted;
        }
        (add(side.y, length, y_step), u)
    }

    /// The step to the boundary.
    fn reach(&self, direction: &Direction<N>) -> f64 {
        self.sides
            .iter()
            .zip(&direction.sides)
            .map(|(side, step)| jordan::reach(side.y, step.0).min(jordan::reach(side.u, step.1)))
            .fold(self.flat.reach(&direction.flat), f64::min)
    }
}
