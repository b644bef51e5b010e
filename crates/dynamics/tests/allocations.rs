//! A settled scene is stepped in memory that is already there.

use allocation_counter::measure;
use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    BodyDescription, ColliderDescription, FrictionModel, Integrator, Model, Pose, Settings, Shape,
    Simulation, Sleeping,
};

/// Ten cubes on each other.
fn tower(settings: Settings) -> Simulation {
    let mut model = Model::default();
    let ground = ColliderDescription::new(Shape::half_space(DVec3::Y).expect("a normal"));
    let ground = BodyDescription::fixed("ground", Pose::IDENTITY, vec![ground]);
    model.add_body(ground).expect("ground");
    let shape = Shape::cuboid(DVec3::splat(0.5)).expect("extents");
    for at in 0..10 {
        let place = Pose::at(DVec3::Y * (at as f64 + 0.5));
        let collider = ColliderDescription::new(shape.clone());
        model.add_body(BodyDescription::dynamic("cube", place, vec![collider])).expect("a cube");
    }
    Simulation::new(model, settings).expect("settings that can be")
}

/// Allocations of this thread in ten steps of a tower that has settled.
fn allocations(settings: Settings) -> u64 {
    let mut simulation = tower(settings);
    let mut steps = |count: usize| {
        measure(|| {
            for _ in 0..count {
                simulation.step().expect("finite motion");
            }
        })
        .count_total
    };
    assert!(steps(60) > 0, "the counter counts");
    steps(10)
}

#[test]
fn a_settled_tower_is_stepped_without_allocating() {
    let settings = Settings::default;
    assert_eq!(allocations(settings()), 0, "by default");
    for friction in [FrictionModel::Frictionless, FrictionModel::BoxFixed] {
        assert_eq!(allocations(Settings { friction, ..settings() }), 0, "{friction:?}");
    }
    let sleeping = Some(Sleeping { speed: 0.01, seconds: 0.5 });
    assert_eq!(allocations(Settings { sleeping, ..settings() }), 0, "asleep");
    assert_eq!(allocations(Settings { projection_passes: 2, ..settings() }), 0, "projected");
    assert_eq!(allocations(Settings { substeps: 3, ..settings() }), 0, "in parts");
    let integrator = Integrator::Midpoint;
    assert_eq!(allocations(Settings { integrator, ..settings() }), 0, "by the midpoint");
}
