//! What there is to say about a mesh.

use std::fmt::Write;
use std::path::Path;

use serde::Serialize;
use stickslip_geometry::files::{self, Mesh};
use stickslip_geometry::mesh::Defect;

use super::Finding;
use crate::error::Failure;
use crate::table::{count, number};

/// The facts of a mesh.
#[derive(Serialize)]
pub struct Facts {
    vertices: usize,
    triangles: usize,
    tetrahedra: usize,
    closed: bool,
    oriented: bool,
    manifold: bool,
    crossing: bool,
    parts: usize,
    area: f64,
    bounds: [[f64; 3]; 2],
    volume: Option<f64>,
    center: Option<[f64; 3]>,
    inertia_at_density_1000: Option<[[f64; 3]; 3]>,
    open_edges: usize,
}

/// Reads and checks a mesh. Surfaces may be open, as cloth is; whatever else is
/// wrong with them is an error.
pub fn inspect(path: &Path) -> Result<Finding, Failure> {
    let mesh = files::read(path)?;
    let bad = |what: String| Failure::Content { path: path.into(), what };
    let mut tetrahedra = 0;
    if let Mesh::Tetrahedra(cells) = &mesh {
        tetrahedra = cells.cells().len();
        let defects = cells.defects();
        if let Some(first) = defects.first() {
            return Err(bad(sentence(&first.to_string(), defects.len())));
        }
    }
    let surface = mesh.into_surface().map_err(|error| bad(error.to_string()))?;
    let check = surface.check();
    let is_open = |defect: &Defect| matches!(defect, Defect::Boundary(..));
    if let Some(first) = check.defects.iter().find(|defect| !is_open(defect)) {
        return Err(bad(sentence(&first.to_string(), check.count)));
    }
    // An open surface holds nothing.
    let mass = surface.mass().filter(|_| check.closed);
    let bounds = surface.bounds();
    let facts = Facts {
        vertices: surface.points().len(),
        triangles: surface.faces().len(),
        tetrahedra,
        closed: check.closed,
        oriented: check.oriented,
        manifold: check.manifold,
        crossing: check.crossing,
        parts: check.parts,
        area: surface.area(),
        bounds: [bounds.lower.to_array(), bounds.upper.to_array()],
        volume: mass.map(|mass| mass.volume),
        center: mass.map(|mass| mass.centre.to_array()),
        inertia_at_density_1000: mass.map(|mass| (mass.inertia * 1000.0).to_cols_array_2d()),
        open_edges: check.count,
    };
    let mut text = format!(
        "   a mesh of {} and {} in {}, {}\n",
        count(facts.vertices, "point"),
        match tetrahedra {
            0 => count(facts.triangles, "triangle"),
            cells => format!("{cells} tetrahedra"),
        },
        count(facts.parts, "part"),
        match facts.volume {
            Some(volume) => format!("closed, of volume {}", number(volume)),
            None => format!("open at {}", count(facts.open_edges, "edge")),
        }
    );
    for defect in check.defects.iter().take(3) {
        let _ = writeln!(text, "   {defect}");
    }
    Ok(Finding { text, facts: super::Facts::Mesh(facts), damage: None })
}

/// The first defect, and how many more there are.
fn sentence(first: &str, all: usize) -> String {
    match all - 1 {
        0 => first.into(),
        more => format!("{first} (and {more} more)"),
    }
}
