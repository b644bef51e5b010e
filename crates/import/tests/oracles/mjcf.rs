//! MJCF against MuJoCo 4.0.0.

use std::path::Path;

use serde_json::{Value, json};
use stickslip_import::facts::{Configuration, Dynamics, at_state, description, may_touch};

use super::compare::{Compare, largest, list};
use super::{data, oracle, read};

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().map_or(Vec::new(), |all| all.iter().filter_map(Value::as_f64).collect())
}

/// Everything that an oracle says of a model.
pub fn agrees(model: &Path, expected: &Path, tolerance: f64) {
    let imported = read(model);
    let mechanism = &imported.mechanism;
    let truth = oracle(expected);
    let ours = Value::Object(description(mechanism, &imported.remarks));
    let mut compare = Compare::new(&truth["model"].to_string(), tolerance);
    compare.kind("total_mass", &[&ours["total_mass"]], &[&truth["total_mass"]]);
    compare.kind("gravity", &[&ours["option"]["gravity"]], &[&truth["option"]["gravity"]]);
    for (what, count) in ours["counts"].as_object().expect("counts") {
        if let Some(wanted) = truth["counts"].get(what) {
            assert_eq!(count, wanted, "{what} of {}", model.display());
        }
    }
    let columns: [(&str, &[&str]); 7] = [
        (
            "bodies",
            &["name", "parent", "mass", "center", "inertia", "fixed_to_world", "mocap", "gravcomp"],
        ),
        (
            "joints",
            &[
                "name",
                "type",
                "body",
                "qpos",
                "dof",
                "limits",
                "stiffness",
                "damping",
                "armature",
                "friction_loss",
                "reference",
                "spring_reference",
            ],
        ),
        (
            "geoms",
            &[
                "name",
                "body",
                "type",
                "contype",
                "conaffinity",
                "condim",
                "friction",
                "size",
                "position",
                "quaternion",
                "bounds_in_body",
            ],
        ),
        (
            "actuators",
            &[
                "name",
                "on",
                "target",
                "gear",
                "gain",
                "bias",
                "dynamics",
                "gain_type",
                "bias_type",
                "control_range",
                "force_range",
            ],
        ),
        ("tendons", &["name", "stiffness", "damping", "limits", "spatial"]),
        ("sites", &["name", "body", "position", "quaternion"]),
        ("keyframes", &["name", "qpos"]),
    ];
    for (what, keys) in columns {
        let (ours, theirs) = (list(&ours, what), list(&truth, what));
        assert_eq!(ours.len(), theirs.len(), "{what} of {}", model.display());
        keys.iter().for_each(|key| compare.column(what, key, &ours, &theirs));
    }
    let (equal, theirs) = (list(&ours, "equalities"), list(&truth, "equalities"));
    assert_eq!(equal.len(), theirs.len());
    for (ours, theirs) in equal.iter().zip(&theirs) {
        assert_eq!(ours["type"], theirs["type"]);
        let all = floats(&ours["data"]);
        let wanted = json!(floats(&theirs["data"])[..all.len()]);
        compare.kind("equality data", &[&json!(all)], &[&wanted]);
    }
    let pairs: Vec<[i64; 3]> = may_touch(mechanism)
        .iter()
        .map(|touch| {
            let [a, b] = touch.bodies.map(|body| body.map_or(-1, |body| body as i64));
            [a, b, touch.pairs as i64]
        })
        .collect();
    assert_eq!(json!(pairs), truth["body_pairs_that_may_touch"], "pairs of {}", model.display());
    for state in list(&truth, "states") {
        let at = Configuration {
            qpos: floats(&state["qpos"]),
            qvel: floats(&state["qvel"]),
            ctrl: state.get("ctrl").map_or(vec![0.0; mechanism.actuators.len()], floats),
            act: state.get("act").map_or(Vec::new(), floats),
        };
        at.check(mechanism).expect("the state fits");
        let ours = Value::Object(at_state(mechanism, &at));
        let bodies = list(state, "bodies");
        let split = |key: &str, from: &Value| -> Vec<Value> {
            list(from, key)
                .iter()
                .map(|value| json!({ "position": value, "quaternion": value, "center": value }))
                .collect()
        };
        for (mine, key) in
            [("position", "position"), ("quaternion", "quaternion"), ("body_centers", "center")]
        {
            let mine = split(mine, &ours);
            compare.column("state", key, &mine.iter().collect::<Vec<_>>(), &bodies);
        }
        for key in ["anchor", "axis"] {
            compare.column("joint", key, &list(&ours, "joint_frames"), &list(state, "joints"));
        }
        for key in ["velocity", "angular_velocity"] {
            compare.column(
                "body",
                key,
                &list(&ours, "body_velocities"),
                &list(state, "body_velocities"),
            );
        }
        for key in [
            "center_of_mass",
            "gravity_force",
            "gravity_compensation_force",
            "bias_force",
            "spring_force",
            "damper_force",
            "actuator_force",
            "kinetic_energy",
            "kinetic_energy_of_armature",
            "potential_energy",
            "tendon_lengths",
            "equality_errors",
            "mass_matrix",
        ] {
            if let Some(theirs) = state.get(key) {
                let size = largest(&list(&truth, "states"), key);
                let what = format!("{} {key}", state["label"]);
                compare.kind_of_size(&what, &[&ours[key]], &[theirs], size);
            }
        }
        if let Some(theirs) = state.get("mass_matrix_diagonal") {
            let matrix = Dynamics::new(mechanism, &at).mass_matrix();
            let diagonal: Vec<f64> = (0..matrix.len()).map(|at| matrix[at][at]).collect();
            compare.kind("mass_matrix_diagonal", &[&json!(diagonal)], &[theirs]);
        }
    }
    compare.finish();
}

macro_rules! features {
    ($($name:ident: $file:literal, $tolerance:expr;)*) => {$(
        #[test]
        fn $name() {
            let model = data().join(concat!("mjcf/", $file, ".xml"));
            agrees(&model, &data().join(concat!("oracles/mjcf/", $file, ".json")), $tolerance);
        }
    )*};
}

features! {
    actuators: "actuators", 1e-9;
    actuators_with_a_state: "actuators-with-a-state", 1e-9;
    contact_filters: "contact-filters", 1e-9;
    default_classes: "default-classes", 1e-9;
    fitted: "fitted", 2e-6;
    fitted_around: "fitted-around", 2e-6;
    free_bodies: "free-bodies", 1e-9;
    geom_frames: "geom-frames", 1e-9;
    joint_springs: "joint-springs", 1e-9;
    keyframes_and_mocap: "keyframes-and-mocap", 1e-9;
    loop_connect: "loop-connect", 1e-9;
    meshes: "meshes", 2e-6;
    pendulum_degrees: "pendulum-degrees", 1e-9;
    several_joints: "several-joints", 1e-9;
}
