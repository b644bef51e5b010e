//! Pictures of every kind of shape.

use glam::{DQuat, DVec3};
use stickslip_contact::{Pose, Shape};
use stickslip_report::picture::{Drop, Figure, Force, draw};

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose { position: DVec3::new(x, y, z), ..Pose::IDENTITY }
}

fn turned(pose: Pose, axis: DVec3, angle: f64) -> Pose {
    Pose { orientation: DQuat::from_axis_angle(axis.normalize(), angle), ..pose }
}

/// Seven moving bodies on tiles that do not move: the first colour comes
/// again, and one body stands behind another.
#[test]
fn a_wide_picture_looks_as_it_did() {
    let tile = Shape::cuboid(DVec3::new(0.5, 0.1, 0.8)).expect("valid");
    let block = Shape::cuboid(DVec3::new(0.5, 0.3, 0.4)).expect("valid");
    let ball = Shape::sphere(0.4).expect("valid");
    let capsule = Shape::capsule(0.2, 0.5).expect("valid");
    let drum = Shape::cylinder(0.35, 0.4).expect("valid");
    let tilted = turned(at(-0.7, 0.6, 0.0), DVec3::new(1.0, 2.0, 0.5), 0.7);
    let moving = [
        (at(-2.9, 0.3, 0.1), &block),
        (at(-1.8, 0.4, 0.0), &ball),
        (tilted, &block),
        (turned(at(0.4, 0.5, 0.1), DVec3::Z, 1.2), &capsule),
        (at(1.4, 0.4, 0.0), &drum),
        (turned(at(2.4, 0.35, 0.2), DVec3::X, 1.5), &drum),
        (at(2.7, 0.4, -0.4), &ball),
    ];
    let tiles: Vec<Pose> = (-3..4).map(|index| at(f64::from(index), -0.1, 0.0)).collect();
    let figure = |placed, moves| Figure { shapes: vec![placed], moves };
    let mut figures: Vec<Figure<'_>> = moving.iter().map(|&placed| figure(placed, true)).collect();
    figures.extend(tiles.iter().map(|&pose| figure((pose, &tile), false)));
    let drop = |index: i32| Drop {
        point: DVec3::new(3.2 + 0.05 * f64::from(index), 0.1 * f64::from(index), 0.5),
        radius: 0.06,
        shade: 0.2 * f64::from(index),
    };
    let drops: Vec<Drop> = (0..6).map(drop).collect();
    let force = |x: f64, y: f64, vector: [f64; 3]| Force {
        point: DVec3::new(x, y, 0.0),
        vector: DVec3::from_array(vector),
    };
    // The last is too small to be seen beside the largest.
    let forces = [
        force(-2.9, 0.6, [2000.0, 400.0, 0.0]),
        force(-1.8, 0.8, [-300.0, 700.0, 0.0]),
        force(1.4, 0.8, [-300.0, 200.0, 400.0]),
        force(2.6, 0.7, [1.0, 1.0, 0.0]),
    ];
    super::compare_text("wide.svg", &draw(&figures, &drops, &forces));
}

/// A tower stands in the middle of a square paper.
#[test]
fn a_tall_picture_looks_as_it_did() {
    let block = Shape::cuboid(DVec3::new(0.5, 0.3, 0.4)).expect("valid");
    let placed = |level: i32| {
        let pose =
            turned(at(3.0, 0.6 * f64::from(level) + 5.3, 1.0), DVec3::Y, 0.3 * f64::from(level));
        Figure { shapes: vec![(pose, &block)], moves: true }
    };
    let figures: Vec<Figure<'_>> = (0..6).map(placed).collect();
    super::compare_text("tall.svg", &draw(&figures, &[], &[]));
}

/// Nothing to be seen is a square of white paper.
#[test]
fn an_empty_picture_is_white_paper() {
    let drawn = draw(&[], &[], &[]);
    assert!(drawn.contains("viewBox=\"0 0 900 900\""), "{drawn}");
    assert_eq!(drawn.lines().count(), 3, "{drawn}");
}
