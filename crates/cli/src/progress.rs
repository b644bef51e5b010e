//! The one progress bar.

use std::fmt::Write;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use stickslip_dynamics::StepProgress;

/// Of so many steps, with how far it is in the words of `template`. Drawn on
/// standard error, and only when that is a terminal.
pub fn progress(steps: usize, template: &str, quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(steps as u64);
    if let Ok(style) =
        ProgressStyle::with_template(&format!("{{bar:24}} {template} {{within}}{{msg}}"))
    {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// Shows besides how much of a step is done, where steps tell so.
pub fn show_step_progress(bar: &ProgressBar, step_progress: StepProgress) {
    let within = move |_: &ProgressState, out: &mut dyn Write| {
        let share = step_progress.share();
        if share > 0.0 {
            // A bar that cannot be drawn changes nothing of the run.
            let _ = write!(out, "({:.0} % of a step) ", 100.0 * share);
        }
    };
    bar.set_style(bar.style().with_key("within", within));
}

/// How many of how many, and since when.
pub const COUNTED: &str = "{pos}/{len} {elapsed}";
/// How much of the whole, and since when.
pub const SHARE: &str = "{percent} % {elapsed}";
