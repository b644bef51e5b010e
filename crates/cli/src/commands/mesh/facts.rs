//! What a mesh file holds.

use serde::Serialize;
use stickslip_geometry::files::Mesh;
use stickslip_import::hull_volume;

use crate::error::Exit;
use crate::output::Report;
use crate::table::{number, pairs};

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

/// Shows them.
pub fn show(mesh: Mesh, json: bool) -> Report {
    match mesh {
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
                center: mass.map(|mass| mass.centre.to_array()),
                inertia_at_density_1000: mass
                    .map(|mass| (mass.inertia * 1000.0).to_cols_array_2d()),
                bounds: [bounds.lower.to_array(), bounds.upper.to_array()],
                hull_volume: hull_volume(surface.points()),
                area: surface.area(),
            };
            if json {
                return Report::json(&facts, Exit::Done);
            }
            let maybe = |value: Option<f64>| value.map_or_else(|| "none".into(), number);
            let point = |point: [f64; 3]| point.map(number).join(" ");
            Report::done(pairs([
                ("points".into(), facts.vertices.to_string()),
                ("triangles".into(), facts.triangles.to_string()),
                ("closed".into(), if facts.closed { "yes" } else { "no" }.into()),
                ("volume (m³)".into(), maybe(facts.volume)),
                ("centre (m)".into(), facts.center.map_or_else(|| "none".into(), point)),
                ("volume of the hull (m³)".into(), maybe(facts.hull_volume)),
                ("area (m²)".into(), number(facts.area)),
                ("from (m)".into(), point(facts.bounds[0])),
                ("to (m)".into(), point(facts.bounds[1])),
            ]))
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
            if json {
                return Report::json(&facts, Exit::Done);
            }
            Report::done(pairs([
                ("points".into(), facts.points.to_string()),
                ("tetrahedra".into(), facts.tetrahedra.to_string()),
                ("volume (m³)".into(), number(facts.volume)),
                ("from (m)".into(), facts.bounds[0].map(number).join(" ")),
                ("to (m)".into(), facts.bounds[1].map(number).join(" ")),
            ]))
        }
    }
}
