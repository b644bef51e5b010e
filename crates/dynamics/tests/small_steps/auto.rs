//! Islands take what suits them.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::joint::Ball;
use stickslip_dynamics::{
    BodyDescription, BodyId, JointDescription, Model, Pose, Settings, Simulation, StepperKind,
    SurfaceMotion,
};

use crate::support::{G, ball, cuboid, ground, heap, run, start, surface, throw};

pub fn settings() -> Settings {
    Settings { stepper: StepperKind::Auto, ..Settings::default() }
}

/// Boxes in a block of three by three by some layers, each a little apart from the next.
pub fn block(model: &mut Model, layers: usize, centre: DVec3) -> Vec<BodyId> {
    let place = |at: usize| {
        let (x, y, z) = (at % 3, at / 9, at / 3 % 3);
        centre + 0.2005 * DVec3::new(x as f64 - 1.0, y as f64 + 0.5, z as f64 - 1.0)
    };
    let all = 0..9 * layers;
    all.map(|at| cuboid(model, DVec3::splat(0.1), Pose::at(place(at)))).collect()
}

fn momentum(simulation: &Simulation) -> (DVec3, DVec3) {
    let bodies = simulation.model().bodies().iter().zip(&simulation.state().bodies);
    bodies.filter(|(body, _)| body.is_dynamic()).fold((DVec3::ZERO, DVec3::ZERO), |sum, it| {
        let (body, state) = it;
        let q = state.pose.orientation;
        let p = body.mass.mass * state.velocity;
        let spin = q * (body.mass.inertia * (q.inverse() * state.angular_velocity));
        (sum.0 + p, sum.1 + spin + state.pose.position.cross(p))
    })
}

/// Throws bodies downwards.
fn throw_down(simulation: &mut Simulation, bodies: &[BodyId], speed: f64) {
    for &body in bodies {
        throw(simulation, body, speed * DVec3::NEG_Y, DVec3::ZERO);
    }
}

#[test]
fn large_islands_take_small_steps_until_they_rest() {
    let mut model = Model::default();
    ground(&mut model);
    let boxes = block(&mut model, 4, 0.1 * DVec3::Y);
    let single = cuboid(&mut model, DVec3::splat(0.1), Pose::at(DVec3::new(3.0, 0.1, 0.0)));
    let mut simulation = start(model, settings());
    throw_down(&mut simulation, &boxes, 1.0);
    for _ in 0..10 {
        let report = simulation.step().unwrap();
        assert_eq!(report.orders.small, boxes.len());
        assert!(report.converged(), "{:.2e} m", report.penetration_max);
    }
    assert!(boxes.iter().all(|body| simulation.state().bodies[body.0].sub_stepped));
    assert!(!simulation.state().bodies[single.0].sub_stepped);
    let lone = simulation.islands().filter(|island| island.solved.is_some());
    assert_eq!(lone.map(|island| island.bodies.to_vec()).collect::<Vec<_>>(), [[single.0]]);
    assert_eq!(simulation.islands().map(|island| island.bodies.len()).max(), Some(boxes.len()));
    let small: Vec<_> = (0..170).map(|_| simulation.step().unwrap().orders.small).collect();
    assert_eq!(small[110..], [0; 60], "{small:?}");
}

/// What stands stays exact however long, and takes small steps once it is struck.
#[test]
fn what_stands_is_stepped_exactly_until_it_stirs() {
    let mut model = Model::default();
    ground(&mut model);
    let place = |at: usize| DVec3::new(0.0, 0.1 + 0.2 * (at / 3) as f64, 0.2 * (at % 3) as f64);
    let boxes: Vec<_> =
        (0..36).map(|at| cuboid(&mut model, DVec3::splat(0.1), Pose::at(place(at)))).collect();
    let shot = ball(&mut model, 0.1, DVec3::new(-3.0, 1.5, 0.2));
    let mut simulation = start(model, settings());
    throw(&mut simulation, shot, 12.0 * DVec3::X, DVec3::ZERO);
    let small: Vec<_> = (0..30).map(|_| simulation.step().unwrap().orders.small).collect();
    assert_eq!(small[..10], [0; 10], "{small:?}");
    assert!(*small.iter().max().unwrap() > boxes.len() / 2, "{small:?}");
}

