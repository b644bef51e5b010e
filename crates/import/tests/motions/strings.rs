//! Strings, balls and motors that push, against closed forms.

use glam::DVec3;
use stickslip_import::facts::Configuration;

use super::steps::play;

const G: f64 = 9.81;

fn rate(simulation: &stickslip_dynamics::Simulation, joint: &str) -> (f64, f64) {
    let joint = simulation.model().joint_named(joint).expect("a joint");
    simulation.joint_coordinates(joint)[0]
}

/// Two weights on slides and a string over two fixed sites above them; the part of the second
/// one counts half where `pulley` says so.
fn weights(masses: [f64; 2], pulley: &str, tendon: &str, more: &str) -> String {
    let [a, b] = masses;
    format!(
        r#"<mujoco><worldbody><site name="above-a" pos="0 0 2"/><site name="above-b" pos="1 0 2"/>
        <body name="a"><joint name="a" type="slide" axis="0 0 1"/><geom size="0.1" mass="{a}"/>
        <site name="a"/></body>
        <body name="b" pos="1 0 0"><joint name="b" type="slide" axis="0 0 1"/>
        <geom size="0.1" mass="{b}"/><site name="b"/></body></worldbody>
        <tendon><spatial name="s" {tendon}><site site="a"/><site site="above-a"/>{pulley}
        <site site="above-b"/><site site="b"/></spatial></tendon>{more}</mujoco>"#
    )
}

/// Atwood: a = g (m₁ − m₂)/(m₁ + m₂); behind a block, the string over b counts half, so that
/// 2 ż_a + ż_b = 0 and a = g (m₁ − 2 m₂)/(m₁ + 4 m₂).
#[test]
fn weights_on_a_string_fall_as_atwood_says() {
    let (m, n) = (3.0, 1.2);
    // 2 m on each side, and one between the sites above.
    let text = weights([m, n], "", "range=\"0 5\"", "");
    let simulation = play(&text, |_| {}, 1e-3, 0.5);
    let wanted = -G * (m - n) / (m + n) * 0.5;
    assert!((rate(&simulation, "a").1 - wanted).abs() < 1e-6, "{:?}", rate(&simulation, "a"));
    assert!((rate(&simulation, "b").1 + wanted).abs() < 1e-6);
    assert!((rate(&simulation, "s").0 - 5.0).abs() < 1e-6);
    let text = weights([m, n], "<pulley divisor=\"2\"/>", "range=\"0 3\"", "");
    let simulation = play(&text, |_| {}, 1e-3, 0.3);
    let wanted = -G * (m - 2.0 * n) / (m + 4.0 * n) * 0.3;
    assert!((rate(&simulation, "a").1 - wanted).abs() < 1e-6, "{:?}", rate(&simulation, "a"));
    assert!((rate(&simulation, "b").1 + 2.0 * wanted).abs() < 1e-6);
}

/// At rest, a spring of a string is longer by m g/k where both weights are the same; one that
/// is slack does nothing.
#[test]
fn springs_of_strings_hold_and_hang_slack() {
    let (m, k) = (2.0, 400.0);
    let text =
        weights([m, m], "", &format!("stiffness=\"{k}\" springlength=\"4.5\" damping=\"60\""), "");
    let simulation = play(&text, |_| {}, 2e-3, 4.0);
    let length = rate(&simulation, "s").0;
    assert!((length - 4.5 - m * G / k).abs() < 1e-4, "{length}");
    let text = weights([m, m], "", &format!("stiffness=\"{k}\" springlength=\"0 5.2\""), "");
    let simulation = play(&text, |_| {}, 1e-3, 0.1);
    // They fall freely until the string is 5.2 m long: 0.1 m each take 0.143 s.
    assert!((rate(&simulation, "a").1 + G * 0.1).abs() < 1e-9);
    let simulation = play(&text, |_| {}, 1e-3, 0.3);
    assert!(rate(&simulation, "a").1 > -G * 0.2, "{:?}", rate(&simulation, "a"));
}

