//! Soft bodies in one world with rigid ones.

use stickslip_dynamics::glam::{DQuat, DVec2, DVec3};
use stickslip_dynamics::{
    Attachment, Elasticity, Energy, FrictionModel, GivenStep, Pose, Simulation, SoftDescription,
    SoftShape,
};
use stickslip_geometry::mesh::generate::{cloth, tetrahedral_box};

use crate::support::{G, World, cuboid, half_space};

const JELLY: Elasticity = Elasticity { young: 1e5, poisson: 0.3, density: 1000.0 };

/// A cube with edges of 0.3 m, cut into so many parts along each.
fn cube(name: &str, centre: DVec3, cut: usize) -> SoftDescription {
    let mesh = tetrahedral_box(DVec3::splat(0.15), [cut; 3]).expect("a box");
    SoftDescription {
        pose: Pose::at(centre),
        damping: [0.0, 0.01],
        ..SoftDescription::new(name, SoftShape::Solid(mesh), JELLY)
    }
}

fn run(simulation: &mut Simulation, steps: usize) -> f64 {
    let mut deepest = 0.0_f64;
    for _ in 0..steps {
        let report = simulation.step().expect("a step");
        assert_eq!(report.failed_solves, 0);
        assert!(report.residual_max < 1e-8, "{}", report.residual_max);
        deepest = deepest.max(report.penetration_max);
    }
    deepest
}

fn heights(simulation: &Simulation) -> (f64, f64) {
    let all = simulation.state().vertices.positions.iter().map(|x| x.y);
    all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| (low.min(y), high.max(y)))
}

/// Its own weight makes a cube of E = 1e5 Pa lower by ρ g L²/(2E): 0.2956 m high
/// when its sides may give way.
#[test]
fn a_cube_comes_to_rest_with_its_weight_on_the_ground() {
    let models = [FrictionModel::Pyramid, FrictionModel::Cone, FrictionModel::ConvexCone];
    for model in models {
        let mut world = World::new();
        world.friction(model, 0.5);
        world.ground();
        world.model.add_soft(cube("cube", DVec3::Y * 0.16, 2)).expect("soft");
        let mut simulation = world.start();
        run(&mut simulation, 90);
        let (low, high) = heights(&simulation);
        assert!(low.abs() < 1e-4, "{low}");
        assert!((high - low - 0.2956).abs() < 2e-3, "{}", high - low);
        let weight = simulation.model().soft_bodies()[0].mesh.mass() * G;
        let carried = simulation.contact_force(stickslip_dynamics::BodyId(0));
        assert!((carried.y + weight).abs() < 2e-3 * weight, "{model:?}: {carried} of {weight}");
        let speeds = simulation.state().vertices.velocities.iter().map(|v| v.length());
        assert!(speeds.fold(0.0, f64::max) < 1e-3);
    }
}

/// Where nothing holds the foot, the mean height of the top is L − ρ g L²/(2E) in every mesh:
/// with a bar under an even load as the other state, which linear tetrahedra have exactly,
/// Betti's theorem says so.
#[test]
fn the_top_of_a_cube_is_as_high_as_theory_says_in_every_mesh() {
    for cut in [2, 3] {
        let mut world = World::new();
        world.settings.friction = FrictionModel::Frictionless;
        world.ground();
        let mut body = cube("cube", DVec3::Y * 0.15, cut);
        (body.energy, body.damping) = (Energy::Linear, [2.0, 0.02]);
        world.model.add_soft(body).expect("soft");
        let mut simulation = world.start();
        run(&mut simulation, 90);
        let body = &simulation.model().soft_bodies()[0];
        let (rest, places) = (body.mesh.rest(), &simulation.state().vertices.positions);
        // All triangles of the top are alike.
        let is_top = |face: &&[u32; 3]| face.iter().all(|&at| rest[at as usize].y > 0.1499);
        let top: Vec<f64> = body
            .faces
            .iter()
            .filter(is_top)
            .map(|face| face.iter().map(|&at| places[at as usize].y).sum::<f64>() / 3.0)
            .collect();
        let height = top.iter().sum::<f64>() / top.len() as f64;
        let theory = 0.3 - 1000.0 * G * 0.09 / 2e5;
        assert!((height / theory - 1.0).abs() < 1e-5, "{cut}: {height} of {theory}");
    }
}

#[test]
fn a_block_slides_where_the_slope_is_steeper_than_friction() {
    let travel = |slope: f64| {
        let mut world = World::new();
        world.friction(FrictionModel::Cone, 0.5);
        let turn = DQuat::from_rotation_z(slope.atan());
        world.add(half_space(turn * DVec3::Y));
        let mut block = cube("block", turn * (DVec3::Y * 0.1501), 2);
        block.pose.orientation = turn;
        block.elasticity.young = 1e6;
        world.model.add_soft(block).expect("soft");
        let mut simulation = world.start();
        run(&mut simulation, 40);
        let (momentum, _) = simulation.momentum();
        momentum.length() / simulation.model().soft_bodies()[0].mesh.mass()
    };
    assert!(travel(0.47) < 5e-3, "{}", travel(0.47));
    // g (sin − μ cos) for 40 steps.
    let angle = 0.6_f64.atan();
    let expected = G * (angle.sin() - 0.5 * angle.cos()) * 40.0 / 60.0;
    assert!((travel(0.6) - expected).abs() < 0.05 * expected, "{} {expected}", travel(0.6));
}

