//! `stickslip query`, `stickslip mesh`, and `stickslip check` of meshes.

use stickslip_geometry::files::obj_text;
use stickslip_geometry::glam::dvec3;
use stickslip_geometry::mesh::generate;

use crate::{Workspace, numbers};

/// A point falls on a triangle at t = 1/4; another passes beside it.
pub const QUERIES: &str = "id,kind,family,hit,toi_lo,toi_hi,min_dist,p0x,p0y,p0z,q0x,q0y,q0z,r0x,r0y,r0z,s0x,s0y,s0z,p1x,p1y,p1z,q1x,q1y,q1z,r1x,r1y,r1z,s1x,s1y,s1z
falls,vf,plain,1,0.25,0.25,0,0.25,0.25,1,0,0,0,1,0,0,0,1,0,0.25,0.25,-3,0,0,0,1,0,0,0,1,0
passes,vf,plain,0,,,1,2,2,1,0,0,0,1,0,0,0,1,0,2,2,-3,0,0,0,1,0,0,0,1,0
bare,ee,other,,,,,0,0,0,1,0,0,0.5,-1,1,0.5,1,1,0,0,0,1,0,0,0.5,-1,-1,0.5,1,-1
";

#[test]
fn queries_are_answered_by_every_method() {
    let workspace = Workspace::new(&[("queries.csv", QUERIES)]);
    for method in ["inclusion", "cubic", "boxes"] {
        let ran =
            workspace.run(&format!("query ccd queries.csv --method {method} --json --csv out.csv"));
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let document = ran.json();
        assert_eq!(document["method"], method);
        let answers = document["answers"].as_array().expect("answers");
        assert_eq!(answers[0]["id"], "falls");
        assert_eq!(answers[0]["hit"], true);
        let toi = answers[0]["toi"].as_f64().expect("a time");
        assert!(toi <= 0.25 && toi > 0.249, "{toi}");
        assert_eq!((&answers[1]["hit"], answers[1]["toi"].is_null()), (&false.into(), true));
        assert!((answers[2]["toi"].as_f64().expect("a time") - 0.5).abs() < 1e-3);
        let csv = std::fs::read_to_string(workspace.path("out.csv")).expect("written");
        assert!(csv.starts_with("id,hit,toi,ns\nfalls,1,0.2") && csv.contains("\npasses,0,,"));
        std::fs::remove_file(workspace.path("out.csv")).expect("there");
    }
    let table = workspace.run("query ccd queries.csv").stdout;
    assert!(table.contains("3 queries by inclusion") && table.contains("plain"), "{table}");
}

/// A file that calls a hit a miss too late is told by the exit code.
#[test]
fn wrong_answers_fail() {
    let sooner = QUERIES.replace("plain,1,0.25,0.25,0", "plain,1,0.01,0.01,0");
    let workspace = Workspace::new(&[("queries.csv", &sooner)]);
    assert_eq!(workspace.run("query ccd queries.csv").code, Some(1));
}

#[test]
fn numbers_that_cannot_be_answered_are_refused_one_by_one() {
    let infinite = QUERIES.replace("passes,vf,plain,0,,,1,2,", "passes,vf,plain,0,,,1,inf,");
    let workspace = Workspace::new(&[("queries.csv", &infinite)]);
    let document = workspace.run("query ccd queries.csv --json").json();
    let refused = &document["answers"][1];
    assert!(refused["hit"].is_null(), "{refused}");
    assert!(refused["refused"].as_str().expect("a sentence").contains("coordinate x of point 0"));
}

#[test]
fn bad_files_of_queries_are_told_with_their_line() {
    let short = QUERIES.replace(",-3,0,0,0,1,0,0,0,1,0\npasses", "\npasses");
    let word = QUERIES.replace("falls,vf", "falls,fv");
    let workspace =
        Workspace::new(&[("short.csv", &short), ("word.csv", &word), ("text.csv", "hello")]);
    for (file, place) in [
        ("short.csv", "line 2: expected 31 fields, found 21"),
        ("word.csv", "line 2, field 2: expected vf or ee, found \"fv\""),
        ("text.csv", "line 1: expected the header"),
        ("none.csv", "cannot read it"),
    ] {
        let ran = workspace.run(&format!("query ccd {file}"));
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains(file) && ran.stderr.contains(place), "{}", ran.stderr);
    }
}

