//! Force and torque sensors: closed forms, and MuJoCo 4.0.0 on a machine that moves. Each in
//! the coordinates of joints and in those of bodies.

use std::path::Path;

use stickslip_dynamics::{Accuracy, Coordinates, Model, Settings, Simulation};
use stickslip_import::facts::Configuration;
use stickslip_import::{Placement, ReadOptions, Strictness};

use super::data;

const G: f64 = 9.81;

/// A model at a state; z is up.
fn begin(
    path: &Path,
    settings: Settings,
    start: impl Fn(&mut Configuration),
) -> Result<Simulation, Box<dyn std::error::Error>> {
    let mechanism = stickslip_import::read(path, &ReadOptions::default())?.mechanism;
    let mut at = Configuration::initial(&mechanism);
    start(&mut at);
    let mut model = Model::default();
    let placement = Placement::plain(Strictness::Normal);
    stickslip_import::build(&mut model, &mechanism, &at, &placement)?;
    Ok(Simulation::new(model, Settings { gravity: mechanism.gravity, ..settings })?)
}

/// What the sensor `cut` at the site of that name reads after some steps that are right to
/// 10 µm, by the coordinates: plain steps of bodies know what turns them a step late.
fn read(inside: &str, steps: usize, speed: &[f64]) -> [Vec<f64>; 2] {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("model.xml");
    let sensor = r#"<sensor><force name="cut" site="cut"/><torque site="cut"/></sensor>"#;
    std::fs::write(&path, format!("<mujoco>{inside}{sensor}</mujoco>")).expect("it is written");
    [Coordinates::Joint, Coordinates::Maximal].map(|coordinates| {
        let accuracy = Accuracy::Within(1e-5);
        let settings = Settings { coordinates, accuracy, ..Settings::default() };
        let start = |at: &mut Configuration| at.qvel.copy_from_slice(speed);
        let mut simulation = begin(&path, settings, start).unwrap_or_else(|e| panic!("{e}"));
        for _ in 0..steps {
            simulation.step().expect("a step");
        }
        assert_eq!(simulation.model().sensors().len(), 1, "both kinds are one sensor");
        simulation.sense(0)
    })
}

fn assert_near(found: &[Vec<f64>; 2], wanted: [f64; 6], tolerance: f64) {
    for (found, coordinates) in found.iter().zip(["joint", "maximal"]) {
        let off = found.iter().zip(&wanted).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off <= tolerance, "{coordinates}: {found:?}, not {wanted:?}");
    }
}

/// A lamp of 3 kg is fixed to a cord of 0.5 kg that hangs on a ball: the cut between them
/// holds 3 g, in the axes of a site that is turned by 90° about x.
#[test]
fn a_hanging_mass_weighs_what_it_weighs() {
    let lamp = r#"<worldbody><body pos="0 0 5"><joint type="ball"/>
        <geom type="capsule" fromto="0 0 0 0 0 -1" size="0.02" mass="0.5"/>
        <body name="lamp" pos="0 0 -1"><geom size="0.1" pos="0 0 -0.1" mass="3"/>
          <site name="cut" euler="90 0 0"/></body></body></worldbody>"#;
    assert_near(&read(lamp, 20, &[0.0; 3]), [0.0, 3.0 * G, 0.0, 0.0, 0.0, 0.0], 1e-6);
}

