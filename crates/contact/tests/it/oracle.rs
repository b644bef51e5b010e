//! The signed distance of convex shapes by brute force.
//!
//! φ* = max over unit n of min_{x ∈ B} n·x − max_{x ∈ A} n·x, which is the
//! distance where they are apart and minus the depth where they overlap.

use rand_chacha::ChaCha8Rng;
use stickslip_contact::glam::DVec3;
use stickslip_contact::{Pose, Shape};

use crate::common::random_vector;

/// A convex shape that knows nothing but its farthest points.
#[derive(Clone, Debug)]
pub enum Convex {
    Sphere(f64),
    Cuboid(DVec3),
    Capsule(f64, f64),
    Cylinder(f64, f64),
    Hull(Vec<DVec3>),
}

impl Convex {
    /// One of each kind.
    pub fn all(random: &mut ChaCha8Rng) -> Vec<Self> {
        let points = (0..14).map(|_| random_vector(random).normalize() * 0.5).collect();
        vec![
            Self::Sphere(0.4),
            Self::Cuboid(DVec3::new(0.5, 0.3, 0.4)),
            Self::Capsule(0.2, 0.5),
            Self::Cylinder(0.3, 0.4),
            Self::Hull(points),
        ]
    }

    /// The same for the detector.
    pub fn shape(&self) -> Shape {
        match self {
            Self::Sphere(radius) => Shape::sphere(*radius),
            Self::Cuboid(half) => Shape::cuboid(*half),
            Self::Capsule(radius, half) => Shape::capsule(*radius, *half),
            Self::Cylinder(radius, half) => Shape::cylinder(*radius, *half),
            Self::Hull(points) => Shape::convex_hull(points),
        }
        .unwrap()
    }

    /// max over the shape of direction·x, in its own frame.
    fn reach(&self, n: DVec3) -> f64 {
        match self {
            Self::Sphere(radius) => radius * n.length(),
            Self::Cuboid(half) => half.dot(n.abs()),
            Self::Capsule(radius, half) => radius * n.length() + half * n.y.abs(),
            Self::Cylinder(radius, half) => radius * n.x.hypot(n.z) + half * n.y.abs(),
            Self::Hull(points) => points.iter().map(|p| p.dot(n)).fold(f64::NEG_INFINITY, f64::max),
        }
    }

    /// max over the placed shape of direction·x.
    pub fn support(&self, pose: &Pose, n: DVec3) -> f64 {
        self.reach(pose.local_direction(n)) + n.dot(pose.position)
    }

    /// How far a point is outside; at most 0 inside. Exact on the surface.
    pub fn outside(&self, pose: &Pose, point: DVec3) -> f64 {
        let p = pose.local_point(point);
        match self {
            Self::Sphere(radius) => p.length() - radius,
            Self::Cuboid(half) => (p.abs() - *half).max_element(),
            Self::Capsule(radius, half) => {
                (p - DVec3::Y * p.y.clamp(-half, *half)).length() - radius
            }
            Self::Cylinder(radius, half) => (p.x.hypot(p.z) - radius).max(p.y.abs() - half),
            Self::Hull(points) => planes(points)
                .map(|(normal, offset)| normal.dot(p) - offset)
                .fold(f64::NEG_INFINITY, f64::max),
        }
    }
}

/// The planes through three points that have all others on one side.
fn planes(points: &[DVec3]) -> impl Iterator<Item = (DVec3, f64)> {
    let count = points.len();
    let triples = (0..count).flat_map(move |i| {
        (0..count).flat_map(move |j| (0..count).map(move |k| (points[i], points[j], points[k])))
    });
    triples.filter_map(move |(a, b, c)| {
        let normal = (b - a).cross(c - a).try_normalize()?;
        let offset = normal.dot(a);
        points.iter().all(|p| normal.dot(*p) <= offset + 1e-12).then_some((normal, offset))
    })
}

/// Evenly spread unit vectors.
pub fn directions(count: usize) -> Vec<DVec3> {
    let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    (0..count)
        .map(|k| {
            let y = 1.0 - 2.0 * (k as f64 + 0.5) / count as f64;
            let (sin, cos) = (golden * k as f64).sin_cos();
            let radius = (1.0 - y * y).sqrt();
            DVec3::new(radius * cos, y, radius * sin)
        })
        .collect()
}

/// Separation of B from A along n.
pub fn separation(a: (&Convex, &Pose), b: (&Convex, &Pose), n: DVec3) -> f64 {
    -b.0.support(b.1, -n) - a.0.support(a.1, n)
}

/// A lower bound of φ*: the best of many directions, improved by ever smaller random steps.
pub fn signed_distance(
    a: (&Convex, &Pose),
    b: (&Convex, &Pose),
    directions: &[DVec3],
    random: &mut ChaCha8Rng,
) -> f64 {
    let start = |n: &DVec3| (separation(a, b, *n), *n);
    let best = directions.iter().map(start).max_by(|one, two| one.0.total_cmp(&two.0));
    let (mut value, mut n) = best.expect("at least one direction");
    let mut step = 0.2;
    while step > 1e-7 {
        for _ in 0..12 {
            let tried = (n + step * random_vector(random)).normalize();
            let there = separation(a, b, tried);
            if there > value {
                (value, n) = (there, tried);
            }
        }
        step *= 0.7;
    }
    value
}
