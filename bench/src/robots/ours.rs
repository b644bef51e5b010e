//! Our own run of a robot.

use std::path::Path;

use cpu_time::ProcessTime;
use stickslip_dynamics::joint::{Coupling, CouplingTerm};
use stickslip_dynamics::{
    Accuracy, Control, Joint, JointId, JointKind, Model, MotorMode, Settings, Simulation,
};
use stickslip_import::facts::Configuration;
use stickslip_import::{Placement, ReadOptions, Strictness};

use super::{Figures, Robot, Run};

/// The step of files that ask for none (s): MuJoCo's.
const STEP: f64 = 0.002;

/// The step that a file asks for (s).
pub fn step_of(path: &Path) -> Result<f64, String> {
    let outline = stickslip_import::outline(path).map_err(|error| error.to_string())?;
    Ok(outline.timestep.unwrap_or(STEP))
}

/// The robot under the gravity of its file, on its own ground or on one that is added.
fn simulation(run: &Run) -> Result<Simulation, String> {
    let text = std::fs::read_to_string(&run.file)
        .map_err(|error| format!("cannot read {}: {error}", run.file.display()))?;
    let strictness = Strictness::Lenient;
    let options = ReadOptions { strictness, ..ReadOptions::default() };
    let read = stickslip_import::read_text(&changed(&text, run.robot), &run.file, &options);
    let mechanism = read.map_err(|error| error.to_string())?.mechanism;
    let mut start = Configuration::initial(&mechanism);
    if let Some(key) = run.robot.key {
        let found = mechanism.keyframe(key).ok_or_else(|| format!("there is no key {key}"))?;
        start.qpos.clone_from(&found.qpos);
        start.ctrl.clone_from(&found.ctrl);
    }
    if let Some(height) = run.robot.height {
        // The root is the first body: x, y and z come first.
        start.qpos[2] = height;
    }
    let placement = Placement::plain(strictness);
    let mut model = Model::default();
    stickslip_import::build(&mut model, &mechanism, &start, &placement)
        .map_err(|error| error.to_string())?;
    let settings = Settings {
        gravity: mechanism.gravity,
        time_step: run.step,
        accuracy: Accuracy::Off,
        ..Settings::default()
    };
    Simulation::new(model, settings).map_err(|error| error.to_string())
}

/// The text with a plane in the world, and a free joint on the first body, where asked for.
fn changed(text: &str, robot: &Robot) -> String {
    const WORLD: &str = "<worldbody>";
    let mut text = text.to_owned();
    let Some(world) = text.find(WORLD).map(|at| at + WORLD.len()) else { return text };
    let body = text[world..].find("<body").map(|at| world + at);
    let inside = body.and_then(|at| Some(at + text[at..].find('>')? + 1));
    if let (Some(inside), Some(_)) = (inside, robot.height) {
        text.insert_str(inside, "<freejoint/>");
    }
    if robot.ground {
        let plane =
            r#"<geom type="plane" size="10 10 1" contype="1" conaffinity="1" friction="1"/>"#;
        text.insert_str(world, plane);
    }
    text
}

/// Steps the robot on one thread.
pub fn run(run: &Run) -> Result<Figures, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.map_err(|error| error.to_string())?.install(|| {
        let mut simulation = simulation(run)?;
        let hold = Hold::new(&simulation);
        if !run.driven {
            for at in 0..simulation.controls().len() {
                let told = simulation.set_control_at(at, Control::Force(0.0));
                told.map_err(|error| error.to_string())?;
            }
        }
        let (mut seconds, mut deepest, mut carried): (f64, f64, f64) = (0.0, 0.0, 0.0);
        for step in 0..run.steps {
            if run.driven {
                hold.tell(&mut simulation, run.robot.law)?;
            }
            let begin = ProcessTime::now();
            let report = simulation.step().map_err(|error| error.to_string())?;
            seconds += begin.elapsed().as_secs_f64();
            if report.failed_solves > 0 {
                return Err(format!("step {step} was not solved"));
            }
            let [up, depth] = on_ground(&simulation);
            deepest = deepest.max(depth);
            if step + run.tail >= run.steps {
                carried += up / run.tail as f64;
            }
        }
        let (mut mass, mut moment) = (0.0, 0.0);
        for (body, state) in simulation.model().bodies().iter().zip(&simulation.state().bodies) {
            if body.is_dynamic() {
                mass += body.mass.mass;
                moment += body.mass.mass * state.pose.position.z;
            }
        }
        let weight = mass * simulation.settings().gravity.length();
        Ok(Figures { seconds, carried: carried / weight, deepest, height: moment / mass })
    })
}

