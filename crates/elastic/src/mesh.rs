//! Vertices, elements and masses, checked.

use glam::DVec3;
use stickslip_geometry::mesh::{CellDefect, Surface, Tetrahedra};
use thiserror::Error;

use crate::element::Element;
use crate::energy::Energy;
use crate::material::{Elasticity, MaterialError};
use crate::membrane::Membrane;
use crate::rod::{Bend, Stretch};
use crate::tetrahedron::Tetrahedron;

/// Why there is no elastic mesh.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ElasticMeshError {
    /// The material is none.
    #[error("{0}")]
    Material(#[from] MaterialError),
    /// A tetrahedron that is flat, inside out or one of too many.
    #[error("{0}")]
    Cell(#[from] CellDefect),
    /// A triangle of cloth without area.
    #[error("face {0} has no area")]
    Flat(usize),
    /// An edge of cloth between three triangles or more.
    #[error("the edge {0}–{1} belongs to {2} faces; cloth has one or two at an edge")]
    ManyFaces(u32, u32, usize),
    /// Cloth that is not flat where it is at rest.
    #[error("cloth must be flat at rest, and vertex {0} is not in the plane of face 0")]
    NotFlat(u32),
    /// A vertex that nothing holds.
    #[error("vertex {0} belongs to no element")]
    Loose(usize),
    /// A number that is no length.
    #[error("{key} is {value}; expected a length above 0 m")]
    Length {
        /// The key, as in scene files.
        key: &'static str,
        /// What it is.
        value: f64,
    },
    /// A rope of too few vertices.
    #[error("a rope has 2 vertices or more, not {0}")]
    ShortRope(usize),
    /// Two vertices of a rope in one place.
    #[error("the piece of rope after vertex {0} has no length")]
    NoLength(usize),
}

/// An element whose energy is infinite where its corners are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("element {0} is inside out, which its energy forbids")]
pub struct InvertedElement(pub usize);

/// A mesh of elastic elements.
#[derive(Clone, Debug, PartialEq)]
pub struct ElasticMesh {
    rest: Vec<DVec3>,
    elements: Vec<Element>,
    masses: Vec<f64>,
}

impl ElasticMesh {
    /// A solid that is at rest where its points are.
    ///
    /// # Errors
    /// Names the key, the tetrahedron or the vertex that is wrong.
    pub fn solid(
        mesh: &Tetrahedra,
        material: &Elasticity,
        energy: Energy,
    ) -> Result<Self, ElasticMeshError> {
        material.check()?;
        if let Some(&defect) = mesh.defects().first() {
            return Err(defect.into());
        }
        let cells = mesh.cells().iter().enumerate().map(|(cell, &vertices)| {
            Tetrahedron::new(vertices, mesh.corners(cell), material, energy)
                .map(Element::Tetrahedron)
                .ok_or(ElasticMeshError::Cell(CellDefect::Flat(cell as u32)))
        });
        Self::new(mesh.points().to_vec(), cells.collect::<Result<_, _>>()?)
    }

    /// Cloth of a thickness that is at rest where its points are, in one plane.
    ///
    /// # Errors
    /// Names the key, the face, the edge or the vertex that is wrong.
    pub fn cloth(
        surface: &Surface,
        thickness: f64,
        material: &Elasticity,
    ) -> Result<Self, ElasticMeshError> {
        material.check()?;
        length("thickness", thickness)?;
        let mut elements = Vec::new();
        for (face, &vertices) in surface.faces().iter().enumerate() {
            let membrane = Membrane::new(vertices, surface.corners(face), thickness, material);
            let membrane = membrane.ok_or(ElasticMeshError::Flat(face))?;
            elements.push(Element::Membrane(membrane));
        }
        check_flat(surface)?;
        let rigidity = material.young * thickness.powi(3)
            / (12.0 * (1.0 - material.poisson * material.poisson));
        let topology = surface.topology();
        for (edge, &[from, to]) in topology.edges.iter().enumerate() {
            let [left, right] = match *topology.faces_of(edge) {
                [_] => continue,
                [left, right] => [left, right],
                ref many => return Err(ElasticMeshError::ManyFaces(from, to, many.len())),
            };
            // A face has a third corner beside the two of an edge.
            let third = |face: u32| {
                let all = surface.faces()[face as usize];
                all.into_iter().find(|&at| at != from && at != to).unwrap_or(from)
            };
            let vertices = [from, to, third(left), third(right)];
            let rest = vertices.map(|at| surface.points()[at as usize]);
            let bend = Bend::of_cloth(vertices, rest, rigidity);
            elements.push(Element::Bend(bend.ok_or(ElasticMeshError::Flat(left as usize))?));
        }
        Self::new(surface.points().to_vec(), elements)
    }

    /// A round rope of a radius, at rest where it is as long as its points are
    /// apart, and straight.
    ///
    /// # Errors
    /// Names the key or the vertex that is wrong.
    pub fn rope(
        points: &[DVec3],
        radius: f64,
        material: &Elasticity,
    ) -> Result<Self, ElasticMeshError> {
        material.check()?;
        length("radius", radius)?;
        if points.len() < 2 {
            return Err(ElasticMeshError::ShortRope(points.len()));
        }
        let section = std::f64::consts::PI * radius * radius;
        let mut elements = Vec::new();
        for (at, pair) in points.windows(2).enumerate() {
            let length = (pair[1] - pair[0]).length();
            if !(length > 0.0 && length.is_finite()) {
                return Err(ElasticMeshError::NoLength(at));
            }
            elements.push(Element::Stretch(Stretch {
                vertices: [at, at + 1].map(|vertex| vertex as u32),
                length,
                stiffness: material.young * section / length,
                mass: material.density * section * length,
            }));
        }
        let rigidity = material.young * section * radius * radius / 4.0;
        for (at, triple) in points.windows(3).enumerate() {
            let length =
                0.5 * ((triple[1] - triple[0]).length() + (triple[2] - triple[1]).length());
            let vertices = [at, at + 1, at + 2].map(|vertex| vertex as u32);
            elements.push(Element::Bend(Bend::of_rope(vertices, length, rigidity)));
        }
        Self::new(points.to_vec(), elements)
    }

    fn new(rest: Vec<DVec3>, elements: Vec<Element>) -> Result<Self, ElasticMeshError> {
        let mut masses = vec![0.0; rest.len()];
        for element in &elements {
            let share = element.mass() / element.vertices().len() as f64;
            element.vertices().iter().for_each(|&vertex| masses[vertex as usize] += share);
        }
        match masses.iter().position(|&mass| mass == 0.0) {
            Some(vertex) => Err(ElasticMeshError::Loose(vertex)),
            None => Ok(Self { rest, elements, masses }),
        }
    }

    /// Where the vertices are at rest (m).
    pub fn rest(&self) -> &[DVec3] {
        &self.rest
    }

    /// All elements.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// The mass of each vertex (kg): equal shares of those of its elements.
    pub fn masses(&self) -> &[f64] {
        &self.masses
    }

    /// The mass of all (kg).
    pub fn mass(&self) -> f64 {
        self.masses.iter().sum()
    }

    /// Energy where the vertices are (J); infinite for what cannot be.
    pub fn energy(&self, positions: &[DVec3]) -> f64 {
        self.elements.iter().map(|element| element.energy(&element.corners(positions))).sum()
    }

    /// How strained the surroundings of each vertex are: the mean of its elements,
    /// each by its mass.
    pub fn write_strains(&self, positions: &[DVec3], strains: &mut Vec<f64>) {
        strains.clear();
        strains.resize(self.rest.len(), 0.0);
        for element in &self.elements {
            let share = element.mass() / element.vertices().len() as f64;
            let strain = share * element.strain(&element.corners(positions));
            element.vertices().iter().for_each(|&vertex| strains[vertex as usize] += strain);
        }
        strains.iter_mut().zip(&self.masses).for_each(|(sum, mass)| *sum /= mass);
    }

    /// Whether the stiffness is the same wherever the vertices are.
    pub fn is_linear(&self, energy: Energy) -> bool {
        energy.is_linear()
            && self.elements.iter().all(|element| matches!(element, Element::Tetrahedron(_)))
    }
}

fn length(key: &'static str, value: f64) -> Result<(), ElasticMeshError> {
    if value > 0.0 && value < 1e100 {
        return Ok(());
    }
    Err(ElasticMeshError::Length { key, value })
}

/// Bending is measured from a plane.
fn check_flat(surface: &Surface) -> Result<(), ElasticMeshError> {
    let [a, b, c] = surface.corners(0);
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let size = surface.bounds().size().max_element();
    let used = surface.faces().iter().flatten();
    let off = |vertex: u32| (surface.points()[vertex as usize] - a).dot(normal).abs();
    match used.copied().find(|&vertex| off(vertex) > 1e-6 * size) {
        Some(vertex) => Err(ElasticMeshError::NotFlat(vertex)),
        None => Ok(()),
    }
}
