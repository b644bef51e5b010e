//! The nonlinear step of soft bodies, and what may stand for their inertia.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    Compliance, Elasticity, Energy, FrictionModel, Pose, Simulation, SoftDescription, SoftInertia,
    SoftShape, StepReport,
};
use stickslip_elastic::{Assembly, ElasticMesh, Inertia, Local, Stiffness};
use stickslip_geometry::mesh::generate::tetrahedral_box;

use crate::support::{H, World, cuboid};

const GUM: Elasticity = Elasticity { young: 2e4, poisson: 0.3, density: 1000.0 };

/// A cube with edges of 0.3 m that falls at 3 m/s, 1 mm above y = 0.
fn falling(cut: usize, energy: Energy) -> SoftDescription {
    let mesh = tetrahedral_box(DVec3::splat(0.15), [cut; 3]).expect("a box");
    SoftDescription {
        pose: Pose::at(DVec3::Y * 0.151),
        velocity: DVec3::new(0.5, -3.0, 0.0),
        energy,
        ..SoftDescription::new("gum", SoftShape::Solid(mesh), GUM)
    }
}

/// The same above the ground, with friction and a block on top of it.
fn fall(cut: usize, energy: Energy) -> World {
    let mut world = World::new();
    world.friction(FrictionModel::Cone, 0.5);
    world.ground();
    let mut body = falling(cut, energy);
    body.damping = [0.2, 0.002];
    world.model.add_soft(body).expect("soft");
    let block = cuboid(DVec3::splat(0.1)).named("block").at(DVec3::Y * 0.402);
    world.add(block.moving(DVec3::NEG_Y * 3.0));
    world
}

/// The same on the ground alone, whose gaps are linear.
fn fall_alone(cut: usize, energy: Energy) -> World {
    let mut world = World::new();
    world.friction(FrictionModel::Cone, 0.5);
    world.ground();
    world.model.add_soft(falling(cut, energy)).expect("soft");
    world
}

fn steps(simulation: &mut Simulation, count: usize) -> StepReport {
    let mut last = StepReport::default();
    for _ in 0..count {
        last = simulation.step().expect("a step");
        assert_eq!((last.failed_solves, last.inaccurate), (0, 0), "{last:?}");
    }
    last
}

/// The farthest that two simulations have their vertices from each other.
fn apart(one: &Simulation, other: &Simulation) -> f64 {
    let pairs = one.state().vertices.positions.iter().zip(&other.state().vertices.positions);
    pairs.map(|(one, other)| (*one - *other).length()).fold(0.0, f64::max)
}

#[test]
fn rounds_bring_the_residual_down_as_asked_and_quadratically() {
    let after = |rounds: usize| {
        let mut world = fall(2, Energy::StableNeoHookean);
        world.settings.soft.tolerance = Some(1e-13);
        world.settings.soft.rounds = rounds;
        let report = world.start().step().expect("a step");
        assert_eq!(report.failed_solves, 0);
        assert_eq!(report.rounds, report.solves - 1);
        report.soft_residual_max
    };
    let plain = {
        let mut simulation = fall(2, Energy::StableNeoHookean).start();
        simulation.step().expect("a step").soft_residual_max
    };
    let found = [plain, after(1), after(2), after(3), after(4)];
    assert!(plain > 1e-3, "{found:?}");
    // Digits double from round to round until there are no more.
    for pair in found.windows(2) {
        assert!(pair[1] < (10.0 * pair[0] * pair[0]).max(1e-13), "{found:?}");
    }
    let mut world = fall(2, Energy::StableNeoHookean);
    world.settings.soft.tolerance = Some(1e-6);
    let report = steps(&mut world.start(), 30);
    assert!(report.soft_residual_max <= 1e-6 && report.residual_max < 1e-8, "{report:?}");
}

#[test]
fn a_linear_body_leaves_no_residual_and_needs_no_round() {
    let mut world = fall_alone(2, Energy::Linear);
    world.settings.soft.tolerance = Some(1e-11);
    let report = steps(&mut world.start(), 10);
    assert!(report.soft_residual_max < 1e-11, "{report:?}");
    assert_eq!(report.rounds, 0);
}