/// In free fall, turning and shaking: nothing from outside but its weight.
#[test]
fn momentum_is_kept_and_energy_never_grows() {
    for (name, energy) in Energy::ALL.into_iter().filter(|(_, energy)| !energy.is_linear()) {
        let mut world = World::weightless();
        let mut body = cube("free", DVec3::ZERO, 2);
        (body.energy, body.velocity, body.damping) = (energy, DVec3::X, [0.0; 2]);
        // Compressed at the beginning.
        body.rest_scale = 1.1;
        world.model.add_soft(body).expect("soft");
        let mut simulation = world.start();
        let before = simulation.momentum();
        let mut energy = simulation.energy();
        for _ in 0..60 {
            simulation.step().expect("a step");
            let now = simulation.energy();
            assert!(now <= energy * (1.0 + 1e-12), "{name}: {now} after {energy}");
            energy = now;
        }
        let after = simulation.momentum();
        assert!((after.0 - before.0).length() < 1e-11 * before.0.length(), "{name}");
        assert!((after.1 - before.1).length() < 1e-10 * before.0.length(), "{name}");
    }
}

#[test]
fn a_box_rests_on_a_soft_one_and_a_soft_one_on_another() {
    let mut world = World::new();
    world.friction(FrictionModel::Cone, 0.6);
    world.ground();
    world.model.add_soft(cube("low", DVec3::Y * 0.151, 2)).expect("soft");
    world.model.add_soft(cube("high", DVec3::Y * 0.453, 2)).expect("soft");
    let load = world.add(cuboid(DVec3::splat(0.1)).named("load").at(DVec3::Y * 0.704));
    let mut simulation = world.start();
    run(&mut simulation, 60);
    let load_mass = simulation.model().bodies()[load.0].mass.mass;
    let carried = simulation.contact_force(load);
    assert!((carried.y - load_mass * G).abs() < 0.02 * load_mass * G, "{carried}");
    let soft: f64 = simulation.model().soft_bodies().iter().map(|body| body.mesh.mass()).sum();
    let ground = simulation.contact_force(stickslip_dynamics::BodyId(0));
    let weight = (soft + load_mass) * G;
    assert!((ground.y + weight).abs() < 0.02 * weight, "{ground} of {weight}");
    let place = simulation.state().bodies[load.0].pose.position;
    assert!(place.y > 0.6 && place.y < 0.7 && place.x.abs() + place.z.abs() < 0.01, "{place}");
}

#[test]
fn pins_hold_and_attachments_follow_a_body() {
    let mut world = World::new();
    let bar = world.add(cuboid(DVec3::splat(0.05)).named("bar").at(DVec3::Y * 2.0).fixed());
    let mut held = cube("held", DVec3::Y * 1.0, 2);
    held.pins = vec![0, 2];
    world.model.add_soft(held).expect("soft");
    let sheet = cloth(DVec2::splat(0.2), [4, 4]).expect("cloth");
    let linen = Elasticity { young: 1e6, poisson: 0.3, density: 300.0 };
    let mut flag = SoftDescription::new("flag", SoftShape::Cloth(sheet, 0.001), linen);
    let level = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2);
    flag.pose = Pose::new(DVec3::new(1.0, 2.0, 0.0), level);
    flag.attachments = vec![Attachment { body: bar, vertices: vec![0, 4] }];
    world.model.add_soft(flag).expect("soft");
    let mut simulation = world.start();
    let before = simulation.state().vertices.positions.clone();
    run(&mut simulation, 60);
    let after = &simulation.state().vertices.positions;
    let flag = simulation.soft_vertices(1).start;
    assert_eq!((before[0], before[2]), (after[0], after[2]));
    for corner in [flag, flag + 4] {
        assert!((before[corner] - after[corner]).length() < 1e-9, "{}", after[corner]);
    }
    assert!(after[flag + 22].y < before[flag + 22].y - 0.1, "it hangs");
}

#[test]
fn bad_soft_bodies_are_told_in_a_sentence() {
    let mut world = World::new();
    let mut told = |change: fn(&mut SoftDescription)| {
        let mut body = cube("bad", DVec3::ZERO, 1);
        change(&mut body);
        world.model.add_soft(body).expect_err("bad").to_string()
    };
    let found = told(|body| body.pins = vec![8]);
    assert_eq!(found, "soft body \"bad\": there is no vertex 8 to pin: it has 8");
    let found = told(|body| body.elasticity.poisson = 0.5);
    let expected = "poisson is 0.5; expected a ratio above -1 and below 0.5";
    assert_eq!(found, format!("soft body \"bad\": {expected}"));
    let found = told(|body| body.damping = [-1.0, 0.0]);
    assert_eq!(found, "soft body \"bad\": damping is [-1, 0]; expected two numbers ≥ 0");
    let found = told(|body| body.rest_scale = 0.0);
    assert_eq!(found, "soft body \"bad\": rest_scale is 0; expected a number above 0");
}

/// What would be left out of the problem without a word is refused.
#[test]
fn a_given_step_does_not_take_soft_bodies() {
    let mut world = World::new();
    world.model.add_soft(cube("jelly", DVec3::Y, 1)).expect("soft");
    let step = GivenStep {
        model: world.model,
        contacts: Vec::new(),
        gravity: DVec3::NEG_Y,
        time_step: 0.01,
        gyroscopic: true,
        friction: FrictionModel::Pyramid,
    };
    let error = step.problem().expect_err("refused").to_string();
    assert!(error.starts_with("soft body \"jelly\": a step whose contacts are given"), "{error}");
}
