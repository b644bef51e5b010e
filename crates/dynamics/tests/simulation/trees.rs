//! Trees in joint coordinates beside the same mechanisms in maximal ones, and closed forms.

use stickslip_dynamics::glam::{DMat3, DVec3};
use stickslip_dynamics::joint::{Ball, Hinge, Prismatic};
use stickslip_dynamics::{
    Axis, BodyId, Compliance, Coordinates, Drive, FrictionModel, Integrator, JointDescription,
    JointId, JointKind, MassDescription, Motor, MotorMode, Passive, Schedule, Servo, Settings,
    Simulation,
};

use super::support::*;

/// The same mechanism in joint coordinates, and in maximal ones with hard joints.
fn both(build: impl Fn(&mut World)) -> [Simulation; 2] {
    [Coordinates::Joint, Coordinates::Maximal].map(|coordinates| {
        let mut world = World::new();
        world.settings.coordinates = coordinates;
        build(&mut world);
        world.start()
    })
}

/// A joint that holds as hard as rounding allows where it is rows, and is carried where it
/// can be.
fn join(
    world: &mut World,
    first: Option<BodyId>,
    second: BodyId,
    kind: impl Into<JointKind>,
) -> JointId {
    let mut joint = JointDescription::new("joint", first, second, kind);
    if world.settings.coordinates == Coordinates::Maximal {
        joint.compliance = Compliance::Row { epsilon: 1e-13, gamma: 0.0 };
    }
    joint.touching = true;
    world.describe(joint)
}

fn hinge(anchor: DVec3, axis: DVec3, rotation: Axis) -> Hinge {
    Hinge { anchor, axis, rotation }
}

/// A rod of 1 m from `from` along x.
fn rod(from: DVec3) -> Part {
    cuboid(DVec3::new(0.5, 0.05, 0.05)).mass(2.0).at(from + DVec3::X * 0.5)
}

/// Three rods on skew hinges, one on a slide.
fn arm(world: &mut World) {
    let mut last = None;
    for (at, axis) in [DVec3::Z, DVec3::new(0.6, 0.0, 0.8), DVec3::Y].into_iter().enumerate() {
        let from = DVec3::new(at as f64, 3.0, 0.0);
        let link = world.add(rod(from));
        join(world, last, link, hinge(from, axis, Axis::FREE));
        last = Some(link);
    }
    let from = DVec3::new(3.0, 3.0, 0.0);
    let link = world.add(rod(from));
    let axis = DVec3::new(0.0, 0.6, 0.8);
    join(world, last, link, Prismatic { anchor: from, axis, travel: Axis::FREE });
}

/// The first step from rest is the same to rounding: nothing turns yet.
#[test]
fn a_step_from_rest_is_that_of_maximal_coordinates() {
    let [mut joint, mut maximal] = both(arm);
    run(&mut joint, 1);
    run(&mut maximal, 1);
    for (one, two) in joint.state().bodies.iter().zip(&maximal.state().bodies) {
        // Velocities of the tree are those of the place that it came to.
        assert!((one.pose.position - two.pose.position).length() < 2e-6);
        assert!((one.angular_velocity - two.angular_velocity).length() < 2e-3);
    }
    for joint_id in 0..4 {
        let load = |simulation: &Simulation| simulation.joint_load(JointId(joint_id));
        let ([f, n], [force, torque]) = (load(&joint), load(&maximal));
        assert!((f - force).length() < 0.02, "{joint_id}: {f} {force}");
        assert!((n - torque).length() < 0.02, "{joint_id}: {n} {torque}");
    }
}

/// Both go to the same motion as steps get short, at first order.
#[test]
fn both_coordinates_go_to_the_same_motion() {
    let apart = |h: f64| {
        let [joint, maximal] = both(|world| {
            arm(world);
            world.settings.time_step = h;
        })
        .map(|mut simulation| {
            run(&mut simulation, (0.4 / h).round() as usize);
            simulation
        });
        let pairs = joint.state().bodies.iter().zip(&maximal.state().bodies);
        pairs.map(|(one, two)| (one.pose.position - two.pose.position).length()).fold(0.0, f64::max)
    };
    let [coarse, fine] = [4e-3, 1e-3].map(apart);
    assert!(fine < 0.02, "{fine}");
    assert!(fine < 0.35 * coarse, "{coarse} {fine}");
}

