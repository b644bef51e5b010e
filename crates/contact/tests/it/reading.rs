//! Shapes from named values, and boxes around them.

use std::cell::RefCell;
use std::f64::consts::TAU;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use stickslip_contact::glam::{DVec2, DVec3};
use stickslip_contact::{Shape, ShapeError, ShapeKind, ShapeSource};

use crate::common::random_pose;

/// Gives fixed values, and remembers which keys were asked for.
#[derive(Default)]
struct Keys {
    asked: RefCell<Vec<&'static str>>,
    size: f64,
}

impl Keys {
    fn ask<T>(&self, key: &'static str, value: T) -> Result<T, String> {
        self.asked.borrow_mut().push(key);
        Ok(value)
    }
}

impl ShapeSource for Keys {
    type Error = String;

    fn positive(&self, key: &'static str) -> Result<f64, String> {
        self.ask(key, self.size * key.len() as f64)
    }

    fn sizes(&self, key: &'static str) -> Result<DVec3, String> {
        self.ask(key, self.size * DVec3::new(1.0, 2.0, 3.0))
    }

    fn pair(&self, key: &'static str) -> Result<DVec2, String> {
        self.ask(key, self.size * DVec2::new(2.0, 4.0))
    }

    fn direction(&self, key: &'static str, default: DVec3) -> Result<DVec3, String> {
        self.ask(key, self.size * default)
    }

    fn points(&self, key: &'static str) -> Result<Vec<DVec3>, String> {
        self.ask(key, [DVec3::ZERO, DVec3::Z, DVec3::X, DVec3::Y].map(|at| self.size * at).into())
    }

    fn triangles(&self, key: &'static str) -> Result<Vec<[u32; 3]>, String> {
        self.ask(key, vec![[0, 1, 2]])
    }

    fn grid(&self, key: &'static str) -> Result<Vec<Vec<f64>>, String> {
        self.ask(key, vec![vec![0.0, 1.0], vec![2.0, 3.0]])
    }

    fn refuse(&self, error: ShapeError) -> String {
        format!("refused: {error}")
    }
}

#[test]
fn every_shape_reads_its_own_keys() {
    let expected = [
        ("sphere", "radius"),
        ("box", "size"),
        ("capsule", "radius length"),
        ("cylinder", "radius length"),
        ("ellipsoid", "radii"),
        ("hull", "points"),
        ("half-space", "normal"),
        ("terrain", "heights extent"),
        ("mesh", "triangles vertices"),
    ];
    let readers = Shape::readers::<Keys>();
    assert_eq!(readers.len(), expected.len());
    for ((name, read), (expected, keys)) in readers.into_iter().zip(expected) {
        let source = Keys { size: 1.0, ..Keys::default() };
        assert_eq!(name, expected);
        let shape = read(&source).expect("a shape");
        assert_eq!(source.asked.borrow().join(" "), keys);
        let is_as_read = match shape.kind() {
            ShapeKind::Sphere { radius } => radius == 6.0,
            ShapeKind::Cuboid { half_extents } => half_extents == DVec3::new(0.5, 1.0, 1.5),
            ShapeKind::Capsule { radius, half_length }
            | ShapeKind::Cylinder { radius, half_length } => (radius, half_length) == (6.0, 3.0),
            ShapeKind::ConvexHull { vertices, .. } if name == "ellipsoid" => {
                vertices.iter().any(|vertex| *vertex == DVec3::Y * 2.0)
            }
            ShapeKind::ConvexHull { vertices, .. } => vertices.len() == 4,
            ShapeKind::HalfSpace { normal } => normal == DVec3::Y,
            ShapeKind::Terrain { vertices, grid: Some(grid), .. } => {
                grid == (2, 2) && vertices[3] == DVec3::new(1.0, 3.0, 2.0)
            }
            ShapeKind::Terrain { triangles, .. } => triangles == [[0, 1, 2]],
            ShapeKind::Compound { .. } => false,
        };
        assert!(is_as_read, "{shape:?}");
        let nothing = read(&Keys::default());
        assert!(nothing.is_err_and(|error| error.starts_with("refused: ")), "{name}");
    }
}

/// No point of a shape is outside its box, and some point is at every side.
#[test]
fn boxes_around_shapes_are_tight() {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    let rim = |radius: f64, height: f64| {
        (0..20_000).map(move |k| {
            let angle = TAU * f64::from(k) / 20_000.0;
            DVec3::new(radius * angle.cos(), height, radius * angle.sin())
        })
    };
    let half = DVec3::new(0.5, 0.2, 0.9);
    let corners: Vec<DVec3> = (0..8)
        .map(|k| half * DVec3::from([0, 1, 2].map(|axis| f64::from(k >> axis & 1) * 2.0 - 1.0)))
        .collect();
    let cylinder: Vec<DVec3> = rim(0.7, 0.4).chain(rim(0.7, -0.4)).collect();
    for (shape, points, radius) in [
        (Shape::sphere(0.6), vec![DVec3::ZERO], 0.6),
        (Shape::cuboid(half), corners.clone(), 0.0),
        (Shape::convex_hull(&corners), corners, 0.0),
        (Shape::capsule(0.3, 0.8), vec![DVec3::Y * 0.8, DVec3::Y * -0.8], 0.3),
        (Shape::cylinder(0.7, 0.4), cylinder, 0.0),
    ] {
        let pose = random_pose(&mut random, 2.0);
        let (lower, upper) = shape.expect("a shape").bounds(&pose);
        for axis in 0..3 {
            let places = || points.iter().map(|&point| pose.point(point)[axis]);
            let most = places().fold(f64::NEG_INFINITY, f64::max) + radius;
            let least = places().fold(f64::INFINITY, f64::min) - radius;
            assert!((upper[axis] - most).abs() < 1e-7, "{} for {most}", upper[axis]);
            assert!((lower[axis] - least).abs() < 1e-7, "{} for {least}", lower[axis]);
        }
    }
}
