use std::io::Read;
use std::path::Path;
use std::time::Instant;

use flate2::read::GzDecoder;
use serde_json::Value;
use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    BarrierStep, Elasticity, Energy, Model, Motion, Pose, Settings, Shape, Simulation,
    SoftDescription, SoftShape,
};
use stickslip_geometry::mesh::Tetrahedra;

use crate::support::{add, friction, settings};

fn points(case: &Value, key: &str) -> Vec<DVec3> {
    let all: Vec<[f64; 3]> = serde_json::from_value(case[key].clone()).unwrap();
    all.into_iter().map(DVec3::from_array).collect()
}

/// A soft cube that falls and one that slides, eight steps each, whose minima another
/// implementation has found to the rounding floor.
#[test]
fn whole_steps_agree() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/barrier-steps.json.gz");
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    let cases: Vec<Value> = serde_json::from_str(&text).unwrap();
    for case in &cases {
        let number = |key: &str| case[key].as_f64().unwrap();
        let h = number("h");
        let mut model = Model::default();
        friction(&mut model, number("mu"));
        let faces: Vec<[u32; 3]> = serde_json::from_value(case["floor_faces"].clone()).unwrap();
        let floor = Shape::triangle_mesh(&points(case, "floor_vertices"), &faces).unwrap();
        add(&mut model, "floor", floor, Pose::IDENTITY, Motion::Static);
        let cells: Vec<[u32; 4]> = serde_json::from_value(case["tets"].clone()).unwrap();
        let mesh = Tetrahedra::new(points(case, "rest"), cells).unwrap();
        let jelly =
            Elasticity { young: number("E"), poisson: number("nu"), density: number("rho") };
        model
            .add_soft(SoftDescription {
                energy: Energy::StableNeoHookean,
                pose: Pose::at(DVec3::Z),
                touches_itself: true,
                ..SoftDescription::new("cube", SoftShape::Solid(mesh), jelly)
            })
            .unwrap();
        let settings = Settings {
            gravity: DVec3::Z * -number("g"),
            barrier: BarrierStep {
                reach: number("dhat"),
                stiffness: Some(number("kappa") / (h * h)),
                slip_speed: number("eps_v"),
                rounds: 1,
                tolerance: 1e-6,
                ..BarrierStep::default()
            },
            ..settings(h)
        };
        let mut simulation = Simulation::new(model, settings).unwrap();
        let mut state = simulation.state().clone();
        state.vertices.positions = points(case, "q0");
        state.vertices.velocities = points(case, "u0");
        simulation.restore(state).unwrap();
        for (at, expected) in case["steps"].as_array().unwrap().iter().enumerate() {
            let clock = Instant::now();
            let report = simulation.step().unwrap();
            let time = clock.elapsed().as_secs_f64();
            let places = points(expected, "q");
            let found = &simulation.state().vertices.positions;
            let error =
                { found.iter().zip(&places) }.map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
            println!(
                "{} {at}: {error:.1e} m, {} iterations (there {}), {:.2} ms, {:?}",
                case["id"],
                report.iterations,
                expected["newton_iterations"],
                1e3 * time,
                report.times
            );
            assert!(error < 1e-8, "{} step {at}: {error}", case["id"]);
            assert!(report.iterations <= 15, "{} step {at}: {}", case["id"], report.iterations);
            assert_eq!(report.failed_solves, 0);
        }
    }
}
