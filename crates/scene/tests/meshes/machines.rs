//! What only bodies that are not convex can do.

use std::f64::consts::TAU;

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{ShapeKind, Simulation};
use stickslip_geometry::mesh::Surface;
use stickslip_geometry::sdf::{Field, MeshField, Sign};

use crate::{builtin, play};

/// Turns about y, counted over the whole turns by what each step adds.
#[derive(Default)]
struct Turn {
    last: Option<f64>,
    total: f64,
}

impl Turn {
    fn add(&mut self, orientation: stickslip_dynamics::glam::DQuat) {
        let ahead = orientation * DVec3::X;
        let angle = (-ahead.z).atan2(ahead.x);
        if let Some(last) = self.last {
            let step = angle - last;
            self.total += step - TAU * (step / TAU).round();
        }
        self.last = Some(angle);
    }
}

/// Over two whole turns, in which the upper end of the nut passes that of the bolt. Its motor
/// comes to 12 rad/s in 0.2 s and has torque to spare, so nothing may hold it up: crests of
/// the bolt that pass the end of the nut do not, and the less so the less they rub.
#[test]
fn a_nut_advances_by_its_pitch_for_every_turn() {
    for friction in [0.03, 0.1] {
        let settings = [("speed", 12.0), ("friction", friction)];
        let mut simulation = builtin("nut-and-bolt", &settings);
        let nut = simulation.model().find_body("nut").expect("a nut").0;
        let mut turn = Turn::default();
        let mut places = Vec::new();
        play(&mut simulation, 1.6, |simulation| {
            let body = &simulation.state().bodies[nut];
            turn.add(body.pose.orientation);
            places.push((turn.total / TAU, body.pose.position));
        });
        let last = places[places.len() - 1];
        println!("friction {friction}: {} turns to {}", last.0, last.1);
        let driven = -12.0 * (1.6 - 0.1) / TAU;
        assert!((last.0 - driven).abs() < 0.02, "{} turns, driven by {driven}", last.0);
        // Between two steps.
        let height = |turns: f64| {
            let after = places.iter().position(|place| place.0 <= turns).expect("it turned so far");
            let ((from, low), (to, high)) = (places[after - 1], places[after]);
            low.y + (high.y - low.y) * (turns - from) / (to - from)
        };
        // After the play of the thread has been taken up.
        let pitch = (height(-0.25) - height(-2.25)) / 2.0;
        println!("{pitch} m a turn");
        assert!((pitch - 0.06).abs() < 0.01 * 0.06, "{pitch} m for every turn");
        assert!(last.1.x.hypot(last.1.z) < 0.005, "it stays on its axis: {}", last.1);
    }
}

/// A surface with its distances by winding numbers, which the detector does not use.
fn solid(simulation: &Simulation, body: usize) -> (Surface, MeshField) {
    let shape = &simulation.model().bodies()[body].colliders[0].shape;
    let ShapeKind::Terrain { vertices, triangles, .. } = shape.kind() else {
        panic!("not a mesh");
    };
    let surface = Surface::new(vertices.to_vec(), triangles.to_vec()).expect("a surface");
    let field = MeshField::new(&surface, Sign::Winding);
    (surface, field)
}

/// How deep corners of one solid, and points along its edges, lie in the other (m).
fn deepest(simulation: &Simulation, inner: (usize, &Surface), outer: (usize, &MeshField)) -> f64 {
    let bodies = &simulation.state().bodies;
    let (from, to) = (bodies[inner.0].pose, bodies[outer.0].pose);
    let along = |corners: [DVec3; 3]| {
        let sides = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (corners[a], corners[b]));
        sides.into_iter().flat_map(|(a, b)| (0..4).map(move |k| a.lerp(b, f64::from(k) / 4.0)))
    };
    let points = inner.1.all_corners().into_iter().flat_map(along);
    points.map(|point| -outer.1.value(to.local_point(from.point(point)))).fold(0.0, f64::max)
}

/// What the detector leaves out must not be there.
#[test]
fn a_nut_and_its_bolt_stay_out_of_each_other() {
    let mut simulation = builtin("nut-and-bolt", &[("speed", 12.0), ("friction", 0.03)]);
    let [nut, bolt] =
        ["nut", "bolt"].map(|name| simulation.model().find_body(name).expect("a body").0);
    let [(nut_surface, nut_field), (bolt_surface, bolt_field)] =
        [nut, bolt].map(|body| solid(&simulation, body));
    let (mut step, mut most) = (0, 0.0_f64);
    play(&mut simulation, 1.6, |simulation| {
        step += 1;
        if step % 8 == 0 {
            let one = deepest(simulation, (nut, &nut_surface), (bolt, &bolt_field));
            let two = deepest(simulation, (bolt, &bolt_surface), (nut, &nut_field));
            most = most.max(one).max(two);
        }
    });
    println!("{most} m");
    assert!(most < 1e-3, "{most} m deep");
}