/// A winch: gear × control pulls both weights up.
#[test]
fn a_motor_on_a_string_pulls() {
    let motor = r#"<actuator><motor name="w" tendon="s" gear="-2"/></actuator>"#;
    let text = weights([1.0, 4.0], "", "", motor);
    let simulation = play(&text, |at| at.ctrl[0] = 15.0, 1e-3, 0.2);
    // A shorter string is a smaller length: a force of −30 N along it pulls.
    assert!((rate(&simulation, "a").1 - (30.0 - G) * 0.2).abs() < 1e-6);
    assert!((rate(&simulation, "b").1 - (30.0 / 4.0 - G) * 0.2).abs() < 1e-6);
}

fn ball(joint: &str, more: &str) -> String {
    format!(
        r#"<mujoco><compiler angle="radian"/><option gravity="0 0 0"/><worldbody>
        <body name="b" quat="0.8 0.1 0.3 0.5"><joint name="j" type="ball" {joint}/>
        <inertial pos="0 0 0" mass="1" diaginertia="0.5 0.5 0.5"/></body></worldbody>{more}</mujoco>"#
    )
}

/// The turn about one axis swings as a hinge does: θ = θ₀ cos √(k/I) t.
#[test]
fn a_ball_swings_about_the_axis_it_is_turned_about() {
    let axis = DVec3::new(1.0, -2.0, 0.5).normalize();
    let begin = |at: &mut Configuration| {
        let turn = glam::DQuat::from_axis_angle(axis, 1.2);
        at.qpos = vec![turn.w, turn.x, turn.y, turn.z];
    };
    let error = |step: f64| {
        let simulation = play(&ball("stiffness=\"8\"", ""), begin, step, 0.7);
        let joint = simulation.model().joint_named("j").expect("a joint");
        let all = simulation.joint_coordinates(joint);
        let length = all.iter().map(|turn| turn.0 * turn.0).sum::<f64>().sqrt();
        (length - (1.2 * (16.0_f64.sqrt() * 0.7).cos()).abs()).abs()
    };
    let (coarse, fine) = (error(2e-3), error(1e-3));
    assert!(fine < 1e-2 && (1.7..2.3).contains(&(coarse / fine)), "{coarse} {fine}");
}

/// A torque about a skew axis turns it until the stop, and no farther.
#[test]
fn a_ball_stops_at_its_range() {
    let motor = r#"<actuator><motor name="m" joint="j" gear="1 2 -1"/></actuator>"#;
    let text = ball("range=\"0 0.6\" damping=\"0.5\"", motor);
    let simulation = play(&text, |at| at.ctrl[0] = 0.5, 2e-3, 3.0);
    let joint = simulation.model().joint_named("j").expect("a joint");
    let all = simulation.joint_coordinates(joint);
    let length = all.iter().map(|turn| turn.0 * turn.0).sum::<f64>().sqrt();
    assert!((length - 0.6).abs() < 1e-6, "{length}");
}

/// A force that turns with a body that spins at ω: v = F/(m ω) (sin ωt, 1 − cos ωt).
#[test]
fn a_motor_on_a_site_turns_with_its_body() {
    let text = r#"<mujoco><option gravity="0 0 0"/><worldbody><body name="b"><freejoint/>
        <inertial pos="0 0 0" mass="2" diaginertia="0.5 0.5 0.5"/><site name="s"/></body></worldbody>
        <actuator><motor name="thrust" site="s" gear="3 0 0 0 0 0"/></actuator></mujoco>"#;
    let begin = |at: &mut Configuration| {
        at.qvel[5] = 2.0;
        at.ctrl[0] = 0.8;
    };
    let error = |step: f64| {
        let simulation = play(text, begin, step, 1.0);
        let body = simulation.model().find_body("b").expect("the body");
        let velocity = simulation.state().bodies[body.0].velocity;
        let (sine, cosine) = 2.0_f64.sin_cos();
        (velocity - DVec3::new(sine, 1.0 - cosine, 0.0) * (2.4 / (2.0 * 2.0))).length()
    };
    let (coarse, fine) = (error(2e-3), error(1e-3));
    assert!(fine < 2e-3 && (1.7..2.3).contains(&(coarse / fine)), "{coarse} {fine}");
}

