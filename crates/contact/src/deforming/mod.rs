//! Contacts of surfaces that deform: solids, cloth and ropes, whose vertices
//! move each for itself.
//!
//! Vertices are held against rigid shapes (`rigid`), points of rigid shapes
//! against faces (`rigid`), vertices against faces of other surfaces and of
//! their own, and pieces of rope against each other (`surfaces`); edges of all of
//! these against each other and against rigid shapes (`edges`, `lines`, `crossing`).
//! Where a vertex meets a face, the side of the face is moved by its three corners, by
//! weights that sum to 1.

mod crossing;
mod edges;
mod facing;
mod lines;
mod rigid;
mod surfaces;

use glam::DVec3;
use stickslip_geometry::Bounds;
use stickslip_geometry::tree::Tree;

use self::edges::Edges;

use crate::contact::Contact;
use crate::detector::Collider;
use crate::pairs::Scratch;
use crate::shape::ShapeKind;

/// What moves one side of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SiteCarrier {
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

impl SiteCarrier {
    /// One vertex alone.
    pub fn vertex(number: u32) -> Self {
        Self::Vertices { numbers: [number; 3], weights: [1.0, 0.0, 0.0] }
    }
}

/// A contact, and what moves its sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeformingContact {
    /// Where and how they touch.
    pub contact: Contact,
    /// What moves the first and the second site.
    pub holds: [SiteCarrier; 2],
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
#[derive(Clone, Copy)]
struct Skin<'a> {
    surface: Deforming<'a>,
    found: &'a Found,
}

/// What is found of a surface; keeps its memory from call to call.
#[derive(Debug)]
struct Found {
    bounds: Bounds,
    /// Over the faces.
    tree: Tree,
    edges: Edges,
    /// Outward normals of its vertices, in their order; not of unit length.
    normals: Vec<DVec3>,
    /// How deep something may be inside and still be pushed out (m).
    depth: f64,
}

impl Default for Found {
    fn default() -> Self {
        let (tree, edges, normals) = (Tree::default(), Edges::default(), Vec::new());
        Self { bounds: Bounds::EMPTY, tree, edges, normals, depth: 0.0 }
    }
}

impl Found {
    /// Looks at a surface where it is now; at its faces only if anything may come near
    /// them that is not a half-space.
    fn refresh(&mut self, surface: &Deforming<'_>, colliders: &[Collider], is_alone: bool) {
        let own = surface.vertices;
        self.bounds = Bounds::around(own.iter().map(|&vertex| surface.position(vertex)));
        let has_points =
            |collider: &Collider| !matches!(collider.shape.kind(), ShapeKind::HalfSpace { .. });
        if is_alone && !surface.touches_itself && !colliders.iter().any(has_points) {
            return;
        }
        self.normals.clear();
        self.normals.resize(own.len(), DVec3::ZERO);
        let (mut length, mut sides) = (0.0, 0.0);
        for &face in surface.faces {
            let [a, b, c] = face.map(|vertex| surface.position(vertex));
            let normal = (b - a).cross(c - a);
            length += (b - a).length() + (c - b).length() + (a - c).length();
            sides += 3.0;
            for vertex in face {
                if let Ok(at) = own.binary_search(&vertex) {
                    self.normals[at] += normal;
                }
            }
        }
        let faces = 0..surface.faces.len() as u32;
        self.tree.rebuild(faces.map(|face| Bounds::around(surface.corners(face))));
        self.edges.refresh(surface);
        self.depth = if surface.is_solid && sides > 0.0 { length / sides } else { 0.0 };
    }
}

/// Finds contacts of surfaces that deform; keeps its memory from call to call.
#[derive(Debug, Default)]
pub struct DeformingDetector {
    touches: Vec<DeformingContact>,
    skins: Vec<Found>,
    found: Vec<Contact>,
    /// Ways from the surface to a ball where it is met already.
    met: Vec<DVec3>,
    scratch: Scratch,
}

impl DeformingDetector {
    /// Contacts of the surfaces with rigid colliders, with each other and with
    /// themselves, in ascending order of their keys.
    pub fn detect<'a>(
        &mut self,
        colliders: &[Collider],
        surfaces: impl IntoIterator<Item = Deforming<'a>, IntoIter: Clone>,
    ) -> &[DeformingContact] {
        let surfaces = surfaces.into_iter();
        let count = surfaces.clone().count();
        self.touches.clear();
        let mut skins = std::mem::take(&mut self.skins);
        skins.resize_with(count, Found::default);
        for (found, surface) in skins.iter_mut().zip(surfaces.clone()) {
            found.refresh(&surface, colliders, count == 1);
        }
        let mut all = surfaces.zip(&skins).map(|(surface, found)| Skin { surface, found });
        while let Some(skin) = all.next() {
            for (number, collider) in colliders.iter().enumerate() {
                let usable = collider.pose.is_finite() && collider.margin.is_finite();
                if usable && skin.found.bounds.lower.is_finite() {
                    self.against_rigid(skin, number, collider);
                }
            }
            surfaces::meet(skin, skin, &mut self.touches);
            for other in all.clone() {
                surfaces::meet(skin, other, &mut self.touches);
            }
        }
        self.skins = skins;
        let order = |one: &DeformingContact, two: &DeformingContact| {
            let keys = one.contact.key().cmp(&two.contact.key());
            keys.then(one.contact.gap.total_cmp(&two.contact.gap))
        };
        // Sorting takes memory; contacts with one shape come in order.
        if !self.touches.is_sorted_by(|one, two| order(one, two).is_le()) {
            self.touches.sort_by(order);
        }
        self.touches.dedup_by_key(|touch| touch.contact.key());
        &self.touches
    }
}
