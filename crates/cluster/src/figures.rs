//! What ranks measure.

use crate::comm::Traffic;

/// What all ranks know of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepFigures {
    /// Sub-steps.
    pub substeps: usize,
    /// Points of contact of all ranks.
    pub contacts: u64,
    /// Deepest penetration (m).
    pub deepest: f64,
    /// Largest error of a joint (m; rad).
    pub joint_error: f64,
    /// Whether it ended deeper, or with joints farther apart, than sub-steps are to let it.
    pub is_inaccurate: bool,
    /// Weight of the busiest rank over the mean.
    pub imbalance: f64,
}

/// What one rank has measured over its steps. Seconds of stages are those of work, without
/// waiting for others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// Steps and sub-steps.
    pub steps: u64,
    /// Sub-steps.
    pub substeps: u64,
    /// Looks of all ranks, and how many of them began with new cuts.
    pub looks: u64,
    /// Times that the cuts between ranks were made anew.
    pub balancings: u64,
    /// Bodies of this rank after the last step.
    pub bodies: u64,
    /// Its points of contact then.
    pub contacts: u64,
    /// Ghosts at the last look.
    pub ghosts: u64,
    /// Bodies that left for another rank.
    pub migrations: u64,
    /// Messages, bytes and waiting.
    pub traffic: Traffic,
    /// Sum over steps of the weight of the busiest rank over the mean.
    pub imbalance_sum: f64,
    /// Deepest penetration of all ranks after any step (m).
    pub deepest: f64,
    /// Sending bodies to where they belong (s).
    pub migrate_s: f64,
    /// Finding pairs and points (s).
    pub detect_s: f64,
    /// Agreeing on exchanges (s).
    pub plan_s: f64,
    /// Sweeps (s).
    pub sweep_s: f64,
    /// Moving bodies (s).
    pub move_s: f64,
    /// All of it (s): by the clock, by the processor, and by the clock without waiting.
    pub wall_s: f64,
    /// By the processor.
    pub processor_s: f64,
    /// By the clock without waiting.
    pub work_s: f64,
}

impl Figures {
    /// As words, for another rank.
    pub fn words(&self) -> Vec<u64> {
        let counts = [
            self.steps,
            self.substeps,
            self.looks,
            self.balancings,
            self.bodies,
            self.contacts,
            self.ghosts,
            self.migrations,
            self.traffic.messages,
            self.traffic.bytes,
        ];
        let numbers = [
            self.traffic.waited_s,
            self.imbalance_sum,
            self.deepest,
            self.migrate_s,
            self.detect_s,
            self.plan_s,
            self.sweep_s,
            self.move_s,
            self.wall_s,
            self.processor_s,
            self.work_s,
        ];
        counts.into_iter().chain(numbers.map(f64::to_bits)).collect()
    }

    /// From words.
    pub fn read(words: &[u64]) -> Self {
        let number = |at: usize| f64::from_bits(words[10 + at]);
        Self {
            steps: words[0],
            substeps: words[1],
            looks: words[2],
            balancings: words[3],
            bodies: words[4],
            contacts: words[5],
            ghosts: words[6],
            migrations: words[7],
            traffic: Traffic { messages: words[8], bytes: words[9], waited_s: number(0) },
            imbalance_sum: number(1),
            deepest: number(2),
            migrate_s: number(3),
            detect_s: number(4),
            plan_s: number(5),
            sweep_s: number(6),
            move_s: number(7),
            wall_s: number(8),
            processor_s: number(9),
            work_s: number(10),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_come_back_from_their_words() {
        let words: Vec<u64> = (1..=10).chain((1..=11).map(|at| f64::from(at).to_bits())).collect();
        let figures = Figures::read(&words);
        assert_eq!(figures.words(), words);
        assert_eq!((figures.bodies, figures.sweep_s), (5, 7.0));
    }
}
