//! The Newton equation J Δx = −F (Erleben 2013, Eq 65, 80 and 96).
//!
//! Rows held at a bound are eliminated first; what remains goes to GMRES or
//! conjugate gradients, or all of J to a sparse LU factor or to the normal
//! equations. The inner tolerance
//! is ‖F + J Δx‖ ≤ γ‖F‖ with γ < 1 (Eq 71 and 105), and γ falls with ‖F‖ so
//! that the last steps are quadratic.

use stickslip_linalg::krylov::{
    ConjugateGradientWorkspace, GmresWorkspace, LinearOperator, Stopping, gmres,
    preconditioned_conjugate_gradient,
};
use stickslip_linalg::preconditioner::Identity;
use stickslip_linalg::{SparseLu, SparseMatrix, norm};

use super::equations::{Branch, Equations, Linearisation};
use super::normal::{Limits, ModelStep, NormalEquations};
use super::operators::{Differences, Divided, Reduced, ReducedSource};
use super::options::{LinearSolver, NewtonOptions};
use crate::equations::{EquationMatrix, EquationRows};
use crate::options::OptionValues;
use crate::outcome::{Counts, Status};
use crate::problem::{Kind, Problem};
use crate::registry;
use crate::request::Request;
use crate::solver::Solver;

/// Inner iterations are also limited to this many per row: small systems are
/// solved by then or not at all.
const MAX_PER_ROW: usize = 5;
/// γ never falls below this.
const LEAST_FORCING: f64 = 1e-12;

/// Finds directions, with memory from one to the next.
pub struct Directions<'a> {
    problem: &'a Problem,
    normal_of: &'a [Option<usize>],
    options: &'a NewtonOptions,
    gmres: GmresWorkspace,
    conjugate: ConjugateGradientWorkspace,
    direct: Option<Direct>,
    first: Option<f64>,
    /// Preconditioners that could not be built.
    pub breakdowns: usize,
    /// Solves the mixed problems of Pang's variant.
    mixed: Option<Solver>,
}

/// J assembled on a pattern that holds every J of the problem.
struct Direct {
    jacobian: EquationMatrix,
    factor: SparseLu,
}

impl<'a> Directions<'a> {
    /// Nothing solved yet.
    pub fn new(
        problem: &'a Problem,
        normal_of: &'a [Option<usize>],
        options: &'a NewtonOptions,
    ) -> Self {
        let direct = (options.linear == LinearSolver::Direct)
            .then(|| Direct::new(problem.matrix(), normal_of))
            .flatten();
        Self {
            problem,
            normal_of,
            options,
            gmres: GmresWorkspace::new(options.take_back),
            conjugate: ConjugateGradientWorkspace::default(),
            direct,
            first: None,
            breakdowns: 0,
            mixed: None,
        }
    }

    /// Δx; not finite where there is none.
    pub fn find(
        &mut self,
        equations: &dyn Equations,
        x: &[f64],
        w: &[f64],
        jacobian: &Linearisation,
        counts: &mut Counts,
    ) -> Vec<f64> {
        let size = norm(&jacobian.value);
        let first = *self.first.get_or_insert(size);
        let forcing = self.forcing(size, first);
        let stopping = Stopping {
            absolute: 0.0,
            relative: forcing,
            max_iterations: self.options.inner_iterations.min(MAX_PER_ROW * x.len()),
        };
        if let Some(branches) = equations.branches(x, w)
            && let Some(step) = self.mixed_step(x, &branches, counts)
        {
            return step;
        }
        if let Some(reach) = equations.by_differences() {
            let value = &jacobian.value;
            let mut operator =
                Differences { problem: self.problem, equations, x, w, value, reach, products: 0 };
            let b: Vec<f64> = value.iter().map(|value| -value).collect();
            let step = self.gmres(&mut operator, &mut Identity, &b, &stopping, counts);
            counts.products += operator.products;
            return step;
        }
        if let Some(direct) = &mut self.direct {
            counts.factorisations += 1;
            if let Some(step) = direct.solve(self.problem.matrix(), jacobian) {
                return step;
            }
        }
        if self.options.linear == LinearSolver::Normal {
            return self.model(jacobian, f64::INFINITY, counts).step;
        }
        let divided = self.options.linear == LinearSolver::Pcg;
        let problem = self.problem;
        let mut operator = Reduced::new(problem, self.normal_of, jacobian, divided);
        let b = operator.right_hand_side();
        let source = ReducedSource { problem, jacobian };
        let built = self.options.preconditioner.build(&source, self.options.drop_tolerance);
        self.breakdowns += usize::from(built.is_none());
        let inner = built.unwrap_or_else(|| Box::new(Identity));
        let mut step = if divided {
            let (mut step, mut inner) = (vec![0.0; b.len()], inner);
            let report = preconditioned_conjugate_gradient(
                &mut operator,
                &mut *inner,
                &b,
                &mut step,
                &stopping,
                &mut self.conjugate,
            );
            counts.inner_iterations += report.iterations;
            step
        } else {
            let mut conditioner = Divided { inner, divisors: &jacobian.matrix };
            self.gmres(&mut operator, &mut conditioner, &b, &stopping, counts)
        };
        operator.hold(&mut step, &jacobian.value);
        counts.products += operator.products;
        step
    }

