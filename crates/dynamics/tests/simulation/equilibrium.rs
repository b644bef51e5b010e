//! What must stand still, and what it weighs.

use stickslip_dynamics::glam::{DMat3, DVec3};
use stickslip_dynamics::joint::{Ball, Prismatic};
use stickslip_dynamics::{
    Axis, BodyDescription, BodyId, ColliderDescription, MassDescription, Motor, MotorMode, Pose,
    Schedule, Shape, Simulation,
};

use crate::support::{
    G, H, Part, World, assert_close, cube, cuboid, default_epsilon, normal_impulse, run, state,
};

/// Cubes of 1 m on each other, masses from below.
fn tower(masses: &[f64]) -> (World, Vec<BodyId>) {
    let mut world = World::new();
    let mut bodies = vec![world.ground()];
    for (at, &mass) in masses.iter().enumerate() {
        bodies.push(world.add(cube(0.5).mass(mass).at(DVec3::Y * (at as f64 + 0.5))));
    }
    (world, bodies)
}

#[test]
fn every_interface_of_a_stack_carries_what_is_above() {
    let masses = [3.0, 1.0, 4.0, 1.0, 5.0];
    let (world, bodies) = tower(&masses);
    let mut simulation = world.start();
    run(&mut simulation, 60);
    for at in 0..masses.len() {
        let above: f64 = masses[at..].iter().sum();
        let carried = normal_impulse(&simulation, bodies[at], bodies[at + 1]);
        assert_close(carried, above * G * H, 1e-8);
    }
    assert_close(simulation.contact_force(bodies[0]).y, -14.0 * G, 1e-6);
}

/// A table on four feet at (±1, ±0.5), with its centre of mass shifted.
fn table(centre: DVec3) -> (Simulation, Vec<f64>) {
    let mut world = World::new();
    world.ground();
    let mut colliders = vec![ColliderDescription {
        pose: Pose::at(DVec3::Y * 1.0),
        ..ColliderDescription::new(Shape::cuboid(DVec3::new(1.2, 0.05, 0.7)).expect("extents"))
    }];
    let feet = [(-1.0, -0.5), (-1.0, 0.5), (1.0, -0.5), (1.0, 0.5)];
    for (x, z) in feet {
        colliders.push(ColliderDescription {
            pose: Pose::at(DVec3::new(x, 0.05, z)),
            ..ColliderDescription::new(Shape::sphere(0.05).expect("a radius"))
        });
    }
    let mut description = BodyDescription::dynamic("table", Pose::IDENTITY, colliders);
    description.mass = MassDescription::Given {
        mass: 20.0,
        centre: centre + DVec3::Y,
        inertia: DMat3::from_diagonal(DVec3::new(3.0, 8.0, 7.0)),
    };
    world.add(Part(description));
    let mut simulation = world.start();
    run(&mut simulation, 120);
    let loads = feet
        .iter()
        .map(|(x, z)| {
            let foot = simulation
                .contacts()
                .iter()
                .find(|contact| contact.point.x * x > 0.0 && contact.point.z * z > 0.0);
            foot.expect("every foot stands").impulse.y / H
        })
        .collect();
    (simulation, loads)
}

#[test]
fn a_symmetric_table_stands_on_four_equal_feet() {
    let (_, loads) = table(DVec3::ZERO);
    for load in loads {
        assert_close(load, 20.0 * G / 4.0, 1e-6);
    }
}

#[test]
fn a_table_with_a_load_has_the_one_solution_of_equal_springs() {
    // Four equal springs under a rigid plate: N = mg(¼ + x_c x/(4·1²) + z_c z/(4·½²)).
    let (_, loads) = table(DVec3::new(0.3, 0.0, -0.1));
    let feet = [(-1.0, -0.5), (-1.0, 0.5), (1.0, -0.5), (1.0, 0.5)];
    for (load, (x, z)) in loads.iter().zip(feet) {
        let share = 0.25 + 0.3 * x / 4.0 - 0.1 * z / (4.0 * 0.25);
        assert_close(*load, 20.0 * G * share, 1e-3);
    }
    assert_close(loads.iter().sum::<f64>(), 20.0 * G, 1e-6);
}

#[test]
fn a_heavy_cube_on_nine_light_ones_stands_for_a_minute() {
    let mut masses = [1.0; 10];
    masses[9] = 1000.0;
    let (world, bodies) = tower(&masses);
    let mut simulation = world.start();
    let mut worst = 0.0_f64;
    for _ in 0..3600 {
        run(&mut simulation, 1);
        for (at, &body) in bodies[1..].iter().enumerate() {
            let place = DVec3::Y * (at as f64 + 0.5);
            worst = worst.max((state(&simulation, body).pose.position - place).length());
        }
    }
    assert!(worst < 1e-3, "{worst}");
}

#[test]
fn a_heavy_weight_hardly_stretches_a_light_chain() {
    let mut world = World::new();
    let mut last = None;
    for at in 0..10 {
        let link = world.add(
            cuboid(DVec3::new(0.02, 0.1, 0.02)).mass(1.0).at(DVec3::Y * (-0.1 - 0.2 * at as f64)),
        );
        let anchor = DVec3::Y * (-0.2 * at as f64);
        world.join(last, link, Ball::at(anchor));
        last = Some(link);
    }
    let weight = world.add(cube(0.3).mass(1000.0).at(DVec3::Y * -2.3));
    world.join(last, weight, Ball::at(DVec3::Y * -2.0));
    let mut simulation = world.start();
    let mut lowest = 0.0_f64;
    for _ in 0..300 {
        run(&mut simulation, 1);
        lowest = lowest.min(state(&simulation, weight).pose.position.y + 2.3);
    }
    // Each joint gives by the weight below it over k = 10⁹ N/m.
    let stretch: f64 = (0..=10).map(|at| (1010.0 - at as f64) * G / 1e9).sum();
    assert!(-lowest < 0.001 * 2.0);
    assert_close(state(&simulation, weight).pose.position.y, -2.3 - stretch, 1e-6);
}

/// A finger on a rail along x that presses with a force.
fn finger(world: &mut World, side: f64, force: f64) -> BodyId {
    let body = world.add(cuboid(DVec3::new(0.05, 0.1, 0.1)).mass(1.0).at(DVec3::X * side * 0.55));
    let motor = Motor { mode: MotorMode::Velocity, target: Schedule::constant(1.0), limit: force };
    let travel = Axis { motors: vec![motor], ..Axis::FREE };
    let axis = DVec3::X * -side;
    world.join(None, body, Prismatic { anchor: DVec3::ZERO, axis, travel });
    body
}

#[test]
fn a_grasp_creeps_by_its_compliance_and_no_more() {
    let mut world = World::new();
    let held = world.add(cube(0.5).mass(1.0));
    // μ · 2 · 20 N = 20 N against 9.81 N.
    for side in [-1.0, 1.0] {
        finger(&mut world, side, 20.0);
    }
    let mut simulation = world.start();
    run(&mut simulation, 3600);
    let fallen = -state(&simulation, held).pose.position.y;
    // Eight contacts share the weight; rails give by the weight of finger and share over k.
    let creep = default_epsilon() * H * G / 8.0 * 60.0 + 1.5 * G / 1e9;
    assert!(fallen < 1.2 * creep, "{fallen:e} against {creep:e}");
}
