//! The three solvers on the same frames of all scenes.

use std::sync::Arc;

use stickslip_linalg::Ordering;
use stickslip_linalg::cholesky::Analysis;
use stickslip_solve::Counts;

use super::{BPP, BPP_PCG, PGCG, SCENES, solvers};
use crate::bounded::Range;
use crate::error::ExperimentError;
use crate::experiment::Context;
use crate::findings::Findings;
use crate::stage::{Begin, Condition, Frame, Island, Memory, Pick, Play, Solved, condition};

/// A frame and what each solver made of it.
pub struct Measured {
    /// Rows of all islands.
    pub rows: usize,
    /// Condition numbers of the largest island.
    pub condition: Option<Condition>,
    /// By BPP+PCG, PGCG and BPP.
    pub solved: [Solved; 3],
    /// Seconds of each solver, from repeat to repeat.
    pub seconds: [[f64; REPEATS]; 3],
}

/// How often a solve is timed that takes less than [`SHORT`]; one that takes
/// longer stands for its repeats.
pub const REPEATS: usize = 3;
const SHORT: f64 = 0.2;

impl Measured {
    /// All that the time of a solver may be (s).
    pub fn time(&self, solver: usize) -> Range {
        Range::of(&self.seconds[solver])
    }

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
    /// Their places among those of the play, which may be more: see [`Budget`].
    places: Vec<usize>,
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

    /// Mean time of a frame (s), from repeat to repeat.
    pub fn seconds(&self, solver: usize) -> Range {
        let count = self.frames.len().max(1) as f64;
        let of = |repeat: usize| {
            self.frames.iter().map(|it| it.seconds[solver][repeat]).sum::<f64>() / count
        };
        Range::of(&[0, 1, 2].map(of))
    }

    /// The share of imaginary columns among all of a solver's incomplete factors.
    pub fn imaginary_share(&self, solver: usize) -> f64 {
        let sum = |name: &str| -> f64 {
            self.frames.iter().map(|frame| frame.solved[solver].figure(name)).sum()
        };
        sum("imaginary_columns") / sum("factored_columns").max(1.0)
    }

    /// On how many frames each of two solvers takes fewer outer iterations.
    pub fn fewer(&self, one: usize, other: usize) -> [usize; 2] {
        let outer = |frame: &Measured, solver: usize| frame.solved[solver].counts.iterations;
        let wins = |a: usize, b: usize| {
            self.frames.iter().filter(|frame| outer(frame, a) < outer(frame, b)).count()
        };
        [wins(one, other), wins(other, one)]
    }

    /// The largest error of a frame (J), finished or not.
    pub fn error(&self, solver: usize) -> f64 {
        self.frames.iter().map(|frame| frame.solved[solver].energy).fold(0.0, f64::max)
    }

    /// Frames whose index sets BPP did not find.
    pub fn left(&self) -> impl Iterator<Item = &Frame> {
        let all = self.places.iter().map(|&at| &self.play.frames[at]).zip(&self.frames);
        all.filter(|(_, measured)| !measured.finished(BPP)).map(|(frame, _)| frame)
    }

    /// Frames whose index sets a solver did not find.
    pub fn lost(&self, solver: usize) -> usize {
        self.frames.iter().filter(|frame| !frame.finished(solver)).count()
    }
}

/// Most outer iterations of a solve, where the thesis has 20 000.
pub const LIMIT: usize = 1000;

/// Most inner iterations of a solve in full, a preconditioner counted as ten: what is not
/// solved by then is a frame that is not finished.
const INNER: usize = 30_000;

/// The option that says so.
pub fn inner_limit(context: &Context) -> String {
    context.choose(String::new(), format!("total_inner={INNER}"))
}

/// Work that an experiment has for the frames of a scene, in entries of matrices and
/// factors that solves go through. Frames are taken in an order of which every beginning
/// is spread over the run, and none is begun when it is spent.
pub struct Budget(f64);

/// A complete factor is estimated in times of some 4 ns, in which that many entries are
/// gone through.
const FACTOR: f64 = 4.0;

impl Budget {
    /// So many entries when full.
    pub fn new(context: &Context, entries: f64) -> Self {
        Self(context.choose(f64::INFINITY, entries))
    }

    /// Whether another frame may be begun.
    pub fn is_left(&self) -> bool {
        self.0 > 0.0
    }

    /// What conjugate gradients have gone through.
    pub fn spend(&mut self, solved: &Solved, frame: &Frame) {
        let entries: usize = frame.islands.iter().map(|it| it.problem.matrix().stored()).sum();
        let Counts { inner_iterations, factorisations, .. } = solved.counts;
        self.0 -= (inner_iterations + 10 * factorisations) as f64 * entries as f64;
    }

