//! The one progress bar.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Of so many steps, with how far it is in the words of `template`. Drawn on
/// standard error, and only when that is a terminal.
pub fn progress(steps: usize, template: &str, quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(steps as u64);
    if let Ok(style) = ProgressStyle::with_template(&format!("{{bar:24}} {template} {{msg}}")) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// How many of how many, and since when.
pub const COUNTED: &str = "{pos}/{len} {elapsed}";
/// How much of the whole, and since when.
pub const SHARE: &str = "{percent} % {elapsed}";
