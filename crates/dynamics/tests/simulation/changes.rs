//! Bodies and joints that come and go while a simulation runs.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::joint::{Fixed, Hinge};
use stickslip_dynamics::{
    Accuracy, Axis, BodyDescription, BodyId, BodyState, CableDescription, ContactChange,
    Coordinates, Drive, JointDescription, ModelError, Sensor, SensorKind, Simulation, Site,
    Sleeping,
};

use crate::support::{G, H, Part, World, assert_close, ball, cube, run, state};

/// Three cubes on each other that turn a little as they land, and a pendulum beside them; with
/// `others` before, between and behind them, far away.
fn begin(accuracy: Accuracy, coordinates: Coordinates) -> World {
    let mut world = World::new();
    world.settings.accuracy = accuracy;
    world.settings.coordinates = coordinates;
    world.ground();
    for at in 0..3 {
        let place = DVec3::new(0.05 * f64::from(at), 0.52 + 1.01 * f64::from(at), 0.0);
        world.add(cube(0.5).mass(1.0 + f64::from(at)).at(place));
    }
    let bob = world.add(ball(0.1).mass(1.0).at(DVec3::new(4.0, 3.0, 0.0)));
    hang(&mut world, bob);
    world
}

fn hang(world: &mut World, bob: BodyId) {
    let hinge = Hinge { anchor: DVec3::new(3.0, 3.0, 0.0), axis: DVec3::Z, rotation: Axis::FREE };
    world.join(None, bob, hinge);
}

fn far(at: usize) -> BodyDescription {
    let Part(mut description) = ball(0.2).mass(0.3).at(DVec3::new(40.0, 30.0, at as f64));
    description.name = format!("far-{at}");
    description
}

fn motion(states: &[BodyState]) -> Vec<[u64; 13]> {
    let bits = |body: &BodyState| {
        let (pose, spin) = (&body.pose, body.angular_velocity);
        let mut all = pose.position.to_array().to_vec();
        all.extend(pose.orientation.to_array());
        all.extend(body.velocity.to_array());
        all.extend(spin.to_array());
        std::array::from_fn(|at| all[at].to_bits())
    };
    states.iter().map(bits).collect()
}

/// What comes and goes again leaves no trace in the motion of all others, to the last bit: plain
/// and accurate, in six coordinates and in those of joints.
#[test]
fn what_is_taken_out_again_was_never_there() {
    for (accuracy, coordinates) in [
        (Accuracy::Off, Coordinates::Maximal),
        (Accuracy::Within(1e-3), Coordinates::Maximal),
        (Accuracy::Within(1e-3), Coordinates::Joint),
    ] {
        let mut alone = begin(accuracy, coordinates).start();
        let mut changed = begin(accuracy, coordinates).start();
        run(&mut alone, 40);
        run(&mut changed, 10);
        let keys: Vec<_> =
            (0..3).map(|at| changed.add_body(far(at)).expect("a body that can be")).collect();
        run(&mut changed, 10);
        changed.remove_body(keys[1]).expect("it is there");
        run(&mut changed, 10);
        for key in [keys[0], keys[2]] {
            changed.remove_body(key).expect("it is there");
        }
        run(&mut changed, 10);
        assert_eq!(motion(&changed.state().bodies), motion(&alone.state().bodies));
        assert_eq!(changed.state().hash(), alone.state().hash());
        assert!(changed.remove_body(keys[0]).is_err(), "it is gone");
    }
}

/// The same of a body that stands before all others, so that they move up, with a joint whose
/// bodies have other numbers then and impulses that start the next solve.
#[test]
fn others_move_up() {
    let mut alone = begin(Accuracy::Within(1e-3), Coordinates::Maximal).start();
    let mut world = World::new();
    world.settings.accuracy = Accuracy::Within(1e-3);
    let first = world.add(Part(far(0)));
    for body in alone.model().bodies() {
        world.add(Part(body.description.clone()));
    }
    hang(&mut world, BodyId(5));
    let mut changed = world.start();
    let (first, ground) =
        [first, BodyId(1)].map(|body| changed.model().body_key(body).expect("a body")).into();
    run(&mut alone, 25);
    run(&mut changed, 25);
    changed.remove_body(first).expect("it is there");
    assert!(!alone.state().contacts.is_empty());
    assert_eq!(changed.state().memory_hash(), alone.state().memory_hash());
    run(&mut alone, 15);
    assert_eq!(changed.model().body_with_key(ground), Some(BodyId(0)));
    run(&mut changed, 15);
    assert_eq!(motion(&changed.state().bodies), motion(&alone.state().bodies));
}

