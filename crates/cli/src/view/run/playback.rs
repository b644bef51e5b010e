//! A recording that is shown.

use std::path::Path;

use stickslip_scene::recording::{Frame, Recording};

/// A recording and the frame that is shown.
pub struct Playback {
    /// Its file name.
    pub name: String,
    /// All of it; never without a frame.
    pub recording: Recording,
    /// Index of the frame.
    pub at: usize,
}

impl Playback {
    /// Reads a file and shows its first frame.
    pub fn open(path: &Path, name: &str) -> Result<Self, String> {
        let recording = Recording::read_file(path).map_err(|error| error.to_string())?;
        if recording.frames.is_empty() {
            return Err(format!("{name} holds no whole frame"));
        }
        Ok(Self { name: name.into(), recording, at: 0 })
    }

    /// The frame that is shown.
    pub fn frame(&self) -> &Frame {
        &self.recording.frames[self.at]
    }

    /// Seconds to the next frame; none at the end.
    pub fn gap(&self) -> Option<f64> {
        let next = self.recording.frames.get(self.at + 1)?;
        Some(next.time - self.frame().time)
    }

    /// From the first frame to the last (s).
    pub fn seconds(&self) -> f64 {
        let frames = &self.recording.frames;
        frames.last().map_or(0.0, |last| last.time - frames[0].time)
    }
}
