//! What rank 0 writes and shows while a run goes on.

use std::path::Path;

use indicatif::ProgressBar;
use stickslip_cluster::ClusterError;
use stickslip_dynamics::State;
use stickslip_scene::{SavedState, Scene};

use super::super::Arguments;
use super::begin::Beginning;
use crate::error::Failure;
use crate::output::check_folder;
use crate::progress::{COUNTED, progress};

/// Files and the progress bar.
pub struct RankOutputs<'a> {
    scene: &'a Scene,
    state: Option<&'a Path>,
    steps: usize,
    quiet: bool,
    bar: ProgressBar,
}

impl<'a> RankOutputs<'a> {
    /// Checks that all files can be written.
    pub fn new(arguments: &'a Arguments, beginning: &'a Beginning) -> Result<Self, Failure> {
        for path in [&arguments.record, &arguments.save_state].into_iter().flatten() {
            check_folder(path)?;
        }
        Ok(Self {
            scene: &beginning.sparse.scene,
            state: arguments.save_state.as_deref(),
            steps: beginning.steps,
            quiet: arguments.quiet || arguments.json,
            bar: ProgressBar::hidden(),
        })
    }

    /// Shows the progress; only rank 0 does.
    pub fn begin(&mut self) {
        self.bar = progress(self.steps, COUNTED, self.quiet);
    }

    /// A step is done.
    pub fn show(&self, time: f64) {
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("{time:.2} s"));
        }
        self.bar.inc(1);
    }

    /// Saves the state.
    pub fn save(&self, state: State) -> Result<(), ClusterError> {
        let Some(path) = self.state else { return Ok(()) };
        let saved = SavedState { scene: self.scene.name.clone(), state };
        saved.write_file(path).map_err(|error| ClusterError::Outside(error.to_string()))
    }
}

impl Drop for RankOutputs<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
