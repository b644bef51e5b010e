//! What rolls on an edge or about a point: discs, coins and cones.

use stickslip_dynamics::glam::{DMat3, DQuat, DVec3};
use stickslip_dynamics::{
    BodyDescription, BodyId, ColliderDescription, FrictionModel, MassDescription, Pose, Shape,
    Simulation,
};

use crate::flight::accurate;
use crate::reference::rk4;
use crate::support::{G, H, Part, World, assert_close, run, state};

/// Radius and half the thickness of a disc (m).
const RADIUS: f64 = 0.5;
const HALF: f64 = 0.01;

/// The square of the rate Ω about the vertical at which a disc of radius a and half thickness b
/// rolls on its edge, tilted by α from the ground, while its centre goes round on a circle of R.
///
/// With the vertical z, the axis e and the steepest descent d of its face, the contact is at
/// r = a d − b e. Rolling leaves a spin of n = Ω (b sin α − R)/a about e, so that
/// L = C n e − A Ω sin α d, and L̇ = Ω z × L = r × F with F = m g z − m Ω² R ρ gives
///
/// Ω² = m g (a cos α − b sin α)/(sin α (A cos α + C (R − b sin α)/a) + m R (a sin α + b cos α)).
///
/// Thin and with R = 0 it is Euler's disc: Ω² = m g a/(A sin α) = 4 g/(a sin α).
fn rate_squared(tilt: f64, circle: f64) -> f64 {
    let (sin, cos) = tilt.sin_cos();
    let about = 0.5 * RADIUS * RADIUS;
    let across = 0.25 * RADIUS * RADIUS + HALF * HALF / 3.0;
    let height = RADIUS * sin + HALF * cos;
    let turning = sin * (across * cos + about * (circle - HALF * sin) / RADIUS);
    G * (RADIUS * cos - HALF * sin) / (turning + circle * height)
}

/// A disc that rolls so, about a vertical through the origin.
fn disc(tilt: f64, circle: f64) -> (Simulation, BodyId) {
    let mut world = accurate(World::new());
    world.friction(FrictionModel::Cone, 0.8);
    world.ground();
    let shape = Shape::cylinder(RADIUS, HALF).expect("positive lengths");
    let colliders = vec![ColliderDescription::new(shape)];
    let disc = Part(BodyDescription::dynamic("disc", Pose::IDENTITY, colliders));
    let (sin, cos) = tilt.sin_cos();
    let rate = rate_squared(tilt, circle).sqrt();
    let axis = DVec3::new(sin, cos, 0.0);
    let place = DVec3::new(circle, RADIUS * sin + HALF * cos, 0.0);
    // v + ω × r = 0 with ω = Ω z + s e.
    let spin = -rate * (circle + RADIUS * cos - HALF * sin) / RADIUS;
    let turn = rate * DVec3::Y + spin * axis;
    let disc = disc.mass(2.0).at(place).turned(DQuat::from_rotation_z(-tilt));
    let disc = world.add(disc.moving(rate * DVec3::Y.cross(place)).spinning(turn));
    (world.start(), disc)
}

/// Euler's disc and coins that roll in circles keep their height, their centre and their rate for
/// a second: a millimetre, and a hundredth of the angle that they have turned by.
#[test]
fn a_disc_rolls_on_its_edge() {
    for (degrees, circle) in [(30_f64, 0.0), (60.0, 0.0), (60.0, 0.8), (75.0, 1.5)] {
        let tilt = degrees.to_radians();
        let (mut simulation, disc) = disc(tilt, circle);
        let rate = rate_squared(tilt, circle).sqrt();
        let begun = simulation.energy();
        let start = state(&simulation, disc).pose;
        let mut turned = 0.0;
        for step in 1..=60 {
            let before = state(&simulation, disc).pose.orientation * DVec3::Y;
            run(&mut simulation, 1);
            let pose = state(&simulation, disc).pose;
            let axis = pose.orientation * DVec3::Y;
            assert_close(pose.position.y, start.position.y, 1e-3);
            assert_close(axis.y, tilt.cos(), 1e-2);
            // About the vertical, from x towards −z.
            let (one, two) = (before.x.atan2(before.z), axis.x.atan2(axis.z));
            turned += (two - one).rem_euclid(std::f64::consts::TAU);
            let exact = rate * f64::from(step) * H;
            let place = DQuat::from_rotation_y(exact) * start.position;
            let allowed = 1e-3 + 1e-2 * circle * exact;
            let off = (pose.position - place).length();
            assert!(off <= allowed, "{degrees}° {circle} m, step {step}: {off:e} of {allowed:e}");
        }
        println!("{degrees}° {circle} m: {turned} of {rate}, {}", simulation.energy() - begun);
        assert_close(turned, rate, 1e-2 * rate);
    }
}

