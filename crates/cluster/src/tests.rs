//! What only the inside of a rank shows: which pairs it finds, and how fast sweeps converge.

use std::sync::Arc;

use glam::{DQuat, DVec3};
use stickslip_contact::{Pose, Shape, ShapeKind};
use stickslip_dynamics::{
    Accuracy, BodyDescription, ColliderDescription, Material, Model, Settings, Simulation, State,
    StepperKind, Surface,
};

use crate::bodies::{Role, Row};
use crate::catalogue::{Catalogue, Kind};
use crate::comm::{Serial, on_threads};
use crate::domain::Domain;
use crate::pairs::PHASES;
use crate::record::Motion;
use crate::sweep::{Manner, Pass, sweep};

const SUBSTEPS: usize = 8;
/// Friction, restitution.
type Rubbing = [f64; 2];

/// Balls of several sizes over a ground among four sides, a step that stands on the ground, and
/// a board that is wider than a cell where it is asked for.
fn heap(count: usize, [friction, restitution]: Rubbing, board: bool) -> (Arc<Catalogue>, State) {
    let mut model = Model::default();
    let surface = Surface { friction, restitution, ..Surface::default() };
    let material = Material { name: "it".into(), surface };
    let material = model.materials.add(material).expect("sound");
    let shape = |shape| vec![ColliderDescription { material, ..ColliderDescription::new(shape) }];
    let at = |place| Pose::new(place, DQuat::IDENTITY);
    for normal in [DVec3::Y, DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z] {
        let away = if normal == DVec3::Y { 0.0 } else { 0.4 };
        let plane = Shape::half_space(normal).expect("unit");
        let wall = BodyDescription::fixed("wall", at(-away * normal), shape(plane));
        model.add_body(wall).expect("sound");
    }
    let step = Shape::cuboid(DVec3::new(0.1, 0.05, 0.1)).expect("positive");
    let step = BodyDescription::fixed("step", at(DVec3::new(0.1, 0.05, -0.1)), shape(step));
    model.add_body(step).expect("sound");
    for number in 0..count {
        let noise = |salt: usize| ((number * 7919 + salt * 104_729) % 1009) as f64 / 1009.0 - 0.5;
        let ball = Shape::sphere(0.04 * (1.0 + 0.4 * noise(1))).expect("positive");
        let place = DVec3::new(
            0.1 * ((number % 7) as f64 - 3.0) + 0.02 * noise(2),
            0.16 + 0.1 * (number / 49) as f64,
            0.1 * ((number / 7 % 7) as f64 - 3.0) + 0.02 * noise(3),
        );
        model.add_body(BodyDescription::dynamic("ball", at(place), shape(ball))).expect("sound");
    }
    if board {
        let flat = Shape::cuboid(DVec3::new(0.35, 0.02, 0.2)).expect("positive");
        let place = at(DVec3::Y * (0.3 + 0.1 * (count / 49 + 1) as f64));
        model.add_body(BodyDescription::dynamic("board", place, shape(flat))).expect("sound");
    }
    let settings = Settings {
        stepper: StepperKind::SmallSteps,
        accuracy: Accuracy::Off,
        substeps: SUBSTEPS,
        ..Settings::default()
    };
    let catalogue = Catalogue::new(&model, &settings, None).expect("ranks take it");
    let simulation = Simulation::new(model, settings).expect("sound");
    (Arc::new(catalogue), simulation.state().clone())
}

fn h(catalogue: &Catalogue) -> f64 {
    catalogue.settings.time_step / SUBSTEPS as f64
}

fn kind(catalogue: &Catalogue, collider: u32) -> &Kind {
    let listed = || catalogue.listed().iter().find(|own| own.0 == collider).map(|own| own.1);
    let kind = catalogue.wall_shape(collider).map(|shape| shape.kind).or_else(listed);
    &catalogue.kinds[kind.expect("a shape of the model") as usize]
}

/// Distance from the surface of a ball to another shape, by its formula.
fn distance(catalogue: &Catalogue, state: &State, ball: u32, other: u32) -> f64 {
    let place = |own: u32| state.bodies[catalogue.body_of(own) as usize].pose;
    let (centre, pose) = (place(ball).position, place(other));
    let to = match kind(catalogue, other).shape.kind() {
        ShapeKind::Sphere { radius } => centre.distance(pose.position) - radius,
        ShapeKind::HalfSpace { normal } => normal.dot(centre - pose.position),
        ShapeKind::Cuboid { half_extents } => {
            let local = pose.orientation.inverse() * (centre - pose.position);
            local.distance(local.clamp(-half_extents, half_extents))
        }
        other => panic!("no distance to {other:?}"),
    };
    to - kind(catalogue, ball).radius
}

