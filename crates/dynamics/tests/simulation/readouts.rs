//! What can be read out of a simulation besides its state.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::joint::{Ball, Distance, Fixed, Hinge};
use stickslip_dynamics::{
    BodyId, CableDescription, Combination, ContactState, FrictionModel, JointId, JointKind,
    MaterialTable, RowKind, Simulation, Sleeping, StepReport,
};

use crate::support::{G, H, World, assert_close, ball, cube, cuboid, half_space, particle, run};

const MODELS: [FrictionModel; 8] = [
    FrictionModel::BoxFixed,
    FrictionModel::BoxNormalFirst,
    FrictionModel::Pyramid,
    FrictionModel::Polyhedral { facets: 8 },
    FrictionModel::Prism { facets: 8 },
    FrictionModel::Cylinder,
    FrictionModel::Cone,
    FrictionModel::ConvexCone,
];

/// A particle on the ground that moves along x: friction is along a direction
/// of every model, so that its bound is ±μλ_n there.
fn slider(model: FrictionModel, speed: f64) -> Simulation {
    let mut world = World::new();
    world.friction(model, 0.5);
    world.ground();
    world.add(particle().at(DVec3::Y * 0.5).moving(DVec3::X * speed));
    world.start()
}

fn states(simulation: &Simulation) -> Vec<ContactState> {
    simulation.contacts().iter().map(|contact| contact.state).collect()
}

#[test]
fn contacts_slip_until_they_stick() {
    for model in MODELS {
        let mut simulation = slider(model, 1.0);
        // μ g = 4.9 m/s²: it stops after 0.2 s.
        run(&mut simulation, 6);
        assert_eq!(states(&simulation), [ContactState::Slipping], "{model:?}");
        assert_eq!(simulation.contacts()[0].friction, 0.5);
        run(&mut simulation, 20);
        assert_eq!(states(&simulation), [ContactState::Sticking], "{model:?}");
    }
}

#[test]
fn contacts_without_force_separate_and_without_friction_slip() {
    let mut world = World::new();
    world.ground();
    world.add(particle().at(DVec3::Y * 0.505).moving(DVec3::Y * 0.3));
    let mut simulation = world.start();
    run(&mut simulation, 1);
    assert_eq!(states(&simulation), [ContactState::Separating]);
    let mut simulation = slider(FrictionModel::Frictionless, 0.0);
    run(&mut simulation, 3);
    assert_eq!(states(&simulation), [ContactState::Slipping]);
}

/// In a direction between the tangents the shapes differ: 0.45 √2 of the load
/// along the diagonal is inside the box of half-width 0.5, and outside the disc
/// and the octagon, whose corner is there.
#[test]
fn the_bound_has_the_shape_of_its_model() {
    let pulled = |model, share: f64| {
        let mut simulation = slider(model, 0.0);
        run(&mut simulation, 3);
        for _ in 0..3 {
            let force = DVec3::new(share, 0.0, share) * 9.81;
            simulation.push(BodyId(1), force, DVec3::Y * 0.5, DVec3::ZERO).expect("a body");
            run(&mut simulation, 1);
        }
        states(&simulation)[0]
    };
    for model in MODELS {
        let is_box = matches!(
            model,
            FrictionModel::BoxFixed | FrictionModel::BoxNormalFirst | FrictionModel::Pyramid
        );
        let beyond = if is_box { ContactState::Sticking } else { ContactState::Slipping };
        assert_eq!(pulled(model, 0.45), beyond, "{model:?}");
        assert_eq!(pulled(model, 0.34), ContactState::Sticking, "{model:?}");
        assert_eq!(pulled(model, 0.55), ContactState::Slipping, "{model:?}");
    }
}

#[test]
fn islands_name_their_bodies_and_rows() {
    for model in MODELS {
        let mut world = World::new();
        world.friction(model, 0.5);
        world.ground();
        let low = world.add(cube(0.5).at(DVec3::new(-3.0, 0.5, 0.0)));
        let high = world.add(ball(0.5).at(DVec3::new(-3.0, 1.5, 0.0)));
        let lone = world.add(ball(0.5).at(DVec3::new(3.0, 0.5, 0.0)));
        let hanging = world.add(ball(0.5).at(DVec3::new(3.0, 5.0, 0.0)));
        world.add(ball(0.5).at(DVec3::Y * 50.0));
        let anchor = DVec3::new(3.0, 7.0, 0.0);
        world.join(None, hanging, Ball::at(anchor));
        let mut simulation = world.start();
        assert_eq!(simulation.islands().count(), 0);
        run(&mut simulation, 2);
        let mut found: Vec<Vec<usize>> =
            simulation.islands().map(|island| island.bodies.to_vec()).collect();
        found.sort();
        assert_eq!(found, [vec![low.0, high.0], vec![lone.0], vec![hanging.0]], "{model:?}");
        for island in simulation.islands() {
            let (problem, outcome) = island.solved.expect("awake");
            let kinds = island.row_kinds();
            assert_eq!((kinds.len(), outcome.x.len()), (problem.size(), problem.size()));
            let count = |kind| kinds.iter().filter(|&&found| found == kind).count();
            // Four corners below the cube and a point above it.
            let (joints, normals) = match island.bodies {
                bodies if bodies == [low.0, high.0] => (0, 5),
                bodies if bodies == [lone.0] => (0, 1),
                _ => (3, 0),
            };
            assert_eq!(count(RowKind::Joint), joints);
            assert_eq!(count(RowKind::Normal), normals);
            assert_eq!(count(RowKind::Friction), 2 * normals, "{model:?}");
        }
    }
}

