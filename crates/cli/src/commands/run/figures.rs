//! The figures of a run, gathered step by step.

use std::time::Duration;

use stickslip_dynamics::{Orders, Simulation, StepReport, StepperKind};

use super::liquid::LiquidFigures;
use super::missed::Missed;

/// Sums, means and worst values over all steps.
#[derive(Debug, Default)]
pub struct Figures {
    /// Steps done.
    pub steps: usize,
    /// Most scalar constraints in one step.
    pub constraints_max: usize,
    /// Most islands in one step.
    pub islands_max: usize,
    /// Seconds spent in steps.
    pub total_s: f64,
    /// … in finding contacts.
    pub collide_s: f64,
    /// … in rows, islands and problems.
    pub assemble_s: f64,
    /// … in solving, step by step.
    solve_s: Vec<f64>,
    /// Steps that missed what is asked.
    pub missed: Missed,
    /// Mean and largest energy error (J).
    pub energy_error_max: f64,
    /// Largest residual.
    pub residual_max: f64,
    /// Largest residual of small steps, where there are any, by the same measure.
    pub small_residual_max: f64,
    /// Sub-steps of small steps, the most in one step, and steps in which a budget bounded them.
    pub substeps: usize,
    /// See `substeps`.
    pub substeps_max: usize,
    /// See `substeps`.
    pub budgeted: usize,
    /// Islands with a problem of their own, summed over steps.
    pub exact_islands: usize,
    /// Islands in small steps, alike.
    pub small_islands: usize,
    /// Largest residual of the nonlinear step, where soft bodies take linearised ones.
    pub soft_residual_max: Option<f64>,
    /// Deepest penetration that stepping made (m).
    pub penetration_max: f64,
    /// Deepest penetration that the scene began with (m).
    pub penetration_begun: f64,
    /// How often a body was put back that had passed through another.
    pub caught: usize,
    /// Most pairs of faces of soft bodies and others that had crossed at once, unheld.
    pub crossings: usize,
    /// The longest step that would have been stable all the time (s), where steps are
    /// explicit.
    pub stable_step: Option<f64>,
    /// Largest error of a joint (m or rad).
    pub joint_error_max: f64,
    /// Largest estimate of an error of a position that a step has made (m).
    pub position_error_max: f64,
    /// Energy at the beginning (J).
    pub energy_start: f64,
    /// Energy at the end (J).
    pub energy_end: f64,
    /// Liquids, where there are any.
    pub liquid: Option<LiquidFigures>,
    solves: usize,
    rounds: usize,
    /// How often the step of some bodies was halved.
    pub halvings: usize,
    /// How often bodies stayed beyond the accuracy after the last halving, or soft
    /// bodies beyond their tolerance after the last round.
    pub inaccurate: usize,
    /// Impacts at whose time a step was split, and contacts that met without that.
    pub impacts: usize,
    /// See `impacts`.
    pub unsplit: usize,
    /// How often friction jammed what slid.
    pub jams: usize,
    /// Bodies by the kind of their steps, summed over these.
    pub orders: Orders,
    /// Linear systems of barrier steps whose diagonal was raised.
    pub regularised_factorisations: usize,
    /// Joints that broke: when (s), and which.
    pub broken: Vec<(f64, String)>,
    iterations: usize,
    inner_iterations: usize,
    energy_error: Mean,
    tight_share: Mean,
    simulated_s: f64,
    step_s: f64,
}

#[derive(Debug, Default)]
struct Mean {
    sum: f64,
    count: usize,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.count += 1;
    }

    fn value(&self) -> f64 {
        ratio(self.sum, self.count as f64)
    }
}

/// 0 where there is nothing to divide by.
fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// Whether soft bodies take linearised steps, which leave a residual.
fn linearises_soft_bodies(simulation: &Simulation) -> bool {
    let is_linear = matches!(
        simulation.settings().stepper,
        StepperKind::Complementarity | StepperKind::Fluid | StepperKind::Auto
    );
    is_linear && !simulation.model().soft_bodies().is_empty()
}

impl Figures {
    /// Before the first step.
    pub fn new(simulation: &Simulation) -> Self {
        Self {
            energy_start: simulation.energy(),
            step_s: simulation.settings().time_step,
            liquid: LiquidFigures::new(simulation),
            soft_residual_max: linearises_soft_bodies(simulation).then_some(0.0),
            ..Self::default()
        }
    }

