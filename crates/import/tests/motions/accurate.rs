//! Models in joint coordinates by accurate steps: of second order, and as right as asked.

use std::path::Path;

use serde_json::Value;
use stickslip_dynamics::{Accuracy, Integrator};

use super::{centres, data, largest, panda, wanted};

/// Largest error of a motion (m) at so many steps a sample, and its length (s).
fn error(model: &Path, trajectory: &Path, steps: usize, accuracy: f64) -> (f64, f64) {
    let text = std::fs::read_to_string(trajectory).expect("the trajectory can be read");
    let truth: Value = serde_json::from_str(&text).expect("JSON");
    let way = (Integrator::SemiImplicit, Accuracy::Within(accuracy));
    let found = centres(model, &truth, steps, way.0, way.1);
    let seconds = (found.len() - 1) as f64 / truth["rate"].as_f64().expect("a rate");
    (largest(&found, &wanted(model, &truth)), seconds)
}

fn is_as_right_as_asked(name: &str, model: &Path, trajectory: &Path, finest: f64) {
    for accuracy in [1e-3, finest] {
        for steps in [1, 2, 8] {
            let (off, seconds) = error(model, trajectory, steps, accuracy);
            println!("{name} to {accuracy}, {steps} steps a sample: {off:.2e} m in {seconds} s");
            assert!(off < accuracy * seconds.max(1.0), "{name}, {steps} steps: {off:e}");
        }
    }
}

/// With an accuracy that halves nothing, and that no step is as good as without.
fn is_of_second_order(name: &str, model: &Path, trajectory: &Path, accuracy: f64) {
    let [a, b, c] = [8, 16, 32].map(|steps| error(model, trajectory, steps, accuracy).0);
    let orders = [(a / b).log2(), (b / c).log2()];
    println!("{name}: {a:.2e} {b:.2e} {c:.2e} m, orders {orders:.2?}");
    assert!(orders.iter().all(|order| *order > 1.8), "{name}: {orders:?}");
}

#[test]
fn motions_are_as_right_as_asked() {
    for name in ["double-pendulum", "four-bar"] {
        let [model, trajectory] =
            ["xml", "json"].map(|end| data().join("motions").join(format!("{name}.{end}")));
        is_as_right_as_asked(name, &model, &trajectory, 1e-4);
    }
    let place = tempfile::tempdir().expect("a folder");
    if let Some([model, trajectory]) = panda(place.path()) {
        is_as_right_as_asked("panda_arm", &model, &trajectory, 1e-4);
    }
}

#[test]
fn smooth_motion_is_of_second_order() {
    let [model, trajectory] =
        ["xml", "json"].map(|end| data().join(format!("motions/double-pendulum.{end}")));
    is_of_second_order("double-pendulum", &model, &trajectory, 2e-3);
}
