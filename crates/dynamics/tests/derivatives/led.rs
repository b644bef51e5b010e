//! Machines that stand on what a script leads.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::joint::Hinge;
use stickslip_dynamics::{Accuracy, Axis, Coordinates, Drive, Simulation};

use crate::oracle::{Comparison, compare, compare_input};
use crate::support::{World, cube, cuboid, speed_motor};

/// Two links on a base that travels and turns, in either coordinates, and beside them another two
/// on a base of their own.
fn carousels(accuracy: Accuracy, coordinates: Coordinates, gravity: f64) -> Simulation {
    let mut world = World::new();
    world.settings.accuracy = accuracy;
    world.settings.coordinates = coordinates;
    world.settings.solver.tolerance = Some(1e-13);
    world.settings.gravity = DVec3::Y * gravity;
    for at in [DVec3::ZERO, DVec3::Z * 5.0] {
        let drive = Drive::Velocity {
            linear: DVec3::new(2.0, 0.5, -1.0),
            angular: DVec3::new(0.3, 2.5, 0.0),
        };
        let base = world.add(cube(0.1).at(at).driven(drive));
        let link = || cuboid(DVec3::new(0.2, 0.04, 0.06)).mass(1.5).spinning(DVec3::Z);
        let one = world.add(link().at(at + DVec3::X * 0.5));
        let two = world.add(link().at(at + DVec3::X * 0.9));
        let hinge =
            |anchor: DVec3, rotation| Hinge { anchor: at + anchor, axis: DVec3::Z, rotation };
        world.join(Some(base), one, hinge(DVec3::X * 0.3, Axis::FREE));
        world.join(Some(one), two, hinge(DVec3::X * 0.7, speed_motor(1.0, 0.5)));
    }
    world.start()
}

#[test]
fn links_of_a_base_that_is_led() {
    for coordinates in [Coordinates::Maximal, Coordinates::Joint] {
        for accuracy in [Accuracy::Off, Accuracy::Within(1e-7)] {
            let mut simulation = carousels(accuracy, coordinates, -9.81);
            let mut all = Comparison::default();
            for _ in 0..2 {
                let gravity = simulation.input("gravity.y").expect("an input");
                let of = |by: f64| carousels(accuracy, coordinates, -9.81 + by);
                let off = compare_input(&mut simulation, gravity, 1e-3, of);
                assert!(off < 1e-6, "{coordinates:?} {accuracy:?}: gravity {off:e}");
                all.join(compare(&mut simulation, 1.0));
            }
            println!("{coordinates:?} {accuracy:?}: {:e} of {}", all.worst, all.compared);
            assert!(all.worst < 1e-6 && all.compared >= 16, "{all:?}");
        }
    }
}
