//! Friction of every section, with moments against spinning and rolling.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{Accuracy, FrictionModel, Simulation};

use crate::oracle::{Comparison, compare};
use crate::support::{World, ball, cube};

/// A crate that slides and turns, and a ball that rolls and spins, both on the ground.
fn sliding(model: FrictionModel, accuracy: Accuracy, moments: f64) -> Simulation {
    let mut world = World::new();
    world.settings.accuracy = accuracy;
    world.settings.solver.tolerance = Some(1e-13);
    world.friction(model, 0.3);
    world.surface(|surface| {
        (surface.torsion, surface.rolling) = (moments, 0.5 * moments);
    });
    world.ground();
    let moving = DVec3::new(3.0, 0.0, 1.3);
    let crates = cube(0.25).mass(10.0).at(DVec3::Y * 0.25).moving(moving);
    world.add(crates.spinning(DVec3::Y * 0.7));
    let at = DVec3::new(5.0, 0.2, 0.0);
    let rolling = DVec3::new(1.0, 4.0, -9.0);
    world.add(ball(0.2).mass(3.0).at(at).moving(DVec3::new(2.0, 0.0, 0.4)).spinning(rolling));
    let mut simulation = world.start();
    // Loads of the last step, and contacts a little inside the kink of their gap.
    simulation.step().expect("a step");
    let mut state = simulation.state().clone();
    (1..3).for_each(|body| state.bodies[body].pose.position.y -= 2e-4);
    simulation.restore(state).expect("a state");
    simulation
}

fn compared(model: FrictionModel, accuracy: Accuracy, moments: f64) -> Comparison {
    let mut simulation = sliding(model, accuracy, moments);
    let mut all = Comparison::default();
    for step in 0..6 {
        if step % 3 == 0 {
            all.join(compare(&mut simulation, 1.0));
        } else {
            simulation.step().expect("a step");
        }
    }
    println!("{model:?} {accuracy:?} {moments}: {:e} of {}", all.worst, all.compared);
    all
}

const KINDS: [Accuracy; 2] = [Accuracy::Off, Accuracy::Within(1e-6)];

/// Plain steps agree to 1e-6. Rounds of accurate ones end where less than the accuracy changes,
/// and loads that moments follow are known to a part in a thousand: most columns agree to 1e-6,
/// all to that. What rests on this ground is on springs with an accuracy of 1e-7.
fn check(model: FrictionModel, accuracy: Accuracy, moments: f64) {
    let mut all = compared(model, accuracy, moments);
    assert!(all.compared > 12, "{all:?}");
    match accuracy {
        Accuracy::Off => assert!(all.worst < 1e-6, "{all:?}"),
        _ => assert!(all.percentile(50) < 1e-6 && all.worst < 1e-3, "{all:?}"),
    }
}

#[test]
fn boxes_and_discs_of_the_last_load() {
    for accuracy in KINDS {
        for model in
            [FrictionModel::BoxFixed, FrictionModel::Prism { facets: 8 }, FrictionModel::Cylinder]
        {
            check(model, accuracy, 0.0);
        }
    }
}

#[test]
fn polygons() {
    for accuracy in KINDS {
        for model in
            [FrictionModel::Polyhedral { facets: 8 }, FrictionModel::StewartTrinkle { facets: 6 }]
        {
            check(model, accuracy, 0.0);
        }
    }
}

#[test]
fn cones() {
    // Contacts of convex cones open as they slip: accurate steps refuse them.
    check(FrictionModel::ConvexCone, Accuracy::Off, 0.0);
    for accuracy in KINDS {
        check(FrictionModel::Cone, accuracy, 0.0);
    }
}

/// Moments of a cone share its ellipsoid; those of a pyramid are bounded by themselves.
#[test]
fn moments() {
    for accuracy in KINDS {
        for model in [FrictionModel::Cone, FrictionModel::Pyramid] {
            check(model, accuracy, 0.02);
        }
    }
}
