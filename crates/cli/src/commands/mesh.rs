//! `stickslip mesh`: what a mesh file holds.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use stickslip_geometry::files::{self, Mesh};
use stickslip_import::hull_volume;

use crate::error::{Exit, Failure};
use crate::output::Report;
use crate::table::{number, pairs};

/// Show what a mesh file holds: points, triangles, volume, centre, inertia, hull
///
/// Takes OBJ, STL, PLY, glTF and Gmsh files. `stickslip check` says what is wrong with one.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The mesh
    file: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// The facts of a surface; volume, centre and inertia where it is closed.
#[derive(Serialize)]
struct Surface {
    triangles: usize,
    vertices: usize,
    closed: bool,
    volume: Option<f64>,
    center: Option<[f64; 3]>,
    inertia_at_density_1000: Option<[[f64; 3]; 3]>,
    bounds: [[f64; 3]; 2],
    hull_volume: Option<f64>,
    area: f64,
}

/// The facts of tetrahedra.
#[derive(Serialize)]
struct Solid {
    points: usize,
    tetrahedra: usize,
    volume: f64,
    bounds: [[f64; 3]; 2],
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    match files::read(&arguments.file)? {
        Mesh::Surface(surface) => {
            // Formats without shared points, and those with one for each normal, count alike.
            let surface = surface.welded();
            let closed = surface.check().closed;
            let mass = surface.mass().filter(|_| closed);
            let bounds = surface.bounds();
            let facts = Surface {
                triangles: surface.faces().len(),
                vertices: surface.points().len(),
                closed,
                volume: mass.map(|mass| mass.volume),
                center: mass.map(|mass| mass.center.to_array()),
                inertia_at_density_1000: mass
                    .map(|mass| (mass.inertia * 1000.0).to_cols_array_2d()),
                bounds: [bounds.lower.to_array(), bounds.upper.to_array()],
                hull_volume: hull_volume(surface.points()),
                area: surface.area(),
            };
            if arguments.json {
                return Ok(Report::json(&facts, Exit::Done));
            }
            let maybe = |value: Option<f64>| value.map_or_else(|| "none".into(), number);
            let point = |point: [f64; 3]| point.map(number).join(" ");
            Ok(Report::done(pairs([
                ("points".into(), facts.vertices.to_string()),
                ("triangles".into(), facts.triangles.to_string()),
                ("closed".into(), if facts.closed { "yes" } else { "no" }.into()),
                ("volume (m³)".into(), maybe(facts.volume)),
                ("centre (m)".into(), facts.center.map_or_else(|| "none".into(), point)),
                ("volume of the hull (m³)".into(), maybe(facts.hull_volume)),
                ("area (m²)".into(), number(facts.area)),
                ("from (m)".into(), point(facts.bounds[0])),
                ("to (m)".into(), point(facts.bounds[1])),
            ])))
        }
        Mesh::Tetrahedra(cells) => {
            let points = cells.points();
            let bounds = stickslip_geometry::Bounds::around(points.iter().copied());
            let facts = Solid {
                points: points.len(),
                tetrahedra: cells.cells().len(),
                volume: cells.total_volume(),
                bounds: [bounds.lower.to_array(), bounds.upper.to_array()],
            };
            if arguments.json {
                return Ok(Report::json(&facts, Exit::Done));
            }
            Ok(Report::done(pairs([
                ("points".into(), facts.points.to_string()),
                ("tetrahedra".into(), facts.tetrahedra.to_string()),
                ("volume (m³)".into(), number(facts.volume)),
                ("from (m)".into(), facts.bounds[0].map(number).join(" ")),
                ("to (m)".into(), facts.bounds[1].map(number).join(" ")),
            ])))
        }
    }
}
