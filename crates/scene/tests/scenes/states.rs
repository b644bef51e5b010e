//! A run that goes on from a saved state gives the same bits as one that never
//! stopped.

use stickslip_dynamics::State;
use stickslip_scene::{CodedState, SavedState, StateReader};

use crate::{SMALL, good};

#[test]
fn a_saved_state_goes_on_to_the_same_bits() {
    let scene = good(SMALL);
    let mut whole = scene.simulation().expect("a simulation");
    for _ in 0..20 {
        whole.step().expect("a step");
    }
    let saved = SavedState { scene: scene.name.clone(), state: whole.state().clone() };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("state");
    saved.write_file(&path).expect("written");
    let read = SavedState::read_file(&path).expect("whole");
    assert_eq!(read, saved);
    let mut resumed = scene.simulation().expect("a simulation");
    resumed.restore(read.state).expect("of the same scene");
    for _ in 0..20 {
        whole.step().expect("a step");
        resumed.step().expect("a step");
    }
    assert_eq!(whole.state(), resumed.state());
    assert_eq!(whole.state().hash(), resumed.state().hash());
}

#[test]
fn damaged_states_are_refused() {
    let scene = good(SMALL);
    let mut simulation = scene.simulation().expect("a simulation");
    simulation.step().expect("a step");
    let state = simulation.state().clone();
    let bytes = SavedState { scene: "small".into(), state }.to_bytes();
    assert!(SavedState::from_bytes(&bytes, "whole").is_ok());
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(SavedState::from_bytes(&changed, "changed").is_err(), "byte {at}");
        let error = SavedState::from_bytes(&bytes[..at], "cut.state").expect_err("cut");
        assert!(error.to_string().starts_with("cut.state: "));
    }
}

/// Several hands write the bytes of one, and read what it has; together they see every damage.
#[test]
fn states_are_written_and_read_in_parts() {
    let scene = good(SMALL);
    let mut simulation = scene.simulation().expect("a simulation");
    for _ in 0..20 {
        simulation.step().expect("a step");
    }
    let mut state = simulation.state().clone();
    // What no rank has.
    state.bodies.iter_mut().for_each(|body| (body.before, body.sub_stepped) = (None, false));
    assert!(state.bodies.len() > 2 && !state.contacts.is_empty());
    let expected = SavedState { scene: "small".into(), state: state.clone() }.to_bytes();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("state");
    for ranks in [1, 2, 5] {
        let cut = |count: usize, rank: usize| rank * count / ranks..(rank + 1) * count / ranks;
        let parts = (0..ranks).map(|rank| {
            let bodies = &state.bodies[cut(state.bodies.len(), rank)];
            CodedState::new(bodies, &state.contacts[cut(state.contacts.len(), rank)])
        });
        let parts: Vec<CodedState> = parts.collect();
        let shares: Vec<_> = parts.iter().map(CodedState::share).collect();
        let mut file = std::fs::File::create(&path).expect("a file");
        let bare = State { bodies: Vec::new(), contacts: Vec::new(), ..state.clone() };
        for (rank, part) in parts.iter().enumerate().rev() {
            part.write(&mut file, (&shares, rank), ("small", &bare)).expect("written");
        }
        assert!(std::fs::read(&path).expect("a file") == expected, "{ranks} hands");
        let mut reader = StateReader::open(&path).expect("whole");
        assert_eq!((reader.scene(), reader.rest()), ("small", &bare));
        let (bodies, contacts) = reader.counts();
        let (mut found, mut stretches) = (State::default(), Vec::new());
        for rank in 0..ranks {
            found.bodies.extend(reader.bodies(cut(bodies, rank)).expect("there"));
            found.contacts.extend(reader.contacts(cut(contacts, rank)).expect("there"));
            stretches.push(reader.stretch(rank as u64, ranks as u64).expect("there"));
        }
        assert_eq!((found.bodies, found.contacts), (state.bodies.clone(), state.contacts.clone()));
        reader.check(&stretches).expect("whole");
    }
    for at in (0..expected.len()).step_by(7) {
        let mut changed = expected.clone();
        changed[at] ^= 1;
        for bytes in [&changed[..], &expected[..at]] {
            std::fs::write(&path, bytes).expect("written");
            let read = StateReader::open(&path).and_then(|mut reader| {
                let stretches = [reader.stretch(0, 2)?, reader.stretch(1, 2)?];
                reader.check(&stretches)
            });
            assert!(read.is_err(), "byte {at}");
        }
    }
}

