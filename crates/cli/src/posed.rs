//! A problem as solvers get it: with friction bounds that move or are frozen.

use stickslip_solve::{FrictionBounds, Outcome, Problem, Request, Residuals};

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
        let cone = original.kind().is_cone();
        match bounds {
            FrictionBounds::Coupled => {}
            FrictionBounds::Fixed if cone => {
                let (name, kind) = (original.name().into(), original.kind());
                return Err(Failure::ConeBounds { name, kind });
            }
            FrictionBounds::Fixed if original.has_coupled_bounds() => {
                frozen = Some(original.with_fixed_bounds()?);
            }
            FrictionBounds::Fixed => {}
            FrictionBounds::NormalFirst => {
                // Without friction cones are boxes, which have a tolerance of their own.
                let of_boxes = Request { tolerance: None, max_iterations: None, ..ask.request() };
                let solve = |problem: &Problem| {
                    if cone {
                        Choice::default().solve(problem, &of_boxes)
                    } else {
                        choice.solve(problem, &ask.request())
                    }
                };
                if let Some(first) = original.normal_first(solve)? {
                    (frozen, preliminary) = (Some(first.frozen), Some(first.preliminary));
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
