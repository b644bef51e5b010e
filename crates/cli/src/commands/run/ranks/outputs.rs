//! What rank 0 shows while a run goes on.

use indicatif::ProgressBar;

use super::super::Arguments;
use super::begin::Beginning;
use crate::error::Failure;
use crate::output::check_folder;
use crate::progress::{COUNTED, progress};

/// The progress bar.
pub struct RankOutputs {
    steps: usize,
    quiet: bool,
    bar: ProgressBar,
}

impl RankOutputs {
    /// Checks that all files can be written.
    pub fn new(arguments: &Arguments, beginning: &Beginning) -> Result<Self, Failure> {
        for path in [&arguments.record, &arguments.save_state].into_iter().flatten() {
            check_folder(path)?;
        }
        Ok(Self {
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
}

impl Drop for RankOutputs {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
