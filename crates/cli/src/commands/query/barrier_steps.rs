//! `stickslip query barrier-steps`: a soft body on a floor, step by step at the minimum of
//! an incremental potential.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use stickslip_dynamics::{
    BarrierStep, BodyDescription, ColliderDescription, Elasticity, Energy, MaterialTable, Model,
    Pose, Settings, Shape, Simulation, SoftDescription, SoftShape, StepperKind,
};
use stickslip_geometry::glam::DVec3;
use stickslip_geometry::mesh::Tetrahedra;

use super::answers::{self, Row};
use super::document::{self, Part};
use crate::error::{Exit, Failure};
use crate::output::Report;

/// Steps of a case that says nothing of them.
const STEPS: usize = 8;

#[derive(Args, Debug)]
pub struct Arguments {
    /// A list of cases: a body of tetrahedra, where it begins, and a floor
    file: PathBuf,
    /// Print one JSON document: the cases with our steps
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let mut document = document::read(&arguments.file)?;
    let whole = Part::new(&arguments.file, &document);
    let answers = whole.entries()?.iter().map(case).collect::<Result<Vec<_>, Failure>>()?;
    let mut rows = Vec::new();
    for (question, steps) in document.as_array_mut().into_iter().flatten().zip(answers) {
        let theirs: Vec<Value> =
            question["steps"].as_array().into_iter().flatten().map(|it| it["q"].clone()).collect();
        let ours: Vec<Value> = steps.iter().map(|step| step["q"].clone()).collect();
        let mut compared = Vec::new();
        answers::compare(&json!(theirs), &json!(ours), "q", &mut compared);
        let name = question["id"].as_str().unwrap_or("a case").into();
        let error = answers::worst(&compared);
        rows.push(Row { name, questions: steps.len(), error });
        question["steps"] = Value::Array(steps);
    }
    Ok(if arguments.json {
        Report::given_json(&document, Exit::Done)
    } else {
        answers::report(&rows)
    })
}

fn case(part: &Part) -> Result<Vec<Value>, Failure> {
    let wrong = |error: &dyn std::fmt::Display| part.wrong(&error.to_string());
    let mut simulation = simulation(part)?;
    let mut state = simulation.state().clone();
    let (positions, velocities) = (part.key("q0").points()?, part.key("u0").points()?);
    if positions.len() != state.vertices.positions.len() || velocities.len() != positions.len() {
        return Err(part.wrong("q0 and u0 need a point for every vertex of rest"));
    }
    (state.vertices.positions, state.vertices.velocities) = (positions, velocities);
    simulation.restore(state).map_err(|error| wrong(&error))?;
    let told: Option<Vec<Value>> = part.key("steps").read("a list of steps")?;
    let mut steps = Vec::new();
    for _ in 0..told.map_or(STEPS, |steps| steps.len()) {
        let report = simulation.step().map_err(|error| wrong(&error))?;
        if report.failed_solves > 0 {
            return Err(part.wrong("a step has found no minimum"));
        }
        let points = &simulation.state().vertices.positions;
        let q: Vec<[f64; 3]> = points.iter().map(|point| point.to_array()).collect();
        steps.push(json!({"q": q, "newton_iterations": report.iterations}));
    }
    Ok(steps)
}

/// The case as a model. Its κ stands before h² times a potential, ours before the potential.
fn simulation(part: &Part) -> Result<Simulation, Failure> {
    let number = |key: &str| part.key(key).number();
    let wrong = |error: &dyn std::fmt::Display| part.wrong(&error.to_string());
    let h = number("h")?;
    let mut model = Model::default();
    let mut surface = model.materials.materials()[MaterialTable::DEFAULT.0].surface;
    surface.friction = number("mu")?;
    model.materials.set_surface(MaterialTable::DEFAULT, surface).map_err(|e| wrong(&e))?;
    let faces: Vec<[u32; 3]> = part.key("floor_faces").read("lists of three numbers")?;
    let floor = Shape::triangle_mesh(&part.key("floor_vertices").points()?, &faces);
    let floor = ColliderDescription::new(floor.map_err(|error| wrong(&error))?);
    let floor = BodyDescription::fixed("floor", Pose::IDENTITY, vec![floor]);
    model.add_body(floor).map_err(|error| wrong(&error))?;
    let cells: Vec<[u32; 4]> = part.key("tets").read("lists of four numbers")?;
    let mesh = Tetrahedra::new(part.key("rest").points()?, cells).map_err(|e| wrong(&e))?;
    let material =
        Elasticity { young: number("E")?, poisson: number("nu")?, density: number("rho")? };
    let soft = SoftDescription {
        energy: Energy::StableNeoHookean,
        // Above the floor until it is put where it begins.
        pose: Pose::at(DVec3::Z),
        touches_itself: true,
        ..SoftDescription::new("body", SoftShape::Solid(mesh), material)
    };
    model.add_soft(soft).map_err(|error| wrong(&error))?;
    let settings = Settings {
        stepper: StepperKind::Barrier,
        time_step: h,
        gravity: DVec3::Z * -number("g")?,
        barrier: BarrierStep {
            reach: number("dhat")?,
            stiffness: Some(number("kappa")? / (h * h)),
            slip_speed: number("eps_v")?,
            rounds: 1,
            tolerance: 1e-6,
            ..BarrierStep::default()
        },
        ..Settings::default()
    };
    Simulation::new(model, settings).map_err(|error| wrong(&error))
}