#[test]
fn gears_keep_their_ratio() {
    let mut simulation = builtin("gears", &[]);
    let [small, large] =
        ["small", "large"].map(|name| simulation.model().find_body(name).expect("a wheel").0);
    let (mut first, mut second) = (Turn::default(), Turn::default());
    let mut turns = Vec::new();
    play(&mut simulation, 3.5, |simulation| {
        let bodies = &simulation.state().bodies;
        first.add(bodies[small].pose.orientation);
        second.add(bodies[large].pose.orientation);
        turns.push([first.total / TAU, second.total / TAU]);
    });
    // From the third tooth on, over whole teeth.
    let at = |teeth: f64| {
        turns.iter().find(|[small, _]| *small >= teeth / 12.0).copied().expect("it turned so far")
    };
    let (begin, end) = (at(3.0), at(11.0));
    let ratio = (end[1] - begin[1]) / (end[0] - begin[0]);
    println!("ratio {ratio}");
    assert!((ratio + 0.5).abs() < 0.005, "{ratio}");
}

#[test]
fn a_chain_of_rings_hangs_without_joints() {
    let mut simulation = builtin("chain-links", &[("n", 5.0), ("speed", 0.0)]);
    assert!(simulation.model().joints().is_empty());
    let before: Vec<f64> = simulation.state().bodies.iter().map(|it| it.pose.position.y).collect();
    let mut forces = Vec::new();
    play(&mut simulation, 1.5, |simulation| {
        if simulation.state().time > 1.0 {
            let on_hook: DVec3 =
                simulation.contacts().iter().filter(|it| it.first == 0).map(|it| it.impulse).sum();
            forces.push(on_hook.y / simulation.settings().time_step);
        }
    });
    for (body, height) in simulation.state().bodies.iter().zip(&before) {
        assert!((body.pose.position.y - height).abs() < 0.01, "{height}: {}", body.pose.position);
    }
    let weight: f64 = simulation.model().bodies().iter().map(|it| it.mass.mass * 9.81).sum();
    let mean = forces.iter().sum::<f64>() / forces.len() as f64;
    println!("weight {weight}, held {mean}");
    assert!((mean - weight).abs() < 0.01 * weight, "{mean} holds {weight}");
}

/// T = 2π √(7 (R − r) / 5 g), a little longer for a wide swing.
#[test]
fn a_marble_swings_in_a_bowl_of_triangles() {
    let mut simulation = builtin("bowl", &[("n", 1.0), ("aside", 15.0)]);
    let mut crossings = Vec::new();
    let mut before = (0.0_f64, 1.0_f64);
    play(&mut simulation, 3.0, |simulation| {
        let (time, x) = (simulation.state().time, simulation.state().bodies[1].pose.position.x);
        if x.signum() != before.1.signum() {
            crossings.push(before.0 + (time - before.0) * before.1 / (before.1 - x));
        }
        before = (time, x);
    });
    let swings = crossings.len() - 1;
    let period = 2.0 * (crossings[swings] - crossings[0]) / swings as f64;
    let expected = TAU * (7.0 * 0.45 / (5.0 * 9.81_f64)).sqrt();
    println!("period {period}, expected {expected}");
    assert!((period / expected - 1.0).abs() < 0.02, "{period} s instead of {expected} s");
}

/// Nothing falls through anything, and the heap comes to rest.
#[test]
fn oddments_heap_up() {
    let mut simulation = builtin("oddments", &[("n", 2.0)]);
    play(&mut simulation, 2.5, |_| {});
    for (body, state) in simulation.model().bodies().iter().zip(&simulation.state().bodies) {
        let name = &body.description.name;
        assert!(state.pose.position.y > -0.001, "{name} is at {}", state.pose.position);
        assert!(state.velocity.length() < 0.3, "{name} has {}", state.velocity);
    }
    let deepest = simulation.contacts().iter().map(|it| -it.gap).fold(0.0, f64::max);
    assert!(deepest < 3e-3, "{deepest}");
}
