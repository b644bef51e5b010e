use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{
    BodyDescription, BodyId, ColliderDescription, MaterialTable, Model, Motion, Pose, Settings,
    Shape, Simulation, StepperKind,
};

pub const G: f64 = 9.81;

pub fn settings() -> Settings {
    Settings { stepper: StepperKind::SmallSteps, ..Settings::default() }
}

/// Friction and restitution of everything with everything.
pub fn surface(model: &mut Model, friction: f64, restitution: f64) {
    let mut surface = model.materials.materials()[MaterialTable::DEFAULT.0].surface;
    (surface.friction, surface.restitution) = (friction, restitution);
    model.materials.set_surface(MaterialTable::DEFAULT, surface).unwrap();
}

pub fn add(model: &mut Model, shape: Shape, pose: Pose, motion: Motion) -> BodyId {
    let colliders = vec![ColliderDescription::new(shape)];
    let name = format!("body {}", model.bodies().len());
    let body = BodyDescription { motion, ..BodyDescription::dynamic(&name, pose, colliders) };
    model.add_body(body).unwrap()
}

pub fn ground(model: &mut Model) -> BodyId {
    add(model, Shape::half_space(DVec3::Y).unwrap(), Pose::IDENTITY, Motion::Static)
}

pub fn cuboid(model: &mut Model, half: DVec3, pose: Pose) -> BodyId {
    add(model, Shape::cuboid(half).unwrap(), pose, Motion::Dynamic)
}

pub fn ball(model: &mut Model, radius: f64, place: DVec3) -> BodyId {
    add(model, Shape::sphere(radius).unwrap(), Pose::at(place), Motion::Dynamic)
}

pub fn start(model: Model, settings: Settings) -> Simulation {
    Simulation::new(model, settings).unwrap()
}

pub fn run(simulation: &mut Simulation, seconds: f64) {
    let steps = (seconds / simulation.settings().time_step).round() as usize;
    for _ in 0..steps {
        simulation.step().unwrap();
    }
}

/// Puts a velocity and a spin on a body.
pub fn throw(simulation: &mut Simulation, body: BodyId, velocity: DVec3, spin: DVec3) {
    let mut state = simulation.state().clone();
    state.bodies[body.0].velocity = velocity;
    state.bodies[body.0].angular_velocity = spin;
    simulation.restore(state).unwrap();
}

/// A block on a slope of an angle.
pub fn slope(angle: f64, friction: f64) -> (Simulation, BodyId, DVec3) {
    let mut model = Model::default();
    surface(&mut model, friction, 0.0);
    let turn = DQuat::from_rotation_z(-angle);
    let plane = Shape::half_space(turn * DVec3::Y).unwrap();
    add(&mut model, plane, Pose::IDENTITY, Motion::Static);
    let pose = Pose::new(turn * (0.1 * DVec3::Y), turn);
    let block = cuboid(&mut model, DVec3::new(0.2, 0.1, 0.2), pose);
    (start(model, settings()), block, turn * DVec3::X)
}

/// A heap of small boxes and balls that falls into itself.
pub fn heap(count: usize, settings: Settings) -> Simulation {
    let mut model = Model::default();
    ground(&mut model);
    for at in 0..count {
        let (x, y, z) = (at % 3, at / 9, at / 3 % 3);
        let shift = 0.008 * ((at * 7) % 5) as f64;
        let place =
            DVec3::new(0.6 * x as f64 + shift, 0.35 + 0.65 * y as f64, 0.6 * z as f64 - shift);
        let turn = DQuat::from_scaled_axis(DVec3::new(0.3, 0.5, 0.1) * (at % 4) as f64);
        match at % 3 {
            0 => ball(&mut model, 0.2, place),
            _ => cuboid(&mut model, DVec3::new(0.2, 0.15, 0.18), Pose::new(place, turn)),
        };
    }
    start(model, settings)
}
