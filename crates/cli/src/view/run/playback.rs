//! A recording that is shown.

use std::path::Path;

use stickslip_scene::recording::{Frame, Header, RecordingFile};

use crate::view::series::Series;

/// Most frames whose figures are told; of more, some are passed over.
const MAX_POINTS: usize = 1500;

/// A recording and the frame that is shown.
pub struct Playback {
    /// Its file name.
    pub name: String,
    file: RecordingFile,
    times: Vec<f64>,
    at: usize,
    frame: Frame,
}

impl Playback {
    /// Opens a file and shows its first frame.
    pub fn open(path: &Path, name: &str) -> Result<Self, String> {
        let mut file = RecordingFile::open(path).map_err(|error| error.to_string())?;
        let first = file.frame(0).map_err(|error| error.to_string())?;
        let frame = first.ok_or_else(|| format!("{name} holds no whole frame"))?;
        let times = file.times().collect();
        Ok(Self { name: name.into(), file, times, at: 0, frame })
    }

    /// What stands at its beginning.
    pub fn header(&self) -> &Header {
        self.file.header()
    }

    /// The frame that is shown.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Sub-steps of a step, by the frame that is shown.
    pub fn substeps(&self) -> usize {
        (self.header().dt / self.frame.interval).round() as usize
    }

    /// Its index.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Number of frames.
    pub fn count(&self) -> usize {
        self.times.len()
    }

    /// Shows another frame.
    pub fn seek(&mut self, at: usize) -> Result<(), String> {
        let found = self.file.frame(at).map_err(|error| error.to_string())?;
        let count = self.count();
        self.frame = found.ok_or_else(|| {
            format!("frame: is {at}, but the recording has {count} frames, from 0 on")
        })?;
        self.at = at;
        Ok(())
    }

    /// What of the file is lost, in a sentence, and whether that is more than
    /// the last frame of a run that was killed.
    pub fn damage(&self) -> Option<(String, bool)> {
        let cut = self.file.cut()?;
        let (name, count) = (&self.name, self.count());
        let frames = if count == 1 { "frame" } else { "frames" };
        Some((format!("{name}: only the first {count} {frames} can be read; {cut}"), !cut.torn))
    }

    /// Seconds to the next frame; none at the end.
    pub fn gap(&self) -> Option<f64> {
        Some(self.times.get(self.at + 1)? - self.times[self.at])
    }

    /// The figures of its frames, evenly chosen where there are many.
    pub fn series(&self) -> Series {
        let stride = self.count().div_ceil(MAX_POINTS).max(1);
        let frame: Vec<usize> = (0..self.count()).step_by(stride).collect();
        let rows = self.file.figures().step_by(stride);
        let sensors = self.file.sensors().step_by(stride);
        let mut series = Series::new(&self.header().sensors);
        for ((at, figures), sensors) in frame.into_iter().zip(rows).zip(sensors) {
            series.add(at as u64, self.times[at], figures, sensors.iter().copied());
        }
        series
    }

    /// From the first frame to the last (s).
    pub fn seconds(&self) -> f64 {
        self.times[self.times.len() - 1] - self.times[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{BOXES, record};

    #[test]
    fn a_recording_lasts_from_its_first_frame_to_its_last() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("motion.rec");
        record(BOXES, 13, &path);
        let playback = Playback::open(&path, "motion.rec").expect("whole");
        assert!((playback.seconds() - 0.2).abs() < 1e-12, "{} s", playback.seconds());
        assert_eq!((playback.count(), playback.substeps()), (13, 2));
        assert_eq!(playback.damage(), None);
    }

    /// A byte in the middle that is wrong, and an end that is missing.
    #[test]
    fn what_is_lost_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("motion.rec");
        record(BOXES, 13, &path);
        let whole = std::fs::read(&path).expect("a recording");
        let damage = |bytes: &[u8]| {
            std::fs::write(&path, bytes).expect("written");
            let playback = Playback::open(&path, "motion.rec").expect("its first frame is whole");
            (playback.count(), playback.damage().expect("something is lost"))
        };
        let (count, (said, worse)) = damage(&whole[..whole.len() - 1]);
        assert_eq!((count, worse), (12, false));
        assert!(said.starts_with("motion.rec: only the first 12 frames can be read; "), "{said}");
        let mut wrong = whole.clone();
        wrong[whole.len() * 9 / 10] ^= 0x55;
        let (count, (said, worse)) = damage(&wrong);
        assert!(worse && (1..13).contains(&count), "{said}");
        assert!(said.contains(&format!("only the first {count} frame")), "{said}");
    }
}
