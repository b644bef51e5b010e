//! A scene from its beginning to its end.

use std::ops::ControlFlow;

use stickslip_scene::{Beat, Program, Scene, play};

use super::frame::{Frame, Island};
use crate::error::ExperimentError;

/// Counts of one step.
#[derive(Clone, Copy, Debug)]
pub struct Moment {
    /// Simulated time at its end (s).
    pub time: f64,
    /// Scalar constraints.
    pub constraints: usize,
    /// The share of rows at a bound.
    pub tight_share: f64,
}

/// A scene that was played.
pub struct Play {
    /// What was played.
    pub scene: Scene,
    /// Every step.
    pub moments: Vec<Moment>,
    /// Steps with tight rows, spread evenly over the play; steps with any rows
    /// where no row is ever tight.
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
    pub fn new(scene: Scene, frames: usize) -> Result<Self, ExperimentError> {
        let mut simulation = scene.simulation()?;
        let program = Program::of(&scene, frames);
        let mut due = program.stride() / 2;
        let (mut moments, mut kept, mut without_tight) = (Vec::new(), Vec::new(), Vec::new());
        let cut = play(&mut simulation, program, |beat| {
            let Beat { step, simulation, report, .. } = beat;
            let time = simulation.state().time;
            let tight_share = report.tight_share();
            moments.push(Moment { time, constraints: report.constraints, tight_share });
            if step >= due && report.tight > 0 && kept.len() < frames {
                kept.push(Frame::of(simulation)?);
                due = step + program.stride();
            } else if program.is_look(step) && report.constraints > 0 && kept.is_empty() {
                without_tight.push(Frame::of(simulation)?);
            }
            Ok::<_, ExperimentError>(ControlFlow::Continue(()))
        })?;
        if kept.is_empty() {
            kept = without_tight;
        }
        Ok(Self { scene, moments, frames: kept, cut })
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
        Play::new(Scene { seconds, ..scene }, 5).expect("a motion")
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
    fn a_play_too_short_for_contacts_says_so() {
        let play = play("sphere-on-box", 0.0);
        let error = play.largest().err().expect("no steps").to_string();
        assert!(error.contains("sphere-on-box has no step with rows"), "{error}");
    }
}
