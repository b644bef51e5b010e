//! Smaller r where steps grow (SIGGRAPH 2022 course, §3.4.2, after Alg 12).
//!
//! The printed rule compares ‖λ⁺ − λ‖∞ of two steps, discards the one that
//! grew, and multiplies R by ν. Since steps may grow for a while on the way to
//! a solution, here the largest of the last few is the measure; one that is as
//! long as that is discarded too, which ends oscillations between two points.
//! The length shrinks with r, so it is never a reason to stop: the residual of
//! the problem is.

use std::collections::VecDeque;

use stickslip_linalg::infinity_norm;

use super::ProxOptions;
use super::factors::RFactor;
use crate::options::choice;

choice! {
    /// When r is made smaller.
    pub enum Adapt {
        /// For Jacobi's steps, which need it, and for an r that was given; sweeps do better without.
        Auto = "auto",
        /// In both methods.
        Always = "always",
        /// In none.
        Never = "never",
    }
}

/// Lengths that differ by less than this share are equal.
const EQUAL: f64 = 1e-12;
/// Steps discarded in a row before one is taken as it is.
const MAX_DISCARDS: usize = 60;

/// The share of R in force and the last steps.
pub struct Adaptation {
    /// Whether steps are discarded at all.
    enabled: bool,
    factor: f64,
    memory: usize,
    /// The share.
    pub share: f64,
    lengths: VecDeque<f64>,
    in_a_row: usize,
    /// Steps discarded so far.
    pub discarded: usize,
}

impl Adaptation {
    /// R as it is.
    pub fn new(options: &ProxOptions, jacobi: bool) -> Self {
        let usual = if options.r_factor == RFactor::Local { 0.9 } else { 0.5 };
        Self {
            enabled: options.discards(jacobi),
            factor: if options.nu > 0.0 { options.nu } else { usual },
            memory: options.memory.max(1),
            share: 1.0,
            lengths: VecDeque::new(),
            in_a_row: 0,
            discarded: 0,
        }
    }

    /// Whether the step from `before` to `after` is kept; else the share is
    /// smaller from now on.
    pub fn keeps(&mut self, before: &[f64], after: &[f64]) -> bool {
        if !self.enabled {
            return true;
        }
        let step: Vec<f64> = before.iter().zip(after).map(|(b, a)| a - b).collect();
        let length = infinity_norm(&step);
        let largest = self.lengths.iter().copied().fold(0.0, f64::max);
        let full = self.lengths.len() == self.memory;
        let grew = length.is_nan() || (full && length >= (1.0 - EQUAL) * largest && length > 0.0);
        if grew && self.in_a_row < MAX_DISCARDS {
            self.share *= self.factor;
            self.in_a_row += 1;
            self.discarded += 1;
            return false;
        }
        self.in_a_row = 0;
        self.lengths.push_back(length);
        if self.lengths.len() > self.memory {
            self.lengths.pop_front();
        }
        true
    }
}