    /// The same of complete factors.
    fn spend_direct(&mut self, solved: &Solved, frame: &Frame) {
        let cost = |island: &Island| {
            let analysis = Analysis::new(island.problem.matrix(), Ordering::CuthillMcKee);
            analysis.map_or(0.0, |analysis| analysis.costs().factor)
        };
        let all: f64 = frame.islands.iter().map(cost).sum();
        // Every island takes about as many.
        let steps = solved.counts.iterations as f64 / frame.islands.len().max(1) as f64;
        self.0 -= FACTOR * steps * all;
    }
}

/// Places of so many frames, of which every beginning is spread over all: by the digits of
/// their numbers, read backwards (van der Corput).
pub fn spread_out(count: usize) -> Vec<usize> {
    let all = count.next_power_of_two();
    let digits = all.trailing_zeros();
    let backwards = |at: usize| at.reverse_bits().checked_shr(usize::BITS - digits).unwrap_or(0);
    (0..all).map(backwards).filter(|&at| at < count).collect()
}

/// Steps spread over the run, the same for all experiments of the thesis.
pub fn pick(context: &Context) -> Pick {
    Pick::Even(context.choose(12, 24))
}

/// States what all frames have in common.
pub fn describe(context: &Context, findings: &mut Findings, scenes: &[Arc<Scene>]) {
    let told = |scene: &Arc<Scene>| {
        let tight = scene.play.tight_frames(&scene.places);
        let (own, all) = (scene.frames.len(), scene.play.frames.len());
        let cut = scene.play.cut.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
        format!("{} {tight} of {own}, taken of {all}{cut}", scene.name)
    };
    let tight: Vec<String> = scenes.iter().map(told).collect();
    if !tight.is_empty() {
        findings.setting("frames with tight rows", tight.join(", "));
    }
    let played = scenes.iter().map(|it| format!("{} {}", it.name, it.play.scene.seconds));
    if !scenes.is_empty() {
        findings.setting("seconds played", played.collect::<Vec<_>>().join(", "));
    }
    findings.setting("frames", format!("{} spread over each run", pick(context).frames()));
    findings.setting("start", "index sets of the step before, free impulses 0");
    findings.setting("most compliance of a contact", super::COMPLIANCE);
    findings.setting("most outer iterations", LIMIT);
    let inner = context.choose("no limit altogether".into(), INNER.to_string());
    findings.setting("most inner iterations of a solve, a preconditioner counted as ten", inner);
    findings.setting("friction bounds", "none in a first pass, then refreshed");
    findings.setting("inner solves end at", "‖r‖ = 1e-6");
    findings
        .setting("times of a solve", format!("{REPEATS}, one where it takes more than {SHORT} s"));
}

/// Entries for the three solvers on a scene: some two minutes.
const ENTRIES: f64 = 1e11;

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
        let (ways, play) = (solvers(&inner_limit(context))?, stage.play(context, pick(context))?);
        let solve =
            |frame: &Frame, solver: usize| frame.solve(&ways[solver], LIMIT, Begin::Refreshed);
        let measured = |frame: &Frame| {
            let solved = [solve(frame, BPP_PCG)?, solve(frame, PGCG)?, solve(frame, BPP)?];
            let mut seconds = solved.each_ref().map(|it| [it.seconds; REPEATS]);
            // In turns, so that a busy machine is busy for all of them.
            for repeat in 1..REPEATS {
                for (solver, times) in seconds.iter_mut().enumerate() {
                    if times[0] < SHORT {
                        times[repeat] = solve(frame, solver)?.seconds;
                    }
                }
            }
            Ok::<_, ExperimentError>(Measured {
                rows: frame.rows(),
                condition: frame.largest().and_then(|it| condition(it.problem.matrix())),
                solved,
                seconds,
            })
        };
        let mut budget = Budget::new(context, ENTRIES);
        let mut taken = Vec::new();
        for place in spread_out(play.frames.len()) {
            if !budget.is_left() {
                break;
            }
            let frame = &play.frames[place];
            let found = measured(frame)?;
            [BPP_PCG, PGCG].iter().for_each(|&it| budget.spend(&found.solved[it], frame));
            budget.spend_direct(&found.solved[BPP], frame);
            taken.push((place, found));
        }
        taken.sort_by_key(|it| it.0);
        let (places, frames) = taken.into_iter().unzip();
        Ok(Scene { name: stage.scene, frames, places, play })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_beginning_is_spread_over_the_run() {
        assert_eq!(spread_out(8), [0, 4, 2, 6, 1, 5, 3, 7]);
        assert_eq!([spread_out(0).len(), spread_out(1).len(), spread_out(24).len()], [0, 1, 24]);
        let mut all = spread_out(24);
        assert!(all[..6].windows(2).all(|two| two[0].abs_diff(two[1]) >= 4), "{all:?}");
        all.sort_unstable();
        assert!(all.into_iter().eq(0..24));
    }
}