/// An island that asks for nothing has the bits that it had without rounds.
#[test]
fn rigid_islands_keep_their_bits_beside_rounds() {
    let run = |tolerance: Option<f64>| {
        let mut world = fall(1, Energy::Corotated);
        let far = world.add(cuboid(DVec3::splat(0.1)).named("far").at(DVec3::new(5.0, 0.12, 0.0)));
        world.settings.soft.tolerance = tolerance;
        let mut simulation = world.start();
        let report = steps(&mut simulation, 10);
        assert_eq!(report.rounds > 0, tolerance.is_some());
        simulation.state().bodies[far.0]
    };
    assert_eq!(run(None), run(Some(1e-10)));
}

#[test]
fn energy_never_grows_in_the_nonlinear_step() {
    for (name, energy) in Energy::ALL.into_iter().filter(|(_, energy)| !energy.is_linear()) {
        let mut world = World::weightless();
        let mut body = falling(1, energy);
        (body.velocity, body.angular_velocity) = (DVec3::X, DVec3::new(0.0, 5.0, 3.0));
        body.rest_scale = 1.1;
        world.model.add_soft(body).expect("soft");
        world.settings.soft.tolerance = Some(1e-11);
        let mut simulation = world.start();
        let (before, mut energy) = (simulation.momentum().0, simulation.energy());
        for _ in 0..60 {
            steps(&mut simulation, 1);
            let now = simulation.energy();
            assert!(now <= energy * (1.0 + 1e-10), "{name}: {now} after {energy}");
            energy = now;
        }
        let after = simulation.momentum().0;
        assert!((after - before).length() < 1e-9 * before.length(), "{name}");
    }
}

/// The splitting and the masses alone come to the step of all of H as h → 0.
#[test]
fn every_inertia_gives_the_same_motion_in_short_steps() {
    let run = |inertia: SoftInertia, pieces: usize| {
        let mut world = fall_alone(1, Energy::Corotated);
        world.settings.time_step = 0.02 / pieces as f64;
        world.settings.soft.inertia = inertia;
        let mut simulation = world.start();
        steps(&mut simulation, pieces);
        simulation
    };
    for inertia in [SoftInertia::Mass, SoftInertia::Diagonal] {
        let far = [20, 40, 80]
            .map(|pieces| apart(&run(inertia, pieces), &run(SoftInertia::Full, pieces)));
        assert!(far[0] > 1e-6 && far[0] < 1e-2, "{inertia:?}: {far:?}");
        assert!(far[1] < 0.65 * far[0] && far[2] < 0.65 * far[1], "{inertia:?}: {far:?}");
    }
}

/// Where each pass of the splitting leads in the end.
#[test]
fn the_splitting_ends_where_newton_does() {
    let run = |inertia: SoftInertia| {
        let mut world = fall_alone(1, Energy::StableNeoHookean);
        world.settings.soft.inertia = inertia;
        world.settings.soft.tolerance = Some(1e-10);
        world.settings.soft.rounds = 1000;
        let mut simulation = world.start();
        (steps(&mut simulation, 1).rounds, simulation)
    };
    let (few, newton) = run(SoftInertia::Full);
    let (many, splitting) = run(SoftInertia::Diagonal);
    assert!(few < 8 && many > 3 * few, "{few} {many}");
    assert!(apart(&newton, &splitting) < 1e-9, "{}", apart(&newton, &splitting));
}

/// An impact that turns an element inside out in one linear step does not where
/// the energy of the end of the step counts.
#[test]
fn the_nonlinear_step_survives_where_the_linear_one_inverts() {
    let run = |tolerance: Option<f64>| {
        let mut world = World::new();
        world.ground();
        let mut body = falling(2, Energy::NeoHookean);
        body.velocity = DVec3::NEG_Y * 15.0;
        world.model.add_soft(body).expect("soft");
        world.settings.soft.tolerance = tolerance;
        let mut simulation = world.start();
        for _ in 0..5 {
            let report = simulation.step().map_err(|error| error.to_string())?;
            assert_eq!(report.inaccurate, 0);
        }
        Ok(simulation)
    };
    let error: String = run(None).err().expect("inverted");
    assert!(error.contains("is inside out"), "{error}");
    let simulation = run(Some(1e-8)).expect("a step");
    let mesh = &simulation.model().soft_bodies()[0].mesh;
    assert!(mesh.energy(&simulation.state().vertices.positions).is_finite());
}

/// A cube on the ground without friction, whose contacts give way as asked.
fn fall_onto(compliance: Compliance) -> Simulation {
    let mut world = World::new();
    world.settings.friction = FrictionModel::Frictionless;
    world.settings.soft.tolerance = Some(1e-12);
    world.surface(|surface| surface.compliance = compliance);
    world.ground();
    world.model.add_soft(falling(1, Energy::StableNeoHookean)).expect("soft");
    world.start()
}

