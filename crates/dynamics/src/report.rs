//! What a step tells about itself.

use glam::DVec3;
use stickslip_liquid::LiquidReport;
use stickslip_solve::{Label, Outcome, Problem, SectionShape};

use crate::rows::ContactRows;

/// Seconds spent in each stage of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StageTimes {
    /// Finding pairs that may touch.
    pub broad_s: f64,
    /// Finding contact points.
    pub narrow_s: f64,
    /// Rows, islands, problems, and the inertia of soft bodies.
    pub assemble_s: f64,
    /// The part of that for forces and stiffness of soft bodies, summed over them.
    pub stiffness_s: f64,
    /// The part of that for factors of their inertia, summed over them.
    pub factor_s: f64,
    /// Solving.
    pub solve_s: f64,
    /// Moving.
    pub integrate_s: f64,
}

impl StageTimes {
    /// Adds those of something else.
    pub(crate) fn add(&mut self, other: &Self) {
        self.add_detection((other.broad_s, other.narrow_s));
        self.assemble_s += other.assemble_s;
        self.stiffness_s += other.stiffness_s;
        self.factor_s += other.factor_s;
        self.solve_s += other.solve_s;
        self.integrate_s += other.integrate_s;
    }

    /// Adds seconds of finding pairs and of finding points.
    pub(crate) fn add_detection(&mut self, (broad_s, narrow_s): (f64, f64)) {
        self.broad_s += broad_s;
        self.narrow_s += narrow_s;
    }
}

/// How many bodies took which kind of step, in accurate steps: sums over sub-steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    /// In free flight, by two kicks, or by two-step (BDF2) rounds: of second order.
    pub second: usize,
    /// Asleep, or whose plain step is as right as asked.
    pub quiet: usize,
    /// In small steps, where islands take what suits them.
    pub small: usize,
    /// Of first order: they are meshes that touch each other.
    pub meshes: usize,
    /// Of first order: their contacts are springs.
    pub soft: usize,
    /// Of first order: they touch soft bodies, or hold them.
    pub beside_soft: usize,
    /// Of first order: their kicks did not converge, such as those of light links under a large
    /// tension, or something has begun to push where two-step rounds take over.
    pub unsettled: usize,
}

impl Orders {
    /// All of first order.
    pub fn first(&self) -> usize {
        self.meshes + self.soft + self.beside_soft + self.unsettled
    }

    /// Adds those of a later step.
    pub fn add(&mut self, later: &Self) {
        self.second += later.second;
        self.quiet += later.quiet;
        self.small += later.small;
        self.meshes += later.meshes;
        self.soft += later.soft;
        self.beside_soft += later.beside_soft;
        self.unsettled += later.unsettled;
    }
}

