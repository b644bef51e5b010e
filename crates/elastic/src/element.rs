//! One elastic element of a mesh.

use glam::{DMat3, DVec3};

use crate::membrane::Membrane;
use crate::rod::{Bend, Stretch};
use crate::tetrahedron::Tetrahedron;

/// Which stiffness is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stiffness {
    /// None: forces alone.
    None,
    /// ∂²W/∂x² as it is.
    Exact,
    /// With what makes it indefinite left out.
    Positive,
}

/// The places of an element's corners; the first few count.
pub type Corners = [DVec3; 4];

/// Forces on the corners of an element, and its stiffness in 3 × 3 blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Local {
    /// −∂W/∂x_a (N).
    pub force: [DVec3; 4],
    /// ∂²W/∂x_a∂x_b (N/m).
    pub stiffness: [[DMat3; 4]; 4],
}

/// An element: whatever has corners and an energy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Element {
    /// Of a solid.
    Tetrahedron(Tetrahedron),
    /// Of cloth.
    Membrane(Membrane),
    /// Of a rope.
    Stretch(Stretch),
    /// Against bending of cloth or a rope.
    Bend(Bend),
}

impl Element {
    /// Its corners, by their numbers in the mesh.
    pub fn vertices(&self) -> &[u32] {
        match self {
            Self::Tetrahedron(element) => &element.vertices,
            Self::Membrane(element) => &element.vertices,
            Self::Stretch(element) => &element.vertices,
            Self::Bend(element) => &element.vertices[..element.count],
        }
    }

    /// Its corners where the vertices of the mesh are.
    pub fn corners(&self, positions: &[DVec3]) -> Corners {
        let mut corners = [DVec3::ZERO; 4];
        for (corner, &vertex) in corners.iter_mut().zip(self.vertices()) {
            *corner = positions[vertex as usize];
        }
        corners
    }

    /// Mass (kg).
    pub fn mass(&self) -> f64 {
        match self {
            Self::Tetrahedron(element) => element.mass(),
            Self::Membrane(element) => element.mass(),
            Self::Stretch(element) => element.mass,
            Self::Bend(_) => 0.0,
        }
    }

    /// Energy (J); infinite for what cannot be.
    pub fn energy(&self, corners: &Corners) -> f64 {
        match self {
            Self::Tetrahedron(element) => element.energy(corners),
            Self::Membrane(element) => element.energy(corners),
            Self::Stretch(element) => element.energy(corners),
            Self::Bend(element) => element.energy(corners),
        }
    }

    /// Forces and stiffness; `None` where the energy is infinite.
    pub fn evaluate(
        &self,
        corners: &Corners,
        stiffness: Stiffness,
        local: &mut Local,
    ) -> Option<()> {
        match self {
            Self::Tetrahedron(element) => return element.evaluate(corners, stiffness, local),
            Self::Membrane(element) => element.evaluate(corners, stiffness, local),
            Self::Stretch(element) => element.evaluate(corners, stiffness, local),
            Self::Bend(element) => element.evaluate(corners, stiffness, local),
        }
        Some(())
    }

    /// How strained it is: 0 at rest, 1 where something is twice as long. What
    /// resists bending has no strain of its own.
    pub fn strain(&self, corners: &Corners) -> f64 {
        match self {
            Self::Tetrahedron(element) => element.strain(corners),
            Self::Membrane(element) => element.strain(corners),
            Self::Stretch(element) => element.strain(corners),
            Self::Bend(_) => 0.0,
        }
    }
}
