//! Products with the Jacobian that never form it (Erleben 2013, §6).

use stickslip_linalg::krylov::LinearOperator;
use stickslip_linalg::preconditioner::{Preconditioner, Source};
use stickslip_linalg::{SparseMatrix, norm};

use super::equations::{Equations, Linearisation, Reach};
use crate::problem::Problem;

/// J on the rows that are not held at a bound. A held row, q = 0, is
/// Δxᵢ = −(Fᵢ + cᵢ Δxₙ)/pᵢ, so it follows its normal; everywhere else the
/// operator and its vectors are zero.
pub struct Reduced<'a> {
    /// A.
    pub problem: &'a Problem,
    /// Normals of coupled rows.
    pub normal_of: &'a [Option<usize>],
    /// J.
    pub jacobian: &'a Linearisation,
    /// Whether rows are divided by q, which leaves A + diag(p/q).
    pub divided: bool,
    /// Products so far.
    pub products: usize,
    extended: Vec<f64>,
}

impl<'a> Reduced<'a> {
    /// Nothing multiplied yet.
    pub fn new(
        problem: &'a Problem,
        normal_of: &'a [Option<usize>],
        jacobian: &'a Linearisation,
        divided: bool,
    ) -> Self {
        Self { problem, normal_of, jacobian, divided, products: 0, extended: Vec::new() }
    }

    /// Whether a row is held.
    pub fn is_held(&self, row: usize) -> bool {
        self.jacobian.matrix[row] == 0.0
    }

    /// Writes the held rows of a step whose other rows are `step`; `force` is
    /// F, or zero for the homogeneous part.
    pub fn hold(&self, step: &mut [f64], force: &[f64]) {
        let jacobian = self.jacobian;
        let held = |row: &usize| self.is_held(*row);
        // Normals first: a tangent may follow a normal that is held as well.
        for row in (0..step.len()).filter(held) {
            if self.normal_of[row].is_none() {
                step[row] = -force[row] / jacobian.own[row];
            }
        }
        for row in (0..step.len()).filter(held) {
            if let Some(normal) = self.normal_of[row] {
                step[row] = -(force[row] + jacobian.normal[row] * step[normal]) / jacobian.own[row];
            }
        }
    }

    /// The part of row i of J v along its normal.
    fn along_normal(&self, row: usize, v: &[f64]) -> f64 {
        self.normal_of[row].map_or(0.0, |normal| self.jacobian.normal[row] * v[normal])
    }

    /// The right-hand side −F − J Δx with only the held rows in Δx.
    pub fn right_hand_side(&mut self) -> Vec<f64> {
        let n = self.normal_of.len();
        let (mut step, mut product) = (vec![0.0; n], vec![0.0; n]);
        self.hold(&mut step, &self.jacobian.value);
        self.problem.multiply(&step, &mut product);
        self.products += 1;
        let row = |row: usize| {
            let q = self.jacobian.matrix[row];
            let divisor = if self.divided { q } else { 1.0 };
            let coupled = self.along_normal(row, &step);
            let free = -(self.jacobian.value[row] + coupled + q * product[row]) / divisor;
            if self.is_held(row) { 0.0 } else { free }
        };
        (0..n).map(row).collect()
    }
}

impl LinearOperator for Reduced<'_> {
    fn size(&self) -> usize {
        self.normal_of.len()
    }

    fn apply(&mut self, x: &[f64], y: &mut [f64]) {
        let mut extended = std::mem::take(&mut self.extended);
        extended.clear();
        extended.extend_from_slice(x);
        self.hold(&mut extended, &vec![0.0; x.len()]);
        self.problem.multiply(&extended, y);
        self.products += 1;
        for row in 0..x.len() {
            let (p, q) = (self.jacobian.own[row], self.jacobian.matrix[row]);
            y[row] = match (self.is_held(row), self.divided) {
                (true, _) => 0.0,
                (false, true) => y[row] + p / q * x[row],
                (false, false) => p * x[row] + self.along_normal(row, &extended) + q * y[row],
            };
        }
        self.extended = extended;
    }
}

/// A + diag(p/q) on the rows that are not held, for preconditioners.
pub struct ReducedSource<'a> {
    /// A.
    pub problem: &'a Problem,
    /// p and q.
    pub jacobian: &'a Linearisation,
}

impl Source for ReducedSource<'_> {
    fn size(&self) -> usize {
        self.problem.size()
    }
    fn matrix(&self) -> &SparseMatrix {
        self.problem.matrix()
    }
    fn is_active(&self, row: usize) -> bool {
        self.jacobian.matrix[row] != 0.0
    }
    fn shift(&self, row: usize) -> f64 {
        self.jacobian.own[row] / self.jacobian.matrix[row]
    }
    fn diagonal(&self, row: usize) -> f64 {
        self.problem.diagonal()[row]
    }
}

/// Preconditions diag(q) (A + diag(p/q)) by a preconditioner of the bracket.
pub struct Divided<'a> {
    /// Of A + diag(p/q).
    pub inner: Box<dyn Preconditioner>,
    /// q, zero on held rows.
    pub divisors: &'a [f64],
}

impl Preconditioner for Divided<'_> {
    fn apply(&mut self, r: &[f64], z: &mut [f64]) {
        let divided: Vec<f64> =
            r.iter().zip(self.divisors).map(|(r, q)| if *q == 0.0 { 0.0 } else { r / q }).collect();
        self.inner.apply(&divided, z);
    }

    fn restrict(&mut self, active: &[bool]) {
        self.inner.restrict(active);
    }
}

/// J v ≈ (F(x + h v) − F(x))/h (Erleben 2013, §5.5, "approximation").
pub struct Differences<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// F.
    pub equations: &'a dyn Equations,
    /// Where.
    pub x: &'a [f64],
    /// A x + b.
    pub w: &'a [f64],
    /// F(x).
    pub value: &'a [f64],
    /// h.
    pub reach: Reach,
    /// Products so far.
    pub products: usize,
}

/// √ε.
const DIFFERENCE: f64 = 1.5e-8;

impl LinearOperator for Differences<'_> {
    fn size(&self) -> usize {
        self.x.len()
    }

    fn apply(&mut self, v: &[f64], y: &mut [f64]) {
        let length = norm(v);
        if length == 0.0 {
            y.fill(0.0);
            return;
        }
        let h = match self.reach {
            Reach::Balanced => DIFFERENCE * (1.0 + norm(self.x)) / length,
            Reach::Fixed(h) => h,
        };
        self.problem.multiply(v, y);
        self.products += 1;
        let x: Vec<f64> = self.x.iter().zip(v).map(|(x, v)| x + h * v).collect();
        let w: Vec<f64> = self.w.iter().zip(&*y).map(|(w, v)| w + h * v).collect();
        self.equations.value(&x, &w, y);
        for (y, value) in y.iter_mut().zip(self.value) {
            *y = (*y - value) / h;
        }
    }
}
