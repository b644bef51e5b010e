//! Scenes for the tests.

use std::sync::Arc;

use stickslip_cluster::{Catalogue, ClusterError, Domain, Figures, Serial, on_threads};
use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{
    Accuracy, BodyDescription, ColliderDescription, Drive, Material, MaterialId, Model, Motion,
    Pose, Settings, Shape, Simulation, State, StepperKind, Surface,
};

/// Settings with so many sub-steps of a step of 1/60 s.
pub fn settings(substeps: usize) -> Settings {
    Settings {
        stepper: StepperKind::SmallSteps,
        accuracy: Accuracy::Off,
        substeps,
        ..Settings::default()
    }
}

/// A material of this friction and restitution.
pub fn material(model: &mut Model, friction: f64, restitution: f64) -> MaterialId {
    let surface = Surface { friction, restitution, ..Surface::default() };
    model.materials.add(Material { name: "it".into(), surface }).expect("sound")
}

/// A shape of a material.
pub fn collider(shape: Shape, material: MaterialId) -> ColliderDescription {
    ColliderDescription { material, ..ColliderDescription::new(shape) }
}

pub fn ball(radius: f64) -> Shape {
    Shape::sphere(radius).expect("positive")
}

pub fn cuboid(half: DVec3) -> Shape {
    Shape::cuboid(half).expect("positive")
}

/// A floor, with walls around it where they are asked for.
pub fn floor(model: &mut Model, material: MaterialId, around: Option<f64>) {
    let plane = |normal| collider(Shape::half_space(normal).expect("unit"), material);
    let mut add = |name: &str, place: DVec3, normal: DVec3| {
        let pose = Pose::new(place, DQuat::IDENTITY);
        model.add_body(BodyDescription::fixed(name, pose, vec![plane(normal)])).expect("sound");
    };
    add("floor", DVec3::ZERO, DVec3::Y);
    if let Some(half) = around {
        for normal in [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z] {
            add("wall", -half * normal, normal);
        }
    }
}

/// Spheres and boxes that fall into a box, pushed about by a paddle; with a wide plank where it
/// is asked for.
pub fn heap(count: usize, restitution: f64, plank: bool) -> (Model, Settings) {
    let mut model = Model::default();
    let stuff = material(&mut model, 0.4, restitution);
    floor(&mut model, stuff, Some(0.45));
    let mut paddle = BodyDescription::fixed(
        "paddle",
        Pose::new(DVec3::new(-0.3, 0.1, 0.0), DQuat::IDENTITY),
        vec![collider(cuboid(DVec3::new(0.05, 0.1, 0.4)), stuff)],
    );
    let amplitude = DVec3::X * 0.15;
    paddle.motion = Motion::Kinematic(Drive::Oscillation { amplitude, frequency: 1.5 });
    model.add_body(paddle).expect("sound");
    grains(&mut model, count, stuff);
    if plank {
        let pose = Pose::new(DVec3::new(0.0, 1.2, 0.0), DQuat::from_rotation_z(0.1));
        let shape = collider(cuboid(DVec3::new(0.4, 0.02, 0.2)), stuff);
        model.add_body(BodyDescription::dynamic("plank", pose, vec![shape])).expect("sound");
    }
    (model, settings(8))
}

/// Spheres and boxes that fall.
pub fn grains(model: &mut Model, count: usize, stuff: MaterialId) {
    for at in 0..count {
        let noise = |salt: usize| (((at * 7919 + salt * 104_729) % 1009) as f64 / 1009.0) - 0.5;
        let radius = 0.04 * (1.0 + 0.2 * noise(1));
        let shape = match at % 3 {
            0 => cuboid(radius * DVec3::new(0.6, 0.5, 0.55)),
            _ => ball(radius),
        };
        let place = DVec3::new(
            0.11 * ((at % 6) as f64 - 2.5) + 0.02 * noise(2),
            0.3 + 0.11 * (at / 36) as f64,
            0.11 * ((at / 6 % 6) as f64 - 2.5) + 0.02 * noise(3),
        );
        let turn = DQuat::from_scaled_axis(DVec3::new(noise(4), noise(5), noise(6)));
        let mut body =
            BodyDescription::dynamic("grain", Pose::new(place, turn), vec![collider(shape, stuff)]);
        body.velocity = DVec3::new(noise(7), -1.0, noise(8));
        model.add_body(body).expect("sound");
    }
}

/// The same, whose surfaces rub against spinning and rolling.
pub fn rough_heap(count: usize) -> (Model, Settings) {
    let (model, settings) = heap(count, 0.2, true);
    let mut rough = Model::default();
    for own in model.materials.materials().iter().skip(1) {
        let surface = Surface { torsion: 0.004, rolling: 0.002, ..own.surface };
        rough.materials.add(Material { name: own.name.clone(), surface }).expect("sound");
    }
    for body in model.bodies() {
        rough.add_body(body.description.clone()).expect("sound");
    }
    (rough, settings)
}

/// 150 spheres and boxes without weight or walls that fly towards each other.
pub fn cloud() -> Model {
    let mut model = Model::default();
    let stuff = material(&mut model, 0.5, 0.3);
    for at in 0..150 {
        let noise = |salt: usize| (((at * 7919 + salt * 104_729) % 1009) as f64 / 1009.0) - 0.5;
        let shape = if at % 2 == 0 { ball(0.05) } else { cuboid(DVec3::new(0.05, 0.03, 0.04)) };
        let place = DVec3::new((at % 5) as f64, (at / 5 % 6) as f64, (at / 30) as f64) * 0.14;
        let pose = Pose::new(place, DQuat::IDENTITY);
        let mut body = BodyDescription::dynamic("it", pose, vec![collider(shape, stuff)]);
        body.velocity =
            2.0 * (DVec3::new(0.28, 0.35, 0.28) - place) + DVec3::new(noise(1), noise(2), noise(3));
        model.add_body(body).expect("sound");
    }
    model
}

/// The scene at its beginning, checked as every scene is.
pub fn begin(model: &Model, settings: &Settings) -> (Arc<Catalogue>, State) {
    let simulation = Simulation::new(model.clone(), settings.clone()).expect("small steps take it");
    let accuracy = simulation.error_bounds().accuracy;
    let catalogue = Catalogue::new(model, settings, accuracy).expect("ranks take it");
    (Arc::new(catalogue), simulation.state().clone())
}

/// So many steps on so many ranks: the state at the end, and what ranks measured.
pub fn run(
    catalogue: &Arc<Catalogue>,
    state: &State,
    ranks: usize,
    steps: usize,
) -> Result<(State, Vec<Figures>), ClusterError> {
    let go = |mut domain: Domain| {
        for _ in 0..steps {
            domain.step()?;
        }
        Ok((domain.state()?, domain.all_figures()?))
    };
    let ended = match ranks {
        1 => vec![go(Domain::new(Arc::clone(catalogue), state, Serial)?)?],
        _ => on_threads(ranks, |comm| go(Domain::new(Arc::clone(catalogue), state, comm)?))?,
    };
    let (state, figures) = ended.into_iter().next().expect("at least one rank");
    Ok((state.expect("rank 0"), figures.expect("rank 0")))
}

/// The only body that forces move, after so many seconds on one rank.
pub fn alone(model: &Model, settings: &Settings, seconds: f64) -> stickslip_dynamics::BodyState {
    let (catalogue, state) = begin(model, settings);
    let steps = (seconds / settings.time_step).round() as usize;
    let (state, _) = run(&catalogue, &state, 1, steps).expect("goes on");
    state.bodies[model.bodies().iter().position(|body| body.is_dynamic()).expect("one")]
}
