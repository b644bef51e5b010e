//! `stickslip mesh`: a mesh in another format, or of fewer triangles.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use stickslip_geometry::files::{
    self, Mesh, obj_text, ply_text, vtk_surface_text, vtk_tetrahedra_text,
};
use stickslip_geometry::mesh::{Surface, simplify};
use stickslip_geometry::sdf::{Field, MeshField, Sign};

use crate::error::{Exit, Failure};
use crate::output::{self, Report};
use crate::table::{count, number};

/// Write a mesh in another format, or of fewer triangles
///
/// A closed surface stays closed and keeps its volume. Tells how far the points of the
/// old surface lie off the new one.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The mesh (.obj, .stl, .ply, .gltf, .glb, .msh)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// At most so many triangles
    #[arg(long, value_name = "N")]
    simplify: Option<usize>,
    /// Where to write it; the ending says the format: .obj, .ply or .vtk
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Replace a file that exists already
    #[arg(long)]
    force: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

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
enum Written {
    Obj,
    Ply,
    Vtk,
}

impl Written {
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

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let path = &arguments.output;
    let format = Written::of(path)?;
    output::check_folder(path)?;
    if path.exists() && !arguments.force {
        return Err(Failure::Exists(path.clone()));
    }
    let mesh = files::read(&arguments.file)?;
    let bad = |what: String| Failure::Content { path: arguments.file.clone(), what };
    // Tetrahedra stay tetrahedra where the format has them and nothing is to go.
    if let (Mesh::Tetrahedra(cells), Written::Vtk, None) = (&mesh, format, arguments.simplify) {
        output::write_whole(path, &vtk_tetrahedra_text(cells))?;
        let surface = cells.boundary().map_err(|error| bad(error.to_string()))?;
        return Ok(report(arguments, &surface, &surface));
    }
    let before = mesh.into_surface().map_err(|error| bad(error.to_string()))?;
    let after = match arguments.simplify {
        Some(most) => simplify(&before, most).map_err(|error| bad(error.to_string()))?,
        None => before.clone(),
    };
    let text = match format {
        Written::Obj => obj_text(&after),
        Written::Ply => ply_text(&after),
        Written::Vtk => vtk_surface_text(&after),
    };
    output::write_whole(path, &text)?;
    Ok(report(arguments, &before, &after))
}

fn report(arguments: &Arguments, before: &Surface, after: &Surface) -> Report {
    let off = if before == after { 0.0 } else { distance(before, after) };
    let volume = |surface: &Surface| {
        surface.mass().filter(|_| surface.check().closed).map(|mass| mass.volume)
    };
    let document = Document {
        file: arguments.output.display().to_string(),
        triangles: after.faces().len(),
        triangles_before: before.faces().len(),
        volume: volume(after),
        volume_before: volume(before),
        off,
    };
    if arguments.json {
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
