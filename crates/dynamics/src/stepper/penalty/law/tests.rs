use std::path::Path;

use serde_json::Value;

use super::*;

fn oracle(key: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/penalty.json");
    let all: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    all[key].as_array().unwrap().clone()
}

fn spring(stiffness: f64) -> Spring {
    Spring { stiffness, damping: Damping::Given(0.0), returned: 0.25, reach: 1e-3, exponent: 1.5 }
}

fn at(gap: f64, rate: f64) -> Approach {
    Approach { gap, rate, recedes: rate > 0.0, is_bonded: false }
}

fn near(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() <= 1e-12 * expected.abs(), "{what}: {found} {expected}");
}

#[test]
fn laws_are_those_of_the_oracle() {
    for case in oracle("exponential") {
        let number = |key: &str| case[key].as_f64().unwrap();
        let eps = number("eps");
        let own = Spring { reach: eps, ..spring(number("c") / (eps * eps)) };
        let push = own.push(PenaltyLaw::Exponential, &at(number("phi"), 0.0));
        near(push.force, number("force"), "exponential");
    }
    for case in oracle("power_law") {
        let number = |key: &str| case[key].as_f64().unwrap();
        let own = Spring { exponent: number("p"), ..spring(number("k_n")) };
        let push = own.push(PenaltyLaw::Power, &at(number("phi"), 0.0));
        near(push.force, number("force"), "power");
    }
    for case in oracle("bounce") {
        let number = |key: &str| case[key].as_f64().unwrap();
        let ratio = damping_ratio(number("restitution_unclamped"));
        near(ratio, number("damping_ratio"), "damping ratio");
        let critical = Damping::Ratio { ratio: 1.0, mass: number("mass") };
        let own = Spring { damping: critical, ..spring(number("k")) };
        near(own.drag(number("k")), number("critical_damping"), "critical damping");
    }
}

/// Slopes and drags of every law are the derivatives of its force.
#[test]
fn slopes_agree_with_differences() {
    let step = 1e-8;
    for (name, law) in PenaltyLaw::ALL {
        for damping in [Damping::Given(30.0), Damping::Ratio { ratio: 0.3, mass: 2.0 }] {
            let own = Spring { damping, ..spring(2e4) };
            for gap in [-2e-3, -4e-4, 3e-4] {
                let force = |gap: f64, rate: f64| {
                    let approach = Approach { gap, rate, recedes: true, is_bonded: true };
                    own.push(law, &approach).force
                };
                let push =
                    own.push(law, &Approach { recedes: true, is_bonded: true, ..at(gap, 0.0) });
                let slope = (force(gap - step, 0.0) - force(gap + step, 0.0)) / (2.0 * step);
                let drag = (force(gap, -step) - force(gap, step)) / (2.0 * step);
                let close = |a: f64, b: f64| (a - b).abs() <= 1e-5 * (1.0 + a.abs());
                assert!(close(push.slope, slope), "{name} at {gap}: {} {slope}", push.slope);
                assert!(close(push.drag, drag), "{name} at {gap}: {} {drag}", push.drag);
            }
        }
    }
}

/// No law but that of pairs pulls, and none acts where nothing touches but the exponential.
#[test]
fn only_pairs_pull() {
    let damped = Spring { damping: Damping::Given(1e3), ..spring(1e3) };
    for (name, law) in PenaltyLaw::ALL {
        let leaving = damped.push(law, &at(-1e-3, 5.0)).force;
        assert_eq!(leaving < 0.0, law == PenaltyLaw::ParticlePairs, "{name}");
        let apart = damped.push(law, &at(2e-4, 0.0)).force;
        assert_eq!(apart > 0.0, law == PenaltyLaw::Exponential, "{name}");
    }
    let bonded = |gap: f64| Approach { is_bonded: true, ..at(gap, 0.0) };
    let pull = |gap: f64| damped.push(PenaltyLaw::ParticlePairs, &bonded(gap)).force;
    assert_eq!((pull(5e-4), pull(1.1e-3)), (-0.5, 0.0));
}

/// Damping that is given fades with the force of an exponential spring.
#[test]
fn exponential_damping_fades_with_the_gap() {
    let own = Spring { damping: Damping::Given(30.0), ..spring(2e4) };
    let push = own.push(PenaltyLaw::Exponential, &at(2e-3, 0.0));
    near(push.drag, 30.0 * (-2.0_f64).exp(), "drag");
}
