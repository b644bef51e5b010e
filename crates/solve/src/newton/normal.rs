//! The linear model by its normal equations: Δx minimises
//! ½‖F + J Δx‖² + ½ν‖Δx‖², where ‖Δx‖ ≤ Δ.
//!
//! J need neither be symmetric nor regular (Preclik et al., §3.3). ν = 0 without
//! a radius is Newton's direction of least length, ν > 0 that of Levenberg and
//! Marquardt, which always leads downhill (Erleben 2013, §5.4), and a radius Δ
//! makes it a step of a trust region (Steihaug 1983): conjugate gradients on
//! (JᵀJ + νI) Δx = −JᵀF grow in length, so that they end at the boundary.

use stickslip_linalg::{dot, norm};

use super::equations::Linearisation;
use crate::outcome::Counts;
use crate::problem::Problem;

/// The model at one point.
pub struct NormalEquations<'a> {
    /// A.
    pub problem: &'a Problem,
    /// Normals of coupled rows.
    pub normal_of: &'a [Option<usize>],
    /// F and J.
    pub jacobian: &'a Linearisation,
}

/// How far conjugate gradients go.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// ν.
    pub damping: f64,
    /// Δ, which may be infinite.
    pub radius: f64,
    /// Share of ‖JᵀF‖ that ends them.
    pub relative: f64,
    /// Most of them.
    pub iterations: usize,
}

/// A step and what the model promises of it.
#[derive(Clone, Debug)]
pub struct ModelStep {
    /// Δx.
    pub step: Vec<f64>,
    /// ½‖F + J Δx‖².
    pub model: f64,
    /// Whether ‖Δx‖ = Δ.
    pub is_cut: bool,
}

impl NormalEquations<'_> {
    fn image(&self, v: &[f64], counts: &mut Counts) -> Vec<f64> {
        let mut product = vec![0.0; v.len()];
        self.problem.multiply(v, &mut product);
        counts.products += 1;
        self.jacobian.apply(self.normal_of, v, &product)
    }

    fn preimage(&self, u: &[f64], counts: &mut Counts) -> Vec<f64> {
        counts.products += 1;
        self.jacobian.apply_transposed(self.problem, self.normal_of, u)
    }

    /// Minimises the model from Δx = 0.
    pub fn solve(&self, limits: Limits, counts: &mut Counts) -> ModelStep {
        let n = self.jacobian.value.len();
        let mut step = vec![0.0; n];
        let mut rest: Vec<f64> = self.jacobian.value.iter().map(|value| -value).collect();
        let mut slope = self.preimage(&rest, counts);
        let mut direction = slope.clone();
        let mut square = dot(&slope, &slope);
        let end = limits.relative * square.sqrt();
        let mut is_cut = false;
        for _ in 0..limits.iterations {
            if square.sqrt() <= end || !square.is_finite() {
                break;
            }
            counts.inner_iterations += 1;
            let image = self.image(&direction, counts);
            let curvature = dot(&image, &image) + limits.damping * dot(&direction, &direction);
            if curvature <= 0.0 || !curvature.is_finite() {
                break;
            }
            let mut length = square / curvature;
            let reach = boundary(&step, &direction, limits.radius);
            if length >= reach {
                (length, is_cut) = (reach, true);
            }
            for row in 0..n {
                step[row] += length * direction[row];
                rest[row] -= length * image[row];
            }
            if is_cut {
                break;
            }
            slope = self.preimage(&rest, counts);
            for row in 0..n {
                slope[row] -= limits.damping * step[row];
            }
            let next = dot(&slope, &slope);
            for row in 0..n {
                direction[row] = slope[row] + next / square * direction[row];
            }
            square = next;
        }
        ModelStep { model: 0.5 * dot(&rest, &rest), step, is_cut }
    }
}

/// The τ ≥ 0 with ‖x + τ d‖ = radius.
fn boundary(x: &[f64], d: &[f64], radius: f64) -> f64 {
    if radius == f64::INFINITY {
        return f64::INFINITY;
    }
    let (a, b) = (dot(d, d), dot(x, d));
    let c = (radius - norm(x)) * (radius + norm(x));
    // The root that does not cancel.
    let root = (b * b + a * c).max(0.0).sqrt();
    if b > 0.0 { c / (b + root) } else { (root - b) / a }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Kind, ProblemData};
    use stickslip_linalg::SparseMatrix;

    /// J = A = [[2, 1], [0, 1]], F = (1, −2): all that is asked for by hand.
    fn solve(damping: f64, radius: f64) -> ModelStep {
        let matrix = SparseMatrix::from_dense(2, 2, &[2.0, 1.0, 0.0, 1.0]);
        let data = ProblemData::assembled("two", Kind::Lcp, matrix, vec![0.0; 2]);
        let problem = Problem::new(data).expect("well formed");
        let jacobian = Linearisation {
            value: vec![1.0, -2.0],
            own: vec![0.0; 2],
            matrix: vec![1.0; 2],
            normal: vec![0.0; 2],
        };
        let model =
            NormalEquations { problem: &problem, normal_of: &[None, None], jacobian: &jacobian };
        let limits = Limits { damping, radius, relative: 1e-14, iterations: 10 };
        model.solve(limits, &mut Counts::default())
    }

    #[test]
    fn without_damping_it_is_newtons_direction() {
        let found = solve(0.0, f64::INFINITY);
        // 2a + b = −1, b = 2.
        assert!((found.step[0] + 1.5).abs() < 1e-12 && (found.step[1] - 2.0).abs() < 1e-12);
        assert!(found.model < 1e-24 && !found.is_cut);
    }

    #[test]
    fn damping_solves_the_shifted_normal_equations() {
        // (JᵀJ + I) Δx = −JᵀF: [[5, 2], [2, 3]] Δx = (−2, 1).
        let found = solve(1.0, f64::INFINITY);
        let (a, b) = (-8.0 / 11.0, 9.0 / 11.0);
        assert!((found.step[0] - a).abs() < 1e-12 && (found.step[1] - b).abs() < 1e-12);
    }

    #[test]
    fn a_radius_cuts_the_step() {
        let found = solve(0.0, 0.5);
        assert!(found.is_cut && (norm(&found.step) - 0.5).abs() < 1e-12, "{found:?}");
        // The first direction is −JᵀF = (−2, 1), and the boundary comes first.
        assert!((found.step[0] / found.step[1] + 2.0).abs() < 1e-12);
        assert!(found.model < 2.5);
    }
}
