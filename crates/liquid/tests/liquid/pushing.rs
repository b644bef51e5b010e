//! What a liquid gives to bodies, against closed forms.

use std::f64::consts::PI;

use glam::{DMat3, DVec3};
use stickslip_liquid::{
    DEFAULT_SOLVER, Impulse, Liquid, LiquidDescription, LiquidState, Mover, SolidPoint, Solids,
    Walls, default_options,
};
use stickslip_solve::{Request, registry};

use crate::GRAVITY;

/// A ball, or without depth a box, at a place.
#[derive(Clone, Copy)]
struct Thing {
    centre: DVec3,
    /// Half edges of the box; a ball of radius x where y is 0.
    half: DVec3,
}

impl Solids for Thing {
    fn at(&self, point: DVec3) -> SolidPoint {
        let from = point - self.centre;
        let distance = if self.half.y == 0.0 {
            from.length() - self.half.x
        } else {
            let out = from.abs() - self.half;
            out.max(DVec3::ZERO).length() + out.max_element().min(0.0)
        };
        SolidPoint { distance, velocity: DVec3::ZERO, mover: Some(0) }
    }
}

fn mover(centre: DVec3, mass: f64) -> Mover {
    Mover {
        centre,
        inverse_mass: 1.0 / mass,
        inverse_inertia: DMat3::ZERO,
        velocity: DVec3::ZERO,
        spin: DVec3::ZERO,
    }
}

/// The first pressures of a liquid around a thing.
fn press(
    description: LiquidDescription,
    thing: &Thing,
    gravity: DVec3,
    h: f64,
    mover: &Mover,
) -> Impulse {
    let solver = registry::find(DEFAULT_SOLVER).expect("registered").build(&default_options());
    let request = Request { tolerance: Some(1e-10), ..Request::default() };
    let mut liquid =
        Liquid::new(description, solver.expect("good options"), request).expect("a liquid");
    liquid.set_pushes(true);
    liquid.place(thing);
    let mut state = LiquidState::new(liquid.description(), thing);
    liquid.begin(&mut state, gravity, h);
    let (report, impulses) =
        liquid.press(&mut state, h, true, std::slice::from_ref(mover)).expect("a solve");
    assert_eq!(report.failed, 0, "{report:?}");
    let (problem, _) = liquid.solved().expect("a problem");
    assert!(problem.sparse_part().is_some() && !problem.is_assembled(), "its faces alone");
    impulses[0]
}

/// ρ g V on what is held, wherever it lies between the cells, and no torque and nothing to
/// the sides: to 2 %.
#[test]
fn archimedes_force_on_what_is_held() {
    let h = 0.01;
    for (flat, half) in [
        (true, DVec3::new(0.21, 0.13, 0.5)),
        (true, DVec3::new(0.25, 0.125, 0.5)),
        (false, DVec3::new(0.23, 0.0, 0.0)),
    ] {
        for (at, depth) in [(0.0, 0.0), (0.013, 0.021), (0.031, 0.047)] {
            let domain = [DVec3::ZERO, DVec3::new(1.0, 1.0, 1.0)];
            let region = [DVec3::ZERO, DVec3::new(1.0, 0.9375, 1.0)];
            let mut description = LiquidDescription::new("water", domain, region, 16);
            description.flat = flat;
            let thing = Thing { centre: DVec3::new(0.5 + at, 0.45 + depth, 0.5), half };
            let held = mover(thing.centre, f64::INFINITY);
            let found = press(description, &thing, GRAVITY, h, &held);
            let volume = match flat {
                true => 4.0 * half.x * half.y,
                false => 4.0 / 3.0 * PI * half.x.powi(3),
            };
            let wanted = 1000.0 * 9.81 * volume * h;
            println!(
                "{flat} {half} {at} {depth}: {} {}",
                found.linear / wanted,
                found.angular / wanted
            );
            assert!((found.linear.y / wanted - 1.0).abs() < 0.02, "{half} {at}: {found:?}");
            assert!(found.linear.x.abs() < 0.01 * wanted, "{half} {at}: {found:?}");
            assert!(found.angular.length() < 0.01 * wanted, "{half} {at}: {found:?}");
        }
    }
}

/// A ball that is struck takes ½ ρ V of water along. Around it water ends at b with p = 0,
/// where that is (1 − s)/(2 + s) of ρ V, s = (a/b)³; the water is a cube, of which b is the
/// radius of the ball of its volume.
#[test]
fn a_ball_takes_half_its_volume_along() {
    let (radius, side) = (0.125, 1.02);
    let domain = [DVec3::splat(-0.6), DVec3::splat(0.6)];
    let region = [DVec3::splat(-0.5 * side), DVec3::splat(0.5 * side)];
    let mut description = LiquidDescription::new("water", domain, region, 40);
    // Or the water behind the ball would let go of it, and half of it not follow.
    description.walls = Walls::Equality;
    let thing = Thing { centre: DVec3::ZERO, half: DVec3::new(radius, 0.0, 0.0) };
    let volume = 4.0 / 3.0 * PI * radius.powi(3);
    let b = (3.0 / (4.0 * PI)).cbrt() * side;
    let share = (radius / b).powi(3);
    let added = 1000.0 * volume * (1.0 - share) / (2.0 + share);
    for density in [100.0, 1000.0] {
        let mass = density * volume;
        let mut struck = mover(DVec3::ZERO, mass);
        struck.velocity = DVec3::X;
        let given = press(description.clone(), &thing, DVec3::ZERO, 0.01, &struck);
        let after = struck.pushed(&given).velocity.x;
        let found = mass * (1.0 - after) / after;
        println!(
            "{density}: {after}, added mass {} of ρV, {} of {added}",
            found / (1000.0 * volume),
            found
        );
        assert!((found / added - 1.0).abs() < 0.05, "{density}: {found} {added}");
        let energy = 0.5 * mass * after * after + 0.5 * found * after * after;
        assert!(energy <= 0.5 * mass, "{energy}");
    }
}
