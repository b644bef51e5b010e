//! The figures of liquids in a run.

use serde::Serialize;
use stickslip_dynamics::{LiquidReport, Particles, Simulation};

use crate::table::scientific;

/// Sums and worst values over all steps.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LiquidFigures {
    /// Particles of all liquids.
    particles: usize,
    /// Most liquid cells in one step.
    cells_max: usize,
    /// Most cells that left a wall in one step.
    separating_max: usize,
    /// Mean number of them.
    separating_mean: f64,
    /// Largest outflow of a cell that was not separating (m/s).
    divergence_max: f64,
    /// What the liquids take up at the end over what they began with, less 1.
    volume_drift: f64,
    /// The largest that was.
    volume_drift_max: f64,
    #[serde(skip)]
    begun: f64,
    #[serde(skip)]
    steps: f64,
}

impl LiquidFigures {
    /// Before the first step; none without liquids.
    pub fn new(simulation: &Simulation) -> Option<Self> {
        let liquids = simulation.model().liquids().iter().zip(&simulation.state().liquids);
        let (mut particles, mut begun) = (0, 0.0);
        for (liquid, state) in liquids {
            particles += state.particles.len();
            begun += state.particles.len() as f64 * Particles::volume(&liquid.grid());
        }
        (particles > 0).then_some(Self {
            particles,
            cells_max: 0,
            separating_max: 0,
            separating_mean: 0.0,
            divergence_max: 0.0,
            volume_drift: 0.0,
            volume_drift_max: 0.0,
            begun,
            steps: 0.0,
        })
    }

    /// One more step.
    pub fn add(&mut self, report: &LiquidReport) {
        self.steps += 1.0;
        self.cells_max = self.cells_max.max(report.cells);
        self.separating_max = self.separating_max.max(report.separating);
        self.separating_mean += (report.separating as f64 - self.separating_mean) / self.steps;
        self.divergence_max = self.divergence_max.max(report.divergence_max);
        self.volume_drift = report.volume / self.begun - 1.0;
        if self.volume_drift.abs() > self.volume_drift_max.abs() {
            self.volume_drift_max = self.volume_drift;
        }
    }

    /// For the table.
    pub fn pairs(&self) -> Vec<(String, String)> {
        let percent = |share: f64| format!("{:.2} %", 100.0 * share);
        [
            ("particles", self.particles.to_string()),
            ("most liquid cells", self.cells_max.to_string()),
            ("most cells leaving walls", self.separating_max.to_string()),
            ("  mean of steps", format!("{:.2}", self.separating_mean)),
            ("largest outflow of others", format!("{} m/s", scientific(self.divergence_max))),
            ("volume drift at the end", percent(self.volume_drift)),
            ("  largest", percent(self.volume_drift_max)),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into()
    }
}