/// Upward force of what stands on what moves (N), and the deepest of its contacts (m).
fn on_ground(simulation: &Simulation) -> [f64; 2] {
    let stands = |body: usize| !simulation.model().bodies()[body].is_dynamic();
    let (mut up, mut depth): (f64, f64) = (0.0, 0.0);
    for contact in simulation.contacts() {
        let (first, second) = (stands(contact.first), stands(contact.second));
        if first != second {
            up += if first { contact.impulse.z } else { -contact.impulse.z };
            depth = depth.max(-contact.gap);
        }
    }
    [up / simulation.settings().time_step, depth]
}

/// What holds the first pose.
struct Hold(Vec<Held>);

/// A motor.
struct Held {
    /// Its place among the controls.
    control: usize,
    /// The joints whose coordinates it sees, with their factors.
    seen: Vec<(JointId, f64)>,
    /// The sum of these at first.
    first: f64,
}

impl Hold {
    fn new(simulation: &Simulation) -> Self {
        let joints = simulation.model().joints();
        let motors = simulation.controls().iter().enumerate().filter_map(|(at, control)| {
            // Servos have what they hold from the file.
            let MotorMode::Servo(servo) = control.motor.mode else { return None };
            let seen = match &joints[control.joint.0].description().kind {
                _ if servo.stiffness > 0.0 => return None,
                JointKind::Coupling(coupling) => terms(simulation, coupling),
                _ => vec![(control.joint, 1.0)],
            };
            let first = sum(simulation, &seen).0;
            Some(Held { control: at, seen, first })
        });
        Self(motors.collect())
    }

    fn tell(
        &self,
        simulation: &mut Simulation,
        [stiffness, damping]: [f64; 2],
    ) -> Result<(), String> {
        self.0.iter().try_for_each(|held| {
            let (value, rate) = sum(simulation, &held.seen);
            let told = stiffness * (held.first - value) - damping * rate;
            simulation.set_control_value(held.control, told).map_err(|error| error.to_string())
        })
    }
}

/// The joints whose coordinates a coupling adds up.
fn terms(simulation: &Simulation, coupling: &Coupling) -> Vec<(JointId, f64)> {
    let joints = simulation.model().joints();
    let of = |term: &CouplingTerm| {
        let is_it = |joint: &Joint| {
            let description = joint.description();
            let carries = matches!(description.kind, JointKind::Hinge(_) | JointKind::Prismatic(_));
            carries && (description.first, description.second) == (term.first, term.second)
        };
        joints.iter().position(is_it).map(|at| (JointId(at), term.factor))
    };
    coupling.terms.iter().filter_map(of).collect()
}

fn coordinate(simulation: &Simulation, joint: JointId) -> (f64, f64) {
    simulation.joint_coordinates(joint).first().copied().unwrap_or_default()
}

/// Value and rate of a sum of coordinates.
fn sum(simulation: &Simulation, terms: &[(JointId, f64)]) -> (f64, f64) {
    terms.iter().fold((0.0, 0.0), |(value, rate), &(joint, factor)| {
        let own = coordinate(simulation, joint);
        (value + factor * own.0, rate + factor * own.1)
    })
}
