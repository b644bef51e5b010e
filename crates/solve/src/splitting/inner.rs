//! A solver of the registry at work inside another.

use stickslip_linalg::SparseMatrix;
use stickslip_linalg::krylov::{
    ConjugateGradientWorkspace, Stopping, preconditioned_conjugate_gradient,
};
use stickslip_linalg::preconditioner::{self, MatrixSource, Parameters};

use crate::options::{OptionError, OptionValue, OptionValues, choice};
use crate::outcome::Status;
use crate::problem::{Problem, ProblemData};
use crate::registry;
use crate::request::{Request, Start};
use crate::solver::{Refusal, Solver};

use super::blocks::{Group, is_linear};
use super::row_update::Access;

/// The name of a solver of the registry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverName(pub String);

impl OptionValue for SolverName {
    fn parse_option(text: &str) -> Result<Self, String> {
        match registry::find(text) {
            Ok(entry) => Ok(Self(entry.name.into())),
            Err(unknown) => Err(unknown.to_string()),
        }
    }
    fn show_option(&self) -> String {
        self.0.clone()
    }
}

impl SolverName {
    /// That solver with default options.
    pub fn build(&self, key: &str) -> Result<Solver, OptionError> {
        let bad = |reason: String| OptionError::BadValue {
            key: key.into(),
            value: self.0.clone(),
            reason,
        };
        let entry = registry::find(&self.0).map_err(|unknown| bad(unknown.to_string()))?;
        entry.build(&OptionValues::new())
    }
}

/// Solves the groups of a blocked sweep.
pub struct Inner {
    solver: Solver,
    joints: Joints,
    workspace: ConjugateGradientWorkspace,
    /// Iterations of the inner solver so far.
    pub iterations: usize,
    /// Blocks that it could not solve so far.
    pub failures: usize,
}

choice! {
    /// How blocks of unbounded rows alone are solved: they are linear systems.
    pub enum Joints {
        /// Conjugate gradients, which pass over redundant joints (course, §3.2.4).
        Pcg = "pcg",
        /// As any other block.
        Inner = "inner",
    }
}

/// Residual of a linear block over its right-hand side. A block is brought
/// nearer in every sweep, so this need not be the last word.
const LINEAR: f64 = 1e-10;

impl Inner {
    /// Works with `solver`, except where `joints` says otherwise.
    pub fn new(solver: Solver, joints: Joints) -> Self {
        Self {
            solver,
            joints,
            workspace: ConjugateGradientWorkspace::default(),
            iterations: 0,
            failures: 0,
        }
    }

    /// Whether the solver takes a block, where it is asked to.
    pub fn takes(&self, block: &Problem) -> Result<(), Refusal> {
        if self.joints == Joints::Pcg && is_linear(block.data()) {
            return Ok(());
        }
        let entry = self.solver.entry();
        entry.accepts.check(entry.name, block)
    }

    /// Solves the problem of `group`, the rest held still; false, and x as it
    /// was, when that fails, which is counted.
    pub fn solve(&mut self, group: &Group, access: &mut impl Access) -> bool {
        // The gathering of blocks assembles each.
        let matrix = group.template.matrix.as_ref().expect("an assembled block");
        let x: Vec<f64> = group.rows.iter().flat_map(|&row| access.impulses([row])).collect();
        let mut product = vec![0.0; x.len()];
        matrix.multiply(&x, &mut product);
        let velocity = group.rows.iter().flat_map(|&row| access.velocities([row]));
        let b = velocity.zip(&product).map(|(w, product)| w - product).collect();
        let found = if self.joints == Joints::Pcg && is_linear(&group.template) {
            self.conjugate_gradients(matrix, b, x)
        } else {
            self.any(group, b, x)
        };
        let Some(x) = found.filter(|x| x.iter().all(|x| x.is_finite())) else {
            self.failures += 1;
            return false;
        };
        for (&row, value) in group.rows.iter().zip(x) {
            access.set([row], [value]);
        }
        true
    }

    /// A x = −b from the given x. Where A is singular and no solution exists,
    /// the last iterate is still one that sweeps can go on from.
    fn conjugate_gradients(
        &mut self,
        matrix: &SparseMatrix,
        mut b: Vec<f64>,
        mut x: Vec<f64>,
    ) -> Option<Vec<f64>> {
        b.iter_mut().for_each(|b| *b = -*b);
        let jacobi = preconditioner::find("jacobi").expect("one of the list");
        let mut diagonal =
            (jacobi.build)(&MatrixSource::new(matrix), &Parameters::default()).ok()?;
        let limit = 10 * b.len();
        let stopping = Stopping { absolute: 0.0, relative: LINEAR, max_iterations: limit };
        let report = preconditioned_conjugate_gradient(
            &mut &*matrix,
            &mut *diagonal,
            &b,
            &mut x,
            &stopping,
            &mut self.workspace,
        );
        self.iterations += report.iterations;
        Some(x)
    }

    fn any(&mut self, group: &Group, b: Vec<f64>, x: Vec<f64>) -> Option<Vec<f64>> {
        let problem = Problem::new(ProblemData { b, ..group.template.clone() }).ok()?;
        // Far below any tolerance of the whole: a block is small.
        let request = Request {
            tolerance: Some(1e-3 * Request::default().tolerance_for(&problem)),
            start: Start { x: Some(x), labels: None },
            ..Request::default()
        };
        let outcome = self.solver.solve(&problem, &request).ok()?;
        self.iterations += outcome.counts.iterations;
        matches!(outcome.status, Status::Converged | Status::Stagnated).then_some(outcome.x)
    }
}
