//! Sphere, cylinder, torus, cup and bowl, about the origin with axis z.

use std::collections::HashMap;

use glam::DVec3;

use super::rings::{Ends, circle, join};
use super::{length, less, parts};
use crate::mesh::{MeshError, Surface};

/// Halvings of an icosahedron's sides at most: 20 · 4⁸ faces.
const MAX_HALVINGS: usize = 8;

/// A sphere: an icosahedron whose sides are halved some times.
///
/// # Errors
/// Where the radius is no length, or halvings are more than 8.
pub fn sphere(radius: f64, halvings: usize) -> Result<Surface, MeshError> {
    length("radius", radius)?;
    if halvings > MAX_HALVINGS {
        let (what, value) = ("halvings", halvings as f64);
        return Err(MeshError::Parameter { what, value, expected: "a number from 0 to 8" });
    }
    let golden = (1.0 + 5.0_f64.sqrt()) / 2.0;
    let mut points = Vec::new();
    for axis in 0..3 {
        for (one, phi) in [(1.0, golden), (-1.0, golden), (1.0, -golden), (-1.0, -golden)] {
            let mut point = DVec3::ZERO;
            point[(axis + 1) % 3] = one;
            point[(axis + 2) % 3] = phi;
            points.push(point.normalize());
        }
    }
    let mut faces = icosahedron(&points);
    for _ in 0..halvings {
        let mut middles = HashMap::new();
        let mut middle = |a: u32, b: u32| {
            *middles.entry([a.min(b), a.max(b)]).or_insert_with(|| {
                points.push((points[a as usize] + points[b as usize]).normalize());
                (points.len() - 1) as u32
            })
        };
        faces = faces
            .into_iter()
            .flat_map(|[a, b, c]| {
                let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
                [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
            })
            .collect();
    }
    points.iter_mut().for_each(|point| *point *= radius);
    Surface::new(points, faces)
}

/// Triples of neighbours, facing outwards: corners of a side are 1.051 apart, all others more.
fn icosahedron(points: &[DVec3]) -> Vec<[u32; 3]> {
    let near = |a: usize, b: usize| points[a].distance(points[b]) < 1.2;
    let mut faces = Vec::new();
    for a in 0..12 {
        for b in a + 1..12 {
            for c in b + 1..12 {
                if near(a, b) && near(b, c) && near(c, a) {
                    let outwards = points[a].dot(points[b].cross(points[c])) > 0.0;
                    let [a, b, c] = [a, b, c].map(|at| at as u32);
                    faces.push(if outwards { [a, b, c] } else { [a, c, b] });
                }
            }
        }
    }
    faces
}

/// A cylinder.
///
/// # Errors
/// Where a length or a number of parts is none.
pub fn cylinder(
    radius: f64,
    half_height: f64,
    around: usize,
    along: usize,
) -> Result<Surface, MeshError> {
    length("radius", radius)?;
    length("half_height", half_height)?;
    let (around, along) = (parts("around", around, 3)?, parts("along", along, 1)?);
    let height = |k: usize| half_height * (2.0 * k as f64 / along as f64 - 1.0);
    let rings: Vec<_> = (0..=along).map(|k| circle(around, height(k), |_| radius)).collect();
    join(&rings, &Ends::Caps(-DVec3::Z * half_height, DVec3::Z * half_height))
}

/// A torus.
///
/// # Errors
/// Where a length or a number of parts is none, or the tube is as thick as the ring.
pub fn torus(
    ring_radius: f64,
    tube_radius: f64,
    around: usize,
    across: usize,
) -> Result<Surface, MeshError> {
    length("ring_radius", ring_radius)?;
    less("tube_radius", tube_radius, ring_radius)?;
    let (around, across) = (parts("around", around, 3)?, parts("across", across, 3)?);
    let rings: Vec<_> = (0..across)
        .map(|k| {
            let (sin, cos) = libm::sincos(std::f64::consts::TAU * k as f64 / across as f64);
            circle(around, tube_radius * sin, |_| ring_radius + tube_radius * cos)
        })
        .collect();
    join(&rings, &Ends::Loop)
}

/// A cup: a cylinder with a round hole from above, `wall` thick at its side and bottom.
///
/// # Errors
/// Where a length or a number of parts is none, or the wall leaves no hole.
pub fn cup(radius: f64, half_height: f64, wall: f64, around: usize) -> Result<Surface, MeshError> {
    length("radius", radius)?;
    length("half_height", half_height)?;
    less("wall", wall, radius.min(2.0 * half_height))?;
    let around = parts("around", around, 3)?;
    let (inner, bottom) = (radius - wall, wall - half_height);
    let rings = [
        circle(around, -half_height, |_| radius),
        circle(around, half_height, |_| radius),
        circle(around, half_height, |_| inner),
        circle(around, bottom, |_| inner),
    ];
    join(&rings, &Ends::Caps(-DVec3::Z * half_height, DVec3::Z * bottom))
}

/// A bowl: half a ball with half a ball cut out of it from above, `wall` thick; its hollow is
/// about the origin and opens along z. `rings` circles lie between bottom and rim.
///
/// # Errors
/// Where a length or a number of parts is none.
pub fn bowl(radius: f64, wall: f64, around: usize, rings: usize) -> Result<Surface, MeshError> {
    length("radius", radius)?;
    length("wall", wall)?;
    let (around, rings) = (parts("around", around, 3)?, parts("rings", rings, 1)?);
    let ring = |radius: f64, k: usize| {
        let (sin, cos) = libm::sincos(std::f64::consts::FRAC_PI_2 * k as f64 / rings as f64);
        // The rim lies in the plane itself.
        let height = if k == rings { 0.0 } else { -radius * cos };
        circle(around, height, |_| radius * sin)
    };
    let outside = (1..=rings).map(|k| ring(radius + wall, k));
    let inside = (1..=rings).rev().map(|k| ring(radius, k));
    let all: Vec<_> = outside.chain(inside).collect();
    join(&all, &Ends::Caps(-DVec3::Z * (radius + wall), -DVec3::Z * radius))
}
