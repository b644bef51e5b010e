//! Rigid bodies in worlds that have soft bodies, too: elsewhere, and beside them.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::joint::{Ball, Hinge};
use stickslip_dynamics::{
    Accuracy, Attachment, Axis, Coordinates, Elasticity, FrictionModel, Pose, Simulation,
    SoftDescription, SoftInertia, SoftShape,
};
use stickslip_geometry::mesh::generate::tetrahedral_box;

use crate::support::{G, H, World, assert_close, ball, cube, cuboid, normal_impulse, run, state};

const JELLY: Elasticity = Elasticity { young: 1e5, poisson: 0.3, density: 500.0 };

/// A soft cube with edges of 0.2 m.
fn jelly(centre: DVec3) -> SoftDescription {
    let mesh = tetrahedral_box(DVec3::splat(0.1), [2; 3]).expect("a box");
    SoftDescription {
        pose: Pose::at(centre),
        damping: [0.0, 0.01],
        ..SoftDescription::new("jelly", SoftShape::Solid(mesh), JELLY)
    }
}

/// Steps are as accurate as they are where nothing is said.
fn automatic(mut world: World) -> World {
    world.settings.accuracy = Accuracy::Automatic;
    world
}

/// A ball that spins at 10 rad/s lands and rolls, at 2/7 of the speed of its surface, while a
/// soft cube lands and shakes elsewhere. A plain step is off by 1 cm or so.
#[test]
fn a_ball_lands_and_rolls_where_a_soft_body_is_elsewhere() {
    let mut world = automatic(World::new());
    world.friction(FrictionModel::Cone, 0.8);
    world.ground();
    let spin = DVec3::Z * -10.0;
    let body = world.add(ball(0.5).mass(1.0).at(DVec3::Y * 0.9).spinning(spin));
    world.model.add_soft(jelly(DVec3::new(-3.0, 0.5, 0.0))).expect("soft");
    let mut simulation = world.start();
    let (mut beside, mut impacts) = (0, 0);
    for _ in 0..90 {
        let report = run(&mut simulation, 1);
        beside += report.orders.beside_soft;
        impacts += report.impacts;
    }
    let end = state(&simulation, body);
    assert_close(end.velocity.x, 10.0 / 7.0, 1e-5);
    assert_close(end.pose.position.x, 10.0 / 7.0 * (1.5 - (0.8 / G).sqrt()), 1e-4);
    assert_eq!((beside, impacts), (0, 1));
}

/// Two rods on hinges and a ball that bounces: what they do has the same bits without the soft
/// body, also where that takes rounds, and where the rods look back.
#[test]
fn what_does_not_touch_a_soft_body_knows_nothing_of_it() {
    let play = |soft: bool| {
        let mut world = automatic(World::new());
        world.settings.coordinates = Coordinates::Maximal;
        world.settings.soft.tolerance = Some(1e-8);
        world.surface(|surface| surface.restitution = 0.6);
        world.ground();
        world.add(ball(0.2).mass(1.0).at(DVec3::new(2.0, 1.0, 0.0)));
        let rod =
            |x: f64| cuboid(DVec3::new(0.5, 0.02, 0.02)).mass(1.0).at(DVec3::new(x, 3.0, 0.0));
        let [upper, lower] = [0.5, 1.5].map(|x| world.add(rod(x)));
        let hinge = |x: f64| Hinge {
            anchor: DVec3::new(x, 3.0, 0.0),
            axis: DVec3::Z,
            rotation: Axis::FREE,
        };
        world.join(None, upper, hinge(0.0));
        world.join(Some(upper), lower, hinge(1.0));
        // Light links under a large tension look back.
        let light = world.add(cube(0.02).mass(0.01).at(DVec3::new(-3.0, 2.9, 0.0)));
        let heavy = world.add(ball(0.1).mass(50.0).at(DVec3::new(-2.5, 2.5, 0.0)));
        let point = |x: f64, y: f64| Ball::at(DVec3::new(x, y, 0.0));
        world.join(None, light, point(-3.0, 3.0));
        world.join(Some(light), heavy, point(-3.0, 2.8));
        if soft {
            world.model.add_soft(jelly(DVec3::new(-6.0, 0.3, 0.0))).expect("soft");
        }
        let mut simulation = world.start();
        run(&mut simulation, 60);
        simulation.state().bodies.clone()
    };
    assert!(play(true) == play(false));
}

/// A box that rests on a soft cube takes plain steps, and they are told.
#[test]
fn what_touches_a_soft_body_is_told() {
    let mut world = automatic(World::new());
    world.friction(FrictionModel::Cone, 0.5);
    world.ground();
    world.model.add_soft(jelly(DVec3::Y * 0.1)).expect("soft");
    world.add(cube(0.05).mass(0.5).at(DVec3::Y * 0.3));
    let mut simulation = world.start();
    let reports: Vec<_> = (0..30).map(|_| run(&mut simulation, 1)).collect();
    assert_eq!(reports[0].orders.second, 1, "it falls");
    assert_eq!((reports[29].orders.beside_soft, reports[29].orders.second), (1, 0));
    assert!(reports.iter().all(|report| report.orders.quiet == 0));
}