#[test]
fn sleeping_islands_say_so_and_have_no_problem() {
    let mut world = World::new();
    world.settings.sleeping = Some(Sleeping { speed: 0.01, seconds: 0.1 });
    world.ground();
    world.add(cube(0.5).at(DVec3::Y * 0.5));
    let mut simulation = world.start();
    run(&mut simulation, 2);
    assert!(simulation.islands().all(|island| !island.asleep && island.solved.is_some()));
    run(&mut simulation, 20);
    assert!(simulation.islands().all(|island| island.asleep && island.solved.is_none()));
    assert_eq!(simulation.islands().count(), 1);
}

/// A rod on a hinge at its end: the anchor stays, the rod's end with it; the
/// hinge carries the weight.
#[test]
fn anchors_move_with_their_bodies() {
    let mut world = World::new();
    let turn = DQuat::from_rotation_z(0.7);
    let end = DVec3::new(1.0, 2.0, 0.5);
    let centre = end + turn * (DVec3::Y * -1.0);
    let rod = world.add(cuboid(DVec3::new(0.1, 1.0, 0.1)).mass(3.0).at(centre).turned(turn));
    let bob = world.add(ball(0.1).mass(1.0).at(centre + DVec3::Y * -3.0));
    let axis = DVec3::Z;
    let rotation = stickslip_dynamics::Axis::FREE;
    let hinge = world.join(None, rod, Hinge { anchor: end, axis, rotation });
    let rope =
        world.join(Some(rod), bob, Distance::between(centre, centre + DVec3::Y * -3.0, None));
    let mut simulation = world.start();
    run(&mut simulation, 40);
    let [first, second] = simulation.joint_anchors(hinge).expect("a hinge");
    assert_eq!(first, end);
    assert!(second.distance(end) < 5e-3, "it holds, softly: {second}");
    let pose = simulation.state().bodies[rod.0].pose;
    assert!(second.distance(pose.point(DVec3::Y)) < 1e-12, "one metre up the rod");
    let [first, second] = simulation.joint_anchors(rope).expect("a rope");
    assert!(first.distance(pose.position) < 1e-12);
    assert!(second.distance(simulation.state().bodies[bob.0].pose.position) < 1e-12);
    assert!(simulation.joint_force(hinge) > 9.81);
    assert_eq!(simulation.joint_anchors(stickslip_dynamics::JointId(2)), None);
    assert_eq!(simulation.joint_force(stickslip_dynamics::JointId(2)), 0.0);
}

#[test]
fn a_joint_at_rest_carries_the_weight() {
    let mut world = World::new();
    let body = world.add(ball(0.5).mass(2.0).at(DVec3::Y * -1.0));
    let joint = world.join(None, body, Ball::at(DVec3::ZERO));
    world.settings.substeps = 3;
    let mut simulation = world.start();
    run(&mut simulation, 60);
    assert_close(simulation.joint_force(joint), 2.0 * 9.81, 1e-6);
}

/// ½ m v² + ½ I ω² of a ball, I = ⅖ m r².
#[test]
fn kinetic_energy_of_a_ball() {
    let mut world = World::weightless();
    let (velocity, spin) = (DVec3::new(1.0, 2.0, 2.0), DVec3::new(0.0, 3.0, 4.0));
    let body = world.add(ball(0.5).mass(4.0).moving(velocity).spinning(spin));
    let simulation = world.start();
    let expected = 0.5 * 4.0 * 9.0 + 0.5 * (0.4 * 4.0 * 0.25) * 25.0;
    assert_close(simulation.kinetic_energy(body), expected, 1e-12);
    assert_eq!(simulation.kinetic_energy(BodyId(7)), 0.0);
}

#[test]
fn one_friction_for_all_overrides_pairs_and_rules() {
    let mut world = World::new();
    let table = &mut world.model.materials;
    table.friction_rule = Combination::Product;
    let surface = stickslip_dynamics::Surface { friction: 0.9, ..Default::default() };
    table.set_pair(MaterialTable::DEFAULT, MaterialTable::DEFAULT, surface).expect("sound");
    table.set_friction_everywhere(Some(0.2)).expect("sound");
    // A slope of 0.3 holds with 0.9, and lets go with 0.2: a = g (sin − μ cos).
    let angle = 0.3_f64.atan();
    let normal = DVec3::new(angle.sin(), angle.cos(), 0.0);
    world.add(half_space(normal));
    let body = world.add(particle().at(normal * 0.5));
    let mut simulation = world.start();
    run(&mut simulation, 60);
    let speed = simulation.state().bodies[body.0].velocity.length();
    assert_close(speed, 9.81 * (angle.sin() - 0.2 * angle.cos()) * 60.0 * H, 1e-3);
}

