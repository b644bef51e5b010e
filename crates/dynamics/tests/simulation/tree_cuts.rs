//! Trees whose joints break while they are stepped.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::joint::Hinge;
use stickslip_dynamics::{
    Accuracy, Axis, BodyId, Coordinates, JointDescription, JointId, Simulation,
};

use super::support::*;

/// Three rods that swing from the side, of which the joint before the last holds `force`.
fn swing(coordinates: Coordinates, force: f64) -> World {
    let mut world = World::new();
    world.settings.coordinates = coordinates;
    world.settings.time_step = 1e-3;
    let mut last = None;
    for at in 0..3 {
        let from = DVec3::new(f64::from(at), 0.0, 0.0);
        let rod = cuboid(DVec3::new(0.5, 0.02, 0.02)).mass(1.0).at(from + 0.5 * DVec3::X);
        let link = world.add(rod);
        let kind = Hinge { anchor: from, axis: DVec3::Z, rotation: Axis::FREE };
        let mut joint = JointDescription::new("joint", last, link, kind);
        joint.break_force = (at == 1).then_some(force);
        world.describe(joint);
        last = Some(link);
    }
    world
}

/// Whether the second joint has broken.
fn is_cut(simulation: &Simulation) -> bool {
    simulation.state().joints[1].broken
}

/// The step in which it breaks.
fn step_of_the_cut(simulation: &mut Simulation) -> usize {
    let breaks = |_: &usize| {
        run(simulation, 1);
        is_cut(simulation)
    };
    (1..1000).find(breaks).expect("it breaks")
}

/// The same joint breaks in the same step as in maximal coordinates, and what hangs on it flies
/// on as thrown: its momentum changes by its weight alone.
#[test]
fn a_cut_branch_flies_on_as_in_maximal_coordinates() {
    let mut joint = swing(Coordinates::Joint, 20.0).start();
    let mut maximal = swing(Coordinates::Maximal, 20.0).start();
    let trees = |simulation: &Simulation| simulation.tree_freedoms();
    assert_eq!(trees(&joint), [3]);
    let steps = [step_of_the_cut(&mut joint), step_of_the_cut(&mut maximal)];
    assert!(steps[0].abs_diff(steps[1]) <= 1, "{steps:?}");
    run(&mut joint, 1);
    assert_eq!(trees(&joint), [1, 7]);
    let momentum = |simulation: &Simulation| -> DVec3 {
        (1..3).map(|body| simulation.state().bodies[body].velocity).sum()
    };
    let before = momentum(&joint);
    run(&mut joint, 200);
    let fallen = momentum(&joint) - before - 2.0 * 0.2 * G * DVec3::NEG_Y;
    // Rates are kept, not momenta: of first order in the step.
    assert!(fallen.length() < 1e-2, "{fallen}");
    run(&mut maximal, 201 + steps[0] - steps[1]);
    for body in 0..3 {
        let [one, two] = [&joint, &maximal].map(|it| it.state().bodies[body].pose.position);
        assert!(one.distance(two) < 0.02, "{body}: {one} {two}");
    }
    assert_eq!(joint.joint_load(JointId(1)), [DVec3::ZERO; 2]);
}

/// Trees are those of the state, in whatever order states come: before the cut, after it, and
/// in another simulation.
#[test]
fn states_on_both_sides_of_a_cut_go_on_to_the_same_bits() {
    for accuracy in [Accuracy::Off, Accuracy::Within(1e-4)] {
        let start = || {
            let mut world = swing(Coordinates::Joint, 20.0);
            world.settings.accuracy = accuracy;
            world.start()
        };
        let mut simulation = start();
        run(&mut simulation, 5);
        let before = simulation.state().clone();
        step_of_the_cut(&mut simulation);
        run(&mut simulation, 5);
        let after = simulation.state().clone();
        run(&mut simulation, 20);
        let hash = simulation.state().hash();
        let mut other = start();
        other.restore(after).expect("a state of this model");
        run(&mut other, 20);
        assert_eq!(other.state().hash(), hash, "{accuracy:?}");
        other.restore(before).expect("a state of this model");
        step_of_the_cut(&mut other);
        run(&mut other, 25);
        assert_eq!(other.state().hash(), hash, "{accuracy:?}");
        assert_eq!(other.articulated().len(), 2);
    }
}

/// A weak joint to the world lets a whole tree go.
#[test]
fn a_root_that_breaks_lets_its_tree_fly() {
    let mut world = swing(Coordinates::Joint, 1e9);
    world.settings.gravity = DVec3::ZERO;
    let post = world.add(cuboid(DVec3::splat(0.1)).mass(1.0).at(DVec3::Y * 5.0));
    let kind = Hinge { anchor: DVec3::Y * 5.0, axis: DVec3::Z, rotation: Axis::FREE };
    let mut joint = JointDescription::new("root", None, post, kind);
    joint.break_force = Some(10.0);
    world.describe(joint);
    let mut simulation = world.start();
    let push = |simulation: &mut Simulation| {
        simulation.push(BodyId(3), DVec3::X * 20.0, DVec3::Y * 5.0, DVec3::ZERO).expect("a push");
    };
    push(&mut simulation);
    run(&mut simulation, 1);
    assert!(simulation.state().joints[3].broken);
    assert!(simulation.state().bodies[3].velocity.length() < 1e-9, "it held for the last time");
    push(&mut simulation);
    run(&mut simulation, 1);
    assert_close(simulation.state().bodies[3].velocity.x, 20.0 * 1e-3, 1e-9);
}
