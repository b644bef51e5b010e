//! Fig. 35: the Matchstick model controls how things behave: how a hopper runs out,
//! what a soft gripper lifts, and how a tyre brakes.

use stickslip_dynamics::Simulation;
use stickslip_report::{Cell, Column, Table};
use stickslip_scene::{Overrides, Scene, SceneSource};

use super::DOCUMENT;
use crate::claim::{Quotation, Weight};
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment};
use crate::findings::Findings;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "course-fig-35",
    document: DOCUMENT,
    artefact: "Fig. 35",
    title: "Hopper, soft gripper and tyre under friction that knows directions",
    agreement: "Coefficients along and across the grooves decide how fast the hopper runs out, \
                whether the gripper lifts, and how hard the tyre brakes; every step is solved.",
    deviations: "scenes of ours; the tyre's friction is an ellipse along its tread",
    seeded: true,
    timed: false,
    counted: true,
    run,
};

/// Below this a grain has left the hopper (m).
const OUT: f64 = 1.0;

/// Above this a block has been lifted (m).
const LIFTED: f64 = 0.2;

/// Coefficients along and across the grooves of the grains.
const GRAINS: [[f64; 2]; 4] = [[0.0, 0.0], [0.05, 0.6], [0.4, 0.4], [1.0, 1.0]];
/// The same of fingers and block, whose grooves are upright.
const GRIPS: [[f64; 2]; 2] = [[0.005, 0.9], [0.9, 0.005]];
/// The same of the tread.
const TREADS: [[f64; 2]; 2] = [[1.0, 0.2], [1.0, 1.0]];

/// What was seen under all coefficients, and steps that were not solved.
struct Seen {
    /// Share of the grains that are out.
    out: [f64; 4],
    /// How high the block is in the end (m).
    height: [f64; 2],
    /// Speed that the rolling wheel takes from its carriage (m/s).
    braked: [f64; 2],
    failed: usize,
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let mut seen = Seen { out: [0.0; 4], height: [0.0; 2], braked: [0.0; 2], failed: 0 };
    for (at, (grooves, out)) in GRAINS.into_iter().zip(&mut seen.out).enumerate() {
        context.at(at, GRAINS.len() + 4, "hopper");
        *out = pour(context, grooves, &mut seen.failed)?;
    }
    for (at, (grooves, height)) in GRIPS.into_iter().zip(&mut seen.height).enumerate() {
        context.at(GRAINS.len() + at, GRAINS.len() + 4, "gripper");
        *height = grip(grooves, &mut seen.failed)?;
    }
    for (at, (tread, braked)) in TREADS.into_iter().zip(&mut seen.braked).enumerate() {
        context.at(GRAINS.len() + 2 + at, GRAINS.len() + 4, "tyre");
        *braked = brake(context, tread, &mut seen.failed)?;
    }
    let mut table = Table::new(
        "matchsticks",
        "What coefficients along and across the grooves do",
        [
            Column::words("scene"),
            Column::numbers("μ along"),
            Column::numbers("μ across"),
            Column::words("looked at"),
            Column::numbers("found"),
        ],
    );
    let mut rows = |scene: &str, grooves: &[[f64; 2]], looked_at: &str, found: &[f64]| {
        for ([along, across], found) in grooves.iter().zip(found) {
            table.row([
                scene.into(),
                Cell::fixed(*along, 2),
                Cell::fixed(*across, 2),
                looked_at.into(),
                Cell::fixed(*found, 3),
            ]);
        }
    };
    rows("hopper", &GRAINS, "share of the grains that is out", &seen.out);
    rows("soft gripper", &GRIPS, "height of the block (m)", &seen.height);
    rows("tyre", &TREADS, "speed lost in half a second (m/s)", &seen.braked);
    let mut findings = Findings::default();
    findings.tables.push(table);
    judge(&mut findings, &seen);
    findings.setting("seconds of the hopper", seconds(context));
    findings.setting("runs of the hopper", runs(context));
    findings.note(
        "The document shows pictures of three simulators. The tyre's friction is an ellipse that \
         its tread carries along, since a road has no grooves for matchsticks to meet.",
    );
    Ok(findings)
}

fn seconds(context: &Context) -> f64 {
    context.choose(0.6, 2.0)
}

fn runs(context: &Context) -> u64 {
    context.choose(1, 4)
}

/// Plays so many seconds and counts steps that are not solved.
fn play(scene: &Scene, seconds: f64, failed: &mut usize) -> Result<Simulation, ExperimentError> {
    let mut simulation = scene.simulation()?;
    for _ in 0..(seconds / scene.settings.time_step).round() as usize {
        *failed += simulation.step()?.failed_solves;
    }
    Ok(simulation)
}

