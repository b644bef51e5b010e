//! `stickslip model`, `stickslip mesh`, and models that are run.

use serde_json::Value;

use crate::Workspace;

const PENDULUM: &str = r#"<mujoco model="pendulum"><worldbody>
  <light pos="0 0 3"/>
  <body name="rod" pos="0 0 1">
    <joint name="pivot" axis="0 1 0" damping="0.1" solreflimit="0.01 1"/>
    <inertial pos="0 0 -0.5" mass="2" diaginertia="0.02 0.02 0.001"/>
  </body></worldbody>
  <keyframe><key name="level" qpos="1.5707963267948966"/></keyframe></mujoco>"#;

const TETRAHEDRON: &str =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

#[test]
fn a_model_tells_what_was_read() {
    let state = r#"{"qpos": [1.5707963267948966], "qvel": [2]}"#;
    let workspace = Workspace::new(&[("pendulum.xml", PENDULUM), ("state.json", state)]);
    let document = workspace.run("model pendulum.xml --at state.json --json").json();
    assert_eq!(document["bodies"][0]["name"], "rod");
    assert_eq!(document["total_mass"], 2.0);
    assert_eq!(document["joints"][0]["damping"], 0.1);
    let near = |value: &Value, wanted: f64| {
        let value = value.as_f64().expect("a number");
        assert!((value - wanted).abs() < 1e-12, "{value}, not {wanted}");
    };
    // Level: m g l holds it, about the y axis from below.
    near(&document["gravity_force"][0], 2.0 * 9.81 * 0.5);
    near(&document["damper_force"][0], -0.2);
    near(&document["mass_matrix"][0][0], 0.02 + 2.0 * 0.25);
    near(&document["kinetic_energy"], 0.5 * (0.02 + 2.0 * 0.25) * 4.0);
    near(&document["bodies"][0]["position"][2], 1.0);
    assert_eq!(document["warnings"].as_array().map(Vec::len), Some(1));
    let ran = workspace.run("model pendulum.xml");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("pivot") && ran.stdout.contains("solreflimit"), "{ran:?}");
    assert!(ran.stdout.contains("note: light"), "{ran:?}");
}

#[test]
fn a_model_is_run_like_a_scene() {
    let workspace = Workspace::new(&[("pendulum.xml", PENDULUM)]);
    let ran = workspace.run("run pendulum.xml --key level --seconds 0.1 --json");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let document = ran.json();
    assert_eq!(document["scene"], "pendulum");
    assert!(ran.stderr.contains("warning: solreflimit on <joint>"), "{ran:?}");
    assert!(ran.stderr.contains("1 <light>"), "{ran:?}");
    for (line, word) in [
        ("run pendulum.xml --key lev", "level"),
        ("run pendulum.xml --strict", "solreflimit"),
        ("run heavy-stack --floating", "--floating"),
        ("run pendulum.xml --at none.json", "none.json"),
        ("run none.xml", "none.xml"),
        ("model pendulum.xml --package here", "NAME=DIR"),
    ] {
        let ran = workspace.run(line);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains(word), "{line}: {ran:?}");
    }
}

/// The scene that is written steps to the same bits, from another folder too; it is not written
/// over.
#[test]
fn a_model_is_written_as_a_scene() {
    let state = r#"{"qpos": [0.5], "qvel": [2]}"#;
    let workspace = Workspace::new(&[("pendulum.xml", PENDULUM), ("state.json", state)]);
    std::fs::create_dir(workspace.path("scenes")).expect("a folder");
    let hash = |line: &str| workspace.run(&format!("run {line} --seconds 0.1 --quiet")).stdout;
    for scene in ["swing.toml", "scenes/swing.toml"] {
        let line = format!("model pendulum.xml --at state.json -o {scene}");
        let ran = workspace.run(&line);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(ran.stdout.contains(&format!("`stickslip run {scene}`")), "{ran:?}");
        assert_eq!(hash(scene), hash("pendulum.xml --at state.json"));
        let again = workspace.run(&line);
        assert_eq!(again.code, Some(2), "{again:?}");
        assert!(again.stderr.contains("exists already"), "{again:?}");
        assert_eq!(workspace.run(&format!("{line} --force")).code, Some(0));
    }
}

