//! A scene from its beginning to its end.

use std::ops::ControlFlow;

use stickslip_scene::{Beat, Program, Scene, play};

use super::frame::{Frame, Island};
use crate::error::ExperimentError;

/// Which steps with tight rows are kept.
#[derive(Clone, Copy, Debug)]
pub enum Pick {
    /// About so many, spread evenly over the play.
    Spread(usize),
    /// Every one until there are so many, and then `later` over the rest.
    Early {
        /// How many from the first on.
        first: usize,
        /// How many afterwards.
        later: usize,
    },
}

impl Pick {
    /// How many are kept one after the other, and how many spread.
    fn parts(self) -> (usize, usize) {
        match self {
            Self::Spread(frames) => (0, frames),
            Self::Early { first, later } => (first, later),
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
}

/// A scene that was played.
pub struct Play {
    /// What was played.
    pub scene: Scene,
    /// Every step.
    pub moments: Vec<Moment>,
    /// Steps with tight rows; steps with any rows where no row is ever tight.
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
    pub fn new(scene: Scene, pick: Pick) -> Result<Self, ExperimentError> {
        let mut simulation = scene.simulation()?;
        let (first, later) = pick.parts();
        let program = Program::of(&scene, later);
        let mut due = program.stride() / 2;
        let (mut moments, mut kept, mut without_tight) = (Vec::new(), Vec::new(), Vec::new());
        let cut = play(&mut simulation, program, |beat| {
            let Beat { step, simulation, report, .. } = beat;
            let time = simulation.state().time;
            let tight_share = report.tight_share();
            moments.push(Moment { time, constraints: report.constraints, tight_share });
            let early = kept.len() < first;
            if report.tight > 0 && (early || step >= due && kept.len() < first + later) {
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
        Play::new(Scene { seconds, ..scene }, Pick::Spread(5)).expect("a motion")
    }

    #[test]
    fn early_steps_are_kept_one_after_the_other_and_later_ones_spread() {
        let source = SceneSource::find("wall").expect("built in");
        let scene = source.read(&Overrides::default()).expect("a valid scene");
        let pick = Pick::Early { first: 4, later: 2 };
        let wall = Play::new(Scene { seconds: 1.0, ..scene }, pick).expect("a motion");
        let tight: Vec<f64> =
            wall.moments.iter().filter(|it| it.tight_share > 0.0).map(|it| it.time).collect();
        let kept: Vec<f64> = wall.frames.iter().map(|frame| frame.time).collect();
        assert_eq!(kept[..4], tight[..4]);
        assert!(kept.len() > 4 && kept.len() <= 6, "{kept:?}");
        assert!(kept[3..].windows(2).all(|two| two[1] - two[0] > 0.49), "{kept:?}");
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
