//! Animations, pixel by pixel.

use std::io::Cursor;

use gif::{ColorOutput, DecodeOptions};
use glam::{DQuat, DVec3};
use stickslip_contact::{Pose, Shape};
use stickslip_report::picture::{Animation, Drop, Figure, Force};

/// Left, top, width and height, hundredths of a second, and the colours.
type Picture = ([u16; 5], Vec<u8>);

fn decoded(bytes: &[u8]) -> Vec<Picture> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(Cursor::new(bytes)).expect("a GIF");
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        let place = [frame.left, frame.top, frame.width, frame.height, frame.delay];
        pictures.push((place, frame.buffer.to_vec()));
    }
    pictures
}

/// A block turns beside a ball, water and forces, and something flies away
/// farther than the paper reaches.
fn flight() -> Animation {
    let block = Shape::cuboid(DVec3::new(0.5, 0.3, 0.4)).expect("valid");
    let ball = Shape::sphere(0.35).expect("valid");
    let drum = Shape::cylinder(0.2, 0.3).expect("valid");
    let figures = |time: f64| {
        let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 0.5).normalize(), time);
        let tilted = Pose { orientation: turn, ..Pose::IDENTITY };
        let beside = Pose { position: DVec3::new(1.3, 0.1, 0.0), ..Pose::IDENTITY };
        let away =
            Pose { position: DVec3::new(0.1 - 3.0 * time, 9.0 * time, 0.3), ..Pose::IDENTITY };
        let figure = |pose, shape, moves| Figure { shapes: vec![(pose, shape)], moves };
        vec![figure(beside, &ball, false), figure(tilted, &block, true), figure(away, &drum, true)]
    };
    let drops = |time: f64| {
        [Drop { point: DVec3::new(0.7, 0.6 - 0.2 * time, 0.5), radius: 0.1, shade: time }]
    };
    let force =
        |x: f64, y: f64| Force { point: DVec3::new(0.4, 0.2, 0.5), vector: DVec3::new(x, y, 0.0) };
    let forces = [force(0.1, 5.0), force(4.0, 0.7), force(-2.0, -2.5)];
    let mut animation = Animation::new(1.0 / 30.0);
    let times = [0.0, 0.4, 0.8, 0.8];
    times.iter().for_each(|&time| animation.frame_around(&figures(time), &drops(time)));
    times.iter().for_each(|&time| animation.draw(&figures(time), &drops(time), &forces));
    animation
}

#[test]
fn an_animation_looks_as_it_did() {
    let drawn = flight().finish().expect("memory");
    super::compare("flight.gif", &drawn, |drawn, kept| decoded(drawn) == decoded(kept));
}

/// Only what changes is written: less than the paper, and one pixel where
/// nothing moves.
#[test]
fn a_picture_holds_what_changes() {
    let pictures = decoded(&flight().finish().expect("memory"));
    let area = |at: usize| u32::from(pictures[at].0[2]) * u32::from(pictures[at].0[3]);
    assert_eq!(pictures.len(), 4);
    assert!(area(2) < area(0), "{} of {}", area(2), area(0));
    assert_eq!(area(3), 1);
}
