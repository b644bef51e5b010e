//! The report of a run.

use std::collections::BTreeMap;

use serde::Serialize;
use stickslip_dynamics::{Body, BodyState, Orders, Shortfall, Simulation};

use super::figures::Figures;
use super::liquid::LiquidFigures;
use super::setup::Setup;
use crate::table::{self, count, number, scientific};

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
    unsettled: usize,
}

impl OrderCounts {
    fn new(orders: &Orders) -> Self {
        let Orders { second, quiet, small, meshes, soft, unsettled } = *orders;
        Self { second, quiet, small, first: orders.first(), meshes, soft, unsettled }
    }
}

/// The share of second order among the steps of bodies that stir.
fn second_order(orders: &Orders) -> String {
    match orders.second + orders.first() {
        0 => "none".into(),
        all => {
            format!("{:.1} % of {all} steps of bodies", 100.0 * orders.second as f64 / all as f64)
        }
    }
}

/// Those of first order, and why.
fn first_order(orders: &Orders) -> String {
    let reasons = [
        (orders.meshes, "of meshes on meshes"),
        (orders.soft, "on soft contacts"),
        (orders.unsettled, "not settled"),
    ];
    let some: Vec<String> = { reasons.iter() }
        .filter(|(count, _)| *count > 0)
        .map(|(count, reason)| format!("{count} {reason}"))
        .collect();
    if some.is_empty() { "none".into() } else { some.join(", ") }
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
                failed_steps: figures.failed_steps,
                failed_by: { shortfalls(figures) }.map(|(it, steps)| (it.name(), steps)).collect(),
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
                accurate: figures.beyond_accuracy == 0,
                beyond_accuracy: figures.beyond_accuracy,
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

/// What kept steps from being converged, and how many.
fn shortfalls(figures: &Figures) -> impl Iterator<Item = (Shortfall, usize)> {
    let all = Shortfall::ALL.into_iter().zip(figures.shortfalls);
    all.filter(|(_, steps)| *steps > 0)
}

fn state_hash(setup: &Setup) -> String {
    format!("{:016x}", setup.simulation.state().hash())
}

/// A residual of soft steps beyond which the linearised step is another motion.
const ROUGH: f64 = 1e-2;

/// So many bodies are reported one by one.
const MAX_REPORTED: usize = 8;

/// Where bodies that forces move ended, where there are few of them.
fn ended(simulation: &Simulation) -> Vec<(String, String)> {
    let all = simulation.model().bodies().iter().zip(&simulation.state().bodies);
    let moved: Vec<_> = all.filter(|(body, _)| body.is_dynamic()).collect();
    if moved.len() > MAX_REPORTED {
        return Vec::new();
    }
    let told = |number: f64| format!("{:.4}", if number.abs() < 5e-5 { 0.0 } else { number });
    let pair = |(body, state): &(&Body, &BodyState)| {
        let [x, y, z] = state.pose.position.to_array().map(told);
        let speed = told(state.velocity.length());
        let name = format!("{} ended at", body.description.name);
        (name, format!("{x} {y} {z} m, {speed} m/s"))
    };
    moved.iter().map(pair).collect()
}

/// The same for people.
pub fn text(setup: &Setup, figures: &Figures, stopped: Option<String>, quiet: bool) -> String {
    let mut text = String::new();
    if !quiet {
        let bodies = count(setup.simulation.model().bodies().len(), "body");
        let name = &setup.scene.name;
        let described = [bodies, setup.scene.description.clone()];
        let described: Vec<_> = described.into_iter().filter(|part| !part.is_empty()).collect();
        text += &table::hanging(" ", &format!("{name}: {}", described.join(", ")));
        text.push('\n');
        // Where nothing was done there is nothing to tell.
        if figures.steps > 0 {
            text += &table::pairs(pairs(setup, figures));
        }
    }
    if let Some(reason) = stopped {
        let said = format!("stopped after {}: {reason}", count(figures.steps, "step"));
        text += &table::hanging(" ", &said);
    } else if quiet {
        text += &format!("{}\n", state_hash(setup));
    }
    text
}

/// What is asked of joints and gaps.
fn accuracy(simulation: &Simulation) -> String {
    let bounds = simulation.error_bounds();
    match bounds.accuracy {
        Some(length) => format!("{} m", scientific(length)),
        None => format!("off; beyond {} m it is reported", scientific(bounds.limit)),
    }
}

fn pairs(setup: &Setup, figures: &Figures) -> Vec<(String, String)> {
    let simulation = &setup.simulation;
    let milliseconds = |seconds: f64| format!("{:.3} ms", 1e3 * seconds);
    let seconds = |seconds: f64| table::time(seconds).trim_end().to_owned();
    let step = simulation.settings().time_step;
    let is_cone = simulation.settings().friction.kind().is_cone();
    let measure = if is_cone { "relative" } else { "natural" };
    let mut pairs: Vec<(String, String)> = [
        ("solver", simulation.solver_name().to_owned()),
        ("steps", format!("{} of {}", figures.steps, seconds(step))),
        ("most constraints", figures.constraints_max.to_string()),
        ("most islands", figures.islands_max.to_string()),
        ("mass ratio", number(simulation.model().mass_ratio())),
        ("time", seconds(figures.total_s)),
        ("  colliding", seconds(figures.collide_s)),
        ("  assembling", seconds(figures.assemble_s)),
        ("  solving", seconds(figures.solve_total_s())),
        ("real-time factor", format!("{:.2}", figures.realtime_factor())),
        ("solve, mean of steps", milliseconds(figures.solve_mean_s())),
        ("solve, 99 of 100 within", milliseconds(figures.solve_p99_s())),
        ("iterations per solve", format!("{:.2}", figures.iterations_mean())),
        ("inner iterations", format!("{:.2}", figures.inner_iterations_mean())),
        ("steps not converged", figures.failed_steps.to_string()),
        ("rows at a bound", format!("{:.1} %", 100.0 * figures.tight_share_mean())),
        ("largest residual", format!("{} ({measure})", scientific(figures.residual_max))),
        ("energy error, largest", format!("{} J", scientific(figures.energy_error_max))),
        ("energy error, mean", format!("{} J", scientific(figures.energy_error_mean()))),
        ("deepest penetration", format!("{} m", scientific(figures.penetration_max))),
        ("  begun with", format!("{} m", scientific(figures.penetration_begun))),
        ("largest joint error", scientific(figures.joint_error_max)),
        ("rounds beyond the first", format!("{:.2}", figures.rounds_mean())),
        ("steps halved", figures.halvings.to_string()),
        ("accuracy of steps", accuracy(simulation)),
        ("steps beyond accuracy", figures.beyond_accuracy.to_string()),
        ("impacts in their time", figures.impacts.to_string()),
        ("contacts met out of time", figures.unsplit.to_string()),
        ("steps of second order", second_order(&figures.orders)),
        ("  of first order", first_order(&figures.orders)),
        ("  in small steps", figures.orders.small.to_string()),
        ("position error of a step", format!("{} m", scientific(figures.position_error_max))),
        ("energy at the beginning", format!("{} J", number(figures.energy_start))),
        ("energy at the end", format!("{} J", number(figures.energy_end))),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into();
    let head = |name: &str| pairs.iter().position(|pair| pair.0 == name).map(|at| at + 1);
    let (after, stepper) = (head("steps not converged"), simulation.settings().stepper);
    for (at, (shortfall, steps)) in after.into_iter().flat_map(|at| (at..).zip(shortfalls(figures)))
    {
        let name = format!("  for {}", shortfall.reason(stepper));
        pairs.insert(at, (name, steps.to_string()));
    }
    let freedoms = simulation.tree_freedoms();
    if !freedoms.is_empty() {
        let (trees, all) = (count(freedoms.len(), "tree"), freedoms.iter().sum());
        let told = format!("joint: {trees} with {}", count(all, "freedom"));
        pairs.insert(1, ("coordinates".into(), told));
    }
    if figures.substeps > 0 {
        let each = figures.substeps as f64 / figures.steps.max(1) as f64;
        let after = |name: &str| {
            pairs.iter().position(|pair| pair.0 == name).map_or(pairs.len(), |at| at + 1)
        };
        let (residual, count) = (after("largest residual"), after("  in small steps") + 1);
        let told = format!("{} ({measure})", scientific(figures.small_residual_max));
        pairs.insert(residual, ("  of small steps".into(), told));
        pairs.insert(count, ("  sub-steps of a step".into(), format!("{each:.1}")));
        if let Some(budget) = simulation.settings().budget {
            let told = format!("{} steps, {} s each", figures.budgeted, scientific(budget));
            pairs.insert(count + 1, ("  bounded by the budget".into(), told));
        }
    }
    if figures.caught > 0 {
        pairs.push(("bodies caught passing through".into(), figures.caught.to_string()));
    }
    if figures.jams > 0 {
        pairs.push(("frictional jams (Painlevé)".into(), figures.jams.to_string()));
    }
    if figures.crossings > 0 {
        let most = format!("{} at once, which no contact holds", figures.crossings);
        pairs.push(("faces passed through".into(), most));
    }
    if figures.regularised_factorisations > 0 {
        // Steps that were so hard that rounding decided on their way.
        pairs.push(("diagonals raised".into(), figures.regularised_factorisations.to_string()));
    }
    // Solved contacts say nothing of a step that was linearised and is far from the end.
    let is_rough =
        |residual: f64| residual > ROUGH && simulation.settings().soft.tolerance.is_none();
    let soft = figures.soft_residual_max.map(|residual| match is_rough(residual) {
        true => {
            format!("{}, linearised: --soft-tolerance 1e-6 asks for less", scientific(residual))
        }
        false => scientific(residual),
    });
    pairs.extend(soft.map(|residual| ("residual of soft steps".into(), residual)));
    let stable = figures.stable_step.map(|step| format!("{} s", scientific(step)));
    pairs.extend(stable.map(|step| ("longest stable step".into(), step)));
    pairs.extend(figures.liquid.iter().flat_map(LiquidFigures::pairs));
    let broke = figures.broken.iter().take(MAX_REPORTED);
    pairs.extend(broke.map(|(time, joint)| (format!("{joint} broke"), format!("at {time:.3} s"))));
    pairs.extend(ended(simulation));
    pairs.push(("state hash".into(), state_hash(setup)));
    pairs
}