/// The vertices of its side at −x.
fn near_side(jelly: &SoftDescription) -> Vec<u32> {
    let SoftShape::Solid(mesh) = &jelly.shape else { return Vec::new() };
    let near = mesh.points().iter().enumerate().filter(|(_, place)| place.x < -0.0999);
    near.map(|(at, _)| at as u32).collect()
}

/// A rod on a hinge that turns at 10 rad/s and holds a soft cube at its end.
fn whirl(accuracy: Accuracy) -> Simulation {
    let mut world = World::weightless();
    world.settings.accuracy = accuracy;
    world.settings.coordinates = Coordinates::Maximal;
    let rod = cuboid(DVec3::new(0.25, 0.02, 0.02)).mass(1.0);
    let rod = world.add(rod.at(DVec3::X * 0.25).moving(DVec3::Y * 2.5).spinning(DVec3::Z * 10.0));
    world.join(None, rod, Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation: Axis::FREE });
    let mut held = jelly(DVec3::X * 0.61);
    held.attachments = vec![Attachment { body: rod, vertices: near_side(&held) }];
    (held.velocity, held.angular_velocity) = (DVec3::Y * 6.1, DVec3::Z * 10.0);
    world.model.add_soft(held).expect("soft");
    world.start()
}

/// With an accuracy, joints of what holds soft bodies are closed where the step ends.
#[test]
fn joints_beside_soft_bodies_are_closed_where_the_step_ends() {
    let open = |accuracy: Accuracy| {
        let mut simulation = whirl(accuracy);
        let mut open = 0.0_f64;
        for _ in 0..20 {
            let report = run(&mut simulation, 1);
            assert_eq!(report.inaccurate, 0, "{report:?}");
            let pose = simulation.state().bodies[0].pose;
            open = open.max(pose.point(DVec3::X * -0.25).length());
        }
        open
    };
    let (plain, accurate) = (open(Accuracy::Off), open(Accuracy::Within(1e-4)));
    assert!(plain > 1e-3 && accurate <= 1e-4, "{plain} {accurate}");
}

/// A rod that holds a soft cube turns onto the ground: while a corner is pushed, it is on it.
#[test]
fn gaps_beside_soft_bodies_are_those_where_the_step_ends() {
    let farthest = |accuracy: Accuracy| {
        let mut world = World::new();
        world.settings.accuracy = accuracy;
        world.friction(FrictionModel::Cone, 0.3);
        let ground = world.ground();
        let half = DVec3::new(0.25, 0.02, 0.02);
        let turn = DQuat::from_rotation_z(0.6);
        let rod = cuboid(half).mass(1.0).at(DVec3::Y * 0.2).turned(turn).spinning(DVec3::Z * 12.0);
        let rod = world.add(rod);
        let mut held = jelly(turn * (DVec3::X * 0.36) + DVec3::Y * 0.2);
        held.pose.orientation = turn;
        held.attachments = vec![Attachment { body: rod, vertices: near_side(&held) }];
        held.angular_velocity = DVec3::Z * 12.0;
        held.velocity = (DVec3::Z * 12.0).cross(turn * (DVec3::X * 0.36));
        world.model.add_soft(held).expect("soft");
        let mut simulation = world.start();
        let mut farthest = 0.0_f64;
        for _ in 0..20 {
            run(&mut simulation, 1);
            let pose = simulation.state().bodies[rod.0].pose;
            let corner = |corner: u32| {
                let sign = |bit: u32| if corner >> bit & 1 == 0 { -1.0 } else { 1.0 };
                pose.point(half * DVec3::new(sign(0), sign(1), sign(2))).y
            };
            let lowest = (0..8).map(corner).fold(f64::INFINITY, f64::min);
            let is_pushed = normal_impulse(&simulation, ground, rod) > 0.0;
            farthest = farthest.max(if is_pushed { lowest.abs() } else { -lowest });
        }
        farthest
    };
    let (plain, accurate) = (farthest(Accuracy::Off), farthest(Accuracy::Within(1e-4)));
    assert!(plain > 1e-3 && accurate <= 1e-4, "{plain} {accurate}");
}

/// Masses of vertices alone take no rounds.
#[test]
fn an_accuracy_is_refused_where_soft_bodies_take_explicit_steps() {
    let mut world = World::new();
    world.settings.accuracy = Accuracy::Within(1e-3);
    world.settings.soft.inertia = SoftInertia::Mass;
    world.settings.time_step = H / 100.0;
    world.model.add_soft(jelly(DVec3::Y)).expect("soft");
    let refused = Simulation::new(world.model, world.settings).err().expect("refused");
    let expected =
        "setting accuracy: must be off with the inertia of masses, whose steps are explicit";
    assert_eq!(refused.to_string(), expected);
}
