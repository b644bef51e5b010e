//! A scene played from its beginning to its end, with a closer look now and then.

use std::ops::ControlFlow;
use std::time::Instant;

use stickslip_dynamics::{Simulation, State, StepReport};

use crate::scene::Scene;

/// How long a play is, and how often it is looked at closely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayPlan {
    /// Steps.
    pub steps: usize,
    /// Closer looks, spread evenly over them.
    pub looks: usize,
}

impl PlayPlan {
    /// The whole scene with so many closer looks.
    pub fn of(scene: &Scene, looks: usize) -> Self {
        let steps = (scene.seconds / scene.settings.time_step).round() as usize;
        Self { steps, looks }
    }

    /// Steps from one closer look to the next.
    pub fn stride(&self) -> usize {
        (self.steps / self.looks.max(1)).max(1)
    }

    /// Whether a step is looked at closely: half a stride late, so that the
    /// first of them has something to solve.
    pub fn is_look(&self, step: usize) -> bool {
        step % self.stride() == self.stride() / 2
    }
}

/// A step of a play.
#[derive(Clone, Copy)]
pub struct PlayedStep<'a> {
    /// Its number, from 0.
    pub step: usize,
    /// The state before it, where it is looked at closely.
    pub before: Option<&'a State>,
    /// Where everything is after it.
    pub simulation: &'a Simulation,
    /// Its figures.
    pub report: &'a StepReport,
    /// How long it took (s).
    pub seconds: f64,
}

/// Plays, and shows every step to `each`, who may end it with a reason. Why it
/// ended before its time, where it did.
pub fn play<E>(
    simulation: &mut Simulation,
    program: PlayPlan,
    mut each: impl FnMut(PlayedStep<'_>) -> Result<ControlFlow<String>, E>,
) -> Result<Option<String>, E> {
    for step in 0..program.steps {
        let before = program.is_look(step).then(|| simulation.state().clone());
        let clock = Instant::now();
        let report = match simulation.step() {
            Ok(report) => report,
            Err(error) => return Ok(Some(error.to_string())),
        };
        let seconds = clock.elapsed().as_secs_f64();
        let (before, report) = (before.as_ref(), &report);
        let played = PlayedStep { step, before, simulation, report, seconds };
        if let ControlFlow::Break(reason) = each(played)? {
            return Ok(Some(reason));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Overrides, SceneSource};

    #[test]
    fn looks_are_spread_evenly_and_see_the_state_before() {
        let scene = SceneSource::find("stack").and_then(|it| it.read(&Overrides::default()));
        let mut simulation = scene.expect("built in").simulation().expect("valid");
        let program = PlayPlan { steps: 12, looks: 3 };
        let mut looks = Vec::new();
        let ended = play(&mut simulation, program, |played| {
            looks.extend(played.before.map(|state| (played.step, state.step)));
            assert_eq!(played.simulation.state().step, played.step as u64 + 1);
            Ok::<_, ()>(if played.step == 10 {
                ControlFlow::Break("enough".into())
            } else {
                ControlFlow::Continue(())
            })
        });
        assert_eq!(looks, [(2, 2), (6, 6), (10, 10)]);
        assert_eq!(ended, Ok(Some("enough".into())));
    }
}
