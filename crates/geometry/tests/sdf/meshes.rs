//! Exact distances from meshes, and their signs.

use stickslip_geometry::glam::DVec3;
use stickslip_geometry::mesh::generate::{sphere, torus};
use stickslip_geometry::sdf::{Field, MeshField, Sign, Winding};

use crate::{numbers, oracle, points, surface, vectors};

#[test]
fn distances_and_signs_are_those_of_the_oracle() {
    for case in oracle()["meshes"].as_array().unwrap() {
        let name = case["file"].as_str().unwrap();
        let closed = case["closed"].as_bool().unwrap();
        let surface = surface(name);
        let check = surface.check();
        assert_eq!(check.closed, closed, "{name}");
        let signs: &[Sign] = if closed { &[Sign::Normal, Sign::Winding] } else { &[Sign::Winding] };
        let (distances, windings) = (numbers(&case["distance"]), numbers(&case["winding"]));
        let mut worst = 0.0_f64;
        for &sign in signs {
            let field = MeshField::new(&surface, sign);
            let prepared = Winding::new(field.surface());
            for (at, point) in vectors(&case["points"]).into_iter().enumerate() {
                let value = field.value(point);
                worst = worst.max((value - distances[at]).abs());
                assert!((value - distances[at]).abs() < 1e-12, "{name} {sign:?} {at}: {value}");
                let exact = Winding::exact(field.surface(), point);
                assert!((exact - windings[at]).abs() < 1e-9, "{name} {at}: {exact}");
                let quick = prepared.number(field.surface(), point);
                assert!((quick - exact).abs() < 2e-2, "{name} {at}: {quick} for {exact}");
                assert_eq!(exact > 0.5, value < 0.0, "{name} {at}");
            }
        }
        println!("{name}: {worst:e}");
    }
}

#[test]
fn gradients_are_slopes_of_length_one() {
    let torus = torus(1.0, 0.4, 24, 12).unwrap();
    let field = MeshField::new(&torus, Sign::Normal);
    let h = 1e-7;
    let mut kinks = 0;
    for point in points(500, 1.6) {
        let (_, gradient) = field.sample(point);
        assert!((gradient.length() - 1.0).abs() < 1e-12);
        let slope = DVec3::from_array(DVec3::AXES.map(|axis| {
            (field.value(point + axis * h) - field.value(point - axis * h)) / (2.0 * h)
        }));
        kinks += usize::from((slope - gradient).length() > 1e-6);
    }
    assert!(kinks < 3, "{kinks}");
}

/// Pseudonormals and winding numbers agree everywhere, also nearest to edges and points.
#[test]
fn both_signs_agree_on_closed_meshes() {
    for mesh in [sphere(1.0, 1).unwrap(), torus(1.0, 0.5, 7, 5).unwrap(), surface("sdf-notch.obj")]
    {
        let normal = MeshField::new(&mesh, Sign::Normal);
        let winding = MeshField::new(&mesh, Sign::Winding);
        for point in points(2000, 1.7) {
            assert_eq!(normal.value(point), winding.value(point), "at {point}");
        }
    }
}
