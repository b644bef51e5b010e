//! What a run tells people: a table of what there is in the scene and of what
//! its steps have measured. What is not there has no line.

use stickslip_dynamics::{Body, BodyState, Orders, Simulation, StepperKind};

use super::figures::Figures;
use super::liquid::LiquidFigures;
use super::setup::Setup;
use super::show::state_hash;
use crate::table::{self, count, number, scientific};

/// A residual of soft steps beyond which the linearised step is another motion.
const ROUGH: f64 = 1e-2;

/// So many bodies are reported one by one.
const MAX_REPORTED: usize = 8;

/// A name and what is said of it.
type Pair = (String, String);

/// The report of a run.
pub fn text(setup: &Setup, figures: &Figures, stopped: Option<String>, quiet: bool) -> String {
    let mut text = String::new();
    if !quiet {
        let described = [contents(&setup.simulation), setup.scene.description.clone()];
        let described: Vec<_> = described.into_iter().filter(|part| !part.is_empty()).collect();
        text += &table::hanging(" ", &format!("{}: {}", setup.scene.name, described.join(", ")));
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

/// What there is, by its number.
fn contents(simulation: &Simulation) -> String {
    let model = simulation.model();
    let all = [
        (model.bodies().len(), "body"),
        (model.soft_bodies().len(), "soft body"),
        (model.liquids().len(), "liquid"),
    ];
    let some = all.into_iter().filter(|(number, _)| *number > 0);
    some.map(|(number, noun)| count(number, noun)).collect::<Vec<_>>().join(", ")
}

fn pairs(setup: &Setup, figures: &Figures) -> Vec<Pair> {
    let simulation = &setup.simulation;
    let parts = [
        sizes(simulation, figures),
        times(figures),
        solves(simulation, figures),
        errors(simulation, figures),
        orders(simulation, figures),
        energies(figures),
        rarities(figures),
        soft(simulation, figures),
        figures.liquid.iter().flat_map(LiquidFigures::pairs).collect(),
        broken(figures),
        ended(simulation),
        vec![("state hash".into(), state_hash(setup))],
    ];
    parts.into_iter().flatten().collect()
}

fn named<const N: usize>(pairs: [(&str, String); N]) -> Vec<Pair> {
    pairs.map(|(name, value)| (name.to_owned(), value)).into()
}

fn seconds(seconds: f64) -> String {
    table::time(seconds).trim_end().to_owned()
}

fn sizes(simulation: &Simulation, figures: &Figures) -> Vec<Pair> {
    let mut pairs = named([("solver", simulation.solver_name().to_owned())]);
    let freedoms = simulation.tree_freedoms();
    if !freedoms.is_empty() {
        let (trees, all) = (count(freedoms.len(), "tree"), freedoms.iter().sum());
        let told = format!("joint: {trees} with {}", count(all, "freedom"));
        pairs.push(("coordinates".into(), told));
    }
    let step = seconds(simulation.settings().time_step);
    pairs.push(("steps".into(), format!("{} of {step}", figures.steps)));
    let counted =
        [("most constraints", figures.constraints_max), ("most islands", figures.islands_max)];
    let some = counted.into_iter().filter(|(_, number)| *number > 0);
    pairs.extend(some.map(|(name, number)| (name.to_owned(), number.to_string())));
    if simulation.model().bodies().iter().any(Body::is_dynamic) {
        pairs.push(("mass ratio".into(), number(simulation.model().mass_ratio())));
    }
    pairs
}

fn times(figures: &Figures) -> Vec<Pair> {
    named([
        ("time", seconds(figures.total_s)),
        ("  colliding", seconds(figures.collide_s)),
        ("  assembling", seconds(figures.assemble_s)),
        ("  solving", seconds(figures.solve_total_s())),
        ("real-time factor", format!("{:.2}", figures.realtime_factor())),
    ])
}

fn solves(simulation: &Simulation, figures: &Figures) -> Vec<Pair> {
    let milliseconds = |seconds: f64| format!("{:.3} ms", 1e3 * seconds);
    let is_cone = simulation.settings().friction.kind().is_cone();
    let measure = if is_cone { "relative" } else { "natural" };
    let residual = |largest: f64| format!("{} ({measure})", scientific(largest));
    let mut pairs = named([
        ("solve, mean of steps", milliseconds(figures.solve_mean_s())),
        ("solve, 99 of 100 within", milliseconds(figures.solve_p99_s())),
    ]);
    if figures.has_solves() {
        pairs.extend(named([
            ("iterations per solve", format!("{:.2}", figures.iterations_mean())),
            ("inner iterations", format!("{:.2}", figures.inner_iterations_mean())),
        ]));
    }
    pairs.extend(figures.missed.pairs(simulation.settings().stepper));
    if figures.has_rows() {
        let tight = format!("{:.1} %", 100.0 * figures.tight_share_mean());
        pairs.push(("rows at a bound".into(), tight));
    }
    if figures.has_rows() || figures.residual_max > 0.0 {
        pairs.push(("largest residual".into(), residual(figures.residual_max)));
    }
    if figures.substeps > 0 {
        pairs.push(("residual of small steps".into(), residual(figures.small_residual_max)));
    }
    if figures.has_rows() {
        pairs.extend(named([
            ("energy error, largest", format!("{} J", scientific(figures.energy_error_max))),
            ("energy error, mean", format!("{} J", scientific(figures.energy_error_mean()))),
        ]));
    }
    pairs
}

/// What is asked of joints and gaps.
fn accuracy(simulation: &Simulation) -> String {
    let bounds = simulation.error_bounds();
    match bounds.accuracy {
        Some(length) => format!("{} m", scientific(length)),
        None => format!("off; beyond {} m it is reported", scientific(bounds.limit)),
    }
}

fn errors(simulation: &Simulation, figures: &Figures) -> Vec<Pair> {
    let metres = |length: f64| format!("{} m", scientific(length));
    let mut pairs = named([("deepest penetration", metres(figures.penetration_max))]);
    if figures.penetration_begun > 0.0 {
        pairs.push(("  begun with".into(), metres(figures.penetration_begun)));
    }
    if !simulation.model().joints().is_empty() {
        pairs.push(("largest joint error".into(), scientific(figures.joint_error_max)));
    }
    pairs.extend(named([
        ("accuracy of steps", accuracy(simulation)),
        ("steps beyond accuracy", figures.missed.beyond_accuracy.to_string()),
    ]));
    if figures.rounds_mean() > 0.0 {
        let told = format!("{:.2}", figures.rounds_mean());
        pairs.push(("rounds beyond the first".into(), told));
    }
    pairs
}

/// What accurate and small steps say of themselves, where there are any.
fn orders(simulation: &Simulation, figures: &Figures) -> Vec<Pair> {
    let kind = simulation.settings().stepper;
    let is_exact =
        matches!(kind, StepperKind::Complementarity | StepperKind::Fluid | StepperKind::Auto);
    let mut pairs = Vec::new();
    if is_exact && simulation.error_bounds().accuracy.is_some() {
        pairs.extend(named([
            ("steps halved", figures.halvings.to_string()),
            ("impacts in their time", figures.impacts.to_string()),
            ("contacts met out of time", figures.unsplit.to_string()),
            ("steps of second order", second_order(&figures.orders)),
            ("  of first order", first_order(&figures.orders)),
            ("  in small steps", figures.orders.small.to_string()),
            ("position error of a step", format!("{} m", scientific(figures.position_error_max))),
        ]));
    }
    if figures.substeps > 0 {
        let each = figures.substeps as f64 / figures.steps.max(1) as f64;
        pairs.push(("sub-steps of a step".into(), format!("{each:.1}")));
        if let Some(budget) = simulation.settings().budget {
            let told = format!("{} steps, {} s each", figures.budgeted, scientific(budget));
            pairs.push(("  bounded by the budget".into(), told));
        }
    }
    pairs
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
        (orders.beside_soft, "beside soft bodies"),
        (orders.unsettled, "not settled"),
    ];
    let some: Vec<String> = { reasons.iter() }
        .filter(|(count, _)| *count > 0)
        .map(|(count, reason)| format!("{count} {reason}"))
        .collect();
    if some.is_empty() { "none".into() } else { some.join(", ") }
}

fn energies(figures: &Figures) -> Vec<Pair> {
    named([
        ("energy at the beginning", format!("{} J", number(figures.energy_start))),
        ("energy at the end", format!("{} J", number(figures.energy_end))),
    ])
}

/// What hardly ever happens.
fn rarities(figures: &Figures) -> Vec<Pair> {
    let mut pairs = Vec::new();
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
    pairs
}

/// Solved contacts say nothing of a step that was linearised and is far from the end.
fn soft(simulation: &Simulation, figures: &Figures) -> Vec<Pair> {
    let is_rough =
        |residual: f64| residual > ROUGH && simulation.settings().soft.tolerance.is_none();
    let residual = figures.soft_residual_max.map(|residual| match is_rough(residual) {
        true => {
            format!("{}, linearised: --soft-tolerance 1e-6 asks for less", scientific(residual))
        }
        false => scientific(residual),
    });
    let stable = figures.stable_step.map(|step| format!("{} s", scientific(step)));
    let residual = residual.map(|residual| ("residual of soft steps".into(), residual));
    residual.into_iter().chain(stable.map(|step| ("longest stable step".into(), step))).collect()
}

fn broken(figures: &Figures) -> Vec<Pair> {
    let broke = figures.broken.iter().take(MAX_REPORTED);
    broke.map(|(time, joint)| (format!("{joint} broke"), format!("at {time:.3} s"))).collect()
}

/// Where bodies that forces move ended, where there are few of them.
fn ended(simulation: &Simulation) -> Vec<Pair> {
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
