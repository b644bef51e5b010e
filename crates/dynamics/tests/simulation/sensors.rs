//! What sensors read, and surfaces that run, against closed forms.

use stickslip_dynamics::glam::{self, DVec3};
use stickslip_dynamics::joint::{Fixed, Hinge};
use stickslip_dynamics::{
    Axis, Compliance, FrictionModel, ModelError, Motor, MotorMode, Pose, Schedule, Sensor,
    SensorKind, Shape, Simulation, Site, StepperKind, SurfaceMotion, Zone,
};

use crate::support::{G, H, World, assert_close, cube, cuboid, run, state};

fn add(world: &mut World, kind: SensorKind) -> usize {
    let name = format!("{}-{}", kind.name(), world.model.sensors().len());
    world.model.add_sensor(Sensor::new(name, kind)).expect("a sensor that can be")
}

fn near(found: &[f64], wanted: &[f64], tolerance: f64) {
    assert_eq!(found.len(), wanted.len());
    let off = found.iter().zip(wanted).map(|(one, other)| (one - other).abs());
    let off = off.fold(0.0, f64::max);
    assert!(off <= tolerance, "{found:?}, not {wanted:?}");
}

/// At rest gravity is felt as +g upwards; in free fall nothing; at the arm r of a spin ω
/// the centripetal ω² r inwards, in axes of the body.
#[test]
fn an_imu_feels_what_gravity_does_not_do() {
    let mut world = World::new();
    world.ground();
    let resting = world.add(cube(0.5).at(DVec3::Y * 0.5));
    let falling = world.add(cube(0.5).at(DVec3::new(5.0, 50.0, 0.0)));
    let sensors = [resting, falling]
        .map(|body| add(&mut world, SensorKind::Imu(Site::new(Some(body), DVec3::ZERO))));
    let mut simulation = world.start();
    run(&mut simulation, 20);
    near(&simulation.sense(sensors[0]), &[0.0, G, 0.0, 0.0, 0.0, 0.0], 1e-4);
    near(&simulation.sense(sensors[1]), &[0.0; 6], 1e-9);
    let mut world = World::weightless();
    let spun = world.add(cube(0.5).spinning(DVec3::Z * 2.0));
    let arm = add(&mut world, SensorKind::Imu(Site::new(Some(spun), DVec3::X * 3.0)));
    let mut simulation = world.start();
    run(&mut simulation, 5);
    // Means over a step of H: chords of a circle are shorter than its arcs by (ωH)²/6, and
    // point half a step ahead.
    near(&simulation.sense(arm), &[-12.0, 0.0, 0.0, 0.0, 0.0, 2.0], 12.0 * 2.0 * H);
    assert!(simulation.sense(99).is_empty());
}

/// An arm of 2 kg with its centre 0.5 m from the wrist: m g, and m g L about it, in the
/// axes of the arm.
#[test]
fn joints_tell_wrench_and_effort() {
    let mut world = World::new();
    let arm = || cuboid(DVec3::new(1.0, 0.1, 0.1)).at(DVec3::X * 0.5).mass(2.0);
    let held = world.add(arm());
    let fixed = world.join(None, held, Fixed { anchor: DVec3::ZERO });
    let driven = world.add(arm());
    let mode = MotorMode::Position(Compliance::JOINT);
    let motor = Motor { mode, target: Schedule::constant(0.0), limit: f64::INFINITY };
    let axis = Axis { motors: vec![motor], ..Axis::FREE };
    let hinge =
        world.join(None, driven, Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation: axis });
    world.model.ignore_contacts(held, driven).expect("two bodies");
    let wrench = add(&mut world, SensorKind::ForceTorque(fixed));
    let joint = add(&mut world, SensorKind::Joint(hinge));
    let wrong = world.model.add_sensor(Sensor::new("wrong", SensorKind::Joint(fixed)));
    assert!(matches!(wrong, Err(ModelError::Sensor { reason, .. }) if reason.contains("fixed")));
    let mut simulation = world.start();
    run(&mut simulation, 30);
    near(&simulation.sense(wrench), &[0.0, 2.0 * G, 0.0, 0.0, 0.0, G], 1e-3);
    near(&simulation.sense(joint), &[0.0, 0.0, G], 1e-3);
}