/// Figures of one step. Counts of work are plain sums over its sub-steps and
/// islands; ratios are methods.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct StepReport {
    /// Contact points of the last sub-step.
    pub contacts: usize,
    /// Scalar constraints of the last sub-step, those of sleeping islands too.
    pub constraints: usize,
    /// Islands of the last sub-step with at least one constraint.
    pub islands: usize,
    /// Solves: one for every island that was awake, in every sub-step, and
    /// every time that it was linearised again.
    pub solves: usize,
    /// Sub-steps, where the stepper chooses them: those of steps that began again too.
    pub substeps: usize,
    /// Those of them in which an island was linearised again, or how often a step of
    /// small sub-steps began again with more of them.
    pub rounds: usize,
    /// How often the step of some bodies was halved.
    pub halvings: usize,
    /// Impacts at whose time the step of some bodies was split.
    pub impacts: usize,
    /// Contacts that met within a step of bodies that was not split there, though that moved
    /// something by more than the accuracy: too many met in it.
    pub unsplit: usize,
    /// Pairs of bodies that slid on each other where friction jams (Painlevé's paradox): Coulomb's
    /// law has no force for rigid bodies there, or more than one, and their velocities jump though
    /// nothing strikes. Of bodies that take two kicks and that no joint holds, in accurate steps.
    pub jams: usize,
    /// Bodies whose centres had passed through another body and that were put back before it.
    pub caught: usize,
    /// Bodies by the kind of their step.
    pub orders: Orders,
    /// How often bodies that belong together stayed beyond the accuracy that
    /// was asked for after the last halving, or soft bodies beyond their tolerance
    /// after the last round, and were left there.
    pub inaccurate: usize,
    /// Steps whose number of sub-steps the budget has bounded, and not the accuracy.
    pub budgeted: usize,
    /// Linear systems of barrier steps that rounding made indefinite, and whose diagonal
    /// was raised by 1e-14 to 1e-5 of itself: a step then leads downwards by another way.
    pub regularised_factorisations: usize,
    /// Solves that did not converge and whose result was kept all the same.
    pub failed_solves: usize,
    /// Rows of all solves whose result was kept.
    pub rows: usize,
    /// Those of them that ended at a bound.
    pub tight: usize,
    /// Iterations of all solves.
    pub iterations: usize,
    /// Inner iterations of all solves.
    pub inner_iterations: usize,
    /// Sum of the energy errors of all rows (J).
    pub energy_error_sum: f64,
    /// Largest energy error of a row (J).
    pub energy_error_max: f64,
    /// Largest residual by the solver's own measure (`natural` or `relative`).
    pub residual_max: f64,
    /// Largest residual of the nonlinear step of soft bodies that belong together,
    /// ‖M (u⁺ − u) − h f(q⁺) + h B u⁺ − Jᵀλ‖ over the sizes of its parts; infinite
    /// where an element is inside out, which its energy forbids.
    pub soft_residual_max: f64,
    /// Largest residual of the impulses of small steps, by the same measure: of the last
    /// sub-step, as an exact step of its length would have them.
    pub small_residual_max: f64,
    /// Deepest penetration that stepping made (m), ≥ 0, at the end of the
    /// step: beyond what the same shapes began with, and beyond the λ/(h k) by
    /// which surfaces of stiffness k give way under their load. In penalty steps
    /// the whole depth.
    pub penetration_max: f64,
    /// Deepest penetration that the model began with and that is still there (m).
    pub penetration_begun: f64,
    /// Pairs of faces, one of them of a soft body at least, that have crossed where the step
    /// ends and that no contact holds: what has passed through unseen.
    pub crossings: usize,
    /// Largest error of a held joint row (m or rad) at the end of the step,
    /// beyond the λ/(h k) by which the joint gives way under its load.
    pub joint_error_max: f64,
    /// Errors of joints and gaps beyond this miss what is asked (m; rad for angles): the
    /// accuracy of steps, or where there is none a hundredth of the smallest body.
    pub error_limit: f64,
    /// Largest error of a position that the sub-step has made (m), as it is estimated from its
    /// accelerations at both ends, h²/6 |a₁ − a₀|; of bodies that take two kicks, in accurate
    /// steps.
    pub position_error_max: f64,
    /// The longest step that would have been stable (s), where steps are explicit.
    pub stable_step: Option<f64>,
    /// Time by stage.
    pub times: StageTimes,
    /// Liquids of the last sub-step, all together.
    pub liquid: LiquidReport,
}

impl StepReport {
    /// Adds the figures of other bodies in the same step; rigid ones have no more than these.
    pub(crate) fn add_part(&mut self, other: &Self) {
        self.contacts += other.contacts;
        self.constraints += other.constraints;
        self.islands += other.islands;
        self.solves += other.solves;
        self.substeps += other.substeps;
        self.rounds += other.rounds;
        self.halvings += other.halvings;
        self.impacts += other.impacts;
        self.unsplit += other.unsplit;
        self.jams += other.jams;
        self.caught += other.caught;
        self.orders.add(&other.orders);
        self.inaccurate += other.inaccurate;
        self.budgeted += other.budgeted;
        self.small_residual_max = self.small_residual_max.max(other.small_residual_max);
        self.failed_solves += other.failed_solves;
        self.rows += other.rows;
        self.tight += other.tight;
        self.iterations += other.iterations;
        self.inner_iterations += other.inner_iterations;
        self.energy_error_sum += other.energy_error_sum;
        self.energy_error_max = self.energy_error_max.max(other.energy_error_max);
        self.residual_max = self.residual_max.max(other.residual_max);
        self.penetration_max = self.penetration_max.max(other.penetration_max);
        self.penetration_begun = self.penetration_begun.max(other.penetration_begun);
        self.crossings = self.crossings.max(other.crossings);
        self.joint_error_max = self.joint_error_max.max(other.joint_error_max);
        self.position_error_max = self.position_error_max.max(other.position_error_max);
        self.times.add(&other.times);
    }