/// Version 1 of the format ends before what is commanded from outside.
#[test]
fn states_of_the_first_format_are_read() {
    let scene = good(SMALL);
    let mut simulation = scene.simulation().expect("a simulation");
    simulation.step().expect("a step");
    let state = simulation.state().clone();
    let controls = state.controls.len();
    let newest = SavedState { scene: "small".into(), state: state.clone() }.to_bytes();
    let befores = state.bodies.iter().filter(|body| body.before.is_some()).count();
    // Six lists, those of liquids, vertices, anchors, what small steps took and signals empty.
    let history = 4 + (4 + 13 * 8 + 1) * befores + 4 + 4 + 4 + 4 + 4;
    let payload = &newest[16..newest.len() - (4 + 9 * controls + 4) - history];
    let mut first = newest[..8].to_vec();
    first.extend(1_u32.to_le_bytes());
    first.extend(crc32fast::hash(payload).to_le_bytes());
    first.extend(payload);
    let read = SavedState::from_bytes(&first, "old.state").expect("a known version");
    assert!(read.state.controls.is_empty() && read.state.leads.is_empty());
    let mut resumed = scene.simulation().expect("a simulation");
    resumed.restore(read.state).expect("of the same scene");
    let mut without = state;
    without.bodies.iter_mut().for_each(|body| body.before = None);
    assert_eq!(resumed.state(), &without);
    first[8] = 8;
    let error = SavedState::from_bytes(&first, "new.state").expect_err("not known").to_string();
    assert!(error.contains("another version"), "{error}");
}

/// What motors and led bodies are commanded survives saving.
#[test]
fn what_is_told_is_saved() {
    use stickslip_dynamics::{Control, Pose};
    let source = stickslip_scene::SceneSource::find("grasp").expect("built in");
    let scene = source.read(&Default::default()).expect("valid");
    let mut simulation = scene.simulation().expect("a simulation");
    simulation.set_control("slide-0", 0.05).expect("a motor");
    simulation.set_control_at(1, Control::Force(3.0)).expect("a motor");
    let hand = simulation.model().body_named("hand").expect("a body");
    simulation.lead(hand, Pose::at(glam::DVec3::new(0.0, 0.51, 0.0))).expect("kinematic");
    let saved = SavedState { scene: scene.name.clone(), state: simulation.state().clone() };
    let read = SavedState::from_bytes(&saved.to_bytes(), "memory").expect("just written");
    assert_eq!(read, saved);
    let mut resumed = scene.simulation().expect("a simulation");
    resumed.restore(read.state).expect("of the same scene");
    for _ in 0..5 {
        simulation.step().expect("a step");
        resumed.step().expect("a step");
    }
    assert_eq!(simulation.state(), resumed.state());
    let mut untold = scene.simulation().expect("a simulation");
    for _ in 0..5 {
        untold.step().expect("a step");
    }
    assert_ne!(untold.state().hash(), resumed.state().hash());
}

/// Version 3 ends before the vertices of soft bodies, of which there are none.
#[test]
fn states_of_older_formats_are_read() {
    let mut simulation = good(SMALL).simulation().expect("a simulation");
    simulation.step().expect("a step");
    let saved = SavedState { scene: "small".into(), state: simulation.state().clone() };
    let newest = saved.to_bytes();
    // Version 4 ends before the anchors, version 5 before what small steps took and version 6
    // before signals of motors, of which there are none either.
    for (version, missing) in [(3_u32, 16), (4, 12), (5, 8), (6, 4)] {
        let payload = &newest[16..newest.len() - missing];
        let mut old = newest[..8].to_vec();
        old.extend(version.to_le_bytes());
        old.extend(crc32fast::hash(payload).to_le_bytes());
        old.extend(payload);
        assert_eq!(SavedState::from_bytes(&old, "old.state").expect("a known version"), saved);
    }
}

/// How far points have moved from their anchors survives saving, and matters.
#[test]
fn anchors_are_saved() {
    let source = stickslip_scene::SceneSource::find("incline").expect("built in");
    let mut scene = source.read(&Default::default()).expect("valid");
    scene.settings.stepper = stickslip_dynamics::StepperKind::Penalty;
    let mut simulation = scene.simulation().expect("a simulation");
    for _ in 0..10 {
        simulation.step().expect("a step");
    }
    assert!(simulation.state().anchors.iter().any(|anchor| anchor.stretch.length() > 0.0));
    let saved = SavedState { scene: scene.name.clone(), state: simulation.state().clone() };
    let read = SavedState::from_bytes(&saved.to_bytes(), "memory").expect("just written");
    assert_eq!(read, saved);
    let mut resumed = scene.simulation().expect("a simulation");
    resumed.restore(read.state).expect("of the same scene");
    simulation.step().expect("a step");
    resumed.step().expect("a step");
    assert_eq!(simulation.state(), resumed.state());
}
