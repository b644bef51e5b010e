//! Shapes by formula.

use stickslip_geometry::glam::{DVec3, dvec3};
use stickslip_geometry::sdf::{Field, FormulaField, smallest_over_triangle};

use crate::{numbers, oracle, points, shape, vector, vectors};

#[test]
fn values_and_gradients_are_those_of_the_oracle() {
    let mut gradients = 0;
    for case in oracle()["analytic"].as_array().unwrap() {
        let name = case["shape"].as_str().unwrap();
        let field = shape(name, &case["parameters"]);
        let expected =
            numbers(&case["distance"]).into_iter().zip(case["gradient"].as_array().unwrap());
        for (point, (distance, gradient)) in vectors(&case["points"]).into_iter().zip(expected) {
            let (value, slope) = field.sample(point);
            assert!((value - distance).abs() < 1e-12, "{name} at {point}: {value} for {distance}");
            if let Some(gradient) = vector(gradient) {
                // The file has eight digits.
                assert!(
                    (slope - gradient).length() < 3e-8,
                    "{name} at {point}: {slope} for {gradient}"
                );
                gradients += 1;
            }
        }
    }
    assert!(gradients > 900, "{gradients}");
}

fn all_shapes() -> Vec<FormulaField> {
    vec![
        FormulaField::Sphere { radius: 0.8 },
        FormulaField::Box { half: dvec3(0.5, 0.9, 1.2) },
        FormulaField::RoundedBox { half: dvec3(0.5, 0.9, 1.2), radius: 0.3 },
        FormulaField::Capsule { half: 0.7, radius: 0.4 },
        FormulaField::Cylinder { half: 0.7, radius: 0.4 },
        FormulaField::Torus { ring: 1.0, tube: 0.3 },
        FormulaField::Cone { half: 0.9, radius: 0.6 },
        FormulaField::HalfSpace { normal: dvec3(0.6, 0.0, 0.8), offset: 0.1 },
    ]
}

/// |∇s| = 1, the gradient is the slope of the value, and a step down of s lies on the surface.
#[test]
fn fields_are_distances() {
    for field in all_shapes() {
        for point in points(300, 2.0) {
            let (value, gradient) = field.sample(point);
            assert!((gradient.length() - 1.0).abs() < 1e-12, "{field:?}");
            let foot = field.value(point - gradient * value);
            assert!(foot.abs() < 1e-12, "{field:?} at {point}: {foot}");
            let h = 1e-7;
            let slope = DVec3::from_array(DVec3::AXES.map(|axis| {
                (field.value(point + axis * h) - field.value(point - axis * h)) / (2.0 * h)
            }));
            // Kinks have measure zero.
            assert!((slope - gradient).length() < 1e-6, "{field:?} at {point}");
        }
    }
}

#[test]
fn the_smallest_value_over_a_triangle_is_found() {
    let mut only_inside = 0;
    for case in oracle()["faces"].as_array().unwrap() {
        let name = case["shape"].as_str().unwrap();
        let field = shape(name, &case["parameters"]);
        let corners: [DVec3; 3] = vectors(&case["triangle"]).try_into().unwrap();
        let found = smallest_over_triangle(&field, &corners, 1e-3);
        let expected = case["min"].as_f64().unwrap();
        // A value that is taken on the triangle bounds the smallest from above, the oracle's
        // too: on one cone, ours is smaller than its own by 3e-6.
        let above = found.value - expected;
        assert!(above < 1e-9 && above > -1e-5, "{name}: {} for {expected}", found.value);
        assert!(found.weights.min_element() >= 0.0);
        assert!((found.weights.element_sum() - 1.0).abs() < 1e-12);
        assert!(found.bound <= found.value && found.bound > expected - 0.05, "{found:?}");
        let mixed: DVec3 = (0..3).map(|k| corners[k] * found.weights[k]).sum();
        assert!((field.value(mixed) - found.value).abs() < 1e-12);
        let at_corners =
            corners.map(|corner| field.value(corner)).into_iter().fold(f64::MAX, f64::min);
        assert!((at_corners - case["vertex_min"].as_f64().unwrap()).abs() < 1e-12);
        only_inside += usize::from(found.value < 0.0 && at_corners > 0.0);
    }
    assert!(only_inside > 20, "{only_inside}");
}

/// A needle through the middle of a big triangle, far from all of its corners.
#[test]
fn a_needle_through_a_big_triangle_is_found() {
    let needle = FormulaField::Cone { half: 5.0, radius: 0.05 };
    let triangle = [dvec3(-90.0, -70.0, 0.0), dvec3(100.0, -60.0, 0.0), dvec3(3.0, 120.0, 0.0)];
    let found = smallest_over_triangle(&needle, &triangle, 1e-3);
    assert!(found.value < -0.02, "{found:?}");
    let plane = FormulaField::HalfSpace { normal: DVec3::X, offset: 0.0 };
    assert_eq!(smallest_over_triangle(&plane, &triangle, 1e-3).weights, DVec3::X);
}

#[test]
fn numbers_that_make_no_shape_are_refused() {
    let wrong = [
        FormulaField::Sphere { radius: 0.0 },
        FormulaField::Box { half: dvec3(1.0, f64::NAN, 1.0) },
        FormulaField::Box { half: dvec3(1.0, -1.0, 1.0) },
        FormulaField::RoundedBox { half: DVec3::ONE, radius: 1.5 },
        FormulaField::Cylinder { half: f64::INFINITY, radius: 1.0 },
        FormulaField::Torus { ring: 1.0, tube: 2.0 },
        FormulaField::HalfSpace { normal: DVec3::ONE, offset: 0.0 },
    ];
    for shape in wrong {
        println!("{}", shape.checked().expect_err("this is no shape"));
    }
}
