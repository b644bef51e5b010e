//! Ctrl-C while a run goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::output::complain;

/// What shells call an end by Ctrl-C: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// Whether Ctrl-C was pressed. A second one ends the process at once.
#[derive(Debug)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on, on a thread of its own. Where that cannot be done,
    /// Ctrl-C ends the process as it always does.
    pub fn listen() -> Self {
        let came = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&came);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
        if let Ok(runtime) = runtime {
            // Before the thread begins, or an early Ctrl-C would still end the process.
            let inside = runtime.enter();
            let presses = presses();
            drop(inside);
            if let Ok(presses) = presses {
                std::thread::spawn(move || runtime.block_on(count(presses, &flag)));
            }
        }
        Self(came)
    }

    /// Whether it came.
    pub fn came(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(unix)]
type Presses = tokio::signal::unix::Signal;
#[cfg(windows)]
type Presses = tokio::signal::windows::CtrlC;

#[cfg(unix)]
fn presses() -> std::io::Result<Presses> {
    tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt())
}

#[cfg(windows)]
fn presses() -> std::io::Result<Presses> {
    tokio::signal::windows::ctrl_c()
}

async fn count(mut presses: Presses, came: &AtomicBool) {
    while presses.recv().await.is_some() {
        if came.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
        complain("interrupted: ends after this step; Ctrl-C once more ends at once");
    }
}
