use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{BarrierStep, Drive, Model, Motion, Pose, Settings, Simulation};

use crate::support::{add, crossings, cube, friction, settings, soft_cube};

/// A soft cube and a rigid one are thrown at a wall and at each other, at speeds up to
/// 1 km/s, in steps of 1 to 50 ms: no faces ever cross.
#[test]
fn nothing_goes_through_anything() {
    for (h, speed, mu) in
        [(0.001, 10.0, 0.5), (0.001, 1000.0, 0.0), (0.01, 100.0, 1.0), (0.05, 1000.0, 0.3)]
    {
        let mut model = Model::default();
        friction(&mut model, mu);
        add(&mut model, "wall", cube(0.4), Pose::at(DVec3::X * 0.6), Motion::Static);
        let turn = DQuat::from_euler(stickslip_dynamics::glam::EulerRot::XYZ, 0.3, 0.2, 0.7);
        let rigid = Pose::new(DVec3::new(-0.35, 0.03, 0.02), turn);
        add(&mut model, "block", cube(0.08), rigid, Motion::Dynamic);
        let mut soft = soft_cube("jelly", DVec3::X * -0.01, 1);
        soft.pose.orientation = DQuat::from_rotation_y(0.2);
        model.add_soft(soft).unwrap();
        let mut simulation = Simulation::new(model, settings(h)).unwrap();
        let mut state = simulation.state().clone();
        state.bodies[1].velocity = DVec3::X * speed;
        state.bodies[1].angular_velocity = DVec3::new(3.0, -5.0, 7.0);
        state.vertices.velocities.fill(DVec3::X * 0.5 * speed);
        simulation.restore(state).unwrap();
        let sizes = [Some(DVec3::splat(0.4)), Some(DVec3::splat(0.08))];
        let is_mild = h * speed < 10.0;
        for step in 0..if is_mild { 6 } else { 1 } {
            let report = simulation.step().unwrap();
            let at = format!("h {h}, {speed} m/s, step {step}");
            assert_eq!(crossings(&simulation, |body| sizes[body]), 0, "{at}");
            // Jelly that 25 m of way are to be pressed out of in one step may end unsolved,
            // but apart.
            assert!(report.failed_solves == 0 || !is_mild, "{at}: {}", report.iterations);
        }
        let farthest = simulation.state().bodies[1].pose.position.x;
        assert!(farthest < 0.2, "it has not passed the wall: {farthest}");
    }
}

/// A plate that a script moves pushes a soft cube before it and squeezes it against a wall.
#[test]
fn what_scripts_move_is_an_obstacle_too() {
    let mut model = Model::default();
    add(&mut model, "wall", cube(0.3), Pose::at(DVec3::X * 0.45), Motion::Static);
    let drive = Drive::Velocity { linear: DVec3::X * 0.5, angular: DVec3::ZERO };
    add(&mut model, "plate", cube(0.3), Pose::at(DVec3::X * -0.45), Motion::Kinematic(drive));
    model.add_soft(soft_cube("jelly", DVec3::ZERO, 2)).unwrap();
    let settings = Settings {
        gravity: DVec3::ZERO,
        barrier: BarrierStep { reach: 2e-3, ..BarrierStep::default() },
        ..settings(0.02)
    };
    let mut simulation = Simulation::new(model, settings).unwrap();
    for step in 0..12 {
        let report = simulation.step().unwrap();
        assert_eq!(crossings(&simulation, |_| Some(DVec3::splat(0.3))), 0, "step {step}");
        assert_eq!(report.failed_solves, 0, "step {step}");
    }
    // 0.3 m of room less 0.12 m of travel, for a cube of 0.2 m.
    let plate = simulation.state().bodies[1].pose.position.x;
    assert!((plate + 0.33).abs() < 1e-12, "{plate}");
    let places = simulation.state().vertices.positions.iter().map(|x| x.x);
    let (low, high) =
        places.fold((9.0, -9.0), |(low, high): (f64, f64), x| (low.min(x), high.max(x)));
    assert!(low > plate + 0.3 && high < 0.15 && high - low < 0.18, "{low} {high}");
}

#[test]
fn what_touches_at_the_beginning_is_named() {
    let mut model = Model::default();
    add(&mut model, "low", cube(0.1), Pose::IDENTITY, Motion::Static);
    add(&mut model, "high", cube(0.1), Pose::at(DVec3::Y * 0.2), Motion::Dynamic);
    let error = Simulation::new(model, settings(0.01)).err().expect("refused").to_string();
    let expected = "setting stepper: barrier needs everything apart, but \"low\" and \"high\" touch at the beginning";
    assert_eq!(error, expected);
}
