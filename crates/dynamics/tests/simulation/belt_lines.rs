//! Where belts, tendons and rods run, for those who draw them.

use std::f64::consts::PI;

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::joint::{Belt, BeltPoint, Distance, Hinge, Tendon, TendonPoint};
use stickslip_dynamics::{Axis, BodyId, JointDescription, JointId};

use crate::support::{World, assert_close, ball, run, speed_motor, state};

/// Arcs are drawn in pieces of 10° at most: a chord is shorter by 1 − sin(5°)/5°.
const CHORD: f64 = 1.3e-3;

fn length(line: &[DVec3]) -> f64 {
    line.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

fn belt(world: &mut World, second: BodyId, path: Vec<BeltPoint>, open: bool) -> JointId {
    let kind = Belt { path, open, length: 0.0 };
    let mut joint = JointDescription::new("belt", None, second, kind);
    joint.touching = true;
    world.describe(joint)
}

/// 2 √(d² − (R − r)²) + π (R + r) + 2 (R − r) asin((R − r)/d) around two wheels, and it closes.
#[test]
fn a_loop_is_drawn_around_its_wheels() {
    let (large, small, apart) = (0.3, 0.1, 1.0);
    let mut world = World::new();
    let wheel = world.add(ball(large).mass(1.0));
    let hinge = Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation: Axis::FREE };
    world.join(None, wheel, hinge);
    let route = vec![
        BeltPoint::wheel(Some(wheel), DVec3::ZERO, DVec3::Z, large),
        BeltPoint::wheel(None, DVec3::X * apart, DVec3::Z, small),
    ];
    let joint = belt(&mut world, wheel, route, false);
    let simulation = world.start();
    let lines = simulation.joint_lines(joint);
    assert_eq!(lines.len(), 1);
    let step: f64 = large - small;
    let straight = 2.0 * (apart * apart - step * step).sqrt();
    let round = PI * (large + small) + 2.0 * step * (step / apart).asin();
    assert_close(length(&lines[0]), straight + round, CHORD * round);
    assert!(lines[0][0].distance(lines[0][lines[0].len() - 1]) < 1e-12);
    for point in &lines[0] {
        let [one, two] = [point.length() - large, point.distance(DVec3::X * apart) - small];
        assert!(one.abs().min(two.abs()) < 1e-12, "{point} lies on neither wheel");
    }
}

/// What a winch winds up goes from the rope's straight part to its drum, and no rope is lost.
#[test]
fn a_drum_shows_what_is_wound_onto_it() {
    let radius = 0.2;
    let mut world = World::new();
    let spool = world.add(ball(radius).mass(1.0));
    let turn = speed_motor(PI, f64::INFINITY);
    world.join(None, spool, Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation: turn });
    let load = world.add(ball(0.1).mass(1.0).at(DVec3::new(radius, -2.0, 0.0)));
    let end = BeltPoint::at(Some(load), DVec3::new(radius, -2.0, 0.0));
    let drum = BeltPoint::wheel(Some(spool), DVec3::ZERO, -DVec3::Z, radius);
    let route = vec![BeltPoint { turns: 0.5, ..drum }, end];
    let joint = belt(&mut world, spool, route, true);
    let mut simulation = world.start();
    let whole = 2.0 + PI * radius;
    for turned in [0.0, 0.5 * PI, PI] {
        let line = &simulation.joint_lines(joint)[0];
        let hangs = state(&simulation, load).pose.position;
        assert!(line[line.len() - 1].distance(hangs) < 1e-12, "it ends where its load is");
        assert_close(length(line), whole, 2e-3 * whole);
        let straight = line[line.len() - 2].distance(hangs);
        assert_close(straight, 2.0 - radius * turned, 2e-3 * whole);
        run(&mut simulation, 30);
    }
}

/// Tendons go from point to point, rods straight; a hinge is no line, nor what there is not.
#[test]
fn tendons_and_rods_are_lines() {
    let mut world = World::new();
    let bob = world.add(ball(0.1).mass(1.0).at(DVec3::Y * -1.0));
    let at = |body, point| TendonPoint { body, point, divisor: None };
    let path = vec![at(Some(bob), DVec3::Y * -1.0), at(None, DVec3::ZERO), at(None, DVec3::X)];
    let tendon = world.join(None, bob, Tendon { path, length: Axis::FREE });
    let rod = world.join(None, bob, Distance::between(DVec3::ZERO, DVec3::Y * -1.0, None));
    let hinge = Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation: Axis::FREE };
    let hinge = world.join(None, bob, hinge);
    let simulation = world.start();
    let [one, two, three] = [DVec3::Y * -1.0, DVec3::ZERO, DVec3::X];
    assert_eq!(simulation.joint_lines(tendon), [[one, two], [two, three]]);
    assert_eq!(simulation.joint_lines(rod), [[two, one]]);
    assert!(simulation.joint_lines(hinge).is_empty());
    assert!(simulation.joint_lines(JointId(9)).is_empty());
}
