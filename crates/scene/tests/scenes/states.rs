//! A run that goes on from a saved state gives the same bits as one that never
//! stopped.

use stickslip_scene::SavedState;

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
