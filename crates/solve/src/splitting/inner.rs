//! A solver of the registry at work inside another.

use crate::options::{OptionError, OptionValue, Settings};
use crate::outcome::Status;
use crate::problem::{Problem, ProblemData};
use crate::registry;
use crate::request::{Request, Start};
use crate::solver::Solver;

use super::blocks::Group;
use super::row_law::Access;

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
        entry.build(&Settings::new())
    }
}

/// Solves the groups of a blocked sweep.
pub struct Inner {
    solver: Solver,
    /// Iterations of the inner solver so far.
    pub iterations: usize,
}

impl Inner {
    /// Works with `solver`.
    pub fn new(solver: Solver) -> Self {
        Self { solver, iterations: 0 }
    }

    /// Solves the problem of `group`, the rest held still; false, and x as it
    /// was, when that fails.
    pub fn solve(&mut self, group: &Group, access: &mut impl Access) -> bool {
        let matrix = &group.template.matrix;
        let x: Vec<f64> = group.rows.iter().flat_map(|&row| access.impulses([row])).collect();
        let mut product = vec![0.0; x.len()];
        if let Some(matrix) = matrix {
            matrix.multiply(&x, &mut product);
        }
        let velocity = group.rows.iter().flat_map(|&row| access.velocities([row]));
        let b = velocity.zip(&product).map(|(w, product)| w - product).collect();
        let Ok(problem) = Problem::new(ProblemData { b, ..group.template.clone() }) else {
            return false;
        };
        // Far below any tolerance of the whole: a block is small.
        let request = Request {
            tolerance: Some(1e-3 * Request::default().tolerance_for(&problem)),
            start: Start { x: Some(x), labels: None },
            ..Request::default()
        };
        let Ok(outcome) = self.solver.solve(&problem, &request) else {
            return false;
        };
        self.iterations += outcome.counts.iterations;
        let sound = matches!(outcome.status, Status::Converged | Status::Stagnated)
            && outcome.x.iter().all(|x| x.is_finite());
        if sound {
            for (&row, value) in group.rows.iter().zip(outcome.x) {
                access.set([row], [value]);
            }
        }
        sound
    }
}