/// The share of the grains that has left the hopper.
fn pour(
    context: &Context,
    [along, across]: [f64; 2],
    failed: &mut usize,
) -> Result<f64, ExperimentError> {
    let (mut out, mut all) = (0, 0);
    for run in 0..runs(context) {
        let mut overrides = Overrides { seed: context.seed + run, ..Overrides::default() };
        overrides.parameters.insert("along".into(), along);
        overrides.parameters.insert("across".into(), across);
        let scene = SceneSource::find("hopper")?.read(&overrides)?;
        let simulation = play(&scene, seconds(context), failed)?;
        let bodies = scene.model.bodies().iter().zip(&simulation.state().bodies);
        for (_, state) in bodies.filter(|(body, _)| body.is_dynamic()) {
            all += 1;
            out += usize::from(state.pose.position.y < OUT);
        }
    }
    Ok(out as f64 / f64::from(all.max(1)))
}

/// How high two soft fingers lift a block whose grooves are upright, as theirs.
fn grip([along, across]: [f64; 2], failed: &mut usize) -> Result<f64, ExperimentError> {
    let mut overrides = Overrides::default();
    overrides.parameters.insert("along".into(), along);
    overrides.parameters.insert("across".into(), across);
    let source = SceneSource::new(include_str!("gripper.toml"), "gripper");
    let scene = source.read(&overrides)?;
    let simulation = play(&scene, scene.seconds, failed)?;
    let block = simulation.model().find_body("block");
    let block = block.ok_or_else(|| ExperimentError::Missing("block".into()))?;
    Ok(simulation.state().bodies[block.0].pose.position.y)
}

/// The speed that a wheel which rolls aslant takes from its carriage.
fn brake(
    context: &Context,
    [along, across]: [f64; 2],
    failed: &mut usize,
) -> Result<f64, ExperimentError> {
    let mut overrides = Overrides { seed: context.seed, ..Overrides::default() };
    overrides.parameters.insert("along".into(), along);
    overrides.parameters.insert("across".into(), across);
    let scene = SceneSource::find("tyre-ground")?.read(&overrides)?;
    let simulation = play(&scene, 0.5, failed)?;
    let moving = scene.model.bodies().iter().position(|body| body.is_dynamic());
    let carriage = moving.ok_or_else(|| ExperimentError::Missing("carriage".into()))?;
    let begun = scene.simulation()?.state().bodies[carriage].velocity.length();
    Ok(begun - simulation.state().bodies[carriage].velocity.length())
}

fn judge(findings: &mut Findings, seen: &Seen) {
    let list = seen.out.map(|share| format!("{share:.2}")).join(", ");
    findings
        .claim(
            Weight::Shape,
            "the coefficients of parallel grooves change how the hopper runs out",
            format!("{list} are out"),
            seen.out[0] > seen.out[3],
        )
        .quotes(CONTROL);
    findings
        .claim(
            Weight::Shape,
            "a soft gripper lifts along upright grooves that hold, and not along those that slide",
            format!("the block ends {:.2} m and {:.2} m high", seen.height[1], seen.height[0]),
            seen.height[1] > LIFTED && seen.height[0] < LIFTED,
        )
        .quotes(CONTROL)
        .changed("2026-11-18", "the gripper was not done");
    findings
        .claim(
            Weight::Shape,
            "a wheel that rolls aslant brakes the harder the more its tread holds across",
            format!("{:.2} m/s lost against {:.2}", seen.braked[1], seen.braked[0]),
            seen.braked[1] > 1.5 * seen.braked[0] && seen.braked[0] > 0.0,
        )
        .quotes(CONTROL)
        .changed("2026-11-18", "the tyre was not done");
    findings
        .claim(
            Weight::Shape,
            "every step is solved",
            format!("{} are not", seen.failed),
            seen.failed == 0,
        )
        .quotes(CONTROL);
}

const CONTROL: Quotation = Quotation {
    place: "Fig. 35",
    sentence: "The Matchstick model allows for control of frictional behavior in situations such \
               as tire ground contact, a hopper, and soft robotic gripping",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        let found = |out, height, braked, failed| {
            let seen = Seen { out, height, braked, failed };
            judged(|findings| judge(findings, &seen))
        };
        turns(
            &found([0.9, 0.8, 0.7, 0.6], [0.1, 0.4], [0.1, 0.5], 0),
            &[found([0.6, 0.8, 0.7, 0.6], [0.4, 0.4], [0.5, 0.5], 1)],
        );
    }
}
