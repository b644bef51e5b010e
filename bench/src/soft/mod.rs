//! Soft bodies: a step by the number of tetrahedra and by its stages, and a cube that
//! falls onto the ground beside MuJoCo's flex.

mod flex;

use cpu_time::ProcessTime;
use glam::DVec3;
use serde_json::{Value, json};
use stickslip_dynamics::{
    BodyDescription, ColliderDescription, Elasticity, FrictionModel, Model, Pose, Settings, Shape,
    Simulation, SoftDescription, SoftShape, StageTimes,
};
use stickslip_geometry::mesh::generate::tetrahedral_box;

use crate::liquid::exponent;
use crate::timing::{quartiles, table};

/// Edge of the cube (m), what it is made of, and Rayleigh's b (s).
const EDGE: f64 = 0.3;
const JELLY: Elasticity = Elasticity { young: 1e5, poisson: 0.3, density: 1000.0 };
const DAMPING: f64 = 0.01;
/// Steps before anything is timed: the cube has touched down.
const BEFORE: usize = 20;
/// Steps that are timed.
const TIMED: usize = 10;

/// Whose growth is reported.
const STAGES: [&str; 5] = ["step", "contact", "stiffness", "factor", "solve"];

/// A cube of so many cells along an edge, so far above the ground.
fn cube(cut: usize, drop: f64, settings: Settings) -> Result<Simulation, String> {
    let mut model = Model::default();
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let ground = Shape::half_space(DVec3::Y).map_err(|error| told(&error))?;
    let ground =
        BodyDescription::fixed("ground", Pose::IDENTITY, vec![ColliderDescription::new(ground)]);
    model.add_body(ground).map_err(|error| told(&error))?;
    let mesh = tetrahedral_box(DVec3::splat(0.5 * EDGE), [cut; 3]).map_err(|error| told(&error))?;
    let body = SoftDescription {
        pose: Pose::at(DVec3::Y * (0.5 * EDGE + drop)),
        damping: [0.0, DAMPING],
        ..SoftDescription::new("cube", SoftShape::Solid(mesh), JELLY)
    };
    model.add_soft(body).map_err(|error| told(&error))?;
    Simulation::new(model, settings).map_err(|error| told(&error))
}

/// Runs both parts on one thread, or the one that is named (`growth`, `flex`), and prints
/// their tables; returns the figures.
pub fn run(quick: bool, only: Option<&str>) -> Result<Value, String> {
    if let Some(other) = only.filter(|name| !["growth", "flex"].contains(name)) {
        return Err(format!("no part \"{other}\": there are growth and flex"));
    }
    let wants = |name: &str| only.is_none_or(|only| only == name);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.map_err(|error| error.to_string())?;
    pool.install(|| {
        // About 1, 10 and 50 thousand tetrahedra.
        let cuts: &[usize] = if quick { &[4, 6] } else { &[6, 12, 21] };
        let sizes = if wants("growth") { growth(cuts)? } else { Value::Null };
        let peers = if wants("flex") { flex::run(quick)? } else { Value::Null };
        Ok(json!({
            "schema": "stickslip-bench/1", "benchmark": "soft", "sizes": sizes, "flex": peers,
        }))
    })
}

fn growth(cuts: &[usize]) -> Result<Value, String> {
    let header = ["tetrahedra", "vertices", "rows", "step", "contact", "stiffness", "factor"];
    let mut shown = table(&[&header[..], &["solve", "rest", "steps/s", "failed"]].concat());
    let (mut curves, mut figures) = (vec![Vec::new(); STAGES.len()], Vec::new());
    for &cut in cuts {
        let settings = Settings { friction: FrictionModel::Cone, ..Settings::default() };
        let mut simulation = cube(cut, 0.001, settings)?;
        let (mut seconds, mut times, mut failed, mut rows) = (Vec::new(), Vec::new(), 0, 0);
        for step in 0..BEFORE + TIMED {
            let begin = ProcessTime::now();
            let report = simulation.step().map_err(|error| error.to_string())?;
            failed += usize::from(report.failed_solves > 0);
            rows = report.constraints;
            if step >= BEFORE {
                seconds.push(begin.elapsed().as_secs_f64());
                times.push(report.times);
            }
        }
        let stage = |of: fn(&StageTimes) -> f64| quartiles(times.iter().map(of).collect())[1];
        let step = quartiles(seconds)[1];
        let contact = stage(|times| times.broad_s + times.narrow_s);
        let stiffness = stage(|times| times.stiffness_s);
        let factor = stage(|times| times.factor_s);
        let solve = stage(|times| times.solve_s);
        let mesh = &simulation.model().soft_bodies()[0].mesh;
        let (elements, vertices) = (mesh.elements().len(), mesh.rest().len());
        let milliseconds = |seconds: f64| format!("{:.2} ms", 1e3 * seconds);
        let rest = step - contact - stiffness - factor - solve;
        let mut cells = [elements, vertices, rows].map(|count| count.to_string()).to_vec();
        cells.extend([step, contact, stiffness, factor, solve, rest].map(milliseconds));
        cells.extend([format!("{:.1}", 1.0 / step), failed.to_string()]);
        shown.add_row(cells);
        for (curve, time) in curves.iter_mut().zip([step, contact, stiffness, factor, solve]) {
            curve.push([elements as f64, time]);
        }
        figures.push(json!({
            "elements": elements, "vertices": vertices, "rows": rows, "step_s": step,
            "contact_s": contact, "stiffness_s": stiffness, "factor_s": factor,
            "solve_s": solve, "failed": failed,
        }));
    }
    let powers: Vec<f64> = curves.iter().map(|curve| exponent(curve)).collect();
    let told = STAGES.iter().zip(&powers).map(|(name, power)| format!("{name} {power:.2}"));
    let told = told.collect::<Vec<_>>().join(", ");
    println!(
        "{shown}\nMedians of {TIMED} steps of 1/60 s on one thread, the step in CPU time: a cube of \
         {EDGE} m on the ground, circular cones. Time grows with tetrahedra to the power: {told}.\n"
    );
    let powers: Value = STAGES.iter().zip(powers).map(|(&name, power)| (name, power)).collect();
    Ok(json!({ "exponents": powers, "cubes": figures }))
}