/// S2, S3 and S4 of the course (Eq 259–265) on one step without friction: root
/// finding with a contact energy ½ k φ² per vertex, our rounds with impulses, and
/// minimisation over places with q ≥ 0. Rounds with contacts that are springs of k are
/// root finding with that energy.
#[test]
fn root_finding_and_minimisation_come_to_the_same_step() {
    let mut simulation = fall_onto(Compliance::Row { epsilon: 0.0, gamma: 1.0 });
    let mesh = simulation.model().soft_bodies()[0].mesh.clone();
    let begin = simulation.state().vertices.clone();
    let weight = simulation.settings().gravity;
    let aim: Vec<DVec3> = begin
        .positions
        .iter()
        .zip(&begin.velocities)
        .map(|(q, u)| *q + H * (*u + H * weight))
        .collect();
    assert!(steps(&mut simulation, 1).rounds > 1);
    let dual = &simulation.state().vertices.positions;
    assert!(dual.iter().filter(|q| q.y.abs() < 1e-12).count() >= 4, "{dual:?}");
    let far = |one: &[DVec3], other: &[DVec3]| {
        one.iter().zip(other).map(|(one, other)| (*one - *other).length()).fold(0.0, f64::max)
    };
    let least = minimise(&mesh, &begin.positions, &aim);
    assert!(far(&least, dual) < 1e-10, "S4: {}", far(&least, dual));
    let soft = [1e7, 1e8].map(|k| find_root(&mesh, &begin.positions, &aim, k));
    let mut springs = fall_onto(Compliance::Spring { stiffness: 1e7, damping: 0.0 });
    steps(&mut springs, 1);
    let springs = far(&springs.state().vertices.positions, &soft[0]);
    assert!(springs < 1e-10, "S2: {springs}");
    let errors = [far(&soft[0], dual), far(&soft[1], dual)];
    assert!(errors[0] < 1e-3, "S2: {errors:?}");
    assert!((errors[1] / errors[0] - 0.1).abs() < 0.01, "S2: {errors:?}");
    // What is left of the contact energy falls with 1/k.
    let limit: Vec<DVec3> =
        soft[0].iter().zip(&soft[1]).map(|(one, two)| (10.0 * *two - *one) / 9.0).collect();
    assert!(far(&limit, dual) < 0.01 * errors[1], "S2: {} {errors:?}", far(&limit, dual));
}

/// S4 by projected gradients: ½ (q − q̃)ᵀ M (q − q̃) + h² E(q) with q_y ≥ 0.
fn minimise(mesh: &ElasticMesh, begin: &[DVec3], aim: &[DVec3]) -> Vec<DVec3> {
    let mut q = begin.to_vec();
    // More than the largest curvature: M + h² K with K of about E L in all.
    let bound = 30.0;
    for _ in 0..4000 {
        let mut force = vec![DVec3::ZERO; q.len()];
        let mut local = Local::default();
        for element in mesh.elements() {
            element.evaluate(&element.corners(&q), Stiffness::None, &mut local).expect("an energy");
            for (corner, &vertex) in element.vertices().iter().enumerate() {
                force[vertex as usize] += local.force[corner];
            }
        }
        for (at, place) in q.iter_mut().enumerate() {
            let slope = mesh.masses()[at] * (*place - aim[at]) - H * H * force[at];
            *place -= slope / bound;
            place.y = place.y.max(0.0);
        }
    }
    q
}

/// S2 by Newton's method: M (q − q̃) − h² f(q) − h² k max(−q_y, 0) = 0.
fn find_root(mesh: &ElasticMesh, begin: &[DVec3], aim: &[DVec3], k: f64) -> Vec<DVec3> {
    let mut q = begin.to_vec();
    let mut assembly = Assembly::new(mesh, |_| false);
    let mut matrix = assembly.pattern().clone();
    let mut forces = Vec::new();
    for _ in 0..60 {
        assembly.evaluate(mesh, &q, Stiffness::Positive).expect("an energy");
        assembly.write_forces(&mut forces);
        assembly.write_matrix(mesh, Inertia::Lumped, (1.0, H * H), &mut matrix);
        let mut dense = matrix.to_dense();
        let size = 3 * q.len();
        let mut right = vec![0.0; size];
        for at in 0..q.len() {
            let mut left = H * H * forces[at] - mesh.masses()[at] * (q[at] - aim[at]);
            if q[at].y < 0.0 {
                left.y -= H * H * k * q[at].y;
                dense[(3 * at + 1) * size + 3 * at + 1] += H * H * k;
            }
            right[3 * at..3 * at + 3].copy_from_slice(&left.to_array());
        }
        eliminate(&mut dense, &mut right);
        for (place, change) in q.iter_mut().zip(right.chunks_exact(3)) {
            *place += DVec3::from_slice(change);
        }
    }
    q
}