/// What does not come near a heap moves as it would without one.
#[test]
fn others_keep_the_bits_of_the_exact_step() {
    let build = |with_heap: bool, stepper| {
        let mut model = Model::default();
        ground(&mut model);
        let arm =
            cuboid(&mut model, DVec3::new(0.5, 0.05, 0.05), Pose::at(DVec3::new(-5.0, 2.0, 0.0)));
        let pin = Ball::at(DVec3::new(-5.5, 2.0, 0.0));
        model.add_joint(JointDescription::new("pin", None, arm, pin)).unwrap();
        let thrown = ball(&mut model, 0.1, DVec3::new(-8.0, 0.5, 0.0));
        if with_heap {
            block(&mut model, 4, DVec3::Y);
        }
        let mut simulation = start(model, Settings { stepper, ..Settings::default() });
        throw(&mut simulation, thrown, DVec3::new(-2.0, 1.0, 0.0), DVec3::ZERO);
        let small = (0..90).map(|_| simulation.step().unwrap().orders.small).max().unwrap();
        assert_eq!(small > 0, with_heap && stepper == StepperKind::Auto);
        [arm, thrown].map(|body| simulation.state().bodies[body.0])
    };
    let exact = build(false, StepperKind::Complementarity);
    assert_eq!(build(false, StepperKind::Auto), exact);
    assert_eq!(build(true, StepperKind::Auto), exact);
}

/// A ball is stepped exactly until it strikes a block that floats, and is part of it from then
/// on. Impulses of small steps act where each side's own surface is, which moves angular
/// momentum by what is between them: no more than where small steps take all.
#[test]
fn momentum_is_kept_where_both_meet() {
    let strike = |stepper| {
        let mut model = Model::default();
        block(&mut model, 4, DVec3::ZERO);
        let shot = ball(&mut model, 0.15, DVec3::new(-1.5, 0.45, 0.07));
        let gravity = DVec3::ZERO;
        let mut simulation = start(model, Settings { gravity, stepper, ..Settings::default() });
        throw(&mut simulation, shot, DVec3::new(30.0, 1.0, 0.0), DVec3::new(0.0, 0.0, 20.0));
        let (p, l) = momentum(&simulation);
        let (mut worst, mut has_met) = ([0.0_f64; 2], false);
        for _ in 0..30 {
            simulation.step().unwrap();
            let (now_p, now_l) = momentum(&simulation);
            has_met |= simulation.state().bodies[shot.0].sub_stepped;
            worst[0] = worst[0].max((now_p - p).length() / p.length());
            worst[1] = worst[1].max((now_l - l).length() / l.length());
        }
        assert_eq!(has_met, stepper == StepperKind::Auto);
        worst
    };
    let (both, small) = (strike(StepperKind::Auto), strike(StepperKind::SmallSteps));
    assert!(both[0] < 1e-6, "{both:?}");
    assert!(both[1] < 1.5 * small[1], "{both:?} {small:?}");
}

/// A heap on a surface that runs is carried along by it: small steps would not.
#[test]
fn a_heap_on_a_running_surface_is_stepped_exactly() {
    let mut model = Model::default();
    let ground = ground(&mut model);
    let runs = Some(SurfaceMotion::Along(DVec3::X));
    let body = model.bodies()[ground.0].description.clone();
    let mut model = Model::default();
    model.add_body(BodyDescription { surface_motion: runs, ..body }).unwrap();
    surface(&mut model, 0.2, 0.0);
    let boxes = block(&mut model, 3, DVec3::ZERO);
    let mut simulation = start(model, settings());
    let small = (0..50).map(|_| simulation.step().unwrap().orders.small).max();
    assert_eq!(small, Some(0));
    let speed = simulation.state().bodies[boxes[0].0].velocity.x;
    assert!(speed > 0.9, "{speed}");
}