/// A joint that is added on the way holds two bodies as they are then: a plate that has fallen
/// is welded to another that turns, and goes on with it.
#[test]
fn a_joint_holds_bodies_where_they_are() {
    let mut world = World::new();
    world.settings.accuracy = Accuracy::Within(1e-4);
    let gone = world.add(Part(far(0)));
    let one = world.add(cube(0.5).mass(1.0).at(DVec3::new(0.0, 8.0, 0.0)));
    let other = world.add(cube(0.5).mass(1.0).at(DVec3::new(1.5, 8.0, 0.0)).spinning(DVec3::X));
    let mut simulation = world.start();
    run(&mut simulation, 20);
    let [before, after] = [one, other].map(|body| state(&simulation, body));
    let offset = before.pose.orientation.inverse() * (after.pose.position - before.pose.position);
    let turn = before.pose.orientation.inverse() * after.pose.orientation;
    let weld = JointDescription::new(
        "weld",
        Some(one),
        other,
        Fixed { anchor: DVec3::new(0.75, after.pose.position.y, 0.0) },
    );
    let weld = simulation.add_joint(weld).expect("a joint that can be");
    let key = simulation.model().body_key(gone).expect("it is there");
    run(&mut simulation, 5);
    simulation.remove_body(key).expect("it is there");
    run(&mut simulation, 15);
    let [one, other] = [BodyId(0), BodyId(1)].map(|body| state(&simulation, body).pose);
    let now = one.orientation.inverse() * (other.position - one.position);
    assert!((now - offset).length() < 1e-4, "{now} was {offset}");
    let now = one.orientation.inverse() * other.orientation;
    assert!(now.dot(turn).abs() > 1.0 - 1e-8, "{now} was {turn}");
    // Both turn with half of the angular momentum about x, and fall on.
    let spin = state(&simulation, BodyId(1)).angular_velocity;
    assert_close(spin.x, 0.5, 1e-3);
    assert_close(state(&simulation, BodyId(0)).velocity.y, -40.0 * H * G, 1e-9);
    let anchors = simulation.joint_anchors(simulation.model().joint_with_key(weld).expect("it"));
    let [one, other] = anchors.expect("a joint that is there");
    assert!((one - other).length() < 1e-4, "{one} {other}");
    simulation.remove_joint(weld).expect("it is there");
    assert!(simulation.model().joints().is_empty());
}

/// What leaned on a body that goes wakes, and falls.
#[test]
fn what_leaned_on_it_wakes() {
    let mut world = World::new();
    world.settings.sleeping = Some(Sleeping { speed: 0.02, seconds: 0.2 });
    world.ground();
    let lower = world.add(cube(0.5).mass(1.0).at(DVec3::Y * 0.5));
    let upper = world.add(cube(0.5).mass(1.0).at(DVec3::Y * 1.5));
    // The topmost touches nothing that goes, and would hold the other one in its sleep.
    world.add(cube(0.5).mass(1.0).at(DVec3::Y * 2.5));
    let mut simulation = world.start();
    run(&mut simulation, 60);
    assert!(simulation.islands().all(|island| island.asleep), "they sleep");
    assert_eq!(state(&simulation, upper).velocity, DVec3::ZERO);
    let key = simulation.model().body_key(lower).expect("it is there");
    simulation.watch_contacts(true);
    simulation.remove_body(key).expect("it is there");
    run(&mut simulation, 1);
    for body in [BodyId(1), BodyId(2)] {
        assert_close(state(&simulation, body).velocity.y, -H * G, 1e-6);
    }
    run(&mut simulation, 60);
    for (body, height) in [(BodyId(1), 0.5), (BodyId(2), 1.5)] {
        assert_close(state(&simulation, body).pose.position.y, height, 1e-3);
    }
    let changes: Vec<_> = simulation.contact_events().iter().map(|it| it.change).collect();
    assert_eq!(changes, [ContactChange::Persists; 2]);
}

