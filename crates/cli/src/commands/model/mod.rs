//! `stickslip model`: what was read of a robot or machine.

mod beginning;

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value;
use stickslip_import::facts::{self, Configuration};
use stickslip_import::{Format, Imported, JointType, Mechanism};

pub use beginning::Beginning;

use self::beginning::Reading;
use crate::error::{Exit, Failure};
use crate::output::Report;
use crate::table::{Align, count, layout, number};

/// Show what was read of a model file: bodies, joints, masses, what is passed over
///
/// Takes MJCF (.xml) and URDF (.urdf). With --at, also poses, forces and energies in a state.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The model
    file: PathBuf,
    /// A state: {"qpos": […], "qvel": […], "ctrl": […]}, of a URDF also
    /// {"joint_values": {…}, "joint_velocities": …}
    #[arg(long, value_name = "STATE.json")]
    at: Option<PathBuf>,
    /// Write it as a scene file that names the model, with --at and how it is read
    #[arg(short, long, value_name = "SCENE.toml")]
    output: Option<PathBuf>,
    /// Replace a scene file that exists already
    #[arg(long, requires = "output")]
    force: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let imported = arguments.reading.read(&arguments.file)?;
    let mechanism = &imported.mechanism;
    let at = arguments.at.as_deref().map(|path| read_state(mechanism, path)).transpose()?;
    if let Some(path) = &arguments.output {
        let (reading, at) = (arguments.reading.clone(), arguments.at.clone());
        Beginning::new(reading, at).write(&arguments.file, path, arguments.force)?;
    }
    if arguments.json {
        let mut document = facts::description(mechanism, &imported.remarks);
        if let Some(at) = &at {
            let state = facts::at_state(mechanism, at);
            let bodies = if mechanism.format == Format::Urdf { "links" } else { "bodies" };
            for key in ["position", "quaternion"] {
                put_into(&mut document, bodies, key, &state[key]);
            }
            document.extend(state);
        }
        return Ok(Report::json(&document, Exit::Done));
    }
    let written = arguments.output.as_ref().map(|path| path.display());
    let written =
        written.map(|scene| format!(" written to {scene}; `stickslip run {scene}` steps it\n"));
    Ok(Report::done(text(&imported, at.as_ref()) + &written.unwrap_or_default()))
}

/// Gives every object of a list its value of another list.
fn put_into(document: &mut serde_json::Map<String, Value>, list: &str, key: &str, values: &Value) {
    let Some(Value::Array(objects)) = document.get_mut(list) else { return };
    for (object, value) in objects.iter_mut().zip(values.as_array().into_iter().flatten()) {
        object[key] = value.clone();
    }
}

/// Reads a state of a model from a file.
fn read_state(mechanism: &Mechanism, path: &Path) -> Result<Configuration, Failure> {
    let bad = |what: String| Failure::Content { path: path.into(), what };
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|error| bad(format!("cannot read it: {error}")))?;
    Configuration::from_json(mechanism, &text).map_err(bad)
}

fn text(imported: &Imported, at: Option<&Configuration>) -> String {
    let mechanism = &imported.mechanism;
    let (_, freedoms) = mechanism.sizes();
    let parts = [
        count(mechanism.bodies.len(), "body"),
        count(mechanism.joints.len(), "joint"),
        count(freedoms, "freedom"),
        count(mechanism.geoms.len(), "shape"),
        count(mechanism.actuators.len() + mechanism.drives.len(), "actuator"),
        count(mechanism.tendons.len(), "tendon"),
        format!("{} kg", number(mechanism.total_mass())),
    ];
    let format = mechanism.format.name();
    let mut text = format!(" {} ({format}): {}\n", mechanism.name, parts.join(", "));
    let state = at.map(|at| facts::at_state(mechanism, at));
    let rows = mechanism.listed().into_iter().enumerate().map(|(listed, body)| {
        let at = &mechanism.bodies[body];
        let joints = mechanism.joints[at.joints.clone()].iter().map(describe_joint);
        let joints: Vec<String> = joints.collect();
        let place = state.as_ref().map_or_else(
            || at.pose.position.to_array().map(number).join(" "),
            |state| {
                let place = state["position"][listed].as_array().into_iter().flatten();
                let place = place.filter_map(Value::as_f64).map(number);
                place.collect::<Vec<_>>().join(" ")
            },
        );
        let name = |body: usize| {
            mechanism.bodies[body].name.clone().unwrap_or_else(|| format!("body {body}"))
        };
        [
            name(body),
            at.parent.map_or_else(|| "world".into(), name),
            number(at.mass),
            place,
            if joints.is_empty() { "fixed".into() } else { joints.join("; ") },
        ]
    });
    let columns = [
        ("body", Align::Left),
        ("on", Align::Left),
        ("mass", Align::Right),
        (if at.is_some() { "position" } else { "place on it" }, Align::Right),
        ("joints", Align::Left),
    ];
    text += &layout(columns, rows);
    if let Some(state) = state {
        for (key, unit) in [("kinetic_energy", "J"), ("potential_energy", "J")] {
            let value = state[key].as_f64().unwrap_or(f64::NAN);
            text += &format!(" {} {} {unit}\n", key.replace('_', " "), number(value));
        }
    }
    for remark in &imported.remarks {
        let head = match remark.level {
            stickslip_import::Level::Warning => "warning",
            stickslip_import::Level::Note => "note",
        };
        text += &format!(" {head}: {remark}\n");
    }
    text
}

fn describe_joint(joint: &stickslip_import::Joint) -> String {
    let name = joint.name.as_deref().unwrap_or("");
    let kind = joint.kind.name();
    let limits = joint.limits.filter(|_| joint.kind != JointType::Free);
    let limits = limits
        .map_or_else(String::new, |[low, high]| format!(" {} to {}", number(low), number(high)));
    format!("{kind} {name}{limits}").trim_end().to_owned()
}
