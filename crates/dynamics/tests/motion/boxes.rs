//! Boxes that fall, and bodies on scripts.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{Drive, FrictionModel, Simulation};

use crate::flight::accurate;
use crate::reference::rk4;
use crate::support::{G, H, World, assert_close, ball, cube, cuboid, particle, run, state};

/// A box lands flat, on four corners at once, and bounces as a ball does.
#[test]
fn a_box_bounces_flat() {
    for e in [0.0, 0.5] {
        let mut world = accurate(World::new());
        world.surface(|surface| surface.restitution = e);
        world.ground();
        let body = world.add(cube(0.2).mass(1.0).at(DVec3::Y * 0.7));
        let mut simulation = world.start();
        let (fall, t) = ((1.0 / G).sqrt(), 0.5);
        run(&mut simulation, 30);
        let since = t - fall;
        let height = if e > 0.0 { e * G * fall * since - 0.5 * G * since * since } else { 0.0 };
        assert_close(state(&simulation, body).pose.position.y, 0.2 + height, 1e-4);
        run(&mut simulation, 180);
        let end = state(&simulation, body);
        assert!(end.velocity.length() < 1e-6 && end.angular_velocity.length() < 1e-6);
        let up = end.pose.orientation * DVec3::Y;
        assert!((up - DVec3::Y).length() < 1e-4, "{up}");
    }
}

/// A box lands on an edge, leaning by 20°. With friction the edge sticks, and the box turns
/// about it: m v a = (I + m r²) ω. Without, e = ½: the impulse (1 + e) v/(1/m + a²/I).
#[test]
fn a_box_lands_on_an_edge() {
    let lean = 20_f64.to_radians();
    let (half, mass, inertia) = (0.2, 1.0, 0.16 / 6.0);
    let height = half * (lean.cos() + lean.sin());
    let arm = half * (lean.cos() - lean.sin());
    let (radius, speed) = (half * 2.0_f64.sqrt(), G * (1.0 / G).sqrt());
    let dropped = |model: FrictionModel, mu: f64, e: f64| {
        let mut world = accurate(World::new());
        world.friction(model, mu);
        world.surface(|surface| surface.restitution = e);
        world.ground();
        let turned = DQuat::from_rotation_z(-lean);
        let part = cube(half).mass(mass).at(DVec3::Y * (height + 0.5)).turned(turned);
        let body = world.add(part);
        (world.start(), body)
    };
    let (mut simulation, body) = dropped(FrictionModel::Cone, 3.0, 0.0);
    run(&mut simulation, 23);
    let since = 23.0 * H - (1.0 / G).sqrt();
    let spin = speed * arm / (inertia + radius * radius);
    let slope = |y: &[f64; 2]| [y[1], G * radius * y[0].sin() / (inertia + radius * radius)];
    let [angle, _] = rk4(slope, [std::f64::consts::FRAC_PI_4 - lean, spin], since, 500);
    assert_close(state(&simulation, body).pose.position.y, radius * angle.cos(), 1e-3);

    let (mut simulation, body) = dropped(FrictionModel::Frictionless, 0.0, 0.5);
    run(&mut simulation, 20);
    let since = 20.0 * H - (1.0 / G).sqrt();
    let impulse = 1.5 * speed / (1.0 / mass + arm * arm / inertia);
    let end = state(&simulation, body);
    let exact = height + (impulse - speed) * since - 0.5 * G * since * since;
    assert_close(end.pose.position.y, exact, 1e-4);
    assert_close(end.angular_velocity.length(), impulse * arm / inertia, 1e-3);
}

/// A wall that comes at 2 m/s sends a ball back with u + e (u − v).
#[test]
fn a_moving_wall_strikes_a_ball() {
    let mut world = accurate(World::weightless());
    world.surface(|surface| surface.restitution = 0.5);
    let drive = Drive::Velocity { linear: DVec3::X * 2.0, angular: DVec3::ZERO };
    world.add(cuboid(DVec3::new(0.1, 1.0, 1.0)).at(DVec3::X * -1.0).driven(drive));
    let body = world.add(ball(0.1).mass(1.0).moving(DVec3::X * -1.0));
    let mut simulation = world.start();
    run(&mut simulation, 60);
    let (met, after) = (0.8 / 3.0, 2.0 + 0.5 * 3.0);
    assert_close(state(&simulation, body).velocity.x, after, 1e-5);
    let exact = -met + after * (1.0 - met);
    assert_close(state(&simulation, body).pose.position.x, exact, 1e-4);
}

