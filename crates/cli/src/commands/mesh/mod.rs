//! `stickslip mesh`: what a mesh file holds, or the same mesh in another format.

mod convert;
mod facts;

use std::path::PathBuf;

use clap::Args;
use stickslip_geometry::files;

use crate::error::Failure;
use crate::output::Report;

/// Show what a mesh file holds, or write it in another format or of fewer triangles
///
/// Tells points, triangles, volume, centre, inertia and hull of OBJ, STL, PLY, glTF and Gmsh
/// files; `stickslip check` says what is wrong with one. With --output it is written anew: a
/// closed surface of fewer triangles stays closed and keeps its volume, and how far the points
/// of the old surface lie off the new one is reported.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The mesh (.obj, .stl, .ply, .gltf, .glb, .dae, .msh, .vtk)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write at most so many triangles
    #[arg(long, value_name = "N", requires = "output")]
    simplify: Option<usize>,
    /// Where to write it; the ending says the format: .obj, .ply or .vtk
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace a file that exists already
    #[arg(long, requires = "output")]
    force: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let mesh = files::read(&arguments.file)?;
    match &arguments.output {
        Some(path) => convert::write(arguments, mesh, path),
        None => Ok(facts::show(mesh, arguments.json)),
    }
}