    /// One more step, which took `time`.
    pub fn add(&mut self, report: &StepReport, time: Duration) {
        self.steps += 1;
        self.simulated_s += self.step_s;
        self.constraints_max = self.constraints_max.max(report.constraints);
        self.islands_max = self.islands_max.max(report.islands);
        self.total_s += time.as_secs_f64();
        self.collide_s += report.times.broad_s + report.times.narrow_s;
        self.assemble_s += report.times.assemble_s;
        self.solve_s.push(report.times.solve_s);
        self.missed.add(report);
        self.solves += report.solves;
        self.rounds += report.rounds;
        self.halvings += report.halvings;
        self.inaccurate += report.inaccurate;
        self.impacts += report.impacts;
        self.unsplit += report.unsplit;
        self.jams += report.jams;
        self.orders.add(&report.orders);
        self.position_error_max = self.position_error_max.max(report.position_error_max);
        self.regularised_factorisations += report.regularised_factorisations;
        self.iterations += report.iterations;
        self.inner_iterations += report.inner_iterations;
        self.energy_error_max = self.energy_error_max.max(report.energy_error_max);
        self.residual_max = self.residual_max.max(report.residual_max);
        self.small_residual_max = self.small_residual_max.max(report.small_residual_max);
        self.substeps += report.substeps;
        self.substeps_max = self.substeps_max.max(report.substeps);
        self.budgeted += report.budgeted;
        if let Some(largest) = &mut self.soft_residual_max {
            *largest = largest.max(report.soft_residual_max);
        }
        self.penetration_max = self.penetration_max.max(report.penetration_max);
        self.penetration_begun = self.penetration_begun.max(report.penetration_begun);
        self.caught += report.caught;
        self.crossings = self.crossings.max(report.crossings);
        self.joint_error_max = self.joint_error_max.max(report.joint_error_max);
        if let Some(seconds) = report.stable_step {
            self.stable_step = Some(self.stable_step.map_or(seconds, |least| least.min(seconds)));
        }
        if let Some(liquid) = &mut self.liquid {
            liquid.add(&report.liquid);
        }
        if report.rows > 0 {
            self.energy_error.add(report.energy_error_mean());
            self.tight_share.add(report.tight_share());
        }
    }

    /// Counts the islands of the last step by who took them; sleeping ones are nobody's.
    pub fn count_islands(&mut self, simulation: &Simulation) {
        let kind = simulation.settings().stepper;
        // Small steps alone look for no islands: all is one.
        self.small_islands += usize::from(kind == StepperKind::SmallSteps);
        for island in simulation.islands().filter(|island| !island.asleep && !island.liquid) {
            match island.solved {
                Some(_) => self.exact_islands += 1,
                None => self.small_islands += usize::from(kind == StepperKind::Auto),
            }
        }
    }

    /// Notes the joints that broke since the last time.
    pub fn note_broken(&mut self, simulation: &Simulation) {
        let all = simulation.state().joints.iter().zip(simulation.model().joints());
        for (_, joint) in all.filter(|(memory, _)| memory.broken) {
            let name = &joint.description().name;
            if !self.broken.iter().any(|(_, known)| known == name) {
                self.broken.push((simulation.state().time, name.clone()));
            }
        }
    }

    /// After the last step.
    pub fn end(&mut self, simulation: &Simulation) {
        self.energy_end = simulation.energy();
    }

    /// Whether any problem was solved.
    pub fn has_solves(&self) -> bool {
        self.solves > 0
    }

    /// Whether any of them had rows.
    pub fn has_rows(&self) -> bool {
        self.tight_share.count > 0
    }

    /// How often an island was linearised again in a step, on average.
    pub fn rounds_mean(&self) -> f64 {
        ratio(self.rounds as f64, self.solves.saturating_sub(self.rounds) as f64)
    }

    /// Simulated seconds per second.
    pub fn realtime_factor(&self) -> f64 {
        ratio(self.simulated_s, self.total_s)
    }

    /// Seconds spent in solving.
    pub fn solve_total_s(&self) -> f64 {
        self.solve_s.iter().fold(0.0, |sum, seconds| sum + seconds)
    }

    /// Mean time of solving per step (s).
    pub fn solve_mean_s(&self) -> f64 {
        ratio(self.solve_total_s(), self.steps as f64)
    }

