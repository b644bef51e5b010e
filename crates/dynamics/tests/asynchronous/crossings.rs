use stickslip_dynamics::glam::{DQuat, DVec2, DVec3};
use stickslip_dynamics::{
    Drive, Elasticity, Model, Motion, Pose, Shape, Simulation, SoftDescription, SoftShape,
};
use stickslip_geometry::mesh::crossing_faces;
use stickslip_geometry::mesh::generate::{box_surface, cloth};

use crate::support::{add, ball, settings, soft_cube, surface, throw};

const WALL: DVec3 = DVec3::new(0.05, 0.4, 0.4);

fn wall(model: &mut Model, motion: Motion) {
    add(model, "wall", Shape::cuboid(WALL).unwrap(), DVec3::X * 0.17, motion);
}

/// Faces of soft bodies and of the wall that cross by exact predicates.
fn crossings(simulation: &Simulation) -> usize {
    let mut points = simulation.state().vertices.positions.clone();
    let mut faces: Vec<[u32; 3]> = Vec::new();
    for (at, soft) in simulation.model().soft_bodies().iter().enumerate() {
        let first = simulation.soft_vertices(at).start as u32;
        faces.extend(soft.faces.iter().map(|face| face.map(|v| first + v)));
    }
    let (soft, first) = (faces.len(), points.len() as u32);
    let skin = box_surface(WALL, [1; 3]).unwrap();
    let pose = simulation.state().bodies[0].pose;
    points.extend(skin.points().iter().map(|&point| pose.point(point)));
    faces.extend(skin.faces().iter().map(|face| face.map(|v| first + v)));
    crossing_faces(&points, &faces, |a, b| a < soft || b < soft).len()
}

/// A soft cube and cloth are thrown at a wall at up to a kilometre a second: nothing ever
/// crosses, and both come back.
#[test]
fn nothing_goes_through_anything() {
    for (h, speed, mu) in [(0.01, 1.0, 0.5), (0.002, 30.0, 0.0), (0.0002, 1000.0, 1.0)] {
        let mut model = Model::default();
        surface(&mut model, mu, 0.0);
        wall(&mut model, Motion::Static);
        model.add_soft(soft_cube("jelly", DVec3::new(-0.01, 0.15, 0.0), 1)).unwrap();
        let sheet = cloth(DVec2::splat(0.1), [3, 3]).unwrap();
        let linen = Elasticity { young: 1e5, poisson: 0.3, density: 500.0 };
        let turn = DQuat::from_rotation_y(1.3);
        model
            .add_soft(SoftDescription {
                pose: Pose::new(DVec3::new(0.03, -0.15, 0.0), turn),
                damping: [0.0, 1e-4],
                touches_itself: true,
                ..SoftDescription::new("cloth", SoftShape::Cloth(sheet, 1e-3), linen)
            })
            .unwrap();
        let mut simulation = Simulation::new(model, settings(h, 9.81)).unwrap();
        throw(&mut simulation, &[], &[DVec3::X * speed; 2]);
        let steps = if speed > 100.0 { 1 } else { 4 };
        for step in 0..steps {
            simulation.step().unwrap();
            assert_eq!(crossings(&simulation), 0, "{speed} m/s, step {step}");
        }
        let farthest = { simulation.state().vertices.positions.iter() }
            .filter(|x| x.y.abs() < 0.39 && x.z.abs() < 0.39)
            .map(|x| x.x)
            .fold(-9.0, f64::max);
        assert!(farthest < 0.12, "{speed} m/s: {farthest}");
    }
}

/// A wall that a script moves pushes a ball and a soft cube before it.
#[test]
fn what_scripts_move_is_an_obstacle_too() {
    let mut model = Model::default();
    let drive = Drive::Velocity { linear: DVec3::X * -1.0, angular: DVec3::ZERO };
    wall(&mut model, Motion::Kinematic(drive));
    ball(&mut model, "ball", DVec3::new(-0.01, 0.25, 0.0));
    model.add_soft(soft_cube("jelly", DVec3::ZERO, 1)).unwrap();
    let mut simulation = Simulation::new(model, settings(0.01, 0.0)).unwrap();
    for _ in 0..20 {
        simulation.step().unwrap();
        assert_eq!(crossings(&simulation), 0);
    }
    let ball = simulation.state().bodies[1].velocity.x;
    assert!(ball < -0.9, "{ball}");
}

#[test]
fn what_clocks_cannot_step_is_named() {
    let told = |shape: Shape, place: f64| {
        let mut model = Model::default();
        wall(&mut model, Motion::Static);
        add(&mut model, "thing", shape, DVec3::X * place, Motion::Dynamic);
        Simulation::new(model, settings(0.01, 0.0)).err().expect("refused").to_string()
    };
    assert_eq!(
        told(Shape::cuboid(DVec3::splat(0.1)).unwrap(), -0.1),
        "setting stepper: asynchronous has rigid bodies that are balls, besides those that forces do not move, unlike \"thing\""
    );
    assert_eq!(
        told(Shape::sphere(0.1).unwrap(), 0.05),
        "setting stepper: asynchronous needs everything apart, but \"thing\" and \"wall\" touch at the beginning"
    );
}
