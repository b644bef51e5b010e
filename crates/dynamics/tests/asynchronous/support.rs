use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    AsynchronousStep, BodyDescription, BodyId, ColliderDescription, Elasticity, MaterialTable,
    Model, Motion, Pose, Settings, Shape, Simulation, SoftDescription, SoftShape, StepperKind,
};
use stickslip_geometry::mesh::generate::tetrahedral_box;

pub const JELLY: Elasticity = Elasticity { young: 1e5, poisson: 0.3, density: 1000.0 };

pub fn settings(h: f64, gravity: f64) -> Settings {
    Settings {
        stepper: StepperKind::Asynchronous,
        time_step: h,
        gravity: DVec3::Y * -gravity,
        asynchronous: AsynchronousStep {
            thickness: 0.01,
            stiffness: Some(1e3),
            ..AsynchronousStep::default()
        },
        ..Settings::default()
    }
}

/// Friction and restitution of everything with everything.
pub fn surface(model: &mut Model, friction: f64, restitution: f64) {
    let mut surface = model.materials.materials()[MaterialTable::DEFAULT.0].surface;
    (surface.friction, surface.restitution) = (friction, restitution);
    model.materials.set_surface(MaterialTable::DEFAULT, surface).unwrap();
}

pub fn add(model: &mut Model, name: &str, shape: Shape, place: DVec3, motion: Motion) -> BodyId {
    let colliders = vec![ColliderDescription::new(shape)];
    let pose = Pose::at(place);
    let body = BodyDescription { motion, ..BodyDescription::dynamic(name, pose, colliders) };
    model.add_body(body).unwrap()
}

pub const RADIUS: f64 = 0.1;

pub fn ball(model: &mut Model, name: &str, place: DVec3) -> BodyId {
    add(model, name, Shape::sphere(RADIUS).unwrap(), place, Motion::Dynamic)
}

pub fn soft_cube(name: &str, centre: DVec3, cut: usize) -> SoftDescription {
    let mesh = tetrahedral_box(DVec3::splat(0.1), [cut; 3]).unwrap();
    SoftDescription {
        pose: Pose::at(centre),
        touches_itself: true,
        ..SoftDescription::new(name, SoftShape::Solid(mesh), JELLY)
    }
}

/// Puts velocities on bodies and on all vertices of soft bodies.
pub fn throw(simulation: &mut Simulation, bodies: &[(BodyId, DVec3)], soft: &[DVec3]) {
    let mut state = simulation.state().clone();
    for (body, velocity) in bodies {
        state.bodies[body.0].velocity = *velocity;
    }
    for (at, velocity) in soft.iter().enumerate() {
        state.vertices.velocities[simulation.soft_vertices(at)].fill(*velocity);
    }
    simulation.restore(state).unwrap();
}
