//! Why a step is not converged.

use crate::report::StepReport;
use crate::settings::StepperKind;

/// One way for a step to miss what is asked of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shortfall {
    /// A problem was not solved to its tolerance.
    Solve,
    /// Bodies ended deeper inside each other than the limit.
    Gap,
    /// A joint ended farther off than the limit.
    Joint,
    /// The last halving, or the last round, came before the end.
    Round,
}

impl Shortfall {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::Solve, Self::Gap, Self::Joint, Self::Round];

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solve => "solve",
            Self::Gap => "gap",
            Self::Joint => "joint",
            Self::Round => "round",
        }
    }

    /// What happened, in steps of a kind.
    pub fn reason(self, stepper: StepperKind) -> &'static str {
        match (self, stepper) {
            (Self::Solve, StepperKind::Barrier) => "a minimum not found",
            (Self::Solve, _) => "a solve that failed",
            (Self::Gap, _) => "gaps beyond accuracy",
            (Self::Joint, _) => "joints beyond accuracy",
            (Self::Round, StepperKind::Barrier) => "friction not settled",
            (Self::Round, _) => "the last round or halving",
        }
    }

    /// What to try against it, in steps of a kind.
    pub fn advice(self, stepper: StepperKind) -> &'static str {
        match (self, stepper) {
            (Self::Solve, StepperKind::Barrier) => "more barrier_iterations or a shorter dt",
            (Self::Solve, _) => "a shorter dt, more iterations or another solver",
            (Self::Gap | Self::Joint, _) => "a shorter dt, more substeps, or an accuracy",
            (Self::Round, StepperKind::Barrier) => "more friction_rounds or a shorter dt",
            (Self::Round, _) => "a shorter dt",
        }
    }

    fn is_in(self, report: &StepReport) -> bool {
        match self {
            Self::Solve => report.failed_solves > 0,
            Self::Gap => report.penetration_max > report.error_limit,
            Self::Joint => report.joint_error_max > report.error_limit,
            Self::Round => report.inaccurate > 0,
        }
    }
}

impl StepReport {
    /// Why the step is not converged; nothing where it is.
    pub fn shortfalls(&self) -> impl Iterator<Item = Shortfall> {
        Shortfall::ALL.into_iter().filter(|shortfall| shortfall.is_in(self))
    }

    /// Whether joints and gaps ended where they belong, to what is asked.
    pub fn is_accurate(&self) -> bool {
        self.shortfalls().all(|shortfall| shortfall == Shortfall::Solve)
    }

    /// Whether every problem was solved to its tolerance, and the motion is accurate.
    pub fn converged(&self) -> bool {
        self.shortfalls().next().is_none()
    }
}
