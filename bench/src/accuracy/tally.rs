//! Sums over the steps of a simulation.

use std::time::Instant;

use serde_json::{Value, json};
use stickslip_dynamics::Simulation;

/// What a play came to.
#[derive(Default)]
pub struct Tally {
    /// Why it ended before its time.
    pub ended: Option<String>,
    /// Seconds that stepping took.
    pub seconds: f64,
    steps: usize,
    failed_solves: usize,
    solves: usize,
    rounds: usize,
    halvings: usize,
    inaccurate: usize,
    joint_error_max: f64,
    penetration_max: f64,
    /// Of what the scene began with: at its first and at its last step.
    penetration_begun: Option<[f64; 2]>,
}

impl Tally {
    /// Steps once; whether the play goes on.
    pub fn step(&mut self, simulation: &mut Simulation) -> bool {
        let clock = Instant::now();
        let report = match simulation.step() {
            Ok(report) => report,
            Err(error) => {
                self.ended = Some(error.to_string());
                return false;
            }
        };
        self.seconds += clock.elapsed().as_secs_f64();
        self.steps += 1;
        self.failed_solves += report.failed_solves;
        self.solves += report.solves;
        self.rounds += report.rounds;
        self.halvings += report.halvings;
        self.inaccurate += report.inaccurate;
        self.joint_error_max = self.joint_error_max.max(report.joint_error_max);
        self.penetration_max = self.penetration_max.max(report.penetration_max);
        let begun = report.penetration_begun;
        self.penetration_begun = Some([self.penetration_begun.map_or(begun, |[it, _]| it), begun]);
        true
    }

    /// All of it.
    pub fn figures(&self) -> Value {
        json!({
            "ended": self.ended,
            "steps": self.steps,
            "seconds": self.seconds,
            "failed_solves": self.failed_solves,
            "rounds": self.rounds,
            "solves": self.solves,
            "halvings": self.halvings,
            "inaccurate": self.inaccurate,
            "joint_error_max": self.joint_error_max,
            "penetration_max": self.penetration_max,
            "penetration_begun": self.penetration_begun,
        })
    }
}
