//! Motions of imported models against trajectories of MuJoCo's accelerations,
//! integrated to 1e-12: the error halves with the step, and what is left when
//! three steps are extrapolated is far below the finest run.

mod accelerations;
mod accurate;
mod cuts;
mod meshes;
mod overlaps;
mod signals;
mod steps;
mod strings;
mod trees;

use std::path::{Path, PathBuf};

use glam::DVec3;
use serde_json::Value;
use stickslip_dynamics::{Accuracy, Integrator, Model, Pose, Settings, Simulation};
use stickslip_import::facts::Configuration;
use stickslip_import::{Placement, ReadOptions, Strictness};

/// The files of this test.
pub fn data() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// A model at a state, ready to be stepped.
pub fn simulation(path: &Path, start: impl Fn(&mut Configuration), step: f64) -> Simulation {
    integrated(path, start, step, Integrator::SemiImplicit)
}

/// The same by an integrator.
pub fn integrated(
    path: &Path,
    start: impl Fn(&mut Configuration),
    step: f64,
    integrator: Integrator,
) -> Simulation {
    // Plain steps: the integrators have the orders that are looked at.
    stepped(path, start, step, integrator, Accuracy::Off)
}

fn stepped(
    path: &Path,
    start: impl Fn(&mut Configuration),
    step: f64,
    integrator: Integrator,
    accuracy: Accuracy,
) -> Simulation {
    let imported = stickslip_import::read(path, &ReadOptions::default());
    let mechanism = imported.unwrap_or_else(|error| panic!("{error}")).mechanism;
    let mut at = Configuration::initial(&mechanism);
    start(&mut at);
    at.check(&mechanism).expect("the state fits");
    let placement = Placement::plain(Strictness::Normal);
    let mut model = Model::default();
    let built = stickslip_import::build(&mut model, &mechanism, &at, &placement);
    built.unwrap_or_else(|error| panic!("{error}"));
    let settings = Settings {
        gravity: mechanism.gravity,
        time_step: step,
        integrator,
        accuracy,
        ..Settings::default()
    };
    Simulation::new(model, settings).expect("a simulation")
}

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().map_or(Vec::new(), |all| all.iter().filter_map(Value::as_f64).collect())
}

/// Centres of all named bodies and points beside them at every sample, with so many steps between two.
fn centres(
    model: &Path,
    truth: &Value,
    steps: usize,
    integrator: Integrator,
    accuracy: Accuracy,
) -> Vec<Vec<DVec3>> {
    let rate = truth["rate"].as_f64().expect("a rate");
    let first = &truth["samples"][0];
    let begin = |at: &mut Configuration| {
        (at.qpos, at.qvel) = (floats(&first["qpos"]), floats(&first["qvel"]));
    };
    let step = 1.0 / (rate * steps as f64);
    let mut simulation = stepped(model, begin, step, integrator, accuracy);
    let names: Vec<String> = truth["bodies"]
        .as_array()
        .expect("bodies")
        .iter()
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect();
    let look = |simulation: &Simulation| -> Vec<DVec3> {
        names
            .iter()
            .filter_map(|name| simulation.model().find_body(name))
            .flat_map(|body| marks(&simulation.state().bodies[body.0].pose))
            .collect()
    };
    let mut all = vec![look(&simulation)];
    for _ in 1..truth["samples"].as_array().expect("samples").len() {
        for _ in 0..steps {
            let report = simulation.step().expect("a step");
            assert_eq!(report.failed_solves, 0);
        }
        all.push(look(&simulation));
    }
    all
}

/// The centre of a body, and two points beside it that turn with it (m).
fn marks(pose: &Pose) -> [DVec3; 3] {
    [DVec3::ZERO, DVec3::X * 0.1, DVec3::Y * 0.1].map(|point| pose.point(point))
}

/// Whether a body of a model moves on its own.
fn moving(model: &Path, name: &str) -> bool {
    let imported = stickslip_import::read(model, &ReadOptions::default()).expect("a model");
    let bodies = &imported.mechanism.bodies;
    bodies.iter().any(|body| body.name.as_deref() == Some(name) && !body.joints.is_empty())
}

/// Largest distance over all samples and bodies.
fn largest(left: &[Vec<DVec3>], right: &[Vec<DVec3>]) -> f64 {
    let pairs = left.iter().flatten().zip(right.iter().flatten());
    pairs.map(|(left, right)| (*left - *right).length()).fold(0.0, f64::max)
}

