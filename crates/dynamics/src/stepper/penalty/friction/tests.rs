use std::path::Path;

use serde_json::Value;

use super::*;

fn rub(bound: f64) -> Rub {
    Rub {
        normal: DVec3::new(1.0, 2.0, -2.0) / 3.0,
        bound,
        stiffness: 2e4,
        damping: 50.0,
        drag: 300.0,
        stopping: 1e3,
    }
}

#[test]
fn regularised_friction_is_that_of_the_oracle() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/penalty.json");
    let all: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for case in all["regularised_coulomb"].as_array().unwrap() {
        let number = |key: &str| case[key].as_f64().unwrap();
        let vector = |key: &str| {
            let [x, y]: [f64; 2] = serde_json::from_value(case[key].clone()).unwrap();
            DVec3::new(x, y, 0.0)
        };
        let own =
            Rub { normal: DVec3::Z, drag: number("k_f"), ..rub(number("mu") * number("f_n")) };
        let hold = own.hold(PenaltyFriction::Regularised, DVec3::ZERO, vector("v"));
        let expected = vector("force");
        assert!((hold.force - expected).length() <= 1e-12 * expected.length());
    }
}

/// Stiffness and drag are derivatives of the force, sticking and sliding, where the law is
/// smooth; that of direction alone has its secant.
#[test]
fn stiffnesses_agree_with_differences() {
    let own = rub(4.0);
    let step = 1e-9;
    for law in [PenaltyFriction::Anchor, PenaltyFriction::Regularised] {
        let mut states = Vec::new();
        for size in [1e-5, 3e-4] {
            let stretch = own.across(DVec3::new(1.0, -0.5, 0.2)) * size;
            let velocity = own.across(DVec3::new(0.3, 1.0, 0.7)) * (100.0 * size);
            let hold = own.hold(law, stretch, velocity);
            states.push(hold.slides);
            for axis in DVec3::AXES {
                let way = own.across(axis) * step;
                let force = |s: DVec3, v: DVec3| own.hold(law, stretch + s, velocity + v).force;
                let zero = DVec3::ZERO;
                let stiffness = (force(-way, zero) - force(way, zero)) / 2.0;
                let drag = (force(zero, -way) - force(zero, way)) / 2.0;
                let (k, c) = (hold.stiffness * way, hold.drag * way);
                assert!((k - stiffness).length() < 1e-5 * step * own.stiffness, "{law:?} {size}");
                assert!((c - drag).length() < 1e-5 * step * own.drag, "{law:?} {size}");
            }
        }
        assert_eq!(states, [false, true], "{law:?}");
    }
}

/// An anchor that is dragged leaves a stretch of μ f_n/k_t, against the motion.
#[test]
fn a_dragged_anchor_follows() {
    let own = Rub { damping: 0.0, ..rub(4.0) };
    let way = own.across(DVec3::X).normalize();
    let hold = own.hold(PenaltyFriction::Anchor, way, DVec3::ZERO);
    assert!((hold.force + 4.0 * way).length() < 1e-12);
    assert!((hold.stretch - 4.0 / 2e4 * way).length() < 1e-12);
    let still = own.hold(PenaltyFriction::Directional, DVec3::ZERO, DVec3::ZERO);
    assert_eq!(still.force, DVec3::ZERO);
    let fast = own.hold(PenaltyFriction::Directional, DVec3::ZERO, 2.0 * way);
    assert!((fast.force + 4.0 * way).length() < 1e-12);
}

/// What hardly slides is stopped within the step, and not dragged by the creeping law.
#[test]
fn directional_friction_stops_what_hardly_slides() {
    let own = rub(4.0);
    let slow = 1e-3 * own.across(DVec3::X).normalize();
    let hold = own.hold(PenaltyFriction::Directional, DVec3::ZERO, slow);
    assert!((hold.force + 1e3 * slow).length() < 1e-12, "{}", hold.force);
}
