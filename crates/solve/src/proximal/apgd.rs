//! `apgd`: accelerated projected gradient descent with restart (Mazhar 2015).
//!
//! x⁺ = P(y − t D⁻¹ (A y + b̂)), D the scale of each block, which leaves the
//! cones as they are; y runs ahead of x by Nesterov's rule, and momentum is
//! dropped when it points uphill. The step t halves until
//! ‖A (x⁺ − y)‖ ≤ ‖x⁺ − y‖/t in the norms of D⁻¹ and D. For `ccp` b̂ = b and
//! this is descent on a convex problem. For `ncp` De Saxcé's term μ‖w_t‖ in b̂
//! is held while an inner problem is solved ten times better than the outer
//! one, then renewed: a fixed point that mostly converges, without proof.

use super::cone::ACCEPTS;
use super::cone::blocks::{Block, BlockSet};
use super::cone::small::{Vector, add, tangential};
use super::cone::state::State;
use crate::options::{OptionValues, options};
use crate::problem::{Kind, Problem};
use crate::request::Request;
use crate::sets::{circular_cone, interval};
use crate::solver::{Attempt, Entry, Method, Refusal};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "proximal",
    summary: "accelerated projected gradient with restart; an outer loop for exact friction",
    accepts: ACCEPTS,
    options: ApgdOptions::describe,
    make: |settings: &OptionValues| Ok(Box::new(Apgd(ApgdOptions::from_settings(NAME, settings)?))),
};

const NAME: &str = "apgd";

options! {
    /// Options of `apgd`.
    pub struct ApgdOptions {
        /// First step as a share of 1/diag(A).
        first_step: f64 = 1.0,
        /// Growth of the step after every iteration, at least 1.
        growth: f64 = 1.05,
    }
}

/// Most iterations unless the request says otherwise.
const MAX_ITERATIONS: usize = 20_000;
/// A smaller step means that no step helps.
const SHORTEST_STEP: f64 = 1e-30;

struct Apgd(ApgdOptions);

/// Squared lengths of a step and of its image, in the norms of D and D⁻¹.
fn lengths(blocks: &[Block], step: &[f64], image: &[f64]) -> (f64, f64) {
    let (mut left, mut right) = (0.0, 0.0);
    for block in blocks {
        for &row in block.rows() {
            left += block.scale * step[row] * step[row];
            right += image[row] * image[row] / block.scale;
        }
    }
    (left, right)
}

/// Whether the gradient step from y points against the way from x to x⁺.
fn turns_back(blocks: &[Block], step: &[f64], next: &[f64], x: &[f64]) -> bool {
    let along = |block: &Block| -> f64 {
        block.rows().iter().map(|&row| block.scale * step[row] * (next[row] - x[row])).sum()
    };
    blocks.iter().map(along).sum::<f64>() < 0.0
}

/// The nearest point of the block's set.
fn project(set: &BlockSet<3>, z: Vector) -> Vector {
    match *set {
        BlockSet::Cone { mu } => circular_cone::project(mu, z),
        BlockSet::Interval { lo, hi } => [interval::project(z[0], lo, hi), 0.0, 0.0],
        // The solver refuses such contacts.
        BlockSet::Section(_) => z,
    }
}

/// P(y − t D⁻¹ (w + s n)) of every block.
fn advance(blocks: &[Block], y: &[f64], w: &[f64], shift: &[f64], t: f64, x: &mut [f64]) {
    for (block, shift) in blocks.iter().zip(shift) {
        let gradient = add(block.gather(w), *shift, [1.0, 0.0, 0.0]);
        let z = add(block.gather(y), -t / block.scale, gradient);
        block.scatter(project(&block.set, z), x);
    }
}

/// De Saxcé's term of every block at the velocity w.
fn shifts(kind: Kind, blocks: &[Block], w: &[f64]) -> Vec<f64> {
    let shift = |block: &Block| match block.set {
        BlockSet::Cone { mu } if kind == Kind::Ncp => mu * tangential(block.gather(w)),
        _ => 0.0,
    };
    blocks.iter().map(shift).collect()
}

impl Method for Apgd {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let mut state = State::new(problem, request, MAX_ITERATIONS);
        let (blocks, kind, n) = (state.blocks.clone(), problem.kind(), problem.size());
        let mut x = state.best().1.clone();
        let mut w = vec![0.0; n];
        state.velocity(&x, &mut w);
        let mut shift = shifts(kind, &blocks, &w);
        let (mut y, mut at_y) = (x.clone(), w.clone());
        let (mut next, mut ahead) = (vec![0.0; n], vec![0.0; n]);
        let (mut t, mut theta, mut goal) = (self.0.first_step, 1.0_f64, f64::INFINITY);
        while !state.done() && !state.exhausted() && t > SHORTEST_STEP {
            state.counts.iterations += 1;
            advance(&blocks, &y, &at_y, &shift, t, &mut next);
            state.velocity(&next, &mut ahead);
            let step: Vec<f64> = next.iter().zip(&y).map(|(a, b)| a - b).collect();
            let image: Vec<f64> = ahead.iter().zip(&at_y).map(|(a, b)| a - b).collect();
            let (length, bend) = lengths(&blocks, &step, &image);
            if bend.is_nan() || t * t * bend > length * (1.0 + 1e-9) {
                t *= 0.5;
                continue;
            }
            let error = state.note(&next, &ahead);
            if !error.is_finite() {
                break;
            }
            let uphill = turns_back(&blocks, &step, &next, &x);
            let following = 0.5 * (1.0 + (1.0 + 4.0 * theta * theta).sqrt());
            let momentum = if uphill { 0.0 } else { (theta - 1.0) / following };
            theta = if uphill { 1.0 } else { following };
            for row in 0..n {
                y[row] = next[row] + momentum * (next[row] - x[row]);
                at_y[row] = ahead[row] + momentum * (ahead[row] - w[row]);
            }
            (x, w) = (next.clone(), ahead.clone());
            t *= self.0.growth.max(1.0);
            if kind == Kind::Ncp {
                // The inner problem's error is the length of a step over t.
                let inner = length.sqrt() / t;
                if inner <= goal {
                    let renewed = shifts(kind, &blocks, &w);
                    let change: f64 =
                        renewed.iter().zip(&shift).map(|(a, b)| (a - b) * (a - b)).sum();
                    goal = 0.1 * change.sqrt();
                    shift = renewed;
                }
            }
        }
        Ok(state.finish())
    }
}
