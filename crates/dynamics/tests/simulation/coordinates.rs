//! Coordinates of joints and flat states, in and out.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::joint::{Ball, Coupling, CouplingTerm, Distance, Hinge, SixDof, Universal};
use stickslip_dynamics::{
    Axis, BodyId, Coordinates, JointId, JointKind, Settings, Simulation, Sleeping,
};

use crate::support::{G, H, World, assert_close, ball, cube, cuboid, run, state};

/// The largest error of a joint where the bodies are: after so short a step that
/// they have hardly moved.
fn torn(simulation: &Simulation) -> f64 {
    let settings = Settings { time_step: 1e-8, ..simulation.settings().clone() };
    let mut other = Simulation::new(simulation.model().clone(), settings).expect("the same");
    other.restore(simulation.state().clone()).expect("of the same model");
    run(&mut other, 1).joint_error_max
}

fn hinge(anchor: DVec3) -> Hinge {
    Hinge { anchor, axis: DVec3::Z, rotation: Axis::FREE }
}

/// Two links of 1 m from the origin along x, on hinges about z, a ball joint
/// with a third body at the end.
fn arm() -> (Simulation, [JointId; 3]) {
    let mut world = World::weightless();
    let links = [0.5, 1.5, 2.5].map(|x| world.add(cube(0.1).mass(1.0).at(DVec3::X * x)));
    let shoulder = world.join(None, links[0], hinge(DVec3::ZERO));
    let elbow = world.join(Some(links[0]), links[1], hinge(DVec3::X));
    let wrist = Ball::at(DVec3::X * 2.0);
    let wrist = world.join(Some(links[1]), links[2], wrist);
    (world.start(), [shoulder, elbow, wrist])
}

fn place(simulation: &Simulation, at: usize) -> DVec3 {
    state(simulation, BodyId(at)).pose.position
}

/// x = cos α + ½ cos(α + β) and so on, and its derivative.
#[test]
fn coordinates_set_are_coordinates_read_and_move_what_hangs_on_them() {
    let (mut simulation, [shoulder, elbow, wrist]) = arm();
    let ((alpha, alpha_rate), (beta, beta_rate)) = ((0.4, 1.5), (-1.1, 0.7));
    let turn = [(0.3, 0.1), (-0.2, 0.4), (0.5, -0.6)];
    // In any order.
    simulation.set_joint_coordinates(wrist, &turn).expect("a tree");
    simulation.set_joint_coordinates(elbow, &[(beta, beta_rate)]).expect("a tree");
    simulation.set_joint_coordinates(shoulder, &[(alpha, alpha_rate)]).expect("a tree");
    let along = |angle: f64| DVec3::new(angle.cos(), angle.sin(), 0.0);
    let across = |angle: f64| DVec3::new(-angle.sin(), angle.cos(), 0.0);
    let (both, both_rate) = (alpha + beta, alpha_rate + beta_rate);
    assert!((place(&simulation, 0) - 0.5 * along(alpha)).length() < 1e-14);
    assert!((place(&simulation, 1) - along(alpha) - 0.5 * along(both)).length() < 1e-14);
    let velocity = across(alpha) * alpha_rate + 0.5 * across(both) * both_rate;
    assert!((state(&simulation, BodyId(1)).velocity - velocity).length() < 1e-13);
    assert_close(state(&simulation, BodyId(1)).angular_velocity.z, both_rate, 1e-13);
    for (joint, expected) in [
        (shoulder, vec![(alpha, alpha_rate)]),
        (elbow, vec![(beta, beta_rate)]),
        (wrist, turn.to_vec()),
    ] {
        for (read, expected) in simulation.joint_coordinates(joint).iter().zip(&expected) {
            assert_close(read.0, expected.0, 1e-13);
            assert_close(read.1, expected.1, 1e-12);
        }
    }
    // Joints that hold are not torn.
    assert!(torn(&simulation) < 1e-12);
}

/// What is coupled hangs on nothing by that.
#[test]
fn coupled_joints_can_still_be_set() {
    let mut world = World::weightless();
    let links = [0.5, 1.5].map(|x| world.add(cube(0.1).mass(1.0).at(DVec3::X * x)));
    let shoulder = world.join(None, links[0], hinge(DVec3::ZERO));
    world.join(Some(links[0]), links[1], hinge(DVec3::X));
    let term = |first, second, anchor, factor| CouplingTerm {
        first,
        second,
        anchor,
        axis: DVec3::Z,
        slides: false,
        factor,
        reference: 0.0,
    };
    let own = term(Some(links[0]), links[1], DVec3::X, 1.0);
    let terms = vec![own, term(None, links[0], DVec3::ZERO, -1.0)];
    world.join(None, links[1], Coupling { terms, sum: Axis::FREE });
    let mut simulation = world.start();
    simulation.set_joint_coordinates(shoulder, &[(0.4, 0.0)]).expect("a tree");
    let expected = 1.5 * DVec3::new(0.4_f64.cos(), 0.4_f64.sin(), 0.0);
    assert!((place(&simulation, 1) - expected).length() < 1e-14);
}