/// Joints cannot open, whatever the step; energy of a falling arm stays within the step's order.
#[test]
fn joints_stay_closed_and_energy_is_kept_to_first_order() {
    let lost = |h: f64| {
        let [mut joint, _] = both(|world| {
            arm(world);
            world.settings.time_step = h;
        });
        let before = joint.energy();
        for _ in 0..(0.5 / h).round() as usize {
            run(&mut joint, 1);
            for at in 0..3 {
                let poses = [at, at + 1].map(|at| joint.state().bodies[at].pose);
                let gap = poses[0].point(DVec3::X * 0.5) - poses[1].point(DVec3::X * -0.5);
                // The last joint slides along an axis of the third link.
                let along = poses[0].direction(DVec3::new(0.0, 0.6, 0.8));
                let gap = if at == 2 { gap - along * along.dot(gap) } else { gap };
                assert!(gap.length() < 1e-13, "{at}: {gap}");
            }
        }
        (joint.energy() - before).abs()
    };
    let [coarse, fine] = [2e-3, 5e-4].map(lost);
    assert!(fine < 0.4 * coarse, "{coarse} {fine}");
}

/// Impulses of contacts on links from rest, as in maximal coordinates.
#[test]
fn contacts_on_links_have_the_impulses_of_maximal_coordinates() {
    for seed in 0..500 {
        let [joint, maximal] = both(|world| {
            // Four contacts with friction are more than what moves: soft ones have one answer.
            let soft = Compliance::Row { epsilon: 1e-3, gamma: 0.0 };
            world.surface(|surface| surface.compliance = soft);
            world.settings.solver.tolerance = Some(1e-12);
            world.settings.time_step = 1e-3;
            world.ground();
            let mut last = None;
            for at in 0..4 {
                let turn = f64::from(seed * 7 + at);
                let place = DVec3::new(0.6 * f64::from(at), 0.2, 0.3 * turn.sin());
                let link = world.add(ball(0.2).at(place).mass(1.0 + turn.cos().abs()));
                let axis = DVec3::new(turn.sin(), 0.4, turn.cos()).normalize();
                let anchor = place - DVec3::new(0.3, -0.05 * turn.cos(), 0.1);
                match last {
                    None if seed % 2 == 0 => {}
                    None => drop(join(world, None, link, hinge(anchor, axis, Axis::FREE))),
                    Some(_) if at == 2 => drop(join(world, last, link, Ball::at(anchor))),
                    Some(_) => drop(join(world, last, link, hinge(anchor, axis, Axis::FREE))),
                }
                last = Some(link);
            }
        })
        .map(|mut simulation| {
            run(&mut simulation, 1);
            simulation
        });
        let impulses = |simulation: &Simulation| -> Vec<DVec3> {
            simulation.contacts().iter().map(|contact| contact.impulse).collect()
        };
        let (one, two) = (impulses(&joint), impulses(&maximal));
        assert_eq!(one.len(), two.len());
        assert!(one.iter().any(|impulse| impulse.length() > 1e-3), "{seed}: nothing pressed");
        for (one, two) in one.iter().zip(&two) {
            assert!((*one - *two).length() < 1e-8, "{seed}: {one} {two}");
        }
    }
}

/// H u̇ + C = Jᵀ f of all contacts in a plain step, where it begins: with the ground, with a body
/// that is no link, and between two links, with friction.
#[test]
fn contacts_and_inertia_are_in_balance() {
    let mut world = World::new();
    world.settings.coordinates = Coordinates::Joint;
    world.friction(FrictionModel::Pyramid, 0.6);
    world.ground();
    let trunk = world.add(cuboid(DVec3::new(0.5, 0.2, 0.3)).mass(5.0).at(DVec3::Y));
    let side = |sign: f64| DVec3::new(sign * 0.5, 1.0, 0.0);
    let legs = [-1.0, 1.0].map(|sign| {
        let from = side(sign);
        let part = cuboid(DVec3::new(0.08, 0.5, 0.08)).mass(1.0).at(from - DVec3::Y * 0.5);
        let leg = world.add(part);
        join(&mut world, Some(trunk), leg, hinge(from, DVec3::Z, Axis::FREE));
        leg
    });
    let from = side(1.0) - DVec3::Y;
    let shin = world.add(cuboid(DVec3::new(0.3, 0.08, 0.08)).mass(0.5).at(from - DVec3::X * 0.3));
    join(&mut world, Some(legs[1]), shin, Ball::at(from));
    world.add(ball(0.15).mass(0.7).at(DVec3::new(0.1, 1.7, 0.05)));
    let mut simulation = world.start();
    let (mut most, mut between) = (0, 0);
    for step in 0..240 {
        let mut tree = simulation.articulated().remove(0);
        run(&mut simulation, 1);
        let after = simulation.articulated().remove(0);
        let change = after.qvel().iter().zip(tree.qvel()).map(|(after, before)| after - before);
        let speedups: Vec<f64> = change.map(|change| change / H).collect();
        let needed = tree.inverse_dynamics(&speedups, DVec3::NEG_Y * G);
        let found = tree.contact_forces(simulation.contacts(), H);
        let size = found.iter().fold(1.0, |size: f64, force| size.max(force.abs()));
        for (needed, found) in needed.iter().zip(&found) {
            assert!((needed - found).abs() < 1e-9 * size, "{step}: {needed} {found}");
        }
        let acting = simulation.contacts().iter().filter(|contact| contact.impulse.y != 0.0);
        most = most.max(acting.clone().count());
        let links: Vec<usize> = tree.links().map(|body| body.0).collect();
        let is_link = |body: usize| links.contains(&body);
        between += acting.filter(|it| is_link(it.first) && is_link(it.second)).count();
    }
    assert!(most >= 6 && between > 0, "{most} {between}");
}

