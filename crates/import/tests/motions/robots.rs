//! Robots of other people, where they are: what of them can be stepped.

use std::path::Path;

use stickslip_dynamics::{Model, Pose, Settings, Simulation};
use stickslip_import::facts::Configuration;
use stickslip_import::{Placement, ReadOptions, Strictness};

/// A robot after a tenth of a second; the reason where it cannot be built.
fn play(path: &Path, strictness: Strictness) -> Result<(usize, usize), String> {
    let options = ReadOptions { strictness, ..Default::default() };
    let read = stickslip_import::read(path, &options).map_err(|error| error.what)?;
    let mechanism = read.mechanism;
    let mut start = Configuration::initial(&mechanism);
    if let Some(key) = mechanism.keyframes.first() {
        start = Configuration {
            qpos: key.qpos.clone(),
            qvel: key.qvel.clone(),
            ctrl: key.ctrl.clone(),
        };
    }
    let placement = Placement { pose: Pose::IDENTITY, prefix: String::new(), strictness };
    let mut model = Model::default();
    stickslip_import::build(&mut model, &mechanism, &start, &placement)
        .map_err(|error| error.what)?;
    let gravity = mechanism.gravity;
    let settings = Settings { gravity, time_step: 0.005, ..Settings::default() };
    let mut simulation = Simulation::new(model, settings).map_err(|error| error.to_string())?;
    let mut failed = 0;
    for _ in 0..20 {
        failed += simulation.step().map_err(|error| error.to_string())?.failed_solves;
    }
    Ok((simulation.model().joints().len(), failed))
}

#[test]
fn robots_are_stepped() {
    let data = super::data();
    let found = data
        .ancestors()
        .map(|above| above.join("shared/problems/models/robots"))
        .find(|folder| folder.is_dir());
    let Some(folder) = found else {
        println!("skipped: there is no folder shared/problems beside the repository");
        return;
    };
    for (file, whole) in [
        ("mjcf/cartpole/cartpole.xml", true),
        ("mjcf/walker/walker.xml", true),
        ("mjcf/ball_in_cup/ball_in_cup.xml", true),
        ("mjcf/ant/ant.xml", true),
        ("mjcf/humanoid/humanoid.xml", true),
        ("mjcf/car/car.xml", true),
        ("mjcf/robotiq_2f85/2f85.xml", true),
        ("mjcf/wx250s/wx250s.xml", true),
        ("mjcf/allegro/right_hand.xml", true),
        // Its thrust acts on a site.
        ("mjcf/crazyflie/cf2.xml", false),
        ("mjcf/panda_arm/panda_arm.xml", true),
        ("urdf/cartpole/cartpole.urdf", true),
        ("urdf/double_pendulum/double_pendulum.urdf", true),
        ("urdf/simple_humanoid/simple_humanoid.urdf", true),
        ("urdf/quadruped/quadruped.urdf", true),
        ("urdf/finger_edu/finger_edu.urdf", true),
        ("urdf/ur3e/ur3e_cylinders_collision.urdf", true),
        ("urdf/skydio/quadrotor.urdf", true),
        ("urdf/minitaur/minitaur.urdf", true),
    ] {
        let path = folder.join(file);
        let normal = play(&path, Strictness::Normal);
        println!("{file}: {normal:?}");
        assert_eq!(normal.is_ok(), whole, "{file}: {normal:?}");
        if !whole {
            play(&path, Strictness::Lenient).expect(file);
        }
    }
}
