//! Steps that missed what was asked of them, and why.

use std::collections::BTreeMap;

use stickslip_dynamics::{Shortfall, StepReport, StepperKind};

/// Those of a run.
#[derive(Debug, Default)]
pub struct Missed {
    /// Steps with a solve that did not converge, or beyond the accuracy.
    pub failed_steps: usize,
    /// Steps whose joints or gaps ended beyond what is asked.
    pub beyond_accuracy: usize,
    /// Failed steps by what kept them from being converged, as in [`Shortfall::ALL`].
    by_reason: [usize; Shortfall::ALL.len()],
}

impl Missed {
    /// One more step.
    pub fn add(&mut self, report: &StepReport) {
        self.failed_steps += usize::from(!report.converged());
        self.beyond_accuracy += usize::from(!report.is_accurate());
        for shortfall in report.shortfalls() {
            let at = Shortfall::ALL.iter().position(|kind| *kind == shortfall);
            at.into_iter().for_each(|at| self.by_reason[at] += 1);
        }
    }

    /// For how many steps each reason held, where it held for any.
    fn reasons(&self) -> impl Iterator<Item = (Shortfall, usize)> {
        Shortfall::ALL.into_iter().zip(self.by_reason).filter(|(_, steps)| *steps > 0)
    }

    /// The same by names, for documents.
    pub fn by_name(&self) -> BTreeMap<&'static str, usize> {
        self.reasons().map(|(reason, steps)| (reason.name(), steps)).collect()
    }

    /// Failed steps and their reasons, for tables.
    pub fn pairs(&self, stepper: StepperKind) -> Vec<(String, String)> {
        let all = ("steps not converged".to_owned(), self.failed_steps.to_string());
        let reason = |(reason, steps): (Shortfall, usize)| {
            (format!("  for {}", reason.reason(stepper)), steps.to_string())
        };
        std::iter::once(all).chain(self.reasons().map(reason)).collect()
    }
}
