//! One step from the states of the oracles: bodies are as fast afterwards as
//! M q̈ = Q says, with all forces in generalised coordinates (`facts`), which
//! other tests hold against MuJoCo.

use std::path::Path;

use glam::DVec3;
use stickslip_dynamics::Integrator;
use stickslip_import::facts::{Configuration, Dynamics};
use stickslip_import::{JointType, Mechanism, ReadOptions};

use super::{data, integrated};

/// Solves M x = f by elimination with pivots.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for at in 0..n {
        let best = (at..n).max_by(|&a, &b| matrix[a][at].abs().total_cmp(&matrix[b][at].abs()));
        let best = best.expect("a row");
        matrix.swap(at, best);
        right.swap(at, best);
        for row in at + 1..n {
            let factor = matrix[row][at] / matrix[at][at];
            let above = matrix[at].clone();
            matrix[row].iter_mut().zip(&above).for_each(|(own, above)| *own -= factor * above);
            right[row] -= factor * right[at];
        }
    }
    for at in (0..n).rev() {
        let rest: f64 = (at + 1..n).map(|column| matrix[at][column] * right[column]).sum();
        right[at] = (right[at] - rest) / matrix[at][at];
    }
    right
}

/// q̈ of a tree without loops.
pub fn accelerations(mechanism: &Mechanism, at: &Configuration) -> Vec<f64> {
    let dynamics = Dynamics::new(mechanism, at);
    let mut forces: Vec<f64> = dynamics.bias_force().iter().map(|bias| -bias).collect();
    for more in [
        dynamics.spring_force(),
        dynamics.damper_force(),
        dynamics.actuator_force(),
        dynamics.gravity_compensation_force(),
    ] {
        forces.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }
    solve(dynamics.mass_matrix(), forces)
}

/// The state so many seconds later, in small steps of the explicit midpoint rule.
pub fn advanced(mechanism: &Mechanism, start: &Configuration, seconds: f64) -> Configuration {
    const STEPS: usize = 20;
    let h = seconds / STEPS as f64;
    let mut at = start.clone();
    let step = |at: &Configuration, slope: &Configuration, h: f64| {
        let mut next = at.clone();
        let changes = accelerations(mechanism, slope);
        next.qvel.iter_mut().zip(changes).for_each(|(rate, change)| *rate += h * change);
        moved(mechanism, at, &slope.qvel, h, &mut next);
        next
    };
    for _ in 0..STEPS {
        let middle = step(&at, &at, 0.5 * h);
        at = step(&at, &middle, h);
    }
    at
}

/// Moves the coordinates of `at` by h times the rates and writes them to `next`.
pub fn moved(
    mechanism: &Mechanism,
    at: &Configuration,
    rates: &[f64],
    h: f64,
    next: &mut Configuration,
) {
    for joint in &mechanism.joints {
        let (q, u) = (joint.coordinate, joint.freedom);
        let turned = |values: &[f64], rate: &[f64]| {
            let turn = glam::DQuat::from_xyzw(values[1], values[2], values[3], values[0]);
            let by = glam::DQuat::from_scaled_axis(DVec3::from_slice(rate) * h);
            let turn = (turn.normalize() * by).normalize();
            [turn.w, turn.x, turn.y, turn.z]
        };
        match joint.kind {
            JointType::Hinge | JointType::Slide => next.qpos[q] = at.qpos[q] + h * rates[u],
            JointType::Ball => {
                next.qpos[q..q + 4].copy_from_slice(&turned(&at.qpos[q..q + 4], &rates[u..]));
            }
            JointType::Free => {
                (0..3)
                    .for_each(|axis| next.qpos[q + axis] = at.qpos[q + axis] + h * rates[u + axis]);
                let turn = turned(&at.qpos[q + 3..q + 7], &rates[u + 3..]);
                next.qpos[q + 3..q + 7].copy_from_slice(&turn);
            }
        }
    }
}

/// Largest error of a velocity over all bodies after a step, and largest change.
fn compare(path: &Path, at: &Configuration, step: f64, integrator: Integrator) -> (f64, f64) {
    let imported = stickslip_import::read(path, &ReadOptions::default()).expect("a model");
    let mechanism = imported.mechanism;
    let begin = |begin: &mut Configuration| *begin = at.clone();
    let mut simulation = integrated(path, begin, step, integrator);
    let before = simulation.state().bodies.clone();
    let report = simulation.step().expect("a step");
    assert_eq!(report.failed_solves, 0);
    let next = advanced(&mechanism, at, step);
    let wanted = Dynamics::new(&mechanism, &next).velocities();
    let (mut error, mut size) = (0.0_f64, 0.0_f64);
    for (number, body) in mechanism.bodies.iter().enumerate() {
        if body.joints.is_empty() {
            continue;
        }
        let name = body.name.clone().unwrap_or_else(|| format!("body-{number}"));
        let id = simulation.model().find_body(&name).expect("the body");
        let (was, is) = (&before[id.0], &simulation.state().bodies[id.0]);
        let both = [(is.velocity, was.velocity), (is.angular_velocity, was.angular_velocity)];
        for ((got, old), want) in both.into_iter().zip(wanted[number]) {
            error = error.max((got - want).length());
            size = size.max((want - old).length());
        }
    }
    (error, size)
}