/// Two links two joints apart begin inside each other. They pass, which is said once, and in the
/// scene that is written, too; asked to, they touch.
#[test]
fn links_inside_each_other_are_said() {
    let link = |name: &str| {
        format!(
            "<link name='{name}'><inertial><mass value='1'/><inertia ixx='.1' ixy='0' ixz='0' \
             iyy='.1' iyz='0' izz='.1'/></inertial><collision><geometry><sphere radius='.2'/>\
             </geometry></collision></link>"
        )
    };
    let joint = |first: &str, second: &str| {
        format!(
            "<joint name='to-{second}' type='continuous'><parent link='{first}'/>\
             <child link='{second}'/><origin xyz='.1 0 0'/><axis xyz='0 1 0'/></joint>"
        )
    };
    let links = ["foot", "leg", "hip"].map(link).concat();
    let joints = joint("foot", "leg") + &joint("leg", "hip");
    let robot = format!("<robot name='robot'>{links}{joints}</robot>");
    let workspace = Workspace::new(&[("robot.urdf", &robot)]);
    let run = |line: &str| {
        let ran = workspace.run(&format!("run {line} --seconds 0.1 --json"));
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let told = ran.stderr.matches("1 pair (foot and hip)").count();
        (told, ran.json()["constraints_max"].as_u64())
    };
    // Ten rows of two hinges, and three of a contact.
    assert_eq!(run("robot.urdf"), (1, Some(10)));
    assert_eq!(run("robot.urdf --overlaps touch"), (0, Some(13)));
    assert_eq!(workspace.run("model robot.urdf -o robot.toml").code, Some(0));
    assert_eq!(run("robot.toml"), (1, Some(10)));
}

/// Coordinates of joints, or six a body, instead of what the scene asks for.
#[test]
fn coordinates_are_those_of_the_flag() {
    let workspace = Workspace::new(&[("pendulum.xml", PENDULUM)]);
    for (line, wanted) in [
        ("pendulum.xml", "joint"),
        ("pendulum.xml --coordinates maximal", "maximal"),
        ("double-pendulum --coordinates auto", "maximal"),
        ("double-pendulum --coordinates joint", "joint"),
    ] {
        let ran = workspace.run(&format!("run {line} --steps 2 --json"));
        assert_eq!((ran.code, &ran.json()["coordinates"]), (Some(0), &wanted.into()), "{line}");
    }
    let ran = workspace.run("run double-pendulum --coordinates polar");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("expected one of auto, joint, maximal"), "{ran:?}");
}

#[test]
fn bad_models_are_refused_with_their_line() {
    let bad = PENDULUM.replace("damping", "dampning");
    let workspace = Workspace::new(&[("bad.xml", &bad)]);
    for line in ["model bad.xml", "run bad.xml"] {
        let ran = workspace.run(line);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains("bad.xml, line 4"), "{ran:?}");
        assert!(ran.stderr.contains("dampning") && ran.stderr.contains("damping"), "{ran:?}");
    }
}

#[test]
fn models_stand_in_scenes_by_name() {
    let scene = r#"name = "two"
        [settings]
        gravity = [0, 0, -9.81]
        [[model]]
        name = "left"
        file = "pendulum.xml"
        [[model]]
        name = "right"
        file = "pendulum.xml"
        position = [1, 0, 0]
        key = "level"
        "#;
    let workspace = Workspace::new(&[("pendulum.xml", PENDULUM), ("two.toml", scene)]);
    let ran = workspace.run("run two.toml --steps 2 --poses poses.csv --json");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let poses = std::fs::read_to_string(workspace.path("poses.csv")).expect("written");
    assert!(poses.contains("left/rod") && poses.contains("right/rod"), "{poses}");
}

#[test]
fn a_mesh_tells_what_it_holds() {
    let workspace = Workspace::new(&[("corner.obj", TETRAHEDRON), ("none.obj", "v 0 0 0\n")]);
    let document = workspace.run("mesh corner.obj --json").json();
    assert_eq!(document["vertices"], 4);
    assert_eq!(document["triangles"], 4);
    assert_eq!(document["closed"], true);
    for key in ["volume", "hull_volume"] {
        let volume = document[key].as_f64().expect("a volume");
        assert!((volume - 1.0 / 6.0).abs() < 1e-15, "{key}: {volume}");
    }
    assert!(workspace.run("mesh corner.obj").stdout.contains("0.166667"));
    assert_eq!(workspace.run("mesh none.obj").code, Some(2));
}
