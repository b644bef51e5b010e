//! Meshes made by formula: closed surfaces whose faces look outwards, cloth, and
//! tetrahedra. Lengths are positive and finite; numbers of parts have a lower and
//! an upper end.

mod cells;
mod gear;
mod rings;
mod round;
mod soft;
mod thread;

pub use cells::{box_surface, jack};
pub use gear::gear;
pub use round::{bowl, cup, cylinder, sphere, torus};
pub use soft::{along, cloth, tetrahedral_ball, tetrahedral_box, tetrahedral_cylinder};
pub use thread::{Thread, nut, screw};

use super::MeshError;

/// A number of parts along one direction at most.
const MAX_PARTS: usize = 4096;

fn length(what: &'static str, value: f64) -> Result<f64, MeshError> {
    if value > 0.0 && value < 1e100 {
        return Ok(value);
    }
    Err(MeshError::Parameter { what, value, expected: "a length above 0" })
}

fn less(what: &'static str, value: f64, limit: f64) -> Result<f64, MeshError> {
    if length(what, value)? < limit {
        return Ok(value);
    }
    Err(MeshError::Parameter { what, value, expected: "less than the length around it" })
}

fn parts(what: &'static str, value: usize, least: usize) -> Result<usize, MeshError> {
    if (least..=MAX_PARTS).contains(&value) {
        return Ok(value);
    }
    let expected = match least {
        1 => "a number from 1 to 4096",
        _ => "a number from 3 to 4096",
    };
    Err(MeshError::Parameter { what, value: value as f64, expected })
}
