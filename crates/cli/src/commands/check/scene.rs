//! What there is to say about a valid scene, recording or saved state.

use serde::Serialize;
use stickslip_dynamics::{Accuracy, Settings, Simulation};
use stickslip_scene::recording::Recording;
use stickslip_scene::{SavedState, Scene};

use super::{Facts, Finding};
use crate::overlaps::inside_each_other;
use crate::sprung::sprung_cables;
use crate::table::{count, hanging};

/// The facts of a scene.
#[derive(Serialize)]
pub struct SceneFacts {
    scene: String,
    bodies: usize,
    joints: usize,
    solver: String,
    /// What is allowed and still hardly meant.
    warnings: Vec<String>,
}

/// Bodies, joints and the solver that would step it.
pub fn approve_scene(scene: &Scene, simulation: &mut Simulation) -> Finding {
    let stepper = simulation.settings().stepper.name();
    let ignored_settings = simulation.ignored_settings().into_iter();
    let ignored_settings = ignored_settings.map(|what| format!("{stepper} steps pass over {what}"));
    let facts = SceneFacts {
        scene: scene.name.clone(),
        bodies: scene.model.bodies().len(),
        joints: scene.model.joints().len(),
        solver: simulation.solver_name().into(),
        warnings: overlaps(simulation)
            .into_iter()
            .chain(sprung_cables(simulation))
            .chain(ignored_settings)
            .collect(),
    };
    let mut text = format!(
        "   {}: a scene of {} and {}, solved by {}\n",
        facts.scene,
        count(facts.bodies, "body"),
        count(facts.joints, "joint"),
        facts.solver
    );
    for warning in &facts.warnings {
        text += &hanging("   warning: ", warning);
    }
    Finding { text, damage: None, facts: Facts::Scene(facts) }
}

/// Bodies that begin deep inside each other: stepping throws them apart. Looks
/// at the contacts of one plain step, whose gaps are those at its beginning.
fn overlaps(simulation: &Simulation) -> Vec<String> {
    let settings = Settings { accuracy: Accuracy::Off, ..simulation.settings().clone() };
    let begun = stickslip_scene::simulation(simulation.model().clone(), settings);
    let Ok(mut simulation) = begun else { return Vec::new() };
    if simulation.step().is_err() {
        return Vec::new();
    }
    inside_each_other(&simulation)
}

/// The facts of a recording.
#[derive(Serialize)]
pub struct RecordingFacts {
    recording: String,
    bodies: usize,
    format: usize,
    frames: usize,
    seconds: f64,
    cut: Option<CutFacts>,
}

#[derive(Serialize)]
struct CutFacts {
    offset: usize,
    bytes: usize,
    reason: &'static str,
    torn: bool,
}

/// Frames, and whether its end is whole. A run that was killed leaves a valid
/// recording, and at most the frame that it was writing is lost; anything else
/// that is lost makes it a damaged one.
pub fn praise_recording(recording: &Recording) -> Finding {
    let cut = recording.cut.as_ref().map(|cut| CutFacts {
        offset: cut.offset,
        bytes: cut.bytes,
        reason: cut.reason,
        torn: cut.torn,
    });
    let times = recording.frames.first().zip(recording.frames.last());
    let facts = RecordingFacts {
        recording: recording.header.scene.clone(),
        bodies: recording.header.bodies.len(),
        format: recording.format,
        frames: recording.frames.len(),
        seconds: times.map_or(0.0, |(first, last)| last.time - first.time),
        cut,
    };
    let mut text = format!(
        "   {}: a recording of {} in {} over {:.3} s\n",
        facts.recording,
        count(facts.bodies, "body"),
        count(facts.frames, "frame"),
        facts.seconds
    );
    let mut damage = None;
    if let Some(cut) = &recording.cut {
        text += &format!("   {cut}\n");
        damage = (!cut.torn).then(|| cut.to_string());
    }
    Finding { text, damage, facts: Facts::Recording(facts) }
}

/// The facts of a saved state.
#[derive(Serialize)]
pub struct StateFacts {
    state: String,
    bodies: usize,
    step: u64,
    time: f64,
}

/// Which scene it belongs to, and when.
pub fn praise_state(saved: &SavedState) -> Finding {
    let facts = StateFacts {
        state: saved.scene.clone(),
        bodies: saved.state.bodies.len(),
        step: saved.state.step,
        time: saved.state.time,
    };
    let text = format!(
        "   {}: a state of {} after {} steps, {:.3} s\n",
        facts.state,
        count(facts.bodies, "body"),
        facts.step,
        facts.time
    );
    Finding { text, damage: None, facts: Facts::State(facts) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{BOXES, record, simulation};

    /// A cube in the air that begins so deep inside another of its size.
    fn warned(size: f64, depth: f64) -> Vec<String> {
        let upper = size - depth;
        overlaps(&simulation(&format!(
            "name = 'it'\n[settings]\ngravity = [0, 0, 0]\n\
             [[body]]\nname = 'lower'\nshape = {{ type = 'box', size = [{size}, {size}, {size}] }}\n\
             [[body]]\nname = 'upper'\nposition = [0, {upper}, 0]\n\
             shape = {{ type = 'box', size = [{size}, {size}, {size}] }}\n"
        )))
    }

    /// Two hundredths of a body are deep, whatever its size.
    #[test]
    fn deep_is_a_share_of_the_body() {
        assert!(warned(4.0, 0.04).is_empty());
        assert_eq!(warned(4.0, 0.2), ["lower and upper begin 0.200 m inside each other"]);
        assert_eq!(warned(0.1, 0.01), ["lower and upper begin 0.010 m inside each other"]);
    }

    #[test]
    fn a_recording_is_as_long_as_its_frames_are_apart() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("motion.rec");
        record(BOXES, 7, &path);
        let finding = praise_recording(&Recording::read_file(&path).expect("whole"));
        let Facts::Recording(facts) = finding.facts else { panic!("a recording") };
        assert!((facts.seconds - 0.1).abs() < 1e-12, "{} s", facts.seconds);
        assert_eq!(facts.frames, 7);
    }
}