/// All pairs of balls with anything that are near each other belong to one rank each, those of
/// the board to all; no pair is found twice, whatever the number of ranks.
#[test]
fn every_near_pair_has_one_rank() {
    let (catalogue, begun) = heap(250, [0.3, 0.0], true);
    let mut numbers = Vec::new();
    for ranks in [1, 2, 5] {
        let found = on_threads(ranks, |comm| {
            let mut domain = Domain::new(Arc::clone(&catalogue), &begun, comm)?;
            for _ in 0..40 {
                domain.step()?;
            }
            let state = domain.state()?;
            domain.look(h(&catalogue), 1.0)?;
            let bodies = &domain.bodies;
            let is_wide = |place: &u32| bodies.roles[*place as usize] == Role::Wide;
            let pairs = domain
                .pairs
                .all
                .iter()
                .map(|pair| (pair.colliders(bodies), pair.places.iter().any(is_wide)));
            Ok((state, pairs.collect::<Vec<_>>()))
        });
        let found = found.expect("goes on");
        let state = found[0].0.as_ref().expect("rank 0");
        let mut once: Vec<[u32; 2]> = Vec::new();
        for (rank, (_, pairs)) in found.iter().enumerate() {
            once.extend(pairs.iter().filter(|own| !own.1 || rank == 0).map(|own| own.0));
            let wide = |pairs: &Vec<([u32; 2], bool)>| -> Vec<[u32; 2]> {
                pairs.iter().filter(|own| own.1).map(|own| own.0).collect()
            };
            assert_eq!(wide(pairs), wide(&found[0].1), "rank {rank} of {ranks}");
        }
        once.sort_unstable();
        assert!(once.windows(2).all(|two| two[0] != two[1]), "a pair has two of {ranks} ranks");
        let count = (catalogue.listed().len() + catalogue.wall_shapes.len()) as u32;
        let is_ball = |own: &u32| {
            let kind = kind(&catalogue, *own);
            kind.constants.is_dynamic && matches!(kind.shape.kind(), ShapeKind::Sphere { .. })
        };
        let mut near = 0;
        for ball in (0..count).filter(is_ball) {
            for other in (0..count).filter(|other| !is_ball(other) || *other > ball) {
                if distance(&catalogue, state, ball, other) < 2e-3 {
                    let pair = [ball.min(other), ball.max(other)];
                    assert!(once.binary_search(&pair).is_ok(), "{pair:?} on {ranks} ranks");
                    near += 1;
                }
            }
        }
        numbers.push((once, near));
    }
    assert!(numbers[0].1 > 400, "{} near pairs", numbers[0].1);
    assert!(numbers.iter().all(|own| *own == numbers[0]));
}

/// So many sweeps over the pairs of a rank in some order: bodies that gravity has pulled for a
/// sub-step, without friction, without impulses from before. Each sweep is told of.
fn sweeps(domain: &mut Domain, order: &[u32], count: usize, mut told: impl FnMut(usize, &[Row])) {
    let catalogue = Arc::clone(&domain.catalogue);
    let h = h(&catalogue);
    let manner = Manner { h, bounce_speed: 0.0 };
    for (row, kind) in domain.bodies.rows.iter_mut().zip(&domain.bodies.kinds) {
        let moves = catalogue.kinds[*kind as usize].constants.is_dynamic;
        let v = if moves { h * catalogue.settings.gravity } else { DVec3::ZERO };
        row.motion = Motion { v, w: DVec3::ZERO };
    }
    domain.pairs.points.iter_mut().for_each(|point| point.normal_impulse = 0.0);
    for number in 1..=count {
        for &at in order {
            let pair = domain.pairs.all[at as usize];
            let points = &mut domain.pairs.points[pair.points()];
            let swept = (points, &mut [][..]);
            sweep(Pass::Relaxing, manner, (pair.places, [0.0; 2]), swept, &mut domain.bodies);
        }
        told(number, &domain.bodies.rows);
    }
}

fn apart(one: &[Row], two: &[Row]) -> f64 {
    let apart = one.iter().zip(two).map(|(one, two)| one.motion.v.distance(two.motion.v));
    apart.fold(0.0, f64::max)
}

/// The order of cells needs no more sweeps to velocities that are right to 1e-6 m/s than that of
/// the numbers of pairs does, where nothing rubs.
#[test]
fn the_order_of_cells_converges_as_the_plain_one() {
    const SWEEPS: usize = 5000;
    let (catalogue, begun) = heap(200, [0.0, 0.0], false);
    let mut domain = Domain::new(Arc::clone(&catalogue), &begun, Serial).expect("alone");
    for _ in 0..90 {
        domain.step().expect("goes on");
    }
    domain.look(h(&catalogue), 1.0).expect("alone");
    let cells = domain.pairs.touching.clone();
    let mut plain = cells.clone();
    plain.sort_unstable_by_key(|&at| domain.pairs.all[at as usize].colliders(&domain.bodies));
    assert_ne!(cells, plain);
    let mut end = |order: &[u32]| {
        sweeps(&mut domain, order, SWEEPS, |_, _| ());
        domain.bodies.rows.clone()
    };
    let ends = [end(&cells), end(&plain)];
    let gap = apart(&ends[0], &ends[1]);
    assert!(gap < 1e-8, "two solutions {gap:e} m/s apart");
    let mut needed = |order: &[u32]| {
        let mut last = 0;
        let far = |number, rows: &[Row]| {
            if apart(rows, &ends[0]) >= 1e-6 {
                last = number;
            }
        };
        sweeps(&mut domain, order, SWEEPS, far);
        last + 1
    };
    let (cells, plain) = (needed(&cells), needed(&plain));
    println!("{} points: {cells} sweeps in cells, {plain} plain", domain.pairs.count(PHASES));
    assert!(plain > 20, "{plain} sweeps are too few to compare");
    assert!(cells as f64 <= 1.05 * plain as f64, "{cells} sweeps, {plain} in plain order");
}
