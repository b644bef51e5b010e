//! Making a solid of a surface, and its checks.

use stickslip_geometry::mesh::{Defect, Surface, decompose};
use stickslip_geometry::sdf::{Grid, Interpolation, MeshField, Sign};

use super::super::Shape;
use super::super::error::{ShapeError, unfit};
use super::super::terrain::Terrain;
use super::{SolidMesh, Solidity};
use crate::Pose;
use crate::mass::MassProperties;

/// Cells along the longest side of the grid that only tells what is deep inside.
const COARSE: u32 = 16;

impl Shape {
    /// What a closed surface of triangles holds.
    ///
    /// ```
    /// use stickslip_contact::{Shape, Solidity};
    /// use stickslip_geometry::mesh::generate;
    /// let ring = generate::torus(0.3, 0.1, 24, 12)?;
    /// let shape = Shape::mesh(&ring, Solidity::Features)?;
    /// assert!(shape.mass_properties(1000.0).is_some_and(|mass| mass.mass > 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Where the surface is open, inside out, not a manifold or has faces without area;
    /// where a resolution is out of range; where there are too many triangles.
    pub fn mesh(surface: &Surface, solidity: Solidity) -> Result<Self, ShapeError> {
        let surface = surface.welded();
        if surface.faces().is_empty() {
            return unfit("the mesh has no face with three different corners".into());
        }
        match solidity {
            Solidity::Convex => Self::convex_hull(surface.points()),
            Solidity::Decompose { resolution } => {
                check(&surface)?;
                let parts = decompose(&surface, resolution)
                    .map_err(|error| ShapeError::Unfit(error.to_string()))?;
                // Of a few voxels there may be flat parts, which weigh nothing.
                let hulls = parts.iter().filter_map(|part| Self::convex_hull(part.points()).ok());
                Self::compound(hulls.map(|hull| (Pose::IDENTITY, hull)).collect())
            }
            Solidity::Features => Ok(Self::of(solid(&surface, COARSE, false)?)),
            Solidity::Field { resolution } => {
                if !(4..=512).contains(&resolution) {
                    return unfit(format!(
                        "resolution is {resolution}; expected a number from 4 to 512"
                    ));
                }
                Ok(Self::of(solid(&surface, resolution, true)?))
            }
        }
    }
}

/// Refuses what has no inside. Faces that cross each other far from any contact do
/// no harm, and are not looked for.
fn check(surface: &Surface) -> Result<(), ShapeError> {
    let topology = surface.topology();
    for (number, edge) in topology.edges.iter().enumerate() {
        let faces = topology.faces_of(number);
        let [from, to] = *edge;
        let runs = |face: u32| {
            let corners = surface.faces()[face as usize];
            (0..3).any(|side| [corners[side], corners[(side + 1) % 3]] == [from, to])
        };
        let defect = match *faces {
            [face] => Some(Defect::Boundary(from, to, face)),
            [one, two] => (runs(one) == runs(two)).then_some(Defect::Opposed(from, to, one, two)),
            _ => Some(Defect::ManyFaces(from, to, faces.len())),
        };
        if let Some(defect) = defect {
            return unfit(format!("the mesh is no solid: {defect}"));
        }
    }
    match surface.mass() {
        Some(_) => Ok(()),
        None => unfit("the mesh is no solid: it is inside out or flat".into()),
    }
}

fn solid(surface: &Surface, resolution: u32, by_field: bool) -> Result<SolidMesh, ShapeError> {
    check(surface)?;
    let terrain = Terrain::assemble(surface.points().to_vec(), surface.faces().to_vec(), None)?;
    let Some(whole) = surface.mass() else {
        return unfit("the mesh has no volume".into());
    };
    let exact = MeshField::new(surface, Sign::Normal);
    let bounds = surface.bounds();
    let spacing = bounds.size().max_element() / f64::from(resolution);
    // Two cells around, so that what comes near is told from what is far.
    let grid = Grid::new(&exact, &bounds.grown(2.0 * spacing), spacing, Interpolation::Linear)
        .map_err(|error| ShapeError::Unfit(error.to_string()))?;
    let mass = MassProperties { mass: whole.volume, centre: whole.centre, inertia: whole.inertia };
    Ok(SolidMesh { surface: terrain, exact, grid, by_field, mass })
}