/// Half the angle of a cone (rad), where its two balls are along its axis from its tip, where its
/// centre is (m), and its moments of inertia about its axis and across it (kg m²).
const CONE: f64 = 0.3;
const BALLS: [f64; 2] = [0.5, 1.0];
const CENTRE: f64 = 0.8;
const MASS: f64 = 2.0;
const ABOUT: f64 = 0.05;
const ACROSS: f64 = 0.1;

/// Where the centre is once the cone has rolled by `angle` about its tip, the origin.
fn centre(angle: f64) -> DVec3 {
    let (sin, cos) = CONE.sin_cos();
    CENTRE * (DQuat::from_rotation_y(angle) * DVec3::new(cos, sin, 0.0))
}

/// Two balls on an axis that touch the same cone roll as it does: its tip rests, and it turns
/// about the line through their contacts with ω = Ω cot β. The ground falls along x by `slope`.
fn cone(slope: f64, angle: f64, rate: f64) -> (Simulation, BodyId) {
    let mut world = accurate(World::new());
    world.friction(FrictionModel::Cone, 1.0);
    world.settings.gravity = G * DVec3::new(slope.sin(), -slope.cos(), 0.0);
    world.ground();
    let ball = |along: f64| {
        let shape = Shape::sphere(along * CONE.sin()).expect("a positive radius");
        let pose = Pose::at(DVec3::X * (along - CENTRE));
        ColliderDescription { pose, ..ColliderDescription::new(shape) }
    };
    let mut cone = BodyDescription::dynamic("cone", Pose::IDENTITY, BALLS.map(ball).into());
    let inertia = DMat3::from_diagonal(DVec3::new(ABOUT, ACROSS, ACROSS));
    cone.mass = MassDescription::Given { mass: MASS, centre: DVec3::ZERO, inertia };
    let around = DQuat::from_rotation_y(angle);
    let line = around * DVec3::X;
    let turn = -rate / CONE.tan() * line;
    let part = Part(cone).at(centre(angle)).turned(around * DQuat::from_rotation_z(CONE));
    let cone = world.add(part.moving(turn.cross(centre(angle))).spinning(turn));
    (world.start(), cone)
}

/// On level ground a cone rolls on at the rate that it has: (Ω t) about the vertical through its
/// tip, and about its axis by Ω/sin β a second.
#[test]
fn a_cone_rolls_about_its_tip() {
    let rate = 1.5;
    let (mut simulation, cone) = cone(0.0, 0.0, rate);
    for step in 1..=120 {
        run(&mut simulation, 1);
        let place = state(&simulation, cone).pose.position;
        let off = (place - centre(rate * f64::from(step) * H)).length();
        assert!(off <= 1e-3, "step {step}: {off:e}");
    }
    let spin = state(&simulation, cone).angular_velocity;
    assert_close(spin.length(), rate / CONE.tan(), 1e-2 * rate / CONE.tan());
}

/// On a slope of γ it swings about the line of steepest descent. With the moment of inertia about
/// the line of contact, I = C cos²β + (A + m l²) sin²β, and its centre at l:
/// I cot²β φ̈ = −m g l cos β sin γ sin φ.
#[test]
fn a_cone_swings_on_a_slope() {
    let (slope, start) = (10_f64.to_radians(), 1.0);
    let (sin, cos) = CONE.sin_cos();
    let inertia = ABOUT * cos * cos + (ACROSS + MASS * CENTRE * CENTRE) * sin * sin;
    let square = MASS * G * CENTRE * cos * slope.sin() * (sin / cos).powi(2) / inertia;
    let (mut simulation, cone) = cone(slope, start, 0.0);
    for step in 1..=120 {
        run(&mut simulation, 1);
        let t = f64::from(step) * H;
        let [angle, _] = rk4(|y: &[f64; 2]| [y[1], -square * y[0].sin()], [start, 0.0], t, 500);
        let off = (state(&simulation, cone).pose.position - centre(angle)).length();
        assert!(off <= 1e-3, "step {step}: {off:e}");
    }
}