#[test]
fn whole_turns_are_kept() {
    let (mut simulation, [shoulder, ..]) = arm();
    let angle = 3.0 * std::f64::consts::TAU + 0.25;
    simulation.set_joint_coordinates(shoulder, &[(angle, 0.0)]).expect("a tree");
    run(&mut simulation, 2);
    assert_close(simulation.joint_coordinates(shoulder)[0].0, angle, 1e-9);
}

/// The rates agree with differences of the values over a small time.
#[test]
fn rates_are_those_of_the_values() {
    let mut world = World::weightless();
    world.settings.time_step = 1e-6;
    let first = world.add(cube(0.2).mass(2.0).spinning(DVec3::new(0.3, -0.2, 0.9)));
    let spin = DVec3::new(1.0, 2.0, -0.5);
    let second = world.add(cube(0.2).mass(1.0).at(DVec3::X).spinning(spin).moving(DVec3::Y * 0.3));
    let free: JointKind = SixDof {
        anchor: DVec3::X * 0.4,
        frame: DQuat::from_rotation_x(0.4),
        turned: DQuat::IDENTITY,
        axes: std::array::from_fn(|_| Axis::FREE),
    }
    .into();
    let far = DVec3::new(1.0, 0.2, 0.0);
    let length: JointKind = Distance::between(DVec3::Y * 0.1, far, Some([0.01, 50.0])).into();
    let joints = [free, length].map(|kind| world.join(Some(first), second, kind));
    let mut simulation = world.start();
    // Away from the beginning, where coordinates are not yet curved.
    simulation
        .set_joint_coordinates(
            joints[0],
            &[(0.1, 0.2), (0.2, -0.1), (0.0, 0.3), (0.5, 1.0), (-0.8, 0.4), (0.3, -0.7)],
        )
        .expect_err("joined twice");
    for _ in 0..200 {
        run(&mut simulation, 1);
    }
    let read = |simulation: &Simulation| joints.map(|joint| simulation.joint_coordinates(joint));
    let before = read(&simulation);
    run(&mut simulation, 1);
    let after = read(&simulation);
    for (before, after) in before.iter().flatten().zip(after.iter().flatten()) {
        assert_close((after.0 - before.0) / 1e-6, after.1, 1e-5);
    }
}

#[test]
fn a_universal_joint_is_set_by_its_two_turns() {
    let mut world = World::weightless();
    let body = world.add(cube(0.1).mass(1.0).at(DVec3::Z));
    let kind = Universal::free(DVec3::ZERO, DVec3::X, DVec3::Y);
    let joint = world.join(None, body, kind);
    let mut simulation = world.start();
    let given = [(0.7, 0.5), (-0.4, 1.2)];
    simulation.set_joint_coordinates(joint, &given).expect("a tree");
    for (read, given) in simulation.joint_coordinates(joint).iter().zip(given) {
        assert_close(read.0, given.0, 1e-14);
        assert_close(read.1, given.1, 1e-14);
    }
    let turned = DQuat::from_rotation_x(0.7) * DQuat::from_rotation_y(-0.4) * DVec3::Z;
    assert!((place(&simulation, 0) - turned).length() < 1e-14);
    assert!(torn(&simulation) < 1e-12);
}

/// The second body stands on the world: the first one's side moves instead.
#[test]
fn the_side_that_can_move_moves() {
    let mut world = World::weightless();
    // Its centre is not on the axis.
    let post = world.add(cube(0.1).fixed().at(DVec3::new(0.3, 0.2, 0.0)));
    let links = [-1.0, -2.0].map(|x| world.add(cube(0.1).mass(1.0).at(DVec3::X * x)));
    let inner = world.join(Some(links[0]), post, hinge(DVec3::ZERO));
    let outer = world.join(Some(links[1]), links[0], hinge(DVec3::X * -1.0));
    let mut simulation = world.start();
    simulation.set_joint_coordinates(outer, &[(0.3, 0.2)]).expect("a tree");
    simulation.set_joint_coordinates(inner, &[(0.5, -1.0)]).expect("a tree");
    for (joint, expected) in [(inner, (0.5, -1.0)), (outer, (0.3, 0.2))] {
        let read = simulation.joint_coordinates(joint)[0];
        assert_close(read.0, expected.0, 1e-14);
        assert_close(read.1, expected.1, 1e-14);
    }
    assert_eq!(place(&simulation, 0), DVec3::new(0.3, 0.2, 0.0));
    // The point of the link on the axis stands still.
    let link = state(&simulation, links[0]);
    let there = link.velocity - link.angular_velocity.cross(link.pose.position);
    assert!(there.length() < 1e-14, "{there}");
    let angle = -0.5_f64;
    assert!((place(&simulation, 1) + DVec3::new(angle.cos(), angle.sin(), 0.0)).length() < 1e-14);
    assert!(torn(&simulation) < 1e-12);
}