/// Both motors of a joint act, each by its own control.
#[test]
fn two_motors_share_an_axis() {
    let text = r#"<mujoco><option gravity="0 0 0"/><worldbody><body><joint name="j" axis="0 0 1"/>
        <inertial pos="0 0 0" mass="1" diaginertia="0.5 0.5 0.5"/></body></worldbody>
        <actuator><motor joint="j" gear="3"/><motor joint="j" gear="-2"/></actuator></mujoco>"#;
    let begin = |at: &mut Configuration| at.ctrl = vec![1.0, 0.5];
    let mut simulation = play(text, begin, 1e-2, 1.0);
    assert!((rate(&simulation, "j").1 - 4.0).abs() < 1e-6, "{:?}", rate(&simulation, "j"));
    let names: Vec<&str> = simulation.controls().iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["j", "j.2"]);
    simulation.set_control("j.2", 1.5).expect("the second motor");
    for _ in 0..100 {
        simulation.step().expect("a step");
    }
    assert!((rate(&simulation, "j").1 - 4.0).abs() < 1e-6, "3 − 2·1.5 = 0");
}

/// A body that a free joint's springs pull back swings along and about its axes alike.
#[test]
fn springs_of_a_free_joint_pull_it_back() {
    let text = r#"<mujoco><option gravity="0 0 0"/><worldbody><body name="b" pos="1 2 3">
        <joint type="free" stiffness="8"/><inertial pos="0 0 0" mass="0.5" diaginertia="0.5 0.5 0.5"/>
        </body></worldbody></mujoco>"#;
    let begin = |at: &mut Configuration| {
        at.qpos[0] += 0.3;
        let turn = glam::DQuat::from_rotation_y(0.5);
        at.qpos[3..].copy_from_slice(&[turn.w, turn.x, turn.y, turn.z]);
    };
    let simulation = play(text, begin, 2.5e-4, 0.6);
    let body = simulation.model().find_body("b").expect("the body");
    let pose = simulation.state().bodies[body.0].pose;
    let swing = (16.0_f64.sqrt() * 0.6).cos();
    assert!((pose.position - DVec3::new(1.0 + 0.3 * swing, 2.0, 3.0)).length() < 1e-3);
    let turn = pose.orientation.to_scaled_axis();
    assert!((turn - DVec3::Y * 0.5 * swing).length() < 2e-3, "{turn}");
}

/// Balls come to rest one radius above the heights of the file: its first row is the farthest
/// along y, the first number of a row the least along x.
#[test]
fn balls_rest_on_the_heights_of_a_field() {
    let text = r#"<mujoco><asset><hfield name="steps" nrow="4" ncol="4" size="3 6 0.5 1"
        elevation="0 0 3 3  0 0 3 3  1 1 2 2  1 1 2 2"/></asset>
        <worldbody><geom type="hfield" hfield="steps" friction="1 0.1 0.1" condim="6"/>
        <body name="near-left" pos="-2 -4 1"><freejoint/><geom size="0.2"/></body>
        <body name="near-right" pos="2 -4 1"><freejoint/><geom size="0.2"/></body>
        <body name="far-left" pos="-2 4 1"><freejoint/><geom size="0.2"/></body>
        <body name="far-right" pos="2 4 1"><freejoint/><geom size="0.2"/></body>
        </worldbody></mujoco>"#;
    let simulation = play(text, |_| {}, 2e-3, 0.8);
    for (name, share) in
        [("near-left", 1.0), ("near-right", 2.0), ("far-left", 0.0), ("far-right", 3.0)]
    {
        let body = simulation.model().find_body(name).expect("a body");
        let height = simulation.state().bodies[body.0].pose.position.z;
        assert!((height - (0.5 * share / 3.0 + 0.2)).abs() < 1e-4, "{name}: {height}");
    }
}