/// An arm of 2 kg with its centre 0.5 m from where a stiff servo holds it: m g and m g l,
/// about −y, since the weight turns it about +y. Fixed to the world, it is the same.
#[test]
fn a_cantilever_needs_its_moment() {
    let arm = |joint: &str, actuator: &str| {
        format!(
            r#"<worldbody><body pos="0 0 1">{joint}<site name="cut"/>
            <geom type="box" size="0.5 0.05 0.05" pos="0.5 0 0" mass="2"/></body></worldbody>
            {actuator}"#
        )
    };
    let wanted = [0.0, 0.0, 2.0 * G, 0.0, -G, 0.0];
    let servo = r#"<actuator><position joint="j" kp="1e6" kv="1e4"/></actuator>"#;
    let driven = arm(r#"<joint name="j" axis="0 1 0"/>"#, servo);
    assert_near(&read(&driven, 60, &[0.0]), wanted, 1e-3);
    assert_near(&read(&arm("", ""), 1, &[]), wanted, 1e-12);
}

/// A mass of 0.8 kg at 0.6 m from a shaft that turns at 5 rad/s is pulled inwards with m ω² r,
/// in axes that turn with it, as a mean over a step: sin(ωh/2)/(ωh/2) of it, half a step
/// behind.
#[test]
fn a_spinning_mass_is_held_inwards() {
    let wheel = r#"<option gravity="0 0 0"/><worldbody><body>
        <joint axis="0 0 1"/><geom type="cylinder" size="0.1 0.1" mass="5"/>
        <body pos="0.6 0 0"><geom size="0.05" mass="0.8"/><site name="cut"/></body>
        </body></worldbody>"#;
    let half = 0.5 * 5.0 * Settings::default().time_step;
    let mean = 0.8 * 25.0 * 0.6 * half.sin() / half;
    let wanted = [-mean * half.cos(), mean * half.sin(), 0.0, 0.0, 0.0, 0.0];
    assert_near(&read(wheel, 7, &[5.0]), wanted, 1e-4);
}

/// What lies on a plate that stands presses on it, and what lies beside it does not; the other
/// shape of what stands, at y = 3, is no part of it.
#[test]
fn a_force_plate_weighs_what_lies_on_it() {
    let plate = r#"<worldbody><geom type="box" size="1 1 0.1" pos="0 3 0" mass="7"/>
        <body name="plate"><geom type="box" size="1 1 0.1" mass="3"/><site name="cut"/></body>
        <body pos="0.3 0 0.2"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="5"/></body>
        <body pos="0 3 0.2"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="11"/></body>
        </worldbody>"#;
    let wanted = [0.0, 0.0, 8.0 * G, 0.0, -0.3 * 5.0 * G, 0.0];
    assert_near(&read(plate, 30, &[0.0; 12]), wanted, 1e-3);
}

/// A beam of 4 kg on a hinge at its one end and a loop at the other: each holds the half.
#[test]
fn a_loop_takes_its_share() {
    let beam = r#"<worldbody><body name="beam" pos="0 0 1"><joint axis="0 1 0"/>
        <geom type="box" size="0.5 0.05 0.05" pos="0.5 0 0" mass="4"/><site name="cut"/></body>
        </worldbody><equality><connect body1="beam" anchor="1 0 0"/></equality>"#;
    assert_near(&read(beam, 30, &[0.0]), [0.0, 0.0, 2.0 * G, 0.0, 0.0, 0.0], 1e-4);
}

/// Something in free flight hangs on nothing.
#[test]
fn what_floats_is_not_held() {
    let box_ = r#"<worldbody><body pos="0 0 9"><freejoint/><geom size="0.1" mass="2"/>
        <site name="cut"/></body></worldbody>"#;
    let speed = [1.0, 2.0, 3.0, 0.5, 0.0, -0.5];
    assert_near(&read(box_, 5, &speed), [0.0; 6], 1e-9);
}

/// A machine in motion with a spring, a damper and a motor, against `sensordata` of MuJoCo 4.0.0
/// at that state: foot, shoulder, wrist and socket. Our numbers are means over the last of three
/// steps of 10 µs: joints in coordinates of bodies know from the second on that they turn.
#[test]
fn forces_are_those_of_mujoco() {
    let wanted = [
        [-11.9799229, 13.765642, 48.7110536, -15.5974017, -7.68585207, -1.1624324],
        [-13.9216639, 12.0994854, 5.80285879, 1.70951941, 2.71073925, -0.724790465],
        [-4.6094159, -7.80270441, -0.856885195, 0.0966612045, -0.117071832, -1.08275044],
        [-0.164129395, 0.223140797, 3.16691122, 0.0, 0.0, 0.0],
    ];
    for coordinates in [Coordinates::Joint, Coordinates::Maximal] {
        let settings = Settings {
            coordinates,
            time_step: 1e-5,
            accuracy: Accuracy::Off,
            ..Settings::default()
        };
        let turn = std::f64::consts::FRAC_PI_8;
        let start = |at: &mut Configuration| {
            at.qpos = vec![0.4, -0.3, 0.05, turn.cos(), turn.sin(), 0.0, 0.0];
            at.qvel = vec![1.5, -2.0, 0.7, 0.5, 3.0, -1.0];
            at.ctrl = vec![1.2];
        };
        let path = data().join("mjcf/cuts.xml");
        let mut simulation = begin(&path, settings, start).unwrap_or_else(|e| panic!("{e}"));
        for _ in 0..3 {
            simulation.step().expect("a step");
        }
        for (sensor, wanted) in wanted.iter().enumerate() {
            let found = simulation.sense(sensor);
            let off = found.iter().zip(wanted).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off < 5e-3, "{coordinates:?}, {sensor}: {found:?}, not {wanted:?}");
        }
    }
}

/// What is measured, by name and kind, and what is not, by name and line.
#[test]
fn sensors_are_taken_or_named() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("model.xml");
    std::fs::write(
        &path,
        r#"<mujoco><worldbody><site name="here"/><body name="arm"><joint name="j"/>
        <geom type="box" size="0.5 0.1 0.1" mass="1"/><site name="tip" pos="0.5 0 0"/></body>
        </worldbody><actuator><motor name="m" joint="j"/></actuator><sensor>
        <actuatorpos name="turned" actuator="m"/><actuatorfrc name="again" actuator="m"/>
        <framezaxis name="up" objtype="site" objname="tip"/><torque name="hold" site="tip"/>
        <force name="nothing" site="here"/>
        <subtreecom name="middle" body="arm"/>
        <clock name="now"/></sensor></mujoco>"#,
    )?;
    let read = stickslip_import::read(&path, &ReadOptions::default())?;
    let at = Configuration::initial(&read.mechanism);
    let mut model = Model::default();
    let placement = Placement::plain(Strictness::Normal);
    let built = stickslip_import::build(&mut model, &read.mechanism, &at, &placement)?;
    let sensors = model.sensors().iter().map(|it| (it.name.as_str(), it.kind.name()));
    let wanted = [("turned", "joint"), ("up", "frame"), ("hold", "force-torque")];
    assert_eq!(sensors.collect::<Vec<_>>(), wanted);
    let said: Vec<String> =
        read.remarks.iter().chain(&built.remarks).map(ToString::to_string).collect();
    for (name, line) in [("subtreecom", "line 7"), ("clock", "line 8"), ("nothing", "line 6")] {
        let is_said = |text: &String| text.contains(name) && text.contains(line);
        assert!(said.iter().any(is_said), "{name}: {said:?}");
    }
    Ok(())
}
