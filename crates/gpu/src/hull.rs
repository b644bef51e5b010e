//! Convex hulls as kernels take them: whole faces, and edges with the faces beside them.

use std::collections::BTreeMap;

use stickslip_dynamics::glam::DVec3;

use crate::error::GpuError;

/// Most corners of a hull, and of one of its faces.
pub const MAX_CORNERS: usize = 64;
const MAX_FACE: usize = 32;
/// Triangles whose normals differ by less (rad) are one face.
const FLAT: f64 = 1e-6;

/// A convex polyhedron about its body's centre of mass.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    pub(crate) corners: Vec<DVec3>,
    /// Normals, and corners anticlockwise seen from outside.
    pub(crate) faces: Vec<(DVec3, Vec<u32>)>,
    /// Two corners, then the face to the left of the way between them and that to the right.
    pub(crate) edges: Vec<[u32; 4]>,
}

fn refused<T>(reason: impl Into<String>) -> Result<T, GpuError> {
    Err(GpuError::Refused { reason: reason.into() })
}

impl Hull {
    /// From its corners and its surface in triangles, anticlockwise seen from outside; the
    /// origin, which is the centre of mass, lies inside.
    pub fn new(corners: &[[f64; 3]], triangles: &[[u32; 3]]) -> Result<Self, GpuError> {
        let corners: Vec<DVec3> = corners.iter().map(|own| DVec3::from_array(*own)).collect();
        if corners.len() > MAX_CORNERS {
            let count = corners.len();
            return refused(format!("a hull of {count} corners, not at most {MAX_CORNERS}"));
        }
        if triangles.iter().flatten().any(|corner| *corner as usize >= corners.len()) {
            return refused("a hull with a triangle of a corner that it has not");
        }
        let mut faces: Vec<(DVec3, Vec<[u32; 3]>)> = Vec::new();
        for triangle in triangles {
            let [a, b, c] = triangle.map(|corner| corners[corner as usize]);
            let Some(normal) = (b - a).cross(c - a).try_normalize() else {
                return refused("a hull with a triangle without area");
            };
            if normal.dot(a) <= 0.0 {
                return refused("a hull whose centre of mass is not inside");
            }
            match faces.iter_mut().find(|(other, _)| (*other - normal).length() < FLAT) {
                Some((_, own)) => own.push(*triangle),
                None => faces.push((normal, vec![*triangle])),
            }
        }
        let mut own =
            Vec::from_iter(faces.into_iter().map(|(normal, parts)| (normal, rim(&parts))));
        own.retain(|(_, rim)| rim.len() > 2);
        if let Some((_, rim)) = own.iter().find(|(_, rim)| rim.len() > MAX_FACE) {
            let count = rim.len();
            return refused(format!("a hull with a face of {count} corners, not {MAX_FACE}"));
        }
        let mut hull = Self { corners, faces: own, edges: Vec::new() };
        hull.edges = hull.find_edges()?;
        Ok(hull)
    }

    /// The box from −1 to 1.
    pub(crate) fn cube() -> Self {
        let sign = |bit: usize, at: usize| if at >> bit & 1 == 1 { 1.0 } else { -1.0 };
        let corners = (0..8).map(|at| DVec3::new(sign(0, at), sign(1, at), sign(2, at))).collect();
        let rims: [[u32; 4]; 6] =
            [[1, 3, 7, 5], [2, 6, 7, 3], [4, 5, 7, 6], [0, 4, 6, 2], [0, 1, 5, 4], [0, 2, 3, 1]];
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        let normal = |at: usize| if at < 3 { axes[at] } else { -axes[at - 3] };
        let faces = rims.iter().enumerate().map(|(at, rim)| (normal(at), rim.to_vec())).collect();
        let mut cube = Self { corners, faces, edges: Vec::new() };
        cube.edges = cube.find_edges().unwrap_or_default();
        cube
    }

    fn find_edges(&self) -> Result<Vec<[u32; 4]>, GpuError> {
        let mut sides = BTreeMap::new();
        for (at, (_, rim)) in self.faces.iter().enumerate() {
            for (k, a) in rim.iter().enumerate() {
                sides.insert((*a, rim[(k + 1) % rim.len()]), at as u32);
            }
        }
        let mut edges = Vec::new();
        for ((a, b), left) in &sides {
            match sides.get(&(*b, *a)) {
                Some(right) if a < b => edges.push([*a, *b, *left, *right]),
                Some(_) => {}
                None => return refused("a hull that does not close"),
            }
        }
        Ok(edges)
    }

