//! The document of a run.

use std::collections::BTreeMap;

use serde::Serialize;
use stickslip_dynamics::Orders;

use super::figures::Figures;
use super::liquid::LiquidFigures;
use super::setup::Setup;

/// The document of `run --json`.
#[derive(Serialize)]
pub struct Document<'a> {
    scene: &'a str,
    solver: &'a str,
    stepper: &'static str,
    /// "cpu", or "gpu" and the number of the card.
    device: String,
    dt: f64,
    steps: usize,
    seed: u64,
    bodies: usize,
    /// "joint" where trees carry bodies, else "maximal".
    coordinates: &'static str,
    /// Freedoms of each tree.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tree_freedoms: Vec<usize>,
    constraints_max: usize,
    islands_max: usize,
    islands: Islands,
    /// Of small steps; 0 where there are none.
    substeps_mean: f64,
    substeps_max: usize,
    mass_ratio_max: f64,
    time: Time,
    solve: Solve,
    error: Error,
    quality: Quality,
    #[serde(skip_serializing_if = "Option::is_none")]
    liquid: Option<LiquidFigures>,
    /// Joints that broke.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    events: Vec<Event>,
    /// What the scene asks for that its stepper has no part in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    passed_over: Vec<String>,
    state_hash: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

/// Their mean number in a step, by who takes them.
#[derive(Serialize)]
struct Islands {
    exact: f64,
    small_steps: f64,
}

/// Something that happened once.
#[derive(Serialize)]
struct Event {
    time: f64,
    /// The joint that broke.
    broke: String,
}

#[derive(Serialize)]
struct Time {
    total_s: f64,
    collide_s: f64,
    assemble_s: f64,
    solve_s: f64,
    realtime_factor: f64,
}

#[derive(Serialize)]
struct Solve {
    iterations_mean: f64,
    inner_iterations_mean: f64,
    failed_steps: usize,
    /// Those by what kept them from being converged: solve, gap, joint, round.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    failed_by: BTreeMap<&'static str, usize>,
    ms_mean: f64,
    ms_p99: f64,
    tight_share_mean: f64,
}

#[derive(Serialize)]
struct Error {
    energy_mean: f64,
    energy_max: f64,
    /// Null where the solver is measured by `relative`.
    natural_max: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    relative_max: Option<f64>,
    /// Of small steps, by the same measure, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    small_max: Option<f64>,
    /// Of the nonlinear step, where there are soft bodies.
    #[serde(skip_serializing_if = "Option::is_none")]
    soft_max: Option<f64>,
}

#[derive(Serialize)]
struct Quality {
    penetration_max: f64,
    penetration_begun: f64,
    /// Where bodies were put back that had passed through others.
    #[serde(skip_serializing_if = "Option::is_none")]
    caught: Option<usize>,
    /// Where faces of soft bodies have passed through others unseen.
    #[serde(skip_serializing_if = "Option::is_none")]
    crossings: Option<usize>,
    /// Of explicit steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    stable_step: Option<f64>,
    joint_error_max: f64,
    rounds_mean: f64,
    halvings: usize,
    /// Off where null.
    accuracy: Option<f64>,
    /// Errors of joints and gaps beyond this are not converged.
    error_limit: f64,
    /// Whether all steps kept to it.
    accurate: bool,
    beyond_accuracy: usize,
    /// Sub-steps of all small steps, where there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    substeps: Option<usize>,
    /// Steps in which a budget bounded them, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    budgeted: Option<usize>,
    inaccurate: usize,
    impacts: usize,
    unsplit: usize,
    /// Where Coulomb's law has no force for what slid (Painlevé).
    #[serde(skip_serializing_if = "Option::is_none")]
    jams: Option<usize>,
    /// Bodies by the kind of their steps, summed over these; all 0 where steps are plain.
    orders: OrderCounts,
    position_error_max: f64,
    /// Of barrier steps that needed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    shifted: Option<usize>,
    energy_start: f64,
    energy_end: f64,
}

/// Steps of bodies by their kind.
#[derive(Debug, Serialize)]
struct OrderCounts {
    second: usize,
    /// Asleep, or plain and as right as asked.
    quiet: usize,
    /// In small steps, where islands take what suits them.
    small: usize,
    /// All of first order, and why.
    first: usize,
    meshes: usize,
    soft: usize,
    beside_soft: usize,
    unsettled: usize,
}

