//! A step of a soft cube on the ground by the number of tetrahedra and by its parts.

use cpu_time::ProcessTime;
use glam::DVec3;
use serde_json::{Value, json};
use stickslip_dynamics::{
    BodyDescription, ColliderDescription, Elasticity, Model, Pose, Settings, Shape, Simulation,
    SoftDescription, SoftShape, StageTimes, StepperKind,
};
use stickslip_geometry::mesh::generate::tetrahedral_box;

use crate::liquid::exponent;
use crate::timing::{quartiles, table};

const EDGE: f64 = 0.3;
const JELLY: Elasticity = Elasticity { young: 1e5, poisson: 0.3, density: 1000.0 };
/// Steps before anything is timed: the cube has touched down.
const BEFORE: usize = 3;
/// Steps that are timed.
const TIMED: usize = 3;
const PARTS: [&str; 6] = ["step", "iterations", "detection", "assembly", "factor", "line search"];

fn cube(cut: usize) -> Result<Simulation, String> {
    let mut model = Model::default();
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let ground = Shape::half_space(DVec3::Y).map_err(|error| told(&error))?;
    let ground =
        BodyDescription::fixed("ground", Pose::IDENTITY, vec![ColliderDescription::new(ground)]);
    model.add_body(ground).map_err(|error| told(&error))?;
    let mesh = tetrahedral_box(DVec3::splat(0.5 * EDGE), [cut; 3]).map_err(|error| told(&error))?;
    let body = SoftDescription {
        pose: Pose::at(DVec3::Y * (0.5 * EDGE + 0.0015)),
        damping: [0.0, 0.01],
        touches_itself: true,
        ..SoftDescription::new("cube", SoftShape::Solid(mesh), JELLY)
    };
    model.add_soft(body).map_err(|error| told(&error))?;
    let settings =
        Settings { stepper: StepperKind::Barrier, time_step: 0.01, ..Settings::default() };
    Simulation::new(model, settings).map_err(|error| told(&error))
}

/// Steps cubes of about 1, 10 and 50 thousand tetrahedra; prints a table and returns the
/// figures.
pub fn run(quick: bool) -> Result<Value, String> {
    let cuts: &[usize] = if quick { &[6, 9] } else { &[6, 12, 21] };
    let header = ["tetrahedra", "vertices", "iterations", "step", "detection", "assembly"];
    let mut shown = table(&[&header[..], &["factor", "line search", "rest", "failed"]].concat());
    let (mut curves, mut figures) = (vec![Vec::new(); PARTS.len()], Vec::new());
    for &cut in cuts {
        let mut simulation = cube(cut)?;
        let (mut seconds, mut times, mut iterations) = (Vec::new(), Vec::new(), Vec::new());
        let mut failed = 0;
        for step in 0..BEFORE + TIMED {
            let begin = ProcessTime::now();
            let report = simulation.step().map_err(|error| error.to_string())?;
            failed += report.failed_solves;
            if step >= BEFORE {
                seconds.push(begin.elapsed().as_secs_f64());
                times.push(report.times);
                iterations.push(report.iterations as f64);
            }
        }
        let part = |of: fn(&StageTimes) -> f64| quartiles(times.iter().map(of).collect())[1];
        let (step, iterations) = (quartiles(seconds)[1], quartiles(iterations)[1]);
        let detection = part(|times| times.broad_s + times.narrow_s);
        let assembly = part(|times| times.assemble_s);
        let factor = part(|times| times.solve_s);
        let search = part(|times| times.integrate_s);
        let mesh = &simulation.model().soft_bodies()[0].mesh;
        let (elements, vertices) = (mesh.elements().len(), mesh.rest().len());
        let rest = step - detection - assembly - factor - search;
        let mut cells = vec![elements.to_string(), vertices.to_string(), iterations.to_string()];
        let milliseconds = |seconds: f64| format!("{:.1} ms", 1e3 * seconds);
        cells.extend([step, detection, assembly, factor, search, rest].map(milliseconds));
        cells.push(failed.to_string());
        shown.add_row(cells);
        let all = [step, iterations, detection, assembly, factor, search];
        curves.iter_mut().zip(all).for_each(|(curve, it)| curve.push([elements as f64, it]));
        figures.push(json!({
            "elements": elements, "vertices": vertices, "iterations": iterations, "step_s": step,
            "detection_s": detection, "assembly_s": assembly, "factor_s": factor,
            "line_search_s": search, "failed": failed,
        }));
    }
    let powers: Vec<f64> = curves.iter().map(|curve| exponent(curve)).collect();
    let told = PARTS.iter().zip(&powers).map(|(name, power)| format!("{name} {power:.2}"));
    println!(
        "{shown}\nMedians of {TIMED} steps of 10 ms on one thread, the step in CPU time: a cube of \
         {EDGE} m that comes down on the ground. With tetrahedra these grow to the power: {}.\n",
        told.collect::<Vec<_>>().join(", ")
    );
    let powers: Value = PARTS.iter().zip(powers).map(|(&name, power)| (name, power)).collect();
    Ok(json!({ "exponents": powers, "cubes": figures }))
}