/// Ten thousand bodies come and go in a running heap, and nothing of them stays.
#[test]
fn ten_thousand_come_and_go() {
    let mut simulation = begin(Accuracy::Off, Coordinates::Maximal).start();
    for round in 0..50 {
        let keys = simulation.change(|change| {
            let added: Result<Vec<_>, ModelError> =
                (0..200).map(|at| change.add_body(far(at))).collect();
            Ok(added?.into_iter().map(|body| change.model().body_key(body)).collect::<Vec<_>>())
        });
        let keys = keys.expect("bodies that can be");
        simulation.step().expect("finite motion");
        let at = |key: &Option<_>| simulation.model().body_with_key(key.expect("a key"));
        let places: Vec<BodyId> = keys.iter().map(|key| at(key).expect("it is there")).collect();
        let removed =
            simulation.change(|change| places.iter().try_for_each(|&it| change.remove_body(it)));
        removed.expect("nothing holds them");
        let state = simulation.state();
        assert_eq!((state.bodies.len(), state.joints.len()), (5, 1), "round {round}");
        assert!(state.contacts.iter().all(|contact| contact.key.1 < 5));
    }
}

/// What cannot be says so with a name, and changes nothing.
#[test]
fn what_holds_on_is_named() {
    let mut world = World::new();
    world.ground();
    let watched = world.add(cube(0.5).mass(1.0).at(DVec3::Y * 0.5).named("watched"));
    let path = vec![DVec3::new(5.0, 5.0, 0.0), DVec3::new(5.0, 3.0, 0.0)];
    let rope = world.model.add_cable(CableDescription::new("rope", path, 4, 0.01, 1.0));
    let rope = rope.expect("a cable that can be");
    let imu = Sensor::new("imu", SensorKind::Imu(Site::new(Some(watched), DVec3::ZERO)));
    world.model.add_sensor(imu).expect("a sensor that can be");
    let mut simulation = world.start();
    run(&mut simulation, 3);
    let hash = simulation.state().hash();
    let mut refuse =
        |edit: &dyn Fn(&mut stickslip_dynamics::Change<'_>) -> Result<(), ModelError>,
         expected: &str| {
            let error = simulation.change(|change| edit(change)).expect_err("it cannot be");
            assert_eq!(error.to_string(), expected);
            assert_eq!(simulation.state().hash(), hash);
        };
    refuse(
        &|change| change.remove_body(watched),
        "body \"watched\": sensor \"imu\" holds on to it, so that it cannot be taken out",
    );
    let segment = rope.bodies[1];
    refuse(
        &|change| change.remove_body(segment),
        "body \"rope segment 1\": cable \"rope\" holds on to it, so that it cannot be taken out",
    );
    refuse(&|change| change.remove_body(BodyId(99)), "there is no body 99: the model has 6");
    let scripted = ball(0.1).driven(Drive::Velocity { linear: DVec3::X, angular: DVec3::ZERO });
    refuse(
        &|change| change.add_body(scripted.0.clone()).map(|_| ()),
        "body \"part\": its script would begin when the simulation did: add it without one, and \
         lead it",
    );
    run(&mut simulation, 1);
}

/// A simulation that starts anew from what a changed one saved goes on to the same bits.
#[test]
fn a_changed_simulation_is_saved() {
    let mut changed = begin(Accuracy::Within(1e-3), Coordinates::Maximal).start();
    run(&mut changed, 10);
    changed.add_body(far(0)).expect("a body that can be");
    run(&mut changed, 10);
    let mut other =
        Simulation::new(changed.model().clone(), changed.settings().clone()).expect("the same");
    other.restore(changed.state().clone()).expect("a state of it");
    run(&mut changed, 10);
    run(&mut other, 10);
    assert_eq!(changed.state().hash(), other.state().hash());
}
