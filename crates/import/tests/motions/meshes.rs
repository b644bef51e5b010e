//! How meshes of models touch.

use stickslip_contact::Solidity;
use stickslip_dynamics::{Model, Settings, Simulation};
use stickslip_import::facts::Configuration;
use stickslip_import::{Placement, ReadOptions, Strictness};

/// A step of two stairs, and a ball above the lower one.
const STAIRS: &str = r#"<mujoco><asset><mesh name="stairs"
        vertex="0 -1 0 2 -1 0 2 -1 1 1 -1 1 1 -1 2 0 -1 2 0 1 0 2 1 0 2 1 1 1 1 1 1 1 2 0 1 2"
        face="0 1 2  6 8 7  0 2 3  6 9 8  0 3 4  6 10 9  0 4 5  6 11 10  0 6 1  1 6 7  1 7 2  2 7
        8  2 8 3  3 8 9  3 9 4  4 9 10  4 10 5  5 10 11  5 11 0  0 11 6"/></asset>
        <worldbody><geom type="mesh" mesh="stairs" pos="0 0 0"/>
        <body name="ball" pos="1.5 0 1.8"><freejoint/><geom size="0.2"/></body></worldbody></mujoco>"#;

/// Where the ball is after 0.6 s: x and height.
fn ball(meshes: Solidity) -> [f64; 2] {
    let read = stickslip_import::read_text(STAIRS, "stairs.xml".as_ref(), &ReadOptions::default());
    let mechanism = read.unwrap_or_else(|error| panic!("{error}")).mechanism;
    let start = Configuration::initial(&mechanism);
    let placement = Placement { meshes, ..Placement::plain(Strictness::Normal) };
    let mut model = Model::default();
    let built = stickslip_import::build(&mut model, &mechanism, &start, &placement);
    built.unwrap_or_else(|error| panic!("{error}"));
    let settings = Settings { gravity: mechanism.gravity, time_step: 2e-3, ..Settings::default() };
    let mut simulation = Simulation::new(model, settings).expect("a simulation");
    for _ in 0..300 {
        simulation.step().expect("a step");
    }
    let body = simulation.model().find_body("ball").expect("a ball");
    let place = simulation.state().bodies[body.0].pose.position;
    [place.x, place.z]
}

/// A hull is a slope, from which it rolls; the stairs carry it, and their parts to a voxel.
#[test]
fn meshes_touch_as_they_are_told_to() {
    let voxel = 2.0 / 64.0;
    for (meshes, exact) in
        [(Solidity::Features, 1e-4), (Solidity::Decompose { resolution: 64 }, voxel)]
    {
        let [x, height] = ball(meshes);
        let near = (x - 1.5).abs() < 2.0 * exact && (height - 1.2).abs() < exact;
        assert!(near, "{meshes:?}: {x}, {height}");
    }
    let [x, height] = ball(Solidity::Convex);
    assert!(x > 1.7, "{x}, {height}");
}

/// A mesh without a volume has no hull: it is refused by its name.
#[test]
fn a_flat_mesh_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("the file is written");
        path
    };
    write("leaf.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n");
    let path = write(
        "flat.urdf",
        r#"<robot name="flat"><link name="base"><inertial><mass value="1"/>
        <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
        <collision><geometry><mesh filename="leaf.obj"/></geometry></collision></link></robot>"#,
    );
    let imported = stickslip_import::read(&path, &ReadOptions::default()).expect("it can be read");
    let mechanism = imported.mechanism;
    let start = Configuration::initial(&mechanism);
    let placement = Placement::plain(Strictness::Normal);
    let built = stickslip_import::build(&mut Model::default(), &mechanism, &start, &placement);
    let error = built.map(drop).expect_err("a refusal").to_string();
    assert!(error.contains("the mesh \"leaf.obj\""), "{error}");
}