    /// Time of solving that 99 of 100 steps stay within (s).
    pub fn solve_p99_s(&self) -> f64 {
        let mut sorted = self.solve_s.clone();
        sorted.sort_by(f64::total_cmp);
        let rank = (0.99 * sorted.len() as f64).ceil() as usize;
        rank.checked_sub(1).and_then(|at| sorted.get(at)).copied().unwrap_or(0.0)
    }

    /// Mean iterations of one solve, which is one island of one (sub-)step.
    pub fn iterations_mean(&self) -> f64 {
        ratio(self.iterations as f64, self.solves as f64)
    }

    /// Mean inner iterations of one solve.
    pub fn inner_iterations_mean(&self) -> f64 {
        ratio(self.inner_iterations as f64, self.solves as f64)
    }

    /// Mean share of rows at a bound, over steps with rows.
    pub fn tight_share_mean(&self) -> f64 {
        self.tight_share.value()
    }

    /// Mean energy error of a row (J), over steps with rows.
    pub fn energy_error_mean(&self) -> f64 {
        self.energy_error.value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_dynamics::StageTimes;

    fn near(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-12, "{found}, not {wanted}");
    }

    fn report(fill: impl FnOnce(&mut StepReport)) -> StepReport {
        let mut report = StepReport::default();
        fill(&mut report);
        report
    }

    /// Two steps of half a second, which took one second and three.
    #[test]
    fn sums_and_means_are_those_of_the_steps() {
        let one = report(|report| {
            report.solves = 4;
            report.rounds = 1;
            report.halvings = 2;
            report.inaccurate = 1;
            report.impacts = 5;
            report.unsplit = 1;
            report.jams = 2;
            report.orders = Orders { second: 3, quiet: 1, ..Orders::default() };
            report.position_error_max = 2e-4;
            report.regularised_factorisations = 3;
            report.iterations = 12;
            report.inner_iterations = 20;
            report.rows = 10;
            report.tight = 5;
            report.energy_error_sum = 40.0;
            report.constraints = 7;
        });
        let two = report(|report| {
            report.solves = 2;
            report.inaccurate = 2;
            report.impacts = 1;
            report.unsplit = 3;
            report.jams = 1;
            report.orders = Orders { second: 1, meshes: 2, soft: 1, ..Orders::default() };
            report.position_error_max = 1e-4;
            report.regularised_factorisations = 1;
            report.iterations = 6;
            report.inner_iterations = 4;
            report.rows = 4;
            report.tight = 1;
            report.energy_error_sum = 8.0;
            report.constraints = 3;
            report.failed_solves = 2;
        });
        let mut figures = Figures { step_s: 0.5, ..Figures::default() };
        figures.add(&one, Duration::from_secs(1));
        figures.add(&two, Duration::from_secs(3));
        // A step without rows has no share of them.
        figures.add(&StepReport::default(), Duration::ZERO);
        // One is beyond its accuracy, the other has solves that failed besides.
        assert_eq!(
            (figures.steps, figures.missed.failed_steps, figures.constraints_max),
            (3, 2, 7)
        );
        assert_eq!(figures.missed.by_name(), [("solve", 1), ("round", 2)].into());
        assert_eq!(
            (figures.halvings, figures.inaccurate, figures.regularised_factorisations),
            (2, 3, 4)
        );
        assert_eq!((figures.impacts, figures.unsplit, figures.jams), (6, 4, 3));
        assert_eq!(
            (figures.orders.second, figures.orders.quiet, figures.orders.first()),
            (4, 1, 3)
        );
        near(figures.position_error_max, 2e-4);
        near(figures.rounds_mean(), 1.0 / 5.0);
        near(figures.iterations_mean(), 3.0);
        near(figures.inner_iterations_mean(), 4.0);
        near(figures.tight_share_mean(), 0.5 * (0.5 + 0.25));
        near(figures.energy_error_mean(), 0.5 * (4.0 + 2.0));
        near(figures.realtime_factor(), 1.5 / 4.0);
        assert_eq!(Figures::default().rounds_mean(), 0.0);
    }

    #[test]
    fn two_of_two_hundred_steps_may_take_longer() {
        let mut figures = Figures::default();
        for step in (1..=200).rev() {
            let times = StageTimes { solve_s: f64::from(step), ..StageTimes::default() };
            figures.add(&report(|report| report.times = times), Duration::ZERO);
        }
        assert_eq!(figures.solve_p99_s(), 198.0);
        near(figures.solve_mean_s(), 100.5);
        assert_eq!(Figures::default().solve_p99_s(), 0.0);
    }
}
