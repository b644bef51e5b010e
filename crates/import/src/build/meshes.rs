//! Meshes as they touch. Hulls, parts and surfaces take long to make, and copies of a machine have
//! the same: what was made is kept by its content, as long as the program runs.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use stickslip_contact::{Shape, ShapeError, Solidity};
use stickslip_geometry::mesh::Surface;

/// What was made of a surface.
struct Made {
    surface: Arc<Surface>,
    solidity: Solidity,
    shape: Shape,
}

/// The oldest of more are forgotten.
const MAX: usize = 256;

static MADE: Mutex<VecDeque<Made>> = Mutex::new(VecDeque::new());

/// The shape of a surface that touches. Hulls are there for open surfaces too.
pub(super) fn touching(surface: &Arc<Surface>, solidity: Solidity) -> Result<Shape, ShapeError> {
    let same = |made: &&Made| made.solidity == solidity && made.surface == *surface;
    // Whoever panicked with the lock has left whole entries: each is pushed at once.
    let known = || MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(made) = known().iter().find(same) {
        return Ok(made.shape.clone());
    }
    let shape = match solidity {
        Solidity::Convex => Shape::convex_hull(surface.points())?,
        _ => Shape::mesh(surface, solidity)?,
    };
    let mut all = known();
    if all.len() == MAX {
        all.pop_front();
    }
    all.push_back(Made { surface: surface.clone(), solidity, shape: shape.clone() });
    Ok(shape)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn equal_surfaces_are_made_once() {
        let corner = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let made = |scale: f64| {
            let points = corner.map(|point| scale * point);
            let surface = Surface::new(points.to_vec(), faces.to_vec()).expect("a tetrahedron");
            touching(&Arc::new(surface), Solidity::Features).expect("a solid")
        };
        let count = || MADE.lock().expect("nobody panicked").len();
        made(1.25);
        let before = count();
        made(1.25);
        assert_eq!(count(), before);
        made(1.5);
        assert_eq!(count(), before + 1);
    }
}
