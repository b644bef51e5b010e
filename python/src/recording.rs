//! Recordings as arrays.

use std::path::PathBuf;

use numpy::PyArray1;
use pyo3::prelude::*;
use stickslip_dynamics::glam::DQuat;
use stickslip_scene::recording::{FIGURES, Frame, Recording};

use crate::exception::{Exception, guarded};

type Array<'py> = Bound<'py, PyArray1<f64>>;
/// Scene, names of bodies, times, states of 13 numbers per body, names of
/// figures, figures, and what is wrong with the end.
/// Then the names of what sensors give, and that of all frames.
type Arrays<'py> = (
    String,
    Vec<String>,
    Array<'py>,
    Array<'py>,
    Vec<&'static str>,
    Array<'py>,
    Option<String>,
    (Vec<String>, Array<'py>),
);

/// Reads a recording as far as it is whole.
#[pyfunction]
pub fn read_recording<'py>(py: Python<'py>, path: PathBuf) -> PyResult<Arrays<'py>> {
    let read = || {
        Recording::read_file(&path).map_err(|error| Exception("RecordingError", error.to_string()))
    };
    let recording = py.detach(|| guarded(read))?;
    let frames = &recording.frames;
    let body = |frame: &Frame| {
        let mut numbers = Vec::with_capacity(13 * frame.bodies.len());
        for body in &frame.bodies {
            let DQuat { x, y, z, w } = body.pose.orientation;
            numbers.extend(body.pose.position.to_array());
            numbers.extend([w, x, y, z]);
            numbers.extend(body.velocity.to_array());
            numbers.extend(body.angular_velocity.to_array());
        }
        numbers
    };
    let cut = recording.cut.as_ref().map(ToString::to_string);
    Ok((
        recording.header.scene.clone(),
        recording.header.bodies.iter().map(|body| body.name.clone()).collect(),
        PyArray1::from_vec(py, frames.iter().map(|frame| frame.time).collect()),
        PyArray1::from_vec(py, frames.iter().flat_map(body).collect()),
        FIGURES.to_vec(),
        PyArray1::from_vec(py, frames.iter().flat_map(|frame| frame.figures).collect()),
        cut,
        (
            recording.header.sensors.clone(),
            PyArray1::from_vec(py, frames.iter().flat_map(|it| it.sensors.clone()).collect()),
        ),
    ))
}