    /// Half the box around it that has its centre of mass in the middle.
    pub(crate) fn half(&self) -> DVec3 {
        self.corners.iter().fold(DVec3::ZERO, |half, corner| half.max(corner.abs()))
    }

    /// Radius of the ball around it.
    pub(crate) fn reach(&self) -> f64 {
        self.corners.iter().map(|corner| corner.length()).fold(0.0, f64::max)
    }

    /// Radius of the ball inside it.
    pub(crate) fn inner(&self) -> f64 {
        let height = |(normal, rim): &(DVec3, Vec<u32>)| normal.dot(self.corners[rim[0] as usize]);
        self.faces.iter().map(height).fold(f64::INFINITY, f64::min)
    }
}

/// The corners around triangles of one plane, from the lowest on; corners in the middle of an
/// edge that no other face has stay.
fn rim(triangles: &[[u32; 3]]) -> Vec<u32> {
    let sides = || triangles.iter().flat_map(|[a, b, c]| [(*a, *b), (*b, *c), (*c, *a)]);
    let next: BTreeMap<u32, u32> =
        sides().filter(|(a, b)| !sides().any(|(c, d)| (c, d) == (*b, *a))).collect();
    let Some(first) = next.keys().next().copied() else { return Vec::new() };
    let mut rim = vec![first];
    while let Some(at) = rim.last().and_then(|last| next.get(last)) {
        if *at == first || rim.len() > next.len() {
            break;
        }
        rim.push(*at);
    }
    rim
}

/// All hulls behind each other, as the device keeps them.
#[derive(Debug, Default)]
pub(crate) struct HullTables {
    pub(crate) hulls: Vec<[i32; 4]>,
    pub(crate) corners: Vec<[f32; 4]>,
    pub(crate) faces: Vec<[f32; 4]>,
    pub(crate) loops: Vec<u32>,
    pub(crate) edges: Vec<[i32; 4]>,
}

impl HullTables {
    pub(crate) fn new<'a>(hulls: impl Iterator<Item = &'a Hull>) -> Self {
        let mut tables = Self::default();
        for hull in hulls {
            let at = |len: usize| len as i32;
            let (corner, face) = (at(tables.corners.len()), at(tables.faces.len()));
            let corners = hull.corners.len() as i32;
            tables.hulls.push([corner, corners, face, hull.faces.len() as i32]);
            tables.hulls.push([at(tables.edges.len()), hull.edges.len() as i32, 0, 0]);
            let four = |v: DVec3, w: f32| [v.x as f32, v.y as f32, v.z as f32, w];
            tables.corners.extend(hull.corners.iter().map(|own| four(*own, 0.0)));
            for (normal, rim) in &hull.faces {
                let place = (tables.loops.len() as u32) << 6 | rim.len() as u32;
                tables.faces.push(four(*normal, f32::from_bits(place)));
                tables.loops.extend(rim);
            }
            tables.edges.extend(hull.edges.iter().map(|own| own.map(|it| it as i32)));
        }
        tables
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_has_six_faces_and_twelve_edges() -> Result<(), GpuError> {
        let cube = Hull::cube();
        assert_eq!((cube.faces.len(), cube.edges.len()), (6, 12));
        // Every face's corners lie before it, anticlockwise; edges turn from left to right.
        for (normal, rim) in &cube.faces {
            let [a, b, c] = [0, 1, 2].map(|k| cube.corners[rim[k] as usize]);
            assert_eq!((b - a).cross(c - b).normalize(), *normal);
        }
        for [a, b, left, right] in &cube.edges {
            let along = cube.corners[*b as usize] - cube.corners[*a as usize];
            let turn = cube.faces[*left as usize].0.cross(cube.faces[*right as usize].0);
            assert_eq!(turn, along / 2.0);
        }
        // The same from triangles.
        let corners: Vec<[f64; 3]> = cube.corners.iter().map(|own| own.to_array()).collect();
        let halves = |rim: &Vec<u32>| [[rim[0], rim[1], rim[2]], [rim[0], rim[2], rim[3]]];
        let triangles: Vec<_> = cube.faces.iter().flat_map(|(_, rim)| halves(rim)).collect();
        let again = Hull::new(&corners, &triangles)?;
        assert_eq!((again.faces.len(), again.edges.len()), (6, 12));
        assert_eq!(again.inner(), 1.0);
        Ok(())
    }
}
