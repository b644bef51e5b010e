//! From the impulses of the last step, whatever the size of the contacts.

use super::newton::{Limits, SectionNewton};
use crate::outcome::{Counts, Status};
use crate::problem::{MAX_ROWS, Problem};
use crate::proximal::cone::most_rows;
use crate::request::{Recorder, Request};
use crate::solver::Attempt;

/// The memory of Newton's method in blocks of bodies, for small and for large
/// contacts.
#[derive(Debug, Default)]
pub struct FromStart {
    /// Contacts of up to three rows.
    pub small: SectionNewton<3>,
    /// Contacts with torsion or rolling.
    pub large: SectionNewton<MAX_ROWS>,
}

impl FromStart {
    /// Solves from the given start, at most `most` Newton steps unless the
    /// request says otherwise; see [`crate::solver::Method::confirm`].
    pub fn confirm(
        &mut self,
        problem: &Problem,
        request: &Request,
        most: usize,
        attempt: &mut Attempt,
    ) -> Option<bool> {
        let start = request.start.x.as_ref()?;
        let mut recorder = Recorder::new(request);
        let limits = Limits {
            tolerance: request.tolerance_for(problem),
            iterations: request.max_iterations.unwrap_or(most),
        };
        let Attempt { x, counts, .. } = attempt;
        x.clone_from(start);
        *counts = Counts::default();
        let solved = if most_rows(problem) <= 3 {
            self.small.solve(problem, limits, x, counts, &mut recorder)?
        } else {
            self.large.solve(problem, limits, x, counts, &mut recorder)?
        };
        attempt.status = Status::Converged;
        attempt.labels = None;
        attempt.figures.clear();
        attempt.history = recorder.into_points();
        Some(solved)
    }
}
