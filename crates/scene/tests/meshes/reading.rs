//! Meshes in scene files.

use std::fs;

use stickslip_dynamics::ShapeKind;
use stickslip_geometry::files::obj_text;
use stickslip_geometry::mesh::generate;
use stickslip_scene::{Overrides, SceneSource};

fn shape_of(shape: &str, file: &str) -> Result<stickslip_scene::Scene, String> {
    let text = format!("name = 'it'\n[[body]]\nname = 'it'\nshape = {shape}");
    SceneSource::new(text, file).read(&Overrides::default()).map_err(|error| error.to_string())
}

#[test]
fn files_are_found_beside_the_scene() {
    let folder = tempfile::tempdir().expect("a folder");
    let ring = generate::torus(3.0, 1.0, 12, 8).expect("a ring");
    fs::create_dir(folder.path().join("parts")).expect("a folder");
    fs::write(folder.path().join("parts/ring.obj"), obj_text(&ring)).expect("a file");
    let scene = folder.path().join("scene.toml").display().to_string();
    for (solid, parts) in [("true", 0), ("'convex'", 0), ("'decompose'", 2), ("'sdf'", 0)] {
        let shape = format!(
            "{{ type = 'mesh', file = 'parts/ring.obj', scale = 0.1, solid = {solid}, {} }}",
            if solid == "true" || solid == "'convex'" {
                "density = 500"
            } else {
                "resolution = 12"
            }
        );
        let read = shape_of(&shape, &scene).unwrap_or_else(|error| panic!("{error}"));
        let body = &read.model.bodies()[0];
        let (lower, upper) = body.colliders[0].shape.bounds(&stickslip_dynamics::Pose::IDENTITY);
        assert!(((upper - lower).max_element() - 0.8).abs() < 0.05, "{solid}: {lower} {upper}");
        match body.colliders[0].shape.kind() {
            ShapeKind::Compound { parts: found } => assert!(found.len() >= parts && parts > 0),
            ShapeKind::ConvexHull { .. } => assert_eq!(solid, "'convex'"),
            ShapeKind::Terrain { triangles, .. } => assert_eq!(triangles.len(), 192),
            other => panic!("{other:?}"),
        }
    }
    let terrain = shape_of("{ type = 'mesh', file = 'parts/ring.obj', solid = false }", &scene);
    assert!(terrain.expect_err("no volume").contains("volume"));
}

/// Fewer triangles, and the same mass.
#[test]
fn meshes_are_made_simpler_where_that_is_asked_for() {
    let ball = "type = 'mesh', generator = 'sphere', radius = 0.5, halvings = 3";
    let read = |more: &str| shape_of(&format!("{{ {ball}{more} }}"), "it.toml").expect("a scene");
    let (whole, simple) = (read(""), read(", simplify = 200"));
    let [whole, simple] = [&whole, &simple].map(|scene| &scene.model.bodies()[0]);
    assert!((simple.mass.mass / whole.mass.mass - 1.0).abs() < 1e-12);
    match simple.colliders[0].shape.kind() {
        ShapeKind::Terrain { triangles, .. } => assert_eq!(triangles.len(), 200),
        other => panic!("{other:?}"),
    }
}

/// One sentence that names the line, the key and what is wrong.
#[test]
fn bad_meshes_are_refused_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let scene = folder.path().join("scene.toml").display().to_string();
    let ball = generate::sphere(1.0, 1).expect("a ball");
    fs::write(folder.path().join("in.obj"), obj_text(&ball.reversed())).expect("a file");
    fs::write(folder.path().join("open.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").expect("it");
    fs::write(folder.path().join("bad.obj"), "v 0 0 nan\n").expect("a file");
    fs::write(folder.path().join("what.txt"), "").expect("a file");
    for (shape, reason) in [
        ("file = 'in.obj'", "inside out"),
        ("file = 'open.obj'", "open"),
        ("file = 'bad.obj'", "line 1"),
        ("file = 'gone.obj'", "gone.obj"),
        ("file = 'what.txt'", "what.txt"),
        ("file = 'in.obj', generator = 'jack'", "one of the two"),
        ("file = 'in.obj', scale = 0", "flat"),
        ("file = 'in.obj', scale = -1", "shape: file"),
        ("file = 'in.obj', solid = 'soft'", "there is no \"soft\""),
        ("file = 'in.obj', solid = 3", "solid"),
        ("generator = 'toros'", "did you mean \"torus\""),
        ("generator = 'torus', ring_radius = 1", "tube_radius"),
        ("generator = 'torus', ring_radius = 1, tube_radius = 2", "tube_radius"),
        ("generator = 'sphere', radius = 1, halvings = 9", "halvings"),
        ("generator = 'gear', teeth = 2, root_radius = 1, tip_radius = 2, width = 1", "teeth"),
        ("generator = 'jack', reach = 1, width = 0.2, solid = 'sdf', resolution = 2", "resolution"),
        ("generator = 'sphere', radius = 1, simplify = 3", "shape: simplify"),
        ("generator = 'sphere', radius = 1, simplify = 1.5", "simplify"),
        ("generator = 'jack', reach = 1, width = 0.2, radius = 3", "unknown key \"radius\""),
    ] {
        match shape_of(&format!("{{ type = 'mesh', {shape} }}"), &scene) {
            // A surface that is inside out and mirrored is right again.
            Ok(_) => assert!(shape.contains("scale = -1"), "{shape}"),
            Err(error) => {
                assert!(error.contains(reason) && !error.contains('\n'), "{shape}: {error}");
                assert!(error.contains(":4") || error.contains("line 4"), "{shape}: {error}");
            }
        }
    }
    let builtin = shape_of("{ type = 'mesh', file = 'in.obj' }", "builtin:it");
    assert!(builtin.expect_err("no folder").contains("built-in"));
}

/// What is only to be looked at neither touches nor weighs, and is what is drawn.
#[test]
fn visual_shapes_do_not_touch() {
    let text = "name = 'it'\n[[body]]\nname = 'ground'\nmotion = 'static'\n\
        shape = { type = 'half-space' }\n[[body]]\nname = 'it'\nposition = [0, 0.1, 0]\nshapes = [\n\
        { type = 'sphere', radius = 0.1 },\n\
        { type = 'mesh', generator = 'jack', reach = 1, width = 0.3, visual = true },\n]";
    let mut simulation = crate::simulation(text);
    let mass = simulation.model().bodies()[1].mass.mass;
    assert!((mass - 4.0 / 3.0 * std::f64::consts::PI).abs() < 1e-9, "{mass}");
    crate::play(&mut simulation, 0.3, |_| {});
    assert!((simulation.state().bodies[1].pose.position.y - 0.1).abs() < 1e-3);
    let body = &simulation.model().bodies()[1];
    assert_eq!(body.seen().count(), 1);
    assert!(body.seen().all(|collider| collider.visual));
    assert_eq!(simulation.model().bodies()[0].seen().count(), 1);
}

#[test]
fn a_gear_is_as_wide_as_it_says() {
    let gear = "{ type = 'mesh', generator = 'gear', teeth = 12, root_radius = 1, \
                tip_radius = 1.2, width = 0.5 }";
    let scene = shape_of(gear, "it.toml").expect("a scene");
    let shape = &scene.model.bodies()[0].colliders[0].shape;
    let (lower, upper) = shape.bounds(&stickslip_dynamics::Pose::IDENTITY);
    let size = upper - lower;
    assert!((size.min_element() - 0.5).abs() < 1e-9, "{size}");
    assert!((size.max_element() - 2.4).abs() < 0.1, "{size}");
}
