use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    BodyId, Drive, Elasticity, JointDescription, Model, Motion, PenaltyMethod, PenaltyStep, Pose,
    Settings, Shape, Simulation, SoftDescription, SoftShape,
};
use stickslip_geometry::mesh::generate::tetrahedral_box;

use crate::support::{G, add, ground, settings};

const JELLY: Elasticity = Elasticity { young: 1e5, poisson: 0.3, density: 1000.0 };

fn soft_cube(centre: DVec3) -> SoftDescription {
    let mesh = tetrahedral_box(DVec3::splat(0.1), [1; 3]).unwrap();
    let shape = SoftShape::Solid(mesh);
    SoftDescription {
        pose: Pose::at(centre),
        damping: [2.0, 0.02],
        ..SoftDescription::new("jelly", shape, JELLY)
    }
}

fn pile() -> Simulation {
    let mut model = Model::default();
    ground(&mut model, DVec3::Y);
    let block = Shape::cuboid(DVec3::splat(0.08)).unwrap();
    add(&mut model, "block", block, Pose::at(DVec3::Y * 0.281), Motion::Dynamic);
    model.add_soft(soft_cube(DVec3::Y * 0.1)).unwrap();
    let step = PenaltyStep { stiffness: Some(1e6), ..PenaltyStep::default() };
    Simulation::new(model, settings(0.005, step)).unwrap()
}

/// A soft cube carries a rigid one, and the ground both.
#[test]
fn soft_bodies_carry_weight() {
    let mut simulation = pile();
    for _ in 0..200 {
        simulation.step().unwrap();
    }
    let mass = simulation.model().bodies()[1].mass.mass;
    let carried = simulation.contact_force(BodyId(1)).y;
    assert!((carried - mass * G).abs() < 0.01 * mass * G, "{carried}");
    let weight = (mass + simulation.model().soft_bodies()[0].mesh.mass()) * G;
    let below = -simulation.contact_force(BodyId(0)).y;
    assert!((below - weight).abs() < 0.01 * weight, "{below} {weight}");
}

#[test]
fn bits_do_not_depend_on_threads_or_on_being_restored() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut simulation = pile();
            for _ in 0..30 {
                simulation.step().unwrap();
            }
            let mut restored = pile();
            restored.restore(simulation.state().clone()).unwrap();
            for _ in 0..10 {
                simulation.step().unwrap();
                restored.step().unwrap();
            }
            assert_eq!(simulation.state().hash(), restored.state().hash());
            simulation.state().hash()
        })
    };
    assert_eq!(run(1), run(2));
}

/// Explicit steps of a soft cube on a moving plate are stable below what they tell, and
/// refused above.
#[test]
fn explicit_steps_of_soft_bodies_tell_their_limit() {
    let world = |h: f64| {
        let mut model = Model::default();
        let drive = Drive::Velocity { linear: DVec3::Y * 0.1, angular: DVec3::ZERO };
        let plate = Shape::cuboid(DVec3::new(0.3, 0.05, 0.3)).unwrap();
        add(&mut model, "plate", plate, Pose::at(DVec3::Y * -0.05), Motion::Kinematic(drive));
        model.add_soft(soft_cube(DVec3::Y * 0.101)).unwrap();
        let step = PenaltyStep { method: PenaltyMethod::Explicit, ..PenaltyStep::default() };
        Simulation::new(model, settings(h, step)).unwrap()
    };
    let told = world(1e-5).step().unwrap().stable_step.unwrap();
    let mut below = world(0.25 * told);
    for _ in 0..400 {
        below.step().unwrap();
    }
    let fastest = below.state().vertices.velocities.iter().map(|v| v.length()).fold(0.0, f64::max);
    assert!(fastest < 1.0, "{fastest}");
    let error = world(1.5 * told).step().unwrap_err().to_string();
    assert!(error.contains("the springs of \"jelly\" are stable"), "{error}");
}

#[test]
fn what_springs_cannot_step_is_named() {
    let mut model = Model::default();
    let ball = Shape::sphere(0.1).unwrap();
    let body = add(&mut model, "ball", ball, Pose::at(DVec3::Y), Motion::Dynamic);
    let mut held = model.clone();
    let hinge = stickslip_dynamics::joint::Ball::at(DVec3::Y);
    held.add_joint(JointDescription::new("pin", None, body, hinge)).unwrap();
    let told = |model: Model, settings: Settings| {
        Simulation::new(model, settings).err().expect("refused").to_string()
    };
    let plain = settings(0.01, PenaltyStep::default());
    assert_eq!(
        told(held, plain.clone()),
        "setting stepper: penalty has no joints, and there is \"pin\""
    );
    let bad = PenaltyStep { exponent: 0.5, ..PenaltyStep::default() };
    assert_eq!(
        told(model, settings(0.01, bad)),
        "setting penalty_exponent: is 0.5, but must be a number ≥ 1"
    );
}

/// Drag a by mass, and b by stiffness along a piece of rope with k and vertices of m:
/// v⁺ = v/(1 + h a) for all of it, and v/(1 + h a + 2k h (b + h)/m) against each other.
#[test]
fn soft_bodies_are_dragged_and_damped() {
    let (a, b, h) = (3.0, 0.01, 0.005);
    for (towards, is_against) in [(DVec3::X, false), (-DVec3::X, true)] {
        let mut model = Model::default();
        let shape = SoftShape::Rope(vec![DVec3::ZERO, DVec3::X], 0.01);
        let rope = SoftDescription {
            damping: [a, b],
            ..SoftDescription::new("rope", shape, Elasticity { young: 1e4, ..JELLY })
        };
        model.add_soft(rope).unwrap();
        let settings = Settings { gravity: DVec3::ZERO, ..settings(h, PenaltyStep::default()) };
        let mut simulation = Simulation::new(model, settings).unwrap();
        let mut state = simulation.state().clone();
        state.vertices.velocities = vec![DVec3::X, towards];
        simulation.restore(state).unwrap();
        simulation.step().unwrap();
        let area = std::f64::consts::PI * 1e-4;
        let (k, m) = (1e4 * area, 500.0 * area);
        let stretched = if is_against { 2.0 * k * h * (b + h) / m } else { 0.0 };
        let expected = 1.0 / (1.0 + h * a + stretched);
        let found = simulation.state().vertices.velocities[0].x;
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    }
}

/// Drag shortens the stable step of what hardly has any stiffness to 2/a.
#[test]
fn drag_shortens_the_stable_step() {
    let mut model = Model::default();
    let soft = soft_cube(DVec3::Y);
    let elasticity = Elasticity { young: 1e-9, ..JELLY };
    model.add_soft(SoftDescription { damping: [50.0, 0.0], elasticity, ..soft }).unwrap();
    let step = PenaltyStep { method: PenaltyMethod::Explicit, ..PenaltyStep::default() };
    let mut simulation = Simulation::new(model, settings(1e-3, step)).unwrap();
    let told = simulation.step().unwrap().stable_step.unwrap();
    assert!((told - 2.0 / 50.0).abs() < 1e-6, "{told}");
}