/// A cube of 3 kg presses on an area of a quarter square metre; a ray down from 2 m sees
/// its top at 1 m, and one beside it the ground; a frame is where it was put.
#[test]
fn touch_range_and_frame() {
    let mut world = World::new();
    let ground = world.ground();
    let block = world.add(cube(0.5).at(DVec3::Y * 0.5).mass(3.0));
    let touch = SensorKind::Touch { body: block, zone: None, area: 0.25, other: Some(ground) };
    let touch = add(&mut world, touch);
    let ray = |x: f64| {
        let down = Pose::new(
            DVec3::new(x, 2.0, 0.0),
            stickslip_dynamics::glam::DQuat::from_rotation_z(-std::f64::consts::FRAC_PI_2),
        );
        SensorKind::Range { site: Site { body: None, pose: down }, reach: 1.5 }
    };
    let [over, beside] = [ray(0.1), ray(3.0)].map(|kind| add(&mut world, kind));
    let frame = add(&mut world, SensorKind::Frame(Site::new(Some(block), DVec3::Y * 0.5)));
    let mut simulation = world.start();
    run(&mut simulation, 30);
    near(&simulation.sense(touch), &[0.0, 3.0 * G, 0.0, 12.0 * G], 1e-3);
    near(&simulation.sense(over), &[1.0], 1e-5);
    near(&simulation.sense(beside), &[1.5], 1e-9);
    let wanted = [0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    near(&simulation.sense(frame), &wanted, 1e-5);
}

/// Of a box on a slope, the lower half of its base carries m g (cos θ / 2 + sin θ c / L): its
/// height c above the base tips it over by the friction m g sin θ, about corners L apart. Discs
/// around two of its corners carry half of that each, one above its base nothing.
#[test]
fn zones_of_touch_share_the_load_as_statics_has_it() {
    let (mass, angle, half) = (3.0, 0.2_f64, DVec3::new(0.5, 0.2, 0.3));
    let (sine, cosine) = angle.sin_cos();
    let mut world = World::new();
    world.friction(FrictionModel::Cone, 0.8);
    world.ground();
    world.settings.gravity = G * DVec3::new(sine, -cosine, 0.0);
    let block = world.add(cuboid(half).at(DVec3::Y * half.y).mass(mass));
    let zone = |shape: Shape, x: f64, y: f64, z: f64| {
        let pose = Pose::new(DVec3::new(x, y, z), glam::DQuat::IDENTITY);
        let zone = Some(Zone { shape, pose });
        SensorKind::Touch { body: block, zone, area: 0.25, other: None }
    };
    let part = Shape::cuboid(DVec3::new(0.3, 0.01, 0.4)).expect("a box");
    let disc = Shape::cylinder(0.1, 0.005).expect("a disc");
    let kinds = [
        SensorKind::Touch { body: block, zone: None, area: 0.25, other: None },
        zone(part.clone(), 0.3, -half.y, 0.0),
        zone(part.clone(), -0.3, -half.y, 0.0),
        zone(disc.clone(), half.x, -half.y, half.z),
        // A little below the base, and above it.
        zone(disc.clone(), half.x, -half.y - 0.02, -half.z),
        zone(disc, half.x, half.y, half.z),
    ];
    let sensors = kinds.map(|kind| add(&mut world, kind));
    let mut simulation = world.start();
    run(&mut simulation, 30);
    let read = sensors.map(|sensor| simulation.sense(sensor));
    let (weight, tipping) = (mass * G * cosine, mass * G * sine * half.y / (2.0 * half.x));
    near(&read[0], &[-mass * G * sine, weight, 0.0, weight / 0.25], 1e-3);
    for (read, pressing) in read[1..].iter().zip([
        weight / 2.0 + tipping,
        weight / 2.0 - tipping,
        weight / 4.0 + tipping / 2.0,
        weight / 4.0 + tipping / 2.0,
        0.0,
    ]) {
        assert_close(read[1], pressing, 1e-3);
        assert_close(read[3], pressing / 0.25, 4e-3);
    }
}

/// A box put on a belt of speed v slips for v/(μ g), gains μ g a second until then, and
/// has gone v²/(2 μ g) less than the belt.
fn carried(motion: SurfaceMotion, model: FrictionModel) -> (Simulation, usize) {
    let mut world = World::new();
    world.friction(model, 0.3);
    let mut belt = cuboid(DVec3::new(50.0, 0.5, 1.0)).at(DVec3::NEG_Y * 0.5).fixed();
    belt.0.surface_motion = Some(motion);
    world.add(belt);
    let parcel = world.add(cuboid(DVec3::new(0.5, 0.1, 0.5)).at(DVec3::Y * 0.1));
    let mut simulation = world.start();
    run(&mut simulation, 24);
    assert_close(state(&simulation, parcel).velocity.x, 0.3 * G * 24.0 * H, 1e-3);
    run(&mut simulation, 60);
    (simulation, parcel.0)
}

#[test]
fn a_conveyor_carries_what_lies_on_it() {
    let speed = 2.0;
    let around = SurfaceMotion::Around { axis: DVec3::NEG_Z, speed: Schedule::constant(speed) };
    for (motion, model) in [
        (SurfaceMotion::Along(DVec3::X * speed), FrictionModel::Pyramid),
        (SurfaceMotion::Along(DVec3::X * speed), FrictionModel::Cone),
        (around, FrictionModel::Pyramid),
    ] {
        let (simulation, parcel) = carried(motion, model);
        let body = &simulation.state().bodies[parcel];
        assert_close(body.velocity.x, speed, 1e-6);
        let lag = speed * speed / (2.0 * 0.3 * G);
        assert_close(body.pose.position.x, speed * 84.0 * H - lag, speed * H);
        // Nothing slips any more: surfaces are at rest against each other.
        let slip = simulation.contacts().iter().map(|it| it.velocity.length()).fold(0.0, f64::max);
        assert!(slip < 1e-6, "{slip}");
    }
}

#[test]
fn steppers_that_know_no_running_surfaces_refuse_them() {
    let mut world = World::new();
    world.settings.stepper = StepperKind::Penalty;
    let mut belt = cube(0.5).named("belt").fixed();
    belt.0.surface_motion = Some(SurfaceMotion::Along(DVec3::X));
    world.add(belt);
    let refused = Simulation::new(world.model, world.settings).err();
    let named = refused.map(|error| error.to_string());
    assert!(named.as_ref().is_some_and(|said| said.contains("\"belt\"")), "{named:?}");
}
