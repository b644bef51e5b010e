//! The three solvers on the same frames of all scenes.

use super::solvers;
use crate::error::ExperimentError;
use crate::experiment::Context;
use crate::stage::{Frame, Printed, Solved, Stage, condition};

/// A frame and what each solver made of it.
pub struct Measured {
    /// Rows of all islands.
    pub rows: usize,
    /// Condition number of the largest island, where it was asked for.
    pub condition: Option<f64>,
    /// By BPP+PCG, PGCG and BPP.
    pub solved: [Solved; 3],
}

impl Measured {
    /// Whether all of the solvers with these numbers found their index sets.
    pub fn finished(&self, solvers: &[usize]) -> bool {
        solvers.iter().all(|&solver| self.solved[solver].unfinished == 0)
    }
}

/// All frames of a scene.
pub struct Scene {
    /// Its name.
    pub name: &'static str,
    /// Its frames.
    pub frames: Vec<Measured>,
}

impl Scene {
    /// The mean over all frames of something of one solver.
    pub fn mean(&self, solver: usize, of: impl Fn(&Solved) -> f64) -> f64 {
        let sum: f64 = self.frames.iter().map(|frame| of(&frame.solved[solver])).sum();
        sum / self.frames.len().max(1) as f64
    }
}

/// Most outer iterations of a solve.
pub fn limit(context: &Context) -> usize {
    context.choose(200, 1000)
}

/// The same where hundreds of steps make a motion.
pub const MOST_IN_MOTION: usize = 200;

/// Plays the scenes and lets the three solvers solve the same frames.
pub fn hold(
    context: &Context,
    scenes: impl Iterator<Item = Stage>,
    frames: usize,
    with_condition: bool,
) -> Result<Vec<Scene>, ExperimentError> {
    let stages: Vec<Stage> = scenes.collect();
    let ways = solvers()?;
    let mut all = Vec::new();
    for (at, stage) in stages.iter().enumerate() {
        context.at(at, stages.len(), stage.scene);
        let measure = |frame: &Frame| {
            let largest = frame.largest().map(|island| &island.problem);
            let asked = largest.filter(|_| with_condition);
            Ok(Measured {
                rows: frame.rows(),
                condition: asked.and_then(|problem| condition(problem.matrix())),
                solved: [
                    frame.solve(&ways[0], limit(context))?,
                    frame.solve(&ways[1], limit(context))?,
                    frame.solve(&ways[2], limit(context))?,
                ],
            })
        };
        let play = stage.play(context, frames)?;
        let frames = play.frames.iter().map(measure).collect::<Result<_, ExperimentError>>()?;
        all.push(Scene { name: stage.scene, frames });
    }
    Ok(all)
}

/// The stages of all scenes.
pub fn stages(lines: &[Printed]) -> impl Iterator<Item = Stage> + '_ {
    lines.iter().map(|line| line.stage)
}
