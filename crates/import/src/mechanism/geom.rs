//! Shapes, and frames with names.

use std::path::PathBuf;
use std::sync::Arc;

use glam::{DMat3, DVec3};
use stickslip_contact::Pose;
use stickslip_geometry::mesh::Surface;

use crate::error::Location;

/// What a geom is.
#[derive(Clone, Debug, PartialEq)]
pub enum GeomShape {
    /// z ≥ 0 is free; half sizes x, y only look.
    Plane([f64; 3]),
    /// Radius.
    Sphere(f64),
    /// Radius and half length, along z.
    Capsule(f64, f64),
    /// Radius and half length, along z.
    Cylinder(f64, f64),
    /// Half axes.
    Ellipsoid(DVec3),
    /// Half sizes.
    Box(DVec3),
    /// Number of a mesh.
    Mesh(usize),
    /// Number of a height field.
    HeightField(usize),
}

/// A shape on a body.
#[derive(Clone, Debug)]
pub struct Geom {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// Its body; `None` for the world.
    pub body: Option<usize>,
    /// What it is.
    pub shape: GeomShape,
    /// In the body's frame.
    pub pose: Pose,
    /// Sliding, torsion (m), rolling (m).
    pub friction: [f64; 3],
    /// Dimensions of a contact: 1, 3, 4 or 6.
    pub dimensions: u8,
    /// Whose friction counts.
    pub priority: i64,
    /// What it is.
    pub contact_type: u32,
    /// What it touches.
    pub contact_affinity: u32,
    /// Red, green, blue, opacity.
    pub color: Option<[f64; 4]>,
    /// Is only looked at.
    pub visual: bool,
    /// Where it stands.
    pub place: Location,
}

/// A mesh of triangles.
#[derive(Clone, Debug)]
pub struct Mesh {
    /// Its name.
    pub name: String,
    /// Its file, where it has one.
    pub file: Option<PathBuf>,
    /// The triangles, scaled, in the coordinates of the mesh itself.
    pub surface: Arc<Surface>,
    /// Volume, centre and inertia at density 1.
    pub mass: MeshMass,
}

/// Of a mesh at density 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshMass {
    /// m³ (m² of shells).
    pub volume: f64,
    /// Centre of mass.
    pub centre: DVec3,
    /// About the centre.
    pub inertia: DMat3,
}

/// Heights over a rectangle.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightField {
    /// Its name.
    pub name: String,
    /// Half sizes x and y, height of 1, depth of the base.
    pub size: [f64; 4],
    /// Rows, along y.
    pub rows: usize,
    /// Columns, along x.
    pub columns: usize,
    /// Row by row, between 0 and 1.
    pub heights: Vec<f64>,
}

/// A frame on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// Its body; `None` for the world.
    pub body: Option<usize>,
    /// In the body's frame.
    pub pose: Pose,
    /// How far it reaches, for sensors of touch.
    pub shape: GeomShape,
}
