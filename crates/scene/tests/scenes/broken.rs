//! Files that are wrong in one way each: the message names the line, the part
//! and the key.

use stickslip_scene::SceneError;

use crate::{SMALL, read};

/// (what to replace in the small scene, by what, the line, what must be said).
const CHANGES: [(&str, &str, usize, &[&str]); 55] = [
    // Text.
    ("name = \"small\"", "name = \"small", 1, &["test.toml"]),
    ("seconds = 1", "seconds = ", 3, &[]),
    ("seconds = 1", "seconds = 1\nseconds = 2", 4, &["duplicate key"]),
    ("[settings]", "[settings", 9, &[]),
    ("dt = 0.01", "dt = 0.01 0.02", 11, &[]),
    // The top.
    ("name = \"small\"\n", "", 1, &["key \"name\" is missing"]),
    ("name = \"small\"", "nmae = \"small\"", 1, &["key \"name\" is missing", "\"nmae\" is no key"]),
    ("name = \"small\"", "name = 3", 1, &["name", "expected text, found 3"]),
    ("seconds = 1", "seconds = 0", 3, &["seconds", "must be > 0"]),
    ("seconds = 1", "secnods = 1", 3, &["unknown key \"secnods\"", "did you mean \"seconds\"?"]),
    ("[[joint]]", "[[joints]]", 42, &["unknown key \"joints\"", "did you mean \"joint\"?"]),
    ("[settings]", "[[settings]]", 9, &["settings", "expected a table"]),
    // Parameters.
    ("n = 2", "n = true", 6, &["parameters: n", "expected a finite number"]),
    ("n = 2", "\"a b\" = 2", 6, &["a b", "cannot be the name of a parameter"]),
    ("n = 2", "sin = 2", 6, &["sin", "cannot be the name of a parameter"]),
    (
        "half = \"= n / 4\"",
        "half = \"= m / 4\"",
        7,
        &["half", "there is no \"m\"", "did you mean \"n\"?"],
    ),
    ("half = \"= n / 4\"", "half = \"= n / 0\"", 7, &["half", "not a finite number"]),
    ("n = 2", "n = [2, 2, 2]", 6, &["parameters: n", "does not lie between"]),
    ("half = \"= n / 4\"", "half = \"n / 4\"", 7, &["half", "found the text \"n / 4\""]),
    // Settings.
    ("dt = 0.01", "dt = -0.01", 11, &["settings: dt", "must be > 0"]),
    (
        "dt = 0.01",
        "accuracy = \"fine\"",
        11,
        &["accuracy", "expected a number, \"auto\" or \"off\""],
    ),
    ("dt = 0.01", "dt = nan", 11, &["dt", "expected a finite number"]),
    ("dt = 0.01", "dt = 1979-05-27", 11, &["dt", "found a date"]),
    ("dt = 0.01", "substeps = 0", 11, &["substeps", "at least 1"]),
    ("dt = 0.01", "substeps = 1.5", 11, &["substeps", "whole number"]),
    (
        "dt = 0.01",
        "gravty = [0, 0, 0]",
        11,
        &["settings", "\"gravty\"", "did you mean \"gravity\"?"],
    ),
    (
        "gravity = [0, -9.81, 0]",
        "gravity = [0, -9.81]",
        10,
        &["gravity", "expected a list of 3 numbers"],
    ),
    (
        "gravity = [0, -9.81, 0]",
        "gravity = [0, -9.81, 'x']",
        10,
        &["gravity[2]", "found the text \"x\""],
    ),
    ("solver = \"bpp\"", "solver = \"bbp\"", 12, &["solver", "did you mean \"bpp\"?"]),
    (
        "solver = \"bpp\"",
        "solver = \"murty\"\nsolver_options = { strat = 1 }",
        13,
        &["solver_options", "did you mean \"start\"?"],
    ),
    (
        "solver = \"bpp\"",
        "friction_model = \"cones\"",
        12,
        &["friction_model", "did you mean \"cone\"?"],
    ),
    ("solver = \"bpp\"", "friction_model = \"prism\"\nfacets = 5", 13, &["facets", "even"]),
    // Materials.
    ("friction = 0.9", "friction = -0.9", 16, &["material \"rubber\": friction", "must be ≥ 0"]),
    ("restitution = 0.5", "restitution = 1.5", 17, &["restitution", "between 0 and 1"]),
    ("restitution = 0.5", "preset = \"steel\"", 17, &["preset", "steel-dry"]),
    ("restitution = 0.5", "damping = 10", 14, &["material \"rubber\"", "stiffness"]),
    (
        "materials = [\"rubber\", \"default\"]",
        "materials = [\"ruber\", \"default\"]",
        20,
        &["materials[0]", "did you mean \"rubber\"?"],
    ),
    // Bodies.
    ("name = \"ground\"\n", "", 23, &["body 1", "key \"name\" is missing"]),
    (
        "motion = \"static\"",
        "motion = \"statick\"",
        25,
        &["body \"ground\": motion", "did you mean \"static\"?"],
    ),
    (
        "motion = \"static\"",
        "motion = \"kinematic\"",
        23,
        &["body \"ground\"", "key \"drive\" is missing"],
    ),
    (
        "motion = \"static\"",
        "motion = \"static\"\nmass = 1",
        26,
        &["body \"ground\"", "unknown key \"mass\""],
    ),
    ("motion = \"static\"\n", "", 23, &["body \"ground\"", "no volume"]),
    (
        "count = \"= n\"",
        "count = \"= 0 - n\"",
        30,
        &["body \"box\": repeat: count", "whole number from 0"],
    ),
    ("count = \"= n\"", "count = [1000, 1000, 1000]", 30, &["count", "more than 100000 copies"]),
    (
        "step = [0, 1, 0]",
        "stpe = [0, 1, 0]",
        30,
        &["body \"box\": repeat", "did you mean \"step\"?"],
    ),
    ("size = [1, 1, 1]", "size = [1, 0, 1]", 33, &["body \"box\": shape: size", "not > 0"]),
    (
        "type = \"box\", size = [1, 1, 1]",
        "type = \"box\", siez = [1, 1, 1]",
        33,
        &["shape", "key \"size\" is missing", "\"siez\""],
    ),
    ("mass = 2", "mass = 0", 34, &["body \"box\": mass", "must be > 0"]),
    ("mass = 2", "inertia = [1, 1, 1]", 28, &["body \"box\"", "inertia needs a mass"]),
    ("name = \"arm\"", "name = \"box-1\"", 36, &["\"box-1\" is taken"]),
    (
        "position = [3, 1, 0]",
        "rotation = [0, 0, 0, 0]",
        38,
        &["body \"arm\": rotation", "is no rotation"],
    ),
    // Joints.
    (
        "second = \"arm\"",
        "second = \"amr\"",
        45,
        &["joint \"shoulder\": second", "did you mean \"arm\"?"],
    ),
    ("axis = [0, 0, 1]", "axis = [0, 0, 0]", 47, &["joint \"shoulder\": axis", "has no direction"]),
    ("limits = [-90, 90]", "limits = [90, -90]", 48, &["limits", "begins at 90"]),
    (
        "velocity = 1.5",
        "velocity = [[1, 2], [1, 3]]",
        49,
        &["motor: velocity", "does not come after"],
    ),
];

