//! What rank 0 writes and shows while a run goes on.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use stickslip_cluster::ClusterError;
use stickslip_dynamics::{ContactReport, Simulation, State, StepReport};
use stickslip_scene::SavedState;
use stickslip_scene::recording::{Frame, FrameContact, Header, Recorder};

use super::super::{Arguments, Setup};
use crate::error::Failure;
use crate::output::check_folder;
use crate::progress::{COUNTED, progress};

/// Files and the progress bar.
pub struct RankOutputs<'a> {
    /// Stands where the ranks stand, for what a recording keeps.
    simulation: &'a mut Simulation,
    scene: &'a str,
    recorder: Option<(PathBuf, Recorder<BufWriter<File>>)>,
    state: Option<PathBuf>,
    bar: ProgressBar,
}

impl<'a> RankOutputs<'a> {
    /// Checks that all files can be written, and begins them.
    pub fn new(arguments: &Arguments, setup: &'a mut Setup) -> Result<Self, Failure> {
        for path in [&arguments.record, &arguments.save_state].into_iter().flatten() {
            check_folder(path)?;
        }
        let begin = |path: &PathBuf| {
            Recorder::create(path, &Header::new(&setup.scene, setup.seed))
                .map(|recorder| (path.clone(), recorder))
                .map_err(|reason| Failure::Write { path: path.clone(), reason })
        };
        Ok(Self {
            recorder: arguments.record.as_ref().map(begin).transpose()?,
            state: arguments.save_state.clone(),
            bar: progress(setup.steps, COUNTED, arguments.quiet || arguments.json),
            simulation: &mut setup.simulation,
            scene: &setup.scene.name,
        })
    }

    /// A step is done.
    pub fn show(&self, time: f64) {
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("{time:.2} s"));
        }
        self.bar.inc(1);
    }

    /// Adds a frame.
    pub fn record(
        &mut self,
        state: State,
        (points, interval): (Vec<ContactReport>, f64),
        contacts: usize,
    ) -> Result<(), ClusterError> {
        let Some((path, recorder)) = &mut self.recorder else { return Ok(()) };
        self.simulation.restore(state).map_err(|error| ClusterError::Outside(error.to_string()))?;
        let report = StepReport { contacts, constraints: 3 * contacts, ..StepReport::default() };
        let frame = Frame {
            interval,
            contacts: points.iter().map(FrameContact::from).collect(),
            ..Frame::new(self.simulation, &report)
        };
        recorder.record(&frame).map_err(|reason| ClusterError::Outside(cannot_write(path, &reason)))
    }

    /// Saves the state.
    pub fn save(&self, state: &State) -> Result<(), ClusterError> {
        let Some(path) = &self.state else { return Ok(()) };
        let saved = SavedState { scene: self.scene.to_owned(), state: state.clone() };
        saved.write_file(path).map_err(|error| ClusterError::Outside(error.to_string()))
    }
}

fn cannot_write(path: &Path, reason: &std::io::Error) -> String {
    format!("cannot write {}: {reason}", path.display())
}

impl Drop for RankOutputs<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