/// An island keeps its small steps while it loses bodies, down to half the size.
#[test]
fn a_shrinking_island_keeps_its_steps() {
    let begin = |layers| {
        let mut model = Model::default();
        ground(&mut model);
        let boxes = block(&mut model, layers, DVec3::Y);
        let mut simulation = start(model, settings());
        throw_down(&mut simulation, &boxes, 1.0);
        simulation
    };
    let (mut few, mut many) = (begin(2), begin(3));
    assert_eq!(few.step().unwrap().orders.small, 0);
    assert_eq!(many.step().unwrap().orders.small, 27);
    let mut state = many.state().clone();
    for (at, body) in state.bodies.iter_mut().enumerate().skip(1 + 18) {
        body.pose.position += DVec3::new(10.0, 0.0, 2.0 * at as f64);
    }
    many.restore(state).unwrap();
    assert_eq!(many.step().unwrap().orders.small, 18);
}

/// Same bits with any number of threads, and from a state in the middle.
#[test]
fn bits_depend_on_the_state_alone() {
    let both = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut simulation = heap(60, settings());
            run(&mut simulation, 0.5);
            let middle = simulation.state().clone();
            run(&mut simulation, 0.25);
            let end = simulation.state().clone();
            let mut again = heap(60, settings());
            again.restore(middle).unwrap();
            run(&mut again, 0.25);
            assert_eq!(again.state(), &end);
            assert!(end.bodies.iter().any(|body| body.sub_stepped));
            end
        })
    };
    assert_eq!(both(1), both(3));
}

/// A body that falls onto a sleeping heap from high up meets it where it is.
#[test]
fn a_fast_body_does_not_go_through_a_heap() {
    let mut model = Model::default();
    ground(&mut model);
    block(&mut model, 3, DVec3::ZERO);
    let turn = DQuat::from_rotation_x(0.4);
    let shot = cuboid(&mut model, DVec3::splat(0.1), Pose::new(DVec3::new(0.0, 5.0, 0.0), turn));
    let mut simulation = start(model, settings());
    throw(&mut simulation, shot, DVec3::new(0.0, -60.0, 0.0), DVec3::ZERO);
    let drop = 60.0 * 60.0 / (2.0 * G);
    for _ in 0..120 {
        let report = simulation.step().unwrap();
        assert!(report.penetration_max < 5e-3, "{:.2e} m", report.penetration_max);
        assert!(simulation.state().bodies[shot.0].pose.position.y < drop);
    }
    assert!(simulation.state().bodies[shot.0].pose.position.y > 0.05);
}

/// What small steps alone miss, all bodies take exactly: a heavy ball that falls fast onto
/// a block.
#[test]
fn a_step_that_misses_is_taken_exactly() {
    let run = |stepper| {
        let mut model = Model::default();
        ground(&mut model);
        block(&mut model, 3, DVec3::ZERO);
        let heavy = ball(&mut model, 0.3, DVec3::new(0.0, 1.2, 0.0));
        let mut simulation = start(model, Settings { stepper, ..Settings::default() });
        throw(&mut simulation, heavy, DVec3::NEG_Y * 25.0, DVec3::ZERO);
        let reports: Vec<_> = (0..8).map(|_| simulation.step().unwrap()).collect();
        let missed = reports.iter().filter(|report| !report.is_accurate()).count();
        (missed, reports.iter().filter(|report| report.orders.small == 0).count())
    };
    assert!(run(StepperKind::SmallSteps).0 > 0, "an easy blow shows nothing");
    let (missed, exact) = run(StepperKind::Auto);
    assert!(missed == 0 && exact > 0, "{missed} {exact}");
}