#[test]
fn models_remember_their_cables() {
    let mut world = World::new();
    world.ground();
    let path = vec![DVec3::Y * 5.0, DVec3::Y];
    let cable = CableDescription::new("rope", path, 8, 0.01, 1.0);
    let added = world.model.add_cable(cable).expect("a cable");
    assert_eq!(world.model.cables(), std::slice::from_ref(&added));
    assert_eq!((added.name.as_str(), added.bodies.len()), ("rope", 8));
}

/// Σ m v, and Σ x × m v + I ω about the origin.
#[test]
fn momentum_of_two_bodies() {
    let mut world = World::weightless();
    let (place, velocity, spin) = (DVec3::X * 3.0, DVec3::Y * 2.0, DVec3::Z * 5.0);
    world.add(ball(0.5).mass(4.0).at(place).moving(velocity).spinning(spin));
    world.add(ball(0.5).mass(1.0).at(DVec3::Z * 9.0).moving(DVec3::X));
    let (linear, angular) = world.start().momentum();
    assert_eq!(linear, DVec3::new(1.0, 8.0, 0.0));
    let expected = DVec3::Z * 24.0 + DVec3::Z * (0.4 * 4.0 * 0.25 * 5.0) + DVec3::Y * 9.0;
    assert!((angular - expected).length() < 1e-12, "{angular}");
}

#[test]
fn means_of_a_report_are_sums_over_counts() {
    let mut report = StepReport::default();
    (report.solves, report.rows, report.tight) = (2, 8, 2);
    (report.iterations, report.energy_error_sum) = (5, 4.0);
    let means = [report.tight_share(), report.energy_error_mean(), report.iterations_per_solve()];
    assert_eq!(means, [0.25, 0.5, 2.5]);
    let nothing = StepReport::default();
    assert_eq!([nothing.tight_share(), nothing.energy_error_mean()], [0.0; 2]);
}

#[test]
fn stages_take_time_and_no_less() {
    let mut world = World::new();
    world.ground();
    world.add(cube(0.5).at(DVec3::Y * 0.5));
    let times = run(&mut world.start(), 2).times;
    let all = [times.broad_s, times.narrow_s, times.assemble_s, times.solve_s, times.integrate_s];
    assert!(all.iter().all(|&seconds| seconds > 0.0), "{times:?}");
}

/// One pass leaves two overlapping balls touching, moved as 1/m, with the
/// centre of mass where it was and velocities as they were (course, Eq 248–256).
#[test]
fn projection_moves_bodies_apart_by_their_masses() {
    let mut world = World::weightless();
    world.settings.projection_passes = 1;
    world.surface(|surface| surface.compliance = crate::support::RIGID);
    let light = world.add(ball(0.5).mass(1.0));
    let heavy = world.add(ball(0.5).mass(3.0).at(DVec3::X * 0.9));
    let mut simulation = world.start();
    run(&mut simulation, 1);
    let [left, right] = [light, heavy].map(|body| simulation.state().bodies[body.0]);
    assert_close(left.pose.position.x, -0.075, 1e-9);
    assert_close(right.pose.position.x, 0.925, 1e-9);
    assert_eq!([left.velocity, right.velocity], [DVec3::ZERO; 2]);
}

/// An arm of 2 kg reaches 0.5 m out from a pin: what holds it carries its
/// weight m g, and m g L about the pin.
#[test]
fn a_joint_tells_the_force_and_the_torque_that_it_holds_with() {
    let held = |kind: JointKind| {
        let mut world = World::new();
        let arm = world.add(cuboid(DVec3::new(1.0, 0.1, 0.1)).at(DVec3::X * 0.5).mass(2.0));
        let joint = world.join(None, arm, kind);
        let mut simulation = world.start();
        run(&mut simulation, 3);
        (simulation.joint_load(joint), simulation)
    };
    let ([force, torque], simulation) = held(Fixed { anchor: DVec3::ZERO }.into());
    assert_close(force.distance(DVec3::Y * 2.0 * G), 0.0, 1e-3);
    assert_close(torque.distance(DVec3::Z * 2.0 * G * 0.5), 0.0, 1e-3);
    // As large as what the joint says of itself, and nothing for one that is not there.
    let joint = JointId(0);
    assert!((force.length() - simulation.joint_force(joint)).abs() < 1e-9);
    assert_eq!(simulation.joint_load(JointId(7)), [DVec3::ZERO; 2]);
    // A ball joint holds no torque: the arm falls.
    let ([force, torque], _) = held(Ball::at(DVec3::ZERO).into());
    assert!(force.y > 0.2 * 2.0 * G && torque.length() < 1e-9, "{force} {torque}");
}
