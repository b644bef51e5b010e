//! Contacts of surfaces that deform: solids, cloth and ropes, whose vertices
//! move each for itself.
//!
//! Vertices are held against rigid shapes (`rigid`), points of rigid shapes
//! against faces (`rigid`), vertices against faces of other surfaces and of
//! their own, and pieces of rope against each other (`surfaces`). Where a vertex
//! meets a face, the side of the face is moved by its three corners, by weights
//! that sum to 1.

mod facing;
mod rigid;
mod surfaces;

use glam::DVec3;
use stickslip_geometry::Bounds;
use stickslip_geometry::tree::Tree;

use crate::contact::Contact;
use crate::detector::Collider;
use crate::pairs::Scratch;

/// What moves one side of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hold {
    /// The body of its collider.
    Body,
    /// Vertices, by weights that sum to 1; the rest have none.
    Vertices {
        /// Numbers of vertices.
        numbers: [u32; 3],
        /// Their weights.
        weights: [f64; 3],
    },
}

impl Hold {
    /// One vertex alone.
    pub fn vertex(number: u32) -> Self {
        Self::Vertices { numbers: [number; 3], weights: [1.0, 0.0, 0.0] }
    }
}

/// A contact, and what moves its sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// Where and how they touch.
    pub contact: Contact,
    /// What moves the first and the second site.
    pub holds: [Hold; 2],
}

/// A surface that deforms, where it is now.
#[derive(Clone, Copy, Debug)]
pub struct Deforming<'a> {
    /// Its number; those of rigid colliders come before it.
    pub collider: usize,
    /// All vertices that there are (m), also those of others.
    pub positions: &'a [DVec3],
    /// Its own vertices that can touch, ascending.
    pub vertices: &'a [u32],
    /// Its faces, which look outwards where it is solid.
    pub faces: &'a [[u32; 3]],
    /// Its pieces, where it is a rope.
    pub pieces: &'a [[u32; 2]],
    /// Whether it has an inside.
    pub is_solid: bool,
    /// Half the thickness of cloth, the radius of a rope, or 0 (m).
    pub radius: f64,
    /// Contacts are told up to the sum of both margins apart (m).
    pub margin: f64,
    /// Whether it can touch itself.
    pub touches_itself: bool,
}

impl Deforming<'_> {
    fn position(&self, vertex: u32) -> DVec3 {
        self.positions[vertex as usize]
    }

    fn corners(&self, face: u32) -> [DVec3; 3] {
        self.faces[face as usize].map(|vertex| self.position(vertex))
    }
}

/// A surface with what is found of it anew in every call.
struct Skin<'a> {
    surface: Deforming<'a>,
    bounds: Bounds,
    /// Over the faces.
    tree: Tree,
    /// Outward normals of its vertices, in their order; not of unit length.
    normals: Vec<DVec3>,
    /// How deep something may be inside and still be pushed out (m).
    depth: f64,
}

impl<'a> Skin<'a> {
    fn new(surface: &Deforming<'a>) -> Self {
        let own = surface.vertices;
        let mut normals = vec![DVec3::ZERO; own.len()];
        let (mut length, mut sides) = (0.0, 0.0);
        for &face in surface.faces {
            let [a, b, c] = face.map(|vertex| surface.position(vertex));
            let normal = (b - a).cross(c - a);
            length += (b - a).length() + (c - b).length() + (a - c).length();
            sides += 3.0;
            for vertex in face {
                if let Ok(at) = own.binary_search(&vertex) {
                    normals[at] += normal;
                }
            }
        }
        let faces = 0..surface.faces.len() as u32;
        Self {
            bounds: Bounds::around(own.iter().map(|&vertex| surface.position(vertex))),
            tree: Tree::new(faces.map(|face| Bounds::around(surface.corners(face)))),
            normals,
            depth: if surface.is_solid && sides > 0.0 { length / sides } else { 0.0 },
            surface: *surface,
        }
    }
}

/// Finds contacts of surfaces that deform; keeps its memory from call to call.
#[derive(Debug, Default)]
pub struct DeformingDetector {
    touches: Vec<Touch>,
    found: Vec<Contact>,
    scratch: Scratch,
}

impl DeformingDetector {
    /// Contacts of the surfaces with rigid colliders, with each other and with
    /// themselves, in ascending order of their keys.
    pub fn detect(&mut self, colliders: &[Collider], surfaces: &[Deforming<'_>]) -> &[Touch] {
        self.touches.clear();
        let skins: Vec<Skin<'_>> = surfaces.iter().map(Skin::new).collect();
        for (at, skin) in skins.iter().enumerate() {
            for (number, collider) in colliders.iter().enumerate() {
                let usable = collider.pose.is_finite() && collider.margin.is_finite();
                if usable && skin.bounds.lower.is_finite() {
                    self.against_rigid(skin, number, collider);
                }
            }
            for other in &skins[at..] {
                surfaces::meet(skin, other, &mut self.touches);
            }
        }
        self.touches.sort_by(|one, two| {
            let keys = one.contact.key().cmp(&two.contact.key());
            keys.then(one.contact.gap.total_cmp(&two.contact.gap))
        });
        self.touches.dedup_by_key(|touch| touch.contact.key());
        &self.touches
    }
}
