//! Scenes in joint coordinates: joints that carry their bodies, and machines both ways.

use std::time::Instant;

use stickslip_dynamics::{Coordinates, Simulation};
use stickslip_scene::{Overrides, SceneSource};

use super::{bad, good};

const ARMS: &str = r#"
[[body]]
name = "upper"
position = [0, 2, 0]
shape = { type = "sphere", radius = 0.1 }

[[body]]
name = "lower"
position = [0, 1, 0]
shape = { type = "sphere", radius = 0.1 }

[[joint]]
name = "shoulder"
type = "hinge"
second = "upper"
anchor = [0, 2.5, 0]
axis = [0, 0, 1]

[[joint]]
name = "elbow"
type = "hinge"
first = "upper"
second = "lower"
anchor = [0, 1.5, 0]
axis = [1, 0, 0]
"#;

#[test]
fn an_articulation_names_the_joints_that_carry() {
    let freedoms = |more: &str| -> Vec<usize> {
        let text = format!("name = \"arms\"\ndescription = \"two\"\n{more}\n{ARMS}");
        good(&text).simulation().expect("a simulation").tree_freedoms()
    };
    let both = "[[articulation]]\njoints = [\"shoulder\", \"elbow\"]";
    assert_eq!(freedoms(""), [0; 0]);
    assert_eq!(freedoms(both), [2]);
    assert_eq!(freedoms(&format!("settings = {{ coordinates = \"maximal\" }}\n{both}")), [0; 0]);
    // What the elbow alone carries floats.
    assert_eq!(freedoms("[[articulation]]\njoints = [\"elbow\"]"), [7]);
    let text =
        format!("name = \"a\"\ndescription = \"b\"\n[[articulation]]\njoints = [\"elbw\"]{ARMS}");
    let error = bad(&text);
    assert!(error.contains("elbw") && error.contains("elbow"), "{error}");
}

fn begin(name: &str, coordinates: Coordinates) -> Simulation {
    let scene = SceneSource::find(name).and_then(|source| source.read(&Overrides::default()));
    let mut scene = scene.unwrap_or_else(|error| panic!("{error}"));
    scene.settings.coordinates = coordinates;
    scene.settings.geometric_stiffness = false;
    scene.simulation().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Machines of documents move alike in both coordinates.
#[test]
fn machines_move_alike_in_both_coordinates() {
    for name in ["forklift", "forwarder", "crane", "offshore"] {
        let steps = 30;
        let [joint, maximal] = [Coordinates::Joint, Coordinates::Maximal].map(|coordinates| {
            let mut simulation = begin(name, coordinates);
            let clock = Instant::now();
            let mut missed = 0;
            for _ in 0..steps {
                missed += simulation.step().expect("a step").inaccurate;
            }
            let trees = simulation.tree_freedoms();
            println!("{name}: {:?}, {missed} missed, trees {trees:?}", clock.elapsed());
            simulation.state().bodies.clone()
        });
        let pairs = joint.iter().zip(&maximal);
        let apart = pairs.map(|(one, two)| one.pose.position.distance(two.pose.position));
        let apart = apart.fold(0.0, f64::max);
        println!("{name}: {apart:.2e} m apart");
        assert!(apart < 1e-2, "{name}: {apart:e} m apart");
    }
}
