//! Many runs of one scene, side by side.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;
use stickslip_scene::{SavedState, Scene};

use crate::engine::{PATIENCE, saved_state, set_controls};
use crate::exception::{Done, Exception, guarded};
use crate::pool;
use crate::scene::SceneCore;

/// What one run leaves.
struct Track {
    /// 13 numbers per body for every kept step.
    states: Vec<f64>,
    /// Times of the kept steps.
    times: Vec<f64>,
    /// Whether each step was solved.
    converged: Vec<bool>,
    /// The end.
    last: Vec<u8>,
}

/// The same for all runs.
struct Plan<'a> {
    scene: &'a Scene,
    steps: usize,
    every: usize,
    ended: AtomicBool,
}

impl Plan<'_> {
    fn run(&self, state: &[u8], controls: Option<&[f64]>) -> Done<Track> {
        let mut simulation = self.scene.simulation()?;
        simulation.restore(saved_state(state, self.scene)?)?;
        let count = simulation.controls().len();
        let mut track = Track {
            states: Vec::new(),
            times: Vec::new(),
            converged: Vec::new(),
            last: Vec::new(),
        };
        for step in 0..self.steps {
            if self.ended.load(Ordering::Relaxed) {
                return Err(Exception::new("the rollout was interrupted"));
            }
            if let Some(controls) = controls {
                set_controls(&mut simulation, &controls[step * count..(step + 1) * count])?;
            }
            track.converged.push(simulation.step()?.converged());
            if (step + 1) % self.every == 0 {
                track.states.extend(simulation.flat_state());
                track.times.push(simulation.state().time);
            }
        }
        let (scene, state) = (self.scene.name.clone(), simulation.state().clone());
        track.last = SavedState { scene, state }.to_bytes();
        Ok(track)
    }
}

/// States, times, whether solved, and last states of all runs.
type Tracks<'py> = (
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
    Vec<Bound<'py, PyBytes>>,
);

#[pymethods]
impl SceneCore {
    /// Runs from every state for `steps` steps and keeps every `every`th.
    /// `controls` has a row for every step of every run.
    #[pyo3(signature = (states, controls, steps, every, threads=None))]
    fn rollout<'py>(
        &self,
        py: Python<'py>,
        states: Vec<Vec<u8>>,
        controls: Option<PyReadonlyArray1<'_, f64>>,
        steps: usize,
        every: usize,
        threads: Option<usize>,
    ) -> PyResult<Tracks<'py>> {
        let controls = controls.map(|controls| controls.as_slice().map(<[f64]>::to_vec));
        let controls = controls.transpose()?;
        let plan =
            Plan { scene: &self.scene, steps, every: every.max(1), ended: AtomicBool::new(false) };
        let length = controls.as_ref().map_or(0, |all| all.len() / states.len().max(1));
        let each = |(at, state): (usize, &Vec<u8>)| {
            let own = controls.as_ref().map(|all| &all[at * length..(at + 1) * length]);
            plan.run(state, own)
        };
        let work = || {
            pool::of(threads, || states.par_iter().enumerate().map(each).collect::<Done<Vec<_>>>())
        };
        let (tracks, interruption) = py.detach(|| {
            std::thread::scope(|scope| {
                let (sender, done) = channel();
                scope.spawn(move || sender.send(guarded(work)));
                let mut interruption = None;
                loop {
                    match done.recv_timeout(PATIENCE) {
                        Ok(tracks) => return (tracks, interruption),
                        Err(RecvTimeoutError::Disconnected) => {
                            return (Err(Exception::new("the rollout has ended")), interruption);
                        }
                        Err(RecvTimeoutError::Timeout) => {
                            if let Err(error) = Python::attach(|py| py.check_signals()) {
                                plan.ended.store(true, Ordering::Relaxed);
                                interruption = Some(error);
                            }
                        }
                    }
                }
            })
        });
        if let Some(interruption) = interruption {
            return Err(interruption);
        }
        let tracks: Vec<Track> = tracks?;
        let numbers = |part: fn(&Track) -> &Vec<f64>| {
            PyArray1::from_vec(py, tracks.iter().flat_map(|track| part(track).clone()).collect())
        };
        let converged = tracks.iter().flat_map(|track| track.converged.clone()).collect();
        Ok((
            numbers(|track| &track.states),
            numbers(|track| &track.times),
            PyArray1::from_vec(py, converged),
            tracks.iter().map(|track| PyBytes::new(py, &track.last)).collect(),
        ))
    }
}
