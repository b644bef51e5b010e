//! `stickslip query`: answers every question of geometry and elasticity in a file.

mod answers;
mod barrier;
mod barrier_meshes;
mod barrier_steps;
mod ccd;
mod ccd_scene;
mod document;
mod elastic;
mod sdf;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use stickslip_geometry::ccd::{Method, Tolerance};

use crate::error::Failure;
use crate::output::Report;

/// Answer the questions of geometry and elasticity in a file
///
/// Prints a table of errors against the answers that the file holds, or with --json
/// one document. Exit code 0: done, 1: an answer is wrong, 2: bad input.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Subcommand, Debug)]
enum Kind {
    /// When features that move along straight lines first touch (.csv, .csv.gz)
    Ccd(ccd::Arguments),
    /// When two meshes first touch, and which of their features do (.json, .json.gz)
    CcdScene(ccd_scene::Arguments),
    /// Energies, forces and stiffness of tetrahedra, beams, bars, modes and steps (.json, .json.gz)
    Elastic(elastic::Arguments),
    /// Distances, barriers, mollified edges and friction (.json, .json.gz)
    Barrier(barrier::Arguments),
    /// Steps of a soft body at the minimum of an incremental potential (.json, .json.gz)
    BarrierSteps(barrier_steps::Arguments),
    /// Signed distances of shapes and meshes (.json, .json.gz, meshes beside it)
    Sdf(sdf::Arguments),
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    match &arguments.kind {
        Kind::Ccd(arguments) => ccd::run(arguments),
        Kind::CcdScene(arguments) => ccd_scene::run(arguments),
        Kind::Elastic(arguments) => elastic::run(arguments),
        Kind::Barrier(arguments) => barrier::run(arguments),
        Kind::BarrierSteps(arguments) => barrier_steps::run(arguments),
        Kind::Sdf(arguments) => sdf::run(arguments),
    }
}

/// How continuous collision is detected.
#[derive(Args, Debug)]
struct Detection {
    /// How: planes that separate, roots of cubics first, or boxes of time and place
    #[arg(long, value_enum, default_value_t = MethodName::Inclusion)]
    method: MethodName,
    /// Features may be said to touch within this times the size of a query
    #[arg(long, value_name = "D", default_value_t = Tolerance::default().delta)]
    delta: f64,
}

impl Detection {
    fn tolerance(&self) -> Tolerance {
        Tolerance { delta: self.delta, ..Tolerance::default() }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MethodName {
    Inclusion,
    Cubic,
    Boxes,
}

impl From<MethodName> for Method {
    fn from(name: MethodName) -> Self {
        match name {
            MethodName::Inclusion => Self::Inclusion,
            MethodName::Cubic => Self::Cubic,
            MethodName::Boxes => Self::Boxes,
        }
    }
}

fn wrong(path: &Path, what: impl ToString) -> Failure {
    Failure::Content { path: path.into(), what: what.to_string() }
}

fn read(path: &PathBuf) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| wrong(path, format!("cannot read it: {error}")))
}
