//! Whether anything ever crosses in barrier and asynchronous steps: a soft cube and a rigid
//! body thrown at a wall by step, speed and friction, and the built-in scenes of both
//! steppers by step; exact predicates after every one.

use glam::DVec3;
use serde_json::{Value, json};
use stickslip_dynamics::{
    BodyDescription, ColliderDescription, Elasticity, MaterialTable, Model, Motion, Pose, Settings,
    Shape, Simulation, SoftDescription, SoftShape, StepperKind,
};
use stickslip_geometry::mesh::generate::tetrahedral_box;
use stickslip_scene::{Overrides, SCENES, SceneSource};

use crate::timing::table;

const JELLY: Elasticity = Elasticity { young: 1e5, poisson: 0.3, density: 1000.0 };
const SPEEDS: [f64; 4] = [1.0, 10.0, 100.0, 1000.0];
const FRICTION: [f64; 3] = [0.0, 0.5, 1.0];
/// Steps of a throw, and of a scene.
const STEPS: usize = 6;
/// Clocks tick no longer than this (s), but for at least one step: they are slow by nature.
const LONGEST: f64 = 0.02;

fn steps_of(stepper: StepperKind, h: f64) -> usize {
    match stepper {
        StepperKind::Asynchronous => ((LONGEST / h).round() as usize).clamp(1, STEPS),
        _ => STEPS,
    }
}

#[derive(Default)]
struct Count {
    steps: usize,
    iterations: usize,
    failed: usize,
    crossings: usize,
}

fn add_body(
    model: &mut Model,
    name: &str,
    shape: Shape,
    place: DVec3,
    motion: Motion,
) -> Result<(), String> {
    let colliders = vec![ColliderDescription::new(shape)];
    let body =
        BodyDescription { motion, ..BodyDescription::dynamic(name, Pose::at(place), colliders) };
    model.add_body(body).map(|_| ()).map_err(|error| error.to_string())
}

/// A soft cube and, behind it, a rigid one (where clocks tick, a ball), both on their way to
/// a wall.
fn throw(stepper: StepperKind, h: f64, speed: f64, friction: f64) -> Result<Simulation, String> {
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let mut model = Model::default();
    let mut surface = model.materials.materials()[MaterialTable::DEFAULT.0].surface;
    surface.friction = friction;
    model.materials.set_surface(MaterialTable::DEFAULT, surface).map_err(|error| told(&error))?;
    let cube = |half: f64| Shape::cuboid(DVec3::splat(half)).map_err(|error| told(&error));
    let rigid = match stepper {
        StepperKind::Asynchronous => Shape::sphere(0.05).map_err(|error| told(&error))?,
        _ => cube(0.05)?,
    };
    add_body(&mut model, "wall", cube(0.5)?, DVec3::X * 0.7, Motion::Static)?;
    add_body(&mut model, "rigid", rigid, DVec3::new(-0.3, 0.02, 0.01), Motion::Dynamic)?;
    let mesh = tetrahedral_box(DVec3::splat(0.1), [2; 3]).map_err(|error| told(&error))?;
    let soft = SoftDescription {
        touches_itself: true,
        ..SoftDescription::new("soft", SoftShape::Solid(mesh), JELLY)
    };
    model.add_soft(soft).map_err(|error| told(&error))?;
    let settings = Settings { stepper, time_step: h, ..Settings::default() };
    let mut simulation = Simulation::new(model, settings).map_err(|error| told(&error))?;
    let mut state = simulation.state().clone();
    let velocity = speed * DVec3::new(1.0, 0.1, 0.05);
    state.bodies[1].velocity = velocity;
    state.bodies[1].angular_velocity = DVec3::new(5.0, 3.0, -4.0);
    state.vertices.velocities.fill(velocity);
    simulation.restore(state).map_err(|error| told(&error))?;
    Ok(simulation)
}

fn count(simulation: &mut Simulation, steps: usize, all: &mut Count) -> Result<(), String> {
    for _ in 0..steps {
        let report = simulation.step().map_err(|error| error.to_string())?;
        all.steps += 1;
        all.iterations += report.iterations;
        all.failed += usize::from(report.failed_solves > 0);
        all.crossings += simulation.crossings().map_err(|error| error.to_string())?.len();
    }
    Ok(())
}

/// Counts them over throws and scenes; prints a table and returns the figures.
pub fn run(quick: bool) -> Result<Value, String> {
    let lengths: &[f64] = if quick { &[1e-3, 50e-3] } else { &[1e-3, 5e-3, 20e-3, 50e-3] };
    let mut shown = table(&[
        "what",
        "step",
        "speed",
        "steps",
        "iterations a step",
        "not converged",
        "crossings",
    ]);
    let mut figures = Vec::new();
    let mut tell = |what: &str, h: f64, speed: String, all: &Count| {
        let Count { steps, failed, crossings, .. } = all;
        eprintln!(
            "{what}, {h} s {speed}: {crossings} crossings, {failed} of {steps} not converged"
        );
        shown.add_row([
            what.to_owned(),
            format!("{} ms", 1e3 * h),
            speed.clone(),
            all.steps.to_string(),
            format!("{:.1}", all.iterations as f64 / all.steps.max(1) as f64),
            all.failed.to_string(),
            all.crossings.to_string(),
        ]);
        figures.push(json!({
            "what": what, "h": h, "speed": speed, "steps": all.steps,
            "iterations": all.iterations, "failed": all.failed, "crossings": all.crossings,
        }));
    };
    for stepper in [StepperKind::Barrier, StepperKind::Asynchronous] {
        for &h in lengths {
            for speed in SPEEDS {
                let mut all = Count::default();
                for friction in FRICTION {
                    let mut thrown = throw(stepper, h, speed, friction)?;
                    count(&mut thrown, steps_of(stepper, h), &mut all)?;
                }
                tell(&format!("throw, {}", stepper.name()), h, format!("{speed} m/s"), &all);
            }
        }
    }
    let names = [StepperKind::Barrier, StepperKind::Asynchronous]
        .map(|stepper| format!("stepper = \"{}\"", stepper.name()));
    let stepped = SCENES.iter().filter(|it| names.iter().any(|name| it.text.contains(name)));
    for builtin in stepped {
        for &h in lengths {
            let source = SceneSource::find(builtin.name).map_err(|error| error.to_string())?;
            let mut scene =
                source.read(&Overrides::default()).map_err(|error| error.to_string())?;
            scene.settings.time_step = h;
            let mut simulation = scene.simulation().map_err(|error| error.to_string())?;
            let mut all = Count::default();
            let steps = steps_of(simulation.settings().stepper, h);
            count(&mut simulation, steps, &mut all)?;
            tell(builtin.name, h, String::new(), &all);
        }
    }
    println!(
        "{shown}\n{STEPS} steps each, {LONGEST} s at most where clocks tick, throws with μ of {FRICTION:?}; crossings are pairs of faces \
         by exact predicates, over all states.\n"
    );
    Ok(Value::Array(figures))
}