    /// Share of the rows that ended at a bound; 0 without rows.
    pub fn tight_share(&self) -> f64 {
        share(self.tight as f64, self.rows)
    }

    /// Mean energy error of a row (J).
    pub fn energy_error_mean(&self) -> f64 {
        share(self.energy_error_sum, self.rows)
    }

    /// How often an island was linearised again, on average.
    pub fn rounds_per_solve(&self) -> f64 {
        share(self.rounds as f64, self.solves.saturating_sub(self.rounds))
    }

    /// Mean iterations of a solve.
    pub fn iterations_per_solve(&self) -> f64 {
        share(self.iterations as f64, self.solves)
    }
}

fn share(part: f64, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part / whole as f64 }
}

/// What a contact does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ContactState {
    /// No force acts in it.
    #[default]
    Separating,
    /// Friction is inside its bounds.
    Sticking,
    /// Friction is at its bound.
    Slipping,
}

/// A contact point with what acted in it during the last step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactReport {
    /// First body; soft bodies have the numbers after all others.
    pub first: usize,
    /// Second body, by the same numbers.
    pub second: usize,
    /// Place of each side's shape among those of its body; 0 of soft bodies.
    pub shapes: [usize; 2],
    /// Where (m).
    pub point: DVec3,
    /// Unit normal from the first body to the second.
    pub normal: DVec3,
    /// Gap φ where its rows were last written (m): at the beginning of a plain step.
    pub gap: f64,
    /// Impulse on the second body (N·s), normal and friction together; the
    /// first body gets its opposite.
    pub impulse: DVec3,
    /// Moment of torsion and rolling on the second body (N·m·s) besides.
    pub moment: DVec3,
    /// Relative velocity of the second body against the first at the end (m/s).
    pub velocity: DVec3,
    /// Coulomb's coefficient μ; the largest one where friction has directions.
    pub friction: f64,
    /// First axis of the section of friction; the second is normal × tangent.
    pub tangent: DVec3,
    /// That section, as multiples of μ times the load.
    pub section: SectionShape,
    /// What it does.
    pub state: ContactState,
}

/// What a row of an island stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// A joint, its stop, motor or dry friction.
    Joint,
    /// The normal of a contact.
    Normal,
    /// Friction in a contact, in any direction.
    Friction,
    /// The pressure of a liquid cell.
    Pressure,
}

/// Bodies that rows join, as of the last (sub-)step.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct IslandReport<'a> {
    /// Its bodies, all dynamic, in ascending order.
    pub bodies: &'a [usize],
    /// Number of its rows.
    pub rows: usize,
    /// Whether it was left alone because nothing stirs it.
    pub asleep: bool,
    /// Its problem and what came out of it; none while it sleeps.
    pub solved: Option<(&'a Problem, &'a Outcome)>,
    /// Index sets that its solve began with, row by row: those of the last
    /// step where there are any.
    pub began: Option<&'a [Label]>,
    /// Whether it is a liquid and no bodies at all.
    pub liquid: bool,
    /// Its rows among those of the whole step, in ascending order.
    pub(crate) row_indices: &'a [usize],
    /// Joint of each joint row of the whole step.
    pub(crate) joint_rows: &'a [usize],
    /// Contacts that its rows were written with.
    pub(crate) contact_rows: &'a [ContactRows],
    /// Their places among the contacts that the step tells of.
    pub(crate) contact_places: &'a [usize],
}

impl<'a> IslandReport<'a> {
    /// One that small steps took, which have no problem to tell of.
    pub(crate) fn of_small_steps(bodies: &'a [usize]) -> Self {
        Self {
            bodies,
            rows: 0,
            asleep: false,
            solved: None,
            began: None,
            liquid: false,
            row_indices: &[],
            joint_rows: &[],
            contact_rows: &[],
            contact_places: &[],
        }
    }
}

impl IslandReport<'_> {
    /// What the rows of its problem stand for, in their order.
    pub fn row_kinds(&self) -> Vec<RowKind> {
        if self.liquid {
            return vec![RowKind::Pressure; self.rows];
        }
        let kind = |&row: &usize| {
            let after = self.contact_rows.partition_point(|contact| contact.first <= row);
            match after.checked_sub(1).map(|at| row - self.contact_rows[at].first) {
                None => RowKind::Joint,
                Some(0) => RowKind::Normal,
                Some(_) => RowKind::Friction,
            }
        };
        self.row_indices.iter().map(kind).collect()
    }
}
