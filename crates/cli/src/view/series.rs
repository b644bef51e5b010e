//! `series`: the figures of a whole motion.

use serde::Serialize;
use stickslip_scene::recording::FIGURES;

/// Figures over time.
#[derive(Serialize)]
pub struct Series {
    r#type: &'static str,
    /// Which figures, in the order of `values`.
    figures: [&'static str; FIGURES.len()],
    /// Which frames of a recording, or which steps.
    frame: Vec<u64>,
    time: Vec<f64>,
    /// Frame by frame.
    values: Vec<[f64; FIGURES.len()]>,
}

impl Default for Series {
    fn default() -> Self {
        let (frame, time, values) = Default::default();
        Self { r#type: "series", figures: FIGURES, frame, time, values }
    }
}

impl Series {
    /// Adds a frame after all others.
    pub fn add(&mut self, frame: u64, time: f64, figures: &[f64; FIGURES.len()]) {
        self.frame.push(frame);
        self.time.push(time);
        self.values.push(*figures);
    }
}
