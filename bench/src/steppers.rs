//! The same scenes by every stepper: what the ground carries, how deep it goes, what
//! becomes of energy, and the time of a step.

use std::time::Instant;

use glam::{DQuat, DVec3};
use serde_json::{Value, json};
use stickslip_dynamics::{
    BodyDescription, BodyId, ColliderDescription, MaterialTable, Model, Motion, Pose, Settings,
    Shape, Simulation, StepperKind,
};
use stickslip_scene::{Overrides, SceneSource};

use crate::timing::{quartiles, table};

/// Everything begins so far apart (m), for those who must not touch.
const GAP: f64 = 2e-4;
const FRICTION: f64 = 0.5;
/// Of a step (s).
const STEP: f64 = 0.005;

/// A scene that every stepper is asked for.
struct Case {
    name: &'static str,
    model: Model,
    ground: BodyId,
    /// What the ground should carry (N).
    load: DVec3,
}

fn add(
    model: &mut Model,
    name: &str,
    shape: Shape,
    pose: Pose,
    motion: Motion,
) -> Result<BodyId, String> {
    let colliders = vec![ColliderDescription::new(shape)];
    let body = BodyDescription { motion, ..BodyDescription::dynamic(name, pose, colliders) };
    model.add_body(body).map_err(|error| error.to_string())
}

fn weight(model: &Model) -> f64 {
    let moving = model.bodies().iter().filter(|body| body.is_dynamic());
    9.81 * moving.map(|body| body.mass.mass).sum::<f64>()
}

/// A block on a slope: below the angle of friction, or above it.
fn slope(name: &'static str, tangent: f64) -> Result<Case, String> {
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let mut model = Model::default();
    let mut surface = model.materials.materials()[MaterialTable::DEFAULT.0].surface;
    surface.friction = FRICTION;
    model.materials.set_surface(MaterialTable::DEFAULT, surface).map_err(|error| told(&error))?;
    let turn = DQuat::from_rotation_z(tangent.atan());
    let plane = Shape::half_space(turn * DVec3::Y).map_err(|error| told(&error))?;
    let ground = add(&mut model, "ground", plane, Pose::IDENTITY, Motion::Static)?;
    let half = DVec3::new(0.2, 0.1, 0.2);
    let block = Shape::cuboid(half).map_err(|error| told(&error))?;
    let pose = Pose::new(turn * (DVec3::Y * (0.1 + GAP)), turn);
    add(&mut model, "block", block, pose, Motion::Dynamic)?;
    let across = weight(&model) * tangent.atan().cos();
    let along = weight(&model) * tangent.atan().sin();
    let rubs = along.min(FRICTION * across);
    let load = turn * DVec3::new(-rubs, -across, 0.0);
    Ok(Case { name, model, ground, load })
}

fn stack() -> Result<Case, String> {
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let mut model = Model::default();
    let plane = Shape::half_space(DVec3::Y).map_err(|error| told(&error))?;
    let ground = add(&mut model, "ground", plane, Pose::IDENTITY, Motion::Static)?;
    for at in 0..5 {
        let block = Shape::cuboid(DVec3::splat(0.1)).map_err(|error| told(&error))?;
        let height = 0.1 + GAP + f64::from(at) * (0.2 + GAP);
        add(
            &mut model,
            &format!("block {at}"),
            block,
            Pose::at(DVec3::Y * height),
            Motion::Dynamic,
        )?;
    }
    let load = DVec3::NEG_Y * weight(&model);
    Ok(Case { name: "stack of 5", model, ground, load })
}

fn arch() -> Result<Case, String> {
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let source = SceneSource::find("masonry-arch").map_err(|error| told(&error))?;
    let scene = source.read(&Overrides::default()).map_err(|error| told(&error))?;
    let ground = scene.model.find_body("ground").ok_or("no ground")?;
    let load = DVec3::NEG_Y * weight(&scene.model);
    Ok(Case { name: "arch", model: scene.model, ground, load })
}

/// Every stepper but that of liquids, on every case.
pub fn run(quick: bool) -> Result<Value, String> {
    let seconds = if quick { 0.1 } else { 1.0 };
    let cases =
        [slope("block that sticks", 0.4)?, slope("block that slides", 0.7)?, stack()?, arch()?];
    let header = ["scene", "stepper", "carried", "expected", "off", "deepest", "energy", "step"];
    let mut shown = table(&header);
    let mut figures = Vec::new();
    for case in &cases {
        let steppers = StepperKind::ALL.into_iter().filter(|it| it.1 != StepperKind::Fluid);
        for (name, stepper) in steppers {
            let settings = Settings { stepper, time_step: STEP, ..Settings::default() };
            let found = Simulation::new(case.model.clone(), settings);
            let found = found.map_err(|error| error.to_string());
            match found.and_then(|simulation| measure(simulation, case, seconds)) {
                Ok(found) => {
                    let off = (found.carried - case.load).length() / case.load.length();
                    shown.add_row([
                        case.name.to_owned(),
                        name.to_owned(),
                        format!("{:.1} N", found.carried.length()),
                        format!("{:.1} N", case.load.length()),
                        format!("{:.2} %", 100.0 * off),
                        format!("{:.1e} m", found.deepest),
                        format!("{:+.2e} J", found.gained),
                        format!("{:.3} ms", 1e3 * found.step),
                    ]);
                    figures.push(json!({
                        "scene": case.name, "stepper": name, "carried_n": found.carried.to_array(),
                        "expected_n": case.load.to_array(), "deepest_m": found.deepest,
                        "energy_j": found.gained, "step_s": found.step,
                    }));
                }
                Err(reason) => {
                    println!("{}, {name}: {reason}", case.name);
                    figures.push(json!({"scene": case.name, "stepper": name, "refused": reason}));
                }
            }
        }
    }
    println!(
        "{shown}\nAfter {seconds} s of steps of {} ms, default settings; what the ground carries is \
         the mean of the last quarter, and energy what was gained since the beginning.\n",
        1e3 * STEP
    );
    Ok(json!({"schema": "stickslip-bench/1", "benchmark": "steppers", "rows": figures}))
}

struct Measured {
    carried: DVec3,
    deepest: f64,
    gained: f64,
    step: f64,
}

fn measure(mut simulation: Simulation, case: &Case, seconds: f64) -> Result<Measured, String> {
    let steps = (seconds / STEP).round() as usize;
    let (mut carried, mut deepest, mut times) = (DVec3::ZERO, 0.0_f64, Vec::new());
    let last = steps / 4;
    let begun = simulation.energy();
    for step in 0..steps {
        let clock = Instant::now();
        let report = simulation.step().map_err(|error| error.to_string())?;
        times.push(clock.elapsed().as_secs_f64());
        deepest = deepest.max(report.penetration_max);
        if step >= steps - last {
            carried += simulation.contact_force(case.ground) / last as f64;
        }
    }
    let (gained, step) = (simulation.energy() - begun, quartiles(times)[1]);
    Ok(Measured { carried, deepest, gained, step })
}