/// Two cubes sleep on an arm that turns up from under them: the upper one never touched it, and
/// would hold the other in its sleep.
#[test]
fn what_lay_on_it_wakes_and_its_contacts_are_forgotten() {
    let ways = [(Coordinates::Joint, false), (Coordinates::Joint, true)];
    for (coordinates, sets_tree) in ways.into_iter().chain([(Coordinates::Maximal, false)]) {
        let mut world = World::new();
        world.settings.coordinates = coordinates;
        world.settings.sleeping = Some(Sleeping { speed: 0.02, seconds: 0.2 });
        let arm = cuboid(DVec3::new(0.5, 0.1, 0.5)).mass(1.0).at(DVec3::X * 0.5);
        let arm = world.add(arm);
        let stop = Axis { limits: Some([0.0, 2.0]), ..Axis::FREE };
        let kind = Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation: stop };
        let hinge = world.join(None, arm, kind);
        let cubes = [0.2, 0.4].map(|y| world.add(cube(0.1).mass(0.2).at(DVec3::new(0.7, y, 0.0))));
        let mut simulation = world.start();
        run(&mut simulation, 60);
        assert!(simulation.islands().all(|island| island.asleep), "they sleep");
        assert!(!simulation.contacts().is_empty());
        let of_both = |one: usize, other: usize| one.min(other) == cubes[0].0;
        if sets_tree {
            let mut tree = simulation.articulated().remove(0);
            tree.set(&[1.8], &[0.0]).expect("a coordinate");
            simulation.set_articulated(&tree);
        } else {
            simulation.set_joint_coordinates(hinge, &[(1.8, 0.0)]).expect("a tree");
        }
        let left = &simulation.state().contacts;
        assert!(!left.is_empty() && left.iter().all(|it| of_both(it.key.0, it.key.1)));
        assert!(simulation.contacts().iter().all(|it| of_both(it.first, it.second)));
        run(&mut simulation, 1);
        for body in cubes {
            assert_close(state(&simulation, body).velocity.y, -H * G, 1e-6);
        }
        assert_eq!(simulation.is_carried(hinge), coordinates == Coordinates::Joint);
    }
}

#[test]
fn what_cannot_be_set_is_refused() {
    let (mut simulation, [shoulder, ..]) = arm();
    let mut error = |joint: JointId, given: &[(f64, f64)]| {
        simulation.set_joint_coordinates(joint, given).expect_err("wrong").to_string()
    };
    assert!(error(shoulder, &[]).contains("it has 1 coordinates, but 0 are given"));
    assert!(error(shoulder, &[(f64::NAN, 0.0)]).contains("not finite"));
    assert!(error(JointId(8), &[]).contains("there are 3 joints"));
    let mut world = World::weightless();
    let body = world.add(ball(0.1).mass(1.0));
    let loops = [DVec3::ZERO, DVec3::X].map(|anchor| world.join(None, body, hinge(anchor)));
    let error = world.start().set_joint_coordinates(loops[0], &[(1.0, 0.0)]);
    assert!(error.expect_err("a loop").to_string().contains("hang on the world"));
}

#[test]
fn a_flat_state_comes_back_to_the_bit() {
    let (mut simulation, _) = arm();
    simulation.push(BodyId(1), DVec3::ONE, DVec3::X, DVec3::Z).expect("a body");
    run(&mut simulation, 5);
    let flat = simulation.flat_state();
    assert_eq!(flat.len(), 3 * 13);
    let hash = simulation.state().hash();
    run(&mut simulation, 1);
    simulation.set_flat_state(&flat).expect("a state");
    assert_eq!(simulation.state().hash(), hash);
    let mut moved = flat.clone();
    (moved[13], moved[13 + 3], moved[13 + 7]) = (5.0, 2.0, -1.0);
    (moved[13 + 4], moved[13 + 5], moved[13 + 6]) = (0.0, 0.0, 0.0);
    simulation.set_flat_state(&moved).expect("a state");
    let body = state(&simulation, BodyId(1));
    assert_eq!((body.pose.position.x, body.velocity.x), (5.0, -1.0));
    assert_eq!(body.pose.orientation, DQuat::IDENTITY);
    moved[13 + 8] = f64::INFINITY;
    assert!(simulation.set_flat_state(&moved).is_err());
    assert!(simulation.set_flat_state(&flat[1..]).is_err());
    assert_eq!(state(&simulation, BodyId(1)), body);
}

#[test]
fn bodies_that_forces_do_not_move_stay() {
    let mut world = World::new();
    world.add(cube(0.1).fixed().named("post"));
    let mut simulation = world.start();
    let mut flat = simulation.flat_state();
    simulation.set_flat_state(&flat).expect("nothing changed");
    flat[1] = 1.0;
    let error = simulation.set_flat_state(&flat).expect_err("static").to_string();
    assert!(error.contains("\"post\": forces do not move it"), "{error}");
}
