//! Fewer faces: what stays as it was, and how near the rest is.

use std::f64::consts::PI;

use stickslip_geometry::glam::{DAffine3, DVec2, DVec3, dvec3};
use stickslip_geometry::mesh::generate::{Thread, screw};
use stickslip_geometry::mesh::generate::{box_surface, cloth, gear, jack, nut, sphere, torus};
use stickslip_geometry::mesh::{MeshError, Surface, simplify};

/// Simplifies a solid, and sees that it stays one of the same volume and as many holes.
fn solid(surface: &Surface, faces: usize) -> Surface {
    let rough = simplify(surface, faces).unwrap();
    assert!(
        rough.faces().len() <= faces && rough.faces().len() + 2 > faces.min(surface.faces().len())
    );
    let check = rough.check();
    assert!(check.is_solid() && check.parts == 1, "{:?}", check.defects);
    assert_eq!(holes(&rough), holes(surface));
    let volume = |surface: &Surface| surface.mass().unwrap().volume;
    assert!((volume(&rough) / volume(surface) - 1.0).abs() < 1e-12);
    rough
}

/// Half of what is missing to V − E + F = 2.
fn holes(surface: &Surface) -> usize {
    let sides = surface.topology().edges.len() + 2;
    (sides - surface.points().len() - surface.faces().len()) / 2
}

/// The largest distance of a point or of the middle of a face from the unit sphere.
fn off_the_unit_sphere(surface: &Surface) -> f64 {
    let middles = surface.all_corners().into_iter().map(|[a, b, c]| (a + b + c) / 3.0);
    let places = surface.points().iter().copied().chain(middles);
    places.map(|place| (place.length() - 1.0).abs()).fold(0.0, f64::max)
}

#[test]
fn a_ball_stays_round_and_closed() {
    let ball = sphere(1.0, 4).unwrap();
    assert_eq!(ball.faces().len(), 5120);
    // A triangle of circumradius r on the sphere misses it by r²/2 in its middle, and F
    // equal ones have r² = 16π/(3√3 F). Allowed is half as much again.
    for faces in [400, 100, 26] {
        let rough = solid(&ball, faces);
        let off = 1.5 * 8.0 * PI / (27.0_f64.sqrt() * faces as f64);
        let measured = off_the_unit_sphere(&rough);
        assert!(measured < off, "{faces} faces: {measured}");
    }
}

#[test]
fn a_box_of_many_squares_becomes_the_box() {
    let fine = box_surface(dvec3(1.0, 2.0, 0.5), [9, 12, 5]).unwrap();
    let rough = solid(&fine, 12);
    assert_eq!(rough.points().len(), 8);
    for point in rough.points() {
        let off = point.abs() - dvec3(1.0, 2.0, 0.5);
        assert!(off.abs().max_element() < 1e-12, "{point}");
    }
}

#[test]
fn holes_and_arms_stay() {
    assert_eq!(holes(&solid(&torus(1.0, 0.3, 48, 24).unwrap(), 300)), 1);
    solid(&gear(24, 1.0, 1.2, 0.2).unwrap(), 150);
    let thread = Thread { radius: 1.0, depth: 0.3, pitch: 0.5, half_length: 1.0, around: 32 };
    solid(&screw(&thread).unwrap(), 500);
    solid(&nut(&thread, 0.05, 2.0).unwrap(), 800);
    // What has few enough faces stays as it is.
    let arms = jack(3.0, 1.0).unwrap();
    assert_eq!(solid(&arms, arms.faces().len()), arms.welded());
}

#[test]
fn neither_units_nor_places_change_what_goes() {
    let ring = torus(1.0, 0.25, 24, 16).unwrap();
    let rough = solid(&ring, 200);
    assert_eq!(rough, simplify(&ring, 200).unwrap());
    for factor in [2.0_f64.powi(60), 2.0_f64.powi(-60)] {
        let by = DAffine3::from_scale(DVec3::splat(factor));
        let scaled = simplify(&ring.transformed(&by).unwrap(), 200).unwrap();
        assert_eq!(scaled, rough.transformed(&by).unwrap());
    }
    let away = DAffine3::from_translation(dvec3(1e3, -2e3, 5e2));
    let moved = simplify(&ring.transformed(&away).unwrap(), 200).unwrap();
    assert!(moved.check().is_solid());
}

#[test]
fn the_rim_of_an_open_surface_stays() {
    let cloth = cloth(DVec2::new(1.0, 1.0), [16, 16]).unwrap();
    let rough = simplify(&cloth, 90).unwrap();
    assert!(rough.faces().len() <= 90);
    let check = rough.check();
    assert!(check.oriented && check.manifold && !check.crossing);
    assert_eq!(check.count, 64, "edges of the rim");
    let on_rim = |point: &&DVec3| point.x.abs() == 1.0 || point.y.abs() == 1.0;
    let rim = |surface: &Surface| surface.points().iter().filter(on_rim).count();
    assert_eq!(rim(&rough), rim(&cloth));
    assert!((rough.area() / cloth.area() - 1.0).abs() < 1e-12);
}

#[test]
fn triangles_without_common_points_are_joined_first() {
    let ball = sphere(1.0, 2).unwrap();
    let points = ball.all_corners().concat();
    let faces = (0..ball.faces().len() as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
    solid(&Surface::new(points, faces).unwrap().welded(), 80);
}

#[test]
fn too_few_faces_are_refused_in_a_sentence() {
    let error = simplify(&box_surface(DVec3::ONE, [2, 2, 2]).unwrap(), 3).unwrap_err();
    assert!(matches!(error, MeshError::TooFewFaces { asked: 3, reached: 4.. }), "{error}");
    println!("{error}");
    let error = simplify(&cloth(DVec2::ONE, [3, 3]).unwrap(), 1).unwrap_err();
    assert!(matches!(error, MeshError::TooFewFaces { asked: 1, reached: 10.. }), "{error}");
}
