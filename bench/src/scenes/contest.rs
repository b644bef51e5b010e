//! The same steps from the same states by other solvers, in turns.

use std::time::Instant;

use serde_json::{Value, json};
use stickslip_dynamics::{Simulation, State, StepReport};
use stickslip_scene::Scene;

use crate::timing::quartiles;

/// Who does the steps of `bpp` again.
pub const RIVALS: [&str; 4] = ["bpp-full", "bpp-skyline", "bpp-pcg", "pgcg"];

/// One rival and what it took.
struct Rival {
    simulation: Simulation,
    /// Its solve time over that of `bpp`, step by step.
    ratios: Vec<f64>,
    unsolved: usize,
    energy_error_max: f64,
    seconds: f64,
}

/// All rivals on one scene.
pub struct Contest {
    rivals: Vec<Rival>,
    patience: f64,
    steps: usize,
}

impl Contest {
    /// A rival whose steps took `patience` seconds altogether drops out.
    pub fn new(scene: &Scene, patience: f64) -> Result<Self, String> {
        let rival = |name: &str| {
            let mut settings = scene.settings.clone();
            settings.solver.name = Some(name.into());
            let simulation = Simulation::new(scene.model.clone(), settings);
            Ok(Rival {
                simulation: simulation.map_err(|error| error.to_string())?,
                ratios: Vec::new(),
                unsolved: 0,
                energy_error_max: 0.0,
                seconds: 0.0,
            })
        };
        let rivals = RIVALS.into_iter().map(rival).collect::<Result<_, String>>()?;
        Ok(Self { rivals, patience, steps: 0 })
    }

    /// Does the step from `state` that gave `first` to `bpp`.
    pub fn hold(&mut self, state: &State, first: &StepReport) -> Result<(), String> {
        if first.constraints == 0 {
            return Ok(());
        }
        self.steps += 1;
        for rival in &mut self.rivals {
            if rival.seconds > self.patience {
                continue;
            }
            rival.simulation.restore(state.clone()).map_err(|error| error.to_string())?;
            let clock = Instant::now();
            match rival.simulation.step() {
                Ok(report) => {
                    rival.ratios.push(report.times.solve_s / first.times.solve_s);
                    rival.unsolved += usize::from(report.failed_solves > 0);
                    rival.energy_error_max = rival.energy_error_max.max(report.energy_error_max);
                }
                Err(_) => rival.unsolved += 1,
            }
            rival.seconds += clock.elapsed().as_secs_f64();
        }
        Ok(())
    }

    /// A line of the table.
    pub fn row(&self, scene: &str) -> Vec<String> {
        let mut row = vec![scene.into(), self.steps.to_string()];
        row.extend(self.rivals.iter().map(|rival| {
            let [low, middle, high] = quartiles(rival.ratios.clone());
            let fewer = if rival.ratios.len() < self.steps {
                format!(", {} steps", rival.ratios.len())
            } else {
                String::new()
            };
            let unsolved =
                if rival.unsolved > 0 { format!(" ✗{}", rival.unsolved) } else { String::new() };
            format!("{middle:.1}× ({low:.1}–{high:.1}){unsolved}{fewer}")
        }));
        row
    }

    /// The same as JSON.
    pub fn record(&self) -> Value {
        let rival = |(name, rival): (&&str, &Rival)| {
            let [low, middle, high] = quartiles(rival.ratios.clone());
            json!({
                "solver": name,
                "steps": rival.ratios.len(),
                "ratio": { "median": middle, "quartiles": [low, high] },
                "unsolved": rival.unsolved,
                "energy_error_max": rival.energy_error_max,
            })
        };
        RIVALS.iter().zip(&self.rivals).map(rival).collect()
    }
}
