//! A scene from its beginning to its end.

use std::ops::ControlFlow;

use cpu_time::ThreadTime;
use stickslip_dynamics::ContactReport;
use stickslip_dynamics::glam::DVec3;
use stickslip_scene::{PlayPlan, PlayedStep, Scene, play};

use super::frame::{Frame, Island};
use crate::error::ExperimentError;

/// Rows of a contact with friction in a box.
const ROWS: usize = 3;

/// Which steps are kept.
#[derive(Clone, Copy, Debug)]
pub enum Pick {
    /// About so many with tight rows, spread evenly over the play.
    Tight(usize),
    /// About so many with any rows, spread evenly over the play.
    Even(usize),
}

impl Pick {
    /// How many are kept at most.
    pub fn frames(self) -> usize {
        match self {
            Self::Tight(frames) | Self::Even(frames) => frames,
        }
    }

    fn takes(self, tight: usize, constraints: usize) -> bool {
        match self {
            Self::Tight(_) => tight > 0,
            Self::Even(_) => constraints > 0,
        }
    }
}

/// Counts of one step.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Simulated time at its end (s).
    pub time: f64,
    /// Scalar constraints.
    pub constraints: usize,
    /// The share of rows at a bound.
    pub tight_share: f64,
    /// The same without the three rows of each contact that is still open: they
    /// stand at zero, and nothing touches there.
    pub touching_share: f64,
}

/// A scene that was played.
pub struct Play {
    /// What was played.
    pub scene: Scene,
    /// Every step.
    pub moments: Vec<Moment>,
    /// The steps that were picked; steps with any rows where no row is ever tight.
    pub frames: Vec<Frame>,
    /// Why it ended before its time.
    pub cut: Option<String>,
}

impl Play {
    /// The largest island of all frames.
    pub fn largest(&self) -> Result<&Island, ExperimentError> {
        let islands = self.frames.iter().filter_map(Frame::largest);
        islands.max_by_key(|island| island.problem.size()).ok_or_else(|| {
            ExperimentError::Missing(format!("{} has no step with rows", self.scene.name))
        })
    }

    /// Plays a scene to its end.
    #[cfg(test)]
    pub fn new(scene: Scene, pick: Pick) -> Result<Self, ExperimentError> {
        Self::within(scene, pick, f64::INFINITY)
    }

    /// Plays a scene to its end, or for so many seconds of the processor.
    pub fn within(scene: Scene, pick: Pick, seconds: f64) -> Result<Self, ExperimentError> {
        let begun = ThreadTime::now();
        let mut simulation = scene.simulation()?;
        let program = PlayPlan::of(&scene, pick.frames());
        let mut due = program.stride() / 2;
        let (mut moments, mut kept, mut without_tight) = (Vec::new(), Vec::new(), Vec::new());
        let cut = play(&mut simulation, program, |played| {
            let PlayedStep { step, simulation, report, .. } = played;
            let time = simulation.state().time;
            let tight_share = report.tight_share();
            let open = |it: &&ContactReport| it.gap > 0.0 && it.impulse == DVec3::ZERO;
            let open = ROWS * simulation.contacts().iter().filter(open).count();
            let touching_share = report.tight.saturating_sub(open) as f64
                / report.rows.saturating_sub(open).max(1) as f64;
            let constraints = report.constraints;
            moments.push(Moment { time, constraints, tight_share, touching_share });
            let takes = pick.takes(report.tight, report.constraints);
            if takes && step >= due && kept.len() < pick.frames() {
                kept.push(Frame::of(simulation)?);
                due = step + program.stride();
            } else if program.is_look(step) && report.constraints > 0 && kept.is_empty() {
                without_tight.push(Frame::of(simulation)?);
            }
            Ok::<_, ExperimentError>(match begun.elapsed().as_secs_f64() > seconds {
                true => ControlFlow::Break(format!("{seconds} s were over after {time:.2} s")),
                false => ControlFlow::Continue(()),
            })
        })?;
        if kept.is_empty() {
            kept = without_tight;
        }
        Ok(Self { scene, moments, frames: kept, cut })
    }

    /// How many of some of the kept steps have tight rows.
    pub fn tight_frames(&self, places: &[usize]) -> usize {
        let tight =
            |time: f64| self.moments.iter().any(|it| it.time == time && it.tight_share > 0.0);
        places.iter().filter(|&&place| tight(self.frames[place].time)).count()
    }

    /// Most constraints in one step.
    pub fn most_constraints(&self) -> usize {
        self.moments.iter().map(|moment| moment.constraints).max().unwrap_or(0)
    }

    /// The mean share of tight rows over all steps with constraints.
    pub fn mean_tight_share(&self) -> f64 {
        let with: Vec<_> = self.moments.iter().filter(|moment| moment.constraints > 0).collect();
        with.iter().map(|moment| moment.tight_share).sum::<f64>() / with.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use stickslip_scene::{Overrides, SceneSource};

    use super::*;

    fn play(scene: &str, seconds: f64) -> Play {
        let source = SceneSource::find(scene).expect("built in");
        let scene = source.read(&Overrides::default()).expect("a valid scene");
        Play::new(Scene { seconds, ..scene }, Pick::Tight(5)).expect("a motion")
    }

    #[test]
    fn steps_are_spread_over_the_play_whether_tight_or_not() {
        assert!(Pick::Even(1).takes(0, 5) && !Pick::Even(1).takes(0, 0));
        assert!(Pick::Tight(1).takes(1, 5) && !Pick::Tight(1).takes(0, 5));
        let source = SceneSource::find("stack").expect("built in");
        let scene = source.read(&Overrides::default()).expect("a valid scene");
        let stack = Play::new(Scene { seconds: 0.5, ..scene }, Pick::Even(4)).expect("a motion");
        let times: Vec<f64> = stack.frames.iter().map(|frame| frame.time).collect();
        assert_eq!(times.len(), 4);
        assert!(times.windows(2).all(|two| (two[1] - two[0] - 0.125).abs() < 0.02), "{times:?}");
        assert!(
            stack.tight_frames(&[0, 1, 2, 3]) < 4,
            "a stack at rest has steps without tight rows"
        );
    }

    #[test]
    fn the_largest_island_is_the_whole_stack() {
        let stack = play("stack", 0.5);
        assert_eq!((stack.moments.len(), stack.frames.len()), (30, 5));
        // Five boxes on four corners, three rows each.
        assert_eq!(stack.largest().expect("contacts").problem.size(), 60);
        assert_eq!(stack.most_constraints(), 60);
    }

    #[test]
    fn the_largest_of_several_islands_has_no_fewer_rows_than_any() {
        let rocks = play("rocks", 0.5);
        let islands = || rocks.frames.iter().flat_map(|frame| &frame.islands);
        let largest = rocks.largest().expect("contacts").problem.size();
        assert!(islands().all(|island| island.problem.size() <= largest));
        assert!(islands().any(|island| island.problem.size() < largest), "not all are alike");
    }

    #[test]
    fn a_play_whose_seconds_are_over_says_so() {
        let source = SceneSource::find("stack").expect("built in");
        let scene = source.read(&Overrides::default()).expect("a valid scene");
        let play = Play::within(scene, Pick::Even(4), 0.0).expect("a motion");
        assert_eq!(play.moments.len(), 1);
        assert!(play.cut.is_some_and(|why| why.contains("were over after 0.02 s")));
    }

    #[test]
    fn a_play_too_short_for_contacts_says_so() {
        let play = play("sphere-on-box", 0.0);
        let error = play.largest().err().expect("no steps").to_string();
        assert!(error.contains("sphere-on-box has no step with rows"), "{error}");
    }
}
