//! `series`: the figures of a whole motion.

use serde::Serialize;
use stickslip_scene::recording::FIGURES;

/// Figures over time.
#[derive(Serialize)]
pub struct Series {
    r#type: &'static str,
    /// Which figures, in the order of `values`; what sensors read comes last.
    figures: Vec<String>,
    /// Which frames of a recording, or which steps.
    frame: Vec<u64>,
    time: Vec<f64>,
    /// Frame by frame.
    values: Vec<Vec<f64>>,
}

impl Series {
    /// Without frames, of sensors with these channels.
    pub fn new(sensors: &[String]) -> Self {
        let figures = FIGURES.into_iter().map(String::from).chain(sensors.iter().cloned());
        let (frame, time, values) = Default::default();
        Self { r#type: "series", figures: figures.collect(), frame, time, values }
    }

    /// Adds a frame after all others.
    pub fn add(
        &mut self,
        frame: u64,
        time: f64,
        figures: &[f64; FIGURES.len()],
        sensors: impl IntoIterator<Item = f64>,
    ) {
        self.frame.push(frame);
        self.time.push(time);
        self.values.push(figures.iter().copied().chain(sensors).collect());
    }
}
