//! A surface of triangles.

use glam::{DAffine3, DVec3};
use thiserror::Error;

use super::topology::Topology;
use crate::Bounds;

/// Why points and numbers make no mesh.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum MeshError {
    /// A coordinate that is NaN or infinite.
    #[error("point {0} has a coordinate that is no finite number")]
    NotFinite(usize),
    /// A face or cell names a point that is not there.
    #[error("{element} {number} names point {point}, but there are {points}")]
    NoSuchPoint {
        /// `face` or `tetrahedron`.
        element: &'static str,
        /// Which one.
        number: usize,
        /// What it names.
        point: u32,
        /// How many points there are.
        points: usize,
    },
    /// A mesh without any face or cell.
    #[error("there is no {0}")]
    Empty(&'static str),
    /// More than can be numbered.
    #[error("more than 2³² points")]
    TooMany,
    /// A generator was asked for something that is no shape.
    #[error("{what} is {value}; expected {expected}")]
    Parameter {
        /// The parameter.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What it must be.
        expected: &'static str,
    },
    /// A surface cannot be made of so few faces.
    #[error(
        "the surface cannot be made of {asked} faces: with fewer than {reached} it would fold, open or lose its rim"
    )]
    TooFewFaces {
        /// How many it was to have at most.
        asked: usize,
        /// How many it has at least.
        reached: usize,
    },
    /// A surface of so few faces goes through itself.
    #[error("the surface made of {0} faces would cross itself: more faces are needed")]
    WouldCross(usize),
}

/// Points and triangles; numbers are in range and coordinates finite.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    points: Vec<DVec3>,
    faces: Vec<[u32; 3]>,
}

impl Surface {
    /// Checks points and faces.
    ///
    /// # Errors
    /// Names the first point or face that is wrong.
    pub fn new(points: Vec<DVec3>, faces: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        check_points(&points)?;
        check_elements("face", &faces, points.len())?;
        Ok(Self { points, faces })
    }

    /// The points.
    pub fn points(&self) -> &[DVec3] {
        &self.points
    }

    /// The faces, counterclockwise seen from outside where the surface is closed.
    pub fn faces(&self) -> &[[u32; 3]] {
        &self.faces
    }

    /// The corners of a face.
    pub fn corners(&self, face: usize) -> [DVec3; 3] {
        self.faces[face].map(|at| self.points[at as usize])
    }

    /// The corners of all faces.
    pub fn all_corners(&self) -> Vec<[DVec3; 3]> {
        (0..self.faces.len()).map(|face| self.corners(face)).collect()
    }

    /// The box around all points that a face uses.
    pub fn bounds(&self) -> Bounds {
        Bounds::around(self.faces.iter().flatten().map(|&at| self.points[at as usize]))
    }

    /// Half the sum of |e₁ × e₂|.
    pub fn area(&self) -> f64 {
        let twice = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a).length();
        (0..self.faces.len()).map(|face| twice(self.corners(face))).sum::<f64>() / 2.0
    }

    /// Which edges the faces have, and what lies beside them.
    pub fn topology(&self) -> Topology {
        Topology::new(&self.faces)
    }

    /// The surface moved; a reflection also turns every face round, so that the
    /// outside stays outside.
    ///
    /// # Errors
    /// Where a coordinate becomes infinite.
    pub fn transformed(&self, by: &DAffine3) -> Result<Self, MeshError> {
        let points = self.points.iter().map(|&point| by.transform_point3(point)).collect();
        let reflects = by.matrix3.determinant() < 0.0;
        let turn = |[a, b, c]: [u32; 3]| if reflects { [a, c, b] } else { [a, b, c] };
        Self::new(points, self.faces.iter().copied().map(turn).collect())
    }

    /// The surface inside out.
    pub fn reversed(&self) -> Self {
        let faces = self.faces.iter().map(|&[a, b, c]| [a, c, b]).collect();
        Self { points: self.points.clone(), faces }
    }

    /// Points with the same coordinates become one, faces that then have two
    /// equal corners go, and so do points that no face uses.
    pub fn welded(&self) -> Self {
        // −0 and 0 are the same place.
        let key = |point: DVec3| (point + DVec3::ZERO).to_array().map(f64::to_bits);
        let mut known = std::collections::HashMap::new();
        let mut points = Vec::new();
        let mut faces = Vec::new();
        for face in &self.faces {
            let [a, b, c] = face.map(|at| {
                let point = self.points[at as usize];
                *known.entry(key(point)).or_insert_with(|| {
                    points.push(point);
                    (points.len() - 1) as u32
                })
            });
            if a != b && b != c && c != a {
                faces.push([a, b, c]);
            }
        }
        Self { points, faces }
    }
}

pub(super) fn check_points(points: &[DVec3]) -> Result<(), MeshError> {
    if u32::try_from(points.len()).is_err() {
        return Err(MeshError::TooMany);
    }
    match points.iter().position(|point| !point.is_finite()) {
        Some(at) => Err(MeshError::NotFinite(at)),
        None => Ok(()),
    }
}

pub(super) fn check_elements<const N: usize>(
    element: &'static str,
    elements: &[[u32; N]],
    points: usize,
) -> Result<(), MeshError> {
    if elements.is_empty() {
        return Err(MeshError::Empty(element));
    }
    for (number, all) in elements.iter().enumerate() {
        if let Some(&point) = all.iter().find(|&&point| point as usize >= points) {
            return Err(MeshError::NoSuchPoint { element, number, point, points });
        }
    }
    Ok(())
}
