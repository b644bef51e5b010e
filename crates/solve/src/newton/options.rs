//! Options that the Newton methods share.

use stickslip_linalg::preconditioner::{self, Parameters, Preconditioner, Source};

use crate::options::{
    OptionDescription, OptionError, OptionValue, OptionValues, Options, choice, options,
};
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
        /// Conjugate gradients on the normal equations (JᵀJ + νI) Δx = −JᵀF.
        Normal = "normal",
    }
}

/// The preconditioner of the inner iterations, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditioning(&'static str);

impl Conditioning {
    /// None.
    pub const NONE: Self = Self("none");
}

impl OptionValue for Conditioning {
    fn parse_option(text: &str) -> Result<Self, String> {
        preconditioner::find(text).map(|entry| Self(entry.name)).ok_or_else(|| {
            let names = preconditioner::PRECONDITIONERS.iter().map(|entry| entry.name);
            format!("expected one of {}", names.collect::<Vec<_>>().join(", "))
        })
    }
    fn show_option(&self) -> String {
        self.0.into()
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
        /// None, but a radius within which the linear model is minimised; needs linear=normal.
        TrustRegion = "trust-region",
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
    /// The preconditioner for the active rows of `source`; `None` where it
    /// breaks down.
    pub fn build(
        self,
        source: &dyn Source,
        drop_tolerance: f64,
    ) -> Option<Box<dyn Preconditioner>> {
        let parameters = Parameters { drop_tolerance, ..Parameters::default() };
        (preconditioner::find(self.0)?.build)(source, &parameters).ok()
    }

    /// Whether it is made of a triangular factor, which takes a symmetric A.
    pub fn needs_symmetry(self) -> bool {
        !["none", "jacobi"].contains(&self.0)
    }
}

options! {
    /// Options of every Newton method.
    pub struct NewtonOptions {
        /// How directions are found: gmres, pcg (symmetric A only), direct, or normal (conjugate gradients on the normal equations).
        linear: LinearSolver = LinearSolver::Gmres,
        /// Preconditioner of gmres and pcg, one of those of bpp-pcg that need the matrix alone; all but none and jacobi need a symmetric A.
        preconditioner: Conditioning = Conditioning::NONE,
        /// The preconditioners ict and ict-compensated drop entries below this share of their column's norm.
        drop_tolerance: f64 = 1e-5,
        /// ν/‖F‖ of the normal equations: above 0 these are the steps of Levenberg and Marquardt.
        damping: f64 = 0.0,
        /// First relative tolerance of gmres, pcg and normal.
        forcing: f64 = 1e-6,
        /// Whether that tolerance falls with ‖F‖, for quadratic last steps; false keeps it.
        tighten: bool = true,
        /// Most inner iterations for one direction.
        inner_iterations: usize = 1000,
        /// Inner iterations before gmres starts over.
        restart: usize = 50,
        /// Whether gmres takes a cycle back that has gained nothing.
        take_back: bool = false,
        /// Length of steps: armijo, non-monotone, none, or trust-region (with linear=normal).
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
        /// How often a solve that is stuck starts again from a random point of the box.
        fresh_starts: usize = 0,
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
        if options.damping < 0.0 {
            let (key, value) = ("damping".into(), options.damping.to_string());
            let reason = "expected a number from 0 on".into();
            return Err(OptionError::BadValue { key, value, reason });
        }
        options.check_idle()?;
        Ok((options, rules, own))
    }

    /// Refuses options that nothing reads beside the others.
    fn check_idle(&self) -> Result<(), OptionError> {
        let region = self.line_search == LineSearch::TrustRegion;
        let searches = self.line_search != LineSearch::None;
        let backtracks = searches && !region;
        let normal = self.linear == LinearSolver::Normal;
        let iterates = self.linear != LinearSolver::Direct && !normal;
        let factors = ["ict", "ict-compensated"].contains(&self.preconditioner.0);
        self.refuse_idle(&[
            ("line_search", !region || normal, "linear=normal"),
            ("memory", self.line_search == LineSearch::NonMonotone, "line_search=non-monotone"),
            ("minimum_step", self.fallback == Fallback::Gradient, "fallback=gradient"),
            ("minimum_step", backtracks, "back-tracking"),
            ("sufficient_decrease", backtracks, "back-tracking"),
            ("reduction", backtracks, "back-tracking"),
            ("fallback", !region, "a line search: a trust region leads downhill"),
            ("restart", !normal && self.linear != LinearSolver::Pcg, "linear=gmres"),
            ("take_back", !normal && self.linear != LinearSolver::Pcg, "linear=gmres"),
            ("damping", normal, "linear=normal"),
            ("forcing", self.linear != LinearSolver::Direct, "an iteration"),
            ("tighten", self.linear != LinearSolver::Direct, "an iteration"),
            ("preconditioner", iterates, "linear=gmres or pcg"),
            ("drop_tolerance", factors, "preconditioner=ict"),
        ])
    }
}
