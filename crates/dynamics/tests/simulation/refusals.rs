//! Bad input is reported, and breaks nothing.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    BodyId, FrictionModel, Model, ModelError, Settings, Simulation, Sleeping, SolverChoice,
    StepError,
};

use crate::support::{World, ball, cube, run};

#[test]
fn a_force_that_is_no_number_names_the_body_and_changes_nothing() {
    for place in [DVec3::Y * 0.5, DVec3::Y * 9.0] {
        let mut world = World::new();
        world.ground();
        world.add(cube(0.5).at(DVec3::X * 5.0 + DVec3::Y * 0.5));
        let body = world.add(ball(0.5).named("victim").at(place));
        let mut simulation = world.start();
        run(&mut simulation, 5);
        let before = simulation.state().clone();
        for bad in [f64::NAN, f64::INFINITY] {
            simulation.push(body, DVec3::X * bad, place, DVec3::ZERO).expect("a body");
            let error = simulation.step().expect_err("no motion comes of that");
            assert_eq!(error, StepError::NotFinite { name: "victim".into(), step: 6 });
            assert_eq!(*simulation.state(), before);
        }
        // The push is gone with the step it was for.
        run(&mut simulation, 5);
        assert_eq!(simulation.state().step, 10);
    }
}

#[test]
fn a_body_thrown_out_of_the_world_is_lost_before_it_is_no_number() {
    let mut world = World::new();
    let body = world.add(ball(0.5).named("victim"));
    let mut simulation = world.start();
    let before = simulation.state().clone();
    simulation.push(body, DVec3::X * 1e30, DVec3::ZERO, DVec3::ZERO).expect("a body");
    let error = simulation.step().expect_err("faster than light");
    assert!(
        matches!(&error, StepError::Lost { name, speed, step: 1 } if name == "victim" && *speed > 1e20),
        "{error}"
    );
    assert_eq!(*simulation.state(), before);
    run(&mut simulation, 1);
}

#[test]
fn a_failed_step_leaves_no_trace() {
    let scene = || {
        let mut world = World::new();
        world.ground();
        let body = world.add(cube(0.5).at(DVec3::Y * 0.6).spinning(DVec3::ONE));
        (world.start(), body)
    };
    let (mut plain, _) = scene();
    let (mut hurt, body) = scene();
    run(&mut plain, 20);
    run(&mut hurt, 10);
    hurt.push(body, DVec3::splat(f64::NAN), DVec3::ZERO, DVec3::ZERO).expect("a body");
    assert!(hurt.step().is_err());
    run(&mut hurt, 10);
    assert_eq!(plain.state(), hurt.state());
}

#[test]
fn a_push_at_nobody_is_told() {
    let mut world = World::new();
    world.add(ball(1.0));
    let mut simulation = world.start();
    let told = simulation.push(BodyId(7), DVec3::X, DVec3::ZERO, DVec3::ZERO);
    assert_eq!(told, Err(ModelError::NoBody { body: 7, bodies: 1 }));
    run(&mut simulation, 1);
}

fn refused(change: impl FnOnce(&mut Settings)) -> String {
    let mut settings = Settings::default();
    change(&mut settings);
    match Simulation::new(Model::default(), settings) {
        Ok(_) => panic!("accepted"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn bad_settings_are_named() {
    let cases = [
        (refused(|settings| settings.time_step = 0.0), "dt"),
        (refused(|settings| settings.time_step = f64::NAN), "dt"),
        (refused(|settings| settings.substeps = 0), "substeps"),
        (refused(|settings| settings.gravity = DVec3::NAN), "gravity"),
        (refused(|settings| settings.margin = -1.0), "margin"),
        (refused(|settings| settings.restitution_threshold = f64::NAN), "restitution_threshold"),
        (refused(|settings| settings.friction = FrictionModel::Polyhedral { facets: 5 }), "facets"),
        (refused(|settings| settings.friction = FrictionModel::Prism { facets: 2 }), "facets"),
        (
            refused(|settings| settings.sleeping = Some(Sleeping { speed: 0.0, seconds: 1.0 })),
            "sleeping",
        ),
        (refused(|settings| settings.solver.tolerance = Some(-1.0)), "tolerance"),
        (refused(|settings| settings.solver.name = Some("bbp".into())), "bpp"),
        (refused(|settings| settings.solver.name = Some("cone-ip".into())), "blcp"),
        (
            refused(|settings| {
                settings.friction = FrictionModel::Prism { facets: 8 };
                settings.solver.name = Some("apgd".into());
            }),
            "prism",
        ),
        (
            refused(|settings| {
                settings.friction = FrictionModel::Polyhedral { facets: 4 };
                settings.solver.name = Some("pgs".into());
            }),
            "polyhedral",
        ),
    ];
    for (message, word) in cases {
        assert!(message.contains(word), "\"{message}\" does not name {word}");
    }
}

#[test]
fn an_unknown_option_of_a_solver_is_named() {
    let message = refused(|settings| {
        let mut solver = SolverChoice { name: Some("pgs".into()), ..SolverChoice::default() };
        solver.options = solver.options.set("no_such_option", "1");
        settings.solver = solver;
    });
    assert!(message.contains("no_such_option"), "{message}");
}

/// What contacts would pose is known before there are any: a ball far above the ground.
#[test]
fn a_solver_that_does_not_fit_the_friction_is_refused() {
    let drop = |friction: FrictionModel, solver: &str, option: Option<(&str, &str)>| {
        let mut world = World::new();
        world.settings.friction = friction;
        world.settings.solver.name = Some(solver.into());
        if let Some((key, value)) = option {
            let options = std::mem::take(&mut world.settings.solver.options);
            world.settings.solver.options = options.set(key, value);
        }
        world.ground();
        world.add(ball(0.5).at(DVec3::Y * 5.0));
        Simulation::new(world.model, world.settings).map(|_| ()).map_err(|error| error.to_string())
    };
    // These know no bounds that follow the normals.
    for solver in ["dantzig", "keller", "minmap-newton", "multigrid"] {
        let message = drop(FrictionModel::Pyramid, solver, None).expect_err("refused");
        for word in ["constant bounds", "box-fixed", "bpp", "pyramid"] {
            assert!(message.contains(word), "{word}: {message}");
        }
        assert_eq!(drop(FrictionModel::BoxFixed, solver, None), Ok(()), "{solver}");
    }
    let metric = Some(("projection", "metric"));
    assert_eq!(drop(FrictionModel::Cone, "prox-gs", metric), Ok(()));
    let message = drop(FrictionModel::ConvexCone, "prox-gs", metric).expect_err("refused");
    assert!(message.contains("projection"), "{message}");
}

#[test]
fn states_of_other_models_are_refused() {
    let mut world = World::new();
    world.add(ball(0.5).named("one"));
    let mut simulation = world.start();
    let mut state = simulation.state().clone();
    state.bodies[0].velocity.x = f64::NAN;
    let error = simulation.restore(state.clone()).expect_err("not finite");
    assert!(matches!(error, ModelError::Body { name, .. } if name == "one"));
    state.bodies.clear();
    assert!(simulation.restore(state).is_err());
}
