//! Scenes in which things spin, roll and slip aside, against closed forms and
//! against the same laws integrated here: Coulomb's force is μ N u/‖u‖ against
//! the slip u, smoothed to μ N u/√(‖u‖² + ε²) so that it has a value at rest.

use std::f64::consts::TAU;

use stickslip_dynamics::Simulation;
use stickslip_dynamics::glam::DVec3;
use stickslip_scene::{Overrides, SceneSource};

use crate::directions::{place, run, velocity};

const G: f64 = 9.81;
/// ε of the smoothed laws.
const SMOOTH: f64 = 1e-4;

/// A built-in scene with other parameters and steps.
fn builtin(name: &str, parameters: &[(&str, f64)], time_step: f64) -> Simulation {
    let parameters = parameters.iter().map(|&(key, value)| (key.into(), value)).collect();
    let overrides = Overrides { parameters, ..Overrides::default() };
    let mut scene = SceneSource::find(name).and_then(|it| it.read(&overrides)).expect("valid");
    scene.settings.time_step = time_step;
    scene.simulation().expect("sound")
}

fn spin(simulation: &Simulation, name: &str) -> DVec3 {
    let body = simulation.model().find_body(name).expect("a body");
    simulation.state().bodies[body.0].angular_velocity
}

/// Runge and Kutta's method of fourth order.
fn integrate<const N: usize>(
    mut state: [f64; N],
    seconds: f64,
    steps: usize,
    rate: impl Fn(&[f64; N]) -> [f64; N],
) -> [f64; N] {
    let h = seconds / steps as f64;
    let ahead = |state: &[f64; N], rate: &[f64; N], h: f64| {
        std::array::from_fn::<f64, N, _>(|at| state[at] + h * rate[at])
    };
    for _ in 0..steps {
        let one = rate(&state);
        let two = rate(&ahead(&state, &one, h / 2.0));
        let three = rate(&ahead(&state, &two, h / 2.0));
        let four = rate(&ahead(&state, &three, h));
        for at in 0..N {
            state[at] += h / 6.0 * (one[at] + 2.0 * (two[at] + three[at]) + four[at]);
        }
    }
    state
}

/// Solves three equations by Cramer's rule.
fn solve(rows: [DVec3; 3], right: DVec3) -> DVec3 {
    let volume = |rows: [DVec3; 3]| rows[0].dot(rows[1].cross(rows[2]));
    let whole = volume(rows);
    let column = |at: usize| {
        let mut rows = rows;
        for (row, value) in rows.iter_mut().zip(right.to_array()) {
            row[at] = value;
        }
        volume(rows) / whole
    };
    DVec3::new(column(0), column(1), column(2))
}

/// A stone of `curling` on three feet: x, z, turn, and their rates. The loads of
/// the feet balance weight and the moment of friction, which acts below the
/// centre; the coefficient of a foot is that of its own load.
fn stone([_, _, turn, vx, vz, omega]: &[f64; 6], friction: f64, melt: f64) -> [f64; 6] {
    let (mass, inertia, arm, height) = (19.0, 0.186, 0.065, 0.07);
    let mean = mass * G / 3.0;
    let feet: [[f64; 2]; 3] = std::array::from_fn(|foot| {
        let angle = turn - TAU * foot as f64 / 3.0;
        [arm * angle.cos(), -arm * angle.sin()]
    });
    let slips = feet.map(|[x, z]| {
        let (u, w) = (vx + omega * z, vz - omega * x);
        let length = u.hypot(w).hypot(SMOOTH);
        [u / length, w / length]
    });
    let mut loads = DVec3::splat(mean);
    let mut coefficients = [friction; 3];
    for _ in 0..30 {
        let row = |of: &dyn Fn(usize) -> f64| DVec3::new(of(0), of(1), of(2));
        loads = solve(
            [
                DVec3::ONE,
                row(&|at| -feet[at][1] + height * coefficients[at] * slips[at][1]),
                row(&|at| feet[at][0] - height * coefficients[at] * slips[at][0]),
            ],
            DVec3::new(mass * G, 0.0, 0.0),
        );
        for (coefficient, load) in coefficients.iter_mut().zip(loads.to_array()) {
            let share = (load / mean).clamp(0.75, 1.25) - 1.0;
            *coefficient = friction * (1.0 - melt * share);
        }
    }
    let mut rates = [*vx, *vz, *omega, 0.0, 0.0, 0.0];
    for at in 0..3 {
        let force = slips[at].map(|slip| -coefficients[at] * loads[at] * slip);
        rates[3] += force[0] / mass;
        rates[4] += force[1] / mass;
        rates[5] += (feet[at][1] * force[0] - feet[at][0] * force[1]) / inertia;
    }
    rates
}