/// The same as they should be.
fn wanted(model: &Path, truth: &Value) -> Vec<Vec<DVec3>> {
    // Bodies that are part of others have no centre of their own.
    let there = |name: &&Value| name.as_str().is_some_and(|name| moving(model, name));
    let names = truth["bodies"].as_array().expect("bodies");
    let kept: Vec<usize> = (0..names.len()).filter(|&at| there(&&names[at])).collect();
    truth["samples"]
        .as_array()
        .expect("samples")
        .iter()
        .map(|sample| {
            let pose = |&at: &usize| {
                let turn = floats(&sample["quaternions"][at]);
                let turn = glam::DQuat::from_xyzw(turn[1], turn[2], turn[3], turn[0]);
                Pose::new(DVec3::from_slice(&floats(&sample["centers"][at])), turn)
            };
            kept.iter().flat_map(|at| marks(&pose(at))).collect()
        })
        .collect()
}

/// Errors at h, h/2, h/4, and of what the three extrapolate to.
fn errors(model: &Path, trajectory: &Path, steps: usize, integrator: Integrator) -> [f64; 4] {
    let text = std::fs::read_to_string(trajectory).expect("the trajectory can be read");
    let truth: Value = serde_json::from_str(&text).expect("JSON");
    let runs = [steps, 2 * steps, 4 * steps]
        .map(|steps| centres(model, &truth, steps, integrator, Accuracy::Off));
    let wanted = wanted(model, &truth);
    let together: Vec<Vec<DVec3>> = (0..wanted.len())
        .map(|at| {
            (0..wanted[at].len())
                .map(|body| {
                    let [a, b, c] = [0, 1, 2].map(|run| runs[run][at][body]);
                    match integrator {
                        Integrator::SemiImplicit => (8.0 * c - 6.0 * b + a) / 3.0,
                        Integrator::Midpoint => (4.0 * c - b) / 3.0,
                    }
                })
                .collect()
        })
        .collect();
    let [a, b, c] = [0, 1, 2].map(|run| largest(&runs[run], &wanted));
    [a, b, c, largest(&together, &wanted)]
}

/// Joints give way by so much under the loads here (m), and steps are no better than that.
const GIVEN_WAY: f64 = 5e-7;

/// Semi-implicit steps are of first order, those of the midpoint of second.
fn has_its_order(name: &str, model: &Path, trajectory: &Path, steps: usize) {
    let mut finest = Vec::new();
    for (integrator, order) in [(Integrator::SemiImplicit, 0.8), (Integrator::Midpoint, 1.8)] {
        let [a, b, c, left] = errors(model, trajectory, steps, integrator);
        let orders = [(a / b).log2(), (b / c).log2()];
        println!(
            "{name}, {integrator:?}: {a:.2e} {b:.2e} {c:.2e} m, orders {orders:.2?}, \
             extrapolated {left:.1e} m"
        );
        assert!(orders.iter().all(|found| *found >= order), "{name}: orders {orders:?}");
        assert!(left < (0.05 * c).max(GIVEN_WAY), "{name}: {left:e} of {c:e} is left");
        finest.push(c);
    }
    assert!(finest[1] < 0.1 * finest[0], "{name}: {finest:?}");
}

macro_rules! motions {
    ($($name:ident: $file:literal, $steps:expr;)*) => {$(
        #[test]
        fn $name() {
            let folder = data().join("motions");
            let model = folder.join(concat!($file, ".xml"));
            has_its_order($file, &model, &folder.join(concat!($file, ".json")), $steps);
        }
    )*};
}

motions! {
    double_pendulum: "double-pendulum", 8;
    spinning_box: "spinning-box", 8;
    four_bar: "four-bar", 8;
}

/// The folder of models of others, where it is there.
fn models_of_others() -> Option<PathBuf> {
    let folder = data();
    let mut above = folder.ancestors().map(|above| above.join("shared/problems/models"));
    let found = above.find(|folder| folder.is_dir());
    if found.is_none() {
        println!("skipped: there is no folder shared/problems beside the repository");
    }
    found
}

/// An arm of others with seven joints, its model written anew in a folder, and its motion.
fn panda(place: &Path) -> Option<[PathBuf; 2]> {
    let models = models_of_others()?;
    let model = models.join("robots/mjcf/panda_arm/panda_arm.xml");
    // Its actuators are off there: the model without them is the same.
    let text = std::fs::read_to_string(&model).expect("the model can be read");
    let text = strip(&strip(&text, "actuator"), "keyframe");
    let path = place.join("arm.xml");
    std::fs::write(&path, text).expect("it is written");
    Some([path, models.join("trajectories/panda_arm.json")])
}

/// Seven joints with armature and damping.
#[test]
fn panda_arm() {
    let place = tempfile::tempdir().expect("a folder");
    let Some([model, trajectory]) = panda(place.path()) else { return };
    // Finer steps of the midpoint come to what joints give way.
    has_its_order("panda_arm", &model, &trajectory, 2);
}

/// A text without a section.
fn strip(text: &str, section: &str) -> String {
    let (Some(begin), Some(end)) =
        (text.find(&format!("<{section}>")), text.find(&format!("</{section}>")))
    else {
        return text.to_owned();
    };
    format!("{}{}", &text[..begin], &text[end + section.len() + 3..])
}
