//! What rank 0 writes and shows while a run goes on.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use indicatif::ProgressBar;
use stickslip_cluster::ClusterError;
use stickslip_dynamics::{ContactReport, Simulation, State, StepReport};
use stickslip_scene::recording::{Frame, FrameContact, Header, Recorder};
use stickslip_scene::{SavedState, Scene};

use super::super::{Arguments, Setup};
use crate::error::Failure;
use crate::output::check_folder;
use crate::progress::{COUNTED, progress};

/// Files and the progress bar.
pub struct RankOutputs<'a> {
    /// Stands where the ranks stand, for what a recording keeps.
    simulation: &'a mut Simulation,
    scene: &'a Scene,
    seed: u64,
    record: Option<&'a Path>,
    recorder: Option<Recorder<BufWriter<File>>>,
    state: Option<&'a Path>,
    steps: usize,
    quiet: bool,
    bar: ProgressBar,
}

impl<'a> RankOutputs<'a> {
    /// Checks that all files can be written.
    pub fn new(arguments: &'a Arguments, setup: &'a mut Setup) -> Result<Self, Failure> {
        for path in [&arguments.record, &arguments.save_state].into_iter().flatten() {
            check_folder(path)?;
        }
        Ok(Self {
            simulation: &mut setup.simulation,
            scene: &setup.scene,
            seed: setup.seed,
            record: arguments.record.as_deref(),
            recorder: None,
            state: arguments.save_state.as_deref(),
            steps: setup.steps,
            quiet: arguments.quiet || arguments.json,
            bar: ProgressBar::hidden(),
        })
    }

    /// Begins them; only rank 0 does.
    pub fn begin(&mut self) -> Result<(), ClusterError> {
        if let Some(path) = self.record {
            let begun = Recorder::create(path, &Header::new(self.scene, self.seed));
            self.recorder = Some(begun.map_err(|reason| cannot_write(path, &reason))?);
        }
        self.bar = progress(self.steps, COUNTED, self.quiet);
        Ok(())
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
        let (Some(path), Some(recorder)) = (self.record, &mut self.recorder) else {
            return Ok(());
        };
        let restored = self.simulation.restore(state);
        restored.map_err(|error| ClusterError::Outside(error.to_string()))?;
        let mut report = StepReport::default();
        (report.contacts, report.constraints) = (contacts, 3 * contacts);
        let frame = Frame {
            interval,
            contacts: points.iter().map(FrameContact::from).collect(),
            ..Frame::new(self.simulation, &report)
        };
        recorder.record(&frame).map_err(|reason| cannot_write(path, &reason))
    }

    /// Saves the state.
    pub fn save(&self, state: &State) -> Result<(), ClusterError> {
        let Some(path) = self.state else { return Ok(()) };
        let saved = SavedState { scene: self.scene.name.clone(), state: state.clone() };
        saved.write_file(path).map_err(|error| ClusterError::Outside(error.to_string()))
    }
}

fn cannot_write(path: &Path, reason: &std::io::Error) -> ClusterError {
    ClusterError::Outside(format!("cannot write {}: {reason}", path.display()))
}

impl Drop for RankOutputs<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