/// A model of this text at a state, by steps of the midpoint; and at rest there by a
/// semi-implicit step, whose joints hold as they stand at its beginning, so that one
/// step alone knows nothing of Coriolis' forces.
fn check(name: &str, text: &str, set: impl Fn(&Mechanism, &mut Configuration)) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("model.xml");
    std::fs::write(&path, text).expect("the file is written");
    let imported = stickslip_import::read(&path, &ReadOptions::default());
    let mechanism = imported.unwrap_or_else(|error| panic!("{error}")).mechanism;
    let mut at = Configuration::initial(&mechanism);
    set(&mechanism, &mut at);
    for (integrator, step) in [(Integrator::Midpoint, 5e-4), (Integrator::SemiImplicit, 5e-5)] {
        if integrator == Integrator::SemiImplicit {
            at.qvel.fill(0.0);
        }
        let (error, size) = compare(&path, &at, step, integrator);
        println!("{name}, {integrator:?}: {:.1e}", error / size);
        assert!(error < 3e-3 * size, "{name}, {integrator:?}: {error} of {size}");
    }
}

/// Motions that excite every term.
fn stirred(mechanism: &Mechanism, at: &mut Configuration) {
    for (place, rate) in at.qvel.iter_mut().enumerate() {
        *rate = 0.7 - 0.35 * (place % 5) as f64;
    }
    let (begin, rates) = (at.clone(), at.qvel.clone());
    moved(mechanism, &begin, &rates, 0.5, at);
    at.ctrl.iter_mut().enumerate().for_each(|(place, control)| *control = 0.4 + place as f64 * 0.3);
}

const BODY: &str = r#"<inertial pos="0.1 0.05 -0.1" mass="1.5" diaginertia="0.2 0.3 0.4"/>"#;

#[test]
fn files_of_features() {
    for file in ["pendulum-degrees", "actuators", "several-joints", "free-bodies"] {
        let path = data().join(format!("mjcf/{file}.xml"));
        let text = std::fs::read_to_string(&path).expect("the model");
        if file == "free-bodies" {
            check(file, &text, |_, _| {});
        } else {
            let oracle = data().join(format!("oracles/mjcf/{file}.json"));
            let oracle = std::fs::read_to_string(oracle).expect("the oracle");
            let oracle: serde_json::Value = serde_json::from_str(&oracle).expect("JSON");
            let imported = stickslip_import::read(&path, &ReadOptions::default());
            let joints = imported.expect("a model").mechanism.joints;
            for state in oracle["states"].as_array().expect("states") {
                let qpos = super::floats(&state["qpos"]);
                // Stops are no part of this.
                let is_near = |joint: &stickslip_import::Joint| {
                    let near = |stop: &f64| (qpos[joint.coordinate] - stop).abs() < 1e-2;
                    joint.limits.is_some_and(|stops| stops.iter().any(near))
                };
                if joints.iter().any(is_near) {
                    continue;
                }
                check(file, &text, |_, at| {
                    (at.qpos, at.qvel) =
                        (super::floats(&state["qpos"]), super::floats(&state["qvel"]));
                    if let Some(controls) = state.get("ctrl") {
                        at.ctrl = super::floats(controls);
                    }
                });
            }
        }
    }
}

#[test]
fn springs_dampers_and_armature_of_balls_and_free_bodies() {
    let text = format!(
        r#"<mujoco><compiler angle="radian"/><worldbody><body name="a" quat="0.9 0.1 0.3 0.2">
        <joint type="free" stiffness="3" damping="0.4" armature="0.2"/>{BODY}
        <body name="b" pos="0.3 0.1 0.2" quat="0.8 -0.1 0.3 0.4"><joint type="ball" pos="0.1 0 0"
        stiffness="7" damping="0.3" armature="0.1"/>{BODY}</body></body></worldbody></mujoco>"#
    );
    check("balls and free bodies", &text, stirred);
}

#[test]
fn several_motors_on_hinges_balls_free_bodies_and_sites() {
    let text = format!(
        r#"<mujoco><compiler angle="radian"/><worldbody><body name="a" quat="0.9 0.1 0.3 0.2">
        <joint name="f" type="free"/>{BODY}<site name="s" pos="0.1 0.2 0.3" quat="0.5 0.1 0.2 0.7"/>
        <body name="b" pos="0.3 0.1 0.2" quat="0.8 -0.1 0.3 0.4"><joint name="b" type="ball"
        pos="0.1 0 0"/>{BODY}<body name="c" pos="0.2 0 0"><joint name="h" axis="1 2 3"/>{BODY}</body>
        </body></body></worldbody><actuator>
        <motor joint="h" gear="3"/><velocity joint="h" kv="0.7" gear="-2"/>
        <motor joint="f" gear="1 -2 3 0.3 0.2 -0.1"/>
        <general jointinparent="f" gear="1 2 0 0.3 0.2 -0.1" gainprm="2" biastype="affine"
        biasprm="0.3 0 -0.2"/>
        <motor joint="b" gear="1 -2 0.5"/><motor jointinparent="b" gear="0.3 0.4 -2"/>
        <motor site="s" gear="1 2 3 0.1 -0.2 0.3"/></actuator></mujoco>"#
    );
    check("motors", &text, stirred);
}

