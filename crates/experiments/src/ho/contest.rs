//! The three solvers on the same frames of all scenes.

use std::sync::Arc;

use super::{BPP, BPP_PCG, PGCG, SCENES, solvers};
use crate::error::ExperimentError;
use crate::experiment::Context;
use crate::findings::Findings;
use crate::stage::{Begin, Condition, Frame, Memory, Pick, Play, Solved, condition};

/// A frame and what each solver made of it.
pub struct Measured {
    /// Rows of all islands.
    pub rows: usize,
    /// Condition numbers of the largest island.
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

/// Most outer iterations of a solve: as in the thesis when full.
pub fn limit(context: &Context) -> usize {
    context.choose(1000, 20_000)
}

/// Steps spread over the run, the same for all experiments of the thesis.
pub fn pick(context: &Context) -> Pick {
    Pick::Even(context.choose(12, 24))
}

/// States what all frames have in common.
pub fn describe(context: &Context, findings: &mut Findings, scenes: &[Arc<Scene>]) {
    let told = |scene: &Arc<Scene>| {
        format!("{} {} of {}", scene.name, scene.play.tight_frames(), scene.frames.len())
    };
    let tight: Vec<String> = scenes.iter().map(told).collect();
    if !tight.is_empty() {
        findings.setting("frames with tight rows", tight.join(", "));
    }
    findings.setting("frames", format!("{} spread over each run", pick(context).frames()));
    findings.setting("start", "index sets of the step before, free impulses 0");
    findings.setting("most compliance of a contact", super::COMPLIANCE);
    findings.setting("most outer iterations", limit(context));
    findings.setting("friction bounds", "none in a first pass, then refreshed");
    findings.setting("inner solves end at", "‖r‖ = 1e-6");
}

/// Scenes that were held already.
static HELD: Memory<Scene> = Memory::new();

/// Plays the scenes and lets the three solvers solve the same frames.
pub fn hold(context: &Context) -> Result<Vec<Arc<Scene>>, ExperimentError> {
    let one = |at: usize| {
        context.at(at, SCENES.len(), SCENES[at].stage.scene);
        hold_one(context, at)
    };
    (0..SCENES.len()).map(one).collect()
}

/// The same of one scene, once for all who ask.
pub fn hold_one(context: &Context, at: usize) -> Result<Arc<Scene>, ExperimentError> {
    let stage = SCENES[at].stage;
    let key = format!("{} {:?} {}", stage.scene, context.effort, context.seed);
    HELD.recall(key, || {
        let (ways, play) = (solvers()?, stage.play(context, pick(context))?);
        let solve = |frame: &Frame, solver: usize| {
            frame.solve(&ways[solver], limit(context), Begin::Refreshed)
        };
        let measured = |frame: &Frame| {
            Ok::<_, ExperimentError>(Measured {
                rows: frame.rows(),
                condition: frame.largest().and_then(|it| condition(it.problem.matrix())),
                solved: [solve(frame, BPP_PCG)?, solve(frame, PGCG)?, solve(frame, BPP)?],
            })
        };
        let frames = play.frames.iter().map(measured).collect::<Result<_, _>>()?;
        Ok(Scene { name: stage.scene, frames, play })
    })
}
