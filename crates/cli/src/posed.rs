//! A problem as solvers get it: with friction bounds that move or are frozen.

use stickslip_solve::{FrictionBounds, Outcome, Problem, Residuals};

use crate::ask::{Ask, Choice};
use crate::error::Failure;

/// A problem and what `--bounds` made of it.
#[derive(Debug)]
pub struct Posed {
    original: Problem,
    frozen: Option<Problem>,
    /// How its friction bounds were set.
    pub bounds: FrictionBounds,
    /// The frictionless solve of `normal-first`.
    pub preliminary: Option<Outcome>,
}

impl Posed {
    /// Sets the friction bounds of `original`; `choice` solves the
    /// frictionless problem where one is needed.
    pub fn new(original: Problem, ask: &Ask, choice: &Choice) -> Result<Self, Failure> {
        let bounds = ask.bounds;
        let (mut frozen, mut preliminary) = (None, None);
        if original.kind().is_cone() && bounds != FrictionBounds::Coupled {
            let (name, kind) = (original.name().into(), original.kind());
            return Err(Failure::ConeBounds { name, kind, bounds });
        }
        if original.has_coupled_bounds() {
            match bounds {
                FrictionBounds::Coupled => {}
                FrictionBounds::Fixed => frozen = Some(original.with_fixed_bounds()?),
                FrictionBounds::NormalFirst => {
                    let solve = |problem: &Problem| choice.solve(problem, &ask.request(problem));
                    if let Some(first) = original.normal_first(solve)? {
                        (frozen, preliminary) = (Some(first.frozen), Some(first.preliminary));
                    }
                }
            }
        }
        Ok(Self { original, frozen, bounds, preliminary })
    }

    /// The problem as it was read.
    pub fn original(&self) -> &Problem {
        &self.original
    }

    /// The problem that is solved.
    pub fn problem(&self) -> &Problem {
        self.frozen.as_ref().unwrap_or(&self.original)
    }

    /// The natural residual of `outcome` with friction bounds evaluated at its
    /// x, where it was found with frozen ones.
    pub fn coupled_natural(&self, outcome: &Outcome) -> Option<f64> {
        self.frozen.as_ref()?;
        Some(Residuals::measure(&self.original, &outcome.x, &outcome.w).natural.value)
    }
}