    /// γ at ‖F‖.
    fn forcing(&self, size: f64, first: f64) -> f64 {
        if self.options.tighten {
            self.options.forcing.min(size / first).max(LEAST_FORCING)
        } else {
            self.options.forcing
        }
    }

    /// The minimiser of the linear model within a radius.
    pub fn model(
        &mut self,
        jacobian: &Linearisation,
        radius: f64,
        counts: &mut Counts,
    ) -> ModelStep {
        let size = norm(&jacobian.value);
        let first = *self.first.get_or_insert(size);
        let equations =
            NormalEquations { problem: self.problem, normal_of: self.normal_of, jacobian };
        let limits = Limits {
            damping: self.options.damping * size,
            radius,
            relative: self.forcing(size, first),
            iterations: self.options.inner_iterations.min(MAX_PER_ROW * jacobian.value.len()),
        };
        equations.solve(limits, counts)
    }

    /// The step that makes free rows still, puts held ones at their bounds and
    /// leaves tied ones complementary: x + Δx solves the problem with bounds that
    /// say so. `None` where Lemke's method does not solve it.
    fn mixed_step(
        &mut self,
        x: &[f64],
        branches: &[Branch],
        counts: &mut Counts,
    ) -> Option<Vec<f64>> {
        let mut data = self.problem.data().clone();
        (data.kind, data.solution, data.x0) = (Kind::Blcp, None, None);
        for (row, branch) in branches.iter().enumerate() {
            match *branch {
                Branch::Free => (data.lo[row], data.hi[row]) = (f64::NEG_INFINITY, f64::INFINITY),
                Branch::Held(bound) => (data.lo[row], data.hi[row]) = (bound, bound),
                Branch::Tied => {}
            }
        }
        if self.mixed.is_none() {
            self.mixed = registry::find("lemke").ok()?.build(&OptionValues::new()).ok();
        }
        let problem = Problem::new(data).ok()?;
        let outcome = self.mixed.as_mut()?.solve(&problem, &Request::default()).ok()?;
        counts.inner_iterations += outcome.counts.iterations;
        (outcome.status == Status::Converged)
            .then(|| outcome.x.iter().zip(x).map(|(next, x)| next - x).collect())
    }

    fn gmres(
        &mut self,
        operator: &mut dyn LinearOperator,
        conditioner: &mut dyn stickslip_linalg::preconditioner::Preconditioner,
        b: &[f64],
        stopping: &Stopping,
        counts: &mut Counts,
    ) -> Vec<f64> {
        let mut step = vec![0.0; b.len()];
        let restart = self.options.restart;
        let report = gmres(operator, conditioner, b, &mut step, restart, stopping, &mut self.gmres);
        counts.inner_iterations += report.iterations;
        step
    }
}

impl Direct {
    fn new(matrix: &SparseMatrix, normal_of: &[Option<usize>]) -> Option<Self> {
        let jacobian = EquationMatrix::new(matrix, normal_of.to_vec());
        let factor = SparseLu::new(jacobian.matrix()).ok()?;
        Some(Self { jacobian, factor })
    }

    /// `None` when J is singular.
    fn solve(&mut self, matrix: &SparseMatrix, linear: &Linearisation) -> Option<Vec<f64>> {
        let Linearisation { own, normal, matrix: velocity, .. } = linear;
        self.jacobian.fill(matrix, EquationRows { own, normal, velocity }, |_| 0.0, |_, _| {});
        self.factor.factorise(self.jacobian.matrix()).ok()?;
        let mut step: Vec<f64> = linear.value.iter().map(|value| -value).collect();
        self.factor.solve(&mut step);
        step.iter().all(|value| value.is_finite()).then_some(step)
    }
}
