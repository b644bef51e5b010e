//! URDF against Pinocchio 4.1.0.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use stickslip_import::facts::{Configuration, Dynamics, at_state, description};

use super::compare::{Compare, largest, list};
use super::{data, oracle};

/// Everything that an oracle says of a model.
pub fn agrees(model: &Path, expected: &Path, packages: Vec<(String, PathBuf)>) {
    let options = stickslip_import::ReadOptions { packages, ..Default::default() };
    let imported =
        stickslip_import::read(model, &options).unwrap_or_else(|error| panic!("{error}"));
    let mechanism = &imported.mechanism;
    let truth = oracle(expected);
    let ours = Value::Object(description(mechanism, &imported.remarks));
    let mut compare = Compare::new(&truth["model"].to_string(), 1e-9);
    compare.kind("total_mass", &[&ours["total_mass"]], &[&truth["total_mass"]]);
    let keys = ["name", "parent", "moves_with", "fixed_to_world", "mass", "center", "inertia"];
    let (links, theirs) = (list(&ours, "links"), list(&truth, "links"));
    assert_eq!(links.len(), theirs.len());
    keys.iter().for_each(|key| compare.column("link", key, &links, &theirs));
    let keys = [
        "type",
        "parent",
        "child",
        "position",
        "quaternion",
        "axis",
        "limits",
        "effort",
        "velocity",
        "damping",
        "friction_loss",
        "mimic",
    ];
    let theirs = list(&truth, "joints");
    let joints = list(&ours, "joints");
    assert_eq!(joints.len(), theirs.len());
    for wanted in theirs {
        let found = joints.iter().find(|joint| joint["name"] == wanted["name"]);
        let found = found.unwrap_or_else(|| panic!("there is no joint {}", wanted["name"]));
        keys.iter().for_each(|key| compare.column("joint", key, &[found], &[wanted]));
    }
    for state in list(&truth, "states") {
        let value = |name: &Option<String>| {
            state["joint_values"][name.as_ref().expect("joints have names")].as_f64()
        };
        let at = Configuration {
            qpos: mechanism
                .joints
                .iter()
                .map(|joint| value(&joint.name).expect("a value"))
                .collect(),
            qvel: list(state, "joint_velocities").iter().filter_map(|v| v.as_f64()).collect(),
            ctrl: Vec::new(),
            act: Vec::new(),
        };
        at.check(mechanism).expect("the state fits");
        let ours = Value::Object(at_state(mechanism, &at));
        assert_eq!(ours["dof_order"], truth["dof_order"]);
        for key in ["position", "quaternion"] {
            let mine: Vec<Value> =
                list(&ours, key).iter().map(|value| json!({ key: value })).collect();
            compare.column("state", key, &mine.iter().collect::<Vec<_>>(), &list(state, "links"));
        }
        for key in ["gravity_force", "bias_force", "kinetic_energy", "mass_matrix"] {
            if let Some(theirs) = state.get(key) {
                // Forces that vanish are small beside those that hold the model.
                let size = ["gravity_force", "bias_force"]
                    .map(|force| largest(&list(&truth, "states"), force))
                    .into_iter()
                    .filter(|_| key.ends_with("force"))
                    .fold(0.0, f64::max);
                compare.kind_of_size(key, &[&ours[key]], &[theirs], size);
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
    ($($name:ident: $file:literal;)*) => {$(
        #[test]
        fn $name() {
            let model = data().join(concat!("urdf/", $file, ".urdf"));
            let expected = data().join(concat!("oracles/urdf/", $file, ".json"));
            agrees(&model, &expected, Vec::new());
        }
    )*};
}

features! {
    mimic_gripper: "mimic-gripper";
    mixed_joints: "mixed-joints";
    tree: "tree";
    two_links: "two-links";
}

/// Its meshes are in a package called after the folder of the data.
#[test]
fn mesh_links() {
    let model = data().join("urdf/mesh-links.urdf");
    let packages = vec![("features".to_owned(), data())];
    agrees(&model, &data().join("oracles/urdf/mesh-links.json"), packages);
    let error = stickslip_import::read(&model, &Default::default()).expect_err("no package");
    assert!(error.to_string().contains("--package features=DIR"), "{error}");
}
