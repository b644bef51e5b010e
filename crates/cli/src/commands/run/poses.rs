//! Poses of bodies and places of vertices as text, in full precision.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use stickslip_dynamics::Simulation;
use stickslip_report::layout::exact;

use crate::error::Failure;
use crate::output;

const BODIES: &str = "step,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,time\n";
const VERTICES: &str = "step,soft,vertex,x,y,z,vx,vy,vz,time\n";

/// A file of bodies, and one of vertices beside it where there are soft bodies.
pub struct Poses {
    bodies: (PathBuf, String),
    vertices: Option<(PathBuf, String)>,
}

impl Poses {
    /// Checks that the files can be written, and begins them.
    pub fn new(path: &Path, simulation: &Simulation) -> Result<Self, Failure> {
        output::check_target(path, "csv")?;
        let has_vertices = !simulation.model().soft_bodies().is_empty();
        let vertices = has_vertices.then(|| (beside(path), String::from(VERTICES)));
        if let Some((path, _)) = &vertices {
            output::check_target(path, "csv")?;
        }
        Ok(Self { bodies: (path.to_owned(), BODIES.into()), vertices })
    }

    /// Adds what there is after a step.
    pub fn after(&mut self, simulation: &Simulation) {
        add_bodies(&mut self.bodies.1, simulation);
        if let Some((_, csv)) = &mut self.vertices {
            add_vertices(csv, simulation);
        }
    }

    /// Writes the files.
    pub fn write(&self) -> Result<(), Failure> {
        for (path, csv) in [Some(&self.bodies), self.vertices.as_ref()].into_iter().flatten() {
            output::write_whole(path, csv)?;
        }
        Ok(())
    }
}

/// `run.csv` has its vertices in `run-vertices.csv`.
fn beside(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-vertices.csv"))
}

/// Centre of mass, orientation and velocities.
fn add_bodies(csv: &mut String, simulation: &Simulation) {
    let state = simulation.state();
    for (body, at) in simulation.model().bodies().iter().zip(&state.bodies) {
        let q = at.pose.orientation;
        let numbers = at
            .pose
            .position
            .to_array()
            .into_iter()
            .chain([q.w, q.x, q.y, q.z])
            .chain(at.velocity.to_array())
            .chain(at.angular_velocity.to_array());
        let _ = write!(csv, "{},{}", state.step, quoted(&body.description.name));
        for number in numbers {
            let _ = write!(csv, ",{}", exact(number));
        }
        let _ = writeln!(csv, ",{}", state.time);
    }
}

/// Places and velocities, numbered as in the mesh of each soft body.
fn add_vertices(csv: &mut String, simulation: &Simulation) {
    let state = simulation.state();
    for (at, soft) in simulation.model().soft_bodies().iter().enumerate() {
        let name = quoted(&soft.description.name);
        for (vertex, own) in simulation.soft_vertices(at).enumerate() {
            let _ = write!(csv, "{},{name},{vertex}", state.step);
            let (place, velocity) = (state.vertices.positions[own], state.vertices.velocities[own]);
            for number in place.to_array().into_iter().chain(velocity.to_array()) {
                let _ = write!(csv, ",{}", exact(number));
            }
            let _ = writeln!(csv, ",{}", state.time);
        }
    }
}

/// A name as CSV has it: in quotation marks where it needs them.
pub fn quoted(name: &str) -> String {
    if name.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.into()
    }
}