#[test]
fn every_mistake_is_told_with_its_line_and_key() {
    let mut wrong = Vec::new();
    for (from, to, line, said) in CHANGES {
        let text = SMALL.replacen(from, to, 1);
        assert_ne!(text, SMALL, "{from} is not there");
        let Err(error) = read(&text) else {
            wrong.push(format!("{from} → {to}: read without an error"));
            continue;
        };
        let message = error.to_string();
        let place = format!("test.toml: line {line}: ");
        let fits = message.starts_with(&place) && said.iter().all(|part| message.contains(part));
        if !fits || message.contains('\n') {
            wrong.push(format!("{from} → {to}: expected line {line} and {said:?}, got: {message}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nesting_and_sizes_are_limited() {
    let deep = format!("name = 'deep'\nx = {}1{}", "[".repeat(5000), "]".repeat(5000));
    assert!(read(&deep).is_err());
    let mut groups = String::from("name = 'groups'\n");
    for depth in 1..=20 {
        let key = vec!["group"; depth].join(".");
        groups += &format!("[[{key}]]\nname = 'g'\n");
    }
    assert!(read(&groups).is_err_and(|error| error.to_string().contains("nested too deeply")));
    let many = "name = 'many'\n[[body]]\nname = 'a'\nmotion = 'static'\n[[body]]\nname = 'b'\n\
                motion = 'static'\nrepeat = 100000\n";
    assert!(read(many).is_err_and(|error| error.to_string().contains("more than 100000 bodies")));
}

#[test]
fn files_that_are_not_there_or_no_text_are_told() {
    use stickslip_scene::SceneSource;
    let message = |name: &str| SceneSource::find(name).expect_err(name).to_string();
    assert!(message("no-such.toml").contains("no-such.toml: cannot be read"));
    assert!(message("tower1").contains("did you mean \"tower\"?"));
    assert!(message(".").contains("cannot be read"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bytes.toml");
    std::fs::write(&path, b"name = 'x'\n\xff").expect("written");
    let error = SceneSource::read_file(&path).expect_err("no text");
    assert!(matches!(error, SceneError::Text { line: 2, .. }), "{error}");
}
