//! The private half of the Python package: no numerics, and no Python
//! manners. Names, shapes and pictures for people are in `stickslip/*.py`.

mod articulation;
mod derivatives;
mod engine;
mod exception;
mod fleet;
mod geometry;
mod pool;
mod problem;
mod readout;
mod recording;
mod report;
mod rollout;
mod scene;

use pyo3::prelude::*;

/// What the package is made of; see the modules of `stickslip`.
#[pymodule]
mod _stickslip {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::articulation::ArticulationCore;
    #[pymodule_export]
    use super::engine::Engine;
    #[pymodule_export]
    use super::exception::provoke_panic;
    #[pymodule_export]
    use super::fleet::FleetCore;
    #[pymodule_export]
    use super::geometry::{MeshCore, ccd, distance};
    #[pymodule_export]
    use super::pool::set_threads;
    #[pymodule_export]
    use super::problem::{ProblemCore, solve, solvers};
    #[pymodule_export]
    use super::recording::read_recording;
    #[pymodule_export]
    use super::report::StepReport;
    #[pymodule_export]
    use super::scene::{
        SceneCore, find_scene, model_keys, scene_parameters, scenes, setting_keys, with_settings,
    };
    #[pymodule_export]
    use super::{main, version};

    /// Before anybody can fork.
    #[pymodule_init]
    fn begin(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::pool::begin();
        Ok(())
    }
}

/// Runs the command `stickslip` with its arguments, the first of which is its
/// own name, and gives the exit code.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<String>) -> u8 {
    py.detach(|| stickslip_cli::run(arguments))
}

/// The version of the package.
#[pyfunction]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