/// Where its front turns to, or away from there: all of it as the law says.
#[test]
fn spin_bends_the_path_of_a_stone() {
    let h = 1.0 / 240.0;
    for (melt, side) in [(0.0, 1.0), (4.0, -1.0)] {
        let mut simulation = builtin("curling", &[("melt", melt)], h);
        run(&mut simulation, 4.0);
        let within = 2e-4;
        let start = [0.0, 0.0, 0.0, 3.0, 0.0, 6.0];
        let expected = integrate(start, 4.0, 1000, |state| stone(state, 0.06, melt));
        for (k, mirror) in [(0, 1.0), (2, -1.0)] {
            let name = format!("stone-0-0-{k}");
            let at = place(&simulation, &name) - DVec3::new(0.0, 0.07, 0.6 * (f64::from(k) - 1.0));
            let path = DVec3::new(expected[0], 0.0, mirror * expected[1]);
            let missed = (at - path).length();
            assert!(missed < within && side * mirror * at.z > 0.02, "{melt} {k}: {at} {missed}");
            let turning = spin(&simulation, &name).y - mirror * expected[5];
            assert!(turning.abs() < 5e-3, "{melt} {k}: {turning}");
        }
        assert!(place(&simulation, "stone-0-0-1").z.abs() < 1e-9, "it went straight");
    }
}

/// A stone that only spins loses μ m g r/I of its spin every second.
#[test]
fn a_spinning_stone_stops() {
    let mut simulation = builtin("curling", &[("melt", 0.0), ("speed", 0.0)], 1.0 / 60.0);
    let loss = 0.06 * 19.0 * G * 0.065 / 0.186;
    run(&mut simulation, 1.5);
    let left = spin(&simulation, "stone-0-0-0").y;
    assert!((left - (6.0 - 1.5 * loss)).abs() < 1e-5, "{left}");
    run(&mut simulation, 0.1);
    assert!(spin(&simulation, "stone-0-0-0").length() < 1e-6);
}

/// The cue ball until it rolls, and a little longer: sliding and twisting share
/// the ellipsoid s² = μ² ‖u‖² + ℓ² ω_n², and rolling has a disc of its own.
#[test]
fn a_ball_swerves_until_it_rolls() {
    const R: f64 = 0.028575;
    let (mass, inertia) = (0.17, 0.4 * 0.17 * R * R);
    let (friction, torsion, rolling) = (0.2, 0.0008, 0.0003);
    let rate = |state: &[f64; 7]| {
        let [_, _, vx, vz, wx, wy, wz] = *state;
        let (ux, uz) = (vx + R * wz, vz - R * wx);
        let shared = (friction * ux).hypot(friction * uz).hypot(torsion * wy);
        let shared = shared.hypot(friction * SMOOTH);
        let [fx, fz] = [ux, uz].map(|u| -mass * G * friction * friction * u / shared);
        let rolls = wx.hypot(wz).hypot(SMOOTH);
        let moment = |w: f64| -mass * G * rolling * w / rolls;
        [
            vx,
            vz,
            fx / mass,
            fz / mass,
            (moment(wx) - R * fz) / inertia,
            -mass * G * torsion * torsion * wy / shared / inertia,
            (moment(wz) + R * fx) / inertia,
        ]
    };
    let mut simulation = builtin("billiards", &[], 1.0 / 480.0);
    run(&mut simulation, 0.5);
    let expected = integrate([-0.8, -0.09, 2.5, 0.0, 30.0, 20.0, 0.0], 0.5, 10_000, rate);
    let moves = velocity(&simulation, "cue");
    let at = place(&simulation, "cue") - 0.5 / 480.0 * (moves - 2.5 * DVec3::X);
    let turns = spin(&simulation, "cue");
    let found = [at.x, at.z, moves.x, moves.z, turns.x, turns.y, turns.z];
    for (which, within) in [1e-3, 1e-3, 1e-3, 1e-3, 0.05, 0.05, 0.05].into_iter().enumerate() {
        let missed = (found[which] - expected[which]).abs();
        assert!(missed < within, "{which}: {} {}", found[which], expected[which]);
    }
    assert!(at.z > -0.03, "the path is bent");
}

