//! Every generator gives a closed, oriented, manifold surface free of crossings, of
//! the size of its formula.

use std::f64::consts::{PI, TAU};

use stickslip_geometry::glam::{DMat3, DVec2, DVec3, dvec3};
use stickslip_geometry::mesh::generate::{
    Thread, box_surface, cloth, cup, cylinder, gear, jack, nut, screw, sphere, tetrahedral_ball,
    tetrahedral_box, torus,
};
use stickslip_geometry::mesh::{Surface, Tetrahedra, decompose};

const THREAD: Thread = Thread { radius: 1.0, depth: 0.3, pitch: 0.5, half_length: 1.0, around: 24 };

fn volume(surface: &Surface) -> f64 {
    let check = surface.check();
    assert!(check.is_solid(), "{:?}", check.defects);
    assert_eq!((check.parts, check.unused_points), (1, 0));
    surface.mass().unwrap().volume
}

fn near(value: f64, expected: f64, relative: f64) {
    assert!((value / expected - 1.0).abs() < relative, "{value} for {expected}");
}

#[test]
fn solids_have_the_volume_of_their_shape() {
    near(volume(&box_surface(dvec3(1.0, 2.0, 3.0), [1, 1, 1]).unwrap()), 48.0, 1e-14);
    near(volume(&box_surface(dvec3(1.0, 2.0, 3.0), [3, 4, 5]).unwrap()), 48.0, 1e-14);
    near(volume(&box_surface(dvec3(1.0, 2.0, 3.0), [7, 6, 9]).unwrap()), 48.0, 1e-14);
    near(volume(&sphere(2.0, 4).unwrap()), 4.0 / 3.0 * PI * 8.0, 0.005);
    near(volume(&cylinder(0.5, 2.0, 64, 3).unwrap()), PI, 0.002);
    near(volume(&torus(1.0, 0.25, 64, 32).unwrap()), 2.0 * PI * PI * 0.0625, 0.01);
    near(volume(&cup(1.0, 1.0, 0.2, 64).unwrap()), PI * (2.0 - 0.64 * 1.8), 0.002);
    near(volume(&jack(3.0, 1.0).unwrap()), 8.0 + 6.0 * 8.0, 1e-14);
    // Mean square of the radius over a period: r² + depth²/12.
    near(volume(&screw(&THREAD).unwrap()), PI * (1.0 + 0.09 / 12.0) * 2.0, 0.02);
    let hole = PI * (1.05_f64.powi(2) + 0.09 / 12.0) * 2.0;
    near(volume(&nut(&THREAD, 0.05, 2.0).unwrap()), PI * 4.0 * 2.0 - hole, 0.02);
    assert!(volume(&gear(12, 1.0, 1.3, 0.2).unwrap()) > 0.9 * PI * 0.4);
}

/// Turning a screw by an angle and moving it on by that share of its pitch maps it on
/// itself, but for its ends.
#[test]
fn a_thread_advances_by_its_pitch_in_a_turn() {
    let screw = screw(&THREAD).unwrap();
    let inner: Vec<DVec3> =
        screw.points().iter().copied().filter(|point| point.z.abs() < 0.99).collect();
    // Roots and crests are a quarter apart along eight quarters, at 24 angles.
    assert!((7 * 24..=8 * 24).contains(&inner.len()), "{}", inner.len());
    for steps in [1.0, 5.0, 24.0] {
        let turn = DMat3::from_rotation_z(steps * TAU / 24.0);
        for point in &inner {
            let moved = turn * *point + DVec3::Z * 0.5 * steps / 24.0;
            let found = inner.iter().any(|other| other.distance(moved) < 1e-12);
            assert!(found || moved.z > 0.99, "{point} to {moved}");
        }
    }
}

#[test]
fn cloth_has_its_border_and_nothing_else_open() {
    let cloth = cloth(DVec2::new(1.0, 2.0), [4, 6]).unwrap();
    assert_eq!((cloth.points().len(), cloth.faces().len()), (35, 48));
    let check = cloth.check();
    assert!(check.oriented && check.manifold && !check.closed && !check.crossing);
    assert_eq!(check.count, 20);
    near(cloth.area(), 8.0, 1e-14);
}

fn is_whole(mesh: &Tetrahedra) -> f64 {
    assert_eq!(mesh.defects(), []);
    let boundary = mesh.boundary().unwrap();
    let check = boundary.check();
    assert!(check.is_solid(), "{:?}", check.defects);
    near(boundary.mass().unwrap().volume, mesh.total_volume(), 1e-12);
    mesh.total_volume()
}

#[test]
fn tetrahedra_fill_their_boundary() {
    near(is_whole(&tetrahedral_box(dvec3(1.0, 0.5, 2.0), [2, 3, 4]).unwrap()), 8.0, 1e-14);
    near(is_whole(&tetrahedral_ball(1.0, 10).unwrap()), 4.0 / 3.0 * PI, 0.05);
}

#[test]
fn parts_of_a_jack_are_convex_and_hold_its_volume() {
    let parts = decompose(&jack(3.0, 1.0).unwrap(), 64).unwrap();
    let sum: f64 = parts.iter().map(|part| part.mass().unwrap().volume).sum();
    println!("{} parts of volume {sum}", parts.len());
    assert!(parts.len() >= 3);
    near(sum, 56.0, 0.2);
}

#[test]
fn what_is_no_shape_is_refused_in_a_sentence() {
    let refusals = [
        sphere(-1.0, 2).err(),
        sphere(f64::NAN, 2).err(),
        sphere(1.0, 99).err(),
        cylinder(1.0, 0.0, 8, 1).err(),
        cylinder(1.0, 1.0, 2, 1).err(),
        torus(1.0, 1.0, 8, 8).err(),
        torus(1.0, 0.1, 8, 100_000).err(),
        cup(1.0, 1.0, 1.0, 8).err(),
        jack(1.0, 2.0).err(),
        box_surface(DVec3::ONE, [0, 1, 1]).err(),
        box_surface(DVec3::ONE, [4096, 4096, 4096]).err(),
        screw(&Thread { pitch: 1e-9, ..THREAD }).err(),
        nut(&THREAD, 0.1, 1.0).err(),
        gear(2, 1.0, 1.2, 0.1).err(),
        gear(9, 1.2, 1.0, 0.1).err(),
        cloth(DVec2::ONE, [1, 0]).err(),
        decompose(&jack(2.0, 1.0).unwrap(), 0).err(),
    ];
    for refusal in refusals {
        println!("{}", refusal.expect("this is no shape"));
    }
    assert!(tetrahedral_ball(1.0, 0).is_err());
    assert!(tetrahedral_box(DVec3::ONE, [1000, 1000, 1000]).is_err());
}
