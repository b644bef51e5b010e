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
    /// Most by which bodies moved otherwise than the pressures that pushed them had it (m/s).
    mismatch_max: f64,
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
            mismatch_max: 0.0,
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
        self.mismatch_max = self.mismatch_max.max(report.mismatch);
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
            ("bodies off their pressure", format!("{} m/s", scientific(self.mismatch_max))),
            ("volume drift at the end", percent(self.volume_drift)),
            ("  largest", percent(self.volume_drift_max)),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{BOXES, simulation};

    /// Half a tank of 2 m × 1 m × 1 m, and a tank of 1 m³ that is full.
    const TANKS: &str = "name = 'tanks'\n[settings]\nstepper = 'fluid'\n\
        [[liquid]]\nname = 'half'\ndomain = [[0, 0, 0], [2, 1, 1]]\n\
        region = [[0, 0, 0], [1, 1, 1]]\nresolution = 8\n\
        [[liquid]]\nname = 'full'\ndomain = [[5, 0, 0], [6, 1, 1]]\n\
        region = [[5, 0, 0], [6, 1, 1]]\nresolution = 4\n";

    #[test]
    fn liquids_begin_with_what_was_poured() {
        let figures = LiquidFigures::new(&simulation(TANKS)).expect("liquids");
        assert!((figures.begun - 2.0).abs() < 1e-9, "{} m³", figures.begun);
        assert!(LiquidFigures::new(&simulation(BOXES)).is_none());
    }

    #[test]
    fn the_largest_drift_is_the_first_of_its_size() {
        let mut figures = LiquidFigures::new(&simulation(TANKS)).expect("liquids");
        figures.begun = 1.0;
        for (volume, separating) in [(1.25, 3), (0.75, 0), (1.125, 0)] {
            let cells = 10 * separating;
            figures.add(&LiquidReport { volume, separating, cells, ..LiquidReport::default() });
        }
        assert_eq!((figures.volume_drift, figures.volume_drift_max), (0.125, 0.25));
        assert_eq!((figures.cells_max, figures.separating_max), (30, 3));
        let pairs = figures.pairs();
        let told = |name: &str| pairs.iter().find(|pair| pair.0 == name).map(|pair| &*pair.1);
        assert_eq!(told("volume drift at the end"), Some("12.50 %"));
        assert_eq!(told("  largest"), Some("25.00 %"));
        assert_eq!(told("  mean of steps"), Some("1.00"));
    }
}
