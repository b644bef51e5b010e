//! What a step tells, for Python.

use pyo3::prelude::*;
use stickslip_dynamics as dynamics;
use stickslip_dynamics::{Shortfall, Simulation};

/// Figures of a step; sums and maxima over the steps of a `run`.
#[pyclass(frozen, get_all, module = "stickslip")]
pub struct StepReport {
    /// Steps that it tells about.
    steps: u64,
    /// Contact points.
    contacts: usize,
    /// Scalar constraints.
    constraints: usize,
    /// Islands: bodies that constraints join.
    islands: usize,
    /// Problems that were solved.
    solves: usize,
    /// Problems that were not.
    failed_solves: usize,
    /// Iterations of all solves.
    iterations: usize,
    /// Largest residual, by the measure that decides (natural or relative).
    residual: f64,
    /// Largest residual of small steps, by the same measure: of their last sub-steps.
    small_residual: f64,
    /// Largest residual of the nonlinear step of soft bodies, over the sizes of its parts.
    soft_residual: f64,
    /// Deepest penetration that stepping made (m).
    penetration: f64,
    /// Largest error of a held joint (m or rad).
    joint_error: f64,
    /// Largest estimate of an error of a position that a step has made (m).
    position_error: f64,
    /// Impacts at whose time a step was split.
    impacts: usize,
    /// Contacts that met within a step that was not split there.
    unsplit: usize,
    /// How often friction jammed what slid where Coulomb's law has no force (Painlevé's paradox).
    jams: usize,
    /// Steps of bodies of second order, and of first order, where steps are accurate.
    second_order: usize,
    /// See `second_order`.
    first_order: usize,
    /// Steps of bodies in small steps, where islands take what suits them.
    small_steps: usize,
    /// Sub-steps of small steps, those of steps that began again too.
    substeps: usize,
    /// Steps whose number of sub-steps the budget has bounded, and not the accuracy.
    budgeted: usize,
    /// Seconds of finding contacts.
    collide_s: f64,
    /// Seconds of making problems.
    assemble_s: f64,
    /// Seconds of solving.
    solve_s: f64,
    /// Seconds of moving.
    integrate_s: f64,
    /// Errors of joints and gaps beyond this are not converged (m or rad).
    error_limit: f64,
    /// Steps whose joints or gaps ended beyond that.
    inaccurate_steps: usize,
    reason: String,
}

impl StepReport {
    /// Of one step.
    pub fn new(report: &dynamics::StepReport, simulation: &Simulation) -> Self {
        let times = &report.times;
        let mut reasons = Vec::new();
        if report.failed_solves > 0 {
            reasons.push(why(report.failed_solves, simulation));
        }
        let missed = report.shortfalls().filter(|shortfall| *shortfall != Shortfall::Solve);
        reasons.extend(missed.map(|shortfall| missed_by(shortfall, report, simulation)));
        Self {
            steps: 1,
            contacts: report.contacts,
            constraints: report.constraints,
            islands: report.islands,
            solves: report.solves,
            failed_solves: report.failed_solves,
            iterations: report.iterations,
            residual: report.residual_max,
            small_residual: report.small_residual_max,
            soft_residual: report.soft_residual_max,
            penetration: report.penetration_max,
            joint_error: report.joint_error_max,
            position_error: report.position_error_max,
            impacts: report.impacts,
            unsplit: report.unsplit,
            jams: report.jams,
            second_order: report.orders.second,
            first_order: report.orders.first(),
            small_steps: report.orders.small,
            substeps: report.substeps,
            budgeted: report.budgeted,
            collide_s: times.broad_s + times.narrow_s,
            assemble_s: times.assemble_s,
            solve_s: times.solve_s,
            integrate_s: times.integrate_s,
            error_limit: report.error_limit,
            inaccurate_steps: usize::from(!report.is_accurate()),
            reason: reasons.join("\n"),
        }
    }

    /// Goes on with a later step: counts of work and times add up, what is
    /// there is that of the later one, and the first failure is kept.
    pub fn then(self, later: Self) -> Self {
        Self {
            steps: self.steps + later.steps,
            solves: self.solves + later.solves,
            failed_solves: self.failed_solves + later.failed_solves,
            iterations: self.iterations + later.iterations,
            residual: self.residual.max(later.residual),
            small_residual: self.small_residual.max(later.small_residual),
            soft_residual: self.soft_residual.max(later.soft_residual),
            penetration: self.penetration.max(later.penetration),
            joint_error: self.joint_error.max(later.joint_error),
            position_error: self.position_error.max(later.position_error),
            impacts: self.impacts + later.impacts,
            unsplit: self.unsplit + later.unsplit,
            jams: self.jams + later.jams,
            second_order: self.second_order + later.second_order,
            first_order: self.first_order + later.first_order,
            small_steps: self.small_steps + later.small_steps,
            substeps: self.substeps + later.substeps,
            budgeted: self.budgeted + later.budgeted,
            collide_s: self.collide_s + later.collide_s,
            assemble_s: self.assemble_s + later.assemble_s,
            solve_s: self.solve_s + later.solve_s,
            integrate_s: self.integrate_s + later.integrate_s,
            inaccurate_steps: self.inaccurate_steps + later.inaccurate_steps,
            reason: if self.reason.is_empty() { later.reason } else { self.reason },
            ..later
        }
    }
}

fn why(failed: usize, simulation: &Simulation) -> String {
    let step = simulation.state().step;
    let failures = simulation.failures();
    let mut lines = vec![format!("step {step}: {failed} problems were not solved")];
    if failures.len() < failed {
        lines.push("  some of them in an earlier sub-step, of which no more is known".into());
    }
    lines.extend(failures.iter().map(|failure| format!("  {failure}")));
    lines.join("\n")
}

fn missed_by(
    shortfall: Shortfall,
    report: &dynamics::StepReport,
    simulation: &Simulation,
) -> String {
    let (step, stepper) = (simulation.state().step, simulation.settings().stepper);
    let limit = report.error_limit;
    let measured = match shortfall {
        Shortfall::Gap => format!(": {:.1e} m, asked {limit:.1e}", report.penetration_max),
        Shortfall::Joint => format!(": {:.1e}, asked {limit:.1e}", report.joint_error_max),
        _ => String::new(),
    };
    let (reason, advice) = (shortfall.reason(stepper), shortfall.advice(stepper));
    format!("step {step}: {reason}{measured}\n  try {advice}")
}

#[pymethods]
impl StepReport {
    /// Whether every problem was solved to its tolerance, and joints and gaps ended
    /// where they belong.
    #[getter]
    fn converged(&self) -> bool {
        self.failed_solves == 0 && self.inaccurate_steps == 0
    }

    /// Which problems were not solved: how the solver ended, the worst row and
    /// the contact or joint it belongs to, and what to try. Of a `run` the
    /// first step that failed.
    fn why(&self) -> &str {
        if self.reason.is_empty() {
            "every problem was solved, joints and gaps are where they belong"
        } else {
            &self.reason
        }
    }

    fn __repr__(&self) -> String {
        let Self { steps, contacts, constraints, islands, residual, .. } = self;
        let status = match (self.failed_solves, self.inaccurate_steps) {
            (0, 0) => "converged".into(),
            (0, steps) => format!("{steps} steps beyond {:.1e}", self.error_limit),
            (failed, _) => format!("{failed} of {} problems not solved", self.solves),
        };
        format!(
            "StepReport({status}, steps={steps}, contacts={contacts}, \
             constraints={constraints}, islands={islands}, residual={residual:.1e})"
        )
    }
}