/// Spring, damper, armature, servo, force and dry friction on one hinge: the step of a
/// single inertia, in closed form.
#[test]
fn what_drives_an_axis_is_taken_implicitly() {
    let (k, d, i, h) = (30.0, 0.7, 0.4, 0.01);
    let passive = Passive { stiffness: k, rest: [0.5; 2], damping: d, armature: i };
    let servo = Servo { gain: 8.0, stiffness: 5.0, damping: 0.3, ..Servo::force(1e3) };
    let motors = [MotorMode::Servo(servo), MotorMode::Servo(Servo::force(1e3))];
    let motors = motors
        .map(|mode| Motor { mode, target: Schedule::constant(0.25), limit: f64::INFINITY })
        .to_vec();
    let axis = Axis { passive: Some(passive), motors, ..Axis::FREE };
    let mut world = World::weightless();
    world.settings.coordinates = Coordinates::Joint;
    world.settings.time_step = h;
    let inertia = 1.5;
    let mut part = ball(0.5).spinning(DVec3::Z * 2.0);
    part.0.mass = MassDescription::Given {
        mass: 1.0,
        centre: DVec3::ZERO,
        inertia: DMat3::IDENTITY * inertia,
    };
    let body = world.add(part);
    let joint = world.join(None, body, hinge(DVec3::ZERO, DVec3::Z, axis));
    let mut simulation = world.start();
    let (mut angle, mut speed) = (0.0, 2.0);
    for _ in 0..50 {
        run(&mut simulation, 1);
        // (J + I) (u⁺ − u) = h (−k (q + h u⁺ − q₀) − d u⁺ + 8·0.25 − 5 (q + h u⁺) − 0.3 u⁺ + 0.25)
        let whole = inertia + i + h * (d + 0.3) + h * h * (k + 5.0);
        let right = (inertia + i) * speed + h * (-k * (angle - 0.5) + 2.0 - 5.0 * angle + 0.25);
        speed = right / whole;
        angle += h * speed;
        let (value, rate) = simulation.joint_coordinates(joint)[0];
        assert_close(value, angle, 1e-11);
        assert_close(rate, speed, 1e-11);
    }
}

/// A pendulum on a cart that is driven: in the frame of the cart the acceleration is weight.
#[test]
fn what_hangs_on_a_driven_body_feels_it_speed_up() {
    let mut world = World::new();
    world.settings.coordinates = Coordinates::Joint;
    world.settings.time_step = 1e-3;
    let cart =
        world.add(cube(0.1).driven(Drive::Velocity { linear: DVec3::X, angular: DVec3::ZERO }));
    let bob = world.add(particle_at(DVec3::NEG_Y));
    world.join(Some(cart), bob, hinge(DVec3::ZERO, DVec3::Z, Axis::FREE));
    let mut simulation = world.start();
    // The cart has the speed 1 m/s from the first step on, which strikes the pendulum: its
    // point mass keeps still, so that the hinge turns by −1 rad/s.
    run(&mut simulation, 1);
    let spin = simulation.joint_coordinates(JointId(0))[0].1;
    assert_close(spin, -1.0, 1e-4);
    assert_close(state(&simulation, bob).velocity.x, 0.0, 2e-3);
}

/// A mass of 1 kg that has hardly any inertia about its centre.
fn particle_at(place: DVec3) -> Part {
    let mut part = ball(0.01).at(place);
    part.0.mass =
        MassDescription::Given { mass: 1.0, centre: DVec3::ZERO, inertia: DMat3::IDENTITY * 1e-9 };
    part
}

