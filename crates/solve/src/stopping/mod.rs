//! Where every iterative method starts, when it stops, and what it hands back.
//!
//! A method supplies one iteration; [`Watch`] measures the iterate, keeps the
//! best one, and ends the loop by the rules of Erleben 2013, §6 (Eq 106–109)
//! and of the SIGGRAPH 2022 course, Alg 7, applied to the residual of the
//! iterate and not to its size, which grows in any cold start:
//!
//! | rule | exit | status |
//! |---|---|---|
//! | residual ≤ tolerance | absolute | converged |
//! | best residual hardly fell over half of the iterations | relative | stagnated |
//! | no entry of x moves any more | stagnation | stagnated |
//! | residual not finite, or far above the first one | divergence | diverged |
//! | iteration limit | limit | max_iterations |
//! | Newton's direction does not lead downhill | non-descent | stagnated |
//! | no step downhill makes the merit smaller | local minimum | stagnated |
//! | θ below `merit_absolute` (Eq 107) | merit absolute | as the residual says |
//! | θ changes by less than a share `merit_relative` (Eq 108) | merit relative | stagnated |
//!
//! A measurement costs a product with A, as much as a sweep, so the distance
//! between measurements grows with the iterations unless `check_every` says
//! otherwise. A history measures every iterate, but beside the method: it
//! changes neither the path nor its end.

mod exit;
mod merit;
mod merit_rule;
mod start;
mod watch;

pub use exit::Exit;
pub use merit::{complementarity, objective};
pub use merit_rule::Merit;
pub use start::{project, start};
pub use watch::Watch;

use crate::options::{OptionDescription, OptionError, OptionValues, options, unknown_key};

options! {
    /// Options of the stopping rules, the same for every iterative method.
    pub struct StoppingOptions {
        /// Iterations between measurements of the residual; 0 lets the distance grow, a tenth of the iterations so far.
        check_every: usize = 0,
        /// Give up when the best residual falls by less than this share while the iterations double.
        relative_change: f64 = 1e-3,
        /// Iterations before progress is judged at all.
        patience: usize = 1000,
        /// Give up when no entry of x moves by more than this share of the largest between measurements.
        stagnation: f64 = 1e-16,
        /// Give up when the residual exceeds the first one by this factor.
        divergence: f64 = 1e8,
        /// End when the merit θ is below this: ½‖F‖² of Newton's methods, xᵀ|Ax + b| of others, which measures every iterate; 0 never does.
        merit_absolute: f64 = 0.0,
        /// End when θ changes by less than this share from one iterate to the next; 0 never does.
        merit_relative: f64 = 0.0,
    }
}

impl StoppingOptions {
    /// The descriptions of a method's own options, then these.
    pub fn described_after(mut own: Vec<OptionDescription>) -> Vec<OptionDescription> {
        own.extend(Self::describe());
        own
    }

    /// Reads the rules and leaves the settings of the method itself. A key that
    /// is not among `known`, the method's options and these, is an error.
    pub fn split(
        owner: &str,
        settings: &OptionValues,
        known: &[OptionDescription],
    ) -> Result<(Self, OptionValues), OptionError> {
        if let Some((key, _)) =
            settings.iter().find(|(key, _)| known.iter().all(|option| option.key != *key))
        {
            return Err(unknown_key(owner, key, known));
        }
        let (rules, own) = settings.partition(&Self::describe());
        Ok((Self::from_settings(owner, &rules)?, own))
    }
}
