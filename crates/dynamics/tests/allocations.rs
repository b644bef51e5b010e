//! A settled scene is stepped in memory that is already there.

use allocation_counter::measure;
use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    Accuracy, BodyDescription, ColliderDescription, Elasticity, Energy, FrictionModel, Integrator,
    Model, Pose, Settings, Shape, Simulation, Sleeping, SoftDescription, SoftShape,
};
use stickslip_geometry::mesh::generate::tetrahedral_box;

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
    // Projection moves what rests, which accurate steps would then step again.
    let plain = Settings { accuracy: Accuracy::Off, ..settings() };
    assert_eq!(allocations(Settings { projection_passes: 2, ..plain }), 0, "projected");
    assert_eq!(allocations(Settings { substeps: 3, ..settings() }), 0, "in parts");
    let integrator = Integrator::Midpoint;
    assert_eq!(allocations(Settings { integrator, ..settings() }), 0, "by the midpoint");
}

/// A soft bar that swings by one end.
fn bar(energy: Energy) -> Simulation {
    let mut model = Model::default();
    let mesh = tetrahedral_box(DVec3::new(0.3, 0.1, 0.1), [6, 2, 2]).expect("a box");
    let jelly = Elasticity { young: 1e5, poisson: 0.3, density: 1000.0 };
    let pins = mesh.points().iter().zip(0..).filter(|(point, _)| point.x < -0.29);
    let body = SoftDescription {
        pins: pins.map(|(_, vertex)| vertex).collect(),
        damping: [0.0, 0.01],
        energy,
        ..SoftDescription::new("bar", SoftShape::Solid(mesh), jelly)
    };
    model.add_soft(body).expect("soft");
    Simulation::new(model, Settings::default()).expect("settings that can be")
}

/// A soft block that rests on the ground.
fn block(friction: FrictionModel) -> Simulation {
    let mut model = Model::default();
    let ground = ColliderDescription::new(Shape::half_space(DVec3::Y).expect("a normal"));
    let ground = BodyDescription::fixed("ground", Pose::IDENTITY, vec![ground]);
    model.add_body(ground).expect("ground");
    let mesh = tetrahedral_box(DVec3::splat(0.1), [3, 2, 3]).expect("a box");
    let jelly = Elasticity { young: 1e5, poisson: 0.3, density: 1000.0 };
    let body = SoftDescription {
        damping: [0.0, 0.02],
        pose: Pose::at(DVec3::Y * 0.1001),
        ..SoftDescription::new("block", SoftShape::Solid(mesh), jelly)
    };
    model.add_soft(body).expect("soft");
    let settings = Settings { friction, ..Settings::default() };
    Simulation::new(model, settings).expect("settings that can be")
}

#[test]
fn a_soft_block_at_rest_on_the_ground_is_stepped_without_allocating() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    for friction in [FrictionModel::Frictionless, FrictionModel::Pyramid, FrictionModel::Cone] {
        let mut simulation = block(friction);
        let mut steps = |count: usize| {
            pool.install(|| {
                measure(|| {
                    for _ in 0..count {
                        let report = simulation.step().expect("finite motion");
                        assert!(report.failed_solves == 0);
                    }
                })
                .count_total
            })
        };
        assert!(steps(60) > 0, "the counter counts");
        assert_eq!(steps(10), 0, "{friction:?}");
        let touching = simulation.contacts().len();
        assert!(touching >= 16, "{touching}");
    }
}

/// Work that is handed to other threads is
/// not counted: on one there is none.
#[test]
fn a_soft_body_that_touches_nothing_moves_without_allocating() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    for energy in [Energy::Corotated, Energy::Linear] {
        let mut simulation = bar(energy);
        let mut steps = |count: usize| {
            pool.install(|| {
                measure(|| {
                    for _ in 0..count {
                        simulation.step().expect("finite motion");
                    }
                })
                .count_total
            })
        };
        assert!(steps(3) > 0, "the counter counts");
        assert_eq!(steps(10), 0, "{energy:?}");
    }
}
