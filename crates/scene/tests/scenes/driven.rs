//! Motors and sensors of robots from files.

use stickslip_dynamics::{MotorMode, Simulation};
use stickslip_scene::{Overrides, Scene, SceneSource};

/// An arm of 1 kg on a horizontal axis, its centre 0.2 m away: 1.962 N·m hold it level.
fn arm(more: &str) -> String {
    format!(
        r#"<robot name="arm"><link name="base"/><link name="forearm"><inertial>
        <origin xyz="0.2 0 0"/><mass value="1"/>
        <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial></link>
        <joint name="elbow" type="revolute"><parent link="base"/><child link="forearm"/>
        <axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="20" velocity="5"/></joint>{more}
        </robot>"#
    )
}

const SENSED: &str = r#"<mujoco><worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="drone" pos="0 0 2"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/>
    <body name="mast" pos="0 0 .1"><site name="eye" pos="0 0 .1" euler="180 0 0"/></body></body>
    <body name="rod" pos="3 0 1"><joint name="swing" axis="0 1 0"/>
    <geom type="box" size=".3 .01 .01" pos=".3 0 0" mass="1"/></body></worldbody>
    <actuator><position name="swing" joint="swing" kp="100" ctrlrange="-1 2" forcerange="-5 5"/>
    </actuator><sensor><accelerometer name="acc" site="eye"/><gyro site="eye"/>
    <rangefinder name="down" site="eye"/><jointpos name="angle" joint="swing" noise="0"/>
    <framepos name="where" objtype="xbody" objname="mast"/>
    <framepos name="middle" objtype="body" objname="rod"/><clock/></sensor></mujoco>"#;

/// A scene of a model alone, with more lines for its section.
fn scene(file: &str, model: &str, lines: &str) -> Result<Scene, String> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(file), model).expect("written");
    let name = folder.path().join("scene.toml").display().to_string();
    let text = format!(
        "name = 'it'\n[settings]\ngravity = [0, 0, -9.81]\ndt = 0.002\n[[model]]\n\
         file = '{file}'\n{lines}"
    );
    SceneSource::new(text, &name).read(&Overrides::default()).map_err(|error| error.to_string())
}

fn start(scene: &Scene, steps: usize) -> Simulation {
    let mut simulation = scene.simulation().expect("sound");
    for _ in 0..steps {
        assert_eq!(simulation.step().expect("a step").failed_solves, 0);
    }
    simulation
}

fn angle(simulation: &Simulation, joint: &str) -> f64 {
    let joint = simulation.model().joint_named(joint).expect("a joint");
    simulation.joint_coordinates(joint)[0].0
}

/// Undriven an arm falls; a position servo of stiffness k sags by m g l/k, and goes where it
/// is reported; a torque of m g l holds it; a speed is held, too.
#[test]
fn urdf_joints_can_be_driven() {
    let plain = scene("arm.urdf", &arm(""), "").expect("read");
    assert!(plain.model.controls().is_empty());
    assert!(angle(&start(&plain, 100), "elbow") > 0.5);
    let held = scene("arm.urdf", &arm(""), "drive = 'position'\n").expect("read");
    let control = held.model.controls().remove(0);
    let MotorMode::Servo(servo) = control.motor.mode else { panic!("a servo") };
    assert_eq!((servo.forces, servo.signals), ([-20.0, 20.0], [-1.0, 1.0]));
    let mut simulation = start(&held, 600);
    let sag = angle(&simulation, "elbow");
    assert!((sag - 1.962 / 200.0).abs() < 1e-4, "{sag}");
    simulation.set_control("elbow", 0.5).expect("a motor");
    for _ in 0..1500 {
        simulation.step().expect("a step");
    }
    let told = angle(&simulation, "elbow");
    assert!((told - 0.5).abs() < 0.02, "{told}");
    let lines = "motors = [{ joint = 'elbow', mode = 'force', limit = 3 }]\n";
    let pushed = scene("arm.urdf", &arm(""), lines).expect("read");
    let mut simulation = start(&pushed, 0);
    simulation.set_control("elbow", -1.962).expect("a motor");
    for _ in 0..100 {
        simulation.step().expect("a step");
    }
    assert!(angle(&simulation, "elbow").abs() < 1e-3);
    let wrong = scene("arm.urdf", &arm(""), "motors = [{ joint = 'elbw', mode = 'force' }]\n");
    assert!(wrong.expect_err("unknown").contains("did you mean \"elbow\"?"));
}