/// Friction (p, q) per load on the ellipse with slip along its normal, from rest
/// and therefore along the acceleration: (a, b) ∥ (p/μ_t², q/μ_b²).
#[test]
fn a_board_slips_aside_as_its_ellipse_asks() {
    let (slope, heading) = (20.0_f64.to_radians(), 45.0_f64.to_radians());
    let (base, edge) = (0.04, 0.9);
    let pull = [slope.sin() * heading.cos(), slope.sin() * heading.sin()];
    let [mut low, mut high] = [0.0, 0.5 * std::f64::consts::PI];
    let forces = |angle: f64| [base * angle.cos(), edge * angle.sin()];
    let rates = |angle: f64| {
        let [p, q] = forces(angle);
        [pull[0] - p * slope.cos(), pull[1] - q * slope.cos()]
    };
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        let ([a, b], [p, q]) = (rates(middle), forces(middle));
        if b * p / (base * base) > a * q / (edge * edge) { low = middle } else { high = middle }
    }
    let [a, b] = rates(low);
    let mut simulation = builtin("snowboard", &[], 1.0 / 60.0);
    run(&mut simulation, 1.0);
    let ways = |name: &str| {
        let moves = velocity(&simulation, name);
        let down = DVec3::new(slope.cos(), -slope.sin(), 0.0);
        let along = heading.cos() * down + heading.sin() * DVec3::Z;
        let across = heading.sin() * down - heading.cos() * DVec3::Z;
        [moves.dot(along), moves.dot(across)]
    };
    let [along, across] = ways("slope/board-0-0-1");
    assert!((along - G * a).abs() < 1e-5, "{along} {}", G * a);
    assert!((across - G * b).abs() < 1e-5 && across > 1e-3, "{across} {}", G * b);
    // Straight down, and not at all.
    let run_down = velocity(&simulation, "slope/board-0-0-0").length();
    assert!((run_down - G * (slope.sin() - base * slope.cos())).abs() < 1e-5, "{run_down}");
    assert!(velocity(&simulation, "slope/board-0-0-2").length() < 1e-5);
}

/// The carriage with the wheel that rolls: its speed and the wheel's spin. That
/// with the locked one has one constant deceleration.
#[test]
fn wheels_brake_by_the_slip_of_their_tread() {
    let slip = 8.0_f64.to_radians();
    let (along, across, rolling, radius) = (1.0, 0.7, 0.01, 0.3);
    let (mass, load, inertia) = (280.0, 220.0 * G, 0.9);
    let friction = |u: f64, w: f64| {
        let power = (along * u).hypot(across * w).hypot(SMOOTH);
        [-along * along * u / power, -across * across * w / power]
    };
    let expected = integrate([10.0, 10.0 * slip.cos() / radius], 1.0, 20_000, |&[speed, turns]| {
        let [p, q] = friction(speed * slip.cos() - radius * turns, speed * slip.sin());
        [load * (p * slip.cos() + q * slip.sin()) / mass, -load * (radius * p + rolling) / inertia]
    });
    let mut simulation = builtin("tyre-ground", &[], 1.0 / 240.0);
    run(&mut simulation, 1.0);
    let speed = velocity(&simulation, "rig-0/carriage").x;
    assert!((speed - expected[0]).abs() < 1e-4, "{speed} {}", expected[0]);
    let turns = spin(&simulation, "rig-0/wheel").length();
    assert!((turns - expected[1]).abs() < 1e-2, "{turns} {}", expected[1]);
    let locked = velocity(&simulation, "rig-1/carriage").x;
    let brakes = (along * slip.cos()).hypot(across * slip.sin());
    assert!((locked - (10.0 - load * brakes / mass)).abs() < 1e-4, "{locked}");
}

/// The period of `brake` by its own law, in which friction falls over 2 mm/s and
/// not at once: from where the spring is as strong as friction at rest until the
/// block has the speed of the belt again, and then with it back there.
fn brake_period() -> f64 {
    let (stiffness, belt, weight, h) = (100.0, 0.2, G, 2e-5);
    let rest = 0.6 * weight / stiffness;
    let (mut state, mut time) = ([rest, belt], 0.0);
    while time < 0.1 || state[1] < belt {
        state = integrate(state, h, 1, |&[x, v]| {
            let fall = (-((belt - v.min(belt)) / 0.002_f64).powi(2)).exp();
            [v, (0.3 + 0.3 * fall) * weight - stiffness * x]
        });
        state[1] = if time < 0.1 { state[1].min(belt) } else { state[1] };
        time += h;
    }
    time + (rest - state[0]) / belt
}

/// The error of its period is one of first order: it falls with the step.
#[test]
fn a_brake_comes_nearer_to_its_law_with_smaller_steps() {
    let expected = brake_period();
    let missed = [0.004, 0.002, 0.001].map(|h| {
        let mut simulation = builtin("brake", &[], h);
        run(&mut simulation, 2.0);
        let (mut onsets, mut before) = (Vec::new(), 0.0);
        for step in 0..(4.0 / h) as usize {
            run(&mut simulation, h);
            let speed = velocity(&simulation, "block").x;
            if before >= 0.9999 * 0.2 && speed < 0.9999 * 0.2 {
                onsets.push(h * step as f64);
            }
            before = speed;
        }
        let count = onsets.len() - 1;
        ((onsets[count] - onsets[0]) / count as f64 - expected).abs() / expected
    });
    assert!(missed[0] < 0.015, "{missed:?}");
    assert!(missed[1] < 0.6 * missed[0] && missed[2] < 0.6 * missed[1], "{missed:?}");
}
