//! A mesh in another format, or of fewer triangles.

use std::path::Path;

use serde::Serialize;
use stickslip_geometry::files::{Mesh, obj_text, ply_text, vtk_surface_text, vtk_tetrahedra_text};
use stickslip_geometry::mesh::{Surface, simplify};
use stickslip_geometry::sdf::{Field, MeshField, Sign};

use super::Arguments;
use crate::error::{Exit, Failure};
use crate::output::{self, Report};
use crate::table::{count, number};

#[derive(Serialize)]
struct Document {
    file: String,
    triangles: usize,
    triangles_before: usize,
    /// Of what it encloses (m³).
    volume: Option<f64>,
    volume_before: Option<f64>,
    /// The farthest point of the old surface from the new one (m).
    off: f64,
}

#[derive(Clone, Copy)]
enum OutputFormat {
    Obj,
    Ply,
    Vtk,
}

impl OutputFormat {
    fn of(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        match ending.as_ref().and_then(|ending| ending.to_str()) {
            Some("obj") => Ok(Self::Obj),
            Some("ply") => Ok(Self::Ply),
            Some("vtk") => Ok(Self::Vtk),
            _ => Err(Failure::Extension { path: path.into(), expected: "obj, .ply or .vtk" }),
        }
    }
}

/// Writes the mesh of the arguments to `path`.
pub fn write(arguments: &Arguments, mesh: Mesh, path: &Path) -> Result<Report, Failure> {
    let format = OutputFormat::of(path)?;
    output::check_folder(path)?;
    if path.exists() && !arguments.force {
        return Err(Failure::Exists(path.into()));
    }
    let bad = |what: String| Failure::Content { path: arguments.file.clone(), what };
    // Tetrahedra stay tetrahedra where the format has them and nothing is to go.
    if let (Mesh::Tetrahedra(cells), OutputFormat::Vtk, None) = (&mesh, format, arguments.simplify)
    {
        output::write_whole(path, &vtk_tetrahedra_text(cells))?;
        let surface = cells.boundary().map_err(|error| bad(error.to_string()))?;
        return Ok(report(path, &surface, &surface, arguments.json));
    }
    let before = mesh.into_surface().map_err(|error| bad(error.to_string()))?;
    let after = match arguments.simplify {
        Some(most) => simplify(&before, most).map_err(|error| bad(error.to_string()))?,
        None => before.clone(),
    };
    let text = match format {
        OutputFormat::Obj => obj_text(&after),
        OutputFormat::Ply => ply_text(&after),
        OutputFormat::Vtk => vtk_surface_text(&after),
    };
    output::write_whole(path, &text)?;
    Ok(report(path, &before, &after, arguments.json))
}

fn report(path: &Path, before: &Surface, after: &Surface, json: bool) -> Report {
    let off = if before == after { 0.0 } else { distance(before, after) };
    let volume = |surface: &Surface| {
        surface.mass().filter(|_| surface.check().closed).map(|mass| mass.volume)
    };
    let document = Document {
        file: path.display().to_string(),
        triangles: after.faces().len(),
        triangles_before: before.faces().len(),
        volume: volume(after),
        volume_before: volume(before),
        off,
    };
    if json {
        return Report::json(&document, Exit::Done);
    }
    let mut text = format!(" {}: {}", document.file, count(document.triangles, "triangle"));
    if before != after {
        text += &format!(" of {}", document.triangles_before);
        text += &format!(", its points off by at most {} m", number(off));
    }
    if let Some(volume) = document.volume {
        text += &format!("; of volume {}", number(volume));
    }
    Report::done(text + "\n")
}

/// The farthest that a used point of one surface lies off another.
fn distance(from: &Surface, to: &Surface) -> f64 {
    let field = MeshField::new(to, Sign::Normal);
    let corners = from.all_corners();
    let far = |&point| field.sample(point).0.abs();
    corners.iter().flatten().map(far).fold(0.0, f64::max)
}
