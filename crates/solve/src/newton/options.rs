//! Options that the Newton methods share.

use stickslip_linalg::preconditioner::{self, Identity, Parameters, Preconditioner, Source};

use crate::options::{OptionDescription, OptionError, OptionValues, choice, options};
use crate::problem::Problem;
use crate::stopping::StoppingOptions;

choice! {
    /// How a Newton direction is found.
    pub enum LinearSolver {
        /// GMRES over products with A.
        Gmres = "gmres",
        /// Conjugate gradients on the rows that are not held at a bound.
        Pcg = "pcg",
        /// A sparse LU factor of the Jacobian; GMRES where that is singular.
        Direct = "direct",
    }
}

choice! {
    /// The preconditioner of the inner iterations.
    pub enum Conditioning {
        /// None.
        None = "none",
        /// The diagonal.
        Jacobi = "jacobi",
        /// Incomplete Cholesky without fill; needs a symmetric A.
        IncompleteCholesky = "ic0",
    }
}

choice! {
    /// How the length of a step is found.
    pub enum LineSearch {
        /// Halving until the merit has fallen enough (Erleben 2013, Eq 81–83).
        Armijo = "armijo",
        /// The same measured against the worst of the last merits.
        NonMonotone = "non-monotone",
        /// Always the whole step.
        None = "none",
    }
}

choice! {
    /// What is done where Newton's direction fails.
    pub enum Fallback {
        /// Steepest descent of the merit, −JᵀF.
        Gradient = "gradient",
        /// The solve ends.
        None = "none",
    }
}

choice! {
    /// The scale s of w in the equations.
    pub enum Scaling {
        /// 1.
        None = "none",
        /// 1/Aᵢᵢ where that is positive.
        Diagonal = "diagonal",
    }
}

impl Scaling {
    /// s of every row.
    pub fn factors(self, problem: &Problem) -> Vec<f64> {
        let factor = |&entry: &f64| match self {
            Self::Diagonal if entry > 0.0 && (1.0 / entry).is_finite() => 1.0 / entry,
            _ => 1.0,
        };
        problem.diagonal().iter().map(factor).collect()
    }
}

impl Conditioning {
    /// The preconditioner for the active rows of `source`, the identity where
    /// it cannot be built.
    pub fn build(self, source: &dyn Source) -> Box<dyn Preconditioner> {
        use crate::options::OptionValue;
        preconditioner::find(&self.show_option())
            .and_then(|entry| (entry.build)(source, &Parameters::default()).ok())
            .unwrap_or_else(|| Box::new(Identity))
    }
}

options! {
    /// Options of every Newton method.
    pub struct NewtonOptions {
        /// How directions are found: gmres, pcg (symmetric A only) or direct.
        linear: LinearSolver = LinearSolver::Gmres,
        /// Preconditioner of gmres and pcg: none, jacobi or ic0.
        preconditioner: Conditioning = Conditioning::None,
        /// First relative tolerance of gmres and pcg; it tightens as the merit falls.
        forcing: f64 = 1e-6,
        /// Most inner iterations for one direction.
        inner_iterations: usize = 1000,
        /// Inner iterations before gmres starts over.
        restart: usize = 50,
        /// Length of steps: armijo, non-monotone or none.
        line_search: LineSearch = LineSearch::Armijo,
        /// Share α of the predicted decrease that a step must reach.
        sufficient_decrease: f64 = 1e-4,
        /// Factor β of one back-tracking step, below 1.
        reduction: f64 = 0.5,
        /// Steps without a merit that is 1 % lower before the solve ends; 0 goes on to the limit.
        idle_steps: usize = 25,
        /// Merits that the non-monotone search remembers.
        memory: usize = 10,
        /// Step that is taken when none is accepted, to leave local minima; 0 gives up instead.
        minimum_step: f64 = 0.0,
        /// Whether iterates are projected into their bounds.
        projected: bool = true,
        /// What is done where the direction fails: gradient or none.
        fallback: Fallback = Fallback::Gradient,
        /// Gauss-Seidel sweeps before the first step, where the diagonal is positive.
        sweeps: usize = 0,
        /// Scale of w in the equations: none or diagonal (1/A_ii).
        scaling: Scaling = Scaling::None,
    }
}

impl NewtonOptions {
    /// The descriptions of a method's own options, then these, then the rules.
    pub fn described_after(mut own: Vec<OptionDescription>) -> Vec<OptionDescription> {
        own.extend(Self::describe());
        StoppingOptions::described_after(own)
    }

    /// Reads these and the rules, and leaves the settings of the method itself.
    pub fn split(
        owner: &str,
        settings: &OptionValues,
        known: &[OptionDescription],
    ) -> Result<(Self, StoppingOptions, OptionValues), OptionError> {
        let (rules, rest) = StoppingOptions::split(owner, settings, known)?;
        let (shared, own) = rest.partition(&Self::describe());
        let options = Self::from_settings(owner, &shared)?;
        let checks = [
            ("reduction", options.reduction, options.reduction > 0.0 && options.reduction < 1.0),
            ("forcing", options.forcing, options.forcing > 0.0 && options.forcing < 1.0),
        ];
        for (key, value, fits) in checks {
            if !fits {
                return Err(OptionError::BadValue {
                    key: key.into(),
                    value: value.to_string(),
                    reason: "expected a number above 0 and below 1".into(),
                });
            }
        }
        Ok((options, rules, own))
    }
}
