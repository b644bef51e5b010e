//! Our own run of a robot.

use std::path::Path;

use cpu_time::ProcessTime;
use glam::DVec3;
use stickslip_dynamics::joint::Coupling;
use stickslip_dynamics::{Control, JointId, JointKind, MotorMode, Simulation};
use stickslip_scene::{Overrides, SceneSource};

use super::{Figures, Run};

/// The step that a file asks for (s).
pub fn step_of(path: &Path) -> Result<f64, String> {
    let source = SceneSource::of_model(path, &["reading = \"lenient\"".to_owned()]);
    let scene = source.and_then(|source| source.read(&Overrides::default()));
    let scene = scene.map_err(|error| error.to_string())?;
    Ok(scene.settings.time_step)
}

/// After the section of the model.
const GROUND: &str = r#"
[[material]]
name = "default"
friction = 1

[[body]]
name = "ground"
motion = "static"
shape = { type = "half-space", normal = [0, 0, 1] }
"#;

/// The robot under the gravity of its file, on its own ground or on one that is added.
fn simulation(run: &Run) -> Result<Simulation, String> {
    let mut lines = vec!["reading = \"lenient\"".to_owned()];
    lines.extend(run.robot.key.map(|key| format!("key = \"{key}\"")));
    let floating = |height| {
        let tilt = "rotation = { axis = [0, 1, 0], angle = 5 }";
        format!("floating = true\nposition = [0, 0, {height:?}]\n{tilt}")
    };
    lines.extend(run.robot.height.map(floating));
    if run.robot.ground {
        lines.push(GROUND.to_owned());
    }
    let source = SceneSource::of_model(&run.file, &lines);
    let scene = source.and_then(|source| source.read(&Overrides::default()));
    let scene = scene.map_err(|error| error.to_string())?;
    scene.simulation().map_err(|error| error.to_string())
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
enum Hold {
    /// Motors with the joints whose coordinates they see, and the sum of these at first.
    Motors(Vec<(usize, Vec<(JointId, f64)>, f64)>),
    /// Hinges with their first angle, where nothing else drives the robot.
    Hinges(Vec<(JointId, f64)>),
}

impl Hold {
    fn new(simulation: &Simulation) -> Self {
        let joints = simulation.model().joints();
        if simulation.controls().is_empty() {
            let hinge = |at: &usize| matches!(joints[*at].description().kind, JointKind::Hinge(_));
            let hinges = (0..joints.len()).filter(hinge).map(JointId);
            return Self::Hinges(hinges.map(|it| (it, coordinate(simulation, it).0)).collect());
        }
        let motors = simulation.controls().iter().enumerate().filter_map(|(at, control)| {
            // Servos have what they hold from the file.
            let MotorMode::Servo(servo) = control.motor.mode else { return None };
            let seen = match &joints[control.joint.0].description().kind {
                _ if servo.stiffness > 0.0 => return None,
                JointKind::Coupling(coupling) => terms(simulation, coupling),
                _ => vec![(control.joint, 1.0)],
            };
            let first = sum(simulation, &seen).0;
            Some((at, seen, first))
        });
        Self::Motors(motors.collect())
    }

    fn tell(
        &self,
        simulation: &mut Simulation,
        [stiffness, damping]: [f64; 2],
    ) -> Result<(), String> {
        let law =
            |first: f64, (value, rate): (f64, f64)| stiffness * (first - value) - damping * rate;
        match self {
            Self::Motors(motors) => motors.iter().try_for_each(|(at, seen, first)| {
                let control = law(*first, sum(simulation, seen));
                simulation.set_control_value(*at, control).map_err(|error| error.to_string())
            }),
            Self::Hinges(hinges) => hinges.iter().try_for_each(|&(joint, first)| {
                let torque = law(first, coordinate(simulation, joint));
                twist(simulation, joint, torque)
            }),
        }
    }
}

/// The joints whose coordinates a coupling adds up.
fn terms(simulation: &Simulation, coupling: &Coupling) -> Vec<(JointId, f64)> {
    let joints = simulation.model().joints();
    let of = |term: &stickslip_dynamics::joint::CouplingTerm| {
        let is_it = |joint: &stickslip_dynamics::Joint| {
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

/// A torque about a hinge, and its opposite on what carries it.
fn twist(simulation: &mut Simulation, joint: JointId, torque: f64) -> Result<(), String> {
    let description = simulation.model().joints()[joint.0].description();
    let (first, second) = (description.first, description.second);
    let JointKind::Hinge(hinge) = &description.kind else { return Ok(()) };
    let begun = simulation.model().bodies()[second.0].description.pose.orientation;
    let now = simulation.state().bodies[second.0].pose.orientation;
    let axis = (now * begun.inverse()) * hinge.axis.normalize();
    for (body, sign) in [(Some(second), 1.0), (first, -1.0)] {
        let Some(body) = body else { continue };
        let at = simulation.state().bodies[body.0].pose.position;
        let pushed = simulation.push(body, DVec3::ZERO, at, sign * torque * axis);
        pushed.map_err(|error| error.to_string())?;
    }
    Ok(())
}
