//! The flat sides of polygons and squares in the interior point method.
//!
//! A side is y = B x + offset ≥ 0 with one multiplier u ≥ 0 and y u = σ ω on
//! the central path. It pushes against the tangents only, w_t = Σ Bᵀ u: that
//! is the law of maximal dissipation, and De Saxcé's term Σ B_n u is what the
//! normal is spared. With θ = u/y a Newton step adds θ B_tᵀ B to the law of
//! the block; nothing of it is frozen, because the term is linear here.

use super::blocks::Block;
use super::linear::BlockEquations;
use super::small::{Vector, dot};
use crate::proximal::section::contact_set::Facet;

/// A facet under way.
pub struct FlatSide<const N: usize> {
    block: usize,
    map: Vector<N>,
    omega: f64,
    y: f64,
    u: f64,
}

/// The facets of all blocks.
#[derive(Default)]
pub struct FlatSides<const N: usize> {
    sides: Vec<FlatSide<N>>,
}

/// How y and u of every facet move.
pub type FlatStep = Vec<(f64, f64)>;

impl<const N: usize> FlatSides<N> {
    /// Adds a facet of a block whose normal impulse is `load` and whose
    /// tangents are zero; y u = `centre`.
    pub fn add(&mut self, block: usize, facet: Facet<N>, load: f64, omega: f64, centre: f64) {
        let y = facet.map[0] * load + facet.offset;
        self.sides.push(FlatSide { block, map: facet.map, omega, y, u: centre / y });
    }

    /// How many.
    pub fn count(&self) -> usize {
        self.sides.len()
    }

    /// Takes what the facets push from the error of motion.
    pub fn take_forces(&self, blocks: &[Block<N>], motion: &mut [f64]) {
        for side in &self.sides {
            side.push(blocks, -side.u, motion);
        }
    }

    /// P += θ B_tᵀ B for the block of every facet.
    pub fn add_equations(&self, equations: &mut [BlockEquations<N>]) {
        for side in &self.sides {
            let theta = side.u / side.y;
            for (line, pull) in equations[side.block].impulse.iter_mut().zip(side.map).skip(1) {
                for (entry, map) in line.iter_mut().zip(side.map) {
                    *entry += theta * pull * map;
                }
            }
        }
    }

    /// The multipliers that y u = σ ω minus the products of `second` ask for
    /// at the present y, less the present ones; pushed into `right`.
    pub fn targets(
        &self,
        blocks: &[Block<N>],
        sigma: f64,
        second: Option<&FlatStep>,
        right: &mut [f64],
    ) -> Vec<f64> {
        let target = |(index, side): (usize, &FlatSide<N>)| {
            let product = second.map_or(0.0, |step| step[index].0 * step[index].1);
            let target = (sigma * side.omega - product) / side.y - side.u;
            side.push(blocks, target, right);
            target
        };
        self.sides.iter().enumerate().map(target).collect()
    }

    /// Δy = B Δx and Δu = target − θ Δy.
    pub fn step(&self, blocks: &[Block<N>], targets: &[f64], x: &[f64]) -> FlatStep {
        let step = |(side, target): (&FlatSide<N>, &f64)| {
            let y = dot(side.map, blocks[side.block].gather(x));
            (y, target - side.u / side.y * y)
        };
        self.sides.iter().zip(targets).map(step).collect()
    }

    /// Σ y u/ω after a step of the given length.
    pub fn complementarity(&self, ahead: Option<(&FlatStep, f64)>) -> f64 {
        let share = |(index, side): (usize, &FlatSide<N>)| {
            let (y, u) = ahead.map_or((0.0, 0.0), |(step, length)| {
                (length * step[index].0, length * step[index].1)
            });
            (side.y + y) * (side.u + u) / side.omega
        };
        self.sides.iter().enumerate().map(share).sum()
    }

    /// The step to the boundary.
    pub fn reach(&self, step: &FlatStep) -> f64 {
        let to_zero = |value: f64, step: f64| {
            if step < 0.0 { -value / step } else { f64::INFINITY }
        };
        let reach = |(side, step): (&FlatSide<N>, &(f64, f64))| {
            to_zero(side.y, step.0).min(to_zero(side.u, step.1))
        };
        self.sides.iter().zip(step).map(reach).fold(f64::INFINITY, f64::min)
    }

    /// Goes on by a step of the given length.
    pub fn advance(&mut self, step: &FlatStep, length: f64) {
        for (side, step) in self.sides.iter_mut().zip(step) {
            side.y += length * step.0;
            side.u += length * step.1;
        }
    }
}

impl<const N: usize> FlatSide<N> {
    /// Adds B_tᵀ u to the tangents of its block.
    fn push(&self, blocks: &[Block<N>], u: f64, rows: &mut [f64]) {
        for (&row, map) in blocks[self.block].rows().iter().zip(self.map).skip(1) {
            rows[row] += map * u;
        }
    }
}
