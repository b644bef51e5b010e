//! The three solvers on the same frames of all scenes.

use std::sync::Arc;

use super::{BPP, BPP_PCG, PGCG, SCENES, solvers};
use crate::error::ExperimentError;
use crate::experiment::Context;
use crate::findings::Findings;
use crate::stage::{Begin, Condition, Frame, Pick, Play, Solved, condition};

/// A frame and what each solver made of it.
pub struct Measured {
    /// Rows of all islands.
    pub rows: usize,
    /// Condition numbers of the largest island, where they were asked for.
    pub condition: Option<Condition>,
    /// By BPP+PCG, PGCG and BPP.
    pub solved: [Solved; 3],
}

impl Measured {
    /// Whether a solver found all index sets.
    pub fn finished(&self, solver: usize) -> bool {
        self.solved[solver].unfinished == 0
    }
}

/// All frames of a scene.
pub struct Scene {
    /// Its name.
    pub name: &'static str,
    /// Its frames.
    pub frames: Vec<Measured>,
    play: Arc<Play>,
}

impl Scene {
    /// The mean over all frames of something of one solver.
    pub fn mean(&self, solver: usize, of: impl Fn(&Solved) -> f64) -> f64 {
        let sum: f64 = self.frames.iter().map(|frame| of(&frame.solved[solver])).sum();
        sum / self.frames.len().max(1) as f64
    }

    /// Mean outer iterations of a frame, summed over its islands.
    pub fn outer(&self, solver: usize) -> f64 {
        self.mean(solver, |it| it.counts.iterations as f64)
    }

    /// Mean time of a frame (s).
    pub fn seconds(&self, solver: usize) -> f64 {
        self.mean(solver, |it| it.seconds)
    }

    /// The largest error of a frame (J), finished or not.
    pub fn error(&self, solver: usize) -> f64 {
        self.frames.iter().map(|frame| frame.solved[solver].energy).fold(0.0, f64::max)
    }

    /// Frames whose index sets BPP did not find.
    pub fn left(&self) -> impl Iterator<Item = &Frame> {
        let all = self.play.frames.iter().zip(&self.frames);
        all.filter(|(_, measured)| !measured.finished(BPP)).map(|(frame, _)| frame)
    }

    /// Frames whose index sets a solver did not find.
    pub fn lost(&self, solver: usize) -> usize {
        self.frames.iter().filter(|frame| !frame.finished(solver)).count()
    }
}

/// Most outer iterations of a solve.
pub fn limit(context: &Context) -> usize {
    context.choose(200, 500)
}

/// Every step with tight rows from the first on, then some over the rest.
pub fn pick(context: &Context) -> Pick {
    context.choose(Pick::Early { first: 8, later: 4 }, Pick::Early { first: 20, later: 5 })
}

/// States what all frames have in common.
pub fn describe(context: &Context, findings: &mut Findings) {
    let Pick::Early { first, later } = pick(context) else { return };
    findings.setting("frames", format!("the first {first} tight steps, then {later} spread"));
    findings.setting("start", "index sets of the step before, free impulses 0");
    findings.setting("most compliance of a contact", super::COMPLIANCE);
    findings.setting("most outer iterations", limit(context));
    findings.setting("inner solves end at", "‖r‖ = 1e-6");
}

/// Plays the scenes and lets the three solvers solve the same frames.
pub fn hold(context: &Context, with_condition: bool) -> Result<Vec<Scene>, ExperimentError> {
    let ways = solvers()?;
    let mut all = Vec::new();
    for (at, line) in SCENES.iter().enumerate() {
        let name = line.stage.scene;
        context.at(at, SCENES.len(), name);
        let solve = |frame: &Frame, solver: usize| {
            frame.solve(&ways[solver], limit(context), Begin::LastSets)
        };
        let play = line.stage.play(context, pick(context))?;
        let mut frames = Vec::new();
        for frame in &play.frames {
            let largest = frame.largest().filter(|_| with_condition);
            frames.push(Measured {
                rows: frame.rows(),
                condition: largest.and_then(|island| condition(island.problem.matrix())),
                solved: [solve(frame, BPP_PCG)?, solve(frame, PGCG)?, solve(frame, BPP)?],
            });
        }
        all.push(Scene { name, frames, play });
    }
    Ok(all)
}