/// A tetrahedron that falls on another, tip on tip, at t = 1/2.
const SCENE: &str = r#"[{"name": "tips", "body_a_vertices": 4,
    "vertices_t0": [[0, 0, 0], [1, 0, -1], [-1, 1, -1], [-1, -1, -1], [0, 0, 1], [1, 0, 2], [-1, 1, 2], [-1, -1, 2]],
    "vertices_t1": [[0, 0, 0], [1, 0, -1], [-1, 1, -1], [-1, -1, -1], [0, 0, -1], [1, 0, 0], [-1, 1, 0], [-1, -1, 0]],
    "faces": [[0, 1, 2], [0, 2, 3], [0, 3, 1], [4, 6, 5], [4, 7, 6], [4, 5, 7]],
    "edges": [[0, 1], [0, 2], [0, 3], [4, 5], [4, 6], [4, 7]]}]"#;

#[test]
fn a_scene_of_two_bodies_has_its_first_time() {
    let workspace = Workspace::new(&[("scene.json", SCENE)]);
    let ran = workspace.run("query ccd-scene scene.json --json");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let scene = &ran.json()[0];
    assert_eq!((&scene["name"], &scene["body_a_vertices"]), (&"tips".into(), &4.into()));
    let toi = numbers(&scene["toi"]);
    assert!(toi.iter().all(|&time| time <= 0.5 && time > 0.4999), "{toi:?}");
    assert!(!scene["vf_hits"].as_array().expect("hits").is_empty());
    let wrong = SCENE.replace("[4, 5, 7]", "[0, 5, 7]");
    let workspace = Workspace::new(&[("scene.json", &wrong)]);
    let ran = workspace.run("query ccd-scene scene.json");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("[0].faces[5]: has vertices of both bodies"), "{}", ran.stderr);
}

const TETRAHEDRON: &str =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

#[test]
fn signed_distances_are_answered_in_the_document() {
    let questions = r#"{"note": "kept",
        "analytic": [{"shape": "sphere", "parameters": {"r": 2}, "points": [[3, 0, 0], [0, 1, 0]]},
            {"shape": "sphere", "parameters": {"r": 2}, "points": [[-2, -2, -2], [2, 2, 2], [0.31, 0.87, 0.23]]}],
        "meshes": [{"file": "solid.obj", "points": [[0.1, 0.2, 0.2], [0, 0, -1]]}],
        "faces": [{"shape": "sphere", "parameters": {"r": 1}, "triangle": [[-5, -5, 0.5], [5, -5, 0.5], [0, 5, 0.5]]}],
        "sphere_grid": [{"nodes": 17}]}"#;
    let workspace = Workspace::new(&[("asked.json", questions), ("solid.obj", TETRAHEDRON)]);
    let ran = workspace.run("query sdf asked.json --json");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let document = ran.json();
    assert_eq!(document["note"], "kept");
    assert_eq!(numbers(&document["analytic"][0]["distance"]), [1.0, -1.0]);
    assert_eq!(numbers(&document["analytic"][0]["gradient"][0]), [1.0, 0.0, 0.0]);
    let distances = numbers(&document["meshes"][0]["distance"]);
    assert!((distances[0] + 0.1).abs() < 1e-15 && distances[1] == 1.0, "{distances:?}");
    assert!((document["faces"][0]["min"].as_f64().expect("a value") + 0.5).abs() < 1e-9);
    assert!(document["sphere_grid"][0]["mean_error"].as_f64().expect("an error") < 0.004);
    let coarse = workspace.run("query sdf asked.json --json --resolution 8").json();
    // Between the nodes of the grid, which are exact.
    let exact = (0.31_f64.powi(2) + 0.87_f64.powi(2) + 0.23_f64.powi(2)).sqrt() - 2.0;
    let error = (numbers(&coarse["analytic"][1]["distance"])[2] - exact).abs();
    assert!(error > 1e-6 && error < 0.2, "{error}");
    assert!(workspace.run("query sdf asked.json").stdout.contains("solid.obj"));
}