/// A lift that goes up and down by 0.1 m once a second carries what lies on it.
#[test]
fn a_lift_carries_a_box() {
    let mut world = accurate(World::new());
    let drive = Drive::Oscillation { amplitude: DVec3::Y * 0.1, frequency: 1.0 };
    let slab = cuboid(DVec3::new(2.0, 0.5, 2.0)).at(DVec3::Y * -0.5).driven(drive);
    world.add(slab);
    let body = world.add(cube(0.2).mass(1.0).at(DVec3::Y * 0.2));
    let mut simulation = world.start();
    for step in 1..=120 {
        run(&mut simulation, 1);
        let t = H * f64::from(step);
        let lift = 0.1 * (std::f64::consts::TAU * t).sin();
        assert_close(state(&simulation, body).pose.position.y, 0.2 + lift, 1e-4);
    }
}

/// Coulomb friction under a force that swings, constant over each step: piecewise parabolas.
#[test]
fn stick_and_slip_under_a_swinging_force() {
    let mut world = accurate(World::new());
    world.friction(FrictionModel::Cone, 0.5);
    world.ground();
    let body = world.add(particle().at(DVec3::Y * 0.5));
    let mut simulation = world.start();
    let force = |step: i32| 6.0 * (4.0 * H * f64::from(step)).sin();
    let limit = 0.5 * G;
    let (mut x, mut v) = (0.0_f64, 0.0_f64);
    for step in 0..180 {
        let at = state(&simulation, body).pose.position;
        simulation.push(body, DVec3::X * force(step), at, DVec3::ZERO).expect("it is there");
        run(&mut simulation, 1);
        let mut left = H;
        while left > 0.0 {
            let f = force(step);
            if v == 0.0 && f.abs() <= limit {
                break;
            }
            let direction = if v == 0.0 { f.signum() } else { v.signum() };
            let a = f - limit * direction;
            let stops = if a * direction < 0.0 { (-v / a).min(left) } else { left };
            let ended = stops < left;
            x += v * stops + 0.5 * a * stops * stops;
            v = if ended { 0.0 } else { v + a * stops };
            left -= stops;
        }
    }
    assert!(x.abs() > 5e-3, "it slips: {x}");
    assert_close(state(&simulation, body).pose.position.x, x, 5e-4);
}

/// A tower that a block falls on.
fn struck(e: f64) -> Simulation {
    let mut world = accurate(World::new());
    world.surface(|surface| surface.restitution = e);
    world.ground();
    for at in 0..4 {
        let half = 0.25 - 0.03 * f64::from(at);
        let lift = if at == 3 { 0.3 } else { 0.0 };
        let place = DVec3::new(
            0.01 * f64::from(at),
            0.2 + 0.4 * f64::from(at) + lift,
            0.005 * f64::from(at),
        );
        world.add(cuboid(DVec3::new(half, 0.2, half)).mass(1.0).at(place));
    }
    world.start()
}

#[test]
fn a_struck_tower_gains_no_energy_and_rests() {
    for e in [0.0, 0.3] {
        let mut simulation = struck(e);
        let mut energy = simulation.energy();
        for step in 0..150 {
            let report = run(&mut simulation, 1);
            let now = simulation.energy();
            assert!(now <= energy + 1e-6, "e = {e}, step {step}: {energy} to {now}");
            assert!(report.penetration_max < 1e-3, "{}", report.penetration_max);
            energy = now;
        }
        let top = simulation.state().bodies[4];
        assert_close(top.pose.position.y, 1.4, 1e-3);
        assert!(top.velocity.length() < 1e-4, "{}", top.velocity);
    }
}

/// A state that was saved in flight goes on to the same bits, impacts and all.
#[test]
fn a_saved_state_goes_on_to_the_same_bits() {
    let mut simulation = struck(0.3);
    run(&mut simulation, 12);
    let saved = simulation.state().clone();
    run(&mut simulation, 30);
    let mut other = struck(0.3);
    other.restore(saved).expect("of the same model");
    run(&mut other, 30);
    assert_eq!(other.state(), simulation.state());
}
