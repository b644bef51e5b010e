//! When the next step is due, and when the next frame.

use std::time::{Duration, Instant};

use crate::view::hello::FRAMES_PER_SECOND;

/// Farther behind than this, lost time is not made up for.
const PATIENCE: Duration = Duration::from_millis(100);
/// Frames may come this much too early, or every second one would be lost to
/// the unsteadiness of waiting.
const EARLY: Duration = Duration::from_millis(2);

/// Paces a run to real time × speed.
#[derive(Debug)]
pub struct Clock {
    due: Instant,
    frame_due: Instant,
}

impl Clock {
    /// The first step and the first frame are due at once.
    pub fn new() -> Self {
        let now = Instant::now();
        Self { due: now, frame_due: now }
    }

    /// The next step is due at once.
    pub fn restart(&mut self) {
        self.due = Instant::now();
    }

    /// Time until the next step.
    pub fn wait(&self) -> Duration {
        self.due.saturating_duration_since(Instant::now())
    }

    /// The next step is due after so many seconds.
    pub fn advance(&mut self, seconds: f64) {
        let longest = Duration::from_secs(3600);
        let step = Duration::try_from_secs_f64(seconds).map_or(longest, |step| step.min(longest));
        self.due += step;
        let now = Instant::now();
        if self.due + PATIENCE < now {
            self.due = now;
        }
    }

    /// Whether a frame may be sent now; if so, the next one has to wait.
    pub fn frame_is_due(&mut self) -> bool {
        let now = Instant::now();
        if now + EARLY < self.frame_due {
            return false;
        }
        let interval = Duration::from_secs(1) / FRAMES_PER_SECOND;
        self.frame_due = (self.frame_due + interval).max(now);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After a frame the next one waits for its turn, however fast it comes.
    #[test]
    fn frames_are_an_interval_apart() {
        let begun = Instant::now();
        let mut clock = Clock { due: begun, frame_due: begun };
        assert!(clock.frame_is_due());
        assert!(clock.frame_due >= begun + Duration::from_secs(1) / FRAMES_PER_SECOND);
        clock.frame_due = begun + Duration::from_secs(3600);
        assert!(!clock.frame_is_due());
        assert_eq!(clock.frame_due, begun + Duration::from_secs(3600));
    }
}