/// Solves a positive definite system in place.
fn eliminate(matrix: &mut [f64], right: &mut [f64]) {
    let size = right.len();
    for pivot in 0..size {
        for row in pivot + 1..size {
            let factor = matrix[row * size + pivot] / matrix[pivot * size + pivot];
            for column in pivot..size {
                matrix[row * size + column] -= factor * matrix[pivot * size + column];
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|at| matrix[row * size + at] * right[at]).sum();
        right[row] = (right[row] - known) / matrix[row * size + row];
    }
}

#[test]
fn settings_of_soft_steps_that_cannot_be_are_told() {
    let told = |change: fn(&mut World)| {
        let mut world = World::new();
        change(&mut world);
        Simulation::new(world.model, world.settings).err().expect("refused").to_string()
    };
    let found = told(|world| world.settings.soft.tolerance = Some(0.0));
    assert_eq!(found, "setting soft_tolerance: is 0, but must be positive, or off");
    let found = told(|world| world.settings.soft.rounds = 0);
    assert_eq!(found, "setting soft_rounds: is 0, but must be at least 1");
    let found = told(|world| {
        world.settings.soft.inertia = SoftInertia::Mass;
        world.settings.soft.tolerance = Some(1e-6);
    });
    let expected = "must be off with the inertia of masses, whose steps are explicit";
    assert_eq!(found, format!("setting soft_tolerance: {expected}"));
}

/// With damping, and while something pulls, too.
#[test]
fn a_damped_linear_body_leaves_no_residual() {
    let mut world = World::new();
    let mut body = falling(2, Energy::Linear);
    body.damping = [2.0, 0.02];
    world.model.add_soft(body).expect("soft");
    let mut simulation = world.start();
    for _ in 0..5 {
        simulation.pull(3, DVec3::X * 20.0).expect("a vertex");
        let report = simulation.step().expect("a step");
        assert!(report.soft_residual_max < 1e-11, "{report:?}");
    }
}

/// Drag of the beginning where masses alone are the inertia: v⁺ = (1 − h a) v.
#[test]
fn masses_alone_are_damped_by_what_was() {
    let mut world = World::weightless();
    let mut body = falling(1, Energy::Linear);
    (body.velocity, body.damping) = (DVec3::X, [2.0, 0.0]);
    world.model.add_soft(body).expect("soft");
    world.settings.soft.inertia = SoftInertia::Mass;
    let mut simulation = world.start();
    simulation.step().expect("a step");
    let expected = (1.0 - 2.0 * H) * DVec3::X;
    let all = &simulation.state().vertices.velocities;
    assert!(all.iter().all(|found| found.distance(expected) < 1e-12), "{}", all[0]);
}

/// A body that is to be larger is at rest where all of it is: solids, cloth and ropes.
#[test]
fn what_is_prestressed_would_rest_at_its_scale() {
    use stickslip_dynamics::glam::DVec2;
    let sheet = stickslip_geometry::mesh::generate::cloth(DVec2::splat(0.1), [2, 2]).expect("it");
    for shape in [
        SoftShape::Solid(tetrahedral_box(DVec3::splat(0.1), [1; 3]).expect("a box")),
        SoftShape::Cloth(sheet, 1e-3),
        SoftShape::Rope(vec![DVec3::ZERO, DVec3::X, DVec3::X * 3.0], 0.01),
    ] {
        let mut world = World::weightless();
        let body = SoftDescription { rest_scale: 0.8, ..SoftDescription::new("it", shape, GUM) };
        world.model.add_soft(body).expect("soft");
        let soft = &world.model.soft_bodies()[0];
        for (rest, place) in soft.mesh.rest().iter().zip(&soft.positions) {
            assert!(rest.distance(0.8 * *place) < 1e-15, "{rest} {place}");
        }
    }
}
