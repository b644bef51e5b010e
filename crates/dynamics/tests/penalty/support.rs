use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    BodyDescription, BodyId, ColliderDescription, MaterialTable, Model, Motion, PenaltyMethod,
    PenaltyStep, Pose, Settings, Shape, Simulation, StepperKind,
};

pub const G: f64 = 9.81;

pub fn explicit(stiffness: f64, damping: f64) -> PenaltyStep {
    PenaltyStep {
        method: PenaltyMethod::Explicit,
        stiffness: Some(stiffness),
        damping: Some(damping),
        ..PenaltyStep::default()
    }
}

pub fn settings(h: f64, penalty: PenaltyStep) -> Settings {
    Settings { stepper: StepperKind::Penalty, time_step: h, penalty, ..Settings::default() }
}

/// Friction and restitution of everything with everything.
pub fn surface(model: &mut Model, friction: f64, restitution: f64) {
    let mut surface = model.materials.materials()[MaterialTable::DEFAULT.0].surface;
    (surface.friction, surface.restitution) = (friction, restitution);
    model.materials.set_surface(MaterialTable::DEFAULT, surface).unwrap();
}

pub fn add(model: &mut Model, name: &str, shape: Shape, pose: Pose, motion: Motion) -> BodyId {
    let colliders = vec![ColliderDescription::new(shape)];
    let body = BodyDescription { motion, ..BodyDescription::dynamic(name, pose, colliders) };
    model.add_body(body).unwrap()
}

pub fn ground(model: &mut Model, normal: DVec3) -> BodyId {
    add(model, "ground", Shape::half_space(normal).unwrap(), Pose::IDENTITY, Motion::Static)
}

/// Of a ball of a mass.
pub fn radius(mass: f64) -> f64 {
    (mass / (1000.0 * 4.0 / 3.0 * std::f64::consts::PI)).cbrt()
}

/// A ball of a mass, as high above the ground as said.
pub fn ball(model: &mut Model, mass: f64, gap: f64) -> BodyId {
    let radius = radius(mass);
    let shape = Shape::sphere(radius).unwrap();
    add(model, "ball", shape, Pose::at(DVec3::Y * (radius + gap)), Motion::Dynamic)
}

/// Puts a velocity on a body.
pub fn throw(simulation: &mut Simulation, body: BodyId, velocity: DVec3) {
    let mut state = simulation.state().clone();
    state.bodies[body.0].velocity = velocity;
    simulation.restore(state).unwrap();
}