#[test]
fn bad_documents_are_told_with_their_place() {
    let workspace = Workspace::new(&[
        ("shape.json", r#"{"analytic": [{"shape": "potato", "points": []}]}"#),
        (
            "point.json",
            r#"{"analytic": [{"shape": "sphere", "parameters": {"r": 1}, "points": [[1, 2]]}]}"#,
        ),
        (
            "radius.json",
            r#"{"analytic": [{"shape": "sphere", "parameters": {"r": -1}, "points": []}]}"#,
        ),
        ("mesh.json", r#"{"meshes": [{"file": "nowhere.obj", "points": []}]}"#),
        ("empty.json", "{}"),
        ("broken.json", "{"),
    ]);
    for (file, place) in [
        ("shape.json", "analytic[0].shape: expected sphere"),
        ("point.json", "analytic[0].points[0]: expected three numbers"),
        ("radius.json", "analytic[0].parameters: radius is -1"),
        ("mesh.json", "nowhere.obj"),
        ("empty.json", "there is no analytic"),
        ("broken.json", "line 1"),
    ] {
        let ran = workspace.run(&format!("query sdf {file}"));
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains(place), "{}", ran.stderr);
    }
}

#[test]
fn meshes_are_checked() {
    let open = TETRAHEDRON.replace("f 1 3 2\n", "");
    let turned = TETRAHEDRON.replace("f 2 3 4", "f 3 2 4");
    let bad = TETRAHEDRON.replace("v 1 0 0", "v 1 0");
    let workspace = Workspace::new(&[
        ("solid.obj", TETRAHEDRON),
        ("open.obj", &open),
        ("turned.obj", &turned),
        ("bad.obj", &bad),
    ]);
    let ran = workspace.run("check solid.obj open.obj --json");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let document = ran.json();
    assert_eq!((&document[0]["closed"], &document[1]["closed"]), (&true.into(), &false.into()));
    assert!((document[0]["volume"].as_f64().expect("a volume") - 1.0 / 6.0).abs() < 1e-15);
    assert_eq!(document[1]["open_edges"], 3);
    assert!(workspace.run("check open.obj").stdout.contains("open at 3 edges"));
    let ran = workspace.run("check turned.obj bad.obj");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stdout.contains("turn against each other at edge 1–2"), "{}", ran.stdout);
    assert!(ran.stdout.contains("bad.obj: line 2: z is missing"), "{}", ran.stdout);
}

/// A box of 2 × 3 × 4 squares a side has 104 triangles, and becomes twelve.
#[test]
fn meshes_are_written_in_other_formats_and_of_fewer_triangles() {
    let fine = generate::box_surface(dvec3(1.0, 1.5, 2.0), [2, 3, 4]).expect("a box");
    let workspace = Workspace::new(&[("fine.obj", &obj_text(&fine)), ("taken.obj", "")]);
    let ran = workspace.run("mesh fine.obj --simplify 12 -o rough.ply");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("rough.ply: 12 triangles of 104"), "{}", ran.stdout);
    let found = &workspace.run("check rough.ply --json").json()[0];
    assert_eq!((&found["triangles"], &found["closed"]), (&12.into(), &true.into()));
    assert!((found["volume"].as_f64().expect("a volume") - 24.0).abs() < 1e-10);
    let told = workspace.run("mesh fine.obj --simplify 12 -o rough.vtk --json").json();
    assert!(told["off"].as_f64().expect("a distance") < 1e-10, "{told}");
    let vtk = std::fs::read_to_string(workspace.path("rough.vtk")).expect("written");
    assert!(vtk.contains("CELLS 12 48"), "{vtk}");
    for (words, reason) in [
        (
            "mesh fine.obj --simplify 3 -o few.obj",
            "fine.obj: the surface cannot be made of 3 faces",
        ),
        ("mesh fine.obj -o fine.stl", "fine.stl should end in .obj, .ply or .vtk"),
        ("mesh fine.obj -o taken.obj", "taken.obj exists already"),
        ("mesh gone.obj -o new.obj", "gone.obj"),
    ] {
        let ran = workspace.run(words);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains(reason), "{words}: {}", ran.stderr);
    }
    assert!(!workspace.path("few.obj").exists() && !workspace.path("new.obj").exists());
}
