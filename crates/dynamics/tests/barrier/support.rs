use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    BodyDescription, BodyId, ColliderDescription, Elasticity, MaterialTable, Model, Motion, Pose,
    Settings, Shape, Simulation, SoftDescription, SoftShape, StepperKind,
};
use stickslip_geometry::mesh::crossing_faces;
use stickslip_geometry::mesh::generate::tetrahedral_box;

pub const JELLY: Elasticity = Elasticity { young: 1e5, poisson: 0.3, density: 1000.0 };

pub fn settings(h: f64) -> Settings {
    Settings { stepper: StepperKind::Barrier, time_step: h, ..Settings::default() }
}

/// Friction of everything with everything.
pub fn friction(model: &mut Model, mu: f64) {
    let mut surface = model.materials.materials()[MaterialTable::DEFAULT.0].surface;
    surface.friction = mu;
    model.materials.set_surface(MaterialTable::DEFAULT, surface).expect("a surface");
}

pub fn add(model: &mut Model, name: &str, shape: Shape, pose: Pose, motion: Motion) -> BodyId {
    let colliders = vec![ColliderDescription::new(shape)];
    let body = BodyDescription { motion, ..BodyDescription::dynamic(name, pose, colliders) };
    model.add_body(body).expect("a body")
}

pub fn cube(half: f64) -> Shape {
    Shape::cuboid(DVec3::splat(half)).expect("a box")
}

pub fn soft_cube(name: &str, centre: DVec3, cut: usize) -> SoftDescription {
    let mesh = tetrahedral_box(DVec3::splat(0.1), [cut; 3]).expect("a box");
    SoftDescription {
        pose: Pose::at(centre),
        touches_itself: true,
        ..SoftDescription::new(name, SoftShape::Solid(mesh), JELLY)
    }
}

/// All faces of soft bodies and of boxes, where they are now, that cross by exact
/// predicates.
pub fn crossings(simulation: &Simulation, half: impl Fn(usize) -> Option<DVec3>) -> usize {
    let (mut points, mut faces, mut owners) = (Vec::new(), Vec::new(), Vec::new());
    let model = simulation.model();
    for (at, soft) in model.soft_bodies().iter().enumerate() {
        let first = points.len() as u32;
        points.extend_from_slice(
            &simulation.state().vertices.positions[simulation.soft_vertices(at)],
        );
        faces.extend(soft.faces.iter().map(|face| face.map(|v| first + v)));
        owners.resize(faces.len(), usize::MAX - at);
    }
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    for (at, state) in simulation.state().bodies.iter().enumerate() {
        let Some(half) = half(at) else { continue };
        let first = points.len() as u32;
        let sign = |bit: u32| if bit == 0 { -1.0 } else { 1.0 };
        points.extend(
            (0..8).map(|k| {
                state.pose.point(half * DVec3::new(sign(k & 1), sign(k & 2), sign(k & 4)))
            }),
        );
        for [a, b, c, d] in quads {
            faces.extend([[a, b, c], [a, c, d]].map(|face| face.map(|v| first + v)));
        }
        owners.resize(faces.len(), at);
    }
    let is_soft = |owner: usize| owner > usize::MAX / 2;
    let matters = |a: usize, b: usize| owners[a] != owners[b] || is_soft(owners[a]);
    crossing_faces(&points, &faces, matters).len()
}
