//! A soft body in the header of a recording.

use glam::DVec3;
use serde::{Deserialize, Serialize};
use stickslip_dynamics::SoftBody;
use stickslip_geometry::mesh::Topology;

use crate::scene::Scene;

/// Cosine of the angle between faces from which on their edge is sharp: those of
/// a box are, those of a coarse ball are not.
const SHARP: f64 = 0.5;

/// The surface of a soft body. Its vertices are the particles of a frame after
/// those of all liquids and of the soft bodies before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SoftHeader {
    /// Its name.
    pub name: String,
    /// Its colour as #rrggbb, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// How many vertices it has.
    pub vertices: usize,
    /// Half the thickness of cloth, the radius of a rope, 0 for solids (m).
    pub radius: f64,
    /// Its outside, anticlockwise seen from there; of cloth, all of it.
    pub triangles: Vec<[u32; 3]>,
    /// Edges of triangles that are sharp where it begins, and rims.
    pub creases: Vec<[u32; 2]>,
    /// Pieces of a rope.
    pub pieces: Vec<[u32; 2]>,
}

impl SoftHeader {
    /// Every soft body of a scene.
    pub fn all(scene: &Scene) -> Vec<Self> {
        let colors = scene.soft_colors.iter().cloned().chain(std::iter::repeat(None));
        let bodies = scene.model.soft_bodies().iter().zip(colors);
        bodies.map(|(body, color)| Self { color, ..Self::new(body) }).collect()
    }

    /// What a viewer needs of a soft body.
    pub fn new(body: &SoftBody) -> Self {
        Self {
            name: body.description.name.clone(),
            color: None,
            vertices: body.vertices(),
            radius: body.radius,
            triangles: body.faces.clone(),
            creases: creases(body),
            pieces: body.pieces.clone(),
        }
    }
}

fn creases(body: &SoftBody) -> Vec<[u32; 2]> {
    let topology = Topology::new(&body.faces);
    let normal = |face: u32| {
        let [a, b, c] = body.faces[face as usize].map(|at| body.positions[at as usize]);
        DVec3::cross(b - a, c - a).normalize_or_zero()
    };
    let is_sharp = |edge: usize| match *topology.faces_of(edge) {
        [left, right] => normal(left).dot(normal(right)) < SHARP,
        _ => true,
    };
    let edges = topology.edges.iter().enumerate();
    edges.filter(|(at, _)| is_sharp(*at)).map(|(_, edge)| *edge).collect()
}
