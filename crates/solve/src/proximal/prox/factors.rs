//! r-factors (SIGGRAPH 2022 course, §3.4.4, Eq 244–245).
//!
//! λ = prox(λ − R w) has the solutions of the problem for every r > 0, but only
//! with one scalar r per friction block. With unequal r, or with a matrix, the
//! fixed point has −R w ∈ N(λ) and slips in the wrong direction, unless the
//! projection is the one in the metric of R⁻¹.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::norm;

use super::ProxOptions;
use super::metric::{Metric, eigen};
use crate::options::choice;
use crate::problem::{ContactBlock, FrictionContact, Kind, Problem};

choice! {
    /// Where r comes from.
    pub enum RFactor {
        /// One r for all rows.
        Global = "global",
        /// 1/A_ii.
        Local = "local",
        /// 1/A_nn and the inverse of the friction block.
        Blocked = "blocked",
    }
}

choice! {
    /// How a friction block is kept on the right slip direction.
    pub enum Projection {
        /// One scalar r per friction block.
        Scalar = "scalar",
        /// Unequal r with the projection in their metric.
        Metric = "metric",
    }
}

/// R of one friction block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BlockFactor {
    /// r for all its rows.
    Scalar(f64),
    /// R = B⁻¹ and the metric B.
    Metric {
        /// R.
        inverse: Metric,
        /// B.
        metric: Metric,
    },
}

/// R of a problem.
#[derive(Clone, Debug)]
pub struct Factors {
    /// r of single rows and normals.
    pub rows: Vec<f64>,
    /// R of the tangents of each contact; for `ccp` one r for all its rows.
    pub blocks: Vec<BlockFactor>,
}

/// Products for each extreme eigenvalue.
const POWER_ITERATIONS: usize = 30;

impl Factors {
    /// The factors that `options` ask for.
    pub fn new(problem: &Problem, options: &ProxOptions) -> Self {
        let diagonal = problem.diagonal();
        if options.r_factor == RFactor::Global {
            let r = if options.r > 0.0 { options.r } else { global(problem) };
            return Self {
                rows: vec![r; diagonal.len()],
                blocks: vec![BlockFactor::Scalar(r); problem.contacts().len()],
            };
        }
        let rows = diagonal.iter().map(|entry| 1.0 / entry).collect();
        let first = usize::from(problem.kind() != Kind::Ccp);
        let block = |(contact, block): (&FrictionContact, &ContactBlock)| {
            let entries = contact.rows().skip(first).map(|row| diagonal[row]);
            match options.projection {
                Projection::Metric if contact.tangents.len() == 2 => {
                    metric_factor(options.r_factor, block)
                }
                _ if options.r_factor == RFactor::Local => {
                    BlockFactor::Scalar(1.0 / entries.fold(0.0, f64::max))
                }
                _ if first == 1 && contact.tangents.len() == 2 => {
                    let (values, ..) = eigen(&friction_block(block));
                    BlockFactor::Scalar(1.0 / values[0].max(values[1]))
                }
                // The trace is not below the largest eigenvalue.
                _ => BlockFactor::Scalar(1.0 / entries.sum::<f64>()),
            }
        };
        let blocks = problem.contacts().iter().zip(problem.contact_blocks()).map(block).collect();
        Self { rows, blocks }
    }
}

/// The symmetric part of A over the two tangents.
fn friction_block(block: &ContactBlock) -> Metric {
    let mixed = 0.5 * (block.entries[1][2] + block.entries[2][1]);
    [[block.entries[1][1], mixed], [mixed, block.entries[2][2]]]
}

fn metric_factor(factor: RFactor, block: &ContactBlock) -> BlockFactor {
    let mut metric = friction_block(block);
    let mut determinant = metric[0][0] * metric[1][1] - metric[0][1] * metric[1][0];
    // A singular block has no inverse: its diagonal does as well.
    let singular = determinant <= 1e-12 * metric[0][0] * metric[1][1];
    if factor == RFactor::Local || singular {
        (metric[0][1], metric[1][0]) = (0.0, 0.0);
        determinant = metric[0][0] * metric[1][1];
    }
    let mixed = -metric[0][1] / determinant;
    let inverse = [[metric[1][1] / determinant, mixed], [mixed, metric[0][0] / determinant]];
    BlockFactor::Metric { inverse, metric }
}

/// 1/(|λ_min| + |λ_max|), the eigenvalues by power iteration.
fn global(problem: &Problem) -> f64 {
    let largest = growth(problem, 0.0);
    let spread = growth(problem, largest);
    let smallest = (largest - spread).abs();
    let r = 1.0 / (largest + smallest);
    if r.is_finite() && r > 0.0 { r } else { 1.0 }
}

/// ‖(A − s) v‖/‖v‖ of the direction that grows most.
fn growth(problem: &Problem, shift: f64) -> f64 {
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let mut v: Vec<f64> = (0..problem.size()).map(|_| random.random_range(-1.0..1.0)).collect();
    let mut product = vec![0.0; v.len()];
    let mut growth = 0.0;
    for _ in 0..POWER_ITERATIONS {
        let length = norm(&v);
        if length == 0.0 || !length.is_finite() {
            break;
        }
        v.iter_mut().for_each(|value| *value /= length);
        problem.multiply(&v, &mut product);
        for (product, v) in product.iter_mut().zip(&v) {
            *product -= shift * v;
        }
        growth = norm(&product);
        std::mem::swap(&mut v, &mut product);
    }
    growth
}
