//! Actuators whose signal has a state, beside MuJoCo 4.0.0.

use super::{data, simulation};

/// 25 steps of 5 ms from the key of the file: signals do not hang on the motion, and are those of
/// MuJoCo to the last digits that were written down.
#[test]
fn signals_are_those_of_mujoco() {
    let path = data().join("mjcf/actuators-with-a-state.xml");
    let mut simulation = simulation(
        &path,
        |at| {
            at.qpos = vec![0.2, 0.1];
            at.qvel = vec![0.5, -0.3];
            at.ctrl = vec![2.0, 0.5, -0.2, 0.3, 0.4, 1.0, 0.7];
            at.act = vec![0.3, -0.1, 0.05, 0.2, 0.1, 0.6];
        },
        0.005,
    );
    for _ in 0..25 {
        simulation.step().expect("a step");
    }
    // Motors by joint: speed, slow and exact; push, inherited, lag and press.
    let expected = [0.3625, 0.3601606810433, 0.2, 0.0, -0.125, 0.228373800785, 0.6468974480518];
    let signals = &simulation.state().activations;
    assert_eq!(signals.len(), expected.len());
    for (signal, expected) in signals.iter().zip(expected) {
        assert!((signal - expected).abs() < 1e-11, "{signals:?}");
    }
}