/// A hanging chain of a hundred light links with a million times their mass at its end:
/// nothing moves, joints are closed, and the first one carries all of it.
#[test]
fn a_long_chain_under_a_heavy_load_hangs_still() {
    let mut world = World::new();
    world.settings.coordinates = Coordinates::Joint;
    world.settings.time_step = 1e-3;
    let (mut last, mut first) = (None, None);
    for at in 0..100 {
        let mass = if at == 99 { 1e4 } else { 1e-2 };
        let top = DVec3::NEG_Y * 0.1 * f64::from(at);
        let link = world.add(ball(0.04).mass(mass).at(top - DVec3::Y * 0.05));
        let axis = if at % 2 == 0 { DVec3::X } else { DVec3::Z };
        let joint = world.join(last, link, hinge(top, axis, Axis::FREE));
        (last, first) = (Some(link), first.or(Some(joint)));
    }
    let mut simulation = world.start();
    run(&mut simulation, 20);
    let fastest = simulation.state().bodies.iter().map(|body| body.velocity.length());
    assert!(fastest.fold(0.0, f64::max) < 1e-9);
    let [force, _] = simulation.joint_load(first.expect("a joint"));
    assert_close(force.y / (G * (1e4 + 0.99)), 1.0, 1e-9);
}

/// A loop that joints cannot carry is closed by rows.
#[test]
fn loops_are_closed_by_rows() {
    let mut world = World::new();
    world.settings.coordinates = Coordinates::Joint;
    world.settings.time_step = 1e-3;
    let corners = [DVec3::ZERO, DVec3::Y, DVec3::new(1.0, 1.0, 0.0), DVec3::X];
    let mut last = None;
    for at in 0..3 {
        let (from, to) = (corners[at], corners[at + 1]);
        let link = world.add(ball(0.1).mass(1.0).at(0.5 * (from + to)));
        world.join(last, link, hinge(from, DVec3::Z, Axis::FREE));
        last = Some(link);
    }
    let end = world.join(None, last.expect("a link"), hinge(corners[3], DVec3::Z, Axis::FREE));
    let mut simulation = world.start();
    simulation.push(BodyId(1), DVec3::X * 50.0, corners[1], DVec3::ZERO).expect("a push");
    let report = run(&mut simulation, 200);
    assert!(report.joint_error_max < 1e-4, "{}", report.joint_error_max);
    assert!(simulation.state().bodies[1].velocity.length() > 1e-3, "it moves");
    let [force, _] = simulation.joint_load(end);
    assert!(force.length() > 1.0);
}

/// A state goes on to the same bits in another simulation.
#[test]
fn a_saved_state_goes_on_to_the_same_bits() {
    let build = || {
        let [joint, _] = both(|world| {
            world.ground();
            arm(world);
        });
        joint
    };
    let mut whole = build();
    run(&mut whole, 90);
    let saved = whole.state().clone();
    let mut other = build();
    other.restore(saved).expect("its own state");
    run(&mut whole, 40);
    run(&mut other, 40);
    assert_eq!(whole.state().hash(), other.state().hash());
    assert_eq!(whole.state().memory_hash(), other.state().memory_hash());
}

/// What cannot be stepped so is refused where it was asked for, and named where it was not.
#[test]
fn what_has_no_joint_coordinates_is_told() {
    let build = |change: &dyn Fn(&mut Settings)| {
        let mut world = World::new();
        world.settings.coordinates = Coordinates::Joint;
        let body = world.add(ball(0.1).at(DVec3::X));
        world.join(None, body, hinge(DVec3::ZERO, DVec3::Z, Axis::FREE));
        change(&mut world.settings);
        Simulation::new(world.model, world.settings)
    };
    let refusals: [&dyn Fn(&mut Settings); 3] = [
        &|settings| settings.integrator = Integrator::Midpoint,
        &|settings| settings.projection_passes = 1,
        &|settings| settings.geometric_stiffness = true,
    ];
    for change in refusals {
        let error = build(change).err().expect("a refusal").to_string();
        assert!(error.starts_with("setting coordinates: are \"joint\", but"), "{error}");
    }
    let mut world = World::new();
    world.settings.coordinates = Coordinates::Joint;
    let body = world.add(ball(0.1).at(DVec3::X));
    let mut joint = JointDescription::new("soft", None, body, Ball::at(DVec3::ZERO));
    joint.compliance = Compliance::Spring { stiffness: 1e4, damping: 1.0 };
    world.describe(joint);
    let told = world.start().ignored_settings();
    let reason = "it holds with a compliance of its own";
    assert_eq!(told, [format!("coordinates for joint \"soft\", as {reason}")]);
}

/// Scenes of bodies and joints stay as they are unless somebody asks.
#[test]
fn nothing_becomes_a_tree_by_itself() {
    let run_with = |coordinates| {
        let mut world = World::new();
        arm(&mut world);
        world.settings.coordinates = coordinates;
        let mut simulation = world.start();
        run(&mut simulation, 30);
        simulation.state().hash()
    };
    assert_eq!(run_with(Coordinates::Auto), run_with(Coordinates::Maximal));
    assert_ne!(run_with(Coordinates::Joint), run_with(Coordinates::Maximal));
}