#[test]
fn strings_over_sites_with_pulleys() {
    let text = format!(
        r#"<mujoco><compiler angle="radian"/><worldbody><site name="w" pos="0.5 0.5 1"/>
        <body name="a"><joint type="free"/>{BODY}<site name="a" pos="0.1 0.2 0.3"/>
        <site name="d" pos="-0.1 0.2 0.1"/>
        <body name="b" pos="0.3 0.1 0.2"><joint axis="1 2 3"/>{BODY}<site name="b" pos="0.3 0 0"/>
        </body></body></worldbody><tendon>
        <spatial name="long" stiffness="30" springlength="0.4 1.0" damping="2">
        <site site="w"/><site site="a"/><site site="b"/><pulley divisor="2.5"/>
        <site site="b"/><site site="d"/><site site="w"/></spatial>
        <spatial name="short" stiffness="20" springlength="0.1" damping="3">
        <site site="w"/><site site="b"/></spatial></tendon>
        <actuator><motor tendon="long" gear="3"/><position tendon="short" kp="5" kv="1" gear="2"/>
        </actuator></mujoco>"#
    );
    check("strings", &text, stirred);
}

/// Rates of coordinates and of rates.
type Slope = (Vec<f64>, Vec<f64>);

/// Hinges and slides by Runge and Kutta's method of fourth order in generalised coordinates.
fn integrate(
    mechanism: &Mechanism,
    start: &Configuration,
    seconds: f64,
    steps: usize,
) -> Configuration {
    let h = seconds / steps as f64;
    let moved = |at: &Configuration, rates: &[f64], changes: &[f64], h: f64| Configuration {
        qpos: at.qpos.iter().zip(rates).map(|(q, rate)| q + h * rate).collect(),
        qvel: at.qvel.iter().zip(changes).map(|(rate, change)| rate + h * change).collect(),
        ctrl: at.ctrl.clone(),
        act: at.act.clone(),
    };
    let mut at = start.clone();
    for _ in 0..steps {
        let slope =
            |at: &Configuration| -> Slope { (at.qvel.clone(), accelerations(mechanism, at)) };
        let one = slope(&at);
        let two = slope(&moved(&at, &one.0, &one.1, 0.5 * h));
        let three = slope(&moved(&at, &two.0, &two.1, 0.5 * h));
        let four = slope(&moved(&at, &three.0, &three.1, h));
        let mean = |part: fn(&Slope) -> &Vec<f64>| -> Vec<f64> {
            let all = [&one, &two, &three, &four].map(part);
            (0..all[0].len())
                .map(|k| (all[0][k] + 2.0 * all[1][k] + 2.0 * all[2][k] + all[3][k]) / 6.0)
                .collect()
        };
        at = moved(&at, &mean(|it| &it.0), &mean(|it| &it.1), h);
    }
    at
}

/// Several joints on a body hang on bodies of a millionth of its mass here: that is how far
/// coordinates of 0.1 to 0.3 are off after 0.2 s, for any step.
#[test]
fn light_bodies_between_joints_move_it_by_a_millionth() {
    let path = data().join("mjcf/several-joints.xml");
    let imported = stickslip_import::read(&path, &ReadOptions::default()).expect("a model");
    let mechanism = imported.mechanism;
    let mut start = Configuration::initial(&mechanism);
    start.qvel = vec![0.5, 1.0, 0.3, 0.6, -0.4, 0.5];
    let seconds = 0.2;
    let [coarse, fine] = [200, 400].map(|steps| integrate(&mechanism, &start, seconds, steps));
    let gap = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    assert!(gap(&coarse.qpos, &fine.qpos) < 1e-9, "{}", gap(&coarse.qpos, &fine.qpos));
    let run = |steps: usize| -> Vec<f64> {
        let begin = |at: &mut Configuration| at.qvel.clone_from(&start.qvel);
        let step = seconds / steps as f64;
        let mut simulation = integrated(&path, begin, step, Integrator::Midpoint);
        for _ in 0..steps {
            assert_eq!(simulation.step().expect("a step").failed_solves, 0);
        }
        let value = |joint: &stickslip_import::Joint| {
            let name = joint.name.as_deref().expect("joints have names");
            let joint = simulation.model().joint_named(name).expect("a joint");
            simulation.joint_coordinates(joint)[0].0
        };
        mechanism.joints.iter().map(value).collect()
    };
    let errors = [50, 100].map(|steps| gap(&run(steps), &fine.qpos));
    println!("several joints: {errors:?}");
    assert!(errors.iter().all(|error| *error < 1e-6), "{errors:?}");
}
