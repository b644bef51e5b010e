//! What `prox-jacobi` and `prox-gs` share: λ ← prox(λ − R (A λ + b)) (SIGGRAPH
//! 2022 course, §3.4.2, Eq 227–232, where the sign before R is wrong).

pub mod adaptation;
pub mod factors;
pub mod metric;
pub mod update;

use self::adaptation::Adapt;
use self::factors::{Projection, RFactor};
use crate::options::{OptionDescription, OptionError, OptionValues, Options, options};
use crate::problem::{Kind, Problem};
use crate::solver::{Accepts, Refusal, Sections};
use crate::stopping::StoppingOptions;

/// All kinds and every section; r needs a positive diagonal.
pub const ACCEPTS: Accepts = Accepts {
    kinds: &Kind::ALL,
    symmetric: false,
    coupled: true,
    positive_diagonal: true,
    sections: Sections::All,
};

/// Iterations unless the request says otherwise.
pub const LIMIT: usize = 20_000;

options! {
    /// Options of `prox-jacobi` and `prox-gs`.
    pub struct ProxOptions {
        /// r-factors: global, local (1/A_ii) or blocked (inverse friction blocks).
        r_factor: RFactor = RFactor::Local,
        /// One scalar r per friction block, or unequal ones with the projection in their metric (discs of ncp).
        projection: Projection = Projection::Scalar,
        /// The global r; 0 estimates 1/(|λ_min| + |λ_max|).
        r: f64 = 0.0,
        /// Whether a step that grows is discarded and r made smaller: auto (prox-jacobi, and any r of your own), always or never.
        adapt: Adapt = Adapt::Auto,
        /// Factor of r after a discarded step; 0 is 0.5 for global and blocked, 0.9 for local.
        nu: f64 = 0.0,
        /// Steps that a step is compared with; 1 is the printed rule.
        memory: usize = 10,
    }
}

impl ProxOptions {
    /// These with the stopping rules.
    pub fn described(mut own: Vec<OptionDescription>) -> Vec<OptionDescription> {
        own.splice(0..0, Self::describe());
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
        let given = options.r == 0.0 || options.r_factor == RFactor::Global;
        for (key, value, fits, reason) in [
            ("nu", options.nu, (0.0..1.0).contains(&options.nu), "expected 0 ≤ nu < 1"),
            ("r", options.r, options.r >= 0.0, "expected a number ≥ 0"),
            ("r", options.r, given, "an r of your own goes with r_factor=global"),
        ] {
            if !fits {
                return Err(OptionError::BadValue {
                    key: key.into(),
                    value: value.to_string(),
                    reason: reason.into(),
                });
            }
        }
        Ok((options, rules, own))
    }

    /// Whether steps that grow are discarded, in `prox-jacobi` or in `prox-gs`.
    pub fn discards(&self, jacobi: bool) -> bool {
        match self.adapt {
            Adapt::Auto => jacobi || self.r > 0.0,
            Adapt::Always => true,
            Adapt::Never => false,
        }
    }

    /// Refuses what steers discarded steps where there are none.
    pub fn refuse_idle_discards(&self, jacobi: bool) -> Result<(), OptionError> {
        let discards = self.discards(jacobi);
        self.refuse_idle(&[("nu", discards, "adapt=always"), ("memory", discards, "adapt=always")])
    }

    /// A metric has a closed form on the discs of `ncp` only.
    pub fn check(&self, solver: &'static str, problem: &Problem) -> Result<(), Refusal> {
        let discs = problem.contacts().iter().all(|contact| contact.is_coulomb());
        if self.projection == Projection::Metric && !(discs && problem.kind() == Kind::Ncp) {
            let reason = "projection=metric is for circular friction of kind ncp".into();
            return Err(Refusal::Unfit { solver, reason });
        }
        Ok(())
    }
}
