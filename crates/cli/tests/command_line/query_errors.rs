//! `stickslip query` of files that hold other answers than ours.

use serde_json::{Value, json};

use crate::Workspace;

/// The words of the row of a table that begins with `name`.
fn row(table: &str, name: &str) -> Vec<String> {
    let line = table.lines().find(|line| line.trim_start().starts_with(name));
    let line = line.unwrap_or_else(|| panic!("no {name}:\n{table}"));
    line.split_whitespace().map(str::to_owned).collect()
}

/// A point falls through a triangle 3 m below it, and the file calls that a
/// miss by 1 m.
#[test]
fn false_hits_are_measured_by_the_size_of_their_query() {
    let queries = "id,kind,family,hit,toi_lo,toi_hi,min_dist,p0x,p0y,p0z,q0x,q0y,q0z,r0x,r0y,r0z,s0x,s0y,s0z,p1x,p1y,p1z,q1x,q1y,q1z,r1x,r1y,r1z,s1x,s1y,s1z
it,vf,plain,0,,,1,0.25,0.25,4,0,0,1,1,0,1,0,1,1,0.25,0.25,0,0,0,1,1,0,1,0,1,1
";
    let workspace = Workspace::new(&[("queries.csv", queries)]);
    let ran = workspace.run("query ccd queries.csv");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(row(&ran.stdout, "plain")[1..8], ["1", "1", "0", "0", "1", "3.33e-01", "0"]);
}

/// The tip of a tetrahedron falls through the middle of a large triangle.
const SCENE: &str = r#"[{"name": "tip", "body_a_vertices": 4,
    "vertices_t0": [[0, 0, 1], [1, 0, 2], [-1, 1, 2], [-1, -1, 2], [-9, -9, 0], [9, -9, 0], [0, 9, 0]],
    "vertices_t1": [[0, 0, -0.5], [1, 0, 0.5], [-1, 1, 0.5], [-1, -1, 0.5], [-9, -9, 0], [9, -9, 0], [0, 9, 0]],
    "faces": [[0, 1, 2], [0, 2, 3], [0, 3, 1], [4, 5, 6]],
    "edges": [[0, 1], [0, 2], [0, 3], [4, 5], [5, 6], [6, 4]]}]"#;

#[test]
fn hits_of_a_scene_are_held_against_those_of_its_file() {
    let workspace = Workspace::new(&[("scene.json", SCENE)]);
    let mut told = workspace.run("query ccd-scene scene.json --json").json();
    assert_eq!(told[0]["ee_hits"], json!([]));
    let hits = told[0]["vf_hits"].as_array().expect("hits").clone();
    assert_eq!((hits.len(), &hits[0][0], &hits[0][1]), (1, &json!(0), &json!(3)));
    // Without hits in the file none is false; with our own none is wrong.
    let pairs = row(&workspace.run("query ccd-scene scene.json").stdout, "tip");
    assert_eq!(pairs[2..6], ["1", "0", "0", "0"], "{pairs:?}");
    let mut table = |hits: Value| {
        told[0]["vf_hits"] = hits;
        let workspace = Workspace::new(&[("told.json", &told.to_string())]);
        let ran = workspace.run("query ccd-scene told.json");
        (row(&ran.stdout, "tip")[2..6].join(" "), ran.code)
    };
    assert_eq!(table(json!(hits)), ("1 0 0 0".into(), Some(0)));
    assert_eq!(table(json!([[0, 3, 0.25]])), ("1 0 1 0".into(), Some(1)), "late");
    assert_eq!(table(json!([[1, 3, 0.5]])), ("1 1 0 1".into(), Some(1)), "missed and false");
}

/// Every answer of the file is off by something else.
#[test]
fn errors_of_distances_are_the_largest() {
    let questions = r#"{
        "analytic": [{"shape": "sphere", "parameters": {"r": 2}, "points": [[3, 0, 0], [0, 4, 0]],
            "distance": [1.25, 2.5], "gradient": [null, [0, 0.25, 0]]}],
        "faces": [{"shape": "sphere", "parameters": {"r": 1}, "min": -0.25, "vertex_min": 0,
            "triangle": [[-3, -4, 0], [3, -4, 0], [0, 5, 0]]}],
        "sphere_grid": [{"nodes": 17, "mean_error": 1}]}"#;
    let workspace = Workspace::new(&[("asked.json", questions)]);
    let table = workspace.run("query sdf asked.json").stdout;
    assert_eq!(row(&table, "sphere")[1..], ["2", "5.00e-01", "7.50e-01"]);
    assert_eq!(row(&table, "face, sphere")[2..], ["1", "7.50e-01", "4.00e+00"]);
    let grid = &workspace.run("query sdf asked.json --json").json()["sphere_grid"][0];
    assert_eq!(grid["dx"], 0.125);
    let mean = grid["mean_error"].as_f64().expect("a number");
    assert!((mean / mean_error() - 1.0).abs() < 1e-6, "{mean}, not {}", mean_error());
    let line = row(&table, "grid of 17 nodes");
    assert_eq!(line[4], "110592", "{line:?}");
    assert_eq!(line[5], format!("{:.2e}", 1.0 - mean).replace("e-1", "e-01"), "{line:?}");
}

/// The mean error of a sphere of radius 0.7 between the nodes of 16³ cells of
/// [−1, 1]³, at the middles of 48³ small ones.
fn mean_error() -> f64 {
    let value = |x: f64, y: f64, z: f64| (x * x + y * y + z * z).sqrt() - 0.7;
    let place = |k: usize| (2.0 * k as f64 + 1.0) / 48.0 - 1.0;
    // The node below, and the share of the way to the next.
    let cell = |x: f64| (((x + 1.0) * 8.0).floor(), ((x + 1.0) * 8.0).fract());
    let mut sum = 0.0;
    for at in 0..48 * 48 * 48 {
        let point = [at % 48, at / 48 % 48, at / 48 / 48].map(place);
        let cells = point.map(cell);
        let mut between = 0.0;
        for corner in 0..8 {
            let side = |axis: usize| ((corner >> axis) & 1) as f64;
            let node = |axis: usize| (cells[axis].0 + side(axis)) / 8.0 - 1.0;
            let share = |axis: usize| (1.0 - side(axis)) + (2.0 * side(axis) - 1.0) * cells[axis].1;
            between += share(0) * share(1) * share(2) * value(node(0), node(1), node(2));
        }
        sum += (between - value(point[0], point[1], point[2])).abs();
    }
    sum / 48_f64.powi(3)
}