#[test]
fn transmissions_and_ros2_control_name_motors() {
    let mode = |more: &str, lines: &str| {
        let scene = scene("arm.urdf", &arm(more), lines).expect("read");
        scene.model.controls().first().map(|control| match &control.motor.mode {
            MotorMode::Servo(servo) => (servo.stiffness > 0.0, servo.damping > 0.0),
            _ => panic!("a servo"),
        })
    };
    let transmission = "<transmission name='t'><type>simple</type><joint name='elbow'>\
        <hardwareInterface>hardware_interface/PositionJointInterface</hardwareInterface></joint>\
        <actuator name='m'/></transmission>";
    assert_eq!(mode(transmission, ""), Some((true, true)));
    assert_eq!(mode(transmission, "drive = 'none'\n"), None);
    let control = "<ros2_control name='c' type='system'><hardware/><joint name='elbow'>\
        <command_interface name='velocity'/><state_interface name='position'/></joint>\
        </ros2_control>";
    assert_eq!(mode(control, ""), Some((false, true)));
    assert_eq!(mode(&control.replace("velocity", "effort"), ""), Some((false, false)));
}

/// By its own name a planar joint takes x, y and an angle, as other programs have it also
/// with its cosine and sine; a turn may be a quaternion.
#[test]
fn planar_joints_and_quaternions_of_urdf() {
    let text = arm("")
        .replace("revolute", "planar")
        .replace("<axis xyz=\"0 1 0\"/>", "<axis xyz=\"0 0 1\"/>")
        .replace("<parent", "<origin xyz=\"0 0 1\" quat_xyzw=\"0 0 1 1\"/><parent");
    let read = stickslip_import::read_text(&text, "arm.urdf".as_ref(), &Default::default());
    let mechanism = read.expect("read").mechanism;
    let at = |values: &str| {
        let text = format!("{{\"joint_values\": {{\"elbow\": {values}}}}}");
        stickslip_import::facts::Configuration::from_json(&mechanism, &text)
    };
    let turned = at("[0.5, -1, 0.25]").expect("three numbers");
    assert_eq!(turned.qpos, [0.5, -1.0, 0.25]);
    let (sine, cosine) = 0.25_f64.sin_cos();
    let same = at(&format!("[0.5, -1, {cosine}, {sine}]")).expect("four numbers");
    assert!((same.qpos[2] - 0.25).abs() < 1e-15);
    assert!(at("[1, 2]").is_err_and(|said| said.contains("has 3 numbers, not 2")));
    // x and y are those of the joint's own frame, which a quarter turn about z has led to y and −x.
    let place = stickslip_import::facts::Kinematics::new(&mechanism, &turned.qpos).frame(Some(1));
    let expected = stickslip_dynamics::glam::DVec3::new(1.0, 0.5, 1.0);
    assert!((place.position - expected).length() < 1e-14, "{}", place.position);
    // A quarter turn about z.
    let pose = mechanism.bodies[1].pose;
    let x = pose.direction(stickslip_dynamics::glam::DVec3::X);
    assert!((x - stickslip_dynamics::glam::DVec3::Y).length() < 1e-15, "{x}");
}

#[test]
fn xacro_is_said_to_be_xacro() {
    let text = arm("").replace(
        "<link name=\"base\"/>",
        "<xacro:property name=\"r\" value=\"2\"/><link name=\"base\"/>",
    );
    let text = text.replace("<robot", "<robot xmlns:xacro=\"http://www.ros.org/wiki/xacro\"");
    let said = scene("arm.urdf", &text, "").expect_err("no URDF yet");
    assert!(said.contains("xacro FILE > robot.urdf"), "{said}");
    assert!(said.contains("<xacro:property \"r\">"), "{said}");
    assert!(stickslip_import::is_model("arm.xacro".as_ref()));
}

/// Sensors of MJCF at sites of bodies that are part of others, and ranges of actuators.
#[test]
fn sensors_of_mjcf_are_there() {
    let scene = scene("drone.xml", SENSED, "").expect("read");
    let names: Vec<&str> =
        scene.model.sensors().iter().map(|sensor| sensor.name.as_str()).collect();
    // The gyroscope gives what the accelerometer gives.
    assert_eq!(names, ["acc", "down", "angle", "where", "middle"]);
    let simulation = start(&scene, 50);
    let read = |name: &str| {
        let sensor = simulation.model().sensor_named(name).expect("a sensor");
        simulation.sense(sensor)
    };
    assert!(read("acc").iter().all(|part| part.abs() < 1e-6), "{:?}", read("acc"));
    // 2.2 m up, and 0.1 s of free fall.
    let fallen = 0.5 * 9.81 * 0.1 * 0.1;
    assert!((read("where")[2] - (2.1 - fallen)).abs() < 1e-9, "{:?}", read("where"));
    assert!((read("down")[0] - (2.2 - fallen)).abs() < 1e-9, "{:?}", read("down"));
    assert!((read("angle")[0] - angle(&simulation, "swing")).abs() < 1e-15);
    // The centre of the rod, not its joint.
    let [x, y, z] = [0, 1, 2].map(|at| read("middle")[at] - [3.0, 0.0, 1.0][at]);
    assert!(((x * x + y * y + z * z).sqrt() - 0.3).abs() < 1e-9, "{:?}", read("middle"));
    let controls = scene.model.controls();
    let MotorMode::Servo(servo) = controls[0].motor.mode else { panic!("a servo") };
    assert_eq!((servo.signals, servo.forces), ([-1.0, 2.0], [-5.0, 5.0]));
}