impl OrderCounts {
    fn new(orders: &Orders) -> Self {
        let Orders { second, quiet, small, meshes, soft, beside_soft, unsettled } = *orders;
        let first = orders.first();
        Self { second, quiet, small, first, meshes, soft, beside_soft, unsettled }
    }
}

impl<'a> Document<'a> {
    /// What is known at the end; `stopped` says why it ended early.
    pub fn new(setup: &'a Setup, figures: &Figures, stopped: Option<String>) -> Self {
        let simulation = &setup.simulation;
        let is_cone = simulation.settings().friction.kind().is_cone();
        let freedoms = simulation.tree_freedoms();
        let a_step = |count: usize| count as f64 / figures.steps.max(1) as f64;
        Self {
            scene: &setup.scene.name,
            solver: simulation.solver_name(),
            stepper: simulation.settings().stepper.name(),
            device: setup.device.clone(),
            dt: simulation.settings().time_step,
            steps: figures.steps,
            seed: setup.seed,
            bodies: simulation.model().bodies().len(),
            coordinates: if freedoms.is_empty() { "maximal" } else { "joint" },
            tree_freedoms: freedoms,
            constraints_max: figures.constraints_max,
            islands_max: figures.islands_max,
            islands: Islands {
                exact: a_step(figures.exact_islands),
                small_steps: a_step(figures.small_islands),
            },
            substeps_mean: a_step(figures.substeps),
            substeps_max: figures.substeps_max,
            mass_ratio_max: simulation.model().mass_ratio(),
            time: Time {
                total_s: figures.total_s,
                collide_s: figures.collide_s,
                assemble_s: figures.assemble_s,
                solve_s: figures.solve_total_s(),
                realtime_factor: figures.realtime_factor(),
            },
            solve: Solve {
                iterations_mean: figures.iterations_mean(),
                inner_iterations_mean: figures.inner_iterations_mean(),
                failed_steps: figures.missed.failed_steps,
                failed_by: figures.missed.by_name(),
                ms_mean: 1e3 * figures.solve_mean_s(),
                ms_p99: 1e3 * figures.solve_p99_s(),
                tight_share_mean: figures.tight_share_mean(),
            },
            error: Error {
                energy_mean: figures.energy_error_mean(),
                energy_max: figures.energy_error_max,
                natural_max: (!is_cone).then_some(figures.residual_max),
                relative_max: is_cone.then_some(figures.residual_max),
                small_max: (figures.substeps > 0).then_some(figures.small_residual_max),
                soft_max: figures.soft_residual_max,
            },
            quality: Quality {
                penetration_max: figures.penetration_max,
                penetration_begun: figures.penetration_begun,
                caught: (figures.caught > 0).then_some(figures.caught),
                crossings: (figures.crossings > 0).then_some(figures.crossings),
                stable_step: figures.stable_step,
                joint_error_max: figures.joint_error_max,
                rounds_mean: figures.rounds_mean(),
                halvings: figures.halvings,
                accuracy: simulation.error_bounds().accuracy,
                error_limit: simulation.error_bounds().limit,
                accurate: figures.missed.beyond_accuracy == 0,
                beyond_accuracy: figures.missed.beyond_accuracy,
                substeps: (figures.substeps > 0).then_some(figures.substeps),
                budgeted: simulation.settings().budget.map(|_| figures.budgeted),
                inaccurate: figures.inaccurate,
                impacts: figures.impacts,
                unsplit: figures.unsplit,
                jams: (figures.jams > 0).then_some(figures.jams),
                orders: OrderCounts::new(&figures.orders),
                position_error_max: figures.position_error_max,
                shifted: (figures.regularised_factorisations > 0)
                    .then_some(figures.regularised_factorisations),
                energy_start: figures.energy_start,
                energy_end: figures.energy_end,
            },
            liquid: figures.liquid,
            events: { figures.broken.iter() }
                .map(|(time, joint)| Event { time: *time, broke: joint.clone() })
                .collect(),
            passed_over: simulation.ignored_settings(),
            state_hash: state_hash(setup),
            stopped,
        }
    }
}

/// The hash of the state.
pub fn state_hash(setup: &Setup) -> String {
    format!("{:016x}", setup.simulation.state().hash())
}
