//! What stands at the beginning of a recording.

use glam::DVec3;
use stickslip_scene::recording::{Header, Recorder, Recording, ShapeHeader, SoftHeader};

use crate::{SMALL, good};

#[test]
fn shapes_have_their_whole_lengths() {
    let scene = good(
        "name = 'it'\n[[body]]\nname = 'it'\nshapes = [\n\
         { type = 'capsule', radius = 0.5, length = 3 },\n\
         { type = 'cylinder', radius = 0.25, length = 5 },\n\
         { type = 'box', size = [1, 2, 4] },\n]\n",
    );
    let header = Header::new(&scene, 0);
    let shapes: Vec<&ShapeHeader> = header.bodies[0].shapes.iter().map(|it| &it.shape).collect();
    assert_eq!(shapes[0], &ShapeHeader::Capsule { radius: 0.5, length: 3.0 });
    assert_eq!(shapes[1], &ShapeHeader::Cylinder { radius: 0.25, length: 5.0 });
    assert_eq!(shapes[2], &ShapeHeader::Box { size: [1.0, 2.0, 4.0] });
}

/// The sharp edges of a box far from the origin are its twelve edges: both
/// ends lie on two of its faces, and together they are as long.
#[test]
fn the_creases_of_a_soft_box_are_its_edges() {
    let scene = good(
        "name = 'it'\n[[soft]]\nname = 'it'\nmesh = 'box'\nsize = [1, 2, 3]\n\
         position = [10, 20, 30]\nyoung = 1e5\n",
    );
    let places = &scene.model.soft_bodies()[0].positions;
    let (lower, upper) = places.iter().fold((DVec3::INFINITY, -DVec3::INFINITY), |ends, place| {
        (ends.0.min(*place), ends.1.max(*place))
    });
    let creases = &SoftHeader::all(&scene)[0].creases;
    let mut length = 0.0;
    for crease in creases {
        let [one, two] = crease.map(|at| places[at as usize]);
        length += one.distance(two);
        let middle = 0.5 * (one + two);
        let sides = (middle - lower).min(upper - middle).to_array();
        assert!(sides.iter().filter(|side| **side < 1e-9).count() >= 2, "{middle}");
    }
    assert!((length - 4.0 * (1.0 + 2.0 + 3.0)).abs() < 1e-9, "{length} m");
}

/// Whatever is missing of the header, the file ends in it.
#[test]
fn a_header_that_is_cut_is_told_so() {
    let header = Header::new(&good(SMALL), 0);
    let recorder = Recorder::new(Vec::new(), &header).expect("in memory");
    let written = recorder.written();
    let bytes = recorder.into_inner();
    assert_eq!(written, bytes.len());
    assert!(Recording::read(&bytes, "whole.rec").is_ok());
    for length in [10, 14, 17, bytes.len() - 1] {
        let error = Recording::read(&bytes[..length], "cut.rec").expect_err("cut").to_string();
        assert_eq!(error, "cut.rec: it ends in its header", "{length}");
    }
}
