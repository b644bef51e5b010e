//! Robots of other people, where they are.

use super::{mjcf, robots, urdf};

#[test]
fn mjcf_robots_agree() {
    let Some(folder) = robots() else { return };
    for (robot, file, tolerance) in [
        ("cartpole", "cartpole.xml", 1e-9),
        ("walker", "walker.xml", 1e-9),
        ("ball_in_cup", "ball_in_cup.xml", 1e-9),
        ("ant", "ant.xml", 1e-9),
        ("humanoid", "humanoid.xml", 1e-9),
        ("car", "car.xml", 2e-6),
        ("robotiq_2f85", "2f85.xml", 2e-6),
        ("wx250s", "wx250s.xml", 2e-6),
        ("allegro", "right_hand.xml", 2e-6),
        ("crazyflie", "cf2.xml", 2e-6),
        ("panda_arm", "panda_arm.xml", 1e-9),
    ] {
        let model = folder.join("mjcf").join(robot).join(file);
        mjcf::agrees(&model, &folder.join(format!("oracles/mjcf/{robot}.json")), tolerance);
    }
}

#[test]
fn urdf_robots_agree() {
    let Some(folder) = robots() else { return };
    for (robot, file) in [
        ("cartpole", "cartpole.urdf"),
        ("double_pendulum", "double_pendulum.urdf"),
        ("simple_humanoid", "simple_humanoid.urdf"),
        ("quadruped", "quadruped.urdf"),
        ("finger_edu", "finger_edu.urdf"),
        ("ur3e", "ur3e_cylinders_collision.urdf"),
        ("skydio", "quadrotor.urdf"),
        ("minitaur", "minitaur.urdf"),
    ] {
        let model = folder.join("urdf").join(robot).join(file);
        let expected = folder.join(format!("oracles/urdf/{robot}.json"));
        urdf::agrees(&model, &expected, Vec::new());
    }
}
