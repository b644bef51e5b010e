//! Room for a shape, against gaps that are known.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{Elasticity, Pose, Shape, SoftDescription, SoftShape};
use stickslip_geometry::mesh::generate::tetrahedral_box;

use crate::support::{World, ball, cube, run};

#[test]
fn a_shape_has_room_where_nothing_is_near() {
    let mut world = World::new();
    world.ground();
    world.add(ball(0.5).at(DVec3::Y * 0.5));
    world.add(cube(0.5).fixed().at(DVec3::X * 5.0).turned(DQuat::from_rotation_y(0.8)));
    let mut seen = cube(0.5).at(DVec3::new(-5.0, 0.5, 0.0));
    seen.0.colliders[0].visual = true;
    seen.0.motion = stickslip_dynamics::Motion::Static;
    world.add(seen);
    let mesh = tetrahedral_box(DVec3::splat(0.15), [2; 3]).expect("a box");
    let jelly = Elasticity { young: 1e5, poisson: 0.3, density: 1000.0 };
    let jelly = SoftDescription {
        pose: Pose::at(DVec3::new(0.0, 0.2, 4.0)),
        ..SoftDescription::new("jelly", SoftShape::Solid(mesh), jelly)
    };
    world.model.add_soft(jelly).expect("soft");
    let simulation = &mut world.start();
    let shape = Shape::cuboid(DVec3::splat(0.5)).expect("a box");
    let has_room =
        |x: f64, y: f64, z: f64| simulation.has_room(&shape, &Pose::at(DVec3::new(x, y, z)), 0.05);
    // Above the ground, above the ball, inside it, and beside where only something to look at is.
    assert_eq!([0.54, 0.56].map(|y| has_room(2.0, y, 0.0)), [false, true]);
    assert_eq!([1.54, 1.56, 0.6].map(|y| has_room(0.0, y, 0.0)), [false, true, false]);
    assert!(has_room(-5.0, 0.6, 0.0));
    // A corner of the turned one points at it, by 0.5 (sin 0.8 + cos 0.8) from its centre.
    let corner = 5.0 - 0.5 * (0.8_f64.sin() + 0.8_f64.cos());
    assert_eq!([0.54, 0.56].map(|gap| has_room(corner - gap, 0.6, 0.0)), [false, true]);
    // Above the vertices of the soft one, and where its middle is.
    assert_eq!([0.89, 0.91, 0.6].map(|y| has_room(0.0, y, 4.0)), [false, true, false]);
    // It is about what is there now.
    run(simulation, 60);
    assert!(simulation.state().vertices.positions.iter().all(|it| it.y < 0.35));
    assert!(simulation.has_room(&shape, &Pose::at(DVec3::new(0.0, 0.9, 4.0)), 0.05));
}
